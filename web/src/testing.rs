//! Asking a router in the tests, without sockets.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response};
use nqueens_guide::Library;
use tower::ServiceExt;

use crate::api::Kinds;
use crate::boards::Boards;
use crate::hosts::Hosts;
use crate::server::router;

/// The name of the server asked.
pub(crate) const HOST: &str = "127.0.0.1:8420";

/// Memory for requests about the built-in diagrams, and too little to build larger ones, in bytes.
pub(crate) const SMALL: usize = 15 << 20;

/// A server with the built-in diagrams that has at most so much memory.
pub(crate) fn server(memory: usize) -> Router {
    let boards = Boards::open(Library::embedded().with_memory_limit(memory)).expect("the embedded diagrams are whole");
    let kinds: Kinds = Arc::new([Arc::new(sudoku_guide::SudokuKind), Arc::new(puzzle_files::FileKind)]);
    router(boards, &kinds, Hosts::new("127.0.0.1", HOST.parse().expect("an address")))
}

/// The answer to a request, with its body.
pub(crate) fn ask(router: &Router, request: Request<Body>) -> Response<Vec<u8>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (head, body) = router.clone().oneshot(request).await.expect("a router always answers").into_parts();
        Response::from_parts(head, to_bytes(body, usize::MAX).await.expect("a whole body").to_vec())
    })
}

/// The answer to a plain GET, as from a program that is no browser.
pub(crate) fn get(router: &Router, target: &str) -> Response<Vec<u8>> {
    ask(router, Request::get(target).header("host", HOST).body(Body::empty()).expect("a request"))
}
