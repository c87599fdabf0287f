//! `Answer`, an answer in sentences, as data and as a picture.

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
        let Some((first, rest)) = self.lines.split_first() else {
            return "<p>(empty)</p>".to_owned();
        };
        let mut html = format!("<p><b>{}</b></p>", escaped(first));
        if self.pictures.is_empty() {
            let lines: String = rest.iter().map(|line| format!("{}<br/>", escaped(line.trim()))).collect();
            html += &format!("<p>{lines}</p>");
            return html;
        }
        html += "<div style=\"display:flex;flex-wrap:wrap;gap:16px\">";
        for (picture, caption) in &self.pictures {
            html += &format!(
                "<figure style=\"margin:0;max-width:320px\">{picture}<figcaption>{}</figcaption></figure>",
                escaped(caption)
            );
        }
        // The other lines, such as the conclusion.
        let others = rest.iter().map(|line| line.trim()).filter(|line| !self.pictures.iter().any(|(_, of)| of == line));
        let others: String = others.map(|line| format!("{}<br/>", escaped(line))).collect();
        format!("{html}</div><p>{others}</p>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, AnswerParts)> {
        let this = slf.get();
        let data = this.data.clone_ref(slf.py());
        Ok((slf.get_type().into_any(), (this.lines.clone(), data, this.pictures.clone())))
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
