//! Conditional rules: the key `if`, and bounds that apply only if the condition holds.

use std::ops::{Range, RangeInclusive};

use bdd_core::Literal;

use super::super::{Rule, StatementReader};
use crate::tree::{ReadResult, TomlTable};

/// The condition of a rule: the rule applies if all literals of the condition are true. A condition without literals
/// always holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Condition {
    literals: Vec<Literal>,
    span: Range<usize>,
}

impl Condition {
    /// Reads the key `if` of a rule.
    pub(crate) fn read(reader: &StatementReader<'_>, table: &TomlTable<'_>) -> ReadResult<Condition> {
        let Some(item) = table.get("if") else { return Ok(Condition::default()) };
        if let Some(when) = table.get("when") {
            return when.expected("left out beside \"if\": a rule has one condition");
        }
        Ok(Condition { literals: reader.literals(&item)?, span: item.span.clone() })
    }

    pub(crate) fn is_always(&self) -> bool {
        self.literals.is_empty()
    }

    /// Returns `name` with the condition, such as `extras if air and not tow-bar`.
    pub(crate) fn named(&self, reader: &StatementReader<'_>, name: &str) -> String {
        let literals: Vec<String> = self.literals.iter().map(|&literal| reader.literal_name(literal)).collect();
        if self.is_always() { name.to_owned() } else { format!("{name} if {}", literals.join(" and ")) }
    }

    /// Returns the negations of the condition's literals. If the condition does not hold, at least one negation is
    /// true.
    pub(crate) fn negations(&self) -> Vec<Literal> {
        self.literals.iter().map(|&literal| !literal).collect()
    }

    /// Returns the rules by which the number of true `literals` is within `bounds` if the condition holds.
    pub(crate) fn bounded(
        &self,
        reader: &mut StatementReader<'_>,
        bounds: &RangeInclusive<usize>,
        literals: &[Literal],
        name: &str,
    ) -> ReadResult<Vec<Rule>> {
        let mut rules = Vec::new();
        let negated: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        self.at_least(reader, *bounds.start(), literals, name, &mut rules)?;
        self.at_least(reader, literals.len().saturating_sub(*bounds.end()), &negated, name, &mut rules)?;
        Ok(rules)
    }

    /// Adds the rules by which at least `min` of `literals` are true if the condition holds.
    pub(crate) fn at_least(
        &self,
        reader: &mut StatementReader<'_>,
        min: usize,
        literals: &[Literal],
        name: &str,
        rules: &mut Vec<Rule>,
    ) -> ReadResult<()> {
        let count = literals.len();
        // If the condition decides a counted literal, that literal is left out of the count. If the condition makes it
        // true, one literal less is needed.
        let is_about = |literal: &Literal| self.literals.iter().any(|one| one.variable == literal.variable);
        if let Some(&own) = literals.iter().find(|literal| is_about(literal)) {
            let rest: Vec<Literal> = literals.iter().copied().filter(|&literal| literal != own).collect();
            let holds = self.literals.contains(&own);
            return self.at_least(reader, min.saturating_sub(usize::from(holds)), &rest, name, rules);
        }
        match min {
            0 => {}
            min if min > count => rules.push(never(self.negations(), name)),
            // A rule for each literal, so that an explanation can name a single literal.
            min if min == count => {
                rules.extend(literals.iter().map(|&literal| self.clause(vec![literal], name)));
            }
            1 => rules.push(self.clause(literals.to_vec(), name)),
            min if self.is_always() => rules.push(Rule::new(min..=count, literals.to_vec(), name.to_owned())),
            min => {
                // If the condition does not hold, its negated copies count as `min` true literals.
                let mut all = literals.to_vec();
                all.extend(self.copies(reader, min, rules)?.into_iter().map(|copy| !copy));
                rules.push(Rule::new(min..=all.len(), all, name.to_owned()));
            }
        }
        Ok(())
    }

    /// Returns the rule that at least one of `literals` is true if the condition holds.
    fn clause(&self, literals: Vec<Literal>, name: &str) -> Rule {
        Rule::clause(self.negations().into_iter().chain(literals).collect(), name.to_owned())
    }

    /// Returns a literal that is true exactly if the condition holds; `None` if there is no condition.
    pub(crate) fn literal(
        &self,
        reader: &mut StatementReader<'_>,
        rules: &mut Vec<Rule>,
    ) -> ReadResult<Option<Literal>> {
        if self.is_always() {
            return Ok(None);
        }
        Ok(self.copies(reader, 1, rules)?.first().copied())
    }

    /// Returns `count` literals of different variables that are true exactly if the condition holds. All but perhaps
    /// the first are hidden variables, which rules of the file share.
    fn copies(
        &self,
        reader: &mut StatementReader<'_>,
        count: usize,
        rules: &mut Vec<Rule>,
    ) -> ReadResult<Vec<Literal>> {
        let mut key = self.literals.clone();
        key.sort_unstable();
        let mut copies = reader.copies.remove(&key).unwrap_or_default();
        if let (true, &[only]) = (copies.is_empty(), self.literals.as_slice()) {
            copies.push(only);
        }
        let name = self.named(reader, "").trim_start_matches(" if ").replace(' ', "_");
        while copies.len() < count {
            let copy = reader.hide(format!("{name}'"), &self.span)?;
            let meaning = format!("the meaning of {}", reader.literal_name(copy));
            // Further copies repeat the first literal, so that explanations can leave them out.
            let repeated = copies.first().map_or_else(|| self.literals.clone(), |&first| vec![first]);
            let both = repeated.iter().map(|&literal| !literal).chain([copy]).collect();
            rules.push(Rule::clause(both, meaning.clone()));
            let each = repeated.iter().map(|&literal| Rule::clause(vec![!copy, literal], meaning.clone()));
            rules.extend(each);
            copies.push(copy);
        }
        let wanted = copies[..count].to_vec();
        reader.copies.insert(key, copies);
        Ok(wanted)
    }
}

/// Returns the rule that at least one of `negations` is true; if there are no negations, a rule that is always broken.
fn never(negations: Vec<Literal>, name: &str) -> Rule {
    Rule::new(1..=negations.len().max(1), negations, name.to_owned())
}
