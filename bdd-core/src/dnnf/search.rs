//! The search that compiles rules: decide, propagate, split into components, look up.

use rustc_hash::FxHashMap;

use super::order::priorities;
use super::propagation::CountingPropagation;
use super::{Code, Dnnf, FALSE, Index, Node, code};
use crate::budget::{Budget, Interrupted};
use crate::propagate::Contradiction;
use crate::rules::{Literal, Rules};

pub(super) fn compiled(rules: &Rules, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Dnnf, Interrupted> {
    let (variables, projected) = (rules.variables(), rules.projected_variables());
    let mut clauses: Vec<Vec<u32>> = rules.exclusions().map(|(a, b)| vec![a.into(), b.into()]).collect();
    let mut counts: Vec<Vec<u32>> = Vec::new();
    for constraint in rules.constraints().filter(|constraint| !constraint.is_trivial()) {
        let scope: Vec<u32> = constraint.variables().iter().map(|&variable| variable.into()).collect();
        let is_clause = constraint.is_clause() || constraint.is_at_least_one();
        if is_clause { &mut clauses } else { &mut counts }.push(scope);
    }
    let priorities = priorities(variables, projected, &clauses, &counts, budget)?;
    drop((clauses, counts));
    let propagation = CountingPropagation::new(rules);
    let mut search = DnnfSearch {
        seen: vec![false; propagation.constraint_count()],
        propagation,
        priorities,
        nodes: vec![Node::Product { literals: 0, free: 0, factors: 0, end: 0 }; 1],
        lists: Vec::new(),
        known: FxHashMap::default(),
        known_bytes: 0,
        component_of: vec![OUTSIDE; variables],
        reached: Vec::new(),
        scratch: Vec::new(),
        projected: projected as u32,
        truth: None,
    };
    let root = search.run(literals, budget)?;
    Ok(Dnnf { variables: projected, nodes: search.nodes, lists: search.lists, root })
}

struct DnnfSearch {
    propagation: CountingPropagation,
    priorities: Vec<u32>,
    nodes: Vec<Node>,
    lists: Vec<u32>,
    /// The nodes of the components met before, by their keys.
    known: FxHashMap<Box<[u16]>, Index>,
    /// The number of bytes that the entries of `known` take.
    known_bytes: usize,
    /// The component of each variable while a component is split: [`OUTSIDE`] for a variable that is decided or in
    /// another component, [`UNSEEN`] for a variable not visited yet, [`FREE`] for a variable without a component.
    component_of: Vec<u32>,
    /// The variables that were reached while a component is split and whose constraints are not visited yet. The vector
    /// is kept for its memory.
    reached: Vec<u32>,
    /// The key of the last component that was looked up.
    scratch: Vec<u16>,
    /// `true` for each constraint that the present search for components has visited.
    seen: Vec<bool>,
    /// The number of variables that are not auxiliary. No node names an auxiliary variable.
    projected: u32,
    /// The product without literals, free variables and factors: the constant true. `None` until the search needs it.
    truth: Option<Index>,
}

const UNSEEN: u32 = u32::MAX;
const FREE: u32 = u32::MAX - 1;
const OUTSIDE: u32 = u32::MAX - 2;

/// Undecided variables that active constraints connect, with these constraints, both in ascending order.
struct Component {
    variables: Vec<u32>,
    constraints: Vec<u32>,
}

/// A component whose node is being built.
struct OpenComponent {
    component: Component,
    key: Box<[u16]>,
    /// The variable that the component's node decides.
    variable: u32,
    /// The number of literals that were true before the decision.
    before: usize,
    /// The node for the true variable; [`UNKNOWN`] until it is known.
    high: Index,
    /// The branch that has the component as a factor.
    parent: Branch,
}

const UNKNOWN: Index = Index::MAX;

/// The undecided variables after a decision: the variables in no active constraint, and the components of all other
/// variables.
#[derive(Default)]
struct Branch {
    free: Vec<u32>,
    waiting: Vec<Component>,
    /// The nodes of the components that are compiled already.
    factors: Vec<Index>,
}

/// The next step of the search.
enum SearchStep {
    /// Find the node of a branch.
    Branch(Branch),
    /// Go on with the result of a finished branch: the node of this number.
    Value(Index),
}

/// The next task of a branch.
enum BranchTask {
    /// Build the node of a component, which has this key.
    Open(Component, Box<[u16]>),
    /// Multiply the factors of the branch.
    Multiply,
    /// Give up the branch, which is FALSE because a factor is FALSE.
    Refute,
}

/// The divisor of the memory limit: the entries of [`DnnfSearch::known`] may take the limit divided by this number. If
/// they take more, all entries are dropped.
const KNOWN_DIVISOR: usize = 2;

impl DnnfSearch {
    fn run(&mut self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Index, Interrupted> {
        if self.begin(literals, budget)?.is_err() {
            return Ok(FALSE);
        }
        let all = Component {
            variables: (0..self.propagation.variables() as u32).collect(),
            constraints: (0..self.propagation.constraint_count() as u32).collect(),
        };
        let mut stack: Vec<OpenComponent> = Vec::new();
        let mut step = SearchStep::Branch(self.split(&all));
        loop {
            step = match step {
                SearchStep::Branch(mut branch) => match self.next_task(&mut branch) {
                    BranchTask::Open(component, key) => {
                        budget.spend(16 + 4 * component.variables.len() as u32, || 0.0)?;
                        budget.check_memory(self.bytes())?;
                        let variable = self.choice(&component);
                        let before = self.propagation.trail().len();
                        let step = self.decided(&component, 2 * variable);
                        stack.push(OpenComponent { component, key, variable, before, high: UNKNOWN, parent: branch });
                        step
                    }
                    BranchTask::Multiply => {
                        let before = stack.last().map_or(0, |frame| frame.before);
                        SearchStep::Value(self.product(before, &branch))
                    }
                    BranchTask::Refute => SearchStep::Value(FALSE),
                },
                SearchStep::Value(node) => {
                    let Some(mut frame) = stack.pop() else { return Ok(node) };
                    self.propagation.take_back(frame.before);
                    // An auxiliary variable is decided only when its component has no other variables. Models that
                    // differ only in auxiliary variables count once: if the first value has a model, the second value
                    // is not searched.
                    let is_model = node != FALSE && self.is_auxiliary(frame.variable);
                    if frame.high == UNKNOWN && !is_model {
                        frame.high = node;
                        let step = self.decided(&frame.component, 2 * frame.variable + 1);
                        stack.push(frame);
                        step
                    } else {
                        let node = if is_model { node } else { self.decision(node, frame.high) };
                        self.remember(frame.key, node, budget);
                        frame.parent.factors.push(node);
                        SearchStep::Branch(frame.parent)
                    }
                }
            };
        }
    }

    /// Asserts the fixed literals, the literals that follow from the rules by propagation, and the literals whose
    /// negation leads to a conflict.
    fn begin(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Result<(), Contradiction>, Interrupted> {
        if self.propagation.begin().is_err() {
            return Ok(Err(Contradiction));
        }
        for &literal in literals {
            if self.propagation.decide(code(literal)).is_err() {
                return Ok(Err(Contradiction));
            }
        }
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for literal in 0..2 * self.propagation.variables() as Code {
                if self.propagation.is_decided(literal >> 1) {
                    continue;
                }
                let before = self.propagation.trail().len();
                let tried = self.propagation.decide(literal);
                budget.spend(4 + 4 * (self.propagation.trail().len() - before) as u32, || 0.0)?;
                self.propagation.take_back(before);
                if tried.is_err() {
                    is_changed = true;
                    if self.propagation.decide(literal ^ 1).is_err() {
                        return Ok(Err(Contradiction));
                    }
                }
            }
        }
        Ok(Ok(()))
    }

    fn decided(&mut self, component: &Component, literal: Code) -> SearchStep {
        match self.propagation.decide(literal) {
            Ok(()) => SearchStep::Branch(self.split(component)),
            Err(Contradiction) => SearchStep::Value(FALSE),
        }
    }

    fn next_task(&mut self, branch: &mut Branch) -> BranchTask {
        while branch.factors.last() != Some(&FALSE) {
            let Some(component) = branch.waiting.pop() else { return BranchTask::Multiply };
            self.write_key(&component);
            match self.known.get(self.scratch.as_slice()) {
                Some(&node) => branch.factors.push(node),
                None => return BranchTask::Open(component, self.scratch.as_slice().into()),
            }
        }
        BranchTask::Refute
    }

    /// Returns the variable of a component that the search decides first.
    fn choice(&self, component: &Component) -> u32 {
        let priority = |variable: &&u32| self.priorities[**variable as usize];
        *component.variables.iter().max_by_key(priority).expect("a component has variables")
    }

    /// Splits the undecided variables of a component into variables in no active constraint and new components.
    fn split(&mut self, component: &Component) -> Branch {
        let mut branch = Branch::default();
        let propagation = &self.propagation;
        let component_of = &mut self.component_of;
        // All undecided variables that an active constraint connects with the component belong to it. So the search
        // below reads only `component_of` to recognise the variables that are decided.
        for &variable in &component.variables {
            if !propagation.is_decided(variable) {
                component_of[variable as usize] = UNSEEN;
            }
        }
        let reached = &mut self.reached;
        for &first in &component.variables {
            if component_of[first as usize] != UNSEEN {
                continue;
            }
            let count = branch.waiting.len() as u32;
            component_of[first as usize] = count;
            reached.push(first);
            let mut is_free = true;
            let mut reach = |variable: u32, reached: &mut Vec<u32>| {
                let place = &mut component_of[variable as usize];
                if *place == UNSEEN {
                    *place = count;
                    reached.push(variable);
                }
                *place != OUTSIDE
            };
            while let Some(variable) = reached.pop() {
                for &partner in propagation.partners_of(variable) {
                    is_free &= !reach(partner, reached);
                }
                for &number in propagation.constraints_of(variable) {
                    let seen = &mut self.seen[number as usize];
                    if *seen || !propagation.constraint(number).is_active() {
                        continue;
                    }
                    *seen = true;
                    is_free = false;
                    for literal in propagation.literals_of(propagation.constraint(number)) {
                        reach(literal >> 1, reached);
                    }
                }
            }
            if is_free {
                branch.free.push(first);
                component_of[first as usize] = FREE;
            } else {
                branch.waiting.push(Component { variables: Vec::new(), constraints: Vec::new() });
            }
        }
        for &number in &component.constraints {
            if std::mem::take(&mut self.seen[number as usize]) {
                let literals = propagation.literals_of(propagation.constraint(number)).iter();
                let mut places = literals.map(|&literal| component_of[(literal >> 1) as usize]);
                let place =
                    places.find(|&place| place != OUTSIDE).expect("an active constraint has undecided literals");
                branch.waiting[place as usize].constraints.push(number);
            }
        }
        for &variable in &component.variables {
            let place = std::mem::replace(&mut component_of[variable as usize], OUTSIDE);
            if let Some(component) = branch.waiting.get_mut(place as usize) {
                component.variables.push(variable);
            }
        }
        branch
    }

    /// Writes the key of `component` into `self.scratch`; equal components have equal keys. The key has the variables,
    /// and the constraints with their bounds. Clauses have no bounds in the key, since an active clause always asks for
    /// one true literal.
    fn write_key(&mut self, component: &Component) {
        let key = &mut self.scratch;
        key.clear();
        key.push(component.variables.len() as u16);
        key.extend(component.variables.iter().map(|&variable| variable as u16));
        for &number in &component.constraints {
            key.extend([number as u16, (number >> 16) as u16]);
            let constraint = self.propagation.constraint(number);
            if !constraint.is_clause() {
                key.extend(constraint.bounds_left().map(|bound| bound as u16));
            }
        }
    }

    fn remember(&mut self, key: Box<[u16]>, node: Index, budget: &Budget<'_>) {
        /// The number of bytes of an entry of `known`, without its key.
        const ENTRY: usize = 64;
        self.known_bytes += 2 * key.len() + ENTRY;
        if self.known_bytes > budget.memory() / KNOWN_DIVISOR {
            self.known = FxHashMap::default();
            self.known_bytes = 2 * key.len() + ENTRY;
        }
        self.known.insert(key, node);
    }

    fn bytes(&self) -> usize {
        // A list entry counts twice, since a growing list may reserve twice the memory that it uses. So the memory runs
        // out before the 32-bit places in the lists do.
        self.known_bytes + self.nodes.len() * size_of::<Node>() + 2 * self.lists.len() * size_of::<u32>()
    }

    fn is_auxiliary(&self, variable: u32) -> bool {
        variable >= self.projected
    }

    /// Adds the product of a branch and the true literals, without the first `before` of these literals. The product
    /// names no auxiliary variables.
    fn product(&mut self, before: usize, branch: &Branch) -> Index {
        let (projected, truth) = (self.projected, self.truth);
        let literals = self.lists.len() as u32;
        let trail = &self.propagation.trail()[before..];
        self.lists.extend(trail.iter().filter(|&&literal| literal >> 1 < projected));
        let free = self.lists.len() as u32;
        self.lists.extend(branch.free.iter().filter(|&&variable| variable < projected));
        let factors = self.lists.len() as u32;
        self.lists.extend(branch.factors.iter().filter(|&&factor| Some(factor) != truth));
        let end = self.lists.len() as u32;
        match truth {
            Some(truth) if literals == end => truth,
            _ => {
                let node = self.push(Node::Product { literals, free, factors, end });
                if literals == end {
                    self.truth = Some(node);
                }
                node
            }
        }
    }

    /// Returns the decision between two branches, or the only branch that has models.
    fn decision(&mut self, low: Index, high: Index) -> Index {
        match (low, high) {
            (FALSE, branch) | (branch, FALSE) => branch,
            (low, high) => self.push(Node::Decision { low, high }),
        }
    }

    fn push(&mut self, node: Node) -> Index {
        self.nodes.push(node);
        self.nodes.len() as Index - 1
    }
}
