//! Pages of the codex: what is read is checked, scene and all, if its map is small.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::codex::{Book, check_page};
use wayworn_fuzz::PLAYED_CELLS_MAX;

fuzz_target!(|text: &str| {
    let Ok(book) = Book::read([("first-steps", "10-page.md", text)]) else { return };
    let page = &book.pages()[0];
    let is_small = |map: &str| map.len() <= PLAYED_CELLS_MAX && !map.starts_with("land:");
    if page.scene.as_ref().is_none_or(|scene| is_small(&scene.map)) {
        check_page(page, &book, &|_| None);
    }
});
