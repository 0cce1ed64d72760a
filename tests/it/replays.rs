//! Replays: a record plays again to the same hashes, and reports where it does not.

use crate::kit::{self, Dice};
use std::path::PathBuf;
use wayworn::grid::{Cell, Size};
use wayworn::save::{self, HASH_EVERY, RecordedCommand, Replay, ReplayHeader, SaveSlot, VerifyError};
use wayworn::sim::Game;
use wayworn::world::{Brush, Command, Hashes, Kind, Order, PeopleIx, Queue, StackEdit, TownIx, Unit};

/// Plays a game in a slot for some ticks, recording it; saves and quits at the end.
fn session(slot: &SaveSlot, seed: u64, ticks: u64) {
    let loaded = slot.load().unwrap();
    let (mut game, mut recorder) = match loaded {
        None => {
            let game = kit::game(seed, 64);
            let recorder = slot.start_record(&ReplayHeader::new(seed, game.world.size(), None));
            (game, recorder)
        }
        Some(loaded) => {
            let (recorder, note) = slot.resume_record(&loaded);
            assert_eq!(note, None);
            (Game::from_world(loaded.world), recorder)
        }
    };
    for _ in 0..ticks {
        let tick = game.world.tick;
        if let Some(command) = kit::command(&mut game, seed) {
            recorder.command(tick, &command);
        }
        game.tick();
        if game.world.tick.is_multiple_of(HASH_EVERY) {
            recorder.hashes(game.world.tick, &game.world.hash());
        }
    }
    recorder.flush().unwrap();
    slot.save(&game.world, recorder.commands()).unwrap();
}

fn replay_of(slot: &SaveSlot) -> Replay {
    Replay::parse(&std::fs::read_to_string(slot.replay_path()).unwrap()).unwrap()
}

/// Played in three sittings, verified from the first tick on one thread and on two.
#[test]
fn a_record_plays_again_to_the_same_hashes() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    for ticks in [333, 300, 217] {
        session(&slot, 12, ticks);
    }
    let replay = replay_of(&slot);
    assert_eq!(replay.hashes.len(), 8);
    assert!(replay.commands.len() > 8);
    for threads in [1, 2] {
        let verified = save::verify(&replay, threads).unwrap();
        assert_eq!((verified.ticks, verified.hashes_checked), (replay.last_tick(), 8));
    }
    assert_eq!(Replay::parse(&replay.text()).unwrap(), replay);
}

/// A record counts how often its player redirected a unit that was on its way already.
#[test]
fn a_record_counts_redirected_units() {
    let mut game = kit::game(12, 64);
    let mut replay = Replay {
        header: ReplayHeader::new(12, game.world.size(), None),
        commands: Vec::new(),
        hashes: Vec::new(),
        note: None,
    };
    let (mut given, mut taken) = (0, 0);
    for _ in 0..600 {
        let porters = game
            .world
            .units
            .iter()
            .filter(|unit| unit.people == PeopleIx::PLAYER && unit.kind == Kind::Porter);
        let walks = |unit: &Unit| unit.path.as_ref().is_some_and(|path| !path.is_over());
        // Orders alternate between standing and walking units; queued orders do not count.
        let wanted = (game.world.tick / 100).is_multiple_of(2);
        if game.world.tick % 100 == 99
            && let Some(porter) = porters.clone().find(|unit| walks(unit) == wanted)
        {
            (given, taken) = (given + 1, taken + u32::from(wanted));
            for queue in [Queue::Replace, Queue::Append] {
                let orders = vec![Order::Go(game.world.towns[TownIx(0)].cell)];
                let command = Command::Orders { units: vec![porter.id], orders, queue };
                replay.commands.push(RecordedCommand { tick: game.world.tick, command });
            }
        }
        let now = game.world.tick;
        for recorded in replay.commands.iter().filter(|recorded| recorded.tick == now) {
            game.apply(&recorded.command).unwrap();
        }
        game.tick();
    }
    replay.hashes.push((game.world.tick, game.world.hash()));
    let led = save::verify(&replay, 2).unwrap().manual_orders;
    assert_eq!((led.orders, led.overrides), (given, taken));
    assert!(given > 2, "{given} orders");
}

/// Orders pushed onto a stack, dropped from it and cleared are recorded, too.
#[test]
fn changes_of_stacks_play_again() {
    let mut game = kit::game(12, 64);
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    let mut recorder = slot.start_record(&ReplayHeader::new(12, game.world.size(), None));
    let unit = game.world.units.iter().find(|unit| unit.people == PeopleIx::PLAYER).unwrap().id;
    let changes =
        [StackEdit::Push(Order::Stay), StackEdit::Push(Order::Wander), StackEdit::Drop, StackEdit::Clear];
    for edit in changes {
        for _ in 0..HASH_EVERY {
            game.tick();
            if game.world.tick.is_multiple_of(HASH_EVERY) {
                recorder.hashes(game.world.tick, &game.world.hash());
            }
        }
        let height = game.world.unit(unit).unwrap().stack.len() as u8;
        let command = Command::EditStack { unit, height, edit };
        recorder.command(game.world.tick, &command);
        game.apply(&command).unwrap();
    }
    for _ in 0..HASH_EVERY {
        game.tick();
    }
    recorder.hashes(game.world.tick, &game.world.hash());
    recorder.flush().unwrap();
    let replay = replay_of(&slot);
    assert_eq!(replay.commands.len(), 4);
    assert_eq!(save::verify(&replay, 2).unwrap().hashes_checked, 5);
}

/// A game that began from a level carries the level in its record.
#[test]
fn a_record_of_a_level_plays_again() {
    let level = save::load_level(&kit::home().join("tests/it/hamlets.toml")).unwrap();
    let mut game = Game::from_level(&level);
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    let mut recorder = slot.start_record(&ReplayHeader::of_level(&level));
    for _ in 0..300 {
        game.tick();
        recorder.hashes(game.world.tick, &game.world.hash());
    }
    recorder.flush().unwrap();
    let replay = save::load_replay(&slot.replay_path()).unwrap();
    assert_eq!(save::verify(&replay, 2).unwrap().hashes_checked, 300);
}

/// Commands recorded after the save are discarded when the game resumes from the save.
#[test]
fn lines_after_the_save_are_cut() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    session(&slot, 5, 210);
    let saved = std::fs::read(slot.path()).unwrap();
    // The game continues, records more (some of it at the very tick of the save) and dies before it saves.
    session(&slot, 5, 200);
    std::fs::write(slot.path(), saved).unwrap();
    session(&slot, 6, 100);
    let replay = replay_of(&slot);
    assert!(replay.last_tick() <= 310 && replay.hashes.len() == 3);
    save::verify(&replay, 2).unwrap();
}

/// A game whose record is lost continues, unrecorded, and says so.
#[test]
fn a_lost_record_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    session(&slot, 5, 110);
    std::fs::write(slot.replay_path(), "wayworn replay 1\n").unwrap();
    let loaded = slot.load().unwrap().unwrap();
    let (mut recorder, note) = slot.resume_record(&loaded);
    assert!(note.unwrap().contains("no longer recorded"));
    recorder.flush().unwrap();
    assert_eq!(recorder.commands(), None);
}

/// A wrong hash names its tick and its subsystem.
#[test]
fn a_wrong_hash_names_tick_and_subsystem() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    session(&slot, 9, 300);
    let mut replay = replay_of(&slot);
    replay.hashes[1].1.parts[3] ^= 1;
    let error = save::verify(&replay, 1).unwrap_err();
    assert!(matches!(error, VerifyError::Mismatch { tick: 200, subsystem: "units" }), "{error}");
    assert_eq!(error.to_string(), "the replay differs at tick 200: units is not as recorded");
}

/// `wayworn replay` reports a difference, writes both states, and can record again.
#[test]
fn the_program_tells_keeps_and_records_anew() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    session(&slot, 9, 230);
    let (path, right) = (slot.replay_path(), replay_of(&slot));
    let mut wrong = right.clone();
    wrong.hashes[1].1.parts[4] ^= 1;
    std::fs::write(&path, wrong.text()).unwrap();
    let dump = dir.path().join("dump");
    let run = |more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wayworn"));
        let output = command.arg("replay").arg(&path).args(more).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = run(&["--verify", "--dump", dump.to_str().unwrap()]);
    assert!(code == Some(1) && said.contains("at tick 200: towns") && said.contains("the rules"), "{said}");
    for (name, tick) in [("right-100", 100), ("wrong-200", 200)] {
        let save = std::fs::read(dump.join(format!("{name}.save"))).unwrap();
        assert_eq!(save::decode(&save).unwrap().tick, tick);
        assert!(std::fs::read_to_string(dump.join(format!("{name}.towns.txt"))).unwrap().contains("cell"));
    }
    let (code, said) = run(&["--record-anew"]);
    assert!(code == Some(0) && said.contains("1 of them"), "{said}");
    assert_eq!(replay_of(&slot), right);
    for threads in ["0", "1", "2", "5"] {
        assert_eq!(run(&["--verify", "--threads", threads]).0, Some(0), "{threads}");
    }
}

/// Seeds of the stored long games, their length, and the ticks between two of their hashes.
const LONG_GAMES: std::ops::RangeInclusive<u64> = 1..=24;
const LONG: u64 = 10_000;
const LONG_HASH_EVERY: u64 = 500;
/// How many of the long games each run also plays; all of them every night, and in the release build.
const LONG_PLAYED: usize = 6;

/// The file of a long game.
fn long_game(seed: u64) -> PathBuf {
    kit::home().join(format!("saves/golden/long-{seed:02}-64x64.replay"))
}

/// Stored records still play to the hashes they were recorded with. After an *intended* change of the game, they are
/// recorded again in a commit of their own that says why.
#[test]
fn kept_records_play_as_they_were_recorded() {
    let files = std::fs::read_dir(kit::home().join("saves/golden")).unwrap().map(|file| file.unwrap().path());
    let mut paths: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|kind| kind == "replay")).collect();
    paths.sort();
    let mut long_left = kit::many(LONG_PLAYED, usize::MAX, usize::MAX);
    for path in paths {
        let replay = save::load_replay(&path).unwrap_or_else(|error| panic!("{error}"));
        if replay.last_tick() >= LONG {
            if long_left == 0 {
                continue;
            }
            long_left -= 1;
        }
        save::verify(&replay, 2).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// The number of threads makes no difference: one, more than most machines have, as many as this one has. Every run
/// plays beginnings, every night the whole.
#[test]
fn kept_records_play_on_any_number_of_threads() {
    for (name, beginning) in [("land-21-128x128", 200), ("long-01-64x64", 500), ("played-12-128x128", 200)] {
        let ticks = kit::many(beginning, usize::MAX, usize::MAX) as u64;
        let path = kit::home().join(format!("saves/golden/{name}.replay"));
        let mut replay = save::load_replay(&path).unwrap_or_else(|error| panic!("{error}"));
        replay.commands.retain(|command| command.tick < ticks);
        replay.hashes.retain(|(tick, _)| *tick <= ticks);
        assert!(!replay.hashes.is_empty(), "{name} is not compared");
        for threads in [1, 5, 0] {
            let verified = save::verify(&replay, threads);
            verified.unwrap_or_else(|error| panic!("{name}, {threads} threads: {error}"));
        }
    }
}

/// Long games with a simulated player are stored whole. Creates missing ones on request.
#[test]
fn long_games_are_kept() {
    for seed in LONG_GAMES {
        if std::env::var_os("WAYWORN_KEEP").is_some() && !long_game(seed).exists() {
            let dir = tempfile::tempdir().unwrap();
            let slot = SaveSlot::open(dir.path(), "a").unwrap();
            session(&slot, seed, LONG);
            let mut replay = replay_of(&slot);
            replay.hashes.retain(|(tick, _)| tick.is_multiple_of(LONG_HASH_EVERY));
            std::fs::write(long_game(seed), replay.text()).unwrap();
        }
        let replay = save::load_replay(&long_game(seed)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(replay.hashes.last().map(|(tick, _)| *tick), Some(LONG));
        assert!(replay.commands.len() as u64 >= LONG / 100, "{}", replay.commands.len());
    }
}

/// Invalid lines are reported by number.
#[test]
fn errors_name_the_line() {
    let head = ReplayHeader::new(1, wayworn::grid::Size::new(64, 64), None).text();
    let hashes = ["0123456789abcdef"; 8].join(" ");
    let cases = [
        (String::new(), 1, "not a replay"),
        ("hello\n".to_owned(), 1, "not a replay"),
        (head.replace("replay 1", "replay 9"), 1, "format 9"),
        (head.replace("game 0.", "game 7."), 2, "Wayworn 7."),
        (head.replace("64x64", "64"), 4, "not a size"),
        (format!("{head}x\n"), 5, "starts with"),
        (format!("{head}c 5 1 {{}}\n"), 5, "lines are missing"),
        (
            format!("{head}c 5 0 {{\"Fly\":1}}\n"),
            5,
            "column 12: this is not a command: unknown variant `Fly`",
        ),
        (format!("{head}h 100 {hashes}\nh 100 {hashes}\n"), 6, "out of order"),
        (format!("{head}h 100 {hashes} 0\n"), 5, "there is text after"),
        (format!("{head}h 100 0123\n"), 5, "eight hashes"),
        (format!("{head}h 99999999999 {hashes}\n"), 5, "beyond the longest game"),
        (format!("{head}c 5 0 {}\n", "[".repeat(200_000)), 5, "not a command"),
    ];
    for (text, line, words) in cases {
        let error = Replay::parse(&text).unwrap_err();
        assert!(error.line == line && error.what.contains(words), "{error} should be line {line}: {words}");
    }
}

/// Errors in a file start with its name.
#[test]
fn errors_name_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.replay");
    assert!(save::load_replay(&file).unwrap_err().to_string().contains("x.replay cannot be read"));
    std::fs::write(&file, "wayworn replay 1\ngame 99.0\n").unwrap();
    assert!(
        save::load_replay(&file)
            .unwrap_err()
            .to_string()
            .contains("x.replay:2: it was recorded by Wayworn 99.0")
    );
    std::fs::write(&file, [0xff; 9]).unwrap();
    assert!(save::load_replay(&file).unwrap_err().to_string().contains("not UTF-8 text"));
    std::fs::write(&file, "name = \"x\"\nabout = 4\n").unwrap();
    assert!(save::load_level(&file).unwrap_err().to_string().contains("x.replay:2:9: "));
}

/// Changed replays never panic while they are read.
#[test]
fn hostile_replays_cannot_hurt() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    session(&slot, 9, 300);
    let text = std::fs::read(slot.replay_path()).unwrap();
    let mut dice = Dice(3);
    for _ in 0..20_000 {
        let mut bytes = text.clone();
        kit::mutate(&mut bytes, &mut dice);
        let _ = Replay::parse(&String::from_utf8_lossy(&bytes));
    }
}

/// A record that panics while it is replayed is reported in a sentence with its tick and source line, and the next
/// one is still played.
#[test]
#[cfg(debug_assertions)]
fn a_record_that_breaks_off_is_reported_with_its_tick() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    let mut game = kit::game(4, 48);
    let mut recorder = slot.start_record(&ReplayHeader::new(4, game.world.size(), None));
    for _ in 0..30 {
        game.tick();
    }
    recorder.hashes(30, &game.world.hash());
    recorder.flush().unwrap();
    let file = slot.replay_path();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wayworn"));
    command.args(["replay", "--verify"]).args([&file, &file]).env("WAYWORN_TEST_PANIC", "verify@20");
    let run = command.output().unwrap();
    let (said, why) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(1), "{said}{why}");
    let sentence = format!("{}: tick 20 crashed: a panic requested by a test (src/", file.display());
    assert_eq!(said.matches(&sentence).count(), 2, "{said}");
    assert!(said.lines().count() == 2 && why.is_empty(), "{said}{why}");
}

#[test]
fn a_replay_survives_a_round_trip_through_text() {
    let command = Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(3, 4)] };
    let replay = Replay {
        header: ReplayHeader::new(7, Size::new(96, 64), Some("name = \"x\"\nmap = '''\n~~\n'''".to_owned())),
        commands: vec![RecordedCommand { tick: 100, command }],
        hashes: vec![(100, Hashes { parts: [1; 8] }), (200, Hashes { parts: [u64::MAX; 8] })],
        note: None,
    };
    let text = replay.text();
    assert_eq!(Replay::parse(&text).unwrap(), replay);
    let cut = &text[..text.len() - 5];
    let read = Replay::parse(cut).unwrap();
    assert_eq!(read.hashes.len(), 1);
    assert!(read.note.is_some());
}

fn recorded(every: u64) -> Replay {
    let header = ReplayHeader::new(3, Size::new(48, 48), None);
    let hashes = [(60, Hashes { parts: [0; 8] })].to_vec();
    let replay = Replay { header, commands: Vec::new(), hashes, note: None };
    save::record_anew(&replay, Some(every), 1).unwrap()
}

#[test]
fn record_anew_writes_the_hashes_of_this_game() {
    let replay = recorded(20);
    let ticks: Vec<u64> = replay.hashes.iter().map(|(tick, _)| *tick).collect();
    assert_eq!(ticks, [20, 40, 60]);
    assert_eq!(save::verify(&replay, 2).unwrap().hashes_checked, 3);
    assert!(save::find_divergence(&replay, 2).unwrap().is_none());
    let mut wrong = replay.clone();
    wrong.hashes[1].1.parts[3] ^= 1;
    assert!(save::verify(&wrong, 2).is_err());
    assert_eq!(save::record_anew(&wrong, None, 2).unwrap(), replay);
}

#[test]
fn other_rules_are_distinguished_from_a_bug() {
    let mut replay = recorded(20);
    replay.hashes[1].1.parts[3] ^= 1;
    let trail = save::find_divergence(&replay, 2).unwrap().unwrap();
    assert!(trail.first_difference.is_none());
    assert_eq!((trail.last_match.tick, trail.first_mismatch.tick, trail.subsystem), (20, 40, "units"));
}

/// Changes derived state, which a reload loses, and reads it seven ticks later.
fn depend_on_unsaved_state(game: &mut Game) {
    match game.world.tick {
        44 => game.derived.road_cells += 1,
        51 if !game.derived.matches(&game.world) => game.world.tally.trips += 1,
        _ => {}
    }
}

#[test]
fn dependence_on_unsaved_state_is_found_to_the_tick() {
    let with_bug = |game: &mut Game| {
        depend_on_unsaved_state(game);
        Ok(())
    };
    let trail = save::find_divergence_with(&recorded(20), 2, &with_bug).unwrap().unwrap();
    assert_eq!((trail.last_match.tick, trail.first_mismatch.tick, trail.subsystem), (40, 60, "events"));
    let parting = trail.first_difference.unwrap();
    assert_eq!((parting.continued.tick, parting.subsystem), (51, "events"));
    let texts = [&parting.continued, &parting.reloaded].map(|world| world.debug_text("events").unwrap());
    let lines = texts[0].lines().zip(texts[1].lines()).filter(|(played, loaded)| played != loaded);
    assert_eq!(lines.count(), 1);
}

/// A record proves the score of its land: five lines, which tell what works have saved.
#[test]
fn a_record_proves_the_score_of_its_first_years() {
    let dir = tempfile::tempdir().unwrap();
    let wayworn = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wayworn"));
        let made = command.args(args).current_dir(dir.path()).output().unwrap();
        (String::from_utf8(made.stdout).unwrap(), made.status.success())
    };
    let land = ["run", "--seed", "20260314", "--size", "64x64", "--record"];
    assert!(wayworn(&[&land[..], &["day.replay", "--years", "3"]].concat()).1);
    let (said, is_proved) = wayworn(&["replay", "day.replay", "--verify", "--score"]);
    let lines: Vec<&str> = said.lines().collect();
    // Not that of the day: it is smaller.
    let head = "Wayworn land 20260314: ";
    let score =
        lines[1].strip_prefix(head).and_then(|rest| rest.strip_suffix(" days saved for each hundred trips"));
    assert!(is_proved && lines.len() == 6 && score.is_some_and(|days| days.parse::<f64>().is_ok()), "{said}");
    assert!(
        lines[2..].iter().all(|line| line.chars().take(24).all(|block| "█▀▄·".contains(block))),
        "{said}"
    );
    assert!(lines[2].contains(" of "), "the greatest settlement: {said}");
    let record = std::fs::read_to_string(dir.path().join("day.replay")).unwrap();
    let header = record.split("h ").next().unwrap();
    let free = format!("{header}c 10 0 {{\"FreeBuild\":true}}\nc 34560 1 {{\"FreeBuild\":false}}\n");
    std::fs::write(dir.path().join("free.replay"), free).unwrap();
    let (said, is_proved) = wayworn(&["replay", "free.replay", "--verify", "--score"]);
    assert!(!is_proved && said.contains("no score: building was free for a while"), "{said}");
    assert!(wayworn(&[&land[..], &["short.replay", "--ticks", "500"]].concat()).1);
    let (said, is_proved) = wayworn(&["replay", "short.replay", "--verify", "--score"]);
    assert!(!is_proved && said.contains("no score: it ends before three years are over"), "{said}");
}
