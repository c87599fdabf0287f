//! Boolean expressions as text, such as `(a & b) | !c => d`.

use crate::budget::{Budget, Interrupted};
use crate::diagram::DecisionDiagram;
use crate::id::Variable;
use crate::reduction::Reduction;
use crate::rules::Literal;

/// A Boolean expression over named variables, parsed from text.
///
/// | operation, the one that binds closest first | signs |
/// |---|---|
/// | negation | `!`, `~`, `not` |
/// | conjunction | `&`, `&&`, `and` |
/// | exclusive disjunction | `^`, `xor` |
/// | disjunction | `\|`, `\|\|`, `or` |
/// | implication, grouped from the right | `=>`, `->` |
/// | equivalence | `<=>`, `<->`, `==` |
///
/// Constants are `true`, `false`, `1` and `0`. A name begins with a letter or `_`, followed by letters, digits, `_`,
/// `.` and `'`.
///
/// ```
/// use bdd_core::{Bdd, Budget, Expression};
///
/// let expression = Expression::parse("(a & b) | !c => d")?;
/// assert_eq!(expression.names(), ["a", "b", "c", "d"]);
/// let bdd: Bdd = expression.diagram(expression.names(), &mut Budget::unlimited())?;
/// assert_eq!(bdd.model_count(), 11u32.into());
///
/// let error = Expression::parse("a & (b | )").unwrap_err();
/// assert_eq!(error.to_string(), "column 10: expected a variable, a constant, `!` or `(`, found `)`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The expression in postfix order.
    steps: Vec<EvaluationStep>,
    names: Vec<String>,
}

/// An error of [`Expression::parse`], or of building the diagram of an [`Expression`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionError {
    /// The text is not a Boolean expression.
    #[error("column {column}: expected {expected}, found {found}")]
    Syntax {
        /// The position of the error in the text, in characters counted from 1.
        column: usize,
        /// The parts of an expression that could stand at `column`.
        expected: String,
        /// The character, word or end of text that stands at `column`.
        found: String,
    },
    /// The expression has a variable that is not among the names given.
    #[error("expected one of the names given, found the variable `{0}`")]
    UnknownName(String),
    /// The budget did not suffice or was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// A step of evaluating an expression in postfix order, on a stack of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EvaluationStep {
    /// Pushes the variable whose name has this index among the names of the [`Expression`].
    Name(usize),
    Constant(bool),
    Operation(Operator),
}

/// The operations, from the one that binds loosest to the one that binds closest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    Iff,
    Implies,
    Or,
    Xor,
    And,
    Not,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ExpressionToken {
    Open,
    Close,
    Operation(Operator),
    Constant(bool),
    Name(String),
}

/// An entry of the parser's stack: an open parenthesis with its column, or an operation whose second operand is not
/// complete yet.
enum PendingOperator {
    Open(usize),
    Operation(Operator),
}

impl Expression {
    /// Parses an expression. The variables are numbered in the order of their first appearance.
    ///
    /// # Errors
    ///
    /// [`ExpressionError::Syntax`] if the text is no expression, with the column of the first part that is not expected
    /// there.
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        const OPERAND: &str = "a variable, a constant, `!` or `(`";
        const OPERATOR: &str = "an operator such as `&`, `)`, or the end";
        const END: &str = "an operator such as `&`, or the end";
        let mut expression = Expression { steps: Vec::new(), names: Vec::new() };
        // The operators wait on a stack (Dijkstra's shunting yard), so that nesting takes no recursion.
        let mut pending: Vec<PendingOperator> = Vec::new();
        let mut has_operand = false;
        for (column, token) in tokens(text) {
            let token = token.map_err(|found| ExpressionError::Syntax {
                column,
                expected: if has_operand { OPERATOR } else { OPERAND }.to_owned(),
                found: format!("`{found}`"),
            })?;
            let refused = |expected: &str| {
                let found = text.chars().skip(column - 1).take(token.length(text, column)).collect::<String>();
                ExpressionError::Syntax { column, expected: expected.to_owned(), found: format!("`{found}`") }
            };
            match (token.clone(), has_operand) {
                (ExpressionToken::Name(name), false) => {
                    let place = expression.names.iter().position(|known| *known == name);
                    let place = place.unwrap_or_else(|| {
                        expression.names.push(name);
                        expression.names.len() - 1
                    });
                    expression.steps.push(EvaluationStep::Name(place));
                    has_operand = true;
                }
                (ExpressionToken::Constant(value), false) => {
                    expression.steps.push(EvaluationStep::Constant(value));
                    has_operand = true;
                }
                (ExpressionToken::Open, false) => pending.push(PendingOperator::Open(column)),
                (ExpressionToken::Operation(Operator::Not), false) => {
                    pending.push(PendingOperator::Operation(Operator::Not));
                }
                (ExpressionToken::Operation(operation), true) if operation != Operator::Not => {
                    expression.complete(&mut pending, |waiting| {
                        waiting > operation || (waiting == operation && operation != Operator::Implies)
                    });
                    pending.push(PendingOperator::Operation(operation));
                    has_operand = false;
                }
                (ExpressionToken::Close, true) => {
                    expression.complete(&mut pending, |_| true);
                    match pending.pop() {
                        Some(PendingOperator::Open(_)) => {}
                        _ => return Err(refused(END)),
                    }
                }
                (_, false) => return Err(refused(OPERAND)),
                (_, true) => return Err(refused(OPERATOR)),
            }
        }
        let end = |expected: &str| ExpressionError::Syntax {
            column: text.chars().count() + 1,
            expected: expected.to_owned(),
            found: "the end".to_owned(),
        };
        if !has_operand {
            return Err(end(OPERAND));
        }
        expression.complete(&mut pending, |_| true);
        match pending.pop() {
            Some(PendingOperator::Open(column)) => Err(end(&format!("`)` for the `(` of column {column}"))),
            _ => Ok(expression),
        }
    }

    /// Moves the operations at the end of `pending` to the steps, as long as `is_complete` returns `true` for them.
    fn complete(&mut self, pending: &mut Vec<PendingOperator>, is_complete: impl Fn(Operator) -> bool) {
        while let Some(&PendingOperator::Operation(operation)) = pending.last()
            && is_complete(operation)
        {
            self.steps.push(EvaluationStep::Operation(operation));
            pending.pop();
        }
    }

    /// Returns the names of the variables, in the order of their first appearance.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Builds the diagram of the expression, over the variables `names`: variable `v` has the name `names[v]`.
    ///
    /// # Errors
    ///
    /// [`ExpressionError::UnknownName`] if a variable is not among the names, and [`ExpressionError::Interrupted`] if
    /// the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If there are more than [`Variable::MAX_COUNT`] names.
    pub fn diagram<R: Reduction>(
        &self,
        names: &[impl AsRef<str>],
        budget: &mut Budget<'_>,
    ) -> Result<DecisionDiagram<R>, ExpressionError> {
        let numbers = self.names.iter().map(|name| {
            let place = names.iter().position(|known| known.as_ref() == name);
            place.ok_or_else(|| ExpressionError::UnknownName(name.clone()))
        });
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
        let variables = names.len();
        let mut stack: Vec<DecisionDiagram<R>> = Vec::new();
        for &step in &self.steps {
            let result = match step {
                EvaluationStep::Constant(value) => DecisionDiagram::constant(variables, value),
                EvaluationStep::Name(place) => {
                    DecisionDiagram::literal(variables, Literal::positive(Variable::from_index(numbers[place])))
                }
                EvaluationStep::Operation(operation) => {
                    let mut operand = || stack.pop().expect("the parser has counted the operands");
                    let second = operand();
                    match operation {
                        Operator::Not => second.not(budget)?,
                        Operator::And => operand().and(&second, budget)?,
                        Operator::Xor => operand().xor(&second, budget)?,
                        Operator::Or => operand().or(&second, budget)?,
                        Operator::Implies => operand().implies(&second, budget)?,
                        Operator::Iff => operand().iff(&second, budget)?,
                    }
                }
            };
            stack.push(result);
        }
        Ok(stack.pop().expect("an expression leaves one function"))
    }
}

impl<R: Reduction> DecisionDiagram<R> {
    /// Builds the diagram of an [`Expression`] in text, over the variables `names`: variable `v` has the name
    /// `names[v]`.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Zdd};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let names = ["tea", "milk", "lemon"];
    /// let bdd = Bdd::from_expression("tea & !(milk & lemon)", &names, budget)?;
    /// assert_eq!(bdd.model_count(), 3u32.into());
    /// let error = Bdd::from_expression("tea & mlik", &names, budget).unwrap_err();
    /// assert_eq!(error.to_string(), "expected one of the names given, found the variable `mlik`");
    /// # Ok::<(), bdd_core::ExpressionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ExpressionError`] if the text is no expression, if a variable is not among the names, or if the budget does
    /// not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If there are more than [`Variable::MAX_COUNT`] names.
    pub fn from_expression(
        text: &str,
        names: &[impl AsRef<str>],
        budget: &mut Budget<'_>,
    ) -> Result<Self, ExpressionError> {
        Expression::parse(text)?.diagram(names, budget)
    }
}

impl ExpressionToken {
    /// Returns the number of characters of this token, which begins at `column` of `text`.
    fn length(&self, text: &str, column: usize) -> usize {
        match self {
            ExpressionToken::Name(name) => name.chars().count(),
            _ => {
                let rest = text.chars().skip(column - 1);
                let word = rest.clone().take_while(|&letter| is_of_name(letter)).count();
                let sign = rest.take_while(|letter| "&|=<>-".contains(*letter)).count();
                word.max(sign).max(1)
            }
        }
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || "_.'".contains(letter)
}

/// Returns the tokens of a text, each with its column, counted from 1. For a character that begins no token, returns
/// the character as an error.
fn tokens(text: &str) -> impl Iterator<Item = (usize, Result<ExpressionToken, char>)> {
    /// The signs and their tokens. A longer sign such as `||` must come before its beginning `|`.
    const SIGNS: [(&str, ExpressionToken); 16] = [
        ("<=>", ExpressionToken::Operation(Operator::Iff)),
        ("<->", ExpressionToken::Operation(Operator::Iff)),
        ("==", ExpressionToken::Operation(Operator::Iff)),
        ("=>", ExpressionToken::Operation(Operator::Implies)),
        ("->", ExpressionToken::Operation(Operator::Implies)),
        ("||", ExpressionToken::Operation(Operator::Or)),
        ("|", ExpressionToken::Operation(Operator::Or)),
        ("&&", ExpressionToken::Operation(Operator::And)),
        ("&", ExpressionToken::Operation(Operator::And)),
        ("^", ExpressionToken::Operation(Operator::Xor)),
        ("!", ExpressionToken::Operation(Operator::Not)),
        ("~", ExpressionToken::Operation(Operator::Not)),
        ("(", ExpressionToken::Open),
        (")", ExpressionToken::Close),
        ("1", ExpressionToken::Constant(true)),
        ("0", ExpressionToken::Constant(false)),
    ];
    let mut rest = text;
    let mut column = 1;
    std::iter::from_fn(move || {
        let blanks = rest.len() - rest.trim_start().len();
        column += rest[..blanks].chars().count();
        rest = &rest[blanks..];
        let first = rest.chars().next()?;
        let (token, length) = if first.is_alphabetic() || first == '_' {
            let length = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
            let token = match &rest[..length] {
                "not" => ExpressionToken::Operation(Operator::Not),
                "and" => ExpressionToken::Operation(Operator::And),
                "xor" => ExpressionToken::Operation(Operator::Xor),
                "or" => ExpressionToken::Operation(Operator::Or),
                "true" => ExpressionToken::Constant(true),
                "false" => ExpressionToken::Constant(false),
                name => ExpressionToken::Name(name.to_owned()),
            };
            (Ok(token), length)
        } else {
            match SIGNS.into_iter().find(|(sign, _)| rest.starts_with(sign)) {
                Some((sign, token)) => (Ok(token), sign.len()),
                None => (Err(first), first.len_utf8()),
            }
        };
        let found = (column, token);
        column += rest[..length].chars().count();
        rest = &rest[length..];
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Bdd, Zdd};
    use crate::testing::valuations;

    /// Checks an expression over a, b, c and d against a Rust function.
    fn check(text: &str, value: impl Fn(bool, bool, bool, bool) -> bool) {
        let budget = &mut Budget::unlimited();
        let names = ["a", "b", "c", "d"];
        let bdd = Bdd::from_expression(text, &names, budget).unwrap();
        let zdd = Zdd::from_expression(text, &names, budget).unwrap();
        for valuation in valuations(4) {
            let [a, b, c, d] = valuation[..] else { unreachable!("four variables") };
            assert_eq!(bdd.is_satisfied_by(&valuation), value(a, b, c, d), "{text}: {valuation:?}");
            assert_eq!(zdd.is_satisfied_by(&valuation), value(a, b, c, d), "{text}: {valuation:?}");
        }
    }

    #[test]
    fn operators_bind_in_the_documented_order() {
        check("(a & b) | !c => d", |a, b, c, d| !((a && b) || !c) || d);
        check("a | b & c ^ d", |a, b, c, d| a | ((b & c) ^ d));
        check("a => b => c", |a, b, c, _| !a || (!b || c));
        check("a <=> b <=> c", |a, b, c, _| (a == b) == c);
        check("a -> b <-> c || d && !!a", |a, b, c, d| (!a || b) == (c || (d && a)));
        check("not a and ~b or (c xor true) == 0", |a, b, c, _| !((!a && !b) || !c));
        check("1", |_, _, _, _| true);
        check("((((a))))", |a, _, _, _| a);
    }

    #[test]
    fn errors_name_the_column_and_the_parts_expected() {
        let operand = "expected a variable, a constant, `!` or `(`";
        for (text, message) in [
            ("", format!("column 1: {operand}, found the end")),
            ("a &", format!("column 4: {operand}, found the end")),
            ("a & | b", format!("column 5: {operand}, found `|`")),
            ("(a", "column 3: expected `)` for the `(` of column 1, found the end".to_owned()),
            ("a b", "column 3: expected an operator such as `&`, `)`, or the end, found `b`".to_owned()),
            ("ä ! b", "column 3: expected an operator such as `&`, `)`, or the end, found `!`".to_owned()),
            ("a)", "column 2: expected an operator such as `&`, or the end, found `)`".to_owned()),
            ("a & $b", format!("column 5: {operand}, found `$`")),
            ("()", format!("column 2: {operand}, found `)`")),
            ("or a", format!("column 1: {operand}, found `or`")),
        ] {
            assert_eq!(Expression::parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn deep_nesting_takes_no_recursion() {
        let text = format!("{}a{}", "!(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(Expression::parse(&text).unwrap().steps.len(), 100_001);
        assert!(Expression::parse(&"(".repeat(100_000)).is_err());
    }
}
