//! Groups with names, conditional rules and sums of attributes: random files, compared with an evaluation of their
//! rules that knows no file, and errors.

use std::collections::BTreeSet;
use std::fmt::Write;

use bdd_core::{Budget, Literal, Sampler, Variable};
use puzzle_core::export::{Language, write};
use puzzle_core::{Adaptive, Diagram, Guide, Marks, Puzzle, Source, Words, check, explain, sentences};
use puzzle_files::FilePuzzle;
use puzzle_kind::{Layout, Playable};

/// The number of options of a random file.
const OPTIONS: usize = 7;

/// A rule of a random file: its condition (options with their values), and bounds on what it counts or adds up.
struct RandomRule {
    condition: Vec<(usize, bool)>,
    counted: Counted,
    min: Option<i64>,
    max: Option<i64>,
}

enum Counted {
    Options(Vec<usize>),
    Attribute(usize),
}

impl RandomRule {
    fn holds(&self, chosen: &[bool], attributes: &[Vec<i64>]) -> bool {
        if self.condition.iter().any(|&(option, value)| chosen[option] != value) {
            return true;
        }
        let amount: i64 = match &self.counted {
            Counted::Options(options) => options.iter().filter(|&&option| chosen[option]).count() as i64,
            Counted::Attribute(attribute) => {
                attributes[*attribute].iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(value, _)| value).sum()
            }
        };
        self.min.is_none_or(|min| amount >= min) && self.max.is_none_or(|max| amount <= max)
    }

    fn text(&self, text: &mut String) {
        text.push_str("[[rule]]\n");
        if !self.condition.is_empty() {
            let of = |&(option, value): &(usize, bool)| format!("{}o{option}", if value { "" } else { "not " });
            let condition: Vec<String> = self.condition.iter().map(of).collect();
            writeln!(text, "if = {:?}", condition.join(" ")).unwrap();
        }
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => writeln!(text, "exactly = {min}"),
            (Some(min), Some(max)) => writeln!(text, "between = [{min}, {max}]"),
            (Some(min), None) => writeln!(text, "at-least = {min}"),
            (None, Some(max)) => writeln!(text, "at-most = {max}"),
            (None, None) => unreachable!("a rule has a bound"),
        }
        .unwrap();
        match &self.counted {
            Counted::Options(options) => {
                let names: Vec<String> = options.iter().map(|option| format!("o{option}")).collect();
                writeln!(text, "{} = {:?}", if options.len() % 2 == 0 { "cells" } else { "things" }, names.join(" "))
            }
            Counted::Attribute(attribute) => writeln!(text, "sum = \"a{attribute}\""),
        }
        .unwrap();
    }
}

/// Returns the attributes and the rules of a random file.
fn random(sampler: &mut Sampler) -> (Vec<Vec<i64>>, Vec<RandomRule>) {
    let mut below = |limit: usize| sampler.index(limit).unwrap();
    let attributes: Vec<Vec<i64>> =
        (0..2).map(|sign| (0..OPTIONS).map(|_| below(19) as i64 - 5 * sign).collect()).collect();
    let rules = (0..2 + below(3)).map(|_| {
        let mut options: Vec<usize> = (0..OPTIONS).collect();
        for place in (1..OPTIONS).rev() {
            options.swap(place, below(place + 1));
        }
        let condition = options[..below(3)].iter().map(|&option| (option, below(2) == 0)).collect();
        let is_sum = below(2) == 0;
        let (counted, limit) = match is_sum {
            true => (Counted::Attribute(below(2)), 70),
            // The condition may be about a counted option.
            false => {
                let counted: Vec<usize> = options[below(3)..].iter().take(2 + below(4)).copied().collect();
                let limit = counted.len();
                (Counted::Options(counted), limit)
            }
        };
        let (a, b) = (below(limit + 1) as i64, below(limit + 1) as i64);
        let (min, max) = match below(4) {
            0 => (Some(a), None),
            1 => (None, Some(a)),
            2 => (Some(a), Some(a)),
            _ => (Some(a.min(b)), Some(a.max(b))),
        };
        RandomRule { condition, counted, min, max }
    });
    let rules = rules.collect();
    (attributes, rules)
}

fn text_of(attributes: &[Vec<i64>], rules: &[RandomRule]) -> String {
    let names: Vec<String> = (0..OPTIONS).map(|option| format!("o{option}")).collect();
    let mut text = format!("names = {:?}\n[attributes]\n", names.join(" "));
    for (number, values) in attributes.iter().enumerate() {
        let pairs: Vec<String> = names.iter().zip(values).map(|(name, value)| format!("{name} {value}")).collect();
        writeln!(text, "a{number} = {:?}", pairs.join(" ")).unwrap();
    }
    rules.iter().for_each(|rule| rule.text(&mut text));
    text
}

/// Returns all solutions of a puzzle by their shown variables, each once.
fn solutions(puzzle: &FilePuzzle) -> BTreeSet<Vec<Variable>> {
    let found = puzzle.first_completions(&Marks::default(), 1 << OPTIONS, &mut Budget::unlimited()).unwrap();
    let all: BTreeSet<Vec<Variable>> = found.iter().cloned().collect();
    assert_eq!(all.len(), found.len());
    all
}

#[test]
fn random_files_have_the_solutions_of_their_rules() {
    let mut sampler = Sampler::new(7);
    let (mut possible, mut hidden) = (0, 0);
    for number in 0..150 {
        let (attributes, rules) = random(&mut sampler);
        let text = text_of(&attributes, &rules);
        // Bounds that the options can never reach are errors in rules without a condition.
        let Ok(puzzle) = FilePuzzle::read(&text) else {
            let is_too_many = |rule: &RandomRule| {
                matches!(&rule.counted, Counted::Options(options)
                if rule.condition.is_empty() && rule.min > Some(options.len() as i64))
            };
            assert!(rules.iter().any(is_too_many), "{}\n{text}", FilePuzzle::read(&text).unwrap_err());
            continue;
        };
        let sets = (0..1u32 << OPTIONS).map(|set| (0..OPTIONS).map(|option| set >> option & 1 == 1).collect());
        let expected: BTreeSet<Vec<Variable>> = sets
            .filter(|chosen: &Vec<bool>| rules.iter().all(|rule| rule.holds(chosen, &attributes)))
            .map(|chosen| (0..OPTIONS).filter(|&option| chosen[option]).map(Variable::from_index).collect())
            .collect();
        assert_eq!(solutions(&puzzle), expected, "{number}\n{text}");
        let budget = &mut Budget::unlimited();
        let source = Adaptive::open(puzzle.clone(), budget).unwrap();
        let count = source.count(&Marks::default(), budget).unwrap();
        assert_eq!(count.to_string(), expected.len().to_string(), "{number}\n{text}");
        possible += usize::from(!expected.is_empty());
        hidden += usize::from(puzzle.rules().variables() > OPTIONS);
        if number % 5 == 0 {
            for language in [Language::Dimacs, Language::Opb] {
                let mut written = Vec::new();
                write(&mut written, &puzzle, &Marks::default(), language).unwrap();
                let again = FilePuzzle::read(&String::from_utf8(written).unwrap()).unwrap();
                assert_eq!(solutions(&again), expected, "{language:?}\n{text}");
            }
        }
    }
    assert!(possible > 100 && hidden > 25, "{possible} possible, {hidden} with hidden variables");
}

/// Every status of random files has an explanation that a checker accepts.
#[test]
fn conditions_and_sums_are_explained() {
    let mut sampler = Sampler::new(11);
    let mut explained = 0;
    for _ in 0..12 {
        let (attributes, rules) = random(&mut sampler);
        let Ok(puzzle) = FilePuzzle::read(&text_of(&attributes, &rules)) else { continue };
        let budget = &mut Budget::unlimited();
        let source = Diagram::conjoin(puzzle.clone(), budget).unwrap();
        for first in Variable::all(OPTIONS) {
            let marks: Marks = [Literal::positive(first)].into_iter().collect();
            let guide =
                Guide::of(&puzzle, marks.clone(), &source.completions(&marks, budget).unwrap(), budget).unwrap();
            for (variable, status, _) in guide.variables() {
                let Some(why) = explain(&source, &guide, variable, budget).unwrap() else { continue };
                check::explanation(&puzzle, &why).unwrap_or_else(|wrong| panic!("{variable} {status:?}: {wrong:?}"));
                assert!(!sentences::explanation(&puzzle, &why).is_empty());
                explained += 1;
            }
        }
    }
    assert!(explained > 100, "{explained}");
}

/// A sum over 24 options needs hidden variables, and has the number of solutions that adding up gives.
#[test]
fn a_long_sum_is_counted_as_by_adding_up() {
    let weights: Vec<i64> = (0..24).map(|number: i64| 20 + number * 37 % 50).collect();
    for (key, bound) in [("at-most", 400i64), ("at-least", 800), ("exactly", 500)] {
        let mut text = String::from("names = \"");
        (0..24).for_each(|number| write!(text, "o{number} ").unwrap());
        text.push_str("\"\n[attributes]\nweight = \"");
        weights.iter().enumerate().for_each(|(number, weight)| write!(text, "o{number} {weight} ").unwrap());
        write!(text, "\"\n[[rule]]\nsum = \"weight\"\n{key} = {bound}\n").unwrap();
        let puzzle = FilePuzzle::read(&text).unwrap();
        assert!(puzzle.rules().variables() > 24, "{key}");
        // The number of sets with each total.
        let mut sets = vec![0u64; 2000];
        sets[0] = 1;
        for &weight in &weights {
            for total in (weight as usize..sets.len()).rev() {
                sets[total] += sets[total - weight as usize];
            }
        }
        let fits = |total: i64| match key {
            "at-most" => total <= bound,
            "at-least" => total >= bound,
            _ => total == bound,
        };
        let expected: u64 = (0..2000).filter(|&total| fits(total)).map(|total| sets[total as usize]).sum();
        let budget = &mut Budget::unlimited();
        let count = Adaptive::open(puzzle, budget).unwrap().count(&Marks::default(), budget).unwrap();
        assert_eq!(count.to_string(), expected.to_string(), "{key}");
    }
}

#[test]
fn groups_have_names_in_rules_and_on_the_screen() {
    let file = "names = \"a b c d e\"\nprices = \"a 2.50 e 1\"\n[groups]\nfirst = \"a b\"\nboth = \"first c\"\n\
                [[rule]]\nexactly = 1\ncells = \"first\"\n[[rule]]\nat-most = 2\ncells = \"both d\"\n\
                [[rule]]\nsum = \"price\"\nat-most = 3\n";
    let puzzle = FilePuzzle::read(file).unwrap();
    // One of a and b, at most one of c and d, and not both a and e.
    assert_eq!(solutions(&puzzle).len(), 3 + 3 * 2);
    let tree = puzzle.options().unwrap();
    let lines: Vec<_> =
        tree.lines().iter().map(|line| (line.depth, line.name.as_str(), line.choice.as_str())).collect();
    let expected =
        [(0, "first", "exactly 1 of 2"), (1, "a", ""), (1, "b", ""), (0, "c", ""), (0, "d", ""), (0, "e", "")];
    assert_eq!(lines, expected);
    let line = puzzle.rules().numbered_constraints().next().unwrap().0;
    assert_eq!(puzzle.line_name(line), "the choice of first");
}

#[test]
fn errors_name_the_place_and_the_advice() {
    let names = "names = \"a b c\"\n";
    for (rest, expected) in [
        (
            "[groups]\na = \"b c\"\n",
            "line 3, column 1: there is a cell \"a\" already: expected another name for the group",
        ),
        (
            "[groups]\nx = \"a\"\nX = \"b\"\n",
            "line 4, column 1: there are two groups \"X\": expected names that differ",
        ),
        ("[groups]\nx = \"a z\"\n", "line 3"),
        ("[[rule]]\nif = \"z\"\nat-most = 1\ncells = \"a b\"\n", "line 3"),
        ("[[rule]]\nif = \"\"\nat-most = 1\ncells = \"a b\"\n", "\"if\" should be names"),
        (
            "[[rule]]\nif = \"a\"\nwhen = true\nat-most = 1\ncells = \"a b\"\n",
            "\"when\" should be left out beside \"if\"",
        ),
        (
            "[[rule]]\nsum = \"weight\"\nat-most = 1\n",
            "\"sum\" should be an attribute: the file has neither [attributes] nor prices",
        ),
        (
            "prices = \"a 1\"\n[[rule]]\nsum = \"weight\"\nat-most = 1\n",
            "\"sum\" should be one of the attributes price",
        ),
        (
            "prices = \"a 1\"\n[[rule]]\nsum = \"price\"\n",
            "expected one of exactly, at-least, at-most, between to bound the sum",
        ),
        (
            "prices = \"a 1\"\n[[rule]]\nsum = \"price\"\nat-most = \"much\"\n",
            "\"at-most\" should be a number such as 12 or 3.50",
        ),
        (
            "prices = \"a 1\"\n[[rule]]\nsum = \"price\"\nat-most = 1\ncells = \"a\"\n",
            "\"cells\" is only for a rule that counts, not for one with a \"sum\"",
        ),
        ("[attributes]\nweight = \"a one\"\n", "line 3"),
        ("prices = \"a 1\"\n[attributes]\nprice = \"a 1\"\n", "there are two attributes \"price\""),
    ] {
        let error = FilePuzzle::read(&format!("{names}{rest}")).unwrap_err().to_string();
        assert!(error.contains(expected) && error.starts_with("line "), "{rest}: {error}");
    }
}
