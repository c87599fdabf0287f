//! Levels of help: the part of the guide that the screen tells, and the moves that the game makes by itself.
//!
//! [`Assist::shown`] is the one place that decides which status a variable passes for at a level; a status that must
//! not be told looks open. Board, panel and legend ask it through `Model::shown`, which also leaves out the marks that
//! the player wants to make by hand.

use puzzle_core::Status;

/// The levels of help, each with all that the levels before it give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assist {
    /// Only the player's own marks are shown: anything may be placed anywhere.
    Nothing,
    /// What is excluded is shown, as anybody could work out.
    Attacks,
    /// The guide: what is dead and what is forced, and the number of solutions left; mistakes are refused.
    #[default]
    Dead,
    /// Counts and heat stand on the board.
    Counts,
    /// What is forced is played at once.
    Forced,
}

impl Assist {
    /// All five levels, the least help first.
    pub const ALL: [Assist; 5] = [Assist::Nothing, Assist::Attacks, Assist::Dead, Assist::Counts, Assist::Forced];

    /// The number of the level, 0 to 4.
    #[must_use]
    pub fn level(self) -> u8 {
        self as u8
    }

    /// The level with a number, if there is one.
    #[must_use]
    pub fn of_level(level: u8) -> Option<Assist> {
        Assist::ALL.get(usize::from(level)).copied()
    }

    /// The next level; after the last one the first.
    #[must_use]
    pub fn next(self) -> Assist {
        Assist::of_level(self.level() + 1).unwrap_or(Assist::Nothing)
    }

    /// The next level at which the screen tells what only the solutions know; after the last one the first of these.
    pub(crate) fn next_guided(self) -> Assist {
        self.next().max(Assist::Dead)
    }

    /// Whether the screen tells what only the solutions know. If not, the player is free to go wrong.
    #[must_use]
    pub fn is_guided(self) -> bool {
        self >= Assist::Dead
    }

    /// What a variable passes for at this level: what must not be told looks as if it were open.
    pub(crate) fn shown(self, status: Status) -> Status {
        match (self, status) {
            (Assist::Nothing, Status::Excluded | Status::Dead | Status::Forced | Status::Unknown)
            | (Assist::Attacks, Status::Dead | Status::Forced | Status::Unknown) => Status::Open,
            (_, status) => status,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_from_0_to_4_and_go_round() {
        for (level, assist) in (0..).zip(Assist::ALL) {
            assert_eq!(assist.level(), level);
            assert_eq!(Assist::of_level(level), Some(assist));
            assert_eq!(assist.next().level(), (level + 1) % 5);
        }
        assert_eq!(Assist::of_level(5), None);
        assert_eq!(Assist::ALL.map(|assist| assist.next_guided().level()), [2, 2, 3, 4, 2]);
    }

    #[test]
    fn unguided_levels_tell_nothing_that_takes_the_solutions_to_know() {
        for assist in Assist::ALL {
            let shown = Status::ALL.map(|status| assist.shown(status));
            assert_eq!(shown.contains(&Status::Dead) || shown.contains(&Status::Forced), assist.is_guided());
            assert_eq!(shown.contains(&Status::Excluded), assist != Assist::Nothing);
            assert!(shown.contains(&Status::Placed) && shown.contains(&Status::Blocked));
        }
    }
}
