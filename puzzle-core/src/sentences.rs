//! Explanations and hints in words. No other file of this crate words them, and this one decides nothing.

/// `b2`, `b2 and c4`, `b2, c4 and e1`.
#[must_use]
pub fn list(parts: impl IntoIterator<Item = String>) -> String {
    match parts.into_iter().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
