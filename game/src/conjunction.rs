//! The conjunction of the rules step by step: the rules added in each step, and the size of the diagram after it.

use std::ops::Range;
use std::sync::Arc;

use bdd_core::{Bdd, Budget, DiagramBuilder, Interrupted, Literal, Part, Schedule, Stages, Variable};
use puzzle_core::{Guide, Source, sentences};
use puzzle_kind::Playable;

use crate::diagram_shape::{DiagramShape, WHOLE, nodes_text};
use crate::screen_step::ScreenStep;

/// The limit for the total size of the intermediate diagrams, in nodes and levels. The step that exceeds this limit is
/// the last. Diagrams within the limit are built within seconds, and take less than 200 MB.
const MOST: usize = 20_000_000;

/// The conjunction of the rules in the order of a [`Schedule`], and the step shown.
#[derive(Debug)]
pub(crate) struct ConjunctionView {
    pub(crate) schedule: Schedule,
    /// The number of steps of the schedule. `steps` is shorter if the diagrams grow too large.
    of: usize,
    /// The steps in order, at least one step.
    pub(crate) steps: Vec<Conjoined>,
    /// The index in `steps` of the step shown.
    pub(crate) at: usize,
}

/// The diagram after a step of the conjunction.
#[derive(Debug)]
pub(crate) struct Conjoined {
    /// The rule, or group of rules, added in this step. In a [`Schedule::BalancedTree`], a step conjoins two earlier
    /// diagrams; `part` is then the last rule of the second diagram.
    part: Part,
    /// The range of rules conjoined in this diagram, as indices in the order of the schedule.
    rules: Range<usize>,
    /// The size of the diagram of `rules`, the givens and the player's marks.
    pub(crate) shape: DiagramShape,
    /// The diagram, if it has at most [`WHOLE`] nodes.
    pub(crate) whole: Option<Arc<Bdd>>,
}

impl ConjunctionView {
    /// Conjoins the rules, the givens and the player's marks in the order of `schedule`; `None` if there are no rules.
    pub(crate) fn of(
        source: &dyn Source,
        guide: &Guide,
        schedule: Schedule,
        budget: &mut Budget<'_>,
    ) -> Result<Option<ConjunctionView>, Interrupted> {
        let puzzle = source.puzzle();
        let closed = puzzle.closed().iter().map(|&variable| Literal::negative(variable));
        let given = puzzle.givens().iter().map(|&variable| Literal::positive(variable));
        let stands: Vec<Literal> = given.chain(closed).chain(guide.marks().literals()).collect();
        let stages = Stages::new(puzzle.rules(), schedule);
        let of = stages.steps();
        let (mut steps, mut size) = (Vec::new(), 0);
        for step in 0..of {
            let whole = step as f64 / of as f64..(step + 1) as f64 / of as f64;
            let bdd = budget.part(whole, |budget| {
                DiagramBuilder::new(&stages.rules(step)).with(&stands).projected().build(budget)
            })?;
            let shape = DiagramShape::of(&bdd);
            size += shape.nodes + shape.widths.len();
            let Some(&part) = stages.parts(step).last() else { continue };
            let whole = (shape.nodes <= WHOLE).then(|| Arc::new(bdd));
            steps.push(Conjoined { part, rules: stages.range(step), shape, whole });
            if size > MOST {
                break;
            }
        }
        Ok((!steps.is_empty()).then_some(ConjunctionView { schedule, of, steps, at: 0 }))
    }

    pub(crate) fn now(&self) -> &Conjoined {
        &self.steps[self.at]
    }

    /// Returns the number of nodes after each step.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.shape.nodes).collect()
    }

    /// Returns the index of the step with the largest diagram; the first such step if there are several.
    pub(crate) fn largest(&self) -> usize {
        let nodes = |&step: &usize| self.steps[step].shape.nodes;
        (0..self.steps.len()).rev().max_by_key(nodes).unwrap_or(0)
    }

    /// Returns the variables of the rules added in the step shown, without auxiliary variables.
    pub(crate) fn variables(&self, puzzle: &dyn Playable) -> Vec<Variable> {
        let rules = puzzle.rules();
        let mut variables = match self.now().part {
            Part::Exclusion(a, b) => vec![a, b],
            Part::Constraint(line) | Part::Relation(line) => rules.constraint(line).variables().to_vec(),
            Part::Exclusions(variable) => vec![variable],
            _ => Vec::new(),
        };
        variables.retain(|variable| variable.index() < rules.projected_variables());
        variables
    }

    /// Describes the step shown and the largest diagram, as two sentences.
    pub(crate) fn describe(&self, puzzle: &dyn Playable) -> [String; 2] {
        let (now, last) = (self.now(), self.steps.len());
        let schedule = match self.schedule {
            Schedule::FirstConstraintFirst => "Line by line",
            Schedule::LastConstraintFirst => "Last line first",
            Schedule::BalancedTree => "In pairs",
            _ => "Rule by rule",
        };
        let part = match now.part {
            _ if self.schedule == Schedule::BalancedTree => {
                format!("the conjunction of rules {} to {}", now.rules.start + 1, now.rules.end)
            }
            Part::Exclusion(a, b) => {
                format!(
                    "the rule that {} and {} exclude each other",
                    sentences::name(puzzle, a),
                    sentences::name(puzzle, b)
                )
            }
            Part::Constraint(line) => format!("the rule of {}", puzzle.line_name(line)),
            Part::Relation(line) => {
                format!("the rule of {} and all exclusions among its candidates", puzzle.line_name(line))
            }
            Part::Exclusions(variable) => format!("the exclusions of {}", sentences::name(puzzle, variable)),
            _ => "one more rule".to_owned(),
        };
        let step = format!("{schedule}, step {} of {}: {part}.", self.at + 1, self.of);
        let largest = self.largest();
        let most = nodes_text(self.steps[largest].shape.nodes);
        let way = if last < self.of {
            format!("The diagram gets too large after step {last}. The largest diagram up to there has {most}.")
        } else {
            format!("The largest diagram has {most}, after step {}.", largest + 1)
        };
        [step, way]
    }

    /// Goes to another step. [`ScreenStep::Random`] goes to the step with the largest diagram.
    pub(crate) fn step(&mut self, step: ScreenStep) {
        self.at = step.from(self.at, self.steps.len() - 1, self.largest());
    }
}
