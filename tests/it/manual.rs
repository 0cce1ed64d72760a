//! The pages for people say what the program has: keys, commands and limits are generated from it, every link resolves,
//! and every page is in the index.
//!
//! `UPDATE_EXPECT=1 cargo test manual` rewrites the generated parts, each between `<!-- name -->` and `<!-- /name -->`.

use crate::kit;
use clap::{Arg, Command};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wayworn::tui::lab::{LAB_TABLE, LAB_TOPICS};
use wayworn::tui::{Binding, TABLE, Topic};

/// Every generated part: its page, its name, its text.
fn parts() -> [(&'static str, &'static str, String); 5] {
    let commands = commands();
    [
        ("docs/manual.md", "keys", keys(&Topic::ALL, TABLE)),
        ("docs/manual.md", "commands", command_table(&commands)),
        ("docs/manual.md", "options", option_table(&commands)),
        ("docs/manual.md", "limits", format!("```text\n{}```", wayworn::app::limits::limits_page())),
        ("docs/LAB.md", "keys", keys(&LAB_TOPICS, LAB_TABLE)),
    ]
}

/// Keys as the help lists them: a heading per topic, a line per key.
fn keys<M, I>(topics: &[Topic], table: &[Binding<M, I>]) -> String {
    let width = table.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let mut text = "```text\n".to_owned();
    for topic in topics {
        let _ = writeln!(text, "{}", topic.heading());
        for row in table.iter().filter(|row| row.topic == *topic && !row.help.is_empty()) {
            let _ = writeln!(text, "  {:<width$}  {}", row.label, row.help);
        }
    }
    text + "```"
}

/// The commands, without `help`.
fn commands() -> Vec<Command> {
    let all = wayworn::app::command();
    all.get_subcommands().filter(|of| of.get_name() != "help" && !of.is_hide_set()).cloned().collect()
}

/// Each command with its required arguments, what it does, and those of its options that `play` does not have.
fn command_table(commands: &[Command]) -> String {
    let play: Vec<_> = arguments(&commands[0]).map(|arg| (shown(arg), explained(arg))).collect();
    let rows = commands.iter().map(|of| {
        let usage = of.clone().render_usage().to_string();
        let usage: Vec<&str> = usage.trim_start_matches("Usage: ").split_whitespace().collect();
        let usage = usage.join(" ").replace(" [OPTIONS]", "");
        let in_usage = |arg: &Arg| match arg.get_long() {
            Some(long) => usage.split([' ', '<', '|', '>']).any(|word| word.strip_prefix("--") == Some(long)),
            None => true,
        };
        let own = arguments(of).filter(|arg| !in_usage(arg) && !play.contains(&(shown(arg), explained(arg))));
        let own: Vec<String> = own.map(shown).collect();
        [format!("`{usage}`"), of.get_about().unwrap_or_default().to_string(), own.join(" ")]
    });
    table(["command", "what it does", "options of its own"], rows)
}

/// Each option of `play`, with the commands that take it in the same sense.
fn option_table(commands: &[Command]) -> String {
    let (play, others) = commands.split_first().unwrap();
    assert_eq!(play.get_name(), "play");
    let rows = arguments(play).map(|arg| {
        let takes =
            |of: &&Command| arguments(of).any(|o| shown(o) == shown(arg) && explained(o) == explained(arg));
        let also: Vec<&str> = others.iter().filter(takes).map(Command::get_name).collect();
        [shown(arg), explained(arg), also.join(", ")]
    });
    table(["option", "what it does", "also of"], rows)
}

/// The arguments of a command, without those for help and version.
fn arguments(of: &Command) -> impl Iterator<Item = &Arg> {
    let is_own = |arg: &&Arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str());
    of.get_arguments().filter(is_own)
}

/// An argument as it is typed.
fn shown(arg: &Arg) -> String {
    let value = arg.get_value_names().unwrap_or_default().join(" ");
    match arg.get_long() {
        Some(long) if arg.get_action().takes_values() => format!("`--{long} {value}`"),
        Some(long) => format!("`--{long}`"),
        None => format!("`{value}`"),
    }
}

/// What an argument does, its possible values, and its default.
fn explained(arg: &Arg) -> String {
    let mut words = arg.get_help().cloned().unwrap_or_default().to_string();
    let values: Vec<String> = arg.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect();
    if !values.is_empty() {
        words = format!("{words}: {}", values.join(", "));
    }
    let usual: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !usual.is_empty() && arg.get_action().takes_values() && !arg.is_hide_default_value_set() {
        words = format!("{words} [{}]", usual.join(", "));
    }
    words
}

/// A Markdown table of these rows, with `|` escaped in the cells.
fn table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut lines = vec![line(head.map(str::to_owned).to_vec()), format!("|{}", "---|".repeat(N))];
    lines.extend(rows.map(|row| line(row.map(|cell| cell.replace('|', r"\|")).to_vec())));
    lines.join("\n")
}

#[test]
fn the_manual_has_the_keys_commands_and_limits_of_the_program() {
    let mut wrong = Vec::new();
    for (page, name, text) in parts() {
        let path = kit::home().join(page);
        let now = std::fs::read_to_string(&path).unwrap();
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("\n<!-- /{name} -->"));
        let (before, rest) = now.split_once(&begin).unwrap_or_else(|| panic!("{page} has no {begin}"));
        let (found, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{page} has no {end}"));
        if found == text {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, format!("{before}{begin}{text}{end}{after}")).unwrap();
            continue;
        }
        let differs = text.lines().find(|line| !found.lines().any(|known| known == *line));
        wrong.push(format!("{page}, {name}: {}", differs.unwrap_or("a line that the program does not have")));
    }
    assert!(wrong.is_empty(), "`UPDATE_EXPECT=1 cargo test manual` updates them:\n{}", wrong.join("\n"));
}

/// The pages of a folder and its subfolders, as paths from the project's root.
fn pages(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(kit::home().join(folder)).unwrap() {
        let path = Path::new(folder).join(entry.unwrap().file_name());
        if kit::home().join(&path).is_dir() {
            found.extend(pages(path.to_str().unwrap()));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The pages beside the code's folders.
pub(crate) const ROOT_PAGES: [&str; 5] =
    ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md"];

/// What a page links to in this repository: file, and heading or nothing.
fn links(page: &Path) -> Vec<(PathBuf, String)> {
    let text = std::fs::read_to_string(kit::home().join(page)).unwrap();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let inside = targets.filter(|target| !target.contains("://"));
    let split = inside.map(|target| target.split_once('#').unwrap_or((target, "")));
    split.map(|(file, heading)| (beside(page, file), heading.to_owned())).collect()
}

/// The file a link of a page means, as a path from the project's root; an empty link means the page itself.
fn beside(page: &Path, file: &str) -> PathBuf {
    let mut path = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().to_owned() };
    for part in file.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            assert!(path.pop(), "{}: {file} points outside the project", page.display());
        } else {
            path.push(part);
        }
    }
    path
}

/// Whether a page has a heading with this anchor.
fn has_heading(page: &Path, anchor: &str) -> bool {
    let text = std::fs::read_to_string(kit::home().join(page)).unwrap();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| line.trim_start_matches('#').trim().to_lowercase()).any(|heading| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).eq(anchor.chars())
    })
}

#[test]
fn every_link_resolves() {
    let mut all: Vec<_> = ROOT_PAGES.iter().map(PathBuf::from).collect();
    all.extend(["docs", "levels", "saves", "crates"].iter().flat_map(|folder| pages(folder)));
    let (mut followed, mut wrong) = (0, Vec::new());
    for page in &all {
        for (file, heading) in links(page) {
            followed += 1;
            let leads =
                kit::home().join(&file).exists() && (heading.is_empty() || has_heading(&file, &heading));
            if !leads {
                wrong.push(format!("{} to {}#{heading}", page.display(), file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "broken links:\n{}", wrong.join("\n"));
    assert!(followed > 40, "{followed} links in {} pages", all.len());
}

/// Pages in a subfolder are listed by the README of that folder.
#[test]
fn the_index_lists_every_page() {
    let all: Vec<_> = ["docs", "levels", "saves", "crates"].iter().flat_map(|folder| pages(folder)).collect();
    let mut missing = Vec::new();
    for page in all.iter().filter(|page| **page != *"docs/README.md") {
        let own = page.with_file_name("README.md");
        let index = if own != *page && all.contains(&own) { own } else { "docs/README.md".into() };
        if !links(&index).iter().any(|(file, _)| file == page) {
            missing.push(format!("{} in {}", page.display(), index.display()));
        }
    }
    assert!(missing.is_empty(), "pages missing from an index:\n{}", missing.join("\n"));
}
