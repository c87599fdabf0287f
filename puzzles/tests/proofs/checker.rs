//! A small checker of the proofs' format: pseudo-Boolean constraints, unit propagation, and sums in reverse Polish
//! notation. It reads texts only and shares no code with the writer.

use std::collections::{BTreeMap, BTreeSet};

/// A literal: the number of its variable, negative for its negation.
type Literal = i64;

/// A constraint: positive coefficients of literals, at most one for each variable, and the least sum of the coefficients
/// of true literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Constraint {
    terms: BTreeMap<Literal, i64>,
    degree: i64,
}

impl Constraint {
    /// Adds a term with any coefficient.
    fn add_term(&mut self, literal: Literal, coefficient: i64) {
        if coefficient < 0 {
            // a x = a + (-a) (1 - x)
            self.degree -= coefficient;
            return self.add_term(-literal, -coefficient);
        }
        let opposite = self.terms.remove(&-literal).unwrap_or(0);
        self.degree -= opposite.min(coefficient);
        let rest = coefficient - opposite;
        if rest != 0 {
            *self.terms.entry(if rest > 0 { literal } else { -literal }).or_default() += rest.abs();
        }
    }

    fn plus(&self, other: &Constraint) -> Constraint {
        let mut sum = Constraint { degree: self.degree + other.degree, ..self.clone() };
        other.terms.iter().for_each(|(&literal, &coefficient)| sum.add_term(literal, coefficient));
        sum
    }

    fn scaled(&self, scale: impl Fn(i64) -> i64) -> Constraint {
        let terms = self.terms.iter().map(|(&literal, &coefficient)| (literal, scale(coefficient))).collect();
        Constraint { terms, degree: scale(self.degree) }
    }

    fn negated(&self) -> Constraint {
        let terms: BTreeMap<_, _> = self.terms.iter().map(|(&literal, &coefficient)| (-literal, coefficient)).collect();
        Constraint { degree: terms.values().sum::<i64>() - self.degree + 1, terms }
    }

    /// Reads `+1 x1 -2 ~x2 >= 1`.
    fn read(words: &[&str]) -> Result<Constraint, String> {
        let [terms @ .., ">=", degree] = words else { return Err(format!("no constraint: {words:?}")) };
        let mut constraint = Constraint { degree: number(degree)?, ..Constraint::default() };
        for term in terms.chunks(2) {
            let [coefficient, name] = term else { return Err(format!("no term: {term:?}")) };
            constraint.add_term(literal(name)?, number(coefficient)?);
        }
        Ok(constraint)
    }
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("no number: {word}"))
}

fn literal(word: &str) -> Result<Literal, String> {
    match word.strip_prefix('~') {
        Some(positive) => Ok(-literal(positive)?),
        None => number(word.strip_prefix('x').ok_or_else(|| format!("no literal: {word}"))?),
    }
}

/// Returns `true` if unit propagation over the constraints alone leads to a contradiction.
fn is_refuted_by_propagation(constraints: &[&Constraint]) -> bool {
    let mut with: BTreeMap<Literal, Vec<usize>> = BTreeMap::new();
    for (number, constraint) in constraints.iter().enumerate() {
        constraint.terms.keys().for_each(|&literal| with.entry(literal).or_default().push(number));
    }
    let mut trues: BTreeSet<Literal> = BTreeSet::new();
    let mut waiting: Vec<usize> = (0..constraints.len()).collect();
    while let Some(number) = waiting.pop() {
        let constraint = constraints[number];
        let open = constraint.terms.iter().filter(|(literal, _)| !trues.contains(&-**literal));
        let slack = open.clone().map(|(_, coefficient)| coefficient).sum::<i64>() - constraint.degree;
        if slack < 0 {
            return true;
        }
        let forced: Vec<Literal> = open.filter(|(_, coefficient)| **coefficient > slack).map(|(&one, _)| one).collect();
        for one in forced.into_iter().filter(|&one| trues.insert(one)).collect::<Vec<Literal>>() {
            waiting.extend(with.get(&-one).into_iter().flatten());
        }
    }
    false
}

/// The conclusion of an accepted proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Unsatisfiable,
    Satisfiable,
}

/// The constraints of a formula and those that a proof has derived; `None` for a deleted constraint.
struct Database(Vec<Option<Constraint>>);

impl Database {
    fn get(&self, id: &str) -> Result<&Constraint, String> {
        let found = Database::place(id)?.and_then(|place| self.0.get(place)?.as_ref());
        found.ok_or_else(|| format!("no constraint {id}"))
    }

    fn place(id: &str) -> Result<Option<usize>, String> {
        let id = usize::try_from(number(id)?).map_err(|_| format!("no ID: {id}"))?;
        Ok(id.checked_sub(1))
    }

    fn delete(&mut self, id: &str) -> Result<(), String> {
        self.get(id)?;
        if let Some(place) = Database::place(id)? {
            self.0[place] = None;
        }
        Ok(())
    }

    fn sum(&self, words: &[&str]) -> Result<Constraint, String> {
        let mut stack: Vec<Constraint> = Vec::new();
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            let underflow = || format!("nothing to apply {word} to");
            let next = match (word, words.peek()) {
                ("+", _) => {
                    let (b, a) = (stack.pop().ok_or_else(underflow)?, stack.pop().ok_or_else(underflow)?);
                    a.plus(&b)
                }
                (factor, Some(&&operator)) if matches!(operator, "*" | "d") => {
                    words.next();
                    let (of, factor) = (stack.pop().ok_or_else(underflow)?, number(factor)?);
                    if factor < 1 {
                        return Err(format!("{factor} is not positive"));
                    }
                    match operator {
                        "*" => of.scaled(|value| value * factor),
                        _ => of.scaled(|value| value.div_euclid(factor) + i64::from(value.rem_euclid(factor) > 0)),
                    }
                }
                (axiom, _) if axiom.starts_with(['x', '~']) => {
                    Constraint { terms: [(literal(axiom)?, 1)].into(), degree: 0 }
                }
                (id, _) => self.get(id)?.clone(),
            };
            stack.push(next);
        }
        match stack.pop() {
            Some(sum) if stack.is_empty() => Ok(sum),
            _ => Err("the sum is not one constraint".to_owned()),
        }
    }

    fn propagated(&self, words: &[&str]) -> Result<Constraint, String> {
        let mut parts = words.split(|&word| word == ";");
        let claim = Constraint::read(parts.next().unwrap_or_default())?;
        let negated = claim.negated();
        // Without hints, all constraints propagate.
        let premises = match parts.next().unwrap_or_default() {
            [] => Ok::<_, String>(self.0.iter().flatten().chain([&negated]).collect()),
            hints => hints.iter().map(|&hint| if hint == "~" { Ok(&negated) } else { self.get(hint) }).collect(),
        };
        let premises: Vec<&Constraint> = premises?;
        match is_refuted_by_propagation(&premises) {
            true => Ok(claim),
            false => Err("no contradiction".to_owned()),
        }
    }
}

/// Checks that `proof` is a proof about `formula`.
pub(crate) fn check(formula: &str, proof: &str) -> Result<Verdict, String> {
    let constraints = formula.lines().filter(|line| !line.starts_with('*')).map(|line| {
        let words: Vec<&str> = line.strip_suffix(" ;").ok_or("no end")?.split_whitespace().collect();
        Constraint::read(&words).map(Some)
    });
    let mut database = Database(constraints.collect::<Result<_, String>>()?);
    let given = database.0.len();
    let mut lines = proof.lines().filter(|line| !line.starts_with('*'));
    if lines.next() != Some("pseudo-Boolean proof version 2.0") || lines.next() != Some(&format!("f {given}")) {
        return Err("the head of the proof does not fit".to_owned());
    }
    let lines: Vec<&str> = lines.collect();
    let [steps @ .., "output NONE", conclusion, "end pseudo-Boolean proof"] = &lines[..] else {
        return Err("the end of the proof does not fit".to_owned());
    };
    for step in steps {
        let words: Vec<&str> = step.split_whitespace().collect();
        let derived = match words[..] {
            ["del", "id", id] => {
                database.delete(id)?;
                continue;
            }
            ["rup", ref words @ ..] => database.propagated(words),
            ["pol", ref words @ ..] => database.sum(words),
            _ => Err("no step".to_owned()),
        };
        database.0.push(Some(derived.map_err(|why| format!("{step}: {why}"))?));
    }
    let words: Vec<&str> = conclusion.split_whitespace().collect();
    match words[..] {
        ["conclusion", "UNSAT", ":", id] => {
            let last = database.get(id)?;
            let is_false = last.terms.values().sum::<i64>() < last.degree;
            if is_false { Ok(Verdict::Unsatisfiable) } else { Err(format!("{id} is no contradiction")) }
        }
        ["conclusion", "SAT", ":", ref model @ ..] => {
            let model = model.iter().map(|word| literal(word)).collect::<Result<Vec<_>, _>>()?;
            let is_twofold = model.iter().any(|one| model.contains(&-one));
            let holds = |constraint: &Constraint| {
                let trues = constraint.terms.iter().filter(|(one, _)| model.contains(one));
                trues.map(|(_, coefficient)| coefficient).sum::<i64>() >= constraint.degree
            };
            if is_twofold || !database.0.iter().flatten().all(holds) {
                Err("no model".to_owned())
            } else {
                Ok(Verdict::Satisfiable)
            }
        }
        _ => Err(format!("no conclusion: {conclusion}")),
    }
}

#[test]
fn the_checker_knows_cutting_planes_and_propagation() {
    let formula = "* three of which no two\n-1 x1 -1 x2 >= -1 ;\n-1 x1 -1 x3 >= -1 ;\n-1 x2 -1 x3 >= -1 ;\n\
                   +1 x1 +1 x2 +1 x3 >= 2 ;\n";
    let proof = |steps: &str, conclusion: &str| {
        let head = "pseudo-Boolean proof version 2.0\nf 4\n";
        check(formula, &format!("{head}{steps}output NONE\nconclusion {conclusion}\nend pseudo-Boolean proof\n"))
    };
    assert_eq!(proof("pol 1 2 + 3 + 2 d\npol 4 5 +\n", "UNSAT : 6"), Ok(Verdict::Unsatisfiable));
    assert_eq!(proof("rup 1 ~x1 >= 1 ; ~ 1 2 4\nrup >= 1 ; 5 3 4\n", "UNSAT : 6"), Ok(Verdict::Unsatisfiable));
    assert_eq!(proof("rup 1 ~x1 >= 1 ;\ndel id 1\nrup >= 1 ;\n", "UNSAT : 6"), Ok(Verdict::Unsatisfiable));
    for (steps, conclusion) in [
        // Without the division by 2, the sum states "at most one and a half of the three", not "at most one".
        ("pol 1 2 + 3 +\npol 4 2 * 5 +\npol 1 2 + 3 + 3 d\n", "UNSAT : 7"),
        ("pol 1 2 + 3 + 4 +\n", "UNSAT : 5"),
        ("pol 1 2 + 3 + 0 d\npol 4 5 +\n", "UNSAT : 6"),
        ("rup 1 x1 >= 1 ; ~ 1 2 4\n", "UNSAT : 5"),
        ("rup 1 ~x1 >= 1 ; ~ 1 4\n", "UNSAT : 5"),
        ("rup >= 1 ;\n", "UNSAT : 5"),
        ("rup 1 ~x1 >= 1 ;\ndel id 3\nrup >= 1 ;\n", "UNSAT : 6"),
        ("rup 1 ~x1 >= 1 ;\ndel id 6\nrup >= 1 ;\n", "UNSAT : 6"),
        ("", "UNSAT : 4"),
        ("", "UNSAT : 9"),
        ("", "SAT : x1 ~x2 ~x3"),
        ("", "SAT : x1 ~x1 x2 x3"),
    ] {
        assert!(proof(steps, conclusion).is_err(), "{steps}{conclusion}");
    }
}
