//! The player's marks to blame if there is no solution: minimal sets of marks that together exclude every solution
//! (*cores*), and the smallest set of marks whose removal allows a solution again (the *repair*).

mod causes;

use std::borrow::Cow;

use bdd_core::{Budget, DecisionDiagram, Interrupted, Literal, Reduction};

use crate::marks::Marks;

/// The player's marks to blame if they leave no wanted solution. The wanted solutions are all solutions, or only the
/// solutions in which a given literal holds.
#[derive(Debug)]
pub struct Blame {
    /// Subset-minimal sets of marks that exclude all wanted solutions, the smallest first. If any mark is taken out of
    /// a set, the rest allows a wanted solution. If the rules and the givens alone exclude all wanted solutions, there
    /// is a single empty set. If the marks leave a wanted solution, there is no set.
    pub cores: Vec<Marks>,
    /// The smallest set of marks whose removal allows a wanted solution; among equally small sets, the set with the
    /// fewest placed variables. `None` if the rules and the givens alone exclude all wanted solutions, or if a core was
    /// found by deletion.
    pub repair: Option<Marks>,
}

impl Blame {
    /// Computes the blame from `all`, the diagram of all solutions. Each core is subset-minimal, but not all cores are
    /// listed. The repair is as small as possible. For more than 2,048 marks, there is a single core, found by
    /// deletion, and no repair.
    pub(crate) fn by_diagram<R: Reduction>(
        all: &DecisionDiagram<R>,
        marks: &Marks,
        wanted: Option<Literal>,
        budget: &mut Budget<'_>,
    ) -> Result<Blame, Interrupted> {
        // With a literal `wanted`, only the models with this literal are wanted solutions.
        let models = match wanted {
            None => Cow::Borrowed(all),
            Some(literal) => Cow::Owned(all.select(&[literal], budget)?),
        };
        match causes::find(&models, marks, budget)? {
            Some(blame) => Ok(blame),
            None => Blame::by_deletion(marks, |rest| {
                Ok(models.select(&rest.literals().collect::<Vec<_>>(), budget)?.is_false())
            }),
        }
    }

    /// Finds one core by deletion: it drops each mark in turn if the remaining marks still exclude all wanted
    /// solutions. Blocked variables are dropped first, since placed variables explain more.
    ///
    /// `excludes` returns `true` if the marks passed to it exclude all wanted solutions. It is called for all marks,
    /// and then once for each mark. If it returns `false` for all marks, there is no core, and the repair is empty.
    ///
    /// ```
    /// use puzzle_core::explain::Blame;
    /// use puzzle_core::{Marks, Variable};
    ///
    /// // Only the first of two blocks matters.
    /// let marks = Marks { blocked: [Variable::new(0), Variable::new(1)].into(), ..Marks::default() };
    /// let blame = Blame::by_deletion(&marks, |some| Ok(some.blocked.contains(&Variable::new(0))))?;
    /// assert_eq!(blame.cores[0].blocked, [Variable::new(0)].into());
    /// # Ok::<(), puzzle_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of `excludes`.
    pub fn by_deletion(
        marks: &Marks,
        mut excludes: impl FnMut(&Marks) -> Result<bool, Interrupted>,
    ) -> Result<Blame, Interrupted> {
        if !excludes(marks)? {
            return Ok(Blame { cores: Vec::new(), repair: Some(Marks::default()) });
        }
        let mut core = marks.clone();
        for literal in marks.literals().collect::<Vec<_>>().into_iter().rev() {
            let fewer = core.without(&Marks::from_iter([literal]));
            if excludes(&fewer)? {
                core = fewer;
            }
        }
        Ok(Blame { cores: vec![core], repair: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{Budget, DiagramBuilder, Rules, Variable};

    /// Returns the blame if all `variables` variables are blocked, although one of the first `few` must be true.
    fn blame(few: usize, variables: usize) -> Blame {
        let mut rules = Rules::new(variables);
        rules.at_least_one(&Variable::all(few).collect::<Vec<_>>());
        let marks: Marks = Variable::all(variables).map(Literal::negative).collect();
        Blame::by_diagram(
            &DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap(),
            &marks,
            None,
            &mut Budget::unlimited(),
        )
        .unwrap()
    }

    /// Compares a blame with the expected cores and the expected repair.
    fn check(blame: Result<Blame, Interrupted>, cores: &[Marks], repair: Option<Marks>) {
        let blame = blame.unwrap();
        assert_eq!((blame.cores.as_slice(), blame.repair), (cores, repair));
    }

    #[test]
    fn any_number_of_marks_is_searched_for_the_core() {
        let core = [Marks::from_iter([Literal::negative(0), Literal::negative(1)])];
        for variables in [2, 64, 65, 256, 257] {
            check(Ok(blame(2, variables)), &core, Some(Marks::from_iter([Literal::negative(0)])));
        }
        check(Ok(blame(2, 2049)), &core, None);
    }

    #[test]
    fn where_the_rules_exclude_everything_no_mark_is_to_blame() {
        let mut rules = Rules::new(2);
        rules.at_least_one::<Variable>(&[]);
        let marks = Marks::from_iter([Literal::positive(0)]);
        let budget = &mut Budget::unlimited();
        let diagram = DiagramBuilder::new(&rules).build(budget).unwrap();
        check(Blame::by_diagram(&diagram, &marks, None, budget), &[Marks::default()], None);
        check(Blame::by_deletion(&marks, |_| Ok(true)), &[Marks::default()], None);
    }

    #[test]
    fn where_nothing_is_excluded_nothing_is_to_blame() {
        let marks = Marks::from_iter([Literal::positive(0)]);
        let budget = &mut Budget::unlimited();
        check(Blame::by_diagram(&bdd_core::Bdd::constant(2, true), &marks, None, budget), &[], Some(Marks::default()));
        check(Blame::by_deletion(&marks, |_| Ok(false)), &[], Some(Marks::default()));
    }
}
