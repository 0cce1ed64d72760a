//! Every exit, again and again: the terminal is restored exactly. Also dead terminals, bursts of resizes, floods of
//! bytes, poor terminals, stopped clocks.
//!
//! `WAYWORN_TIER` sets how often.

use crate::terminal::{JOB, Terminal, now};
use crate::{assert_restored, sequences};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A repeat count: on every change, or otherwise.
fn times(quick: usize, otherwise: usize) -> usize {
    match std::env::var("WAYWORN_TIER").as_deref() {
        Ok("nightly" | "release") => otherwise,
        _ => quick,
    }
}

/// A number from a seed and its place (the multiplier is Knuth's).
fn lot(seed: u64, place: u64) -> u64 {
    let mixed = (seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(6_364_136_223_846_793_005);
    mixed >> 33
}

const SMALL: [&str; 2] = ["--seed", "7"];

/// Ends a game in this way; returns the expected and the actual exit code.
fn end(game: &mut Terminal, way: &str) -> (u32, u32) {
    let expected = match way {
        "quit" => {
            game.send("q\r");
            0
        }
        "stop" => {
            game.signal("TSTP");
            game.until_stopped();
            assert!(!game.is_raw(), "a stopped game leaves the terminal raw");
            game.forget();
            game.resume();
            game.until_wrote("\x1b[?1049h");
            game.send("q\r");
            0
        }
        "TERM" | "HUP" | "INT" | "QUIT" => {
            game.signal(way);
            128 + ["HUP", "INT", "QUIT"]
                .iter()
                .zip(1..)
                .find(|(name, _)| **name == way)
                .map_or(15, |(_, n)| n)
        }
        _ => 101,
    };
    (expected, game.wait())
}

/// Ends games in this way, or by a panic in this part.
fn end_again_and_again(way: &str, is_panic: bool) {
    for round in 0..times(5, 100) {
        let job = (way == "stop").then_some(JOB);
        let environment: Vec<_> = [("WAYWORN_TEST_PANIC", way)].into_iter().chain(job).collect();
        let mut game = Terminal::play_with(&environment, (80, 24), &SMALL);
        if !is_panic {
            game.until("Year 1");
        }
        let (expected, code) = end(&mut game, way);
        assert_eq!(code, expected, "{way}, round {round}");
        assert_restored(&game);
        assert_eq!(game.modes_before(), game.modes(), "{way}, round {round}");
    }
}

/// Nine exits: the terminal's modes are restored to the bit, and the screen is given back. Games that wait most of the
/// time are played side by side.
#[test]
fn every_way_out_gives_the_terminal_back() {
    let ways = ["quit", "TERM", "HUP", "INT", "QUIT", "stop"].map(|way| (way, false));
    let panics = ["simulation", "screen", "worker"].map(|part| (part, true));
    std::thread::scope(|scope| {
        for (way, is_panic) in ways.into_iter().chain(panics.into_iter().filter(|_| cfg!(debug_assertions))) {
            scope.spawn(move || end_again_and_again(way, is_panic));
        }
    });
}

/// The other end is closed, with or without a signal from the kernel: the game saves and ends.
#[test]
fn a_dead_terminal_ends_the_game_with_a_save() {
    for round in 0..times(10, 50) {
        let mut game = Terminal::play_apart(round % 2 == 0, &SMALL);
        game.until("Year 1");
        let before = now();
        game.hang_up();
        assert_eq!(game.wait(), 129);
        let took = before.elapsed();
        assert_eq!(game.kept(".save").len(), 1, "nothing was saved in round {round}");
        println!("dead terminal {round}: ended after {} ms", took.as_millis());
        // The promise is a second; a busy machine is forgiven some.
        assert!(took.as_secs() < 5, "it took {took:?}");
    }
}

/// The terminal exists but is not read: the game blocks in a write, and still ends when told to, with a save: at once
/// if the signal wakes the write, otherwise after some seconds by another thread.
#[test]
fn an_unread_terminal_does_not_block_the_exit() {
    let mut game = Terminal::play_with(&[], (200, 60), &SMALL);
    game.until("Year 1");
    game.turn_deaf();
    // A terminal takes some frames before it is full; in another size all of a frame is new.
    for place in 0..40 {
        game.resize(199 + place % 2, 60);
    }
    let before = now();
    game.signal("TERM");
    assert_eq!(game.wait_deaf(), 143);
    println!("an unread terminal: ended after {} ms", before.elapsed().as_millis());
    assert_eq!(game.kept(".save").len(), 1, "nothing was saved");
}

/// Windows of all odd sizes in quick succession: too small ones say so, and at the end everything is back.
#[test]
fn a_storm_of_windows_is_survived() {
    const COLUMNS: [u16; 8] = [0, 1, 2, 3, 5, 24, 120, 500];
    const ROWS: [u16; 7] = [0, 1, 2, 3, 5, 80, 700];
    let mut game = Terminal::play(80, 24, &SMALL);
    game.until("Year 1");
    for place in 0..times(200, 1000) as u64 {
        let (columns, rows) = (COLUMNS[lot(1, place) as usize % 8], ROWS[lot(2, place) as usize % 7]);
        game.resize_quickly(columns, rows);
    }
    game.resize(39, 11);
    game.until("needs 60");
    let begun = now();
    game.resize(100, 30);
    game.until("Year 1");
    println!("storm of windows: drawn again after {} ms", begun.elapsed().as_millis());
    crate::comfort::quit(game);
}

/// Bytes of all kinds, and every sequence known to have done harm.
#[test]
fn a_flood_of_bytes_is_survived() {
    const LISTED: [&str; 10] = [
        "\x1b[<0;0;0M",
        "\x1b[0;0R",
        "\x1b[M   ",
        "\x1b[M\0\0\0",
        "\x1b[<35;0;0m",
        "\x1b[<0;65535;65535M",
        "\x1b[<99999999999;1;1M",
        "\x1b[;;;;;;;R",
        "\x1b[200~paste",
        "\x1b[27;99;99~",
    ];
    let mut game = Terminal::play(80, 24, &SMALL);
    game.until("Year 1");
    for place in 0..times(10_000, 1_000_000) as u64 / 50 {
        let bytes: Vec<u8> = (0..50).map(|i| lot(place, i) as u8).collect();
        // Neither interrupt, quit, suspend and stop, nor `q` with its Enter, nor the keys of the lab and the codex.
        let leads_out = |byte: &u8| matches!(byte, 3 | 10 | 13 | 17 | 19 | 26 | 28 | b'q' | b'V' | b'C');
        game.send_bytes(
            &bytes.iter().map(|byte| if leads_out(byte) { b'x' } else { *byte }).collect::<Vec<_>>(),
        );
        game.send(LISTED[lot(3, place) as usize % LISTED.len()]);
    }
    // Whatever was started is ended: a paste, a sequence, a list, a mode.
    game.send("\x1b[201~");
    for _ in 0..8 {
        game.send("\x1b");
        Terminal::settle();
    }
    game.send("q");
    println!("flood of bytes: q answered after {} ms", game.until("Leave this land?").as_millis());
    game.send("\x1b");
    game.until_true("the land again", |game| !game.screen().contains("Leave this land?"));
    crate::comfort::quit(game);
}

/// In an ASCII locale the screen is ASCII too.
#[test]
fn in_a_plain_locale_every_byte_is_plain() {
    for environment in [[("LANG", "C")], [("LC_ALL", "POSIX")], [("LANG", "de_DE.ISO-8859-1")]] {
        let mut game = Terminal::play_with(&environment, (100, 30), &SMALL);
        game.until("Year 1");
        game.send("\t");
        game.until("doing");
        game.send("?");
        game.until("Keys");
        game.send("\x1b");
        assert!(game.is_plain(), "{environment:?}: {}", game.screen());
        game.signal("TERM");
        game.wait();
        assert!(game.is_plain(), "{environment:?} at the end");
    }
}

/// Without colours, none are sent on the land, over it, beside it or in the lab: the screen stays readable.
#[test]
fn without_colours_none_are_sent() {
    let colours = |environment: &[(&str, &str)]| {
        let mut game = Terminal::play_with(environment, (100, 30), &SMALL);
        game.until("Year 1");
        for (keys, shown) in [("\t", "doing"), ("?", "Keys: press one")] {
            game.send(keys);
            game.until(shown);
        }
        game.send("\x1b");
        game.until_true("the land again", |game| !game.screen().contains("Keys: press one"));
        game.send("V");
        game.until("WAYWORN LAB");
        game.signal("TERM");
        game.wait();
        sequences::colours(&game.written())
    };
    let (asked, coloured) = colours(&[("NO_COLOR", "1")]);
    assert!(asked > 20, "the test tests little: {asked}");
    assert!(coloured.is_empty(), "{:?} among {} more", coloured[0], coloured.len());
    assert!(colours(&[]).1.len() > 20, "the test sees no colour where there are some");
}

/// Without a place to write to, or with one that is no terminal: one sentence, and 2.
#[test]
fn closed_outputs_are_reported_in_a_sentence() {
    let program = env!("CARGO_BIN_EXE_wayworn");
    for script in
        ["exec \"$0\" >&-", "exec \"$0\" </dev/null", "exec \"$0\" >/dev/null", "exec \"$0\" <&- >&-"]
    {
        let begun = now();
        let run = Command::new("sh").args(["-c", script, program]).stdin(Stdio::null()).output();
        let run = run.expect("a shell");
        println!("{script}: refused after {} ms", begun.elapsed().as_millis());
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{script}: {said}");
        assert!(said.contains("terminal") && said.lines().count() == 1, "{script}: {said}");
    }
    // A command that needs no terminal runs anyway.
    let script = "exec \"$0\" run --size 48x48 --ticks 5 --json </dev/null | head -c1";
    let run = Command::new("sh").args(["-c", script, program]).env("TERM", "dumb").output().expect("a shell");
    assert_eq!(run.stdout, b"{");
}

/// The final hash of a run.
fn hash_of(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let place = text.find("\"hash\"").unwrap_or_else(|| panic!("no hash in {text}"));
    text[place..].chars().take(40).collect()
}

/// A process stopped for a while (nightly for a minute), and clocks that jump by hours and years, change nothing.
#[test]
fn clocks_do_not_matter() {
    let run = |with: &[&str]| {
        let words: Vec<&str> = with.iter().copied().chain([env!("CARGO_BIN_EXE_wayworn")]).collect();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .args(["run", "--seed", "3", "--size", "64x64", "--ticks", "1500", "--json"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command
    };
    let right = hash_of(&mut run(&[]));
    let child = run(&[]).spawn().expect("it runs");
    for (signal, pause) in [("-STOP", times(300, 60_000)), ("-CONT", 300)] {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.is_ok());
        std::thread::sleep(Duration::from_millis(pause as u64));
    }
    let text = String::from_utf8_lossy(&child.wait_with_output().expect("it ends").stdout).into_owned();
    assert!(text.contains(&right), "{right}: {text}");
    let Some(library) = faketime() else { return };
    for jump in ["+1h", "-1h", "+10y", "-10y", "+0 x500"] {
        assert_eq!(hash_of(&mut run(&["faketime", "-f", jump])), right, "{jump}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let clock = folder.path().join("clock");
    set(&clock, JUMPS[0]);
    let mut child = run(&[]).envs(under(&library, &clock)).spawn().expect("it runs");
    let mut jumps = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        jumps += 1;
        set(&clock, JUMPS[jumps % JUMPS.len()]);
        std::thread::sleep(Duration::from_millis(20));
    }
    let text = String::from_utf8_lossy(&child.wait_with_output().expect("it ended").stdout).into_owned();
    assert!(text.contains(&right) && jumps > 2, "{jumps} jumps, {right}: {text}");
}

/// Offsets of a clock, one after the other.
const JUMPS: [&str; 5] = ["+0", "+1h", "-1h", "+10y", "-10y"];

/// The library that fakes clocks, where it is installed.
fn faketime() -> Option<String> {
    let output = Command::new("faketime").args(["-f", "+0", "sh", "-c", "echo $LD_PRELOAD"]).output().ok()?;
    let library = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Path::new(&library).exists().then_some(library)
}

/// Sets that clock.
fn set(clock: &Path, time: &str) {
    // In one step: half of it would be read as another time.
    let next = clock.with_extension("next");
    std::fs::write(&next, format!("{time}\n")).and_then(|()| std::fs::rename(&next, clock)).expect("a file");
}

/// Makes a program read that clock whenever it asks for the time of day. The clock for waiting runs on unchanged, as
/// no system lets that one jump.
fn under<'a>(library: &'a str, clock: &'a Path) -> [(&'static str, &'a str); 5] {
    [
        ("LD_PRELOAD", library),
        ("FAKETIME_TIMESTAMP_FILE", clock.to_str().expect("a plain path")),
        ("FAKETIME_NO_CACHE", "1"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("DONT_FAKE_MONOTONIC", "1"),
    ]
}

/// The time of day jumps by hours and years during a game: it keeps its pace, saves by itself and by hand, resumes
/// from the right save, and its record is the same game on a correct clock.
#[test]
fn a_clock_may_jump_while_one_plays() {
    let Some(library) = faketime() else { return };
    let folder = Terminal::folder_with("wayworn.toml", "autosave = 1\n");
    let outer = tempfile::tempdir().expect("a folder");
    let clock = outer.path().join("clock");
    let year = || {
        let output = Command::new("date").arg("+%Y").envs(under(&library, &clock)).output().expect("a date");
        String::from_utf8_lossy(&output.stdout).trim().parse::<i32>().expect("a year")
    };
    let years = ["+0", "+10y"].map(|jump| {
        set(&clock, jump);
        year()
    });
    assert!(years[1] - years[0] >= 9, "the clock does not lie: {years:?}");
    set(&clock, JUMPS[0]);
    let mut tick = 0;
    for round in 0..2 {
        let mut game = Terminal::play_under(&under(&library, &clock), &folder, &SMALL);
        game.until("Year 1");
        let begun = now();
        for jump in JUMPS.iter().cycle().take(times(12, 60)) {
            set(&clock, jump);
            std::thread::sleep(Duration::from_millis(200));
        }
        game.send("S");
        game.until("saved as");
        let saved = wayworn::save::load_save(&game.kept(".save")[0]).expect("a sound save").world.tick;
        let (played, took) = (saved - tick.max(480), begun.elapsed().as_secs_f64());
        // Twenty ticks a second, plus those around the check; fewer on a busy machine.
        assert!(
            played > 4 && (played as f64) < took * 20.0 + 60.0,
            "round {round}: {played} ticks in {took} s"
        );
        assert!(!game.kept(".auto1").is_empty(), "nothing was saved by itself");
        tick = saved;
        crate::comfort::quit(game);
    }
    let replay = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|file| file.path());
    let replay = replay.into_iter().find(|path| path.extension().is_some_and(|kind| kind == "replay"));
    let replay = wayworn::save::load_replay(&replay.expect("a record")).expect("a sound record");
    let verified = wayworn::save::verify(&replay, 2).unwrap_or_else(|error| panic!("{error}"));
    assert!(verified.hashes_checked > 0, "{verified:?}");
}

/// A second game on the same save, by its seed or as the last one saved, is refused at once in a sentence, before
/// anything is drawn; the first is not disturbed, and once it has ended, in any way, the save is free for the next.
#[test]
fn a_second_game_on_a_save_is_refused() {
    let folder = Terminal::folder_with("wayworn.toml", "");
    let mut first = Terminal::play_in(&folder, (120, 40), &SMALL);
    first.until("Year 1");
    first.send("S");
    first.until("saved as");
    let kept = std::fs::read(&first.kept(".save")[0]).expect("a save");
    for (arguments, round) in [&SMALL[..], &[]].into_iter().cycle().zip(0..times(4, 100)) {
        let begun = now();
        let mut second = Terminal::play_in(&folder, (80, 24), arguments);
        assert_eq!(second.wait(), 2, "round {round}: {}", second.screen());
        println!("a second game: refused after {} ms", begun.elapsed().as_millis());
        let said = String::from_utf8_lossy(&second.written()).into_owned();
        assert!(said.contains("another game is already using") && said.lines().count() == 1, "{said}");
        assert!(!said.contains('\x1b'), "{said:?}");
        assert!(std::fs::read(&first.kept(".save")[0]).expect("a save") == kept);
    }
    first.send(" ");
    first.until("paused");
    first.send("S");
    first.until_true("another save", |game| {
        std::fs::read(&game.kept(".save")[0]).is_ok_and(|bytes| bytes != kept)
    });
    first.signal("KILL");
    first.wait();
    let mut third = Terminal::play_in(&folder, (120, 40), &[]);
    third.until("Year 1");
    crate::comfort::quit(third);
}
