//! A game with a face that runs jobs at once, or on request.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};

use game::{
    Action, Assist, Catalogue, Effect, Job, LoadedPuzzle, MenuChoice, MenuTarget, Message, Mode, Model, Origin,
    Preferences, Save, Series, Solve, Ticket,
};
use nqueens_guide::{Library, Queens, Size};
use puzzle_core::{Budget, Move, Variable};
use puzzle_kind::{Arguments, Parameter, Verb};
use puzzle_kind::{Cell, Entry, Kind, OpenError, Opened, Playable};
use regions_guide::{Attack, RegionsPuzzle, all_solutions};
use sudoku_guide::{Grid, Shape, Sudoku};

/// A Sudoku with two solutions.
pub(super) const TWOFOLD: &str = "53..7....6..1.5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....";

/// A Sudoku with one solution.
pub(super) const PROPER: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A board of 8 x 8 in eight regions.
pub(super) const REGIONS: &str = "AABBBCCC\nAABBBBCC\nADDDBECC\nADDDEEEE\nFFDDGEEE\nFFFGGGHE\nFFGGGHHH\nFFGGHHHH";

/// n-queens on boards of 4 x 4 to 9 x 9. The board of 6 x 6 fails to load.
#[derive(Debug)]
pub(super) struct Boards;

impl Catalogue for Boards {
    fn numbers(&self) -> RangeInclusive<usize> {
        4..=9
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn command(&self, number: usize) -> Option<String> {
        Some(format!("nqueens play {number}"))
    }

    fn entry(&self, number: usize, _: &mut Budget<'_>) -> Result<Entry, OpenError> {
        let size = Size::new(number).unwrap();
        Ok(Entry::new(Arc::new(Queens::new(size)), move |_| match number {
            6 => Err(OpenError::Failed("the diagram of 6 x 6 was eaten".to_owned())),
            _ => Ok(Opened::new(Library::embedded().load(size).unwrap())),
        }))
    }
}

/// Saved games by the texts of their puzzles.
pub(super) type KeptGames = Arc<Mutex<BTreeMap<String, Save>>>;

/// A catalogue whose games are saved in memory.
#[derive(Debug)]
struct Keeping<C>(C, KeptGames);

impl<C: Catalogue> Catalogue for Keeping<C> {
    fn numbers(&self) -> RangeInclusive<usize> {
        self.0.numbers()
    }

    fn is_by_size(&self) -> bool {
        self.0.is_by_size()
    }

    fn origin(&self, _: &dyn Playable) -> Option<Origin> {
        Some(Origin { kind: "any".to_owned(), options: BTreeMap::from([("box".to_owned(), "2x3".to_owned())]) })
    }

    fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError> {
        self.0.entry(number, budget)
    }

    fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<LoadedPuzzle, OpenError> {
        let loaded = self.0.load(number, budget)?;
        let Some(save) = self.1.lock().unwrap().get(&loaded.puzzle.text()).cloned() else { return Ok(loaded) };
        assert_eq!(loaded.start.session.turns().len(), 0, "nobody else keeps games");
        let start = save.resume(&*loaded.puzzle, loaded.start.session, budget).unwrap();
        Ok(LoadedPuzzle { start, ..loaded })
    }
}

/// A game, and the record of its effects.
pub(super) struct Table {
    pub(super) model: Model,
    /// The jobs that still have to run.
    pub(super) jobs: Vec<Job>,
    /// `true` if jobs wait in `jobs` instead of running at once.
    pub(super) holds: bool,
    /// The jobs of [`Effect::Cancel`].
    pub(super) cancelled: Vec<Ticket>,
    /// The help levels of [`Effect::Remember`].
    pub(super) remembered: Vec<Assist>,
    /// The reason of [`Effect::Fail`].
    pub(super) failed: Option<String>,
    /// The games of [`Effect::Keep`], by the texts of their puzzles.
    pub(super) kept: KeptGames,
    /// The puzzles of [`Effect::Record`].
    pub(super) solved: Vec<Solve>,
    /// The texts of [`Effect::Copy`].
    pub(super) copied: Vec<String>,
    /// The files of [`Effect::Write`]: the name, the text, and whether a file may be replaced.
    pub(super) written: Vec<(String, String, bool)>,
    /// The choices of [`Effect::Open`].
    pub(super) opened: Vec<usize>,
    /// The texts of [`Effect::Read`].
    pub(super) read: Vec<String>,
    /// The names of [`Effect::Delete`].
    pub(super) deleted: Vec<String>,
    /// The saved games renamed, with their new names.
    pub(super) renamed: Vec<(String, String)>,
}

impl Table {
    /// Returns a game before its start.
    pub(super) fn before(catalogue: impl Catalogue + 'static, number: usize) -> Table {
        let first = catalogue.entry(number, &mut Budget::unlimited()).unwrap();
        Table::of(Model::new(Arc::new(catalogue), number, Arc::clone(first.puzzle())))
    }

    /// Returns a game of new puzzles of a kind, before its start.
    pub(super) fn before_new(kind: &dyn Kind) -> Table {
        let usual = |parameter: &Parameter| parameter.default.map(str::to_owned).into_iter().collect();
        let generator = kind.generator(&Arguments::new(kind.parameters(Verb::Play), usual), 7).unwrap();
        let outline = generator.outline();
        Table::of(Model::new(Arc::new(Series::generated(generator)), 1, outline))
    }

    fn of(model: Model) -> Table {
        Table {
            model,
            jobs: Vec::new(),
            holds: false,
            cancelled: Vec::new(),
            remembered: Vec::new(),
            failed: None,
            kept: KeptGames::default(),
            solved: Vec::new(),
            copied: Vec::new(),
            written: Vec::new(),
            opened: Vec::new(),
            read: Vec::new(),
            deleted: Vec::new(),
            renamed: Vec::new(),
        }
    }

    /// Returns a game that starts with the menu.
    pub(super) fn sudoku_with_menu(choices: Vec<String>) -> Table {
        let entry = Sudoku::new(Grid::parse(Shape::NINE, TWOFOLD).unwrap()).into();
        let mut table = Table::before(Series::of(vec![entry]), 1);
        table.model.choices = menu(choices);
        let _list = table.model.start_with_menu();
        table
    }

    /// Returns a game that is saved in memory, before its start.
    pub(super) fn before_kept(catalogue: impl Catalogue + 'static, number: usize, kept: &KeptGames) -> Table {
        let table = Table::before(Keeping(catalogue, Arc::clone(kept)), number);
        Table { kept: Arc::clone(kept), ..table }
    }

    /// Returns a game that is saved in memory.
    fn keeping(catalogue: impl Catalogue + 'static, number: usize, kept: &KeptGames) -> Table {
        Table::before_kept(catalogue, number, kept).begin()
    }

    /// Returns a game of n-queens that is saved.
    pub(super) fn kept_queens(n: usize, kept: &KeptGames) -> Table {
        Table::keeping(Boards, n, kept)
    }

    /// Returns a game of Sudokus that is saved.
    pub(super) fn kept_sudoku(shape: Shape, grids: &[&str], kept: &KeptGames) -> Table {
        let entry = |grid: &&str| Sudoku::new(Grid::parse(shape, grid).unwrap()).into();
        Table::keeping(Series::of(grids.iter().map(entry).collect()), 1, kept)
    }

    /// Returns a game of queens in regions that is saved.
    pub(super) fn kept_regions(boards: &[&str], kept: &KeptGames) -> Table {
        let entry = |board: &&str| RegionsPuzzle::new(board.parse().unwrap(), Attack::King).into();
        Table::keeping(Series::of(boards.iter().map(entry).collect()), 1, kept)
    }

    /// Starts the game.
    pub(super) fn begin(mut self) -> Table {
        let effects = self.model.start();
        self.carry_out(effects);
        self
    }

    /// Returns a game of n-queens, before its start.
    pub(super) fn before_queens(n: usize) -> Table {
        Table::before(Boards, n)
    }

    /// Returns a game of n-queens.
    pub(super) fn queens(n: usize) -> Table {
        Table::before_queens(n).begin()
    }

    /// Returns the game with its model changed by `change`.
    pub(super) fn with(self, change: impl FnOnce(Model) -> Model) -> Table {
        Table { model: change(self.model), ..self }
    }

    pub(super) fn with_preferences(mut self, preferences: Preferences) -> Table {
        self.model.preferences = preferences;
        self
    }

    pub(super) fn with_menu(mut self, choices: &[&str]) -> Table {
        self.model.choices = menu(choices.iter().map(|&choice| choice.to_owned()).collect());
        self
    }

    /// Returns a game of Sudokus of 9 x 9.
    pub(super) fn sudoku(grids: &[&str]) -> Table {
        let entry = |grid: &&str| {
            let sudoku = Sudoku::new(Grid::parse(Shape::NINE, grid).unwrap());
            Entry::new(Arc::new(sudoku.clone()), move |_| Ok(Opened::new(sudoku.clone())))
        };
        Table::before(Series::of(grids.iter().map(entry).collect()), 1).begin()
    }

    /// Returns a game of queens in regions.
    pub(super) fn regions() -> Table {
        let puzzle = RegionsPuzzle::new(REGIONS.parse().unwrap(), Attack::King);
        let entry = Entry::new(Arc::new(puzzle.clone()), move |budget| {
            Ok(Opened::new(all_solutions(puzzle.clone(), budget).map_err(OpenError::from)?))
        });
        Table::before(Series::of(vec![entry]), 1).begin()
    }

    /// Returns a game of each puzzle.
    pub(super) fn all() -> [Table; 3] {
        [Table::queens(8), Table::sudoku(&[TWOFOLD]), Table::regions()]
    }

    /// Sends a message, and carries the effects out.
    pub(super) fn tell(&mut self, message: Message) {
        let effects = self.model.update(message);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Run(job) if self.holds => self.jobs.push(job),
                Effect::Run(job) => self.run(job),
                Effect::Cancel(ticket) => self.cancelled.push(ticket),
                Effect::Remember(assist) => self.remembered.push(assist),
                Effect::Fail(reason) => self.failed = Some(reason),
                Effect::Keep(save) => {
                    self.kept.lock().unwrap().insert(save.puzzle.clone(), *save);
                }
                Effect::Record(solve) => self.solved.push(solve),
                Effect::Copy(text) => self.copied.push(text),
                Effect::Write { file, text, overwrites } => self.written.push((file, text, overwrites)),
                Effect::RememberClock(_) | Effect::Set { .. } => {}
                Effect::Open(number) => self.opened.push(number),
                Effect::Rename { saved, title } => self.renamed.push((saved, title)),
                Effect::Delete(name) => self.deleted.push(name),
                Effect::ListChoices | Effect::Restore => {}
                Effect::Read(text) => {
                    self.read.push(text);
                    self.tell(Message::NotRead(None));
                }
            }
        }
    }

    /// Runs a job, and sends its message.
    pub(super) fn run(&mut self, job: Job) {
        let message = job.run(&mut Budget::unlimited());
        self.tell(message);
    }

    pub(super) fn act(&mut self, action: Action) {
        self.tell(Message::Act(action));
    }

    pub(super) fn at_level(mut self, level: u8) -> Table {
        self.act(Action::Assist(Assist::of_level(level).unwrap()));
        // A level that reveals the solution asks first.
        if self.model.question().is_some() {
            self.act(Action::Place);
        }
        self
    }

    /// Types into a prompt and enters the text.
    pub(super) fn types(&mut self, text: &str) {
        text.chars().for_each(|letter| self.tell(Message::Typed(letter)));
        self.tell(Message::Entered);
    }

    /// Moves the cursor to the cell with this name.
    pub(super) fn go(&mut self, cell: &str) {
        self.act(Action::Go);
        self.types(cell);
        assert_eq!(self.model.cursor(), self.cell(cell));
    }

    /// Moves the cursor to the cell of a variable.
    pub(super) fn go_to(&mut self, variable: Variable) {
        let puzzle = self.model.board().puzzle();
        let name = puzzle.cell_name(puzzle.cell(variable));
        self.go(&name);
    }

    /// Places or removes the variable with this name by a click.
    pub(super) fn click(&mut self, name: &str) {
        let variable = self.variable(name);
        self.tell(Message::ClickPlace(self.model.board().puzzle().cell(variable), Some(variable)));
    }

    /// Makes a move by a click, as a player who follows a hint.
    pub(super) fn follow(&mut self, made: Move) {
        let click: fn(Cell, Option<Variable>) -> Message = match made {
            Move::Place(_) | Move::Remove(_) => Message::ClickPlace,
            Move::Block(_) | Move::Unblock(_) => Message::ClickBlock,
            Move::Clear => return self.act(Action::Clear),
        };
        let variable = made.variable().expect("all others are about a variable");
        self.tell(click(self.model.board().puzzle().cell(variable), Some(variable)));
    }

    pub(super) fn cell(&self, name: &str) -> Cell {
        self.model.board().puzzle().cell_named(name).unwrap()
    }

    pub(super) fn variable(&self, name: &str) -> Variable {
        let puzzle = self.model.board().puzzle();
        Variable::all(puzzle.rules().variables()).find(|&variable| puzzle.name(variable) == name).unwrap()
    }

    /// Returns the names of the placed variables.
    pub(super) fn placed(&self) -> Vec<String> {
        let marks = self.model.guide().unwrap().marks();
        marks.placed.iter().map(|&variable| self.model.board().puzzle().name(variable)).collect()
    }

    pub(super) fn total(&self) -> String {
        self.model.guide().unwrap().total().to_string()
    }

    /// Returns the text of the notice; empty without a notice.
    pub(super) fn said(&self) -> String {
        self.model.notice().map_or_else(String::new, |notice| notice.text.clone())
    }

    pub(super) fn is_playing(&self) -> bool {
        matches!(self.model.mode(), Mode::Play)
    }
}

/// Returns choices with these labels, which open the puzzles with their indices.
fn menu(labels: Vec<String>) -> Vec<MenuChoice> {
    let choice = |(index, label)| MenuChoice::new(label, MenuTarget::Opens(index));
    labels.into_iter().enumerate().map(choice).collect()
}
