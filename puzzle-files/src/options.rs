//! The tree of options that a configurator shows: the features of a feature model, or the names of a puzzle file under
//! the groups that its rules list.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use bdd_core::Variable;
use puzzle_core::features::{FeatureModel, GroupKind};
use puzzle_kind::{OptionLine, OptionTree};

use crate::board::Group;
use crate::cages::Cage;
use crate::statements::{CellVariables, FileContents};

/// Returns the tree of options if the board of the puzzle is a list of names to choose from; `None` for any other
/// puzzle.
pub(crate) fn tree(cells: &CellVariables, contents: &FileContents) -> Option<OptionTree> {
    let is_choice = cells.values.is_single() && cells.values.piece.is_none();
    if !cells.board.is_list || !is_choice || cells.board.has_neighbours() {
        return None;
    }
    Some(OptionTree::new(match &contents.feature_model {
        Some(model) => of_features(cells, model),
        None => of_groups(cells, &contents.groups, &contents.cages),
    }))
}

/// Returns the lines of the tree of options. The options of a group come below its heading. An option in several groups
/// belongs to the first group.
fn of_groups(cells: &CellVariables, groups: &[Group], cages: &[Cage]) -> Vec<OptionLine> {
    let mut headings: Vec<OptionHeading<'_>> = Vec::new();
    for group in groups {
        let bounds = cages.iter().find(|cage| cage.cells == group.cells).map(|cage| &cage.bounds);
        headings.push(OptionHeading { name: &group.name, cells: &group.cells, bounds });
    }
    let listed = cages.iter().filter(|cage| cage.cells.len() > 1);
    let listed = listed.map(|cage| (cage, cage.name.trim_start_matches("the choice of ")));
    headings.extend(listed.map(|(cage, name)| OptionHeading { name, cells: &cage.cells, bounds: Some(&cage.bounds) }));
    let mut group_of: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, heading) in headings.iter().enumerate() {
        // A group that shares names with an earlier group has no heading of its own.
        if heading.cells.iter().all(|cell| !group_of.contains_key(cell)) {
            group_of.extend(heading.cells.iter().map(|&cell| (cell, index)));
        }
    }
    let mut lines = Vec::new();
    let option = |cell: usize, depth| OptionLine {
        name: cells.board.names[cell].clone(),
        variable: cells.has(cell, 0).map(|literal| literal.variable),
        depth,
        ..OptionLine::default()
    };
    for cell in 0..cells.board.cells() {
        match group_of.get(&cell).map(|&index| &headings[index]) {
            None => lines.push(option(cell, 0)),
            Some(heading) if heading.cells.iter().min() == Some(&cell) => {
                let name = heading.name.to_owned();
                let choice = heading.bounds.map_or_else(String::new, |bounds| choice(bounds, heading.cells.len()));
                lines.push(OptionLine { name, choice, ..OptionLine::default() });
                lines.extend(heading.cells.iter().map(|&cell| option(cell, 1)));
            }
            Some(_) => {}
        }
    }
    lines
}

/// A group of names, with the bounds that a rule sets on it, if any.
struct OptionHeading<'a> {
    name: &'a str,
    cells: &'a [usize],
    bounds: Option<&'a RangeInclusive<usize>>,
}

/// Returns the lines of the features that are not hidden. If a feature has several groups, each group that bounds the
/// number of its children has a heading.
fn of_features(cells: &CellVariables, model: &FeatureModel) -> Vec<OptionLine> {
    let variables: HashMap<&str, Variable> = Variable::all(cells.variables())
        .map(|variable| (cells.board.names[variable.index()].as_str(), variable))
        .collect();
    let mut lines = Vec::new();
    // A stack of the features and headings still to be listed, with their depths. The last element is listed next.
    let mut waiting = vec![(Waiting::Feature(0), 0)];
    while let Some((next, depth)) = waiting.pop() {
        match next {
            Waiting::Feature(index) => {
                let feature = &model.features[index];
                let variable = variables.get(feature.name.as_str()).copied();
                let is_shown = variable.is_some();
                let below = depth + usize::from(is_shown);
                let choice = match feature.groups.as_slice() {
                    [only] if is_shown => of_kind(only.kind, only.children.len()),
                    _ => String::new(),
                };
                let has_headings = choice.is_empty();
                if is_shown {
                    lines.push(OptionLine { name: feature.name.clone(), variable, depth, choice });
                }
                for (number, group) in feature.groups.iter().enumerate().rev() {
                    match of_kind(group.kind, group.children.len()) {
                        choice if !choice.is_empty() && has_headings => {
                            waiting.push((Waiting::Group(index, number, choice), below));
                        }
                        _ => waiting.extend(group.children.iter().rev().map(|&child| (Waiting::Feature(child), below))),
                    }
                }
            }
            Waiting::Group(index, number, choice) => {
                lines.push(OptionLine { name: model.features[index].name.clone(), depth, choice, variable: None });
                let children = &model.features[index].groups[number].children;
                waiting.extend(children.iter().rev().map(|&child| (Waiting::Feature(child), depth + 1)));
            }
        }
    }
    lines
}

/// A part of the tree that is still to be listed.
enum Waiting {
    /// The feature with this index.
    Feature(usize),
    /// The heading of a group: the index of its feature, the number of the group in the feature, and its bounds in
    /// words.
    Group(usize, usize, String),
}

/// Returns the bounds of a group in words; empty if the group does not bound the number of chosen children, or only
/// requires all children.
fn of_kind(kind: GroupKind, children: usize) -> String {
    match kind {
        GroupKind::Mandatory | GroupKind::Optional => String::new(),
        kind => choice(&kind.bounds(children), children),
    }
}

/// Returns bounds on the number of chosen options in words, such as `exactly 1 of 4`; empty if the bounds allow any
/// number.
fn choice(bounds: &RangeInclusive<usize>, options: usize) -> String {
    match (*bounds.start(), *bounds.end()) {
        (0, max) if max >= options => String::new(),
        (0, max) => format!("at most {max} of {options}"),
        (min, max) if min == max => format!("exactly {min} of {options}"),
        (min, max) if max >= options => format!("at least {min} of {options}"),
        (min, max) => format!("{min} to {max} of {options}"),
    }
}
