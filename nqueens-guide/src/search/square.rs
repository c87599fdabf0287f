//! A long-lived task for every square of the board.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use async_channel::{Receiver, Sender, bounded};
use async_executor::Executor;
use futures_lite::future::block_on;

use super::prefix::{Prefix, allowed, with_ranks};
use super::{Order, Statistics, ThreadsError};
use crate::mask::Mask;
use crate::placement::Placement;
use nqueens_board::Square;

/// How many boards wait for a square at most.
const INBOX: usize = 4;

/// How many solutions are on their way back at most, at each place that they pass.
const ANSWERS: usize = 64;

/// With how many files left solutions are put in order: all that begin alike up to there are collected and sorted.
const SORTED_FILES: usize = 10;

/// Hands all completions of a placement to the visitor until it breaks.
///
/// The caller and each of the n * n squares is a task. A partial board is handed to a square together with the queen
/// there; the square hands it on to each safe square of the next file, and those of the last file send it back as a
/// solution. The squares are asynchronous tasks, run by the given number of threads; the visitor is called by the
/// caller's.
///
/// Inboxes hold few boards, and a task whose board does not fit waits. There is no deadlock: boards go from file to
/// file only, those of the last file wait for nothing but the way back, and there the caller always listens. It ends
/// by itself: once the caller has handed out its last board it closes the inboxes of file a, whose squares finish
/// what they have, end, and thereby close those of file b, and so on.
///
/// In [`Order::Lexicographic`] boards with more than ten files left, and always the first queens, are handed on one at
/// a time: the sender collects all solutions of one board and sorts them before the next. So memory is bounded by
/// the inboxes and the solutions of ten files.
///
/// # Errors
///
/// [`ThreadsError`] if the threads can't be started.
pub fn square(
    placement: &Placement,
    threads: NonZeroUsize,
    order: Order,
    visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Statistics, ThreadsError> {
    with_ranks!(placement, run(placement, threads, order, visit))
}

fn run<M: Mask>(
    placement: &Placement,
    threads: NonZeroUsize,
    order: Order,
    visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Statistics, ThreadsError> {
    let start = Instant::now();
    let allowed = allowed::<M>(placement);
    let executor = Executor::new();
    // Nothing is ever sent here: the threads end when the sender is dropped.
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

/// A partial board on its way to a square, where its last queen stands.
struct Board<M> {
    queens: Prefix<M>,
    /// Where its solutions are sent. When all boards that come from one are done with, this closes.
    answers: Sender<Vec<u8>>,
}

/// What every task knows.
struct Rules<'a, M> {
    /// For each file, the ranks that the placement allows.
    allowed: &'a [M],
    /// Boards with up to so many queens are handed on one at a time.
    one_at_a_time: usize,
}

/// What the caller does: creates the squares, from the last file to the first, and visits the solutions.
async fn listen<'a, M: Mask>(
    executor: &Executor<'a>,
    allowed: &'a [M],
    order: Order,
    mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Statistics {
    let n = allowed.len();
    let one_at_a_time = match order {
        Order::Lexicographic => n.saturating_sub(SORTED_FILES).max(1),
        Order::Any => 0,
    };
    let rules = Arc::new(Rules { allowed, one_at_a_time });
    let mut squares = Vec::with_capacity(n * n);
    let mut next_file: Arc<[Sender<Board<M>>]> = Arc::new([]);
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
    // Whoever still wants to send an answer learns that nobody listens, and stops.
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

/// What a square does. Returns the number of boards it was handed.
async fn square_task<M: Mask>(
    rules: Arc<Rules<'_, M>>,
    inbox: Receiver<Board<M>>,
    next_file: Arc<[Sender<Board<M>>]>,
) -> u64 {
    let mut received = 0;
    while let Ok(Board { queens, answers }) = inbox.recv().await {
        received += 1;
        if queens.files() < rules.allowed.len() {
            hand_on(&rules, &queens, &next_file, &answers).await;
        } else {
            // If nobody listens any more, the search was stopped, and the solution is not wanted.
            let _ = answers.send(queens.ranks).await;
        }
    }
    received
}

/// Hands a board on to the safe squares of the next file, until it is through or nobody listens any more.
async fn hand_on<M: Mask>(
    rules: &Rules<'_, M>,
    queens: &Prefix<M>,
    next_file: &[Sender<Board<M>>],
    answers: &Sender<Vec<u8>>,
) {
    for queens in queens.children(rules.allowed) {
        if answers.is_closed() {
            break;
        }
        let placed = queens.files();
        let square = &next_file[usize::from(queens.ranks[placed - 1])];
        if placed > rules.one_at_a_time {
            let _ = square.send(Board { queens, answers: answers.clone() }).await;
            continue;
        }
        let (sender, solutions) = bounded(ANSWERS);
        let _ = square.send(Board { queens, answers: sender }).await;
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
