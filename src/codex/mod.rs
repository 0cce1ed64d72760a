//! The codex: pages that explain one technique each, with a live scene and claims that are computed when they are shown.
//!
//! A page is a file in the folder `codex` ([`Page`] has the format). Its scene is a session of the lab ([`Stage`]); its
//! claims are formulas ([`Formula`]) over the counts of the scene's searches and of its experiment ([`Findings`]).
//! [`Book`] has all pages. Where files come from, and drawing, does not live here (`app`, `tui`).

mod book;
mod check;
mod experiments;
mod formula;
mod page;
mod scene;

pub use book::{Book, CHAPTERS, Chapter};
pub use check::{CheckedPage, check_page};
pub use experiments::{Curve, Findings};
pub use formula::{Formula, FormulaError, Operator};
pub use page::{
    Claim, Edit, Foretold, Page, PageError, PageScene, Piece, Prediction, Sentence, Solution, Task,
};
pub use scene::{FindMap, Stage};
