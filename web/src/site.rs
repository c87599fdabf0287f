//! The site around the page: a gallery of puzzles, pictures for link previews, and files for search engines.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use puzzle_kind::Playable;
use sha2::{Digest, Sha256};

use crate::assets::FILES;
use crate::error::quoted;
use crate::frames::is_origin;
use crate::gallery;

/// The picture of link previews, 1200 x 630 pixels.
const CARD: &[u8] = include_bytes!("../site/card.png");
const FAVICON: &[u8] = include_bytes!("../site/favicon.ico");
const GALLERY_STYLE: &[u8] = include_bytes!("../site/gallery.css");

/// The contents of an exported site besides the page: a gallery of puzzles, and its public address.
///
/// ```
/// use nqueens_web::Site;
///
/// let site = Site::default().at("https://board.example/queens".parse()?);
/// assert!("board.example".parse::<nqueens_web::SiteUrl>().is_err());
/// # Ok::<(), nqueens_web::SiteUrlError>(())
/// ```
#[derive(Default)]
pub struct Site {
    cards: Vec<gallery::Card>,
    url: Option<SiteUrl>,
}

impl Site {
    /// Adds a puzzle to the gallery. `address` is the part of its link after `#`, such as `n=8`.
    #[must_use]
    pub fn with_puzzle(mut self, puzzle: &dyn Playable, address: impl Into<String>) -> Site {
        self.cards.push(gallery::Card::of(puzzle, address.into()));
        self
    }

    /// Sets the public address, which link previews and search engines need.
    #[must_use]
    pub fn at(self, url: SiteUrl) -> Site {
        Site { url: Some(url), ..self }
    }

    /// Returns the contents of all files by their paths.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files: BTreeMap<_, _> = FILES.iter().map(|file| (file.name.to_owned(), file.plain.to_vec())).collect();
        let mut add = |name: &str, content: &[u8]| files.insert(name.to_owned(), content.to_vec());
        let mut kept = Vec::new();
        if !self.cards.is_empty() {
            let previews = self.previews("Puzzles", "gallery.html");
            add("gallery.html", gallery::page(&self.cards, &previews).as_bytes());
            add("gallery.css", GALLERY_STYLE);
            kept.extend(["gallery.html".to_owned(), "gallery.css".to_owned()]);
            for card in &self.cards {
                add(&card.picture(), card.svg().as_bytes());
                kept.push(card.picture());
            }
        }
        add("favicon.ico", FAVICON);
        add("card.png", CARD);
        let place = self.url.as_ref().map_or("", |url| &url.0);
        let robots = match &self.url {
            Some(_) => format!("User-agent: *\nAllow: /\nSitemap: {place}sitemap.xml\n"),
            None => "User-agent: *\nAllow: /\n".to_owned(),
        };
        add("robots.txt", robots.as_bytes());
        if self.url.is_some() {
            let pages = ["", "gallery.html"].into_iter().filter(|page| page.is_empty() || !self.cards.is_empty());
            let urls: String = pages.map(|page| format!("<url><loc>{place}{page}</loc></url>\n")).collect();
            let sitemap = format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>\n"
            );
            add("sitemap.xml", sitemap.as_bytes());
        }
        change(&mut files, "index.html", |text| self.with_links(text));
        let hash = digest(&files);
        change(&mut files, "sw.js", |text| with_files(text, &kept, &hash));
        files
    }

    /// Returns the page's `index.html` with the picture for link previews, and a link to the gallery.
    fn with_links(&self, index: &str) -> String {
        let head = self.previews("nqueens", "");
        let index = replaced_line(index, "<meta property=\"og:", &head);
        let link = "<p class=\"links\"><a href=\"gallery.html\">Example puzzles</a></p>";
        index.replace("<!-- links -->", if self.cards.is_empty() { "" } else { link })
    }

    /// Returns the HTML elements for link previews of the page at `path`. Without a public address of the site, the
    /// picture has a relative address, which only some programs understand when they show a preview.
    fn previews(&self, title: &str, path: &str) -> String {
        let place = self.url.as_ref().map_or("", |url| &url.0);
        let address = if place.is_empty() {
            String::new()
        } else {
            format!("<meta property=\"og:url\" content=\"{place}{path}\">\n")
        };
        format!(
            "<meta property=\"og:type\" content=\"website\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"Queens, regions, stars and Sudoku, with a guide that is never wrong.\">\n\
             {address}\
             <meta property=\"og:image\" content=\"{place}card.png\">\n\
             <meta property=\"og:image:width\" content=\"1200\">\n\
             <meta property=\"og:image:height\" content=\"630\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">"
        )
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("puzzles", &self.cards.len()).field("url", &self.url).finish()
    }
}

/// Returns `text` with all lines that begin with `start` replaced by `lines` at the place of the first such line.
fn replaced_line(text: &str, start: &str, lines: &str) -> String {
    let mut is_done = false;
    let mut out = String::new();
    for line in text.lines() {
        if !line.starts_with(start) {
            out.extend([line, "\n"]);
        } else if !std::mem::replace(&mut is_done, true) {
            out.extend([lines, "\n"]);
        }
    }
    out
}

fn change(files: &mut BTreeMap<String, Vec<u8>>, name: &str, changed: impl FnOnce(&str) -> String) {
    let old = files.get(name).expect("the page has this file");
    let new = changed(std::str::from_utf8(old).expect("the file is UTF-8"));
    files.insert(name.to_owned(), new.into_bytes());
}

/// Returns the service worker with further files to keep for offline use, and a version that depends on all files.
fn with_files(worker: &str, more: &[String], version: &str) -> String {
    let lines = worker.lines().map(|line| {
        if line.starts_with("const VERSION = ") {
            return format!("const VERSION = \"{version}\";\n");
        }
        match line.strip_prefix("const FILES = [") {
            Some(rest) => {
                let names: String = more.iter().map(|name| format!("\"{name}\", ")).collect();
                format!("const FILES = [{names}{rest}\n")
            }
            None => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// Returns the first 16 digits of the SHA-256 of all names and contents.
fn digest(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hash = Sha256::new();
    for (name, content) in files {
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(content);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The public address of a site, such as `https://board.example/queens/`. It ends with a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteUrl(String);

/// A text that is not a [`SiteUrl`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not an address: expected http:// or https://, a host and perhaps a path, such as https://board.example/queens/", quoted(.found))]
pub struct SiteUrlError {
    found: String,
}

impl FromStr for SiteUrl {
    type Err = SiteUrlError;

    fn from_str(text: &str) -> Result<SiteUrl, SiteUrlError> {
        let from = text.find("://").map_or(0, |at| at + 3);
        let (origin, path) = text.split_at(text[from..].find('/').map_or(text.len(), |at| from + at));
        let is_plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-._~%".contains(&byte));
        if !is_origin(&origin.to_ascii_lowercase()) || origin.contains('*') || !is_plain {
            return Err(SiteUrlError { found: text.to_owned() });
        }
        Ok(SiteUrl(format!("{}/", text.trim_end_matches('/'))))
    }
}

impl fmt::Display for SiteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::{Queens, Size};

    #[test]
    fn addresses_are_read_and_other_texts_refused() {
        for (text, read) in [
            ("https://board.example", "https://board.example/"),
            ("https://board.example/queens//", "https://board.example/queens/"),
            ("http://localhost:8000/a/b", "http://localhost:8000/a/b/"),
        ] {
            assert_eq!(text.parse::<SiteUrl>().unwrap().to_string(), read);
        }
        for text in [
            "",
            "board.example",
            "https://",
            "https:///a",
            "https://*.a",
            "https://a/\"><script>",
            "ftp://a/",
            "https://a/?b",
        ] {
            let error = text.parse::<SiteUrl>().unwrap_err();
            assert!(error.to_string().contains("expected http"), "{error}");
        }
    }

    #[test]
    fn the_page_alone_has_a_preview_and_no_gallery() {
        let files = Site::default().files();
        let index = String::from_utf8_lossy(&files["index.html"]).into_owned();
        assert!(index.contains("og:image\" content=\"card.png\"") && !index.contains("gallery"), "{index}");
        assert_eq!(files["robots.txt"], b"User-agent: *\nAllow: /\n");
        assert!(!files.contains_key("sitemap.xml") && !files.contains_key("gallery.html"));
    }

    #[test]
    fn a_published_site_names_its_address_and_keeps_the_gallery_offline() {
        let queens = Queens::new(Size::new(5).unwrap());
        let site = Site::default().with_puzzle(&queens, "n=5").at("https://a.example/q".parse().unwrap());
        let files = site.files();
        let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
        assert!(text("index.html").contains("og:image\" content=\"https://a.example/q/card.png\""));
        assert_eq!(text("index.html").matches("og:title").count(), 1);
        assert!(text("index.html").contains("href=\"gallery.html\""));
        assert!(text("gallery.html").contains("href=\"./#n=5\""), "{}", text("gallery.html"));
        assert!(text("sitemap.xml").contains("<loc>https://a.example/q/gallery.html</loc>"));
        assert!(text("sw.js").contains("\"gallery.html\", ") && text("sw.js").contains("\"index.html\""));
        let svg = files.keys().find(|name| name.starts_with("gallery/")).unwrap();
        assert!(text("sw.js").contains(svg) && text(svg).matches("<rect").count() >= 25);
        // A site with other contents has another version.
        let version = |site: Site| {
            let worker = String::from_utf8(site.files()["sw.js"].clone()).unwrap();
            worker.lines().find(|line| line.starts_with("const VERSION")).unwrap().to_owned()
        };
        let other = Queens::new(Size::new(6).unwrap());
        assert_ne!(
            version(Site::default().with_puzzle(&queens, "n=5")),
            version(Site::default().with_puzzle(&other, "n=6"))
        );
    }
}
