//! Pages of the codex as text: a head in TOML between two lines `+++`, then a few paragraphs.
//!
//! ```text
//! +++
//! title   = "Jump point search"
//! teaches = ["A32"]                        # ids of techniques
//! source  = "Harabor & Grastien 2011"      # may be left out, as everything that follows but the text
//! after   = ["a-star"]                     # ids of pages to read before: the file's name without number and `.md`
//! opens   = ["row:jps", "level:u-trap"]    # what of the game leads here: row, lens, term, unit, place, level
//! [scene]
//! map     = "rooms"                        # a map of the suite, `land:SEED/SIDE`, or a picture in several lines
//! from    = [3, 4]
//! to      = [60, 40]
//! runs    = ["astar", "quick: astar heuristic=manhattan weight=200"]   # up to four
//! experiment = "storage"                   # beside the runs, or instead of them
//! [predict]                                # asked before the first run
//! ask     = "Which expands fewer nodes?"
//! answers = ["A*", "jump point search"]
//! right   = "1 + (jps.expanded < astar.expanded)"
//! expands = ["astar", 5]                   # instead of both: the answer is the cell that this run expands fifth
//! [[claim]]
//! says    = "Jump point search puts {jps.inserted} nodes on the frontier, A* {astar.inserted}."
//! check   = "jps.inserted * 10 < astar.inserted"
//! [[task]]
//! ask     = "Draw at most 6 wall cells so that jump point search inserts more than 40 nodes."
//! edit    = { cells = 6, ends = false, runs = false }
//! win     = "jps.inserted > 40"
//! solution = { walls = [[4, 4], [5, 5]], free = [], from = [0, 0], to = [9, 9], runs = ["astar"] }
//! +++
//! Text, in paragraphs. A [link](a-star) leads to another page; {astar.cost} is the value of a formula, `e` a key.
//! ```
//!
//! In a picture `.` is plain ground, `2` to `9` ground that costs so many times as much, `#` a wall, `S` and `G` are the
//! ends. What figures there are, and what a formula is worth, does not live here (`scene`, `formula`).

use super::formula::{Formula, FormulaError};
use crate::lab::Setup;
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// Most runs of a scene.
const RUNS_MAX: usize = 4;
/// The line around the head of a page.
const FENCE: &str = "+++\n";

/// A page.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// Its name in links: the file's, without number and ending.
    pub id: String,
    /// Its chapter's folder.
    pub chapter: String,
    /// Its title.
    pub title: String,
    /// The techniques that it teaches.
    pub teaches: Vec<String>,
    /// Paper or book.
    pub source: Option<String>,
    /// Ids of pages to read before.
    pub after: Vec<String>,
    /// What of the game leads here, such as `row:jps`.
    pub opens: Vec<String>,
    /// What is shown.
    pub scene: Option<PageScene>,
    /// What is asked before the first run.
    pub prediction: Option<Prediction>,
    /// What is claimed.
    pub claims: Vec<Claim>,
    /// What the reader can try.
    pub tasks: Vec<Task>,
    /// Its paragraphs.
    pub paragraphs: Vec<Sentence>,
}

/// What a page shows.
#[derive(Clone, PartialEq, Debug)]
pub struct PageScene {
    /// The map: a name, `land:SEED/SIDE`, or a picture.
    pub map: String,
    /// Start, if it is not the map's own.
    pub from: Option<[u16; 2]>,
    /// Goal, if it is not the map's own.
    pub to: Option<[u16; 2]>,
    /// The runs, each with its name in formulas.
    pub runs: Vec<(String, Setup)>,
    /// Name of an experiment.
    pub experiment: Option<String>,
}

/// A question before the first run.
#[derive(Clone, PartialEq, Debug)]
pub struct Prediction {
    /// The question.
    pub ask: String,
    /// Its answers, in order; none if a cell is asked for.
    pub answers: Vec<String>,
    /// The right one.
    pub right: Foretold,
}

/// What is right before a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Foretold {
    /// The answer with this number, from 1.
    Number(Formula),
    /// A cell: that which a run expands at this place in its order, from 1.
    Expands(String, u32),
}

/// Something that a page says, and how it is checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// In words.
    pub says: Sentence,
    /// As a formula that has to be true.
    pub check: Formula,
    /// Line of the formula in the file, from 1.
    pub line: usize,
}

/// Something to try on a page's scene.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// In words.
    pub ask: Sentence,
    /// What may be changed.
    pub edit: Edit,
    /// As a formula that has to become true.
    pub win: Formula,
    /// Changes that make it true.
    pub solution: Solution,
    /// Line of the formula in the file, from 1.
    pub line: usize,
}

/// What may be changed in a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// How many cells.
    pub cells: usize,
    /// Whether start and goal may be moved.
    pub ends: bool,
    /// Whether algorithms and their parts may be changed.
    pub runs: bool,
}

/// Changes of a scene.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Solution {
    /// Cells that become walls.
    pub walls: Vec<[u16; 2]>,
    /// Cells that become plain ground.
    pub free: Vec<[u16; 2]>,
    /// Cells that cost so many times as much as plain ground: column, row, times.
    pub costs: Vec<[u16; 3]>,
    /// The new start.
    pub from: Option<[u16; 2]>,
    /// The new goal.
    pub to: Option<[u16; 2]>,
    /// The new runs, in the order of the scene's.
    pub runs: Vec<String>,
}

/// Text with values and links in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence(pub Vec<Piece>);

/// A piece of a text.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// Words.
    Words(String),
    /// The value of a formula.
    Value(Formula),
    /// Words that lead to the page with this id.
    Link(String, String),
    /// A key, a command or an id, between backticks.
    Code(String),
}

impl Piece {
    /// Its words, if it has any that are no code.
    fn words(&self) -> Option<&str> {
        match self {
            Piece::Words(words) | Piece::Link(words, _) => Some(words),
            Piece::Value(_) | Piece::Code(_) => None,
        }
    }

    /// The formula whose value it is, if it is one.
    pub fn formula(&self) -> Option<&Formula> {
        match self {
            Piece::Value(formula) => Some(formula),
            Piece::Words(_) | Piece::Link(..) | Piece::Code(_) => None,
        }
    }
}

/// Where and why a text is no page.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {why}")]
pub struct PageError {
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in the line, from 1.
    pub column: usize,
    /// Why.
    pub why: String,
}

/// The head as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    title: String,
    teaches: Vec<String>,
    source: Option<String>,
    #[serde(default)]
    after: Vec<String>,
    #[serde(default)]
    opens: Vec<String>,
    scene: Option<SceneTable>,
    predict: Option<PredictTable>,
    #[serde(default)]
    claim: Vec<ClaimTable>,
    #[serde(default)]
    task: Vec<TaskTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneTable {
    map: Spanned<String>,
    from: Option<[u16; 2]>,
    to: Option<[u16; 2]>,
    #[serde(default)]
    runs: Vec<Spanned<String>>,
    experiment: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PredictTable {
    ask: Spanned<String>,
    #[serde(default)]
    answers: Vec<String>,
    right: Option<Spanned<String>>,
    expands: Option<(String, u32)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimTable {
    says: Spanned<String>,
    check: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskTable {
    ask: Spanned<String>,
    edit: Edit,
    win: Spanned<String>,
    #[serde(default)]
    solution: Solution,
}

impl Page {
    /// Reads a page of this chapter from the text of the file with this name.
    ///
    /// # Errors
    /// Where and why the text is no page.
    pub fn parse(chapter: &str, file: &str, text: &str) -> Result<Page, PageError> {
        let text = text.replace("\r\n", "\n");
        let source = PageText { text: &text };
        let head =
            text.strip_prefix(FENCE).ok_or_else(|| source.error(0, "a page begins with a line +++"))?;
        let end = head.find(&format!("\n{FENCE}"));
        let end = end.ok_or_else(|| source.error(0, "the head has no second line +++"))? + 1;
        let body = FENCE.len() + end + FENCE.len();
        let table: Head = toml::from_str(&head[..end]).map_err(|error| {
            source.error(error.span().map_or(0, |span| span.start) + FENCE.len(), error.message())
        })?;
        let mut paragraphs = Vec::new();
        for paragraph in text[body..].split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
            let paragraph = paragraph.trim();
            let at = paragraph.as_ptr() as usize - text.as_ptr() as usize;
            paragraphs.push(source.sentence(at, &paragraph.replace('\n', " "))?);
        }
        let name = file.strip_suffix(".md").unwrap_or(file);
        Ok(Page {
            id: name.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-').to_owned(),
            chapter: chapter.to_owned(),
            title: table.title,
            teaches: table.teaches,
            source: table.source,
            after: table.after,
            opens: table.opens,
            scene: table.scene.map(|scene| source.scene(scene)).transpose()?,
            prediction: table.predict.map(|table| source.prediction(table)).transpose()?,
            claims: table.claim.iter().map(|table| source.claim(table)).collect::<Result<_, _>>()?,
            tasks: table.task.into_iter().map(|table| source.task(table)).collect::<Result<_, _>>()?,
            paragraphs,
        })
    }

    /// All its texts: paragraphs, claims, tasks.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        let claims = self.claims.iter().map(|claim| &claim.says);
        self.paragraphs.iter().chain(claims).chain(self.tasks.iter().map(|task| &task.ask))
    }

    /// All that is written in it for readers, without formulas, code and source.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let asked = self.prediction.iter().flat_map(|asked| asked.answers.iter().chain([&asked.ask]));
        let plain = asked.chain([&self.title]).map(String::as_str);
        self.sentences().flat_map(|sentence| &sentence.0).filter_map(Piece::words).chain(plain)
    }

    /// Ids of the pages that its texts lead to.
    pub fn links<'a>(&'a self) -> Vec<&'a str> {
        let page = |piece: &'a Piece| match piece {
            Piece::Link(_, page) => Some(page.as_str()),
            _ => None,
        };
        self.sentences().flat_map(|sentence| &sentence.0).filter_map(page).collect()
    }

    /// Number of words in its paragraphs.
    pub fn word_count(&self) -> usize {
        let words = |piece: &Piece| match piece {
            Piece::Words(words) | Piece::Link(words, _) | Piece::Code(words) => {
                words.split_whitespace().count()
            }
            Piece::Value(_) => 1,
        };
        self.paragraphs.iter().flat_map(|paragraph| &paragraph.0).map(words).sum()
    }
}

/// The text of a file, to tell places in it.
struct PageText<'a> {
    text: &'a str,
}

impl PageText<'_> {
    fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    fn error(&self, at: usize, why: &str) -> PageError {
        let at = (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0);
        let before = &self.text[..at];
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        PageError { line: self.line(at), column, why: why.replace('\n', " ") }
    }

    /// Where a value of the head begins in the file, quotation mark included.
    fn place(span: &Range<usize>) -> usize {
        FENCE.len() + span.start
    }

    fn formula(&self, at: usize, text: &str) -> Result<Formula, PageError> {
        Formula::parse(text).map_err(|FormulaError { column, why }| self.error(at + column - 1, &why))
    }

    fn quoted_formula(&self, text: &Spanned<String>) -> Result<Formula, PageError> {
        self.formula(Self::place(&text.span()) + 1, text.get_ref())
    }

    /// Splits a text at its values and links.
    fn sentence(&self, at: usize, text: &str) -> Result<Sentence, PageError> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some(mark) = rest.find(['{', '[', '`']) {
            let here = at + text.len() - rest.len() + mark;
            if mark > 0 {
                pieces.push(Piece::Words(rest[..mark].to_owned()));
            }
            rest = &rest[mark..];
            let (piece, length) = if rest.starts_with('{') {
                let end = rest.find('}').ok_or_else(|| self.error(here, "'{' without '}'"))?;
                (Piece::Value(self.formula(here + 1, &rest[1..end])?), end + 1)
            } else if let Some(code) = rest.strip_prefix('`') {
                let end = code.find('`').ok_or_else(|| self.error(here, "one '`' without another"))?;
                (Piece::Code(code[..end].to_owned()), end + 2)
            } else {
                link(rest).ok_or_else(|| self.error(here, "a link is written [words](page)"))?
            };
            pieces.push(piece);
            rest = &rest[length..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest.to_owned()));
        }
        Ok(Sentence(pieces))
    }

    fn quoted_sentence(&self, text: &Spanned<String>) -> Result<Sentence, PageError> {
        self.sentence(Self::place(&text.span()) + 1, text.get_ref())
    }

    fn scene(&self, table: SceneTable) -> Result<PageScene, PageError> {
        let mut runs = Vec::new();
        for text in &table.runs {
            let run = Setup::parse_named(text.get_ref());
            runs.push(run.map_err(|why| self.error(Self::place(&text.span()), &why))?);
        }
        let at = Self::place(&table.map.span());
        if runs.len() > RUNS_MAX {
            return Err(self.error(at, "a scene has at most four runs"));
        }
        if runs.is_empty() && table.experiment.is_none() {
            return Err(self.error(at, "a scene needs runs or an experiment"));
        }
        let (map, experiment) = (table.map.into_inner(), table.experiment);
        Ok(PageScene { map, from: table.from, to: table.to, runs, experiment })
    }

    fn prediction(&self, table: PredictTable) -> Result<Prediction, PageError> {
        let right = match (table.answers.len(), &table.right, table.expands) {
            (1.., Some(right), None) => Foretold::Number(self.quoted_formula(right)?),
            (0, None, Some((run, place))) => Foretold::Expands(run, place),
            _ => {
                let at = Self::place(&table.ask.span());
                return Err(self.error(at, "a prediction has answers and right, or expands"));
            }
        };
        Ok(Prediction { ask: table.ask.into_inner(), answers: table.answers, right })
    }

    fn claim(&self, table: &ClaimTable) -> Result<Claim, PageError> {
        Ok(Claim {
            says: self.quoted_sentence(&table.says)?,
            check: self.quoted_formula(&table.check)?,
            line: self.line(Self::place(&table.check.span())),
        })
    }

    fn task(&self, table: TaskTable) -> Result<Task, PageError> {
        Ok(Task {
            ask: self.quoted_sentence(&table.ask)?,
            edit: table.edit,
            win: self.quoted_formula(&table.win)?,
            line: self.line(Self::place(&table.win.span())),
            solution: table.solution,
        })
    }
}

/// A link at the beginning of a text, and its length.
fn link(text: &str) -> Option<(Piece, usize)> {
    let (words, after) = text.strip_prefix('[')?.split_once("](")?;
    let (page, _) = after.split_once(')')?;
    let length = words.len() + page.len() + "[]()".len();
    Some((Piece::Link(words.to_owned(), page.to_owned()), length))
}
