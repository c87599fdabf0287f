//! Tests that the answers are as `openapi.json` describes them.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use serde_json::{Value, json};

use super::{ENDPOINTS, Endpoint, OPENAPI};
use crate::error::Problem;
use crate::testing::{HOST, SMALL, ask, get, server};

fn description() -> Value {
    serde_json::from_str(OPENAPI).unwrap()
}

/// Returns the schema in `openapi.json` of the answers of the endpoint `path` with `status`.
fn schema(path: &str, status: StatusCode) -> jsonschema::Validator {
    let responses = &description()["paths"][path]["get"]["responses"];
    let response = responses.get(status.as_str()).unwrap_or_else(|| panic!("{path} says nothing of {status}"));
    let response = match response["$ref"].as_str() {
        Some(reference) => description().pointer(reference.strip_prefix('#').unwrap()).unwrap().clone(),
        None => response.clone(),
    };
    let kind = if status.is_success() { "application/json" } else { "application/problem+json" };
    let mut schema = response["content"][kind]["schema"].clone();
    assert!(schema.is_object(), "{path} says nothing of {status}");
    schema["components"] = description()["components"].clone();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Returns the JSON body of `response`. Asserts that the status is `expected` and that the body fits its schema.
#[track_caller]
fn described(response: &Response<Vec<u8>>, target: &str, expected: u16) -> Value {
    let body = String::from_utf8_lossy(response.body());
    assert_eq!(response.status(), expected, "{target}: {body}");
    let kind = if expected < 400 { "application/json" } else { "application/problem+json" };
    assert_eq!(response.headers()["content-type"], kind, "{target}");
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
    assert!(value["detail"].as_str().unwrap().contains(reason), "{target}: {value}");
    assert_eq!(value["reason"], value["detail"], "which is what it was called before");
    is_described(&value);
}

/// Asserts that the `type` of an error answer points to its entry in `openapi.json`.
#[track_caller]
fn is_described(problem: &Value) {
    let pointer = problem["type"].as_str().unwrap().strip_prefix("/api/openapi.json#").expect("it leads there");
    let about = description().pointer(pointer).cloned().unwrap_or_else(|| panic!("nothing is said of {pointer}"));
    assert_eq!(about, json!({"status": problem["status"], "title": problem["title"]}));
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
    let served = get(&server(SMALL), "/api/openapi.json");
    assert_eq!((served.status(), served.body().as_slice()), (StatusCode::OK, OPENAPI.as_bytes()));
}

#[test]
fn a_schema_can_refuse() {
    let guide = schema("/api/guide", StatusCode::OK);
    let good = answer(&server(SMALL), "/api/guide?n=4&queens=b1");
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
    let server = server(SMALL);
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
        let page = answer(&server, &format!("/api/solutions?{board}"));
        let count = answer(&server, &format!("/api/count?{board}"));
        assert_eq!(count["solutions"], guide["solutions"]);
        assert_eq!(page["total"], guide["solutions"]);
        for (number, solution) in (1..).zip(page["solutions"].as_array().unwrap()) {
            let board_text = solution.to_string().replace(['[', ']'], "");
            let rank = answer(&server, &format!("/api/rank?{board}&board={board_text}"));
            assert_eq!((&rank["rank"], &rank["solutions"]), (&json!(number), &guide["solutions"]));
        }
        for square in guide["squares"].as_array().unwrap() {
            let square_name = square["square"].as_str().unwrap();
            let explanation = answer(&server, &format!("/api/explain?{board}&square={square_name}"));
            assert_eq!(explanation["status"], square["status"]);
        }
    }
    // The answers have a step of every kind, and every grade of a hint.
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
    let server = server(SMALL);
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
    let page = |query: &str| {
        let page = answer(&server, &format!("/api/solutions?{query}"));
        (page["solutions"].as_array().unwrap().len(), page["total"].clone(), page["next"].clone())
    };
    assert_eq!(page("n=8"), (92, json!(92), Value::Null));
    assert_eq!(page("n=8&limit=91"), (91, json!(92), json!(92)));
    assert_eq!(page("n=8&limit=91&from=92"), (1, json!(92), Value::Null));
    assert_eq!(page("n=8&from=1000"), (0, json!(92), Value::Null));
    assert_eq!(page("n=10"), (100, json!(724), json!(101)));
    assert_eq!(page("n=8&queens=a1,b2"), (0, json!(0), Value::Null));
    let (mut from, mut followed) = (json!(1), Vec::new());
    while from != Value::Null {
        let page = answer(&server, &format!("/api/solutions?n=8&limit=7&from={from}"));
        followed.extend(page["solutions"].as_array().unwrap().clone());
        from = page["next"].clone();
    }
    assert_eq!(json!(followed), all);
    assert_eq!(list("n=10&limit=1000").as_array().unwrap().len(), 724);
    refusal(&server, "/api/solutions?n=8&k=93", 404, json!("k"), "the number of solutions is 92");
    refusal(&server, "/api/solutions?n=8&k=1&from=1", 400, json!("k"), "can't be combined");
    refusal(&server, "/api/solutions?n=8&k=0", 400, json!("k"), "from 1 on");
    refusal(&server, "/api/solutions?n=8&k=08", 400, json!("k"), "from 1 on, not \"08\"");
    refusal(&server, "/api/solutions?n=8&limit=1001", 400, json!("limit"), "1 to 1000");
    refusal(&server, "/api/solutions?n=8&limit=%2B1", 400, json!("limit"), "1 to 1000, not \"+1\"");
}

#[test]
fn draws_follow_their_seed_and_a_random_one_fits_javascript() {
    let server = server(SMALL);
    let seeds: Vec<u64> = (0..20).map(|_| answer(&server, "/api/sample?n=8")["seed"].as_u64().unwrap()).collect();
    assert!(seeds.iter().all(|&seed| seed < 1 << 53) && seeds.iter().any(|&seed| seed != seeds[0]), "{seeds:?}");
    let again = format!("/api/sample?n=8&seed={}&count=5", seeds[0]);
    assert_eq!(answer(&server, &again), answer(&server, &again));
    refusal(&server, "/api/sample?n=8&count=93&distinct=true", 400, json!("count"), "only 92");
    let seeds = "expected a whole number from 0 to 18446744073709551615, not";
    refusal(&server, "/api/sample?n=8&seed=-1", 400, json!("seed"), seeds);
    refusal(&server, "/api/sample?n=8&seed=18446744073709551616", 400, json!("seed"), seeds);
    refusal(&server, "/api/sample?n=8&distinct=yes", 400, json!("distinct"), "expected true or false, not \"yes\"");
}

#[test]
fn nothing_left_is_an_answer_everywhere() {
    let server = server(SMALL);
    for board in ["n=8&queens=a1,b2", "n=4&queens=a1", "n=6&blocked=a1,b1,c1,d1,e1,f1"] {
        assert_eq!(answer(&server, &format!("/api/guide?{board}"))["solutions"], json!(0));
        assert_eq!(answer(&server, &format!("/api/count?{board}"))["solutions"], json!(0));
        assert_eq!(answer(&server, &format!("/api/solutions?{board}"))["solutions"], json!([]));
        for more in ["", "&seed=7", "&count=5&distinct=true"] {
            assert_eq!(answer(&server, &format!("/api/sample?{board}{more}"))["solutions"], json!([]));
        }
        answer(&server, &format!("/api/hint?{board}"));
        refusal(&server, &format!("/api/solutions?{board}&k=1"), 404, json!("k"), "the number of solutions is 0");
    }
}

#[test]
fn boards_are_judged_and_numbered() {
    let server = server(SMALL);
    let verdict = |query: &str| answer(&server, &format!("/api/check?{query}"))["boards"][0].clone();
    assert_eq!(
        verdict("n=8&board=1,5,8,6,3,7,2,4"),
        json!({"line": 1, "queens": ["a1", "b5", "c8", "d6", "e3", "f7", "g2", "h4"], "verdict": "solution"})
    );
    assert_eq!(verdict("n=8&board=%5B0,4,7,5,2,6,1,3%5D")["verdict"], json!("solution"));
    assert_eq!(verdict("n=4&board=.Q..%0A...Q%0AQ...%0A..Q.")["verdict"], json!("solution"));
    assert_eq!(verdict("n=8&board=a1%20b5")["verdict"], json!("completable"));
    assert_eq!(verdict("n=4&board=a1")["verdict"], json!("not completable"));
    assert_eq!(verdict("n=4&board=")["verdict"], json!("completable"));
    assert_eq!(verdict("n=14&board=a1&limit=0")["verdict"], json!("unknown"));
    assert_eq!(verdict("n=8&board=a1%20b2")["conflicts"], json!([{"queens": ["a1", "b2"], "line": "diagonal"}]));
    for (query, reason) in [
        ("n=8&board=1,5,8", "the list has 3 entries"),
        ("n=8&board=1,5,8,6,3,7,2,9", "out of range"),
        ("n=8&board=i1", "off the board"),
        ("n=8&board=eight", "is not a square"),
        ("n=4&board=a1%0Ab2", "more than one board"),
        ("n=8", "required and missing"),
    ] {
        refusal(&server, &format!("/api/check?{query}"), 400, json!("board"), reason);
        refusal(&server, &format!("/api/rank?{query}"), 400, json!("board"), reason);
    }
    let junk = get(&server, &format!("/api/check?n=8&board={}", "x".repeat(3000)));
    assert!(described(&junk, "/api/check", 400)["detail"].as_str().unwrap().len() < 400);
    refusal(&server, "/api/check?n=8&board=a1&limit=1000001", 400, json!("limit"), "from 0 to 1000000");
    let rank = answer(&server, "/api/rank?n=8&board=a1%20b5%20c8%20d6%20e3%20f7%20g2%20h4&queens=a1");
    assert_eq!(rank, json!({"n": 8, "rank": 1, "solutions": 4}));
    for (query, reason) in [
        ("n=8&board=a1", "expected 8 queens, found 1"),
        ("n=8&board=1,2,3,4,5,6,7,8", "the queens on a1 and b2 attack each other along the diagonal"),
        ("n=8&board=1,5,8,6,3,7,2,4&blocked=a1", "contradicts the parameters queens and blocked"),
    ] {
        refusal(&server, &format!("/api/rank?{query}"), 404, json!("board"), reason);
    }
}

#[test]
fn what_is_the_same_each_time_may_be_kept_and_is_not_sent_twice() {
    let server = server(SMALL);
    let asked = |target: &str, name: &str, value: &str| {
        ask(&server, Request::get(target).header("host", HOST).header(name, value).body(Body::empty()).unwrap())
    };
    for target in [
        "/api/guide?n=6&queens=b1",
        "/api/count?n=8",
        "/api/check?n=8&board=a1",
        "/api/rank?n=4&board=2,4,1,3",
        "/api/explain?n=6&queens=b1&square=f2",
        "/api/hint?n=8",
        "/api/solutions?n=10",
        "/api/sample?n=8&seed=1",
        "/api/openapi.json",
    ] {
        let response = get(&server, target);
        assert_eq!(response.headers()["cache-control"], "max-age=3600", "{target}");
        let tag = response.headers()["etag"].to_str().unwrap();
        assert!(tag.starts_with('"') && tag.ends_with('"'), "strong: {tag}");
        for known in [tag, &format!("W/{tag}"), "*", &format!("\"x\", {tag}")] {
            let again = asked(target, "if-none-match", known);
            assert_eq!((again.status(), again.body().len()), (StatusCode::NOT_MODIFIED, 0), "{target}");
            assert_eq!(again.headers()["etag"], tag);
            assert!(description()["paths"][target.split('?').next().unwrap()]["get"]["responses"]["304"].is_object());
        }
        assert_eq!(asked(target, "if-none-match", "\"other\"").status(), StatusCode::OK);
        let packed = asked(target, "accept-encoding", "gzip");
        let is_long = response.body().len() >= 1024;
        assert_eq!(packed.headers().contains_key("content-encoding"), is_long, "{target}");
        assert_eq!(response.headers().contains_key("vary"), is_long, "{target}");
        if is_long {
            assert_ne!(packed.headers()["etag"], tag, "{target}");
            assert!(packed.body().len() < response.body().len() / 2, "{target}");
            let mut plain = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed.body()[..]), &mut plain).unwrap();
            assert!(plain == *response.body(), "{target}");
        }
    }
    for target in ["/api/sample?n=8", "/api/sizes", "/api/guide?n=3", "/api/nothing"] {
        let response = get(&server, target);
        assert_eq!(response.headers()["cache-control"], "no-store", "{target}");
        assert!(!response.headers().contains_key("etag"), "{target}");
    }
}

#[test]
fn no_words_of_a_parser_are_passed_on() {
    let server = server(SMALL);
    let values = ["", "x", "-1", "+1", "01", "1.5", "1e9", "0x8", "\u{7}", "99999999999999999999999", "true ", "{}"];
    for Endpoint { path, parameters, .. } in ENDPOINTS {
        for parameter in parameters {
            for value in values {
                let value: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
                let n = if *parameter == "n" { "" } else { "n=8&" };
                let response = get(&server, &format!("{path}?{n}{parameter}={value}"));
                let body = String::from_utf8_lossy(response.body());
                for words in ["invalid", "digit", "parse", "provided string", "too large", "overflow", "expected value"]
                {
                    assert!(!body.contains(words), "{path} {parameter}={value}: {body}");
                }
                assert!(response.status().is_success() || response.status().is_client_error(), "{body}");
            }
        }
    }
}

#[test]
fn parameters_that_cannot_be_are_named() {
    let server = server(SMALL);
    for (query, parameter, reason) in [
        ("", "n", "missing"),
        ("n=", "n", "expected a whole number from 4 to 14, not \"\""),
        ("n=0", "n", "from 4 to 14, not \"0\""),
        ("n=3", "n", "from 4 to 14, not \"3\""),
        ("n=15", "n", "from 4 to 14, not \"15\""),
        ("n=256", "n", "from 4 to 14, not \"256\""),
        ("n=eight", "n", "from 4 to 14, not \"eight\""),
        ("n=8.0", "n", "from 4 to 14, not \"8.0\""),
        ("n=%2B8", "n", "from 4 to 14, not \"+8\""),
        ("n=08", "n", "from 4 to 14, not \"08\""),
        ("n=-8", "n", "from 4 to 14, not \"-8\""),
        ("n=8%20", "n", "from 4 to 14, not \"8 \""),
        ("n=%D9%A8", "n", "from 4 to 14"),
        ("n=99999999999999999999999", "n", "from 4 to 14"),
        ("n=8&n=8", "n", "twice"),
        ("n=8&queens=a1&queens=b3", "queens", "twice"),
        ("n=8&N=8", "N", "expected kind, n, queens, blocked"),
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
    let server = server(12 << 20);
    let sizes = answer(&server, "/api/sizes")["sizes"].clone();
    let states: Vec<&str> = sizes.as_array().unwrap().iter().map(|size| size["state"].as_str().unwrap()).collect();
    assert_eq!(states[8..], ["on-request", "unavailable", "unavailable"]);
    refusal(&server, "/api/guide?n=14", 400, json!("n"), "GiB of memory");
}

#[test]
fn refusals_of_the_guard_and_of_paths_are_described_too() {
    let server = server(SMALL);
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
    for target in ["/api/nothing", "/api", "/api/", "/api/guide/", "/api/guide/more"] {
        let nothing = get(&server, target);
        assert_eq!(nothing.status(), StatusCode::NOT_FOUND, "{target}");
        assert_eq!(nothing.headers()["content-type"], "application/problem+json");
        let problem: Value = serde_json::from_slice(nothing.body()).unwrap();
        is_described(&problem);
        assert!(problem["detail"].as_str().unwrap().contains("/api/openapi.json"), "not the page: {problem}");
    }
}

#[test]
fn every_problem_is_described() {
    for problem in Problem::ALL {
        is_described(&json!({
            "type": problem.kind(),
            "status": problem.status().as_u16(),
            "title": problem.title(),
        }));
    }
    let about = description()["components"]["x-problems"].as_object().unwrap().len();
    assert_eq!(about, Problem::ALL.len());
}

#[test]
fn people_are_told_in_words_who_is_refused_and_what_helps() {
    let server = server(SMALL);
    let told = |target: &str, accept: &str| {
        let request = Request::get(target).header("host", "my-box:8420").header("accept", accept);
        let response = ask(&server, request.body(Body::empty()).unwrap());
        assert_eq!(response.status(), StatusCode::FORBIDDEN);
        let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
        let body = String::from_utf8_lossy(response.body()).into_owned();
        assert!(body.contains("--allow-host my-box"), "{body}");
        (kind, body)
    };
    let (kind, page) = told("/", "text/html,application/xhtml+xml,*/*;q=0.8");
    assert_eq!(kind, "text/html; charset=utf-8");
    assert!(page.contains("<h1>Unknown host name</h1>") && page.contains("viewport"), "{page}");
    let (kind, text) = told("/", "*/*");
    assert_eq!(kind, "text/plain; charset=utf-8");
    assert_eq!(text.lines().count(), 1);
    let (kind, problem) = told("/api/guide?n=8", "*/*");
    assert_eq!(kind, "application/problem+json");
    is_described(&serde_json::from_str(&problem).unwrap());
}

#[test]
fn puzzles_of_any_kind_are_answered_as_their_commands_answer() {
    const SUDOKU: &str = "1...............";
    let server = server(SMALL);
    let asked = |target: &str| answer(&server, target);
    let guide = asked(&format!("/api/guide?kind=sudoku&box=2x2&puzzle={SUDOKU}"));
    let count = asked(&format!("/api/count?kind=sudoku&box=2x2&puzzle={SUDOKU}"));
    assert_eq!((&guide["of_kind"], &guide["solutions"]), (&json!("sudoku"), &json!(72)));
    assert_eq!((&count["solutions"], &count["exact"]), (&json!(72), &json!(true)));
    let why = asked(&format!("/api/explain?kind=sudoku&box=2x2&puzzle={SUDOKU}&value=r1c2%3D1"));
    assert_eq!(why["status"], json!("excluded"));
    let solved = asked(&format!("/api/solve?kind=sudoku&box=2x2&puzzle={SUDOKU}"));
    assert_eq!(solved["status"], json!("multiple"));
    let rated = asked("/api/rate?kind=sudoku&box=2x2&puzzle=1...3...2...4...");
    assert!(rated["rating"].is_u64() || rated["status"] != json!("unique"), "{rated}");
    asked("/api/hint?kind=sudoku&box=2x2&puzzle=12..3...2...4...");
    asked(&format!("/api/check?kind=sudoku&box=2x2&puzzle={SUDOKU}"));
    let drawn = asked(&format!("/api/sample?kind=sudoku&box=2x2&puzzle={SUDOKU}&count=3&seed=1"));
    assert_eq!(drawn["drawn"].as_array().unwrap().len(), 3);
    let file = "names%20%3D%20%5B%22a%22,%20%22b%22%5D%0A%5B%5Brule%5D%5D%0Aexactly%20%3D%201%0Athings%20%3D%20%5B%22a%22,%20%22b%22%5D%0A";
    assert_eq!(asked(&format!("/api/count?kind=puzzle&puzzle={file}"))["solutions"], json!(2));
    assert_eq!(asked(&format!("/api/count?kind=puzzle&puzzle={file}&place=a"))["solutions"], json!(1));
    // The default kind may be named in the request, with the same answer.
    assert_eq!(asked("/api/guide?kind=queens&n=6"), asked("/api/guide?n=6"));
    let steps = asked("/api/solve?n=4&queens=b1&steps=true");
    assert_eq!((&steps["status"], &steps["complete"]), (&json!("unique"), &json!(true)));
    assert_eq!(asked("/api/rate?n=6")["status"], json!("multiple"));
}

#[test]
fn questions_about_other_kinds_are_refused_with_their_parameter() {
    let server = server(SMALL);
    let refused = |query: &str, parameter: Value, reason: &str| {
        refusal(&server, &format!("/api/guide?{query}"), 400, parameter, reason);
    };
    refused("kind=chess", json!("kind"), "expected one of queens, sudoku, puzzle, not \"chess\"");
    refused("kind=sudoku", json!("puzzle"), "missing");
    refused("kind=sudoku&puzzle=1..", json!("puzzle"), "81");
    refused("kind=sudoku&puzzle=1...............&box=2x9x9", json!("box"), "");
    refused("kind=sudoku&puzzle=1...............&box=2x2&n=8", json!("n"), "unknown parameter; expected kind, puzzle,");
    refused("kind=sudoku&puzzle=1...............&box=2x2&explain=r9c9%3D1", Value::Null, "r9c9=1");
    refused("kind=sudoku&box=2x2&puzzle=1...............%0A2...............", json!("puzzle"), "more than one puzzle");
    let priced = "/api/solve?kind=puzzle&cheapest=true&puzzle=names%20%3D%20%5B%22a%22%5D%0A";
    refusal(&server, priced, 404, Value::Null, "has no prices to compare");
}
