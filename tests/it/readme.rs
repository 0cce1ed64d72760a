//! What the README shows of the program is what the program has.

use wayworn::tui::{TABLE, Topic};

/// The keys as the README lists them: a heading a topic, a row a key.
fn keys() -> String {
    let mut rows = vec!["| key | what it does |".to_owned(), "|---|---|".to_owned()];
    for topic in Topic::ALL {
        rows.push(format!("| **{}** | |", topic.word()));
        let told = TABLE.iter().filter(|row| row.topic == topic && !row.help.is_empty());
        rows.extend(told.map(|row| format!("| `{}` | {} |", row.show, row.help)));
    }
    rows.join("\n")
}

#[test]
fn the_readme_lists_the_keys_that_there_are() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&keys()), "README.md should have this table of keys:\n\n{}\n", keys());
}
