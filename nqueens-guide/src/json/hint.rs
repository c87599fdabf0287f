//! A hint as JSON.

use serde::Serialize;

use super::{BoardJson, exact};
use crate::guide::Guide;
use crate::hint::{Hint, Look, Why};
use crate::sentences;
use crate::session::Move;
use crate::square::Square;

/// What to do next, in three grades, as data and in words.
#[derive(Serialize)]
pub struct HintJson {
    #[serde(flatten)]
    board: BoardJson,
    /// Null where there is nothing left to do, or nothing that helps.
    hint: Option<GradesJson>,
}

#[derive(Serialize)]
struct GradesJson {
    look: LookJson,
    play: MoveJson,
    why: WhyJson,
    sentences: SentencesJson,
}

#[derive(Serialize)]
#[serde(tag = "look", rename_all = "kebab-case")]
enum LookJson {
    ForcedOn { on: String },
    Narrowest { on: String, open: usize },
    Astray { count: usize },
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    kind: &'static str,
    /// Null for clearing the board.
    square: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
enum WhyJson {
    /// The square's explanation says why.
    Forced,
    KeepsMost {
        open: Vec<KeptJson>,
    },
    Repair {
        lift: Vec<String>,
        unblock: Vec<String>,
        solutions: serde_json::Number,
    },
}

#[derive(Serialize)]
struct KeptJson {
    square: String,
    solutions: serde_json::Number,
}

#[derive(Serialize)]
struct SentencesJson {
    look: String,
    play: String,
    why: Vec<String>,
}

impl HintJson {
    /// The hint for a placement, from what [`hint`](crate::hint()) says of it.
    #[must_use]
    pub fn new(guide: &Guide, hint: Option<&Hint>) -> HintJson {
        HintJson { board: BoardJson::new(guide.placement(), guide.total()), hint: hint.map(GradesJson::new) }
    }
}

impl GradesJson {
    fn new(hint: &Hint) -> GradesJson {
        let names = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
        let look = match hint.look {
            Look::ForcedOn(line) => LookJson::ForcedOn { on: line.to_string() },
            Look::Narrowest(line, open) => LookJson::Narrowest { on: line.to_string(), open },
            Look::Astray(count) => LookJson::Astray { count },
        };
        let (kind, square) = match hint.play {
            Move::Place(square) => ("place", Some(square)),
            Move::Remove(square) => ("remove", Some(square)),
            Move::Block(square) => ("block", Some(square)),
            Move::Unblock(square) => ("unblock", Some(square)),
            Move::Clear => ("clear", None),
        };
        let why = match &hint.why {
            Why::Forced(_) => WhyJson::Forced,
            Why::KeepsMost { open, .. } => {
                let kept = open.iter().map(|(square, completions)| KeptJson {
                    square: square.to_string(),
                    solutions: exact(completions),
                });
                WhyJson::KeepsMost { open: kept.collect() }
            }
            Why::Repair { lift, unblock, solutions } => {
                WhyJson::Repair { lift: names(lift), unblock: names(unblock), solutions: exact(solutions) }
            }
        };
        let sentences =
            SentencesJson { look: sentences::look(hint), play: sentences::play(hint), why: sentences::why(hint) };
        GradesJson { look, play: MoveJson { kind, square: square.map(|square| square.to_string()) }, why, sentences }
    }
}
