//! A page of the codex as data: its scene, and what of it has been read, seen and done.
//!
//! The lab's screen holds it and does not live here; its text is in `page_text`, keys, mouse and drawing in `reading`.

use super::panes::ShownPage;
use crate::codex::{Book, Curve, FindMap, Page, Stage, Task};
use crate::lab::{LabAnswer, LabQuestion, LabSession};
use crate::tui::look::theme::Theme;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a reader has read, seen and done, by the pages' ids.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct CodexProgress {
    /// Pages opened.
    pub read: BTreeSet<String>,
    /// Pages whose claims were shown.
    pub seen: BTreeSet<String>,
    /// Pages all of whose tasks were solved.
    pub done: BTreeSet<String>,
    /// Answers given, as `PAGE NUMBER`.
    pub answers: BTreeSet<String>,
    /// The page read last.
    pub last: Option<String>,
}

/// An open book.
#[derive(Clone)]
pub struct Reader {
    /// The pages.
    pub book: Rc<Book>,
    /// Index of the open one.
    pub page: usize,
    /// What has been read.
    pub progress: CodexProgress,
    /// Whether the text has the whole screen where there is no room for both.
    pub is_text_only: bool,
    /// Rows of text above the window.
    pub scroll: usize,
    /// The scene.
    pub stage: Stage,
    /// The tasks of the page that were solved.
    pub solved: BTreeSet<usize>,
}

impl Reader {
    /// A book open at a page, and a session for its scene.
    ///
    /// # Errors
    /// Why the scene cannot be shown.
    pub fn open(
        book: Rc<Book>,
        page: usize,
        progress: CodexProgress,
        find: FindMap<'_>,
    ) -> Result<(Reader, LabSession), String> {
        let (stage, session) = Stage::open(&book.pages()[page], find)?;
        let solved = BTreeSet::new();
        let mut reader = Reader { book, page, progress, is_text_only: true, scroll: 0, stage, solved };
        let id = reader.current().id.clone();
        reader.progress.read.insert(id.clone());
        reader.progress.last = Some(id);
        Ok((reader, session))
    }

    /// The curves of the experiment of a page without searches.
    pub(super) fn curves(&self) -> &[Curve] {
        let findings = self.stage.findings().filter(|_| self.stage.run_count() == 0);
        findings.map_or(&[], |findings| &findings.curves)
    }

    /// What is shown of the open page.
    pub(super) fn shown(&self) -> ShownPage {
        ShownPage { is_text_only: self.is_text_only, has_curves: !self.curves().is_empty() }
    }

    /// The open page.
    pub fn current(&self) -> &Page {
        &self.book.pages()[self.page]
    }

    /// Notes what the session shows now; returns the numbers of tasks that are solved for the first time.
    pub fn note(&mut self, session: &LabSession) -> Vec<usize> {
        self.stage.refresh(session);
        let is_new =
            |(at, task): &(usize, &Task)| !self.solved.contains(at) && self.stage.is_solved(task, session);
        let page = &self.book.pages()[self.page];
        let new: Vec<usize> = page.tasks.iter().enumerate().filter(is_new).map(|(at, _)| at).collect();
        self.solved.extend(&new);
        if self.solved.len() == page.tasks.len() && !page.tasks.is_empty() {
            self.progress.done.insert(page.id.clone());
        }
        new
    }

    /// Notes that the claims of the page are shown.
    pub fn note_claims(&mut self) {
        let id = self.current().id.clone();
        self.progress.seen.insert(id);
    }

    /// Notes an answer: its number from 1, or its cell.
    pub fn note_answer(&mut self, answer: LabAnswer) {
        let given = match answer {
            LabAnswer::Listed(index) => format!("{}", index + 1),
            LabAnswer::Cell(cell) => format!("{},{}", cell.x, cell.y),
        };
        self.progress.answers.insert(format!("{} {given}", self.current().id));
    }

    /// The page's question before a run.
    pub fn question(&self, session: &LabSession) -> Option<LabQuestion> {
        self.stage.question(self.current().prediction.as_ref()?, session).ok()
    }

    /// The mark of a page in the contents: unread, read, claims seen, tasks done.
    pub fn mark(&self, page: &Page, theme: Theme) -> char {
        let CodexProgress { read, seen, done, .. } = &self.progress;
        if done.contains(&page.id) {
            theme.pick_glyph('●', '*')
        } else if seen.contains(&page.id) {
            theme.pick_glyph('◐', '+')
        } else if read.contains(&page.id) {
            theme.pick_glyph('○', 'o')
        } else {
            theme.pick_glyph('·', '.')
        }
    }
}
