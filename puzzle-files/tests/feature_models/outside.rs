//! Tests that compare counts, explanations and files of feature models with programs and collections of other projects.
//! The tests need these, and are ignored by default.
//!
//! The models are random, and those in the folders of DIMACS files that `NQUEENS_FEATURE_MODELS` names, separated by
//! colons. The tests print the figures of `docs/measurements.md`, in processor time.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use bdd_core::export::nnf;
use bdd_core::{Counts, Dnnf, Sampler};
use cpu_time::ThreadTime;
use puzzle_core::export::compiled;
use puzzle_core::{Literal, Move, Session, Status, check, explain, sentences};

use super::*;

/// A feature model, and the clauses that other programs read.
struct Model {
    name: String,
    puzzle: FilePuzzle,
    clauses: String,
}

/// Returns ten random models with configurations, and the models in the folders that `NQUEENS_FEATURE_MODELS` names.
fn models() -> Vec<Model> {
    let satisfiable = |puzzle: &FilePuzzle| !ours(puzzle).is_false();
    let random = (0..).map(|seed| (seed, read(&random(40 + 20 * (seed as usize % 12), seed))));
    let mut models: Vec<Model> = random
        .filter(|(_, puzzle)| satisfiable(puzzle))
        .map(|(seed, puzzle)| {
            let clauses = written(&puzzle, Language::Dimacs);
            Model { name: format!("random{seed}"), puzzle, clauses }
        })
        .take(10)
        .collect();
    let folders = std::env::var("NQUEENS_FEATURE_MODELS").unwrap_or_default();
    for folder in folders.split(':').filter(|folder| !folder.is_empty()) {
        for path in files(Path::new(folder), &["cnf", "dimacs"]) {
            let clauses = fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            models.push(Model { name, puzzle: read(&clauses), clauses });
        }
    }
    models
}

/// Returns a random model in UVL: a tree with groups of every kind, and a constraint for every sixth feature.
fn random(features: usize, seed: u64) -> String {
    fn branch(text: &mut String, children: &[Vec<usize>], feature: usize, depth: usize, sampler: &mut Sampler) {
        const KINDS: [&str; 7] = ["mandatory", "optional", "optional", "or", "alternative", "[0..1]", "[1..1]"];
        writeln!(text, "{}f{feature}", "\t".repeat(depth)).unwrap();
        let mut left = children[feature].as_slice();
        while !left.is_empty() {
            let size = (1 + sampler.index(4).unwrap()).min(left.len());
            writeln!(text, "{}{}", "\t".repeat(depth + 1), KINDS[sampler.index(KINDS.len()).unwrap()]).unwrap();
            left[..size].iter().for_each(|&child| branch(text, children, child, depth + 2, sampler));
            left = &left[size..];
        }
    }
    let sampler = &mut Sampler::new(seed);
    let mut children = vec![Vec::new(); features];
    (1..features).for_each(|child| children[sampler.index(child).unwrap()].push(child));
    let mut text = "features\n".to_owned();
    branch(&mut text, &children, 0, 1, sampler);
    text.push_str("constraints\n");
    for _ in 0..features / 6 {
        let [a, b, c] = [(); 3].map(|()| sampler.index(features).unwrap());
        let constraints = [format!("f{a} => f{b}"), format!("f{a} => f{b} | f{c}"), format!("!(f{a} & f{b} & f{c})")];
        writeln!(text, "\t{}", constraints[sampler.index(3).unwrap()]).unwrap();
    }
    text
}

fn ours(puzzle: &FilePuzzle) -> Dnnf {
    compiled(puzzle, &Marks::default(), &mut Budget::unlimited()).unwrap()
}

/// Returns the files with these extensions in a folder and its subfolders, in ascending order.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path, extensions));
        } else if extensions.iter().any(|&extension| path.extension().is_some_and(|found| found == extension)) {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// Runs a script with the Python of `NQUEENS_PYTHON`, and returns its output.
fn python(script: &str, folder: &Path) -> String {
    let python = std::env::var("NQUEENS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = Command::new(&python).arg("-c").arg(script).arg(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{python}: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = ThreadTime::now();
    let result = work();
    (result, began.elapsed())
}

/// Returns the total and the counts of all features, one a line.
fn lines(counts: &Counts, features: usize) -> String {
    let mut text = format!("{}\n", counts.total);
    counts.by_variable[..features].iter().for_each(|count| writeln!(text, "{count}").unwrap());
    text
}

/// Checks the counts of all features, without assumptions and with one: those of our compiled form as ddnnife reads it,
/// those of the form that d4 compiles from the clauses as ddnnife reads it, and those of d4's form as we read it.
#[test]
#[ignore = "takes the Python packages ddnnife and d4solver"]
fn ddnnife_and_d4_count_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |model: &Model, name: &str| folder.path().join(format!("{}.{name}", model.name));
    let budget = &mut Budget::unlimited();
    let (models, mut list, mut times) = (models(), String::new(), Vec::new());
    for (model, seed) in models.iter().zip(0..) {
        let (dnnf, compiling) = timed(|| ours(&model.puzzle));
        let (counts, counting) = timed(|| dnnf.counts(&[], budget).unwrap());
        times.push((compiling, counting));
        let mut sampler = Sampler::new(seed);
        let features = model.puzzle.variables();
        let assumed = loop {
            let variable = Variable::from_index(sampler.index(features).unwrap());
            if counts.by_variable[variable.index()] != counts.total {
                break Literal::negative(variable);
            }
        };
        let under = dnnf.counts(&[assumed], budget).unwrap();
        writeln!(list, "{} {features} -{}", model.name, assumed.variable.index() + 1).unwrap();
        let mut text = Vec::new();
        nnf::write(&mut text, &dnnf).unwrap();
        fs::write(path(model, "nnf"), text).unwrap();
        fs::write(path(model, "cnf"), &model.clauses).unwrap();
        fs::write(path(model, "counts"), lines(&counts, features) + &lines(&under, features)).unwrap();
    }
    fs::write(folder.path().join("models"), list).unwrap();
    python(include_str!("counts.py"), folder.path());
    let of = |model: &Model, name: &str| fs::read_to_string(path(model, name)).unwrap();
    for model in &models {
        let expected = of(model, "counts");
        for theirs in ["ddnnife", "d4-ddnnife"] {
            assert!(of(model, theirs) == expected, "{} {theirs}", model.name);
        }
        // The clauses have more variables than the model if a rule needs auxiliary ones.
        let header = model.clauses.lines().find_map(|line| line.strip_prefix("p cnf ")).unwrap();
        let variables = header.split_whitespace().next().unwrap().parse().unwrap();
        let read = nnf::read(&of(model, "d4"), Some(variables), budget).unwrap();
        let counts = read.counts(&[], budget).unwrap();
        assert!(expected.starts_with(&lines(&counts, model.puzzle.variables())), "{} d4 as read here", model.name);
    }
    let written = fs::read_to_string(folder.path().join("times")).unwrap();
    let theirs: BTreeMap<&str, &str> = written.lines().filter_map(|line| line.split_once(": ")).collect();
    println!("model, features: ours compiling and counting / d4 compiling, ddnnife counting / ganak, in seconds");
    for (model, (compiling, counting)) in models.iter().zip(times) {
        let [compiling, counting] = [compiling, counting].map(|time| time.as_secs_f64());
        let (name, features) = (&model.name, model.puzzle.variables());
        println!("{name}, {features}: {compiling:.3} {counting:.3} / {}", theirs[name.as_str()]);
    }
}

/// An explanation's core as python-sat checks it, and its cost.
struct Explained {
    time: Duration,
    lines: usize,
}

/// Explains features that are dead or forced after random decisions, and checks with a SAT solver that each core
/// entails its feature's value, and that no core without one of its decisions does.
#[test]
#[ignore = "takes the Python package python-sat"]
fn python_sat_finds_cores_minimal() {
    let folder = tempfile::tempdir().unwrap();
    let cases = std::env::var("NQUEENS_CASES").map_or(20, |cases| cases.parse().unwrap());
    let (models, mut list) = (models(), String::new());
    println!("model: explanations; milliseconds 50 %, 99 %, most; lines 50 %, 99 %, most");
    for model in &models {
        fs::write(folder.path().join(format!("{}.cnf", model.name)), &model.clauses).unwrap();
        let mut explained = explained(model, cases, &mut list);
        if explained.is_empty() {
            continue;
        }
        let percent = |sorted: &[f64]| [50, 99, 100].map(|part| sorted[(sorted.len() * part).div_ceil(100) - 1]);
        explained.sort_by_key(|explained| explained.time);
        let times: Vec<f64> = explained.iter().map(|explained| 1e3 * explained.time.as_secs_f64()).collect();
        explained.sort_by_key(|explained| explained.lines);
        let lines: Vec<f64> = explained.iter().map(|explained| explained.lines as f64).collect();
        println!("{}: {}; {:.1?}; {:?}", model.name, times.len(), percent(&times), percent(&lines));
    }
    fs::write(folder.path().join("cores"), &list).unwrap();
    let checked = python(include_str!("cores.py"), folder.path());
    assert_eq!(checked.trim(), format!("{} cores are minimal", list.lines().count()));
}

/// Explains up to `cases` dead or forced features, each after one to twelve random decisions, and adds a line for each
/// to `list`: the model, the literal that follows, and the decisions of the core.
fn explained(model: &Model, cases: usize, list: &mut String) -> Vec<Explained> {
    let budget = &mut Budget::unlimited();
    let mut sampler = Sampler::new(1);
    let source = Arc::new(Adaptive::<FilePuzzle>::open(model.puzzle.clone(), budget).unwrap());
    let empty = Session::new(Arc::clone(&source) as Arc<dyn Source>, budget).unwrap();
    let mut explained = Vec::new();
    for _ in 0..4 * cases {
        if explained.len() == cases {
            break;
        }
        let mut session = empty.restarted();
        for _ in 0..=sampler.index(12).unwrap() {
            let open = session.guide().variables().filter(|(_, status, _)| *status == Status::Open);
            let open: Vec<Variable> = open.map(|(variable, ..)| variable).collect();
            let Some(index) = sampler.index(open.len()) else { break };
            let decision = if sampler.index(2) == Some(0) { Move::Place } else { Move::Block };
            session.play(decision(open[index]), budget).unwrap();
        }
        let guide = session.guide();
        let decided = guide.variables().filter(|(_, status, _)| matches!(status, Status::Dead | Status::Forced));
        let decided: Vec<Variable> = decided.map(|(variable, ..)| variable).collect();
        let Some(index) = sampler.index(decided.len()) else { continue };
        let variable = decided[index];
        let (found, time) = timed(|| explain(&*source, guide, variable, budget));
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", model.name)).expect("it is dead or forced");
        check::explanation(&model.puzzle, &found).unwrap();
        let number = |literal: Literal| {
            let number = literal.variable.index() as i64 + 1;
            if literal.value { number } else { -number }
        };
        let follows = Literal { variable, value: guide.status(variable) == Status::Forced };
        write!(list, "{} {}", model.name, number(follows)).unwrap();
        found.core.literals().for_each(|literal| write!(list, " {}", number(literal)).unwrap());
        list.push('\n');
        explained.push(Explained { time, lines: sentences::explanation(&model.puzzle, &found).len() });
    }
    explained
}

/// Reads every model of the collection, writes it in both formats and reads it back: the rules are the same, and so are
/// the numbers of configurations where counting takes seconds. A model and the file that it was made from have equal
/// numbers.
#[test]
#[ignore = "needs a clone of Universal-Variability-Language/uvl-models in the folder NQUEENS_UVL_MODELS"]
fn public_models_make_the_round_trip() {
    let folder = std::env::var("NQUEENS_UVL_MODELS").unwrap();
    let (mut totals, mut refused) = (BTreeMap::new(), 0);
    for path in files(Path::new(&folder), &["uvl", "xml"]) {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let model = match FilePuzzle::read(&text) {
            Ok(model) => model,
            Err(error) => {
                assert!(error.line.is_some() && error.column.is_some(), "{}: {error}", path.display());
                refused += 1;
                println!("refused {}: {error}", path.display());
                continue;
            }
        };
        let back = read(&written(&model, Language::Uvl));
        assert!(names(&back) == names(&model), "{}", path.display());
        assert!(back.rules() == model.rules(), "{}", path.display());
        let mut xml = Vec::new();
        let from_xml = write(&mut xml, &model, &Marks::default(), Language::FeatureIde)
            .map(|()| read(std::str::from_utf8(&xml).unwrap()));
        if let Err(error) = &from_xml {
            println!("no XML for {}: {error}", path.display());
        }
        let counted = |puzzle: &FilePuzzle| {
            let budget = &mut Budget::unlimited().with_steps(50_000_000).with_memory(1 << 30);
            compiled(puzzle, &Marks::default(), budget)?.model_count(&[], budget)
        };
        let total = counted(&model).ok();
        if total.is_none() {
            println!("not counted: {}", path.display());
        }
        if let (Some(total), Ok(from_xml)) = (&total, &from_xml) {
            let set = |puzzle| names(puzzle).into_iter().collect::<BTreeSet<_>>();
            assert!(set(from_xml) == set(&model), "{}", path.display());
            assert_eq!(&counted(from_xml).unwrap(), total, "{}", path.display());
        }
        totals.insert(path, total);
    }
    let counted = |path: &Path| totals.get(path).and_then(Option::as_ref);
    // The conversion of the collection made the only child of a group optional, which has to be chosen in the original.
    // So the counts of both may differ, as those of BerkeleyDB do: they are printed.
    let (mut pairs, mut differ) = (0, 0);
    for path in totals.keys().filter(|path| path.extension().is_some_and(|extension| extension == "uvl")) {
        let original = path.with_file_name("original").join(path.with_extension("xml").file_name().unwrap());
        if let (Some(total), Some(of_original)) = (counted(path), counted(&original)) {
            pairs += 1;
            if total != of_original {
                differ += 1;
                println!("{}: {total}, original {of_original}", path.display());
            }
        }
    }
    let read = totals.len();
    let all_counted = totals.values().flatten().count();
    println!("{read} read, {all_counted} counted, {refused} refused, {differ} of {pairs} differ from their originals");
    assert!(read > 0);
}
