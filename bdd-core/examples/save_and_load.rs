//! Saves a diagram to a file and loads it again: `cargo run --example save_and_load -- FILE`. With another word after
//! the file, prints the diagram in DOT for Graphviz instead.

use std::error::Error;
use std::path::PathBuf;

use bdd_core::format::{Label, read_file, write_file};
use bdd_core::{Budget, DiagramBuilder, Rules, Variable, export};

/// The days of the week on which an event may take place: at least twice a week, and never on two days in a row.
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = PathBuf::from(arguments.next().ok_or("expected the name of a file to write")?);

    let mut rules = Rules::new(DAYS.len());
    for day in Variable::all(DAYS.len()) {
        rules.exclude(day, Variable::new((day.index() as u16 + 1) % 7));
    }
    rules.at_least(2, &Variable::all(DAYS.len()).collect::<Vec<_>>());
    let weeks = DiagramBuilder::new(&rules).build(&mut Budget::unlimited())?;

    if arguments.next().is_some() {
        let name = |day: Variable| DAYS[usize::from(day)].to_owned();
        export::dot::write(&mut std::io::stdout().lock(), &weeks, &name)?;
        return Ok(());
    }
    write_file(&file, &weeks, &Label { puzzle: "weeks".to_owned(), size: 7 })?;
    // Reading checks the whole file, so that any damage would be an error here.
    let (again, header) = read_file(&file, &mut Budget::unlimited())?;
    assert_eq!(again, weeks);
    println!("{}: {}, {} nodes, {} models", file.display(), header.label, header.nodes, header.models);
    Ok(())
}
