//! Replays every explanation with a checker that shares no code with the explainer. The checker knows by itself which
//! values exclude each other and which values a line has. It checks cores and repairs against the list of all squares.

use bdd_core::Sampler;
use puzzle_core::explain::{Reason, RuledOut, Scene, Step, Technique};
use puzzle_core::{
    Budget, Completions, Conflict, ConstraintId, Count, Diagram, Explanation, Guide, Literal, Marks, Move, Puzzle,
    Rules, Source, Status, Variable, Words, explain, hint, sentences,
};

use crate::latin::{Latin, Listed, agrees, all_squares, diagram, has};

/// Row, column and value, from 0.
type At = (usize, usize, usize);

fn at(order: usize, variable: Variable) -> At {
    let variable = usize::from(variable);
    (variable / order / order, variable / order % order, variable % order)
}

fn clash(a: At, b: At) -> bool {
    a != b && [a.0 == b.0, a.1 == b.1, a.2 == b.2].into_iter().filter(|&same| same).count() == 2
}

/// Returns the values of a line, derived from its name.
fn line_of(puzzle: &Latin, line: ConstraintId) -> Vec<At> {
    let name = puzzle.line_name(line);
    let digits: Vec<usize> = name.chars().filter_map(|c| Some(c.to_digit(10)? as usize - 1)).collect();
    let (a, b) = (digits[0], digits[1]);
    (0..puzzle.order)
        .map(|i| match name.as_str() {
            row if row.contains("row") => (b, i, a),
            column if column.contains("column") => (i, b, a),
            _ => (a, b, i),
        })
        .collect()
}

/// Returns `true` if every choice of one element from each line leads to a clash: two elements of the choice clash with
/// each other, or an element clashes with an element of `chosen`.
pub(crate) fn is_choiceless<T: Copy>(lines: &[Vec<T>], chosen: &[T], clash: &dyn Fn(T, T) -> bool) -> bool {
    let Some((line, rest)) = lines.split_first() else { return false };
    line.iter().all(|&one| {
        let clashes = chosen.iter().any(|&other| clash(other, one));
        clashes || is_choiceless(rest, &[chosen, &[one]].concat(), clash)
    })
}

/// The checker's knowledge at one point of the argument.
#[derive(Clone)]
struct Known<'a> {
    puzzle: &'a Latin,
    standing: Vec<At>,
    blocked: Vec<At>,
    /// The value that is supposed to be false.
    supposed: Option<At>,
    /// The values that the argument has ruled out.
    out: Vec<At>,
}

impl Known<'_> {
    fn of<'a>(puzzle: &'a Latin, marks: &Marks) -> Known<'a> {
        let places = |variables: &mut dyn Iterator<Item = &Variable>| {
            variables.map(|&variable| at(puzzle.order, variable)).collect::<Vec<_>>()
        };
        Known {
            puzzle,
            standing: places(&mut marks.placed.iter().chain(puzzle.givens())),
            blocked: places(&mut marks.blocked.iter()),
            supposed: None,
            out: Vec::new(),
        }
    }

    /// Checks the reasons given for a line, and returns its remaining values.
    fn left(&self, on: ConstraintId, ruled_out: &[RuledOut]) -> Vec<At> {
        let line = line_of(self.puzzle, on);
        assert!(!self.standing.iter().any(|placed| line.contains(placed)), "the line still lacks one");
        let mut left = line.clone();
        for reason in ruled_out {
            let place = at(self.puzzle.order, reason.variable);
            let index = left.iter().position(|&other| other == place).expect("on the line, and named once");
            left.remove(index);
            match reason.because {
                Reason::Excluded { by } => {
                    let by = at(self.puzzle.order, by);
                    assert!(self.standing.contains(&by) && clash(by, place), "{by:?} rules {place:?} out");
                }
                Reason::Blocked => assert!(self.blocked.contains(&place)),
                Reason::Out => assert!(self.out.contains(&place)),
                Reason::Supposed => assert_eq!(self.supposed, Some(place)),
                other => panic!("{other:?} is no reason here"),
            }
        }
        left
    }

    fn replay(mut self, steps: &[Step]) {
        let order = self.puzzle.order;
        let (last, chain) = steps.split_last().expect("at least one step");
        for step in chain {
            if let Step::Locked { base, ruled_out, out, .. } = step {
                let of = |on: &ConstraintId, reason: &&RuledOut| {
                    line_of(self.puzzle, *on).contains(&at(order, reason.variable))
                };
                let reasons = |on| ruled_out.iter().filter(|reason| of(on, reason)).copied().collect::<Vec<_>>();
                let lines: Vec<_> = base.iter().map(|on| self.left(*on, &reasons(on))).collect();
                let out: Vec<At> = out.iter().map(|&variable| at(order, variable)).collect();
                assert!(out.iter().all(|&out| is_choiceless(&lines, &[out], &clash)));
                self.out.extend(out);
                continue;
            }
            let Step::Only { variable, on, ruled_out } = step else { panic!("{step:?} ends the argument") };
            assert_eq!(self.left(*on, ruled_out), [at(order, *variable)]);
            self.standing.push(at(order, *variable));
        }
        match last {
            Step::Empty { on, ruled_out, .. } => assert_eq!(self.left(*on, ruled_out), []),
            Step::Split { on, ruled_out, cases, .. } => {
                let left: Vec<At> = cases.iter().map(|case| at(order, case.variable)).collect();
                assert_eq!(self.left(*on, ruled_out), left);
                for case in cases {
                    let mut known = self.clone();
                    known.standing.push(at(order, case.variable));
                    known.replay(&case.steps);
                }
            }
            _ => panic!("{last:?} is no contradiction"),
        }
    }
}

/// Replays the steps from the marks of the core. If the explanation cites further marks, replays them from all marks.
fn check_steps(puzzle: &Latin, explanation: &Explanation, marks: &Marks) {
    let order = puzzle.order;
    let place = at(order, explanation.variable);
    let mut known = Known::of(puzzle, if explanation.also.is_empty() { &explanation.core } else { marks });
    match explanation.steps.as_slice() {
        [Step::Excluded { by }] => {
            assert!(known.standing.contains(&at(order, *by)) && clash(at(order, *by), place));
        }
        [Step::Blocked] => assert!(known.blocked.contains(&place)),
        [Step::Conflict(Conflict::Exclusion(a, b))] => {
            let [a, b] = [at(order, *a), at(order, *b)];
            assert!(known.standing.contains(&a) && known.standing.contains(&b) && clash(a, b));
        }
        [Step::Conflict(Conflict::Blocked(on))] => {
            let on = at(order, *on);
            assert!(known.standing.contains(&on) && known.blocked.contains(&on));
        }
        steps => {
            if explanation.status == Status::Forced {
                known.supposed = Some(place);
            } else {
                known.standing.push(place);
            }
            known.replay(steps);
        }
    }
}

/// Collects the steps of an argument in order. The steps of cases come after their split.
fn in_order<'a>(steps: &'a [Step], all: &mut Vec<&'a Step>) {
    for step in steps {
        all.push(step);
        if let Step::Split { cases, .. } = step {
            cases.iter().for_each(|case| in_order(&case.steps, all));
        }
    }
}

/// Checks that the frames have every step once and in order, and that the true variables of each frame exclude the
/// variables that it draws as excluded.
fn check_frames(puzzle: &Latin, explanation: &Explanation, marks: &Marks) {
    let order = puzzle.order;
    let frames = explanation.frames();
    let mut steps = Vec::new();
    in_order(&explanation.steps, &mut steps);
    let told: Vec<&Step> =
        frames.iter().filter_map(|frame| if let Scene::Step(step) = frame.scene { Some(step) } else { None }).collect();
    assert_eq!(told, steps);
    assert_eq!(explanation.step_count(), steps.len());
    for (number, frame) in frames.iter().enumerate() {
        // The placed variables include all variables supposed to be true, even the variable of the latest case.
        let cases = frame.cases.iter().map(|&(_, variable)| Literal::positive(variable));
        for Literal { variable, value } in frame.supposed.into_iter().chain(cases) {
            assert_eq!(frame.placed.contains(&variable), value);
        }
        assert_eq!(frame.supposed, explanation.supposed());
        match frame.scene {
            Scene::Suppose(literal) => {
                assert_eq!((number, Some(literal)), (0, explanation.supposed()));
                assert_eq!((frame.line(), frame.left()), (None, vec![explanation.variable]));
            }
            Scene::Case(variable, on) => {
                assert_eq!(frame.cases.last(), Some(&(on, variable)));
                assert_eq!((frame.placed.last(), frame.line()), (Some(&variable), Some(on)));
                assert!(line_of(puzzle, on).contains(&at(order, variable)));
            }
            Scene::Step(step) => {
                let stands =
                    |by| frame.placed.contains(&by) || marks.placed.contains(&by) || puzzle.givens().contains(&by);
                let excluded: Vec<_> = frame.exclusions(explanation.variable);
                assert!(excluded.iter().all(|&(by, out)| clash(at(order, by), at(order, out)) && stands(by)));
                let reasons = frame.ruled_out();
                let by_others =
                    reasons.iter().filter(|reason| matches!(reason.because, Reason::Excluded { .. })).count();
                let (lines, is_alone) = match step {
                    Step::Only { on, variable, .. } => {
                        assert_eq!((frame.placed.last(), frame.left()), (Some(variable), vec![*variable]));
                        (vec![*on], false)
                    }
                    Step::Empty { on, .. } | Step::Split { on, .. } => (vec![*on], false),
                    Step::Locked { base, .. } => (base.clone(), false),
                    Step::Excluded { .. } | Step::Conflict(Conflict::Exclusion(..)) => (Vec::new(), true),
                    _ => (Vec::new(), false),
                };
                assert_eq!((frame.lines(), frame.line()), (&lines[..], lines.first().copied()));
                assert_eq!(excluded.len(), by_others + usize::from(is_alone));
                // A frame about a single line rules out or highlights every value of the line.
                if let [on] = lines.as_slice() {
                    assert_eq!(reasons.len() + frame.left().len(), line_of(puzzle, *on).len());
                }
            }
            other => panic!("{other:?} is not shown where lines count nothing"),
        }
    }
}

/// Checks that the core excludes all squares in question, and that no smaller part of the core excludes them. Checks
/// that no smaller repair exists.
fn check_facts(explanation: &Explanation, marks: &Marks, all: &[Vec<usize>], has_diagram: bool) {
    let wanted = explanation.status != Status::Forced;
    let in_question: Vec<_> = all.iter().filter(|square| has(square, explanation.variable) == wanted).collect();
    let count = |marks: &Marks| in_question.iter().filter(|square| agrees(square, marks)).count();
    let core = &explanation.core;
    assert!(core.without(marks).is_empty() && explanation.also.without(marks).is_empty(), "the player's own marks");
    assert_eq!(count(core), 0, "the core suffices");
    for literal in core.literals() {
        assert!(count(&core.without(&Marks::from_iter([literal]))) > 0, "nothing in the core is superfluous");
    }
    let contradicted = |square: &&Vec<usize>| {
        let alone = |literal: &Literal| !agrees(square, &Marks::from_iter([*literal]));
        marks.literals().filter(alone).count()
    };
    match (&explanation.repair, in_question.iter().map(contradicted).min()) {
        (None, None) => assert!(explanation.core.is_empty()),
        (None, Some(_)) if !has_diagram => assert!(!explanation.core.is_empty()),
        (Some(repair), least) => {
            assert_eq!(Some(repair.lift.len()), least, "the repair is smallest");
            assert!(repair.lift.without(marks).is_empty());
            let rest = marks.without(&repair.lift);
            let (with, without): (Vec<_>, Vec<_>) =
                all.iter().filter(|square| agrees(square, &rest)).partition(|square| has(square, explanation.variable));
            assert_eq!(repair.solutions, Count::Exact(with.len().into()));
            assert_eq!(repair.without, Count::Exact(without.len().into()));
        }
        (repair, least) => panic!("{repair:?}, while {least:?} marks would have to go"),
    }
}

fn guide_to(source: &dyn Source, marks: &Marks) -> Guide {
    let budget = &mut Budget::unlimited();
    let tally = source.completions(marks, budget).unwrap().tally(budget).unwrap();
    Guide::new(source.puzzle(), marks.clone(), tally)
}

/// Checks the explanations of all variables under some marks, and counts how often each technique occurs.
fn check_all(source: &dyn Source, puzzle: &Latin, marks: &Marks, all: &[Vec<usize>], kinds: &mut [usize; 6]) {
    let guide = guide_to(source, marks);
    let has_diagram = matches!(
        source.completions(marks, &mut Budget::unlimited()),
        Ok(Completions::Sparse(_) | Completions::Diagram(_))
    );
    for (variable, status, _) in guide.variables() {
        let explanation = explain(source, &guide, variable, &mut Budget::unlimited()).unwrap();
        let nothing = matches!(status, Status::Given | Status::Placed | Status::Open);
        assert_eq!(explanation.is_none(), nothing);
        let Some(explanation) = explanation else {
            assert!(sentences::status_sentence(puzzle, &guide, variable).ends_with('.'));
            continue;
        };
        assert_eq!((explanation.variable, explanation.status), (variable, status));
        check_steps(puzzle, &explanation, marks);
        check_frames(puzzle, &explanation, marks);
        check_facts(&explanation, marks, all, has_diagram);
        kinds[explanation.technique() as usize] += 1;
        let told = sentences::explanation(puzzle, &explanation);
        assert!(told.iter().all(|line| line.ends_with(['.', ':'])), "{told:?}");
    }
}

fn below(sampler: &mut Sampler, bound: usize) -> usize {
    sampler.below(&bound.into()).and_then(|number| number.try_into().ok()).expect("below a number that is not 0")
}

/// Returns random marks, three of four times in agreement with some square.
fn random_marks(puzzle: &Latin, all: &[Vec<usize>], sampler: &mut Sampler) -> Marks {
    let variables = puzzle.rules().variables();
    let square = &all[below(sampler, all.len())];
    let faithful = below(sampler, 4) > 0;
    let mut marks = Marks::default();
    for _ in 0..below(sampler, variables) {
        let variable = Variable::from_index(below(sampler, variables));
        match (faithful, has(square, variable)) {
            (true, false) => drop(marks.blocked.insert(variable)),
            _ if puzzle.givens().contains(&variable) || below(sampler, 3) > 0 => {}
            _ => drop(marks.placed.insert(variable)),
        }
    }
    for _ in 0..below(sampler, puzzle.order) {
        let cell = below(sampler, square.len());
        let variable = Variable::from_index(cell * puzzle.order + square[cell]);
        if !puzzle.givens().contains(&variable) {
            marks.placed.insert(variable);
        }
    }
    marks
}

#[test]
fn every_variable_is_explained_from_a_diagram_and_without_one() {
    let mut sampler = Sampler::new(5);
    let mut kinds = [0; 6];
    for (order, givens, cases) in [(2, vec![], 60), (3, vec![], 150), (3, vec![0, 10], 60), (4, vec![0, 25], 60)] {
        let latin = || Latin::new(order, &givens);
        let puzzle = latin();
        let all = all_squares(&puzzle);
        let (diagram, listed) = (diagram(latin()), Listed::new(latin()));
        for case in 0..cases {
            let marks = random_marks(&puzzle, &all, &mut sampler);
            check_all(&diagram, &puzzle, &marks, &all, &mut kinds);
            if case % 3 == 0 {
                check_all(&listed, &puzzle, &marks, &all, &mut kinds);
            }
        }
    }
    println!("direct, only, locked, empty line, chain, split: {kinds:?}");
    assert!(kinds[Technique::Direct as usize] > 0 && kinds[Technique::Chain as usize] > 0);
}

#[test]
fn hints_lead_to_a_solution_from_anywhere() {
    let mut sampler = Sampler::new(9);
    for (order, givens) in [(3, vec![]), (4, vec![0, 25])] {
        let puzzle = Latin::new(order, &givens);
        let all = all_squares(&puzzle);
        let source = std::sync::Arc::new(diagram(Latin::new(order, &givens)));
        for _ in 0..20 {
            let marks = random_marks(&puzzle, &all, &mut sampler);
            let most = marks.len() + order * order;
            let budget = &mut Budget::unlimited();
            let mut game = puzzle_core::Session::resume(source.clone(), marks, budget).unwrap();
            while let Some(hint) = hint(&*source, game.guide(), budget).unwrap() {
                assert!(matches!(hint.first_move(), Move::Place(_)) || !game.guide().is_completable());
                assert!(
                    [sentences::hint_focus(&puzzle, game.guide().marks(), &hint), sentences::hint_move(&puzzle, &hint)]
                        .iter()
                        .all(|s| s.ends_with('.'))
                );
                assert!(sentences::hint_reason(&puzzle, &hint).iter().all(|line| line.ends_with(['.', ':'])));
                assert!(game.play(hint.first_move(), budget).unwrap(), "{hint:?}");
                assert!(game.moves().count() <= most, "no detours");
            }
            assert!(game.guide().is_solved());
        }
    }
}

#[test]
fn an_explanation_in_plain_words() {
    let source = diagram(Latin::new(3, &[0]));
    let marks = Marks { placed: [Variable::new(13)].into(), blocked: [Variable::new(5)].into() };
    let guide = guide_to(&source, &marks);
    let told = |variable| {
        let explanation = explain(&source, &guide, variable, &mut Budget::unlimited()).unwrap().unwrap();
        sentences::explanation(source.puzzle(), &explanation)
    };
    assert_eq!(
        told(Variable::new(8)),
        [
            "r1c3=3 is dead because of r2c2=2.",
            "  Suppose r1c3=3.",
            "  Then r1c2 has no place left: r1c2=1 is ruled out by r1c1=1; r1c2=2 by r2c2=2; r1c2=3 by \
             r1c3=3.",
            "  So r1c3=3 can't be true.",
            "Remove r2c2=2, and r1c3=3 opens (2 solutions).",
        ]
    );
}

/// Three pigeons, two holes and a tree. Each pigeon is in a hole or in the tree, which has room for all. A case split
/// shows that the tree is needed.
#[derive(Debug)]
struct Pigeons(Rules);

impl Pigeons {
    const TREE: Variable = Variable::new(6);

    fn new() -> Pigeons {
        let mut rules = Rules::new(7);
        for pigeon in 0..3 {
            rules.at_least_one(&[Variable::new(2 * pigeon), Variable::new(2 * pigeon + 1), Pigeons::TREE]);
        }
        rules.at_most_one(&[0, 2, 4]);
        rules.at_most_one(&[1, 3, 5]);
        Pigeons(rules)
    }
}

impl Puzzle for Pigeons {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

impl Words for Pigeons {
    fn name(&self, variable: Variable) -> String {
        if variable == Pigeons::TREE {
            "tree".into()
        } else {
            format!("p{}h{}", variable.index() / 2 + 1, variable.index() % 2 + 1)
        }
    }
    fn line_name(&self, line: ConstraintId) -> String {
        format!("pigeon {}", line.index() + 1)
    }
}

#[test]
fn what_only_cases_show_is_shown_by_cases() {
    let source = Diagram::conjoin(Pigeons::new(), &mut Budget::unlimited()).unwrap();
    let marks = Marks { placed: [].into(), blocked: [Variable::new(5)].into() };
    let guide = guide_to(&source, &marks);
    assert_eq!(guide.status(Pigeons::TREE), Status::Forced);
    let tree = explain(&source, &guide, Pigeons::TREE, &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(tree.technique(), Technique::Chain, "easier to see with the block");
    assert_eq!((&tree.core, &tree.also), (&Marks::default(), &marks));
    assert_eq!((&tree.repair, tree.core.is_empty()), (&None, true));

    let guide = guide_to(&source, &Marks::default());
    let tree = explain(&source, &guide, Pigeons::TREE, &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(
        sentences::explanation(source.puzzle(), &tree),
        [
            "tree is forced: every solution has it.",
            "  Suppose tree is false.",
            "  Then pigeon 1 has only p1h1 and p1h2 left, and neither works: tree is supposed to be false.",
            "    If pigeon 1 has p1h1:",
            "    Then p2h2 is the only place left in pigeon 2: p2h1 is ruled out by p1h1; tree is supposed to be false.",
            "    Then pigeon 3 has no place left: p3h1 is ruled out by p1h1; p3h2 by p2h2; tree is supposed to \
             be false.",
            "    If pigeon 1 has p1h2:",
            "    Then p2h1 is the only place left in pigeon 2: p2h2 is ruled out by p1h2; tree is supposed to be false.",
            "    Then pigeon 3 has no place left: p3h1 is ruled out by p2h1; p3h2 by p1h2; tree is supposed to \
             be false.",
            "  So tree must be true.",
            "The rules alone are the reason.",
        ]
    );
    // The frames of the same explanation: the true variables, and the cases.
    let [suppose, split, first, _, _, second, ..] = &tree.frames()[..] else { panic!("too few frames") };
    assert_eq!((suppose.scene, suppose.placed.len()), (Scene::Suppose(Literal::negative(Pigeons::TREE)), 0));
    assert_eq!(
        (split.cases.len(), split.line(), split.left()),
        (0, Some(ConstraintId::new(0)), vec![0u16.into(), 1u16.into()])
    );
    for (frame, hole) in [(first, 0u16), (second, 1)] {
        assert_eq!(frame.scene, Scene::Case(hole.into(), ConstraintId::new(0)));
        let within = (Some(Literal::negative(Pigeons::TREE)), &vec![(ConstraintId::new(0), hole.into())]);
        assert_eq!(((frame.supposed, &frame.cases), &frame.placed), (within, &vec![hole.into()]));
        assert_eq!((frame.line(), frame.left()), (Some(ConstraintId::new(0)), vec![hole.into()]));
    }
    assert_eq!((tree.frames().len(), tree.step_count()), (8, 5));
}
