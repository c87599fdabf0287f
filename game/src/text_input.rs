//! Text typed letter by letter: values, cells, commands.

use crate::annotations::NoteKind;

/// A text being typed, and its purpose.
#[derive(Debug)]
pub(crate) struct TextInput {
    pub(crate) purpose: InputPurpose,
    /// The characters typed so far.
    pub(crate) text: String,
    /// `true` if the text is a value chosen by the arrow keys; typing replaces it.
    pub(crate) is_chosen: bool,
}

impl TextInput {
    /// Creates an empty text input for this purpose.
    pub(crate) fn new(purpose: InputPurpose) -> TextInput {
        TextInput { purpose, text: String::new(), is_chosen: false }
    }
}

/// The action for which the player types a text, or names a variable in [`Message::Named`](crate::Message::Named).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPurpose {
    /// Go to the cell with this name; on the screen of the solutions, go to the solution with this number.
    Go,
    /// Place the value, or remove it if it is placed.
    Place,
    /// Block the value (rule it out), or unblock it.
    Block,
    /// Write the value as a note in the middle of its cell, or erase this note.
    Note,
    /// Write the value as a note in a corner of its cell, or erase this note.
    CornerNote,
    /// Explain why the value is ruled out or forced.
    Why,
    /// Open the puzzle with this ID, text or link.
    Open,
    /// Rename the selected saved game of the menu; an empty name stands for the name of its puzzle.
    Rename,
    /// Run a command by name, such as `w FILE`.
    Command,
    /// Find an option of a configurator by a part of its name.
    Search,
    /// Write the list of chosen and forced options to the file with this name.
    SaveList,
}

impl InputPurpose {
    /// Returns `true` if the text may have any characters, up to the length of a command.
    pub(crate) fn is_free_text(self) -> bool {
        matches!(
            self,
            InputPurpose::Command
                | InputPurpose::Open
                | InputPurpose::Rename
                | InputPurpose::Search
                | InputPurpose::SaveList
        )
    }

    /// Returns `true` if the text is a value to place, block or note.
    #[must_use]
    pub fn takes_value(self) -> bool {
        matches!(self, InputPurpose::Place | InputPurpose::Block) || self.note_kind().is_some()
    }

    /// Returns the purpose of a text that becomes a note of this kind.
    pub(crate) fn of_note(kind: NoteKind) -> InputPurpose {
        match kind {
            NoteKind::Centre => InputPurpose::Note,
            NoteKind::Corner => InputPurpose::CornerNote,
        }
    }

    /// Returns the kind of the note that the text becomes; `None` if it becomes no note.
    pub(crate) fn note_kind(self) -> Option<NoteKind> {
        match self {
            InputPurpose::Note => Some(NoteKind::Centre),
            InputPurpose::CornerNote => Some(NoteKind::Corner),
            _ => None,
        }
    }
}
