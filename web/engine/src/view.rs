//! The view: the state that the page draws, as plain data; only changed parts are sent again. `web/types/view.d.ts` says
//! the same to the page's scripts, and `tests/types.rs` compares the two.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use game::{Assist, DiagramNode, DiagramScreen, Mode, Model, Page, Side, TextRole, words};
use puzzle_core::{Count, Status, Variable};
use puzzle_kind::Cell;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::cells::{self, Drawn};
use crate::said::{Announcement, Line, Said};
use crate::settings::{Settings, Shown};
use crate::tools::{self, Table, Tool};

/// The most nodes of a diagram that is drawn node by node.
const DRAWN: usize = 400;

/// The state that the page was last told.
#[derive(Debug, Default)]
pub(crate) struct Told {
    members: Map<String, Value>,
    cells: Vec<Drawn>,
    /// The names of the cells.
    names: Vec<String>,
    said: Said,
    /// The board and the manner for which help was last made.
    help_of: Option<(String, bool, bool)>,
}

/// The changes of all that the page draws.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Changes<'a> {
    #[serde(flatten)]
    members: Map<String, Value>,
    /// Cells with their indices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(usize, &'a Drawn)>,
}

/// All that the page draws, but for the cells.
#[derive(Serialize)]
struct View<'a> {
    puzzle: Puzzle<'a>,
    mode: &'static str,
    cursor: Place,
    focus: Place,
    /// The cell with a frame around it.
    bracket: Option<Place>,
    /// The row or column whose name is pointed at.
    pointed: Option<Pointed>,
    /// The state of rows and columns with numbers; `None` without numbers, so that those of the puzzle before go.
    reached: Option<Sides>,
    /// The symbol under the cursor, which is lit wherever it stands.
    lit: Option<char>,
    head: Head,
    lines: Vec<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<Announcement>,
    steps: Option<Steps>,
    browse: Option<Browse>,
    diagram: Option<Diagram>,
    menu: Option<Menu<'a>>,
    page: Option<Cover>,
    typing: Option<Typing<'a>>,
    busy: Option<Busy>,
    tools: Vec<Tool>,
    keys: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Vec<Table>>,
    legend: Vec<Sample>,
    levels: [Level; 5],
    level: u8,
    numbers: Numbers,
    curve: Vec<f64>,
    settings: Vec<Shown>,
    solved: bool,
    values: Vec<Key>,
}

/// A cell, by its row and column.
type Place = [usize; 2];

fn at(Cell { row, column }: Cell) -> Place {
    [row, column]
}

/// The puzzle, and the layout of its board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Puzzle<'a> {
    /// The name that no other puzzle has.
    key: String,
    title: String,
    columns: usize,
    rows: usize,
    column_labels: Vec<String>,
    row_labels: Vec<String>,
    /// The number beside each column; `None` where none has one.
    column_numbers: Option<Vec<Option<usize>>>,
    row_numbers: Option<Vec<Option<usize>>>,
    /// The number of symbols; 0 where cells are taken or not.
    values: usize,
    symbols: Vec<String>,
    piece: Option<&'a str>,
    checkered: bool,
    /// The region of every cell.
    blocks: Option<Vec<usize>>,
    /// The ground of every cell.
    tints: Option<Vec<usize>>,
    /// The letters of regions, by the index of the cell in which they stand.
    letters: BTreeMap<usize, String>,
    /// Whether a first tap rules out.
    first_blocks: bool,
}

/// The side whose name is pointed at.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Pointed {
    Row(usize),
    Column(usize),
}

/// The comparison of the contents of columns and rows with their numbers.
#[derive(Serialize)]
struct Sides {
    columns: Vec<Option<&'static str>>,
    rows: Vec<Option<&'static str>>,
}

/// The text above the board.
#[derive(Serialize)]
struct Head {
    title: String,
    standing: Option<String>,
    remaining: Option<String>,
    time: Option<String>,
    id: Option<String>,
}

/// The whole argument, or all clashes, and the one shown.
#[derive(Serialize)]
struct Steps {
    at: usize,
    list: Vec<StepLine>,
    question: String,
}

#[derive(Serialize)]
struct StepLine {
    text: String,
    depth: usize,
}

/// A solution among all.
#[derive(Serialize)]
struct Browse {
    number: String,
    total: String,
    line: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Diagram {
    summary: Vec<String>,
    conjunction: Option<Conjunction>,
    /// The nodes of each level.
    widths: Vec<usize>,
    /// Those of them that the move under the cursor keeps.
    kept: Option<Vec<usize>>,
    labels: Vec<String>,
    root: Option<usize>,
    /// The nodes, where they are few enough to draw.
    nodes: Option<Vec<Node>>,
    kept_nodes: Option<Vec<usize>>,
}

/// The steps on the way to a diagram.
#[derive(Serialize)]
struct Conjunction {
    at: usize,
    /// The nodes after each step.
    sizes: Vec<usize>,
}

#[derive(Serialize)]
struct Node {
    id: usize,
    level: usize,
    low: usize,
    high: usize,
    label: String,
}

#[derive(Serialize)]
struct Menu<'a> {
    title: &'static str,
    choices: &'a [String],
    selected: usize,
}

/// A text that covers the board.
#[derive(Serialize)]
struct Cover {
    title: Option<String>,
    lines: Vec<String>,
}

/// The line that the player types.
#[derive(Serialize)]
struct Typing<'a> {
    prompt: String,
    text: &'a str,
}

/// The work that the player waits for, and the part of it that is done.
#[derive(Debug, Serialize)]
struct Busy {
    text: String,
    fraction: Option<f64>,
}

/// An entry of the legend: a status, and its meaning.
#[derive(Serialize)]
struct Sample {
    s: &'static str,
    text: String,
}

/// A level of help.
#[derive(Serialize)]
struct Level {
    value: u8,
    label: &'static str,
    text: String,
}

/// The numbers of a catalogue's puzzles, and the one that is played.
#[derive(Serialize)]
struct Numbers {
    at: usize,
    first: usize,
    /// `None` if they do not end.
    last: Option<usize>,
    label: &'static str,
    /// Whether they are the sizes of boards.
    sizes: bool,
}

/// A key of the keypad: a symbol, and how many of it are to be placed.
#[derive(Serialize)]
struct Key {
    symbol: String,
    left: Option<usize>,
}

impl Told {
    /// Returns the changes of all that the page draws. `is_wish` if the player has just asked for something.
    pub(crate) fn changes(&mut self, model: &Model, settings: &Settings, is_wish: bool) -> Changes<'_> {
        let mut view = View::of(model, settings);
        view.said = self.said.after(model, &view.lines, is_wish);
        let help_of = (view.puzzle.key.clone(), view.numbers.sizes, model.rules_out_first());
        if self.help_of.as_ref() != Some(&help_of) {
            view.help = Some(tools::help(model));
            self.help_of = Some(help_of);
        }
        let Ok(Value::Object(mut members)) = serde_json::to_value(view) else { unreachable!("a struct with names") };
        members.retain(|name, value| self.members.get(name) != Some(value));
        self.members.extend(members.clone());
        if members.contains_key("puzzle") {
            self.cells.clear();
            self.names.clear();
        }
        let before = std::mem::replace(&mut self.cells, cells::drawn(model));
        Changes { members, cells: other(&self.cells, &before) }
    }

    /// Returns the changes of the cells' names, with their indices, as JSON; empty if none has changed. To find them out
    /// takes a good part of an answer's time, and nobody sees them: so they are told after it.
    pub(crate) fn names(&mut self, model: &Model) -> String {
        let before = std::mem::replace(&mut self.names, cells::names(model));
        let changed = other(&self.names, &before);
        if changed.is_empty() { String::new() } else { text(&changed) }
    }
}

/// Returns the parts that are not as before, with their indices.
fn other<'a, T: PartialEq>(now: &'a [T], before: &[T]) -> Vec<(usize, &'a T)> {
    now.iter().enumerate().filter(|&(at, part)| before.get(at) != Some(part)).collect()
}

/// Returns data as JSON.
pub(crate) fn text(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("what is drawn is plain data")
}

/// Returns the name of the puzzle on the board, which no other puzzle has.
pub(crate) fn key(model: &Model) -> String {
    format!("{}\n{}", words::title(model.board(), "×"), model.board().puzzle().text())
}

impl Puzzle<'_> {
    fn of(model: &Model) -> Puzzle<'_> {
        let board = model.board();
        let puzzle = board.puzzle();
        let mut seen = BTreeSet::new();
        let letters = cells::all(model).enumerate().filter_map(|(index, cell)| {
            let region = puzzle.region(cell).filter(|&region| seen.insert(region))?;
            Some((index, puzzle.region_letter(region)?.to_string()))
        });
        let widest = cells::all(model).map(|cell| board.variables(cell)).max_by_key(|variables| variables.len());
        let symbols = widest.filter(|_| board.has_values()).unwrap_or_default().iter();
        let symbols: Vec<String> = symbols.map(|&variable| puzzle.symbol(variable).to_string()).collect();
        let numbers = |numbers: Vec<Option<usize>>| Some(numbers).filter(|numbers| numbers.iter().any(Option::is_some));
        Puzzle {
            key: key(model),
            title: words::title(board, "×"),
            columns: board.columns(),
            rows: board.rows(),
            column_labels: (0..board.columns()).map(|column| puzzle.column_label(column).trim().to_owned()).collect(),
            row_labels: (0..board.rows()).map(|row| puzzle.row_label(row).trim().to_owned()).collect(),
            column_numbers: numbers(
                (0..board.columns()).map(|column| Some(puzzle.column_wanted(column)?.number)).collect(),
            ),
            row_numbers: numbers((0..board.rows()).map(|row| Some(puzzle.row_wanted(row)?.number)).collect()),
            values: symbols.len(),
            symbols,
            piece: puzzle.piece(),
            checkered: !board.has_values() && !board.has_named_regions(),
            blocks: cells::all(model).map(|cell| puzzle.region(cell)).collect(),
            tints: cells::grounds(model),
            letters: letters.collect(),
            first_blocks: model.rules_out_first(),
        }
    }
}

impl View<'_> {
    fn of<'a>(model: &'a Model, settings: &Settings) -> View<'a> {
        let board = model.board();
        let puzzle = board.puzzle();
        let busy = busy(model);
        let level = |assist: Assist| {
            let (label, text) = (words::level_name(puzzle, assist), words::assist(puzzle, assist));
            Level { value: assist.level(), label, text }
        };
        View {
            puzzle: Puzzle::of(model),
            mode: model.mode().name(),
            cursor: at(model.cursor()),
            focus: at(model.focus()),
            bracket: model.bracketed_cell().map(at),
            pointed: model.pointed_side().map(|side| match side {
                Side::Row(row) => Pointed::Row(row),
                Side::Column(column) => Pointed::Column(column),
            }),
            reached: reached(model),
            lit: model.lit(),
            head: head(model),
            lines: lines(model),
            said: None,
            steps: steps(model),
            browse: browse(model),
            diagram: diagram(model),
            menu: menu(model),
            page: page(model),
            typing: typing(model),
            tools: tools::tools(model, busy.is_some()),
            busy,
            keys: tools::keys(model),
            help: None,
            legend: legend(model),
            levels: Assist::ALL.map(level),
            level: model.assist().level(),
            numbers: numbers(model),
            curve: curve(model),
            settings: settings.shown(),
            solved: model.is_solved(),
            values: keypad(model),
        }
    }
}

/// Compares what stands in rows and columns with the numbers beside them.
fn reached(model: &Model) -> Option<Sides> {
    let reached = |side: Side| {
        let (_, reached) = model.side_number(side)?;
        Some(match reached {
            Ordering::Less => "fewer",
            Ordering::Equal => "all",
            Ordering::Greater => "more",
        })
    };
    let columns: Vec<_> = (0..model.board().columns()).map(|column| reached(Side::Column(column))).collect();
    let rows: Vec<_> = (0..model.board().rows()).map(|row| reached(Side::Row(row))).collect();
    columns.iter().chain(&rows).any(Option::is_some).then_some(Sides { columns, rows })
}

/// Returns the work that the player waits for.
fn busy(model: &Model) -> Option<Busy> {
    if let Some(loading) = model.loading() {
        return Some(Busy { text: words::building(model, loading, "×"), fraction: Some(loading.fraction) });
    }
    model.working().map(|_| Busy { text: words::working().to_owned(), fraction: None })
}

fn numbers(model: &Model) -> Numbers {
    let catalogue = model.awaited();
    let numbers = catalogue.numbers();
    let sizes = catalogue.is_by_size();
    Numbers {
        at: model.loading().map_or(model.number(), |loading| loading.number),
        first: *numbers.start(),
        last: Some(*numbers.end()).filter(|&last| last != usize::MAX),
        label: if sizes { "Size of the board" } else { "Number of the puzzle" },
        sizes,
    }
}

/// Returns the values that the cell under the cursor may have, as keys.
fn keypad(model: &Model) -> Vec<Key> {
    let board = model.board();
    if !board.has_values() {
        return Vec::new();
    }
    let values_left = model.values_left();
    let key = |&variable: &Variable| {
        let symbol = board.puzzle().symbol(variable);
        let left = values_left.iter().find(|(known, _)| *known == symbol).map(|(_, left)| *left);
        Key { symbol: symbol.to_string(), left }
    };
    board.variables(model.cursor()).iter().map(key).collect()
}

/// Returns the text above the board.
fn head(model: &Model) -> Head {
    let guide = model.guide();
    Head {
        title: words::title(model.board(), "×"),
        standing: guide.map(|guide| words::standing(model.board().puzzle(), guide.marks())),
        remaining: guide.filter(|_| model.assist().is_guided()).map(|guide| words::remaining(guide.total())),
        time: words::time(model),
        id: model.id(),
    }
}

/// Returns the lines of the panel, each with its tone and with what it is about.
fn lines(model: &Model) -> Vec<Line> {
    let line = |(about, text): (TextRole, String)| {
        let (about, tone) = match about {
            TextRole::Question => ("question", "strong"),
            TextRole::Solution | TextRole::Step => ("step", "strong"),
            TextRole::Summary => ("summary", "plain"),
            TextRole::Note => ("summary", "faint"),
            TextRole::Progress => ("progress", "faint"),
            TextRole::Size => ("step", "plain"),
            TextRole::Repair => ("repair", "plain"),
            TextRole::Outcome | TextRole::Result => ("news", "plain"),
            TextRole::Refusal => ("news", "refusal"),
            TextRole::Lesson => ("lesson", "strong"),
            TextRole::Solved => ("news", "joy"),
            TextRole::Unsolved => ("news", "strong"),
            TextRole::Hint => ("hint", "hint"),
            TextRole::Clash => ("clash", "refusal"),
            TextRole::Cell => ("cell", "plain"),
            TextRole::Total | TextRole::Price => ("price", "plain"),
            TextRole::Effect => ("effect", "faint"),
        };
        Line { text, tone, about }
    };
    words::account(model).into_iter().map(line).collect()
}

/// Returns the whole argument, or all clashes, and the one that is shown.
fn steps(model: &Model) -> Option<Steps> {
    let (puzzle, mode) = (model.board().puzzle(), model.mode());
    let ((at, _), told) = (mode.progress()?, mode.told(puzzle)?);
    let list = mode.steps(puzzle).into_iter().map(|(text, depth)| StepLine { text, depth }).collect();
    Some(Steps { at: at - 1, list, question: told.title })
}

fn browse(model: &Model) -> Option<Browse> {
    let Mode::Browse(screen) = model.mode() else { return None };
    let line = model.board().puzzle().solution_line(screen.solution());
    Some(Browse { number: words::grouped(&screen.number()), total: words::grouped(screen.total()), line })
}

fn menu(model: &Model) -> Option<Menu<'_>> {
    let Mode::Page(Page::Menu(selected)) = *model.mode() else { return None };
    Some(Menu { title: "What to play", choices: model.choices(), selected })
}

fn page(model: &Model) -> Option<Cover> {
    let Mode::Page(page @ (Page::Paused | Page::Statistics)) = *model.mode() else { return None };
    let mut lines = words::page(model, page).into_iter().filter(|line| !line.is_empty());
    Some(Cover { title: lines.next(), lines: lines.collect() })
}

fn typing(model: &Model) -> Option<Typing<'_>> {
    let (text, asked) = (model.typing()?, words::asked(model)?);
    let prompt = asked.strip_suffix(&format!("{text}_")).unwrap_or(&asked);
    Some(Typing { prompt: prompt.trim_end().trim_end_matches(':').to_owned(), text })
}

/// Returns the meanings of the drawings on the board.
fn legend(model: &Model) -> Vec<Sample> {
    let puzzle = model.board().puzzle();
    let assist = model.assist();
    let statuses: &[Status] = match (assist, model.board().has_values()) {
        (_, true) => return Vec::new(),
        (Assist::Nothing, false) => &[Status::Placed, Status::Open, Status::Blocked],
        (Assist::Attacks, false) => &[Status::Placed, Status::Open, Status::Blocked, Status::Excluded],
        _ => &[Status::Placed, Status::Open, Status::Blocked, Status::Excluded, Status::Dead, Status::Forced],
    };
    let has_unknown = model.guide().is_some_and(puzzle_core::Guide::has_unknown) && assist.is_guided();
    let entry = |&status: &Status| {
        let text = match (status, assist) {
            (Status::Open, Assist::Nothing) => "empty".to_owned(),
            (Status::Open, Assist::Attacks) => format!("not {}", puzzle.status_name(Status::Excluded)),
            _ => words::meaning(puzzle, status),
        };
        Sample { s: status.name(), text }
    };
    let unknown = has_unknown.then_some(&Status::Unknown);
    statuses.iter().chain(unknown).map(entry).collect()
}

/// The numbers of solutions over the moves, on a logarithmic scale from 0 to 1; empty where they are not known or not told.
fn curve(model: &Model) -> Vec<f64> {
    let Some(session) = model.session().filter(|_| model.assist().is_guided()) else { return Vec::new() };
    if !session.guide().total().is_exact() {
        return Vec::new();
    }
    let exact = session.totals().filter(|total| total.is_exact()).map(Count::value);
    // As exact as a curve needs them; a board without solutions is at the bottom.
    let heights =
        exact.map(|total| u64::try_from(total).map_or(f64::from(u64::BITS), |total| (total as f64 + 1.0).log2()));
    let heights: Vec<f64> = heights.collect();
    let top = heights.iter().copied().fold(1.0, f64::max);
    if heights.len() < 2 { Vec::new() } else { heights.into_iter().map(|height| height / top).collect() }
}

fn diagram(model: &Model) -> Option<Diagram> {
    let Mode::Diagram(screen) = model.mode() else { return None };
    let puzzle = model.board().puzzle();
    let widths = screen.widths().to_vec();
    let nodes: Vec<DiagramNode> = screen.nodes().take(DRAWN + 1).collect();
    let is_whole = !nodes.is_empty() && nodes.len() <= DRAWN;
    let node = |node: &DiagramNode| {
        let [low, high] = node.children.map(|child| child.index());
        let label = node.told(puzzle);
        Node { id: node.node.index(), level: node.variable.index(), low, high, label }
    };
    Some(Diagram {
        summary: screen.summary(puzzle),
        conjunction: screen.conjoined().map(|(at, sizes)| Conjunction { at, sizes }),
        kept: screen.effect().map(|(_, widths)| widths.to_vec()),
        labels: Variable::all(widths.len()).map(|variable| puzzle.name(variable)).collect(),
        widths,
        root: nodes.first().map(|node| node.node.index()),
        nodes: is_whole.then(|| nodes.iter().map(node).collect()),
        kept_nodes: kept(screen, &nodes).filter(|_| is_whole),
    })
}

/// The nodes on ways from the root to a solution that has what is placed in thought.
fn kept(screen: &DiagramScreen, nodes: &[DiagramNode]) -> Option<Vec<usize>> {
    let (placed, _) = screen.effect()?;
    let ways = |node: &DiagramNode| node.children.into_iter().skip(usize::from(node.variable == placed));
    // Children come after their parents in this order: forth for what is reached, back for what leads to a solution.
    let mut reached = BTreeSet::from([nodes.first()?.node]);
    for node in nodes {
        if reached.contains(&node.node) {
            reached.extend(ways(node));
        }
    }
    let mut leads = BTreeSet::from([bdd_core::NodeId::TRUE]);
    for node in nodes.iter().rev() {
        if ways(node).any(|child| leads.contains(&child)) {
            leads.insert(node.node);
        }
    }
    Some(
        nodes
            .iter()
            .map(|node| node.node)
            .filter(|node| reached.contains(node) && leads.contains(node))
            .map(|node| node.index())
            .collect(),
    )
}
