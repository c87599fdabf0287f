//! The start menu: the puzzles of the day, the saved games, new games, puzzle files.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use game::words;
use game::{Action, GameProgress, MenuChoice, MenuTarget, PlayStatistics, Save, Thumbnail};
use jiff::ToSpan;
use jiff::civil::Date;
use nqueens_guide::{Size, known_solutions};
use puzzle_core::Budget;
use puzzle_kind::{Difficulty, Kind, Parameter, Playable, Verb};

use super::menu::{Choice, NewGame, USUAL, capital};
use super::{Collection, Daily, file_entries, source};
use crate::Recipe;

/// The sizes of n-queens boards that the menu offers.
const BOARDS: [usize; 14] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 25, 30];

/// The values that the menu tries for the size of new puzzles: kinds have sizes such as `8`, or blocks such as `3x3`.
const SIZES: [&str; 20] = [
    "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "2x2", "2x3", "2x4", "3x3", "3x4", "4x4",
    "5x5",
];

/// The number of weeks in the calendar of daily puzzles.
const WEEKS: i64 = 12;

/// The kinds and sizes of new puzzles with the difficulties that the menu leaves out: among hundreds of puzzles there is
/// none of them, or it takes minutes to find one.
const MISSING: [(&str, &str, &[&str]); 9] = [
    ("sudoku", "2x2", &["medium", "hard"]),
    ("sudoku", "4x4", &["easy"]),
    ("sudoku", "5x5", &["easy", "hard"]),
    ("challenge", "4", &["medium", "hard"]),
    ("challenge", "5", &["medium", "hard"]),
    ("regions", "4", &["medium", "hard"]),
    ("regions", "5", &["hard"]),
    ("regions", "6", &["hard"]),
    ("regions", "7", &["hard"]),
];

/// A variant of a kind of puzzle, which the menu lists under a name of its own.
struct Variety {
    kind: &'static str,
    name: &'static str,
    /// The name and the value of the option by which the puzzle kind selects the variant.
    option: (&'static str, &'static str),
    /// The sizes whose puzzles are made within seconds.
    sizes: &'static [&'static str],
}

const VARIETIES: [Variety; 2] = [
    Variety {
        kind: "regions",
        name: "Star Battle (2 stars)",
        option: ("stars", "2"),
        sizes: &["8", "9", "10", "11", "12"],
    },
    Variety { kind: "regions", name: "Star Battle (3 stars)", option: ("stars", "3"), sizes: &["12"] },
];

/// The kinds of new puzzles: the name of the kind, its name in the menu, and the task in a few words.
const KINDS: [(&str, &str, &str); 3] = [
    ("challenge", "Queens challenge", "some queens are given; one solution, found by logic"),
    ("sudoku", "Sudoku", "every value once in each row, column and block"),
    ("regions", "Regions", "a queen in every row, column and region; queens never touch"),
];

/// A saved game, with its name, title and age.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The name of the game's file, or another name that no other game has.
    pub name: String,
    /// The name that the player gave the game; `None` to list it by the name of its puzzle.
    pub title: Option<String>,
    /// The game, or the reason why it can't be read, without a full stop.
    pub save: Result<Save, String>,
    /// The time since the game was saved.
    pub age: Duration,
}

/// The data of the player that the start menu shows.
#[derive(Debug, Default)]
pub struct PlayerData {
    /// The texts of the player's own puzzle files.
    pub puzzles: Vec<String>,
    /// The saved games, the most recently saved first.
    pub games: Vec<StoredGame>,
    /// The statistics, whose days are marked in the calendar.
    pub statistics: PlayStatistics,
    /// The new puzzles chosen last; `None` before the first choice.
    pub last: Option<NewGame>,
    /// `true` to select the latest game if it is not solved, rather than a puzzle of the day.
    pub selects_latest: bool,
}

/// The start menu, from [`Collection::start_menu`].
///
/// ```
/// use game::MenuTarget;
/// use jiff::civil::date;
/// use puzzles::{Choice, Collection, PlayerData};
///
/// let collection = Collection::new(nqueens_guide::Library::embedded());
/// let menu = collection.start_menu(date(2026, 12, 24), PlayerData::default(), |_| None);
/// assert_eq!(menu.choices[0].label, "Queens");
/// let MenuTarget::Opens(number) = menu.choices[0].target else { panic!("a card opens its puzzle") };
/// assert!(matches!(menu.opens[number], Choice::Daily(_)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StartMenu {
    /// The choices. Their number and order never change, so that the key of a choice stays the same.
    pub choices: Vec<MenuChoice>,
    /// The puzzles that the choices open; [`MenuTarget::Opens`] has the index of a puzzle.
    pub opens: Vec<Choice>,
}

/// Returns the number of consecutive days with a solved daily puzzle, up to `today` or to the day before: a streak goes
/// on until a whole day has passed.
fn streak(statistics: &PlayStatistics, today: i32) -> usize {
    let latest = if statistics.has_solved_on(today) { today } else { today - 1 };
    (0..).take_while(|back| statistics.has_solved_on(latest - back)).count()
}

impl StartMenu {
    /// Adds `choice` to the puzzles that the menu can open, and returns the target of a menu choice that opens it.
    fn opening(&mut self, choice: Choice) -> MenuTarget {
        self.opens.push(choice);
        MenuTarget::Opens(self.opens.len() - 1)
    }
}

impl Collection {
    /// Returns the start menu of `today`. `thumbnail` returns the picture of a daily puzzle, which
    /// [`Collection::thumbnail`] draws, or `None` if the picture is not drawn yet.
    #[must_use]
    pub fn start_menu(
        &self,
        today: Date,
        player: PlayerData,
        thumbnail: impl Fn(Daily) -> Option<Thumbnail>,
    ) -> StartMenu {
        let mut menu = StartMenu::default();
        let PlayerData { puzzles, games, statistics, last, selects_latest } = player;
        let heading = format!("Today · {}", today.strftime("%A %-d %B"));
        let heading = match streak(&statistics, Daily::number_of(today)) {
            0 => heading,
            1 => format!("{heading} · Streak: 1 day"),
            days => format!("{heading} · Streak: {days} days"),
        };
        let mut choices: Vec<MenuChoice> = Daily::ALL
            .map(|daily| {
                let target = menu.opening(Choice::Daily(daily));
                let choice = self.daily(daily, today, target, &games).in_section(heading.clone());
                let drawn = choice.thumbnail.clone().or_else(|| thumbnail(daily));
                MenuChoice { is_daily: true, ..choice.with_thumbnail(drawn) }
            })
            .into();
        let open = choices.iter().position(|choice| choice.progress != Some(GameProgress::Solved)).unwrap_or(0);
        let latest = self.latest_of(&mut menu, &games);
        let is_latest_open = games.first().and_then(|game| game.save.as_ref().ok()).is_some_and(|save| !save.is_over());
        let prefers_latest = selects_latest && is_latest_open && !latest.is_idle;
        choices[open].is_preferred = !prefers_latest;
        choices.push(latest.preferred(prefers_latest));
        let mut kinds = self.new_games(&mut menu, &statistics);
        let files = puzzle_files(&mut menu, puzzles);
        // The puzzles of the day and the puzzle files show what puzzles of their kind look like.
        for kind in kinds.iter_mut().filter(|kind| kind.thumbnail.is_none()) {
            let like = choices.iter().chain(&files).find(|shown| kind.label.starts_with(&shown.label));
            kind.thumbnail = like.and_then(|choice| choice.thumbnail.clone());
        }
        prefer(&mut kinds, &|number| last.is_some() && menu.opens[number].new_game() == last);
        kinds.iter_mut().for_each(prefer_usual_size);
        choices.push(MenuChoice::new("New game", MenuTarget::Lists(kinds)).in_section("Play"));
        let days = self.calendar(&mut menu, today, &games, &statistics);
        choices.push(MenuChoice::new("Calendar of daily puzzles", MenuTarget::Calendar(days)).in_section("Play"));
        let number = games.len();
        let kept: Vec<MenuChoice> = games.into_iter().map(|game| self.kept_game(&mut menu, game)).collect();
        let saved = MenuChoice::new(format!("Saved games ({number})"), MenuTarget::Lists(kept));
        choices.push(saved.in_section("Play").idle(number == 0));
        choices.push(MenuChoice::new("Puzzle files", MenuTarget::Lists(files)).in_section("Play"));
        let lessons = [
            ("Queens", "places, attacks, hints and the guide", Choice::Learn),
            ("Regions", "queens that never touch", Choice::LearnRegions),
            ("Sudoku", "values once in each row, column and block", Choice::LearnSudoku),
        ];
        let lesson = |(label, detail, choice): (&str, &str, Choice)| {
            let is_finished = statistics.has_finished(label);
            let detail = if is_finished { format!("done: {detail}") } else { detail.to_owned() };
            let progress = is_finished.then_some(GameProgress::Solved);
            let lesson = MenuChoice::new(label, menu.opening(choice)).with_detail(detail);
            MenuChoice { is_lesson: true, progress, ..lesson }
        };
        let lessons = MenuTarget::Lists(lessons.map(lesson).into());
        let more = [
            ("Learn to play", lessons),
            ("Open an ID, grid or link", MenuTarget::Acts(Action::Open)),
            ("Statistics", MenuTarget::Acts(Action::Statistics)),
        ];
        choices.extend(more.map(|(label, target)| MenuChoice::new(label, target).in_section("More")));
        StartMenu { choices, ..menu }
    }

    /// Makes the daily puzzle of `date`, and returns its picture; `None` if it can't be made within `budget`.
    #[must_use]
    pub fn thumbnail(&self, daily: Daily, date: Date, budget: &mut Budget<'_>) -> Option<Thumbnail> {
        let recipe = daily.recipe(self.kinds(), date).ok()?;
        let made = recipe.kind.generator(&recipe.arguments(), recipe.seed).ok()?.next(budget).ok()?;
        Some(Thumbnail::of(made.entry.puzzle()))
    }

    /// Returns the menu item of the daily puzzle of `day`: with the size and difficulty of the puzzle, the state of the
    /// game and, if the game is saved, a thumbnail with the pieces or values placed.
    fn daily(&self, daily: Daily, day: Date, target: MenuTarget, games: &[StoredGame]) -> MenuChoice {
        let choice = MenuChoice::new(capital(daily.name()), target);
        let Ok(recipe) = daily.recipe(self.kinds(), day) else { return choice };
        let Ok(generator) = recipe.kind.generator(&recipe.arguments(), recipe.seed) else { return choice };
        let (columns, rows) = generator.outline().grid();
        // The later puzzles of a series are saved with the seed of its first puzzle, so that only the ID tells them
        // from the daily puzzle.
        let (seed, id) = (recipe.seed.to_string(), recipe.id());
        let id_of = |save: &Save| source::recipe(&recipe.kind, &save.options)?.numbered(save.number).id();
        let is_of_series =
            |save: &Save| save.kind == recipe.kind.name() && save.options.get(source::SEED) == Some(&seed);
        let is_it = |save: &&Save| is_of_series(save) && id_of(save) == id;
        let save = games.iter().filter_map(|game| game.save.as_ref().ok()).find(is_it);
        let puzzle = save.and_then(|save| source::entry(self.kinds(), save).ok());
        let progress = match save {
            Some(save) if save.is_solved() => GameProgress::Solved,
            Some(_) => GameProgress::Begun,
            None => GameProgress::New,
        };
        let state = match (save, &puzzle) {
            (Some(save), Some((_, entry))) => words::saved_progress(&**entry.puzzle(), save),
            _ => "new".to_owned(),
        };
        let level = level_of(&recipe);
        let size = Some(format!("{columns} x {rows}"));
        let details: Vec<String> = size.into_iter().chain(level).chain([state]).collect();
        let thumbnail = save.zip(puzzle).and_then(|(save, (_, entry))| saved_thumbnail(entry.puzzle(), save));
        let is_solved_alone = save.is_some_and(Save::is_solved_alone);
        let solved_in = save.and_then(Save::solved_in);
        let choice = choice.with_detail(details.join(", ")).with_thumbnail(thumbnail).with_progress(progress);
        MenuChoice { is_solved_alone, solved_in, ..choice }
    }

    /// Returns the days of the last [`WEEKS`] weeks, from a Monday to `today`. Each day leads to its daily puzzles, and
    /// its entry says if one of these puzzles was begun or solved.
    fn calendar(
        &self,
        menu: &mut StartMenu,
        today: Date,
        games: &[StoredGame],
        statistics: &PlayStatistics,
    ) -> Vec<MenuChoice> {
        let monday = today.saturating_sub(i64::from(today.weekday().to_monday_zero_offset()).days());
        let first = monday.saturating_sub((WEEKS - 1).weeks());
        let mut days = Vec::new();
        for day in first.series(1.day()).take_while(|&day| day <= today) {
            let puzzles = Daily::ALL.map(|daily| {
                let target = menu.opening(Choice::PastDaily(daily, day));
                self.daily(daily, day, target, games)
            });
            let most = puzzles.iter().filter_map(|choice| choice.progress).max().unwrap_or(GameProgress::New);
            let is_solved = statistics.has_solved_on(Daily::number_of(day));
            let progress = if is_solved { GameProgress::Solved } else { most };
            let detail = match progress {
                GameProgress::New => "",
                GameProgress::Begun => "begun",
                GameProgress::Solved => "solved",
            };
            let choice = MenuChoice::new(day.strftime("%-d %B %Y").to_string(), MenuTarget::Lists(puzzles.into()));
            days.push(choice.with_detail(detail).with_progress(progress).preferred(day == today));
        }
        days
    }

    /// Returns the choice that continues the latest game that is not solved. The choice exists even if there is no such
    /// game, so that the keys of the choices below it stay the same.
    fn latest_of(&self, menu: &mut StartMenu, games: &[StoredGame]) -> MenuChoice {
        let open = games.iter().filter_map(|game| Some((game.save.as_ref().ok()?, game.age)));
        let mut open = open.filter(|(save, _)| !save.is_over());
        let named = open.find_map(|(save, age)| Some((source::entry(self.kinds(), save).ok()?.1, save, age)));
        let choice = |target: MenuTarget| MenuChoice::new("Continue", target).in_section("Play");
        let Some((entry, save, age)) = named else {
            let detail = if games.is_empty() { "no saved game yet" } else { "all saved games are solved" };
            return choice(MenuTarget::Lists(Vec::new())).with_detail(detail).idle(true);
        };
        let puzzle = &**entry.puzzle();
        let state = words::saved_progress(puzzle, save);
        let detail = format!("{}, {state}, {}", words::puzzle_name(puzzle), words::ago(age));
        choice(menu.opening(Choice::Continue)).with_detail(detail)
    }

    /// Returns the choice of a saved game. A damaged game is listed with the reason.
    fn kept_game(&self, menu: &mut StartMenu, StoredGame { name, title, save, age }: StoredGame) -> MenuChoice {
        let ago = words::ago(age);
        let file = name.clone();
        let read = save.and_then(|save| match source::entry(self.kinds(), &save) {
            Ok((kind, entry)) => Ok((kind, entry, save)),
            Err(why) => Err(why.to_string()),
        });
        match read {
            Ok((kind, entry, save)) => {
                let puzzle = &**entry.puzzle();
                let (puzzle_name, state) = (words::puzzle_name(puzzle), words::saved_progress(puzzle, &save));
                // Games of puzzles with the same name differ in their difficulty, and in their day or ID.
                let recipe = source::recipe(&kind, &save.options).map(|recipe| recipe.numbered(save.number));
                let made = recipe.as_ref().and_then(level_of);
                let level = puzzle.difficulty().map(|level| level.name().to_owned()).or(made);
                let source = recipe.and_then(|recipe| match Daily::day_of(&recipe) {
                    Some(day) => Some(format!("daily {}", words::date(day))),
                    None => recipe.id(),
                });
                let named = title.is_some().then(|| puzzle_name.clone());
                let about = named.into_iter().chain([state]).chain(level).chain(source).chain([ago]);
                let detail = about.collect::<Vec<_>>().join(", ");
                let progress = if save.is_solved() { GameProgress::Solved } else { GameProgress::Begun };
                let thumbnail = saved_thumbnail(entry.puzzle(), &save);
                let target = menu.opening(Choice::Saved(Box::new(save)));
                MenuChoice::new(title.unwrap_or(puzzle_name), target)
                    .with_detail(detail)
                    .with_thumbnail(thumbnail)
                    .with_progress(progress)
                    .of_saved(file)
            }
            Err(why) => {
                let label = format!("Damaged: {name}");
                MenuChoice::new(label, MenuTarget::Lists(Vec::new()))
                    .with_detail(format!("{ago}, {why}"))
                    .of_saved(file)
            }
        }
    }

    /// Returns the list of kinds, each with its sizes and difficulties. The boards of n-queens have the number of
    /// solutions found, from `statistics`.
    fn new_games(&self, menu: &mut StartMenu, statistics: &PlayStatistics) -> Vec<MenuChoice> {
        let mut boards = Vec::new();
        for size in BOARDS.into_iter().filter_map(|size| Size::new(size).ok()) {
            let number = size.get();
            let found = statistics.found_progress(&format!("{number} x {number} queens"));
            let detail = match (found, known_solutions(size)) {
                (Some(found), _) => format!("found {found} solutions"),
                (None, Some(number)) => format!("{} solutions", words::grouped(&number.into())),
                (None, None) => "never counted".to_owned(),
            };
            let choice = MenuChoice::new(format!("{number} x {number}"), menu.opening(Choice::Board(size)));
            let picture = Thumbnail::empty(number, number);
            boards.push(choice.with_detail(detail).with_thumbnail(Some(picture)));
        }
        let boards = MenuChoice::new("N-Queens", MenuTarget::Lists(boards));
        let boards = boards.with_thumbnail(Some(Thumbnail::empty(USUAL, USUAL)));
        let mut kinds = vec![boards.with_detail("an empty board, with many solutions")];
        for kind in self.kinds().iter().filter(|kind| kind.verbs().contains(&Verb::Generate)) {
            let values = SIZES.into_iter().filter(|value| accepts(kind, &sized(kind, value)));
            let sizes = values.filter_map(|value| size_choice(menu, kind, sized(kind, value), value)).collect();
            let known = KINDS.iter().find(|(kind_name, ..)| *kind_name == kind.name());
            let (label, detail) =
                known.map_or((capital(kind.name()), ""), |&(_, label, detail)| (label.to_owned(), detail));
            kinds.push(MenuChoice::new(label, MenuTarget::Lists(sizes)).with_detail(detail));
            for Variety { name, option: (option, value), sizes, .. } in
                VARIETIES.into_iter().filter(|it| it.kind == kind.name())
            {
                let sizes = sizes.iter().filter_map(|size| {
                    let mut options = sized(kind, size);
                    options.insert(option.to_owned(), value.to_owned());
                    let opened = menu.opening(Choice::NewWith(Arc::clone(kind), options));
                    Some(MenuChoice::new(board(size)?, opened).with_thumbnail(picture(kind, size)))
                });
                let detail = format!("{value} stars in every row, column and region; stars never touch");
                kinds.push(MenuChoice::new(name, MenuTarget::Lists(sizes.collect())).with_detail(detail));
            }
        }
        kinds
    }
}

/// Preselects the usual size of new puzzles, unless the player has chosen another size last: 9 x 9 if the kind has this
/// size and values, as Sudoku has, and otherwise 8 x 8.
fn prefer_usual_size(kind: &mut MenuChoice) {
    let MenuTarget::Lists(sizes) = &mut kind.target else { return };
    if sizes.iter().any(|size| size.is_preferred) {
        return;
    }
    let usual = if kind.label == "Sudoku" { "9 x 9" } else { "8 x 8" };
    sizes.iter_mut().filter(|size| size.label == usual).for_each(|size| size.is_preferred = true);
}

/// Preselects the first choice that opens a puzzle for which `is_meant` returns `true`, and every choice that leads to
/// this choice. Returns `true` if there is such a choice. `is_meant` gets the number in [`MenuTarget::Opens`].
fn prefer(choices: &mut [MenuChoice], is_meant: &dyn Fn(usize) -> bool) -> bool {
    let preferred = choices.iter_mut().find_map(|choice| {
        let leads = match &mut choice.target {
            MenuTarget::Opens(number) => is_meant(*number),
            MenuTarget::Lists(list) => prefer(list, is_meant),
            _ => false,
        };
        leads.then(|| choice.is_preferred = true)
    });
    preferred.is_some()
}

/// Returns the options of new puzzles of a size; empty if the kind has no sizes. The parameter for the size is the
/// parameter in IDs that is neither a flag nor a choice among a few values.
fn sized(kind: &Arc<dyn Kind>, size: &str) -> BTreeMap<String, String> {
    let is_size =
        |parameter: &Parameter| parameter.letter.is_some() && parameter.value.is_some() && parameter.values.is_empty();
    let parameter = kind.parameters(Verb::Play).into_iter().find(is_size);
    let value = |parameter: Parameter| Some((parameter.name.to_owned(), (parameter.check)(size).ok()?));
    parameter.and_then(value).into_iter().collect()
}

/// Returns the menu item for new puzzles of `size`, made with `options`. If `kind` has several difficulties for this
/// size, the item opens a list of the difficulties.
fn size_choice(
    menu: &mut StartMenu,
    kind: &Arc<dyn Kind>,
    options: BTreeMap<String, String>,
    size: &str,
) -> Option<MenuChoice> {
    let label = board(size).filter(|_| !options.is_empty())?;
    let parameters = kind.parameters(Verb::Play);
    let levels = parameters.iter().find(|parameter| parameter.values.iter().any(|(value, _)| *value == "easy"));
    let is_missing = |level: &str| {
        MISSING.iter().any(|&(name, of, levels)| name == kind.name() && of == size && levels.contains(&level))
    };
    let mut ratings = Vec::new();
    let levels_of = levels.iter().flat_map(|parameter| &parameter.values);
    for &(level, _) in levels_of.filter(|(level, _)| !is_missing(level)) {
        let mut rated = options.clone();
        rated.extend(levels.map(|parameter| (parameter.name.to_owned(), level.to_owned())));
        if accepts(kind, &rated) {
            let target = menu.opening(Choice::NewWith(Arc::clone(kind), rated));
            ratings.push(MenuChoice::new(capital(level), target));
        }
    }
    let any = menu.opening(Choice::NewWith(Arc::clone(kind), options));
    let target = if ratings.is_empty() {
        any
    } else {
        ratings.push(MenuChoice::new("Any difficulty", any));
        MenuTarget::Lists(ratings)
    };
    Some(MenuChoice::new(label, target).with_thumbnail(picture(kind, size)))
}

/// Returns the picture of a board of `kind`, from the number of its rows or the size of its blocks, such as `8` or
/// `2x4`.
fn picture(kind: &Arc<dyn Kind>, size: &str) -> Option<Thumbnail> {
    let numbers = size.split('x').map(|number| number.parse().ok()).collect::<Option<Vec<usize>>>()?;
    match numbers[..] {
        [side] if kind.name() == "regions" => Some(Thumbnail::of_regions(side)),
        [side] => Some(Thumbnail::empty(side, side)),
        [rows, columns] => Some(Thumbnail::of_blocks(rows, columns)),
        _ => None,
    }
}

/// Returns the picture of a saved game, with the pieces or values placed; `None` for a puzzle that is a list.
fn saved_thumbnail(puzzle: &Arc<dyn Playable>, save: &Save) -> Option<Thumbnail> {
    let (columns, _) = puzzle.grid();
    let picture =
        || save.marks(&**puzzle).map_or_else(|_| Thumbnail::of(puzzle), |marks| Thumbnail::with(puzzle, &marks));
    (columns > 1).then(picture)
}

/// Returns the difficulty that new puzzles are made with, such as `easy`; `None` for any difficulty.
fn level_of(recipe: &Recipe) -> Option<String> {
    recipe.options.values().find(|value| Difficulty::named(value).is_some()).cloned()
}

/// Returns `true` if a kind makes new puzzles with these options.
fn accepts(kind: &Arc<dyn Kind>, options: &BTreeMap<String, String>) -> bool {
    let recipe = Recipe { kind: Arc::clone(kind), options: options.clone(), seed: 1 };
    kind.generator(&recipe.arguments(), recipe.seed).is_ok()
}

/// Returns the size of a board in words, such as `8 x 8`, from the number of its rows or the size of its blocks, such
/// as `8` or `2x4`.
fn board(size: &str) -> Option<String> {
    let side = size.split('x').map(|number| number.parse::<usize>().ok()).product::<Option<usize>>()?;
    Some(format!("{side} x {side}"))
}

/// Returns the menu items of the puzzle files. Each item shows the task of its puzzle.
fn puzzle_files(menu: &mut StartMenu, own: impl IntoIterator<Item = String>) -> Vec<MenuChoice> {
    let entries = (1..).zip(file_entries(own));
    let choice = |(number, entry): (usize, puzzle_kind::Entry)| {
        let puzzle = entry.puzzle();
        // A list has no picture that tells it from other lists.
        let picture = (puzzle.grid().0 > 1).then(|| Thumbnail::of(puzzle));
        let choice = MenuChoice::new(puzzle.kind(), menu.opening(Choice::File(number)));
        choice.with_detail(puzzle.task()).with_thumbnail(picture)
    };
    entries.map(choice).collect()
}

#[cfg(test)]
mod tests {
    use game::Solve;
    use game::SolvedBy;
    use jiff::civil::date;
    use nqueens_guide::Library;

    use super::*;

    fn list<'a>(choices: &'a [MenuChoice], label: &str) -> &'a [MenuChoice] {
        let found = choices.iter().find(|choice| choice.label == label);
        match found.map(|choice| &choice.target) {
            Some(MenuTarget::Lists(list) | MenuTarget::Calendar(list)) => list,
            _ => panic!("{label} leads to no list"),
        }
    }

    #[test]
    fn continue_offers_the_latest_game_that_is_not_solved() {
        let collection = Collection::new(Library::embedded());
        let game = |size: usize, counted: bool| {
            let text = format!("version = 1\nkind = \"queens\"\npuzzle = \"{size}\"\ncounted = {counted}\n");
            let save = Save::from_transcript(&text).map_err(|error| error.to_string());
            StoredGame { name: size.to_string(), title: None, save, age: Duration::ZERO }
        };
        let offered = |games: Vec<StoredGame>| {
            let menu =
                collection.start_menu(date(2026, 11, 26), PlayerData { games, ..PlayerData::default() }, |_| None);
            let choice = menu.choices.into_iter().find(|choice| choice.label == "Continue").unwrap();
            (choice.detail, choice.is_idle)
        };
        let (detail, is_idle) = offered(vec![game(8, true), game(6, false), game(5, false)]);
        assert!(detail.starts_with("6 x 6 queens, 0 of 6") && !is_idle, "{detail}");
        assert_eq!(offered(vec![game(8, true)]), ("all saved games are solved".to_owned(), true));
        assert_eq!(offered(Vec::new()), ("no saved game yet".to_owned(), true));
    }

    #[test]
    fn the_calendar_ends_today_and_marks_solved_days() {
        let collection = Collection::new(Library::embedded());
        let today = date(2026, 11, 26);
        let mut statistics = PlayStatistics::default();
        let (category, time, solved_by) = ("queens".to_owned(), Duration::ZERO, SolvedBy::Alone);
        statistics.add(&Solve {
            category,
            time,
            solved_by,
            day: Some(Daily::number_of(date(2026, 11, 19))),
            solved_on: None,
            found: None,
        });
        let lesson =
            Solve { category: "lesson: Regions".to_owned(), time, solved_by, day: None, solved_on: None, found: None };
        statistics.add(&lesson);
        let menu = collection.start_menu(today, PlayerData { statistics, ..PlayerData::default() }, |_| None);
        let lessons = list(&menu.choices, "Learn to play").iter();
        assert_eq!(lessons.map(|choice| choice.detail.starts_with("done: ")).collect::<Vec<_>>(), [false, true, false]);
        let days = list(&menu.choices, "Calendar of daily puzzles");
        // The calendar has eleven whole weeks, and the present week from Monday to Thursday.
        assert_eq!((days.len(), days[0].label.as_str()), (11 * 7 + 4, "7 September 2026"));
        let marked: Vec<&str> = days.iter().filter(|day| !day.detail.is_empty()).map(|day| &*day.label).collect();
        assert_eq!(marked, ["19 November 2026"]);
        let preferred = days.iter().position(|day| day.is_preferred);
        assert_eq!(preferred, Some(days.len() - 1));
        let MenuTarget::Opens(number) = list(days, "19 November 2026")[2].target else { panic!("a puzzle opens") };
        assert!(matches!(menu.opens[number], Choice::PastDaily(Daily::Sudoku, day) if day == date(2026, 11, 19)));
    }

    /// Checks that the heading has the streak up to today or yesterday, and that the first unsolved puzzle is selected.
    #[test]
    fn the_daily_puzzles_have_the_streak_beside_them() {
        let collection = Collection::new(Library::embedded());
        let heading = |days: &[i32]| {
            let mut statistics = PlayStatistics::default();
            for back in days {
                let (category, time, solved_by) = ("queens".to_owned(), Duration::ZERO, SolvedBy::Alone);
                let day = Daily::number_of(date(2026, 11, 26)) - back;
                statistics.add(&Solve { category, time, solved_by, day: Some(day), solved_on: None, found: None });
            }
            let player = PlayerData { statistics, ..PlayerData::default() };
            let menu = collection.start_menu(date(2026, 11, 26), player, |_| None);
            assert!(menu.choices[0].is_preferred && !menu.choices[1].is_preferred);
            menu.choices[0].section.clone()
        };
        assert_eq!(heading(&[2, 3]), "Today · Thursday 26 November");
        assert_eq!(heading(&[0, 2]), "Today · Thursday 26 November · Streak: 1 day");
        assert_eq!(heading(&[0, 1, 2]), "Today · Thursday 26 November · Streak: 3 days");
        assert_eq!(heading(&[1, 2, 4]), "Today · Thursday 26 November · Streak: 2 days");
    }

    #[test]
    fn new_games_say_what_they_are_and_begin_at_the_usual_size() {
        let collection = Collection::new(Library::embedded());
        let day = date(2026, 11, 26);
        let menu = collection.start_menu(day, PlayerData::default(), |_| Some(Thumbnail::empty(2, 2)));
        let kinds = list(&menu.choices, "New game");
        for kind in kinds {
            assert!(kind.thumbnail.is_some(), "{}", kind.label);
            assert!(!kind.detail.is_empty(), "{}", kind.label);
            let sizes = list(kinds, &kind.label);
            let preferred: Vec<&str> = sizes.iter().filter(|size| size.is_preferred).map(|size| &*size.label).collect();
            let usual = match &*kind.label {
                "Sudoku" => &["9 x 9"][..],
                "Star Battle (3 stars)" => &[],
                _ => &["8 x 8"],
            };
            assert_eq!(preferred, usual, "{}", kind.label);
            for size in sizes {
                let picture = size.thumbnail.as_ref().expect("a board of this size");
                let side = picture.columns;
                assert_eq!((format!("{side} x {side}"), side * side), (size.label.clone(), picture.cells.len()));
                let blocks: std::collections::BTreeSet<_> = picture.cells.iter().map(|cell| cell.region).collect();
                let is_plain = kind.label.contains("ueens");
                assert_eq!(blocks.len(), if is_plain { 1 } else { side }, "{} {}", kind.label, size.label);
            }
        }
    }

    #[test]
    fn boards_tell_the_number_of_solutions_and_of_those_found() {
        let collection = Collection::new(Library::embedded());
        let mut statistics = PlayStatistics::default();
        let found = game::FoundSolution { columns: "bdac".to_owned(), of: Some("2".to_owned()) };
        statistics.add(&Solve {
            category: "4 x 4 queens".to_owned(),
            time: Duration::ZERO,
            solved_by: SolvedBy::Alone,
            day: None,
            solved_on: None,
            found: Some(found),
        });
        let menu =
            collection.start_menu(date(2026, 11, 26), PlayerData { statistics, ..PlayerData::default() }, |_| None);
        let sizes = list(list(&menu.choices, "New game"), "N-Queens");
        let detail = |label: &str| sizes.iter().find(|size| size.label == label).map(|size| size.detail.as_str());
        assert_eq!(detail("4 x 4"), Some("found 1 of 2 solutions"));
        assert_eq!(detail("16 x 16"), Some("14,772,512 solutions"));
        assert_eq!(detail("30 x 30"), Some("never counted"));
    }

    #[test]
    fn games_that_are_solved_are_told_apart_and_not_continued() {
        let collection = Collection::new(Library::embedded());
        let today = date(2026, 11, 26);
        let recipe = Daily::Sudoku.recipe(collection.kinds(), today).unwrap();
        let puzzle = recipe.kind.generator(&recipe.arguments(), recipe.seed).unwrap();
        let puzzle = { puzzle }.next(&mut Budget::unlimited()).unwrap().entry;
        let mut options = recipe.options.clone();
        options.insert(source::SEED.to_owned(), recipe.seed.to_string());
        let origin = game::Origin { kind: recipe.kind.name().to_owned(), options };
        let begun = Save::of_puzzle(origin, &**puzzle.puzzle());
        let solved = begun.transcript().replace("counted = false", "counted = true");
        let solved = Save::from_transcript(&solved).unwrap();
        assert!(solved.is_over() && !begun.is_over());
        for (save, progress) in [(begun, GameProgress::Begun), (solved, GameProgress::Solved)] {
            let menu = |selects_latest: bool| {
                let (save, age) = (Ok(save.clone()), Duration::ZERO);
                let games = vec![StoredGame { name: "a".to_owned(), title: None, save, age }];
                let player = PlayerData { games, selects_latest, ..PlayerData::default() };
                collection.start_menu(today, player, |_| None)
            };
            // The latest game is the fourth choice, below the puzzles of the day.
            let selected = |menu: &StartMenu| menu.choices.iter().position(|choice| choice.is_preferred);
            assert_eq!(selected(&menu(false)), Some(0));
            assert_eq!(selected(&menu(true)), Some(if progress == GameProgress::Begun { 3 } else { 0 }));
            let menu = menu(true);
            let progress_of = |choice: &MenuChoice| (choice.progress, choice.is_daily);
            assert_eq!(progress_of(&menu.choices[2]), (Some(progress), true));
            assert_eq!(progress_of(&menu.choices[1]), (Some(GameProgress::New), true));
            let days = list(&menu.choices, "Calendar of daily puzzles");
            let last: Vec<_> = days.iter().rev().take(2).map(|day| day.progress).collect();
            assert_eq!(last, [Some(progress), Some(GameProgress::New)]);
            let detail = &menu.choices[3].detail;
            match progress {
                GameProgress::Solved => assert_eq!(detail, "all saved games are solved"),
                _ => assert!(detail.starts_with("9 x 9 Sudoku, 0 of 51"), "{detail}"),
            }
            let saved = &list(&menu.choices, "Saved games (1)")[0];
            assert_eq!(saved.label, "9 x 9 Sudoku");
            assert!(saved.detail.contains(", daily Thu 26 Nov, "), "{}", saved.detail);
        }
    }

    /// The next puzzle of the series is not the daily puzzle, though it is saved later and with the same seed.
    #[test]
    fn a_solved_daily_puzzle_stays_solved_after_the_next_puzzle() {
        let collection = Collection::new(Library::embedded());
        let today = date(2026, 11, 26);
        let recipe = Daily::Sudoku.recipe(collection.kinds(), today).unwrap();
        let mut options = recipe.options.clone();
        options.insert(source::SEED.to_owned(), recipe.seed.to_string());
        let save = |number: usize, counted: bool| {
            let seed = recipe.numbered(number).seed;
            let mut generator = recipe.kind.generator(&recipe.arguments(), seed).unwrap();
            let puzzle = generator.next(&mut Budget::unlimited()).unwrap().entry;
            let origin = game::Origin { kind: recipe.kind.name().to_owned(), options: options.clone() };
            let mut save = Save::of_puzzle(origin, &**puzzle.puzzle());
            save.number = number;
            let text = save.transcript().replace("counted = false", &format!("counted = {counted}"));
            Save::from_transcript(&text).map_err(|error| error.to_string())
        };
        let game = |save| StoredGame { name: String::new(), title: None, save, age: Duration::ZERO };
        let games = vec![game(save(2, false)), game(save(1, true))];
        let menu = collection.start_menu(today, PlayerData { games, ..PlayerData::default() }, |_| None);
        let card = &menu.choices[2];
        assert_eq!((card.progress, card.detail.as_str()), (Some(GameProgress::Solved), "9 x 9, medium, solved"));
        let today = list(&menu.choices, "Calendar of daily puzzles").last().unwrap().clone();
        let MenuTarget::Lists(puzzles) = today.target else { panic!("a day lists its puzzles") };
        assert_eq!(puzzles[2].progress, Some(GameProgress::Solved));
    }

    /// Each choice with a difficulty on a small board opens a puzzle. On larger boards, all difficulties exist.
    #[test]
    fn every_difficulty_on_the_menu_exists() {
        let collection = Collection::new(Library::embedded());
        let menu = collection.start_menu(date(2026, 11, 26), PlayerData::default(), |_| None);
        let mut made = 0;
        for kind in ["Queens challenge", "Sudoku", "Regions"] {
            let sizes = list(list(&menu.choices, "New game"), kind);
            for size in sizes.iter().filter(|size| ["4 x 4", "5 x 5", "6 x 6"].contains(&&*size.label)) {
                for level in list(sizes, &size.label) {
                    let MenuTarget::Opens(number) = level.target else { panic!("a puzzle opens") };
                    let Some(Choice::NewWith(kind, options)) = menu.opens.get(number) else { panic!("it is new") };
                    let recipe = Recipe { kind: Arc::clone(kind), options: options.clone(), seed: 1 };
                    let mut generator = kind.generator(&recipe.arguments(), recipe.seed).unwrap();
                    let puzzle = generator.next(&mut Budget::unlimited());
                    assert!(puzzle.is_ok(), "{} {} {}", kind.name(), size.label, level.label);
                    made += 1;
                }
            }
        }
        assert!(made >= 16, "{made}");
    }

    #[test]
    fn new_games_open_at_the_choice_before() {
        let collection = Collection::new(Library::embedded());
        let start = |last| {
            let player = PlayerData { last, ..PlayerData::default() };
            collection.start_menu(date(2026, 11, 26), player, |_| None)
        };
        let menu = start(None);
        for choice in menu.opens.iter().filter_map(Choice::new_game) {
            let menu = start(Some(choice.clone()));
            let mut choices = list(&menu.choices, "New game");
            let opened = loop {
                let preferred: Vec<&MenuChoice> = choices.iter().filter(|choice| choice.is_preferred).collect();
                assert_eq!(preferred.len(), 1, "{choice:?}");
                match &preferred[0].target {
                    MenuTarget::Lists(list) => choices = list,
                    MenuTarget::Opens(number) => break *number,
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!(menu.opens[opened].new_game(), Some(choice));
        }
    }
}
