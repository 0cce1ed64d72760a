//! What the README and the page of the lab show of the program is what the program has, and all of it.

use wayworn::tui::lab::{LAB_TABLE, LAB_TOPICS};
use wayworn::tui::{Binding, TABLE, Topic};

/// Keys as a page lists them: a heading a topic, a row a key.
fn keys<M, I>(topics: &[Topic], table: &[Binding<M, I>]) -> String {
    let mut rows = vec!["| key | what it does |".to_owned(), "|---|---|".to_owned()];
    for topic in topics {
        rows.push(format!("| **{}** | |", topic.word()));
        let told = table.iter().filter(|row| row.topic == *topic && !row.help.is_empty());
        rows.extend(told.map(|row| format!("| `{}` | {} |", row.show, row.help)));
    }
    rows.join("\n")
}

#[test]
fn the_readme_lists_the_keys_that_there_are() {
    let keys = keys(&Topic::ALL, TABLE);
    assert!(include_str!("../../README.md").contains(&keys), "README.md should have this table:\n\n{keys}\n");
}

#[test]
fn the_page_of_the_lab_lists_its_keys() {
    let keys = keys(&LAB_TOPICS, LAB_TABLE);
    assert!(
        include_str!("../../docs/LAB.md").contains(&keys),
        "docs/LAB.md should have this table:\n\n{keys}\n"
    );
}

/// Whatever the program can be told to do is in the README.
#[test]
fn the_readme_names_every_command() {
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_wayworn")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let named: Vec<&str> = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(named.len() > 15, "{help}");
    for name in named {
        let words = [format!("wayworn {name}"), format!("`{name}`"), format!("`{name} ")];
        let readme = include_str!("../../README.md");
        assert!(words.iter().any(|words| readme.contains(words)), "README.md does not name {name}");
    }
}
