//! Foreign text is printed safely: no control code in a file, a name or an argument reaches the terminal, no mark
//! reorders the line, and output is bounded.

use crate::kit::{self, Part};
use crate::outputs::{WAYWORN, wayworn};
use crate::program::{HOSTILE, said};
use crate::tidy;
use serde_json::json;
use std::borrow::Cow;
use std::path::Path;
use tempfile::TempDir;
use wayworn::save;
use wayworn::text::{self, MESSAGE_MAX, Printable, SHOWN_MAX, clipped, is_visible, visible};
use wayworn::world::TownIx;

/// The same without characters that a line of text cannot hold.
fn in_line() -> String {
    HOSTILE.replace(['\n', '\r'], "")
}

fn refused(dir: &Path, args: &[&str]) -> String {
    WAYWORN.refused_readably(dir, args)
}

fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for name in ["tiny.map", "hills.map"] {
        std::fs::copy(kit::home().join("levels/suite").join(name), dir.path().join(name)).unwrap();
    }
    dir
}

/// A file name may contain anything but a slash and a zero byte.
#[test]
#[cfg(unix)]
fn names_of_files_are_printed_as_escapes() {
    let dir = folder();
    let name = HOSTILE;
    let map = format!("{name}.map");
    std::fs::copy(dir.path().join("tiny.map"), dir.path().join(&map)).unwrap();
    let ends = ["--from", "0,0", "--to", "2,0"];
    let out = format!("{name}.json");
    for json in [&["--json"][..], &[]] {
        let trace =
            [&["trace", &map], &ends[..], &["--algorithm", "astar", "--force", "--out", &out], json].concat();
        let output = wayworn(dir.path(), &trace);
        let text = said(&output, &trace);
        assert!(output.status.success() && text.contains("202e"), "{text}");
        if !json.is_empty() {
            let printed: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(printed["file"], json!(out), "programs get the name as it is");
        }
    }
    let printed = [&["trace", &map], &ends[..], &["--algorithm", "astar", "--out", "-"]].concat();
    let output = wayworn(dir.path(), &printed);
    assert!(output.status.success() && output.stdout.is_ascii());
    std::fs::write(dir.path().join(name), in_line()).unwrap();
    std::fs::write(dir.path().join(format!("{name}.replay")), kit::home().display().to_string()).unwrap();
    let replay = format!("{name}.replay");
    let commands: [&[&str]; 14] = [
        &["render", name, "--png", "x.png"],
        &["render", name, "--png", name],
        &["run", "--level", name],
        &["run", "--size", "48x48", "--ticks", "1", "--record", name],
        &["run", "--size", "48x48", "--ticks", "1", "--record", &format!("{name}/{name}")],
        &["preview", "--size", "48x48", "--png", name],
        &["levels", "--solve", name],
        &["replay", name],
        &["replay", &replay, "--verify", "--dump", name],
        &["solve", name, name, "--algorithm", "astar"],
        &["race", name, "--from", "0,0", "--to", "2,0", "--algorithms", "astar"],
        &["race", &map, "--from", "0,0", "--to", "99,99", "--algorithms", "astar"],
        &["lab", name],
        &["settings", "--settings", name],
    ];
    for args in commands {
        let text = refused(dir.path(), args);
        assert!(text.contains("\\u{202e}"), "{args:?}: {text}");
    }
}

/// An argument of every kind.
#[test]
#[cfg(unix)]
fn arguments_are_printed_as_escapes() {
    let dir = folder();
    let long = "x y".repeat(20_000);
    let commands =
        ["run", "preview", "render", "levels", "replay", "solve", "race", "trace", "lab", "new", "wander"];
    let (refused_readably, options) = WAYWORN.refuses_hostile_arguments(dir.path(), &commands);
    for hostile in [HOSTILE, &long] {
        for args in [&[hostile][..], &["man", hostile], &["completions", hostile], &["limits", hostile]] {
            let text = refused(dir.path(), args);
            assert!(text.contains("\\u{202e}") || text.contains('…'), "{args:?}: {text}");
        }
        for ids in ["--algorithm", "--algorithms"] {
            let command = if ids == "--algorithm" { "trace" } else { "race" };
            let args = [command, "tiny.map", "--from", "0,0", "--to", "2,0", ids, hostile, "--out", "-"];
            let args = if command == "race" { &args[..8] } else { &args[..] };
            assert!(refused(dir.path(), args).contains("there is no algorithm 'x") || hostile == HOSTILE);
        }
    }
    assert!(options > 70 && refused_readably > 70, "{refused_readably} of {options} were repeated");
}

/// Texts for each reader; `@` is where the hostile part goes.
fn texts() -> Vec<(&'static str, Vec<&'static str>, Vec<String>)> {
    let level = "name = \"a\"\nabout = \"b\"\nmap = '''\n....\n....\n....\n....\n'''\n";
    let unit = "[[unit]]\nname = \"Ada\"\nkind = \"porter\"\nat = [0, 0]\n";
    let (head, rows) = ("type octile\nheight 2\nwidth 2\nmap\n", "..\n..\n");
    let replay = "wayworn replay 1\ngame 0.1.0\nseed 7\nsize 48x48\n";
    let with = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{text} has no {from}");
        text.replacen(from, to, 1)
    };
    let levels = vec![
        with(level, "\"a\"", "\"@\""),
        with(level, "\"b\"", "\"@\""),
        with(level, "name", "\"@\""),
        with(level, "....", ".@.."),
        with(level, "\"a\"", "@"),
        format!("{level}tools = \"@\"\n"),
        format!("{level}measure = \"@\"\n"),
        format!("{level}{}", with(unit, "Ada", "@")),
        format!("{level}{}", with(unit, "porter", "@")),
        format!("{level}{unit}people = \"@\"\n"),
        format!("{level}{unit}cargo = \"@\"\n"),
        format!("{level}{unit}orders = [\"@\"]\n"),
        format!("{level}{unit}orders = [\"go @\"]\n"),
        format!("{level}{unit}orders = [\"follow @\"]\n"),
        format!("{level}[[town]]\nname = \"@\"\nkind = \"hamlet\"\nat = [1, 1]\n"),
        format!("{level}[[site]]\ngood = \"@\"\nat = [1, 1]\n"),
        format!("{level}[[goal]]\nkind = \"@\"\n"),
        format!("{level}{unit}[[goal]]\nunit = \"@\"\nat = [1, 1]\nwithin = 9\n"),
        format!("{level}{unit}[[solution]]\nedit = \"@ 1 1\"\n"),
        format!("{level}{unit}[[solution]]\nunit = \"@\"\norders = [\"rest\"]\n"),
    ];
    let settings = vec![
        "\"@\" = 1\n".to_owned(),
        "palette = \"@\"\n".to_owned(),
        "fps = \"@\"\n".to_owned(),
        "fps = @\n".to_owned(),
        "[keys]\n\"@\" = \"x\"\n".to_owned(),
        "[keys]\nexplain = \"@\"\n".to_owned(),
        "[keys]\nexplain = \"\u{202e}\"\n".to_owned(),
    ];
    let maps = ["type @\n", "type octile\nheight @\n", "type octile\nheight 2\nwidth @\n"].map(str::to_owned);
    let maps = maps.into_iter().chain([format!("{head}.@\n"), format!("{head}{rows}@\n")]).collect();
    let words = ["0", "m.map", "5", "5", "0", "0", "2", "0", "2.0"];
    let scenarios = (2..9).map(|at| {
        let words: Vec<&str> = (0..9).map(|i| if i == at { "@" } else { words[i] }).collect();
        format!("version 1\n{}\n", words.join("\t"))
    });
    let scenarios = ["@\n".to_owned(), "version 1\n@\n".to_owned()].into_iter().chain(scenarios).collect();
    let replays = vec![
        with(replay, "replay 1", "replay @"),
        with(replay, "0.1.0", "@"),
        with(replay, "seed 7", "seed @"),
        with(replay, "48x48", "@"),
        format!("{replay}land @\n"),
        format!("{replay}level @\n"),
        format!("{replay}@\n"),
        format!("{replay}c @ 0 \"Undo\"\n"),
        format!("{replay}c 0 @ \"Undo\"\n"),
        format!("{replay}c 0 0 \"@\"\n"),
        format!("{replay}c 0 0 {{\"@\":1}}\n"),
        format!("{replay}c 0 0 @\n"),
        format!("{replay}h 1 @\n"),
        format!("{replay}h @ 1\n"),
    ];
    vec![
        ("level.toml", vec!["run", "--ticks", "1", "--level", "level.toml"], levels),
        ("mine.toml", vec!["settings", "--settings", "mine.toml"], settings.clone()),
        ("wayworn.toml", vec!["settings"], settings),
        ("own.map", vec!["race", "own.map", "--from", "0,0", "--to", "1,0", "--algorithms", "astar"], maps),
        ("own.scen", vec!["solve", "tiny.map", "own.scen", "--algorithm", "astar"], scenarios),
        ("own.replay", vec!["replay", "own.replay"], replays),
    ]
}

/// The hostile part as it is, and as escapes of TOML and JSON.
#[test]
fn words_of_files_are_printed_as_escapes() {
    let dir = folder();
    let escapes: Vec<String> = in_line().chars().map(|c| format!("\\u{:04x}", c as u32)).collect();
    let escaped = escapes.concat();
    let long = "x".repeat(5 << 20);
    let (mut read, mut repeated) = (0, 0);
    for (file, args, texts) in texts() {
        for text in texts {
            for hostile in [&in_line(), &escaped, &long] {
                std::fs::write(dir.path().join(file), text.replacen('@', hostile, 1)).unwrap();
                let text = refused(dir.path(), &args);
                // Each is one line: the hostile part cannot start another.
                assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
                read += 1;
                repeated += usize::from(text.contains("\\u{202e}") || text.contains('…'));
            }
        }
    }
    assert!(read > 150 && repeated > read / 3, "{repeated} of {read} were repeated");
}

/// The names of a save's chunks, and names in its world.
#[test]
fn names_in_saves_are_printed_as_escapes() {
    let dir = folder();
    let parts = kit::take_apart(&save::encode(&kit::game(5, 48).world));
    let hostile = |tag: &[u8; 4]| Part { tag: *tag, ..parts[1].clone() };
    let mut twice = parts.clone();
    twice.extend([hostile(b"\x1b[2J"), hostile(b"\x1b[2J")]);
    let mut bell = parts.clone();
    bell.extend([hostile(b"\x07\x9b\xe2\x80"), hostile(b"\x07\x9b\xe2\x80")]);
    let mut newer = parts.clone();
    for part in newer.iter_mut().skip(1) {
        (part.version, part.tag[0]) = (u16::MAX, 0x1b);
    }
    for (parts, shown) in [(twice, "\\u{1b}[2J"), (bell, "\\u{7}"), (newer, "")] {
        std::fs::write(dir.path().join("own.save"), kit::put_together(1, &parts)).unwrap();
        let text = refused(dir.path(), &["render", "own.save", "--png", "x.png"]);
        assert!(text.contains(shown), "{text}");
    }
    let mut world = kit::game(5, 48).world;
    world.towns[TownIx(0)].name = "a\u{202e}b".to_owned();
    assert!(world.check().is_err(), "a name that turns the line around is no name");
}

/// All printing goes through `console`; the exceptions are listed here with their reasons.
#[test]
fn nothing_else_writes_to_the_terminal() {
    let allowed = [
        // The printing module itself.
        "src/app/console.rs",
        // The screen: whole frames, whose text `tui::encode` filters, and the codes around them.
        "src/app/play/terminal/display.rs",
        "src/app/play/terminal/guard.rs",
        "src/app/play/terminal/probe.rs",
        "src/app/play/terminal/system/unix.rs",
        "src/app/play/terminal/system/windows.rs",
        // Our own text about events, and redrawn lines.
        "src/app/play/terminal/input_test.rs",
        "src/app/progress.rs",
        // These only ask whether it is a terminal, or for its modes.
        "src/app/play/terminal/system/guardian.rs",
        "src/app/preview.rs",
        "crates/workbench/src/study/command/mod.rs",
    ];
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (path, text) in tidy::code_sources() {
        let code = tidy::code(&text);
        let ways = ["stdout()", "stderr()", "println!", "print!(", "/dev/tty", "/dev/stdout", "/dev/stderr"];
        let starts_a_word =
            |at: usize| !code[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let writes = ways.iter().any(|way| code.match_indices(way).any(|(at, _)| starts_a_word(at)));
        seen += usize::from(writes);
        if writes && !allowed.iter().any(|known| path == Path::new(known)) {
            wrong.push(format!("{} prints", path.display()));
        }
        // A path in a message is `Printable`; JSON and files hold it unchanged.
        let of_files = ["src/app/play/session/crash_report.rs", "src/app/trace.rs"];
        if code.contains(".display()") && !of_files.iter().any(|known| path == Path::new(known)) {
            wrong.push(format!("{} shows a path as it is", path.display()));
        }
    }
    assert!(seen > 4 && wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_a_terminal_would_obey_or_hide_is_written_out() {
    for hidden in [
        '\0',
        '\u{7}',
        '\u{8}',
        '\t',
        '\n',
        '\r',
        '\u{1b}',
        '\u{7f}',
        '\u{85}',
        '\u{9b}',
        '\u{9d}',
        '\u{ad}',
        '\u{61c}',
        '\u{200b}',
        '\u{200d}',
        '\u{200e}',
        '\u{2028}',
        '\u{2029}',
        '\u{202e}',
        '\u{2066}',
        '\u{feff}',
        '\u{e0041}',
        '\u{e000}',
    ] {
        assert!(!is_visible(hidden), "{hidden:?}");
        let shown = Printable(format!("a{hidden}b")).to_string();
        assert!(shown.starts_with("a\\") && shown.chars().all(is_visible), "{shown}");
    }
    assert_eq!(Printable("\x1b[2J\u{202e}\n").to_string(), "\\u{1b}[2J\\u{202e}\\n");
    for plain in ["it's \"C:\\land\"", "Zoë", "Zoe\u{308}", "東京", "▀", "⛰"] {
        assert_eq!(Printable(plain).to_string(), plain);
        assert!(matches!(visible(plain), Cow::Borrowed(_)));
    }
}

#[test]
fn long_text_is_cut() {
    let shown = Printable("x".repeat(5 << 20)).to_string();
    assert_eq!(shown, "x".repeat(SHOWN_MAX) + "…");
    assert_eq!(Printable("x".repeat(SHOWN_MAX)).to_string(), "x".repeat(SHOWN_MAX));
    let escapes = Printable("\u{202e}".repeat(99)).to_string();
    assert!(escapes.ends_with("}…") && escapes.chars().count() <= SHOWN_MAX + 1, "{escapes}");
    let long = format!("begin {} end", "ö".repeat(9999));
    let short = clipped(&long);
    assert!(short.starts_with("begin ö") && short.ends_with("ö end") && short.contains('…'));
    assert_eq!(short.chars().count(), MESSAGE_MAX);
    for fits in [String::new(), "x".to_owned(), "ö".repeat(MESSAGE_MAX - 1)] {
        assert_eq!(clipped(&fits), fits);
    }
}

#[test]
fn json_says_the_same_with_everything_visible() {
    let value = serde_json::Value::from("a\u{202e}\u{7f}\u{9b}\u{e0041}\x1b\n\"");
    let plain = value.to_string();
    let shown = text::json(&plain);
    assert!(shown.chars().all(is_visible) && *shown != plain, "{shown}");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).expect("JSON"), value);
}

#[test]
fn line_ends_of_our_own_stay() {
    assert_eq!(visible("one\ntwo\x1b\n"), "one\ntwo\\u{1b}\n");
}
