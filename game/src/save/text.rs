//! The text of a saved game: [`Save::transcript`], or [`Save::sealed`] with a checksum.

use super::{Save, SaveError};

/// The first line, for people who open the file.
const HEAD: &str = "# A game of nqueens. `nqueens play --from FILE` goes on with it.\n";
/// The prefix of the checksum on the last line, a comment in TOML.
const SUM: &str = "# crc32 ";

impl Save {
    /// Writes the game as a text that people can read and edit: a comment and TOML.
    #[must_use]
    pub fn transcript(&self) -> String {
        let data =
            toml::to_string_pretty(self).expect("strings, small numbers and flags can always be written as TOML");
        format!("{HEAD}\n{data}")
    }

    /// Parses a [transcript](Save::transcript), edited or not. Ignores a checksum at the end.
    ///
    /// # Errors
    ///
    /// [`SaveError::Malformed`] if the text is not a saved game. [`Save::resume`] checks the moves.
    pub fn from_transcript(text: &str) -> Result<Save, SaveError> {
        // Only the version is read first, since other versions may differ in all other fields.
        #[derive(serde::Deserialize)]
        struct Version {
            version: u32,
        }
        let malformed = |error: toml::de::Error| SaveError::Malformed(with_line_number(text, &error));
        match toml::from_str(text).map_err(malformed)? {
            Version { version: Save::VERSION } => toml::from_str(text).map_err(malformed),
            Version { version: found } => {
                let expected = Save::VERSION;
                Err(SaveError::Malformed(format!("it has version {found} of the format, expected version {expected}")))
            }
        }
    }

    /// Writes the [transcript](Save::transcript) with a checksum below it.
    #[must_use]
    pub fn sealed(&self) -> String {
        let text = self.transcript();
        let sum = crc32fast::hash(text.as_bytes());
        format!("{text}{SUM}{sum:08x}\n")
    }

    /// Parses the text of [`Save::sealed`].
    ///
    /// # Errors
    ///
    /// [`SaveError::Malformed`] if the text is damaged, or is not a saved game.
    pub fn from_sealed(text: &[u8]) -> Result<Save, SaveError> {
        let damaged = |how: &str| SaveError::Malformed(format!("it is damaged: {how}"));
        let text = str::from_utf8(text).map_err(|_| damaged("it is not UTF-8 text"))?;
        let cut = || damaged("its end is missing");
        let last = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).ok_or_else(cut)?;
        let (text, end) = text.split_at(last + 1);
        let sum = end.strip_prefix(SUM).ok_or_else(cut)?;
        if sum != format!("{:08x}\n", crc32fast::hash(text.as_bytes())) {
            return Err(damaged("its checksum does not match its content"));
        }
        Save::from_transcript(text)
    }
}

/// Returns the message of a TOML error, with the number of its line in `text`, counted from 1.
fn with_line_number(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', ", ");
    match error.span() {
        Some(span) => {
            let line = text.get(..span.start).map_or(1, |before| before.matches('\n').count() + 1);
            format!("line {line}: {message}")
        }
        None => message,
    }
}
