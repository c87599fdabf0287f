//! The verbs of every kind of puzzle, and their parameters.

use super::{Help, Parameter, Role};

/// A command on puzzles, such as `solve`.
///
/// ```
/// use puzzle_kind::Verb;
///
/// assert_eq!(Verb::named("solve"), Some(Verb::Solve));
/// // Few kinds have the verb `new`, which prints a template for a new puzzle.
/// assert!(!Verb::ALL.contains(&Verb::New));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Finds the solution, or two solutions if there are several.
    Solve,
    /// Prints the status of every variable, and the number of solutions in which it is true.
    Guide,
    /// Prints the number of solutions.
    Count,
    /// Rates the difficulty for a person.
    Rate,
    /// Checks that the puzzle is proper (exactly one solution and no fault), or that marks are part of a solution.
    Check,
    /// Explains why a variable is ruled out or forced.
    Explain,
    /// Makes new puzzles.
    Generate,
    /// Plays the puzzle.
    Play,
    /// Prints a template for a new puzzle.
    New,
    /// Finds the next move and its reason.
    Hint,
    /// Draws random solutions, each with the same probability.
    Sample,
    /// Writes the puzzle for other programs.
    Export,
    /// Writes a certificate of all solutions, for independent checkers.
    Certify,
}

impl Verb {
    /// The verbs of most kinds, in the order of their help: all except [`Verb::New`].
    pub const ALL: [Verb; 12] = [
        Verb::Solve,
        Verb::Guide,
        Verb::Count,
        Verb::Check,
        Verb::Explain,
        Verb::Hint,
        Verb::Sample,
        Verb::Export,
        Verb::Certify,
        Verb::Rate,
        Verb::Generate,
        Verb::Play,
    ];

    /// Returns the verb with the given name; `None` if there is no such verb.
    #[must_use]
    pub fn named(name: &str) -> Option<Verb> {
        Verb::ALL.into_iter().chain([Verb::New]).find(|verb| verb.name() == name)
    }

    /// Returns the name of the command, such as `solve`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns the name and the purpose of the command.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Verb::Solve => ("solve", "Print the solution of each puzzle, or say that there is none, or several"),
            Verb::Guide => ("guide", "Show the candidates of every cell, and the number of solutions with each"),
            Verb::Count => ("count", "Print the number of solutions of each puzzle, one number per line"),
            Verb::Check => ("check", "Check that puzzles are proper: exactly one solution, no fault"),
            Verb::Explain => ("explain", "Explain why a candidate is ruled out or forced"),
            Verb::Rate => ("rate", "Rate how hard puzzles are for a person"),
            Verb::Generate => ("generate", "Make new puzzles with exactly one solution"),
            Verb::Play => ("play", "Play in the terminal: puzzles of a file, or new ones"),
            Verb::New => ("new", "Print a template for a new puzzle"),
            Verb::Hint => ("hint", "Show the next move and its reason"),
            Verb::Sample => ("sample", "Draw random solutions, each with the same probability"),
            Verb::Export => ("export", "Write a puzzle for other programs, or its diagram"),
            Verb::Certify => ("certify", "Write a certificate of all solutions, and check it"),
        }
    }
}

/// The formats of [`Verb::Export`] with their meanings.
const EXPORTS: [(&str, &str); 8] = [
    ("dimacs", "The rules in DIMACS CNF, for SAT solvers"),
    ("opb", "The rules in OPB, for pseudo-Boolean solvers"),
    ("smtlib2", "The rules in SMT-LIB 2, for SMT solvers"),
    ("uvl", "The rules in UVL, for feature-model tools"),
    ("featureide", "The rules in the XML of FeatureIDE"),
    ("nnf", "The rules compiled into d-DNNF, for counters such as ddnnife"),
    ("dot", "The diagram of the solutions, for Graphviz"),
    ("json", "The diagram of the solutions as one JSON object"),
];

/// Returns the parameters of a verb in the order of the help: the parameters that every kind of puzzle has, and the
/// parameters `own` of one kind.
///
/// ```
/// use puzzle_kind::{Parameter, Verb, usual_parameters};
///
/// let own = vec![Parameter::option("box", "RxC", "The blocks")];
/// let names: Vec<&str> = usual_parameters(Verb::Count, own).iter().map(|parameter| parameter.name).collect();
/// assert_eq!(names, ["file", "box", "json"]);
/// ```
#[must_use]
pub fn usual_parameters(verb: Verb, own: Vec<Parameter>) -> Vec<Parameter> {
    let file = || Parameter::file("A file with puzzles, or - for the standard input");
    let json = || Parameter::json("Print one JSON object for each puzzle");
    let seed = || {
        Parameter::seed(
            "The seed of the random numbers: the same seed makes the same puzzles on every machine [default: random]",
        )
    };
    let variable = || Parameter::explained("variable", "NAME", "The variable to explain").required();
    let steps = Parameter::steps;
    let (before, after) = match verb {
        Verb::Solve => (vec![file()], vec![steps(), json()]),
        Verb::Guide | Verb::Count | Verb::Check | Verb::Rate | Verb::Hint | Verb::Certify => {
            (vec![file()], vec![json()])
        }
        Verb::Explain => (vec![file()], vec![variable(), json()]),
        Verb::Generate => (vec![], vec![seed(), Parameter::number_of("The number of puzzles"), json()]),
        Verb::Play => (vec![Parameter { default: None, ..file() }], vec![seed().without("file")]),
        Verb::New => (vec![], vec![]),
        Verb::Sample => {
            let seed = Parameter::seed(
                "The seed of the random numbers: the same seed draws the same solutions on every machine [default: random]",
            );
            let distinct = Parameter::flag("distinct", "Draw no solution twice").with_role(Role::Distinct);
            (vec![file()], vec![Parameter::number_of("The number of solutions"), seed, distinct, json()])
        }
        Verb::Export => {
            let format = Parameter::option("format", "FORMAT", "The export format").required().with_role(Role::Export);
            let force = Parameter::flag("force", "For dot: draw the diagram whatever its size");
            (vec![file()], vec![format.one_of(&EXPORTS), force.with_role(Role::Force)])
        }
    };
    before.into_iter().chain(own).chain(after).collect()
}

/// Returns the help that a verb has by default, for any kind of puzzle.
#[must_use]
pub fn usual_help(verb: Verb) -> Help {
    Help { about: verb.words().1, epilogue: "" }
}
