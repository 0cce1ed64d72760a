//! Levels: each shipped level is played, and errors have a line and a column.

use crate::kit::{self, Dice};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wayworn::app::levels::{self, SHELVES};
use wayworn::grid::Cell;
use wayworn::land::{Good, Surface};
use wayworn::level::{
    self, Glyph, Level, LevelOrder, OrderSubject, SolutionAct, SolutionStep, UnitOrPlaceOf,
};
use wayworn::save;
use wayworn::scene::text::{goal_words, loss_words, result_words};
use wayworn::sim::{self, Game, counted};
use wayworn::world::{
    self, Behaviour, Brush, Command, GoalStatus, Kind, LevelGoals, Measure, PeopleIx, Queue, Rejection, Tier,
    TownKind, UnitIx,
};

const SMALL: &str = "name = \"x\"\nabout = \"y\"\nmap = '''\n.....\n..=..\n..~..\n.....\n'''\n";

fn read(path: &Path) -> Level {
    save::load_level(path).unwrap_or_else(|error| panic!("{error}"))
}

/// Initial orders, by the name of a unit.
type Orders = &'static [(&'static str, &'static [&'static str])];

/// What a player would try first without the idea of the level.
const NAIVE: [(&str, Orders); 27] = [
    ("island", &[("Sal", &["go 29 10"])]),
    ("lost-in-the-wood", &[("Sal", &["explore"])]),
    ("scout-first", &[("Cob", &["go 33 12"])]),
    ("fewest-steps", &[("Ada", &["go 30 7"])]),
    ("dry-season", &[("Ada", &["go 55 10"])]),
    ("bad-splice", &[("Ada", &["go 18 7"])]),
    ("goat-bridge", &[("Bill", &["go 28 6", "stop"]), ("Gruff", &["go 3 6", "stop"])]),
    ("first-the-fast", &[("Cob", &["go 30 6"]), ("Mel", &["go 26 4"]), ("Max", &["go 26 8"])]),
    ("sealed-pass", &[("Ada", &["go 28 10"]), ("Bea", &["go 4 4"])]),
    ("shortest-bridge", &[("Ada", &["go 37 15"])]),
    ("burnt-way", &[("Cob", &["go 38 10"])]),
    ("three-hamlets", &[("Ada", &["go 59 10"])]),
    ("u-trap", &[]),
    ("feared-pass", &[("Ada", &["go 20 12", "go 36 12"])]),
    ("swamp-and-road", &[("Sal", &["go 46 20"]), ("Cob", &["go 36 6"])]),
    ("two-peaks", &[("Ada", &["go 8 20", "go 18 4", "go 28 20", "go 38 4"])]),
    ("watchtowers", &[("Mel", &["go 29 9", "go 55 11"])]),
    ("watchtowers", &[("Mel", &["go 55 11"])]),
    ("watchtowers", &[("Yan", &["go 29 15", "go 55 11"])]),
    ("last-inn", &[("Ada", &["go 59 4"])]),
    ("last-ford", &[("Ada", &["go 50 15"])]),
    ("escort", &[("Cob", &["go 56 12"])]),
    ("escort", &[]),
    ("spy-in-the-valley", &[("Yrsa", &["spy 42 16"])]),
    ("spy-in-the-valley", &[("Yrsa", &["go 42 16"])]),
    ("hold-the-pass", &[]),
    ("hold-the-pass", &[("Gil", &["guard 9 16"]), ("Hal", &["guard 9 16"])]),
];

/// Every level of the campaign, shelf by shelf.
fn all() -> Vec<PathBuf> {
    let shelves = SHELVES.into_iter().flat_map(|(shelf, names)| names.map(|name| (shelf, name)));
    shelves.map(|(shelf, name)| kit::home().join(format!("levels/{shelf}/{name}.toml"))).collect()
}

/// The levels in the program are those of the five shelves.
#[test]
fn five_shelves_have_five_levels_each() {
    let shelved: Vec<String> =
        SHELVES.into_iter().flat_map(|(shelf, names)| names.map(|name| format!("{shelf}/{name}"))).collect();
    let included: Vec<&str> = levels::included_levels().into_iter().map(|level| level.path).collect();
    assert_eq!(included, shelved);
    assert_eq!(included.len(), 25);
}

/// Plays a level by its solution to its end; `each` is called after every tick.
fn play(level: &Level, mut each: impl FnMut(&mut Game)) -> Game {
    let mut game = Game::from_level(level);
    game.world.check().unwrap();
    let last = level.goals.iter().map(|goal| goal.until).max().unwrap_or(0);
    while game.world.tick < last && trial(&game).ended.is_none() {
        for command in sim::solution_commands(&game.world, level) {
            game.apply(&command).unwrap_or_else(|refused| panic!("{}: {refused}", level.name));
        }
        game.tick();
        each(&mut game);
    }
    game.world.check().unwrap();
    game
}

/// A refused command changes nothing, not even as the first one of a level.
#[test]
fn a_refused_beginning_changes_nothing() {
    for path in all() {
        let mut game = Game::from_level(&read(&path));
        let before = game.world.hash();
        let empty = Command::UndoOrders { units: Vec::new() };
        assert_eq!(game.apply(&empty), Err(Rejection::NoUnits));
        assert_eq!(before.first_difference(&game.world.hash()), None, "{}", path.display());
    }
}

fn trial(game: &Game) -> &LevelGoals {
    game.world.level_goals.as_ref().unwrap()
}

/// The level with another solution: initial orders.
fn instead(level: &Level, orders: &[(&str, &[&str])]) -> Level {
    let step = |(unit, orders): &(&str, &[&str])| SolutionStep {
        at: 0,
        act: SolutionAct::Orders {
            unit: (*unit).to_owned(),
            orders: orders.iter().map(|order| LevelOrder::parse(order).unwrap()).collect(),
        },
    };
    Level { solution: orders.iter().map(step).collect(), ..level.clone() }
}

fn named(name: &str) -> Level {
    levels::load_level(Path::new(name)).unwrap()
}

/// Played by its solution, each level meets every goal and reaches par.
#[test]
fn every_level_is_won_by_its_solution() {
    let mut won = 0;
    for path in all() {
        let level = read(&path);
        let game = play(&level, |_| ());
        let trial = trial(&game);
        let open: Vec<_> =
            trial.goals.iter().filter(|goal| !matches!(goal.state, GoalStatus::Met(_))).collect();
        assert!(open.is_empty() && trial.ended.is_some(), "{}: {open:#?}", path.display());
        assert!(trial.score() >= Some(100), "{}: {}", path.display(), result_words(trial));
        assert_eq!(trial.stars(), Some(3));
        won += 1;
    }
    assert_eq!(won, 25);
}

/// What a level asks has one right answer: its solution leads over just one of the cells.
#[test]
fn what_levels_ask_has_one_answer() {
    let asking: Vec<Level> =
        all().iter().map(|path| read(path)).filter(|level| !level.ask.is_empty()).collect();
    assert!(asking.len() >= 12);
    for level in asking {
        // The card has a line for each, 40 columns wide where it is narrowest.
        assert!(level.ask.len() <= 40 && level.answers.iter().all(|answer| answer.words.len() <= 36));
        let mut right = BTreeSet::new();
        play(&level, |game| {
            let own = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
            let there =
                own.filter_map(|unit| level.answers.iter().position(|answer| answer.cell == unit.cell));
            right.extend(there);
        });
        assert_eq!(right.len(), 1, "{}: {right:?}", level.name);
    }
    let asks = |more: &str| {
        let text =
            format!("name = \"x\"\nabout = \"y\"\n{more}map = \"\"\"\n....\n....\n....\n....\n\"\"\"\n");
        Level::parse(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    let error = asks("ask = \"Which?\"\n").unwrap_err();
    assert!(error.starts_with("3:7") && error.contains("two to four answers"), "{error}");
}

/// Who presses nothing loses every level, and is told why.
#[test]
fn no_level_is_won_by_pressing_nothing() {
    let mut reasons = BTreeSet::new();
    for path in all() {
        let game = play(&instead(&read(&path), &[]), |_| ());
        let trial = trial(&game);
        assert!(trial.is_lost() && trial.stars() == Some(0), "{}: {}", path.display(), result_words(trial));
        for goal in &trial.goals {
            let why = loss_words(&game.world, goal);
            assert_eq!(
                why.is_empty(),
                !matches!(goal.state, GoalStatus::Lost(_)),
                "{}: {why}",
                path.display()
            );
            reasons.insert(why.split([',', '0']).next().unwrap_or_default().to_owned());
        }
    }
    assert!(reasons.contains("the time was up") && reasons.len() > 2, "{reasons:?}");
}

/// A briefing says first what to press, in three sentences at most; the end says in one what has been learnt.
#[test]
fn briefings_say_what_to_press_and_ends_what_was_learnt() {
    for path in all() {
        let level = read(&path);
        let ends = |text: &str| {
            text.split_inclusive(' ').filter(|word| word.trim().ends_with(['.', '!', '?'])).count()
        };
        let is_brief = (2..=3).contains(&ends(&level.about)) && level.about.starts_with("Press ");
        assert!(is_brief, "{}: {}", path.display(), level.about);
        // An order needs a selected unit; while the land is drawn, no key selects one.
        let words: Vec<&str> = level.about.split(|c: char| !c.is_alphanumeric()).collect();
        let first = |keys: &[&str]| words.iter().position(|word| keys.contains(word));
        let (order, selects) = (first(&["w", "g", "o"]), first(&["Tab", "A", "v"]));
        let is_drawing = words[1] == "d" && first(&["Esc"]).is_none_or(|leaves| Some(leaves) > selects);
        let is_selected = selects.is_some() && selects < order && !is_drawing;
        assert!(order.is_none() || is_selected, "{}: {}", path.display(), level.about);
        assert!(
            level.learnt.ends_with('.') && ends(&level.learnt) == 1,
            "{}: {}",
            path.display(),
            level.learnt
        );
        let fits = level.size().width <= 64 && level.size().height <= 34;
        assert!(fits && level.par.is_some() && !level.goals.is_empty(), "{}", path.display());
    }
}

/// A level that teaches something is lost or goes clearly worse without its idea.
#[test]
fn levels_are_not_won_without_their_idea() {
    for (name, orders) in NAIVE {
        let level = named(name);
        let (wise, plain) = (play(&level, |_| ()), play(&instead(&level, orders), |_| ()));
        let (wise, plain) = (trial(&wise), trial(&plain));
        let (best, score) = (wise.score().unwrap(), plain.score().unwrap_or(0));
        assert!(result_words(wise).ends_with(&format!(": score {best}")), "{name}: {}", result_words(wise));
        assert!(
            score + 15 <= best && score < 100,
            "{name}: {} against {}",
            result_words(plain),
            result_words(wise)
        );
    }
}

/// Greedy steps towards the goal end in the bay of the wall.
#[test]
fn greed_stays_in_the_trap() {
    let level = named("u-trap");
    let goal = Cell::new(28, 8);
    let game = play(&instead(&level, &[]), |game| {
        let ada = &game.world.units[UnitIx(0)];
        let (id, cell) = (ada.id, ada.cell);
        let around = game.world.size().neighbours(cell).map(|(_, cell)| cell);
        let open = around.filter(|cell| !game.world.land.surface[*cell].is_blocked());
        let nearest = open.min_by_key(|near| near.octile(goal));
        let step = nearest.filter(|near| near.octile(goal) < cell.octile(goal));
        let is_under_way = matches!(ada.top(), Some(Behaviour::Travel(_)));
        if let Some(step) = step.filter(|_| !is_under_way) {
            let orders = vec![world::Order::Go(step)];
            game.apply(&Command::Orders { units: vec![id], orders, queue: Queue::Replace }).unwrap();
        }
    });
    assert!(trial(&game).is_lost());
    let ada = &game.world.units[UnitIx(0)];
    assert!((10..22).contains(&ada.cell.x) && (4..13).contains(&ada.cell.y), "in the bay: {:?}", ada.cell);
}

/// A planned path never enters the bay of the wall.
#[test]
fn no_planned_path_enters_the_trap() {
    let inside = |cell: Cell| (10..22).contains(&cell.x) && (4..13).contains(&cell.y);
    let game = play(&named("u-trap"), |game| {
        let ada = &game.world.units[UnitIx(0)];
        assert!(!inside(ada.cell), "Ada is in the trap at tick {}", game.world.tick);
    });
    assert!(!trial(&game).is_lost());
}

/// Saved and loaded in the middle, a level has the same goals and the same end.
#[test]
fn goals_go_on_after_loading() {
    for name in ["spy-in-the-valley", "watchtowers", "hold-the-pass"] {
        let level = named(name);
        let mut loads = 0;
        let through = play(&level, |_| ());
        let loaded = play(&level, |game| {
            if game.world.tick.is_multiple_of(97) && trial(game).ended.is_none() {
                let before = game.world.level_goals.clone();
                *game = Game::from_world(save::decode(&save::encode(&game.world)).unwrap());
                assert_eq!(game.world.level_goals, before);
                loads += 1;
            }
        });
        assert!(loads > 0);
        assert_eq!(loaded.world.hash(), through.world.hash(), "{name}");
        assert_eq!(trial(&loaded), trial(&through), "{name}");
    }
}

/// A level to be won on the land as it is refuses edits until it is over.
#[test]
fn tools_are_refused_while_a_level_forbids_them() {
    let level = named("watchtowers");
    let tools = [
        Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(20, 13)] },
        Command::Spawn { kind: Kind::Spy, cell: Cell::new(20, 13) },
        Command::Remove { cells: vec![Cell::new(4, 13)] },
        Command::FreeBuild(true),
    ];
    let mut game = Game::from_level(&level);
    for tool in &tools {
        assert!(matches!(game.apply(tool), Err(Rejection::Cannot(_))), "{tool:?}");
    }
    let mut game = play(&level, |_| ());
    assert!(game.apply(&tools[0]).is_ok(), "afterwards the land is the player's");
}

/// A level that gives some brushes refuses all other tools.
#[test]
fn a_level_gives_only_its_brushes() {
    let mut game = Game::from_level(&named("burnt-way"));
    let stroke = |brush| Command::EditLand { stroke: 1, brush, cells: vec![Cell::new(22, 12)] };
    let others = Brush::ALL.into_iter().filter(|brush| *brush != Brush::Fire).map(stroke);
    let more = [Command::Spawn { kind: Kind::Spy, cell: Cell::new(5, 5) }, Command::FreeBuild(true)];
    for tool in others.chain(more) {
        assert!(matches!(game.apply(&tool), Err(Rejection::Cannot(_))), "{tool:?}");
    }
    assert!(game.apply(&stroke(Brush::Fire)).is_ok());
}

/// 100 at par, one more or less for each hundredth of it.
#[test]
fn scores_are_counted_from_par() {
    let mut trial = trial(&Game::from_level(&named("u-trap"))).clone();
    let mut score = |measure, par, result| {
        (trial.measure, trial.par, trial.ended) = (measure, Some(par), Some((1, result)));
        trial.score().unwrap()
    };
    let less = [(300, 300, 100), (300, 312, 96), (300, 150, 150), (300, 900, 0), (0, 0, 100), (0, 1, 0)];
    for (par, result, wanted) in less {
        assert_eq!(score(Measure::Ticks, par, result), wanted, "{result} of {par}");
    }
    for (par, result, wanted) in [(10, 10, 100), (10, 15, 150), (10, 0, 0), (10, 99, 200)] {
        assert_eq!(score(Measure::Deliveries, par, result), wanted, "{result} of {par}");
    }
    for (result, stars) in [(100, 3), (101, 2), (125, 2), (126, 1), (900, 1)] {
        (trial.measure, trial.par, trial.ended) = (Measure::Ticks, Some(100), Some((1, result)));
        assert_eq!(trial.stars(), Some(stars), "{result} of 100");
    }
}

/// Where three hamlets trade, feet make a path over the ford and through the pass.
#[test]
fn trade_wears_a_way_between_three_hamlets() {
    let level = read(&kit::home().join("tests/it/hamlets.toml"));
    let mut game = Game::from_level(&level);
    let ford = |cell: Cell| (20..25).contains(&cell.y) && (27..30).contains(&cell.x);
    let pass = |cell: Cell| (17..22).contains(&cell.y) && (35..44).contains(&cell.x);
    let worn = |game: &Game, place: &dyn Fn(Cell) -> bool| {
        game.world.ground.tier.iter().any(|(cell, tier)| place(cell) && *tier >= Tier::Path)
    };
    for _ in 0..8000 {
        game.tick();
        if worn(&game, &ford) && worn(&game, &pass) {
            return;
        }
    }
    panic!(
        "no path after {} ticks; ford {}, pass {}",
        game.world.tick,
        worn(&game, &ford),
        worn(&game, &pass)
    );
}

/// Errors have a line, a column and a suggestion.
#[test]
fn errors_have_a_line_a_column_and_a_hint() {
    let with = |more: &str| format!("{SMALL}{more}");
    let cases = [
        (SMALL.replace("..=..", "..q.."), "5:3", "'q' is no ground; use one of: ~ deep water"),
        (SMALL.replace("..=..", "..=."), "5:5", "this row has 4 cells and the first has 5"),
        (SMALL.replace("..=..", "..=..."), "5:6", "6 cells"),
        (SMALL.replace("..=..\n..~..\n.....\n", ""), "3:7", "5x1"),
        (SMALL.replace("about", "abot"), "2:1", "abot"),
        (SMALL.replace("name = \"x\"", "name = \"\""), "1:8", "a name has"),
        ("name = ".to_owned(), "1:8", ""),
        (with("[[unit]]\nkind = \"knight\"\nat = [1, 1]\n"), "10:8", "use one of: porter, scout, settler"),
        (with("[[unit]]\nkind = \"porter\"\nat = [2, 2]\n"), "11:6", "deep water"),
        (
            with("[[unit]]\nkind = \"porter\"\nat = [5, 2]\n"),
            "11:6",
            "off the map, whose columns go from 0 to 4",
        ),
        (with("[[unit]]\nkind = \"porter\"\nat = [-1, 2]\n"), "11:", "-1"),
        (
            with("[[unit]]\nkind = \"porter\"\nat = [1, 1]\norders = [\"rest\", \"fly\"]\n"),
            "12:19",
            "'fly' is no order",
        ),
        (with("[[unit]]\nkind = \"porter\"\nat = [1, 1]\norders = [\"go 9 9\"]\n"), "12:11", "off the map"),
        (
            with("[[unit]]\nkind = \"porter\"\nat = [1, 1]\norders = [\"follow Bob\"]\n"),
            "12:11",
            "named 'Bob'",
        ),
        (with("[[site]]\ngood = \"gold\"\nat = [1, 1]\n"), "10:8", "use one of: grain"),
        (with("[[town]]\nkind = \"castle\"\nat = [1, 1]\n"), "10:8", "hamlet"),
        (with("[[goal]]\nunit = \"Ada\"\nat = [1, 1]\nwithin = 5\n"), "10:8", "no unit named 'Ada'"),
        (with("[[goal]]\nkind = \"win\"\n"), "10:8", "use one of: reach, see, survive"),
        (with("[[goal]]\nat = [1, 1]\n"), "9:1", "needs 'within'"),
        (with("[[goal]]\nat = [1, 1]\nwithin = 5\nloads = 3\n"), "12:9", "has no 'loads'"),
        (with("[[goal]]\nat = [1, 1]\nwithin = 0\n"), "11:10", "from 1 to"),
        (with("[[goal]]\nat = [1, 1]\nwithin = 5\nfed = true\n"), "12:7", "whose food"),
        (with("[[goal]]\nat = [2, 2]\nwithin = 5\n"), "10:6", "deep water"),
        (with("[[goal]]\nkind = \"see\"\nwithin = 5\n"), "9:1", "either 'at' or 'unit'"),
        (with("[[goal]]\nkind = \"hold\"\nat = [1, 1]\nto = [7, 1]\nuntil = 5\n"), "12:6", "off the map"),
        (with("[[goal]]\nkind = \"deliver\"\nloads = 0\nwithin = 9\n"), "11:9", "from 1 to"),
        (with("[[goal]]\nkind = \"survive\"\nuntil = 9\n"), "9:1", "needs 'unit'"),
        (with("[[goal]]\nkind = \"home\"\nunit = \"Ada\"\nwithin = 9\n"), "9:1", "needs 'at'"),
        (SMALL.replace("map", "measure = \"tea\"\nmap"), "3:11", "use one of: ticks, steps"),
        (SMALL.replace("map", "measure = \"steps\"\nmap"), "3:11", "needs a par"),
        (SMALL.replace("map", "par = 5\nmap"), "3:7", "needs a [[goal]]"),
        (SMALL.replace("map", "par = -5\nmap"), "3:7", "-5"),
        (SMALL.replace("map", "tools = 5\nmap"), "3:9", "boolean"),
        (SMALL.replace("map", "brushes = [\"spoon\"]\nmap"), "3:12", "use one of: wall, bridge"),
        (SMALL.replace("map", "tools = false\nbrushes = [\"fire\"]\nmap"), "4:12", "leave out 'tools'"),
        (SMALL.replace("map", "coin = 5000000\nmap"), "3:8", "at most"),
        (with("[[tower]]\nat = [2, 2]\n"), "10:6", "deep water"),
        (with("[[tower]]\nat = [1, 1]\npeople = \"elves\"\n"), "11:10", "use one of: yours"),
        (
            with("[[town]]\nkind = \"inn\"\nat = [1, 1]\n[[tower]]\nat = [1, 1]\n"),
            "13:6",
            "stands here already",
        ),
        (with("[[unit]]\nkind = \"porter\"\nat = [1, 1]\ncargo = \"gold\"\n"), "12:9", "use one of: grain"),
        (with("[[solution]]\nunit = \"Ada\"\norders = [\"stop\"]\n"), "10:8", "no unit named 'Ada'"),
        (with("[[solution]]\nunit = \"Ada\"\n"), "9:1", "either 'unit' and 'orders', or 'edit'"),
        (with("[[solution]]\nedit = \"spoon 1 1\"\n"), "10:8", "use one of: wall, bridge"),
        (with("[[solution]]\nedit = \"wall 1 1, 9 9\"\n"), "10:8", "off the map"),
        (with("[[solution]]\nedit = \"wall 1\"\n"), "10:8", "no place"),
        (with("heights = '''\n00000\n0x000\n00000\n00000\n'''\n"), "11:2", "use a digit"),
        (with("heights = '''\n00000\n00000\n'''\n"), "9:11", "2 rows of heights and 4 of the map"),
        (with("roads = '''\n00000\n05000\n00000\n00000\n'''\n"), "11:2", "use a digit from 0 to 4"),
        (with("roads = '''\n00000\n000\n00000\n00000\n'''\n"), "11:4", "3 roads and the map 5"),
        (with("roads = '''\n00000\n00000\n00100\n00000\n'''\n"), "12:3", "cannot lie on deep water"),
    ];
    for (text, place, words) in cases {
        let error = Level::parse(&text).unwrap_err().to_string();
        let fits = error.starts_with(place) && error.contains(words);
        assert!(fits, "{error:?} should be at {place} and say {words:?}");
    }
    let wide = format!(
        "name = \"x\"\nabout = \"y\"\nmap = '''\n{}'''\n",
        format!("{}\n", ".".repeat(4097)).repeat(4)
    );
    assert!(Level::parse(&wide).unwrap_err().what.contains("between 4 and 4096"));
}

/// Two units may not share a cell, unless it is a settlement's.
#[test]
fn a_cell_holds_one_unit_outside_settlements() {
    let unit = "[[unit]]\nkind = \"porter\"\nat = [1, 1]\n";
    let town = "[[town]]\nkind = \"hamlet\"\nat = [1, 1]\n";
    assert!(Level::parse(&format!("{SMALL}{unit}{unit}")).unwrap_err().what.contains("another unit"));
    let level = Level::parse(&format!("{SMALL}{town}{unit}{unit}")).unwrap();
    Game::from_level(&level).world.check().unwrap();
}

/// The words and glyphs of levels are those of the land and the world.
#[test]
fn levels_speak_the_language_of_the_land() {
    assert_eq!(level::GOODS, Good::ALL.map(Good::name));
    assert_eq!(level::BRUSHES, Brush::ALL.map(Brush::name));
    assert_eq!(level::MEASURES.len(), Measure::ALL.len());
    assert!(
        Measure::ALL
            .iter()
            .zip(level::MEASURES)
            .all(|(measure, word)| counted(2, measure.unit_name()) == format!("2 {word}"))
    );
    assert_eq!(level::UNIT_KINDS, Kind::ALL.map(|kind| kind.row().name));
    let kinds =
        [TownKind::Ruin, TownKind::Inn, TownKind::Hamlet, TownKind::Village, TownKind::Town, TownKind::City];
    assert_eq!(level::TOWN_KINDS, kinds.map(TownKind::name));
    assert_eq!(
        Glyph::ALL.map(|(ground, _, word)| (word, ground.is_blocked())),
        Surface::ALL.map(|s| (s.name(), s.is_blocked()))[..Glyph::ALL.len()],
        "what brushes add comes after what can be drawn"
    );
}

/// Changed levels never panic, neither when read nor when played.
#[test]
fn hostile_levels_cannot_hurt() {
    let mut dice = Dice(3);
    let (mut played, mut refused) = (0, 0);
    for name in ["u-trap", "spy-in-the-valley", "watchtowers", "hold-the-pass"] {
        let text = named(name).text.into_bytes();
        for _ in 0..1500 {
            let mut bytes = text.clone();
            kit::mutate(&mut bytes, &mut dice);
            match Level::parse(&String::from_utf8_lossy(&bytes)) {
                Ok(level) => {
                    let mut game = Game::from_level(&level);
                    for command in sim::solution_commands(&game.world, &level) {
                        // A refusal is a valid result, too.
                        let _ = game.apply(&command);
                    }
                    game.tick();
                    game.world.check().unwrap();
                    played += 1;
                }
                Err(error) => {
                    let lines = String::from_utf8_lossy(&bytes).matches('\n').count() + 1;
                    assert!((1..=lines).contains(&error.line) && error.column > 0 && !error.what.is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(played > 100 && refused > 100, "{played} played, {refused} refused");
    for bomb in ["[".repeat(200_000), format!("name = {}", "{a=".repeat(100_000)), "\u{0}".repeat(1000)] {
        assert!(Level::parse(&bomb).is_err());
    }
}

/// Coordinates are for level files: a player reads where by the nearest settlement, or in which part of the land.
#[test]
fn goals_name_places_without_coordinates_and_times_in_hours() {
    let mut goals = 0;
    for name in ["u-trap", "spy-in-the-valley", "watchtowers", "hold-the-pass", "last-inn", "escort"] {
        let game = Game::from_level(&named(name));
        for goal in &game.world.level_goals.as_ref().unwrap().goals {
            let words = goal_words(&game.world, goal);
            let digits = |text: &str| text.ends_with(|letter: char| letter.is_ascii_digit());
            let has_cell = words
                .split(", ")
                .collect::<Vec<_>>()
                .windows(2)
                .any(|two| digits(two[0]) && two[1].starts_with(|letter: char| letter.is_ascii_digit()));
            assert!(!has_cell && words.contains(" hour") && !words.contains("tick"), "{words}");
            goals += 1;
        }
    }
    assert!(goals > 5);
}

/// An order has the words of its variant, and what it is about behind them. Roads are ordered in the game only.
#[test]
fn a_level_can_give_every_order() {
    let (place, unit) = (Cell::new(12, 5), "Ada".to_owned());
    let mut given = 0;
    for mark in [UnitOrPlaceOf::Place(place), UnitOrPlaceOf::Unit(unit.clone())] {
        for order in LevelOrder::samples(place, &[place, Cell::new(3, 4)], &unit, &mark, &"salt".to_owned()) {
            let variant = format!("{order:?}");
            let word = variant.split('(').next().unwrap().to_lowercase();
            let about = match order.subject() {
                OrderSubject::Nothing => String::new(),
                OrderSubject::Unit(name) | OrderSubject::Goal(name) => name.clone(),
                OrderSubject::Cells(cells) => {
                    let words: Vec<String> =
                        cells.iter().map(|cell| format!("{} {}", cell.x, cell.y)).collect();
                    words.join(", ")
                }
            };
            let read = LevelOrder::parse(&format!("{word} {about}"));
            match order {
                LevelOrder::Connect(_) => assert!(read.is_err(), "{word} has become a word of levels"),
                _ => assert_eq!(read, Ok(order), "{word} {about}"),
            }
            given += 1;
        }
    }
    assert_eq!(given, 2 * variants_of_orders(), "an order has no sample");
}

/// How many orders there are, by their definition.
fn variants_of_orders() -> usize {
    let text = std::fs::read_to_string(kit::home().join("crates/engine/src/level/order.rs")).unwrap();
    let mut items = syn::parse_file(&text).unwrap().items.into_iter();
    let count = |item| match item {
        syn::Item::Enum(item) if item.ident == "OrderOf" => Some(item.variants.len()),
        _ => None,
    };
    items.find_map(count).unwrap()
}
