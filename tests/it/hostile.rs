//! Hostile files: saves with valid checksums, levels, replays, settings, public maps and their scenarios, changed at
//! random; and files that once did harm, kept in `tests/corpus`.
//!
//! `WAYWORN_TIER` raises the counts; each test prints its rate. A harmful file is written to the build folder, and
//! belongs in the corpus once the fault is fixed.

use crate::golden;
use crate::kit::{self, Dice, Part};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use wayworn::app::play::settings;
use wayworn::benchmark::{PublicMap, parse_scenarios};
use wayworn::grid::{Cell, Layer, Size};
use wayworn::land::Surface;
use wayworn::level::Level;
use wayworn::save::{self, Replay, ReplayHeader};
use wayworn::sim::Game;
use wayworn::world::{Brush, Command, Order, SearchGoal, UnitId, UnitOrPlace};

/// Most cells of a land that is played when a changed file turns out sound.
const PLAYED: usize = 10_000;
/// Most ticks that a changed replay is played.
const REPLAYED: u64 = 40;
/// Most CPU time to judge a changed file.
pub(crate) const READ_MAX: Duration = Duration::from_millis(100);
/// Most CPU time to play a sound one.
const PLAYED_MAX: Duration = Duration::from_millis(200);

/// The result of reading a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Refused,
    Sound,
}

/// The result and its cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub answer: Answer,
    /// CPU time to judge the file.
    pub read: Duration,
    /// CPU time to play it.
    pub played: Duration,
}

/// Reads a file, and plays its contents if sound.
fn find<T, E>(read: impl FnOnce() -> Result<T, E>, play: impl FnOnce(T) -> Answer) -> Found {
    let begun = kit::worked();
    let file = read();
    let known = kit::worked();
    let answer = file.map_or(Answer::Refused, play);
    Found { answer, read: known.saturating_sub(begun), played: kit::worked().saturating_sub(known) }
}

/// Runs a tick of a land that is not too large.
fn tick(mut game: Game) -> Answer {
    if game.world.size().area() <= PLAYED {
        game.tick();
        game.world.check().unwrap();
    }
    Answer::Sound
}

fn save(bytes: &[u8]) -> Found {
    find(|| save::decode(bytes), |world| tick(Game::from_world(world)))
}

/// Only reads a save.
fn world(bytes: &[u8]) -> Found {
    find(|| save::decode(bytes), |_| Answer::Sound)
}

fn level(bytes: &[u8]) -> Found {
    find(
        || Level::parse(&String::from_utf8_lossy(bytes)),
        |level| if level.size().area() <= PLAYED { tick(Game::from_level(&level)) } else { Answer::Sound },
    )
}

fn replay(bytes: &[u8]) -> Found {
    find(|| Replay::parse(&String::from_utf8_lossy(bytes)), |_| Answer::Sound)
}

/// A replay whose land can be made is also played: whatever its commands, the world stays sound.
fn game(bytes: &[u8]) -> Found {
    find(|| Replay::parse(&String::from_utf8_lossy(bytes)), play)
}

fn play(replay: Replay) -> Answer {
    let header = &replay.header;
    // A level has a size of its own, whatever the header says.
    let level = header.level.as_ref().and_then(|text| Level::parse(text).ok()).map(|level| level.size());
    if level.unwrap_or(header.size).area() > PLAYED {
        return Answer::Refused;
    }
    let Ok(mut game) = save::first_game(header) else { return Answer::Refused };
    for command in replay.commands {
        while game.world.tick < command.tick.min(REPLAYED) {
            game.tick();
        }
        // A refusal is a valid result, too.
        let _ = game.apply(&command.command);
    }
    game.tick();
    game.world.check().unwrap();
    Answer::Sound
}

/// A public map followed by its scenarios in one file.
fn map(bytes: &[u8]) -> Found {
    let text = String::from_utf8_lossy(bytes);
    let (map, questions) = text.split_once("version").unwrap_or((&text, ""));
    let read = || {
        let map = PublicMap::parse(map);
        let size = map.as_ref().map_or(Size::new(9, 9), PublicMap::size);
        let questions = parse_scenarios(&format!("version{questions}"), size);
        let mut asked = questions.iter().flatten();
        assert!(asked.all(|question| size.contains(question.start) && size.contains(question.goal)));
        questions.map_err(drop).and(map.map_err(drop))
    };
    find(read, |map| {
        assert_eq!(map.exact_terrain().size(), map.size());
        Answer::Sound
    })
}

fn settings_files(bytes: &[u8]) -> Found {
    let read = || settings::parse(&String::from_utf8_lossy(bytes));
    find(read, |settings| {
        settings::settings_text(&settings);
        Answer::Sound
    })
}

/// A reader of files of one kind.
pub(crate) type Reader = fn(&[u8]) -> Found;

/// The readers of the corpus, by folder.
pub(crate) const READERS: [(&str, Reader); 6] = [
    ("saves", save),
    ("levels", level),
    ("replays", replay),
    ("games", game),
    ("settings", settings_files),
    ("maps", map),
];

/// Totals of many files.
struct Tally {
    refused: usize,
    sound: usize,
    a_second: f64,
    /// The longest time to read one, and to play one.
    read: Duration,
    played: Duration,
}

impl Tally {
    fn words(&self) -> String {
        let Tally { refused, sound, a_second, read, played } = self;
        format!(
            "{refused} refused, {sound} sound, {a_second:.0} a second; of the processor's time the slowest took {read:?} to \
             read and {played:?} to play"
        )
    }
}

/// Reads this many changed files on all cores, each on one thread, so that its cost can be measured.
fn read_many(kind: &str, count: usize, make: impl Fn(&mut Dice) -> Vec<u8> + Sync) -> Tally {
    let (_, read) = READERS.into_iter().find(|(name, _)| *name == kind).unwrap();
    read_many_by(read, kind, count, make)
}

fn read_many_by(read: Reader, kind: &str, count: usize, make: impl Fn(&mut Dice) -> Vec<u8> + Sync) -> Tally {
    let begun = now();
    let one = |round: usize| {
        let bytes = make(&mut dice(round));
        catch_unwind(AssertUnwindSafe(|| read(&bytes))).map_err(|_| {
            let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}-{round}"));
            std::fs::write(&path, &bytes).unwrap();
            path
        })
    };
    let next = AtomicUsize::new(0);
    let rounds = || std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < count));
    let work = || kit::on_threads(1, || rounds().map(one).collect::<Vec<_>>());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let answers: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let a_second = count as f64 / begun.elapsed().as_secs_f64();
    let harmful: Vec<&PathBuf> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    let some = &harmful[..harmful.len().min(9)];
    assert!(harmful.is_empty(), "{} of {count} do harm, such as {some:?}", harmful.len());
    let found = || answers.iter().flatten();
    let sound = found().filter(|found| found.answer == Answer::Sound).count();
    let longest = |took: fn(&Found) -> Duration| found().map(took).max().unwrap_or_default();
    let (read, played) = (longest(|found| found.read), longest(|found| found.played));
    assert!(read < READ_MAX, "{kind}: to read one of them took {read:?}");
    assert!(played < PLAYED_MAX, "{kind}: to play one of them took {played:?}");
    Tally { refused: count - sound, sound, a_second, read, played }
}

/// Random numbers for a changed file.
pub(crate) fn dice(round: usize) -> Dice {
    Dice(wayworn::land::mix(&[round as u64, 77]))
}

#[expect(clippy::disallowed_methods, reason = "the rate is only printed")]
fn now() -> Instant {
    Instant::now()
}

/// Makes a changed file.
pub(crate) type Make = Box<dyn Fn(&mut Dice) -> Vec<u8> + Sync>;

/// Makers of changed files of each kind.
pub(crate) fn makers() -> Vec<(&'static str, Make)> {
    vec![
        ("saves", changed_saves(bases())),
        ("saves", changed_saves(golden_bases())),
        ("levels", changed_texts(level_texts())),
        ("replays", changed_texts(vec![beginning("played-12-128x128.replay", 60)])),
        ("games", changed_texts(beginnings())),
        ("games", made_up_records()),
        ("maps", changed_texts(map_texts())),
        ("settings", changed_texts(vec![settings_text()])),
    ]
}

/// Changed saves made from these, with valid checksums.
fn changed_saves(mut bases: Vec<Vec<Part>>) -> Make {
    // Unchanged parts are packed once.
    bases.iter_mut().flatten().for_each(|part| part.packed = Some(part.pack()));
    Box::new(move |dice| {
        let mut parts = bases[dice.below(bases.len())].clone();
        let which = dice.below(parts.len());
        parts[which].packed = None;
        kit::mutate(&mut parts[which].raw, dice);
        kit::put_together(1, &parts)
    })
}

/// Changed texts made from these.
fn changed_texts(texts: Vec<String>) -> Make {
    Box::new(move |dice| kit::mutate_text(&texts[dice.below(texts.len())], dice).into_bytes())
}

fn bases() -> Vec<Vec<Part>> {
    let base = |(seed, ticks)| kit::take_apart(&save::encode(&kit::played(seed, 48, ticks).world));
    [(6, 900), (2, 100)].map(base).into()
}

/// Changed saves with valid checksums are refused or playable.
#[test]
fn changed_saves_are_refused_or_sound() {
    let tally = read_many("saves", kit::many(2000, 200_000, 2_000_000), changed_saves(bases()));
    println!("saves: {}", tally.words());
    assert!(tally.refused > 300 && tally.sound > 50, "the test tests little: {}", tally.words());
}

/// Many more are only read: decoding and judging meet foreign bytes first.
#[test]
fn changed_saves_are_read_without_harm() {
    let count = kit::many(10_000, 1_000_000, 10_000_000);
    let tally = read_many_by(world, "saves", count, changed_saves(bases()));
    println!("saves, only read: {}", tally.words());
    assert!(tally.refused > 1500 && tally.sound > 250, "the test tests little: {}", tally.words());
}

/// The golden saves.
fn golden_bases() -> Vec<Vec<Part>> {
    golden::kept().iter().map(|(_, bytes)| kit::take_apart(bytes)).collect()
}

/// So are golden saves, among them a level and a wanderer's game.
#[test]
fn changed_golden_saves_are_refused_or_sound() {
    let tally = read_many("saves", kit::many(400, 50_000, 500_000), changed_saves(golden_bases()));
    println!("golden saves: {}", tally.words());
    assert!(tally.refused > 80 && tally.sound > 20, "the test tests little: {}", tally.words());
}

/// The texts of all levels.
fn level_texts() -> Vec<String> {
    let folders =
        ["see", "price", "fear", "crowd", "build"].map(|name| kit::home().join("levels").join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut texts: Vec<String> =
        files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    texts.sort();
    texts
}

/// Changed levels are refused or playable.
#[test]
fn changed_levels_are_refused_or_sound() {
    let tally = read_many("levels", kit::many(2000, 100_000, 1_000_000), changed_texts(level_texts()));
    println!("levels: {}", tally.words());
    assert!(tally.refused > 500 && tally.sound > 100, "the test tests little: {}", tally.words());
}

/// The first lines of a record.
fn beginning(name: &str, lines: usize) -> String {
    let text = std::fs::read_to_string(kit::home().join("saves/golden").join(name)).unwrap();
    text.split_inclusive('\n').take(lines).collect()
}

/// The first lines of records of small lands.
fn beginnings() -> Vec<String> {
    (1..=6).map(|number| beginning(&format!("long-{number:02}-64x64.replay"), 60)).collect()
}

/// Changed replays are refused or readable, and those of small lands are playable.
#[test]
fn changed_replays_are_refused_or_sound() {
    let make = changed_texts(vec![beginning("played-12-128x128.replay", 60)]);
    let tally = read_many("replays", kit::many(20_000, 100_000, 1_000_000), make);
    println!("replays: {}", tally.words());
    assert!(tally.refused > 2000 && tally.sound > 500, "the test tests little: {}", tally.words());
    let tally = read_many("games", kit::many(15_000, 100_000, 1_000_000), changed_texts(beginnings()));
    println!("replays that are played: {}", tally.words());
    assert!(tally.refused > 2000 && tally.sound > 30, "the test tests little: {}", tally.words());
}

/// Commands of all kinds in the format of a record: orders and acts, some of no use here.
fn commands_of_all_kinds() -> Vec<String> {
    let [place, place_too] = [r#"{"x":20,"y":24}"#, r#"{"x":30,"y":9}"#];
    let mark = UnitOrPlace::Unit(UnitId(3));
    let points = [Cell::new(20, 24), Cell::new(30, 9)];
    let orders = Order::samples(points[0], &points, &UnitId(4), &mark, &SearchGoal::Settlement);
    let orders: Vec<String> = orders.iter().map(|order| serde_json::to_string(order).unwrap()).collect();
    let brushes = Brush::ALL.map(|brush| {
        format!(r#"{{"EditLand":{{"stroke":1,"brush":"{brush:?}","cells":[{place},{place_too}]}}}}"#)
    });
    let given = orders.iter().map(|order| {
        format!(
            r#"{{"Orders":{{"units":[1,2,5],"orders":[{order},{{"Go":{place_too}}}],"queue":"Append"}}}}"#
        )
    });
    let pushed = orders
        .iter()
        .map(|order| format!(r#"{{"EditStack":{{"unit":2,"height":1,"edit":{{"Push":{order}}}}}}}"#));
    let others = [
        r#"{"FreeBuild":true}"#.to_owned(),
        r#"{"UndoOrders":{"units":[1,2]}}"#.to_owned(),
        format!(r#"{{"Spawn":{{"kind":"Scout","cell":{place}}}}}"#),
        format!(r#"{{"Remove":{{"cells":[{place},{place_too}]}}}}"#),
        format!(r#"{{"Rally":{{"town":0,"orders":[{{"Go":{place}}}]}}}}"#),
        r#"{"EditOrders":{"unit":1,"at":0,"place":null,"edit":"Remove"}}"#.to_owned(),
        r#""Undo""#.to_owned(),
        r#"{"AnswerCharter":{"charter":0,"accept":true}}"#.to_owned(),
        r#"{"Possess":2}"#.to_owned(),
        r#"{"TakeAction":"Wait"}"#.to_owned(),
        format!(r#"{{"TakeAction":{{"Travel":{place}}}}}"#),
        r#""Release""#.to_owned(),
        r#""NextLife""#.to_owned(),
    ];
    let all: Vec<String> = others.into_iter().chain(brushes).chain(given).chain(pushed).collect();
    for wish in &all {
        assert!(serde_json::from_str::<Command>(wish).is_ok(), "{wish} is no command any more");
    }
    all
}

/// A record of these commands, a few in each tick, on a random land; now and then with a number too large, or damaged
/// like any text.
fn made_up_record(commands: &[String], dice: &mut Dice) -> String {
    const NUMBERS: [&str; 9] =
        ["0", "1", "7", "47", "48", "255", "65535", "4294967295", "18446744073709551615"];
    let head = ReplayHeader::new(dice.roll() % 9, Size::new(48, 48), None).wander(dice.below(8) == 0).text();
    let mut tick = 0;
    let line = |number: usize| {
        let mut command = commands[dice.below(commands.len())].clone();
        let digits: Vec<usize> =
            command.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(place, _)| place).collect();
        if !digits.is_empty() && dice.below(3) == 0 {
            let place = digits[dice.below(digits.len())];
            let small = dice.below(40).to_string();
            let number = if dice.below(12) == 0 { NUMBERS[dice.below(NUMBERS.len())] } else { &small };
            command.replace_range(place..=place, number);
        }
        tick += dice.below(3);
        format!("c {tick} {number} {command}\n")
    };
    let lines: String = (0..30).map(line).collect();
    let text = head + &lines;
    if dice.below(4) == 0 { kit::mutate_text(&text, dice) } else { text }
}

/// Records of games never played.
fn made_up_records() -> Make {
    let commands = commands_of_all_kinds();
    Box::new(move |dice| made_up_record(&commands, dice).into_bytes())
}

/// Records of games never played: a readable one can be played, and leaves a sound world.
#[test]
fn made_up_replays_are_refused_or_can_be_played() {
    let tally = read_many("games", kit::many(200, 20_000, 200_000), made_up_records());
    println!("games: {}", tally.words());
    assert!(tally.refused > 50 && tally.sound > 50, "the test tests little: {}", tally.words());
}

/// Public maps, each followed by scenarios.
fn map_texts() -> Vec<String> {
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
    assert!(texts.len() > 10 && texts.iter().all(|text| map(text.as_bytes()).answer == Answer::Sound));
    texts
}

/// Changed public maps and scenarios are refused or readable.
#[test]
fn changed_maps_are_refused_or_sound() {
    let tally = read_many("maps", kit::many(5000, 100_000, 1_000_000), changed_texts(map_texts()));
    println!("maps: {}", tally.words());
    assert!(tally.refused > 1000 && tally.sound > 200, "the test tests little: {}", tally.words());
}

/// The default settings with a line for each.
fn settings_text() -> String {
    let usual = settings::settings_text(&settings::Settings::default());
    let taken = |line: &str| {
        line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line).to_owned() + "\n"
    };
    let text: String = usual.lines().map(taken).collect();
    assert!(settings_files(text.as_bytes()).answer == Answer::Sound);
    text
}

/// Changed settings are refused or readable.
#[test]
fn changed_settings_are_refused_or_sound() {
    let make = changed_texts(vec![settings_text()]);
    let tally = read_many("settings", kit::many(3000, 100_000, 1_000_000), make);
    println!("settings: {}", tally.words());
    assert!(tally.refused > 1000 && tally.sound > 100, "the test tests little: {}", tally.words());
}

/// Files that once did harm, here or elsewhere, do none; those ending in `.refused` are refused.
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
            assert!(!is_refused || answer.answer == Answer::Refused, "{} was taken", path.display());
            count += 1;
        }
        assert!(count > 2, "{} is empty", folder.display());
    }
}

/// A layer is read back from its own bytes alone: not from one less or one more, and not with a value that is none.
#[test]
fn a_layer_that_does_not_fit_its_land_is_refused() {
    let size = Size::new(3, 2);
    let read =
        |bytes: &[u8]| postcard::from_bytes::<Layer<u16>>(&postcard::to_allocvec(&(size, bytes)).unwrap());
    assert_eq!(read(&[1, 2, 3, 4, 5, 6, 0, 1, 0, 0, 0, 0]).unwrap().values(), [1, 258, 3, 4, 5, 6]);
    for count in (0..12).chain(13..20) {
        assert!(read(&vec![0; count]).is_err(), "{count} bytes");
    }
    let grounds = postcard::to_allocvec(&(size, &[0, 0, 0, 0, 0, 255][..])).unwrap();
    assert!(postcard::from_bytes::<Layer<Surface>>(&grounds).is_err());
}
