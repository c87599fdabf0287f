//! The log of `--timings`, for measurements.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use game::Model;

/// The log of drawing times, with a line for every frame.
pub(crate) struct Timings {
    file: Option<File>,
    began: Instant,
    had_frame: bool,
    had_board: bool,
}

impl Timings {
    /// Opens the log for appending; without a `path` there is no log. Times count from `began`.
    pub(crate) fn new(path: Option<&Path>, began: Instant) -> io::Result<Timings> {
        let file = path.map(|path| File::options().create(true).append(true).open(path)).transpose()?;
        Ok(Timings { file, began, had_frame: false, had_board: false })
    }

    /// Logs a frame caused by an event at `woken`: the milliseconds since `woken`. For the first frame and the first
    /// frame of a loaded puzzle, logs the milliseconds since the game began.
    pub(crate) fn drawn(&mut self, model: &Model, cause: &str, woken: Instant) {
        let Some(file) = &mut self.file else { return };
        let n = model.board().columns();
        let ms = |since: Instant| since.elapsed().as_secs_f64() * 1000.0;
        let mut line = if self.had_frame {
            format!("redraw_ms {:.3} n={n} cause={cause}\n", ms(woken))
        } else {
            format!("first_frame_ms {:.3} n={n}\n", ms(self.began))
        };
        if !self.had_board && model.session().is_some() {
            line.push_str(&format!("first_board_ms {:.3} n={n}\n", ms(self.began)));
            self.had_board = true;
        }
        self.had_frame = true;
        // An error of the log must not disturb the game.
        let _ = file.write_all(line.as_bytes());
    }
}
