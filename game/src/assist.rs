//! Help levels: the statuses shown, and the moves that the game makes automatically.
//!
//! [`Assist::shown`] alone decides the status shown at a level: a hidden status looks like `Open`. Board, panel and
//! legend call it through [`Model::shown`](crate::Model::shown), which also hides excluded variables if the player
//! marks them by hand.

use puzzle_core::Status;

use crate::catalogue::Catalogue;

/// The help levels. Each includes the help of the levels before it; the default is [`Assist::Dead`].
///
/// ```
/// use game::Assist;
///
/// assert_eq!(Assist::of_level(2), Some(Assist::Dead));
/// assert!(Assist::Attacks < Assist::Dead && !Assist::Attacks.is_guided());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assist {
    /// Level 0: shows only the player's marks.
    Nothing,
    /// Level 1: also shows clashes, and excluded variables, which the placed and given variables rule out.
    Attacks,
    /// Level 2: also shows dead variables (in no solution), forced variables (in every solution) and the number of
    /// remaining solutions. Moves known to leave no solution are refused.
    #[default]
    Dead,
    /// Level 3: also shows on the board the number of solutions through each open cell, and the heat map.
    Counts,
    /// Level 4: also places forced variables automatically.
    Forced,
}

impl Assist {
    /// All five levels in ascending order.
    pub const ALL: [Assist; 5] = [Assist::Nothing, Assist::Attacks, Assist::Dead, Assist::Counts, Assist::Forced];

    /// Returns the number of the level, from 0 to 4.
    #[must_use]
    pub fn level(self) -> u8 {
        self as u8
    }

    /// Returns the name of the level in games with pieces, such as `attacks`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Assist::Nothing => "off",
            Assist::Attacks => "attacks",
            Assist::Dead => "guide",
            Assist::Counts => "counts",
            Assist::Forced => "auto",
        }
    }

    /// Returns the level with the number `level`; `None` above 4.
    #[must_use]
    pub fn of_level(level: u8) -> Option<Assist> {
        Assist::ALL.get(usize::from(level)).copied()
    }

    /// Returns the default level for the puzzles of a catalogue: [`Assist::Dead`] for a catalogue [by
    /// size](Catalogue::is_by_size), else [`Assist::Attacks`].
    #[must_use]
    pub fn usual(catalogue: &dyn Catalogue) -> Assist {
        // Most puzzles of a series have one solution, which the guide would reveal.
        if catalogue.is_by_size() { Assist::Dead } else { Assist::Attacks }
    }

    /// Returns the next level. [`Assist::Nothing`] follows [`Assist::Forced`].
    pub(crate) fn next(self) -> Assist {
        Assist::of_level(self.level() + 1).unwrap_or(Assist::Nothing)
    }

    /// Returns the next level that [is guided](Assist::is_guided). After the last level,
    /// [`Assist::Forced`], returns the first, [`Assist::Dead`].
    pub(crate) fn next_guided(self) -> Assist {
        self.next().max(Assist::Dead)
    }

    /// Returns `true` for [`Assist::Dead`] and higher levels, whose statuses and counts reveal facts about the
    /// solutions.
    #[must_use]
    pub fn is_guided(self) -> bool {
        self >= Assist::Dead
    }

    /// Returns `status` if this level shows it, and [`Status::Open`] if the level hides it.
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
