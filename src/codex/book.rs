//! All pages in their chapters.

use super::page::{Page, PageError};

/// A chapter: the folder of its pages, and its title.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// Name of its folder.
    pub folder: &'static str,
    /// Its title.
    pub title: &'static str,
}

const fn chapter(folder: &'static str, title: &'static str) -> Chapter {
    Chapter { folder, title }
}

/// The chapters, in reading order.
pub const CHAPTERS: [Chapter; 14] = [
    chapter("first-steps", "First steps"),
    chapter("without-planning", "Movement without planning"),
    chapter("a-star-family", "The A* family"),
    chapter("heuristics", "Heuristics"),
    chapter("open-and-closed", "Open and closed sets"),
    chapter("nodes", "What is a node?"),
    chapter("cost", "Cost"),
    chapter("change", "A changing world"),
    chapter("many", "Many at once"),
    chapter("motion", "From path to motion"),
    chapter("game-loop", "In a game loop"),
    chapter("minds", "Minds"),
    chapter("land", "Land and people"),
    chapter("learning", "Learning and search"),
];

/// The pages, in reading order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    pages: Vec<Page>,
}

impl Book {
    /// Reads pages: chapter's folder, file name and text of each. Files of a chapter are read in order of their names.
    ///
    /// # Errors
    /// The file that is no page, with place and reason.
    pub fn read<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Result<Book, (String, PageError)> {
        let place = |folder: &str| CHAPTERS.iter().position(|chapter| chapter.folder == folder);
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by_key(|(folder, file, _)| (place(folder), *file));
        let mut pages: Vec<Page> = Vec::new();
        for (folder, file, text) in files {
            let fail = |error| (format!("{folder}/{file}"), error);
            let page = Page::parse(folder, file, text).map_err(fail)?;
            let why = if place(folder).is_none() {
                format!("there is no chapter '{folder}'")
            } else if pages.iter().any(|other| other.id == page.id) {
                format!("there is a page '{}' already", page.id)
            } else {
                pages.push(page);
                continue;
            };
            return Err(fail(PageError { line: 1, column: 1, why }));
        }
        Ok(Book { pages })
    }

    /// The pages.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Index of the page with this id.
    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.pages.iter().position(|page| page.id == id)
    }

    /// Index of the first page that something in the game leads to, such as `row:jps`.
    pub fn opened_by(&self, from: &str) -> Option<usize> {
        self.pages.iter().position(|page| page.opens.iter().any(|known| known == from))
    }

    /// The chapters that have pages, each with the indices of its pages.
    pub fn chapters(&self) -> Vec<(Chapter, Vec<usize>)> {
        let pages = |chapter: &Chapter| {
            let of = self.pages.iter().enumerate().filter(|(_, page)| page.chapter == chapter.folder);
            of.map(|(index, _)| index).collect::<Vec<_>>()
        };
        CHAPTERS
            .iter()
            .map(|chapter| (*chapter, pages(chapter)))
            .filter(|(_, pages)| !pages.is_empty())
            .collect()
    }
}
