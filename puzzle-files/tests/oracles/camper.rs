//! The camper van, counted by trying every set of options.

const OPTIONS: [(&str, u32); 18] = [
    ("bunks", 450),
    ("double-bed", 380),
    ("pop-up-roof", 1100),
    ("lead-battery", 520),
    ("lithium-battery", 225),
    ("solar-100", 90),
    ("solar-200", 160),
    ("roof-box", 210),
    ("awning", 240),
    ("skylight", 120),
    ("stove", 70),
    ("fridge", 260),
    ("sink", 115),
    ("oven", 190),
    ("heater", 140),
    ("air-conditioning", 330),
    ("shower", 290),
    ("toilet", 80),
];

/// Returns the number of sets of options that satisfy the rules. Weights are in tenths of a kilogram.
pub(crate) fn camper() -> u64 {
    let goes = |set: u32| {
        let has = |name: &str| set >> OPTIONS.iter().position(|(other, _)| *other == name).unwrap() & 1 == 1;
        let count = |names: &[&str]| names.iter().filter(|name| has(name)).count();
        let weight: u32 = OPTIONS.iter().filter(|(name, _)| has(name)).map(|(_, weight)| weight).sum();
        weight <= 2500
            && count(&["bunks", "double-bed", "pop-up-roof"]) == 1
            && count(&["lead-battery", "lithium-battery"]) == 1
            && (!has("pop-up-roof") || count(&["solar-100", "solar-200", "roof-box", "awning", "skylight"]) <= 1)
            && (!has("air-conditioning") || has("lithium-battery") || has("solar-100") || has("solar-200"))
            && (!has("oven") || count(&["stove", "fridge", "sink"]) >= 2)
            && (!has("shower") || has("sink") && has("heater"))
            && (!has("fridge") || has("lithium-battery") || has("solar-200"))
            && !(has("solar-100") && has("solar-200"))
    };
    (0..1u32 << OPTIONS.len()).filter(|&set| goes(set)).count() as u64
}
