//! Short names for new puzzles, which can be typed on another machine.
//!
//! `regions-n10rh-3RJ0J2` is a puzzle of the kind `regions` of 10 by 10 (`n10`), rated hard (`rh`), from the seed `3RJ0`;
//! `J2` is a check of all before it. What is not said is as it is where a player says nothing; that never changes. Letters and figures of the last part are those of Crockford's base 32: no I, L, O and
//! U, which read as 1, 1, 0 and V.
//!
//! A [`Recipe`] is a kind, its options and a seed, and makes the same puzzle everywhere. So a link or a few typed
//! letters are as good as the puzzle, and the next puzzle of a series has a seed of its own and does not wait for
//! those before it. Options that an ID leaves out have their defaults; neither these defaults nor the letters of a
//! kind's parameters ever change.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzzle_kind::Kind;
use puzzle_kind::{Arguments, Parameter, Role, Verb};

/// What a new puzzle is made from.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The kind of puzzle.
    pub kind: Arc<dyn Kind>,
    /// What is said of it, by the names of the parameters that the kind has for playing.
    pub said: BTreeMap<String, String>,
    /// Where the random numbers start.
    pub seed: u64,
}

/// Why a text is no name of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleIdError {
    /// It has not the form of one.
    #[error("expected an ID such as challenge-n8-7K3P9Q4D, found {0:?}")]
    Malformed(String),
    /// It begins with no kind of puzzle.
    #[error("expected an ID that begins with {expected}, found {found:?}")]
    UnknownKind {
        /// The names of the kinds.
        expected: String,
        /// The beginning.
        found: String,
    },
    /// It says something of the puzzle that the kind does not know.
    #[error("expected options of a new puzzle of {kind}, found {found:?}")]
    UnknownPart {
        /// The name of the kind.
        kind: String,
        /// What is not known.
        found: String,
    },
    /// Its last part does not fit the rest.
    #[error("the ID has a typing error: its last two characters do not match the others")]
    Mistyped,
}

/// The figures of a seed, by their values.
const FIGURES: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The figures of the check.
const CHECKED: usize = 2;

/// The largest seed of those whose names are short: six figures.
pub(crate) const SHORT_SEEDS: u64 = (1 << 30) - 1;

impl Recipe {
    /// What is said of the puzzle, with what holds where nothing is said.
    #[must_use]
    pub fn arguments(&self) -> Arguments {
        Arguments::new(self.kind.parameters(Verb::Play), |parameter| {
            let said = self.said.get(parameter.name).cloned();
            said.or_else(|| parameter.default.map(str::to_owned)).into_iter().collect()
        })
    }

    /// The puzzle with a number, counted from 1, in the series that begins with this one: each has a seed of its own.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Recipe {
        let seed = match number {
            0 | 1 => self.seed,
            _ => scattered(self.seed ^ scattered(number as u64)) & SHORT_SEEDS,
        };
        Recipe { seed, ..self.clone() }
    }

    /// The name of the puzzle; `None` if something is said of it that names have no letter for.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        let arguments = self.arguments();
        let mut text = format!("{}-", self.kind.name());
        let own = own(&*self.kind);
        for parameter in &own {
            if let Some(value) = arguments.get(parameter.name).filter(|&value| parameter.default != Some(value)) {
                text.push(parameter.letter?);
                text.push_str(&short(parameter, value));
            }
        }
        let is_known = |name: &String| own.iter().any(|parameter| parameter.name == name);
        if !self.said.keys().all(is_known) {
            return None;
        }
        if !text.ends_with('-') {
            text.push('-');
        }
        text.push_str(&figures(self.seed));
        let check = check(&text);
        Some(text + &check)
    }

    /// The puzzle with a name, in capital or small letters.
    ///
    /// # Errors
    ///
    /// [`PuzzleIdError`] if it is no such name.
    pub fn named(kinds: &[Arc<dyn Kind>], id: &str) -> Result<Recipe, PuzzleIdError> {
        let malformed = || PuzzleIdError::Malformed(id.to_owned());
        let mut parts = id.trim().split('-');
        let (Some(name), Some(second)) = (parts.next(), parts.next()) else { return Err(malformed()) };
        let (said, last) = match (parts.next(), parts.next()) {
            (None, _) => ("", second),
            (Some(last), None) => (second, last),
            _ => return Err(malformed()),
        };
        let kind = kinds.iter().find(|kind| kind.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
            let made = kinds.iter().filter(|kind| kind.verbs().contains(&Verb::Generate));
            let expected = made.map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
            PuzzleIdError::UnknownKind { expected, found: name.to_owned() }
        })?;
        let figures: String = last.chars().map(figure).collect::<Option<_>>().ok_or_else(malformed)?;
        let at = figures.len().checked_sub(CHECKED).filter(|&at| at > 0).ok_or_else(malformed)?;
        let (figures, written) = figures.split_at(at);
        let seed = value(figures).ok_or_else(malformed)?;
        let middle = said.to_ascii_lowercase();
        let dash = if middle.is_empty() { "" } else { "-" };
        // What is typed is checked, and not what would be written today: a later version may have more to say.
        if check(&format!("{}-{middle}{dash}{figures}", kind.name())) != written {
            return Err(PuzzleIdError::Mistyped);
        }
        Ok(Recipe { kind: Arc::clone(kind), said: parsed(&**kind, &middle)?, seed })
    }
}

/// The parameters that say what new puzzles are like, by their letters.
fn own(kind: &dyn Kind) -> Vec<Parameter> {
    let is_own = |parameter: &Parameter| parameter.role == Role::Own;
    let mut own: Vec<Parameter> = kind.parameters(Verb::Play).into_iter().filter(is_own).collect();
    own.sort_by_key(|parameter| parameter.letter);
    own
}

/// The value of a parameter as it stands in a name: of a few words the first letter, if that tells them apart.
fn short(parameter: &Parameter, value: &str) -> String {
    let initial = value.chars().take(1).collect::<String>();
    let alike = parameter.values.iter().filter(|(word, _)| word.starts_with(&initial)).count();
    if alike == 1 && initial.chars().all(char::is_alphabetic) { initial } else { value.to_owned() }
}

/// What the middle of a name says.
fn parsed(kind: &dyn Kind, text: &str) -> Result<BTreeMap<String, String>, PuzzleIdError> {
    let unknown = |found: &str| PuzzleIdError::UnknownPart { kind: kind.name().to_owned(), found: found.to_owned() };
    let own = own(kind);
    let mut said = BTreeMap::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let parameter = own.iter().find(|parameter| parameter.letter == Some(letter)).ok_or_else(|| unknown(rest))?;
        let after = &rest[letter.len_utf8()..];
        let (value, length) = if parameter.value.is_none() {
            (String::new(), 0)
        } else if parameter.values.is_empty() {
            // A number, or several with an x between them.
            let is_of_it = |letter: char| letter.is_ascii_digit() || letter == 'x';
            let length = after.find(|letter| !is_of_it(letter)).unwrap_or(after.len());
            ((parameter.check)(&after[..length]).map_err(|_| unknown(rest))?, length)
        } else {
            let words = parameter.values.iter().map(|(word, _)| ((*word).to_owned(), short(parameter, word)));
            let found =
                words.filter(|(_, short)| after.starts_with(short.as_str())).max_by_key(|(_, short)| short.len());
            let (word, short) = found.ok_or_else(|| unknown(rest))?;
            (word, short.len())
        };
        if said.insert(parameter.name.to_owned(), value).is_some() {
            return Err(unknown(rest));
        }
        rest = &after[length..];
    }
    Ok(said)
}

/// A figure as it is written, of one that was typed.
fn figure(typed: char) -> Option<char> {
    let meant = match typed.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        'U' => 'V',
        letter => letter,
    };
    u8::try_from(meant).ok().filter(|byte| FIGURES.contains(byte)).map(char::from)
}

fn figures(mut number: u64) -> String {
    let mut reversed = Vec::new();
    loop {
        reversed.push(FIGURES[(number % 32) as usize]);
        number /= 32;
        if number == 0 {
            return reversed.into_iter().rev().map(char::from).collect();
        }
    }
}

/// The number of these figures, if it is one of 64 bits.
fn value(figures: &str) -> Option<u64> {
    figures.bytes().try_fold(0u64, |number, figure| {
        let digit = FIGURES.iter().position(|known| *known == figure)?;
        number.checked_mul(32)?.checked_add(digit as u64)
    })
}

/// A number that has nothing to do with its neighbours': the mixing of SplitMix64 (Steele, Lea and Flood, *Fast Splittable
/// Pseudorandom Number Generators*, 2014).
fn scattered(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Two figures that change with nearly every mistake of typing: ten bits of the 64-bit FNV-1a hash.
fn check(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let bits = hash ^ (hash >> 20) ^ (hash >> 40);
    [bits >> 5, bits].map(|part| char::from(FIGURES[(part % 32) as usize])).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::Library;

    fn recipe(kind: &str, said: &[(&str, &str)], seed: u64) -> Recipe {
        let kinds = crate::kinds(Library::embedded());
        let kind = Arc::clone(kinds.iter().find(|known| known.name() == kind).unwrap());
        Recipe { kind, said: said.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(), seed }
    }

    fn samples() -> Vec<Recipe> {
        let seeds = [0, 1, 31, 32, 20_261_124, SHORT_SEEDS, u64::MAX];
        let said: [(&str, &[(&str, &str)]); 8] = [
            ("challenge", &[]),
            ("challenge", &[("size", "11"), ("level", "hard")]),
            ("sudoku", &[]),
            ("sudoku", &[("box", "4x4"), ("minimal", ""), ("symmetric", "")]),
            ("sudoku", &[("rating", "easy"), ("symmetric", "")]),
            ("regions", &[("size", "8")]),
            ("regions", &[("size", "10"), ("rating", "medium"), ("attack", "queen")]),
            ("regions", &[("stars", "2")]),
        ];
        said.iter().flat_map(|(kind, said)| seeds.map(|seed| recipe(kind, said, seed))).collect()
    }

    /// Names are given to others and kept for years.
    #[test]
    fn names_stay_what_they_are() {
        let named = |kind, said: &[(&str, &str)], seed| recipe(kind, said, seed).id().unwrap();
        assert_eq!(
            [
                named("challenge", &[("size", "11"), ("level", "hard")], SHORT_SEEDS),
                named("sudoku", &[("rating", "easy"), ("symmetric", "")], 1),
                named("sudoku", &[], 7),
                named("regions", &[("size", "10"), ("rating", "hard")], 123_456),
            ],
            NAMES
        );
    }

    const NAMES: [&str; 4] = ["challenge-lhn11-ZZZZZZCY", "sudoku-res-180", "sudoku-70K", "regions-n10rh-3RJ0J2"];

    #[test]
    fn a_name_is_read_back_as_what_it_was_made_from() {
        let kinds = crate::kinds(Library::embedded());
        for recipe in samples() {
            let id = recipe.id().unwrap();
            for typed in [id.clone(), id.to_lowercase(), format!(" {id} "), id.replace('0', "O").replace('1', "l")] {
                // What stands before the figures has no letter for another.
                if typed != id && typed.len() == id.len() && id.split('-').count() > 2 && typed.contains(['O', 'l']) {
                    continue;
                }
                let read = Recipe::named(&kinds, &typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
                assert_eq!((read.kind.name(), read.seed), (recipe.kind.name(), recipe.seed), "{typed}");
                assert_eq!(read.id().unwrap(), id, "{typed}");
                let (one, other) = (read.arguments(), recipe.arguments());
                for parameter in own(&*recipe.kind) {
                    assert_eq!(one.get(parameter.name), other.get(parameter.name), "{typed} {}", parameter.name);
                }
            }
        }
    }

    #[test]
    fn nearly_every_mistake_of_typing_is_found() {
        let kinds = crate::kinds(Library::embedded());
        let (mut wrong, mut taken) = (0, 0);
        for recipe in samples() {
            let id = recipe.id().unwrap();
            for at in 0..id.len() {
                for other in FIGURES.iter().map(|&byte| char::from(byte)) {
                    let mut typed: Vec<char> = id.chars().collect();
                    if figure(typed[at]) == Some(other) || typed[at].eq_ignore_ascii_case(&other) {
                        continue;
                    }
                    typed[at] = other;
                    wrong += 1;
                    let typed: String = typed.into_iter().collect();
                    taken += usize::from(Recipe::named(&kinds, &typed).is_ok());
                }
            }
        }
        assert!(wrong > 10_000 && taken * 300 < wrong, "{taken} of {wrong}");
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let kinds = crate::kinds(Library::embedded());
        for (text, says) in [
            ("", "expected an ID such as"),
            ("regions", "expected an ID such as"),
            ("regions-", "expected an ID such as"),
            ("regions-n8-", "expected an ID such as"),
            ("regions-n8-!!", "expected an ID such as"),
            ("regions-n8-7K3P9Q4D-1", "expected an ID such as"),
            ("regions-n8-ZZZZZZZZZZZZZZZZZZZ", "expected an ID such as"),
            ("chess-n8-7K3P9Q4D", "begins with challenge, sudoku, regions"),
            ("regions-n8-7K3P9Q4D", "its last two characters"),
        ] {
            let error = Recipe::named(&kinds, text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        for (text, says) in [
            ("regions-q8-7K3P9Q", "expected options of a new puzzle of regions, found \"q8\""),
            ("regions-n8n9-7K3P9Q", "found \"n9\""),
            ("regions-n999-7K3P9Q", "found \"n999\""),
            ("regions-n8rz-7K3P9Q", "found \"rz\""),
        ] {
            let error = Recipe::named(&kinds, &format!("{text}{}", check(text))).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
