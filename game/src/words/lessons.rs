//! The prompts of the lesson, for the screen and for the dialogue.

use crate::lesson::{Lesson, Prompt};
use crate::model::Model;

/// Returns the prompt of the lesson, such as `6 of 11. ...`, for players who press keys; `None` if no lesson is under
/// way.
#[must_use]
pub fn lesson(model: &Model) -> Option<String> {
    let lesson = model.lesson()?;
    let text = match lesson.prompt {
        Prompt::Move => "Move the cursor with the arrow keys or h j k l.",
        Prompt::Place => "Place a queen: go to b1 and press Enter. Enter again would remove it.",
        Prompt::Attacked => {
            "Queens attack along ranks, files and diagonals. Go to an attacked square and press w to see why."
        }
        Prompt::Clash => "Press Esc. Then place a second queen on an attacked square, to see a clash.",
        Prompt::Undo => "The two queens clash. Press u to undo.",
        Prompt::Block => "You can rule squares out yourself: go to d4 and press x.",
        Prompt::Guide => "The guide knows all solutions. Press A for help level 2.",
        Prompt::Dead => {
            "Dead squares are not attacked, but no solution has a queen there. Go to a5 and press w to see why."
        }
        Prompt::Forced => {
            "Press Esc and place a second queen on an open square. Then the squares left are forced: every solution has \
             a queen there. Go to one and press w."
        }
        Prompt::Hint => "Press Esc, then i for a hint. Press i again for the move, and Enter to make the move.",
        Prompt::Solve if model.is_solved() => "You know the game now. Press Esc and choose what to play.",
        Prompt::Solve => "Place the queens that are left (u: undo, i: hint).",
    };
    Some(numbered(lesson, text))
}

/// Returns the prompt of the lesson for players who type commands; `None` if no lesson is under way.
pub(crate) fn lesson_spoken(model: &Model) -> Option<String> {
    let lesson = model.lesson()?;
    let text = match lesson.prompt {
        Prompt::Move => "Type go b2 or right to hear about a square, or board to hear the whole board.",
        Prompt::Place => "Type b1 to place a queen there. Typing b1 again would remove it.",
        Prompt::Attacked => {
            "Queens attack along ranks, files and diagonals. To ask why a square is attacked, type why and its name, as \
             in: why d1"
        }
        Prompt::Clash => "Now place a second queen on an attacked square, to hear about a clash, as in: d1",
        Prompt::Undo => "The two queens clash. Type undo.",
        Prompt::Block => "You can rule squares out yourself. Type x d4",
        Prompt::Guide => "The guide knows all solutions. Type level 2",
        Prompt::Dead => "Dead squares are not attacked, but no solution has a queen there. Type why a5",
        Prompt::Forced => {
            "Place a second queen on an open square, such as e2. Then the squares left are forced: every solution has a \
             queen there. Ask why, as in: why c3"
        }
        Prompt::Hint => "Type hint to hear where to look, hint again for the move, and yes to make it.",
        Prompt::Solve if model.is_solved() => "You know the game now. Type menu and choose what to play.",
        Prompt::Solve => "Place the queens that are left. Type undo to undo, hint for a hint.",
    };
    Some(numbered(lesson, text))
}

fn numbered(lesson: Lesson, text: &str) -> String {
    let remark = lesson.remark.map_or_else(String::new, |remark| format!("{remark} "));
    format!("{} of {}. {remark}{text}", lesson.number(), Prompt::ALL.len())
}
