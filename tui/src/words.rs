//! The sentences on the screen, and all that names queens there.

mod notices;

use nqueens_guide::explain::{Frame, Scene, Step};
use nqueens_guide::{BigUint, Explanation, Guide, Hint, Look, Placement, Refusal, Size, Square, Status, sentences};

use crate::assist::Assist;
use crate::browse::BrowseScreen;
use crate::model::{GivenHint, Grade};
use crate::theme::Glyphs;
use crate::why::OpenCase;
pub use notices::notice;

/// A number with a comma after every three digits, as in `14,200`.
#[must_use]
pub fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many solutions remain, as in `4 remaining solutions`.
#[must_use]
pub fn remaining(total: &BigUint) -> String {
    format!("{} remaining solution{}", grouped(total), plural(total))
}

fn plural(number: &BigUint) -> &'static str {
    if *number == BigUint::from(1u8) { "" } else { "s" }
}

/// What a square is, in words.
#[must_use]
pub fn square(guide: &Guide, square: Square) -> String {
    let completions = guide.completions(square);
    match guide.status(square) {
        Status::Queen => format!("{square}: your queen"),
        Status::Open if *completions == BigUint::from(1u8) => format!("{square}: open, 1 solution has a queen here"),
        Status::Open => format!("{square}: open, {} solutions have a queen here", grouped(completions)),
        Status::Forced if *guide.total() == BigUint::from(1u8) => {
            format!("{square}: forced, the 1 remaining solution has a queen here")
        }
        Status::Forced => {
            format!("{square}: forced, all {} remaining solutions have a queen here", grouped(completions))
        }
        Status::Blocked | Status::Attacked | Status::Dead => {
            guide.refusal(square).map_or_else(|| square.to_string(), |refusal| why_not(square, refusal))
        }
    }
}

/// Why a queen on a square would be a mistake.
#[must_use]
pub fn why_not(square: Square, refusal: Refusal) -> String {
    match refusal {
        Refusal::Blocked => format!("{square}: blocked by you"),
        Refusal::Attacked(queen, line) => {
            format!("{square}: attacked by {queen} on {}", line.through(square))
        }
        Refusal::Dead => format!("{square}: dead, a queen here leaves no solution"),
    }
}

/// What a square is, as far as the level of help lets it be told.
#[must_use]
pub fn square_told(guide: &Guide, at: Square, assist: Assist, briefly: bool) -> String {
    if assist.is_guided() {
        return if briefly { square_briefly(guide, at) } else { square(guide, at) };
    }
    match (assist.shown(guide.status(at)), guide.refusal(at)) {
        (Status::Open, _) if assist == Assist::Attacks => format!("{at}: not attacked"),
        (Status::Open, _) => format!("{at}: empty"),
        (_, Some(refusal)) => why_not(at, refusal),
        _ => square(guide, at),
    }
}

/// What to say of a square that nothing is known against, to a player who wants no more help than that.
#[must_use]
pub fn nothing_rules_out(square: Square) -> String {
    format!("Nothing rules {square} out.")
}

/// What a queen or a block on a square would make of the number of solutions; `None` where neither changes it.
#[must_use]
pub fn effect(guide: &Guide, square: Square, becomes: &str) -> Option<String> {
    let (total, with) = (guide.total(), guide.completions(square));
    (guide.status(square) == Status::Open).then(|| {
        let (total, with, without) = (grouped(total), grouped(with), grouped(&(total - with)));
        format!("{total} {becomes} {with} with a queen, {without} blocked")
    })
}

/// The level of help.
#[must_use]
pub fn assist(assist: Assist) -> &'static str {
    match assist {
        Assist::Nothing => "nothing is shown, play freely",
        Assist::Attacks => "attacks are shown, play freely",
        Assist::Dead => "dead and forced squares are shown",
        Assist::Counts => "counts and heat are shown",
        Assist::Forced => "forced squares are played for you",
    }
}

/// How many hints were given.
#[must_use]
pub fn hints(count: usize) -> String {
    format!("{count} hint{}", if count == 1 { "" } else { "s" })
}

/// What a status means.
#[must_use]
pub fn meaning(status: Status) -> &'static str {
    match status {
        Status::Queen => "a queen",
        Status::Blocked => "blocked by you",
        Status::Attacked => "attacked by a queen",
        Status::Dead => "not attacked, in no solution",
        Status::Open => "in some of the solutions",
        Status::Forced => "in every solution",
    }
}

/// The kind of board.
#[must_use]
pub fn title(size: Size, times: &str) -> String {
    format!("{} queens", title_briefly(size, times))
}

/// The kind of board in few words.
#[must_use]
pub fn title_briefly(size: Size, times: &str) -> String {
    format!("{size} {times} {size}")
}

/// How many queens stand, and how many squares are blocked.
#[must_use]
pub fn standing(placement: &Placement) -> String {
    let mut standing = format!("{} of {} queens placed", placement.queens().len(), placement.size());
    if !placement.blocked().is_empty() {
        standing.push_str(&format!(", {} blocked", placement.blocked().len()));
    }
    standing
}

/// How many queens stand, in few words.
#[must_use]
pub fn standing_briefly(placement: &Placement) -> String {
    format!("{} of {} placed", placement.queens().len(), placement.size())
}

/// That the board is solved.
#[must_use]
pub fn solved(size: Size) -> String {
    format!("Solved! All {size} queens stand in peace.")
}

/// That all queens stand, and the board is not solved.
pub const NOT_IN_PEACE: &str = "All queens stand, but not in peace.";

/// That there is nothing to play for on this board.
pub const NO_SOLUTION: &str = "No board of this size has a solution: try another with + or -.";

/// What the glyphs of an explanation mean, in pairs.
#[must_use]
pub fn legend_of_why(glyphs: &Glyphs) -> [String; 2] {
    [
        format!("{} queen     {} supposed", glyphs.queen, glyphs.supposed),
        format!("{} left      {} ruled out", glyphs.open, glyphs.dead),
    ]
}

/// What the glyphs among the solutions mean.
#[must_use]
pub fn legend_of_browse(glyphs: &Glyphs) -> String {
    format!("{} your queen     {} the solution's", glyphs.queen, glyphs.supposed)
}

/// A hint, as much of it as was given.
#[must_use]
pub fn hint(given: &GivenHint) -> Vec<String> {
    let GivenHint { hint, grade } = given;
    let mut lines = vec![sentences::look(hint)];
    if *grade >= Grade::Play {
        lines.push(sentences::play(hint));
    }
    match &hint.why {
        // These steps have a screen of their own.
        nqueens_guide::Why::Forced(_) => {}
        _ if *grade == Grade::Why => lines.extend(sentences::why(hint)),
        _ => {}
    }
    lines
}

/// The latest that was given of a hint, in few words.
#[must_use]
pub fn hint_briefly(given: &GivenHint) -> String {
    let Hint { look, why, .. } = given.hint.as_ref();
    if let (Grade::Why, nqueens_guide::Why::KeepsMost { open, total }) = (given.grade, why)
        && let Some((square, most)) = open.iter().rev().max_by_key(|(_, completions)| completions)
    {
        return format!("Hint: {square} keeps {most} of {total}");
    }
    match (given.grade, look) {
        (Grade::Look, Look::ForcedOn(line)) => format!("Hint: {line}, forced"),
        (Grade::Look, Look::Narrowest(line, open)) => format!("Hint: {line}, {open} open"),
        (Grade::Look, Look::Astray(_)) => "Hint: no solution left".to_owned(),
        _ => format!("Hint: {}", lower(&sentences::play(&given.hint))),
    }
}

/// One frame of an argument in few words, for the smallest terminals: the reasons are on the board.
#[must_use]
pub fn frame_briefly(explanation: &Explanation, frame: &Frame<'_>) -> String {
    match &frame.scene {
        Scene::SupposeQueen(square) => format!("Suppose {square}."),
        Scene::SupposeNone(square) => format!("Suppose not {square}."),
        Scene::Case(square, _) => format!("If {square}:"),
        Scene::Step(Step::Only { square, on, .. }) => format!("{on}: only {square}."),
        Scene::Step(Step::Empty { on, .. }) => format!("{on}: none left!"),
        Scene::Step(Step::Split { on, cases, .. }) => format!("{on}: {} cases.", cases.len()),
        Scene::Step(_) => sentences::frame(explanation, frame),
    }
}

/// Which frame of how many, in which cases, and whether cases are stepped over.
#[must_use]
pub fn progress((at, of): (usize, usize), cases: &[OpenCase], is_folded: bool) -> String {
    let mut text = format!("Step {at} of {of}");
    for (i, OpenCase { square, number, of }) in cases.iter().enumerate() {
        text.push_str(if i == 0 { ", case " } else { " > " });
        text.push_str(&format!("{square} ({number}/{of})"));
    }
    if is_folded {
        text.push_str(", cases folded");
    }
    text
}

/// Which solution of how many.
#[must_use]
pub fn solution_number(screen: &BrowseScreen) -> String {
    format!("{} of {}", grouped(&screen.number()), grouped(screen.total()))
}

/// Whether a solution stands for others that are the same up to rotation and reflection.
#[must_use]
pub fn fundamental(screen: &BrowseScreen) -> String {
    match (screen.number() == screen.fundamental(), screen.images()) {
        (true, 1) => "Fundamental: none of the others is its image.".to_owned(),
        (true, 2) => "Fundamental: 1 of the others is its image.".to_owned(),
        (true, images) => format!("Fundamental: {} of the others are its images.", images - 1),
        (false, _) => format!("An image of number {}.", grouped(&screen.fundamental())),
    }
}

/// The same in one word or two.
#[must_use]
pub fn fundamental_briefly(screen: &BrowseScreen) -> String {
    if screen.number() == screen.fundamental() {
        "fundamental".to_owned()
    } else {
        format!("as {}", grouped(&screen.fundamental()))
    }
}

/// What a square is in few words, for the smallest terminals.
#[must_use]
pub fn square_briefly(guide: &Guide, square: Square) -> String {
    match (guide.status(square), guide.refusal(square)) {
        (_, Some(refusal)) => why_not_briefly(square, refusal),
        (Status::Queen, None) => format!("{square}: your queen"),
        (status, None) => format!("{square}: {}, {}", status.name(), grouped(guide.completions(square))),
    }
}

/// Why a queen on a square would be a mistake, in few words.
#[must_use]
pub fn why_not_briefly(square: Square, refusal: Refusal) -> String {
    match refusal {
        Refusal::Dead => format!("{square}: dead, leaves no solution"),
        other => why_not(square, other),
    }
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (14_200, "14,200"), (2_279_184, "2,279,184")]
        {
            assert_eq!(grouped(&number.into()), text);
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(remaining(&1u8.into()), "1 remaining solution");
        assert_eq!(remaining(&0u8.into()), "0 remaining solutions");
    }
}
