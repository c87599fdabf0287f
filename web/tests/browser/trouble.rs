//! Boards that are still being built, servers that are gone, answers that come late.

use crate::browser::in_browser;
use crate::page::Page;

/// Makes the page's requests for guides fail as a test likes: `trouble.mode` says how, `trouble.asked` counts them.
/// `MODE` stands for the mode to begin with; an empty one lets everything pass.
const TROUBLE: &str = r#"
window.trouble = { mode: "MODE", asked: 0 };
const honest = window.fetch;
window.fetch = async (path, options) => {
  if (!String(path).startsWith("api/guide")) return honest(path, options);
  trouble.asked += 1;
  const refusal = (status, headers, body) => new Response(JSON.stringify(body), { status, headers });
  switch (trouble.mode) {
    case "building": return refusal(503, { "Retry-After": "1" }, { status: 503, parameter: "n", reason: "is being built", progress: 0.42 });
    case "busy": return refusal(503, { "Retry-After": "1" }, { status: 503, parameter: null, reason: "too much is asked at once" });
    case "gone": throw new TypeError("Failed to fetch");
    case "refused": return refusal(400, {}, { status: 400, parameter: "n", reason: "expected something else" });
    case "late": await new Promise((resolve) => setTimeout(resolve, 600)); return honest(path, { ...options, signal: undefined });
  }
  return honest(path, options);
};
"#;

async fn open(page: &Page, address: &str, mode: &str) {
    page.before_the_page(&TROUBLE.replace("MODE", mode)).await;
    page.open_at_once(address).await;
}

async fn switch(page: &Page, mode: &str) {
    page.read::<Option<()>>(&format!("(trouble.mode = '{mode}', null)")).await;
}

#[test]
fn a_board_that_is_being_built_starts_by_itself() {
    in_browser(async |page| {
        open(page, "?n=12&queens=b4", "building").await;
        page.until("!document.getElementById('trouble').hidden").await;
        assert_eq!(page.text("trouble-says").await, "The board of 12 is being built: 42 %. It starts by itself.");
        assert_eq!(page.count().await, "–");
        assert_eq!(page.label("b5").await, "b5, attacked by b4 along file b", "that much is sure");
        assert_eq!(page.label("a1").await, "a1, not known yet");
        page.click_square("d1").await;
        assert_eq!(page.notice().await, "d1 has to wait: the guide to this board is not there yet.");
        page.screenshot("building-12").await;
        page.until("trouble.asked > 1").await;
        switch(page, "").await;
        page.answered().await;
        assert!(page.read::<bool>("document.getElementById('trouble').hidden").await);
        assert_eq!(page.count().await, "1,275");
    });
}

#[test]
fn the_server_really_builds_a_board_of_12() {
    in_browser(async |page| {
        page.open("?n=12").await;
        assert_eq!(page.count().await, "14,200");
    });
}

#[test]
fn a_server_that_is_gone_or_busy_is_said_and_asked_again() {
    in_browser(async |page| {
        open(page, "?n=8", "").await;
        page.answered().await;
        switch(page, "gone").await;
        page.click_square("b4").await;
        page.until("!document.getElementById('trouble').hidden").await;
        assert!(page.text("trouble-says").await.starts_with("The server does not answer."));
        assert_eq!(page.label("b4").await, "b4, your queen", "nothing is lost");
        switch(page, "busy").await;
        page.press("retry").await;
        page.until("document.getElementById('trouble-says').textContent.startsWith('The server is busy: too much')")
            .await;
        switch(page, "refused").await;
        page.until(
            "document.getElementById('trouble-says').textContent === 'The server refused: expected something else'",
        )
        .await;
        switch(page, "").await;
        page.press("retry").await;
        page.answered().await;
        assert_eq!(page.count().await, "8");
    });
}

#[test]
fn an_answer_that_comes_late_is_dropped_and_a_click_meanwhile_waits() {
    in_browser(async |page| {
        open(page, "?n=8", "").await;
        page.answered().await;
        switch(page, "late").await;
        page.click_square("b4").await;
        page.until("document.querySelector('[data-square=b4]').ariaLabel === 'b4, your queen'").await;
        assert_eq!(page.label("a4").await, "a4, attacked by b4 along rank 4", "sure without the answer");
        assert!(page.read::<bool>("document.getElementById('grid').ariaBusy === 'true'").await);
        switch(page, "").await;
        page.keys("u".chars()).await;
        assert_eq!(page.count().await, "92", "known from before");
        tokio::time::sleep(std::time::Duration::from_millis(900)).await;
        assert_eq!(page.count().await, "92", "the answer for b4 came too late");

        switch(page, "late").await;
        page.click_square("c1").await;
        page.click_square("a2").await;
        assert_eq!(page.address().await, "?n=8&queens=c1", "whether a2 is dead is not known yet");
        page.until("location.search === '?n=8&queens=c1,a2'").await;
        page.answered().await;
    });
}
