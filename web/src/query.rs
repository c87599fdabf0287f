//! The parameters of an API request, parsed and checked.

use std::ops::RangeInclusive;
use std::str::FromStr;

use nqueens_guide::check::BoardReader;
use nqueens_guide::{BigUint, OffBoard, Placement, Size, Square};

use crate::boards::SIZES;
use crate::error::{LONGEST_DETAIL, RequestError, quoted, shortened};

/// The parameters of a request. All of them are known to the endpoint, and each is given once.
#[derive(Debug)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Parses the query of a URI, the part after the question mark. `known` lists the endpoint's parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is unknown or given twice.
    pub(crate) fn parse(text: Option<String>, known: &[&str]) -> Result<Query, RequestError> {
        let text = text.unwrap_or_default();
        let mut parameters: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(text.as_bytes()).into_owned() {
            if !known.contains(&name.as_str()) {
                let expected = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(RequestError::parameter(&name, format!("unknown parameter; expected {expected}")));
            }
            if parameters.iter().any(|(other, _)| *other == name) {
                return Err(RequestError::parameter(&name, "given twice; give it only once"));
            }
            parameters.push((name, value));
        }
        Ok(Query(parameters))
    }

    /// Returns the text of a parameter, if it was given.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn required(&self, name: &str) -> Result<&str, RequestError> {
        self.text(name).ok_or_else(|| RequestError::parameter(name, "this parameter is required and missing"))
    }

    /// Returns the value of a parameter that is a whole number in `range`.
    pub(crate) fn within(&self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, RequestError> {
        let expected = format!("from {} to {}", range.start(), range.end());
        self.number(name, &expected, |number| range.contains(number))
    }

    /// Returns the value of a parameter that is a whole number from 1 on, without an upper limit.
    pub(crate) fn number_from_one(&self, name: &str) -> Result<Option<BigUint>, RequestError> {
        self.number(name, "from 1 on", |number| *number != BigUint::ZERO)
    }

    /// Returns the value of a parameter that is a whole number in the form of JSON, which excludes `+8` and `08`.
    /// `expected` describes the numbers that `is_expected` accepts, for the error.
    fn number<T: FromStr>(
        &self,
        name: &str,
        expected: &str,
        is_expected: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, RequestError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
        let number = text.parse().ok().filter(|number| is_plain && is_expected(number));
        number.map(Some).ok_or_else(|| {
            RequestError::parameter(name, format!("expected a whole number {expected}, not {}", quoted(text)))
        })
    }

    /// Returns the value of a parameter that is `true` or `false`; `false` if it was not given.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, RequestError> {
        match self.text(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(text) => Err(RequestError::parameter(name, format!("expected true or false, not {}", quoted(text)))),
        }
    }

    /// Returns the board size, which the parameter `n` gives.
    pub(crate) fn size(&self) -> Result<Size, RequestError> {
        self.required("n")?;
        let (min, max) = SIZES.into_inner();
        let n = self.within("n", min as u64..=max as u64)?.expect("it was given");
        Ok(Size::new(n as usize).expect("every size to play is a valid size"))
    }

    pub(crate) fn square(&self, name: &str) -> Result<Square, RequestError> {
        square(name, self.size()?, self.required(name)?)
    }

    /// Returns the placement given by the parameters `n`, `queens` and `blocked`.
    pub(crate) fn placement(&self) -> Result<Placement, RequestError> {
        let size = self.size()?;
        let squares = |name| -> Result<Vec<Square>, RequestError> {
            match self.text(name).map(str::trim) {
                None | Some("") => Ok(Vec::new()),
                Some(text) => text.split(',').map(|text| square(name, size, text.trim())).collect(),
            }
        };
        let (queens, blocked) = (squares("queens")?, squares("blocked")?);
        Ok(Placement::new(size, queens, blocked).expect("all squares were found to be on the board"))
    }

    /// Returns the queens of the board in the required parameter `name`. The board may have any format that the
    /// commands read.
    pub(crate) fn board(&self, name: &str) -> Result<Vec<Square>, RequestError> {
        let mut boards = BoardReader::new(self.size()?, self.required(name)?.as_bytes());
        // An empty text is the empty board.
        let Some((_, board)) = boards.next() else { return Ok(Vec::new()) };
        let board =
            board.map_err(|error| RequestError::parameter(name, shortened(&error.to_string(), LONGEST_DETAIL)))?;
        if boards.next().is_some() {
            return Err(RequestError::parameter(name, "more than one board; send a request for each"));
        }
        Ok(board)
    }
}

/// Parses a square of a board of `size`. Errors name `parameter`.
fn square(parameter: &str, size: Size, text: &str) -> Result<Square, RequestError> {
    let square = text.parse().map_err(|_| {
        let found = quoted(text);
        RequestError::parameter(
            parameter,
            format!("{found} is not a square: expected a file's letter and a rank's number, such as c4"),
        )
    })?;
    if size.contains(square) {
        return Ok(square);
    }
    Err(RequestError::parameter(parameter, OffBoard { square, size }.to_string()))
}
