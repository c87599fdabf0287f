//! A Sudoku solver modelled on a SystemVerilog class in the article *Solving Sudoku with Uniqueness Constraints*, with
//! blocks of M by M. Each cell has a value from 1 to N; no row, column or block has a value twice; a given other than 0
//! fixes its cell.

use puzzle_core::{Budget, Literal, Rules, Variable, sat::Solver};

struct Sudoku<const M: usize> {
    rules: Rules,
    boxes: Vec<Vec<usize>>,
}

impl<const M: usize> Sudoku<M> {
    const N: usize = M * M;

    fn new() -> Self {
        let mut rules = Rules::new(Self::N * Self::N * Self::N);
        let mut unique = |variable: &dyn Fn(usize) -> Variable| {
            rules.exactly_one(&(0..Self::N).map(variable).collect::<Vec<_>>());
        };
        for (a, b) in (0..Self::N).flat_map(|a| (0..Self::N).map(move |b| (a, b))) {
            unique(&|value| Self::holds(a, b, value));
            unique(&|column| Self::holds(a, column, b));
            unique(&|row| Self::holds(row, a, b));
            unique(&|place| Self::holds(a / M * M + place / M, a % M * M + place % M, b));
        }
        Sudoku { rules, boxes: Vec::new() }
    }

    fn holds(row: usize, column: usize, value: usize) -> Variable {
        Variable::from_index((row * Self::N + column) * Self::N + value)
    }

    fn solve_this(&mut self, puzzle: &[&[usize]]) -> bool {
        let boxes = puzzle
            .iter()
            .enumerate()
            .flat_map(|(row, boxes)| (0..Self::N).map(move |column| (row, column, boxes[column])));
        let givens = boxes
            .filter(|given| given.2 != 0)
            .map(|(row, column, value)| Literal::positive(Self::holds(row, column, value - 1)));
        let budget = &mut Budget::unlimited();
        let solution = Solver::new(&self.rules, givens, budget).and_then(|mut solver| solver.model(&[], budget));
        let solution = solution.expect("nobody stops it");
        let values = solution.iter().flatten().map(|&variable| usize::from(variable) % Self::N + 1).collect::<Vec<_>>();
        self.boxes = values.chunks(Self::N).map(<[usize]>::to_vec).collect();
        solution.is_some()
    }

    fn print(&self) {
        self.boxes.iter().for_each(|row| println!("{row:?}"));
    }
}

const TWO: [&[usize]; 4] = [&[1, 0, 0, 0], &[0, 0, 3, 0], &[0, 4, 0, 0], &[0, 0, 0, 2]];

const THREE: [&[usize]; 9] = [
    &[5, 3, 0, 0, 7, 0, 0, 0, 0],
    &[6, 0, 0, 1, 9, 5, 0, 0, 0],
    &[0, 9, 8, 0, 0, 0, 0, 6, 0],
    &[8, 0, 0, 0, 6, 0, 0, 0, 3],
    &[4, 0, 0, 8, 0, 3, 0, 0, 1],
    &[7, 0, 0, 0, 2, 0, 0, 0, 6],
    &[0, 6, 0, 0, 0, 0, 2, 8, 0],
    &[0, 0, 0, 4, 1, 9, 0, 0, 5],
    &[0, 0, 0, 0, 8, 0, 0, 7, 9],
];

fn main() {
    let mut two = Sudoku::<2>::new();
    assert!(two.solve_this(&TWO));
    two.print();
    let mut three = Sudoku::<3>::new();
    assert!(three.solve_this(&THREE));
    three.print();
}

#[test]
fn both_sizes_are_solved_and_a_contradiction_is_not() {
    let mut two = Sudoku::<2>::new();
    assert!(two.solve_this(&TWO));
    assert_eq!(two.boxes, [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]);
    assert!(!two.solve_this(&[&[1, 1, 0, 0], &[0; 4], &[0; 4], &[0; 4]]));
    let mut three = Sudoku::<3>::new();
    assert!(three.solve_this(&THREE));
    let lines: Vec<String> = three.boxes.iter().map(|row| row.iter().map(usize::to_string).collect()).collect();
    assert_eq!(lines.concat(), "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
}
