//! Feature models in UVL and FeatureIDE's XML: configurations, errors, and round trips.

#[path = "feature_models/outside.rs"]
mod outside;

use std::collections::BTreeSet;

use puzzle_core::export::{Language, write};
use puzzle_core::{Adaptive, Budget, Marks, Puzzle, Source, Variable, Words};
use puzzle_files::{FilePuzzle, TEMPLATES};
use puzzle_kind::Playable;

const CAR: &str = r#"// A car to configure.
features
    Car {abstract}
        mandatory
            Engine {abstract}
                alternative
                    petrol {price 1200}
                    electric {price 5000.50, weight 700}
        optional
            "air conditioning" {price 900, weight 40}
            Extras {abstract}
                [2..3]
                    radio {weight 5}
                    towbar {weight 30}
                    sunroof {weight 20}
                    heater
constraints
    electric => !towbar & "air conditioning"
    (petrol <=> radio) | !Extras
    sum(weight) <= 760
"#;

fn read(text: &str) -> FilePuzzle {
    FilePuzzle::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn written(puzzle: &FilePuzzle, language: Language) -> String {
    let mut text = Vec::new();
    write(&mut text, puzzle, &Marks::default(), language).unwrap();
    String::from_utf8(text).unwrap()
}

/// Returns the solutions, each as the set of the names of its true variables.
fn solutions(puzzle: &FilePuzzle) -> BTreeSet<BTreeSet<String>> {
    let found = puzzle.first_completions(&Marks::default(), 5_000, &mut Budget::unlimited()).unwrap();
    let named = |model: Vec<Variable>| model.into_iter().map(|variable| puzzle.name(variable)).collect();
    found.into_iter().map(named).collect()
}

fn names(puzzle: &FilePuzzle) -> Vec<String> {
    Variable::all(puzzle.variables()).map(|variable| puzzle.name(variable)).collect()
}

fn count(puzzle: FilePuzzle) -> String {
    let budget = &mut Budget::unlimited();
    Adaptive::open(puzzle, budget).unwrap().count(&Marks::default(), budget).unwrap().to_string()
}

/// Returns the configurations of [`CAR`], found by checking all subsets of its ten features against rules written by
/// hand.
fn cars() -> BTreeSet<BTreeSet<String>> {
    let all =
        ["Car", "Engine", "petrol", "electric", "air conditioning", "Extras", "radio", "towbar", "sunroof", "heater"];
    let mut cars = BTreeSet::new();
    for bits in 0..1_u32 << all.len() {
        let has: Vec<bool> = (0..all.len()).map(|place| bits >> place & 1 == 1).collect();
        let [car, engine, petrol, electric, air, extras, radio, towbar, sunroof, heater] =
            <[bool; 10]>::try_from(has).unwrap();
        let chosen = [radio, towbar, sunroof, heater].iter().filter(|&&extra| extra).count();
        let weight = 700 * u32::from(electric)
            + 40 * u32::from(air)
            + 5 * u32::from(radio)
            + 30 * u32::from(towbar)
            + 20 * u32::from(sunroof);
        let is_car = car
            && engine
            && petrol != electric
            && if extras { (2..=3).contains(&chosen) } else { chosen == 0 }
            && (!electric || !towbar && air)
            && (petrol == radio || !extras)
            && weight <= 760;
        if is_car {
            let names = (0..all.len()).filter(|place| bits >> place & 1 == 1).map(|place| all[place].to_owned());
            cars.insert(names.collect());
        }
    }
    cars
}

#[test]
fn a_uvl_file_has_the_configurations_of_its_sentences() {
    let car = read(CAR);
    assert_eq!(car.kind(), "Car");
    assert_eq!(solutions(&car), cars());
    assert_eq!(count(car.clone()), cars().len().to_string());
    let prices = car.weights().expect("the file has prices");
    assert_eq!(prices.written(i128::from(prices.of(Variable::new(3)))), "5000.50");
}

#[test]
fn a_uvl_file_is_written_as_it_was_read() {
    let car = read(CAR);
    let text = written(&car, Language::Uvl);
    let back = read(&text);
    assert_eq!(back.feature_model(), car.feature_model(), "{text}");
    assert_eq!((names(&back), solutions(&back)), (names(&car), solutions(&car)), "{text}");
    assert_eq!(back.weights(), car.weights());
    // Writing the model again gives the same text.
    assert_eq!(written(&back, Language::Uvl), text);
}

#[test]
fn featureide_keeps_configurations_names_and_prices() {
    let text = CAR.replace("    sum(weight) <= 760\n", "");
    let car = read(&text);
    let xml = written(&car, Language::FeatureIde);
    let back = read(&xml);
    assert_eq!(solutions(&back), solutions(&car), "{xml}");
    assert_eq!(back.weights(), car.weights(), "{xml}");
    let error = write(&mut Vec::new(), &read(CAR), &Marks::default(), Language::FeatureIde).unwrap_err();
    assert_eq!(error.to_string(), "expected Boolean constraints, found a sum of weight: export as UVL");
}

#[test]
fn featureide_is_read() {
    let text = r#"<?xml version="1.0"?>
<featureModel>
  <properties><graphics key="legend" value="x"/></properties>
  <struct>
    <and mandatory="true" abstract="true" name="R&amp;D">
      <description>All of it</description>
      <alt mandatory="true" name="Lab"><feature name="small"/><feature name="large"/></alt>
      <or name="Tools"><feature name="saw"/><feature name="drill"/></or>
    </and>
  </struct>
  <constraints>
    <rule><imp><var>small</var><not><var>Tools</var></not></imp></rule>
    <rule><description>not all</description><atmost1><var>saw</var><var>drill</var><var>small</var></atmost1></rule>
    <rule><disj><var>R&amp;D</var><var>saw</var></disj></rule>
  </constraints>
</featureModel>
"#;
    let model = read(text);
    let set = |names: &str| names.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    let expected = ["R&D Lab small", "R&D Lab large", "R&D Lab large Tools saw", "R&D Lab large Tools drill"];
    assert_eq!(solutions(&model), expected.map(set).into());
    for language in [Language::Uvl, Language::FeatureIde] {
        let back = read(&written(&model, language));
        assert_eq!((names(&back), solutions(&back)), (names(&model), solutions(&model)), "{language:?}");
    }
}

#[test]
fn featureide_keeps_lists_of_attributes() {
    let text = "features\n\tR {Sizes [1, 2.5], Box {Name 'P', Content 'Even more', Parts {}}, Note '{not a list', Pair '[1] [2]'}\n";
    let model = read(text);
    let back = read(&written(&model, Language::FeatureIde));
    assert_eq!(back.feature_model().unwrap().features, model.feature_model().unwrap().features);
    assert_eq!(written(&back, Language::Uvl), written(&model, Language::Uvl));
}

/// FeatureIDE may write a conjunction or a disjunction of one formula.
#[test]
fn a_formula_of_one_part_needs_no_parentheses() {
    let text = "<featureModel><struct><and name=\"A\"><feature name=\"b\"/><feature name=\"c\"/></and></struct>\
                <constraints><rule><conj><disj><var>b</var><conj><not><var>c</var></not></conj></disj></conj></rule>\
                </constraints></featureModel>";
    let uvl = written(&read(text), Language::Uvl);
    assert!(uvl.ends_with("constraints\n\tb | !c\n"), "{uvl}");
    assert_eq!(written(&read(&uvl), Language::Uvl), uvl);
}

/// Puzzles without a tree become models with a hidden root.
#[test]
fn any_puzzle_is_written_as_a_feature_model() {
    for name in ["configurator", "map-colouring", "futoshiki"] {
        let text = TEMPLATES.iter().find(|template| template.0 == name).unwrap().1;
        let puzzle = read(text);
        for language in [Language::Uvl, Language::FeatureIde] {
            let back = read(&written(&puzzle, language));
            // The groups change the order of the features.
            let set = |puzzle| names(puzzle).into_iter().collect::<BTreeSet<_>>();
            assert_eq!(set(&back), set(&puzzle), "{name} {language:?}");
            assert_eq!(count(back), count(puzzle.clone()), "{name} {language:?}");
        }
    }
}

/// Nested equivalences and products of conjunctions need auxiliary variables, which change no configuration.
#[test]
fn large_formulas_keep_their_models() {
    let mut text = "features\n\tR\n\t\toptional\n".to_owned();
    (0..12).for_each(|number| text.push_str(&format!("\t\t\tx{number}\n")));
    let pairs: Vec<String> = (0..6).map(|pair| format!("(x{} & x{})", 2 * pair, 2 * pair + 1)).collect();
    text.push_str(&format!("constraints\n\t{} | x0 & x5\n", pairs.join(" | ")));
    text.push_str(&format!(
        "\t({}) <=> ({})\n",
        pairs[..4].join(" | "),
        "x1 & x2 & x3 & x4 & x5 & x6 & x7 & x8 & x9 & x10 & x11 & x0"
    ));
    let expected = (0..1_u32 << 12).filter(|bits| {
        let has = |place: u32| bits >> place & 1 == 1;
        let pair = |pair: u32| has(2 * pair) && has(2 * pair + 1);
        ((0..6).any(pair) || has(0) && has(5)) && (0..4).any(pair) == (0..12).all(has)
    });
    assert_eq!(count(read(&text)), expected.count().to_string());
}

#[test]
fn errors_have_a_line_a_column_and_an_advice() {
    for (text, expected) in [
        (
            "features\n  A\n    or\n      B\n      B\n",
            "line 5, column 7: there are two features \"B\": expected names that all differ",
        ),
        (
            "features\n  A\n    xor\n      B\n",
            "line 3, column 5: expected a group: mandatory, optional, or, alternative or [n..m], found \"xor\"",
        ),
        (
            "features\n  A\n    or\n      Radio\nconstraints\n  A => Radoi\n",
            "line 6, column 8: expected the name of a feature, found \"Radoi\": did you mean \"Radio\"?",
        ),
        (
            "features\n  A\nconstraints\n  (A => A\n",
            "line 4, column 3: expected a bracket that closes \"(\", found the end of the file",
        ),
        (
            "features\n  A\nconstraints\n  A =>\n",
            "line 4, column 7: expected the name of a feature, ! or (, found the end of the constraint",
        ),
        (
            "features\n  A\n    alternative\n",
            "line 3, column 5: expected a group with features below it, found \"alternative\"",
        ),
        ("features\n  A\n    [3..2]\n      B\n", "line 3, column 6: expected a lower bound of at most 2, found 3"),
        (
            "features\n  A\n    or\n      B\n     C\n",
            "line 5, column 6: expected the indent of the lines above on the same level, found \"C\"",
        ),
        (
            "features\n  Integer A\n",
            "line 2, column 3: expected a Boolean feature, found \"Integer\": this file needs UVL's type level, and only its Boolean level and sums are read",
        ),
        (
            "features\n  A cardinality [1..2]\n",
            "line 2, column 5: expected a feature that is selected at most once, found \"cardinality\": this file needs UVL's arithmetic level, and only its Boolean level and sums are read",
        ),
        (
            "features\n  A {price 2}\nconstraints\n  A.price > 1\n",
            "line 4, column 4: expected Boolean operators, or one sum such as sum(weight) <= 1200, found \".\": this file needs UVL's arithmetic level, and only its Boolean level and sums are read",
        ),
        (
            "features\n  A {price 2}\nconstraints\n  1 < A.price\n",
            "line 4, column 3: expected the name of a feature, ! or (, found \"1\": this file needs UVL's arithmetic level, and only its Boolean level and sums are read",
        ),
        (
            "features\n  A\nconstraints\n  A == 'red'\n",
            "line 4, column 5: expected Boolean operators, or one sum such as sum(weight) <= 1200, found \"==\": this file needs UVL's type level, and only its Boolean level and sums are read",
        ),
        (
            "features\n  A\n    or\n      \"1B\"\nconstraints\n  1B => A\n",
            "line 6, column 3: expected a number or a name, found \"1B\": a name that begins with a digit needs \"quotes\"",
        ),
        (
            "features\n  A\n    or\n      1.5_GB\n",
            "line 4, column 7: expected a number or a name, found \"1.5_GB\": a name that begins with a digit needs \"quotes\"",
        ),
        (
            "imports\n  engines as e\nfeatures\n  A\n",
            "line 2, column 3: expected a model in one file, without imports, found \"engines\": put the imported features into this file",
        ),
        ("features\n  A \"B\n", "line 2, column 5: expected a closing \" on this line, found the end of the line"),
        ("constraints\n", "line 2, column 1: expected a section of features with a root, found the end of the file"),
        ("<featureModel>\n<struct>\n<and name=\"A\">\n</struct>", "line 4, column 1: expected </and>, found </struct>"),
        (
            "<featureModel>\n<struct>\n<and/></struct></featureModel>",
            "line 3, column 1: expected an attribute \"name\" of the feature, found none",
        ),
        (
            "<featureModel><struct><feature name=\"A\"/></struct>\n<constraints><rule><var>B</var></rule></constraints></featureModel>",
            "line 2, column 25: expected the name of a feature, found \"B\": did you mean \"A\"?",
        ),
        ("<svg/>", "line 1, column 1: expected the element <featureModel>, found <svg>"),
    ] {
        let error = FilePuzzle::read(text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let rest = format!("<featureModel></f\n{}>", "x".repeat(1000));
    let expected = format!("line 1, column 15: expected </featureModel>, found </f {}...>", "x".repeat(38));
    assert_eq!(FilePuzzle::read(&rest).unwrap_err().to_string(), expected);
    // Each part of <atmost1> stands in two pairs: nested elements double the formula again and again.
    let nested =
        (0..60).fold("<var>A</var>".to_owned(), |part, _| format!("<atmost1>{part}<var>A</var><var>A</var></atmost1>"));
    let nested = format!(
        "<featureModel><struct><feature name=\"A\"/></struct><constraints><rule>{nested}</rule></constraints></featureModel>"
    );
    let error = FilePuzzle::read(&nested).unwrap_err().to_string();
    assert!(error.contains("for each pair of its parts, found"), "{error}");
    let deep = format!("features\n  A\nconstraints\n  {}A{}\n", "(".repeat(100_000), ")".repeat(100_000));
    assert!(FilePuzzle::read(&deep).unwrap_err().to_string().contains("at most 200 nested operators"));
}

/// No cut and no replaced character causes a panic.
#[test]
fn damaged_models_are_read_or_refused() {
    let xml = written(&read(&CAR.replace("    sum(weight) <= 760\n", "")), Language::FeatureIde);
    for text in [CAR, &xml] {
        for at in (0..text.len()).step_by(3) {
            let _ = FilePuzzle::read(&text[..at]);
            for sign in ["(", "]", "\"", "<", "\n", "9"] {
                let _ = FilePuzzle::read(&format!("{}{sign}{}", &text[..at], &text[at + 1..]));
            }
        }
    }
}
