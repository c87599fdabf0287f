//! What the page shows and says is what the guide shows and says.

use nqueens_guide::{Library, Queens};
use puzzle_core::{Budget, Status, Words, explain, sentences};

use crate::browser::in_browser;
use crate::draws::{Draws, address};
use crate::page::{ENTER, ESCAPE};

#[test]
fn the_greys_are_the_guides_for_200_random_placements() {
    in_browser(async |page| {
        let mut draws = Draws::new(0x9e37_79b9_7f4a_7c15);
        for _ in 0..200 {
            let placement = draws.placement(4..11);
            let guide = Library::embedded().load(placement.size()).unwrap().guide(&placement);
            let queens = Queens::new(placement.size());
            let address = address(&placement);
            page.open(&address).await;
            let expected: Vec<&str> = guide.variables().map(|(_, status, _)| queens.status_name(status)).collect();
            assert_eq!(page.statuses().await, expected, "{address}");
            assert_eq!(page.count().await.replace(',', ""), guide.total().to_string(), "{address}");
        }
    });
}

#[test]
fn explanations_are_worded_as_on_the_command_line() {
    in_browser(async |page| {
        let mut draws = Draws::new(0x2545_f491_4f6c_dd1d);
        let mut frames_seen = 0;
        for _ in 0..40 {
            let placement = draws.placement(5..8);
            let solutions = Library::embedded().load(placement.size()).unwrap();
            let guide = solutions.guide(&placement);
            // The squares with most to say, and one of the others.
            let mut squares: Vec<_> = guide.variables().map(|(variable, status, _)| (status, variable)).collect();
            squares.sort_by_key(|&(status, variable)| (!matches!(status, Status::Dead | Status::Forced), variable));
            let last = squares.len() - 1;
            for (_, variable) in [squares[0], squares[last / 4], squares[last]] {
                let (puzzle, square) = (&Queens::new(placement.size()), placement.size().square_of(variable));
                let Some(explanation) = explain(&solutions, &guide, variable, &mut Budget::unlimited()).unwrap() else {
                    continue;
                };
                let frames = explanation.frames();
                if frames.len() > 30 {
                    continue;
                }
                let address = address(&placement);
                page.open(&address).await;
                page.keys(std::iter::once('g').chain(square.to_string().chars()).chain([ENTER, 'w'])).await;
                page.until("!document.getElementById('why').hidden").await;
                assert_eq!(
                    page.text("why-headline").await,
                    sentences::headline(puzzle, &explanation),
                    "{address} {square}"
                );
                assert_eq!(
                    page.text("why-repair").await,
                    sentences::repair(puzzle, &explanation),
                    "{address} {square}"
                );
                let conclusion = sentences::conclusion(puzzle, &explanation).unwrap_or_default();
                assert_eq!(page.text("why-conclusion").await, conclusion, "{address} {square}");
                for frame in frames {
                    let says: String =
                        page.read("document.querySelector('#why-steps [aria-current]').textContent").await;
                    assert_eq!(says, sentences::frame(puzzle, &explanation, &frame), "{address} {square}");
                    let supposed: usize = page.read("document.querySelectorAll('#drawing .supposed').length").await;
                    assert_eq!(supposed, frame.placed.len(), "{address} {square}: {says}");
                    let attacks: usize = page.read("document.querySelectorAll('#drawing .attack').length").await;
                    assert_eq!(attacks, frame.exclusions(variable).len(), "{address} {square}: {says}");
                    page.keys(['l']).await;
                    frames_seen += 1;
                }
                page.keys([ESCAPE]).await;
            }
        }
        assert!(frames_seen > 200, "{frames_seen} are too few to tell");
    });
}
