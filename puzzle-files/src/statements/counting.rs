//! The `[[rule]]` statements: bounds on the number of cells with certain values, in each of several groups of cells.

mod conditions;
mod relations;
mod sentences;
mod sums;

use std::ops::{Range, RangeInclusive};

use bdd_core::Literal;

use super::{Rule, RuleGroup, StatementReader};
use crate::board::{FileBoard, Group};
use crate::cages::Cage;
use crate::naming;
use crate::telling::{self, Telling};
use crate::tree::{ReadResult, TomlItem, TomlTable, Word, fail, shortened};
use conditions::Condition;

/// The keys of a `[[rule]]` for the bounds of its count.
const BOUND_KEYS: [&str; 4] = ["exactly", "at-least", "at-most", "between"];
/// The keys of a `[[rule]]` for the cells or variables that it counts.
const GROUP_KEYS: [&str; 5] = ["every", "cells", "groups", "away-from", "things"];

/// Returns all keys that a `[[rule]]` can have.
pub(crate) fn keys() -> Vec<&'static str> {
    let others = ["of", "window", "neighbours", "at", "when", "if", "sum", "name", "match", "clue", "different"];
    [&BOUND_KEYS[..], &GROUP_KEYS, &others].concat()
}

/// The allowed numbers of counted cells in a group.
type Bounds = RangeInclusive<usize>;

/// Reads a `[[rule]]`, and adds it as a statement.
pub(crate) fn read(reader: &mut StatementReader<'_>, item: &TomlItem<'_>) -> ReadResult<()> {
    let table = item.table(&keys())?;
    let [sum, signs, groups, things] = ["sum", "match", "different", "things"].map(|key| table.get(key));
    let (rules, mut telling) = match (sum, signs, groups, things) {
        (Some(attribute), ..) => sums::read(reader, &table, &attribute)?,
        (_, Some(signs), ..) => relations::matching(reader, &table, &signs)?,
        (_, _, Some(groups), _) => relations::different(reader, &table, &groups)?,
        (.., Some(things)) => of_things(reader, &table, &things)?,
        _ => of_groups(reader, &table)?,
    };
    let name = table.text("name", 60)?;
    if let Some(name) = name {
        telling.sentence = format!("{name}: {}", telling.sentence);
    }
    let name = name.map_or_else(|| "the rule".to_owned(), |name| format!("the rule {name:?}"));
    reader.add(item.span.clone(), name, rules, telling)
}

/// Reads a `[[rule]]` with the key `things`, which counts the true literals of a list. Hidden variables may be in the
/// list.
fn of_things(
    reader: &mut StatementReader<'_>,
    table: &TomlTable<'_>,
    item: &TomlItem<'_>,
) -> ReadResult<(Vec<Rule>, Telling)> {
    table.one_of(&GROUP_KEYS)?;
    refuse_keys(table, &["of", "window", "neighbours", "at", "when"], "only for a rule with cells")?;
    let literals = reader.literals(item)?;
    let names: Vec<String> = literals.iter().map(|&literal| reader.literal_name(literal)).collect();
    let name = table.text("name", 60)?;
    let name = name.map_or_else(|| naming::choice(&names), str::to_owned);
    let group = Group { name: name.clone(), cells: Vec::new(), of: None };
    let Some((Some(bounds), span)) = bounds(reader, table, &[group])?.into_iter().next() else {
        return Ok((Vec::new(), Telling::default()));
    };
    let count = literals.len();
    let condition = Condition::read(reader, table)?;
    let told = telling::number_of(&bounds, count, "choice").replace(" choices", "").replace(" choice", "");
    let told = format!("Of {}, {told} must be true", naming::several(&names, "and"));
    let telling = Telling::new(condition.named(reader, &told) + ".");
    if condition.is_always() {
        has_room(&name, count, &bounds, &span)?;
        return Ok((counted(bounds, literals, name, count), telling));
    }
    let name = condition.named(reader, &name);
    Ok((condition.bounded(reader, &bounds, &literals, &name)?, telling))
}

/// Reads a `[[rule]]` that counts cells in groups, such as every row.
fn of_groups(reader: &mut StatementReader<'_>, table: &TomlTable<'_>) -> ReadResult<(Vec<Rule>, Telling)> {
    let groups = groups(reader, table)?;
    let bounds = bounds(reader, table, &groups)?;
    let mut telling = sentences::telling(reader, table, &groups, &bounds)?;
    let condition = Condition::read(reader, table)?;
    if !condition.is_always() {
        telling.sentence = condition.named(reader, telling.sentence.trim_end_matches('.')) + ".";
    }
    let values = counted_values(reader, table)?;
    let name = table.text("name", 60)?;
    let when = when(reader, table)?;
    let applies_always = when.is_none() && condition.is_always();
    let is_listed = table.get("cells").or(table.get("groups")).is_some() && applies_always;
    let lists_numbers = table.get("exactly").is_some_and(|item| item.is_list());
    let mut rules = Vec::new();
    for (group, (bounds, span)) in groups.iter().zip(bounds) {
        let Some(bounds) = bounds else { continue };
        let cells = reader.open_cells(group);
        if is_listed {
            let text =
                if reader.cells.values.is_single() { telling::bounds(&bounds, cells.len()) } else { String::new() };
            let name = name.filter(|_| groups.len() == 1).unwrap_or(&group.name).to_owned();
            reader.contents.cages.push(Cage { name, bounds: bounds.clone(), cells: cells.clone(), text });
        }
        if applies_always {
            has_room(&group.name, cells.len(), &bounds, &span)?;
        }
        for values in &values {
            let of = |cell| values.iter().filter_map(|&value| reader.cells.has(cell, value)).collect::<Vec<_>>();
            let literals: Vec<Literal> = cells.iter().flat_map(|&cell| of(cell)).collect();
            if lists_numbers && applies_always {
                reader.contents.wanted.set(&reader.cells.board, group, *bounds.start(), &literals);
            }
            let name =
                rule_name(reader, name.unwrap_or(&group.name), values, groups.len() == 1 || name.is_none(), group);
            // A rule with a condition has a single scope for the player, since its neighbourhoods are known only after
            // moves. So all its rules get the same group.
            let about = match when {
                None => rule_group(reader, group, values),
                Some(_) => {
                    RuleGroup { name: telling.sentence.trim_end_matches('.').to_owned(), ..RuleGroup::default() }
                }
            };
            let made = match when {
                None if !condition.is_always() => {
                    let name = condition.named(reader, &name);
                    condition.bounded(reader, &bounds, &literals, &name)?
                }
                None => counted(bounds.clone(), literals, name, cells.len()),
                Some((value, ref item)) => {
                    let Some(of) = group.of else { return item.expected("in a rule with every = \"neighbourhood\"") };
                    let Some(cause) = reader.cells.has(of, value) else { continue };
                    conditional(&bounds, cause, literals, name, item)?
                }
            };
            rules.extend(made.into_iter().map(|rule| rule.about(about.clone())));
        }
    }
    Ok((rules, telling))
}

/// Returns an error if the lower bound is more than `count`, the number of variables or cells in a group.
fn has_room(name: &str, count: usize, bounds: &Bounds, span: &Range<usize>) -> ReadResult<()> {
    match *bounds.start() {
        found if found > count => fail(span, format!("expected a count of at most {count} in {name}, found {found}")),
        _ => Ok(()),
    }
}

/// Returns the rules by which the number of true `literals` is within `bounds`. `limit` is the number of cells that the
/// literals are about. At most `limit` literals can be true, because a cell has one value. Returns no rule if the
/// bounds allow every number from 0 to `limit`.
fn counted(bounds: Bounds, literals: Vec<Literal>, name: String, limit: usize) -> Vec<Rule> {
    let (min, max) = bounds.into_inner();
    if literals.is_empty() || (min == 0 && max >= limit) {
        return Vec::new();
    }
    let max = max.min(literals.len());
    if max == 0 {
        // If no literal may be true, there is a rule for each literal, so that an explanation can name a single
        // literal.
        return literals.into_iter().map(|literal| Rule::new(1..=1, vec![!literal], name.clone())).collect();
    }
    vec![Rule::new(min..=max, literals, name)]
}

/// Returns rules that restrict `literals` only if `cause` is true. `bounds` must be `at-least = 1`, by which at least
/// one literal is true, or `exactly = 0`, by which all literals are false. Other bounds are an error at `item`.
fn conditional(
    bounds: &Bounds,
    cause: Literal,
    literals: Vec<Literal>,
    name: String,
    item: &TomlItem<'_>,
) -> ReadResult<Vec<Rule>> {
    if *bounds.end() == 0 {
        let pair = |literal| Rule::new(0..=1, vec![cause, literal], name.clone());
        return Ok(literals.into_iter().map(pair).collect());
    }
    if *bounds.start() == 1 && *bounds.end() >= literals.len() {
        let literals: Vec<Literal> = std::iter::once(!cause).chain(literals).collect();
        return Ok(vec![Rule::new(1..=literals.len(), literals, name)]);
    }
    item.expected("beside \"at-least = 1\" or \"exactly = 0\"")
}

/// Returns the name of a rule, made of the names of its `values` and of `name`, such as `2 or 3 in row 1`. If
/// `is_plain` is `false`, the name of `group` follows in parentheses, such as `2 in my rule (row 1)`.
fn rule_name(reader: &StatementReader<'_>, name: &str, values: &[usize], is_plain: bool, group: &Group) -> String {
    let name = if is_plain { name.to_owned() } else { format!("{name} ({})", group.name) };
    if reader.cells.values.is_single() {
        return name;
    }
    format!("{} in {name}", value_names(reader, values))
}

/// Returns the [`RuleGroup`] of a rule that counts `values` in the cells of `group`. The neighbourhood of a clue is
/// named after the clue.
fn rule_group(reader: &StatementReader<'_>, group: &Group, values: &[usize]) -> RuleGroup {
    let board = &reader.cells.board;
    let clue = group.of.and_then(|of| Some((board.clues[of]?, &board.names[of])));
    let name = clue.map_or_else(|| group.name.clone(), |(clue, name)| format!("the {clue} in {name}"));
    RuleGroup { name, values: value_names(reader, values), of: group.of }
}

/// Returns the names of values, such as `2 or 3`; empty in puzzles without values, where all pieces are alike.
fn value_names(reader: &StatementReader<'_>, values: &[usize]) -> String {
    values.iter().map(|&value| reader.cells.values.names[value].as_str()).collect::<Vec<_>>().join(" or ")
}

/// Reads the key `of`, the values to count. Returns sets of values, each value by its index; a rule counts the values
/// of a set together. The text `"2 3"` gives one set of two values, and `"each"` gives a set for every value.
pub(crate) fn counted_values(reader: &StatementReader<'_>, table: &TomlTable<'_>) -> ReadResult<Vec<Vec<usize>>> {
    let known = &reader.cells.values;
    match table.get("of") {
        Some(item) if known.is_single() => {
            fail(&item.span, "\"of\" is for puzzles with \"values\": this puzzle has one piece")
        }
        None if known.is_single() => Ok(vec![vec![0]]),
        Some(item) if item.as_text() == Some("each") => Ok((0..known.len()).map(|value| vec![value]).collect()),
        Some(item) => {
            let mut values = item.words()?.iter().map(|word| known.named(word)).collect::<ReadResult<Vec<usize>>>()?;
            let count = values.len();
            values.sort_unstable();
            values.dedup();
            if values.is_empty() || values.len() < count {
                return item.expected("different values, or \"each\" to count each value separately");
            }
            Ok(vec![values])
        }
        None => fail(
            &table.span,
            "expected the key \"of\" with a value, several values, or \"each\" for every value by itself",
        ),
    }
}

/// Reads the key `when`, the condition of a rule for neighbourhoods. The rule applies to a neighbourhood only if the
/// middle cell has the value that `when` names; in a puzzle with one piece, `true` stands for the piece. Returns the
/// index of the value, with the item of the key. Returns `None` if the rule has no condition.
fn when<'a>(reader: &StatementReader<'_>, table: &TomlTable<'a>) -> ReadResult<Option<(usize, TomlItem<'a>)>> {
    let Some(item) = table.get("when") else { return Ok(None) };
    if reader.cells.values.is_single() {
        return if item.flag()? { Ok(Some((0, item))) } else { Ok(None) };
    }
    match item.words()?.as_slice() {
        [word] => Ok(Some((reader.cells.values.named(word)?, item))),
        _ => item.expected("one value"),
    }
}

/// Reads the groups of cells in which a rule counts.
fn groups(reader: &StatementReader<'_>, table: &TomlTable<'_>) -> ReadResult<Vec<Group>> {
    let board = &reader.cells.board;
    let Some((key, item)) = table.one_of(&GROUP_KEYS)? else {
        return fail(&table.span, format!("expected one of {} to name the cells of the rule", GROUP_KEYS.join(", ")));
    };
    if key != "every" && key != "away-from" {
        refuse_keys(table, &["neighbours", "at"], "only for a rule with every or away-from")?;
    }
    let own = own_neighbours(reader, table)?;
    let mut groups = match key {
        "every" => {
            let mut groups = Vec::new();
            for word in item.words()? {
                groups.extend(board.groups(&word, own.as_deref())?);
            }
            if groups.is_empty() {
                return item
                    .expected(format!("a kind of group that the board has, one of {}", FileBoard::GROUPS.join(", ")));
            }
            groups
        }
        "cells" => vec![listed_group(reader, &item)?],
        "groups" => item.list().iter().map(|item| listed_group(reader, item)).collect::<ReadResult<_>>()?,
        _ => {
            let Some(signs) = item.as_text() else { return item.expected("the signs of clues, such as \"T\"") };
            let near = neighbourhoods(reader, table, &item.span)?;
            let is_away = |group: &&Group| {
                !group.cells.iter().any(|&cell| board.clues[cell].is_some_and(|clue| signs.contains(clue)))
            };
            let cells: Vec<usize> = near.iter().filter(is_away).filter_map(|group| group.of).collect();
            vec![Group { name: format!("the cells away from {}", shortened(signs)), cells, of: None }]
        }
    };
    if let Some(item) = table.get("at") {
        let Some(signs) = item.as_text() else { return item.expected("the signs of clues, such as \"T\"") };
        groups.retain(|group| group.of.and_then(|cell| board.clues[cell]).is_some_and(|clue| signs.contains(clue)));
        if groups.is_empty() {
            return item.expected("signs that clues on the board have, since the rule has every = \"neighbourhood\"");
        }
    }
    if let Some(item) = table.get("window") {
        let length = item.number(2, board.cells().max(2))?;
        groups = groups.into_iter().flat_map(|group| windows(board, &group, length)).collect();
        if groups.is_empty() {
            return item.expected("at most the number of cells in the longest group");
        }
    }
    Ok(groups)
}

fn own_neighbours(reader: &StatementReader<'_>, table: &TomlTable<'_>) -> ReadResult<Option<Vec<Vec<usize>>>> {
    table.get("neighbours").map(|item| reader.cells.board.neighbours_as(&item)).transpose()
}

/// Returns the neighbourhoods of all cells. The neighbours are defined by the key `neighbours` of the rule. If the rule
/// lacks this key, the key `neighbours` of the puzzle defines them.
pub(crate) fn neighbourhoods(
    reader: &StatementReader<'_>,
    table: &TomlTable<'_>,
    span: &Range<usize>,
) -> ReadResult<Vec<Group>> {
    let own = own_neighbours(reader, table)?;
    reader.cells.board.groups(&Word { text: "neighbourhood", span: span.clone() }, own.as_deref())
}

/// Returns an error if the rule has one of `keys`. They need another key, which this rule does not have. `beside` is
/// the condition for the message, such as `only for a rule with cells`.
fn refuse_keys(table: &TomlTable<'_>, keys: &[&str], beside: &str) -> ReadResult<()> {
    match keys.iter().find_map(|key| table.get(key)) {
        Some(item) => fail(&item.span, format!("{:?} is {beside}", item.key)),
        None => Ok(()),
    }
}

/// Returns all runs of `length` consecutive cells of a group.
fn windows(board: &FileBoard, group: &Group, length: usize) -> Vec<Group> {
    let run = |cells: &[usize]| Group {
        name: format!("{} to {}", board.names[cells[0]], board.names[cells[cells.len() - 1]]),
        cells: cells.to_vec(),
        of: None,
    };
    group.cells.windows(length).map(run).collect()
}

/// Reads a group of cells by their names, or by the names of groups of the file.
pub(super) fn listed_group(reader: &StatementReader<'_>, item: &TomlItem<'_>) -> ReadResult<Group> {
    let board = &reader.cells.board;
    let words = item.words()?;
    if let [word] = words.as_slice()
        && let Some(group) = reader.named_group(word.text)
    {
        // Explanations call a group of options `the choice of` its name.
        let name = if board.is_list { format!("the choice of {}", group.name) } else { group.name.clone() };
        return Ok(Group { name, ..group.clone() });
    }
    let mut cells = Vec::new();
    for word in &words {
        match reader.named_group(word.text) {
            Some(group) => cells.extend(&group.cells),
            None => cells.extend(board.cells_of(std::slice::from_ref(word))?),
        }
    }
    for word in words.iter().filter(|word| reader.named_group(word.text).is_none()) {
        if !word.text.contains(':') || board.is_list {
            reader.open_cell(word)?;
        }
    }
    let mut seen = cells.clone();
    seen.sort_unstable();
    if cells.is_empty() {
        return item.expected("cells, such as \"a1 b2\"");
    }
    if let Some(twice) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
        return item.expected(format!("different cells ({:?} is listed twice)", board.names[twice[0]]));
    }
    let names: Vec<String> = cells.iter().map(|&cell| board.names[cell].clone()).collect();
    let name = if board.is_list && names.len() > 1 { naming::choice(&names) } else { naming::several(&names, "and") };
    Ok(Group { name, cells, of: None })
}

/// Reads the bounds on the count in each group, with their positions in the file. Bounds are `None` if the file does
/// not limit the count in a group: either the list of numbers has a `.` for the group, or the numbers are `"clues"` and
/// the middle cell of the group shows no digit.
fn bounds(
    reader: &StatementReader<'_>,
    table: &TomlTable<'_>,
    groups: &[Group],
) -> ReadResult<Vec<(Option<Bounds>, Range<usize>)>> {
    let limit = reader.cells.board.cells();
    let Some((key, item)) = table.one_of(&BOUND_KEYS)? else {
        return fail(&table.span, format!("expected one of {} to bound the count", BOUND_KEYS.join(", ")));
    };
    let bounds: fn(usize) -> Bounds = match key {
        "exactly" => |number| number..=number,
        "at-least" => |number| number..=usize::MAX,
        "at-most" => |number| 0..=number,
        _ => {
            let list = item.list();
            let [min, max] = list.as_slice() else { return item.expected("two numbers, such as [1, 3]") };
            let (min, max) = (min.number(0, limit)?, max.number(0, limit)?);
            if min > max {
                return item.expected("two numbers, the smaller one first");
            }
            return Ok(vec![(Some(min..=max), item.span.clone()); groups.len()]);
        }
    };
    if item.is_list() {
        let list = item.list();
        if list.len() != groups.len() {
            return item.expected(format!("a number, or a list of {} numbers, one for each group", groups.len()));
        }
        let one = |item: &TomlItem<'_>| match item.as_text() {
            Some(".") => Ok((None, item.span.clone())),
            _ => Ok((Some(bounds(item.number(0, limit)?)), item.span.clone())),
        };
        return list.iter().map(one).collect();
    }
    if item.as_text() == Some("clues") {
        let clue = |group: &Group| reader.cells.board.clues[group.of?]?.to_digit(10);
        let found: Vec<_> = groups.iter().map(clue).collect();
        if found.iter().all(Option::is_none) {
            return item
                .expected("a number: none of these groups is the neighbourhood of a cell with a digit in \"clues\"");
        }
        let one = |digit: Option<u32>| (digit.map(|digit| bounds(digit as usize)), item.span.clone());
        return Ok(found.into_iter().map(one).collect());
    }
    if !item.is_number() {
        return item.expected("a number, a list or \"clues\"");
    }
    Ok(vec![(Some(bounds(item.number(0, limit)?)), item.span.clone()); groups.len()])
}
