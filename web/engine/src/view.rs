//! The view: the state that the page draws, as JSON; only changed parts are sent again. `web/types/view.d.ts` declares the
//! members, for the page's scripts, and `tests/types.rs` compares the two.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use game::{About, Assist, DiagramScreen, Mode, Model, NodeTold, Numbering, Page, Side, words};
use puzzle_core::{Count, Status, Variable};
use puzzle_kind::Cell;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::cells::{self, Drawn};
use crate::said::{Line, Said};
use crate::settings::Settings;
use crate::tools;

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
    /// The puzzle and the manner for which help was last made.
    help_of: Option<(String, Numbering, bool)>,
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

impl Told {
    /// Returns the changes of all that the page draws. `is_wish` if the player has just asked for something.
    pub(crate) fn changes(&mut self, model: &Model, settings: &Settings, is_wish: bool) -> Changes<'_> {
        let lines = lines(model);
        let mut members = view(model, settings, &lines);
        if let Some(said) = self.said.after(model, &lines, is_wish) {
            members.insert("said".to_owned(), said);
        }
        let help_of = Some((key(model), model.awaited().numbering(), model.rules_out_first()));
        if self.help_of != help_of {
            members.insert("help".to_owned(), tools::help(model));
            self.help_of = help_of;
        }
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

/// Returns all that the page draws, but for the cells, what is announced and the help.
fn view(model: &Model, settings: &Settings, lines: &[Line]) -> Map<String, Value> {
    let puzzle = model.board().puzzle();
    let level = |assist: Assist| {
        let (label, text) = (words::level_name(puzzle, assist), words::assist(puzzle, assist));
        json!({ "value": assist.level(), "label": label, "text": text })
    };
    let pointed = |side: Side| match side {
        Side::Row(row) => json!({ "row": row }),
        Side::Column(column) => json!({ "column": column }),
    };
    let busy = busy(model);
    let members = [
        ("puzzle", puzzle_drawn(model)),
        ("mode", model.mode().name().into()),
        ("cursor", at(model.cursor())),
        ("focus", at(model.focus())),
        ("bracket", model.bracketed_cell().map(at).into()),
        ("pointed", model.pointed_side().map(pointed).into()),
        ("reached", reached(model).into()),
        ("lit", json!(model.lit())),
        ("head", head(model)),
        ("lines", json!(lines)),
        ("steps", steps(model).into()),
        ("browse", browse(model).into()),
        ("diagram", diagram(model).into()),
        ("menu", menu(model).into()),
        ("page", page(model).into()),
        ("typing", typing(model).into()),
        ("tools", tools::tools(model, busy.is_some()).into()),
        ("busy", busy.into()),
        ("keys", tools::keys(model).into()),
        ("legend", legend(model).into()),
        ("levels", Assist::ALL.map(level).into_iter().collect()),
        ("level", model.assist().level().into()),
        ("numbers", numbers(model)),
        ("curve", curve(model).into()),
        ("settings", settings.shown().into()),
        ("solved", model.is_solved().into()),
        ("values", keypad(model).into()),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns a cell, by its row and column.
fn at(Cell { row, column }: Cell) -> Value {
    json!([row, column])
}

/// Returns the puzzle, and the layout of its board.
fn puzzle_drawn(model: &Model) -> Value {
    let board = model.board();
    let puzzle = board.puzzle();
    let mut seen = BTreeSet::new();
    let letters = cells::all(model).enumerate().filter_map(|(index, cell)| {
        let region = puzzle.region(cell).filter(|&region| seen.insert(region))?;
        Some((index, puzzle.region_letter(region)?))
    });
    let widest = cells::all(model).map(|cell| board.variables(cell)).max_by_key(|variables| variables.len());
    let symbols = widest.filter(|_| board.has_values()).unwrap_or_default().iter();
    let symbols: Vec<char> = symbols.map(|&variable| puzzle.symbol(variable)).collect();
    let (columns, rows) = (0..board.columns(), 0..board.rows());
    let numbers = |numbers: Vec<Option<usize>>| Some(numbers).filter(|numbers| numbers.iter().any(Option::is_some));
    json!({
        "key": key(model),
        "title": words::title(board, "×"),
        "columns": board.columns(),
        "rows": board.rows(),
        "columnLabels": columns.clone().map(|column| puzzle.column_label(column).trim().to_owned()).collect::<Vec<_>>(),
        "rowLabels": rows.clone().map(|row| puzzle.row_label(row).trim().to_owned()).collect::<Vec<_>>(),
        "columnNumbers": numbers(columns.map(|column| Some(puzzle.column_wanted(column)?.number)).collect()),
        "rowNumbers": numbers(rows.map(|row| Some(puzzle.row_wanted(row)?.number)).collect()),
        "values": symbols.len(),
        "symbols": symbols,
        "piece": puzzle.piece(),
        "checkered": !board.has_values() && !board.has_named_regions(),
        "blocks": cells::all(model).map(|cell| puzzle.region(cell)).collect::<Option<Vec<usize>>>(),
        "tints": cells::grounds(model),
        "letters": letters.collect::<BTreeMap<usize, char>>(),
        "firstBlocks": model.rules_out_first(),
    })
}

/// Compares what stands in rows and columns with the numbers beside them; `None` without numbers, so that those of the
/// puzzle before go.
fn reached(model: &Model) -> Option<Value> {
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
    let has_numbers = columns.iter().chain(&rows).any(Option::is_some);
    has_numbers.then(|| json!({ "columns": columns, "rows": rows }))
}

/// Returns the work that the player waits for, and the part of it that is done.
fn busy(model: &Model) -> Option<Value> {
    if let Some(loading) = model.loading() {
        return Some(json!({ "text": words::building(model, loading, "×"), "fraction": loading.fraction }));
    }
    model.working().map(|_| json!({ "text": words::working(), "fraction": null }))
}

/// Returns the numbers of a catalogue's puzzles, and the one that is played; no last one if they do not end.
fn numbers(model: &Model) -> Value {
    let catalogue = model.awaited();
    let numbers = catalogue.numbers();
    let sizes = catalogue.numbering() == Numbering::Sizes;
    json!({
        "at": model.loading().map_or(model.number(), |loading| loading.number),
        "first": numbers.start(),
        "last": Some(numbers.end()).filter(|&&last| last != usize::MAX),
        "label": if sizes { "Size of the board" } else { "Number of the puzzle" },
        "sizes": sizes,
    })
}

/// Returns the values that the cell under the cursor may have, as keys with the number of each still to be placed.
fn keypad(model: &Model) -> Vec<Value> {
    let board = model.board();
    if !board.has_values() {
        return Vec::new();
    }
    let values_left = model.values_left();
    let key = |&variable: &Variable| {
        let symbol = board.puzzle().symbol(variable);
        let left = values_left.iter().find(|(known, _)| *known == symbol).map(|(_, left)| left);
        json!({ "symbol": symbol, "left": left })
    };
    board.variables(model.cursor()).iter().map(key).collect()
}

/// Returns the text above the board.
fn head(model: &Model) -> Value {
    let guide = model.guide();
    json!({
        "title": words::title(model.board(), "×"),
        "standing": guide.map(|guide| words::standing(model.board().puzzle(), guide.marks())),
        "remaining": guide.filter(|_| model.assist().is_guided()).map(|guide| words::remaining(guide.total())),
        "time": words::time(model),
        "id": model.id(),
    })
}

/// Returns the lines of the panel, each with its tone and with what it is about.
fn lines(model: &Model) -> Vec<Line> {
    let line = |(about, text): (About, String)| {
        let (about, tone) = match about {
            About::Question => ("question", "strong"),
            About::Solution | About::Step => ("step", "strong"),
            About::Summary => ("summary", "plain"),
            About::Note => ("summary", "faint"),
            About::Progress => ("progress", "faint"),
            About::Size => ("step", "plain"),
            About::Repair => ("repair", "plain"),
            About::Outcome | About::Result => ("news", "plain"),
            About::Refusal => ("news", "refusal"),
            About::Lesson => ("lesson", "strong"),
            About::Solved => ("news", "joy"),
            About::Unsolved => ("news", "strong"),
            About::Hint => ("hint", "hint"),
            About::Clash => ("clash", "refusal"),
            About::Cell => ("cell", "plain"),
            About::Total | About::Price => ("price", "plain"),
            About::Effect => ("effect", "faint"),
        };
        Line { text, tone, about }
    };
    words::account(model, "→").into_iter().map(line).collect()
}

/// Returns the whole argument, or all clashes, and the one that is shown.
fn steps(model: &Model) -> Option<Value> {
    let (puzzle, mode) = (model.board().puzzle(), model.mode());
    let ((at, _), told) = (mode.progress()?, mode.told(puzzle)?);
    let step = |(text, depth)| json!({ "text": text, "depth": depth });
    let list: Vec<Value> = mode.steps(puzzle).into_iter().map(step).collect();
    Some(json!({ "at": at - 1, "list": list, "question": told.title }))
}

/// Returns the solution that is looked at, among all.
fn browse(model: &Model) -> Option<Value> {
    let Mode::Browse(screen) = model.mode() else { return None };
    let line = model.board().puzzle().solution_line(screen.solution());
    let (number, total) = (words::grouped(&screen.number()), words::grouped(screen.total()));
    Some(json!({ "number": number, "total": total, "line": line }))
}

fn menu(model: &Model) -> Option<Value> {
    let Mode::Page(Page::Menu(selected)) = model.mode() else { return None };
    Some(json!({ "title": "What to play", "choices": model.choices(), "selected": selected }))
}

/// Returns the text that covers the board.
fn page(model: &Model) -> Option<Value> {
    let Mode::Page(page @ (Page::Paused | Page::Statistics)) = *model.mode() else { return None };
    let mut lines = words::page(model, page).into_iter().filter(|line| !line.is_empty());
    let title = lines.next();
    Some(json!({ "title": title, "lines": lines.collect::<Vec<_>>() }))
}

/// Returns the line that the player types.
fn typing(model: &Model) -> Option<Value> {
    let typing = model.typing()?;
    let asked = words::asked(model, typing);
    let prompt = asked.strip_suffix(&format!("{}_", typing.text)).unwrap_or(&asked);
    Some(json!({ "prompt": prompt.trim_end().trim_end_matches(':'), "text": typing.text }))
}

/// Returns the meanings of the drawings on the board.
fn legend(model: &Model) -> Vec<Value> {
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
        json!({ "s": status.name(), "text": text })
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

/// Returns the diagram of the solutions that are left: its levels, and its nodes where they are few enough to draw.
fn diagram(model: &Model) -> Option<Value> {
    let Mode::Diagram(screen) = model.mode() else { return None };
    let puzzle = model.board().puzzle();
    let widths = &screen.shape().widths;
    let nodes: Vec<NodeTold> = screen.nodes().take(DRAWN + 1).collect();
    let is_whole = !nodes.is_empty() && nodes.len() <= DRAWN;
    let node = |node: &NodeTold| {
        let [low, high] = node.children.map(|child| child.index());
        let (id, level, label) = (node.node.index(), node.variable.index(), node.told(puzzle));
        json!({ "id": id, "level": level, "low": low, "high": high, "label": label })
    };
    let conjunction = screen.conjunction().map(|conjunction| {
        let sizes: Vec<usize> = conjunction.steps.iter().map(|step| step.shape.nodes).collect();
        json!({ "at": conjunction.at(), "sizes": sizes })
    });
    Some(json!({
        "summary": screen.summary(puzzle),
        "conjunction": conjunction,
        "kept": screen.effect().map(|(_, shape)| &shape.widths),
        "labels": Variable::all(widths.len()).map(|variable| puzzle.name(variable)).collect::<Vec<_>>(),
        "widths": widths,
        "root": nodes.first().map(|node| node.node.index()),
        "nodes": is_whole.then(|| nodes.iter().map(node).collect::<Vec<_>>()),
        "keptNodes": kept(screen, &nodes).filter(|_| is_whole),
    }))
}

/// The nodes on ways from the root to a solution that has what is placed in thought.
fn kept(screen: &DiagramScreen, nodes: &[NodeTold]) -> Option<Vec<usize>> {
    let (placed, _) = screen.effect()?;
    let ways = |node: &NodeTold| node.children.into_iter().skip(usize::from(node.variable == placed));
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
    let kept = nodes.iter().map(|node| node.node).filter(|node| reached.contains(node) && leads.contains(node));
    Some(kept.map(|node| node.index()).collect())
}
