//! The game with a long list of names: a configurator with prices.

use std::sync::Arc;

use game::Series;
use nqueens_guide::Library;
use nqueens_tui::face::Face;
use nqueens_tui::view::layout::Layout;
use puzzle_core::kind::{Arguments, Verb};

use super::memory::{COLOR, game_of, keys, text};

/// The game of a file.
fn of_file(file: &'static str, screen: (u16, u16)) -> Face {
    let kinds = puzzles::kinds(Library::embedded());
    let kind = kinds.iter().find(|kind| kind.name() == "puzzle").unwrap();
    let arguments = Arguments::new(kind.parameters(Verb::Count), |_| Vec::new());
    let (_, entry) = kind.read(&arguments, Box::new(file.as_bytes())).next().unwrap().unwrap();
    let first = Arc::clone(entry.puzzle());
    game_of(Arc::new(Series::of(vec![entry])), 1, first, screen, COLOR)
}

const CAR: &str = include_str!("../../puzzle-files/puzzles/configurator.toml");

#[test]
fn a_long_list_has_its_panel_beside_it_with_what_things_cost() {
    let mut face = of_file(CAR, (80, 24));
    let layout = Layout::of(&face).unwrap();
    assert!(layout.is_wide && layout.is_cut() && layout.shown.1 > 20, "{layout:?}");
    let screen = text(&face);
    assert!(screen.contains("0 so far") && screen.contains("costs 0, 0 to 24920 in all"), "{screen}");
    // With each there are the totals that are left.
    keys(&mut face, "__");
    let screen = text(&face);
    assert!(screen.contains("costs 3400, 3400 to 28320 in all with it"), "{screen}");
    keys(&mut face, "\n");
    let screen = text(&face);
    assert!(screen.contains("3400 so far, 3400 to 28320 in all"), "{screen}");
    // The last one is scrolled to.
    keys(&mut face, &"_".repeat(40));
    assert!(text(&face).contains("winter-pack"), "{}", text(&face));
}

#[test]
fn names_that_are_too_long_are_cut_on_any_screen() {
    let file = "c 1 a-name-of-more-than-eighty-characters-that-goes-on-and-on-and-on-to-the-very-end-of-the-line-and-on\n\
                p cnf 60 1\n1 2 0\n";
    for screen in [(200, 60), (80, 24), (60, 16), (40, 10), (20, 8)] {
        let mut face = of_file(file, screen);
        keys(&mut face, "AA_\n_w\x1b?\x1b");
        let screen = text(&face);
        assert!(screen.contains('x'), "{screen}");
    }
}
