//! A safe interface to the BuDDy library (Jørn Lind-Nielsen, IT University of Copenhagen), as far as the benchmarks
//! need it. On Debian it is the package `libbdd-dev`; if it is not installed, this crate is empty.

#[cfg(has_buddy)]
pub use buddy::{BuddyFunction, Manager};

#[cfg(has_buddy)]
mod buddy {
    use std::ffi::c_int;
    use std::marker::PhantomData;
    use std::sync::atomic::{AtomicBool, Ordering};

    mod c {
        use std::ffi::{c_double, c_int};

        // From bdd.h of BuDDy 2.4; `BDD` is an int.
        unsafe extern "C" {
            pub fn bdd_init(nodes: c_int, cache: c_int) -> c_int;
            pub fn bdd_done();
            pub fn bdd_setvarnum(variables: c_int) -> c_int;
            pub fn bdd_setmaxincrease(nodes: c_int) -> c_int;
            pub fn bdd_gbc_hook(hook: Option<extern "C" fn(c_int, *mut u8)>) -> *const u8;
            pub fn bdd_ithvar(variable: c_int) -> c_int;
            pub fn bdd_nithvar(variable: c_int) -> c_int;
            pub fn bdd_addref(function: c_int) -> c_int;
            pub fn bdd_delref(function: c_int) -> c_int;
            pub fn bdd_and(a: c_int, b: c_int) -> c_int;
            pub fn bdd_or(a: c_int, b: c_int) -> c_int;
            pub fn bdd_xor(a: c_int, b: c_int) -> c_int;
            pub fn bdd_true() -> c_int;
            pub fn bdd_false() -> c_int;
            pub fn bdd_nodecount(function: c_int) -> c_int;
            pub fn bdd_satcount(function: c_int) -> c_double;
        }
    }

    /// `true` while there is a manager. BuDDy keeps its state in global variables, so that there can be at most one
    /// manager at a time, on one thread.
    static IN_USE: AtomicBool = AtomicBool::new(false);

    /// The initialized BuDDy library. Dropping it releases all its memory.
    pub struct Manager {
        not_send: PhantomData<*const ()>,
    }

    /// A function, which lives no longer than its manager.
    pub struct BuddyFunction<'a> {
        id: c_int,
        manager: PhantomData<&'a Manager>,
    }

    impl Manager {
        /// Initializes BuDDy with room for `nodes` nodes and `cache` operations in its caches; it enlarges the room for
        /// nodes on demand.
        ///
        /// # Panics
        ///
        /// If there is another manager, or if there is not enough memory.
        pub fn new(variables: u16, nodes: i32, cache: i32) -> Manager {
            assert!(!IN_USE.swap(true, Ordering::AcqRel), "BuDDy has one manager at a time");
            // SAFETY: The flag above ensures that BuDDy is not initialized, and `Manager` and `BuddyFunction` stay on
            // this thread. The hook that would print each garbage collection may be null.
            unsafe {
                assert!(c::bdd_init(nodes, cache) >= 0, "BuDDy has not enough memory for {nodes} nodes");
                c::bdd_gbc_hook(None);
                c::bdd_setmaxincrease(nodes);
                assert!(c::bdd_setvarnum(c_int::from(variables)) >= 0, "BuDDy does not take {variables} variables");
            }
            Manager { not_send: PhantomData }
        }

        /// Returns the constant function.
        pub fn constant(&self, value: bool) -> BuddyFunction<'_> {
            // SAFETY: BuDDy is initialized.
            self.own(unsafe { if value { c::bdd_true() } else { c::bdd_false() } })
        }

        /// Returns the function that is true if `variable` has this value.
        pub fn literal(&self, variable: u16, value: bool) -> BuddyFunction<'_> {
            let variable = c_int::from(variable);
            // SAFETY: BuDDy is initialized; it reports an unknown variable as an error, which `own` checks.
            self.own(unsafe { if value { c::bdd_ithvar(variable) } else { c::bdd_nithvar(variable) } })
        }

        /// Protects a result from garbage collection.
        fn own(&self, id: c_int) -> BuddyFunction<'_> {
            assert!(id >= 0, "BuDDy's error {id}");
            // SAFETY: BuDDy is initialized and has just returned this function.
            unsafe { c::bdd_addref(id) };
            BuddyFunction { id, manager: PhantomData }
        }

        /// Returns the conjunction of two functions.
        pub fn and<'a>(&'a self, a: &BuddyFunction<'a>, b: &BuddyFunction<'a>) -> BuddyFunction<'a> {
            // SAFETY: Both functions are protected, so they are alive.
            self.own(unsafe { c::bdd_and(a.id, b.id) })
        }

        /// Returns the disjunction of two functions.
        pub fn or<'a>(&'a self, a: &BuddyFunction<'a>, b: &BuddyFunction<'a>) -> BuddyFunction<'a> {
            // SAFETY: As in `and`.
            self.own(unsafe { c::bdd_or(a.id, b.id) })
        }

        /// Returns the exclusive disjunction.
        pub fn xor<'a>(&'a self, a: &BuddyFunction<'a>, b: &BuddyFunction<'a>) -> BuddyFunction<'a> {
            // SAFETY: As in `and`.
            self.own(unsafe { c::bdd_xor(a.id, b.id) })
        }
    }

    impl BuddyFunction<'_> {
        /// Returns the number of nodes without terminals.
        pub fn node_count(&self) -> usize {
            // SAFETY: The function is protected, so it is alive.
            unsafe { c::bdd_nodecount(self.id) as usize }
        }

        /// Returns the number of models in the precision of a double.
        pub fn model_count(&self) -> f64 {
            // SAFETY: As in `node_count`.
            unsafe { c::bdd_satcount(self.id) }
        }
    }

    impl Drop for BuddyFunction<'_> {
        fn drop(&mut self) {
            // SAFETY: The function was protected once when it was made.
            unsafe { c::bdd_delref(self.id) };
        }
    }

    impl Drop for Manager {
        fn drop(&mut self) {
            // SAFETY: BuDDy is initialized, and no function outlives its manager.
            unsafe { c::bdd_done() };
            IN_USE.store(false, Ordering::Release);
        }
    }
}
