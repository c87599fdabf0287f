//! The diagram of all solutions, built without conjunctions: a search from rank to rank that keeps what it finds.

use bdd_core::{Bdd, Choices, Mdd, Reporter, Stopped};
use rustc_hash::FxHashMap;

use crate::attack::Attack;
use crate::board::Board;
use crate::field::Set;

/// What the queens on the ranks before leave to the ranks to come. The number of files tells the rank.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Taken {
    /// The files with a queen.
    files: u32,
    /// The regions with a queen.
    regions: u32,
    /// The files that queens attack on this rank along diagonals, and along anti-diagonals.
    rising: u32,
    falling: u32,
}

/// The diagram of the solutions whose queens all stand on `open` squares: the conjunction of the rules and of the
/// negations of all other squares.
///
/// The fraction reported is that of the squares of the first rank.
///
/// # Errors
///
/// [`Stopped::TooLarge`] if the work would take more than `memory_limit` bytes, and [`Stopped::Cancelled`] if the
/// receiver of the reports wants that.
pub(crate) fn build(
    board: &Board,
    attack: Attack,
    open: &Set,
    memory_limit: usize,
    mut reporter: Reporter,
) -> Result<Bdd, Stopped> {
    let size = board.size();
    let n = size.get();
    let open_squares = |rank| {
        let squares = size.rank(rank).filter(|&square| open.contains(size.variable(square)));
        squares.map(|square| (square.file() as u32, board.region(square) as u32)).collect::<Vec<_>>()
    };
    let open: Vec<Vec<(u32, u32)>> = (0..n).map(open_squares).collect();
    let mut later = vec![0; n + 1];
    for rank in (0..n).rev() {
        later[rank] = open[rank].iter().fold(later[rank + 1], |regions, (_, region)| regions | 1 << region);
    }
    // The tables of known rests and the diagram share the memory.
    let most_known = memory_limit / 2 / BYTES_KNOWN;
    let mdd = Mdd::new(&vec![n; n], memory_limit / 2);
    let files = u32::MAX >> (u32::BITS - n as u32);
    let mut search = Search { attack, files, open, later, mdd, known: FxHashMap::default(), most_known, memory_limit };
    let root = search.rank(0, Taken::default(), &mut reporter)?;
    reporter.begin(SEARCH_SHARE..1.0);
    search.mdd.expand(root, &mut reporter)
}

/// The share of the search in the whole time.
const SEARCH_SHARE: f64 = 0.9;

/// Rests between two looks at the clock: less than a millisecond.
const STRIDE: usize = 1 << 10;

/// What an entry of the table of known rests takes, with the room that a hash table leaves free and needs to grow.
const BYTES_KNOWN: usize = 3 * size_of::<(Taken, Choices)>();

struct Search {
    attack: Attack,
    /// All files of the board.
    files: u32,
    /// For each rank its open squares, as file and region.
    open: Vec<Vec<(u32, u32)>>,
    /// For each rank the regions that have an open square there or on a later rank.
    later: Vec<u32>,
    mdd: Mdd,
    known: FxHashMap<Taken, Choices>,
    most_known: usize,
    memory_limit: usize,
}

impl Search {
    /// The choices on a rank that lead to a solution.
    fn rank(&mut self, rank: usize, taken: Taken, reporter: &mut Reporter) -> Result<Choices, Stopped> {
        let n = self.open.len();
        if rank == n {
            return Ok(Choices::END);
        }
        // A region without a queen and without a square to come never has one.
        if (self.later[rank] | taken.regions).count_ones() < n as u32 {
            return Ok(Choices::NONE);
        }
        // The regions that do not come again make no difference: they all have their queen.
        let rest = Taken { regions: taken.regions & self.later[rank], ..taken };
        if let Some(&choices) = self.known.get(&rest) {
            return Ok(choices);
        }
        if self.known.len().is_multiple_of(STRIDE) {
            reporter.tick(|| 0.0)?;
        }
        let mut choices = Choices::NONE;
        let places = self.open[rank].len();
        for place in (0..places).rev() {
            if rank == 0 {
                let done = |place| SEARCH_SHARE * (places - place) as f64 / places as f64;
                reporter.begin(done(place + 1)..done(place));
            }
            let (file, region) = self.open[rank][place];
            let queen = 1 << file;
            if (taken.files | taken.rising | taken.falling) & queen != 0 || taken.regions >> region & 1 != 0 {
                continue;
            }
            // Attacks of a king end on the next rank.
            let (rising, falling) = match self.attack {
                Attack::King => (queen, queen),
                Attack::Queen => (taken.rising | queen, taken.falling | queen),
            };
            let next = Taken {
                files: taken.files | queen,
                regions: taken.regions | 1 << region,
                rising: rising << 1 & self.files,
                falling: falling >> 1,
            };
            let child = self.rank(rank + 1, next, reporter)?;
            choices = self.mdd.prepend(rank, file as usize, child, choices)?;
        }
        if self.known.len() == self.most_known {
            let (needed, limit) = (self.memory_limit + 1, self.memory_limit);
            return Err(Stopped::TooLarge { needed, limit });
        }
        self.known.insert(rest, choices);
        Ok(choices)
    }
}
