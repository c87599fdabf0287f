//! Random boards of all kinds of puzzle, with the explanations of their squares.

use std::io::Cursor;
use std::sync::Arc;

use bdd_core::Sampler;
use nqueens_guide::Library;
use puzzle_core::{Budget, Explanation, Guide, Literal, Marks, Source, Status, Variable, explain};
use puzzle_kind::{Entry, Kind, Playable};
use puzzles::Recipe;

/// The kinds of puzzle with the options of new puzzles.
const MADE: [(&str, &[(&str, &str)]); 7] = [
    ("challenge", &[("size", "8"), ("level", "hard")]),
    ("sudoku", &[("rating", "hard")]),
    ("sudoku", &[("rating", "easy")]),
    ("regions", &[("size", "8"), ("rating", "easy")]),
    ("regions", &[("size", "9"), ("rating", "medium")]),
    ("regions", &[("size", "9"), ("stars", "2")]),
    ("regions", &[("size", "10"), ("stars", "2")]),
];

/// The step limit of an explanation: a longer search is given up.
const STEPS: u64 = 20_000_000;

/// A board with marks, whose explanations are to be proved.
pub(crate) struct Board {
    pub(crate) name: String,
    pub(crate) puzzle: Arc<dyn Playable>,
    pub(crate) guide: Guide,
    source: Arc<dyn Source>,
}

/// Returns a puzzle of each kind and option. Equal seeds give equal puzzles.
pub(crate) fn entries(seed: u64) -> Vec<(String, Entry)> {
    let kinds = puzzles::kinds(Library::embedded());
    let kind = |name: &str| kinds.iter().find(|kind| kind.name() == name).expect("the kind exists");
    let mut entries = read(&**kind("queens"), "5\n6\n8\n9\n10\n");
    for (name, options) in MADE {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let recipe = Recipe { kind: Arc::clone(kind(name)), options, seed };
        let mut generator = recipe.kind.generator(&recipe.arguments(), recipe.seed).expect("the options are valid");
        let made = generator.next(&mut Budget::unlimited()).expect("there is enough memory");
        entries.push((format!("{name} {seed}"), made.entry));
    }
    let (files, texts) = puzzles::examples();
    texts.into_iter().for_each(|text| entries.extend(read(&*files, text)));
    entries
}

fn read(kind: &dyn Kind, text: &str) -> Vec<(String, Entry)> {
    let kinds = puzzles::kinds(Library::embedded());
    let arguments = Recipe { kind: Arc::clone(&kinds[0]), options: Default::default(), seed: 0 }.arguments();
    let entries = kind.read(&arguments, Box::new(Cursor::new(text.as_bytes())));
    let entries = entries.map(|read| read.expect("the text is a puzzle"));
    entries.map(|(_, entry)| (entry.puzzle().kind().to_owned(), entry)).collect()
}

fn below(sampler: &mut Sampler, limit: usize) -> usize {
    sampler.index(limit).unwrap_or(0)
}

impl Board {
    /// Returns a puzzle with up to five random marks, most of which keep a completion.
    pub(crate) fn random(name: &str, entry: &Entry, sampler: &mut Sampler) -> Board {
        let budget = &mut Budget::unlimited();
        let source = entry.open(budget).expect("there is enough memory").source;
        let guide_of = |marks: &Marks| {
            let budget = &mut Budget::unlimited();
            let completions = source.completions(marks, budget).expect("there is enough memory");
            Guide::of(source.puzzle(), marks.clone(), &completions, budget).expect("there is enough memory")
        };
        let mut guide = guide_of(&Marks::default());
        for _ in 0..below(sampler, 6) {
            let is_wild = below(sampler, 8) == 0;
            let candidates: Vec<Variable> = guide
                .variables()
                .filter_map(|(variable, status, _)| {
                    (status == Status::Open || is_wild && status == Status::Dead).then_some(variable)
                })
                .collect();
            let Some(&variable) = candidates.get(below(sampler, candidates.len())) else { break };
            let value = below(sampler, 3) > 0;
            let literals = guide.marks().literals().chain([Literal { variable, value }]);
            guide = guide_of(&literals.collect());
        }
        Board { name: format!("{name}, {:?}", guide.marks()), puzzle: Arc::clone(entry.puzzle()), guide, source }
    }

    /// Returns up to `count` explanations of random variables, which are mostly dead or forced. Variables without an
    /// explanation within the step limit are left out.
    pub(crate) fn explanations(&self, count: usize, sampler: &mut Sampler) -> Vec<Explanation> {
        let of = |wanted: &[Status]| -> Vec<Variable> {
            let all = self.guide.variables();
            all.filter(|(_, status, _)| wanted.contains(status)).map(|(variable, ..)| variable).collect()
        };
        let (hard, easy) = (of(&[Status::Dead, Status::Forced]), of(&[Status::Excluded, Status::Blocked]));
        let mut explained = Vec::new();
        for _ in 0..count {
            let from = if easy.is_empty() || !hard.is_empty() && below(sampler, 8) > 0 { &hard } else { &easy };
            let Some(&variable) = from.get(below(sampler, from.len())) else { continue };
            let found = Budget::unlimited()
                .limited(usize::MAX, STEPS, |budget| explain(&*self.source, &self.guide, variable, budget));
            explained.extend(found.ok().flatten());
        }
        explained
    }
}
