//! A search with a long-lived task for every square of the board; see [`square`].

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use async_channel::{Receiver, Sender, bounded};
use async_executor::Executor;
use futures_lite::future::block_on;

use super::prefix::{Prefix, allowed, with_ranks};
use super::{SolutionOrder, Statistics, ThreadsError};
use crate::mask::Mask;
use crate::placement::Placement;
use nqueens_board::Square;

/// The largest number of boards in the inbox of a square.
const INBOX: usize = 4;

/// The largest number of solutions in each channel on which solutions are sent back.
const ANSWERS: usize = 64;

/// The number of empty files at which solutions are put in order. All solutions of a board with this number of empty
/// files are collected and sorted before they are sent back.
const SORTED_FILES: usize = 10;

/// Passes all completions of a placement to `visit` until `visit` returns [`ControlFlow::Break`].
///
/// Each of the `n * n` squares has a task. A partial board is handed to the task of the square of its last queen. This
/// task adds a queen on each safe square of the next file in turn, and hands each new board to the task of that square.
/// The squares of the last file send the full board back to the caller as a solution. The tasks are asynchronous and
/// run on `threads` threads; the caller's thread calls `visit`.
///
/// The inbox of a square holds few boards, and a task waits if its board does not fit in the inbox. This cannot
/// deadlock: boards go only from file to file, the squares of the last file wait only to send solutions back, and the
/// caller always receives them. The search ends by itself: once the caller has handed out its last board, it closes the
/// inboxes of file a; the squares there finish their boards and end, which closes the inboxes of file b, and so on.
///
/// In [`SolutionOrder::Lexicographic`], boards with at least ten files left and boards with a single queen are handed
/// on one at a time: the next board follows when all solutions of the board before have come back. The last ten files
/// are searched in any order, and the solutions of such a search are sorted before they are sent back. So the memory is
/// bounded by the inboxes and the solutions of ten files.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use nqueens_guide::search::{SolutionOrder, square};
/// use nqueens_guide::{Placement, Size};
///
/// let board = Placement::empty(Size::new(6)?);
/// let statistics = square(&board, NonZeroUsize::MIN, SolutionOrder::Any, |_| ControlFlow::Continue(()))?;
/// assert_eq!((statistics.solutions, statistics.tasks_created), (4, 36));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ThreadsError`] if the threads can't be started.
pub fn square(
    placement: &Placement,
    threads: NonZeroUsize,
    order: SolutionOrder,
    visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Statistics, ThreadsError> {
    with_ranks!(placement, run(placement, threads, order, visit))
}

fn run<M: Mask>(
    placement: &Placement,
    threads: NonZeroUsize,
    order: SolutionOrder,
    visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Statistics, ThreadsError> {
    let start = Instant::now();
    let allowed = allowed::<M>(placement);
    let executor = Executor::new();
    // The channel carries no messages: the threads end when its sender is dropped.
    let (running, ended) = bounded::<()>(1);
    thread::scope(|scope| {
        let running = running;
        for _ in 0..threads.get() {
            let work = || block_on(executor.run(ended.recv()));
            thread::Builder::new()
                .name("squares".to_owned())
                .spawn_scoped(scope, work)
                .map_err(|error| ThreadsError { threads: threads.get(), reason: error.to_string() })?;
        }
        let mut statistics = block_on(listen(&executor, &allowed, order, visit));
        statistics.elapsed = start.elapsed();
        drop(running);
        Ok(statistics)
    })
}

/// A partial board on its way to the square of its last queen.
struct SquareMessage<M> {
    queens: Prefix<M>,
    /// The channel on which the board's solutions are sent back. It closes when all boards derived from `queens` are
    /// done.
    answers: Sender<Vec<u8>>,
}

/// The data of a search by [`square`], shared by the tasks of all squares.
struct SquareRules<'a, M> {
    /// For each file, the ranks that the placement allows.
    allowed: &'a [M],
    /// A task sends boards with at most this number of queens to the next task one at a time: it sends the next board
    /// after it has received all solutions of the board before.
    one_at_a_time: usize,
}

/// Starts one task for each square, from the last file to the first, and passes the solutions that arrive to `visit`.
async fn listen<'a, M: Mask>(
    executor: &Executor<'a>,
    allowed: &'a [M],
    order: SolutionOrder,
    mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Statistics {
    let n = allowed.len();
    let one_at_a_time = match order {
        SolutionOrder::Lexicographic => n.saturating_sub(SORTED_FILES).max(1),
        SolutionOrder::Any => 0,
    };
    let rules = Arc::new(SquareRules { allowed, one_at_a_time });
    let mut squares = Vec::with_capacity(n * n);
    let mut next_file: Arc<[Sender<SquareMessage<M>>]> = Arc::new([]);
    for _ in 0..n {
        let (senders, inboxes): (Vec<_>, Vec<_>) = (0..n).map(|_| bounded(INBOX)).unzip();
        squares.extend(
            inboxes.into_iter().rev().map(|inbox| executor.spawn(square_task(rules.clone(), inbox, next_file.clone()))),
        );
        next_file = senders.into();
    }
    squares.reverse();

    let (answers, solutions) = bounded(ANSWERS);
    let root = executor.spawn(async move {
        hand_on(&rules, &Prefix::empty(), &next_file, &answers).await;
    });
    let mut statistics =
        Statistics { tasks_created: (n * n) as u64, peak_tasks: (n * n) as u64, ..Statistics::default() };
    while let Ok(ranks) = solutions.recv().await {
        statistics.solutions += 1;
        if visit(&ranks).is_break() {
            break;
        }
    }
    // Dropping the receiver closes the channel, so that tasks that send further solutions end.
    drop(solutions);
    root.await;

    let mut never_used = Vec::new();
    for (index, square) in squares.into_iter().enumerate() {
        let received = square.await;
        statistics.messages += received;
        if received == 0 {
            never_used.push(Square::at(index / n, index % n));
        }
    }
    statistics.search_nodes = statistics.messages;
    statistics.squares_never_used = Some(never_used);
    statistics
}

/// Runs the task of a square. Returns the number of boards it received.
async fn square_task<M: Mask>(
    rules: Arc<SquareRules<'_, M>>,
    inbox: Receiver<SquareMessage<M>>,
    next_file: Arc<[Sender<SquareMessage<M>>]>,
) -> u64 {
    let mut received = 0;
    while let Ok(SquareMessage { queens, answers }) = inbox.recv().await {
        received += 1;
        if queens.files() < rules.allowed.len() {
            hand_on(&rules, &queens, &next_file, &answers).await;
        } else {
            // A closed channel means that the search was stopped.
            let _ = answers.send(queens.ranks).await;
        }
    }
    received
}

/// Places a queen on each safe square of the next file in turn, and sends the new board to the task of that square.
/// Stops early if `answers` is closed.
async fn hand_on<M: Mask>(
    rules: &SquareRules<'_, M>,
    queens: &Prefix<M>,
    next_file: &[Sender<SquareMessage<M>>],
    answers: &Sender<Vec<u8>>,
) {
    for queens in queens.children(rules.allowed) {
        if answers.is_closed() {
            break;
        }
        let placed = queens.files();
        let square = &next_file[usize::from(queens.ranks[placed - 1])];
        if placed > rules.one_at_a_time {
            let _ = square.send(SquareMessage { queens, answers: answers.clone() }).await;
            continue;
        }
        let (sender, solutions) = bounded(ANSWERS);
        let _ = square.send(SquareMessage { queens, answers: sender }).await;
        let mut sorted = Vec::new();
        while let Ok(ranks) = solutions.recv().await {
            if placed == rules.one_at_a_time {
                sorted.push(ranks);
            } else if answers.send(ranks).await.is_err() {
                return;
            }
        }
        sorted.sort_unstable();
        for ranks in sorted {
            if answers.send(ranks).await.is_err() {
                return;
            }
        }
    }
}
