//! The parameters of a request.

use std::ops::RangeInclusive;
use std::str::FromStr;

use nqueens_guide::check::BoardReader;
use nqueens_guide::{BigUint, OffBoard, Placement, Size, Square};

use crate::boards::SIZES;
use crate::error::{LONGEST_DETAIL, Refusal, quoted, shortened};

/// The parameters of a request: only such as the endpoint knows, each at most once.
#[derive(Debug)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads the part of a URI behind the question mark.
    pub(crate) fn parse(text: Option<String>, known: &[&str]) -> Result<Query, Refusal> {
        let text = text.unwrap_or_default();
        let mut parameters: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(text.as_bytes()).into_owned() {
            if !known.contains(&name.as_str()) {
                let expected = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(Refusal::parameter(&name, format!("unknown parameter; expected {expected}")));
            }
            if parameters.iter().any(|(other, _)| *other == name) {
                return Err(Refusal::parameter(&name, "given twice; give it once"));
            }
            parameters.push((name, value));
        }
        Ok(Query(parameters))
    }

    /// The text of a parameter, if it was given.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The text of a parameter without which there is nothing to answer.
    pub(crate) fn required(&self, name: &str) -> Result<&str, Refusal> {
        self.text(name).ok_or_else(|| Refusal::parameter(name, "missing; it has to be given"))
    }

    /// The value of a parameter that is a whole number with a least and a largest value.
    pub(crate) fn within(&self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Refusal> {
        let expected = format!("from {} to {}", range.start(), range.end());
        self.number(name, &expected, |number| range.contains(number))
    }

    /// The value of a parameter that counts from 1 as far as one likes.
    pub(crate) fn number_from_one(&self, name: &str) -> Result<Option<BigUint>, Refusal> {
        self.number(name, "from 1 on", |number| *number != BigUint::ZERO)
    }

    /// The value of a parameter that is a whole number as JSON has it, neither `+8` nor `08`, and as `expected` says.
    fn number<T: FromStr>(
        &self,
        name: &str,
        expected: &str,
        is_expected: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, Refusal> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
        let number = text.parse().ok().filter(|number| is_plain && is_expected(number));
        number.map(Some).ok_or_else(|| {
            Refusal::parameter(name, format!("expected a whole number {expected}, not {}", quoted(text)))
        })
    }

    /// The value of a parameter that is true or false; false if it was not given.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.text(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(text) => Err(Refusal::parameter(name, format!("expected true or false, not {}", quoted(text)))),
        }
    }

    /// The size of the board.
    pub(crate) fn size(&self) -> Result<Size, Refusal> {
        self.required("n")?;
        let (least, most) = SIZES.into_inner();
        let n = self.within("n", least as u64..=most as u64)?.expect("it is there");
        Ok(Size::new(n as usize).expect("the sizes played are sizes"))
    }

    /// The square of a parameter.
    pub(crate) fn square(&self, name: &str) -> Result<Square, Refusal> {
        square(name, self.size()?, self.required(name)?)
    }

    /// The board of `n`, `queens` and `blocked`.
    pub(crate) fn placement(&self) -> Result<Placement, Refusal> {
        let size = self.size()?;
        let squares = |name| -> Result<Vec<Square>, Refusal> {
            match self.text(name).map(str::trim) {
                None | Some("") => Ok(Vec::new()),
                Some(text) => text.split(',').map(|text| square(name, size, text.trim())).collect(),
            }
        };
        let (queens, blocked) = (squares("queens")?, squares("blocked")?);
        Ok(Placement::new(size, queens, blocked).expect("all squares were found to be on the board"))
    }

    /// The queens of the one board that a parameter spells, in any of the ways in which the commands read one.
    pub(crate) fn board(&self, name: &str) -> Result<Vec<Square>, Refusal> {
        let mut boards = BoardReader::new(self.size()?, self.required(name)?.as_bytes());
        // Nothing at all is the empty board.
        let Some((_, board)) = boards.next() else { return Ok(Vec::new()) };
        let board = board.map_err(|error| Refusal::parameter(name, shortened(&error.to_string(), LONGEST_DETAIL)))?;
        if boards.next().is_some() {
            return Err(Refusal::parameter(name, "more than one board; ask for each by itself"));
        }
        Ok(board)
    }
}

/// The square with a name, if the board has it.
fn square(parameter: &str, size: Size, text: &str) -> Result<Square, Refusal> {
    let square = text.parse().map_err(|_| {
        let found = quoted(text);
        Refusal::parameter(
            parameter,
            format!("{found} is not a square: expected a file's letter and a rank's number, such as c4"),
        )
    })?;
    if size.contains(square) {
        return Ok(square);
    }
    Err(Refusal::parameter(parameter, OffBoard { square, size }.to_string()))
}
