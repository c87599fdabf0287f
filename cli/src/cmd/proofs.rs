//! The files of `--proof DIR`: the rules of a puzzle and proofs of answers, for VeriPB.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use puzzle_core::answer::{self, Facts};
use puzzle_core::proof::{Formula, Proof};
use puzzle_core::{
    Budget, Count, ExplainError, Guide, Literal, Marks, Source, Status, Tally, Variable, Words, explain, sentences,
};
use puzzle_kind::{Entry, Operation};

use super::Failure;
use crate::output;

/// The help of the option `--proof`.
pub(crate) const HELP: &str = "Write proofs for the checker VeriPB into this folder";

const RULES: &str = "rules.opb";
const PROOF: &str = "proof.pbp";
const INDEX: &str = "index.json";
/// The names of two files: the rules with the assumption that there is another solution, and the proof that there is
/// another solution or none.
const ANOTHER: [&str; 2] = ["another.opb", "another.pbp"];

/// Writes the proofs of an operation on a puzzle: one proof for an explanation, one or two proofs for the solutions,
/// and one or two proofs for each variable of a guide. `found` is the number of solutions in the answer to
/// [`Operation::Solve`].
pub(crate) fn of_entry(
    folder: &Path,
    entry: &Entry,
    marks: &Marks,
    operation: &Operation,
    found: usize,
    budget: &mut Budget<'_>,
) -> Result<(), Failure> {
    match *operation {
        Operation::Solve { .. } => return of_solutions(folder, &**entry.puzzle(), marks, found, budget),
        Operation::Best { .. } => {
            let why = "--proof proves solutions, not the best total: leave out --cheapest and --dearest";
            return Err(Failure::Usage(why.to_owned()));
        }
        _ => {}
    }
    let source = entry.open(budget).map_err(Failure::failed)?.source;
    let completions = source.completions(marks, budget).map_err(Failure::failed)?;
    let guide = Guide::of(source.puzzle(), marks.clone(), &completions, budget).map_err(Failure::failed)?;
    match *operation {
        Operation::Explain(variable) => of_variable(folder, &*source, &**entry.puzzle(), &guide, variable, budget),
        _ => of_guide(folder, &*source, &**entry.puzzle(), &guide, budget),
    }
}

/// Writes two files to `folder`: the rules of the puzzle as a formula, and the proof from them that `variable` is ruled
/// out or forced.
pub(crate) fn of_variable(
    folder: &Path,
    source: &dyn Source,
    words: &dyn Words,
    guide: &Guide,
    variable: Variable,
    budget: &mut Budget<'_>,
) -> Result<(), Failure> {
    let formula = Formula::new(words, guide.marks());
    let proof = match explain(source, guide, variable, budget).map_err(Failure::failed)? {
        Some(explanation) => formula.refute(&explanation).map_err(Failure::failed)?,
        None => {
            let (name, status) = (sentences::name(words, variable), words.status_name(guide.status(variable)));
            return Err(Failure::Failed(format!(
                "{name} is {status}: --proof needs a candidate that is ruled out or forced; guide --proof proves \
                 that others are part of a solution"
            )));
        }
    };
    let files = ProofFiles::create(folder)?;
    files.write_whole(&formula, &proof, [RULES, PROOF])?;
    output::note(&format!("check the proof with: {}", files.check([RULES, PROOF])));
    Ok(())
}

/// Decides with a SAT solver if a puzzle has a solution, writes the proof of the answer, and returns the proof.
pub(crate) fn of_solution(folder: &Path, formula: &Formula<'_>, budget: &mut Budget<'_>) -> Result<Proof, Failure> {
    let proof = formula.decide(&[], budget).map_err(Failure::failed)?;
    let files = ProofFiles::create(folder)?;
    files.write_whole(formula, &proof, [RULES, PROOF])?;
    let verdict = if proof.model().is_some() { "a solution" } else { "no solution" };
    output::note(&format!("proved: {verdict}; check with: {}", files.check([RULES, PROOF])));
    Ok(proof)
}

/// Writes a proof that the puzzle has a solution or has none, and a proof that it has a second solution or has none.
/// Fails if `found`, the number of solutions in the answer, contradicts the proofs.
fn of_solutions(
    folder: &Path,
    words: &dyn Words,
    marks: &Marks,
    found: usize,
    budget: &mut Budget<'_>,
) -> Result<(), Failure> {
    let formula = Formula::new(words, marks);
    let first = of_solution(folder, &formula, budget)?;
    let mut proved = usize::from(first.model().is_some());
    let differs = first.model().into_iter().flat_map(|model| {
        let shown = Variable::all(words.rules().projected_variables());
        shown.map(|variable| Literal { variable, value: model.binary_search(&variable).is_err() })
    });
    let differs: Vec<Literal> = differs.collect();
    // No clause says that a solution without variables differs from another.
    if !differs.is_empty() {
        let second = formula.decide(&differs, budget).map_err(Failure::failed)?;
        proved += usize::from(second.model().is_some());
        let files = ProofFiles(folder);
        files.write_whole(&formula, &second, ANOTHER)?;
        let verdict = if second.model().is_some() { "several solutions" } else { "no other solution" };
        output::note(&format!("proved: {verdict}; check with: {}", files.check(ANOTHER)));
    }
    match found.min(2) == proved {
        true => Ok(()),
        false => Err(Failure::Failed("the proof contradicts the answer; please report this puzzle".to_owned())),
    }
}

/// Writes an index, and the proof that no completion exists. This proof decides every status. Returns `None`, and
/// writes no file, if there is a completion.
pub(crate) fn of_impossible(
    folder: &Path,
    words: &dyn Words,
    marks: &Marks,
    budget: &mut Budget<'_>,
) -> Result<Option<Guide>, Failure> {
    let formula = Formula::new(words, marks);
    // If the budget does not suffice, the map may still decide some squares.
    let Some(proof) = formula.decide(&[], budget).ok().filter(|proof| proof.model().is_none()) else {
        return Ok(None);
    };
    let none = vec![Count::ZERO; words.rules().projected_variables()];
    let tally = Tally { total: Count::ZERO, by_variable: none, unknown: Default::default() };
    let guide = Guide::new(words, marks.clone(), tally);
    let files = ProofFiles::create(folder)?;
    files.write_whole(&formula, &proof, [RULES, PROOF])?;
    let entry = |(variable, status, _)| {
        let claims = claims(status, false).into_iter();
        let proofs = claims.map(|(value, verdict)| proved(value, verdict, vec![RULES.to_owned()], PROOF.to_owned()));
        statuses(words, variable, status).with("proofs", proofs.collect::<Vec<_>>())
    };
    files.write_index(words, guide.variables().map(entry).collect())?;
    output::note(&format!("proved: no solution; check with: {}", files.check([RULES, PROOF])));
    Ok(Some(guide))
}

/// Writes the rules, proofs of each status of the guide, and an index. The proof that a variable can have a value
/// contains a completion with this value. Fails if a proof was not found.
pub(crate) fn of_guide(
    folder: &Path,
    source: &dyn Source,
    words: &dyn Words,
    guide: &Guide,
    budget: &mut Budget<'_>,
) -> Result<(), Failure> {
    let formula = Formula::new(words, guide.marks());
    let files = ProofFiles::create(folder)?;
    files.write(RULES, |out| formula.write(out, &[]))?;
    let (mut variables, mut proved, mut unproved) = (Vec::new(), 0, 0);
    let total = guide.variables().len() as f64;
    for (number, (variable, status, _)) in guide.variables().enumerate() {
        let mut missing = None;
        let mut proofs = Vec::new();
        for (value, verdict) in claims(status, guide.is_completable()) {
            let found = budget.part(number as f64 / total..(number + 1) as f64 / total, |budget| match verdict {
                ProofVerdict::Unsatisfiable => refutation(source, &formula, guide, Literal { variable, value }, budget),
                ProofVerdict::Satisfiable => witness(&formula, Literal { variable, value }, budget),
            });
            match found {
                Ok(proof) => proofs.push(files.write_proof(&formula, &proof, Literal { variable, value }, verdict)?),
                Err(why) => missing = Some(why),
            }
        }
        proved += proofs.len();
        unproved += usize::from(missing.is_some());
        variables.push(statuses(words, variable, status).with("proofs", proofs).with("unproved", missing));
    }
    files.write_index(words, variables)?;
    let index = folder.join(INDEX);
    output::note(&format!("{proved} proofs, listed in {}", index.display()));
    if unproved == 0 {
        return Ok(());
    }
    Err(Failure::Failed(format!("{unproved} statuses have no proof; {} has the reasons", index.display())))
}

/// The answer of a checker to a proof.
#[derive(Clone, Copy)]
enum ProofVerdict {
    /// No completion has the assumed value of the variable.
    Unsatisfiable,
    /// The proof names a completion with the assumed value of the variable.
    Satisfiable,
}

/// Returns the claims that a status makes. Each claim has a value of the variable, and the verdict that states if some
/// completion has this value.
fn claims(status: Status, is_completable: bool) -> Vec<(bool, ProofVerdict)> {
    use ProofVerdict::{Satisfiable, Unsatisfiable};
    match status {
        Status::Open => vec![(true, Satisfiable), (false, Satisfiable)],
        Status::Forced if is_completable => vec![(true, Satisfiable), (false, Unsatisfiable)],
        Status::Forced => vec![(false, Unsatisfiable)],
        Status::Dead | Status::Excluded | Status::Blocked => vec![(true, Unsatisfiable)],
        // Marks and givens are constraints of the rules, so that they need no proof. An unknown status claims nothing.
        Status::Placed | Status::Given | Status::Unknown => Vec::new(),
    }
}

/// Returns the entry for a variable in the index file: its name and status, without its proofs.
fn statuses(words: &dyn Words, variable: Variable, status: Status) -> Facts {
    Facts::new()
        .with("name", sentences::name(words, variable))
        .with("variable", format!("x{}", u32::from(variable) + 1))
        .with("status", answer::status_key(words, status))
}

/// Returns the entry for a proof in the index file.
fn proved(value: bool, verdict: ProofVerdict, formula: Vec<String>, proof: String) -> Facts {
    let verdict = match verdict {
        ProofVerdict::Unsatisfiable => "unsatisfiable",
        ProofVerdict::Satisfiable => "satisfiable",
    };
    Facts::new().with("value", value).with("verdict", verdict).with("formula", formula).with("proof", proof)
}

/// Proves that the variable does not have the value. The proof is an explanation; if no explanation is found, the
/// solver makes the proof. If [`Source::is_gradual`] is `true`, only the solver is asked, because explanations take
/// long and say little.
fn refutation(
    source: &dyn Source,
    formula: &Formula<'_>,
    guide: &Guide,
    Literal { variable, value }: Literal,
    budget: &mut Budget<'_>,
) -> Result<Proof, String> {
    let explained = if source.is_gradual() {
        Err(ExplainError::NotFound(variable))
    } else {
        explain(source, guide, variable, budget)
    };
    match explained {
        Ok(Some(explanation)) => formula.refute(&explanation).map_err(|why| why.to_string()),
        Ok(None) => Err("the status needs no explanation".to_owned()),
        Err(ExplainError::NotFound(_)) => match formula.decide(&[Literal { variable, value }], budget) {
            Ok(proof) if proof.model().is_none() => Ok(proof),
            Ok(_) => Err("the rules have a completion with this value".to_owned()),
            Err(why) => Err(why.to_string()),
        },
        Err(why) => Err(why.to_string()),
    }
}

fn witness(formula: &Formula<'_>, assumption: Literal, budget: &mut Budget<'_>) -> Result<Proof, String> {
    match formula.decide(&[assumption], budget) {
        Ok(proof) if proof.model().is_some() => Ok(proof),
        Ok(_) => Err("the rules have no completion with this value".to_owned()),
        Err(why) => Err(why.to_string()),
    }
}

/// The folder to which the files of the proofs are written.
struct ProofFiles<'a>(&'a Path);

impl ProofFiles<'_> {
    fn create(folder: &Path) -> Result<ProofFiles<'_>, Failure> {
        let files = ProofFiles(folder);
        fs::create_dir_all(folder).map_err(|error| files.failed(&error))?;
        Ok(files)
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Failed(format!("can't write to {}: {error}", self.0.display()))
    }

    fn write(&self, name: &str, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Failure> {
        let written = File::create(self.0.join(name)).map(BufWriter::new).and_then(|mut out| {
            write(&mut out)?;
            out.flush()
        });
        written.map_err(|error| self.failed(&error))
    }

    /// Writes a proof and its formula. The formula consists of the rules and the assumption of the proof.
    fn write_whole(&self, formula: &Formula<'_>, proof: &Proof, [rules, text]: [&str; 2]) -> Result<(), Failure> {
        self.write(rules, |out| formula.write(out, proof.assumption()))?;
        self.write(text, |out| write!(out, "{proof}"))
    }

    /// Returns the command that checks a proof.
    fn check(&self, [rules, proof]: [&str; 2]) -> String {
        format!("veripb {} {}", self.0.join(rules).display(), self.0.join(proof).display())
    }

    fn write_index(&self, words: &dyn Words, variables: Vec<Facts>) -> Result<(), Failure> {
        let index =
            Facts::new().with("kind", words.kind().to_owned()).with("rules", RULES).with("variables", variables);
        self.write(INDEX, |out| {
            serde_json::to_writer_pretty(&mut *out, &index)?;
            writeln!(out)
        })
    }

    /// Writes two files: the assumption of a proof, and the proof. The formula of the proof consists of the rules,
    /// which have a file of their own, and the assumption. Returns the entry for the index file.
    fn write_proof(
        &self,
        formula: &Formula<'_>,
        proof: &Proof,
        Literal { variable, value }: Literal,
        verdict: ProofVerdict,
    ) -> Result<Facts, Failure> {
        let stem = format!("x{}-{value}", u32::from(variable) + 1);
        let (assumption, file) = (format!("{stem}.opb"), format!("{stem}.pbp"));
        self.write(&assumption, |out| formula.write_assumption(out, proof.assumption()))?;
        self.write(&file, |out| write!(out, "{proof}"))?;
        Ok(proved(value, verdict, vec![RULES.to_owned(), assumption], file))
    }
}
