//! Blame: the minimal cores of the player's marks that have an effect, and the smallest repair.

mod causes;

use std::borrow::Cow;

use bdd_core::{Bdd, Budget, Interrupted, Literal};

use crate::marks::Marks;

/// The marks that exclude everything that is wanted.
#[derive(Debug)]
pub struct Blame {
    /// Subset-minimal sets of marks that exclude it already, the simplest first: without any one mark of a set the
    /// others don't. A single empty one where the rules and the givens alone exclude it; none where nothing does.
    pub cores: Vec<Marks>,
    /// The smallest set of marks to take away so that something wanted is left, and the fewest placed ones of
    /// equally many. `None` where the rules and the givens alone are the reason, and where it would take a diagram to
    /// find the smallest, and there is none.
    pub repair: Option<Marks>,
}

impl Blame {
    /// Reads the blame off the diagram of all completions of no marks. The repair is exact; so are the cores, though not all
    /// of them are listed. Of thousands of marks one core is found by deletion, and the repair is unknown.
    pub(crate) fn by_diagram(
        all: &Bdd,
        marks: &Marks,
        wanted: Option<Literal>,
        budget: &mut Budget<'_>,
    ) -> Result<Blame, Interrupted> {
        // Only the solutions that the marks have to exclude matter.
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

    /// Finds one core by leaving out one mark after the other for as long as the rest still excludes all that is
    /// wanted; blocks first, for what is placed says more than a block. Calls `excludes` once a mark, and once more.
    ///
    /// # Errors
    ///
    /// Those of `excludes`.
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

    /// Of the first `few` variables one is true; as many marks as there are variables rule them all out.
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

    /// Holds a blame against its cores and its repair.
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
        check(Blame::by_diagram(&Bdd::constant(2, true), &marks, None, budget), &[], Some(Marks::default()));
        check(Blame::by_deletion(&marks, |_| Ok(false)), &[], Some(Marks::default()));
    }
}
