//! Bookmarks: cells that the player can jump back to, one per digit.
//!
//! The digits themselves are rows of the key table.

use crate::tui::effect::Effect;
use crate::tui::input::keymap::KeyIntent;
use crate::tui::input::mode::BookmarkPrompt;
use crate::tui::kit::DIGITS;
use crate::tui::state::Screen;

impl Screen {
    /// Waits for the digit of a bookmark.
    pub fn await_bookmark(&mut self, what: BookmarkPrompt) -> Vec<Effect> {
        if what == BookmarkPrompt::Jump && self.bookmarks.cells.iter().all(Option::is_none) {
            self.refuse(format!(
                "no bookmarks yet — {} and a digit set one",
                self.keys.key_for(KeyIntent::SetBookmark)
            ));
            return Vec::new();
        }
        self.bookmarks.prompt = Some(what);
        self.notify(match what {
            BookmarkPrompt::Set => "bookmark number? 1-9",
            BookmarkPrompt::Jump => "jump to which bookmark? 1-9",
        });
        Vec::new()
    }

    /// Takes the digit of a bookmark.
    pub fn use_bookmark(&mut self, what: BookmarkPrompt, digit: u8) -> Vec<Effect> {
        let index = usize::from(digit).min(9);
        match (what, self.bookmarks.cells[index]) {
            (BookmarkPrompt::Set, _) => {
                self.bookmarks.cells[index] = Some(self.map.cursor);
                let back = self.keys.key_for(KeyIntent::JumpToBookmark);
                self.notify(format!("bookmark {digit} set — {back} {digit} returns here"));
            }
            (BookmarkPrompt::Jump, Some(cell)) => {
                self.map.follow = false;
                self.notice = None;
                return self.jump(cell);
            }
            (BookmarkPrompt::Jump, None) => {
                let mark = self.keys.key_for(KeyIntent::SetBookmark);
                self.refuse(format!("bookmark {digit} is not set — {mark} {digit} sets it"));
            }
        }
        Vec::new()
    }

    /// The bottom line's label while a digit is awaited.
    pub fn awaited_label(&self) -> Option<&'static str> {
        match self.bookmarks.prompt {
            Some(BookmarkPrompt::Set) => Some(" BOOKMARK _ "),
            Some(BookmarkPrompt::Jump) => Some(" JUMP TO _ "),
            None => self.selection.is_setting_group.then_some(" GROUP _ "),
        }
    }

    /// Digits that can be clicked while one is awaited, each with a word.
    pub fn awaited_digits(&self) -> Vec<(&'static str, &'static str, KeyIntent)> {
        let is_set = |digit: u8| match self.bookmarks.prompt {
            Some(_) => self.bookmarks.cells[usize::from(digit)].is_some(),
            None => !self.selection.groups[usize::from(digit)].is_empty(),
        };
        let digits =
            (1..=9).filter(|digit| self.bookmarks.prompt != Some(BookmarkPrompt::Jump) || is_set(*digit));
        let word = |digit| if is_set(digit) { "set" } else { "" };
        digits.map(|digit| (DIGITS[usize::from(digit)], word(digit), KeyIntent::Digit(digit))).collect()
    }
}
