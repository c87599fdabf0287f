//! Damaged copies of bytes.

/// The generator SplitMix: see Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
pub(crate) struct Sampler(pub(crate) u64);

impl Sampler {
    /// Returns a number from 0 to `most - 1`; 0 if `most` is 0.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most.max(1) as u64) as usize
    }

    /// Returns a copy with a few bytes changed, lost or doubled, or with a part of another seed.
    pub(crate) fn damaged(&mut self, seed: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = seed.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            match self.below(6) {
                _ if bytes.is_empty() => bytes.push(self.below(256) as u8),
                0 => bytes[at] ^= 1 << self.below(8),
                1 => bytes[at] = self.below(256) as u8,
                2 => drop(bytes.remove(at)),
                3 => bytes.truncate(at),
                4 => {
                    let from = self.below(other.len());
                    let part = &other[from..(from + self.below(20)).min(other.len())];
                    drop(bytes.splice(at..at, part.iter().copied()));
                }
                _ => {
                    let part = bytes[at..(at + self.below(20)).min(bytes.len())].to_vec();
                    drop(bytes.splice(at..at, part));
                }
            }
        }
        bytes
    }
}
