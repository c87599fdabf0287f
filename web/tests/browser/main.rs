//! The page in a real browser, used as a person uses it.
//!
//! These tests need Chromium and its driver (`apt-get install chromium chromium-driver`), and the audit axe-core
//! (`npm install --prefix target/ci-tools axe-core@4`). What is missing is skipped, unless `NQUEENS_REQUIRE_BROWSER`
//! is set.

mod audit;
mod browser;
mod draws;
mod greys;
mod looks;
mod page;
mod play;
mod study;
mod timing;
mod trouble;
