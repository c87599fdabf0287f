//! Backtracking rank by rank, in any order of the ranks, over bit masks of files and diagonals.

use std::ops::{BitOr, BitOrAssign, Shl, Shr};

use bdd_core::Sampler;

use crate::mask::{Mask, each_file};

/// A rank without a queen, and the files that the placement allows there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rank {
    pub(super) rank: usize,
    pub(super) files: u64,
}

/// A backtracking search over the ranks without a queen, in a chosen order.
#[derive(Clone, Debug)]
pub(super) struct RankWalk {
    n: usize,
    ranks: Vec<Rank>,
}

/// A part of the search, given by the files of the queens on the first ranks in the order of [`RankWalk`].
#[derive(Clone, Debug)]
pub(super) struct SearchPart {
    files: Vec<u8>,
    /// `true` if the part stands for its mirror image, too: its completions are counted a second time, mirrored left to
    /// right.
    pub(super) is_mirrored: bool,
}

/// The total number of completions counted so far, and the number of those with a queen on each square.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) total: u64,
    /// For each square, rank by rank, the number of completions with a queen on it.
    pub(super) through: Vec<u64>,
}

impl Sum {
    pub(super) fn new(n: usize) -> Sum {
        Sum { total: 0, through: vec![0; n * n] }
    }

    pub(super) fn add(&mut self, other: &Sum) {
        self.total += other.total;
        self.through.iter_mut().zip(&other.through).for_each(|(sum, more)| *sum += more);
    }
}

/// A set of diagonals, or of anti-diagonals, as bits: bit `file - rank + n - 1` for the diagonal of a square, bit `file
/// + rank` for its anti-diagonal.
trait Diagonals:
    Copy + Default + BitOr<Output = Self> + BitOrAssign + Shl<usize, Output = Self> + Shr<usize, Output = Self>
{
    /// Returns the set of diagonals with the same bits as `files`: the diagonals through these files on the last rank,
    /// or the anti-diagonals through these files on the first rank.
    fn of(files: u64) -> Self;
    fn files(self) -> u64;
}

impl Diagonals for u64 {
    fn of(files: u64) -> u64 {
        files
    }
    fn files(self) -> u64 {
        self
    }
}

impl Diagonals for u128 {
    fn of(files: u64) -> u128 {
        files.into()
    }
    fn files(self) -> u64 {
        self as u64
    }
}

/// The lines that have a queen: files, diagonals and anti-diagonals, as bits.
#[derive(Clone, Copy, Default)]
struct TakenLines<D> {
    files: u64,
    diagonals: D,
    anti_diagonals: D,
}

impl<D: Diagonals> TakenLines<D> {
    /// Returns the files of a rank on which a queen may stand: they are allowed and not attacked.
    #[inline]
    fn left(self, Rank { rank, files }: Rank, n: usize) -> u64 {
        files & !(self.files | (self.diagonals >> (n - 1 - rank)).files() | (self.anti_diagonals >> rank).files())
    }

    /// Returns these lines together with the lines of another queen on `file` and `rank`.
    #[inline]
    fn with(self, file: usize, rank: usize, n: usize) -> TakenLines<D> {
        let bit = 1 << file;
        TakenLines {
            files: self.files | bit,
            diagonals: self.diagonals | D::of(bit) << (n - 1 - rank),
            anti_diagonals: self.anti_diagonals | D::of(bit) << rank,
        }
    }
}

impl RankWalk {
    /// The largest board size whose diagonals fit a word of 64 bits.
    const NARROW: usize = 32;

    pub(super) fn new(n: usize, ranks: Vec<Rank>) -> RankWalk {
        RankWalk { n, ranks }
    }

    /// Estimates the number of search nodes from `probes` random paths down the search tree.
    pub(super) fn estimate(&self, probes: u32, sampler: &mut Sampler) -> f64 {
        let mut sum = 0.0;
        for _ in 0..probes {
            let (mut taken, mut weight) = (TakenLines::<u128>::default(), 1.0);
            for &rank in &self.ranks {
                let left = taken.left(rank, self.n);
                if left == 0 {
                    break;
                }
                let count = left.count_ones();
                weight *= f64::from(count);
                sum += weight;
                let pick = sampler.index(count as usize).expect("at least one file is left");
                let file = each_file(left).nth(pick).expect("the number drawn is below the number of files");
                taken = taken.with(file, rank.rank, self.n);
            }
        }
        sum / f64::from(probes)
    }

    /// Divides the search into at least `wanted` parts, if it has enough nodes. If the board is its own mirror image,
    /// parts that mirror other parts are left out.
    pub(super) fn parts(&self, wanted: usize) -> Vec<SearchPart> {
        let n = self.n;
        let is_mirrored = !self.ranks.is_empty() && self.ranks.iter().all(|rank| rank.files.is_mirrored(n));
        let mut parts = vec![SearchPart { files: Vec::new(), is_mirrored: false }];
        while parts.len() < wanted && parts[0].files.len() + 1 < self.ranks.len() {
            let deeper = parts.iter().flat_map(|part| {
                let rank = self.ranks[part.files.len()];
                each_file(self.taken::<u128>(&part.files).left(rank, n)).map(|file| SearchPart {
                    files: [part.files.as_slice(), &[file as u8]].concat(),
                    is_mirrored: part.is_mirrored,
                })
            });
            let is_first = parts[0].files.is_empty() && is_mirrored;
            let kept = deeper.filter_map(|part| match usize::from(part.files[0]) {
                file if !is_first || 2 * file + 1 == n => Some(part),
                file if 2 * file + 1 < n => Some(SearchPart { is_mirrored: true, ..part }),
                _ => None,
            });
            parts = kept.collect();
            if parts.is_empty() {
                break;
            }
        }
        parts
    }

    fn taken<D: Diagonals>(&self, files: &[u8]) -> TakenLines<D> {
        let queens = files.iter().zip(&self.ranks);
        queens.fold(TakenLines::default(), |taken, (&file, rank)| taken.with(file.into(), rank.rank, self.n))
    }

    /// Counts the completions of `part`. Returns their total with the counts by square, and the number of search nodes
    /// visited.
    pub(super) fn count(&self, part: &SearchPart) -> (Sum, u64) {
        if self.n <= RankWalk::NARROW { self.count_by::<u64>(part) } else { self.count_by::<u128>(part) }
    }

    fn count_by<D: Diagonals>(&self, part: &SearchPart) -> (Sum, u64) {
        let (n, mut sum, mut nodes) = (self.n, Sum::new(self.n), 0);
        let rest = &self.ranks[part.files.len()..];
        sum.total = below(rest, self.taken::<D>(&part.files), n, &mut sum.through, &mut nodes);
        for (&file, rank) in part.files.iter().zip(&self.ranks) {
            sum.through[rank.rank * n + usize::from(file)] += sum.total;
        }
        if part.is_mirrored {
            let mut mirrored = sum.clone();
            mirrored.through.chunks_mut(n).for_each(<[u64]>::reverse);
            sum.add(&mirrored);
        }
        (sum, nodes)
    }
}

/// Counts the ways to place queens on all of `ranks` if the lines `taken` have queens already. Adds, for each square,
/// the number of ways with a queen on it to `through`, and the number of search nodes to `nodes`.
fn below<D: Diagonals>(ranks: &[Rank], taken: TakenLines<D>, n: usize, through: &mut [u64], nodes: &mut u64) -> u64 {
    let Some((&rank, rest)) = ranks.split_first() else { return 1 };
    let left = taken.left(rank, n);
    *nodes += u64::from(left.count_ones());
    let mut found = 0;
    for file in each_file(left) {
        let with = if rest.is_empty() { 1 } else { below(rest, taken.with(file, rank.rank, n), n, through, nodes) };
        if with > 0 {
            through[rank.rank * n + file] += with;
            found += with;
        }
    }
    found
}
