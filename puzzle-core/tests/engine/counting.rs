//! Tests of lines with bounds: guides are compared with all valuations, explanations and deductions are replayed line
//! by line.
//!
//! The replay shares no code with the engine. To check a step, it tries all values of the variables of the step's line.

use std::collections::BTreeSet;

use bdd_core::{Constraint, Sampler};
use puzzle_core::check;
use puzzle_core::deduce::easiest;
use puzzle_core::explain::{Cover, Reason, RuledOut, Scene, Step, Technique};
use puzzle_core::{
    Budget, Conflict, ConstraintId, Deduction, Diagram, Explanation, Guide, Literal, Marks, Puzzle, Rules, Seen,
    Source, Status, Variable, Words, explain, sentences,
};

use crate::sets;

#[derive(Debug)]
struct Counting(Rules);

impl Puzzle for Counting {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

impl Words for Counting {}

fn guide_to(source: &dyn Source, marks: Marks) -> Guide {
    let budget = &mut Budget::unlimited();
    let tally = source.completions(&marks, budget).unwrap().tally(budget).unwrap();
    Guide::new(source.puzzle(), marks, tally)
}

/// The known values of variables.
#[derive(Clone)]
struct Facts(BTreeSet<(Variable, bool)>);

impl Facts {
    /// Returns `true` if the line can't be satisfied by the known values together with the values `also`.
    fn refutes(&self, line: &Constraint, also: &[(Variable, bool)]) -> bool {
        let all: Vec<Literal> = line.literals().collect();
        (0..1u32 << all.len()).all(|bits| {
            let value = |place: usize| bits >> place & 1 == 1;
            let agrees = all.iter().enumerate().all(|(place, literal)| {
                !self.0.contains(&(literal.variable, !value(place)))
                    && !also.contains(&(literal.variable, !value(place)))
            });
            let trues = all.iter().enumerate().filter(|(place, literal)| value(*place) == literal.value).count();
            !agrees || trues < line.min() || trues > line.max()
        })
    }

    fn with(&self, variable: Variable, value: bool) -> Facts {
        let mut facts = self.clone();
        facts.0.insert((variable, value));
        facts
    }
}

struct Replay<'a> {
    rules: &'a Rules,
    marks: &'a Marks,
    out: &'a BTreeSet<Variable>,
}

impl Replay<'_> {
    /// Checks every reason by itself. Returns `facts` with the variables that the reasons rule out.
    fn reasons(&self, facts: &Facts, own: &Facts, ruled_out: &[RuledOut]) -> Facts {
        let mut with = facts.clone();
        for &RuledOut { variable, because } in ruled_out {
            let holds = match because {
                Reason::Excluded { by } => {
                    facts.0.contains(&(by, true))
                        && self.rules.exclusions().any(|pair| pair == (by.min(variable), by.max(variable)))
                }
                Reason::Full { on } => facts.refutes(self.rules.constraint(on), &[(variable, true)]),
                Reason::Blocked => self.marks.blocked.contains(&variable),
                Reason::Out => own.0.contains(&(variable, false)) || self.out.contains(&variable),
                Reason::Supposed => own.0.contains(&(variable, false)),
                other => panic!("{other:?} is not known here"),
            };
            assert!(holds, "{variable} is not out as it is said: {because:?}");
            with.0.insert((variable, false));
        }
        with
    }

    /// Checks that the steps lead to a contradiction.
    fn contradiction(&self, mut own: Facts, steps: &[Step]) {
        let (last, before) = steps.split_last().expect("a step");
        let standing = |own: &Facts| {
            Facts(own.0.iter().copied().chain(self.marks.placed.iter().map(|&one| (one, true))).collect())
        };
        for step in before {
            let facts = standing(&own);
            match step {
                Step::Only { variable, on, ruled_out } => {
                    let with = self.reasons(&facts, &own, ruled_out);
                    assert!(with.refutes(self.rules.constraint(*on), &[(*variable, false)]), "{step:?}");
                    own = own.with(*variable, true);
                }
                Step::Decided { on, ruled_out, place, out, .. } => {
                    let with = self.reasons(&facts, &own, ruled_out);
                    for (variable, value) in
                        place.iter().map(|&one| (one, true)).chain(out.iter().map(|&one| (one, false)))
                    {
                        assert!(with.refutes(self.rules.constraint(*on), &[(variable, !value)]), "{step:?}");
                        own = own.with(variable, value);
                    }
                }
                Step::Locked { base, covers, ruled_out, out } => {
                    let with = self.reasons(&facts, &own, ruled_out);
                    self.locked(&with, base, covers, out);
                    out.iter().for_each(|&variable| own = own.with(variable, false));
                }
                other => panic!("{other:?} in the middle"),
            }
        }
        let facts = standing(&own);
        match last {
            Step::Empty { on, ruled_out, .. } => {
                let with = self.reasons(&facts, &own, ruled_out);
                assert!(with.refutes(self.rules.constraint(*on), &[]), "{last:?} {with:?}", with = with.0);
            }
            Step::Split { on, ruled_out, cases, .. } => {
                let with = self.reasons(&facts, &own, ruled_out);
                let none: Vec<_> = cases.iter().map(|case| (case.variable, false)).collect();
                assert!(with.refutes(self.rules.constraint(*on), &none), "{last:?}");
                cases.iter().for_each(|case| self.contradiction(own.with(case.variable, true), &case.steps));
            }
            other => panic!("{other:?} at the end"),
        }
    }

    /// Checks that the variables `out` are false in all valuations that agree with the known values, the base lines,
    /// the covers and the exclusions.
    fn locked(&self, with: &Facts, base: &[ConstraintId], covers: &[Cover], out: &[Variable]) {
        let covers = covers.iter().filter_map(|cover| match cover {
            Cover::Line(line) => Some(*line),
            Cover::Clique(_) => None,
        });
        let lines: Vec<&Constraint> =
            base.iter().copied().chain(covers).map(|line| self.rules.constraint(line)).collect();
        for bits in 0..1usize << VARIABLES {
            let values: Vec<bool> = (0..VARIABLES).map(|place| bits >> place & 1 == 1).collect();
            let agrees = with.0.iter().all(|&(variable, value)| values[variable.index()] == value)
                && lines.iter().all(|line| line.is_satisfied_by(&values))
                && self.rules.exclusions().all(|(a, b)| !(values[a.index()] && values[b.index()]));
            assert!(!agrees || !out.iter().any(|one| values[one.index()]), "{base:?} {out:?}");
        }
    }

    /// Checks the lemmas one after the other, then the steps, which may use the conclusions of all lemmas.
    fn explanation(&self, explanation: &Explanation) {
        let (mut marks, mut out) = (self.marks.clone(), self.out.clone());
        for lemma in &explanation.lemmas {
            Replay { rules: self.rules, marks: &marks, out: &out }.deduction(lemma);
            for literal in &lemma.conclusions {
                if literal.value { &mut marks.placed } else { &mut out }.insert(literal.variable);
            }
        }
        Replay { rules: self.rules, marks: &marks, out: &out }.rest(explanation);
    }

    fn rest(&self, explanation: &Explanation) {
        let is_forced = explanation.status == Status::Forced;
        let placed = Facts(self.marks.placed.iter().map(|&one| (one, true)).collect());
        match explanation.steps.as_slice() {
            [Step::Excluded { by }] => {
                assert!(self.marks.placed.contains(by));
                let pair = ((*by).min(explanation.variable), (*by).max(explanation.variable));
                assert!(self.rules.exclusions().any(|other| other == pair));
            }
            [Step::Full { on, by }] => {
                assert!(by.iter().all(|one| self.marks.placed.contains(one)));
                let placed = Facts(by.iter().map(|&one| (one, true)).collect());
                assert!(placed.refutes(self.rules.constraint(*on), &[(explanation.variable, true)]));
            }
            [Step::Blocked] => assert!(self.marks.blocked.contains(&explanation.variable)),
            [Step::Conflict(Conflict::TooMany(on))] => assert!(placed.refutes(self.rules.constraint(*on), &[])),
            [Step::Conflict(Conflict::Exclusion(a, b))] => {
                assert!(self.marks.placed.contains(a) && self.marks.placed.contains(b));
                assert!(self.rules.exclusions().any(|pair| pair == ((*a).min(*b), (*a).max(*b))));
            }
            [Step::Conflict(Conflict::Blocked(on))] => {
                assert!(self.marks.placed.contains(on) && self.marks.blocked.contains(on));
            }
            steps @ [Step::Only { .. } | Step::Decided { .. } | Step::Locked { .. }] => {
                let conclusion = Literal { variable: explanation.variable, value: is_forced };
                let steps = steps.to_vec();
                self.deduction(&Deduction { conclusions: vec![conclusion], steps, hardness: 0, is_easiest: false });
            }
            steps => self.contradiction(Facts(BTreeSet::from([(explanation.variable, !is_forced)])), steps),
        }
    }

    fn deduction(&self, deduction: &Deduction) {
        let none = Facts(BTreeSet::new());
        let placed = Facts(self.marks.placed.iter().map(|&one| (one, true)).collect());
        match deduction.steps.as_slice() {
            [Step::Only { on, ruled_out, .. } | Step::Decided { on, ruled_out, .. }] => {
                let with = self.reasons(&placed, &none, ruled_out);
                for literal in &deduction.conclusions {
                    assert!(with.refutes(self.rules.constraint(*on), &[(literal.variable, !literal.value)]));
                }
            }
            [Step::Locked { base, covers, ruled_out, out }] => {
                let with = self.reasons(&placed, &none, ruled_out);
                self.locked(&with, base, covers, out);
            }
            // This step occurs only in rules without bounds. It is checked against all valuations, since no line alone
            // proves it.
            [Step::Common { .. }] => {
                let agrees = |values: &[bool]| {
                    self.marks.literals().all(|literal| values[literal.variable.index()] == literal.value)
                        && !self.out.iter().any(|variable| values[variable.index()])
                        && self.rules.are_satisfied_by(values)
                };
                for bits in 0..1usize << VARIABLES {
                    let values: Vec<bool> = (0..VARIABLES).map(|place| bits >> place & 1 == 1).collect();
                    let follows = deduction.conclusions.iter().all(|it| values[it.variable.index()] == it.value);
                    assert!(follows || !agrees(&values), "{deduction:?}");
                }
            }
            steps => {
                let [one] = deduction.conclusions.as_slice() else { panic!("{deduction:?}") };
                self.contradiction(Facts(BTreeSet::from([(one.variable, !one.value)])), steps);
            }
        }
    }
}

const VARIABLES: usize = 8;

/// Returns random exclusions, lines with all kinds of bounds, clauses and implications.
fn random_rules(sampler: &mut Sampler, has_negated: bool) -> Rules {
    let mut below = |limit: usize| usize::try_from(sampler.below(&limit.into()).expect("not zero")).expect("small");
    let mut rules = Rules::new(VARIABLES);
    for _ in 0..below(3) {
        let a = below(VARIABLES);
        rules.exclude(Variable::from_index(a), Variable::from_index((a + 1 + below(VARIABLES - 1)) % VARIABLES));
    }
    for _ in 0..2 + below(3) {
        let mut line: Vec<usize> = (0..VARIABLES).filter(|_| below(2) == 0).collect();
        line.push(VARIABLES - 1);
        line.dedup();
        let literal = |number, value| Literal { variable: Variable::from_index(number), value };
        let literals: Vec<Literal> = line.iter().map(|&number| literal(number, !has_negated || below(3) > 0)).collect();
        match below(3) {
            0 => rules.at_least_one(&literals),
            _ => {
                let least = below(literals.len());
                rules.count(least..=least + below(3), &literals);
            }
        }
    }
    if has_negated {
        let a = below(VARIABLES);
        rules.imply(Variable::from_index(a), Variable::from_index((a + 1) % VARIABLES));
    }
    rules
}

fn random_marks(sampler: &mut Sampler) -> Marks {
    let mut below = |limit: usize| usize::try_from(sampler.below(&limit.into()).expect("not zero")).expect("small");
    (0..below(4)).map(|_| Literal { variable: Variable::from_index(below(VARIABLES)), value: below(3) > 0 }).collect()
}

/// Checks that the last frame shows the conclusions of all lemmas. Checks that each lemma has a frame that states its
/// conclusions, unless its last step already states them.
fn check_frames(why: &Explanation) {
    let frames = why.frames();
    let shown: Vec<&[Literal]> = frames
        .iter()
        .filter_map(|frame| if let Scene::Shown(conclusions) = frame.scene { Some(conclusions) } else { None })
        .collect();
    for lemma in &why.lemmas {
        let is_said = match (lemma.steps.last(), lemma.conclusions.as_slice()) {
            (Some(Step::Only { variable, .. }), [one]) => *one == Literal::positive(*variable),
            (Some(Step::Decided { place, out, .. }), [one]) => place == &[one.variable] && one.value && out.is_empty(),
            _ => false,
        };
        assert_eq!(shown.contains(&lemma.conclusions.as_slice()), !is_said, "{lemma:?}");
    }
    let last = frames.last().expect("something is said");
    for conclusion in why.lemmas.iter().flat_map(|lemma| &lemma.conclusions) {
        let stands = (last.placed.contains(&conclusion.variable), last.out.contains(&conclusion.variable));
        assert_eq!(stands, (conclusion.value, !conclusion.value), "{conclusion:?} of {why:?}");
    }
    let steps = frames.iter().filter(|frame| matches!(frame.scene, Scene::Step(_))).count();
    assert_eq!(why.step_count(), steps);
    // The frame of a line with negated variables that leaves no choice has the variables that become true.
    for frame in &frames {
        if let Scene::Step(Step::Decided { place, .. }) = frame.scene {
            assert!(place.iter().all(|placed| frame.placed.contains(placed)));
        }
    }
}

/// The statuses of random puzzles agree with trying all valuations, and every explanation can be replayed.
#[test]
fn what_lines_count_is_explained() {
    let mut sampler = Sampler::new(7);
    let (mut full, mut lemmas, mut split, mut decided, mut explained) = (0, 0, 0, 0, 0);
    for round in 0..600 {
        let puzzle = Counting(random_rules(&mut sampler, round % 2 == 1));
        let marks = random_marks(&mut sampler);
        let models: Vec<Vec<bool>> = (0..1usize << VARIABLES)
            .map(|bits| (0..VARIABLES).map(|place| bits >> place & 1 == 1).collect::<Vec<bool>>())
            .filter(|values| puzzle.0.are_satisfied_by(values))
            .filter(|values| marks.literals().all(|literal| values[literal.variable.index()] == literal.value))
            .collect();
        let source = Diagram::conjoin(puzzle, &mut Budget::unlimited()).unwrap();
        let guide = guide_to(&source, marks.clone());
        assert_eq!(*guide.total().value(), models.len().into());
        for (variable, status, count) in guide.variables() {
            let with = models.iter().filter(|values| values[variable.index()]).count();
            assert_eq!(*count.value(), with.into());
            let why = explain(&source, &guide, variable, &mut Budget::unlimited());
            let why = why.unwrap_or_else(|error| panic!("{error}: {:?} {marks:?}", source.puzzle()));
            let Some(why) = why else { continue };
            let rules = source.puzzle().rules();
            assert_eq!(check::explanation(source.puzzle(), &why), Ok(()), "{why:?}");
            Replay { rules, marks: &marks, out: &BTreeSet::new() }.explanation(&why);
            assert_eq!(status == Status::Forced, with == models.len() && with > 0);
            check_frames(&why);
            let said = sentences::explanation(source.puzzle(), &why).join("\n");
            assert!(!said.is_empty());
            explained += 1;
            full += usize::from(matches!(why.steps.as_slice(), [Step::Full { .. }]));
            lemmas += usize::from(!why.lemmas.is_empty());
            let is_split = |steps: &[Step]| matches!(steps.last(), Some(Step::Split { .. }));
            split += usize::from(is_split(&why.steps) || why.lemmas.iter().any(|lemma| is_split(&lemma.steps)));
            decided += usize::from(why.steps.iter().any(|step| matches!(step, Step::Decided { .. })));
        }
    }
    println!("{explained} explained, {full} of them by full lines, {split} by cases, {decided} with negated variables");
    println!("{lemmas} by lemmas");
    assert!(explained > 1000 && full > 20 && lemmas > 20 && split > 20 && decided > 20);
}

/// Explains every variable of every set of `size` rules, first without marks. If `is_marked`, explains them again with
/// each single variable placed or blocked. Returns the number of explanations.
fn explain_sets(size: usize, is_marked: bool) -> usize {
    let mut explained = 0;
    for (rules, models) in sets::sets(size, 1) {
        let source = Diagram::conjoin(Counting(rules), &mut Budget::unlimited()).unwrap();
        let variables = || Variable::all(sets::VARIABLES).filter(|_| is_marked);
        let one = variables().flat_map(|variable| [true, false].map(|value| Some(Literal { variable, value })));
        for mark in [None].into_iter().chain(one) {
            let marks: Marks = mark.into_iter().collect();
            let has = |bits: usize, Literal { variable, value }| (bits >> variable.index() & 1 == 1) == value;
            let left: Vec<usize> =
                models.iter().copied().filter(|&bits| marks.literals().all(|mark| has(bits, mark))).collect();
            let guide = guide_to(&source, marks.clone());
            for (variable, status, _) in guide.variables() {
                let with = left.iter().filter(|&&bits| has(bits, Literal::positive(variable))).count();
                let is_marked = marks.literals().any(|literal| literal.variable == variable);
                assert_eq!(
                    status == Status::Forced,
                    !is_marked && with > 0 && with == left.len(),
                    "{variable} {marks:?}"
                );
                let why = explain(&source, &guide, variable, &mut Budget::unlimited()).unwrap();
                let is_ruled = !is_marked && (with == 0 || with == left.len());
                assert!(why.is_some() || !is_ruled, "{variable} of {:?} {marks:?}", source.puzzle());
                let Some(why) = why else { continue };
                assert_eq!(check::explanation(source.puzzle(), &why), Ok(()), "{why:?} {:?}", source.puzzle().rules());
                Replay { rules: source.puzzle().rules(), marks: &marks, out: &BTreeSet::new() }.explanation(&why);
                explained += 1;
            }
        }
    }
    println!("{explained} explanations of sets of {size} rules");
    explained
}

#[test]
fn every_set_of_up_to_three_rules_is_explained() {
    let explained = [explain_sets(1, true), explain_sets(2, true), explain_sets(3, false)];
    assert!(explained.iter().zip([50, 1000, 500]).all(|(explained, least)| *explained > least), "{explained:?}");
}

/// If a line has a single case because another line has decided its other variables, the split must keep the step that
/// decides them.
#[test]
fn a_split_needs_what_leaves_no_other_case() {
    let literal = |variable: u16, value| Literal { variable: variable.into(), value };
    let mut rules = Rules::new(6);
    rules.imply(literal(0, true), literal(1, true));
    rules.at_least_one(&[literal(0, false), literal(2, true), literal(3, true)]);
    rules.at_least_one(&[literal(1, false), literal(4, true), literal(5, true)]);
    rules.at_most(2, &[0, 2, 3, 4, 5]);
    let source = Diagram::conjoin(Counting(rules), &mut Budget::unlimited()).unwrap();
    let guide = guide_to(&source, Marks::default());
    let why = explain(&source, &guide, 0u16.into(), &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(check::explanation(source.puzzle(), &why), Ok(()), "{why:?}");
}

#[test]
#[ignore = "takes minutes"]
fn every_set_of_four_rules_is_explained_with_every_mark() {
    assert!(explain_sets(3, true) > 10_000 && explain_sets(4, true) > 100_000);
}

/// Deduces random puzzles to the end. The crate's checker and the replay accept every deduction.
#[test]
fn deductions_hold_until_nothing_is_left_to_deduce() {
    let mut sampler = Sampler::new(11);
    let (mut found, mut locked) = (0, 0);
    for round in 0..450 {
        let puzzle = Counting(random_rules(&mut sampler, round % 2 == 1));
        let mut seen = Seen::default();
        while let Some(deduction) = easiest(&puzzle, &seen, &mut Budget::unlimited()).unwrap() {
            let checked = check::deduction(&puzzle, &seen, &deduction);
            assert_eq!(checked, Ok(()), "{puzzle:?} {seen:?} {deduction:?}");
            Replay { rules: &puzzle.0, marks: &seen.marks, out: &seen.out }.deduction(&deduction);
            for literal in &deduction.conclusions {
                let is_new = match literal.value {
                    true => seen.marks.placed.insert(literal.variable),
                    false => seen.out.insert(literal.variable),
                };
                assert!(is_new, "{literal:?} was known");
            }
            found += 1;
            locked += usize::from(deduction.technique() == Technique::Locked);
        }
    }
    println!("{found} deductions, {locked} of them by lines within covers");
    assert!(found > 300 && locked > 10);
}

/// Sentences about a line of four variables that needs two true variables.
#[test]
fn what_a_line_has_and_needs_is_said() {
    let mut rules = Rules::new(4);
    rules.exactly(2, &[0, 1, 2, 3]);
    let source = Diagram::conjoin(Counting(rules), &mut Budget::unlimited()).unwrap();
    let said = |marks: Marks, variable: u16| {
        let guide = guide_to(&source, marks);
        let why = explain(&source, &guide, variable.into(), &mut Budget::unlimited()).unwrap().unwrap();
        sentences::explanation(source.puzzle(), &why)
    };
    let placed = Marks::from_iter([Literal::positive(0), Literal::positive(2)]);
    assert_eq!(said(placed, 3)[1], "  x3 is ruled out: line 1 has its two already: x0 and x2.");
    let blocked = Marks::from_iter([Literal::negative(1), Literal::negative(3)]);
    let expected = [
        "  Suppose x2 is false.",
        "  Then line 1 has only x0 left and needs two: x1 and x3 are blocked; x2 is supposed to be false.",
    ];
    assert_eq!(said(blocked, 2)[1..3], expected);
}

/// Checks the conclusions and sentences of counting arguments over lines with bounds. The checker must refuse all
/// mutations.
#[test]
fn lines_within_covers_use_up_their_room() {
    // Exactly two of the variables 0 to 2 are true, and exactly two of the variables 0 to 4. So 3 and 4 are false.
    let mut within = Rules::new(VARIABLES);
    within.exactly(2, &[0, 1, 2]);
    within.exactly(2, &[0, 1, 2, 3, 4]);
    within.at_least(3, &[3, 4, 5, 6, 7]);
    // Exactly two of the variables 0 to 3 are true, where 0 excludes 1, and 2 excludes 3. So 0 or 1 is true. Both
    // exclude 4, which is therefore false.
    let mut pairs = Rules::new(VARIABLES);
    pairs.exactly(2, &[0, 1, 2, 3]);
    for (a, b) in [(0, 1), (2, 3), (0, 4), (1, 4)] {
        pairs.exclude(a, b);
    }
    for (rules, out, said) in [
        (within, &[3, 4][..], "The remaining candidates of line 1 are all in line 2, and leave no room for others"),
        (pairs, &[4][..], "The remaining candidates of line 1 are all in (x0, x1, x4) and (x2, x3), one in each"),
    ] {
        let puzzle = Counting(rules);
        let seen = Seen::default();
        let found = easiest(&puzzle, &seen, &mut Budget::unlimited()).unwrap().unwrap();
        let expected: Vec<Literal> = out.iter().map(|&variable| Literal::negative(variable)).collect();
        assert_eq!((found.technique(), &found.conclusions), (Technique::Locked, &expected));
        let words = sentences::deduction(&puzzle, &found).join(" ");
        assert!(words.contains(said), "{words}");
        assert_eq!(check::deduction(&puzzle, &seen, &found), Ok(()));
        let [Step::Locked { base, covers, ruled_out, out }] = found.steps.as_slice() else { panic!("{found:?}") };
        let mut mutated = Vec::new();
        let mut mutate = |base: &[ConstraintId], covers: &[Cover], out: &[Variable]| {
            let (base, covers, ruled_out, out) = (base.to_vec(), covers.to_vec(), ruled_out.clone(), out.to_vec());
            let conclusions = out.iter().map(|&variable| Literal::negative(variable)).collect();
            mutated.push(Deduction {
                conclusions,
                steps: vec![Step::Locked { base, covers, ruled_out, out }],
                ..found.clone()
            });
        };
        for place in 0..covers.len() {
            let fewer: Vec<Cover> =
                covers.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, it)| it.clone()).collect();
            mutate(base, &fewer, out);
        }
        mutate(&[], covers, out);
        mutate(&[base.as_slice(), base.as_slice()].concat(), covers, out);
        for variable in Variable::all(VARIABLES).filter(|variable| !out.contains(variable)) {
            mutate(base, covers, &[out.as_slice(), &[variable]].concat());
        }
        for mutation in &mutated {
            assert!(check::deduction(&puzzle, &seen, mutation).is_err(), "{mutation:?}");
        }
        assert!(mutated.len() > 8);
    }
}

/// The conclusion of a line that places one variable and rules out another names both, each with its value.
#[test]
fn conclusions_of_both_values_are_said() {
    let literal = |variable: u16, value| Literal { variable: variable.into(), value };
    let mut rules = Rules::new(2);
    rules.at_least(2, &[literal(0, true), literal(1, false)]);
    let puzzle = Counting(rules);
    let deduction = easiest(&puzzle, &Seen::default(), &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(check::deduction(&puzzle, &Seen::default(), &deduction), Ok(()));
    let said = sentences::deduction(&puzzle, &deduction);
    assert_eq!(said.last().unwrap(), "So x0 must be true and x1 can't be true.", "{said:?}");
}

/// Four countries with three colours. Country A has borders with B, C and D, and B with C. A country is a line of its
/// colours, with the default visibility.
#[derive(Debug)]
struct Countries(Rules);

impl Puzzle for Countries {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

impl Words for Countries {
    fn name(&self, variable: Variable) -> String {
        self.cell_and_value(variable).map(|(cell, value)| format!("{cell}={value}")).unwrap()
    }
    fn cell_and_value(&self, variable: Variable) -> Option<(String, String)> {
        let (country, colour) = (variable.index() / 3, variable.index() % 3);
        Some((["A", "B", "C", "D"][country].to_owned(), ["red", "green", "blue"][colour].to_owned()))
    }
    fn line_name(&self, line: ConstraintId) -> String {
        ["A", "B", "C", "D"][line.index()].to_owned()
    }
}

/// The sentence about a cell without a possible value names the values that the cell sees. It does not say that they
/// rule out the cell.
#[test]
fn a_line_of_one_cell_sees_values() {
    let mut rules = Rules::new(12);
    for country in 0..4_u16 {
        rules.exactly_one(&[3 * country, 3 * country + 1, 3 * country + 2]);
    }
    for (a, b) in [(0_u16, 1_u16), (0, 2), (0, 3), (1, 2)] {
        for colour in 0..3 {
            rules.exclude(3 * a + colour, 3 * b + colour);
        }
    }
    let source = Diagram::conjoin(Countries(rules), &mut Budget::unlimited()).unwrap();
    // B is red, C green, and D blue: A has no colour left.
    let guide = guide_to(&source, Marks::from_iter([Literal::positive(3), Literal::positive(7)]));
    let why = explain(&source, &guide, 11u16.into(), &mut Budget::unlimited()).unwrap().unwrap();
    let said = sentences::explanation(source.puzzle(), &why).join("\n");
    assert!(said.contains("it sees") && !said.contains("rules out A"), "{said}");
}
