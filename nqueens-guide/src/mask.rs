//! Sets of squares of a line (a rank or a file) as bits, and the squares of a line that are attacked by queens on
//! earlier lines.

use std::ops::{BitAnd, BitOr, Not};

/// A set of squares of a line. If the line is a rank, bit `f` stands for its square on file `f`; if the line is a file,
/// for its square on rank `f`. The methods are described for a rank.
pub(crate) trait Mask:
    Copy + Default + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Send + Sync + 'static
{
    /// Returns the set that contains only `file`.
    fn bit(file: usize) -> Self;
    /// Returns the set of the files below `file`. The type must have a bit for `file` itself.
    fn below(file: usize) -> Self;
    /// Removes and returns the first file; `None` if the set is empty.
    fn take_first(&mut self) -> Option<usize>;
    /// Returns the last file; `None` if the set is empty.
    fn last(self) -> Option<usize>;
    /// Replaces every file by its right-hand neighbour. The diagonals through the set reach these files on the next
    /// rank.
    fn up(self) -> Self;
    /// Replaces every file by its left-hand neighbour. The anti-diagonals through the set reach these files on the next
    /// rank.
    fn down(self) -> Self;
    /// Returns the files 0 to 31.
    fn low_word(self) -> u32;

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn has(self, file: usize) -> bool {
        !(self & Self::bit(file)).is_empty()
    }

    fn with(self, file: usize) -> Self {
        self | Self::bit(file)
    }

    fn without(self, file: usize) -> Self {
        self & !Self::bit(file)
    }

    /// Returns `true` if the set is its own mirror image on a board of `n` files.
    fn is_mirrored(self, n: usize) -> bool {
        (0..n / 2).all(|file| self.has(file) == self.has(n - 1 - file))
    }
}

/// The squares of a line (a rank or a file) that are attacked by queens on earlier lines.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attacked<M> {
    pub(crate) straight: M,
    pub(crate) rising: M,
    pub(crate) falling: M,
}

impl<M: Mask> Attacked<M> {
    /// Returns the attacked squares on files 0 to 31.
    #[inline]
    pub(crate) fn low_words(self) -> Attacked<u32> {
        Attacked {
            straight: self.straight.low_word(),
            rising: self.rising.low_word(),
            falling: self.falling.low_word(),
        }
    }

    #[inline]
    pub(crate) fn squares(self) -> M {
        self.straight | self.rising | self.falling
    }

    /// Returns the attacked squares of the next line after the queen of this line is placed. `queen` is the set with
    /// her square, or the empty set for no queen.
    #[inline]
    pub(crate) fn next(self, queen: M) -> Attacked<M> {
        Attacked {
            straight: self.straight | queen,
            rising: (self.rising | queen).up(),
            falling: (self.falling | queen).down(),
        }
    }
}

/// Implements [`Mask`] for an integer type. `below(file)` needs a bit for `file`. So a search that calls it with the
/// number of files needs an integer with more bits than the board has files.
macro_rules! word {
    ($word:ty) => {
        impl Mask for $word {
            #[inline]
            fn bit(file: usize) -> $word {
                1 << file
            }
            #[inline]
            fn below(file: usize) -> $word {
                (1 << file) - 1
            }
            #[inline]
            fn take_first(&mut self) -> Option<usize> {
                let first = (*self != 0).then_some(self.trailing_zeros() as usize)?;
                *self &= *self - 1;
                Some(first)
            }
            #[inline]
            fn last(self) -> Option<usize> {
                self.checked_ilog2().map(|file| file as usize)
            }
            #[inline]
            fn up(self) -> $word {
                self << 1
            }
            #[inline]
            fn down(self) -> $word {
                self >> 1
            }
            #[inline]
            fn low_word(self) -> u32 {
                self as u32
            }
        }
    };
}

word!(u32);
word!(u64);

/// Returns the files of `set`, in ascending order.
#[inline]
pub(crate) fn each_file(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || set.take_first())
}

/// A set of up to 256 files: files 0 to 63 are in the first word, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wide([u64; 4]);

impl Wide {
    pub(crate) fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the file of a set with exactly one file; `None` if the set has no file or several files.
    pub(crate) fn only(self) -> Option<usize> {
        self.last().filter(|&file| self == Wide::bit(file))
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0.into_iter().zip([0, 64, 128, 192]);
        words.flat_map(|(word, start)| each_file(word).map(move |file| start + file))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    fn bitand(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Wide {
    type Output = Wide;
    fn bitor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for Wide {
    type Output = Wide;
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Mask for Wide {
    fn bit(file: usize) -> Wide {
        Wide(std::array::from_fn(|word| if word == file / 64 { 1 << (file % 64) } else { 0 }))
    }
    fn below(file: usize) -> Wide {
        Wide(std::array::from_fn(|word| match file.saturating_sub(word * 64) {
            0 => 0,
            bits @ 1..64 => u64::MAX >> (64 - bits),
            _ => u64::MAX,
        }))
    }
    fn take_first(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].take_first()?)
    }
    fn last(self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(word * 64 + self.0[word].last()?)
    }
    fn low_word(self) -> u32 {
        self.0[0] as u32
    }
    fn up(self) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] << 1 | if word == 0 { 0 } else { self.0[word - 1] >> 63 }))
    }
    fn down(self) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] >> 1 | if word == 3 { 0 } else { self.0[word + 1] << 63 }))
    }
}
