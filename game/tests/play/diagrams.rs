//! The diagram of the remaining solutions, and the conjunction of the rules.

use game::{Action, BoardScene, DiagramScreen, Mode, ScreenStep, Tone};

use super::table::Table;

fn screen(table: &Table) -> &DiagramScreen {
    let Mode::Diagram(screen) = table.model.mode() else { panic!("{:?}", table.model.mode()) };
    screen
}

fn told(table: &Table) -> Vec<String> {
    screen(table).summary(table.model.board().puzzle())
}

#[test]
fn the_rules_are_conjoined_step_by_step_in_four_orders() {
    let mut table = Table::queens(4);
    table.act(Action::Diagram);
    let whole = screen(&table).widths().to_vec();
    let before = told(&table);
    // The node counts after each step, confirmed by another package for decision diagrams.
    for (steps, largest, first) in [
        (4, 41, "Line by line, step 1 of 4: the rule of rank 1 and all exclusions among its candidates."),
        (4, 41, "Last line first, step 1 of 4: the rule of rank 4 and all exclusions among its candidates."),
        (83, 132, "In pairs, step 1 of 83: the conjunction of rules 1 to 2."),
        (84, 133, "Rule by rule, step 1 of 84: the rule that a1 and b1 exclude each other."),
    ] {
        table.act(Action::Conjunction);
        assert_eq!(told(&table)[0], first);
        let (at, sizes) = screen(&table).conjoined().unwrap();
        assert_eq!((at, sizes.len(), sizes.into_iter().max()), (0, steps, Some(largest)));
        table.act(Action::Step(ScreenStep::Random));
        assert!(told(&table)[1].starts_with(&format!("{largest} nodes on 16 levels")), "{:?}", told(&table));
        assert_eq!(screen(&table).nodes().count(), largest - 2, "both terminals decide nothing");
        table.act(Action::Step(ScreenStep::Last));
        assert_eq!(screen(&table).widths(), whole, "every order comes to the same diagram");
    }
    table.act(Action::Conjunction);
    assert_eq!(told(&table), before);
}

#[test]
fn what_joins_is_shown_on_the_board_and_what_stands_is_conjoined_as_well() {
    let mut table = Table::queens(5);
    table.click("a1");
    table.act(Action::Diagram);
    let whole = screen(&table).widths().to_vec();
    table.act(Action::Conjunction);
    table.act(Action::Step(ScreenStep::Next));
    let scene = BoardScene::of(&table.model);
    let on_line = |name: &str| {
        scene.square(table.variable(name)).and_then(|square| square.mark).is_some_and(|mark| mark.tone == Tone::Left)
    };
    assert!(["a2", "b2", "c2", "d2", "e2"].into_iter().all(on_line) && !on_line("a1") && !on_line("a3"));
    table.act(Action::Step(ScreenStep::Last));
    assert_eq!(screen(&table).widths(), whole);
    // Moving the cursor keeps the step, and places no queen.
    table.act(Action::Move(game::Arrow::Up));
    assert_eq!(screen(&table).conjoined().unwrap().0, 4);
    table.act(Action::Cancel);
    assert!(table.is_playing());
}

#[test]
fn away_from_the_diagram_there_is_nothing_to_conjoin() {
    let mut table = Table::queens(4);
    table.act(Action::Conjunction);
    assert!(table.is_playing());
}

#[test]
fn the_diagram_is_of_the_square_under_the_cursor_wherever_that_goes() {
    let mut table = Table::queens(5);
    table.act(Action::Move(game::Arrow::Right));
    assert!(table.is_playing(), "nobody has asked for it");
    table.go("a1");
    table.act(Action::Diagram);
    for (direction, square) in [(game::Arrow::Right, "b1"), (game::Arrow::Up, "b2")] {
        table.act(Action::Move(direction));
        assert_eq!(table.model.cursor(), table.cell(square));
        let (of, widths) = screen(&table).effect().expect("it would change the diagram");
        assert_eq!(of, table.variable(square));
        // The predicted widths are the widths of the diagram after the placement.
        let mut placed = Table::queens(5);
        placed.click(square);
        placed.act(Action::Diagram);
        assert_eq!(screen(&placed).widths(), widths);
    }
}
