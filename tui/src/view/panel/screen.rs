//! The panel of a screen, such as an explanation: its text, its keys, and its legend.

use game::keys::Command;
use game::words;
use game::{
    Action, ClashScreen, DailyState, DiagramScreen, Mode, ResultScreen, ScreenText, SolvedBy, TextRole, WhyScreen,
};
use puzzle_core::Variable;
use ratatui::text::{Line, Span};

use super::{Panel, PanelGroup, diagram, outcome, play, told_line, tone};
use crate::face::Face;
use crate::view::layout::ScreenLayout;
use crate::view::page::cut;
use crate::view::{banner, legend};

/// Returns the panel of a screen; `None` for the game itself and for pages.
pub(super) fn panel(face: &Face) -> Option<Panel> {
    let (theme, mode) = (face.theme, face.model.mode());
    let ScreenText { lines, brief, .. } = mode.describe(face.model.board().puzzle())?;
    let beside = beside(face)?;
    let notice = outcome(face);
    let turns = turns(face);
    // The heading of the day says the same.
    let dailies_left = words::dailies_left(&face.model).filter(|_| !words::day_solved(&face.model).is_empty());
    let mut groups: Vec<PanelGroup> = vec![PanelGroup::new(play::LESSON, play::lesson(face))];
    for (about, text) in lines {
        let weight = match about {
            // The title shows the same text already.
            TextRole::Question | TextRole::Solution => continue,
            TextRole::Result if dailies_left.as_ref() == Some(&text) => continue,
            // All turns are listed below, as far as there is room.
            TextRole::Note if turns.is_some() => continue,
            TextRole::Summary => 0,
            TextRole::Note | TextRole::Repair => 1,
            _ => 3,
        };
        let line = match (about, mode) {
            (TextRole::Solved, Mode::Result(_)) => {
                let (sign, style) = theme.solved(face.model.attempt().solved_by() == SolvedBy::Alone);
                Line::styled(format!("{sign} {text}"), style)
            }
            _ => told_line(theme, about, text),
        };
        match groups.last_mut().filter(|group| group.weight == weight) {
            Some(group) => group.lines.push(line),
            None => groups.push(PanelGroup::new(weight, vec![line])),
        }
    }
    groups.extend(beside.groups);
    let mut banner = Vec::new();
    if let Mode::Result(screen) = mode {
        groups.get_mut(1).into_iter().for_each(|group| group.title = Some("Result"));
        if let Some(turns) = turns {
            groups.push(PanelGroup { title: Some("Moves"), weight: 3, lines: turns });
        } else {
            groups.push(PanelGroup { title: Some("Game"), weight: 1, lines: play::chart(face) });
        }
        if screen.replayed().is_none() {
            groups.last_mut().into_iter().for_each(|group| group.weight = 0);
            let last = groups.len() - 1;
            groups.insert(last, PanelGroup { title: None, weight: 2, lines: dailies(face) });
            banner = banner::versions(theme, face.model.attempt().solved_by());
        }
    }
    // The outcome of the last move must not push out the message that the puzzle is solved.
    let brief = if notice.is_empty() || matches!(mode, Mode::Result(_)) {
        brief.into_iter().map(Line::raw).collect()
    } else {
        notice.clone()
    };
    Some(Panel { banner, brief, groups, message: vec![PanelGroup::new(2, notice)], tone: tone(face), ..beside })
}

/// The number of rows of the panel that the list of turns can't use: its title, the summary, the keys and messages.
const AROUND_TURNS: u16 = 12;
/// The minimum number of turns that the list shows.
const LEAST_TURNS: usize = 4;

/// Returns the list of turns of a solved game, with the turn on the board marked, as far as there is room. Lines above
/// and below say how many turns are left out. Returns `None` if the screen lists no turns.
fn turns(face: &Face) -> Option<Vec<Line<'static>>> {
    let Mode::Result(screen) = face.model.mode() else { return None };
    let (turns, at) = screen.path(face.model.board().puzzle())?;
    let panel = ScreenLayout::of(face)?.panel;
    let room = usize::from(panel.height.saturating_sub(AROUND_TURNS)).max(LEAST_TURNS);
    let first = at.saturating_sub(1 + room / 2).min(turns.len().saturating_sub(room));
    let last = turns.len().min(first + room);
    let [pointer, more] = [face.theme.glyphs.pointers[0], face.theme.glyphs.more];
    let left_out = |count: usize, place: &str| {
        (count > 0).then(|| Line::styled(format!("  {more} {count} {place}"), face.theme.faint()))
    };
    let width = usize::from(panel.width).saturating_sub(2);
    let line = |turn: usize| {
        let is_shown = turn + 1 == at;
        let text =
            format!("{} {}", if is_shown { pointer } else { " " }, cut(&turns[turn], width, face.theme.glyphs.more));
        if is_shown { Line::styled(text, face.theme.strong()) } else { Line::raw(text) }
    };
    let listed = (first..last).map(line);
    Some(left_out(first, "earlier").into_iter().chain(listed).chain(left_out(turns.len() - last, "later")).collect())
}

/// Returns a line with the daily puzzles of today, each with a sign if it is solved; empty for other puzzles. Once all
/// of them are solved, returns a heading, and a line for each puzzle with its time.
fn dailies(face: &Face) -> Vec<Line<'static>> {
    let (theme, dailies) = (face.theme, face.model.dailies());
    let solved = words::day_solved(&face.model);
    if solved.len() > 1 {
        let number = if solved.len() == 3 { "three".to_owned() } else { solved.len().to_string() };
        let heading = Line::styled(format!("All {number} daily puzzles solved"), theme.joy());
        let width = solved.iter().map(|daily| daily.label.chars().count()).max().unwrap_or(0);
        let line = |daily: &words::SolvedDaily| {
            let (sign, style) = theme.solved(daily.is_alone);
            let time = daily.time.as_deref().unwrap_or_default();
            Line::from_iter([Span::styled(sign, style), Span::raw(format!(" {:width$}  {time:>5}", daily.label))])
        };
        let later = Line::styled(words::NEW_DAILIES, theme.faint());
        return [Line::default(), heading].into_iter().chain(solved.iter().map(line)).chain([later]).collect();
    }
    let daily = |daily: &DailyState<'_>| match daily.is_solved {
        true => {
            let (sign, style) = theme.solved(daily.is_solved_alone);
            Span::styled(format!("{sign} {}   ", daily.label), style)
        }
        false => Span::styled(format!("{} {}   ", theme.glyphs.dot, daily.label), theme.faint()),
    };
    let line = Line::from_iter(dailies.iter().map(daily));
    if dailies.is_empty() { Vec::new() } else { vec![line] }
}

/// Returns the panel of a screen, with the legend and the keys but without the text. The panel of a diagram also has
/// the picture and the nodes.
fn beside(face: &Face) -> Option<Panel> {
    match face.model.mode() {
        Mode::Play | Mode::Page(_) => None,
        Mode::Why(screen) => Some(beside_argument(face, screen)),
        Mode::Clash(screen) => Some(beside_clash(face, screen)),
        Mode::Browse(_) => Some(beside_solution(face)),
        Mode::Diagram(screen) => Some(beside_diagram(face, screen)),
        Mode::Result(screen) => Some(beside_result(face, screen)),
    }
}

fn beside_argument(face: &Face, screen: &WhyScreen) -> Panel {
    let glyphs = face.theme.glyphs;
    let keys = |skip: &str, repair: &str| format!("{} step   {skip}{repair}Esc back", glyphs.sideways);
    let skip = format!("{} skip   ", glyphs.downwards);
    let repair = if screen.has_repair() && !face.model.is_over() { "r repair   " } else { "" };
    let legend = legend::of_argument(face);
    let keys = vec![keys(&skip, repair), keys(&skip, ""), keys("", ""), "Esc back".to_owned()];
    Panel { legend, keys, ..Panel::default() }
}

fn beside_clash(face: &Face, screen: &ClashScreen) -> Panel {
    let has_more = screen.progress().1 > 1;
    let step = if has_more { format!("{} next   ", face.theme.glyphs.sideways) } else { String::new() };
    let keys = vec![format!("{step}r remove the cause   Esc back"), format!("{step}Esc back"), "Esc back".to_owned()];
    Panel { keys, ..Panel::default() }
}

fn beside_solution(face: &Face) -> Panel {
    let glyphs = face.theme.glyphs;
    let puzzle = face.model.board().puzzle();
    let owners = match puzzle.piece() {
        Some(piece) => {
            let symbol = puzzle.symbol(Variable::new(0));
            format!("{} your {piece}     {} from the solution", glyphs.piece(symbol), glyphs.supposed(symbol))
        }
        None => "Values that are neither given nor yours come from the solution.".to_owned(),
    };
    let more = Line::styled("g go to number   Enter play from here", face.theme.faint());
    let step = glyphs.sideways;
    let keys = vec![
        format!("{step} step   r random   Esc back"),
        format!("{step} r   Enter play   s back"),
        "s back".to_owned(),
    ];
    Panel { legend: vec![Line::raw(owners), Line::default(), more], keys, ..Panel::default() }
}

fn beside_result(face: &Face, screen: &ResultScreen) -> Panel {
    let step = face.theme.glyphs.sideways;
    if screen.replayed().is_some() {
        let keys = vec![
            format!("{step} step   s list moves   r restart   Esc back"),
            format!("{step} step   s list moves   Esc back"),
            format!("{step} step   Esc back"),
        ];
        return Panel { keys, ..Panel::default() };
    }
    let (action, next) = play::next(face);
    let next = play::line(face, &[(Command::Game(action), &next)]);
    let keys = vec![
        format!("r restart   {next}   Esc back"),
        format!("r restart   {next}   Esc"),
        format!("{next}   Esc back"),
        next,
    ];
    let mut actions = vec![vec![format!("{step} replay   s list moves   y share"), format!("{step} replay   y share")]];
    // After a daily puzzle, the next puzzle is another daily puzzle.
    if face.model.next_daily().is_some() {
        actions.push(vec!["+ more like this".to_owned()]);
    }
    if let Some(found) = words::found_here(&face.model) {
        let found = format!("found solutions ({found})");
        let found =
            [found.as_str(), "found solutions"].map(|text| play::line(face, &[(Command::Game(Action::Found), text)]));
        actions.push(found.to_vec());
    }
    Panel { actions, keys, ..Panel::default() }
}

fn beside_diagram(face: &Face, screen: &DiagramScreen) -> Panel {
    let nodes = diagram::nodes(face, screen);
    let step = match screen.conjoined() {
        Some(_) => "Space next   r order   ",
        None if nodes.is_empty() => "r rules   ",
        None => "Space down   r rules   ",
    };
    let spot = face.model.board().puzzle().cell_noun();
    let another = format!("{} another {spot}   {step}Esc back", face.theme.glyphs.sideways);
    let keys = vec![another, format!("{step}Esc back"), "Esc back".to_owned()];
    let groups = vec![PanelGroup::new(1, diagram::picture(face, screen)), PanelGroup::new(0, nodes)];
    Panel { groups, keys, ..Panel::default() }
}
