//! The codex: every claim holds, every task is won by its solution alone, every technique is taught, every link leads
//! somewhere; and a page that is none is refused where it is wrong.

use std::collections::BTreeSet;
use std::thread;
use wayworn::app::codex::{included_book, suite_map};
use wayworn::app::levels::SHELVES;
use wayworn::codex::{Book, CheckedPage, Page, check_page};
use wayworn::plan::TERM_NAMES;
use wayworn::scene::LENSES;
use wayworn::search::catalogue::ROWS;
use wayworn::world::Kind;

/// Techniques in each section of the inventory of the sources.
const SECTIONS: [(char, usize); 12] = [
    ('A', 46),
    ('B', 32),
    ('C', 25),
    ('D', 36),
    ('E', 22),
    ('F', 14),
    ('G', 15),
    ('H', 15),
    ('I', 34),
    ('J', 10),
    ('K', 14),
    ('L', 7),
];

fn book() -> Book {
    included_book().unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn every_claim_holds_and_every_task_is_won_by_its_solution() {
    let book = &book();
    let check = |part: usize| {
        let pages = book.pages().iter().skip(part).step_by(2);
        pages.map(|page| (page, check_page(page, book, &suite_map))).collect::<Vec<_>>()
    };
    let checked: Vec<(&Page, CheckedPage)> = thread::scope(|scope| {
        let other = scope.spawn(|| check(1));
        let mut all = check(0);
        all.extend(other.join().unwrap());
        all
    });
    let fault = |(page, checked): &(&Page, CheckedPage)| {
        let place = format!("codex/{}/{}", page.chapter, page.id);
        let faults = checked.faults.iter();
        faults.map(|(line, why)| format!("{place}:{line}: {why}")).collect::<Vec<_>>()
    };
    let faults: Vec<String> = checked.iter().flat_map(fault).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    let claims: usize = checked.iter().map(|(_, checked)| checked.claims).sum();
    let tasks: usize = checked.iter().map(|(_, checked)| checked.tasks).sum();
    assert!(claims >= 160 && tasks >= 40, "{claims} claims, {tasks} tasks");
}

#[test]
fn every_technique_is_taught() {
    let book = book();
    let taught: BTreeSet<&str> =
        book.pages().iter().flat_map(|page| &page.teaches).map(String::as_str).collect();
    let ids =
        SECTIONS.iter().flat_map(|(section, count)| (1..=*count).map(move |n| format!("{section}{n:02}")));
    let all: BTreeSet<String> = ids.collect();
    let missing: Vec<&String> = all.iter().filter(|id| !taught.contains(id.as_str())).collect();
    let unknown: Vec<&&str> = taught.iter().filter(|id| !all.contains(**id)).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "not taught: {missing:?}; unknown: {unknown:?}");
}

/// Every algorithm, lens, term of a price, kind of unit or settlement, and level of the campaign opens one page, and
/// nothing else does.
#[test]
fn what_leads_to_a_page_leads_to_one() {
    let all = |kind: &str, names: Vec<&str>| {
        names.into_iter().map(|name| format!("{kind}:{name}")).collect::<BTreeSet<String>>()
    };
    let expected: BTreeSet<String> = [
        all("row", ROWS.iter().map(|row| row.id).collect()),
        all("lens", LENSES.iter().map(|lens| lens.name).collect()),
        all("term", TERM_NAMES.to_vec()),
        all("unit", Kind::ALL.iter().map(|kind| kind.row().name).collect()),
        all("place", vec!["ruin", "inn", "hamlet", "village", "town", "city"]),
        all("level", SHELVES.iter().flat_map(|(_, levels)| levels).copied().collect()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let book = book();
    let mut opened: Vec<&String> = book.pages().iter().flat_map(|page| &page.opens).collect();
    opened.sort();
    assert_eq!(opened, expected.iter().collect::<Vec<_>>());
}

#[test]
fn a_wrong_page_is_refused_where_it_is_wrong() {
    let head = "+++\ntitle = \"T\"\nteaches = []\n";
    let scene = "[scene]\nmap = \"tiny\"\nruns = [\"astar\"]\n";
    for (text, expected) in [
        ("title", "1:1: a page begins with a line +++".to_owned()),
        ("+++\ntitle = 1\n", "1:1: the head has no second line +++".to_owned()),
        (&format!("{head}+++\nSee [there."), "5:5: a link is written [words](page)".to_owned()),
        (&format!("{head}+++\n\nIt costs {{1 +}}."), "6:14: the formula ends too soon".to_owned()),
        (&format!("{head}colour = 1\n+++\n"), "4:1: unknown field `colour`".to_owned()),
        (
            &format!("{head}[scene]\nmap = \"tiny\"\nruns = [\"astra\"]\n+++\n"),
            "6:9: there is no algorithm 'astra'".to_owned(),
        ),
        (
            &format!("{head}{scene}[[claim]]\nsays = \"S\"\ncheck = \"astar.cost >\"\n+++\n"),
            "9:22: the formula ends too soon".to_owned(),
        ),
    ] {
        let said = Page::parse("first-steps", "10-t.md", text).unwrap_err().to_string();
        assert!(said.starts_with(&expected), "{said}\n{expected}");
    }
}

/// A claim that does not hold, a task that is solved at once or by too much, a link to nowhere, and a number that no
/// formula keeps true are faults.
#[test]
fn a_false_page_is_found_out() {
    let text = "+++\ntitle = \"T\"\nteaches = []\nafter = [\"nowhere\"]\n[scene]\nmap = '''\nS..\n.#.\n..G\n'''\n\
                runs = [\"astar graph=four-neighbours\"]\n\
                [[claim]]\nsays = \"It is {astar.cost}.\"\ncheck = \"astar.cost == 4001\"\n\
                [[claim]]\nsays = \"No such figure.\"\ncheck = \"astar.beauty > 0\"\n\
                [[task]]\nask = \"Nothing.\"\nedit = { cells = 1 }\nwin = \"astar.found == 1\"\n\
                [[task]]\nask = \"Block it.\"\nedit = { cells = 1 }\nwin = \"astar.found == 0\"\n\
                solution = { walls = [[1, 0], [0, 1]] }\n+++\nToo short: 40 `41` {42}.\n";
    let book = Book::read([("first-steps", "10-t.md", text)]).unwrap();
    let checked = check_page(&book.pages()[0], &book, &suite_map);
    let said: Vec<String> = checked.faults.iter().map(|(line, why)| format!("{line}: {why}")).collect();
    assert_eq!(
        said,
        [
            "1: there is no page 'nowhere'",
            "1: the text has 6 words, not 60 to 140",
            "1: the number 40 is typed by hand: write a formula, or {40} if it is no result",
            "14: the claim does not hold: astar.cost 4000",
            "17: there is no figure astar.beauty",
            "21: the task is solved before anything is done",
            "25: the solution does more than is allowed: 2 cells changed, at most 1",
        ]
    );
}
