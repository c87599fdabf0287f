//! Hall's condition: if every line of one kind is to have a queen on a line of another kind of its own, no k lines of
//! the one may have squares on fewer than k lines of the other alone.

use crate::field::{Field, Lines};

/// Whether ranks can be matched with files, ranks with regions, and files with regions, one to one and by possible
/// squares. If not there is no solution, which a search of squares takes long to see.
pub(crate) fn is_matched(lines: &Lines, field: &Field) -> bool {
    let n = lines.size();
    [(0, 1), (0, 2), (1, 2)].into_iter().all(|(from, to)| {
        let mut choices = vec![0_u32; n];
        for square in field.possible.iter() {
            let through = lines.through[usize::from(square)];
            choices[through[from] - from * n] |= 1 << (through[to] - to * n);
        }
        let mut matched = vec![None; n];
        (0..n).all(|line| find(line, &choices, &mut matched, &mut 0))
    })
}

/// Finds a partner for a line, where its choices are taken with other ones for those who have them (Kuhn's algorithm).
fn find(line: usize, choices: &[u32], matched: &mut [Option<usize>], tried: &mut u32) -> bool {
    loop {
        let left = choices[line] & !*tried;
        if left == 0 {
            return false;
        }
        let partner = left.trailing_zeros() as usize;
        *tried |= 1 << partner;
        if matched[partner].is_none_or(|other| find(other, choices, matched, tried)) {
            matched[partner] = Some(line);
            return true;
        }
    }
}
