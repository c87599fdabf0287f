//! The tree of a configurator: its visible lines, and the moves through them.

use puzzle_core::Variable;
use puzzle_kind::OptionTree;

use crate::model::Model;
use crate::screen_step::ScreenStep;
use crate::text_input::{InputPurpose, TextInput};

/// The number of lines by which [`ScreenStep::Next`] and [`ScreenStep::Previous`] move the selection.
const PAGE: usize = 10;
/// The greatest number of suggestions of a search.
const MAX_SUGGESTIONS: usize = 200;

/// A visible line of the tree of a configurator, from [`Model::tree_rows`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// The index of the line in [`OptionTree::lines`].
    pub line: usize,
    /// The option; `None` for the heading of a group.
    pub variable: Option<Variable>,
    /// The number of visible ancestors of this line in the tree; 0 for a suggestion of a search.
    pub depth: usize,
    /// `Some(true)` if the parts of the line are hidden, `Some(false)` if they are shown; `None` for a line without
    /// parts, and for a suggestion of a search.
    pub is_folded: Option<bool>,
    /// `true` if the line is selected.
    pub is_selected: bool,
}

impl Model {
    /// Returns the options of a configurator; `None` for any other puzzle, and if [`Model::shows_trees`] is `false`.
    #[must_use]
    pub fn tree(&self) -> Option<&OptionTree> {
        self.play.board.puzzle().options().filter(|_| self.shows_trees)
    }

    /// Returns the visible lines of [`Model::tree`], from top to bottom: the suggestions during a search, otherwise the
    /// lines that are not below a folded line. Empty without a tree.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use game::{Model, Series};
    /// use puzzle_files::FilePuzzle;
    ///
    /// let tea = FilePuzzle::read("features\n  Tea\n    alternative\n      green\n      black\n")?;
    /// let mut model = Model::new(Arc::new(Series::of(Vec::new())), 1, Arc::new(tea));
    /// model.shows_trees = true;
    /// let depths: Vec<usize> = model.tree_rows().iter().map(|row| row.depth).collect();
    /// assert_eq!(depths, [0, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tree_rows(&self) -> Vec<TreeRow> {
        let Some(tree) = self.tree() else { return Vec::new() };
        let row = |line: usize, depth, is_folded, is_selected| TreeRow {
            line,
            variable: tree.lines()[line].variable,
            depth,
            is_folded,
            is_selected,
        };
        if let Some(found) = self.suggestions() {
            let selected = self.play.tree.suggestion.min(found.len().saturating_sub(1));
            let rows = found.into_iter().enumerate();
            return rows.map(|(index, line)| row(line, 0, None, index == selected)).collect();
        }
        let state = &self.play.tree;
        let mut rows = Vec::new();
        let mut line = 0;
        while line < tree.lines().len() {
            let parts = tree.parts(line);
            let is_folded = state.folded.contains(&line);
            let fold = (!parts.is_empty()).then_some(is_folded);
            rows.push(row(line, tree.lines()[line].depth, fold, line == state.selected));
            line = if is_folded { parts.end } else { line + 1 };
        }
        rows
    }

    /// Returns the text by which the player searches for an option; `None` if the player does not search.
    #[must_use]
    pub fn search_text(&self) -> Option<&str> {
        let search = self.screen.typing.as_ref().filter(|typing| typing.purpose == InputPurpose::Search)?;
        Some(&search.text)
    }

    /// Returns the lines found by the search; `None` if the player does not search.
    fn suggestions(&self) -> Option<Vec<usize>> {
        let text = self.search_text()?;
        let mut found = self.tree()?.matching(text);
        found.truncate(MAX_SUGGESTIONS);
        Some(found)
    }

    /// Returns the selected line of the tree; `None` without a tree.
    pub(crate) fn selected_line(&self) -> Option<usize> {
        self.tree().map(|_| self.play.tree.selected)
    }

    /// Returns the option on the selected line; `None` on a heading.
    #[must_use]
    pub fn selected_option(&self) -> Option<Variable> {
        self.tree()?.lines()[self.play.tree.selected].variable
    }

    /// Selects a line, shows it, and moves the cursor to its option. Ignores lines that the tree lacks.
    pub(crate) fn select_line(&mut self, line: usize) {
        let Some(tree) = self.tree().filter(|tree| line < tree.lines().len()) else { return };
        let above: Vec<usize> = std::iter::successors(tree.parent(line), |&above| tree.parent(above)).collect();
        let cell = tree.lines()[line].variable.map(|variable| self.play.board.puzzle().cell(variable));
        let state = &mut self.play.tree;
        state.selected = line;
        above.iter().for_each(|above| {
            state.folded.remove(above);
        });
        self.play.cursor = cell.unwrap_or(self.play.cursor);
        self.play.tree.at = Some(self.play.cursor);
    }

    /// Selects the line of the option under the cursor if the cursor has moved.
    pub(crate) fn follow_cursor(&mut self) {
        if self.play.tree.at == Some(self.play.cursor) || self.tree().is_none() {
            return;
        }
        // A new game begins at the first line, which may be a heading.
        let is_new = self.play.tree.at.is_none() && self.play.cursor == self.play.board.first_cell();
        let variable = self.play.board.only(self.play.cursor);
        let line = variable.and_then(|variable| self.tree()?.line_of(variable));
        match line.filter(|_| !is_new) {
            Some(line) => self.select_line(line),
            None => self.play.tree.at = Some(self.play.cursor),
        }
    }

    /// Moves the selection by visible lines; during a search, by suggestions.
    pub(crate) fn move_selection(&mut self, by: isize) {
        let rows = self.tree_rows();
        let Some(last) = rows.len().checked_sub(1) else { return };
        let present = rows.iter().position(|row| row.is_selected).unwrap_or(0);
        let next = present.saturating_add_signed(by).min(last);
        if self.suggestions().is_some() {
            self.play.tree.suggestion = next;
        } else {
            self.select_line(rows[next].line);
        }
    }

    /// Goes to a line by a step: a page up or down, the first or the last line.
    pub(crate) fn step_in_tree(&mut self, step: ScreenStep) {
        match step {
            ScreenStep::Next => self.move_selection(PAGE as isize),
            ScreenStep::Previous => self.move_selection(-(PAGE as isize)),
            ScreenStep::First => self.move_selection(isize::MIN),
            ScreenStep::Last => self.move_selection(isize::MAX),
            _ => {}
        }
    }

    /// Hides or shows the parts of a line; `is_folded` is the new state. Returns `false` if nothing changes.
    pub(crate) fn fold(&mut self, line: usize, is_folded: bool) -> bool {
        let Some(tree) = self.tree().filter(|tree| line < tree.lines().len()) else { return false };
        if tree.parts(line).is_empty() {
            return false;
        }
        if is_folded { self.play.tree.folded.insert(line) } else { self.play.tree.folded.remove(&line) }
    }

    /// Starts a search for options by words of their names.
    pub(crate) fn search(&mut self) {
        self.play.tree.suggestion = 0;
        self.screen.typing = Some(TextInput::new(InputPurpose::Search));
    }

    /// Returns the line that Enter selects during a search for `text`; `None` if no line is found.
    pub(crate) fn suggested_line(&self, text: &str) -> Option<usize> {
        let found = self.tree()?.matching(text);
        found.get(self.play.tree.suggestion.min(found.len().saturating_sub(1))).copied()
    }

    /// Selects the first suggestion again, after a change of the text.
    pub(crate) fn restart_suggestions(&mut self) {
        self.play.tree.suggestion = 0;
    }
}
