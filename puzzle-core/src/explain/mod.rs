//! Why a variable is ruled out, or forced: explanations as data.

mod blame;
mod causes;

pub use blame::{Blame, NoRepair};
