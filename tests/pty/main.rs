//! The real game in a real pseudo-terminal: every exit gives the terminal back, and nothing that a terminal does ends
//! the game by accident.
//!
//! Waits are generous limits; promised times are measured and printed.

mod comfort;
mod crash_and_rescue;
mod crash_loop;
mod disks;
mod first_minute;
mod keys;
mod lab;
mod matrix;
mod newland;
mod pixels;
mod possession;
mod sequences;
mod set_aside;
mod terminal;

use std::process::{Command, Stdio};
use terminal::{JOB, RESUMED_JOB, Terminal, now};

const RESTORED: [&str; 7] =
    ["\x1b[?2004l", "\x1b[?1049l", "\x1b[?25h", "\x1b[?1006l", "\x1b[?1003l", "\x1b[?1002l", "\x1b[?1000l"];

fn assert_restored(game: &Terminal) {
    assert!(!game.has_rung(), "the game is silent");
    for bytes in RESTORED {
        assert!(game.wrote(bytes), "{bytes:?} was never written");
    }
    let written = game.written();
    let left = sequences::modes_left(&written);
    assert!(left.is_empty(), "modes {left:?} are left behind");
    assert!(sequences::ends_plain(&written), "letters are left as they were");
    assert!(!game.is_raw(), "the terminal is still raw");
}

#[test]
fn it_opens_on_a_land_and_quits_with_q_enter() {
    let mut game = Terminal::play(120, 40, &[]);
    game.until("WAYWORN");
    game.until("Year 1");
    game.send("q");
    game.until("Leave this land?");
    game.send("\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
    assert!(game.wrote("saved as ") && game.wrote("its chronicle is "), "its place was not reported");
    assert_eq!(game.kept(".md").len(), 1);
}

#[test]
fn pictures_are_made_while_one_plays() {
    let mut game = Terminal::play(120, 40, &[]);
    game.until("Year 1");
    for (typed, expected, ending) in
        [("pic", "picture saved as", ".png"), ("chr", "chronicle saved as", ".md")]
    {
        game.send("P");
        game.until("Export");
        game.send(typed);
        game.send("\r");
        game.until(expected);
        assert_eq!(game.kept(ending).len(), 1, "{ending}");
        assert!(game.screen().contains("Year 1"));
    }
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

#[test]
fn the_next_start_goes_on() {
    let mut game = Terminal::play(80, 24, &["--seed", "4711"]);
    game.until("seed 4711");
    // A save on its way does not pass for the last one.
    game.send("Sq\r");
    assert_eq!(game.wait(), 0);
    assert!(game.wrote("its chronicle is "), "it ended before its last save");
    let mut again = game.again(80, 24, &[]);
    again.until("seed 4711");
    again.send("q\r");
    assert_eq!(again.wait(), 0);
}

#[test]
fn signals_give_the_terminal_back() {
    let mut signals =
        vec![("TERM", 15), ("HUP", 1), ("INT", 2), ("QUIT", 3), ("ABRT", 6), ("USR1", 10), ("XCPU", 24)];
    if cfg!(target_os = "linux") {
        signals.extend([("STKFLT", 16), ("IO", 29), ("PWR", 30), ("37", 37), ("64", 64)]);
    }
    for (name, number) in signals {
        let mut game = Terminal::play(80, 24, &[]);
        game.until("Year 1");
        game.signal(name);
        assert_eq!(game.wait(), 128 + number, "SIG{name}");
        assert_restored(&game);
        assert!(game.kept(".lock").is_empty(), "SIG{name}");
    }
}

/// After what no program can answer, another process gives the terminal back.
#[test]
#[cfg(unix)]
fn what_kills_the_game_gives_the_terminal_back_too() {
    std::thread::scope(|scope| {
        for name in ["SEGV", "ILL", "BUS", "FPE", "KILL"] {
            scope.spawn(move || {
                let mut game = Terminal::play(80, 24, &[]);
                game.until("Year 1");
                game.forget();
                game.signal("CONT");
                game.until_wrote("\x1b[?1049h");
                // The first SEGV or BUS from outside only makes the handler of the language's library give way.
                game.until_true("the end", |game| {
                    game.signal(name);
                    game.ended().is_some()
                });
                game.wait();
                assert_restored(&game);
                assert_eq!(game.modes_before(), game.modes(), "SIG{name}");
            });
        }
    });
}

/// The terminal is not made raw before its modes are noted, however long that takes and whatever signals come meanwhile.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_does_not_hurry_the_guardian() {
    let mut game = Terminal::play_with(&[JOB], (80, 24), &[]);
    game.until("Year 1");
    game.signal("TSTP");
    game.until_stopped();
    game.signal_guardian("STOP");
    game.resume();
    game.signal("WINCH");
    Terminal::settle();
    assert!(!game.is_raw(), "it did not wait");
    game.signal_guardian("CONT");
    game.until_true("a raw terminal", |game| game.is_raw());
    game.signal("KILL");
    game.wait();
    assert_restored(&game);
    assert_eq!(game.modes_before(), game.modes());
}

/// A signal that comes while one game makes room for the next ends the next.
#[test]
fn a_signal_between_two_games_is_not_lost() {
    for pause in [0, 0, 1, 1, 2, 2] {
        let mut game = Terminal::play(80, 24, &[]);
        game.until("Year 1");
        game.send("G\r");
        std::thread::sleep(std::time::Duration::from_millis(10 * pause));
        game.signal("TERM");
        assert_eq!(game.wait(), 143);
        assert_restored(&game);
        assert!(game.kept(".lock").is_empty(), "{:?}", game.kept(""));
    }
}

#[test]
fn control_c_is_an_interrupt() {
    let mut game = Terminal::play(80, 24, &[]);
    game.until("Year 1");
    game.send("\x03");
    assert_eq!(game.wait(), 130);
    assert_restored(&game);
}

#[test]
#[cfg(debug_assertions)]
fn a_panic_in_any_thread_gives_the_terminal_back() {
    for part in ["simulation", "screen"] {
        let mut game = Terminal::play_with(&[("WAYWORN_TEST_PANIC", part)], (80, 24), &[]);
        assert_eq!(game.wait(), 101, "{part}");
        assert_restored(&game);
        assert!(game.wrote("a panic requested by a test"));
    }
}

#[test]
fn a_signal_while_a_land_is_opened_leaves_no_lock() {
    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        let mut game = Terminal::play(80, 24, &[]);
        game.until_true("a lock", |game| !game.kept(".lock").is_empty());
        game.signal(name);
        assert_eq!(game.wait(), 128 + number, "SIG{name}");
        assert!(game.kept(".lock").is_empty(), "SIG{name}");
    }
}

#[test]
fn a_stop_gives_the_terminal_back_and_going_on_takes_it_again() {
    let mut game = Terminal::play_with(&[JOB], (80, 24), &[]);
    game.until("Year 1");
    for _ in 0..4 {
        game.forget();
        game.signal("TSTP");
        game.until_wrote("\x1b[?1049l");
        game.until_stopped();
        assert!(!game.is_raw(), "a stopped game leaves the terminal raw");
        game.forget();
        game.resume();
        // Once it is raw again it stays so: an Enter that comes in between would be another key.
        game.until_raw();
        let begun = now();
        while begun.elapsed().as_millis() < 200 {
            assert!(game.is_raw(), "going on gives the terminal back once more");
        }
        game.until_wrote("\x1b[?1049h");
        game.until("WAYWORN");
    }
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

#[test]
fn a_game_told_to_go_on_before_it_has_stopped_goes_on() {
    let mut game = Terminal::play_with(&[RESUMED_JOB], (80, 24), &[]);
    game.until("Year 1");
    for _ in 0..20 {
        game.forget();
        game.stop_and_go_on();
        game.until_wrote("\x1b[?1049h");
        game.until_raw();
    }
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

/// As in a window of its own, which it would leave dead.
#[test]
fn a_game_that_no_shell_could_resume_does_not_stop() {
    let mut game = Terminal::play(80, 24, &[]);
    game.until("Year 1");
    for _ in 0..4 {
        game.forget();
        game.send("\x1a");
        game.until_wrote("\x1b[?1049l");
        game.until_wrote("\x1b[?1049h");
        game.until_raw();
        game.until("no shell could resume the game");
    }
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

#[test]
fn a_terminal_that_is_gone_ends_the_game() {
    let mut game = Terminal::play(80, 24, &[]);
    game.until("Year 1");
    game.hang_up();
    assert_eq!(game.wait(), 129);
    // Whichever write of its start fails.
    for _ in 0..12 {
        let mut game = Terminal::play(80, 24, &["new", "--size", "96x96"]);
        game.until_wrote("\x1b[?1049h");
        game.hang_up();
        assert_eq!(game.wait(), 129);
    }
}

#[test]
fn any_size_of_window_is_survived() {
    let mut game = Terminal::play(80, 24, &[]);
    game.until("Year 1");
    let sides = [(1, 1), (5, 1), (200, 2), (59, 19), (60, 20), (3, 60), (120, 40), (2, 2)];
    for i in 0..40 {
        let (columns, rows) = sides[i % sides.len()];
        game.resize(columns + (i / 8) as u16, rows);
    }
    game.resize(100, 30);
    game.until("Year 1");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

#[test]
fn any_bytes_are_survived() {
    let mut game = Terminal::play(80, 24, &[]);
    game.until("Year 1");
    game.send("\x1b[<0;0;0M\x1b[<35;0;0M\x1b[0;0R\x1b[M   \x1b[<0;999;999M\x1b[<64;5;5m");
    let mut state = 12345u32;
    for _ in 0..40 {
        let mut bytes = Vec::new();
        for _ in 0..64 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let byte = (state >> 24) as u8;
            // Neither interrupt, quit, suspend and stop, nor `q` with its Enter, nor the start of an endless
            // sequence, nor the keys of the lab.
            let leads_out = matches!(byte, 3 | 10 | 13 | 17 | 19 | 26 | 28 | b'q' | 27 | b'V');
            bytes.push(if leads_out { b'x' } else { byte });
        }
        game.send_bytes(&bytes);
    }
    game.send("\x1b");
    Terminal::settle();
    for _ in 0..6 {
        game.send("\x1b");
        Terminal::settle();
    }
    game.send("q");
    game.until("Leave this land?");
    game.send("\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

#[test]
fn waypoints_can_be_given_by_keyboard_alone_while_paused() {
    let mut game = Terminal::play(120, 40, &["--seed", "7"]);
    game.until("Year 1");
    game.send(" ");
    game.until("paused");
    game.send("\t");
    game.until("doing");
    game.send("w");
    game.until("WAYPOINTS");
    game.send("Lla");
    game.until("WAYPOINTS 1");
    game.send("Jja");
    game.until("WAYPOINTS 1 2");
    game.send("\r");
    game.until("select a unit|explain its path|keys");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
}

#[test]
fn a_paused_game_writes_nothing() {
    let mut game = Terminal::play(120, 40, &[]);
    game.until("Year 1");
    game.send(" ");
    game.until("paused");
    game.until_silent();
    game.send(" ");
    game.until("×1");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
}

#[test]
fn without_a_terminal_it_says_so() {
    let run = Command::new(env!("CARGO_BIN_EXE_wayworn"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("the game starts");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2));
    assert!(said.contains("terminal") && said.lines().count() == 1, "{said}");
    assert!(run.stdout.is_empty());
}

#[test]
fn a_dumb_terminal_is_refused() {
    let mut game = Terminal::play_with(&[("TERM", "dumb")], (80, 24), &[]);
    assert_eq!(game.wait(), 2);
    assert!(game.wrote("TERM=dumb"));
}
