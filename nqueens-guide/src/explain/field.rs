//! What is still possible on a board, by the simplest reasoning: no line without a square, and queens attack.

use super::RankOrFile;
use crate::board::Size;
use crate::placement::Placement;
use crate::square::Square;

/// The most ranks that a field can have.
const MOST: usize = 32;

/// The squares where a queen may still stand, line by line.
#[derive(Clone, Copy)]
pub(super) struct Field {
    n: usize,
    /// For each rank its possible files as bits; none where the rank's queen stands.
    ranks: [u32; MOST],
    /// The files that have no queen yet.
    open_files: u32,
    /// The ranks that have no queen yet.
    open_ranks: u32,
}

impl Field {
    /// The field of a consistent placement.
    pub(super) fn new(placement: &Placement) -> Field {
        let n = placement.size().get();
        assert!(n <= MOST);
        let all = u32::MAX >> (32 - n);
        let mut ranks = [0; MOST];
        ranks[..n].fill(all);
        let mut field = Field { n, ranks, open_files: all, open_ranks: all };
        for &square in placement.blocked() {
            field.rule_out(square);
        }
        for &square in placement.queens() {
            field.place(square);
        }
        field
    }

    pub(super) fn size(&self) -> Size {
        Size::new(self.n).expect("made from a size")
    }

    pub(super) fn rule_out(&mut self, square: Square) {
        self.ranks[square.rank()] &= !(1 << square.file());
    }

    /// Puts a queen on a square, possible or not.
    pub(super) fn place(&mut self, square: Square) {
        let bit = 1u64 << square.file();
        for (rank, files) in self.ranks[..self.n].iter_mut().enumerate() {
            let distance = rank.abs_diff(square.rank());
            *files &= !((bit | bit << distance | bit >> distance) as u32);
        }
        self.ranks[square.rank()] = 0;
        self.open_ranks &= !(1 << square.rank());
        self.open_files &= !(1 << square.file());
    }

    pub(super) fn is_open(&self, line: RankOrFile) -> bool {
        match line {
            RankOrFile::Rank(rank) => self.open_ranks & 1 << rank != 0,
            RankOrFile::File(file) => self.open_files & 1 << file != 0,
        }
    }

    fn is_possible(&self, square: Square) -> bool {
        self.ranks[square.rank()] & 1 << square.file() != 0
    }

    /// The possible squares of a line.
    pub(super) fn possible(&self, line: RankOrFile) -> impl Iterator<Item = Square> + '_ {
        line.squares(self.size()).filter(|&square| self.is_possible(square))
    }

    /// The lines without a queen, ranks first.
    pub(super) fn open_lines(&self) -> impl Iterator<Item = RankOrFile> + '_ {
        let lines = (0..self.n).map(RankOrFile::Rank).chain((0..self.n).map(RankOrFile::File));
        lines.filter(|&line| self.is_open(line))
    }

    /// The files that have at least one possible square, and those that have several.
    fn file_counts(&self) -> (u32, u32) {
        self.ranks[..self.n].iter().fold((0, 0), |(one, several), files| (one | files, several | (one & files)))
    }

    /// The first open line without a possible square.
    pub(super) fn empty_line(&self) -> Option<RankOrFile> {
        let rank = (0..self.n).find(|&rank| self.ranks[rank] == 0 && self.is_open(RankOrFile::Rank(rank)));
        let files = self.open_files & !self.file_counts().0;
        rank.map(RankOrFile::Rank).or_else(|| (files != 0).then(|| RankOrFile::File(files.trailing_zeros() as usize)))
    }

    /// The open lines with one possible square, and that square.
    pub(super) fn single_lines(&self) -> Vec<(Square, RankOrFile)> {
        let mut singles = Vec::new();
        for (rank, files) in self.ranks[..self.n].iter().enumerate() {
            if files.is_power_of_two() {
                singles.push((Square::at(files.trailing_zeros() as usize, rank), RankOrFile::Rank(rank)));
            }
        }
        let (one, several) = self.file_counts();
        let mut files = one & !several & self.open_files;
        while files != 0 {
            let file = files.trailing_zeros() as usize;
            files &= files - 1;
            let rank = (0..self.n).find(|&rank| self.ranks[rank] & 1 << file != 0).expect("it has one possible square");
            singles.push((Square::at(file, rank), RankOrFile::File(file)));
        }
        singles
    }

    /// Whether this square is the only possible one of this open line.
    pub(super) fn is_only(&self, square: Square, line: RankOrFile) -> bool {
        self.is_open(line) && self.possible(line).eq([square])
    }
}
