//! A judge of certificates by truth tables. It replays the hints with plain sets, and besides knows for each node its
//! function, and for each clause if it follows.

use std::collections::{BTreeMap, BTreeSet};

/// A function of the variables: bit `v` of the table is its value in the valuation `v`.
type Table = Vec<u64>;

pub(crate) struct Judgement {
    pub(crate) variables: usize,
    /// The models of the formula. Bit `i` of a model is the value of variable `i + 1`.
    pub(crate) models: Vec<usize>,
}

/// A clause, and `true` if it defines a node.
type Clause = (BTreeSet<i64>, bool);

struct State {
    variables: usize,
    clauses: BTreeMap<u64, Clause>,
    /// For each variable and node, from number 1 on, its function and the variables below it.
    functions: Vec<(Table, BTreeSet<i64>)>,
}

type Verdict<T> = Result<T, String>;

fn numbers(words: &[&str]) -> Verdict<Vec<i64>> {
    words.iter().map(|word| word.parse().map_err(|_| format!("{word} is no number"))).collect()
}

/// Splits numbers into the lists that zeros end.
fn lists(words: &[&str], count: usize) -> Verdict<Vec<Vec<i64>>> {
    let numbers = numbers(words)?;
    let mut lists: Vec<Vec<i64>> = numbers.split(|&number| number == 0).map(<[i64]>::to_vec).collect();
    let is_ended = lists.pop().is_some_and(|rest| rest.is_empty());
    if is_ended && lists.len() == count { Ok(lists) } else { Err(format!("expected {count} lists: {words:?}")) }
}

pub(crate) fn judge(formula: &str, certificate: &str) -> Verdict<Judgement> {
    let mut state = State::read(formula)?;
    let formula = state.conjunction();
    let mut root = None;
    for line in certificate.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            [] | ["c", ..] => {}
            ["r", literal] if root.is_none() => root = Some(numbers(&[literal])?[0]),
            [clause, "a", ref rest @ ..] => {
                let lists = lists(rest, 2)?;
                let literals: BTreeSet<i64> = lists[0].iter().copied().collect();
                state.follows(&formula, &literals)?;
                state.replay(literals.iter().map(|literal| -literal).collect(), &lists[1], false)?;
                state.add(numbers(&[clause])?[0], literals, false)?;
            }
            [clause, "p", node, ref children @ ..] => {
                let children = lists(children, 1)?.remove(0);
                state.define(numbers(&[clause, node])?, &children, true)?;
            }
            [clause, "s", node, a, b, ref hints @ ..] => {
                let children = numbers(&[a, b])?;
                let hints = lists(hints, 1)?.remove(0);
                state.expect(children.iter().all(|&child| child != 0), "a child is 0")?;
                state.replay(children.iter().copied().collect(), &hints, true)?;
                state.define(numbers(&[clause, node])?, &children, false)?;
            }
            _ => return Err(format!("no step: {line}")),
        }
    }
    let root = root.ok_or("there is no root")?;
    let is_proved = state.clauses.values().any(|(literals, _)| *literals == BTreeSet::from([root]));
    state.expect(is_proved, "the root is not proved")?;
    state.expect(state.table(root)? == formula, "the root has other models")?;
    let models = (0..1 << state.variables).filter(|valuation| formula[valuation / 64] >> (valuation % 64) & 1 == 1);
    Ok(Judgement { variables: state.variables, models: models.collect() })
}

impl State {
    fn read(formula: &str) -> Verdict<State> {
        let header = formula.lines().find(|line| line.starts_with("p cnf")).ok_or("no header")?;
        let header = numbers(&header.split_ascii_whitespace().skip(2).collect::<Vec<_>>())?;
        let [variables, clauses] = header[..] else { return Err("a header has two numbers".to_owned()) };
        let variables =
            usize::try_from(variables).ok().filter(|&variables| variables <= 16).ok_or("16 variables fit")?;
        let mut state = State { variables, clauses: BTreeMap::new(), functions: Vec::new() };
        for variable in 0..variables {
            let is_true = |valuation: usize| valuation >> variable & 1 == 1;
            let word = |word: usize| (0..64).fold(0, |bits, bit| bits | u64::from(is_true(word * 64 + bit)) << bit);
            let table = state.all().iter().enumerate().map(|(at, all)| word(at) & all).collect();
            state.functions.push((table, BTreeSet::from([variable as i64 + 1])));
        }
        let lines = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
        let words: Vec<&str> = lines.flat_map(str::split_ascii_whitespace).collect();
        for (clause, number) in lists(&words, clauses as usize)?.into_iter().zip(1..) {
            state.add(number, clause.into_iter().collect(), false)?;
        }
        Ok(state)
    }

    fn expect(&self, holds: bool, fault: &str) -> Verdict<()> {
        if holds { Ok(()) } else { Err(fault.to_owned()) }
    }

    fn words(&self) -> usize {
        (1 << self.variables) / 64 + usize::from(self.variables < 6)
    }

    /// Returns the table in which all valuations have the value true.
    fn all(&self) -> Table {
        if self.variables < 6 { vec![(1 << (1 << self.variables)) - 1] } else { vec![u64::MAX; self.words()] }
    }

    fn table(&self, literal: i64) -> Verdict<Table> {
        let function = (literal.unsigned_abs() as usize).checked_sub(1).and_then(|at| self.functions.get(at));
        let (table, _) = function.ok_or_else(|| format!("{literal} is not defined"))?;
        let all = self.all();
        Ok(table.iter().zip(all).map(|(bits, all)| if literal > 0 { *bits } else { !bits & all }).collect())
    }

    fn clause_table(&self, literals: &BTreeSet<i64>) -> Verdict<Table> {
        let mut table = vec![0; self.words()];
        for &literal in literals {
            table.iter_mut().zip(self.table(literal)?).for_each(|(bits, other)| *bits |= other);
        }
        Ok(table)
    }

    /// Returns the conjunction of all clauses that define no node.
    fn conjunction(&self) -> Table {
        let mut all = self.all();
        for (literals, is_definition) in self.clauses.values() {
            if !is_definition {
                let table = self.clause_table(literals).expect("only known literals were added");
                all.iter_mut().zip(table).for_each(|(bits, other)| *bits &= other);
            }
        }
        all
    }

    fn follows(&self, from: &Table, literals: &BTreeSet<i64>) -> Verdict<()> {
        let table = self.clause_table(literals)?;
        self.expect(from.iter().zip(table).all(|(from, table)| from & !table == 0), "a clause does not follow")
    }

    fn add(&mut self, number: i64, literals: BTreeSet<i64>, is_definition: bool) -> Verdict<()> {
        let number = u64::try_from(number).map_err(|_| "a negative number of a clause")?;
        let is_new = self.clauses.insert(number, (literals, is_definition)).is_none();
        self.expect(is_new, "two clauses have a number")
    }

    fn define(&mut self, numbers: Vec<i64>, children: &[i64], is_product: bool) -> Verdict<()> {
        let (first, node) = (numbers[0], numbers[1]);
        self.expect(node == self.functions.len() as i64 + 1, "a node has another number")?;
        let (mut table, mut below) = (if is_product { self.all() } else { vec![0; self.words()] }, BTreeSet::new());
        for &child in children {
            let other = self.table(child)?;
            let variables = self.functions[child.unsigned_abs() as usize - 1].1.clone();
            if is_product {
                self.expect(below.is_disjoint(&variables), "factors share a variable")?;
                table.iter_mut().zip(other).for_each(|(bits, other)| *bits &= other);
            } else {
                self.expect(table.iter().zip(&other).all(|(bits, other)| bits & other == 0), "terms share a model")?;
                table.iter_mut().zip(other).for_each(|(bits, other)| *bits |= other);
            }
            below.extend(variables);
        }
        self.functions.push((table, below));
        // The clauses of an equivalence, written for a product; a sum has all literals negated.
        let sign = if is_product { 1 } else { -1 };
        self.add(first, [sign * node].into_iter().chain(children.iter().map(|child| -sign * child)).collect(), true)?;
        for (number, child) in (first + 1..).zip(children) {
            self.add(number, BTreeSet::from([-sign * node, sign * child]), true)?;
        }
        Ok(())
    }

    /// Replays unit propagation from `known` along `hints`.
    fn replay(&self, mut known: BTreeSet<i64>, hints: &[i64], only_definitions: bool) -> Verdict<()> {
        let mut is_refuted = known.iter().any(|literal| known.contains(&-literal));
        for hint in hints {
            self.expect(!is_refuted, "hints after a contradiction")?;
            let clause = u64::try_from(*hint).ok().and_then(|hint| self.clauses.get(&hint));
            let (literals, is_definition) = clause.ok_or("a hint names no clause")?;
            self.expect(*is_definition || !only_definitions, "a hint of a sum is no definition")?;
            let open: Vec<i64> = literals.iter().copied().filter(|literal| !known.contains(&-literal)).collect();
            match open[..] {
                [] => is_refuted = true,
                [unit] if known.insert(unit) => {}
                _ => return Err("a hint is not unit".to_owned()),
            }
        }
        self.expect(is_refuted, "no contradiction")
    }
}
