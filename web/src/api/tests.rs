//! The answers are as the description says.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use serde_json::{Value, json};

use super::{ENDPOINTS, OPENAPI};
use crate::testing::{HOST, ask, get, server};

fn description() -> Value {
    serde_json::from_str(OPENAPI).unwrap()
}

/// The schema of an endpoint's answers with a status.
fn schema(path: &str, status: StatusCode) -> jsonschema::Validator {
    let responses = &description()["paths"][path]["get"]["responses"];
    let response = responses.get(status.as_str()).unwrap_or(&responses["default"]);
    let response = match response["$ref"].as_str() {
        Some(reference) => description().pointer(reference.strip_prefix('#').unwrap()).unwrap().clone(),
        None => response.clone(),
    };
    let mut schema = response["content"]["application/json"]["schema"].clone();
    assert!(schema.is_object(), "{path} says nothing of {status}");
    schema["components"] = description()["components"].clone();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// The body of an answer that has this status and is what the description says.
#[track_caller]
fn described(response: &Response<Vec<u8>>, target: &str, expected: u16) -> Value {
    let body = String::from_utf8_lossy(response.body());
    assert_eq!(response.status(), expected, "{target}: {body}");
    assert_eq!(response.headers()["content-type"], "application/json", "{target}");
    assert!(body.ends_with("}\n") && body.lines().count() == 1, "one line: {body}");
    let value: Value = serde_json::from_str(&body).unwrap();
    let path = target.split('?').next().unwrap();
    if let Err(error) = schema(path, response.status()).validate(&value) {
        panic!("{target}: {error} at {}\n{body}", error.instance_path());
    }
    value
}

#[track_caller]
fn answer(server: &Router, target: &str) -> Value {
    described(&get(server, target), target, 200)
}

#[track_caller]
fn refusal(server: &Router, target: &str, status: u16, parameter: Value, reason: &str) {
    let value = described(&get(server, target), target, status);
    assert_eq!((&value["status"], &value["parameter"]), (&json!(status), &parameter), "{target}: {value}");
    assert!(value["reason"].as_str().unwrap().contains(reason), "{target}: {value}");
}

#[test]
fn the_description_has_the_endpoints_and_parameters_that_there_are() {
    let description = description();
    let paths = description["paths"].as_object().unwrap();
    let mut known: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
    known.extend(["/api/sizes", "/api/openapi.json"]);
    assert_eq!(paths.len(), known.len());
    for path in known {
        let operation = &paths[path]["get"];
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let names: Vec<String> = parameters
            .iter()
            .map(|parameter| match parameter["$ref"].as_str() {
                Some(reference) => reference.rsplit('/').next().unwrap().to_owned(),
                None => parameter["name"].as_str().unwrap().to_owned(),
            })
            .collect();
        let endpoint = ENDPOINTS.iter().find(|endpoint| endpoint.path == path);
        assert_eq!(names, endpoint.map_or(&[][..], |endpoint| endpoint.parameters), "{path}");
    }
    let served = get(&server(0), "/api/openapi.json");
    assert_eq!((served.status(), served.body().as_slice()), (StatusCode::OK, OPENAPI.as_bytes()));
}

#[test]
fn a_schema_can_refuse() {
    let guide = schema("/api/guide", StatusCode::OK);
    let good = answer(&server(0), "/api/guide?n=4&queens=b1");
    assert!(guide.is_valid(&good));
    let spoiled = |spoil: fn(&mut Value)| {
        let mut value = good.clone();
        spoil(&mut value);
        guide.is_valid(&value)
    };
    assert!(!spoiled(|value| value["more"] = json!(1)));
    assert!(!spoiled(|value| value["queens"] = json!(["B1"])));
    assert!(!spoiled(|value| value["squares"][3]["status"] = json!("grey")));
    assert!(!spoiled(|value| value["squares"][3]["solutions"] = json!(-1)));
    assert!(!spoiled(|value| drop(value.as_object_mut().unwrap().remove("consistent"))));
}

#[test]
fn every_square_of_many_boards_is_answered_as_described() {
    let server = server(0);
    for board in [
        "n=4",
        "n=4&queens=b1",
        "n=6&queens=b1",
        "n=6&queens=b1&blocked=f3,a5",
        "n=5&queens=a1,b2",
        "n=5&queens=a1&blocked=a1",
    ] {
        let guide = answer(&server, &format!("/api/guide?{board}"));
        answer(&server, &format!("/api/hint?{board}"));
        answer(&server, &format!("/api/solutions?{board}"));
        for square in guide["squares"].as_array().unwrap() {
            let square_name = square["square"].as_str().unwrap();
            let explanation = answer(&server, &format!("/api/explain?{board}&square={square_name}"));
            assert_eq!(explanation["status"], square["status"]);
        }
    }
    // A step of every kind, and every grade of hint.
    for target in [
        "/api/hint?n=8&queens=a1,c2,e3,h8",
        "/api/hint?n=4&queens=b1,d2,a3,c4",
        "/api/explain?n=6&queens=b1&square=f2",
        "/api/guide?n=11&queens=A1%2C+c2&blocked=",
        "/api/sample?n=8&seed=18446744073709551615&count=3&distinct=true",
    ] {
        answer(&server, target);
    }
}

#[test]
fn solutions_by_number_and_by_page() {
    let server = server(0);
    let list = |query: &str| answer(&server, &format!("/api/solutions?{query}"))["solutions"].clone();
    let all = list("n=8");
    assert_eq!(all.as_array().unwrap().len(), 92);
    for k in [1, 17, 92] {
        assert_eq!(list(&format!("n=8&k={k}")), json!([all[k - 1]]));
    }
    assert_eq!(list("n=8&from=90&limit=2"), json!([all[89], all[90]]));
    assert_eq!(list("n=8&from=90"), json!([all[89], all[90], all[91]]));
    assert_eq!(list("n=8&from=93"), json!([]));
    assert_eq!(list("n=8&from=99999999999999999999999999"), json!([]));
    assert_eq!(list("n=8&queens=a1,b2"), json!([]));
    assert_eq!(list("n=10&limit=1000").as_array().unwrap().len(), 724);
    refusal(&server, "/api/solutions?n=8&k=93", 404, json!("k"), "the list has 92");
    refusal(&server, "/api/solutions?n=8&k=1&from=1", 400, json!("k"), "alone");
    refusal(&server, "/api/solutions?n=8&k=0", 400, json!("k"), "from 1 on");
    refusal(&server, "/api/solutions?n=8&limit=1001", 400, json!("limit"), "1 to 1000");
}

#[test]
fn draws_follow_their_seed_and_a_random_one_fits_javascript() {
    let server = server(0);
    let seeds: Vec<u64> = (0..20).map(|_| answer(&server, "/api/sample?n=8")["seed"].as_u64().unwrap()).collect();
    assert!(seeds.iter().all(|&seed| seed < 1 << 53) && seeds.iter().any(|&seed| seed != seeds[0]), "{seeds:?}");
    let again = format!("/api/sample?n=8&seed={}&count=5", seeds[0]);
    assert_eq!(answer(&server, &again), answer(&server, &again));
    refusal(&server, "/api/sample?n=8&count=93&distinct=true", 400, json!("count"), "only 92");
    refusal(&server, "/api/sample?n=8&queens=a1,b2", 404, Value::Null, "no solution");
    refusal(&server, "/api/sample?n=8&seed=-1", 400, json!("seed"), "");
    refusal(&server, "/api/sample?n=8&seed=18446744073709551616", 400, json!("seed"), "");
    refusal(&server, "/api/sample?n=8&distinct=yes", 400, json!("distinct"), "");
}

#[test]
fn parameters_that_cannot_be_are_named() {
    let server = server(0);
    for (query, parameter, reason) in [
        ("", "n", "missing"),
        ("n=", "n", "whole number from 1 to 255"),
        ("n=0", "n", "whole number from 1 to 255"),
        ("n=256", "n", "whole number from 1 to 255"),
        ("n=8.0", "n", "whole number from 1 to 255"),
        ("n=3", "n", "sizes 4 to 14, not 3"),
        ("n=15", "n", "sizes 4 to 14, not 15"),
        ("n=255", "n", "sizes 4 to 14, not 255"),
        ("n=8&n=8", "n", "twice"),
        ("n=8&queens=a1&queens=b3", "queens", "twice"),
        ("n=8&N=8", "N", "expected n, queens, blocked"),
        ("n=8&square=a1", "square", "unknown parameter"),
        ("n=8&%00=1", "\0", "unknown parameter"),
        ("n=8&queens=i1", "queens", "i1 is off the board: a board of size 8 ends at h8"),
        ("n=8&blocked=a9", "blocked", "a9 is off the board"),
        ("n=8&queens=a1,,b3", "queens", "is not a square"),
        ("n=8&queens=a1;b3", "queens", "is not a square"),
        ("n=8&queens=%FF", "queens", "is not a square"),
        ("n=8&queens=%3Cscript%3E", "queens", "is not a square"),
    ] {
        refusal(&server, &format!("/api/guide?{query}"), 400, json!(parameter), reason);
    }
    refusal(&server, "/api/explain?n=8", 400, json!("square"), "missing");
    refusal(&server, "/api/explain?n=8&square=i1", 400, json!("square"), "off the board");
    refusal(&server, "/api/sizes?n=8", 400, json!("n"), "expected none");
    refusal(&server, "/api/openapi.json?n=8", 400, json!("n"), "expected none");
}

#[test]
fn a_large_board_is_built_meanwhile_others_are_answered() {
    let server = server(usize::MAX);
    let state = |n: usize| answer(&server, "/api/sizes")["sizes"][n - 4].clone();
    assert_eq!((state(4), state(12)), (json!({"n": 4, "state": "ready"}), json!({"n": 12, "state": "on-request"})));
    let mut polls = 0;
    let guide = loop {
        let response = get(&server, "/api/guide?n=12&queens=a1");
        if response.status() == StatusCode::OK {
            break described(&response, "/api/guide", 200);
        }
        let wait = described(&response, "/api/guide", 503);
        assert_eq!(wait["parameter"], json!("n"));
        assert_eq!(response.headers()["retry-after"], "1");
        assert!((0.0..=1.0).contains(&wait["progress"].as_f64().unwrap()));
        assert!(["building", "ready"].contains(&state(12)["state"].as_str().unwrap()));
        answer(&server, "/api/guide?n=8");
        polls += 1;
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(polls > 0, "the first request can't wait for it");
    assert_eq!(guide["solutions"], json!(500));
    assert_eq!(state(12), json!({"n": 12, "state": "ready"}));
}

#[test]
fn a_board_that_no_memory_holds_is_not_played() {
    let server = server(32 << 20);
    let sizes = answer(&server, "/api/sizes")["sizes"].clone();
    let states: Vec<&str> = sizes.as_array().unwrap().iter().map(|size| size["state"].as_str().unwrap()).collect();
    assert_eq!(states[8..], ["on-request", "unavailable", "unavailable"]);
    refusal(&server, "/api/guide?n=14", 400, json!("n"), "GiB of memory");
}

#[test]
fn refusals_of_the_guard_and_of_paths_are_described_too() {
    let server = server(0);
    let ask = |method: &str, host: &str| {
        let request = Request::builder().method(method).uri("/api/guide?n=8").header("host", host);
        ask(&server, request.body(Body::empty()).unwrap())
    };
    described(&ask("GET", "evil.example"), "/api/guide", 403);
    let post = ask("POST", HOST);
    described(&post, "/api/guide", 405);
    assert_eq!(post.headers()["allow"], "GET, HEAD");
    let head = ask("HEAD", HOST);
    assert_eq!((head.status(), head.body().len()), (StatusCode::OK, 0));
    let nothing = get(&server, "/api/nothing");
    assert_eq!(nothing.status(), StatusCode::NOT_FOUND);
    assert!(schema("/api/guide", StatusCode::NOT_FOUND).is_valid(&serde_json::from_slice(nothing.body()).unwrap()));
}
