//! `wayworn codex`: the included pages or those of a folder, to be read, listed, checked, or written as a book.

mod drawing;
mod site;

pub(super) use site::write as write_site;

use super::console;
use super::maps;
use super::output::ForceArgs;
use crate::codex::{Book, CHAPTERS, CheckedPage, Claim, FindMap, Page, Stage, check_page};
use crate::lab::LabMap;
use crate::save::read_text;
use crate::text::Printable;
use include_dir::{Dir, include_dir};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The folder `codex` at build time.
static INCLUDED_PAGES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/codex");
/// Most bytes of a page.
const PAGE_BYTES_MAX: usize = 1 << 16;

/// Arguments of `wayworn codex`.
#[derive(clap::Args, Debug)]
pub(super) struct CodexArgs {
    /// Open this page; without it, the one read last.
    pub page: Option<String>,
    /// List the pages with what each teaches, instead of opening one.
    #[arg(long, group = "report", conflicts_with = "settings")]
    pub list: bool,
    /// Compute every claim and solve every task, instead of opening a page; exit with 1 if anything fails.
    #[arg(long, group = "report", conflicts_with = "settings")]
    pub check: bool,
    /// Print JSON.
    #[arg(long, requires = "report")]
    pub json: bool,
    /// Write all pages as a site into this folder, instead of opening one.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["report", "settings"])]
    pub book: Option<PathBuf>,
    /// Read the pages of this folder instead of the included ones: `CHAPTER/PAGE.md`.
    #[arg(long, value_name = "DIR")]
    pub pages: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgs,
}

/// The included pages.
///
/// # Errors
/// Which of them is none. A test reads them all.
pub fn included_book() -> Result<Book, String> {
    let folders = INCLUDED_PAGES.dirs();
    let files = folders.flat_map(|folder| folder.files().map(move |file| (folder.path(), file)));
    let texts = files.filter_map(|(folder, file)| {
        Some((folder.to_str()?, file.path().file_name()?.to_str()?, file.contents_utf8()?))
    });
    Book::read(texts).map_err(|(file, error)| format!("codex/{file}:{error}"))
}

/// The pages of a folder.
fn book_of(folder: &Path) -> Result<Book, String> {
    let mut texts = Vec::new();
    for chapter in CHAPTERS {
        let Ok(files) = std::fs::read_dir(folder.join(chapter.folder)) else { continue };
        let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = read_text(&path, PAGE_BYTES_MAX).map_err(|error| error.to_string())?;
            texts.push((chapter.folder, name, text));
        }
    }
    if texts.is_empty() {
        return Err(format!("{}: there is no CHAPTER/PAGE.md in it", Printable(folder)));
    }
    let texts = texts.iter().map(|(chapter, name, text)| (*chapter, name.as_str(), text.as_str()));
    Book::read(texts).map_err(|(file, error)| format!("{}/{}:{error}", Printable(folder), Printable(&file)))
}

/// The pages that the arguments ask for.
///
/// # Errors
/// Where and why one of them is none.
pub(super) fn asked_book(args: &CodexArgs) -> Result<Book, String> {
    args.pages.as_deref().map_or_else(included_book, book_of)
}

/// Finds a map of the suite.
pub fn suite_map(name: &str) -> Option<LabMap> {
    maps::included_map(name)
}

/// Lists the pages.
///
/// # Errors
/// When they cannot be read or printed.
pub(super) fn list(args: &CodexArgs) -> Result<ExitCode, String> {
    let book = asked_book(args)?;
    let text = if args.json { list_json(&book) } else { list_text(&book) };
    console::print(&text).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn list_text(book: &Book) -> String {
    let mut text = String::new();
    for (number, (chapter, pages)) in book.chapters().iter().enumerate() {
        _ = writeln!(text, "{}{} {}", if number > 0 { "\n" } else { "" }, number + 1, chapter.title);
        for page in pages.iter().map(|page| &book.pages()[*page]) {
            _ = writeln!(text, "  {:<28} {} ({})", page.id, page.title, page.teaches.join(" "));
        }
    }
    text
}

fn list_json(book: &Book) -> String {
    let row = |page: &Page| {
        serde_json::json!({
            "page": page.id,
            "chapter": page.chapter,
            "title": page.title,
            "teaches": page.teaches,
            "source": page.source,
            "after": page.after,
            "claims": page.claims.len(),
            "tasks": page.tasks.len(),
            "words": page.word_count(),
        })
    };
    format!("{}\n", serde_json::Value::Array(book.pages().iter().map(row).collect()))
}

/// Checks all pages, or the one that is named.
///
/// # Errors
/// When they cannot be read or printed, or there is no such page.
pub(super) fn check(args: &CodexArgs) -> Result<ExitCode, String> {
    let book = asked_book(args)?;
    let wanted = args.page.as_deref().map(|id| page_index(&book, id)).transpose()?;
    let find: FindMap<'_> = &suite_map;
    let (mut lines, mut sums) = (Vec::new(), CheckedPage::default());
    for page in book.pages().iter().enumerate().filter(|(at, _)| wanted.is_none_or(|wanted| *at == wanted)) {
        let checked = check_page(page.1, &book, find);
        let place = |line: usize| format!("{}/{}:{line}", page.1.chapter, page.1.id);
        lines.extend(checked.faults.iter().map(|(line, why)| format!("{}: {why}", place(*line))));
        sums.claims += checked.claims;
        sums.tasks += checked.tasks;
    }
    let has_failed = !lines.is_empty();
    if args.json {
        let sums = serde_json::json!({ "claims": sums.claims, "tasks": sums.tasks, "faults": lines });
        lines = vec![sums.to_string()];
    } else {
        lines.extend(wanted.iter().flat_map(|at| figure_lines(&book.pages()[*at], find)));
        lines.push(format!("{} claims hold, {} tasks are solved", sums.claims, sums.tasks));
    }
    console::print_lines(lines.into_iter()).map_err(|error| error.to_string())?;
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The figures of each claim of a page, for the one who writes it.
fn figure_lines(page: &Page, find: FindMap<'_>) -> Vec<String> {
    let Ok((stage, session)) = Stage::open(page, find) else { return Vec::new() };
    let line = |claim: &Claim| {
        format!(
            "{}/{}:{}: {}",
            page.chapter,
            page.id,
            claim.line,
            stage.figures_words(&claim.check, &session)
        )
    };
    page.claims.iter().map(line).collect()
}

/// Index of the page with this id.
///
/// # Errors
/// When there is none, with similar ones.
pub(super) fn page_index(book: &Book, id: &str) -> Result<usize, String> {
    book.index_of(id).ok_or_else(|| {
        let hint = super::levels::similar_names_hint(id, book.pages().iter().map(|page| page.id.as_str()));
        format!("there is no page '{}': {hint} (`wayworn codex --list` lists all)", Printable(id))
    })
}
