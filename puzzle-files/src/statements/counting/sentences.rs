//! The sentences of `[[rule]]` statements that count cells in groups.

use std::ops::Range;

use super::super::StatementReader;
use super::{Bounds, counted_values, value_names, when};
use crate::board::{Group, NeighbourKind};
use crate::naming;
use crate::telling::{self, Telling, TellingScopes};
use crate::tree::{ReadResult, TomlTable};

/// The maximum number of groups that a sentence lists.
const MAX_LISTED: usize = 8;

/// Returns the sentence of a rule that counts cells in `groups`. `bounds` has the bounds of each group.
pub(super) fn telling(
    reader: &StatementReader<'_>,
    table: &TomlTable<'_>,
    groups: &[Group],
    bounds: &[(Option<Bounds>, Range<usize>)],
) -> ReadResult<Telling> {
    let sets = counted_values(reader, table)?;
    let longest = groups.iter().map(|group| group.cells.len()).max().unwrap_or(0);
    let all: Vec<&Bounds> = bounds.iter().filter_map(|(bounds, _)| bounds.as_ref()).collect();
    let Some(&first) = all.first() else { return Ok(Telling::default()) };
    let kind = neighbour_kind(reader, table);
    let every = match table.get("every") {
        Some(item) => item.words()?.iter().map(|word| word.text).collect(),
        None => Vec::new(),
    };
    // If the groups have different bounds, the player sees the bounds on the board or in the names of the groups.
    let are_listed = all.iter().any(|&other| other != first);
    let is_each = sets.len() > 1;
    let noun = noun_of(reader, &sets.concat());
    let amount = match (reader.cells.values.is_single(), is_each) {
        (true, _) => telling::number_of(first, longest, &noun),
        (false, true) => format!("each value {}", telling::times(first, longest)),
        (false, false) => format!("{} {}", value_names(reader, &sets[0]), telling::times(first, longest)),
    };
    let amount = if are_listed { format!("the number of {noun}s that is given for it") } else { amount };
    if every == ["pair"] {
        let pair = kind.pair();
        let sentence = match (*first == (0..=1), reader.cells.values.is_single(), is_each) {
            (true, true, _) => format!("no two {pair} both have a {noun}"),
            (true, false, true) => format!("two {pair} have different values"),
            _ => format!("two {pair} have {amount} together"),
        };
        let scopes = TellingScopes::Neighbours(!kind.is_visible() || reader.cells.board.wraps);
        return Ok(Telling { sentence: telling::sentence(&sentence.replace(", have", " have")), scopes });
    }
    let near = kind.around();
    let subject = match (table.get("at"), when(reader, table)?, table.get("away-from")) {
        (Some(signs), ..) => {
            let signs = signs.as_text().unwrap_or_default().chars().map(String::from);
            format!("each {}", signs.collect::<Vec<_>>().join(" and each "))
        }
        (_, Some((value, _)), _) if reader.cells.values.is_single() => format!("each {}", noun_of(reader, &[value])),
        (_, Some((value, _)), _) => format!("the cell with {}", reader.cells.values.names[value]),
        (.., Some(signs)) => {
            format!("the area of the cells with no {} {near}", signs.as_text().unwrap_or_default())
        }
        _ => subject(reader, &every, groups),
    };
    let has_clues = table.get("exactly").is_some_and(|item| item.as_text() == Some("clues"));
    let sentence = if has_clues {
        format!("a number counts the {noun}s {near}")
    } else if every.contains(&"neighbourhood") {
        format!("{subject} has {amount} {near}")
    } else if table.get("window").is_some() {
        format!("any {longest} consecutive cells of {subject} have {amount}")
    } else {
        format!("{subject} has {amount}")
    };
    Ok(Telling::new(telling::sentence(&sentence)))
}

/// Returns the phrase for groups, such as `each row and each column`.
fn subject(reader: &StatementReader<'_>, every: &[&str], groups: &[Group]) -> String {
    let is_list = reader.cells.board.is_list;
    match (every, groups) {
        (["board"], _) => if is_list { "the list" } else { "the board" }.to_owned(),
        (["neighbourhood"], _) => "each cell".to_owned(),
        ([], [only]) => format!("the group of {}", only.name.trim_start_matches("the choice of ")),
        ([], _) if groups.len() > MAX_LISTED => format!("each of {} groups", groups.len()),
        ([], _) => {
            let names =
                groups.iter().map(|group| group.name.trim_start_matches("the choice of ").replace(" and ", ", "));
            format!("each of these groups ({})", names.collect::<Vec<_>>().join("; "))
        }
        (every, _) => naming::several(&every.iter().map(|kind| format!("each {kind}")).collect::<Vec<_>>(), "and"),
    }
}

/// Returns the kind of neighbours that a rule defines, or the kind of the board if the rule defines no neighbours.
pub(super) fn neighbour_kind(reader: &StatementReader<'_>, table: &TomlTable<'_>) -> NeighbourKind {
    table.get("neighbours").map_or(reader.cells.board.neighbour_kind, |item| NeighbourKind::of(&item))
}

/// Returns the noun for a counted piece or value, such as `star`, `choice` or `2 or 3`.
pub(super) fn noun_of(reader: &StatementReader<'_>, values: &[usize]) -> String {
    let known = &reader.cells.values;
    match &known.piece {
        Some(piece) => piece.clone(),
        None if known.is_single() && reader.cells.board.is_list => "choice".to_owned(),
        None if known.is_single() => "mark".to_owned(),
        None => value_names(reader, values),
    }
}
