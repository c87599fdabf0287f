//! The options of a configurator, as a tree of groups.

use std::collections::HashMap;
use std::ops::Range;

use puzzle_core::Variable;

/// A line of an [`OptionTree`]: an option, or the heading of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionLine {
    /// The name of the option or group.
    pub name: String,
    /// The variable of the option; `None` for a heading.
    pub variable: Option<Variable>,
    /// The depth in the tree: the number of groups and options that contain this line, directly or in another line.
    pub depth: usize,
    /// The phrase for the number of options to choose from the lines below, such as `exactly 1 of 4`; empty if any
    /// number is allowed.
    pub choice: String,
}

/// The options of a configurator: each option and group with its parts below it.
///
/// ```
/// use puzzle_core::Variable;
/// use puzzle_kind::{OptionLine, OptionTree};
///
/// let line = |name: &str, depth, variable: Option<u16>| OptionLine {
///     name: name.to_owned(),
///     depth,
///     variable: variable.map(Variable::new),
///     ..OptionLine::default()
/// };
/// let tree = OptionTree::new(vec![line("engine", 0, None), line("petrol", 1, Some(0)), line("electric", 1, Some(1))]);
/// assert_eq!((tree.parent(2), tree.parts(0)), (Some(0), 1..3));
/// assert_eq!(tree.line_of(Variable::new(1)), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionTree {
    lines: Vec<OptionLine>,
    parents: Vec<Option<usize>>,
    /// For each line, the index after the last line below it.
    ends: Vec<usize>,
    by_variable: HashMap<Variable, usize>,
}

impl OptionTree {
    /// Creates a tree of `lines`, in which each line is followed by the lines below it.
    ///
    /// # Panics
    ///
    /// Panics if the depth of a line exceeds the depth of the line before it by more than 1, or if the first line has
    /// another depth than 0.
    #[must_use]
    pub fn new(lines: Vec<OptionLine>) -> OptionTree {
        let (mut parents, mut ends) = (Vec::with_capacity(lines.len()), vec![lines.len(); lines.len()]);
        let mut open: Vec<usize> = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            assert!(
                line.depth <= open.len(),
                "line {index} is nested more than one level deeper than the line before it"
            );
            open.drain(line.depth..).for_each(|closed| ends[closed] = index);
            parents.push(open.last().copied());
            open.push(index);
        }
        let variables = lines.iter().enumerate().filter_map(|(index, line)| Some((line.variable?, index)));
        let by_variable = variables.collect();
        OptionTree { lines, parents, ends, by_variable }
    }

    /// Returns all lines, from top to bottom.
    #[must_use]
    pub fn lines(&self) -> &[OptionLine] {
        &self.lines
    }

    /// Returns the index of the line that contains `line` directly; `None` for a line at the top.
    ///
    /// # Panics
    ///
    /// Panics if there is no such line, as do all methods with a parameter `line`.
    #[must_use]
    pub fn parent(&self, line: usize) -> Option<usize> {
        self.parents[line]
    }

    /// Returns the range of all lines below `line`.
    #[must_use]
    pub fn parts(&self, line: usize) -> Range<usize> {
        line + 1..self.ends[line]
    }

    /// Returns the index of the line with the option `variable`; `None` if no line has it.
    #[must_use]
    pub fn line_of(&self, variable: Variable) -> Option<usize> {
        self.by_variable.get(&variable).copied()
    }

    /// Returns the lines for which each word of `text` occurs in the name of the line or of a line that contains it,
    /// ignoring case. Lines with the name `text` come first, then lines whose name begins with `text`, then lines with
    /// all words in their own name, then the remaining lines found.
    ///
    /// ```
    /// use puzzle_kind::{OptionLine, OptionTree};
    ///
    /// let line = |name: &str| OptionLine { name: name.to_owned(), ..OptionLine::default() };
    /// let tree = OptionTree::new(vec![line("heated seats"), line("seats"), line("radio")]);
    /// assert_eq!(tree.matching("Sea"), [1, 0]);
    /// ```
    #[must_use]
    pub fn matching(&self, text: &str) -> Vec<usize> {
        let text = text.trim().to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut path: Vec<String> = Vec::new();
        let mut found: Vec<(u8, usize)> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let name = line.name.to_lowercase();
            let has_all = |names: &str| words.iter().all(|word| names.contains(word));
            let rank = match () {
                () if name == text => Some(0),
                () if name.starts_with(&text) => Some(1),
                () if has_all(&name) => Some(2),
                () if words.len() > 1 && has_all(&format!("{} {name}", path[..line.depth].join(" "))) => Some(3),
                () => None,
            };
            found.extend(rank.map(|rank| (rank, index)));
            path.truncate(line.depth);
            path.push(name);
        }
        found.sort_unstable();
        found.into_iter().map(|(_, index)| index).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(depths: &[usize]) -> OptionTree {
        let lines = depths.iter().enumerate().map(|(index, &depth)| OptionLine {
            name: format!("n{index}"),
            depth,
            ..OptionLine::default()
        });
        OptionTree::new(lines.collect())
    }

    /// Compares parents and parts with a search by their definition, for every sequence of depths of up to six lines.
    #[test]
    fn parents_and_parts_follow_from_the_depths() {
        let mut sequences: Vec<Vec<usize>> = vec![vec![0]];
        while let Some(depths) = sequences.pop() {
            let tree = tree(&depths);
            for line in 0..depths.len() {
                let before = (0..line).rev().find(|&other| depths[other] < depths[line]);
                assert_eq!(tree.parent(line), before, "{depths:?} {line}");
                let below = (line + 1..depths.len()).take_while(|&other| depths[other] > depths[line]).count();
                assert_eq!(tree.parts(line), line + 1..line + 1 + below, "{depths:?} {line}");
            }
            if depths.len() < 6 {
                let last = depths[depths.len() - 1];
                sequences.extend((0..=last + 1).map(|next| [&depths[..], &[next]].concat()));
            }
        }
    }

    #[test]
    fn words_are_found_in_the_groups_too() {
        let line = |name: &str, depth| OptionLine { name: name.to_owned(), depth, ..OptionLine::default() };
        let tree = OptionTree::new(vec![line("Seats", 0), line("Leather", 1), line("Wheel", 0), line("leather", 1)]);
        assert_eq!(tree.matching("leather"), [1, 3]);
        assert_eq!(tree.matching("wheel leather"), [3]);
        assert_eq!(tree.matching(""), [0, 1, 2, 3]);
        assert!(tree.matching("radio").is_empty());
    }
}
