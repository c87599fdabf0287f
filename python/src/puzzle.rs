//! `Puzzle`, a puzzle of any kind with the player's marks.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bdd_core::{BigUint, Variable};
use nqueens::Library;
use puzzle_core::export::Language;
use puzzle_core::{Completions, Marks, Source, Status, answer, sentences};
use puzzle_kind::{
    AnswerError, Arguments, Entry, Kind, Operation, OperationAnswer, Parameter, Playable, ReportPart, Role, Verb,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::PyAnswer;
use crate::diagram::{PyZdd, objective};
use crate::guide::{Owner, PyGuide};
use crate::names::{NameTable, to_decimal};
use crate::picture::{self, BoardPicture};
use crate::work::{RunError, error, invalid, run};

/// A puzzle of any kind, with the player's marks.
///
/// A puzzle never changes: `place` and `block` return a new puzzle. Its variables have names, such as `b4` for a queen
/// on b4 or `r1c2=3` for a 3 in row 1 and column 2 of a Sudoku.
///
/// >>> import nqueens_guide as nq
/// >>> board = nq.Puzzle.queens(8).place("b4", "d1")
/// >>> board.count()
/// 2
/// >>> board.guide()["c7"]
/// 'forced'
/// >>> print(board.hint().lines[1])
/// Rule out f6.
#[pyclass(name = "Puzzle", module = "nqueens_guide", frozen)]
#[derive(Clone)]
pub(crate) struct PyPuzzle {
    stated: Arc<Stated>,
    marks: Marks,
}

/// A puzzle without marks, and the input from which it was read.
struct Stated {
    kind: &'static str,
    text: String,
    options: BTreeMap<String, String>,
    /// The entry of the puzzle. It opens the source once, and returns the same source at every further call.
    entry: Entry,
    names: Arc<NameTable>,
}

/// Returns all kinds of puzzle.
fn kinds() -> Vec<Arc<dyn Kind>> {
    puzzles::kinds(Library::embedded())
}

fn kind_named(name: &str) -> PyResult<Arc<dyn Kind>> {
    let all = kinds();
    all.iter().find(|kind| kind.name() == name).cloned().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|kind| kind.name()).collect();
        error(format!("expected a kind of puzzle, one of {}, found {name:?}", names.join(", ")))
    })
}

/// Returns `true` for the options that describe a puzzle; all other options choose a form of the output.
fn describes(parameter: &Parameter) -> bool {
    matches!(parameter.role, Role::Own | Role::Names)
}

/// Checks options, given by their names on the command line, and returns the arguments of a verb.
fn arguments(kind: &dyn Kind, verb: Verb, options: &BTreeMap<String, String>) -> PyResult<Arguments> {
    let parameters: Vec<Parameter> = kind.parameters(verb).into_iter().filter(describes).collect();
    let known: Vec<&str> = parameters.iter().map(|parameter| parameter.long).collect();
    if let Some(unknown) = options.keys().find(|name| !known.contains(&name.as_str())) {
        let expected = if known.is_empty() { "no options".to_owned() } else { format!("one of {}", known.join(", ")) };
        return Err(error(format!("{} has no option {unknown:?}: expected {expected}", kind.name())));
    }
    let mut values = Vec::new();
    for parameter in &parameters {
        let given = options.get(parameter.long);
        if parameter.is_required && given.is_none() {
            return Err(error(format!("expected the option {:?}: {}", parameter.long, parameter.help)));
        }
        let allowed: Vec<&str> = parameter.values.iter().map(|(value, _)| *value).collect();
        let checked = match given.map(String::as_str).or(parameter.default) {
            Some(value) if !allowed.is_empty() && !allowed.contains(&value) => {
                let allowed = allowed.join(", ");
                return Err(error(format!("option {:?}: expected one of {allowed}, found {value:?}", parameter.long)));
            }
            Some(value) => {
                let refused = |why| error(format!("option {:?}, value {value:?}: {why}", parameter.long));
                Some((parameter.check)(value).map_err(refused)?)
            }
            None => None,
        };
        values.push(checked);
    }
    let mut values = values.into_iter();
    Ok(Arguments::new(parameters, |_| values.next().flatten().into_iter().collect()))
}

/// Returns the options of keyword arguments: `True` sets a flag, and `False` and `None` omit an option.
fn keywords(given: Option<&Bound<'_, PyDict>>) -> PyResult<BTreeMap<String, String>> {
    let mut options = BTreeMap::new();
    for (name, value) in given.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        match value.extract::<bool>() {
            Ok(true) => drop(options.insert(name, String::new())),
            Ok(false) => {}
            Err(_) if value.is_none() => {}
            Err(_) => drop(options.insert(name, value.str()?.extract()?)),
        }
    }
    Ok(options)
}

/// Returns an entry that opens the source of `entry` only once.
fn opened_once(entry: Entry) -> Entry {
    let opened = Mutex::new(None);
    Entry::new(Arc::clone(entry.puzzle()), move |budget| {
        let mut opened = opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            *opened = Some(entry.open(budget)?);
        }
        Ok(opened.clone().expect("the source was opened"))
    })
}

impl PyPuzzle {
    fn of(kind: &'static str, text: String, options: BTreeMap<String, String>, entry: Entry) -> PyResult<PyPuzzle> {
        let puzzle = entry.puzzle();
        let names = NameTable::new(Variable::all(puzzle.variables()).map(|variable| puzzle.name(variable)).collect())?;
        let entry = opened_once(entry);
        Ok(PyPuzzle { stated: Arc::new(Stated { kind, text, options, entry, names }), marks: Marks::default() })
    }

    /// Reads the only puzzle of a text.
    fn load(py: Python<'_>, kind: &str, text: &str, options: BTreeMap<String, String>) -> PyResult<PyPuzzle> {
        let kind = kind_named(kind)?;
        let arguments = arguments(&*kind, Verb::Solve, &options)?;
        let entry = run(py, |_| {
            let mut read = kind.read(&arguments, Box::new(text.as_bytes()));
            let (_, entry) = read.next().ok_or_else(|| invalid(kind.empty_input_message()))?.map_err(invalid)?;
            match read.next() {
                None => Ok(entry),
                Some(_) => Err(invalid("expected one puzzle, found more; Puzzle.read_all reads several")),
            }
        })?;
        PyPuzzle::of(kind.name(), text.to_owned(), options, entry)
    }

    pub(crate) fn playable(&self) -> &dyn Playable {
        &**self.stated.entry.puzzle()
    }

    pub(crate) fn names(&self) -> &Arc<NameTable> {
        &self.stated.names
    }

    pub(crate) fn find(&self, name: &str) -> PyResult<Variable> {
        self.playable().named(name).map_err(error)
    }

    fn find_all(&self, names: &Bound<'_, PyTuple>) -> PyResult<Vec<Variable>> {
        names.iter().map(|name| self.find(&name.extract::<String>()?)).collect()
    }

    fn marked(&self, marks: Marks) -> PyPuzzle {
        PyPuzzle { stated: Arc::clone(&self.stated), marks }
    }

    /// Opens the puzzle: returns the [`Source`] of its completions. To be called within [`run`].
    fn source(&self, budget: &mut puzzle_core::Budget<'_>) -> Result<Arc<dyn Source>, RunError> {
        Ok(self.stated.entry.open(budget)?.source)
    }

    fn core_guide(
        &self,
        budget: &mut puzzle_core::Budget<'_>,
    ) -> Result<(Arc<dyn Source>, puzzle_core::Guide), RunError> {
        let source = self.source(budget)?;
        let completions = source.completions(&self.marks, budget)?;
        let guide = puzzle_core::Guide::of(source.puzzle(), self.marks.clone(), &completions, budget)?;
        Ok((source, guide))
    }

    fn answer(&self, py: Python<'_>, operation: &Operation) -> PyResult<PyAnswer> {
        let answered: OperationAnswer = run(py, |budget| {
            operation.answer(&self.stated.entry, &self.marks, "", budget).map_err(|error| match error {
                AnswerError::Unopened { stopped, .. } => RunError::Interrupted(stopped),
                error => error.into(),
            })
        })?;
        let (puzzle, mut lines, mut pictures) = (self.playable(), Vec::new(), Vec::new());
        for part in &answered.report.parts {
            match part {
                ReportPart::Line(line) => lines.push(line.clone()),
                ReportPart::Solution(solution) => {
                    lines.push(self.written(solution));
                    pictures.extend(self.drawn(solution).map(|picture| (picture, self.written(solution))));
                }
                _ => {}
            }
        }
        PyAnswer::new(py, lines, &answered.facts(puzzle), pictures)
    }

    /// Returns a solution as one line of text.
    fn written(&self, solution: &[Variable]) -> String {
        let names = || self.stated.names.of(solution).join(" ");
        self.playable().solution_line(solution).unwrap_or_else(names)
    }

    /// Draws a solution.
    fn drawn(&self, solution: &[Variable]) -> Option<String> {
        let puzzle = self.playable();
        let mut statuses = vec![Status::Open; puzzle.variables()];
        solution.iter().for_each(|variable| statuses[variable.index()] = Status::Placed);
        puzzle.givens().iter().for_each(|variable| statuses[variable.index()] = Status::Given);
        let title = format!("a solution: {}", self.written(solution));
        picture::board(&BoardPicture { puzzle, statuses, counts: None, focus: Vec::new(), line: Vec::new(), title })
    }
}

#[pymethods]
impl PyPuzzle {
    /// Returns the empty board of `size` x `size` squares on which to place queens, none attacking another. The
    /// variables are the squares, such as `b4`.
    #[staticmethod]
    fn queens(py: Python<'_>, size: usize) -> PyResult<PyPuzzle> {
        PyPuzzle::load(py, "queens", &size.to_string(), BTreeMap::new())
    }

    /// Returns the Sudoku of a text, on one line or as a grid. `block` is the size of a block, such as `2x3`, for
    /// Sudokus whose blocks can have several sizes.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> sudoku = nq.Puzzle.sudoku("1... .... .... ...2")
    /// >>> sudoku.count()
    /// 18
    /// >>> sudoku.place("r1c2=3").guide()["r4c2=1"]
    /// 'open'
    #[staticmethod]
    #[pyo3(signature = (text, block=None))]
    fn sudoku(py: Python<'_>, text: &str, block: Option<String>) -> PyResult<PyPuzzle> {
        PyPuzzle::load(py, "sudoku", text, block.map(|block| ("box".to_owned(), block)).into_iter().collect())
    }

    /// Returns a board with coloured regions from a text with a letter for the region of each square. `attack` is
    /// `"king"` if queens must not touch, or `"queen"` if they must not attack each other as in chess. `stars` is the
    /// number of queens in every rank, file and region.
    #[staticmethod]
    #[pyo3(signature = (text, attack="king", stars=None))]
    fn regions(py: Python<'_>, text: &str, attack: &str, stars: Option<usize>) -> PyResult<PyPuzzle> {
        let stars = stars.map(|stars| ("stars".to_owned(), stars.to_string()));
        let options = [("attack".to_owned(), attack.to_owned())].into_iter().chain(stars).collect();
        PyPuzzle::load(py, "regions", text, options)
    }

    /// Returns the n-queens board of a text with given queens (`Q`) and closed squares (`x`), to be completed.
    #[staticmethod]
    fn challenge(py: Python<'_>, text: &str) -> PyResult<PyPuzzle> {
        PyPuzzle::load(py, "challenge", text, BTreeMap::new())
    }

    /// Returns the puzzle of a text in one of the formats of puzzle files: TOML, UVL, FeatureIDE's XML, DIMACS, OPB, or
    /// a link of a puzzle site. `names` is a text with the names of the variables, for DIMACS and OPB.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> car = nq.Puzzle.parse("features\n    Car\n        alternative\n            Petrol\n            Electric")
    /// >>> car.count()
    /// 2
    #[staticmethod]
    #[pyo3(signature = (text, names=None))]
    fn parse(py: Python<'_>, text: &str, names: Option<String>) -> PyResult<PyPuzzle> {
        PyPuzzle::load(py, "puzzle", text, names.map(|names| ("names".to_owned(), names)).into_iter().collect())
    }

    /// Returns the puzzle of a file; see `parse`. The names of the variables of a DIMACS or OPB file are read from the
    /// file with `.names` appended to its name, if that file exists.
    #[staticmethod]
    fn file(py: Python<'_>, path: PathBuf) -> PyResult<PyPuzzle> {
        let text = std::fs::read_to_string(&path)
            .map_err(|why| error(format!("can't read {}: {why}; give the file of a puzzle", path.display())))?;
        let mut beside = path.into_os_string();
        beside.push(".names");
        PyPuzzle::parse(py, &text, std::fs::read_to_string(beside).ok())
    }

    /// Returns an example of a puzzle file; `examples` lists their names.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> nq.Puzzle.example("latin-square").count()
    /// 4
    #[staticmethod]
    fn example(py: Python<'_>, name: &str) -> PyResult<PyPuzzle> {
        let (_, text) = puzzle_files::TEMPLATES
            .iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| error(format!("expected one of {}, found {name:?}", examples().join(", "))))?;
        PyPuzzle::parse(py, text, None)
    }

    /// Makes a new puzzle of a kind: `"sudoku"`, `"regions"` or `"challenge"`. The same `seed` and options make the
    /// same puzzle on every machine.
    ///
    /// The options are those of `nqueens KIND generate`, such as `difficulty="hard"`, `size=8` or `symmetric=True`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> sudoku = nq.Puzzle.generate("sudoku", seed=1, box="2x2")
    /// >>> sudoku.count()
    /// 1
    #[staticmethod]
    #[pyo3(signature = (kind, seed=0, **options))]
    fn generate(py: Python<'_>, kind: &str, seed: u64, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyPuzzle> {
        let (kind, options) = (kind_named(kind)?, keywords(options)?);
        let making = arguments(&*kind, Verb::Generate, &options)?;
        let made =
            run(py, |budget| kind.generator(&making, seed).map_err(invalid)?.next(budget).map_err(RunError::from))?;
        let reads: Vec<&str> =
            kind.parameters(Verb::Solve).iter().filter(|parameter| describes(parameter)).map(|own| own.long).collect();
        let options = options.into_iter().filter(|(name, _)| reads.contains(&name.as_str())).collect();
        let text = made.entry.puzzle().text();
        PyPuzzle::of(kind.name(), text, options, made.entry)
    }

    /// Returns all puzzles of a text, such as a file with a Sudoku on each line. The options are those of
    /// `nqueens KIND solve`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> [board.count() for board in nq.Puzzle.read_all("queens", "6\n8\n")]
    /// [4, 92]
    #[staticmethod]
    #[pyo3(signature = (kind, text, **options))]
    fn read_all(
        py: Python<'_>,
        kind: &str,
        text: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<PyPuzzle>> {
        let (kind, options) = (kind_named(kind)?, keywords(options)?);
        let arguments = arguments(&*kind, Verb::Solve, &options)?;
        let entries = run(py, |_| {
            let read = kind.read(&arguments, Box::new(text.as_bytes()));
            read.map(|read| Ok(read.map_err(invalid)?.1)).collect::<Result<Vec<Entry>, RunError>>()
        })?;
        let puzzle = |entry: Entry| PyPuzzle::of(kind.name(), entry.puzzle().text(), options.clone(), entry);
        entries.into_iter().map(puzzle).collect()
    }

    /// The kind of the puzzle, as the commands of the program `nqueens` name it.
    #[getter]
    fn kind(&self) -> &'static str {
        self.stated.kind
    }

    /// The puzzle as a text that can be read again, without the marks.
    #[getter]
    fn text(&self) -> &str {
        &self.stated.text
    }

    /// The task in a sentence.
    #[getter]
    fn task(&self) -> String {
        self.playable().task()
    }

    /// The rules in sentences.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.playable().stated_rules().into_iter().map(|rule| rule.sentence).collect()
    }

    /// The names of all variables.
    #[getter]
    fn variables(&self) -> Vec<String> {
        self.stated.names.list().to_vec()
    }

    /// The names of the variables that the player placed.
    #[getter]
    fn placed(&self) -> Vec<String> {
        self.marks.placed.iter().map(|&variable| self.stated.names.name(variable).to_owned()).collect()
    }

    /// The names of the variables that the player blocked.
    #[getter]
    fn blocked(&self) -> Vec<String> {
        self.marks.blocked.iter().map(|&variable| self.stated.names.name(variable).to_owned()).collect()
    }

    /// Returns the puzzle with these variables placed, that is, true.
    #[pyo3(signature = (*names))]
    fn place(&self, names: &Bound<'_, PyTuple>) -> PyResult<PyPuzzle> {
        let mut marks = self.marks.clone();
        marks.placed.extend(self.find_all(names)?);
        Ok(self.marked(marks))
    }

    /// Returns the puzzle with these variables blocked, that is, false.
    #[pyo3(signature = (*names))]
    fn block(&self, names: &Bound<'_, PyTuple>) -> PyResult<PyPuzzle> {
        let mut marks = self.marks.clone();
        marks.blocked.extend(self.find_all(names)?);
        Ok(self.marked(marks))
    }

    /// Returns the puzzle without the marks on these variables. A call without names removes all marks.
    #[pyo3(signature = (*names))]
    fn clear(&self, names: &Bound<'_, PyTuple>) -> PyResult<PyPuzzle> {
        let variables = self.find_all(names)?;
        let mut marks = self.marks.clone();
        let is_kept = |variable: &Variable| !names.is_empty() && !variables.contains(variable);
        marks.placed.retain(is_kept);
        marks.blocked.retain(is_kept);
        Ok(self.marked(marks))
    }

    /// Returns the exact number of solutions with the marks. A number that can't be computed raises `GuideError` or
    /// `LimitError`; it is never an estimate.
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        let total = run(py, |budget| Ok::<_, RunError>(self.source(budget)?.count(&self.marks, budget)?))?;
        if !total.is_exact() {
            return Err(error(format!("the number of solutions is unknown: {total}; place more pieces or values")));
        }
        Ok(total.value().clone())
    }

    /// Returns the guide: the status of every variable and the number of solutions with it.
    fn guide(&self, py: Python<'_>) -> PyResult<PyGuide> {
        let (_, guide) = run(py, |budget| self.core_guide(budget))?;
        Ok(PyGuide::new(guide, Owner::Puzzle(self.clone())))
    }

    /// Explains in sentences why a variable is impossible or forced, with a picture of each step.
    fn explain(&self, py: Python<'_>, name: &str) -> PyResult<PyAnswer> {
        let (variable, puzzle) = (self.find(name)?, self.playable());
        let (guide, why) = run(py, |budget| {
            let (source, guide) = self.core_guide(budget)?;
            let why = puzzle_core::explain(&*source, &guide, variable, budget)?;
            Ok::<_, RunError>((guide, why))
        })?;
        let facts = answer::explanation(puzzle, &guide, variable, why.as_ref());
        let Some(why) = why else {
            return PyAnswer::new(py, vec![sentences::status_sentence(puzzle, &guide, variable)], &facts, Vec::new());
        };
        let frames = why.frames();
        let picture = |frame: &puzzle_core::explain::Frame<'_>| {
            let mut statuses: Vec<_> = guide
                .variables()
                .map(|(_, status, _)| match status {
                    status if status.stands() || status == Status::Blocked => status,
                    _ => Status::Open,
                })
                .collect();
            let standing = guide.variables().filter(|(_, status, _)| status.stands()).map(|(standing, ..)| standing);
            let standing: Vec<Variable> = standing.chain(frame.placed.iter().copied()).collect();
            for variable in Variable::all(statuses.len()) {
                if frame.out.contains(&variable) || standing.iter().any(|&by| puzzle.excludes(by, variable)) {
                    statuses[variable.index()] = Status::Excluded;
                }
            }
            for &placed in &standing {
                let status = Some(guide.status(placed)).filter(|status| status.stands());
                statuses[placed.index()] = status.unwrap_or(Status::Placed);
            }
            let line = frame.line().map_or_else(Vec::new, |line| puzzle.rules().constraint(line).variables().to_vec());
            let caption = sentences::frame(puzzle, variable, frame);
            let board =
                BoardPicture { puzzle, statuses, counts: None, focus: vec![variable], line, title: caption.clone() };
            Some((picture::board(&board)?, caption))
        };
        PyAnswer::new(py, sentences::explanation(puzzle, &why), &facts, frames.iter().filter_map(picture).collect())
    }

    /// Returns a hint: where to look, the next move, and its reason.
    fn hint(&self, py: Python<'_>) -> PyResult<PyAnswer> {
        self.answer(py, &Operation::Hint)
    }

    /// Returns the solution, or two solutions if there are several. With `steps`, the answer also has the easiest
    /// steps by which a person finds the solution.
    #[pyo3(signature = (steps=false))]
    fn solve(&self, py: Python<'_>, steps: bool) -> PyResult<PyAnswer> {
        self.answer(py, &Operation::Solve { steps })
    }

    /// Returns the difficulty of the puzzle for a person, and the techniques that solve it.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> nq.Puzzle.generate("sudoku", seed=1, box="2x2").rate()["status"]
    /// 'unique'
    fn rate(&self, py: Python<'_>) -> PyResult<PyAnswer> {
        self.answer(py, &Operation::Rate)
    }

    /// Checks that the puzzle has exactly one solution or, if there are marks, that the marks are part of a solution.
    fn check(&self, py: Python<'_>) -> PyResult<PyAnswer> {
        self.answer(py, &Operation::Check)
    }

    /// Returns up to `limit` solutions, each as the list of its true variables.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> nq.Puzzle.queens(4).solutions()
    /// [['c1', 'a2', 'd3', 'b4'], ['b1', 'd2', 'a3', 'c4']]
    #[pyo3(signature = (limit=1000))]
    fn solutions(&self, py: Python<'_>, limit: usize) -> PyResult<Vec<Vec<String>>> {
        let found = run(py, |budget| {
            let numbered = self.source(budget)?.numbered(&self.marks, budget)?;
            Ok::<_, RunError>(match numbered {
                Some(numbered) => (0..limit as u64).map_while(|number| numbered.nth(&number.into())).collect(),
                None => self.playable().first_completions(&self.marks, limit, budget)?,
            })
        })?;
        Ok(found.iter().map(|solution| self.stated.names.of(solution)).collect())
    }

    /// Returns `count` random solutions, each with the same probability.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> len(nq.Puzzle.queens(8).samples(10, seed=1, distinct=True))
    /// 10
    #[pyo3(signature = (count=1, seed=0, distinct=false))]
    fn samples(&self, py: Python<'_>, count: usize, seed: u64, distinct: bool) -> PyResult<Vec<Vec<String>>> {
        let drawn = run(py, |budget| {
            let Some(numbered) = self.source(budget)?.numbered(&self.marks, budget)? else {
                return Err(invalid(
                    "the puzzle has too many solutions to draw from all of them; place more pieces or values",
                ));
            };
            if *numbered.total() == BigUint::ZERO {
                return Err(invalid(
                    "expected a puzzle with a solution to draw at random, found none with these marks",
                ));
            }
            let mut sampler = bdd_core::Sampler::new(seed);
            let numbers = sampler.numbers(numbered.total(), distinct).take(count);
            Ok(numbers.map_while(|number| numbered.nth(&number)).collect::<Vec<_>>())
        })?;
        Ok(drawn.iter().map(|solution| self.stated.names.of(solution)).collect())
    }

    /// Returns up to `count` solutions with the best total prices, each with its total, the best first. `objective` is
    /// `"cheapest"` or `"dearest"`.
    #[pyo3(signature = (count=1, objective="cheapest"))]
    fn best<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        objective: &str,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Vec<String>)>> {
        let objective = self::objective(objective)?;
        let weights = self.playable().weights().ok_or_else(|| error("the puzzle has no prices to compare"))?;
        let found = run(py, |budget| {
            let completions = self.source(budget)?.completions(&self.marks, budget)?;
            completions.best(weights, objective, count, budget)?.ok_or_else(|| {
                invalid("the puzzle has too many solutions to compare all of them; place more pieces or values")
            })
        })?;
        let named = |weighed: bdd_core::Weighed| {
            Ok((to_decimal(py, &weights.written(weighed.total))?, self.stated.names.of(&weighed.model)))
        };
        found.into_iter().map(named).collect()
    }

    /// Returns the diagram of all solutions with the marks.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> nq.Puzzle.queens(8).zdd()
    /// <Zdd of 64 variables with 375 nodes>
    fn zdd(&self, py: Python<'_>) -> PyResult<PyZdd> {
        let (zdd, order) = run(py, |budget| {
            let completions = self.source(budget)?.diagram(&self.marks, budget)?;
            Ok::<_, RunError>(match completions {
                Completions::Sparse(zdd) => ((*zdd).clone(), None),
                Completions::Diagram(bdd) => (bdd.to_zdd(budget)?, None),
                Completions::Reordered { bdd, order } => (bdd.to_zdd(budget)?, Some(order)),
                _ => return Err(invalid("no diagram of the solutions fits in memory; place more pieces or values")),
            })
        })?;
        let names = match order {
            Some(order) => NameTable::new(order.by_level(self.stated.names.list()))?,
            None => Arc::clone(&self.stated.names),
        };
        Ok(PyZdd::new(zdd, names))
    }

    /// Returns the rules and marks as text in a format for other programs: `"dimacs"`, `"opb"` or `"smtlib"`, and for
    /// feature models also `"uvl"` or `"featureide"`.
    fn export(&self, language: &str) -> PyResult<String> {
        let language = match language {
            "dimacs" => Language::Dimacs,
            "opb" => Language::Opb,
            "smtlib" => Language::Smtlib,
            "uvl" | "featureide" if self.playable().feature_model().is_none() => {
                return Err(error(format!("expected a feature model for {language}, found another kind of puzzle")));
            }
            "uvl" => Language::Uvl,
            "featureide" => Language::FeatureIde,
            other => {
                return Err(error(format!("expected dimacs, opb, smtlib, uvl or featureide, found {other:?}")));
            }
        };
        let mut text = Vec::new();
        puzzle_core::export::write(&mut text, self.playable(), &self.marks, language).map_err(error)?;
        String::from_utf8(text).map_err(error)
    }

    /// Returns a picture of the board with its guide, as SVG: squares that leave no solution are greyed out. With
    /// `guide=False` the picture has only the givens and the marks, as a puzzle to solve. Returns `None` for
    /// configurators and very large boards.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> "forced" in nq.Puzzle.queens(8).place("b4", "d1").svg(guide=False)
    /// False
    #[pyo3(signature = (guide=true))]
    fn svg(&self, py: Python<'_>, guide: bool) -> PyResult<Option<String>> {
        let (columns, rows) = self.playable().grid();
        // The picture of a large board would be refused, so its guide is not computed.
        if self.playable().options().is_some() || columns * rows > picture::MAX_CELLS {
            return Ok(None);
        }
        if guide {
            return Ok(self.guide(py)?.svg());
        }
        let puzzle = self.playable();
        let mut statuses = vec![Status::Open; puzzle.variables()];
        let is_shared = statuses.len() > columns * rows;
        for (variable, status) in Variable::all(statuses.len()).zip(&mut statuses) {
            *status = match variable {
                given if puzzle.givens().contains(&given) => Status::Given,
                placed if self.marks.placed.contains(&placed) => Status::Placed,
                blocked if self.marks.blocked.contains(&blocked) || puzzle.closed().contains(&blocked) => {
                    Status::Blocked
                }
                // The values of an empty cell are not written.
                _ if is_shared => Status::Dead,
                _ => Status::Open,
            };
        }
        let title = puzzle.task();
        Ok(picture::board(&BoardPicture { puzzle, statuses, counts: None, focus: Vec::new(), line: Vec::new(), title }))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.svg(py, true)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.playable().options().is_none() { Ok(None) } else { Ok(self.guide(py)?._repr_html_()) }
    }

    #[staticmethod]
    fn _load(
        py: Python<'_>,
        kind: &str,
        text: &str,
        options: BTreeMap<String, String>,
        placed: &Bound<'_, PyTuple>,
        blocked: &Bound<'_, PyTuple>,
    ) -> PyResult<PyPuzzle> {
        PyPuzzle::load(py, kind, text, options)?.place(placed)?.block(blocked)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, LoadArguments<'py>)> {
        let (py, this) = (slf.py(), slf.get());
        let (placed, blocked) = (PyTuple::new(py, this.placed())?, PyTuple::new(py, this.blocked())?);
        let arguments = (this.stated.kind, this.stated.text.clone(), this.stated.options.clone(), placed, blocked);
        Ok((slf.get_type().getattr("_load")?, arguments))
    }

    fn __repr__(&self) -> String {
        let marks = self.marks.placed.len() + self.marks.blocked.len();
        format!("<Puzzle of {}: {} variables, {marks} marks>", self.stated.kind, self.stated.names.len())
    }
}

type LoadArguments<'py> = (&'static str, String, BTreeMap<String, String>, Bound<'py, PyTuple>, Bound<'py, PyTuple>);

/// Returns the names of the examples of puzzle files.
///
/// >>> import nqueens_guide as nq
/// >>> "futoshiki" in nq.examples()
/// True
#[pyfunction]
pub(crate) fn examples() -> Vec<&'static str> {
    puzzle_files::TEMPLATES.iter().map(|&(name, _)| name).collect()
}
