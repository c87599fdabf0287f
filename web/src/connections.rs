//! The open connections: at most 512, and each with a limit on every step that a client can do slowly. If there are
//! too many, the server closes those that have been idle for longest.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

/// How many connections there may be.
const MOST: usize = 512;

/// How long a client may take to send the head of a request, and how long it may send nothing between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection is used. It bounds what a client can hold that asks and never reads the answer.
const LIFETIME: Duration = Duration::from_secs(300);

/// How long a connection that is to end may take to send the rest of its answer.
const GRACE: Duration = Duration::from_secs(3);

/// The same for one that was idle and has to make room.
const HASTE: Duration = Duration::from_millis(100);

/// How often a server that is full looks whether some connection has become idle.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The most bytes and lines that the head of a request may have.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

/// The connections of a server.
pub(crate) struct Connections {
    router: Router,
    room: Arc<Semaphore>,
    idle: Arc<Mutex<Idle>>,
    ending: watch::Sender<bool>,
}

/// The connections that wait for a request, by when they began to; each hears here that it is to close.
#[derive(Default)]
struct Idle {
    clock: u64,
    waiting: BTreeMap<u64, Arc<Notify>>,
}

impl Connections {
    /// None yet; requests will be answered by the router.
    pub(crate) fn new(router: Router) -> Connections {
        Connections {
            router,
            room: Arc::new(Semaphore::new(MOST)),
            idle: Arc::default(),
            ending: watch::Sender::new(false),
        }
    }

    /// Waits until there is room for one more connection, closing those first that have been idle for longest.
    pub(crate) async fn room(&self) -> OwnedSemaphorePermit {
        loop {
            if let Ok(room) = Arc::clone(&self.room).try_acquire_owned() {
                return room;
            }
            self.close_one();
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Closes the connection that has been idle for longest, if any is.
    pub(crate) fn close_one(&self) {
        if let Some((_, close)) = lock(&self.idle).waiting.pop_first() {
            close.notify_one();
        }
    }

    /// Answers what is asked on a connection, in a task of its own.
    pub(crate) fn serve(&self, stream: TcpStream, room: OwnedSemaphorePermit) {
        // Answers are sent whole, so there is nothing to wait for.
        let _ = stream.set_nodelay(true);
        let slot = Arc::new(Slot::new(&self.idle));
        let close = Arc::clone(&slot.close);
        let mut ending = self.ending.subscribe();
        let router = TowerToHyperService::new(self.router.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let (slot, router) = (Arc::clone(&slot), router.clone());
            async move {
                slot.leave();
                let response = hyper::service::Service::call(&router, request).await;
                slot.enter();
                response
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            // Some clients say that they have asked all before they read the answer.
            .half_close(true)
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(LONGEST_HEAD)
            .max_headers(MOST_HEADERS)
            .serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            let _room = room;
            let mut connection = pin!(connection);
            // However a connection ends: a client that breaks off has got what it wanted.
            let grace = tokio::select! {
                _ = &mut connection => return,
                () = close.notified() => HASTE,
                _ = ending.wait_for(|&ending| ending) => GRACE,
                () = sleep(LIFETIME) => GRACE,
            };
            connection.as_mut().graceful_shutdown();
            let _ = timeout(grace, connection).await;
        });
    }

    /// Closes all connections once they have answered, and waits for that, though not for long.
    pub(crate) async fn end(self) {
        self.ending.send_replace(true);
        let all = self.room.acquire_many(MOST as u32);
        let _ = timeout(GRACE + Duration::from_secs(1), all).await;
    }
}

/// A connection's place among the idle ones.
struct Slot {
    idle: Arc<Mutex<Idle>>,
    close: Arc<Notify>,
    since: Mutex<u64>,
}

impl Slot {
    /// A new connection is idle until it asks.
    fn new(idle: &Arc<Mutex<Idle>>) -> Slot {
        let slot = Slot { idle: Arc::clone(idle), close: Arc::default(), since: Mutex::new(0) };
        slot.enter();
        slot
    }

    fn enter(&self) {
        let mut idle = lock(&self.idle);
        idle.clock += 1;
        let now = idle.clock;
        idle.waiting.insert(now, Arc::clone(&self.close));
        *lock(&self.since) = now;
    }

    fn leave(&self) {
        lock(&self.idle).waiting.remove(&*lock(&self.since));
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.leave();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nothing panics while it holds the lock")
}
