//! A configurator as a web server. Every request has the user's choices, so the server keeps nothing between requests.
//! The number of computations is limited, and a computation ends when its client disconnects.
//!
//! ```sh
//! cargo run --release -p puzzle-core --example server -- 8080
//! curl -d '{"chosen": ["leather"]}' localhost:8080/cheapest
//! curl -d '{"chosen": ["electric"], "option": "manual"}' localhost:8080/explain
//! ```
//!
//! The port 0 stands for any free port.

#[path = "configurator.rs"]
#[allow(dead_code, reason = "only the car is used here")]
mod configurator;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use puzzle_core::configurator::{Configuration, ConfiguratorError, Offer, state_name};
use puzzle_core::{Budget, Cancel, Marks};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// The maximum number of requests that wait for a processor; further requests get status 503.
const MAX_WAITING: usize = 1000;
/// The memory limit of a computation, in bytes.
const MEMORY: usize = 256 << 20;
/// The number of configurations that `/cheapest` returns.
const OFFERS: usize = 3;

/// The user's choices, by the names of options.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choices {
    #[serde(default)]
    chosen: Vec<String>,
    #[serde(default)]
    refused: Vec<String>,
    /// The option to explain.
    option: Option<String>,
}

/// The state that all requests share.
#[derive(Clone)]
pub(crate) struct Shop {
    pub(crate) product: Configuration,
    /// The permits for all requests, running or waiting.
    pub(crate) places: Arc<Semaphore>,
    /// The permits for running computations.
    turns: Arc<Semaphore>,
}

/// Cancels its computation when it is dropped.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A failed request: a status, and the reason.
pub(crate) struct Failure(StatusCode, String);

impl From<ConfiguratorError> for Failure {
    fn from(error: ConfiguratorError) -> Failure {
        let is_request = matches!(error, ConfiguratorError::UnknownOption { .. });
        Failure(if is_request { StatusCode::BAD_REQUEST } else { StatusCode::SERVICE_UNAVAILABLE }, error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        let expected = r#"expected an object such as {"chosen": ["leather"], "refused": []}"#;
        Failure(StatusCode::BAD_REQUEST, format!("{expected}, found {error}"))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, [(CONTENT_TYPE, "application/json")], json!({ "error": self.1 }).to_string()).into_response()
    }
}

impl Shop {
    pub(crate) fn new(product: Configuration) -> Shop {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let permits = |number| Arc::new(Semaphore::new(number));
        Shop { product, places: permits(processors + MAX_WAITING), turns: permits(processors) }
    }

    /// Runs `job` on a thread for computations. If the client disconnects, axum drops this future, which cancels the
    /// job.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        job: impl FnOnce(&Configuration, &mut Budget<'_>) -> Result<T, ConfiguratorError> + Send + 'static,
    ) -> Result<T, Failure> {
        let busy = |_| Failure(StatusCode::SERVICE_UNAVAILABLE, "too many requests wait: try again".to_owned());
        let place = self.places.try_acquire_owned().map_err(busy)?;
        let turn = self.turns.acquire_owned().await.expect("the semaphore is never closed");
        let guard = CancelOnDrop(Cancel::new());
        let cancel = guard.0.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let answer = job(&self.product, &mut Budget::unlimited().with_memory(MEMORY).with_cancel(cancel));
            drop((place, turn));
            answer
        });
        Ok(answer.await.map_err(|panic| Failure(StatusCode::INTERNAL_SERVER_ERROR, panic.to_string()))??)
    }
}

impl Choices {
    fn marks(&self, product: &Configuration) -> Result<Marks, ConfiguratorError> {
        let [chosen, refused] = [&self.chosen, &self.refused].map(|names| names.iter().map(String::as_str));
        product.marks(&chosen.collect::<Vec<_>>(), &refused.collect::<Vec<_>>())
    }
}

/// The computation of an answer.
type Job = fn(&Configuration, &Choices, &mut Budget<'_>) -> Result<Value, ConfiguratorError>;

/// The endpoints: POST with [`Choices`] as JSON.
pub(crate) fn router(shop: Shop) -> Router {
    let route = |job: Job| {
        post(async move |State(shop): State<Shop>, body: Bytes| {
            let choices: Choices = serde_json::from_slice(&body)?;
            let answer = shop.run(move |product, budget| job(product, &choices, budget)).await?;
            Ok::<_, Failure>(([(CONTENT_TYPE, "application/json")], answer.to_string()))
        })
    };
    let routes = Router::new().route("/guide", route(guide)).route("/explain", route(explain));
    routes.route("/cheapest", route(cheapest)).with_state(shop)
}

/// Returns the status of every option with the number of configurations that have it.
fn guide(product: &Configuration, choices: &Choices, budget: &mut Budget<'_>) -> Result<Value, ConfiguratorError> {
    let guide = product.guide(&choices.marks(product)?, budget)?;
    let options = product.options().iter().zip(guide.variables()).map(|(name, (_, status, count))| {
        json!({ "option": name, "status": state_name(status), "configurations": count.to_string() })
    });
    Ok(json!({ "configurations": guide.total().to_string(), "options": options.collect::<Vec<_>>() }))
}

/// Explains why an option is impossible or forced, and lists the sets of choices to take back for it.
fn explain(product: &Configuration, choices: &Choices, budget: &mut Budget<'_>) -> Result<Value, ConfiguratorError> {
    let (marks, option) = (choices.marks(product)?, choices.option.as_deref().unwrap_or_default());
    let lines = product.explain(&marks, option, budget)?;
    let repairs = product.repairs(&marks, option, budget)?.unwrap_or_default();
    let repairs = repairs.into_iter().map(|change| json!({ "lift": change.lift, "total": change.total }));
    Ok(json!({ "lines": lines, "repairs": repairs.collect::<Vec<_>>() }))
}

/// Returns the cheapest configurations; `null` if no diagram of the product fits in memory.
fn cheapest(product: &Configuration, choices: &Choices, budget: &mut Budget<'_>) -> Result<Value, ConfiguratorError> {
    let offers = product.cheapest(&choices.marks(product)?, OFFERS, budget)?;
    let offer = |offer: Offer| json!({ "total": offer.total, "options": offer.options });
    Ok(json!({ "offers": offers.map(|offers| offers.into_iter().map(offer).collect::<Vec<_>>()) }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map_or(Ok(8080), |port| port.parse())?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    let shop = Shop::new(configurator::car().open(&mut Budget::unlimited())?);
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, router(shop)).await?;
    Ok(())
}
