//! The account of a screen beside the board, in sentences.

/// What a screen says beside the board; its look is for the face.
pub struct Told {
    /// The title, as in `Why b4 is dead`.
    pub title: String,
    /// The head in one line, in several lengths, the longest first.
    pub heads: Vec<String>,
    /// The account, a line each with what it is about.
    pub lines: Vec<(About, String)>,
    /// The account in few words.
    pub brief: Vec<String>,
}

/// What a line of an account is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
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
    /// What the player is taught.
    Lesson,
    /// That the puzzle is solved.
    Solved,
    /// How it was solved.
    Result,
    /// That the puzzle has no solution, or that what stands on the full board is none.
    Unsolved,
    /// The hint, as far as it was given.
    Hint,
    /// What clashes, or is too much.
    Clash,
    /// The price of all that stands.
    Total,
    /// The cell under the cursor.
    Cell,
    /// The price of that cell.
    Price,
    /// What a move there would leave.
    Effect,
}
