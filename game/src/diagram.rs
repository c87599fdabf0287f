//! The diagram of the solutions that are left, as something to look at.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, Literal, NodeId, Stopped, Variable};
use puzzle_core::{Completions, Guide, Source};

use crate::conjunction::Conjunction;
use crate::shape::{Shape, WHOLE};
use crate::step::Step;

/// The diagram of the solutions that are left, and what becomes of it if something is placed.
#[derive(Clone, Debug)]
pub struct DiagramScreen {
    now: Shape,
    then: Option<(Variable, Shape)>,
    /// The diagram itself, if it is small.
    whole: Option<Arc<Bdd>>,
    /// How many of its nodes are scrolled past.
    scrolled: usize,
    /// The rules on the way to it, if they are looked at.
    conjunction: Option<Conjunction>,
}

/// A node of a diagram, and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeTold {
    /// The number of the node.
    pub node: NodeId,
    /// What it decides.
    pub variable: Variable,
    /// Where it leads if that is false, and if it is true.
    pub children: [NodeId; 2],
}

impl DiagramScreen {
    /// The diagram of the completions of a position, and with a variable placed if that is open or forced; `None` where
    /// there is no diagram.
    pub(crate) fn of(
        source: &dyn Source,
        guide: &Guide,
        variable: Option<Variable>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<DiagramScreen>, Stopped> {
        let Completions::Diagram(now) = source.completions(guide.marks(), budget)? else { return Ok(None) };
        let stands = |variable: &Variable| guide.status(*variable).stands();
        let then = variable.filter(|variable| !stands(variable));
        let then = then.map(|variable| {
            let bdd = now.select(&[Literal::positive(variable)], budget)?;
            Ok((variable, Shape::of(&bdd)))
        });
        Ok(Some(DiagramScreen {
            now: Shape::of(&now),
            then: then.transpose()?,
            whole: (now.node_count() <= WHOLE).then_some(now),
            scrolled: 0,
            conjunction: None,
        }))
    }

    /// The diagram that is looked at: of what is left, or after a step of the conjunction.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        self.conjunction.as_ref().map_or(&self.now, |conjunction| &conjunction.now().shape)
    }

    /// What is placed in thought, and the diagram with it; `None` where the cursor is on nothing that could be placed, and on
    /// the way to the diagram.
    #[must_use]
    pub fn effect(&self) -> Option<(Variable, &Shape)> {
        let then = self.then.as_ref().filter(|_| self.conjunction.is_none());
        then.map(|(variable, shape)| (*variable, shape))
    }

    /// The rules on the way to the diagram, if they are looked at.
    #[must_use]
    pub fn conjunction(&self) -> Option<&Conjunction> {
        self.conjunction.as_ref()
    }

    /// Looks at the rules on the way, or at the diagram again.
    pub(crate) fn look_at(&mut self, conjunction: Option<Conjunction>) {
        self.conjunction = conjunction;
        self.scrolled = 0;
    }

    /// Goes through the steps of the conjunction, or scrolls through the nodes.
    pub(crate) fn step(&mut self, step: Step) {
        match (&mut self.conjunction, step) {
            (Some(conjunction), step) => conjunction.step(step),
            (None, Step::Next | Step::SkipCase) => self.scroll(1),
            (None, Step::Previous | Step::CaseStart) => self.scroll(-1),
            (None, Step::First) => self.scroll(isize::MIN),
            (None, Step::Last) => self.scroll(isize::MAX),
            (None, Step::Random) => {}
        }
    }

    /// All nodes that decide something, from the root on; none where there are too many to be told.
    pub fn nodes(&self) -> impl Iterator<Item = NodeTold> + '_ {
        let whole = self.conjunction.as_ref().map_or(&self.whole, |conjunction| &conjunction.now().whole);
        let levels = whole.iter().flat_map(|bdd| Variable::all(bdd.variables()).map(move |variable| (bdd, variable)));
        levels.flat_map(|(bdd, variable)| {
            let nodes = bdd.level_nodes(variable).rev();
            nodes.map(move |(id, node)| NodeTold { node: id, variable, children: [node.low(), node.high()] })
        })
    }

    /// How many nodes are scrolled past.
    #[must_use]
    pub fn scrolled(&self) -> usize {
        self.scrolled
    }

    /// Scrolls by so many nodes.
    fn scroll(&mut self, by: isize) {
        let last = self.nodes().count().saturating_sub(1);
        self.scrolled = self.scrolled.saturating_add_signed(by).min(last);
    }

    /// Keeps the place of another screen of the diagram, if it is the same one.
    pub(crate) fn scrolled_as(mut self, before: &DiagramScreen) -> DiagramScreen {
        if self.now == before.now {
            self.scrolled = before.scrolled;
            self.conjunction = before.conjunction.clone();
        }
        self
    }
}
