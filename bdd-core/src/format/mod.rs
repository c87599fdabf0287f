//! The `.bdd` file.
