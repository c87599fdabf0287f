//! Checkers that replay deductions and explanations step by step, from the rules alone.
//!
//! The checkers share only data types with the code that finds the arguments, so that an error in that code can't hide
//! itself.

use std::collections::BTreeSet;

use bdd_core::{Constraint, ConstraintId, Literal, Rules, Variable};

use crate::explanation::Explanation;
use crate::guide::Status;
use crate::logic::{Case, Cover, Deduction, Reason, RuledOut, Seen, Step};
use crate::marks::{Conflict, Marks};
use crate::puzzle::Puzzle;

/// The reason why a deduction or an explanation does not hold.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The steps do not have the form of an argument for the conclusions.
    #[error("the steps do not prove the conclusions")]
    Shape,
    /// The reason given for ruling out this variable does not hold.
    #[error("the stated reason does not rule out variable {0}")]
    Reason(Variable),
    /// This line has other candidates than the step states, or its candidates do not suffice for the step's conclusion.
    #[error("constraint {0} has other candidates than a step states")]
    Left(ConstraintId),
    /// A counting argument ([`Step::Locked`]) is malformed: the variables of a clique do not all exclude each other, a
    /// base line is listed twice, or a base line has negated variables.
    #[error(
        "malformed counting argument: expected covers that bound their true variables, and different base constraints \
         without negated variables"
    )]
    Covers,
    /// A counting argument ([`Step::Locked`]) fails for this variable: either it is a candidate on more base lines than
    /// covers, or the step rules it out although the numbers do not show that it is false.
    #[error("the covers of a step do not rule out variable {0} as the step states")]
    Covered(Variable),
}

/// Checks that a deduction follows from the rules and `seen`, the board as the player sees it.
///
/// ```
/// use puzzle_core::{Budget, Literal, Rules, Seen, check, deduce};
///
/// let mut rules = Rules::new(1);
/// rules.at_least_one(&[0]);
/// let mut found = deduce::easiest(&rules, &Seen::default(), &mut Budget::unlimited())?.expect("0 is true");
/// assert_eq!(check::deduction(&rules, &Seen::default(), &found), Ok(()));
/// found.conclusions = vec![Literal::negative(0)];
/// assert!(check::deduction(&rules, &Seen::default(), &found).is_err());
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
///
/// # Errors
///
/// [`Fault`] if the deduction does not follow.
///
/// # Panics
///
/// If the puzzle does not have a variable or a line of the deduction.
pub fn deduction(puzzle: &dyn Puzzle, seen: &Seen, deduction: &Deduction) -> Result<(), Fault> {
    let standing = seen.marks.standing(puzzle);
    let (rules, closed, out) = (puzzle.rules(), puzzle.closed(), seen.out.clone());
    let world = World { rules, closed, seen, standing, supposed_false: None, out };
    let expect_conclusions = |place: &[Variable], out: &[Variable]| {
        let are_said = !deduction.conclusions.is_empty() && deduction.conclusions == conclusions(place, out);
        if are_said { Ok(()) } else { Err(Fault::Shape) }
    };
    match deduction.steps.as_slice() {
        [Step::Only { variable, on, ruled_out }] if deduction.conclusions == [Literal::positive(*variable)] => {
            world.only(*on, ruled_out, *variable)
        }
        [Step::Decided { on, ruled_out, by, place, out }] => {
            expect_conclusions(place, out)?;
            world.decided(*on, ruled_out, by, place, out)
        }
        [Step::Locked { base, covers, ruled_out, out }] => {
            expect_conclusions(&[], out)?;
            world.locked(base, covers, ruled_out, out)
        }
        [Step::Common { on, ruled_out, left, out }] => {
            expect_conclusions(&[], out)?;
            world.common(*on, ruled_out, left, out)
        }
        steps => {
            let [conclusion] = deduction.conclusions.as_slice() else { return Err(Fault::Shape) };
            let mut world = world;
            match conclusion.value {
                false => drop(world.standing.insert(conclusion.variable)),
                true => world.supposed_false = Some(conclusion.variable),
            }
            world.contradiction(steps)
        }
    }
}

fn conclusions(place: &[Variable], out: &[Variable]) -> Vec<Literal> {
    let place = place.iter().copied().map(Literal::positive);
    out.iter().copied().map(Literal::negative).chain(place).collect()
}

/// The true and the undecided literals of a line, and its bounds, at one point of an argument. A literal counts as
/// often as the line has it or a copy of it.
struct LineTally {
    trues: usize,
    /// The number of further literals that may be true.
    spare: usize,
    /// The undecided literals, each with its number of occurrences.
    open: Vec<(Literal, usize)>,
    least: usize,
    most: usize,
    /// `true` if a variable of the line is both true and ruled out, which is a contradiction by itself.
    is_absurd: bool,
}

/// The knowledge at one point of an argument: the true variables, the ruled-out variables, and the variable that is
/// supposed to be false.
#[derive(Clone)]
struct World<'a> {
    rules: &'a Rules,
    closed: &'a [Variable],
    seen: &'a Seen,
    standing: BTreeSet<Variable>,
    supposed_false: Option<Variable>,
    /// The variables ruled out by earlier deductions or earlier steps.
    out: BTreeSet<Variable>,
}

impl World<'_> {
    fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.rules.excluded_by(a).contains(&b)
    }

    /// Checks the reasons and returns the variables that they rule out. Fails if a reason does not hold, or if a
    /// variable has two reasons.
    fn ruled_out(&self, reasons: &[RuledOut]) -> Result<BTreeSet<Variable>, Fault> {
        let mut out = BTreeSet::new();
        for &RuledOut { variable, because } in reasons {
            let holds = match because {
                Reason::Excluded { by } => self.standing.contains(&by) && self.excludes(by, variable),
                Reason::Full { on } => self.is_full(on, variable),
                Reason::Blocked => self.seen.marks.blocked.contains(&variable) || self.closed.contains(&variable),
                Reason::Out => self.out.contains(&variable),
                Reason::Supposed => self.supposed_false == Some(variable),
            };
            if !holds || !out.insert(variable) {
                return Err(Fault::Reason(variable));
            }
        }
        Ok(out)
    }

    fn expect_left(&self, on: ConstraintId, reasons: &[RuledOut], left: &[Variable]) -> Result<(), Fault> {
        let mut all = self.ruled_out(reasons)?;
        let is_said_twice = left.iter().any(|&variable| !all.insert(variable));
        if is_said_twice || !all.iter().eq(self.rules.constraint(on).variables()) {
            Err(Fault::Left(on))
        } else {
            Ok(())
        }
    }

    /// Returns the literal that an auxiliary variable repeats: two clauses make them equivalent. Returns the positive
    /// literal of any other variable.
    fn original(&self, variable: Variable) -> Literal {
        let copy = Literal::positive(variable);
        if variable.index() < self.rules.projected_variables() {
            return copy;
        }
        // The literals beside `literal` in clauses of two literals.
        let beside = |literal: Literal| {
            let pairs = self.rules.constraints().filter(move |line| {
                let is_pair = line.variables().len() == 2 && line.min() == 1 && line.max() == 2;
                is_pair && line.literal(variable) == Some(literal)
            });
            pairs.flat_map(Constraint::literals).filter(move |other| other.variable < variable)
        };
        let converse: BTreeSet<Literal> = beside(copy).collect();
        beside(!copy).find(|&implied| converse.contains(&!implied)).unwrap_or(copy)
    }

    /// Counts the literals of a line. The variables that `reasons` rule out are false, and the variables in
    /// `self.standing` are true; if the line has negated variables, only those in `by` are. All other variables are
    /// undecided. Fails if a reason does not hold, or is about a variable outside of the line.
    fn tally(&self, on: ConstraintId, reasons: &[RuledOut], by: &[Variable]) -> Result<LineTally, Fault> {
        let out = self.ruled_out(reasons)?;
        let line = self.rules.constraint(on);
        if out.iter().chain(by).any(|variable| line.literal(*variable).is_none()) {
            return Err(Fault::Left(on));
        }
        if let Some(&uncertain) = by.iter().find(|one| !self.standing.contains(one)) {
            return Err(Fault::Reason(uncertain));
        }
        // A line that has an auxiliary variable beside the literal that it repeats counts this literal once more.
        let mut literals: Vec<(Literal, usize)> = line.literals().map(|literal| (literal, 1)).collect();
        for literal in line.literals() {
            let original = self.original(literal.variable);
            let repeated = if literal.value { original } else { !original };
            if original.variable != literal.variable && line.literal(original.variable) == Some(repeated) {
                literals.retain(|(one, _)| *one != literal);
                literals.iter_mut().filter(|(one, _)| *one == repeated).for_each(|(_, times)| *times += 1);
            }
        }
        let (least, most) = (line.min(), line.max());
        let mut tally = LineTally { trues: 0, spare: 0, open: Vec::new(), least, most, is_absurd: false };
        for (literal, times) in literals {
            let is_used = line.is_positive() || by.contains(&literal.variable);
            match (self.standing.contains(&literal.variable), out.contains(&literal.variable)) {
                (true, true) => tally.is_absurd = true,
                (false, true) => tally.trues += if literal.value { 0 } else { times },
                (true, false) if is_used => tally.trues += if literal.value { times } else { 0 },
                (true, false) => tally.spare += times,
                (false, false) => {
                    tally.spare += times;
                    tally.open.push((literal, times));
                }
            }
        }
        Ok(tally)
    }

    /// Checks that a line needs all its undecided literals to be true, and that the positive literal of `variable` is
    /// one of them.
    fn only(&self, on: ConstraintId, reasons: &[RuledOut], variable: Variable) -> Result<(), Fault> {
        let tally = self.tally(on, reasons, &[])?;
        let is_tight = tally.trues + tally.spare == tally.least;
        let is_open = tally.open.iter().any(|&(literal, _)| literal == Literal::positive(variable));
        if is_tight && is_open { Ok(()) } else { Err(Fault::Left(on)) }
    }

    fn decided(
        &self,
        on: ConstraintId,
        reasons: &[RuledOut],
        by: &[Variable],
        place: &[Variable],
        out: &[Variable],
    ) -> Result<(), Fault> {
        let tally = self.tally(on, reasons, by)?;
        let possible = tally.trues + tally.spare;
        // A literal is true if the line falls below its minimum without it, and false if it exceeds its maximum with it.
        let is_needed = |&&(_, times): &&(Literal, usize)| possible >= tally.least && possible - times < tally.least;
        let is_too_much = |&&(_, times): &&(Literal, usize)| tally.trues + times > tally.most;
        let needed = Vec::from_iter(tally.open.iter().filter(is_needed).map(|&(literal, _)| literal));
        let excluded = Vec::from_iter(tally.open.iter().filter(is_too_much).map(|&(literal, _)| !literal));
        let follow = |literals: &[Literal]| {
            let of = |value: bool| literals.iter().filter(move |one| one.value == value).map(|one| &one.variable);
            of(true).eq(place) && of(false).eq(out)
        };
        if follow(&needed) || tally.trues == tally.most && follow(&excluded) { Ok(()) } else { Err(Fault::Left(on)) }
    }

    /// Returns `true` if the line contains `variable` and its other variables already reach its maximum of true
    /// variables. A line with negated variables is never full.
    fn is_full(&self, on: ConstraintId, variable: Variable) -> bool {
        let line = self.rules.constraint(on);
        let others = line.variables().iter().filter(|&&other| other != variable && self.standing.contains(&other));
        line.is_positive() && line.literal(variable).is_some() && others.count() >= line.max()
    }

    /// Checks that a line can be satisfied only if at least one of the variables `cases` is true.
    fn expect_cases(
        &self,
        on: ConstraintId,
        reasons: &[RuledOut],
        by: &[Variable],
        cases: &[Variable],
    ) -> Result<(), Fault> {
        let tally = self.tally(on, reasons, by)?;
        let of = |value: bool| tally.open.iter().filter(move |(literal, _)| literal.value == value);
        let open: usize = tally.open.iter().map(|(_, times)| times).sum();
        let negated: usize = of(false).map(|(_, times)| times).sum();
        // The true variables that the step does not use may count.
        let unused = tally.spare - open;
        let value = tally.trues + unused + negated < tally.least;
        let is_needed = value || tally.trues + negated > tally.most;
        let are_cases = of(value).map(|(literal, _)| &literal.variable).eq(cases);
        if is_needed && are_cases { Ok(()) } else { Err(Fault::Left(on)) }
    }

    /// Checks that the steps lead to a contradiction.
    fn contradiction(mut self, steps: &[Step]) -> Result<(), Fault> {
        let (last, before) = steps.split_last().ok_or(Fault::Shape)?;
        for step in before {
            match step {
                Step::Only { variable, on, ruled_out } => {
                    self.only(*on, ruled_out, *variable)?;
                    self.standing.insert(*variable);
                }
                Step::Decided { on, ruled_out, by, place, out } => {
                    self.decided(*on, ruled_out, by, place, out)?;
                    self.standing.extend(place);
                    self.out.extend(out);
                }
                Step::Locked { base, covers, ruled_out, out } => {
                    self.locked(base, covers, ruled_out, out)?;
                    self.out.extend(out);
                }
                _ => return Err(Fault::Shape),
            }
        }
        match last {
            Step::Empty { on, ruled_out, by } => {
                let tally = self.tally(*on, ruled_out, by)?;
                let is_broken = tally.trues + tally.spare < tally.least || tally.trues > tally.most;
                if is_broken || tally.is_absurd { Ok(()) } else { Err(Fault::Left(*on)) }
            }
            Step::Split { on, ruled_out, by, cases } => {
                let left: Vec<Variable> = cases.iter().map(|case| case.variable).collect();
                self.expect_cases(*on, ruled_out, by, &left)?;
                cases.iter().try_for_each(|Case { variable, steps }| {
                    let mut world = self.clone();
                    world.standing.insert(*variable);
                    world.contradiction(steps)
                })
            }
            _ => Err(Fault::Shape),
        }
    }

    fn common(&self, on: ConstraintId, reasons: &[RuledOut], left: &[Variable], out: &[Variable]) -> Result<(), Fault> {
        self.expect_left(on, reasons, left)?;
        match out.iter().find(|&&out| left.iter().any(|&by| !self.excludes(by, out))) {
            Some(&out) => Err(Fault::Reason(out)),
            None => Ok(()),
        }
    }

    /// Checks a counting argument. The base lines together need a number of further true variables (the need), and the
    /// covers can hold a number of further true variables (the room). Each undecided variable of the base lines must
    /// lie in at least as many covers as base lines. Then a variable is false if `covers - lines > room - need`. Here
    /// `covers` and `lines` are the numbers of covers and base lines that contain the variable.
    fn locked(
        &self,
        base: &[ConstraintId],
        covers: &[Cover],
        reasons: &[RuledOut],
        out: &[Variable],
    ) -> Result<(), Fault> {
        let is_clique = |cover: &[Variable]| {
            cover.iter().enumerate().all(|(i, &a)| cover[i + 1..].iter().all(|&b| self.excludes(a, b)))
        };
        // The variables of each cover, and the maximum number of them that can be true.
        let mut bounded: Vec<(&[Variable], i64)> = Vec::new();
        for cover in covers {
            let variables = match cover {
                Cover::Line(line) => self.rules.constraint(*line).variables(),
                Cover::Clique(variables) => variables,
            };
            let most = match cover {
                _ if is_clique(variables) => 1,
                Cover::Clique(_) => return Err(Fault::Covers),
                Cover::Line(line) if self.rules.constraint(*line).is_positive() => self.rules.constraint(*line).max(),
                Cover::Line(_) => variables.len(),
            };
            bounded.push((variables, most as i64));
        }
        let is_line_sound = |line: &ConstraintId| self.rules.constraint(*line).is_positive();
        let is_twice = base.iter().enumerate().any(|(i, line)| base[i + 1..].contains(line));
        if is_twice || !base.iter().all(is_line_sound) {
            return Err(Fault::Covers);
        }
        let false_ones = self.ruled_out(reasons)?;
        let on_lines = |variable| {
            base.iter().filter(|&&line| self.rules.constraint(line).variables().contains(&variable)).count() as i64
        };
        let covered = |variable| bounded.iter().filter(|(cover, _)| cover.contains(&variable)).count() as i64;
        let standing =
            |variables: &[Variable]| variables.iter().filter(|one| self.standing.contains(one)).count() as i64;
        let need: i64 = base
            .iter()
            .map(|&line| self.rules.constraint(line).min() as i64 - standing(self.rules.constraint(line).variables()))
            .sum();
        let room: i64 = bounded.iter().map(|(cover, most)| most - standing(cover)).sum();
        let is_undecided = |variable: &Variable| !self.standing.contains(variable) && !false_ones.contains(variable);
        for &variable in
            base.iter().flat_map(|&line| self.rules.constraint(line).variables()).filter(|one| is_undecided(one))
        {
            if covered(variable) < on_lines(variable) {
                return Err(Fault::Covered(variable));
            }
        }
        let is_out = |variable| is_undecided(&variable) && covered(variable) - on_lines(variable) > room - need;
        match out.iter().find(|&&variable| !is_out(variable)) {
            Some(&variable) => Err(Fault::Covered(variable)),
            None => Ok(()),
        }
    }
}

/// Checks that an explanation holds: first its lemmas one after the other, then its steps, which may use all lemmas.
/// The steps must follow from the marks of the core alone, or else from these marks and the further marks that the
/// explanation cites ([`Explanation::also`]).
///
/// ```
/// use std::sync::Arc;
///
/// use puzzle_core::{Budget, Diagram, Move, Rules, Session, Variable, check, explain};
///
/// // At most one of three.
/// let mut rules = Rules::new(3);
/// rules.at_most(1, &[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Arc::new(Diagram::conjoin(rules.clone(), budget)?);
/// let mut game = Session::new(source.clone(), budget)?;
/// game.play(Move::Place(Variable::new(0)), budget)?;
/// let explanation = explain(&*source, game.guide(), Variable::new(1), budget)?.expect("it is excluded");
/// assert_eq!(check::explanation(&rules, &explanation), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Fault`] if the explanation does not hold.
///
/// # Panics
///
/// If the puzzle does not have a variable or a line of the explanation.
pub fn explanation(puzzle: &dyn Puzzle, explanation: &Explanation) -> Result<(), Fault> {
    let Explanation { core, also, .. } = explanation;
    check_from(puzzle, core, explanation).or_else(|fault| {
        let all = Marks { placed: &core.placed | &also.placed, blocked: &core.blocked | &also.blocked };
        if also.is_empty() { Err(fault) } else { check_from(puzzle, &all, explanation) }
    })
}

fn check_from(puzzle: &dyn Puzzle, marks: &Marks, explanation: &Explanation) -> Result<(), Fault> {
    let Explanation { variable, lemmas, steps, .. } = explanation;
    let mut seen = Seen::from(marks.clone());
    for lemma in lemmas {
        deduction(puzzle, &seen, lemma)?;
        for conclusion in &lemma.conclusions {
            if conclusion.value { &mut seen.marks.placed } else { &mut seen.out }.insert(conclusion.variable);
        }
    }
    let standing = seen.marks.standing(puzzle);
    let stands = |one: &Variable| standing.contains(one);
    let is_out = |one: &Variable| seen.marks.blocked.contains(one) || puzzle.closed().contains(one);
    let excludes = |a: Variable, b: Variable| puzzle.rules().excluded_by(a).contains(&b);
    let conclusion = Literal { variable: *variable, value: explanation.status == Status::Forced };
    let direct = |holds: bool| if holds && !conclusion.value { Ok(()) } else { Err(Fault::Reason(*variable)) };
    let as_deduction = |conclusions: Vec<Literal>| {
        if !conclusions.contains(&conclusion) {
            return Err(Fault::Shape);
        }
        deduction(puzzle, &seen, &Deduction { conclusions, steps: steps.clone(), hardness: 0, is_easiest: false })
    };
    match steps.as_slice() {
        [Step::Excluded { by }] => direct(stands(by) && excludes(*by, *variable)),
        [Step::Full { on, by }] => {
            let line = puzzle.rules().constraint(*on);
            let all_stand = by.iter().all(|one| stands(one) && line.variables().contains(one));
            let is_sorted = by.windows(2).all(|pair| pair[0] < pair[1]);
            let is_other = line.variables().contains(variable) && !by.contains(variable);
            direct(all_stand && is_sorted && is_other && line.is_positive() && by.len() >= line.max())
        }
        [Step::Blocked] => direct(is_out(variable)),
        // Contradictory marks imply everything.
        [Step::Conflict(Conflict::Exclusion(a, b))] => direct(stands(a) && stands(b) && excludes(*a, *b)),
        [Step::Conflict(Conflict::Blocked(on))] => direct(stands(on) && is_out(on)),
        [Step::Conflict(Conflict::TooMany(on))] => {
            let line = puzzle.rules().constraint(*on);
            let trues = line.variables().iter().filter(|&one| stands(one)).count();
            direct(line.is_positive() && trues > line.max())
        }
        [Step::Locked { out, .. } | Step::Common { out, .. }] => as_deduction(conclusions(&[], out)),
        [Step::Decided { place, out, .. }] => as_deduction(conclusions(place, out)),
        _ => as_deduction(vec![conclusion]),
    }
}
