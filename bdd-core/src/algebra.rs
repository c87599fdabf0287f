//! Boolean algebra: operations that make functions from functions.

use crate::budget::{Budget, Interrupted};
use crate::convert::converted;
use crate::diagram::{Bdd, DecisionDiagram, FALSE, Level, Node, TRUE};
use crate::id::Variable;
use crate::product::{TruthTable, combine, is_satisfiable, quantify, restrict};
use crate::reduce::Reduced;
use crate::reduction::{EqualChildren, Reduction};
use crate::rules::Literal;

/// The truth table of the conjunction. The table of an operation with two arguments has four bits. They are, from the
/// lowest bit on, the values of the operation for the arguments (0, 0), (1, 0), (0, 1) and (1, 1).
pub(crate) const AND: TruthTable = 0b1000;
pub(crate) const OR: TruthTable = 0b1110;
pub(crate) const XOR: TruthTable = 0b0110;
pub(crate) const AND_NOT: TruthTable = 0b0010;
const IMPLIES: TruthTable = 0b1101;
const IFF: TruthTable = 0b1001;

/// The truth table of "if the first argument, then the second, else the third". Bit `a + 2 b + 4 c`, counted from the
/// lowest, is the result for the arguments `a`, `b` and `c`.
const ITE: TruthTable = 0b1101_1000;

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the function that has the value of `literal`, over `variables` variables.
    ///
    /// ```
    /// use bdd_core::{Bdd, Literal};
    ///
    /// let second = Bdd::literal(3, Literal::positive(1));
    /// assert!(second.is_satisfied_by(&[false, true, false]));
    /// assert_eq!((second.node_count(), second.model_count()), (3, 4u32.into()));
    /// ```
    ///
    /// # Panics
    ///
    /// If the variable of `literal` is not below `variables`, or if `variables` exceeds [`Variable::MAX_COUNT`].
    #[must_use]
    #[track_caller]
    pub fn literal(variables: usize, literal: Literal) -> Self {
        literal.variable.expect_among(variables);
        let mut reduced = Reduced::new(variables as Level);
        let mut function = TRUE;
        for level in (0..variables as Level).rev() {
            reduced.begin_level(level);
            function = reduced.node(match (literal.variable.index() == usize::from(level), literal.value) {
                (true, true) => Node { low: FALSE, high: function },
                (true, false) => Node { low: function, high: FALSE },
                (false, _) => Node { low: function, high: function },
            });
        }
        reduced.into_canonical()
    }

    /// Returns the negation: the function that is true where this function is false. The time is linear in the number
    /// of nodes.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Literal};
    ///
    /// let first = Bdd::literal(2, Literal::positive(0));
    /// assert_eq!(first.not(&mut Budget::unlimited()), Ok(Bdd::literal(2, Literal::negative(0))));
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn not(&self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        if !R::SKIPS_FREE {
            return combine(AND_NOT, [&Self::constant(self.variables(), true), self], budget);
        }
        if self.is_false() || self.is_true() {
            return Ok(Self::constant(self.variables(), self.is_false()));
        }
        // The order of the nodes does not depend on the values of the terminals, so the nodes of the negation are in
        // canonical order too.
        budget.spend(self.node_count() as u32, || 0.0)?;
        Ok(self.map_children(|child| match child {
            FALSE => TRUE,
            TRUE => FALSE,
            node => node,
        }))
    }

    /// Returns the conjunction: the function that is true where both functions are true. If the functions stand for
    /// sets of sets, it is their intersection.
    ///
    /// Diagrams are canonical: diagrams of the same function are equal values, however they were made.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Literal};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b] = [0, 1].map(|variable| Bdd::literal(2, Literal::positive(variable)));
    /// let both = a.and(&b, budget)?;
    /// // De Morgan.
    /// assert_eq!(both.not(budget)?, a.not(budget)?.or(&b.not(budget)?, budget)?);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// The time is linear in the number of pairs of nodes, one of each diagram, that some valuation reaches together.
    /// This is at most the product of both node counts, and usually little more than their sum.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn and(&self, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        combine(AND, [self, other], budget)
    }

    /// Returns the disjunction: the function that is true where at least one of both functions is true. If the
    /// functions stand for sets of sets, it is their union.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn or(&self, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        combine(OR, [self, other], budget)
    }

    /// Returns the exclusive disjunction: the function that is true where exactly one of both functions is true. If the
    /// functions stand for sets of sets, it is their symmetric difference.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn xor(&self, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        combine(XOR, [self, other], budget)
    }

    /// Returns the function that is true where this function is true and `other` is false. If the functions stand for
    /// sets of sets, it is their difference.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn and_not(&self, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        combine(AND_NOT, [self, other], budget)
    }

    /// Returns the implication: the function that is true where this function is false or `other` is true.
    ///
    /// To find out if the implication is true everywhere, call [`DecisionDiagram::is_subset_of`], which builds no
    /// diagram.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn implies(&self, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        self.combine_freely(IMPLIES, other, budget)
    }

    /// Returns the equivalence: the function that is true where both functions have the same value.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn iff(&self, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        self.combine_freely(IFF, other, budget)
    }

    /// Combines two functions by the truth table of an operation that is true where both operands are false, such as
    /// the implication.
    #[track_caller]
    fn combine_freely(&self, table: TruthTable, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        if R::SKIPS_FREE {
            return combine(table, [self, other], budget);
        }
        // In a `Zdd`, `combine` requires an operation that is false if all operands are false. So a third operand, the
        // constant true, is added: where it is true, the upper half of the table holds the values of `table`; where it
        // is false, the result is false.
        combine(table << 4, [self, other, &Self::constant(self.variables(), true)], budget)
    }

    /// Returns the function that has the value of `then` where this function is true, and the value of `otherwise`
    /// where this function is false.
    ///
    /// ```
    /// use bdd_core::{Budget, Literal, Zdd};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b, c] = [0, 1, 2].map(|variable| Zdd::literal(3, Literal::positive(variable)));
    /// let chosen = a.ite(&b, &c, budget)?;
    /// assert!(chosen.is_satisfied_by(&[true, true, false]) && !chosen.is_satisfied_by(&[false, true, false]));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn ite(&self, then: &Self, otherwise: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        combine(ITE, [self, then, otherwise], budget)
    }

    /// Returns `true` if every model of this function is a model of `other`. If the functions stand for sets of sets,
    /// this is the subset relation. Builds no diagram, and ends at the first counterexample.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Literal};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b] = [0, 1].map(|variable| Bdd::literal(2, Literal::positive(variable)));
    /// assert!(a.and(&b, budget)?.is_subset_of(&a, budget)?);
    /// assert!(!a.is_subset_of(&b, budget)?);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn is_subset_of(&self, other: &Self, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        Ok(!is_satisfiable(AND_NOT, [self, other], budget)?)
    }

    /// Returns `true` if the two functions have no model in common. Builds no diagram, and ends at the first common
    /// model.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn is_disjoint_from(&self, other: &Self, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        Ok(!is_satisfiable(AND, [self, other], budget)?)
    }

    /// Returns the existential quantification: the function that is true where this function is true for some values of
    /// `variables`. The result does not depend on `variables`. All variables keep their numbers.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Literal, Variable};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b] = [0, 1].map(|variable| Bdd::literal(2, Literal::positive(variable)));
    /// let both = a.and(&b, budget)?;
    /// assert_eq!(both.exists(&[Variable::new(0)], budget)?, b);
    /// assert!(both.forall(&[Variable::new(0)], budget)?.is_false());
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the diagram does not have one of `variables`.
    #[track_caller]
    pub fn exists(&self, variables: &[Variable], budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        self.quantified(OR, variables, budget)
    }

    /// Returns the universal quantification: the function that is true where this function is true for all values of
    /// `variables`. The result does not depend on `variables`. All variables keep their numbers.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the diagram does not have one of `variables`.
    #[track_caller]
    pub fn forall(&self, variables: &[Variable], budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        self.quantified(AND, variables, budget)
    }

    #[track_caller]
    fn quantified(
        &self,
        table: TruthTable,
        variables: &[Variable],
        budget: &mut Budget<'_>,
    ) -> Result<Self, Interrupted> {
        variables.iter().for_each(|variable| variable.expect_among(self.variables()));
        let mut variables = variables.to_vec();
        // The last variable is quantified first, since this changes the fewest nodes.
        variables.sort_unstable_by(|a, b| b.cmp(a));
        variables.dedup();
        let mut result = self.clone();
        for variable in variables {
            result = quantify(table, &result, variable.into(), budget)?;
        }
        Ok(result)
    }

    /// Returns this function with fixed values for the variables of `literals`: the values that make the literals true.
    /// The result does not depend on these variables. All variables keep their numbers. In contrast,
    /// [`DecisionDiagram::select`] returns the conjunction with the literals.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Literal};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b] = [0, 1].map(|variable| Bdd::literal(2, Literal::positive(variable)));
    /// let both = a.and(&b, budget)?;
    /// assert_eq!(both.restrict(&[Literal::positive(0)], budget)?, b);
    /// assert_eq!(both.select(&[Literal::positive(0)], budget)?, both);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the diagram does not have the variable of a literal, or if two literals contradict each other.
    #[track_caller]
    pub fn restrict(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        let mut values = vec![None; self.variables()];
        for &Literal { variable, value } in literals {
            variable.expect_among(self.variables());
            let before = values[variable.index()].replace(value);
            assert!(before.is_none_or(|before| before == value), "variable {variable} can't be both true and false");
        }
        if literals.is_empty() { Ok(self.clone()) } else { restrict(self, &values, budget) }
    }

    /// Returns the composition: this function with `variable` replaced by the value of `function`.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Literal, Variable};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b, c] = [0, 1, 2].map(|variable| Bdd::literal(3, Literal::positive(variable)));
    /// let composed = a.xor(&b, budget)?.compose(Variable::new(1), &b.and(&c, budget)?, budget)?;
    /// assert_eq!(composed, a.xor(&b.and(&c, budget)?, budget)?);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the diagram does not have `variable`, or if the numbers of variables differ.
    #[track_caller]
    pub fn compose(&self, variable: Variable, function: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        let [without, with] = [false, true].map(|value| self.restrict(&[Literal { variable, value }], &mut *budget));
        function.ite(&with?, &without?, budget)
    }

    /// Returns the function with each variable `v` renamed to `names[v]`, over `variables` variables. The names must
    /// differ. The result does not depend on variables that are not in `names`.
    ///
    /// The cost is linear if the names keep the order of the variables. Otherwise each variable that changes its place
    /// in the order costs two restrictions and an [`ite`](DecisionDiagram::ite). The diagram may grow, since its size
    /// depends on the order.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Variable};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b, c] = [0, 1, 2].map(Variable::new);
    /// let function = Bdd::from_expression("a & !b", &["a", "b"], budget)?;
    /// let renamed = function.rename(3, &[c, a], budget)?;
    /// assert_eq!(renamed, Bdd::from_expression("c & !a", &["a", "b", "c"], budget)?);
    /// # let _ = b;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If `names` does not hold one name for each variable, if two names are equal, or if a name is not below
    /// `variables`.
    #[track_caller]
    pub fn rename(&self, variables: usize, names: &[Variable], budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        assert_eq!(names.len(), self.variables(), "expected one name for each variable");
        names.iter().for_each(|name| name.expect_among(variables));
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            panic!("expected different names, found {} twice", pair[0]);
        }
        let kept = longest_increasing(names);
        let moving: Vec<usize> = (0..names.len()).filter(|place| kept.binary_search(place).is_err()).collect();
        // Lay out the levels of a wider order. It has a level for each name; a variable that keeps its place in the
        // order lies on the level of its name. A variable that changes its place has a level of its own, between the
        // kept variables before and after it.
        let mut places = vec![0; names.len()];
        let mut place_of_name = Vec::with_capacity(variables);
        let (mut next_kept, mut next_moving, mut count) = (kept.iter().peekable(), moving.iter().peekable(), 0);
        for name in Variable::all(variables) {
            let kept = next_kept.peek().copied().copied();
            if kept.is_none_or(|kept| names[kept] != name) {
                place_of_name.push(count);
                count += 1;
                continue;
            }
            let kept = next_kept.next().copied().expect("it was just seen");
            while let Some(&moving) = next_moving.next_if(|&&moving| moving < kept) {
                places[moving] = count;
                count += 1;
            }
            places[kept] = count;
            place_of_name.push(count);
            count += 1;
        }
        for &moving in next_moving {
            places[moving] = count;
            count += 1;
        }
        let place = |place: usize| Variable::from_index(place);
        let mut bdd = converted::<R, EqualChildren>(self, budget)?.relabelled(count, &places);
        for variable in moving {
            let [without, with] = [false, true]
                .map(|value| bdd.restrict(&[Literal { variable: place(places[variable]), value }], &mut *budget));
            let name = Bdd::literal(count, Literal::positive(place(place_of_name[names[variable].index()])));
            bdd = name.ite(&with?, &without?, budget)?;
        }
        let mut labels = vec![usize::MAX; count];
        place_of_name.iter().enumerate().for_each(|(name, &place)| labels[place] = name);
        converted::<EqualChildren, R>(&bdd.relabelled(variables, &labels), budget)
    }
}

impl Bdd {
    /// Returns the function with each variable `v` renamed to `labels[v]`, over `variables` variables. The labels must
    /// rise from variable to variable. Only a variable on which the function does not depend may have a label that is
    /// not below `variables`, such as `usize::MAX`.
    fn relabelled(&self, variables: usize, labels: &[usize]) -> Bdd {
        let mut old_level = vec![None; variables];
        for (level, &label) in (0..).zip(labels) {
            if let Some(old) = old_level.get_mut(label) {
                *old = Some(level);
            }
        }
        self.with_levels(&old_level)
    }
}

/// Returns the places of a longest increasing subsequence of `numbers`, in ascending order. The numbers must differ.
fn longest_increasing(numbers: &[Variable]) -> Vec<usize> {
    // For each length, the place of the smallest number that ends an increasing subsequence of this length (Fredman,
    // 1975).
    let mut last: Vec<usize> = Vec::new();
    let mut before = vec![None; numbers.len()];
    for (place, &number) in numbers.iter().enumerate() {
        let length = last.partition_point(|&last| numbers[last] < number);
        before[place] = length.checked_sub(1).map(|shorter| last[shorter]);
        if length == last.len() {
            last.push(place);
        } else {
            last[length] = place;
        }
    }
    let mut places: Vec<usize> = std::iter::successors(last.last().copied(), |&place| before[place]).collect();
    places.reverse();
    places
}
