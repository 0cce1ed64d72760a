//! The codex as a site of plain files: a page of HTML and one of Markdown for each page, and an index of both. Nothing in
//! them is fetched from elsewhere, and nothing needs a server or a script.

use super::drawing::{curve_drawing, run_drawing};
use super::{CodexArgs, asked_book, suite_map};
use crate::app::output;
use crate::codex::{Book, FindMap, Page, Piece, Sentence, Stage};
use crate::lab::{LabSession, grouped, steps_words};
use std::fmt::Write as _;
use std::path::Path;

/// The style of all pages.
const STYLE: &str = include_str!("style.css");

/// Writes the site; returns what was written, in words.
///
/// # Errors
/// When a page cannot be shown, or a file not be written.
pub(in crate::app) fn write(args: &CodexArgs, folder: &Path) -> Result<String, String> {
    let words = |error: crate::save::SaveError| error.to_string();
    output::check_folder(folder).map_err(words)?;
    let book = asked_book(args)?;
    let mut files =
        vec![("index.html".to_owned(), index_html(&book)), ("index.md".to_owned(), index_md(&book))];
    let find: FindMap<'_> = &suite_map;
    for (number, page) in book.pages().iter().enumerate() {
        let (stage, session) = Stage::open(page, find).map_err(|why| format!("{}: {why}", page.id))?;
        let shown = SitePage { book: &book, number, page, stage: &stage, session: &session };
        files.push((format!("{}.html", page.id), shown.html()));
        files.push((format!("{}.md", page.id), shown.markdown()));
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| words(crate::save::SaveError::io(folder, "made", error)))?;
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let outputs = files.iter().map(|(name, text)| Ok((args.force.output(&folder.join(name), &[])?, text)));
    // Nothing is written if one of them may not be.
    let outputs: Vec<_> = outputs.collect::<Result<_, _>>().map_err(words)?;
    for (output, text) in outputs {
        output.write(text.as_bytes()).map_err(words)?;
    }
    Ok(format!("{} pages, {} KiB\n", book.pages().len(), grouped(bytes as u64 / 1024)))
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn index_html(book: &Book) -> String {
    let mut body = "<h1>The codex of Wayworn</h1>\n<p>Pathfinding, one technique a page. Every drawing is a search as it \
                    ran, and every number was computed when this book was made.</p>\n"
        .to_owned();
    for (number, (chapter, pages)) in book.chapters().iter().enumerate() {
        _ = writeln!(body, "<h2>{}. {}</h2>\n<ul>", number + 1, escaped(chapter.title));
        for page in pages.iter().map(|page| &book.pages()[*page]) {
            _ = writeln!(body, "<li><a href=\"{}.html\">{}</a></li>", page.id, escaped(&page.title));
        }
        body.push_str("</ul>\n");
    }
    document("The codex of Wayworn", &body)
}

fn index_md(book: &Book) -> String {
    let mut text = "# The codex of Wayworn\n".to_owned();
    for (number, (chapter, pages)) in book.chapters().iter().enumerate() {
        _ = writeln!(text, "\n## {}. {}\n", number + 1, chapter.title);
        for page in pages.iter().map(|page| &book.pages()[*page]) {
            _ = writeln!(text, "- [{}]({}.md)", page.title, page.id);
        }
    }
    text
}

/// A page with its scene.
struct SitePage<'a> {
    book: &'a Book,
    number: usize,
    page: &'a Page,
    stage: &'a Stage,
    session: &'a LabSession,
}

impl SitePage<'_> {
    fn html(&self) -> String {
        let page = self.page;
        let mut body = self.navigation();
        _ = writeln!(body, "<h1>{}</h1>", escaped(&page.title));
        if let Some(source) = &page.source {
            _ = writeln!(body, "<p class=\"source\">{}</p>", escaped(source));
        }
        for paragraph in &page.paragraphs {
            _ = writeln!(body, "<p>{}</p>", self.html_of(paragraph));
        }
        body += &self.runs_html();
        body += &self.findings_html();
        body += &self.claims_html();
        if !page.tasks.is_empty() {
            body.push_str("<h2>To try in the program</h2>\n<ul>\n");
            for task in &page.tasks {
                _ = writeln!(body, "<li>{}</li>", self.html_of(&task.ask));
            }
            _ = writeln!(body, "</ul>\n<p class=\"source\"><code>wayworn codex {}</code></p>", page.id);
        }
        body += &self.navigation();
        document(&page.title, &body)
    }

    /// Links to the page before, the contents, and the page after.
    fn navigation(&self) -> String {
        let pages = self.book.pages();
        let link = |page: Option<&Page>, [before, after]: [&str; 2]| {
            page.map_or_else(
                || "<span></span>".to_owned(),
                |page| {
                    let title = escaped(&page.title);
                    format!("<a href=\"{}.html\">{before}{title}{after}</a>", page.id)
                },
            )
        };
        let before = self.number.checked_sub(1).and_then(|before| pages.get(before));
        let contents = "<a href=\"index.html\">Contents</a>";
        let after = link(pages.get(self.number + 1), ["", " →"]);
        format!("<nav>{}{contents}{after}</nav>\n", link(before, ["← ", ""]))
    }

    fn html_of(&self, sentence: &Sentence) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Link(words, page) => format!("<a href=\"{page}.html\">{}</a>", escaped(words)),
            Piece::Code(words) => format!("<code>{}</code>", escaped(words)),
            Piece::Words(words) => escaped(words),
            Piece::Value(_) => String::new(),
        };
        self.stage.fill(sentence, self.session).0.iter().map(piece).collect()
    }

    fn runs_html(&self) -> String {
        if self.stage.run_count() == 0 {
            return String::new();
        }
        let mut html = "<div class=\"runs\">\n".to_owned();
        let mut rows = String::new();
        for lane in self.session.lanes() {
            let name = escaped(&lane.setup.name());
            let drawing = run_drawing(self.session.ground(), lane, &name);
            _ = writeln!(html, "<figure>{drawing}<figcaption>{name}</figcaption></figure>");
            let Ok(run) = &lane.run else { continue };
            let counts = run.final_counts();
            let cost = run.recording().cost.map_or_else(|| "no path".to_owned(), steps_words);
            _ = writeln!(
                rows,
                "<tr><td>{name}</td><td>{cost}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                grouped(counts.expanded.into()),
                grouped(counts.generated.into()),
                grouped(counts.open_max.into())
            );
        }
        html.push_str("</div>\n<table>\n<tr><th>search</th><th>cost</th><th>expanded</th><th>generated</th>");
        _ = writeln!(html, "<th>frontier at most</th></tr>\n{rows}</table>");
        html
    }

    fn findings_html(&self) -> String {
        let Some(findings) = self.stage.findings() else { return String::new() };
        let mut html = findings.curves.iter().map(curve_drawing).collect::<String>();
        html.push_str("<table>\n");
        for (name, value) in &findings.figures {
            _ = writeln!(html, "<tr><td>{}</td><td>{value}</td></tr>", escaped(&name.replace('_', " ")));
        }
        html.push_str("</table>\n");
        html
    }

    fn claims_html(&self) -> String {
        if self.page.claims.is_empty() {
            return String::new();
        }
        let mut html = "<h2>Claims, computed</h2>\n<ul class=\"claims\">\n".to_owned();
        for claim in &self.page.claims {
            let holds = self.holds(&claim.check);
            let mark = if holds { "<span class=\"yes\">✓</span>" } else { "<span class=\"no\">✗</span>" };
            _ = writeln!(html, "<li>{mark} {}</li>", self.html_of(&claim.says));
        }
        html.push_str("</ul>\n");
        html
    }

    fn holds(&self, check: &crate::codex::Formula) -> bool {
        self.stage.value(check, self.session).is_ok_and(|value| value != 0)
    }

    fn markdown(&self) -> String {
        let page = self.page;
        let mut text = format!("# {}\n", page.title);
        if let Some(source) = &page.source {
            _ = write!(text, "\n*{source}*\n");
        }
        for paragraph in &page.paragraphs {
            _ = write!(text, "\n{}\n", self.markdown_of(paragraph));
        }
        if !page.claims.is_empty() {
            text.push_str("\n## Claims, computed\n\n");
        }
        for claim in &page.claims {
            let mark = if self.holds(&claim.check) { '✓' } else { '✗' };
            _ = writeln!(text, "- {mark} {}", self.markdown_of(&claim.says));
        }
        if !page.tasks.is_empty() {
            text.push_str("\n## To try in the program\n\n");
        }
        for task in &page.tasks {
            _ = writeln!(text, "- {}", self.markdown_of(&task.ask));
        }
        text
    }

    fn markdown_of(&self, sentence: &Sentence) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Link(words, page) => format!("[{words}]({page}.md)"),
            Piece::Code(words) => format!("`{words}`"),
            Piece::Words(words) => words.clone(),
            Piece::Value(_) => String::new(),
        };
        self.stage.fill(sentence, self.session).0.iter().map(piece).collect()
    }
}
