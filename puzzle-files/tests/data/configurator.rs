//! A car of 40 options with prices. Run with some options, such as `leather massage`, it prints the options left.

use puzzle_core::{Adaptive, Budget, Guide, Literal, Marks, Puzzle, Rules, Source, Variable, Weights, Words};

const OPTIONS: &str = "petrol 0 diesel 1900 hybrid 3400 electric 7200 manual 0 automatic 1600 front-drive 0 rear-drive 0 \
    all-wheel 2100 city 0 comfort 1200 sport 2900 steel-16 0 alloy-17 480 alloy-18 760 alloy-20 1450 cloth 0 leather 1890 \
    vegan 990 heated-seats 380 cooled-seats 640 massage 870 sunroof 950 glass-roof 1320 roof-rails 290 tow-bar 780 \
    air-suspension 1780 sport-suspension 690 parking-sensors 420 camera 360 auto-park 590 cruise 240 adaptive-cruise 810 \
    lane-assist 460 night-vision 1990 base-audio 0 premium-audio 1150 navigation 890 head-up 980 winter-pack 340";
/// The rules, each a sign and its options: `1` requires exactly one of the options, `x` forbids both together, and `>`
/// allows the first only with at least one of the others.
const RULES: &str = "1 petrol diesel hybrid electric, 1 manual automatic, 1 front-drive rear-drive all-wheel, \
    1 city comfort sport, 1 steel-16 alloy-17 alloy-18 alloy-20, 1 cloth leather vegan, 1 base-audio premium-audio, \
    x sport diesel, x tow-bar city, x electric manual, x electric tow-bar, x electric sport-suspension, x city massage, \
    x sunroof glass-roof, x sunroof roof-rails, x city all-wheel, x city alloy-18, > city steel-16 alloy-17, \
    > sport sport-suspension air-suspension, > sport alloy-18 alloy-20, > all-wheel automatic, > massage heated-seats, \
    > tow-bar diesel hybrid all-wheel, > tow-bar parking-sensors, > massage leather vegan, > cooled-seats leather, \
    > auto-park camera, > auto-park parking-sensors, > auto-park automatic, > adaptive-cruise cruise, > head-up navigation, \
    > adaptive-cruise automatic, > night-vision head-up, > navigation premium-audio, > winter-pack heated-seats";

#[derive(Debug)]
pub(crate) struct Car(Vec<&'static str>, Rules, Weights);

#[rustfmt::skip]
impl Puzzle for Car {
    fn rules(&self) -> &Rules { &self.1 }
    fn weights(&self) -> Option<&Weights> { Some(&self.2) }
}

#[rustfmt::skip]
impl Words for Car {
    fn name(&self, option: Variable) -> String { self.0[option.index()].to_owned() }
}

pub(crate) fn car() -> Car {
    let words: Vec<&str> = OPTIONS.split(' ').collect();
    let names: Vec<&str> = words.iter().step_by(2).copied().collect();
    let number = |name| Variable::new(names.iter().position(|&other| other == name).expect("an option") as u16);
    let mut rules = Rules::new(names.len());
    for rule in RULES.split(", ") {
        let options: Vec<Variable> = rule[2..].split(' ').map(number).collect();
        let but = |&option| Literal { variable: option, value: option != options[0] };
        match &rule[..1] {
            "1" => rules.exactly_one(&options),
            "x" => rules.exclude(options[0], options[1]),
            _ => rules.at_least_one(&Vec::from_iter(options.iter().map(but))),
        }
    }
    Car(names, rules, Weights::parse(words.iter().skip(1).step_by(2)).expect("these are numbers"))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let budget = &mut Budget::unlimited();
    let source = Adaptive::open(car(), budget)?;
    let car = source.puzzle();
    let chosen = std::env::args().skip(1).filter_map(|name| car.variable_named(&name));
    let marks: Marks = chosen.map(Literal::positive).collect();
    let guide = Guide::of(car, marks.clone(), &source.completions(&marks, budget)?, budget)?;
    for (option, status, cars) in guide.variables() {
        let (name, range) = (car.name(option), guide.totals().and_then(|totals| totals.range_with(option)));
        println!("{name:<18}{status:<10}{cars:>16}  {range:?}");
    }
    Ok(())
}
