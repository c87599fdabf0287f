//! Requests to a router in the tests, without sockets.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response};
use nqueens_guide::Library;
use tower::ServiceExt;

use crate::api::Kinds;
use crate::boards::Boards;
use crate::frames::FrameAncestor;
use crate::guard::Gate;
use crate::hosts::Hosts;
use crate::server::router;

/// The `Host` header of the test server.
pub(crate) const HOST: &str = "127.0.0.1:8420";

/// A memory limit in bytes that suffices for requests about the embedded diagrams, but not for building larger
/// diagrams.
pub(crate) const SMALL: usize = 15 << 20;

/// Returns a server with the embedded diagrams and a memory limit in bytes.
pub(crate) fn server(memory: usize) -> Router {
    framed_server(memory, &[])
}

/// Returns a server like [`server`], but with a page that the `ancestors` may show in a frame.
pub(crate) fn framed_server(memory: usize, ancestors: &[FrameAncestor]) -> Router {
    let boards =
        Boards::open(Library::embedded().with_memory_limit(memory)).expect("the embedded diagrams are complete");
    let kinds: Kinds = Arc::new([Arc::new(sudoku_guide::SudokuKind), Arc::new(puzzle_files::FileKind)]);
    let hosts = Hosts::new("127.0.0.1", HOST.parse().expect("an address"));
    router(boards, &kinds, Gate::new(hosts, ancestors))
}

/// Returns the response to a request, with its body.
pub(crate) fn ask(router: &Router, request: Request<Body>) -> Response<Vec<u8>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (head, body) = router.clone().oneshot(request).await.expect("a router always answers").into_parts();
        Response::from_parts(head, to_bytes(body, usize::MAX).await.expect("a whole body").to_vec())
    })
}

/// Returns the response to a plain GET request, as a program other than a browser sends it.
pub(crate) fn get(router: &Router, target: &str) -> Response<Vec<u8>> {
    ask(router, Request::get(target).header("host", HOST).body(Body::empty()).expect("a request"))
}
