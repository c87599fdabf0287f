//! How long it takes from a click to the board painted anew. It asserts nothing: machines differ.

use std::time::Duration;

use serde_json::json;

use crate::browser::in_browser;

/// From the pointer's release, after the board stopped being busy: to the next frame, which paints it, and to the one
/// after that, which a person can be sure to have seen it before.
const WATCH: &str = r#"
window.times = { answered: [], painted: [], second: [] };
let released = 0;
addEventListener("pointerup", () => { released = performance.now(); }, true);
new MutationObserver(() => {
  if (document.getElementById("grid").ariaBusy !== "false" || !released) return;
  const from = released;
  released = 0;
  times.answered.push(performance.now() - from);
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => times.painted.push(performance.now() - from);
    port2.postMessage(null);
    requestAnimationFrame(() => times.second.push(performance.now() - from));
  });
}).observe(document.getElementById("grid"), { attributeFilter: ["aria-busy"] });
"#;

/// `cargo test --release -p nqueens-web --test browser -- --ignored --nocapture click`
#[test]
#[ignore = "measures, and asserts nothing"]
fn from_a_click_to_the_board_painted_anew() {
    in_browser(async |page| {
        page.resize(1280, 800, false).await;
        for slower in [1, 4] {
            page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": slower })).await;
            for n in [8, 11] {
                page.open(&format!("?n={n}")).await;
                page.client.execute(WATCH, vec![]).await.unwrap();
                // Every square of the board that has a solution, put and taken back: the answer to each is not
                // known from before.
                let squares: Vec<String> =
                    page.read("[...document.querySelectorAll('.open[role]')].map(e => e.dataset.square)").await;
                for square in squares.iter().take(60) {
                    // A person is over a square for a moment before pressing.
                    page.hover_square(square).await;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    page.click_square(square).await;
                    page.answered().await;
                    page.keys("u".chars()).await;
                }
                for moment in ["answered", "painted", "second"] {
                    let mut times: Vec<f64> = page.read(&format!("times.{moment}")).await;
                    times.sort_by(f64::total_cmp);
                    let at = |share: f64| times[(share * (times.len() - 1) as f64).round() as usize];
                    eprintln!(
                        "n = {n}, CPU {slower}x slowed, {moment}: {} clicks, median {:.1} ms, p95 {:.1} ms, most {:.1} ms",
                        times.len(),
                        at(0.5),
                        at(0.95),
                        at(1.0)
                    );
                }
            }
        }
    });
}
