//! The text of a screen beside the board.

/// The text of a screen beside the board, from [`Mode::describe`](crate::Mode::describe).
pub struct ScreenText {
    /// The title, such as `Why b4 is dead`.
    pub title: String,
    /// One-line headings, from the longest to the shortest, for screens with little space.
    pub heads: Vec<String>,
    /// The full text, line by line.
    pub lines: Vec<(TextRole, String)>,
    /// The text in few words, for small screens.
    pub brief: Vec<String>,
}

/// The role of a line in [`ScreenText::lines`] or [`words::account`](crate::words::account), which decides its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// The question that an argument answers; the same as [`ScreenText::title`].
    Question,
    /// The number of a solution; the same as [`ScreenText::title`].
    Solution,
    /// The whole argument or solution in a sentence.
    Summary,
    /// A remark, such as the symmetry of a solution.
    Note,
    /// The position among the steps, such as `Step 2 of 5`.
    Progress,
    /// The sentence of the step shown.
    Step,
    /// A line about the size of a diagram.
    Size,
    /// The moves that repair the position.
    Repair,
    /// The outcome of the last action: a [`Notice`](crate::Notice).
    Outcome,
    /// The reason why the last action was refused.
    Refusal,
    /// The prompt of the lesson, which tells the player's task.
    Lesson,
    /// The sentence about a solved puzzle.
    Solved,
    /// The time, help and streak of a solved puzzle.
    Result,
    /// The sentence about a position without a solution, or a full but wrong board.
    Unsolved,
    /// The part of the hint given so far.
    Hint,
    /// A clash, or an excess of pieces.
    Clash,
    /// The total price of the placed and given variables.
    Total,
    /// The description of the cell under the cursor.
    Cell,
    /// The price of the cell under the cursor.
    Price,
    /// The effect of a move in the cell under the cursor on the number of solutions.
    Effect,
}
