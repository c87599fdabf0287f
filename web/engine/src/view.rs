//! The view, as JSON: the state that the page draws; only changed parts are sent again.

use std::cmp::Ordering;

use game::{About, Assist, DiagramScreen, Mode, Model, NodeTold, Numbering, Page, Side, words};
use puzzle_core::{Count, Variable};
use puzzle_kind::{Cell, Playable};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::cells::{self, Drawn};
use crate::settings::Settings;
use crate::tools;

/// The most nodes of a diagram that is drawn node by node.
const DRAWN: usize = 400;

/// What the page was told last.
#[derive(Debug, Default)]
pub(crate) struct Told {
    members: Map<String, Value>,
    cells: Vec<Drawn>,
    /// What the cells are called.
    names: Vec<String>,
    /// What the board is for which help was last made.
    help_of: Option<Value>,
}

/// What has changed of all that the page draws.
#[derive(Debug, Serialize)]
pub(crate) struct Changes<'a> {
    #[serde(flatten)]
    pub(crate) members: Map<String, Value>,
    /// Cells with their indices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(usize, &'a Drawn)>,
}

/// A line of the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) tone: &'static str,
    pub(crate) about: &'static str,
}

fn line(about: &'static str, tone: &'static str, text: String) -> Line {
    Line { text, tone, about }
}

impl Told {
    /// What has changed of all that the page draws.
    pub(crate) fn changes(&mut self, model: &Model, settings: &Settings, busy: Option<Value>) -> Changes<'_> {
        let mut members = Map::new();
        let board = puzzle(model);
        let is_new = self.members.get("puzzle") != Some(&board);
        members.insert("puzzle".to_owned(), board);
        all(model, settings, busy, &mut members);
        let help_of = json!([members["puzzle"]["key"], members["numbers"]["sizes"], model.rules_out_first()]);
        if self.help_of.as_ref() != Some(&help_of) {
            members.insert("help".to_owned(), value(&tools::help(model)));
            self.help_of = Some(help_of);
        }
        members.retain(|name, value| self.members.get(name) != Some(value));
        for (name, value) in &members {
            self.members.insert(name.clone(), value.clone());
        }
        if is_new {
            self.cells.clear();
            self.names.clear();
        }
        let before = std::mem::replace(&mut self.cells, cells::drawn(model));
        Changes { members, cells: other(&self.cells, &before) }
    }

    /// What has changed of what the cells are called, with their indices, as JSON; empty if that is nothing. To find it out
    /// takes a good part of an answer's time, and nobody sees it: so it is told after that.
    pub(crate) fn names(&mut self, model: &Model) -> String {
        let before = std::mem::replace(&mut self.names, cells::names(model));
        let changed = other(&self.names, &before);
        if changed.is_empty() { String::new() } else { text(&changed) }
    }
}

/// What is not as before, with its index.
fn other<'a, T: PartialEq>(now: &'a [T], before: &[T]) -> Vec<(usize, &'a T)> {
    now.iter().enumerate().filter(|&(at, part)| before.get(at) != Some(part)).collect()
}

/// Data as JSON.
pub(crate) fn text(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("what is drawn is plain data")
}

fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("what is drawn is plain data")
}

fn at(Cell { row, column }: Cell) -> Value {
    json!([row, column])
}

/// Returns the name of the puzzle on the board, which no other puzzle has.
pub(crate) fn key(model: &Model) -> String {
    format!("{}\n{}", words::title(model.board(), "×"), model.board().puzzle().text())
}

/// The puzzle, and how its board is made.
fn puzzle(model: &Model) -> Value {
    let board = model.board();
    let puzzle = board.puzzle();
    let cells: Vec<Cell> =
        (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| Cell { row, column })).collect();
    let regions: Option<Vec<usize>> = cells.iter().map(|&cell| puzzle.region(cell)).collect();
    let mut seen = std::collections::BTreeSet::new();
    let letters = cells.iter().enumerate().filter_map(|(index, &cell)| {
        let region = puzzle.region(cell).filter(|&region| seen.insert(region))?;
        Some((index.to_string(), Value::from(puzzle.region_letter(region)?.to_string())))
    });
    let letters: Map<String, Value> = letters.collect();
    let widest = cells.iter().map(|&cell| board.variables(cell)).max_by_key(|variables| variables.len());
    let symbols = widest.filter(|_| board.has_values()).unwrap_or_default().iter();
    let symbols: Vec<String> = symbols.map(|&variable| puzzle.symbol(variable).to_string()).collect();
    let title = words::title(board, "×");
    // Of each how many are wanted there, or null; none at all where no row or no column has a number.
    let wanted = |wanted: Option<&puzzle_kind::Wanted>| wanted.map_or(Value::Null, |wanted| wanted.number.into());
    let columns: Vec<Value> = (0..board.columns()).map(|column| wanted(puzzle.column_wanted(column))).collect();
    let rows: Vec<Value> = (0..board.rows()).map(|row| wanted(puzzle.row_wanted(row))).collect();
    json!({
        "key": key(model),
        "title": title,
        "kind": puzzle.kind(),
        "columns": board.columns(),
        "rows": board.rows(),
        "columnLabels": (0..board.columns()).map(|column| puzzle.column_label(column).trim().to_owned()).collect::<Vec<_>>(),
        "rowLabels": (0..board.rows()).map(|row| puzzle.row_label(row).trim().to_owned()).collect::<Vec<_>>(),
        "columnNumbers": columns.iter().any(|number| !number.is_null()).then_some(columns),
        "rowNumbers": rows.iter().any(|number| !number.is_null()).then_some(rows),
        "values": symbols.len(),
        "symbols": symbols,
        "piece": puzzle.piece(),
        "spot": puzzle.spot(),
        "checkered": !board.has_values() && !board.has_named_regions(),
        "blocks": regions,
        "tints": cells::grounds(model),
        "letters": letters,
        "firstBlocks": model.rules_out_first(),
    })
}

/// What stands in a row or column, against the number beside it.
fn reached_name(reached: Ordering) -> &'static str {
    match reached {
        Ordering::Less => "fewer",
        Ordering::Equal => "all",
        Ordering::Greater => "more",
    }
}

fn all(model: &Model, settings: &Settings, busy: Option<Value>, view: &mut Map<String, Value>) {
    let mut put = |name: &str, value: Value| view.insert(name.to_owned(), value);
    let board = model.board();
    let puzzle = board.puzzle();
    put("mode", json!(model.mode().name()));
    put("cursor", at(model.cursor()));
    put("focus", at(model.focus()));
    put("bracket", model.bracketed_cell().map_or(Value::Null, at));
    put(
        "pointed",
        match model.pointed_side() {
            Some(Side::Row(row)) => json!({ "row": row }),
            Some(Side::Column(column)) => json!({ "column": column }),
            None => Value::Null,
        },
    );
    let reached = |side: Side| model.side_number(side).map_or(Value::Null, |(_, reached)| reached_name(reached).into());
    let sides = [
        (0..board.columns()).map(|column| reached(Side::Column(column))).collect::<Vec<_>>(),
        (0..board.rows()).map(|row| reached(Side::Row(row))).collect(),
    ];
    let has_numbers = sides.iter().flatten().any(|reached| !reached.is_null());
    let [columns, rows] = sides;
    // Null where there are no numbers, so that those of the puzzle before are not kept.
    put("reached", if has_numbers { json!({ "columns": columns, "rows": rows }) } else { Value::Null });
    put("lit", model.lit().map_or(Value::Null, |symbol| symbol.to_string().into()));
    put("head", head(model));
    put("lines", value(&lines(model)));
    put("steps", steps(model));
    put("browse", browse(model));
    put("diagram", diagram(model));
    put("menu", menu(model));
    put("page", page(model));
    put("typing", typing(model));
    let is_busy = busy.is_some();
    put("busy", busy.unwrap_or(Value::Null));
    put("tools", value(&tools::tools(model, is_busy)));
    put("keys", value(&tools::keys(model)));
    put("legend", legend(model));
    let level = |assist: Assist| {
        let label = words::level_name(puzzle, assist);
        json!({ "value": assist.level(), "label": label, "text": words::assist(puzzle, assist) })
    };
    put("levels", Assist::ALL.map(level).to_vec().into());
    put("level", model.assist().level().into());
    let numbers = model.awaited().numbers();
    let is_sizes = model.awaited().numbering() == Numbering::Sizes;
    put(
        "numbers",
        json!({
            "at": model.loading().map_or(model.number(), |loading| loading.number),
            "first": numbers.start(),
            "last": if *numbers.end() == usize::MAX { Value::Null } else { json!(numbers.end()) },
            "label": if is_sizes { "Size of the board" } else { "Number of the puzzle" },
            "sizes": is_sizes,
        }),
    );
    put("curve", value(&curve(model)));
    put("settings", value(&settings.shown()));
    put("solved", model.is_solved().into());
    let left = model.values_left();
    let widest = board.variables(model.cursor());
    let keypad = widest.iter().zip(1..).filter(|_| board.has_values()).map(|(&variable, number)| {
        let symbol = puzzle.symbol(variable);
        let left = left.iter().find(|(known, _)| *known == symbol).map(|(_, left)| *left);
        json!({ "symbol": symbol.to_string(), "left": left, "number": number })
    });
    put("values", keypad.collect::<Vec<_>>().into());
}

/// What stands above the board.
fn head(model: &Model) -> Value {
    let puzzle = model.board().puzzle();
    let mut label = words::level(puzzle, model.assist());
    if model.hints() > 0 {
        label = format!("{label}, {}", words::hints(model.hints()));
    }
    let guide = model.guide();
    let is_guided = model.assist().is_guided();
    let time = model.played().time;
    json!({
        "title": words::title(model.board(), "×"),
        "level": { "value": model.assist().level(), "label": label },
        "standing": guide.map(|guide| words::standing(puzzle, guide.marks())),
        "remaining": guide.filter(|_| is_guided).map(|guide| words::remaining(guide.total())),
        "time": (model.has_clock() && time.as_secs() > 0).then(|| words::clock(time)),
        "id": model.id(),
    })
}

/// What the panel says.
pub(crate) fn lines(model: &Model) -> Vec<Line> {
    let mut lines = Vec::new();
    if matches!(model.mode(), Mode::Play) {
        play(model, &mut lines);
    }
    if let Some(told) = model.mode().told(model.board().puzzle()) {
        lines.extend(told.lines.into_iter().map(told_line));
        lines.extend(news(model));
    }
    lines
}

/// A line of the account of a screen.
fn told_line((about, text): (About, String)) -> Line {
    match about {
        About::Question => line("question", "strong", text),
        About::Solution | About::Step => line("step", "strong", text),
        About::Summary => line("summary", "plain", text),
        About::Note => line("summary", "faint", text),
        About::Progress => line("progress", "faint", text),
        About::Size => line("step", "plain", text),
        About::Repair => line("repair", "plain", text),
    }
}

fn play(model: &Model, lines: &mut Vec<Line>) {
    let puzzle = model.board().puzzle();
    lines.extend(news(model));
    if let Some(guide) = model.guide() {
        let is_guided = model.assist().is_guided();
        if let Some(given) = model.hint() {
            lines.extend(words::hint(puzzle, given).into_iter().map(|text| line("hint", "hint", text)));
        }
        let clashes = words::excess(puzzle, guide.marks()).into_iter().chain(words::clashes(model));
        lines.extend(clashes.map(|text| line("clash", "refusal", text)));
        lines.extend(words::totals(puzzle, guide, is_guided).into_iter().map(|text| line("price", "plain", text)));
        lines.extend(words::cell_told(model, false).map(|text| line("cell", "plain", text)));
        if let Some(variable) = model.board().only(model.cursor()) {
            lines.extend(words::price(puzzle, guide, variable, is_guided).map(|text| line("price", "plain", text)));
            if is_guided {
                lines.extend(words::effect(puzzle, guide, variable, "→").map(|text| line("effect", "faint", text)));
            }
        }
    }
}

/// The outcome of the last wish, a solved board, a board without solutions.
fn news(model: &Model) -> Vec<Line> {
    let puzzle = model.board().puzzle();
    let mut news = Vec::new();
    if let Some(notice) = model.notice() {
        let tone = if notice.is_refusal() { "refusal" } else { "plain" };
        news.push(line("news", tone, words::notice(model, notice)));
    }
    let Some(guide) = model.guide().filter(|_| matches!(model.mode(), Mode::Play)) else { return news };
    let marks = guide.marks();
    news.extend(words::lesson(model).map(|text| line("lesson", "strong", text)));
    if model.is_solved() {
        news.push(line("news", "joy", puzzle.solved()));
        news.extend(words::finished(model).into_iter().map(|text| line("news", "plain", text)));
    } else if model.assist().is_guided() && !guide.is_completable() && marks.is_empty() {
        news.push(line("news", "strong", words::unsolvable(model)));
    } else if model.is_full() {
        news.push(line("news", "strong", puzzle.unsolved()));
    }
    news
}

/// The whole argument, or all clashes, and which of it is shown.
fn steps(model: &Model) -> Value {
    let (puzzle, mode) = (model.board().puzzle(), model.mode());
    let (Some((at, _)), Some(told)) = (mode.progress(), mode.told(puzzle)) else { return Value::Null };
    let steps = mode.steps(puzzle).into_iter().map(|(text, depth)| json!({ "text": text, "depth": depth }));
    json!({ "at": at - 1, "list": steps.collect::<Vec<_>>(), "question": told.title })
}

fn browse(model: &Model) -> Value {
    let Mode::Browse(screen) = model.mode() else { return Value::Null };
    let line = model.board().puzzle().solution_line(screen.solution());
    json!({ "number": words::grouped(&screen.number()), "total": words::grouped(screen.total()), "line": line })
}

fn menu(model: &Model) -> Value {
    let Mode::Page(Page::Menu(selected)) = *model.mode() else { return Value::Null };
    json!({ "title": "What to play", "choices": model.choices(), "selected": selected })
}

fn page(model: &Model) -> Value {
    let Mode::Page(page @ (Page::Paused | Page::Statistics)) = *model.mode() else { return Value::Null };
    let mut lines = words::page(model, page).into_iter().filter(|line| !line.is_empty());
    let title = lines.next();
    json!({ "title": title, "lines": lines.collect::<Vec<_>>() })
}

fn typing(model: &Model) -> Value {
    let Some(typing) = model.typing() else { return Value::Null };
    let asked = words::asked(model, typing);
    let prompt = asked.strip_suffix(&format!("{}_", typing.text)).unwrap_or(&asked);
    json!({ "prompt": prompt.trim_end().trim_end_matches(':'), "text": typing.text })
}

/// What the drawings on the board mean.
fn legend(model: &Model) -> Value {
    use puzzle_core::Status;
    let puzzle = model.board().puzzle();
    let assist = model.assist();
    let statuses: &[Status] = match (assist, model.board().has_values()) {
        (_, true) => return json!([]),
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
    statuses.iter().chain(unknown).map(entry).collect::<Vec<_>>().into()
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

fn diagram(model: &Model) -> Value {
    let Mode::Diagram(screen) = model.mode() else { return Value::Null };
    let puzzle = model.board().puzzle();
    let labels: Vec<String> =
        Variable::all(screen.shape().widths.len()).map(|variable| puzzle.name(variable)).collect();
    let nodes: Vec<NodeTold> = screen.nodes().take(DRAWN + 1).collect();
    let is_whole = !nodes.is_empty() && nodes.len() <= DRAWN;
    json!({
        "summary": screen.summary(puzzle),
        "conjunction": screen.conjunction().map(|conjunction| {
            let sizes = conjunction.steps.iter().map(|step| step.shape.nodes).collect::<Vec<_>>();
            json!({ "at": conjunction.at(), "sizes": sizes })
        }),
        "widths": screen.shape().widths,
        "kept": screen.effect().map(|(_, shape)| &shape.widths),
        "labels": labels,
        "root": nodes.first().map(|node| node.node.index()),
        "nodes": is_whole.then(|| nodes.iter().map(|node| drawn_node(puzzle, node)).collect::<Vec<_>>()),
        "keptNodes": kept(screen, &nodes).filter(|_| is_whole),
    })
}

fn drawn_node(puzzle: &dyn Playable, node: &NodeTold) -> Value {
    let [low, high] = node.children.map(|child| child.index());
    let label = node.told(puzzle);
    json!({ "id": node.node.index(), "level": node.variable.index(), "low": low, "high": high, "label": label })
}

/// The nodes on ways from the root to a solution that has what is placed in thought.
fn kept(screen: &DiagramScreen, nodes: &[NodeTold]) -> Option<Vec<usize>> {
    let (placed, _) = screen.effect()?;
    let ways = |node: &NodeTold| node.children.into_iter().skip(usize::from(node.variable == placed));
    // Children come after their parents in this order: forth for what is reached, back for what leads to a solution.
    let mut reached = std::collections::BTreeSet::from([nodes.first()?.node]);
    for node in nodes {
        if reached.contains(&node.node) {
            reached.extend(ways(node));
        }
    }
    let mut leads = std::collections::BTreeSet::from([bdd_core::NodeId::TRUE]);
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
