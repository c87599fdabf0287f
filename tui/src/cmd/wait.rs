//! What a terminal shows while something takes its time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use nqueens_guide::{Library, Size, Solutions};

use super::Failure;

/// What takes less time than this shows no bar, which would only flicker.
const PATIENCE: Duration = Duration::from_millis(200);

/// The solutions of a board, with a bar on the standard error if that is a terminal and the board takes a while.
pub(crate) fn load(library: &Library, size: Size) -> Result<Solutions, Failure> {
    refuse_too_large(size)?;
    let start = Instant::now();
    let mut shown = None;
    let solutions = library.load_with(size, &mut |progress| {
        if start.elapsed() >= PATIENCE {
            let bar = shown.get_or_insert_with(|| bar(PARTS, format!("building n = {size}")));
            bar.set_position((progress.fraction.clamp(0.0, 1.0) * PARTS as f64) as u64);
        }
        ControlFlow::Continue(())
    });
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    solutions.map_err(Failure::failed)
}

/// The largest board whose solutions can be built: the diagram of the next one has 292 million nodes.
const LARGEST: usize = 15;

/// Refuses a board whose diagram would need more time and memory than there is.
pub(crate) fn refuse_too_large(size: Size) -> Result<(), Failure> {
    if size.get() <= LARGEST {
        return Ok(());
    }
    let problem = format!("the solutions of size {size} are too many for a diagram; the largest board is {LARGEST}");
    Err(Failure::Failed(problem))
}

/// Fine enough for the widest bar.
const PARTS: u64 = 1000;

/// A progress bar on the standard error; invisible unless that is a terminal.
pub(crate) fn bar(length: u64, message: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {elapsed}").expect("the template is well-formed");
    let bar = ProgressBar::new(length).with_style(style).with_message(message);
    // The clock goes on while nothing is reported.
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
