//! The example of a configurator as a web server: concurrent requests, compared with a search through all sets of
//! options; errors; the end of a computation whose client has gone.

#[path = "../examples/server.rs"]
#[allow(dead_code, reason = "the test runs the server without its `main`")]
mod server;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::routing::post;
use puzzle_core::Budget;
use puzzle_core::configurator::Configurator;
use serde_json::Value;
use server::Shop;

const NAMES: [&str; 8] = ["oak", "pine", "lamp", "glass", "wheels", "doors", "lock", "light"];
const PRICES: [u32; 8] = [90, 40, 30, 25, 12, 60, 15, 8];

fn shelf() -> Configurator {
    let prices = PRICES.map(|price| price.to_string());
    let options: Vec<(&str, &str)> = NAMES.into_iter().zip(prices.iter().map(String::as_str)).collect();
    let mut shelf = Configurator::new("shelf");
    shelf.choice("wood", &options[..2]);
    shelf.options(&options[2..]);
    shelf.excludes("glass", &["wheels"]);
    shelf.requires("lock", &["doors", "glass"]);
    shelf.at_most(2, &["lamp", "doors", "light"]).if_chosen("pine");
    shelf
}

/// Returns all configurations as sets of bits, by the rules as a person reads them.
fn configurations() -> Vec<u32> {
    let is_valid = |set: &u32| {
        let has = |name: &str| set >> NAMES.iter().position(|other| *other == name).unwrap() & 1 == 1;
        let number = |names: [&str; 3]| names.into_iter().filter(|name| has(name)).count();
        has("oak") != has("pine")
            && !(has("glass") && has("wheels"))
            && (!has("lock") || has("doors") || has("glass"))
            && (!has("pine") || number(["lamp", "doors", "light"]) <= 2)
    };
    (0..256).filter(is_valid).collect()
}

/// Starts a server on a thread of its own, with a further path `/all` that asks for all cheapest cars. Returns its
/// address and state.
fn start(product: Configurator) -> (SocketAddr, Shop) {
    let shop = Shop::new(product.open(&mut Budget::unlimited()).unwrap());
    let (state, (sender, receiver)) = (shop.clone(), std::sync::mpsc::channel());
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            let all = async |State(shop): State<Shop>| {
                let count = |product: &puzzle_core::configurator::Configuration, budget: &mut Budget<'_>| {
                    let marks = product.marks(&[], &[])?;
                    Ok(product.cheapest(&marks, usize::MAX, budget)?.map_or(0, |offers| offers.len()))
                };
                shop.run(count).await.map(|count| count.to_string())
            };
            let router = server::router(state.clone()).route("/all", post(all).with_state(state));
            axum::serve(listener, router).await.unwrap();
        });
    });
    (receiver.recv().unwrap(), shop)
}

/// Sends a request, and returns the status and the body of the answer.
fn ask(address: SocketAddr, path: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = "host: x\r\nconnection: close\r\n";
    write!(stream, "POST {path} HTTP/1.1\r\n{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(body).unwrap_or_default())
}

#[test]
fn concurrent_requests_are_answered_by_their_own_choices() {
    let (address, _) = start(shelf());
    let all = configurations();
    std::thread::scope(|scope| {
        for thread in 0..8_u32 {
            let all = &all;
            scope.spawn(move || {
                for number in 0..32_u32 {
                    // Different choices for each thread and request, among them contradictory ones.
                    let mixed = (thread * 32 + number).wrapping_mul(0x9e37_79b9);
                    let (chosen, refused) = (mixed >> 24, mixed >> 16 & mixed >> 8 & !(mixed >> 24) & 255);
                    let names = |set: u32| {
                        let names = NAMES.into_iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                        names.map(|(_, name)| format!("\"{name}\"")).collect::<Vec<_>>().join(",")
                    };
                    let body = format!(r#"{{"chosen":[{}],"refused":[{}]}}"#, names(chosen), names(refused));
                    let left: Vec<u32> =
                        all.iter().copied().filter(|set| set & chosen == chosen && set & refused == 0).collect();
                    let (status, guide) = ask(address, "/guide", &body);
                    assert_eq!((status, &guide["configurations"]), (200, &Value::from(left.len().to_string())));
                    for (at, option) in guide["options"].as_array().unwrap().iter().enumerate() {
                        let with = left.iter().filter(|set| *set >> at & 1 == 1).count();
                        assert_eq!(option["option"], NAMES[at]);
                        assert_eq!(option["configurations"], with.to_string(), "{body} {option}");
                    }
                    let total = |set: &u32| (0..8).filter(|at| set >> at & 1 == 1).map(|at| PRICES[at]).sum::<u32>();
                    let mut totals: Vec<u32> = left.iter().map(total).collect();
                    totals.sort_unstable();
                    totals.truncate(3);
                    let (_, cheapest) = ask(address, "/cheapest", &body);
                    let offers = cheapest["offers"].as_array().unwrap().iter();
                    let found: Vec<u32> =
                        offers.map(|offer| offer["total"].as_str().unwrap().parse().unwrap()).collect();
                    assert_eq!(found, totals, "{body}");
                }
            });
        }
    });
}

#[test]
fn reasons_and_repairs_name_the_choices() {
    let (address, _) = start(shelf());
    let (status, why) = ask(address, "/explain", r#"{"chosen": ["glass"], "option": "wheels"}"#);
    assert_eq!((status, &why["repairs"][0]["lift"][0]), (200, &Value::from("glass")));
    // Oak or pine, and the wheels: 40 + 12.
    assert_eq!(why["repairs"][0]["total"], "52");
    assert!(why["lines"][0].as_str().unwrap().starts_with("wheels: impossible because you chose glass"), "{why}");
}

#[test]
fn errors_say_what_is_wrong() {
    let (address, _) = start(shelf());
    for (path, body, status, text) in [
        ("/guide", r#"{"chosen": ["steel"]}"#, 400, "there is no option \"steel\""),
        ("/explain", "{}", 400, "there is no option \"\""),
        ("/guide", r#"{"choosen": []}"#, 400, "unknown field `choosen`, expected one of"),
        ("/guide", "[", 400, "EOF"),
    ] {
        let (found, answer) = ask(address, path, body);
        assert_eq!(found, status, "{body}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(text), "{answer}");
    }
    assert_eq!(ask(address, "/other", "{}").0, 404);
}

#[test]
fn a_computation_ends_when_its_client_has_gone() {
    // 2 to the 30th configurations: to list them all takes minutes.
    let mut many = Configurator::new("many");
    let names: Vec<String> = (0..30).map(|number| format!("o{number}")).collect();
    many.options(&names.iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
    let (address, shop) = start(many);
    let free = shop.places.available_permits();
    let clients: Vec<TcpStream> = (0..4)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(b"POST /all HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n").unwrap();
            stream
        })
        .collect();
    let wait = |permits: usize, limit: Duration| {
        let begin = Instant::now();
        while shop.places.available_permits() != permits && begin.elapsed() < limit {
            std::thread::sleep(Duration::from_millis(5));
        }
        shop.places.available_permits() == permits
    };
    assert!(wait(free - 4, Duration::from_secs(60)), "all four are running or waiting");
    assert!(!wait(free, Duration::from_millis(500)), "they run while their clients wait");
    drop(clients);
    assert!(wait(free, Duration::from_secs(60)), "they end when their clients have gone");
    assert_eq!(ask(address, "/guide", "{}").1["configurations"], (1_u64 << 30).to_string());
}
