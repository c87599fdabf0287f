//! The prompts of the lesson: for players who press keys, for players who tap or click, and for the dialogue.

use puzzle_core::Status;

use crate::lesson::{Course, Lesson, Prompt, Remark};
use crate::model::Model;
use crate::screen::Mode;

/// Returns the title of the lesson's prompt, such as `Lesson, step 2 of 11`, and the task as a sentence for players who
/// press keys; `None` if no lesson is under way.
#[must_use]
pub fn lesson(model: &Model) -> Option<(String, &'static str)> {
    let lesson = model.lesson()?;
    let text = match (lesson.remark, lesson.prompt) {
        (Some(remark), _) => keyed_remark(model, remark, lesson.course),
        (None, _) if !matches!(model.mode(), Mode::Play) => "Press Esc to go on.",
        (None, Prompt::Move) => "Go to b1 with the arrow keys or h j k l.",
        (None, Prompt::Place) => "Press Enter to place a queen on b1.",
        (None, Prompt::Attacked) => {
            "Queens attack along ranks, files and diagonals. Go to b3 and press w to see why it is attacked."
        }
        (None, Prompt::Clash) => "Go to b3 and press Enter: a queen on an attacked square clashes.",
        (None, Prompt::Undo) => "The two queens clash. Press u to undo.",
        (None, Prompt::Block) => "You can rule squares out yourself. Go to d4 and press x.",
        (None, Prompt::Guide) => "The guide knows all solutions. Press a for help level 2.",
        (None, Prompt::Dead) => {
            "Dead squares are not attacked, but no solution has a queen there. Go to a5 and press w to see why."
        }
        (None, Prompt::Forced) if has_forced(model) => {
            "The squares left are forced: all solutions have a queen there. Go to the framed square and press w."
        }
        (None, Prompt::Forced) => {
            "Place a queen on an open square. The squares left are then forced: all solutions have a queen there. Go to \
             one and press w."
        }
        (None, Prompt::Hint) => "Press i for a hint, i again for the move, and Enter to make it.",
        (None, Prompt::Solve) if model.is_solved() => match (lesson.course, model.next_lesson().is_some()) {
            (Course::Queens, true) => {
                "You know the game now. Press N for the lesson about regions, or Esc: today's puzzles are next."
            }
            (Course::Queens, false) => "You know the game now. Press Esc: today's puzzles are next.",
            (Course::Regions, true) => {
                "You know regions now. Press N for the lesson about Sudoku, or Esc: today's regions are next."
            }
            (Course::Regions, false) => "You know regions now. Press Esc: today's regions are next.",
            (Course::Sudoku, _) => "You know Sudoku now. Press Esc: today's Sudoku is next.",
        },
        (None, Prompt::Solve) => solve(lesson.course),
        (None, Prompt::Single) => match lesson.course {
            Course::Sudoku => {
                "Each row, column and block has each of 1 to 4 once. Row 1 lacks only a 3: go to r1c3 and press 3."
            }
            Course::Queens | Course::Regions => {
                "Each rank, file and region has one queen. Region B has one square: go to a4 and press Enter."
            }
        },
        (None, Prompt::RuledOut) => match lesson.course {
            Course::Sudoku => "The 3 rules out any other 3 near it. Go to r2c4, press w and then 3 to see why.",
            Course::Queens | Course::Regions => {
                "Queens never touch, not even at a corner. Go to b5 and press w to see why it is ruled out."
            }
        },
    };
    Some((title(lesson), text))
}

/// Returns the sentence for players who press keys after a wrong answer.
fn keyed_remark(model: &Model, remark: Remark, course: Course) -> &'static str {
    let is_sudoku = course == Course::Sudoku;
    // The key of an explanation would close the explanation shown.
    let is_open = !matches!(model.mode(), Mode::Play);
    match remark {
        Remark::OtherPlaced if is_sudoku => "The lesson uses r1c3. Press u to undo, then go to r1c3 and press 3.",
        Remark::OtherPlaced => "The lesson uses a4. Press u to undo, then go to a4 and press Enter.",
        Remark::NotRuledOut if is_sudoku && is_open => {
            "This value is not ruled out yet. Press Esc, then go to r2c4, press w and then 3."
        }
        Remark::NotRuledOut if is_sudoku => "This value is not ruled out yet. Go to r2c4, press w and then 3.",
        Remark::NotRuledOut if is_open => "This square is not ruled out yet. Press Esc, then go to b5 and press w.",
        Remark::NotRuledOut => "This square is not ruled out yet. Go to b5 and press w.",
        Remark::OtherSquare => {
            "This works too, but the lesson goes on with b1. Go to b3 and press w to see why it is attacked."
        }
        Remark::NotAttacked if is_open => "No queen attacks this square. Press Esc, then go to b3 and press w.",
        Remark::NotAttacked => "No queen attacks this square. Go to b3 and press w.",
        Remark::NoClash => "These queens do not clash. Place one on b3 as well.",
        Remark::Placed => "You placed a queen. Press u to undo, then go to d4 and press x.",
        Remark::OtherBlocked => "The lesson uses d4. Press u to undo, then go to d4 and press x.",
        Remark::NotDead if is_open => "This square is not dead. Press Esc, then go to a5 and press w.",
        Remark::NotDead => "This square is not dead. Go to a5 and press w.",
        Remark::NotForced if !has_forced(model) && is_open => {
            "No square is forced yet. Press Esc, then place a queen on an open square."
        }
        Remark::NotForced if !has_forced(model) => "No square is forced yet. Place a queen on an open square.",
        Remark::NotForced if is_open => {
            "This square is not forced. Press Esc, then go to the framed square and press w."
        }
        Remark::NotForced => "This square is not forced. Go to the framed square and press w.",
    }
}

/// Returns `true` if the board has a forced square.
fn has_forced(model: &Model) -> bool {
    model.guide().is_some_and(|guide| guide.variables().any(|(_, status, _)| status == Status::Forced))
}

/// Returns the prompt of the lesson for players who tap or click, such as `Lesson, step 1 of 11. Tap a square.`; `None`
/// if no lesson is under way.
#[must_use]
pub fn lesson_pointed(model: &Model) -> Option<String> {
    let lesson = model.lesson()?;
    let is_sudoku = lesson.course == Course::Sudoku;
    // The first tap places.
    let is_direct = !model.rules_out_first();
    let text = match (lesson.remark, lesson.prompt) {
        (Some(Remark::OtherPlaced), _) if is_sudoku => "The lesson uses r1c3. Tap Undo, then r1c3 and 3.",
        (Some(Remark::OtherPlaced), _) => "The lesson uses a4. Tap Undo, then a4.",
        (Some(Remark::NotRuledOut), _) if is_sudoku => "This value is not ruled out yet. Tap r2c4, Why? and 3.",
        (Some(Remark::NotRuledOut), _) => "This square is not ruled out yet. Tap b5, then Why?",
        (Some(Remark::OtherSquare), _) => "This works too, but the lesson goes on with b1. Tap b3, then Why?",
        (Some(Remark::NotAttacked), _) => "No queen attacks this square. Tap b3, then Why?",
        (Some(Remark::NoClash), _) => "These queens do not clash. Tap b3 as well.",
        (Some(Remark::Placed), _) if is_direct => "You placed a queen. Tap Undo. Long-press or right-click d4.",
        (Some(Remark::Placed), _) => "You placed a queen. Tap Undo, then tap d4 once.",
        (Some(Remark::OtherBlocked), _) if is_direct => "The lesson uses d4. Tap Undo. Long-press or right-click d4.",
        (Some(Remark::OtherBlocked), _) => "The lesson uses d4. Tap Undo, then tap d4 once.",
        (Some(Remark::NotDead), _) => "This square is not dead. Tap a5.",
        (Some(Remark::NotForced), _) if !has_forced(model) => "No square is forced yet. Tap an open square.",
        (Some(Remark::NotForced), _) => "This square is not forced. Tap the framed square.",
        (None, _) if !matches!(model.mode(), Mode::Play) => "Tap × or Back to the game to go on.",
        (None, Prompt::Move | Prompt::Place) if is_direct => "Tap b1 to place a queen.",
        (None, Prompt::Move) => "Tap b1: a cross rules the square out. Tap it again: a queen.",
        (None, Prompt::Place) => "Tap b1 again to place a queen.",
        (None, Prompt::Attacked) => "Queens attack along ranks, files and diagonals. Tap b3, then Why?",
        (None, Prompt::Clash) => "Tap b3: a queen on an attacked square clashes.",
        (None, Prompt::Undo) => "The two queens clash. Tap Undo.",
        (None, Prompt::Block) if is_direct => "You can rule squares out yourself. Long-press or right-click d4.",
        (None, Prompt::Block) => "You can rule squares out yourself. Tap d4 once.",
        (None, Prompt::Guide) => "The guide knows all solutions. Choose the help Guide.",
        (None, Prompt::Dead) => "Dead squares are not attacked, but no solution has a queen there. Tap a5, then Why?",
        (None, Prompt::Forced) => {
            "Tap an open square. The squares left are then forced: all solutions have a queen there. Tap one of them."
        }
        (None, Prompt::Hint) => "Tap Hint, then Show move, then Make the move.",
        (None, Prompt::Solve) if model.is_solved() && model.next_lesson().is_some() => {
            "You know the game now. The next lesson follows. The button with squares at the top has more games."
        }
        (None, Prompt::Solve) if model.is_solved() => {
            "You know the game now. The button with squares at the top has more games."
        }
        (None, Prompt::Solve) => solve(lesson.course),
        (None, Prompt::Single) if is_sudoku => {
            "Each row, column and block has each of 1 to 4 once. Row 1 lacks only a 3: tap r1c3, then 3."
        }
        (None, Prompt::Single) if is_direct => {
            "Each rank, file and region has one queen. Region B has one square: tap a4 to place a queen."
        }
        (None, Prompt::Single) => {
            "Each rank, file and region has one queen. Region B has one square: tap a4 twice, for a cross and a queen."
        }
        (None, Prompt::RuledOut) if is_sudoku => "The 3 rules out any other 3 near it. Tap r2c4, Why? and 3.",
        (None, Prompt::RuledOut) => "Queens never touch, not even at a corner. Tap b5, then Why?",
    };
    Some(numbered(lesson, text))
}

/// Returns the prompt of the lesson for players who type commands; `None` if no lesson is under way.
pub(crate) fn lesson_spoken(model: &Model) -> Option<String> {
    let lesson = model.lesson()?;
    let is_sudoku = lesson.course == Course::Sudoku;
    let remark = match lesson.remark {
        None => "",
        Some(Remark::OtherPlaced) if is_sudoku => "The lesson uses r1c3: type undo. ",
        Some(Remark::OtherPlaced) => "The lesson uses a4: type undo. ",
        Some(Remark::NotRuledOut) => "This is not ruled out yet. ",
        Some(Remark::OtherSquare) => "This works too, but the lesson goes on with b1. ",
        Some(Remark::NotAttacked) => "No queen attacks this square. ",
        Some(Remark::NoClash) => "These queens do not clash. ",
        Some(Remark::Placed) => "You placed a queen: type undo. ",
        Some(Remark::OtherBlocked) => "The lesson uses d4: type undo. ",
        Some(Remark::NotDead) => "This square is not dead. ",
        Some(Remark::NotForced) => "This square is not forced. ",
    };
    let text = match lesson.prompt {
        Prompt::Move => "Type go b1 to go to the square b1 and hear about it, or board to hear the whole board.",
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
        Prompt::Solve if is_sudoku => "Fill the cells that are left. Type undo to undo, hint for a hint.",
        Prompt::Solve => "Place the queens that are left. Type undo to undo, hint for a hint.",
        Prompt::Single if is_sudoku => {
            "Each row, column and block has each of 1 to 4 once. Row 1 lacks only a 3. Type r1c3=3"
        }
        Prompt::Single => "Each rank, file and region has one queen. Region B has only the square a4. Type a4",
        Prompt::RuledOut if is_sudoku => "The 3 rules out any other 3 near it. To ask why, type why r2c4=3",
        Prompt::RuledOut => "Queens never touch, not even at a corner. To ask why, type why b5",
    };
    Some(numbered(lesson, &format!("{remark}{text}")))
}

/// Returns the label of the button for the lesson that follows, such as `Next lesson: Regions`; `None` if there is
/// none.
pub(crate) fn next_lesson(model: &Model) -> Option<String> {
    Some(format!("Next lesson: {}", model.next_lesson()?.label))
}

/// The notice of a lesson that is opened again before its end.
pub(crate) const LESSON_GOES_ON: &str = "The lesson goes on. Press r to restart.";
/// The refusal to skip the last step of a lesson.
/// The refusal of a move on the board of a solved lesson.
pub(crate) const LESSON_OVER: &str = "This lesson is solved. Press Esc for what comes next.";

pub(crate) const LAST_STEP: &str = "This is the last step of the lesson: solve the puzzle.";
/// The refusal to go back before the first step of a lesson.
pub(crate) const FIRST_STEP: &str = "This is the first step of the lesson.";

/// Returns the task to solve the rest of the puzzle.
fn solve(course: Course) -> &'static str {
    match course {
        Course::Sudoku => "Fill the cells that are left.",
        Course::Queens | Course::Regions => "Place the queens that are left.",
    }
}

/// Returns the title of the lesson's prompt, such as `Lesson, step 2 of 11`.
fn title(lesson: Lesson) -> String {
    format!("Lesson, step {} of {}", lesson.number(), lesson.course.prompts().len())
}

fn numbered(lesson: Lesson, text: &str) -> String {
    format!("{}. {text}", title(lesson))
}
