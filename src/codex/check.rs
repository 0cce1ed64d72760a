//! Checks a page: its claims hold, its tasks begin unsolved and are solved by their solutions, its links lead somewhere.

use super::book::Book;
use super::page::{Page, Task};
use super::scene::{FindMap, Stage};
use crate::lab::LabSession;

/// Fewest and most words in a page's paragraphs.
const WORDS: std::ops::RangeInclusive<usize> = 60..=140;

/// What became of a page's check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckedPage {
    /// Claims that hold.
    pub claims: usize,
    /// Tasks whose solution wins.
    pub tasks: usize,
    /// What is wrong: line in the file, from 1, and words.
    pub faults: Vec<(usize, String)>,
}

/// Checks a page of a book.
pub fn check_page(page: &Page, book: &Book, find: FindMap<'_>) -> CheckedPage {
    let mut checked = CheckedPage::default();
    for id in page.links().into_iter().chain(page.after.iter().map(String::as_str)) {
        if book.index_of(id).is_none() {
            checked.faults.push((1, format!("there is no page '{id}'")));
        }
    }
    if !WORDS.contains(&page.word_count()) {
        let words =
            format!("the text has {} words, not {} to {}", page.word_count(), WORDS.start(), WORDS.end());
        checked.faults.push((1, words));
    }
    let typed = page.words().filter_map(|words| Some((1, typed_number(words)?)));
    checked.faults.extend(typed.map(|(line, number)| {
        (
            line,
            format!(
                "the number {number} is typed by hand: write a formula, or {{{number}}} if it is no result"
            ),
        )
    }));
    match Stage::open(page, find) {
        Ok((stage, session)) => check_scene(page, &stage, &session, &mut checked),
        Err(why) => checked.faults.push((1, why)),
    }
    checked
}

/// The first number of two or more digits in these words. Smaller ones are counts of hands and names of kinds of ground.
fn typed_number(words: &str) -> Option<&str> {
    words.split(|letter: char| !letter.is_ascii_digit()).find(|number| number.len() > 1)
}

fn check_scene(page: &Page, stage: &Stage, session: &LabSession, checked: &mut CheckedPage) {
    for claim in &page.claims {
        match stage.value(&claim.check, session) {
            Ok(0) => {
                let figures = stage.figures_words(&claim.check, session);
                checked.faults.push((claim.line, format!("the claim does not hold: {figures}")));
            }
            Ok(_) => checked.claims += 1,
            Err(why) => checked.faults.push((claim.line, why)),
        }
    }
    for task in &page.tasks {
        match check_task(task, stage, session) {
            Ok(()) => checked.tasks += 1,
            Err(why) => checked.faults.push((task.line, why)),
        }
    }
    if let Some(asked) = &page.prediction {
        let fault = stage.question(asked, session).err();
        checked.faults.extend(fault.map(|why| (1, format!("no answer is right: {why}"))));
    }
    let formulas = page.sentences().flat_map(|sentence| &sentence.0).filter_map(super::page::Piece::formula);
    checked.faults.extend(formulas.filter_map(|formula| Some((1, stage.value(formula, session).err()?))));
}

fn check_task(task: &Task, stage: &Stage, session: &LabSession) -> Result<(), String> {
    if stage.value(&task.win, session)? != 0 {
        return Err("the task is solved before anything is done".to_owned());
    }
    let (mut stage, mut session) = (stage.clone(), session.clone());
    stage.solve(&task.solution, &mut session)?;
    stage.refresh(&session);
    if let Some(excess) = stage.excess(task, &session) {
        return Err(format!("the solution does more than is allowed: {excess}"));
    }
    if stage.is_solved(task, &session) {
        return Ok(());
    }
    Err(format!("the solution does not win: {}", stage.figures_words(&task.win, &session)))
}
