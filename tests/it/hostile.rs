//! Hostile files: saves with right sums, levels, replays and settings, changed at random; and those of them that once did
//! harm, kept in `tests/corpus`.
//!
//! `WAYWORN_TIER` raises the counts; each test prints how many it did in a second. What harms is written to the folder of
//! the build, from where it belongs into the corpus once it is mended.

use crate::kit::{self, Dice};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wayworn::app::play::settings;
use wayworn::level::Level;
use wayworn::save::{self, Replay};
use wayworn::sim::Game;

/// Cells of the largest land that is played when a changed file comes out sound.
const PLAYED: usize = 10_000;

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
            Game::from_world(world).tick();
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

fn wishes(bytes: &[u8]) -> Answer {
    of(&settings::parse(&String::from_utf8_lossy(bytes)).map(|wishes| settings::print(&wishes)))
}

/// A reader of files of one kind.
type Reader = fn(&[u8]) -> Answer;

/// The readers of the corpus, by its folders.
const READERS: [(&str, Reader); 4] =
    [("saves", save), ("levels", level), ("replays", replay), ("settings", wishes)];

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

/// Changed saves with right sums are refused or can be played.
#[test]
fn changed_saves_are_refused_or_sound() {
    let base = |(seed, ticks)| kit::take_apart(&save::encode(&kit::played(seed, 48, ticks).world));
    let bases = [(6, 900), (2, 100)].map(base);
    let make = |dice: &mut Dice| {
        let mut parts = bases[dice.below(bases.len())].clone();
        let which = dice.below(parts.len());
        kit::mutate(&mut parts[which].raw, dice);
        kit::put_together(1, &parts)
    };
    let tally = read_many("saves", kit::many(2000, 2_000_000, 20_000_000), make);
    println!("saves: {}", tally.words());
    assert!(tally.refused > 300 && tally.sound > 50, "the test tests little: {}", tally.words());
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
        let folder = kit::home().join("tests/corpus").join(kind);
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
