//! Screens of all sizes, light and dark: nothing sticks out, and nothing is told by colour alone.

use crate::browser::in_browser;

#[test]
fn the_page_fits_every_screen() {
    in_browser(async |page| {
        let mut pictures = Vec::new();
        for scheme in ["light", "dark"] {
            page.prefer(scheme).await;
            for (width, height) in [(360, 640), (1280, 800)] {
                page.resize(width, height, width < 500).await;
                page.open("?n=8&queens=b4,d1&blocked=h8").await;
                pictures.push(page.screenshot(&format!("{scheme}-{width}x{height}")).await);
                let inside = "document.querySelector('.board').getBoundingClientRect()";
                let (x, y, right, bottom): (f64, f64, f64, f64) = page
                    .read(&format!("(({{left, top, right, bottom}}) => [left, top, right, bottom])({inside})"))
                    .await;
                assert!(x >= 0.0 && y >= 0.0 && right <= f64::from(width) && bottom <= f64::from(height));
                assert!(right - x >= 0.5 * f64::from(width.min(height)), "the board is what the page is about");
            }
        }
        for (at, picture) in pictures.iter().enumerate() {
            assert!(picture.len() > 8_000, "an empty page is smaller: {} bytes", picture.len());
            assert!(!pictures[..at].contains(picture), "every size and scheme has its own looks");
        }
    });
}

#[test]
fn nothing_scrolls_sideways_from_320_pixels_on() {
    in_browser(async |page| {
        for width in [320, 360, 414, 600, 768, 863, 864, 1024, 1280, 1920, 2560] {
            page.resize(width, 640, width < 800).await;
            page.open("?n=11&queens=b4").await;
            for keys in ["", "nm", "w", "w", "s", "s", "?"] {
                page.keys(keys.chars()).await;
                let too_wide: Vec<String> = page
                    .read("[...document.querySelectorAll('body *')].filter(e => e.offsetParent && !e.closest('.unseen') && e.getBoundingClientRect().right > innerWidth + 0.5).map(e => e.outerHTML.slice(0, 80))")
                    .await;
                assert_eq!(too_wide, Vec::<String>::new(), "{width} after {keys}");
                let (has, needs): (u32, u32) =
                    page.read("[document.documentElement.clientWidth, document.documentElement.scrollWidth]").await;
                assert!(needs <= has, "{width} after {keys}: {needs}");
            }
            page.keys("?nm".chars()).await;
        }
    });
}

#[test]
fn statuses_differ_in_shade_and_in_drawing() {
    /// The brightness of a square's background, from 0 to 255, as on a screen without colours.
    const SHADE: &str = "(square => { const [r, g, b] = getComputedStyle(square).backgroundColor.match(/\\d+/g).map(Number); return 0.2126 * r + 0.7152 * g + 0.0722 * b; })";
    in_browser(async |page| {
        for scheme in ["light", "dark"] {
            page.prefer(scheme).await;
            page.open("?n=8&queens=b4&blocked=h8").await;
            let shade = async |square: &str| -> f64 {
                page.read(&format!("{SHADE}(document.querySelector('[data-square={square}]'))")).await
            };
            // All of these are dark squares of the board.
            let (open, attacked, dead) = (shade("c1").await, shade("b2").await, shade("a1").await);
            for (a, b) in [(open, attacked), (attacked, dead), (open, dead)] {
                assert!((a - b).abs() > 12.0, "{scheme}: {open} {attacked} {dead}");
            }
            let mut drawings: Vec<String> = page
                .read("['queen', 'open', 'attacked', 'dead', 'blocked'].map(s => document.querySelector(`[role=gridcell].${s} .mark`).getAttribute('d'))")
                .await;
            drawings.sort();
            drawings.dedup();
            assert_eq!(drawings.len(), 5, "{drawings:?}");
        }
    });
}
