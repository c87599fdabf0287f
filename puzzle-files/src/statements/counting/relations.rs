//! Rules that need hidden variables: `match`, which pairs clues with pieces, and `different`, by which groups have
//! different values.

use std::ops::Range;

use bdd_core::{Literal, Variable};
use puzzle_core::sentences::with_article;
use puzzle_kind::{RuleCount, RuleScope};

use super::super::{Rule, StatementReader};
use super::sentences::{neighbour_kind, noun_of};
use super::{counted_values, neighbourhoods};
use crate::board::Group;
use crate::naming;
use crate::telling::{self, Telling, TellingScopes};
use crate::tree::{ReadResult, TomlItem, TomlTable, fail};

/// Reads `match = "T"`, which pairs each clue `T` with one neighbouring piece, and each piece with one such clue.
///
/// The key `clue` has the noun for these clues, such as `tree`.
///
/// A hidden variable for each clue and each neighbouring cell, such as `b2-b1`, is true if the clue is paired with the
/// piece in this cell.
pub(crate) fn matching(
    reader: &mut StatementReader<'_>,
    table: &TomlTable<'_>,
    item: &TomlItem<'_>,
) -> ReadResult<(Vec<Rule>, Telling)> {
    only(table, &["match", "clue", "of", "neighbours", "name"])?;
    let Some(signs) = item.as_text() else { return item.expected("the signs of clues, such as \"T\"") };
    let values = match counted_values(reader, table)?.as_slice() {
        [values] => values.clone(),
        _ => return item.expected("in a rule whose \"of\" is one value, or several that are counted together"),
    };
    let near = neighbourhoods(reader, table, &item.span)?;
    let is_clue = |cell: usize| reader.cells.board.clues[cell].is_some_and(|clue| signs.contains(clue));
    let clues: Vec<(usize, Vec<usize>)> = (near.iter().filter_map(|group| Some((group.of?, group))))
        .filter(|&(of, _)| is_clue(of))
        .map(|(of, group)| (of, reader.open_cells(group)))
        .collect();
    if clues.is_empty() {
        return item.expected("signs in \"clues\"");
    }
    let name = table.text("name", 60)?;
    let noun_of_clue = table.text("clue", 20)?;
    let kind = neighbour_kind(reader, table);
    let mut rules = Vec::new();
    let mut scopes = Vec::new();
    let mut of_cell: Vec<Vec<Literal>> = vec![Vec::new(); reader.cells.board.cells()];
    for (clue, cells) in clues {
        let mut own = Vec::new();
        let board = &reader.cells.board;
        let sign = board.clues[clue].map_or_else(String::new, String::from);
        let scope = RuleScope::new(
            format!("the {} in {}", noun_of_clue.unwrap_or(&sign), board.names[clue]),
            cells.iter().chain([&clue]).map(|&cell| board.position(cell)).collect(),
        );
        // The pieces in these cells may belong to other clues, but at least one belongs to this clue.
        let known = reader.cells;
        let taken = cells.iter().flat_map(|&cell| values.iter().filter_map(move |&value| known.has(cell, value)));
        let taken: Vec<Variable> = taken.map(|literal| literal.variable).collect();
        scopes.push(scope.counting(1..=taken.len().max(1), taken));
        for cell in cells {
            let board = &reader.cells.board;
            let link = reader.hide(format!("{}-{}", board.names[clue], board.names[cell]), &item.span)?;
            of_cell[cell].push(link);
            own.push(link);
        }
        let of_clue = &reader.cells.board.names[clue];
        let name =
            name.map_or_else(|| format!("the match of the clue {of_clue}"), |name| format!("{name} ({of_clue})"));
        // For a clue without open neighbours, this rule has no literals, so that no solution satisfies it.
        rules.push(Rule::new(1..=own.len().max(1), own.clone(), name.clone()));
        rules.push(Rule::new(0..=1, own, name));
    }
    let a_clue = noun_of_clue.map_or_else(|| format!("a {signs}"), with_article);
    let mut lonely = RuleScope::new(format!("the cells without {a_clue} {}", kind.beside()), Vec::new());
    for (cell, links) in of_cell.into_iter().enumerate() {
        let taken: Vec<Literal> = values.iter().filter_map(|&value| reader.cells.has(cell, value)).collect();
        for &link in &links {
            rules.push(clause(reader, [!link].into_iter().chain(taken.iter().copied())));
        }
        for &one in &taken {
            rules.push(clause(reader, [!one].into_iter().chain(links.iter().copied())));
            if links.is_empty() {
                lonely.cells.push(reader.cells.board.position(cell));
                lonely.counts.push(RuleCount { values: String::new(), bounds: 1..=1, literals: vec![!one] });
            }
        }
        if links.len() > 1 {
            let name = format!("the match of the cell {}", reader.cells.board.names[cell]);
            rules.push(Rule::new(0..=1, links, name));
        }
    }
    if !lonely.cells.is_empty() {
        scopes.push(lonely);
    }
    let noun = noun_of(reader, &values);
    let sentence = format!(
        "Each {} has one {noun} of its own {}, and no {noun} is left over.",
        noun_of_clue
            .map_or_else(|| signs.chars().map(String::from).collect::<Vec<_>>().join(" and each "), str::to_owned),
        kind.around()
    );
    if let Some(noun) = noun_of_clue {
        reader.contents.clue_nouns.extend(signs.chars().map(|sign| (sign, noun.to_owned())));
    }
    Ok((rules, Telling { sentence, scopes: TellingScopes::Own(scopes) }))
}

/// Reads `different = "row column"`: no two rows, and no two columns, have the same values in all cells.
///
/// A hidden variable for each two compared cells, such as `a1<>a2`, is true if their values differ.
pub(crate) fn different(
    reader: &mut StatementReader<'_>,
    table: &TomlTable<'_>,
    item: &TomlItem<'_>,
) -> ReadResult<(Vec<Rule>, Telling)> {
    only(table, &["different", "name"])?;
    let name = table.text("name", 60)?;
    let mut rules = Vec::new();
    let mut scopes = Vec::new();
    let mut kinds = Vec::new();
    for word in item.words()? {
        kinds.push(format!("no two {}s", word.text));
        let groups = reader.cells.board.groups(&word, None)?;
        for (i, first) in groups.iter().enumerate() {
            for second in &groups[i + 1..] {
                if first.cells.len() != second.cells.len() {
                    let message = format!("expected groups of equal size, but those of {:?} differ", word.text);
                    return fail(&word.span, message);
                }
                let own = differences(reader, first, second, &item.span, &mut rules)?;
                let both = format!("{} against {}", first.name, second.name);
                let cells = first.cells.iter().chain(&second.cells);
                let cells = cells.map(|&cell| reader.cells.board.position(cell)).collect();
                let count = RuleCount { values: String::new(), bounds: 1..=own.len().max(1), literals: own.clone() };
                scopes.push(RuleScope { counts: vec![count], ..RuleScope::new(both.clone(), cells) });
                let name = name.map_or_else(|| both.clone(), |name| format!("{name} ({both})"));
                rules.push(Rule::new(1..=own.len().max(1), own, name));
            }
        }
    }
    if scopes.is_empty() {
        return item.expected("a kind of group that the board has at least twice, such as \"row\"");
    }
    let sentence = telling::sentence(&format!("{} have the same values in all cells", kinds.join(" and ")));
    Ok((rules, Telling { sentence, scopes: TellingScopes::Own(scopes) }))
}

/// Adds and returns a hidden variable for each two corresponding cells of the groups. Adds rules by which the variable
/// is true exactly if the values of the two cells differ.
fn differences(
    reader: &mut StatementReader<'_>,
    first: &Group,
    second: &Group,
    span: &Range<usize>,
    rules: &mut Vec<Rule>,
) -> ReadResult<Vec<Literal>> {
    let mut own = Vec::new();
    for (&a, &b) in first.cells.iter().zip(&second.cells).filter(|(a, b)| a != b) {
        let cells = reader.cells;
        if let Some(clue) = [a, b].into_iter().find(|&cell| !cells.board.is_open(cell)) {
            let message =
                format!("expected open cells to compare, found {}, which shows a clue", cells.board.names[clue]);
            return fail(span, message);
        }
        let differ = reader.hide(format!("{}<>{}", cells.board.names[a], cells.board.names[b]), span)?;
        for value in 0..cells.values.len() {
            let [Some(of_a), Some(of_b)] = [a, b].map(|cell| cells.has(cell, value)) else { continue };
            rules.push(clause(reader, [!differ, !of_a, !of_b]));
            rules.push(clause(reader, [differ, !of_a, of_b]));
            if cells.values.is_single() {
                rules.push(clause(reader, [!differ, of_a, of_b]));
                rules.push(clause(reader, [differ, of_a, !of_b]));
            }
        }
        own.push(differ);
    }
    Ok(own)
}

/// Returns the rule that at least one literal is true, with its default name.
fn clause(reader: &StatementReader<'_>, literals: impl IntoIterator<Item = Literal>) -> Rule {
    let literals: Vec<Literal> = literals.into_iter().collect();
    let name = naming::clause(&literals, |literal| reader.literal_name(literal));
    Rule::clause(literals, name)
}

/// Returns an error if a rule has a key that is not in `keys`. The error message names the first of `keys`, such as
/// `match`.
fn only(table: &TomlTable<'_>, keys: &[&str]) -> ReadResult<()> {
    match super::keys().iter().filter(|key| !keys.contains(key)).find_map(|key| table.get(key)) {
        Some(item) => fail(&item.span, format!("{:?} is not allowed in a rule with {:?}", item.key, keys[0])),
        None => Ok(()),
    }
}
