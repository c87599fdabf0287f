//! Short IDs of new puzzles, easy to type on another machine.
//!
//! In `regions-n10rh-3RJ0J2`, `regions` is the kind, `n10` the size, `rh` the rating `hard`, `3RJ0` the seed and `J2` a
//! checksum of the preceding text. Seed and checksum are written in Crockford's base 32, which lacks the letters I, L,
//! O and U; if these letters are typed, they are read as 1, 1, 0 and V.
//!
//! A [`Recipe`] has a kind, its options and a seed, and makes the same puzzle on every machine. Each puzzle of a series
//! has a seed of its own, so that it can be made without the puzzles before it. Options that an ID omits have their
//! defaults; neither the defaults nor the letters of the parameters ever change.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzzle_kind::Kind;
use puzzle_kind::{Arguments, Parameter, Role, Verb};

/// The ingredients of a new puzzle: kind, options and seed.
///
/// ```
/// use nqueens_guide::Library;
/// use puzzle_core::Budget;
/// use puzzles::Recipe;
///
/// let recipe = Recipe::named(&puzzles::kinds(Library::embedded()), "regions-n10rh-3RJ0J2")?;
/// let mut generator = recipe.kind.generator(&recipe.arguments(), recipe.seed)?;
/// let made = generator.next(&mut Budget::unlimited())?;
/// assert_eq!(made.entry.puzzle().kind(), "queens in regions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The kind of the new puzzle.
    pub kind: Arc<dyn Kind>,
    /// The chosen options by name. They are parameters that `kind` has for [`Verb::Play`].
    pub options: BTreeMap<String, String>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The reason why [`Recipe::named`] can't read an ID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleIdError {
    /// A text without the form `KIND-OPTIONS-SEED` or `KIND-SEED`.
    #[error("expected an ID such as challenge-n8-7K3P9Q4D, found {0:?}")]
    Malformed(String),
    /// An ID whose first part is not the name of a kind.
    #[error("expected an ID that begins with {expected}, found {found:?}")]
    UnknownKind {
        /// The names of the kinds that make new puzzles.
        expected: String,
        /// The first part of the ID.
        found: String,
    },
    /// An ID with an option that the kind does not have.
    #[error("expected options of {kind} puzzles in the middle of the ID, found {found:?}")]
    UnknownPart {
        /// The name of the kind that the ID begins with.
        kind: String,
        /// The rest of the options, from the unknown option on, such as `q8`.
        found: String,
    },
    /// An ID whose checksum does not match.
    #[error("the ID has a typing error: its last two characters do not match the others; type it again")]
    Mistyped,
}

/// The digits of Crockford's base 32, in the order of their values 0 to 31.
const FIGURES: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The number of checksum digits at the end of an ID.
const CHECKED: usize = 2;

/// The largest seed that takes at most six digits in an ID.
pub(crate) const SHORT_SEEDS: u64 = (1 << 30) - 1;

impl Recipe {
    /// Returns the options of the puzzle as [`Arguments`], completed with the defaults of the kind.
    #[must_use]
    pub fn arguments(&self) -> Arguments {
        Arguments::new(self.kind.parameters(Verb::Play), |parameter| {
            let chosen = self.options.get(parameter.name).cloned();
            chosen.or_else(|| parameter.default.map(str::to_owned)).into_iter().collect()
        })
    }

    /// Returns the recipe of puzzle `number`, counted from 1, of the series that begins with this recipe.
    ///
    /// ```
    /// # use {nqueens_guide::Library, puzzles::Recipe};
    /// let first = Recipe::named(&puzzles::kinds(Library::embedded()), "sudoku-70K")?;
    /// assert_eq!(first.numbered(1).seed, first.seed);
    /// assert_ne!(first.numbered(2).seed, first.seed);
    /// # Ok::<(), puzzles::PuzzleIdError>(())
    /// ```
    #[must_use]
    pub fn numbered(&self, number: usize) -> Recipe {
        let seed = match number {
            0 | 1 => self.seed,
            _ => scattered(self.seed ^ scattered(number as u64)) & SHORT_SEEDS,
        };
        Recipe { seed, ..self.clone() }
    }

    /// Returns the ID of the puzzle, or `None` if an option can't be written in an ID.
    ///
    /// ```
    /// # use {nqueens_guide::Library, puzzles::Recipe, std::collections::BTreeMap};
    /// let kinds = puzzles::kinds(Library::embedded());
    /// let kind = kinds.iter().find(|kind| kind.name() == "regions").unwrap().clone();
    /// let options = [("size", "10"), ("rating", "hard")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    /// let options = BTreeMap::from(options);
    /// let recipe = Recipe { kind, options, seed: 123_456 };
    /// assert_eq!(recipe.id().as_deref(), Some("regions-n10rh-3RJ0J2"));
    /// ```
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
        if !self.options.keys().all(is_known) {
            return None;
        }
        if !text.ends_with('-') {
            text.push('-');
        }
        text.push_str(&figures(self.seed));
        let check = check(&text);
        Some(text + &check)
    }

    /// Returns the recipe of the puzzle with this ID, which may be typed in upper or lower case.
    ///
    /// ```
    /// # use {nqueens_guide::Library, puzzles::{PuzzleIdError, Recipe}};
    /// let kinds = puzzles::kinds(Library::embedded());
    /// let recipe = Recipe::named(&kinds, "regions-n10rh-3rj0j2")?;
    /// assert_eq!((recipe.options["size"].as_str(), recipe.options["rating"].as_str()), ("10", "hard"));
    /// assert_eq!(recipe.seed, 123_456);
    /// let error = Recipe::named(&kinds, "regions-n10rh-3rj0j3").unwrap_err();
    /// assert_eq!(error, PuzzleIdError::Mistyped);
    /// # Ok::<(), PuzzleIdError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PuzzleIdError`] if `id` is not an ID of `kinds`.
    pub fn named(kinds: &[Arc<dyn Kind>], id: &str) -> Result<Recipe, PuzzleIdError> {
        let malformed = || PuzzleIdError::Malformed(id.to_owned());
        let mut parts = id.trim().split('-');
        let (Some(name), Some(second)) = (parts.next(), parts.next()) else { return Err(malformed()) };
        let (options, last) = match (parts.next(), parts.next()) {
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
        let middle = options.to_ascii_lowercase();
        let dash = if middle.is_empty() { "" } else { "-" };
        // Checks the text as it was typed: another version of the program may write the same recipe differently.
        if check(&format!("{}-{middle}{dash}{figures}", kind.name())) != written {
            return Err(PuzzleIdError::Mistyped);
        }
        Ok(Recipe { kind: Arc::clone(kind), options: parsed(&**kind, &middle)?, seed })
    }
}

/// Returns the parameters of new puzzles of a kind, sorted by their letters in IDs.
fn own(kind: &dyn Kind) -> Vec<Parameter> {
    let is_own = |parameter: &Parameter| parameter.role == Role::Own;
    let mut own: Vec<Parameter> = kind.parameters(Verb::Play).into_iter().filter(is_own).collect();
    own.sort_by_key(|parameter| parameter.letter);
    own
}

/// Returns the form of `value` in IDs: its first letter if no other value of `parameter` begins with this letter, and
/// otherwise the whole value.
fn short(parameter: &Parameter, value: &str) -> String {
    let initial = value.chars().take(1).collect::<String>();
    let alike = parameter.values.iter().filter(|(word, _)| word.starts_with(&initial)).count();
    if alike == 1 && initial.chars().all(char::is_alphabetic) { initial } else { value.to_owned() }
}

/// Parses the options of an ID, such as `n10rh`, and returns them by name.
fn parsed(kind: &dyn Kind, text: &str) -> Result<BTreeMap<String, String>, PuzzleIdError> {
    let unknown = |found: &str| PuzzleIdError::UnknownPart { kind: kind.name().to_owned(), found: found.to_owned() };
    let own = own(kind);
    let mut options = BTreeMap::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let parameter = own.iter().find(|parameter| parameter.letter == Some(letter)).ok_or_else(|| unknown(rest))?;
        let after = &rest[letter.len_utf8()..];
        let (value, length) = if parameter.value.is_none() {
            (String::new(), 0)
        } else if parameter.values.is_empty() {
            // The value is a number, or several numbers joined by `x`, such as the box `2x3`.
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
        if options.insert(parameter.name.to_owned(), value).is_some() {
            return Err(unknown(rest));
        }
        rest = &after[length..];
    }
    Ok(options)
}

/// Returns the digit of [`FIGURES`] for a typed character, such as `1` for `l`; `None` if there is no such digit.
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

/// Returns the number written in base 32, or `None` if it exceeds 64 bits.
fn value(figures: &str) -> Option<u64> {
    figures.bytes().try_fold(0u64, |number, figure| {
        let digit = FIGURES.iter().position(|known| *known == figure)?;
        number.checked_mul(32)?.checked_add(digit as u64)
    })
}

/// Mixes a number as SplitMix64 does (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014),
/// so that the results for consecutive numbers look unrelated.
fn scattered(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns the two checksum digits of a text. They are ten bits of its 64-bit FNV-1a hash, which reveal nearly every
/// typing error.
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

    fn recipe(kind: &str, options: &[(&str, &str)], seed: u64) -> Recipe {
        let kinds = crate::kinds(Library::embedded());
        let kind = Arc::clone(kinds.iter().find(|known| known.name() == kind).unwrap());
        Recipe {
            kind,
            options: options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            seed,
        }
    }

    fn samples() -> Vec<Recipe> {
        let seeds = [0, 1, 31, 32, 20_261_124, SHORT_SEEDS, u64::MAX];
        let options: [(&str, &[(&str, &str)]); 8] = [
            ("challenge", &[]),
            ("challenge", &[("size", "11"), ("level", "hard")]),
            ("sudoku", &[]),
            ("sudoku", &[("box", "4x4"), ("minimal", ""), ("symmetric", "")]),
            ("sudoku", &[("rating", "easy"), ("symmetric", "")]),
            ("regions", &[("size", "8")]),
            ("regions", &[("size", "10"), ("rating", "medium"), ("attack", "queen")]),
            ("regions", &[("stars", "2")]),
        ];
        options.iter().flat_map(|(kind, options)| seeds.map(|seed| recipe(kind, options, seed))).collect()
    }

    /// Compares IDs with recorded IDs. IDs must never change, since they are shared, and stored for years.
    #[test]
    fn ids_never_change() {
        let named = |kind, options: &[(&str, &str)], seed| recipe(kind, options, seed).id().unwrap();
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
    fn ids_round_trip() {
        let kinds = crate::kinds(Library::embedded());
        for recipe in samples() {
            let id = recipe.id().unwrap();
            for typed in [id.clone(), id.to_lowercase(), format!(" {id} "), id.replace('0', "O").replace('1', "l")] {
                // Only the last part reads `O` and `l` as `0` and `1`.
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
    fn nearly_every_typing_error_is_found() {
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
    fn invalid_ids_are_refused() {
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
            ("regions-q8-7K3P9Q", "expected options of regions puzzles in the middle of the ID, found \"q8\""),
            ("regions-n8n9-7K3P9Q", "found \"n9\""),
            ("regions-n999-7K3P9Q", "found \"n999\""),
            ("regions-n8rz-7K3P9Q", "found \"rz\""),
        ] {
            let error = Recipe::named(&kinds, &format!("{text}{}", check(text))).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
