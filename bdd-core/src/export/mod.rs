//! Rules and diagrams in other programs' formats.
//!
//! [`dimacs`] and [`smtlib`] hand the *rules* to outside solvers, which so know nothing of the diagrams that they are
//! compared with; [`dot`] draws the *diagram*.

pub mod dimacs;
pub mod dot;
pub mod smtlib;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bdd, Literal, Rules, Variable};

    fn rules() -> Rules {
        let mut rules = Rules::new(3);
        rules.exclude(0, 2);
        rules.at_least_one(&[0, 1]);
        rules
    }

    fn name(variable: Variable) -> String {
        ["x", "y", "z"][variable.index()].to_owned()
    }

    fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn dimacs_counts_variables_from_one() {
        let literals = [Literal::negative(1)];
        let written = text(|out| dimacs::write(out, &rules(), &literals, &["a comment".to_owned()]));
        assert_eq!(written, "c a comment\np cnf 3 3\n-1 -3 0\n1 2 0\n-2 0\n");
    }

    #[test]
    fn an_impossible_line_is_the_empty_clause() {
        let mut rules = Rules::new(1);
        rules.at_least_one::<Variable>(&[]);
        assert_eq!(text(|out| dimacs::write(out, &rules, &[], &[])), "p cnf 1 1\n0\n");
        assert!(text(|out| smtlib::write(out, &rules, &[], &name, &[])).contains("(assert false)\n"));
    }

    #[test]
    fn smtlib_names_the_variables() {
        let written = text(|out| smtlib::write(out, &rules(), &[Literal::positive(1)], &name, &["hello".to_owned()]));
        let expected = "; hello\n(set-option :produce-models true)\n(set-logic QF_UF)\n(declare-const x Bool)\n\
                        (declare-const y Bool)\n(declare-const z Bool)\n(assert (not (and x z)))\n\
                        (assert (or x y))\n(assert y)\n(check-sat)\n(get-model)\n";
        assert_eq!(written, expected);
    }

    #[test]
    fn dot_draws_every_edge_once() {
        let bdd = crate::conjoin(&rules()).unwrap();
        let drawn = text(|out| dot::write(out, &bdd, &name));
        assert_eq!(drawn.matches("->").count(), 2 * (bdd.node_count() - 2), "{drawn}");
        assert_eq!(drawn.matches("style=dashed").count(), bdd.node_count() - 2);
        for constant in [false, true] {
            let drawn = text(|out| dot::write(out, &Bdd::constant(2, constant), &name));
            assert!(drawn.contains(if constant { "label=\"1\"" } else { "label=\"0\"" }), "{drawn}");
        }
    }
}
