//! Plain searches for the solutions of the templates, each stated by hand: slow, and too simple to be wrong.

mod camper;
mod options;

pub(crate) use camper::camper;
pub(crate) use options::configurator;

type Signs<const N: usize> = [&'static str; N];

fn sign<const N: usize>(drawing: &Signs<N>, row: usize, column: usize) -> char {
    char::from(drawing[row].as_bytes()[column])
}

/// Returns the neighbours of a cell of a square board, by king's moves.
fn around(n: usize, row: usize, column: usize) -> Vec<(usize, usize)> {
    let all = (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
    all.filter(|&(r, c)| (r, c) != (row, column) && r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1).collect()
}

pub(crate) fn star_battle() -> u64 {
    let regions = ["AAAABBBB", "CCCCDDBB", "CCCCCDDB", "EFCCCDDB", "EFFCCDGG", "EEFHHHGG", "EEFHHHGG", "EEFHHGGG"];
    fn rows(regions: &Signs<8>, chosen: &mut Vec<(usize, usize)>) -> u64 {
        let row = chosen.len();
        if row == 8 {
            let stars = || chosen.iter().enumerate().flat_map(|(row, &(a, b))| [(row, a), (row, b)]);
            let of_column = |column| stars().filter(|&(_, c)| c == column).count();
            let of_region = |letter| stars().filter(|&(r, c)| sign(regions, r, c) == letter).count();
            return u64::from(
                (0..8).all(|column| of_column(column) == 2) && ('A'..='H').all(|letter| of_region(letter) == 2),
            );
        }
        let mut count = 0;
        for a in 0..8usize {
            for b in a + 2..8 {
                let touches =
                    |&(c, d): &(usize, usize)| [a, b].iter().any(|x: &usize| x.abs_diff(c) <= 1 || x.abs_diff(d) <= 1);
                let column = |x| chosen.iter().filter(|&&(c, d)| c == x || d == x).count();
                if chosen.last().is_none_or(|last| !touches(last)) && column(a) < 2 && column(b) < 2 {
                    chosen.push((a, b));
                    count += rows(regions, chosen);
                    chosen.pop();
                }
            }
        }
        count
    }
    rows(&regions, &mut Vec::new())
}

/// Fills a square with values cell by cell, without a value twice in a row or column, and counts the squares that pass
/// a check.
fn latin(n: usize, given: &dyn Fn(usize, usize) -> Option<usize>, passes: &dyn Fn(&[Vec<usize>]) -> bool) -> u64 {
    fn fill(
        grid: &mut Vec<Vec<usize>>,
        at: usize,
        given: &dyn Fn(usize, usize) -> Option<usize>,
        passes: &dyn Fn(&[Vec<usize>]) -> bool,
    ) -> u64 {
        let n = grid.len();
        if at == n * n {
            return u64::from(passes(grid));
        }
        let (row, column) = (at / n, at % n);
        let mut count = 0;
        for value in 1..=n {
            let is_free = (0..n).all(|i| grid[row][i] != value && grid[i][column] != value);
            if is_free && given(row, column).is_none_or(|given| given == value) {
                grid[row][column] = value;
                count += fill(grid, at + 1, given, passes);
                grid[row][column] = 0;
            }
        }
        count
    }
    fill(&mut vec![vec![0; n]; n], 0, given, passes)
}

pub(crate) fn futoshiki() -> u64 {
    let givens = [".....", ".4...", "..2..", "...4.", "....2"];
    let given = |row, column| sign(&givens, row, column).to_digit(10).map(|digit| digit as usize);
    latin(5, &given, &|g| {
        let (a, b, c, d, e) = (0, 1, 2, 3, 4);
        let at = |column: usize, row: usize| g[row - 1][column];
        at(a, 1) < at(b, 1)
            && at(b, 1) < at(c, 1)
            && at(d, 2) > at(e, 2)
            && at(a, 2) > at(a, 3)
            && at(c, 3) < at(c, 4)
            && at(d, 4) < at(d, 5)
            && at(b, 5) > at(c, 5)
            && at(e, 3) > at(e, 4)
    })
}

pub(crate) fn binairo() -> u64 {
    let givens = ["1..0..", "..00.1", ".00..1", "......", "00.1..", ".1..00"];
    let is_fine = |bits: u32| bits.count_ones() == 3 && (0..4).all(|i| !matches!(bits >> i & 7, 0 | 7));
    let lines: Vec<u32> = (0..64).filter(|&bits| is_fine(bits)).collect();
    fn rows(givens: &Signs<6>, lines: &[u32], chosen: &mut Vec<u32>, is_fine: &dyn Fn(u32) -> bool) -> u64 {
        if chosen.len() == 6 {
            let column = |c: usize| (0..6).fold(0, |bits, r: usize| bits | (chosen[r] >> c & 1) << r);
            let differ = |bits: Vec<u32>| (0..6).all(|i| !bits[..i].contains(&bits[i]));
            let is_whole = (0..6).all(|c| is_fine(column(c))) && differ((0..6).map(column).collect());
            return u64::from(is_whole && differ(chosen.clone()));
        }
        let row = chosen.len();
        let mut count = 0;
        for &bits in lines {
            let fits = |c: usize| sign(givens, row, c).to_digit(10).is_none_or(|digit| digit == bits >> c & 1);
            if (0..6).all(fits) {
                chosen.push(bits);
                count += rows(givens, lines, chosen, is_fine);
                chosen.pop();
            }
        }
        count
    }
    rows(&givens, &lines, &mut Vec::new(), &is_fine)
}

/// Counts the solutions. Checks as well that every tent belongs to a tree of its own, which in this puzzle follows from
/// the rules of the file.
pub(crate) fn tents() -> u64 {
    let drawing = [".....", ".T...", "..T..", ".T...", "T...T"];
    let cells: Vec<(usize, usize)> =
        (0..25).map(|i| (i / 5, i % 5)).filter(|&(r, c)| sign(&drawing, r, c) == '.').collect();
    let trees: Vec<(usize, usize)> =
        (0..25).map(|i| (i / 5, i % 5)).filter(|&(r, c)| sign(&drawing, r, c) == 'T').collect();
    /// Returns `true` if the trees from one on can have tents of their own.
    fn assign(trees: &[(usize, usize)], tents: &[(usize, usize)], taken: &mut Vec<bool>) -> bool {
        let Some((&(r, c), rest)) = trees.split_first() else { return taken.iter().all(|&taken| taken) };
        for tent in 0..tents.len() {
            if !taken[tent] && tents[tent].0.abs_diff(r) + tents[tent].1.abs_diff(c) == 1 {
                taken[tent] = true;
                let fits = assign(rest, tents, taken);
                taken[tent] = false;
                if fits {
                    return true;
                }
            }
        }
        false
    }
    let mut count = 0;
    for set in 0u32..1 << cells.len() {
        if set.count_ones() != 5 {
            continue;
        }
        let tents: Vec<(usize, usize)> = (0..cells.len()).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).collect();
        let row = |r| tents.iter().filter(|tent| tent.0 == r).count();
        let column = |c| tents.iter().filter(|tent| tent.1 == c).count();
        let apart = tents.iter().all(|&(r, c)| around(5, r, c).iter().all(|near| !tents.contains(near)));
        let numbers = [1, 0, 2, 0, 2].iter().enumerate().all(|(r, &k)| row(r) == k)
            && [0, 3, 0, 2, 0].iter().enumerate().all(|(c, &k)| column(c) == k);
        count += u64::from(numbers && apart && assign(&trees, &tents, &mut vec![false; tents.len()]));
    }
    count
}

pub(crate) fn minesweeper() -> u64 {
    let drawing = [".1..1.", "1..2..", "..3..2", "2...3.", "..2...", "1..1.1"];
    let all: Vec<(usize, usize)> = (0..36).map(|i| (i / 6, i % 6)).collect();
    let open: Vec<(usize, usize)> = all.iter().copied().filter(|&(r, c)| sign(&drawing, r, c) == '.').collect();
    let masks: Vec<(u32, u32)> = all
        .iter()
        .filter_map(|&(r, c)| {
            let near = around(6, r, c);
            let mask = (0..open.len()).filter(|&i| near.contains(&open[i])).fold(0, |mask, i| mask | 1 << i);
            Some((mask, sign(&drawing, r, c).to_digit(10)?))
        })
        .collect();
    let fits = |set: &u32| masks.iter().all(|&(mask, digit)| (set & mask).count_ones() == digit);
    (0u32..1 << open.len()).filter(fits).count() as u64
}

pub(crate) fn knights() -> u64 {
    let attacks = |a: u32, b: u32| {
        let (rows, columns) = ((a / 5).abs_diff(b / 5), (a % 5).abs_diff(b % 5));
        rows * columns == 2
    };
    let masks: Vec<u32> =
        (0..25).map(|a| (0..25).filter(|&b| attacks(a, b)).fold(0, |mask, b| mask | 1 << b)).collect();
    let fits = |set: &u32| set.count_ones() == 8 && (0..25).all(|a| set >> a & 1 == 0 || set & masks[a as usize] == 0);
    (0u32..1 << 25).filter(fits).count() as u64
}

pub(crate) fn map_colouring() -> u64 {
    let [wa, nt, sa, q, nsw, v, _t] = [0, 1, 2, 3, 4, 5, 6u32];
    let borders = [(wa, nt), (wa, sa), (nt, sa), (nt, q), (sa, q), (sa, nsw), (sa, v), (q, nsw), (nsw, v)];
    let colour = |code: u32, state: u32| code / 3u32.pow(state) % 3;
    (0..3u32.pow(7)).filter(|&code| borders.iter().all(|&(a, b)| colour(code, a) != colour(code, b))).count() as u64
}

pub(crate) fn seating_plan() -> u64 {
    let [ann, ben, cleo, dan, eva, finn, gil] = [0, 1, 2, 3, 4, 5, 6usize];
    // All orders of the guests with Ann first, seat by seat.
    fn seat(order: &mut Vec<usize>, fits: &dyn Fn(&[usize]) -> bool) -> u64 {
        if order.len() == 8 {
            return u64::from(fits(order));
        }
        let mut count = 0;
        for guest in 0..8 {
            if !order.contains(&guest) {
                order.push(guest);
                count += seat(order, fits);
                order.pop();
            }
        }
        count
    }
    let fits = |order: &[usize]| {
        let at = |guest: usize| order.iter().position(|&other| other == guest).unwrap();
        let apart = |a: usize, b: usize| (at(a) + 8 - at(b)) % 8;
        let beside = |a, b| matches!(apart(a, b), 1 | 7);
        beside(ann, ben) && beside(cleo, dan) && !beside(eva, finn) && apart(ben, gil) == 4
    };
    seat(&mut vec![ann], &fits)
}
