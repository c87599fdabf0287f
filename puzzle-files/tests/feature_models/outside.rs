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
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{panic, thread};

use bdd_core::export::nnf;
use bdd_core::{Cancel, Counts, Dnnf, Sampler};
use cpu_time::ThreadTime;
use puzzle_core::export::compiled;
use puzzle_core::features::{Feature, FeatureFormula, FeatureModel, Group, GroupKind};
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

/// The processor time for one count.
const COUNT_LIMIT: Duration = Duration::from_secs(2);
/// The time for one model: to read it, to write and read it back in both formats, and to compare and count the results.
const MODEL_LIMIT: Duration = Duration::from_secs(300);

/// The comparison of a model with what was read back, or the reason why there is none.
enum RoundTrip {
    Refused(String),
    Compared {
        /// The reason why FeatureIDE's XML can't express the model.
        no_xml: Option<String>,
        /// The number of configurations, `None` if counting takes too long.
        total: Option<String>,
    },
}

/// Reads every model of the collections, writes it in both formats and reads it back. Features, groups, cardinalities,
/// attributes, constraints and the title stay the same. The rules read from UVL are equal, and the numbers of
/// configurations read from XML if each is counted within [`COUNT_LIMIT`].
///
/// The test prints the models that were refused, not counted, or not finished within [`MODEL_LIMIT`].
#[test]
#[ignore = "needs clones of collections of feature models in the folders NQUEENS_UVL_MODELS"]
fn public_models_make_the_round_trip() {
    let folders = std::env::var("NQUEENS_UVL_MODELS").unwrap();
    let paths: Vec<PathBuf> = folders.split(':').flat_map(|folder| files(Path::new(folder), &["uvl", "xml"])).collect();
    let (mut totals, mut refused, mut without_xml, mut unfinished) = (BTreeMap::new(), 0, 0, 0);
    for path in &paths {
        let name = path.display();
        let began = Instant::now();
        let Some(result) = within(MODEL_LIMIT, {
            let path = path.clone();
            move || round_trip(&path)
        }) else {
            unfinished += 1;
            println!("not finished within {MODEL_LIMIT:?}: {name}");
            continue;
        };
        match result {
            RoundTrip::Refused(error) => {
                refused += 1;
                println!("refused {name}: {error}");
            }
            RoundTrip::Compared { no_xml, total } => {
                if let Some(error) = no_xml {
                    without_xml += 1;
                    println!("no XML for {name}: {error}");
                }
                if total.is_none() {
                    println!("not counted within {COUNT_LIMIT:?}: {name}, {:.1?} in all", began.elapsed());
                }
                totals.insert(path.clone(), total);
            }
        }
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
    let compared = totals.len();
    let all_counted = totals.values().flatten().count();
    println!(
        "{} models: {compared} compared by structure, {all_counted} of them also by counts, {without_xml} of them \
         without XML, {refused} refused, {unfinished} not finished; {differ} of {pairs} differ from their originals",
        paths.len()
    );
    assert!(compared > 0);
}

/// Returns the result of `work`, `None` if it takes longer than `limit`. The thread of such work goes on until the
/// tests end.
fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || sender.send(work()));
    match receiver.recv_timeout(limit) {
        Ok(result) => Some(result),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => panic::resume_unwind(worker.join().unwrap_err()),
    }
}

fn round_trip(path: &Path) -> RoundTrip {
    let name = path.display();
    let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    let model = match FilePuzzle::read(&text) {
        Ok(model) => model,
        Err(error) => {
            assert!(error.line.is_some() && error.column.is_some(), "{name}: {error}");
            return RoundTrip::Refused(error.to_string());
        }
    };
    let back = read(&written(&model, Language::Uvl));
    assert!(names(&back) == names(&model), "{name}");
    assert!(normal(&back) == normal(&model), "{name}");
    assert!(back.rules() == model.rules() && back.weights() == model.weights(), "{name}");
    assert!(back.kind() == model.kind(), "{name}");
    let mut xml = Vec::new();
    let from_xml = write(&mut xml, &model, &Marks::default(), Language::FeatureIde)
        .map(|()| read(std::str::from_utf8(&xml).unwrap()));
    if let Ok(from_xml) = &from_xml {
        assert!(names(from_xml) == names(&model) && from_xml.kind() == model.kind(), "{name}");
        compare_xml(&normal(&model), &normal(from_xml), path);
        assert!(from_xml.weights() == model.weights(), "{name}");
    }
    let total = counted(&model);
    // Equal rules have equal counts.
    if let (Some(total), Ok(from_xml)) = (&total, &from_xml)
        && from_xml.rules() != model.rules()
        && let Some(of_xml) = counted(from_xml)
    {
        assert_eq!(&of_xml, total, "{name}");
    }
    RoundTrip::Compared { no_xml: from_xml.err().map(|error| error.to_string()), total }
}

/// Returns the number of configurations, `None` if counting takes more than [`COUNT_LIMIT`] or 1 GiB.
fn counted(puzzle: &FilePuzzle) -> Option<String> {
    let (began, cancel) = (ThreadTime::now(), Cancel::new());
    let mut listener = |_| {
        if began.elapsed() > COUNT_LIMIT {
            cancel.cancel();
        }
    };
    let budget = &mut Budget::unlimited().with_memory(1 << 30).with_cancel(cancel.clone()).with_progress(&mut listener);
    let dnnf = compiled(puzzle, &Marks::default(), budget).ok()?;
    Some(dnnf.model_count(&[], budget).ok()?.to_string())
}

/// Returns the feature model in the form that both formats have in common: without conjunctions and disjunctions of one
/// formula.
fn normal(puzzle: &FilePuzzle) -> FeatureModel {
    fn of(formula: &FeatureFormula) -> FeatureFormula {
        let both = |a: &FeatureFormula, b: &FeatureFormula| (Box::new(of(a)), Box::new(of(b)));
        match formula {
            FeatureFormula::And(parts) | FeatureFormula::Or(parts) if parts.len() == 1 => of(&parts[0]),
            FeatureFormula::And(parts) => FeatureFormula::And(parts.iter().map(of).collect()),
            FeatureFormula::Or(parts) => FeatureFormula::Or(parts.iter().map(of).collect()),
            FeatureFormula::Not(inner) => FeatureFormula::Not(Box::new(of(inner))),
            FeatureFormula::Implies(a, b) => {
                let (a, b) = both(a, b);
                FeatureFormula::Implies(a, b)
            }
            FeatureFormula::Equivalent(a, b) => {
                let (a, b) = both(a, b);
                FeatureFormula::Equivalent(a, b)
            }
            other => other.clone(),
        }
    }
    let mut model = puzzle.feature_model().expect("a feature model was read").clone();
    model.constraints = model.constraints.iter().map(of).collect();
    model
}

/// Checks that `back`, read from FeatureIDE's XML, has the features, children and constraints of `model`. A feature
/// with several groups or with a cardinality has mandatory and optional children in the XML, and further constraints.
fn compare_xml(model: &FeatureModel, back: &FeatureModel, path: &Path) {
    let name = path.display();
    assert!(back.constraints.starts_with(&model.constraints), "{name}");
    assert_eq!(back.features.len(), model.features.len(), "{name}");
    for (back, feature) in back.features.iter().zip(&model.features) {
        let own = |feature: &Feature| (feature.name.clone(), feature.is_abstract, feature.is_hidden);
        assert_eq!(own(back), own(feature), "{name}");
        // An attribute without a value is true.
        let attribute = |(key, value): &(String, String)| match value.as_str() {
            "" => (key.clone(), "true".to_owned()),
            value => (key.clone(), value.trim_matches('\'').to_owned()),
        };
        let attributes = |feature: &Feature| feature.attributes.iter().map(attribute).collect::<Vec<_>>();
        assert_eq!(attributes(back), attributes(feature), "{name}");
        let is_kept = match feature.groups.as_slice() {
            [group] => matches!(group.kind, GroupKind::Or | GroupKind::Alternative),
            _ => false,
        };
        if is_kept {
            assert_eq!(back.groups, feature.groups, "{name}");
        } else {
            let children = |feature: &Feature| {
                let of_group = |group: &Group| {
                    let is_mandatory = group.kind == GroupKind::Mandatory;
                    group.children.iter().map(|&child| (child, is_mandatory)).collect::<Vec<_>>()
                };
                feature.groups.iter().flat_map(of_group).collect::<Vec<_>>()
            };
            assert_eq!(children(back), children(feature), "{name}");
        }
    }
}
