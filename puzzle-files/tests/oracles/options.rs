//! The configurator, counted by deciding option after option.

const NAMES: [&str; 40] = [
    "petrol",
    "diesel",
    "hybrid",
    "electric",
    "manual",
    "automatic",
    "front-drive",
    "rear-drive",
    "all-wheel",
    "city",
    "comfort",
    "sport",
    "steel-16",
    "alloy-17",
    "alloy-18",
    "alloy-20",
    "cloth",
    "leather",
    "vegan",
    "heated-seats",
    "cooled-seats",
    "massage",
    "sunroof",
    "glass-roof",
    "roof-rails",
    "tow-bar",
    "air-suspension",
    "sport-suspension",
    "parking-sensors",
    "camera",
    "auto-park",
    "cruise",
    "adaptive-cruise",
    "lane-assist",
    "night-vision",
    "base-audio",
    "premium-audio",
    "navigation",
    "head-up",
    "winter-pack",
];

/// Returns `true` if a set of options, as bits, satisfies the rules.
fn goes(set: u64) -> bool {
    let has = |name: &str| set >> NAMES.iter().position(|&other| other == name).unwrap() & 1 == 1;
    let implies = |a: &str, b: bool| !has(a) || b;
    let one = |names: &[&str]| names.iter().filter(|name| has(name)).count() == 1;
    one(&["petrol", "diesel", "hybrid", "electric"])
        && one(&["manual", "automatic"])
        && one(&["front-drive", "rear-drive", "all-wheel"])
        && one(&["city", "comfort", "sport"])
        && one(&["steel-16", "alloy-17", "alloy-18", "alloy-20"])
        && one(&["cloth", "leather", "vegan"])
        && one(&["base-audio", "premium-audio"])
        && implies("city", has("steel-16") || has("alloy-17"))
        && implies("sport", has("sport-suspension") || has("air-suspension"))
        && implies("sport", has("alloy-18") || has("alloy-20"))
        && implies("sport", !has("diesel"))
        && implies("all-wheel", has("automatic"))
        && implies("tow-bar", has("diesel") || has("hybrid") || has("all-wheel"))
        && implies("tow-bar", !has("city") && has("parking-sensors"))
        && implies("massage", (has("leather") || has("vegan")) && has("heated-seats"))
        && implies("cooled-seats", has("leather"))
        && implies("auto-park", has("camera") && has("parking-sensors") && has("automatic"))
        && implies("adaptive-cruise", has("cruise") && has("automatic"))
        && implies("night-vision", has("head-up"))
        && implies("head-up", has("navigation"))
        && implies("navigation", has("premium-audio"))
        && implies("winter-pack", has("heated-seats"))
        && implies("electric", !has("manual") && !has("tow-bar") && !has("sport-suspension"))
        && implies("sunroof", !has("glass-roof") && !has("roof-rails"))
        && implies("city", !has("all-wheel") && !has("massage") && !has("alloy-18"))
}

/// Counts the configurations: goes through the choices of every group, counts the other options separately for each
/// part of the car that shares no rule with other parts, and multiplies these counts.
pub(crate) fn configurator() -> u64 {
    let bit = |name: &str| 1u64 << NAMES.iter().position(|&other| other == name).unwrap();
    let groups: [&[&str]; 7] = [
        &["petrol", "diesel", "hybrid", "electric"],
        &["manual", "automatic"],
        &["front-drive", "rear-drive", "all-wheel"],
        &["city", "comfort", "sport"],
        &["steel-16", "alloy-17", "alloy-18", "alloy-20"],
        &["cloth", "leather", "vegan"],
        &["base-audio", "premium-audio"],
    ];
    let parts: [&[&str]; 8] = [
        &["heated-seats", "massage", "winter-pack", "cooled-seats"],
        &["sunroof", "glass-roof", "roof-rails"],
        &["tow-bar", "parking-sensors", "camera", "auto-park"],
        &["air-suspension", "sport-suspension"],
        &["cruise", "adaptive-cruise"],
        &["lane-assist"],
        &["night-vision", "navigation", "head-up"],
        &[],
    ];
    let combinations: usize = groups.iter().map(|group| group.len()).product();
    let mut count = 0;
    for mut code in 0..combinations {
        let mut chosen = 0;
        for group in groups {
            chosen |= bit(group[code % group.len()]);
            code /= group.len();
        }
        // Sport requires a suspension: the other parts are counted with one of them.
        let suspension = |part: &[&str]| match part.contains(&"sport-suspension") {
            true => 0,
            false if chosen & bit("sport") > 0 => bit("air-suspension"),
            false => 0,
        };
        let of_part = |part: &&[&str]| {
            let all = |code: u32| (0..part.len()).filter(|i| code >> i & 1 == 1).map(|i| bit(part[i])).sum::<u64>();
            (0..1u32 << part.len()).filter(|&code| goes(chosen | suspension(part) | all(code))).count() as u64
        };
        count += parts.iter().take(7).map(of_part).product::<u64>();
    }
    count
}
