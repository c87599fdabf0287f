//! Readers of the export formats, as simple as possible: each tries all valuations.

/// Returns the models of clauses over the first `variables` variables. The clauses may have more variables; each model
/// must have exactly one extension to them.
pub(crate) fn cnf_models(cnf: &str, variables: usize) -> u64 {
    let header = cnf.lines().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
    let (all, count) = header.split_once(' ').unwrap();
    let (all, count): (usize, usize) = (all.parse().unwrap(), count.parse().unwrap());
    let clauses: Vec<Vec<i64>> = cnf
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .map(|line| line.split(' ').map(|number| number.parse().unwrap()).take_while(|&number| number != 0).collect())
        .collect();
    assert_eq!(clauses.len(), count, "the header tells the number of clauses");
    let holds = |bits: usize| {
        clauses
            .iter()
            .all(|clause| clause.iter().any(|&number| (bits >> (number.unsigned_abs() - 1) & 1 == 1) == (number > 0)))
    };
    let mut models = 0;
    for bits in (0..1usize << all).filter(|&bits| holds(bits)) {
        let model = 1u64 << (bits & ((1 << variables) - 1));
        assert_eq!(models & model, 0, "one extension each");
        models |= model;
    }
    models
}

/// Returns the models of linear constraints.
pub(crate) fn opb_models(opb: &str, variables: usize) -> u64 {
    let header = opb.lines().next().unwrap();
    let constraints: Vec<Vec<&str>> =
        opb.lines().filter(|line| !line.starts_with('*')).map(|line| line.split(' ').collect()).collect();
    assert_eq!(header, format!("* #variable= {variables} #constraint= {}", constraints.len()));
    let holds = |bits: usize| {
        constraints.iter().all(|words| {
            let [terms @ .., relation, bound, ";"] = words.as_slice() else { panic!("{words:?}") };
            let sum: i64 = terms
                .chunks(2)
                .map(|term| {
                    let variable: usize = term[1].strip_prefix('x').unwrap().parse().unwrap();
                    term[0].parse::<i64>().unwrap() * (bits >> (variable - 1) & 1) as i64
                })
                .sum();
            let bound: i64 = bound.parse().unwrap();
            match *relation {
                ">=" => sum >= bound,
                "=" => sum == bound,
                other => panic!("{other}"),
            }
        })
    };
    (0..1usize << variables).filter(|&bits| holds(bits)).map(|bits| 1 << bits).sum()
}

/// Returns the models of a script over the constants v0, v1, ...
pub(crate) fn smt_models(script: &str, variables: usize) -> u64 {
    let asserted: Vec<Term> = script
        .lines()
        .filter_map(|line| line.strip_prefix("(assert ")?.strip_suffix(')'))
        .map(|term| {
            let spaced = term.replace('(', " ( ").replace(')', " ) ");
            let mut words = spaced.split_whitespace().peekable();
            Term::read(&mut words)
        })
        .collect();
    let holds = |bits: usize| asserted.iter().all(|term| term.value(bits) == 1);
    (0..1usize << variables).filter(|&bits| holds(bits)).map(|bits| 1 << bits).sum()
}

/// A term: a word, or an operator with its operands.
enum Term {
    Word(String),
    Call(String, Vec<Term>),
}

impl Term {
    fn read<'a>(words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Term {
        match words.next().expect("a term") {
            "(" => {
                let operator = words.next().expect("an operator").to_owned();
                let mut operands = Vec::new();
                while words.next_if_eq(&")").is_none() {
                    operands.push(Term::read(words));
                }
                Term::Call(operator, operands)
            }
            word => Term::Word(word.to_owned()),
        }
    }

    /// Returns the value under a valuation; 0 and 1 stand for false and true too.
    fn value(&self, bits: usize) -> i64 {
        match self {
            Term::Word(word) => match (word.strip_prefix('v'), word.as_str()) {
                (Some(variable), _) => (bits >> variable.parse::<usize>().unwrap() & 1) as i64,
                (None, "false") => 0,
                (None, "true") => 1,
                (None, number) => number.parse().unwrap(),
            },
            Term::Call(operator, operands) => {
                let values: Vec<i64> = operands.iter().map(|operand| operand.value(bits)).collect();
                match (operator.as_str(), values.as_slice()) {
                    ("not", [value]) => 1 - value,
                    ("and", values) => i64::from(values.iter().all(|&value| value == 1)),
                    ("or", values) => i64::from(values.contains(&1)),
                    ("ite", [condition, yes, no]) => {
                        if *condition == 1 {
                            *yes
                        } else {
                            *no
                        }
                    }
                    ("+", values) => values.iter().sum(),
                    ("=", [a, b]) => i64::from(a == b),
                    ("<=", values) => i64::from(values.is_sorted()),
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}
