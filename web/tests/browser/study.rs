//! Why a square is grey, hints, and leafing through the solutions.

use crate::browser::in_browser;
use crate::page::{ARROW_RIGHT, ENTER, ESCAPE};

/// How many of something are drawn over the board.
fn drawn(what: &str) -> String {
    format!("document.querySelectorAll('#drawing .{what}').length")
}

const CURRENT: &str = "document.querySelector('#why-steps [aria-current]').textContent";

#[test]
fn why_a_square_is_dead_step_by_step() {
    in_browser(async |page| {
        page.open("?n=6&queens=b1").await;
        page.click_square("f2").await;
        page.keys("w".chars()).await;
        page.until("!document.getElementById('why').hidden").await;
        assert_eq!(page.text("why-headline").await, "f2 is dead: the queen on b1 alone rules it out.");
        assert_eq!(page.read::<String>(CURRENT).await, "Suppose a queen on f2.");
        assert_eq!(page.read::<usize>(&drawn("supposed")).await, 1);
        page.press("next").await;
        let says = "Then file d has only d5 and d6 left, and neither will do: d1 and d3 are attacked by b1; \
                    d2 and d4 are attacked by f2.";
        assert_eq!(page.read::<String>(CURRENT).await, says);
        let counts = [drawn("line"), drawn("attack"), drawn("left"), drawn("crossed")];
        for (count, expected) in counts.iter().zip([1, 4, 2, 4]) {
            assert_eq!(page.read::<usize>(count).await, expected, "{count}");
        }
        page.keys("ll".chars()).await;
        assert!(page.read::<String>(CURRENT).await.starts_with("Then file e has no square left"));
        assert_eq!(page.read::<usize>(&drawn("supposed")).await, 2, "f2 and, in this case, d5");
        page.keys("k".chars()).await;
        assert_eq!(page.read::<String>(CURRENT).await, "If the queen of file d is on d5:");
        page.press("skip").await;
        assert_eq!(page.read::<String>(CURRENT).await, "If the queen of file d is on d6:");
        page.press("last").await;
        page.press("previous").await;
        page.press("first").await;
        assert_eq!(page.read::<String>(CURRENT).await, "Suppose a queen on f2.");
        page.click_square("e2").await;
        page.until("document.getElementById('why-headline').textContent.startsWith('e2 is dead')").await;
        page.click_square("f2").await;
        page.until("document.getElementById('why-headline').textContent.startsWith('f2 is dead')").await;
        assert_eq!(page.address().await, "?n=6&queens=b1", "a click asks, and plays nothing");
        assert_eq!(page.text("why-repair").await, "To open it, lift b1: 1 solution with a queen on f2 then.");
        page.press("repair").await;
        page.until("location.search === '?n=6'").await;
        page.answered().await;
        assert_eq!(page.notice().await, "Lift b1.");
        assert_eq!(page.read::<usize>("document.getElementById('drawing').children.length").await, 0);
        page.keys("u".chars()).await;
        page.until("location.search === '?n=6&queens=b1'").await;
    });
}

#[test]
fn why_of_every_kind_of_square() {
    in_browser(async |page| {
        page.open("?n=8&queens=b4,d1&blocked=e8").await;
        for (square, headline) in [
            ("b4", "A queen stands on b4."),
            ("a1", "a1 is attacked: the queen on d1 alone rules it out."),
            ("e8", "e8 is blocked: the block on e8 alone rules it out."),
        ] {
            page.keys(std::iter::once('g').chain(square.chars()).chain([ENTER, 'w'])).await;
            page.until("!document.getElementById('why').hidden").await;
            assert_eq!(page.text("why-headline").await, headline);
            page.keys([ESCAPE]).await;
            page.until("document.getElementById('why').hidden").await;
        }
        page.open("?n=8&queens=b4,d1").await;
        page.keys("gc7".chars().chain([ENTER, 'w'])).await;
        page.until("!document.getElementById('why').hidden").await;
        assert_eq!(
            page.text("why-headline").await,
            "c7 is forced: the queens on d1 and b4 alone ask for a queen there."
        );
        assert_eq!(page.read::<String>(CURRENT).await, "Suppose no queen on c7.");
        assert_eq!(page.text("why-conclusion").await, "So a queen has to stand on c7.");
    });
}

#[test]
fn leafing_through_the_solutions() {
    in_browser(async |page| {
        page.open("?n=8&queens=b4").await;
        page.keys("s".chars()).await;
        page.until("!document.getElementById('browse').hidden").await;
        let ranks = async || page.text("browse-ranks").await.split_once(": ").unwrap().1.to_owned();
        let number = "document.getElementById('browse-number').value";
        assert_eq!(page.text("browse-of").await, "of 8");
        let mut seen = vec![ranks().await];
        for turn in 2..=8 {
            page.keys([ARROW_RIGHT]).await;
            page.until(&format!("{number} === '{turn}'")).await;
            seen.push(ranks().await);
        }
        assert!(seen.is_sorted(), "{seen:?}");
        seen.dedup();
        assert_eq!(seen.len(), 8, "all, each once");
        assert!(seen.iter().all(|ranks| ranks.split(", ").nth(1) == Some("4")), "with a queen on b4");
        assert_eq!(page.read::<usize>(&drawn("supposed")).await, 7);
        page.press("next").await;
        page.until(&format!("{number} === '1'")).await;
        page.press("previous").await;
        page.until(&format!("{number} === '8'")).await;
        page.press("random").await;
        page.click("#browse-number").await;
        page.keys("\u{e003}3".chars().chain([ENTER])).await;
        page.until(&format!("document.getElementById('browse-ranks').textContent.endsWith('{}')", seen[2])).await;
        page.press("first").await;
        page.until(&format!("{number} === '1'")).await;
        page.press("adopt").await;
        page.until("document.querySelectorAll('.square.queen[role]').length === 8").await;
        page.answered().await;
        assert_eq!(page.notice().await, "Solved! All 8 queens stand in peace.");
        page.keys("u".chars()).await;
        page.until("location.search === '?n=8&queens=b4'").await;
        page.open("?n=8&queens=a1,b2").await;
        page.keys("s".chars()).await;
        assert!(page.notice().await.starts_with("No solution is left to look at."));
    });
}

#[test]
fn hints_come_bit_by_bit_and_lead_to_a_solution() {
    in_browser(async |page| {
        page.open("?n=4&queens=b1").await;
        page.press("hint").await;
        page.until("document.getElementById('notice').textContent").await;
        assert_eq!(page.notice().await, "Look at rank 2: its queen has only one square.");
        assert_eq!(page.read::<usize>(&drawn("line")).await, 1);
        page.keys("i".chars()).await;
        assert_eq!(page.notice().await, "Place a queen on d2.");
        assert_eq!(page.read::<usize>(&drawn("left")).await, 1);
        page.keys("i".chars()).await;
        assert!(page.notice().await.starts_with("d2 is forced: the queen on b1 alone asks for a queen there."));
        for square in ["d2", "a3", "c4"] {
            page.click_square(square).await;
            page.answered().await;
        }
        page.keys("i".chars()).await;
        page.until("document.getElementById('notice').textContent.length > 0").await;
        assert!(page.read::<bool>("document.getElementById('grid').classList.contains('solved')").await);
    });
}
