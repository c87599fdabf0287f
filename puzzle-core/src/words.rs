//! The names of a puzzle's variables, lines, pieces and statuses.

use bdd_core::{ConstraintId, Variable};

use crate::explain::Cover;
use crate::facts::Facts;
use crate::features::FeatureModel;
use crate::guide::Status;
use crate::puzzle::{Puzzle, Visibility};

/// The words of a puzzle, from which [`sentences`](crate::sentences) makes sentences.
///
/// Every method has a default that is right for any puzzle: `impl Words for MyPuzzle {}` compiles, with variables
/// named `x0`, `x1` and so on.
///
/// ```
/// use puzzle_core::{Literal, Puzzle, Rules, Variable, Words, sentences};
///
/// #[derive(Debug)]
/// struct Board(Rules);
///
/// impl Puzzle for Board {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// impl Words for Board {
///     fn piece(&self) -> Option<&str> {
///         Some("rook")
///     }
///
///     fn name(&self, variable: Variable) -> String {
///         ["a1", "b1"][variable.index()].to_owned()
///     }
/// }
///
/// let board = Board(Rules::new(2));
/// assert_eq!(board.variable_named("B1"), Some(Variable::new(1)));
/// assert_eq!(sentences::literal_phrase(&board, Literal::positive(1)), "a rook on b1");
/// ```
///
/// # Where the names appear
///
/// Sentences put the returned text between words of their own. For n-queens and for a configurator:
///
/// | method | returns | appears in |
/// |---|---|---|
/// | [`name`](Words::name) | `d4` | `a queen on d4`, `d4 is attacked by a1` |
/// | | `battery` | `battery is ruled out by light` |
/// | [`line_name`](Words::line_name) | `rank 4` | `rank 4 has no square left`, `rank 4 has only d4 and e4 left` |
/// | | `the power supply` | `the power supply requires battery`, `the power supply can't be met` |
/// | | `the rule that light requires battery` | `by a rule, light requires battery` |
/// | [`line_phrase`](Words::line_phrase) | `on rank 4` | `d4 is the only square left on rank 4` |
/// | | `for the power supply` | `battery is the only part left for the power supply` |
/// | [`candidate_noun`](Words::candidate_noun) | `square`, `part` | the same sentences |
/// | [`exclusion_verbs`](Words::exclusion_verbs) | `attack`, `attacked` | `every square of rank 4 attacks d4` |
/// | [`along`](Words::along) | `along the diagonal` | `d4 is attacked by a1 along the diagonal` |
#[expect(unused_variables, reason = "many default implementations ignore their arguments")]
pub trait Words: Puzzle {
    // Nouns and sentences about the puzzle.

    /// Returns the name of the kind of puzzle, such as `queens` in the title `8 x 8 queens`.
    fn kind(&self) -> &str {
        "puzzle"
    }

    /// Returns the noun for the puzzle, such as `board` in `this board has no solution`.
    fn puzzle_noun(&self) -> &'static str {
        "puzzle"
    }

    /// Returns the noun for the grid, such as `board` in `back to the board`.
    fn board(&self) -> &'static str {
        "board"
    }

    /// Returns the phrase for the place where solutions are shown, such as `on the board` in `solution 5 is on the
    /// board`.
    fn on_board(&self) -> &'static str {
        "on the board"
    }

    /// Returns the noun for a true variable, such as `queen`: sentences then say `a queen on d4`. `None` if the puzzle
    /// has no pieces, for example if each variable is a value in a cell (`r4c7=5`). If there is a piece,
    /// [`Words::name`] has to be a place, and [`Words::cell_and_value`] is not used in sentences.
    fn piece(&self) -> Option<&str> {
        None
    }

    /// Returns the cell and the value of a variable, such as `r4c7` and `5`: sentences then say `5 in r4c7` instead of
    /// the variable's name. `None` if the variable is not a value in a cell.
    fn cell_and_value(&self, variable: Variable) -> Option<(String, String)> {
        None
    }

    /// Returns the noun for a cell of the grid, such as `square`.
    fn cell_noun(&self) -> &str {
        "cell"
    }

    /// Returns the task of the player, as a sentence.
    fn task(&self) -> String {
        "Solve the puzzle.".to_owned()
    }

    /// Returns the message for a solved puzzle, as a sentence.
    fn solved(&self) -> String {
        "Solved!".to_owned()
    }

    /// Returns the message for a full puzzle that breaks a rule, as a sentence.
    fn unsolved(&self) -> String {
        "Everything is filled in, but something is wrong.".to_owned()
    }

    /// Returns the clause that says that the puzzle has no solution.
    fn unsolvable(&self) -> String {
        format!("this {} has no solution", self.puzzle_noun())
    }

    /// Returns a solution on one line, in the usual notation of the puzzle; `None` if there is no such notation.
    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        None
    }

    // Names of variables and lines.

    /// Returns the name of a variable, such as `d4` or `r4c7=5`. A command line needs names without blanks and commas.
    ///
    /// All methods of this trait accept the [`Puzzle::variables`] of the puzzle only; [`Words::auxiliary_name`] names
    /// the auxiliary variables of its rules.
    fn name(&self, variable: Variable) -> String {
        format!("x{variable}")
    }

    /// Returns the name of an auxiliary variable in explanations. `number` counts the auxiliary variables from 0.
    fn auxiliary_name(&self, number: usize) -> String {
        format!("auxiliary-{}", number + 1)
    }

    /// Returns the variable with the name `text`, ignoring case; `None` if no variable has this name.
    fn variable_named(&self, text: &str) -> Option<Variable> {
        Variable::all(self.variables()).find(|&variable| self.name(variable).eq_ignore_ascii_case(text))
    }

    /// Returns the name of a line of the rules, such as `rank 4`, `r4c7` or `5 in row 4`. It is the subject of clauses
    /// such as `rank 4 has no square left`, `rank 4 requires d4` and `rank 4 can't be met`; for an implication, `the
    /// rule that a requires b` reads well.
    ///
    /// Sentences may name each of [`Rules::constraints`](crate::Rules::constraints), including implications.
    fn line_name(&self, line: ConstraintId) -> String {
        format!("line {}", line.index() + 1)
    }

    /// Returns the players' name of a counting argument, such as `X-wing`; `None` if it has no name. In such an
    /// argument, the candidates of the `base` lines lie within the `covers`.
    fn pattern(&self, base: &[ConstraintId], covers: &[Cover]) -> Option<&'static str> {
        None
    }

    /// Returns the phrase for the place of a line's candidates, such as `on rank 4`, `in r4c7` or `for 5 in row 4`. By
    /// default, `in` and the name of the line.
    fn line_phrase(&self, line: ConstraintId) -> String {
        format!("in {}", self.line_name(line))
    }

    /// Returns the noun for a candidate of a line, such as `square`, `value` or `place`. Its plural ends in `s`.
    fn candidate_noun(&self, line: ConstraintId) -> &str {
        match self.visibility(line) {
            Visibility::Cell => "value",
            _ => self.piece().map_or("place", |_| self.cell_noun()),
        }
    }

    /// Returns the verb for an exclusion and its past participle, such as `attack` and `attacked`.
    fn exclusion_verbs(&self) -> [&'static str; 2] {
        ["rule out", "ruled out"]
    }

    /// Returns the name of a status in sentences.
    fn status_name(&self, status: Status) -> &str {
        match status {
            Status::Given | Status::Placed => self.piece().unwrap_or(status.name()),
            Status::Excluded => self.exclusion_verbs()[1],
            status => status.name(),
        }
    }

    /// Returns the predicate of two true variables that exclude each other, such as `attack each other along the
    /// diagonal`.
    fn clash(&self, a: Variable, b: Variable) -> String {
        let along = self.along(a, b).map_or_else(String::new, |along| format!(" {along}"));
        let verb = self.exclusion_verbs()[0];
        let (verb, particle) =
            verb.split_once(' ').map_or((verb, String::new()), |(verb, out)| (verb, format!(" {out}")));
        format!("{verb} each other{particle}{along}")
    }

    /// Returns the line that two mutually exclusive variables share, such as `diagonal` or `row 4`; `None` if it has no
    /// name.
    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        None
    }

    /// Returns the phrase for the line along which `by` excludes `excluded`, such as `along the diagonal` or `in row
    /// 4`; `None` if the sentence needs no such phrase.
    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        None
    }

    // Names in data.

    /// Returns the keys that name the parts of an [`answer`](crate::answer).
    fn terms(&self) -> Terms {
        Terms::default()
    }

    /// Returns facts about a variable that are added to it in JSON output, such as the region of a square.
    fn details(&self, variable: Variable) -> Facts {
        Facts::new()
    }

    /// Returns the feature model from which the puzzle was made; `None` for other puzzles, as by default.
    fn feature_model(&self) -> Option<&FeatureModel> {
        None
    }
}

/// The names of variables and lines are their numbers.
impl Words for bdd_core::Rules {}

/// The JSON keys that name the parts of an [`answer`](crate::answer), such as `square` for a variable of n-queens.
/// Later versions may add keys, so construct a value with `..Terms::default()`.
///
/// ```
/// use puzzle_core::Terms;
///
/// let terms = Terms { variable: "square", variables: "squares", ..Terms::default() };
/// assert_eq!(terms.placed, "placed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The JSON status of given and placed variables, such as `queen`; `None` if these two have statuses of their own.
    pub stands: Option<&'static str>,
    /// The JSON key of a variable, such as `square`.
    pub variable: &'static str,
    /// The JSON key of a list of variables, such as `squares`.
    pub variables: &'static str,
    /// The JSON key of the placed variables, such as `queens`.
    pub placed: &'static str,
    /// The JSON name, such as `attacked`, of the status of an excluded variable. In arguments it also names the reason
    /// of a variable that is ruled out by a true variable.
    pub excluded: &'static str,
    /// The JSON name of a step that states a [`Conflict::Exclusion`](crate::Conflict::Exclusion), such as
    /// `queens-attack`.
    pub conflict: &'static str,
    /// The JSON name of a step that states a [`Conflict::Blocked`](crate::Conflict::Blocked), such as
    /// `queen-on-blocked`.
    pub placed_on_blocked: &'static str,
    /// The JSON key of the line that two variables share: `line`, for example.
    pub shared: &'static str,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            stands: None,
            variable: "variable",
            variables: "variables",
            placed: "placed",
            excluded: "excluded",
            conflict: "exclusion",
            placed_on_blocked: "placed-on-blocked",
            shared: "shared",
        }
    }
}

/// Returns a noun with its indefinite article, which its first letter decides.
///
/// ```
/// use puzzle_core::sentences::with_article;
///
/// assert_eq!([with_article("queen"), with_article("option")], ["a queen", "an option"]);
/// ```
#[must_use]
pub fn with_article(noun: &str) -> String {
    let is_vowel = noun.chars().next().is_some_and(|letter| "aeiouAEIOU".contains(letter));
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

/// Joins parts to a list in words, such as `b2, c4 and e1`.
///
/// ```
/// use puzzle_core::sentences::list;
///
/// let list = |parts: &[&str]| list(parts.iter().map(|part| (*part).to_owned()));
/// assert_eq!(list(&["b2"]), "b2");
/// assert_eq!(list(&["b2", "c4", "e1"]), "b2, c4 and e1");
/// ```
#[must_use]
pub fn list(parts: impl IntoIterator<Item = String>) -> String {
    joined(parts, "and")
}

/// Joins parts to a list of alternatives in words, such as `b2, c4 or e1`.
pub(crate) fn list_or(parts: impl IntoIterator<Item = String>) -> String {
    joined(parts, "or")
}

fn joined(parts: impl IntoIterator<Item = String>, conjunction: &str) -> String {
    match parts.into_iter().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {conjunction} {last}", most.join(", ")),
    }
}
