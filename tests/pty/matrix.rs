//! Every way out, again and again: what a terminal was before is what it is afterwards; dead terminals, storms of windows,
//! floods of bytes, poor terminals, stopped clocks.
//!
//! How often is a matter of the tier (`WAYWORN_TIER`).

use crate::assert_restored;
use crate::terminal::Terminal;
use std::process::{Command, Stdio};

/// How often something is done: with every change, or otherwise.
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

/// Ends a game in a way and gives the code that it should end with, and what it ended with.
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
            game.signal("CONT");
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

/// Nine ways out: the modes of the terminal are to the bit what they were, and the screen is given back.
#[test]
fn every_way_out_gives_the_terminal_back() {
    let ways = ["quit", "TERM", "HUP", "INT", "QUIT", "stop"];
    let panics = ["simulation", "screen", "worker"].into_iter().filter(|_| cfg!(debug_assertions));
    for round in 0..times(5, 100) {
        for way in ways.into_iter().chain(panics.clone()) {
            let environment = [("WAYWORN_TEST_PANIC", way)];
            let mut game = Terminal::play_with(&environment, (80, 24), &SMALL);
            if ways.contains(&way) {
                game.until("Year 1");
            }
            let (expected, code) = end(&mut game, way);
            assert_eq!(code, expected, "{way}, round {round}");
            assert_restored(&game);
            assert_eq!(game.modes_before(), game.modes(), "{way}, round {round}");
        }
    }
}

/// The time of now.
#[expect(clippy::disallowed_methods, reason = "the promise is about time")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

/// Nobody holds the other end any more, and the kernel says so or does not: the game saves and ends.
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
        // The promise is a second; a machine that does much else at the time is forgiven some.
        assert!(took.as_secs() < 5, "it took {took:?}");
    }
}

/// The terminal is there, and nobody reads it: the game hangs in a write, and ends all the same when it is told to, with a
/// save.
#[test]
fn a_terminal_that_nobody_reads_does_not_keep_the_game() {
    let mut game = Terminal::play_with(&[], (200, 60), &SMALL);
    game.until("Year 1");
    game.turn_deaf();
    // A terminal takes some frames before it is full.
    for _ in 0..40 {
        game.send("?");
        Terminal::settle();
        game.send("\x1b");
        Terminal::settle();
    }
    let before = now();
    game.signal("TERM");
    assert_eq!(game.wait_deaf(), 143);
    assert!(before.elapsed().as_secs() >= 2, "it never hung");
    assert_eq!(game.kept(".save").len(), 1, "nothing was saved");
}

/// Windows of all odd sizes in quick succession: what is too small says so, and at the end everything is there again.
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
    game.resize(100, 30);
    game.until("Year 1");
    crate::comfort::quit(game);
}

/// Bytes of all kinds, and every sequence that is known to have hurt somebody.
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
        // Neither interrupt, quit, suspend and stop, nor `q` with its Enter, nor what leads into the lab.
        let leads_out = |byte: &u8| matches!(byte, 3 | 10 | 13 | 17 | 19 | 26 | 28 | b'q' | b'V');
        game.send_bytes(
            &bytes.iter().map(|byte| if leads_out(byte) { b'x' } else { *byte }).collect::<Vec<_>>(),
        );
        game.send(LISTED[lot(3, place) as usize % LISTED.len()]);
    }
    // Whatever was begun is ended: a paste, a sequence, a list, a mode.
    game.send("\x1b[201~");
    for _ in 0..8 {
        game.send("\x1b");
        Terminal::settle();
    }
    crate::comfort::quit(game);
}

/// Where the words are plain, so is the screen: no byte of any other alphabet.
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

/// No colours where none are wished for: the screen can be read all the same.
#[test]
fn without_colours_none_are_sent() {
    let mut game = Terminal::play_with(&[("NO_COLOR", "1")], (100, 30), &SMALL);
    game.until("Year 1");
    for colour in ["\x1b[38;", "\x1b[48;", "\x1b[31m", "\x1b[32m"] {
        assert!(!game.wrote(colour), "{colour:?}");
    }
    crate::comfort::quit(game);
}

/// Without a place to write to, or with one that is no terminal: one sentence, and 2.
#[test]
fn closed_outputs_are_told_in_a_sentence() {
    let program = env!("CARGO_BIN_EXE_wayworn");
    for script in
        ["exec \"$0\" >&-", "exec \"$0\" </dev/null", "exec \"$0\" >/dev/null", "exec \"$0\" <&- >&-"]
    {
        let run = Command::new("sh").args(["-c", script, program]).stdin(Stdio::null()).output();
        let run = run.expect("a shell");
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{script}: {said}");
        assert!(said.contains("terminal") && said.lines().count() == 1, "{script}: {said}");
    }
    // Who needs no terminal runs anyway.
    let script = "exec \"$0\" run --size 48x48 --ticks 5 --json </dev/null | head -c1";
    let run = Command::new("sh").args(["-c", script, program]).env("TERM", "dumb").output().expect("a shell");
    assert_eq!(run.stdout, b"{");
}

/// What a run comes to.
fn hash_of(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let place = text.find("\"hash\"").unwrap_or_else(|| panic!("no hash in {text}"));
    text[place..].chars().take(40).collect()
}

/// A process that is stopped for a while, and clocks that jump by hours and years, change nothing.
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
    for signal in ["-STOP", "-CONT"] {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.is_ok());
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    let text = String::from_utf8_lossy(&child.wait_with_output().expect("it ends").stdout).into_owned();
    assert!(text.contains(&right), "{right}: {text}");
    let has_faketime = Command::new("faketime").arg("--version").output().is_ok();
    for jump in ["+1h", "-1h", "+10y", "-10y", "+0 x500"].iter().filter(|_| has_faketime) {
        assert_eq!(hash_of(&mut run(&["faketime", "-f", jump])), right, "{jump}");
    }
}
