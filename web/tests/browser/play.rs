//! A game, by mouse, by fingers and by keys; and the browser's own buttons.

use std::time::Duration;

use crate::browser::in_browser;
use crate::page::{ARROW_RIGHT, ARROW_UP, ENTER, ESCAPE};

#[test]
fn a_game_by_mouse() {
    in_browser(async |page| {
        page.open("").await;
        assert_eq!(page.count().await, "92");
        page.click_square("b4").await;
        page.answered().await;
        assert_eq!(page.count().await, "8");
        assert_eq!(page.address().await, "?n=8&queens=b4");
        assert_eq!(page.notice().await, "Queen placed on b4.");

        page.click_square("c4").await;
        assert_eq!(page.notice().await, "No queen on c4: attacked by b4 along rank 4.");
        page.click_square("a1").await;
        assert_eq!(page.notice().await, "No queen on a1: dead, no solution has a queen here. Why? tells more.");
        assert_eq!(page.address().await, "?n=8&queens=b4", "refused");

        page.right_click_square("h8").await;
        page.answered().await;
        assert_eq!((page.count().await.as_str(), page.address().await.as_str()), ("7", "?n=8&queens=b4&blocked=h8"));
        page.right_click_square("b4").await;
        assert_eq!(page.notice().await, "A queen stands on b4: remove it before you block the square.");

        for square in ["d1", "a6", "c7", "e8", "f2", "g5", "h3"] {
            page.click_square(square).await;
            page.answered().await;
        }
        assert_eq!(page.notice().await, "Solved! All 8 queens stand in peace.");
        page.click_square("b4").await;
        page.answered().await;
        assert_eq!(page.notice().await, "Queen removed from b4.");
        page.press("clear").await;
        page.answered().await;
        assert_eq!(page.count().await, "92");
        page.press("clear").await;
        assert_eq!(page.notice().await, "The board is empty already.");
    });
}

#[test]
fn a_game_by_fingers() {
    in_browser(async |page| {
        let (tap, long) = (Duration::from_millis(40), Duration::from_millis(900));
        page.resize(360, 640, true).await;
        page.open("?n=6").await;
        page.touch_square("b1", tap).await;
        page.until("location.search === '?n=6&queens=b1'").await;
        page.answered().await;
        assert_eq!(page.count().await, "1");
        page.touch_square("a1", long).await;
        page.until("location.search === '?n=6&queens=b1&blocked=a1'").await;
        page.touch_square("a1", long).await;
        page.until("location.search === '?n=6&queens=b1'").await;
        page.answered().await;
        // Those who can't hold a finger still tell the page to block.
        page.press("blocking").await;
        page.touch_square("c1", tap).await;
        page.until("location.search === '?n=6&queens=b1&blocked=c1'").await;
        page.answered().await;
        page.touch_square("d2", tap).await;
        assert_eq!(page.notice().await, "Not blocked: every remaining solution needs a queen on d2.");
        page.press("blocking").await;
        page.touch_square("d2", tap).await;
        page.until("location.search === '?n=6&queens=b1,d2&blocked=c1'").await;
    });
}

#[test]
fn a_game_by_keys() {
    in_browser(async |page| {
        page.open("?n=8").await;
        page.keys([ARROW_UP, ARROW_UP, 'k', 'l', ENTER]).await;
        page.until("location.search === '?n=8&queens=b4'").await;
        page.answered().await;
        assert_eq!(page.read::<String>("document.activeElement.dataset.square").await, "b4");
        page.keys([ARROW_RIGHT, ' ']).await;
        assert_eq!(page.notice().await, "No queen on c4: attacked by b4 along rank 4.");
        page.keys("gd1".chars()).await;
        page.keys([ENTER, ENTER]).await;
        page.until("location.search === '?n=8&queens=d1,b4'").await;
        page.answered().await;
        page.keys("x".chars()).await;
        assert_eq!(page.notice().await, "A queen stands on d1: remove it before you block the square.");
        page.keys("lx".chars()).await;
        page.until("location.search === '?n=8&queens=d1,b4&blocked=e1'").await;
        page.keys("uu".chars()).await;
        page.until("location.search === '?n=8&queens=b4'").await;
        page.keys("r".chars()).await;
        page.until("location.search === '?n=8&queens=d1,b4'").await;
        page.answered().await;
        assert_eq!(page.notice().await, "Redone: queen placed on d1.");
        page.keys("c+".chars()).await;
        page.until("location.search === '?n=9'").await;
        page.keys("--".chars()).await;
        page.until("location.search === '?n=7'").await;
        page.answered().await;
        assert_eq!(page.count().await, "40");
        page.keys("n".chars()).await;
        assert_eq!(page.read::<String>("document.querySelector('[data-square=a1] .count').textContent").await, "4");
        page.keys("?".chars()).await;
        assert!(page.read::<bool>("document.getElementById('help').open").await);
        page.keys([ESCAPE]).await;
        assert!(!page.read::<bool>("document.getElementById('help').open").await);
    });
}

#[test]
fn the_browsers_own_buttons_undo_redo_and_keep_the_position() {
    in_browser(async |page| {
        page.open("?n=8").await;
        for square in ["b4", "d1", "c7"] {
            page.click_square(square).await;
            page.answered().await;
        }
        page.client.back().await.unwrap();
        page.until("location.search === '?n=8&queens=d1,b4'").await;
        page.answered().await;
        assert_eq!(page.count().await, "2");
        page.client.back().await.unwrap();
        page.until("document.querySelectorAll('.square.queen[role]').length === 1").await;
        page.client.forward().await.unwrap();
        page.until("document.querySelectorAll('.square.queen[role]').length === 2").await;
        page.client.refresh().await.unwrap();
        page.until("document.querySelectorAll('.square.queen[role]').length === 2").await;
        page.answered().await;
        assert_eq!(page.count().await, "2");
        // The page loaded anew has forgotten the moves, but not the browser.
        page.press("undo").await;
        page.until("location.search === '?n=8&queens=b4'").await;
        page.press("undo").await;
        page.until("location.search === '?n=8'").await;
        page.answered().await;
        assert!(page.read::<bool>("document.querySelector('[data-act=undo]').disabled").await);
        page.keys("u".chars()).await;
        assert_eq!(page.notice().await, "Nothing to undo.");
        for queens in ["b4", "d1,b4", "d1,b4,c7"] {
            page.press("redo").await;
            page.until(&format!("location.search === '?n=8&queens={queens}'")).await;
        }
        page.answered().await;
        page.keys("r".chars()).await;
        assert_eq!(page.notice().await, "Nothing to redo.");
        page.press("undo").await;
        page.click_square("a6").await;
        page.until("location.search === '?n=8&queens=d1,b4,a6'").await;
        assert!(page.read::<bool>("document.querySelector('[data-act=redo]').disabled").await, "another future");
    });
}

#[test]
fn undo_goes_on_where_the_browser_has_forgotten() {
    in_browser(async |page| {
        // More moves than a browser's history has entries.
        page.open("?n=8").await;
        for _ in 0..35 {
            page.keys([ENTER]).await;
            page.answered().await;
            page.keys([ENTER]).await;
            page.answered().await;
        }
        page.keys(std::iter::repeat_n('u', 69)).await;
        assert_eq!(page.label("a1").await, "a1, your queen");
        page.keys(['u']).await;
        page.until("location.search === '?n=8'").await;
        assert!(page.read::<bool>("document.querySelector('[data-act=undo]').disabled").await);
    });
}

#[test]
fn a_link_is_the_position_and_a_damaged_one_says_so() {
    in_browser(async |page| {
        page.open("?n=6&queens=b1&blocked=a1,c1").await;
        assert_eq!(page.count().await, "1");
        assert_eq!(page.label("c1").await, "c1, blocked by you");
        page.open("?n=8&queens=b4,c5").await;
        assert_eq!(page.count().await, "0");
        assert_eq!(page.notice().await, "The queens on b4 and c5 attack each other along the diagonal.");
        page.open("?n=99&queens=z9,B4,&blocked=%3Cscript%3E").await;
        assert_eq!(page.address().await, "?n=8&queens=b4");
        let notice = page.notice().await;
        assert!(notice.starts_with("This link is damaged: “99” is no size"), "{notice}");
        assert!(notice.contains("“z9” is not on a board of 8 and “<script>” is not on a board of 8"), "{notice}");
    });
}
