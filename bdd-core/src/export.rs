//! Exchange of rules and diagrams with other programs.
//!
//! [`dimacs`], [`opb`] and [`smtlib`] write [`Rules`](crate::Rules) for solvers, which can check diagrams
//! independently. [`dot`] writes a [`Bdd`](crate::Bdd) as a graph for Graphviz, and [`svg`] draws a small diagram by
//! itself. [`dddmp`] writes and reads the files of the library CUDD, and [`json`] writes the nodes for programs of any
//! language. [`nnf`] reads and writes a [`Dnnf`](crate::Dnnf).

pub mod dddmp;
pub mod dimacs;
pub mod dot;
pub mod json;
pub mod nnf;
pub mod opb;
pub mod smtlib;
pub mod svg;

use std::io::{self, Write};

/// Writes `mark` before each line of the comments. Carriage returns end a line too, so that no part of a comment is
/// read as data.
fn comment(out: &mut impl Write, mark: &str, comments: &[String]) -> io::Result<()> {
    let mut lines = comments.iter().flat_map(|comment| comment.split(['\n', '\r']));
    lines.try_for_each(|line| writeln!(out, "{mark} {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bdd, Budget, Literal, Rules, Variable, Zdd};

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

    /// Returns rules over four variables: exactly one of x0 and x1; exactly two of x1, !x2 and x3; x2 implies x3; and
    /// at most two of all.
    fn counting() -> Rules {
        let mut rules = Rules::new(4);
        rules.exactly(1, &[0, 1]);
        rules.count(2..=2, &[Literal::positive(1), Literal::negative(2), Literal::positive(3)]);
        rules.imply(2, 3);
        rules.at_most(2, &[0, 1, 2, 3]);
        rules
    }

    #[test]
    fn lines_that_count_are_clauses_sums_and_constraints() {
        let cnf = text(|out| dimacs::write(out, &counting(), &[], &[]));
        let expected = "p cnf 4 13\n-1 -2 0\n1 2 0\n2 -3 0\n2 4 0\n-3 4 0\n-2 3 -4 0\n-3 4 0\n-1 -2 -3 0\n\
                        -1 -2 -4 0\n-1 -3 -4 0\n-2 -3 -4 0\n";
        assert_eq!(cnf, expected.replace("13", "11"));
        let opb = text(|out| opb::write(out, &counting(), &[Literal::negative(0)], None, &["one\ntwo".to_owned()]));
        let expected = "* #variable= 4 #constraint= 6\n* one\n* two\n-1 x1 -1 x2 >= -1 ;\n+1 x1 +1 x2 >= 1 ;\n\
                        +1 x2 -1 x3 +1 x4 = 1 ;\n-1 x3 +1 x4 >= 0 ;\n-1 x1 -1 x2 -1 x3 -1 x4 >= -2 ;\n+1 x1 = 0 ;\n";
        assert_eq!(opb, expected);
        let smt = text(|out| smtlib::write(out, &counting(), &[], &|variable| format!("v{variable}"), &[]));
        let expected = "(assert (not (and v0 v1)))\n(assert (or v0 v1))\n\
                        (assert (= (+ (ite v1 1 0) (ite (not v2) 1 0) (ite v3 1 0)) 2))\n(assert (or (not v2) v3))\n\
                        (assert (<= 0 (+ (ite v0 1 0) (ite v1 1 0) (ite v2 1 0) (ite v3 1 0)) 2))\n(check-sat)";
        assert!(smt.contains("(set-logic QF_LIA)") && smt.contains(expected), "{smt}");
    }

    #[test]
    fn auxiliary_variables_are_told_apart() {
        let mut rules = Rules::new(14);
        rules.exactly(7, &Variable::all(14).collect::<Vec<_>>());
        let cnf = text(|out| dimacs::write(out, &rules, &[], &[]));
        let (header, rest) = cnf.split_once('\n').unwrap();
        assert!(rest.starts_with("c p show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0\n"), "{cnf}");
        let numbers: Vec<usize> = header.split(' ').skip(2).map(|number| number.parse().unwrap()).collect();
        assert_eq!(numbers[1], cnf.lines().filter(|line| line.ends_with(" 0") && !line.starts_with('c')).count());
        assert!(numbers[0] <= 14 + 84 && numbers[1] <= 400, "{header}");
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

    /// Checks that any name becomes a symbol of its own, by SMT-LIB 2.6, section 3.1: a quoted symbol contains neither
    /// `|` nor a backslash. A simple symbol consists of letters, digits and some other characters, and does not begin
    /// with a digit.
    #[test]
    fn any_name_is_a_symbol_of_its_own() {
        let names = ["a b", "a|b", "a%7cb", "and", "7", "", "\\", "x\ny", "d4", "let", "@x", "ä"];
        let mut rules = Rules::new(names.len());
        rules.at_least_one(&[3, 8]);
        let written = text(|out| smtlib::write(out, &rules, &[], &|variable| names[variable.index()].to_owned(), &[]));
        let declared: Vec<_> = written.lines().filter_map(|line| line.strip_prefix("(declare-const ")).collect();
        let symbols = ["|a b|", "a%7cb", "a%257cb", "%61nd", "|7|", "||", "%5c", "x%0ay", "d4", "%6cet", "|@x|", "|ä|"];
        assert_eq!(declared, symbols.map(|symbol| format!("{symbol} Bool)")));
        assert!(written.contains("(assert (or %61nd d4))"), "{written}");
    }

    #[test]
    fn a_comment_of_several_lines_stays_a_comment() {
        let comments = ["one\ntwo\r\nthree".to_owned()];
        let cnf = text(|out| dimacs::write(out, &Rules::new(1), &[], &comments));
        assert_eq!(cnf, "c one\nc two\nc \nc three\np cnf 1 0\n");
        let smt = text(|out| smtlib::begin(out, "QF_UF", &comments));
        assert!(smt.starts_with("; one\n; two\n; \n; three\n(set-option"), "{smt}");
    }

    #[test]
    fn dot_labels_are_drawn_as_they_are() {
        let bdd = Bdd::constant(1, true).select(&[Literal::positive(0)], &mut Budget::unlimited()).unwrap();
        let drawn = text(|out| dot::write(out, &bdd, &|_| "a \"b\" \\N\r\n&lt;".to_owned()));
        assert!(drawn.contains(r#"n2 [label="a \"b\" \\N\n&amp;lt;"];"#), "{drawn}");
    }

    #[test]
    fn dot_draws_every_edge_once() {
        let bdd = crate::testing::conjoin(&rules());
        let zdd = bdd.to_zdd(&mut Budget::unlimited()).unwrap();
        let drawings = [
            (text(|out| dot::write(out, &bdd, &name)), "digraph bdd {\n", bdd.node_count()),
            (text(|out| dot::write(out, &zdd, &name)), "digraph zdd {\n", zdd.node_count()),
        ];
        for (drawn, first, nodes) in drawings {
            assert!(drawn.starts_with(first), "{drawn}");
            assert_eq!(drawn.matches("->").count(), 2 * (nodes - 2), "{drawn}");
            assert_eq!(drawn.matches("style=dashed").count(), nodes - 2);
        }
        for constant in [false, true] {
            let drawn = text(|out| dot::write(out, &Bdd::constant(2, constant), &name));
            assert!(drawn.contains(if constant { "label=\"1\"" } else { "label=\"0\"" }), "{drawn}");
            let drawn = text(|out| dot::write(out, &Zdd::constant(2, constant), &name));
            assert!(drawn.contains(if constant { "n1 [label=\"1\"]" } else { "n0 [label=\"0\"]" }), "{drawn}");
            assert_eq!(drawn.matches("label").count(), if constant { 3 } else { 1 }, "{drawn}");
        }
    }

    #[test]
    fn dot_draws_the_nodes_of_a_zdd() {
        let a_without_b = [Literal::positive(0), Literal::negative(1)];
        let zdd = Zdd::constant(2, true).select(&a_without_b, &mut Budget::unlimited()).unwrap();
        let drawn = text(|out| dot::write(out, &zdd, &|variable| ["a", "b"][variable.index()].to_owned()));
        // The rule leaves out the node of `b`, which is false in all models.
        let expected = "digraph zdd {\n  node [shape=circle, fontname=\"sans-serif\"];\n  \
                        { rank=same; n2 [label=\"a\"]; }\n  \
                        { rank=sink; node [shape=box]; n0 [label=\"0\"]; n1 [label=\"1\"]; }\n  \
                        n2 -> n1; n2 -> n0 [style=dashed];\n}\n";
        assert_eq!(drawn, expected);
    }
}
