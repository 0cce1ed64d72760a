//! Bookmarks: cells that the player can jump back to, one per digit.
//!
//! The digits themselves are rows of the key table.

use crate::tui::input::keymap::KeyIntent;
use crate::tui::input::keys::Keys;
use crate::tui::input::mode::BookmarkPrompt;
use crate::tui::kit::DIGITS;
use crate::tui::map::state::Map;
use crate::tui::selection::{Bookmarks, Selection};

impl Bookmarks {
    /// Waits for the digit of a bookmark; returns what it asks for, or why there is none to jump to.
    pub(in crate::tui) fn await_digit(
        &mut self,
        what: BookmarkPrompt,
        keys: &Keys,
    ) -> Result<String, String> {
        if what == BookmarkPrompt::Jump && self.cells.iter().all(Option::is_none) {
            let set = keys.key_for(KeyIntent::SetBookmark);
            return Err(format!("no bookmarks yet — {set} and a digit set one"));
        }
        self.prompt = Some(what);
        Ok(match what {
            BookmarkPrompt::Set => "bookmark number? 1-9",
            BookmarkPrompt::Jump => "jump to which bookmark? 1-9",
        }
        .to_owned())
    }

    /// Takes the digit of a bookmark: sets it at the cursor, or jumps there. Returns what is to be said, if anything.
    pub(in crate::tui) fn take_digit(
        &mut self,
        what: BookmarkPrompt,
        digit: u8,
        map: &mut Map,
        keys: &Keys,
    ) -> Option<Result<String, String>> {
        let index = usize::from(digit).min(9);
        match (what, self.cells[index]) {
            (BookmarkPrompt::Set, _) => {
                self.cells[index] = Some(map.cursor);
                let back = keys.key_for(KeyIntent::JumpToBookmark);
                Some(Ok(format!("bookmark {digit} set — {back} {digit} returns here")))
            }
            (BookmarkPrompt::Jump, Some(cell)) => {
                map.follow = false;
                map.jump(cell);
                None
            }
            (BookmarkPrompt::Jump, None) => {
                let mark = keys.key_for(KeyIntent::SetBookmark);
                Some(Err(format!("bookmark {digit} is not set — {mark} {digit} sets it")))
            }
        }
    }

    /// The bottom line's label while a digit is awaited.
    pub(in crate::tui) fn awaited_label(&self, selection: &Selection) -> Option<&'static str> {
        match self.prompt {
            Some(BookmarkPrompt::Set) => Some(" BOOKMARK _ "),
            Some(BookmarkPrompt::Jump) => Some(" JUMP TO _ "),
            None => selection.is_setting_group.then_some(" GROUP _ "),
        }
    }

    /// Digits that can be clicked while one is awaited, each with a word.
    pub(in crate::tui) fn awaited_digits(
        &self,
        selection: &Selection,
    ) -> Vec<(&'static str, &'static str, KeyIntent)> {
        let is_set = |digit: u8| match self.prompt {
            Some(_) => self.cells[usize::from(digit)].is_some(),
            None => !selection.groups[usize::from(digit)].is_empty(),
        };
        let digits = (1..=9).filter(|digit| self.prompt != Some(BookmarkPrompt::Jump) || is_set(*digit));
        let word = |digit| if is_set(digit) { "set" } else { "" };
        digits.map(|digit| (DIGITS[usize::from(digit)], word(digit), KeyIntent::Digit(digit))).collect()
    }
}
