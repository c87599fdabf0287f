//! The oracle of the tests: backtracking on the open cell with the fewest possible values.

/// A puzzle with blocks of `rows` by `columns` and its values row by row, 0 for open cells.
#[derive(Clone)]
pub(crate) struct Plain {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) values: Vec<u8>,
}

impl Plain {
    fn n(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns the values that are missing in a cell's row, column and block.
    fn fitting(&self, cell: usize) -> Vec<u8> {
        let n = self.n();
        let (row, column) = (cell / n, cell % n);
        let (top, left) = (row / self.rows * self.rows, column / self.columns * self.columns);
        let mut taken = vec![false; n + 1];
        for i in 0..n {
            for (row, column) in [(row, i), (i, column), (top + i / self.columns, left + i % self.columns)] {
                if row * n + column != cell {
                    taken[usize::from(self.values[row * n + column])] = true;
                }
            }
        }
        (1..=n as u8).filter(|&value| !taken[usize::from(value)]).collect()
    }

    /// Passes every solution to `found`, until it returns `false`.
    pub(crate) fn solutions(&self, found: &mut dyn FnMut(&[u8]) -> bool) {
        let mut all = self.clone();
        if (0..all.values.len()).all(|cell| all.values[cell] == 0 || all.fitting(cell).contains(&all.values[cell])) {
            all.fill(found);
        }
    }

    /// Fills the open cells in all ways. Returns `false` after the visitor has stopped the search.
    fn fill(&mut self, found: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let open = (0..self.values.len()).filter(|&cell| self.values[cell] == 0);
        let Some((cell, fitting)) =
            open.map(|cell| (cell, self.fitting(cell))).min_by_key(|(_, fitting)| fitting.len())
        else {
            return found(&self.values);
        };
        for value in fitting {
            self.values[cell] = value;
            if !self.fill(found) {
                return false;
            }
        }
        self.values[cell] = 0;
        true
    }

    /// Returns the number of solutions, at most `limit`.
    pub(crate) fn count(&self, limit: usize) -> usize {
        let mut count = 0;
        self.solutions(&mut |_| {
            count += 1;
            count < limit
        });
        count
    }
}
