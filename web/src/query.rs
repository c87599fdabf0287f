//! The parameters of a request.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use nqueens_guide::{BigUint, OffBoard, Placement, Size, Square, Squares};

use crate::error::Refusal;

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

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter, if it is given.
    pub(crate) fn get<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let parsed = self.text(name).map(str::parse::<T>).transpose();
        parsed.map_err(|error| Refusal::parameter(name, error.to_string()))
    }

    /// The value of a parameter without which there is nothing to answer.
    pub(crate) fn require<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, Refusal> {
        self.get(name)?.ok_or_else(|| Refusal::parameter(name, "missing; it has to be given"))
    }

    /// The value of a parameter that counts from 1.
    pub(crate) fn number_from_one(&self, name: &str) -> Result<Option<BigUint>, Refusal> {
        match self.text(name).map(str::parse::<BigUint>) {
            None => Ok(None),
            Some(Ok(number)) if number != BigUint::ZERO => Ok(Some(number)),
            Some(_) => Err(Refusal::parameter(name, "expected a whole number from 1 on")),
        }
    }

    /// The value of a parameter that has a least and a largest value.
    pub(crate) fn within(&self, name: &str, range: RangeInclusive<usize>) -> Result<Option<usize>, Refusal> {
        match self.text(name).map(str::parse) {
            None => Ok(None),
            Some(Ok(number)) if range.contains(&number) => Ok(Some(number)),
            Some(_) => {
                let (least, most) = range.into_inner();
                Err(Refusal::parameter(name, format!("expected a whole number from {least} to {most}")))
            }
        }
    }

    /// The board of `n`, `queens` and `blocked`.
    pub(crate) fn placement(&self) -> Result<Placement, Refusal> {
        let size = self.require("n")?;
        let on_board = |name| -> Result<Vec<Square>, Refusal> {
            let Squares(squares) = self.get(name)?.unwrap_or_default();
            squares.iter().try_for_each(|&square| check_on_board(name, size, square))?;
            Ok(squares)
        };
        let (queens, blocked) = (on_board("queens")?, on_board("blocked")?);
        Ok(Placement::new(size, queens, blocked).expect("all squares were found to be on the board"))
    }
}

/// Whether the board has a square.
pub(crate) fn check_on_board(parameter: &str, size: Size, square: Square) -> Result<(), Refusal> {
    if size.contains(square) {
        return Ok(());
    }
    Err(Refusal::parameter(parameter, OffBoard { square, size }.to_string()))
}
