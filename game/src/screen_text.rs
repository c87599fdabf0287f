//! The account of a screen beside the board, in sentences.

/// What a screen says beside the board; its look is for the face.
pub struct ScreenText {
    /// The title, as in `Why b4 is dead`.
    pub title: String,
    /// The head in one line, in several lengths, the longest first.
    pub heads: Vec<String>,
    /// The account, a line each with what it is about.
    pub lines: Vec<(TextRole, String)>,
    /// The account in few words.
    pub brief: Vec<String>,
}

/// What a line of an account is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// The question that an argument answers: the title once more.
    Question,
    /// The number of the solution: the title once more.
    Solution,
    /// The whole in a sentence.
    Summary,
    /// Something beside the whole.
    Note,
    /// The step shown of how many.
    Progress,
    /// The step shown.
    Step,
    /// The size of a diagram.
    Size,
    /// What to do about it.
    Repair,
    /// The outcome of what the player did last.
    Outcome,
    /// Why what the player did last was not done.
    Refusal,
    /// The prompt of the lesson.
    Lesson,
    /// The sentence about a solved puzzle.
    Solved,
    /// The result: time, help, streak.
    Result,
    /// The sentence about a puzzle without a solution, or about a full board that is wrong.
    Unsolved,
    /// The hint, as far as it was given.
    Hint,
    /// A clash, or an excess of pieces.
    Clash,
    /// The price of all that stands.
    Total,
    /// The cell under the cursor.
    Cell,
    /// The price of that cell.
    Price,
    /// The effect of a move in the cell on the number of solutions.
    Effect,
}
