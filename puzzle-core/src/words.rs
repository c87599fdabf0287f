//! The names of a puzzle's things: variables, lines, pieces, statuses.

use bdd_core::{ConstraintId, Variable};

use crate::explain::Cover;
use crate::facts::Facts;
use crate::guide::Status;
use crate::puzzle::{Puzzle, Sight};

/// The words of a puzzle, of which [`sentences`](crate::sentences) makes what a player reads.
///
/// All of them have defaults that are right for any puzzle and dull for each: `impl Words for MyPuzzle {}` does, and
/// calls the variables `x0`, `x1` and so on. A puzzle overrides those that it has better words for.
#[expect(unused_variables, reason = "many defaults do not depend on what they are asked of")]
pub trait Words: Puzzle {
    // What it is called.

    /// What kind of puzzle it is, after the size of its grid: `8 x 8 queens`.
    fn kind(&self) -> &str {
        "puzzle"
    }

    /// What the whole is called, as in `no solution of this board`.
    fn whole(&self) -> &'static str {
        "puzzle"
    }

    /// What it is played on, as in `back to the board`.
    fn board(&self) -> &'static str {
        "board"
    }

    /// Where a solution is written down, as in `solution 5 is on the board`.
    fn on_board(&self) -> &'static str {
        "on the board"
    }

    /// What the player has done, as in `nothing on the board has to do with it`.
    fn of_yours(&self) -> &'static str {
        "you did"
    }

    /// What is placed, as in `queen`; `None` where the name of a variable says it, as `r4c7=5` does. The other words
    /// follow: `a queen on d4` has a piece, `r4c7=5` has none.
    fn piece(&self) -> Option<&str> {
        None
    }

    /// The cell and the value of a variable, as in `r4c7` and `5`, if sentences are to say `5 in r4c7` rather than its name.
    fn cell_and_value(&self, variable: Variable) -> Option<(String, char)> {
        None
    }

    /// What a cell of the grid is called, as in `square`.
    fn spot(&self) -> &str {
        "cell"
    }

    /// What is to be done, as a sentence.
    fn task(&self) -> String {
        "Solve the puzzle.".to_owned()
    }

    /// That it is done, as a sentence.
    fn solved(&self) -> String {
        "Solved!".to_owned()
    }

    /// That as much is placed as should be, and that it is no solution.
    fn unsolved(&self) -> String {
        "All is filled, but it is no solution.".to_owned()
    }

    /// That the puzzle has no solution, as a clause.
    fn unsolvable(&self) -> String {
        format!("this {} has no solution", self.whole())
    }

    /// A solution in one line, where there is a usual way to write it.
    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        None
    }

    // How it is written.

    /// The name of a variable, as in `d4` or `r4c7=5`: one word, for the command line and for JSON.
    ///
    /// This method and the others here that take variables are asked for those of the puzzle alone, of which there are
    /// [`Puzzle::variables`]; for the auxiliary ones of its rules see [`Words::auxiliary_name`].
    fn name(&self, variable: Variable) -> String {
        format!("x{variable}")
    }

    /// The name of an auxiliary variable, as explanations call it: one that [`Rules::with_auxiliary`](crate::Rules::with_auxiliary)
    /// has after the puzzle's own, by its number among these, counted from 0.
    fn auxiliary_name(&self, number: usize) -> String {
        format!("auxiliary-{}", number + 1)
    }

    /// The variable with this name, in capital or small letters; `None` if none has it.
    fn variable_named(&self, text: &str) -> Option<Variable> {
        Variable::all(self.variables()).find(|&variable| self.name(variable).eq_ignore_ascii_case(text))
    }

    /// The name of a line of the rules, as in `rank 4`, `r4c7`, `5 in row 4`.
    ///
    /// Any of [`Rules::lines`](crate::Rules::lines) can be asked for, those of implications among them.
    fn line_name(&self, line: ConstraintId) -> String {
        format!("line {}", line.index() + 1)
    }

    /// What players call the argument that all that is left of these lines lies within these covers, as in `X-wing`;
    /// `None` if it has no name.
    fn pattern(&self, base: &[ConstraintId], covers: &[Cover]) -> Option<&'static str> {
        None
    }

    /// Where a line's alternatives are, as in `on rank 4`, `in r4c7`, `for 5 in row 4`.
    fn in_line(&self, line: ConstraintId) -> String {
        format!("in {}", self.line_name(line))
    }

    /// What the alternatives of a line are, as in `square`, `value`, `place`. An `s` makes the plural.
    fn alternative(&self, line: ConstraintId) -> &str {
        match self.sight(line) {
            Sight::Cell => "value",
            _ => self.piece().map_or("place", |_| self.spot()),
        }
    }

    /// What two variables do to each other, as in `attack`, and what that makes of the second one, as in `attacked`.
    fn exclusion(&self) -> [&'static str; 2] {
        ["exclude", "excluded"]
    }

    /// What a status is called in sentences.
    fn status_name(&self, status: Status) -> &str {
        match status {
            Status::Given | Status::Placed => self.piece().unwrap_or(status.name()),
            Status::Excluded => self.exclusion()[1],
            status => status.name(),
        }
    }

    /// What two variables that are both placed do, as in `attack each other along the diagonal`.
    fn clash(&self, a: Variable, b: Variable) -> String {
        let along = self.along(a, b).map_or_else(String::new, |along| format!(" {along}"));
        format!("{} each other{along}", self.exclusion()[0])
    }

    /// What two variables that exclude each other share, as in `diagonal`, `row 4`; `None` if that has no name.
    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        None
    }

    /// Where one variable excludes another, as in `along the diagonal`, `in row 4`; `None` if that needs no saying.
    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        None
    }

    // How it is written as data.

    /// The names by which the answers of [`answer`](crate::answer) go as data.
    fn terms(&self) -> Terms {
        Terms::default()
    }

    /// What else is to be told of a variable in data, such as the region of a square.
    fn details(&self, variable: Variable) -> Facts {
        Facts::new()
    }
}

/// The names by which the parts of an answer go as data, such as `square` for a variable of n-queens. More may be added:
/// take the rest from `..Terms::default()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The status of a true variable, as in `queen`; `None` if a given one differs from a placed one.
    pub stands: Option<&'static str>,
    /// A variable, as in `square`.
    pub variable: &'static str,
    /// A list of variables, as in `squares`.
    pub variables: &'static str,
    /// The list of what the player has placed, as in `queens`.
    pub placed: &'static str,
    /// The status of a variable that another one excludes, and the reason, as in `attacked`.
    pub excluded: &'static str,
    /// The reason that two placed variables exclude each other, as in `queens-attack`.
    pub conflict: &'static str,
    /// The reason that a placed variable was ruled out, as in `queen-on-blocked`.
    pub placed_on_blocked: &'static str,
    /// What two variables that exclude each other share, as in `line`.
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

/// `a queen`, `an option`: by the first letter.
#[must_use]
pub fn with_article(noun: &str) -> String {
    let is_vowel = noun.chars().next().is_some_and(|letter| "aeiouAEIOU".contains(letter));
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

/// `b2`, `b2 and c4`, `b2, c4 and e1`.
#[must_use]
pub fn list(parts: impl IntoIterator<Item = String>) -> String {
    match parts.into_iter().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
