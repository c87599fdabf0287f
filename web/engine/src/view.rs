//! The view: the state that the page draws, as plain data. Each answer has only the changed parts.
//! `web/types/view.d.ts` declares the same types for the page's scripts, and `tests/types.rs` compares the two.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use game::words::{Badge, GameResult, RuleLine};
use game::{
    Assist, DailyState, DiagramNode, DiagramScreen, GameBoard, GameProgress, InputPurpose, MenuChoice, MenuTarget,
    Mode, Model, NoticeKind, Page, RuleState, Side, SolvedBy, TextRole, Thumbnail, ThumbnailCell, WhyCauses, words,
};
use puzzle_core::{Count, Status, Variable};
use puzzle_kind::{Cell, CellSign};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::announcer::{Announcement, Announcer, PanelLine};
use crate::cells::{self, CellView};
use crate::settings::{SettingView, Settings};
use crate::tools::{self, HelpTable, Tool};
use crate::tree::{self, TreeView};

/// The maximum number of nodes for which a diagram is drawn node by node.
const MAX_DRAWN_NODES: usize = 400;

/// The view last sent to the page.
#[derive(Debug, Default)]
pub(crate) struct SentView {
    members: Map<String, Value>,
    cells: Vec<CellView>,
    /// The accessible names of the cells as last sent, row by row.
    names: Vec<String>,
    announcer: Announcer,
    /// The values on which the last help text depends: the [`key`] of the puzzle, `true` if puzzles are chosen by size,
    /// and `true` if the first tap rules a cell out.
    help_of: Option<(String, bool, bool)>,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Changes<'a> {
    #[serde(flatten)]
    members: Map<String, Value>,
    /// The changed cells, each with its index.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(usize, &'a CellView)>,
}

/// The view of the page without the cells, declared as `View` in `web/types/view.d.ts`.
#[derive(Serialize)]
struct View<'a> {
    puzzle: PuzzleView<'a>,
    mode: &'static str,
    cursor: CellPosition,
    focus: CellPosition,
    /// The cell that is drawn with a frame: the cell under the cursor or, while an argument or a clash is shown, the
    /// cell that it is about. `None` on screens that are not about a cell, such as the menu.
    bracket: Option<CellPosition>,
    /// The row or column to highlight: the subject of the hint, of the step of an argument, or of the clash on the
    /// screen.
    pointed: Option<Pointed>,
    /// For each row and column with a number beside it: whether the pieces there are fewer than this number, as many,
    /// or more. `None` if the puzzle has no such numbers.
    reached: Option<SideStates>,
    /// The symbol under the cursor; equal symbols are highlighted.
    lit: Option<char>,
    /// The cells selected to be changed together; empty if only the cell under the cursor is selected.
    chosen: Vec<usize>,
    head: Head,
    lines: Vec<PanelLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<Announcement>,
    steps: Option<Steps>,
    browse: Option<Browse>,
    diagram: Option<DiagramView>,
    menu: Option<Menu<'a>>,
    page: Option<PageText>,
    /// The statistics of each category of puzzles, a list of [`CategoryView`]s; `null` on other pages.
    statistics: Value,
    typing: Option<TypingView<'a>>,
    busy: Option<Busy>,
    tools: Vec<Tool>,
    keys: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Vec<HelpTable>>,
    legend: Vec<LegendEntry>,
    levels: [HelpLevel; 5],
    level: u8,
    numbers: Numbers,
    /// The daily puzzles of today, while one of them is played; otherwise empty.
    dailies: Vec<DailyView<'a>>,
    curve: Vec<f64>,
    settings: Vec<SettingView>,
    /// `true` if the first tap on a cell rules it out, `false` if it places a piece; `None` on boards with values.
    #[serde(rename = "firstBlocks")]
    first_blocks: Option<bool>,
    solved: bool,
    /// The result of a solved puzzle; `None` before, and in the lesson.
    result: Option<ResultView<'a>>,
    values: Vec<KeypadKey>,
    /// The neighbours of the cell under the cursor, on grids that don't show which cells are neighbours, such as a map
    /// to colour. Otherwise empty.
    neighbours: Vec<usize>,
    /// The rules in which the cell under the cursor takes part; `None` while another screen is shown.
    rules: Option<RulesView>,
    /// The options of a configurator; `None` for other puzzles, which are drawn as boards.
    tree: Option<TreeView>,
    /// The number of the selected line of `tree`.
    line: Option<usize>,
}

/// The result of a solved puzzle.
#[derive(Serialize)]
struct ResultView<'a> {
    /// `alone` without help, `guided` with the guide alone, `helped` with hints or other help.
    by: &'static str,
    /// The help in words, such as `with 2 hints`.
    help: String,
    /// The time, such as `2:41`; `None` without a clock.
    time: Option<String>,
    /// The achievements, the most important first.
    badges: Vec<BadgeView>,
    /// Further numbers with their names.
    facts: Vec<(&'a str, String)>,
}

/// An achievement of a solved puzzle.
#[derive(Serialize)]
struct BadgeView {
    kind: &'static str,
    title: String,
    detail: String,
}

/// The rules in which a cell takes part.
#[derive(Serialize)]
struct RulesView {
    title: String,
    list: Vec<RuleView>,
    /// The meanings of the values whose symbols are not their names, such as `A Ann`.
    names: Option<String>,
}

#[derive(Serialize)]
struct RuleView {
    /// The state: `satisfied`, `open` or `broken`; `None` if the help level doesn't show it.
    state: Option<&'static str>,
    text: String,
}

type CellPosition = [usize; 2];

fn at(Cell { row, column }: Cell) -> CellPosition {
    [row, column]
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PuzzleView<'a> {
    /// The text that identifies the puzzle; see [`key`].
    key: String,
    title: String,
    columns: usize,
    rows: usize,
    column_labels: Vec<String>,
    row_labels: Vec<String>,
    /// The number beside each column; `None` if no column has a number.
    column_numbers: Option<Vec<Option<usize>>>,
    row_numbers: Option<Vec<Option<usize>>>,
    /// The number of values that a cell can take, such as 9; `0` in puzzles whose cells have either a piece or no
    /// piece.
    values: usize,
    symbols: Vec<String>,
    /// The names of the values in the order of `symbols`, if they differ from the symbols; otherwise empty.
    names: Vec<String>,
    piece: Option<&'a str>,
    checkered: bool,
    blocks: Option<Vec<usize>>,
    /// The background colour of every cell; see `cells::grounds`.
    tints: Option<Vec<usize>>,
    /// The letter of each region, by the index of the region's first cell.
    letters: BTreeMap<usize, String>,
    /// The short texts in the corners of cells, such as the number of pieces in a cage, by the index of the cell.
    corners: BTreeMap<usize, &'a str>,
    /// The signs between neighbouring cells: the indices of both cells, and the sign.
    signs: Vec<(usize, usize, &'static str)>,
}

/// A row or column to highlight, with its index: the subject of the hint, of the step of an argument, or of the clash
/// on the screen.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Pointed {
    Row(usize),
    Column(usize),
}

/// For each column and row with a number beside it: whether the pieces there are `fewer` than this number, `all` of
/// them, or `more`. `None` for a column or row without a number.
#[derive(Serialize)]
struct SideStates {
    columns: Vec<Option<&'static str>>,
    rows: Vec<Option<&'static str>>,
}

#[derive(Serialize)]
struct Head {
    title: String,
    standing: Option<String>,
    remaining: Option<String>,
    /// The difficulty, such as `Easy`.
    difficulty: Option<String>,
    time: Option<String>,
    id: Option<String>,
}

/// The list beside the board: the steps of the argument on the screen, or the clashes of the pieces.
#[derive(Serialize)]
struct Steps {
    /// The index of the shown step or clash in `list`.
    at: usize,
    list: Vec<StepLine>,
    question: String,
    /// The choices and rules from which the status of an option follows, and the choices to take back; empty on boards.
    causes: Vec<CausesView>,
}

/// A titled list in the explanation of an option's status: the player's choices that cause the status, the rules that
/// cause it, or the choices to take back.
#[derive(Serialize)]
struct CausesView {
    title: &'static str,
    list: Vec<String>,
}

#[derive(Serialize)]
struct StepLine {
    text: String,
    depth: usize,
}

/// The solution shown while the player browses the solutions, with its number.
#[derive(Serialize)]
struct Browse {
    number: String,
    total: String,
    line: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DiagramView {
    summary: Vec<String>,
    conjunction: Option<ConjunctionSteps>,
    widths: Vec<usize>,
    /// The number of nodes that remain on each level if the player makes the move under the cursor; `None` if the
    /// effect of this move is not shown.
    kept: Option<Vec<usize>>,
    labels: Vec<String>,
    root: Option<usize>,
    /// The nodes; `None` if there are more than [`MAX_DRAWN_NODES`].
    nodes: Option<Vec<NodeView>>,
    kept_nodes: Option<Vec<usize>>,
}

/// The construction of a diagram by conjoining rules.
#[derive(Serialize)]
struct ConjunctionSteps {
    /// The index of the step that is shown.
    at: usize,
    /// The number of nodes after each step.
    sizes: Vec<usize>,
}

#[derive(Serialize)]
struct NodeView {
    id: usize,
    level: usize,
    low: usize,
    high: usize,
    label: String,
}

#[derive(Serialize)]
struct Menu<'a> {
    title: &'a str,
    choices: Vec<ChoiceView<'a>>,
    selected: usize,
    /// `true` if the choices are the days of a calendar, on rows of a week.
    days: bool,
    /// `true` if the menu shows a list that one of its choices opened.
    nested: bool,
    /// The difficulty that is selected when the menu opens, one of [`ChoiceView::difficulties`]; `None` if no choice has
    /// difficulties.
    difficulty: Option<&'a str>,
}

/// A choice of the menu, as the page draws it.
#[derive(Serialize)]
struct ChoiceView<'a> {
    label: &'a str,
    detail: &'a str,
    section: &'a str,
    thumbnail: Option<ThumbnailView>,
    /// `true` if the choice is a saved game, which can be renamed and deleted.
    saved: bool,
    /// `true` if the choice leads to further choices.
    lists: bool,
    /// The difficulties of the new puzzles of this choice, which are the further choices to which it leads; otherwise
    /// empty.
    difficulties: Vec<&'a str>,
    /// The progress of each daily puzzle of a day of the calendar: `new`, `begun` or `solved`. Empty for other choices.
    pips: Vec<&'static str>,
}

/// The statistics of a category of puzzles, such as `9 x 9 Sudoku, easy`.
#[derive(Serialize)]
struct CategoryView {
    title: String,
    solved: String,
    streak: String,
    longest: String,
    /// The puzzles solved without help, with the guide and with other help, where there are some.
    parts: Vec<CategoryPart>,
}

/// The puzzles of a category that were solved with one kind of help.
#[derive(Serialize)]
struct CategoryPart {
    title: String,
    solved: String,
    best: String,
    average: String,
    /// The number of times in each of equal parts of their range; `None` for a few times.
    spread: Option<[usize; words::SPREAD]>,
}

/// A small picture of a puzzle.
#[derive(Serialize)]
struct ThumbnailView {
    columns: usize,
    /// The number of the background colour of every cell; `None` for a cell without a region.
    tints: Vec<Option<usize>>,
    /// The symbols of the givens; empty for a cell without a given.
    symbols: Vec<String>,
}

/// A page of text that covers the board.
#[derive(Serialize)]
struct PageText {
    title: Option<String>,
    lines: Vec<String>,
}

/// The input line while the player types.
#[derive(Serialize)]
struct TypingView<'a> {
    prompt: String,
    text: &'a str,
    /// `true` if the text is an ID, a grid or a link to open, which the page sends as a whole.
    opens: bool,
    /// `true` if the text is a value, which the keypad of the page can enter.
    takes: bool,
    /// The reason why the text last sent can't be opened.
    error: Option<String>,
}

/// The job that the player waits for. Its progress goes from `0` to `1`; `None` if the progress is unknown.
#[derive(Debug, Serialize)]
struct Busy {
    text: String,
    fraction: Option<f64>,
}

/// An entry of the legend: a status and its meaning.
#[derive(Serialize)]
struct LegendEntry {
    s: &'static str,
    text: String,
}

#[derive(Serialize)]
struct HelpLevel {
    value: u8,
    label: &'static str,
    text: String,
}

/// The number of the puzzle in play, and the first and the last number in its catalogue.
#[derive(Serialize)]
struct Numbers {
    /// The number of the puzzle in play, or of the puzzle that is being loaded.
    at: usize,
    first: usize,
    /// The last number; `None` if the catalogue is endless.
    last: Option<usize>,
    label: &'static str,
    /// `true` if the numbers are board sizes.
    sizes: bool,
}

/// A daily puzzle of today.
#[derive(Serialize)]
struct DailyView<'a> {
    label: &'a str,
    solved: bool,
    /// `true` for the puzzle on the board.
    here: bool,
}

/// A key of the keypad: a symbol, and the number of times that it remains to be placed, if the rules fix this number.
#[derive(Serialize)]
struct KeypadKey {
    symbol: String,
    left: Option<usize>,
}

impl SentView {
    /// Returns the parts of the view that have changed since the last call. `unread` is the reason why the text last
    /// typed can't be opened. `is_wish` is `true` after an action of the player.
    pub(crate) fn changes(
        &mut self,
        model: &Model,
        settings: &Settings,
        unread: Option<&str>,
        is_wish: bool,
    ) -> Changes<'_> {
        let mut view = View::of(model, settings);
        view.typing.iter_mut().for_each(|typing| typing.error = unread.map(str::to_owned));
        view.said = self.announcer.after(model, &view.lines, is_wish);
        let help_of = (view.puzzle.key.clone(), view.numbers.sizes, model.rules_out_first());
        if self.help_of.as_ref() != Some(&help_of) {
            view.help = Some(tools::help(model));
            self.help_of = Some(help_of);
        }
        let Ok(Value::Object(mut members)) = serde_json::to_value(view) else {
            unreachable!("a struct with named fields becomes a JSON object")
        };
        members.retain(|name, value| self.members.get(name) != Some(value));
        self.members.extend(members.clone());
        if members.contains_key("puzzle") {
            self.cells.clear();
            self.names.clear();
        }
        let before = std::mem::replace(&mut self.cells, cells::drawn(model));
        Changes { members, cells: changed(&self.cells, &before) }
    }

    /// Returns the changed names of cells with their indices, as JSON; an empty text if none has changed. The names are
    /// invisible and slow to make, so they are sent after the answer.
    pub(crate) fn names(&mut self, model: &Model) -> String {
        let before = std::mem::replace(&mut self.names, cells::names(model));
        let changed = changed(&self.names, &before);
        if changed.is_empty() { String::new() } else { text(&changed) }
    }
}

/// Returns the items of `now` that differ from `before`, with their indices.
fn changed<'a, T: PartialEq>(now: &'a [T], before: &[T]) -> Vec<(usize, &'a T)> {
    now.iter().enumerate().filter(|&(at, part)| before.get(at) != Some(part)).collect()
}

pub(crate) fn text(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data can always be written as JSON")
}

/// Returns the text that identifies the puzzle on the board; see [`PageMessage::of`](crate::messages::PageMessage::of).
pub(crate) fn key(model: &Model) -> String {
    format!("{}\n{}", words::title(model.board(), "×"), model.board().puzzle().text())
}

impl PuzzleView<'_> {
    fn of(model: &Model) -> PuzzleView<'_> {
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
        PuzzleView {
            key: key(model),
            title: words::title(board, "×"),
            columns: board.columns(),
            rows: board.rows(),
            column_labels: (0..board.columns()).map(|column| puzzle.column_label(column).trim().to_owned()).collect(),
            row_labels: (0..board.rows())
                .filter(|_| model.tree().is_none())
                .map(|row| puzzle.row_label(row).trim().to_owned())
                .collect(),
            column_numbers: numbers(
                (0..board.columns()).map(|column| Some(puzzle.column_clue(column)?.number)).collect(),
            ),
            row_numbers: numbers((0..board.rows()).map(|row| Some(puzzle.row_clue(row)?.number)).collect()),
            values: symbols.len(),
            symbols,
            names: words::value_names(model).into_iter().map(|(_, name)| name).collect(),
            piece: puzzle.piece(),
            checkered: !board.has_values() && !board.has_named_regions(),
            blocks: cells::all(model).map(|cell| puzzle.region(cell)).collect(),
            tints: cells::grounds(model),
            letters: letters.collect(),
            corners: cells::all(model)
                .enumerate()
                .filter_map(|(index, cell)| Some((index, puzzle.corner(cell)?)))
                .collect(),
            signs: puzzle.signs().iter().map(|sign| signed(board, sign)).collect(),
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
            HelpLevel { value: assist.level(), label, text }
        };
        View {
            puzzle: PuzzleView::of(model),
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
            chosen: chosen(model),
            head: head(model),
            lines: lines(model),
            said: None,
            steps: steps(model),
            browse: browse(model),
            diagram: diagram(model),
            menu: menu(model),
            page: page(model),
            statistics: match model.mode() {
                Mode::Page(Page::Statistics) => statistics(model),
                _ => Value::Null,
            },
            typing: typing(model),
            tools: tools::tools(model, busy.is_some()),
            busy,
            keys: tools::keys(model),
            help: None,
            legend: legend(model),
            levels: Assist::ALL.map(level),
            level: model.assist().level(),
            numbers: numbers(model),
            dailies: dailies(model),
            curve: curve(model),
            settings: settings.shown(),
            first_blocks: (!board.has_values() && model.tree().is_none()).then(|| model.rules_out_first()),
            // A complete configuration does not end the game.
            solved: model.is_solved() && model.tree().is_none(),
            result: result(model),
            values: keypad(model),
            neighbours: neighbours(model),
            rules: rules(model),
            tree: tree::tree(model),
            line: tree::selected(model),
        }
    }
}

/// Returns the cells selected to be changed together; none while another screen is shown.
fn chosen(model: &Model) -> Vec<usize> {
    let cells = model.selected_cells();
    let is_shown = matches!(model.mode(), Mode::Play) && cells.len() > 1;
    cells.iter().filter(|_| is_shown).map(|&cell| index(model.board(), cell)).collect()
}

/// Returns the index of a cell, row by row.
fn index(board: &GameBoard, cell: Cell) -> usize {
    cell.row * board.columns() + cell.column
}

/// Returns the indices of both cells of a sign, and its text.
fn signed(board: &GameBoard, sign: &CellSign) -> (usize, usize, &'static str) {
    (index(board, sign.first), index(board, sign.second), sign.text())
}

fn neighbours(model: &Model) -> Vec<usize> {
    if !matches!(model.mode(), Mode::Play) {
        return Vec::new();
    }
    model.neighbours_of_cursor().into_iter().map(|cell| index(model.board(), cell)).collect()
}

fn rules(model: &Model) -> Option<RulesView> {
    let is_heading = model.tree().is_some() && model.selected_option().is_none();
    if !matches!(model.mode(), Mode::Play) || is_heading {
        return None;
    }
    let rule = |RuleLine { state, text }: RuleLine| {
        let state = state.map(|state| match state {
            RuleState::Satisfied => "satisfied",
            RuleState::Open => "open",
            RuleState::Broken => "broken",
        });
        RuleView { state, text }
    };
    let names: Vec<String> =
        words::value_names(model).into_iter().map(|(symbol, name)| format!("{symbol} {name}")).collect();
    Some(RulesView {
        title: format!("Rules for {}", model.board().puzzle().cell_name(model.cursor())),
        list: words::rules_here(model).into_iter().map(rule).collect(),
        names: (!names.is_empty()).then(|| names.join(", ")),
    })
}

/// Compares the number of pieces in each row and column with the number beside it; `None` if the puzzle has no such
/// numbers.
fn reached(model: &Model) -> Option<SideStates> {
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
    columns.iter().chain(&rows).any(Option::is_some).then_some(SideStates { columns, rows })
}

/// Returns the job that the player waits for; `None` if there is no such job.
fn busy(model: &Model) -> Option<Busy> {
    if let Some(loading) = model.loading() {
        return Some(Busy { text: words::building(model, loading, "×"), fraction: Some(loading.fraction) });
    }
    model.working().map(|_| Busy { text: words::working().to_owned(), fraction: None })
}

fn numbers(model: &Model) -> Numbers {
    let catalogue = model.awaited();
    let at = model.loading().map_or(model.number(), |loading| loading.number);
    let sizes = catalogue.is_by_size();
    // A daily puzzle has no number to choose, and neither has a puzzle from a text, which new puzzles follow.
    let is_of_series = sizes || *catalogue.numbers().end() != usize::MAX || catalogue.id(at).is_some();
    let numbers = if catalogue.daily(at).is_some() || !is_of_series { at..=at } else { catalogue.numbers() };
    Numbers {
        at,
        first: *numbers.start(),
        last: Some(*numbers.end()).filter(|&last| last != usize::MAX),
        label: if sizes { "Size of the board" } else { "Number of the puzzle" },
        sizes,
    }
}

#[inline(never)]
fn result(model: &Model) -> Option<ResultView<'_>> {
    let GameResult { solved_by, help, time, badges, facts } = words::game_result(model)?;
    let by = match solved_by {
        SolvedBy::Alone => "alone",
        SolvedBy::Guided => "guided",
        SolvedBy::Hints(_) | SolvedBy::Helped => "helped",
    };
    let badge = |Badge { kind, title, detail }: Badge| BadgeView { kind: kind.name(), title, detail };
    Some(ResultView { by, help, time, badges: badges.into_iter().map(badge).collect(), facts })
}

fn dailies<'a>(model: &'a Model) -> Vec<DailyView<'a>> {
    let view = |DailyState { label, is_solved, is_present, .. }: DailyState<'a>| DailyView {
        label,
        solved: is_solved,
        here: is_present,
    };
    model.dailies().into_iter().map(view).collect()
}

/// Returns the keys of the keypad: the values of the cell under the cursor.
fn keypad(model: &Model) -> Vec<KeypadKey> {
    let board = model.board();
    if !board.has_values() {
        return Vec::new();
    }
    let values_left = model.values_left();
    let key = |&variable: &Variable| {
        let symbol = board.puzzle().symbol(variable);
        let left = values_left.iter().find(|(known, _)| *known == symbol).map(|(_, left)| *left);
        KeypadKey { symbol: symbol.to_string(), left }
    };
    board.variables(model.cursor()).iter().map(key).collect()
}

fn head(model: &Model) -> Head {
    let guide = model.guide();
    if model.tree().is_some() {
        let [parts, prices] = [words::configuration(model), words::configuration_prices(model)];
        let standing: Vec<String> = parts.iter().skip(1).chain(&prices).cloned().collect();
        return Head {
            title: words::title(model.board(), "×"),
            standing: guide.map(|_| standing.join(" · ")),
            remaining: parts.into_iter().next(),
            difficulty: None,
            time: None,
            id: None,
        };
    }
    Head {
        title: words::daily_title(model).unwrap_or_else(|| words::title(model.board(), "×")),
        standing: guide.map(|guide| words::standing(model.board().puzzle(), guide.marks())),
        remaining: words::remaining_now(model).filter(|_| model.assist().is_guided()),
        difficulty: words::difficulty(model),
        time: words::time(model),
        id: model.id(),
    }
}

/// Returns the [`PanelLine`]s, each with its `tone` and topic (`about`).
fn lines(model: &Model) -> Vec<PanelLine> {
    let line = |(role, text): (TextRole, String)| {
        let (about, tone) = match role {
            TextRole::Question => ("question", "strong"),
            TextRole::Solution | TextRole::Step => ("step", "strong"),
            TextRole::Summary => ("summary", "plain"),
            TextRole::Note => ("summary", "faint"),
            TextRole::Progress => ("progress", "faint"),
            TextRole::Size => ("step", "plain"),
            TextRole::Repair => ("repair", "plain"),
            TextRole::Outcome => ("news", "plain"),
            TextRole::Result => ("result", "plain"),
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
        let notice = model.notice().filter(|notice| role == notice.role() && notice.text == text);
        let about = if notice.is_some() && words::repeats_move(model) { "move" } else { about };
        // A question about the solution offers a hint instead.
        let is_question = notice.is_some_and(|notice| matches!(notice.kind, NoticeKind::Question(_)));
        let is_reveal = is_question && text.contains("solution");
        let of_notice = || notice?.pointed.clone();
        let pointed = words::lesson_pointed(model).filter(|_| role == TextRole::Lesson).or_else(of_notice);
        let hint = if is_reveal { " Press i for the next step alone." } else { "" };
        let text = tools::with_page_keys(format!("{text}{hint}"));
        PanelLine { text, tone, about, pointed }
    };
    words::account(model).into_iter().map(line).collect()
}

fn steps(model: &Model) -> Option<Steps> {
    let (puzzle, mode) = (model.board().puzzle(), model.mode());
    let ((at, _), told) = (mode.progress()?, mode.describe(puzzle)?);
    let list = mode.steps(puzzle).into_iter().map(|(text, depth)| StepLine { text, depth }).collect();
    let causes =
        if let Mode::Why(screen) = mode { screen.causes(puzzle).filter(|_| model.tree().is_some()) } else { None };
    let question = causes.as_ref().map_or(told.title, |causes| causes.title.clone());
    let causes = causes.iter().flat_map(WhyCauses::sections).filter(|(_, list)| !list.is_empty());
    let causes = causes.map(|(title, list)| CausesView { title, list: list.to_vec() }).collect();
    Some(Steps { at: at - 1, list, question, causes })
}

fn browse(model: &Model) -> Option<Browse> {
    let Mode::Browse(screen) = model.mode() else { return None };
    let line = model.board().puzzle().solution_line(screen.solution());
    Some(Browse { number: words::grouped(&screen.number()), total: words::grouped(screen.total()), line })
}

fn menu<'a>(model: &'a Model) -> Option<Menu<'a>> {
    let Mode::Page(Page::Menu(selected)) = *model.mode() else { return None };
    let pips = |choice: &MenuChoice| match &choice.target {
        MenuTarget::Lists(puzzles) if model.lists_days() => puzzles.iter().map(pip).collect(),
        _ => Vec::new(),
    };
    let choice = |choice: &'a MenuChoice| ChoiceView {
        label: &choice.label,
        detail: &choice.detail,
        section: &choice.section,
        thumbnail: choice.thumbnail.as_ref().map(thumbnail),
        saved: choice.saved.is_some(),
        lists: matches!(choice.target, MenuTarget::Lists(_) | MenuTarget::Calendar(_)),
        difficulties: difficulties(choice).iter().map(|difficulty| difficulty.label.as_str()).collect(),
        pips: pips(choice),
    };
    let listed = model.listed_choices();
    let list = model.list_title();
    let title = list.unwrap_or("What to play");
    let preferred = listed.iter().find(|choice| choice.is_preferred).or(listed.first()).map_or(&[][..], difficulties);
    let difficulty = preferred.iter().find(|difficulty| difficulty.is_preferred).or(preferred.first());
    Some(Menu {
        title,
        choices: listed.iter().map(choice).collect(),
        selected,
        days: model.lists_days(),
        nested: list.is_some(),
        difficulty: difficulty.map(|difficulty| difficulty.label.as_str()),
    })
}

/// Returns the difficulties to which a size of new puzzles leads; empty for other choices.
fn difficulties(choice: &MenuChoice) -> &[MenuChoice] {
    match &choice.target {
        MenuTarget::Lists(list) if list.iter().all(is_difficulty) => list,
        _ => &[],
    }
}

/// Returns `true` for a difficulty: a choice of new puzzles that has only a name. All other puzzles have a picture, a
/// detail or a progress.
fn is_difficulty(choice: &MenuChoice) -> bool {
    let MenuChoice { thumbnail, detail, progress, is_lesson, target, .. } = choice;
    let has_more = thumbnail.is_some() || !detail.is_empty() || progress.is_some() || *is_lesson;
    matches!(target, MenuTarget::Opens(_)) && !has_more
}

/// Returns the name of the progress of a daily puzzle.
fn pip(choice: &MenuChoice) -> &'static str {
    match choice.progress {
        None | Some(GameProgress::New) => "new",
        Some(GameProgress::Begun) => "begun",
        Some(GameProgress::Solved) => "solved",
    }
}

fn thumbnail(thumbnail: &Thumbnail) -> ThumbnailView {
    let Thumbnail { columns, cells, .. } = thumbnail;
    let tints = cells::thumbnail_grounds(thumbnail);
    let symbols = cells.iter().map(|&cell| sign(cell).map(String::from).unwrap_or_default()).collect();
    ThumbnailView { columns: *columns, tints, symbols }
}

/// The sign in a picture for a square that is blocked from the beginning.
pub(crate) const CROSS: char = 'x';

/// Returns the symbol of a cell of a picture, or [`CROSS`] for a blocked square; `None` for an empty cell.
pub(crate) fn sign(cell: ThumbnailCell) -> Option<char> {
    cell.symbol.or(cell.is_closed.then_some(CROSS))
}

fn page(model: &Model) -> Option<PageText> {
    let Mode::Page(page) = *model.mode() else { return None };
    if matches!(page, Page::Menu(_) | Page::Settings(_)) {
        return None;
    }
    let mut lines = words::page(model, page).into_iter().filter(|line| !line.is_empty());
    let title = lines.next();
    // The page draws the table of the statistics.
    let table = match page {
        Page::Statistics => words::statistics(model).len().saturating_sub(1),
        _ => 0,
    };
    Some(PageText { title, lines: lines.skip(table).collect() })
}

/// Returns the statistics as JSON: a [`CategoryView`] for each category. A function of its own, so that the first part
/// of the engine is without it.
#[inline(never)]
fn statistics(model: &Model) -> Value {
    let mut categories: Vec<CategoryView> = Vec::new();
    for ([title, solved, best, average, _, streak, longest], spread) in
        words::statistics(model).into_iter().zip(words::time_spreads(model)).skip(1)
    {
        match (title.strip_prefix("  "), categories.last_mut()) {
            (Some(part), Some(category)) => {
                category.parts.push(CategoryPart { title: part.to_owned(), solved, best, average, spread });
            }
            _ => categories.push(CategoryView { title, solved, streak, longest, parts: Vec::new() }),
        }
    }
    serde_json::to_value(categories).unwrap_or_default()
}

fn typing(model: &Model) -> Option<TypingView<'_>> {
    let (text, asked) = (model.typing()?, words::asked(model)?);
    let prompt = asked.strip_suffix(&format!("{text}_")).unwrap_or(&asked);
    let purpose = model.typing_purpose();
    let opens = purpose == Some(InputPurpose::Open);
    let takes = purpose.is_some_and(|purpose| purpose.takes_value() || purpose == InputPurpose::Why);
    Some(TypingView { prompt: prompt.trim_end().trim_end_matches(':').to_owned(), text, opens, takes, error: None })
}

/// Returns the statuses that the help level can show, with their meanings.
fn legend(model: &Model) -> Vec<LegendEntry> {
    let puzzle = model.board().puzzle();
    let assist = model.assist();
    let statuses: &[Status] = match (assist, model.board().has_values()) {
        _ if model.tree().is_some() => return Vec::new(),
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
        LegendEntry { s: status.name(), text }
    };
    let unknown = has_unknown.then_some(&Status::Unknown);
    let has_barred = !puzzle.closed().is_empty();
    let barred = has_barred.then(|| LegendEntry { s: cells::BARRED, text: "blocked from the beginning".to_owned() });
    statuses.iter().chain(unknown).map(entry).chain(barred).collect()
}

/// Returns the number of solutions after each move, on a logarithmic scale from `0` to `1`; empty if the counts are not
/// exact, or the help level hides them.
fn curve(model: &Model) -> Vec<f64> {
    let is_shown = model.assist().is_guided() && model.tree().is_none();
    let Some(session) = model.session().filter(|_| is_shown) else { return Vec::new() };
    if !session.guide().total().is_exact() {
        return Vec::new();
    }
    let exact = session.count_history().filter(|total| total.is_exact()).map(Count::value);
    // Floating point is exact enough for a curve. A board without solutions is at the bottom.
    let heights =
        exact.map(|total| u64::try_from(total).map_or(f64::from(u64::BITS), |total| (total as f64 + 1.0).log2()));
    let heights: Vec<f64> = heights.collect();
    let top = heights.iter().copied().fold(1.0, f64::max);
    if heights.len() < 2 { Vec::new() } else { heights.into_iter().map(|height| height / top).collect() }
}

fn diagram(model: &Model) -> Option<DiagramView> {
    let Mode::Diagram(screen) = model.mode() else { return None };
    let puzzle = model.board().puzzle();
    let widths = screen.widths().to_vec();
    let nodes: Vec<DiagramNode> = screen.nodes().take(MAX_DRAWN_NODES + 1).collect();
    let is_whole = !nodes.is_empty() && nodes.len() <= MAX_DRAWN_NODES;
    let node = |node: &DiagramNode| {
        let [low, high] = node.children.map(|child| child.index());
        let label = node.describe(puzzle);
        NodeView { id: node.node.index(), level: node.variable.index(), low, high, label }
    };
    Some(DiagramView {
        summary: screen.summary(puzzle),
        conjunction: screen.conjoined().map(|(at, sizes)| ConjunctionSteps { at, sizes }),
        kept: screen.effect().map(|(_, widths)| widths.to_vec()),
        labels: Variable::all(widths.len()).map(|variable| puzzle.name(variable)).collect(),
        widths,
        root: nodes.first().map(|node| node.node.index()),
        nodes: is_whole.then(|| nodes.iter().map(node).collect()),
        kept_nodes: kept(screen, &nodes).filter(|_| is_whole),
    })
}

/// Returns the indices of the nodes that remain if the player places the variable under the cursor. These nodes lie on
/// a path from the root to a solution with the variable. `None` if the effect of this move is not shown.
fn kept(screen: &DiagramScreen, nodes: &[DiagramNode]) -> Option<Vec<usize>> {
    let (placed, _) = screen.effect()?;
    let edges = |node: &DiagramNode| node.children.into_iter().skip(usize::from(node.variable == placed));
    // Parents come before their children, so a pass forwards finds the reachable nodes, and a pass backwards finds the
    // nodes that lead to a solution.
    let mut reached = BTreeSet::from([nodes.first()?.node]);
    for node in nodes {
        if reached.contains(&node.node) {
            reached.extend(edges(node));
        }
    }
    let mut leads = BTreeSet::from([bdd_core::NodeId::TRUE]);
    for node in nodes.iter().rev() {
        if edges(node).any(|child| leads.contains(&child)) {
            leads.insert(node.node);
        }
    }
    Some(reached.intersection(&leads).map(|node| node.index()).collect())
}
