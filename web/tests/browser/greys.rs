//! What the page greys out is what the guide says.

use std::ops::Range;

use nqueens_guide::{Library, Placement, Size, Square};

use crate::browser::in_browser;
use crate::page::Page;

/// A small generator, so that every run tries the same placements.
struct Draws(u64);

impl Draws {
    /// A number of the range, by Marsaglia's xorshift.
    fn draw(&mut self, range: Range<usize>) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        range.start + (self.0 % range.len() as u64) as usize
    }
}

#[test]
fn the_greys_are_the_guides_for_200_random_placements() {
    in_browser(async |page| {
        page.open("").await;
        let mut draws = Draws(0x9e37_79b9_7f4a_7c15);
        for _ in 0..200 {
            let size = Size::new(draws.draw(4..11)).unwrap();
            let squares: Vec<Square> = size.squares().collect();
            let mut some = |count: usize| (0..count).map(|_| squares[draws.draw(0..squares.len())]).collect::<Vec<_>>();
            // Mostly few queens, which leave something to see; attacking each other now and then.
            let (queens, blocked) = (some(2), some(3));
            let queens = &queens[..draws.draw(0..3)];
            let placement = Placement::new(size, queens.iter().copied(), blocked).unwrap();
            compare(page, &placement).await;
        }
    });
}

async fn compare(page: &Page, placement: &Placement) {
    let solutions = Library::embedded().load(placement.size()).unwrap();
    let guide = solutions.guide(placement);
    let names = |squares: Vec<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(",");
    let [queens, blocked] = [placement.queens(), placement.blocked()].map(|of| names(of.iter().copied().collect()));
    let address = format!("?n={}&queens={queens}&blocked={blocked}", placement.size());
    page.open(&address).await;
    let expected: Vec<&str> = guide.squares().map(|(_, status, _)| status.name()).collect();
    assert_eq!(page.statuses().await, expected, "{address}");
    assert_eq!(page.count().await.replace(',', ""), guide.total().to_string(), "{address}");
}
