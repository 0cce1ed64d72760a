//! What stands beside the map: card, frame, bottom line, objectives.
//!
//! Reading order: `panel_row`, `panel`, `card_view`; `bottom_line`, `chrome`; `headlines`; `objective`, `goals`; `progress_line`.

pub(super) mod bottom_line;
pub(super) mod card_view;
pub(super) mod chrome;
pub(super) mod goals;
pub(super) mod headlines;
pub(super) mod objective;
pub(super) mod panel;
pub(super) mod panel_row;
pub(super) mod progress_line;
