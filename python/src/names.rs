//! The names of variables, and the conversion of Python's arguments to variables, literals and weights.

use std::collections::HashMap;
use std::sync::Arc;

use bdd_core::{Literal, Variable, Weights};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::work::error;

/// The names of the variables of a function, in their order. All names differ.
#[derive(Debug)]
pub(crate) struct NameTable {
    list: Vec<String>,
    by_name: HashMap<String, Variable>,
}

impl PartialEq for NameTable {
    fn eq(&self, other: &NameTable) -> bool {
        std::ptr::eq(self, other) || self.list == other.list
    }
}

impl NameTable {
    pub(crate) fn new(list: Vec<String>) -> PyResult<Arc<NameTable>> {
        if list.len() > Variable::MAX_COUNT {
            return Err(error(format!("expected at most {} names, found {}", Variable::MAX_COUNT, list.len())));
        }
        let mut by_name = HashMap::with_capacity(list.len());
        for (index, name) in list.iter().enumerate() {
            if by_name.insert(name.clone(), Variable::from_index(index)).is_some() {
                return Err(error(format!("expected names that all differ, found {name:?} twice")));
            }
        }
        Ok(Arc::new(NameTable { list, by_name }))
    }

    pub(crate) fn list(&self) -> &[String] {
        &self.list
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn name(&self, variable: Variable) -> &str {
        &self.list[variable.index()]
    }

    pub(crate) fn of(&self, variables: &[Variable]) -> Vec<String> {
        variables.iter().map(|&variable| self.name(variable).to_owned()).collect()
    }

    pub(crate) fn find(&self, name: &str) -> PyResult<Variable> {
        self.by_name.get(name).copied().ok_or_else(|| match self.list.as_slice() {
            [] => error(format!("there is no variable {name:?}: the function has no variables")),
            [first, .., last] => error(format!("there is no variable {name:?}: expected {first}, ..., {last}")),
            [only] => error(format!("there is no variable {name:?}: expected {only}")),
        })
    }

    pub(crate) fn find_all(&self, names: &[String]) -> PyResult<Vec<Variable>> {
        names.iter().map(|name| self.find(name)).collect()
    }

    /// Returns the literal of a text: a name, or `!` and a name.
    pub(crate) fn literal(&self, text: &str) -> PyResult<Literal> {
        Ok(match text.strip_prefix('!') {
            Some(name) => Literal::negative(self.find(name)?),
            None => Literal::positive(self.find(text)?),
        })
    }

    /// Returns the literals of an assignment, a dictionary from names to truth values.
    pub(crate) fn assignment(&self, values: &Bound<'_, PyDict>) -> PyResult<Vec<Literal>> {
        let literal = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok(Literal { variable: self.find(&name.extract::<String>()?)?, value: value.extract()? })
        };
        values.iter().map(literal).collect()
    }

    /// Returns the weights of a dictionary from names to numbers; the weight of any other variable is 0.
    pub(crate) fn weights(&self, values: &Bound<'_, PyDict>) -> PyResult<Weights> {
        let mut texts = vec!["0".to_owned(); self.len()];
        for (name, value) in values {
            texts[self.find(&name.extract::<String>()?)?.index()] = decimal(&value)?;
        }
        Weights::parse(texts).map_err(error)
    }
}

/// Returns a number as a decimal text: an `int`, a `float`, a `Decimal`, or a text such as `3.50`.
pub(crate) fn decimal(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.str()?.extract()
}

/// Returns a `decimal.Decimal`.
pub(crate) fn to_decimal<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("decimal")?.getattr("Decimal")?.call1((text,))
}
