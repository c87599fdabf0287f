//! A kept game as a text, checksummed or not.

use super::{Save, SaveError};

/// What the text begins with, for whoever opens it.
const HEAD: &str = "# A game of nqueens. `nqueens play --from FILE` goes on with it.\n";
/// What stands before the checksum on the last line, which is a comment to everybody else.
const SUM: &str = "# crc32 ";

impl Save {
    /// The game as a text that people can read and edit: a comment and TOML.
    #[must_use]
    pub fn transcript(&self) -> String {
        let data = toml::to_string_pretty(self).expect("strings, small numbers and flags can all be written");
        format!("{HEAD}\n{data}")
    }

    /// The game of a text, edited or not. A checksum that it may have is not looked at.
    ///
    /// # Errors
    ///
    /// [`SaveError`] if the text is none of a game; whether the moves are right is told by [`Save::resume`].
    pub fn from_transcript(text: &str) -> Result<Save, SaveError> {
        // What other versions write may look different in any other way.
        #[derive(serde::Deserialize)]
        struct Version {
            version: u32,
        }
        let malformed = |error: toml::de::Error| SaveError::Malformed(told(text, &error));
        match toml::from_str(text).map_err(malformed)? {
            Version { version: Save::VERSION } => toml::from_str(text).map_err(malformed),
            Version { version: found } => {
                let expected = Save::VERSION;
                Err(SaveError::Malformed(format!("it is of version {found} of the format, expected {expected}")))
            }
        }
    }

    /// The game as a text that tells when it is damaged: the [transcript](Save::transcript) with a checksum below it.
    #[must_use]
    pub fn sealed(&self) -> String {
        let text = self.transcript();
        let sum = crc32fast::hash(text.as_bytes());
        format!("{text}{SUM}{sum:08x}\n")
    }

    /// The game of a text as [`Save::sealed`] wrote it, to the last byte.
    ///
    /// # Errors
    ///
    /// [`SaveError`] if the text is damaged, or none of a game.
    pub fn from_sealed(text: &[u8]) -> Result<Save, SaveError> {
        let damaged = |how: &str| SaveError::Malformed(format!("it is damaged: {how}"));
        let text = str::from_utf8(text).map_err(|_| damaged("it is no text"))?;
        let cut = || damaged("its end is missing");
        let last = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).ok_or_else(cut)?;
        let (text, end) = text.split_at(last + 1);
        let sum = end.strip_prefix(SUM).ok_or_else(cut)?;
        if sum != format!("{:08x}\n", crc32fast::hash(text.as_bytes())) {
            return Err(damaged("its checksum is another one"));
        }
        Save::from_transcript(text)
    }
}

/// What is wrong with a text, and where.
fn told(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', ", ");
    match error.span() {
        Some(span) => {
            let line = text.get(..span.start).map_or(1, |before| before.matches('\n').count() + 1);
            format!("line {line}: {message}")
        }
        None => message,
    }
}
