//! Many lists, stored in one array.

use bdd_core::Variable;

/// Lists of items of type `T`. The lists are numbered from 0, and stored one after the other in one array, so that
/// loops over them are fast.
pub(crate) struct GroupedLists<T> {
    /// For each list, the index of its first item in `items`; at the end, the number of all items.
    begins: Vec<u32>,
    items: Vec<T>,
}

impl<T> GroupedLists<T> {
    /// Creates `lists` lists. `items` returns every item with the number of its list, which is below `lists`. It is
    /// called twice and must return the same items both times.
    pub(crate) fn grouped<I: Iterator<Item = (usize, T)>>(lists: usize, items: impl Fn() -> I) -> GroupedLists<T>
    where
        T: Copy + Default,
    {
        let mut begins = vec![0; lists + 1];
        items().for_each(|(list, _)| begins[list + 1] += 1);
        for list in 0..lists {
            begins[list + 1] += begins[list];
        }
        let mut next = begins.clone();
        let mut grouped = vec![T::default(); begins[lists] as usize];
        for (list, item) in items() {
            grouped[next[list] as usize] = item;
            next[list] += 1;
        }
        GroupedLists { begins, items: grouped }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn get(&self, number: usize) -> &[T] {
        &self.items[self.begins[number] as usize..self.begins[number + 1] as usize]
    }
}

impl GroupedLists<(u32, u64)> {
    /// Packs each set of variables into a list of pairs `(word, bits)`: bit `i` of `bits` stands for variable `64 *
    /// word + i`. The sets must be in ascending order. Words without a variable of the set are left out.
    pub(crate) fn of_words<'v>(sets: impl Iterator<Item = &'v [Variable]>) -> Self {
        let mut lists = GroupedLists { begins: vec![0], items: Vec::new() };
        for set in sets {
            let mut last: Option<(u32, u64)> = None;
            for &variable in set {
                let (word, bit) = (u32::from(variable) / 64, 1 << (variable.index() % 64));
                match &mut last {
                    Some((place, bits)) if *place == word => *bits |= bit,
                    _ => lists.items.extend(last.replace((word, bit))),
                }
            }
            lists.items.extend(last);
            lists.begins.push(lists.items.len() as u32);
        }
        lists
    }
}
