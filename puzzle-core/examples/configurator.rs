//! A car configurator with 40 options and prices in 40 lines of code. Run it with some of the options, such as
//! `leather massage`. It prints for every option the status, the number of cars that have it, the sets of choices to
//! give up for it, and the reason if it is impossible or forced; then a hint and the three cheapest cars.

use puzzle_core::{Budget, configurator::Configurator};

#[rustfmt::skip]
pub(crate) fn car() -> Configurator {
    let mut car = Configurator::new("car");
    car.choice("engine", &[("petrol", "0"), ("diesel", "1900"), ("hybrid", "3400"), ("electric", "7200")]);
    car.choice("gears", &[("manual", "0"), ("automatic", "1600")]);
    car.choice("drive", &[("front-drive", "0"), ("rear-drive", "0"), ("all-wheel", "2100")]);
    car.choice("line", &[("city", "0"), ("comfort", "1200"), ("sport", "2900")]);
    car.choice("wheels", &[("steel-16", "0"), ("alloy-17", "480"), ("alloy-18", "760"), ("alloy-20", "1450")]);
    car.choice("seats", &[("cloth", "0"), ("leather", "1890"), ("vegan", "990")]);
    car.choice("audio", &[("base-audio", "0"), ("premium-audio", "1150")]);
    car.options(&[("heated-seats", "380"), ("cooled-seats", "640"), ("massage", "870"), ("sunroof", "950"),
        ("glass-roof", "1320"), ("roof-rails", "290"), ("tow-bar", "780"), ("air-suspension", "1780"),
        ("sport-suspension", "690"), ("parking-sensors", "420"), ("camera", "360"), ("auto-park", "590"),
        ("cruise", "240"), ("adaptive-cruise", "810"), ("lane-assist", "460"), ("night-vision", "1990"),
        ("navigation", "890"), ("head-up", "980"), ("winter-pack", "340")]);
    for (option, any_of) in [("sport", "sport-suspension air-suspension"), ("sport", "alloy-18 alloy-20"),
        ("tow-bar", "diesel hybrid all-wheel"), ("massage", "leather vegan"), ("massage", "heated-seats"),
        ("auto-park", "camera"), ("auto-park", "automatic"), ("night-vision", "head-up"), ("head-up", "navigation"),
        ("navigation", "premium-audio")] { car.requires(option, &any_of.split(' ').collect::<Vec<_>>()); }
    car.excludes("electric", &["manual", "tow-bar", "sport-suspension"]);
    car.excludes("tow-bar", &["city"]).named("the rule that small cars tow nothing");
    car.at_most(1, &["sunroof", "glass-roof", "roof-rails"]).if_chosen("sport");
    car
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (budget, chosen) = (&mut Budget::unlimited(), std::env::args().skip(1).collect::<Vec<_>>());
    let car = car().open(budget)?;
    let marks = car.marks(&chosen.iter().map(String::as_str).collect::<Vec<_>>(), &[])?;
    for (name, (_, status, cars)) in car.options().iter().zip(car.guide(&marks, budget)?.variables()) {
        let changes = car.repairs(&marks, name, budget)?.into_iter().flatten().map(|change| change.lift);
        println!("{name}: {status}, in {cars} cars, give up {:?}", changes.collect::<Vec<_>>());
        car.explain(&marks, name, budget)?.iter().for_each(|line| println!("    {line}"));
    }
    println!("{}\n{:#?}", car.hint(&marks, budget)?.join("\n"), car.cheapest(&marks, 3, budget)?);
    Ok(())
}
