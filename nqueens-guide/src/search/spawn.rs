//! A search with a task for every queen that is placed, on a work-stealing pool; see [`spawn`].
//!
//! For solutions in lexicographic order, the tasks that are not finished are sorted by their keys, the ranks of the
//! queens placed before them. In this order their subtrees partition the search tree from left to right. A free thread
//! takes the first of the waiting tasks. The solutions of the first unfinished task go to the visitor at once, and the
//! solutions of later tasks are stored. If too many solutions are stored, the threads of later tasks pause; the thread
//! of the first unfinished task never pauses.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rayon::{Scope, ThreadPoolBuilder};

use super::prefix::{Prefix, allowed, with_ranks};
use super::sequential::Backtracking;
use super::{SolutionOrder, Statistics, ThreadsError};
use crate::mask::{Attacked, Mask};
use crate::placement::Placement;
use nqueens_board::Size;

/// Returns the cut-off for [`spawn`] at which only the queens on the first two files get a task each. These are some
/// hundred tasks: enough to keep all threads busy, and few enough to cost no noticeable time. If the queens on the
/// third file got tasks as well, the times of equal runs would differ by up to a third.
#[must_use]
pub fn default_cutoff(size: Size) -> usize {
    size.get().saturating_sub(2)
}

/// The number of bytes of solutions that a task collects before it hands them over to be visited.
const BATCH: usize = 1 << 14;

/// The number of bytes of solutions that may wait until earlier solutions are visited. If more bytes wait, the tasks
/// that find such solutions wait too.
const WAITING: usize = 1 << 20;

/// Passes all completions of a placement to `visit` until `visit` returns [`ControlFlow::Break`].
///
/// A root task works on file a; each queen placed there is a task that works on file b, and so on. A task with at most
/// `cutoff` files left searches them by itself, like [`sequential`](super::sequential()). A queen on the last file
/// makes no task. So with a `cutoff` of 0 or 1 and an empty placement there are `1 + search_nodes - solutions` tasks,
/// as in the paper of Clapp, Mudge and Volz: 15, 44, 149, 512, 1965, 8042, 34815 for sizes 4 to 10.
///
/// One thread at a time calls `visit`. In [`SolutionOrder::Lexicographic`] the threads work on the first tasks of the
/// order, and a thread that is too far ahead of the visitor waits. So the solutions in memory are bounded by about a
/// mebibyte, and 16 KiB for each thread.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use nqueens_guide::search::{SolutionOrder, spawn};
/// use nqueens_guide::{Placement, Size};
///
/// let board = Placement::empty(Size::new(6)?);
/// let statistics =
///     spawn(&board, 0, NonZeroUsize::MIN, SolutionOrder::Lexicographic, |_| ControlFlow::Continue(()))?;
/// assert_eq!((statistics.solutions, statistics.tasks_created), (4, 149));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ThreadsError`] if the threads can't be started.
pub fn spawn(
    placement: &Placement,
    cutoff: usize,
    threads: NonZeroUsize,
    order: SolutionOrder,
    visit: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
) -> Result<Statistics, ThreadsError> {
    with_ranks!(placement, run(placement, cutoff, threads, order, visit))
}

fn run<M: Mask>(
    placement: &Placement,
    cutoff: usize,
    threads: NonZeroUsize,
    order: SolutionOrder,
    mut visit: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
) -> Result<Statistics, ThreadsError> {
    let start = Instant::now();
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build()
        .map_err(|error| ThreadsError { threads: threads.get(), reason: error.to_string() })?;
    let search = SpawnSearch {
        allowed: allowed::<M>(placement),
        // The task that places the last queen but one also places the last queen.
        cutoff: cutoff.max(1),
        order,
        outlet: Mutex::new(Outlet {
            visit: &mut visit,
            solutions: 0,
            waiting: BTreeMap::new(),
            taken: BTreeMap::new(),
            bytes: 0,
        }),
        moved_on: Condvar::new(),
        stopped: AtomicBool::new(false),
        search_nodes: AtomicU64::new(0),
        tasks_created: AtomicU64::new(0),
        tasks_alive: AtomicU64::new(0),
        peak_tasks: AtomicU64::new(0),
    };
    pool.scope(|scope| search.create(scope, vec![Prefix::empty()]));
    let solutions = search.outlet().solutions;
    Ok(Statistics {
        solutions,
        search_nodes: search.search_nodes.into_inner(),
        tasks_created: search.tasks_created.into_inner(),
        peak_tasks: search.peak_tasks.into_inner(),
        elapsed: start.elapsed(),
        ..Statistics::default()
    })
}

/// The state of a search by [`spawn`], shared by all its tasks.
struct SpawnSearch<'v, M> {
    allowed: Vec<M>,
    cutoff: usize,
    order: SolutionOrder,
    outlet: Mutex<Outlet<'v, M>>,
    /// The signal to waiting threads that solutions were visited, or that the search is stopped.
    moved_on: Condvar,
    stopped: AtomicBool,
    search_nodes: AtomicU64,
    tasks_created: AtomicU64,
    tasks_alive: AtomicU64,
    peak_tasks: AtomicU64,
}

/// The solutions on their way to the visitor. In lexicographic order they are put in order here; with
/// [`SolutionOrder::Any`] both maps stay empty.
///
/// Every task has a key: the ranks of the queens placed before it. The maps have the tasks that are not finished, or
/// whose solutions have not been visited. Sorted by their keys, these tasks divide the search tree from left to right,
/// and their solutions are visited in this order.
struct Outlet<'v, M> {
    visit: &'v mut (dyn FnMut(&[u8]) -> ControlFlow<()> + Send),
    solutions: u64,
    /// The tasks on which no thread works yet, by key.
    waiting: BTreeMap<Vec<u8>, Attacked<M>>,
    /// The tasks that a thread has taken, by key. A task stays here until it is finished and its solutions have been
    /// visited.
    taken: BTreeMap<Vec<u8>, TaskResults>,
    /// The number of bytes of all solutions in `taken`.
    bytes: usize,
}

/// The results of a task so far.
#[derive(Default)]
struct TaskResults {
    /// The solutions that have not been visited, concatenated: the rank of the queen on each file, for one solution
    /// after the other.
    ranks: Vec<u8>,
    finished: bool,
}

impl<'v, M: Mask> SpawnSearch<'v, M> {
    fn outlet(&self) -> MutexGuard<'_, Outlet<'v, M>> {
        self.outlet.lock().expect("the lock is poisoned only if the visitor panicked")
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Creates a task for each of `boards`. With [`SolutionOrder::Lexicographic`], the boards first wait in the
    /// [`Outlet`]. A task that starts takes the first waiting board in lexicographic order, which need not be the board
    /// for which the task was created.
    fn create<'s>(&'s self, scope: &Scope<'s>, boards: Vec<Prefix<M>>) {
        let count = boards.len() as u64;
        self.tasks_created.fetch_add(count, Relaxed);
        let alive = self.tasks_alive.fetch_add(count, Relaxed) + count;
        self.peak_tasks.fetch_max(alive, Relaxed);
        if self.order == SolutionOrder::Lexicographic {
            self.outlet().waiting.extend(boards.iter().map(|board| (board.ranks.clone(), board.attacked)));
        }
        // A thread of the pool takes the task that was spawned last. So the tasks are spawned in reverse order.
        for board in boards.into_iter().rev() {
            scope.spawn(move |scope| {
                let board = match self.order {
                    SolutionOrder::Lexicographic => self.outlet().take_first(),
                    SolutionOrder::Any => board,
                };
                self.work(scope, &board);
                self.tasks_alive.fetch_sub(1, Relaxed);
            });
        }
    }

    /// Runs the task of `board`. If no more files are left than the cut-off, searches these files; otherwise creates a
    /// task for each queen on the next file.
    fn work<'s>(&'s self, scope: &Scope<'s>, board: &Prefix<M>) {
        if self.stopped() {
            return;
        }
        if self.allowed.len() - board.files() <= self.cutoff {
            self.search(board);
            return;
        }
        let children: Vec<_> = board.children(&self.allowed).collect();
        self.search_nodes.fetch_add(children.len() as u64, Relaxed);
        self.create(scope, children);
        if self.order == SolutionOrder::Lexicographic {
            // The task is removed only after its children were added, so that the outlet always covers the whole search
            // tree.
            let mut outlet = self.outlet();
            outlet.taken.remove(&board.ranks);
            self.move_on(&mut outlet);
        }
    }

    /// Finds all solutions that extend a board, and hands them over.
    fn search(&self, board: &Prefix<M>) {
        let mut search = Backtracking::below(&self.allowed, board);
        let mut found = Vec::new();
        while let Some(ranks) = search.next(|| self.stopped()) {
            found.extend_from_slice(ranks);
            if found.len() >= BATCH {
                self.hand_over(&board.ranks, &mut found, false);
                if self.stopped() {
                    break;
                }
            }
        }
        self.search_nodes.fetch_add(search.nodes(), Relaxed);
        self.hand_over(&board.ranks, &mut found, true);
    }

    /// Hands over the solutions in `found` as results of the task `key`, and empties `found`. `finished` is `true` if
    /// the task has no further solutions. Waits while the task is too far ahead of the visitor.
    fn hand_over(&self, key: &[u8], found: &mut Vec<u8>, finished: bool) {
        let mut outlet = self.outlet();
        if self.order == SolutionOrder::Any {
            self.visit(&mut outlet, found);
            found.clear();
            return;
        }
        outlet.bytes += found.len();
        let task = outlet.taken.get_mut(key).expect("a task stays in `taken` until it is finished and visited");
        task.ranks.append(found);
        task.finished = finished;
        self.move_on(&mut outlet);
        // This cannot deadlock. The first unfinished task never waits here, nor does it wait for a thread: the thread
        // that finishes the previous task takes this task next.
        while outlet.bytes > WAITING && outlet.is_ahead(key) && !self.stopped() {
            // A visitor that panics notifies no thread, so the wait has a timeout.
            let waited = self.moved_on.wait_timeout(outlet, Duration::from_millis(100));
            (outlet, _) = waited.expect("the lock is poisoned only if the visitor panicked");
        }
    }

    /// Passes the solutions found so far to the visitor, task by task in the order of the keys, up to and including the
    /// first task that is not finished.
    fn move_on(&self, outlet: &mut Outlet<'v, M>) {
        while !self.stopped()
            && let Some(mut first) = outlet.taken.first_entry()
            && outlet.waiting.first_key_value().is_none_or(|(waiting, _)| first.key() < waiting)
        {
            let finished = first.get().finished;
            let found = std::mem::take(&mut first.get_mut().ranks);
            if finished {
                first.remove();
            }
            outlet.bytes -= found.len();
            self.visit(outlet, &found);
            if !finished {
                break;
            }
        }
        self.moved_on.notify_all();
    }

    fn visit(&self, outlet: &mut Outlet<'v, M>, found: &[u8]) {
        for ranks in found.chunks_exact(self.allowed.len()) {
            if self.stopped() {
                return;
            }
            outlet.solutions += 1;
            if (outlet.visit)(ranks).is_break() {
                self.stopped.store(true, Relaxed);
            }
        }
    }
}

impl<M: Mask> Outlet<'_, M> {
    fn take_first(&mut self) -> Prefix<M> {
        let (ranks, attacked) = self.waiting.pop_first().expect("each spawned task has a waiting task to take");
        self.taken.insert(ranks.clone(), TaskResults::default());
        Prefix { ranks, attacked }
    }

    /// Returns `true` if the solutions of the task `key` can't be visited yet, because an earlier task is unfinished or
    /// not taken. Returns `false` if `key` is no longer in `taken`, because its solutions have been visited.
    fn is_ahead(&self, key: &[u8]) -> bool {
        self.taken.contains_key(key)
            && (self.taken.first_key_value().is_some_and(|(first, _)| first != key)
                || self.waiting.first_key_value().is_some_and(|(first, _)| first.as_slice() < key))
    }
}
