//! Hostile files: saves with right sums, levels, replays, settings, public maps and their questions, changed at random; and
//! those of them that once did harm, kept in `tests/corpus`.
//!
//! `WAYWORN_TIER` raises the counts; each test prints how many it did in a second. What harms is written to the folder of
//! the build, from where it belongs into the corpus once it is mended.

use crate::kit::{self, Dice, Part};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wayworn::app::play::settings;
use wayworn::grid::Size;
use wayworn::level::Level;
use wayworn::level::benchmark::{PublicMap, parse_scenarios};
use wayworn::save::{self, Header, Replay};
use wayworn::sim::Game;
use wayworn::world::{Brush, Command};

/// Cells of the largest land that is played when a changed file comes out sound.
const PLAYED: usize = 10_000;
/// Ticks that a changed replay is played, at most.
const REPLAYED: u64 = 40;

/// What a file came to.
#[derive(PartialEq, Eq)]
enum Answer {
    Refused,
    Sound,
}

fn of<T, E>(read: &Result<T, E>) -> Answer {
    if read.is_ok() { Answer::Sound } else { Answer::Refused }
}

fn save(bytes: &[u8]) -> Answer {
    of(&save::decode(bytes).map(|world| {
        if world.size().area() <= PLAYED {
            let mut game = Game::from_world(world);
            game.tick();
            game.world.check().unwrap();
        }
    }))
}

fn level(bytes: &[u8]) -> Answer {
    of(&Level::parse(&String::from_utf8_lossy(bytes)).map(|level| {
        if level.size().area() <= PLAYED {
            let mut game = Game::from_level(&level);
            game.tick();
            game.world.check().unwrap();
        }
    }))
}

fn replay(bytes: &[u8]) -> Answer {
    of(&Replay::parse(&String::from_utf8_lossy(bytes)))
}

/// A replay whose land can be made is played as well: whatever was wanted in it, the world stays one.
fn game(bytes: &[u8]) -> Answer {
    let replay = Replay::parse(&String::from_utf8_lossy(bytes));
    let Some(replay) = replay.ok().filter(|replay| replay.header.size.area() <= PLAYED) else {
        return Answer::Refused;
    };
    let Ok(mut game) = save::first_game(&replay.header) else { return Answer::Refused };
    for command in replay.commands {
        while game.world.tick < command.tick.min(REPLAYED) {
            game.tick();
        }
        // A refusal is an answer, too.
        let _ = game.apply(&command.command);
    }
    game.tick();
    game.world.check().unwrap();
    Answer::Sound
}

/// A public map and its questions in one file, one after the other.
fn map(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    let (map, questions) = text.split_once("version").unwrap_or((&text, ""));
    let map = PublicMap::parse(map);
    let size = map.as_ref().map_or(Size::new(9, 9), PublicMap::size);
    let questions = parse_scenarios(&format!("version{questions}"), size);
    if let Ok(map) = &map {
        assert_eq!(map.exact_terrain().size(), size);
    }
    let mut asked = questions.iter().flatten();
    assert!(asked.all(|question| size.contains(question.start) && size.contains(question.goal)));
    if map.is_ok() && questions.is_ok() { Answer::Sound } else { Answer::Refused }
}

fn wishes(bytes: &[u8]) -> Answer {
    of(&settings::parse(&String::from_utf8_lossy(bytes)).map(|wishes| settings::print(&wishes)))
}

/// A reader of files of one kind.
type Reader = fn(&[u8]) -> Answer;

/// The readers of the corpus, by its folders.
const READERS: [(&str, Reader); 6] = [
    ("saves", save),
    ("levels", level),
    ("replays", replay),
    ("games", game),
    ("settings", wishes),
    ("maps", map),
];

/// What many files came to.
struct Tally {
    refused: usize,
    sound: usize,
    a_second: f64,
    /// The longest that one has taken.
    slowest: Duration,
}

impl Tally {
    fn words(&self) -> String {
        let Tally { refused, sound, a_second, slowest } = self;
        format!("{refused} refused, {sound} sound, {a_second:.0} a second, the slowest took {slowest:?}")
    }
}

/// Reads so many changed files, on all cores.
fn read_many(kind: &str, count: usize, make: impl Fn(&mut Dice) -> Vec<u8> + Sync) -> Tally {
    let (_, read) = READERS.into_iter().find(|(name, _)| *name == kind).unwrap();
    let begun = now();
    let one = |round: usize| {
        let mut dice = Dice(wayworn::land::mix(&[round as u64, 77]));
        let (bytes, before) = (make(&mut dice), now());
        let answer = catch_unwind(AssertUnwindSafe(|| read(&bytes)));
        let took = before.elapsed();
        answer.map(|answer| (answer, took)).map_err(|_| {
            let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}-{round}"));
            std::fs::write(&path, &bytes).unwrap();
            path
        })
    };
    let answers: Vec<_> = (0..count).into_par_iter().map(one).collect();
    let a_second = count as f64 / begun.elapsed().as_secs_f64();
    let harmful: Vec<&PathBuf> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    let some = &harmful[..harmful.len().min(9)];
    assert!(harmful.is_empty(), "{} of {count} do harm, such as {some:?}", harmful.len());
    let sound = answers.iter().flatten().filter(|(answer, _)| *answer == Answer::Sound).count();
    let slowest = answers.iter().flatten().map(|(_, took)| *took).max().unwrap_or_default();
    Tally { refused: count - sound, sound, a_second, slowest }
}

#[expect(clippy::disallowed_methods, reason = "how many in a second is told, and nothing depends on it")]
fn now() -> Instant {
    Instant::now()
}

/// Reads so many changed saves that are made of these.
fn change_saves(bases: &[Vec<Part>], count: usize) -> Tally {
    let make = |dice: &mut Dice| {
        let mut parts = bases[dice.below(bases.len())].clone();
        let which = dice.below(parts.len());
        kit::mutate(&mut parts[which].raw, dice);
        kit::put_together(1, &parts)
    };
    read_many("saves", count, make)
}

/// Changed saves with right sums are refused or can be played.
#[test]
fn changed_saves_are_refused_or_sound() {
    let base = |(seed, ticks)| kit::take_apart(&save::encode(&kit::played(seed, 48, ticks).world));
    let tally = change_saves(&[(6, 900), (2, 100)].map(base), kit::many(2000, 2_000_000, 20_000_000));
    println!("saves: {}", tally.words());
    assert!(tally.refused > 300 && tally.sound > 50, "the test tests little: {}", tally.words());
}

/// So are those of older versions, which are led to the present one first.
#[test]
fn changed_old_saves_are_refused_or_sound() {
    let files = std::fs::read_dir(kit::home().join("saves/golden")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|kind| kind == "save")).collect();
    files.sort();
    let saves = files.iter().map(|path| kit::take_apart(&std::fs::read(path).unwrap()));
    let old: Vec<Vec<Part>> = saves.filter(|parts| parts[0].version < save::VERSION).collect();
    assert!(old.len() >= 4, "{} old saves", old.len());
    let tally = change_saves(&old, kit::many(400, 500_000, 5_000_000));
    println!("old saves: {}", tally.words());
    assert!(tally.refused > 80 && tally.sound > 20, "the test tests little: {}", tally.words());
}

/// Changed levels are refused or can be played.
#[test]
fn changed_levels_are_refused_or_sound() {
    let folders = ["lessons", "scenarios"].map(|name| kit::home().join("levels").join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut texts: Vec<String> =
        files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    texts.sort();
    let make = |dice: &mut Dice| kit::mutate_text(&texts[dice.below(texts.len())], dice).into_bytes();
    let tally = read_many("levels", kit::many(2000, 1_000_000, 10_000_000), make);
    println!("levels: {}", tally.words());
    assert!(tally.refused > 500 && tally.sound > 100, "the test tests little: {}", tally.words());
}

/// Changed replays are refused or readable.
#[test]
fn changed_replays_are_refused_or_sound() {
    let text = std::fs::read_to_string(kit::home().join("saves/golden/played-12-128x128.replay")).unwrap();
    let text: String = text.split_inclusive('\n').take(60).collect();
    let make = |dice: &mut Dice| kit::mutate_text(&text, dice).into_bytes();
    let tally = read_many("replays", kit::many(20_000, 1_000_000, 10_000_000), make);
    println!("replays: {}", tally.words());
    assert!(tally.refused > 2000 && tally.sound > 500, "the test tests little: {}", tally.words());
}

/// What a player may want, in the words of a record: all kinds of orders and acts, some of which are no use here.
fn wishes_of_all_kinds() -> Vec<String> {
    let [place, place_too] = [r#"{"x":20,"y":24}"#, r#"{"x":30,"y":9}"#];
    let plain = ["Stop", "Stay", "Explore", "Trade", "Wander", "Rest", "Flee", "Retreat", "Avoid", "Group"];
    let plain = plain.map(|order| format!("\"{order}\""));
    let at = ["Go", "Settle", "Connect", "Guard", "Work"].map(|order| format!("{{\"{order}\":{place}}}"));
    let of = ["Follow", "Attack", "Surround", "Escort"].map(|order| format!("{{\"{order}\":4}}"));
    let on = ["Spy", "Defend", "Shun"].map(|order| format!("{{\"{order}\":{{\"Unit\":3}}}}"));
    let others = [format!(r#"{{"Patrol":[{place},{place_too}]}}"#), r#"{"Search":"Settlement"}"#.to_owned()];
    let orders: Vec<String> = plain.into_iter().chain(at).chain(of).chain(on).chain(others).collect();
    let brushes = Brush::ALL.map(|brush| {
        format!(r#"{{"Bend":{{"stroke":1,"brush":"{brush:?}","cells":[{place},{place_too}]}}}}"#)
    });
    let told = orders.iter().map(|order| {
        format!(
            r#"{{"Orders":{{"units":[1,2,5],"orders":[{order},{{"Go":{place_too}}}],"queue":"Append"}}}}"#
        )
    });
    let pushed = orders
        .iter()
        .map(|order| format!(r#"{{"EditStack":{{"unit":2,"height":1,"edit":{{"Push":{order}}}}}}}"#));
    let others = [
        r#"{"FreeBuild":true}"#.to_owned(),
        r#"{"Unqueue":{"units":[1,2]}}"#.to_owned(),
        format!(r#"{{"Spawn":{{"kind":"Scout","cell":{place}}}}}"#),
        format!(r#"{{"Remove":{{"cells":[{place},{place_too}]}}}}"#),
        format!(r#"{{"Rally":{{"town":0,"orders":[{{"Go":{place}}}]}}}}"#),
        r#"{"EditOrders":{"unit":1,"at":0,"place":null,"edit":"Remove"}}"#.to_owned(),
        r#""Undo""#.to_owned(),
        r#""NextAmbition""#.to_owned(),
        r#"{"StepIn":2}"#.to_owned(),
        r#"{"Do":"Wait"}"#.to_owned(),
        format!(r#"{{"Do":{{"Travel":{place}}}}}"#),
        r#""StepOut""#.to_owned(),
        r#""NextLife""#.to_owned(),
    ];
    let all: Vec<String> = others.into_iter().chain(brushes).chain(told).chain(pushed).collect();
    for wish in &all {
        assert!(serde_json::from_str::<Command>(wish).is_ok(), "{wish} is no command any more");
    }
    all
}

/// A record of these wishes, a few in each tick, of another land each time; now and then with a number that is too large,
/// or damaged like any text.
fn made_up_record(wishes: &[String], dice: &mut Dice) -> String {
    const NUMBERS: [&str; 9] =
        ["0", "1", "7", "47", "48", "255", "65535", "4294967295", "18446744073709551615"];
    let head = Header::new(dice.roll() % 9, Size::new(48, 48), None).wander(dice.below(8) == 0).text();
    let mut tick = 0;
    let line = |number: usize| {
        let mut wish = wishes[dice.below(wishes.len())].clone();
        let digits: Vec<usize> =
            wish.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(place, _)| place).collect();
        if !digits.is_empty() && dice.below(3) == 0 {
            let place = digits[dice.below(digits.len())];
            let small = dice.below(40).to_string();
            let number = if dice.below(12) == 0 { NUMBERS[dice.below(NUMBERS.len())] } else { &small };
            wish.replace_range(place..=place, number);
        }
        tick += dice.below(3);
        format!("c {tick} {number} {wish}\n")
    };
    let lines: String = (0..30).map(line).collect();
    let text = head + &lines;
    if dice.below(4) == 0 { kit::mutate_text(&text, dice) } else { text }
}

/// Replays that nobody ever played: what can be read can be played, and comes to a world.
#[test]
fn made_up_replays_are_refused_or_can_be_played() {
    let wishes = wishes_of_all_kinds();
    let make = |dice: &mut Dice| made_up_record(&wishes, dice).into_bytes();
    let tally = read_many("games", kit::many(200, 200_000, 2_000_000), make);
    println!("games: {}", tally.words());
    assert!(tally.refused > 50 && tally.sound > 50, "the test tests little: {}", tally.words());
}

/// Changed public maps and questions are refused or readable.
#[test]
fn changed_maps_are_refused_or_sound() {
    let folder = kit::home().join("levels/suite");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "map"));
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let Size { width, height } = PublicMap::parse(&text).unwrap().size();
        let question = |i: u16| {
            format!("{i}\ta map.map\t{width}\t{height}\t0\t{}\t{}\t0\t{i}.41421356\n", i % height, i % width)
        };
        let questions: String = (0..20).map(question).collect();
        format!("{text}version 1\n{questions}")
    };
    let texts: Vec<String> = files.into_iter().map(read).collect();
    assert!(texts.len() > 10 && texts.iter().all(|text| map(text.as_bytes()) == Answer::Sound));
    let make = |dice: &mut Dice| kit::mutate_text(&texts[dice.below(texts.len())], dice).into_bytes();
    let tally = read_many("maps", kit::many(5000, 1_000_000, 10_000_000), make);
    println!("maps: {}", tally.words());
    assert!(tally.refused > 1000 && tally.sound > 200, "the test tests little: {}", tally.words());
}

/// Changed settings are refused or readable.
#[test]
fn changed_settings_are_refused_or_sound() {
    let usual = settings::print(&settings::Settings::default());
    let taken = |line: &str| {
        line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line).to_owned() + "\n"
    };
    let text: String = usual.lines().map(taken).collect();
    assert!(wishes(text.as_bytes()) == Answer::Sound);
    let make = |dice: &mut Dice| kit::mutate_text(&text, dice).into_bytes();
    let tally = read_many("settings", kit::many(3000, 1_000_000, 10_000_000), make);
    println!("settings: {}", tally.words());
    assert!(tally.refused > 1000 && tally.sound > 100, "the test tests little: {}", tally.words());
}

/// What once did harm, here or elsewhere, does none; a name that ends in `.refused` is also refused.
#[test]
fn the_corpus_does_no_harm() {
    for (kind, read) in READERS {
        // Games are replays that are played.
        let folder = kit::home().join("tests/corpus").join(if kind == "games" { "replays" } else { kind });
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let answer = catch_unwind(AssertUnwindSafe(|| read(&bytes)));
            let Ok(answer) = answer else { panic!("{} does harm", path.display()) };
            let is_refused = path.to_string_lossy().ends_with(".refused");
            assert!(!is_refused || answer == Answer::Refused, "{} was taken", path.display());
            count += 1;
        }
        assert!(count > 2, "{} is empty", folder.display());
    }
}
