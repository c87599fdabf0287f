//! Random messages in random order, to all three puzzles.

use game::{Action, Arrow, Message, Mode, ScreenStep};
use proptest::prelude::*;
use puzzle_kind::Cell;

use super::table::Table;

fn messages() -> impl Strategy<Value = Message> {
    let cell = (0usize..10, 0usize..10).prop_map(|(row, column)| Cell { row, column });
    let action = prop_oneof![
        prop_oneof![Just(Arrow::Left), Just(Arrow::Right), Just(Arrow::Up), Just(Arrow::Down)].prop_map(Action::Move),
        (1u8..10).prop_map(Action::Value),
        prop_oneof![
            Just(ScreenStep::Next),
            Just(ScreenStep::Previous),
            Just(ScreenStep::First),
            Just(ScreenStep::Last),
            Just(ScreenStep::SkipCase),
            Just(ScreenStep::CaseStart),
            Just(ScreenStep::Random)
        ]
        .prop_map(Action::Step),
        prop::sample::select(vec![
            Action::Place,
            Action::Remove,
            Action::Block,
            Action::Undo,
            Action::Redo,
            Action::Clear,
            Action::NextPuzzle,
            Action::Counts,
            Action::Heat,
            Action::Why,
            Action::Hint,
            Action::NextAssist,
            Action::Verify,
            Action::BackToSolvable,
            Action::Browse,
            Action::Fold,
            Action::Repair,
            Action::Adopt,
            Action::Go,
            Action::Cancel,
        ]),
    ];
    prop_oneof![
        8 => action.prop_map(Message::Act),
        3 => cell.clone().prop_map(|cell| Message::ClickPlace(cell, None)),
        1 => cell.prop_map(|cell| Message::ClickBlock(cell, None)),
        3 => prop::char::range('0', 'h').prop_map(Message::Typed),
        1 => Just(()).prop_map(|()| Message::Entered),
        1 => Just(()).prop_map(|()| Message::Erased),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Checks that the game stays consistent under any messages and any order of job ends, and that every move can be
    /// undone.
    #[test]
    fn nothing_breaks_the_game(
        which in 0usize..3,
        script in prop::collection::vec((messages(), any::<bool>()), 1..60),
    ) {
        let mut table = match which {
            0 => Table::queens(5),
            1 => Table::sudoku(&[super::table::TWOFOLD]),
            _ => Table::regions(),
        };
        for (message, does_jobs) in script {
            table.holds = !does_jobs;
            table.tell(message);
            if does_jobs {
                for job in std::mem::take(&mut table.jobs).into_iter().rev() {
                    table.run(job);
                }
            }
            let model = &table.model;
            prop_assert!(model.board().contains(model.cursor()) && model.board().contains(model.focus()));
            let session = model.session().unwrap();
            prop_assert!(session.guide().is_completable() || !model.is_solved());
            prop_assert_eq!(session.count_history().last(), Some(session.guide().total()));
            if let Mode::Browse(screen) = model.mode() {
                prop_assert_eq!(screen.total(), session.guide().total().value());
            }
            prop_assert!(model.notice().is_none() || !table.said().is_empty());
        }
        table.holds = false;
        for job in std::mem::take(&mut table.jobs) {
            table.run(job);
        }
        for _ in 0..3 {
            table.act(Action::Cancel);
        }
        prop_assert!(table.is_playing() && table.model.working().is_none());
        while table.said() != "Nothing to undo." {
            table.act(Action::Undo);
        }
        prop_assert!(table.placed().is_empty());
    }
}
