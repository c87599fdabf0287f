//! Tests of unusual puzzles and sources: diagrams that do not match the rules, rules without lines, variables that are
//! optional. The engine must report errors instead of panicking.

use std::sync::Arc;

use bdd_core::{DiagramBuilder, Sampler, Zdd};
use puzzle_core::check;
use puzzle_core::deduce::easiest;
use puzzle_core::explain::{Reason, RuledOut, Step};
use puzzle_core::export::Language;
use puzzle_core::{
    Budget, Conflict, ConstraintId, Deduction, Diagram, ExplainError, Explanation, Guide, Hint, Literal, Marks, Move,
    Puzzle, Rules, Session, Source, Status, Variable, Words, answer, deduced_hint, explain, export, hint, sentences,
};

/// A puzzle with any rules, givens and closed variables.
#[derive(Clone, Debug)]
struct Any {
    rules: Rules,
    givens: Vec<Variable>,
    closed: Vec<Variable>,
}

impl Any {
    fn new(rules: Rules) -> Any {
        Any { rules, givens: Vec::new(), closed: Vec::new() }
    }
}

impl Puzzle for Any {
    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn givens(&self) -> &[Variable] {
        &self.givens
    }
    fn closed(&self) -> &[Variable] {
        &self.closed
    }
}

impl Words for Any {}

/// Creates rules with at-least-one lines and exclusions.
fn rules(variables: usize, lines: &[&[u16]], exclusions: &[(u16, u16)]) -> Rules {
    let mut rules = Rules::new(variables);
    lines.iter().for_each(|line| rules.at_least_one(line));
    exclusions.iter().for_each(|&(a, b)| rules.exclude(a, b));
    rules
}

fn guide_to(source: &dyn Source, marks: Marks) -> Guide {
    let budget = &mut Budget::unlimited();
    let tally = source.completions(&marks, budget).unwrap().tally(budget).unwrap();
    Guide::new(source.puzzle(), marks, tally)
}

fn explained(source: &dyn Source, marks: &Marks, variable: u16) -> Result<Option<Explanation>, ExplainError> {
    explain(source, &guide_to(source, marks.clone()), Variable::new(variable), &mut Budget::unlimited())
}

fn hinted(source: &dyn Source, marks: &Marks) -> Result<Option<Hint>, ExplainError> {
    hint(source, &guide_to(source, marks.clone()), &mut Budget::unlimited())
}

fn placed(variables: &[u16]) -> Marks {
    variables.iter().map(|&variable| Literal::positive(variable)).collect()
}

fn blocked(variables: &[u16]) -> Marks {
    variables.iter().map(|&variable| Literal::negative(variable)).collect()
}

#[test]
fn a_diagram_of_another_number_of_variables_is_refused() {
    let puzzle = || Any::new(rules(4, &[&[0, 1]], &[]));
    for variables in [0, 1, 3, 5, 9] {
        let wrong = Diagram::new(puzzle(), Zdd::constant(variables, true)).unwrap_err();
        assert_eq!(wrong.to_string(), format!("expected a diagram with 4 variables, found {variables}"));
    }
    let right =
        Diagram::new(puzzle(), DiagramBuilder::new(puzzle().rules()).build_zdd(&mut Budget::unlimited()).unwrap())
            .unwrap();
    assert_eq!(right.solutions().model_count(), 12u8.into());
}

#[test]
fn what_the_rules_do_not_imply_is_an_error_and_no_panic() {
    // The rules need one of two variables. The diagram has only the solution in which the first is true and the second
    // false.
    let puzzle = Any::new(rules(2, &[&[0, 1]], &[]));
    let stronger = DiagramBuilder::new(puzzle.rules())
        .build_zdd(&mut Budget::unlimited())
        .unwrap()
        .select(&[Literal::positive(0), Literal::negative(1)], &mut Budget::unlimited())
        .unwrap();
    let source = Diagram::new(puzzle, stronger).unwrap();
    let none = Marks::default();
    for variable in [0, 1] {
        let error = explained(&source, &none, variable).unwrap_err();
        assert_eq!(error, ExplainError::NotImplied(Variable::new(variable)));
        assert_eq!(
            error.to_string(),
            format!(
                "variable {variable} can't be explained: the source found completions that contradict the rules or the givens"
            )
        );
    }
    assert_eq!(hinted(&source, &none), Err(ExplainError::NotImplied(Variable::new(0))));
    // In a diagram without solutions every variable is dead, but no rule is the reason.
    let puzzle = Any::new(Rules::new(1));
    let source = Diagram::new(puzzle, Zdd::constant(1, false)).unwrap();
    assert_eq!(explained(&source, &none, 0), Err(ExplainError::NotImplied(Variable::new(0))));
    assert_eq!(hinted(&source, &none), Ok(None), "there is nothing to do");
}

#[test]
fn what_the_diagram_does_not_know_to_be_impossible_is_open() {
    // The rules make the second variable impossible, but in the diagram every valuation is a solution.
    let puzzle = Any::new(rules(2, &[&[0]], &[(0, 1)]));
    let source = Diagram::new(puzzle, Zdd::constant(2, true)).unwrap();
    for variable in [0, 1] {
        assert_eq!(guide_to(&source, Marks::default()).status(Variable::new(variable)), Status::Open);
        assert_eq!(explained(&source, &Marks::default(), variable), Ok(None));
    }
    assert!(hinted(&source, &Marks::default()).unwrap().is_some());
}

use crate::explanations::is_choiceless;

/// Replays an argument: checks its reasons against the knowledge before each step, the remaining candidates, and the
/// contradiction at the end.
struct Replay<'a> {
    puzzle: &'a Any,
    blocked: Vec<Variable>,
    supposed: Option<Variable>,
}

impl Replay<'_> {
    /// Returns `true` if the list of exclusions contains the two variables.
    fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.puzzle.rules.exclusions().any(|(x, y)| (x, y) == (a, b) || (y, x) == (a, b))
    }

    fn left(
        &self,
        standing: &[Variable],
        out: &[Variable],
        line: &[Variable],
        ruled_out: &[RuledOut],
    ) -> Vec<Variable> {
        for reason in ruled_out {
            assert!(line.contains(&reason.variable));
            match reason.because {
                Reason::Excluded { by } => assert!(standing.contains(&by) && self.excludes(by, reason.variable)),
                Reason::Blocked => assert!(self.blocked.contains(&reason.variable)),
                Reason::Out => assert!(out.contains(&reason.variable)),
                Reason::Supposed => assert_eq!(self.supposed, Some(reason.variable)),
                other => panic!("{other:?} is no reason here"),
            }
        }
        line.iter().copied().filter(|one| ruled_out.iter().all(|reason| reason.variable != *one)).collect()
    }

    fn contradiction(&self, mut standing: Vec<Variable>, mut gone: Vec<Variable>, steps: &[Step]) {
        let (last, before) = steps.split_last().expect("an argument has steps");
        let line = |on| self.puzzle.rules.constraint(on).variables();
        for step in before {
            if let Step::Locked { base, ruled_out, out, .. } = step {
                let reasons = |on: ConstraintId| {
                    let is_on = |reason: &&RuledOut| line(on).contains(&reason.variable);
                    ruled_out.iter().filter(is_on).copied().collect::<Vec<_>>()
                };
                let lines: Vec<_> =
                    base.iter().map(|&on| self.left(&standing, &gone, line(on), &reasons(on))).collect();
                let clash = |a, b| self.excludes(a, b);
                assert!(out.iter().all(|&out| is_choiceless(&lines, &[out], &clash)));
                gone.extend(out);
                continue;
            }
            let Step::Only { variable, on, ruled_out } = step else { panic!("{step:?} in the middle") };
            assert_eq!(self.left(&standing, &gone, line(*on), ruled_out), [*variable]);
            standing.push(*variable);
        }
        match last {
            Step::Empty { on, ruled_out, .. } => assert_eq!(self.left(&standing, &gone, line(*on), ruled_out), []),
            Step::Split { on, ruled_out, cases, .. } => {
                let left: Vec<Variable> = cases.iter().map(|case| case.variable).collect();
                assert_eq!(self.left(&standing, &gone, line(*on), ruled_out), left);
                for case in cases {
                    self.contradiction([standing.as_slice(), &[case.variable]].concat(), gone.clone(), &case.steps);
                }
            }
            step => panic!("{step:?} at the end"),
        }
    }

    /// Replays the explanation of a variable.
    fn explanation(&self, standing: &[Variable], explanation: &Explanation) {
        let variable = explanation.variable;
        match explanation.steps.as_slice() {
            [Step::Excluded { by }] => assert!(standing.contains(by) && self.excludes(*by, variable)),
            [Step::Blocked] => assert!(self.blocked.contains(&variable)),
            [Step::Conflict(Conflict::Exclusion(a, b))] => {
                assert!(standing.contains(a) && standing.contains(b) && self.excludes(*a, *b));
            }
            [Step::Conflict(Conflict::Blocked(on))] => assert!(standing.contains(on) && self.blocked.contains(on)),
            steps if explanation.status == Status::Forced => self.contradiction(standing.to_vec(), Vec::new(), steps),
            steps => self.contradiction([standing, &[variable]].concat(), Vec::new(), steps),
        }
    }
}

/// Checks that the core excludes all solutions in question, and that no smaller part of the core excludes them. Checks
/// that the repair allows such a solution, and that no smaller repair allows one.
fn check_facts(source: &Diagram<Any>, explanation: &Explanation, marks: &Marks) {
    let wanted = Literal { variable: explanation.variable, value: explanation.status != Status::Forced };
    let in_question = source.solutions().select(&[wanted], &mut Budget::unlimited()).unwrap();
    let excludes = |marks: &Marks| {
        in_question.select(&marks.literals().collect::<Vec<_>>(), &mut Budget::unlimited()).unwrap().is_false()
    };
    let core = &explanation.core;
    assert!(core.without(marks).is_empty() && excludes(core), "{marks:?} {explanation:?}");
    for literal in core.literals() {
        assert!(!excludes(&core.without(&Marks::from_iter([literal]))), "{marks:?} {explanation:?}");
    }
    match &explanation.repair {
        None => assert!(explanation.core.is_empty() && in_question.is_false()),
        Some(repair) => {
            assert!(repair.lift.without(marks).is_empty() && !excludes(&marks.without(&repair.lift)));
            let literals: Vec<Literal> = marks.literals().collect();
            for chosen in 0..1u32 << literals.len() {
                let fewer =
                    (0..literals.len()).filter(|i| chosen >> i & 1 == 1).map(|i| literals[i]).collect::<Marks>();
                assert!(
                    fewer.len() >= repair.lift.len() || excludes(&marks.without(&fewer)),
                    "{marks:?} {explanation:?}"
                );
            }
        }
    }
}

/// Asks a source for all explanations and a hint under `marks`, and checks the answers against the rules. Errors are
/// allowed only if the diagram does not match the rules. Returns the number of errors.
fn ask(source: &Diagram<Any>, is_right: bool, marks: &Marks) -> usize {
    let (puzzle, budget) = (source.puzzle(), &mut Budget::unlimited());
    let guide = guide_to(source, marks.clone());
    let standing: Vec<Variable> = marks.standing(puzzle).into_iter().collect();
    let mut unexplained = 0;
    for (variable, status, _) in guide.variables() {
        match explain(source, &guide, variable, budget) {
            Ok(None) => assert!(matches!(status, Status::Given | Status::Placed | Status::Open)),
            Ok(Some(explanation)) => {
                assert_eq!((explanation.variable, explanation.status), (variable, status));
                let supposed = Some(variable).filter(|_| status == Status::Forced);
                let blocked = marks.blocked.iter().copied().collect();
                Replay { puzzle, blocked, supposed }.explanation(&standing, &explanation);
                check_facts(source, &explanation, marks);
                let told = sentences::explanation(puzzle, &explanation);
                assert!(told.iter().all(|line| line.ends_with(['.', ':'])), "{told:?}");
                assert!(answer::explanation(puzzle, &guide, variable, Some(&explanation)).get("steps").is_some());
            }
            Err(error) => {
                assert_eq!(error, ExplainError::NotImplied(variable));
                assert!(!is_right, "{puzzle:?} {marks:?}");
                unexplained += 1;
            }
        }
    }
    match hint(source, &guide, budget) {
        Ok(None) => {
            let is_open = guide.variables().any(|(_, status, _)| status.is_live());
            assert!(!is_open, "something is left to do: {puzzle:?} {marks:?}");
        }
        Ok(Some(hint)) => {
            let told = [
                vec![sentences::hint_focus(puzzle, guide.marks(), &hint), sentences::hint_move(puzzle, &hint)],
                sentences::hint_reason(puzzle, &hint),
            ];
            assert!(told.concat().iter().all(|line| line.ends_with(['.', ':'])), "{told:?}");
            assert_ne!(answer::hint(puzzle, &guide, Some(&hint)).get("hint"), Some(&answer::Value::Nothing));
            check_look(puzzle, &guide, &hint);
        }
        Err(error) => {
            assert!(matches!(error, ExplainError::NotImplied(_)) && !is_right, "{error}: {puzzle:?} {marks:?}");
            unexplained += 1;
        }
    }
    unexplained
}

/// Checks the line that a hint points to. The line of a forced variable must contain the variable. Without a forced
/// variable, it must be a line without a true variable, with the fewest open variables of all such lines. If no such
/// line has an open variable, the hint must point to no line.
fn check_look(puzzle: &Any, guide: &Guide, hint: &Hint) {
    let standing = guide.marks().standing(puzzle);
    let lacks = |line: &&[Variable]| !line.iter().any(|variable| standing.contains(variable));
    let open = |line: &[Variable]| line.iter().filter(|&&variable| guide.status(variable) == Status::Open).count();
    let fewest = || {
        puzzle.rules.constraints().map(|line| line.variables()).filter(lacks).map(open).filter(|&open| open > 0).min()
    };
    match hint {
        Hint::Forced { on, why } => {
            assert_eq!(hint.first_move(), Move::Place(why.variable));
            assert!(puzzle.rules.constraint(*on).variables().contains(&why.variable));
        }
        Hint::KeepsMost { on: Some(line), open: kept, .. } => {
            let line = puzzle.rules.constraint(*line).variables();
            assert!(lacks(&line), "{line:?} has what it needs: {puzzle:?} {:?}", guide.marks());
            assert_eq!((open(line), Some(kept.len())), (kept.len(), fewest()));
        }
        Hint::KeepsMost { on: None, open: kept, .. } => {
            assert_eq!(fewest(), None, "{puzzle:?} {:?}", guide.marks());
            let all: Vec<Variable> = guide.variables().map(|(variable, ..)| variable).collect();
            assert_eq!(open(&all), kept.len());
            assert!(!kept.is_empty());
        }
        Hint::Repair { away, .. } => {
            assert!(!guide.is_completable());
            assert!(!away.is_empty());
        }
        _ => panic!("{hint:?}"),
    }
}

fn below(sampler: &mut Sampler, bound: usize) -> usize {
    sampler.below(&bound.into()).and_then(|number| number.try_into().ok()).expect("below a number that is not 0")
}

/// Returns up to three random lines and up to three random exclusions. Some lines are empty.
fn random_rules(variables: usize, sampler: &mut Sampler) -> Rules {
    let mut rules = Rules::new(variables);
    for _ in 0..below(sampler, 4) {
        let line: Vec<Variable> = Variable::all(variables).filter(|_| below(sampler, 5) < 2).collect();
        // An empty line makes all rules unsatisfiable, so it is kept in one of ten cases only.
        if !line.is_empty() || below(sampler, 10) == 0 {
            rules.at_least_one(&line);
        }
    }
    for _ in 0..below(sampler, 4) {
        let (a, b) = (below(sampler, variables), below(sampler, variables));
        if a != b {
            rules.exclude(Variable::from_index(a), Variable::from_index(b));
        }
    }
    rules
}

/// Returns all sets of at most two marks, including both marks of the same variable.
fn all_marks(variables: usize) -> Vec<Marks> {
    let literals: Vec<Literal> =
        Variable::all(variables).flat_map(|variable| [true, false].map(|value| Literal { variable, value })).collect();
    let mut all = vec![Marks::default()];
    for (i, &a) in literals.iter().enumerate() {
        all.push(Marks::from_iter([a]));
        all.extend(literals[i + 1..].iter().map(|&b| Marks::from_iter([a, b])));
    }
    all
}

/// Combines each of 14 random sets of rules with the diagram of each of these sets. So the rules are stronger or weaker
/// than the diagram, equal to it, or incomparable. Returns the numbers of errors with unequal and with equal rules.
fn every_pair(variables: usize, seed: u64) -> [usize; 2] {
    let mut sampler = Sampler::new(seed);
    let all: Vec<Rules> = (0..14).map(|_| random_rules(variables, &mut sampler)).collect();
    let marks = all_marks(variables);
    let mut unexplained = [0, 0];
    for rules in &all {
        for (others, givens) in all.iter().flat_map(|others| [false, true].map(|givens| (others, givens))) {
            let givens = if givens { vec![Variable::from_index(variables - 1)] } else { Vec::new() };
            let literals: Vec<Literal> = givens.iter().map(|&given| Literal::positive(given)).collect();
            let solutions = DiagramBuilder::new(others)
                .build_zdd(&mut Budget::unlimited())
                .unwrap()
                .select(&literals, &mut Budget::unlimited())
                .unwrap();
            let is_right = solutions
                == DiagramBuilder::new(rules)
                    .build_zdd(&mut Budget::unlimited())
                    .unwrap()
                    .select(&literals, &mut Budget::unlimited())
                    .unwrap();
            let source = Diagram::new(Any { closed: Vec::new(), rules: rules.clone(), givens }, solutions).unwrap();
            for marks in &marks {
                unexplained[usize::from(is_right)] += ask(&source, is_right, marks);
            }
        }
    }
    unexplained
}

#[test]
fn no_pair_of_a_diagram_and_rules_makes_the_engine_panic() {
    let mut unexplained = [0, 0];
    for (variables, seed) in [(4, 1), (4, 2), (5, 3), (5, 4)] {
        for (sum, number) in unexplained.iter_mut().zip(every_pair(variables, seed)) {
            *sum += number;
        }
    }
    let [wrong, right] = unexplained;
    assert!(wrong > 1000, "{wrong}");
    assert_eq!(right, 0, "where the diagram is that of the rules everything can be explained");
}

#[test]
fn where_no_line_needs_anything_the_hint_is_to_look_anywhere() {
    let is_anywhere = |lines: &[&[u16]], exclusions: &[(u16, u16)], marks: &Marks| {
        let source = Diagram::conjoin(Any::new(rules(4, lines, exclusions)), &mut Budget::unlimited()).unwrap();
        let hint = hinted(&source, marks).unwrap().expect("something is open");
        let Hint::KeepsMost { on: None, open, .. } = &hint else { panic!("{hint:?}") };
        let Move::Place(play) = hint.first_move() else { panic!("{hint:?}") };
        (open.len(), play.index())
    };
    // Without rules, all unmarked variables are open.
    assert_eq!(is_anywhere(&[], &[], &Marks::default()), (4, 0));
    assert_eq!(is_anywhere(&[], &[], &placed(&[0])), (3, 1));
    // With exclusions only, an excluded variable is not open, and a variable that excludes no other keeps the most
    // completions.
    assert_eq!(is_anywhere(&[], &[(0, 1), (1, 2)], &Marks::default()), (4, 3));
    assert_eq!(is_anywhere(&[], &[(0, 1), (1, 2)], &placed(&[0])), (2, 2));
    // Satisfied lines, with open variables outside of these lines or even on them.
    assert_eq!(is_anywhere(&[&[0, 1]], &[(0, 1)], &placed(&[0])), (2, 2));
    assert_eq!(is_anywhere(&[&[0, 1]], &[], &placed(&[0])), (3, 1));
    assert_eq!(is_anywhere(&[&[0, 1], &[1, 2, 3]], &[], &placed(&[1])), (3, 0));
    // An unsatisfied line comes first, even if other lines have more or fewer open variables.
    let source = Diagram::conjoin(Any::new(rules(4, &[&[0, 1], &[1, 2, 3]], &[])), &mut Budget::unlimited()).unwrap();
    let hint = hinted(&source, &placed(&[0])).unwrap().unwrap();
    let Hint::KeepsMost { on, open, .. } = &hint else { panic!("{hint:?}") };
    assert_eq!((*on, open.len()), (Some(source.puzzle().rules.numbered_constraints().nth(1).unwrap().0), 3));
    assert_eq!(hint.first_move(), Move::Place(Variable::new(1)));
}

#[test]
fn following_the_hints_of_optional_variables_ends_where_nothing_is_open() {
    for lines in [&[][..], &[&[0, 1][..]], &[&[0, 1][..], &[2, 3, 4]]] {
        let source =
            Arc::new(Diagram::conjoin(Any::new(rules(5, lines, &[(0, 1), (2, 4)])), &mut Budget::unlimited()).unwrap());
        for marks in [Marks::default(), placed(&[0]), blocked(&[3]), placed(&[0, 1])] {
            let budget = &mut Budget::unlimited();
            let mut game = Session::resume(source.clone(), marks, budget).unwrap();
            while let Some(hint) = hint(&*source, game.guide(), budget).unwrap() {
                assert!(game.play(hint.first_move(), budget).unwrap(), "{hint:?}");
                assert!(game.moves().count() <= 6, "no detours");
            }
            assert!(game.guide().is_solved());
        }
    }
}

#[test]
fn where_the_rules_are_impossible_no_hint_helps_and_everything_is_explained() {
    let source = Diagram::conjoin(Any::new(rules(2, &[&[]], &[])), &mut Budget::unlimited()).unwrap();
    assert_eq!(hinted(&source, &placed(&[0])), Ok(None));
    let why = explained(&source, &Marks::default(), 1).unwrap().unwrap();
    assert_eq!((why.status, why.repair, why.core), (Status::Dead, None, Marks::default()));
}

/// The default words are right for any puzzle: they mention no board and no pieces.
#[test]
fn the_words_of_a_plain_puzzle_are_those_of_no_other() {
    let mut read = Vec::new();
    let lines: &[&[u16]] = &[&[0, 1], &[2, 3], &[1, 2, 4]];
    for givens in [vec![], vec![Variable::new(5)]] {
        let puzzle = Any { closed: Vec::new(), rules: rules(6, lines, &[(0, 2), (1, 2), (3, 4), (1, 4)]), givens };
        let source = Diagram::conjoin(puzzle.clone(), &mut Budget::unlimited()).unwrap();
        read.extend([puzzle.task(), puzzle.solved(), puzzle.unsolved(), puzzle.unsolvable()]);
        read.extend([puzzle.kind(), puzzle.puzzle_noun(), puzzle.cell_noun()].map(str::to_owned));
        for marks in all_marks(6) {
            let guide = guide_to(&source, marks.clone());
            for variable in Variable::all(6) {
                read.extend(match explain(&source, &guide, variable, &mut Budget::unlimited()).unwrap() {
                    Some(why) => sentences::explanation(&puzzle, &why),
                    None => vec![sentences::status_sentence(&puzzle, &guide, variable)],
                });
            }
            if let Some(hint) = hint(&source, &guide, &mut Budget::unlimited()).unwrap() {
                read.extend([
                    sentences::hint_focus(&puzzle, guide.marks(), &hint),
                    sentences::hint_move(&puzzle, &hint),
                ]);
                read.extend(sentences::hint_reason(&puzzle, &hint));
                // A single deduction may both rule out and place variables.
                let conclusions = vec![Literal::negative(0), Literal::positive(1)];
                let decided = Deduction { conclusions, steps: Vec::new(), hardness: 0, is_easiest: true };
                read.push(sentences::hint_move(&puzzle, &Hint::Deduced(decided)));
            }
        }
    }
    for word in ["board", "queen", "square", "rank", "attack"] {
        let found = read.iter().find(|line| line.to_lowercase().contains(word));
        assert_eq!(found, None, "{word}");
    }
    assert!(read.iter().any(|line| line.ends_with(" are the reason.")));
}

#[test]
fn what_is_closed_is_as_if_it_were_blocked_and_stays_so() {
    let mut sampler = Sampler::new(23);
    let mut below = |limit: u32| u16::try_from(&sampler.below(&limit.into()).unwrap()).unwrap();
    let (mut explained_at_all, mut deduced) = (0, 0);
    for _ in 0..200 {
        let lines: Vec<Vec<u16>> = (0..4).map(|_| (0..3).map(|_| below(8)).collect()).collect();
        let lines: Vec<&[u16]> = lines.iter().map(Vec::as_slice).collect();
        let exclusions: Vec<_> = (0..8).map(|_| (below(8), below(8))).filter(|(a, b)| a != b).collect();
        let mut closed: Vec<u16> = (0..2).map(|_| below(8)).collect();
        closed.sort_unstable();
        closed.dedup();
        let open = Any::new(rules(8, &lines, &exclusions));
        let closing = Any { closed: closed.iter().map(|&variable| variable.into()).collect(), ..open.clone() };
        let [open, closing] = [open, closing].map(|puzzle| Diagram::conjoin(puzzle, &mut Budget::unlimited()).unwrap());
        let placed_too = placed(&[below(8)]);
        let blocked_too = Marks { blocked: blocked(&closed).blocked, ..placed_too.clone() };
        let [expected, found] =
            [(&open, &blocked_too), (&closing, &placed_too)].map(|(source, marks)| guide_to(source, marks.clone()));
        assert!(expected.variables().eq(found.variables()), "{closed:?} {lines:?} {exclusions:?}");
        for variable in 0..8 {
            let expected = explained(&open, &blocked_too, variable).unwrap();
            let found = explained(&closing, &placed_too, variable).unwrap();
            explained_at_all += usize::from(found.is_some());
            if closed.contains(&variable) && !placed_too.placed.contains(&variable.into()) {
                assert!(found.is_some_and(|found| found.steps == [Step::Blocked] && found.core == Marks::default()));
                continue;
            }
            assert_eq!(found.is_some(), expected.is_some(), "{variable}: {closed:?} {lines:?} {exclusions:?}");
            assert!(found.is_none_or(|found| found.core.blocked.is_empty() && found.also.blocked.is_empty()));
        }
        let budget = &mut Budget::unlimited();
        let seen = placed_too.into();
        if let Some(deduction) = easiest(closing.puzzle(), &seen, budget).unwrap() {
            assert_eq!(check::deduction(closing.puzzle(), &seen, &deduction), Ok(()));
            deduced += 1;
        }
        let mut session = Session::new(Arc::new(closing), budget).unwrap();
        for &variable in &closed {
            assert!(!session.play(Move::Place(variable.into()), budget).unwrap());
            assert!(!session.play(Move::Block(variable.into()), budget).unwrap());
            assert!(!session.play(Move::Unblock(variable.into()), budget).unwrap());
        }
    }
    assert!(explained_at_all > 500 && deduced > 50, "{explained_at_all} {deduced}");
}

/// Three options with names. Each of the first two needs one of two auxiliary variables of its own.
#[derive(Debug)]
struct Table {
    rules: Rules,
    names: [&'static str; 3],
}

impl Table {
    fn new() -> Table {
        // The auxiliary variables 3 and 4 belong to option 0, and 5 and 6 to option 1. Each of 3 and 4 excludes each of
        // 5 and 6, so the options 0 and 1 can't both be true.
        let mut rules = Rules::new(3).with_auxiliary(4);
        for (option, auxiliary) in [(0u16, [3u16, 4]), (1, [5, 6])] {
            let [a, b] = auxiliary;
            rules.at_least_one(&[Literal::negative(option), Literal::positive(a), Literal::positive(b)]);
            rules.imply(Literal::positive(a), Literal::positive(option));
            rules.imply(Literal::positive(b), Literal::positive(option));
            rules.at_most_one(&auxiliary);
        }
        for (a, b) in [(3u16, 5u16), (3, 6), (4, 5), (4, 6)] {
            rules.exclude(a, b);
        }
        rules.at_least_one(&[0, 1, 2]);
        Table { rules, names: ["tea", "milk", "sugar"] }
    }
}

impl Puzzle for Table {
    fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Words for Table {
    fn name(&self, variable: Variable) -> String {
        self.names[variable.index()].to_owned()
    }
    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        Some(format!("from {} to {}", self.name(by), self.name(excluded)))
    }
    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        Some(self.name(a.min(b)))
    }
}

#[test]
fn words_are_asked_for_the_variables_of_the_puzzle_alone() {
    let budget = &mut Budget::unlimited();
    let table = Table::new();
    let source = Diagram::conjoin(Table::new(), &mut Budget::unlimited()).unwrap();
    let mut told = String::new();
    let marks = (0..27u32).map(|code| -> Marks {
        let literal = |variable: u32| match code / 3u32.pow(variable) % 3 {
            0 => None,
            value => Some(Literal { variable: Variable::from_index(variable as usize), value: value == 1 }),
        };
        (0..3).filter_map(literal).collect()
    });
    for marks in marks {
        let guide = guide_to(&source, marks.clone());
        for (variable, ..) in guide.variables() {
            let Some(why) = explain(&source, &guide, variable, budget).unwrap() else { continue };
            told += &sentences::explanation(&table, &why).join("\n");
            told += &format!("{:?}", answer::explanation(&table, &guide, variable, Some(&why)));
        }
        for hint in [hint(&source, &guide, budget), deduced_hint(&source, &guide, budget)] {
            let hint = hint.unwrap();
            told += &format!("{:?}", answer::hint(&table, &guide, hint.as_ref()));
        }
        let mut seen = puzzle_core::Seen::from(marks);
        while let Some(deduction) = easiest(&table, &seen, budget).unwrap() {
            told += &sentences::deduction(&table, &deduction).join("\n");
            seen.take(&deduction);
        }
    }
    for (language, name) in [(Language::Dimacs, "4 auxiliary-1"), (Language::Smtlib, "auxiliary-4")] {
        let mut written = Vec::new();
        export::write(&mut written, &table, &Marks::default(), language).unwrap();
        assert!(String::from_utf8(written).unwrap().contains(name));
    }
    assert!(told.contains("auxiliary-1") && told.contains("auxiliary-4"), "the explanations need them: {told}");
}
