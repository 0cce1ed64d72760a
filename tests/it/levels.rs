//! Levels: each one in the tree is played, and what is wrong with one is told with line and column.

use crate::kit::{self, Dice};
use std::path::{Path, PathBuf};
use wayworn::grid::Cell;
use wayworn::land::{Good, Surface};
use wayworn::level::{self, Ground, Level};
use wayworn::save;
use wayworn::sim::Game;
use wayworn::world::{Kind, Tier, TownKind};

const SMALL: &str = "name = \"x\"\nabout = \"y\"\nmap = '''\n.....\n..=..\n..~..\n.....\n'''\n";

fn read(path: &Path) -> Level {
    save::load_level(path).unwrap_or_else(|error| panic!("{error}"))
}

/// Every level in the tree, in the order of their names.
fn all() -> Vec<PathBuf> {
    let mut levels: Vec<PathBuf> = Vec::new();
    for folder in ["levels/lessons", "levels/scenarios"] {
        let files = std::fs::read_dir(kit::home().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        levels.extend(files.filter(|file| file.extension().is_some_and(|extension| extension == "toml")));
    }
    levels.sort();
    levels
}

/// In each level, everybody who has a goal reaches it in time.
#[test]
fn every_goal_of_every_level_is_reached() {
    assert!(all().len() >= 2);
    for path in all() {
        let level = read(&path);
        let mut game = Game::from_level(&level);
        game.world.check().unwrap();
        let mut open: Vec<_> = level.goals.iter().collect();
        let last = open.iter().map(|goal| goal.within).max().unwrap_or(0);
        while game.world.tick < last && !open.is_empty() {
            game.tick();
            open.retain(|goal| {
                let unit = game.world.units.iter().find(|unit| unit.name == goal.unit);
                unit.is_none_or(|unit| unit.cell != goal.cell) || game.world.tick > goal.within
            });
        }
        let missed: Vec<_> = open.iter().map(|goal| (&goal.unit, goal.cell, goal.within)).collect();
        assert!(missed.is_empty(), "{}: not reached in time: {missed:?}", path.display());
    }
}

/// Who looks before walking never enters the bay of the wall.
#[test]
fn nobody_walks_into_the_trap() {
    let level = read(&kit::home().join("levels/lessons/u-trap.toml"));
    let mut game = Game::from_level(&level);
    let inside = |cell: Cell| (10..22).contains(&cell.x) && (4..13).contains(&cell.y);
    for _ in 0..level.goals[0].within {
        game.tick();
        let ada = &game.world.units[0];
        assert!(!inside(ada.cell), "Ada is in the trap at tick {}", game.world.tick);
    }
}

/// Where three hamlets trade, feet make a path over the ford and through the pass.
#[test]
fn trade_wears_a_way_between_three_hamlets() {
    let level = read(&kit::home().join("levels/scenarios/three-hamlets.toml"));
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

/// What is wrong is told with line and column, and with what would be right.
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
        (with("heights = '''\n00000\n0x000\n00000\n00000\n'''\n"), "11:2", "use a digit"),
        (with("heights = '''\n00000\n00000\n'''\n"), "9:11", "2 rows of heights and 4 of the map"),
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
    assert_eq!(level::UNIT_KINDS, Kind::ALL.map(|kind| kind.row().name));
    let kinds =
        [TownKind::Ruin, TownKind::Inn, TownKind::Hamlet, TownKind::Village, TownKind::Town, TownKind::City];
    assert_eq!(level::TOWN_KINDS, kinds.map(TownKind::name));
    assert_eq!(
        Ground::ALL.map(|(ground, _, word)| (word, ground.is_blocked())),
        Surface::ALL.map(|s| (s.name(), s.is_blocked()))[..Ground::ALL.len()],
        "what brushes add comes after what can be drawn"
    );
}

/// Changed levels never panic: not while they are read, nor when a game is made of them.
#[test]
fn hostile_levels_cannot_hurt() {
    let text = std::fs::read(kit::home().join("levels/lessons/u-trap.toml")).unwrap();
    let mut dice = Dice(3);
    let mut played = 0;
    for _ in 0..5000 {
        let mut bytes = text.clone();
        kit::mutate(&mut bytes, &mut dice);
        if let Ok(level) = Level::parse(&String::from_utf8_lossy(&bytes)) {
            Game::from_level(&level).world.check().unwrap();
            played += 1;
        }
    }
    assert!(played > 100);
    for bomb in ["[".repeat(200_000), format!("name = {}", "{a=".repeat(100_000)), "\u{0}".repeat(1000)] {
        assert!(Level::parse(&bomb).is_err());
    }
}
