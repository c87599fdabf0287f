//! The screen of the diagram of the remaining solutions.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, Interrupted, Literal, NodeId, Schedule, Variable};
use puzzle_core::{Guide, Source, sentences};
use puzzle_kind::Playable;

use crate::action::Action;
use crate::board::GameBoard;
use crate::conjunction::ConjunctionView;
use crate::diagram_shape::{DiagramShape, WHOLE, nodes_text};
use crate::screen_step::ScreenStep;
use crate::screen_text::{ScreenText, TextRole};

/// The maximum number of nodes of a diagram that is read out node by node.
const READ_OUT: usize = 200;

/// The screen of the diagram of the remaining solutions. It shows the size of the diagram now, and its size after
/// placing the variable under the cursor.
#[derive(Debug)]
pub struct DiagramScreen {
    now: DiagramShape,
    then: Option<(Variable, DiagramShape)>,
    /// The diagram, if it has at most [`WHOLE`] nodes.
    whole: Option<Arc<Bdd>>,
    scrolled: usize,
    /// The conjunction of the rules, while it is shown.
    conjunction: Option<ConjunctionView>,
}

/// An inner node of a diagram and its children.
pub struct DiagramNode {
    /// The number of the node in the diagram.
    pub node: NodeId,
    /// The variable that the node decides.
    pub variable: Variable,
    /// The low child, for `variable` false, then the high child, for `variable` true.
    pub children: [NodeId; 2],
}

impl DiagramNode {
    /// Describes the node and its children, such as `12: with a1 go to 7, without it go to 9`; a terminal is `a
    /// solution` or `no solution`.
    #[must_use]
    pub fn describe(&self, puzzle: &dyn Playable) -> String {
        let to = |node: NodeId| match node {
            NodeId::FALSE => "no solution".to_owned(),
            NodeId::TRUE => "a solution".to_owned(),
            node => node.to_string(),
        };
        let [low, high] = self.children.map(to);
        format!("{}: with {} go to {high}, without it go to {low}", self.node, sentences::name(puzzle, self.variable))
    }
}

impl DiagramScreen {
    /// Builds the screen for the position of `guide`. Also computes the size of the diagram after placing `variable`,
    /// unless `variable` is placed or given. Returns `None` if the source has no diagram.
    pub(crate) fn of(
        source: &dyn Source,
        guide: &Guide,
        variable: Option<Variable>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<DiagramScreen>, Interrupted> {
        let Some(now) = source.completions(guide.marks(), budget)?.binary(budget)? else { return Ok(None) };
        let stands = |variable: &Variable| guide.status(*variable).stands();
        let then = variable.filter(|variable| !stands(variable));
        let then = then.map(|variable| {
            let bdd = now.select(&[Literal::positive(variable)], budget)?;
            Ok((variable, DiagramShape::of(&bdd)))
        });
        Ok(Some(DiagramScreen {
            now: DiagramShape::of(&now),
            then: then.transpose()?,
            whole: (now.node_count() <= WHOLE).then_some(now),
            scrolled: 0,
            conjunction: None,
        }))
    }

    /// Returns the size of the diagram shown. While a conjunction is shown, this is the diagram after the step shown;
    /// otherwise it is the diagram of the remaining solutions.
    fn shape(&self) -> &DiagramShape {
        self.conjunction.as_ref().map_or(&self.now, |conjunction| &conjunction.now().shape)
    }

    /// Returns the number of nodes of each level of the diagram shown.
    #[must_use]
    pub fn widths(&self) -> &[usize] {
        &self.shape().widths
    }

    /// Returns the variable under the cursor, with the [widths](DiagramScreen::widths) of the diagram after its
    /// placement. Returns `None` if the variable is placed or given, if the cell does not have exactly one variable,
    /// and while a conjunction is shown.
    #[must_use]
    pub fn effect(&self) -> Option<(Variable, &[usize])> {
        self.then().map(|(variable, shape)| (*variable, shape.widths.as_slice()))
    }

    fn then(&self) -> Option<&(Variable, DiagramShape)> {
        self.then.as_ref().filter(|_| self.conjunction.is_none())
    }

    pub(crate) fn conjunction(&self) -> Option<&ConjunctionView> {
        self.conjunction.as_ref()
    }

    /// Returns the index of the step shown and the number of nodes after each step; `None` if no conjunction is shown.
    #[must_use]
    pub fn conjoined(&self) -> Option<(usize, Vec<usize>)> {
        self.conjunction.as_ref().map(|conjunction| (conjunction.at, conjunction.sizes()))
    }

    /// Shows `conjunction`. If it is `None`, shows the diagram of the remaining solutions again.
    pub(crate) fn look_at(&mut self, conjunction: Option<ConjunctionView>) {
        self.conjunction = conjunction;
        self.scrolled = 0;
    }

    /// Goes to another step of the conjunction, or scrolls through the nodes.
    pub(crate) fn step(&mut self, step: ScreenStep) {
        if let Some(conjunction) = &mut self.conjunction {
            return conjunction.step(step);
        }
        let last = self.nodes().count().saturating_sub(1);
        self.scrolled = step.from(self.scrolled, last, self.scrolled);
    }

    /// Returns the inner nodes of the diagram shown, from the root down; empty if the diagram has more than 1000 nodes.
    pub fn nodes(&self) -> impl Iterator<Item = DiagramNode> + '_ {
        let whole = self.conjunction.as_ref().map_or(&self.whole, |conjunction| &conjunction.now().whole);
        let levels = whole.iter().flat_map(|bdd| Variable::all(bdd.variables()).map(move |variable| (bdd, variable)));
        levels.flat_map(|(bdd, variable)| {
            let nodes = bdd.level_nodes(variable).rev();
            nodes.map(move |(id, node)| DiagramNode { node: id, variable, children: [node.low(), node.high()] })
        })
    }

    /// Describes the size of the diagram shown, and the effect of placing the variable under the cursor. While a
    /// conjunction is shown, describes its step and its largest diagram instead of the effect.
    #[must_use]
    pub fn summary(&self, puzzle: &dyn Playable) -> Vec<String> {
        let DiagramShape { nodes, widths } = self.shape();
        let widest = Variable::all(widths.len()).zip(widths).max_by_key(|&(_, width)| *width);
        let (nodes, levels) = (nodes_text(*nodes), widths.len());
        let now = match widest.filter(|&(_, most)| *most > 0) {
            Some((variable, most)) => {
                let name = sentences::name(puzzle, variable);
                format!("{nodes} on {levels} levels, at most {most} on one level ({name}).")
            }
            None => format!("{nodes} on {levels} levels."),
        };
        if let Some(conjunction) = &self.conjunction {
            let [step, way] = conjunction.describe(puzzle);
            return vec![step, now, way];
        }
        let then = self.then().map(|(variable, shape)| {
            let (name, nodes) = (puzzle.name(*variable), nodes_text(shape.nodes));
            match (puzzle.piece(), shape.nodes) {
                // A diagram without solutions consists of one terminal.
                (Some(piece), 1) => format!("A {piece} on {name} leaves no solution."),
                (None, 1) => format!("{name} leaves no solution."),
                (Some(piece), _) => format!("A {piece} on {name} leaves {nodes}."),
                (None, _) => format!("{name} leaves {nodes}."),
            }
        });
        [now].into_iter().chain(then).collect()
    }

    pub(crate) fn describe(&self, puzzle: &dyn Playable) -> ScreenText {
        let brief = self.summary(puzzle);
        let title =
            if self.conjunction.is_some() { "The rules, step by step" } else { "Diagram of the remaining solutions" };
        let heads = brief.iter().rev().cloned().collect();
        let lines = brief.iter().map(|line| (TextRole::Size, line.clone())).collect();
        ScreenText { title: title.to_owned(), heads, lines, brief }
    }

    /// Returns the sentences to read out. The summary comes first. The numbers of nodes on the levels follow, in a
    /// sentence for each row of the board. If the diagram has at most [`READ_OUT`] inner nodes, a sentence for each of
    /// them follows.
    pub(crate) fn read_out(&self, board: &GameBoard) -> Vec<String> {
        let puzzle = board.puzzle();
        let nodes: Vec<_> = self.nodes().take(READ_OUT + 1).collect();
        let nodes = nodes.iter().filter(|_| nodes.len() <= READ_OUT).map(|node| node.describe(puzzle) + ".");
        self.summary(puzzle).into_iter().chain(self.shape().describe(puzzle)).chain(nodes).collect()
    }

    /// Returns `Some(true)` if `action` is possible now, and `Some(false)` if it is not; `None` if this screen has no
    /// such action.
    pub(crate) fn offers(&self, action: Action) -> Option<bool> {
        let conjunction = self.conjunction.as_ref()?;
        let (at, last) = (conjunction.at, conjunction.steps.len() - 1);
        match action {
            Action::Step(ScreenStep::First | ScreenStep::Previous) => Some(at > 0),
            Action::Step(ScreenStep::Random) => Some(at != conjunction.largest()),
            _ => Some(at < last),
        }
    }

    /// Returns the label of the button for the next schedule; `None` while the conjunction is not shown.
    pub(crate) fn conjunction_label(&self) -> Option<&'static str> {
        let conjunction = self.conjunction.as_ref()?;
        let is_last = Schedule::ALL.last() == Some(&conjunction.schedule);
        Some(if is_last { "Back to the diagram" } else { "In another order" })
    }

    /// Returns the number of [nodes](DiagramScreen::nodes) above the first visible node.
    #[must_use]
    pub fn scrolled(&self) -> usize {
        self.scrolled
    }

    /// Takes over the scroll position and the conjunction from `before`, the previous diagram screen, if both diagrams
    /// have the same number of nodes on each level. Otherwise changes nothing.
    pub(crate) fn go_on_from(&mut self, before: &mut DiagramScreen) {
        if self.now == before.now {
            self.scrolled = before.scrolled;
            self.conjunction = before.conjunction.take();
        }
    }
}
