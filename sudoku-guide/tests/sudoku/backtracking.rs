//! The oracle: it tries every value in every open cell, the first open cell first, and knows nothing else.

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

    /// Whether a cell's value is that of another cell of its row, its column or its block.
    fn clashes(&self, cell: usize) -> bool {
        let n = self.n();
        let (row, column) = (cell / n, cell % n);
        (0..n * n).any(|other| {
            let (other_row, other_column) = (other / n, other % n);
            let shares = row == other_row
                || column == other_column
                || (row / self.rows == other_row / self.rows && column / self.columns == other_column / self.columns);
            other != cell && shares && self.values[other] == self.values[cell]
        })
    }

    /// Hands over every solution, until told to stop.
    pub(crate) fn solutions(&self, found: &mut dyn FnMut(&[u8]) -> bool) {
        let mut all = self.clone();
        if (0..all.values.len()).all(|cell| all.values[cell] == 0 || !all.clashes(cell)) {
            all.fill(0, found);
        }
    }

    /// Whether to go on.
    fn fill(&mut self, from: usize, found: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let Some(cell) = (from..self.values.len()).find(|&cell| self.values[cell] == 0) else {
            return found(&self.values);
        };
        for value in 1..=self.n() as u8 {
            self.values[cell] = value;
            if !self.clashes(cell) && !self.fill(cell + 1, found) {
                return false;
            }
        }
        self.values[cell] = 0;
        true
    }

    /// The number of solutions, or the limit if that is reached.
    pub(crate) fn count(&self, limit: usize) -> usize {
        let mut count = 0;
        self.solutions(&mut |_| {
            count += 1;
            count < limit
        });
        count
    }
}
