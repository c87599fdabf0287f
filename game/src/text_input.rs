//! Texts that are typed a letter at a time: values, cells, commands.

/// What is being typed, and for what.
#[derive(Debug)]
pub(crate) struct TextInput {
    /// What the text is typed for.
    pub(crate) purpose: InputPurpose,
    /// The characters typed so far.
    pub(crate) text: String,
    /// Whether the text is a value that was chosen by the arrows, and not typed.
    pub(crate) is_chosen: bool,
}

impl TextInput {
    /// Typing for a purpose begins.
    pub(crate) fn new(purpose: InputPurpose) -> TextInput {
        TextInput { purpose, text: String::new(), is_chosen: false }
    }
}

/// What something is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPurpose {
    /// To go to the cell, or among the solutions to the number.
    Go,
    /// To place the value in the cell under the cursor.
    Place,
    /// To block or unblock the value in the cell under the cursor.
    Block,
    /// To write the value into the cell under the cursor as a note, or to rub it out.
    Note,
    /// To have the value in the cell under the cursor explained.
    Why,
    /// To do something by its name, such as `w FILE`.
    Command,
}

impl InputPurpose {
    /// Whether it is a value that is typed, and not where to go or what to explain.
    pub(crate) fn takes_value(self) -> bool {
        matches!(self, InputPurpose::Place | InputPurpose::Block | InputPurpose::Note)
    }
}
