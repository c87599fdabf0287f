//! The audit of axe-core: no violation in any state of the page, light and dark.

use std::{env, fs};

use serde_json::Value;

use crate::browser::{in_browser, skip};
use crate::page::{ESCAPE, Page, TAB};

/// Where `npm install --prefix target/ci-tools axe-core@4.14.1` puts it.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/ci-tools/node_modules/axe-core/axe.min.js");

#[test]
fn axe_finds_no_violation() {
    let Ok(axe) = fs::read_to_string(AXE) else {
        return skip("axe-core is not there: npm install --prefix target/ci-tools axe-core@4.14.1");
    };
    in_browser(async |page| {
        for scheme in ["light", "dark"] {
            page.prefer(scheme).await;
            for (width, height) in [(360, 640), (1280, 800)] {
                page.resize(width, height, width < 500).await;
                for (state, address, keys) in [
                    ("a new board", "?n=8", ""),
                    ("a focused square", "?n=8&queens=b4", "l"),
                    ("blocked and forced squares", "?n=8&queens=b4,d1&blocked=h8", ""),
                    ("counts and heat", "?n=10&queens=b4", "nm"),
                    ("a contradiction", "?n=8&queens=b4,c5", ""),
                    ("a solved board", "?n=4&queens=b1,d2,a3,c4", ""),
                    ("why, in one step", "?n=8&queens=b4,d1", "w"),
                    ("why, in many steps", "?n=6&queens=b1", "gf2\u{e007}wlll"),
                    ("the solutions", "?n=8&queens=b4", "sl"),
                    ("a hint", "?n=8&queens=b4", "ii"),
                    ("going to a square", "?n=8", "g"),
                    ("the help", "?n=8", "?"),
                ] {
                    page.open(address).await;
                    page.keys(keys.chars()).await;
                    page.until("!document.querySelector('[aria-busy=true]')").await;
                    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
                    audit(page, &axe, &format!("{scheme}, {width} wide: {state}")).await;
                    page.keys([ESCAPE]).await;
                    if keys == "nm" {
                        page.keys("nm".chars()).await;
                    }
                }
            }
        }
    });
}

async fn audit(page: &Page, axe: &str, state: &str) {
    page.client.execute(&format!("{axe}\nwindow.axe = axe;"), vec![]).await.unwrap();
    let run = "const done = arguments[0]; axe.run().then(({ violations }) => done(violations.map((each) => \
               `${each.id}: ${each.help}: ${each.nodes.map((node) => node.html).join(' ')}`)))";
    let violations = page.client.execute_async(run, vec![]).await.unwrap();
    assert_eq!(violations, Value::Array(vec![]), "{state}");
}

#[test]
fn the_board_is_a_grid_with_one_stop_for_the_tab_key() {
    in_browser(async |page| {
        page.open("?n=8&queens=b4").await;
        assert_eq!(page.read::<usize>("document.querySelectorAll('[role=grid] > [role=row]').length").await, 8);
        assert_eq!(page.read::<usize>("document.querySelectorAll('[role=row] > [role=gridcell]').length").await, 64);
        assert_eq!(page.read::<usize>("document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length").await, 1);
        for (square, label) in [
            ("b4", "b4, your queen"),
            ("b5", "b5, attacked by b4 along file b"),
            ("a1", "a1, dead, no solution has a queen here"),
            ("d1", "d1, open, 2 solutions have a queen here"),
        ] {
            assert_eq!(page.label(square).await, label);
        }
        page.keys("lk".chars()).await;
        assert_eq!(page.read::<String>("document.activeElement.dataset.square").await, "b2");
        assert_eq!(page.read::<usize>("document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length").await, 1);
        page.keys([TAB]).await;
        assert!(page.read::<bool>("!document.activeElement.closest('[role=grid]')").await, "out of the board");
        page.click_square("d1").await;
        page.answered().await;
        assert_eq!(page.text("said").await, "Queen placed on d1. 2 remaining solutions.");
        let outline = "getComputedStyle(document.activeElement).outlineStyle";
        page.keys("h".chars()).await;
        assert_eq!(page.read::<String>(outline).await, "solid", "the focus is seen");
    });
}
