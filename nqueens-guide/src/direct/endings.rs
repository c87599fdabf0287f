//! The endings of a board: the ways to place queens on its last ranks.
//!
//! A search that reaches the *cut*, the first of these ranks, compares its position with the endings on the free files.
//! If none fits, it turns back at once, which saves most of the dead ends of a board. Positions with the same fitting
//! endings have the same completions. So the set of the endings that fit a position is its memo key.

use crate::mask::{Attacked, each_file};

/// The largest board size for which [`Endings`] are made: they have an entry for each set of files.
const MAX_FILES: usize = 20;

/// The smallest number of ranks without a queen at which [`Endings`] save time.
const MIN_OPEN_RANKS: usize = 10;

/// The largest number of endings of a set of files that fits a memo key; see [`Endings`].
const MAX_KEY_BITS: usize = 96;

/// For each set of files, the endings: the ways to place queens on the last ranks of a board, on exactly these files.
/// The endings of a set are listed when they are first asked for.
pub(super) struct Endings {
    /// The first rank of the endings.
    cut: usize,
    /// The open squares of each rank from rank `cut` on, as bits.
    open: Vec<u32>,
    /// For each set of files, the range in `blocks` of its endings; `[0, 0]` if they have not been listed yet.
    spans: Vec<[u32; 2]>,
    blocks: Vec<EndingBlock>,
}

/// The diagonals of eight endings (see [`Endings`]), as sets of the files at which the diagonals cross the cut, the
/// first rank of the endings.
#[derive(Clone, Copy)]
struct EndingBlock {
    rising: [u32; EndingBlock::LEN],
    falling: [u32; EndingBlock::LEN],
}

impl EndingBlock {
    const LEN: usize = 8;

    /// A falling diagonal that every position attacks. It fills the places of the last block that have no ending.
    const ATTACKED: u32 = 1 << 31;

    const EMPTY: EndingBlock =
        EndingBlock { rising: [0; EndingBlock::LEN], falling: [EndingBlock::ATTACKED; EndingBlock::LEN] };

    /// Returns, for each ending, `true` if none of its diagonals is attacked.
    #[inline]
    fn fits(&self, rising: u32, falling: u32) -> [bool; EndingBlock::LEN] {
        std::array::from_fn(|ending| (self.rising[ending] & rising) | (self.falling[ending] & falling) == 0)
    }
}

impl Endings {
    /// The number of ranks. More ranks save more of the search, but have too many endings.
    const RANKS: usize = 5;

    /// Returns the endings of a board with the open squares `open` on each rank. `is_open` returns `true` for a rank
    /// without a queen. Returns `None` if the board is too large, or if it has too few ranks without a queen for
    /// endings to save time.
    pub(super) fn new(mut open: Vec<u32>, is_open: impl Fn(usize) -> bool) -> Option<Endings> {
        let n = open.len();
        let open_ranks: Vec<usize> = (0..n).filter(|&rank| is_open(rank)).collect();
        if n > MAX_FILES || open_ranks.len() < MIN_OPEN_RANKS {
            return None;
        }
        let cut = open_ranks[open_ranks.len() - Endings::RANKS];
        // Block 0 belongs to no list, so that the range of a list never ends at 0.
        Some(Endings { cut, open: open.split_off(cut), spans: vec![[0; 2]; 1 << n], blocks: vec![EndingBlock::EMPTY] })
    }

    /// Returns the first rank of the endings.
    #[inline]
    pub(super) fn cut(&self) -> usize {
        self.cut
    }

    /// Returns the number of bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.spans.len() * size_of::<[u32; 2]>() + self.blocks.capacity() * size_of::<EndingBlock>()
    }

    /// Returns `true` if a position on the cut has a completion, and the number of steps of the comparison.
    #[inline]
    pub(super) fn is_live(&mut self, attacked: Attacked<u32>) -> (bool, u32) {
        let free = self.free(attacked);
        let mut steps = 0;
        if self.spans[free as usize][1] == 0 {
            steps = self.list(free);
        }
        let (rising, falling) = Endings::diagonals(attacked);
        let blocks = self.blocks(free);
        let is_live =
            blocks.iter().any(|block| block.fits(rising, falling).iter().fold(false, |any, &fits| any | fits));
        (is_live, steps + blocks.len() as u32 / 2)
    }

    /// Appends the memo key of a position on the cut to `words`: the free files, and the endings that fit the position.
    /// Returns `false` if the free files have more endings than a key has room for.
    pub(super) fn key(&self, attacked: Attacked<u32>, words: &mut Vec<u64>) -> bool {
        let free = self.free(attacked);
        let (rising, falling) = Endings::diagonals(attacked);
        let blocks = self.blocks(free);
        let mut fitting = 0u128;
        for block in blocks.iter().rev() {
            let bits = block.fits(rising, falling).iter().rev().fold(0, |bits, &fits| bits << 1 | u128::from(fits));
            fitting = fitting << EndingBlock::LEN | bits;
        }
        words.extend([u64::from(free) << 32 | (fitting >> 64) as u64, fitting as u64]);
        blocks.len() * EndingBlock::LEN <= MAX_KEY_BITS
    }

    /// Returns the files without a queen.
    #[inline]
    fn free(&self, attacked: Attacked<u32>) -> u32 {
        !attacked.straight & (self.spans.len() as u32 - 1)
    }

    #[inline]
    fn diagonals(attacked: Attacked<u32>) -> (u32, u32) {
        (attacked.rising, attacked.falling | EndingBlock::ATTACKED)
    }

    #[inline]
    fn blocks(&self, free: u32) -> &[EndingBlock] {
        let [start, end] = self.spans[free as usize];
        &self.blocks[start as usize..end as usize]
    }

    /// Lists the endings on the files `free`, on as many ranks as there are files. Returns the number of steps.
    ///
    /// An ending is a queen on the first of these ranks, and an ending on the later ranks and the other files.
    #[cold]
    fn list(&mut self, free: u32) -> u32 {
        let all = self.spans.len() as u32 - 1;
        let open = self.open[self.open.len() - free.count_ones() as usize];
        let mut endings = Vec::new();
        let mut steps = 1;
        for file in each_file(u64::from(free & open)) {
            let queen = 1 << file;
            let others = free & !queen;
            if others == 0 {
                endings.push((queen, queen));
                continue;
            }
            if self.spans[others as usize][1] == 0 {
                steps += self.list(others);
            }
            for block in self.blocks(others) {
                steps += 1;
                let fits = block.fits(queen << 1, queen >> 1 | EndingBlock::ATTACKED);
                for (ending, _) in fits.into_iter().enumerate().filter(|&(_, fits)| fits) {
                    // A diagonal that leaves the board at its side does not cross the rank of the queen.
                    let (rising, falling) = (block.rising[ending] >> 1, block.falling[ending] << 1 & all);
                    endings.push((queen | rising, queen | falling));
                }
            }
        }
        let start = self.blocks.len();
        for endings in endings.chunks(EndingBlock::LEN) {
            let mut block = EndingBlock::EMPTY;
            for (ending, &(rising, falling)) in endings.iter().enumerate() {
                (block.rising[ending], block.falling[ending]) = (rising, falling);
            }
            self.blocks.push(block);
        }
        self.spans[free as usize] = [start as u32, self.blocks.len() as u32];
        steps
    }
}
