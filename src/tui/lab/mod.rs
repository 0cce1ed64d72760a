//! The lab's screen: searches on a map, played forward and back, side by side. Keys and mouse become intents, intents
//! change the session, the session becomes characters; effects are requests to the rest of the program.
//!
//! Runs are in the crate's `lab`; clocks and files in `app`. Reading order: `keymap`, `quiz`, `state`, `panes`,
//! `update`, `time`, `lists`, `mouse`, `brush`, `reader`, `page_text`, `reading`; then `ink`, `line`, `canvas`,
//! `chrome`, `panel`, `bottom_line`, `question`.

mod bottom_line;
mod brush;
mod canvas;
mod chrome;
pub(super) mod ink;
mod keymap;
mod line;
mod lists;
mod mouse;
mod page_text;
mod panel;
mod panes;
mod question;
mod quiz;
mod reader;
mod reading;
mod shape;
mod state;
mod time;
mod update;

pub use ink::{LabMark, colour as mark_colour};
pub use keymap::{LabBinding, LabIntent, LabMode, TABLE as LAB_TABLE, TOPICS as LAB_TOPICS};
pub use reader::{CodexProgress, Reader};
pub use state::{LabEffect, LabScreen};

use super::spell_out;
use crate::tui::kit::{draw_too_small, fill, view};
use crate::tui::look::theme::TEXT;
use ratatui::buffer::Buffer;

/// Draws the lab.
pub fn draw(buffer: &mut Buffer, screen: &LabScreen) {
    if screen.panes().layout.too_small {
        draw_too_small(buffer, screen.theme, screen.area);
        return;
    }
    fill(buffer, screen.panes().layout.map, screen.theme.text(TEXT));
    for lane in 0..screen.session.lanes().len() {
        canvas::draw(buffer, screen, lane);
    }
    chrome::draw(buffer, screen);
    reading::draw(buffer, screen);
    view::draw(buffer, screen, &());
    spell_out(buffer, screen.theme);
}
