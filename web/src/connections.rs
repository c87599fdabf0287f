//! The open connections: at most [`MAX_CONNECTIONS`], each with timeouts against slow clients. A server that is full
//! closes the connection that has been idle for longest.

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

const MAX_CONNECTIONS: usize = 512;

/// The maximum time from the end of a request until the head of the next request has arrived.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum lifetime of a connection. It limits clients that send requests and never read the answers.
const LIFETIME: Duration = Duration::from_secs(300);

/// The maximum time that a closing connection takes to send the rest of its answer.
const GRACE: Duration = Duration::from_secs(3);

/// The maximum time that an idle connection takes to close, if a full server closes it to make room.
const IDLE_GRACE: Duration = Duration::from_millis(100);

/// The interval at which a full server looks for an idle connection.
const ROOM_INTERVAL: Duration = Duration::from_millis(20);

/// The maximum size of a request's head, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The maximum number of header lines of a request.
const MAX_HEADERS: usize = 64;

pub(crate) struct Connections {
    router: Router,
    room: Arc<Semaphore>,
    idle: Arc<Mutex<Idle>>,
    ending: watch::Sender<bool>,
}

/// The idle connections, which have no running request. The first connection has been idle for longest.
#[derive(Default)]
struct Idle {
    clock: u64,
    /// The idle connections. The key is the value of the counter `clock` when the connection became idle. A
    /// notification closes the connection.
    waiting: BTreeMap<u64, Arc<Notify>>,
}

impl Connections {
    /// Creates an empty set of connections, whose requests `router` answers.
    pub(crate) fn new(router: Router) -> Connections {
        Connections {
            router,
            room: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            idle: Arc::default(),
            ending: watch::Sender::new(false),
        }
    }

    /// Waits until another connection is allowed, and returns its permit. Meanwhile it closes idle connections, the
    /// longest idle first.
    pub(crate) async fn room(&self) -> OwnedSemaphorePermit {
        loop {
            if let Ok(room) = Arc::clone(&self.room).try_acquire_owned() {
                return room;
            }
            self.close_one();
            sleep(ROOM_INTERVAL).await;
        }
    }

    /// Closes the connection that has been idle for longest, if any connection is idle.
    pub(crate) fn close_one(&self) {
        if let Some((_, close)) = lock(&self.idle).waiting.pop_first() {
            close.notify_one();
        }
    }

    /// Starts a task that answers the requests of a connection. The task holds the permit `room` until the connection
    /// is closed.
    pub(crate) fn serve(&self, stream: TcpStream, room: OwnedSemaphorePermit) {
        // Answers are written whole, so delaying packets gains nothing.
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
            // Some clients close their sending side before they read the answer.
            .half_close(true)
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(MAX_HEAD)
            .max_headers(MAX_HEADERS)
            .serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            let _room = room;
            let mut connection = pin!(connection);
            // Errors of a connection concern only its client, so they are ignored.
            let grace = tokio::select! {
                _ = &mut connection => return,
                () = close.notified() => IDLE_GRACE,
                _ = ending.wait_for(|&ending| ending) => GRACE,
                () = sleep(LIFETIME) => GRACE,
            };
            connection.as_mut().graceful_shutdown();
            let _ = timeout(grace, connection).await;
        });
    }

    /// Closes all connections after their current answers. Waits until they are closed, at most a second longer than
    /// [`GRACE`].
    pub(crate) async fn end(self) {
        self.ending.send_replace(true);
        let all = self.room.acquire_many(MAX_CONNECTIONS as u32);
        let _ = timeout(GRACE + Duration::from_secs(1), all).await;
    }
}

/// The entry of a connection in [`Idle`].
struct Slot {
    idle: Arc<Mutex<Idle>>,
    close: Arc<Notify>,
    since: Mutex<u64>,
}

impl Slot {
    /// Creates the entry of a new connection, which is idle until its first request.
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
