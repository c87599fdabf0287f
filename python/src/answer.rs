//! `Answer`, an answer in sentences, as data and as a picture.

use std::mem;

use puzzle_core::answer::{Facts, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::names::to_decimal;
use crate::picture::escaped;

/// An answer about a puzzle: `lines` has the answer in sentences, `data` as numbers, texts and lists.
///
/// >>> import nqueens_guide as nq
/// >>> answer = nq.Puzzle.queens(6).place("b1").explain("d6")
/// >>> print(answer.lines[0])
/// d6 is dead because of the queen on b1.
/// >>> answer["status"]
/// 'dead'
#[pyclass(name = "Answer", module = "nqueens_guide", frozen)]
pub(crate) struct PyAnswer {
    lines: Vec<String>,
    data: Py<PyDict>,
    /// Pictures as HTML, each with its caption.
    pictures: Vec<(String, String)>,
}

impl PyAnswer {
    pub(crate) fn new(
        py: Python<'_>,
        lines: Vec<String>,
        facts: &Facts,
        pictures: Vec<(String, String)>,
    ) -> PyResult<PyAnswer> {
        Ok(PyAnswer { lines, data: dictionary(py, facts)?.unbind(), pictures })
    }
}

#[pymethods]
impl PyAnswer {
    #[new]
    #[pyo3(signature = (lines, data, pictures=None))]
    fn py_new(lines: Vec<String>, data: Py<PyDict>, pictures: Option<Vec<(String, String)>>) -> PyAnswer {
        PyAnswer { lines, data, pictures: pictures.unwrap_or_default() }
    }

    /// The answer in sentences.
    #[getter]
    fn lines(&self) -> Vec<String> {
        self.lines.clone()
    }

    /// The answer as data: the object that the commands of the program `nqueens` print with `--json`.
    #[getter]
    fn data(&self, py: Python<'_>) -> Py<PyDict> {
        self.data.clone_ref(py)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.data.bind(py).as_any().get_item(name)
    }

    /// The pictures of the answer, each as SVG with its caption.
    #[getter]
    fn pictures(&self) -> Vec<(String, String)> {
        self.pictures.clone()
    }

    fn __str__(&self) -> String {
        self.lines.join("\n")
    }

    fn __repr__(&self) -> String {
        self.lines.join("\n")
    }

    fn _repr_html_(&self) -> String {
        if self.lines.is_empty() {
            return "<p>(empty)</p>".to_owned();
        }
        let (mut html, mut pictures, mut in_row) = (String::new(), self.pictures.as_slice(), false);
        for (number, line) in self.lines.iter().enumerate() {
            let text = line.trim();
            // A line that is the caption of a picture stands below the picture.
            if let Some(found) = pictures.iter().position(|(_, caption)| caption == text) {
                let (drawn, later) = pictures.split_at(found + 1);
                add_figures(&mut html, drawn, &mut in_row);
                pictures = later;
                continue;
            }
            if mem::take(&mut in_row) {
                html += "</div>";
            }
            let text = escaped(text);
            // The first line is the heading, unless it is the first of numbered steps.
            html += &if number == 0 && !text.starts_with("1. ") {
                format!("<p><b>{text}</b></p>")
            } else {
                let indent = line.chars().take_while(|letter| *letter == ' ').count();
                format!("<div style=\"padding-left:{indent}ex\">{text}</div>")
            };
        }
        add_figures(&mut html, pictures, &mut in_row);
        if in_row {
            html += "</div>";
        }
        html
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, AnswerParts)> {
        let this = slf.get();
        let data = this.data.clone_ref(slf.py());
        Ok((slf.get_type().into_any(), (this.lines.clone(), data, this.pictures.clone())))
    }
}

/// Writes pictures with their captions into a row of pictures, which is begun unless `in_row`.
fn add_figures(html: &mut String, pictures: &[(String, String)], in_row: &mut bool) {
    if !pictures.is_empty() && !mem::replace(in_row, true) {
        *html += "<div style=\"display:flex;flex-wrap:wrap;gap:16px;margin:8px 0\">";
    }
    for (picture, caption) in pictures {
        *html += &format!(
            "<figure style=\"margin:0;flex:0 0 320px;max-width:100%\">{picture}<figcaption>{}</figcaption></figure>",
            escaped(caption)
        );
    }
}

type AnswerParts = (Vec<String>, Py<PyDict>, Vec<(String, String)>);

/// Converts facts to a dictionary.
pub(crate) fn dictionary<'py>(py: Python<'py>, facts: &Facts) -> PyResult<Bound<'py, PyDict>> {
    let result = PyDict::new(py);
    for (name, fact) in facts.iter() {
        result.set_item(name, value(py, fact)?)?;
    }
    Ok(result)
}

fn value<'py>(py: Python<'py>, of: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match of {
        Value::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
        Value::Decimal(digits) => to_decimal(py, digits)?,
        Value::Text(text) => PyString::new(py, text).into_any(),
        Value::List(list) => {
            let items = list.iter().map(|item| value(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Facts(facts) => dictionary(py, facts)?.into_any(),
        _ => py.None().into_bound(py),
    })
}
