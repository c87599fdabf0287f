//! Explanations of random boards of all kinds, proved. A checker that shares no code with the writer accepts every
//! proof, and rejects damaged ones.
//!
//! `NQUEENS_VERIPB=veripb NQUEENS_CASES=2000 cargo test -p nqueens-puzzles --test proofs -- --ignored --nocapture
//! outside` checks as many proofs with VeriPB. `NQUEENS_JOBS` is the number of its processes at a time.

mod boards;
mod checker;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use bdd_core::{Rules, Sampler};
use boards::Board;
use checker::{Verdict, check};
use puzzle_core::proof::{Formula, Proof};
use puzzle_core::{Budget, Count, Explanation, Literal, Marks, Puzzle, Status, Variable, Words, sentences};

/// A proof with its formula and explanation.
struct Proved {
    formula: String,
    proof: Proof,
    explanation: Explanation,
}

fn formula_text(formula: &Formula<'_>, assumption: &[Literal]) -> String {
    let mut text = Vec::new();
    formula.write(&mut text, assumption).expect("memory takes any text");
    String::from_utf8(text).expect("the formula is text")
}

/// Visits at least `count` proofs of random boards of all kinds.
fn each_proof(count: usize, mut visit: impl FnMut(&Board, Proved)) {
    let mut sampler = Sampler::new(7);
    let mut seen = 0;
    for seed in 1.. {
        for (name, entry) in boards::entries(seed) {
            let board = Board::random(&name, &entry, &mut sampler);
            let formula = Formula::new(&*board.puzzle, board.guide.marks());
            for explanation in board.explanations(6, &mut sampler) {
                let proof = formula.refute(&explanation).unwrap_or_else(|why| panic!("{}: {why}", board.name));
                let formula = formula_text(&formula, proof.assumption());
                visit(&board, Proved { formula, proof, explanation });
                seen += 1;
            }
            if seen >= count {
                return;
            }
        }
    }
}

/// Returns the number of lines of a proof relative to its explanation.
fn length(board: &Board, proved: &Proved) -> f64 {
    let explained = sentences::explanation(&*board.puzzle, &proved.explanation).len();
    proved.proof.to_string().lines().count() as f64 / explained as f64
}

/// The numbers of proofs by their technique, by the sorts of their lines and by the kind of puzzle.
#[derive(Debug, Default)]
struct Figures {
    proofs: BTreeMap<&'static str, usize>,
    /// For each kind of puzzle, the number of proofs, and the largest number of lines relative to the explanation.
    kinds: BTreeMap<String, (usize, f64)>,
}

impl Figures {
    fn add(&mut self, board: &Board, proved: &Proved) {
        let explanation = &proved.explanation;
        let has_sums = proved.proof.to_string().contains("\npol ");
        let sorts = [(has_sums, "with sums"), (!explanation.lemmas.is_empty(), "with lemmas")];
        let sorts = sorts.into_iter().filter(|(has, _)| *has).map(|(_, sort)| sort);
        for name in sorts.chain([explanation.technique().name()]) {
            *self.proofs.entry(name).or_default() += 1;
        }
        let (proofs, longest) = self.kinds.entry(board.puzzle.kind().to_owned()).or_default();
        *proofs += 1;
        *longest = longest.max(length(board, proved));
    }

    fn expect_all_sorts(&self) {
        println!("{:?}", self.proofs);
        for (kind, (proofs, longest)) in &self.kinds {
            println!("{kind}: {proofs} proofs, at most {longest:.1} times the lines");
            assert!(*longest <= 10.0, "{kind}: {longest}");
        }
        for sort in ["direct", "empty-line", "chain", "split", "with sums", "with lemmas"] {
            assert!(self.proofs.contains_key(sort), "{:?}", self.proofs);
        }
    }
}

#[test]
fn proofs_of_random_boards_are_accepted() {
    let mut figures = Figures::default();
    each_proof(400, |board, proved| {
        let text = proved.proof.to_string();
        let verdict = check(&proved.formula, &text);
        assert_eq!(verdict, Ok(Verdict::Unsatisfiable), "{}\n{:?}\n{text}", board.name, proved.explanation);
        figures.add(board, &proved);
    });
    figures.expect_all_sorts();
}

/// Returns copies of a text in which one line that `is_part` accepts is replaced by each of its changes.
fn changed(text: &str, change: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut texts = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        for other in change(line) {
            let mut lines = lines.clone();
            lines[place] = &other;
            texts.push(lines.join("\n") + "\n");
        }
    }
    texts
}

/// Returns damaged copies of a line of a proof: without effect, with another literal, or with another coefficient.
fn damaged(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let with = |place: usize, word: &str| {
        let mut words = words.clone();
        words[place] = word;
        words.join(" ")
    };
    match words[0] {
        // A constraint that always holds, so that the later constraints keep their IDs.
        "rup" | "pol" if words.len() > 2 => {
            let mut damaged = vec!["pol x1".to_owned()];
            if words[0] == "rup" {
                let end = words.iter().position(|&word| word == ">=").expect("a constraint has a relation");
                let literal = words[end - 1];
                // Without a literal, the constraint is a contradiction whatever its bound.
                if literal != "rup" {
                    damaged.push(with(end + 1, "2"));
                    let negated = literal.strip_prefix('~').map_or_else(|| format!("~{literal}"), str::to_owned);
                    damaged.push(with(end - 1, &negated));
                }
            } else {
                damaged.push(format!("{line} 1000 d"));
            }
            damaged
        }
        _ => Vec::new(),
    }
}

#[test]
fn damaged_proofs_are_rejected() {
    let (mut rejected, mut accepted) = (0, Vec::new());
    each_proof(60, |board, proved| {
        // Contradictory marks imply every constraint, so that a damaged proof may hold.
        if !board.guide.is_completable() {
            return;
        }
        let text = proved.proof.to_string();
        for damaged in changed(&text, damaged) {
            match check(&proved.formula, &damaged) {
                Err(_) => rejected += 1,
                Ok(_) => accepted.push(format!("{}\n{text}{damaged}", board.name)),
            }
        }
        // The proof is about this assumption and this number of constraints only.
        let other = formula_text(&Formula::new(&*board.puzzle, board.guide.marks()), &[!proved.proof.assumption()[0]]);
        assert!(check(&other, &text).is_err(), "{}\n{text}", board.name);
        let longer = text.replacen("\nf ", "\nf 1", 1);
        assert!(check(&proved.formula, &longer).is_err(), "{}\n{longer}", board.name);
    });
    println!("{rejected} damaged proofs rejected, {} accepted", accepted.len());
    assert!(rejected > 300, "{rejected}");
    // A step or a reason of a puzzle with bounds may be dispensable.
    assert!(accepted.len() * 100 <= rejected, "{}", accepted.join("\n"));
}

#[test]
fn the_solver_proves_live_and_dead_squares() {
    let mut sampler = Sampler::new(8);
    for (name, entry) in boards::entries(3) {
        let board = Board::random(&name, &entry, &mut sampler);
        let formula = Formula::new(&*board.puzzle, board.guide.marks());
        for (variable, status, _) in board.guide.variables().step_by(7) {
            let [can_be_true, can_be_false] = match status {
                _ if !board.guide.is_completable() => [false, false],
                Status::Open => [true, true],
                Status::Forced | Status::Placed | Status::Given => [true, false],
                _ => [false, true],
            };
            for (value, can_be) in [(true, can_be_true), (false, can_be_false)] {
                let proof = decided(&formula, &[Literal { variable, value }]);
                assert_eq!(proof.model().is_some(), can_be, "{} {variable} {value}", board.name);
            }
        }
    }
}

/// Returns the solver's proof. Panics unless the checker accepts it with the verdict that it claims.
fn decided(formula: &Formula<'_>, assumption: &[Literal]) -> Proof {
    let proof = formula.decide(assumption, &mut Budget::unlimited()).expect("there is enough memory");
    let verdict = if proof.model().is_some() { Verdict::Satisfiable } else { Verdict::Unsatisfiable };
    let text = formula_text(formula, assumption);
    assert_eq!(check(&text, &proof.to_string()), Ok(verdict), "{text}\n{proof}");
    proof
}

/// Returns the clause that a model differs from this one.
fn differs(board: &Board, model: &[Variable]) -> Vec<Literal> {
    let shown = Variable::all(board.puzzle.rules().projected_variables());
    shown.map(|variable| Literal { variable, value: !model.contains(&variable) }).collect()
}

#[test]
fn the_solver_proves_solutions_and_uniqueness() {
    let (mut sampler, mut learned, mut needless) = (Sampler::new(9), 0, 0);
    for (name, entry) in boards::entries(4) {
        let board = Board::random(&name, &entry, &mut sampler);
        let formula = Formula::new(&*board.puzzle, board.guide.marks());
        let total = board.guide.total();
        let first = decided(&formula, &[]);
        assert_eq!(first.model().is_none(), total.is_zero(), "{}", board.name);
        let Some(model) = first.model() else { continue };
        let second = decided(&formula, &differs(&board, model));
        assert_eq!(second.model().is_none(), *total == Count::Exact(1u32.into()), "{}", board.name);
        // Without the learned clauses, the last step does not follow. A proof with one clause may do without it.
        let text = second.to_string();
        let steps = text.lines().filter(|line| line.starts_with("rup")).count();
        if second.model().is_none() && steps > 1 {
            learned += 1;
            let is_kept = |line: &&str| !line.starts_with("del") && (!line.starts_with("rup") || *line == "rup >= 1 ;");
            let bare: String = text.lines().filter(is_kept).map(|line| line.to_owned() + "\n").collect();
            let id = formula_text(&formula, second.assumption()).lines().filter(|line| !line.starts_with('*')).count();
            let bare = bare.replace(&format!("UNSAT : {}", id + steps), &format!("UNSAT : {}", id + 1));
            needless += usize::from(check(&formula_text(&formula, second.assumption()), &bare).is_ok());
        }
    }
    assert!(learned > 3 && needless == 0, "{learned} {needless}");
}

/// Rules without a meaning.
#[derive(Debug)]
struct Counted(Rules);

impl Puzzle for Counted {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

impl Words for Counted {}

#[test]
fn the_solver_proves_bounds_that_it_has_no_clauses_for() {
    const VARIABLES: usize = 12;
    let (mut sampler, mut refuted, mut longest) = (Sampler::new(10), 0, 0);
    for _ in 0..150 {
        let mut below = |limit: usize| sampler.index(limit).unwrap_or(0);
        let mut rules = Rules::new(VARIABLES);
        let mut lines = Vec::new();
        for _ in 0..2 + below(3) {
            let mut line: Vec<Literal> = Vec::new();
            for variable in Variable::all(VARIABLES) {
                if below(8) > 0 {
                    line.push(Literal { variable, value: below(2) > 0 });
                }
            }
            let min = below(line.len() + 1);
            let bounds = min..=(min + below(2)).min(line.len());
            rules.count(bounds.clone(), &line);
            lines.push((line, bounds));
        }
        // The oracle tries all valuations.
        let is_model = |bits: usize| {
            let holds = |literal: &&Literal| (bits >> literal.variable.index() & 1 == 1) == literal.value;
            lines.iter().all(|(line, bounds)| bounds.contains(&line.iter().filter(holds).count()))
        };
        let has_model = (0..1usize << VARIABLES).any(is_model);
        let puzzle = Counted(rules);
        let proof = decided(&Formula::new(&puzzle, &Marks::default()), &[]);
        assert_eq!(proof.model().is_some(), has_model, "{lines:?}");
        refuted += usize::from(!has_model);
        longest = longest.max(proof.to_string().lines().count());
    }
    assert!((20..130).contains(&refuted) && longest > 30, "{refuted} {longest}");
}

/// A proof for VeriPB, with its formula and the expected verdict; `None` if VeriPB has to reject the proof.
struct OutsideRun {
    name: String,
    formula: String,
    proof: String,
    verdict: Option<&'static str>,
}

impl OutsideRun {
    /// Runs VeriPB in a folder of its own. Panics if the verdict is another one.
    fn expect_verdict(&self, program: &str, folder: &Path) {
        let (formula_file, proof_file) = (folder.join("rules.opb"), folder.join("proof.pbp"));
        std::fs::write(&formula_file, &self.formula).expect("the folder is writable");
        std::fs::write(&proof_file, &self.proof).expect("the folder is writable");
        let ran = Command::new(program).arg(&formula_file).arg(&proof_file).output();
        let ran = ran.unwrap_or_else(|error| panic!("{program} is needed: {error}"));
        // A program that a signal ended has said nothing.
        assert!(ran.status.code().is_some(), "{program}: {}", ran.status);
        let said = String::from_utf8_lossy(&ran.stdout);
        let found = said.lines().find_map(|line| line.strip_prefix("s VERIFIED "));
        assert_eq!(found, self.verdict, "{}\n{said}\n{}\n{}", self.name, self.formula, self.proof);
    }
}

/// Runs VeriPB on everything that `produce` sends, with `NQUEENS_JOBS` programs at a time, or one for each processor.
fn with_veripb(produce: impl FnOnce(&SyncSender<OutsideRun>)) {
    let program = std::env::var("NQUEENS_VERIPB").unwrap_or_else(|_| "veripb".to_owned());
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = std::env::var("NQUEENS_JOBS").map_or(processors, |jobs| jobs.parse().expect("NQUEENS_JOBS is a number"));
    let (sender, receiver) = sync_channel::<OutsideRun>(4 * jobs);
    // Dropped with the last thread, so that `produce` fails to send once all threads have panicked.
    let receiver = Arc::new(Mutex::new(receiver));
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let (receiver, program) = (Arc::clone(&receiver), &program);
            scope.spawn(move || {
                let folder = std::env::temp_dir().join(format!("nqueens-proofs-{}-{job}", std::process::id()));
                std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
                loop {
                    let next = receiver.lock().expect("no thread panics while it receives").recv();
                    let Ok(run) = next else { break };
                    run.expect_verdict(program, &folder);
                }
                std::fs::remove_dir_all(&folder).expect("the folder is there");
            });
        }
        drop(receiver);
        produce(&sender);
        drop(sender);
    });
}

#[test]
#[ignore = "needs VeriPB: NQUEENS_VERIPB names its program, or veripb is on the path"]
fn outside_veripb_accepts_the_proofs_and_rejects_damaged_ones() {
    let cases = std::env::var("NQUEENS_CASES").map_or(100, |cases| cases.parse().expect("NQUEENS_CASES is a number"));
    let (mut figures, mut number, mut rejected, mut solved) = (Figures::default(), 0, 0, BTreeMap::new());
    let verdict = |is_satisfiable| Some(if is_satisfiable { "SATISFIABLE" } else { "UNSATISFIABLE" });
    with_veripb(|runs| {
        let run = |board: &Board, formula: String, proof: String, verdict| {
            let run = OutsideRun { name: board.name.clone(), formula, proof, verdict };
            runs.send(run).expect("VeriPB accepts all earlier proofs and rejects the damaged ones");
        };
        each_proof(cases, |board, proved| {
            let text = proved.proof.to_string();
            run(board, proved.formula.clone(), text.clone(), verdict(false));
            figures.add(board, &proved);
            number += 1;
            if number % 250 == 0 {
                println!("{number} of {cases}: {:?}", figures.kinds);
            }
            if number % 20 == 0 && board.guide.is_completable() {
                for damaged in changed(&text, damaged) {
                    let is_accepted = check(&proved.formula, &damaged).is_ok();
                    rejected += usize::from(!is_accepted);
                    run(board, proved.formula.clone(), damaged, verdict(false).filter(|_| is_accepted));
                }
                let formula = Formula::new(&*board.puzzle, board.guide.marks());
                let assumption = [!proved.proof.assumption()[0]];
                let witness = formula.decide(&assumption, &mut Budget::unlimited()).expect("there is memory");
                run(board, formula_text(&formula, &assumption), witness.to_string(), verdict(true));
                let model = witness.model().expect("the negated assumption has a completion");
                let another = differs(board, model);
                let proof = formula.decide(&another, &mut Budget::unlimited()).expect("there is memory");
                let found = verdict(proof.model().is_some());
                run(board, formula_text(&formula, &another), proof.to_string(), found);
                *solved.entry(found).or_insert(0) += 1;
            }
        });
    });
    println!("{number} proofs accepted, {rejected} damaged ones rejected; other solutions, by the solver: {solved:?}");
    figures.expect_all_sorts();
}
