//! The options of a configurator, as the page draws them.

use game::{Model, TreeRow, words};
use puzzle_core::Status;
use serde::Serialize;

/// The maximum number of lines that are sent and drawn. The page would be slow with many thousands of lines.
const MAX_LINES: usize = 400;

/// The visible lines of the tree, or the suggestions of a search.
#[derive(Serialize)]
pub(crate) struct TreeView {
    lines: Vec<OptionView>,
    /// The unsent lines before `lines`; `after` has the unsent lines after them. `None` if there are no such lines.
    before: Option<FurtherLines>,
    after: Option<FurtherLines>,
    /// The text typed to search for an option; `None` if the player does not search.
    search: Option<String>,
    /// The label of the search field.
    label: &'static str,
    /// The message if the search finds no option.
    message: Option<&'static str>,
}

/// A line of the tree.
#[derive(Serialize)]
struct OptionView {
    /// The number of the line in the whole tree.
    line: usize,
    name: String,
    depth: usize,
    /// `true` if the lines below this line are hidden; `None` if there are no lines below.
    folded: Option<bool>,
    /// The status of the option; `None` for a heading.
    s: Option<&'static str>,
    price: Option<String>,
    /// The number of options to choose among the lines below.
    choice: Option<String>,
    /// The state of the option in words. An open option also has the number and the lowest price of the configurations
    /// with this option.
    state: String,
    /// `true` if the game can explain the state.
    explained: bool,
}

/// The summary of the unfolded lines before, or after, the lines that are sent. At most [`MAX_LINES`] lines are sent.
#[derive(Serialize)]
struct FurtherLines {
    /// The number of the unsent line that is nearest to the sent lines.
    line: usize,
    text: String,
}

/// Returns the options around the selected line; `None` if the puzzle is no configurator.
pub(crate) fn tree(model: &Model) -> Option<TreeView> {
    model.tree()?;
    let rows = model.tree_rows();
    let at = rows.iter().position(|row| row.is_selected).unwrap_or(0);
    let start = at - at % MAX_LINES;
    let end = rows.len().min(start + MAX_LINES);
    let further = |index: Option<usize>, count, place| {
        let line = rows.get(index?)?.line;
        let text = format!("{count} more line{} {place}", if count == 1 { "" } else { "s" });
        Some(FurtherLines { line, text })
    };
    Some(TreeView {
        lines: rows[start..end].iter().map(|row| line(model, row)).collect(),
        before: further(start.checked_sub(1), start, "above"),
        after: further(Some(end), rows.len() - end, "below"),
        search: model.search_text().map(str::to_owned),
        label: "Find an option",
        message: rows.is_empty().then_some(words::NO_MATCH),
    })
}

/// Returns the number of the selected line; `None` if the puzzle is no configurator, or if no line is visible.
pub(crate) fn selected(model: &Model) -> Option<usize> {
    model.tree_rows().into_iter().find(|row| row.is_selected).map(|row| row.line)
}

fn line(model: &Model, row: &TreeRow) -> OptionView {
    let about = &model.tree().expect("the rows are of a tree").lines()[row.line];
    let status = row.variable.and_then(|variable| Some(model.guide()?.status(variable)));
    let state = status.map(words::option_state).into_iter().map(str::to_owned);
    let outlook = row.variable.and_then(|variable| words::option_outlook(model, variable));
    OptionView {
        line: row.line,
        name: about.name.clone(),
        depth: row.depth,
        folded: row.is_folded,
        s: row.variable.map(|_| status.unwrap_or(Status::Unknown).name()),
        price: row.variable.and_then(|variable| words::option_price(model, variable)),
        choice: (!about.choice.is_empty()).then(|| format!("({})", about.choice)),
        state: state.chain(outlook).collect::<Vec<_>>().join(", "),
        explained: matches!(status, Some(Status::Forced | Status::Excluded | Status::Dead)),
    }
}
