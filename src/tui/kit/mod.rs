//! What several views are made of: texts that fit, frames, lists, sheets, timelines, and the layout of a screen.
//!
//! Nothing here knows the land or the lab. Reading order: `layout`, `text`, `draw`, `picker`, `list`, `sheet`,
//! `timeline`.

mod draw;
mod layout;
mod list;
mod picker;
pub(super) mod sheet;
mod text;
mod timeline;

pub(super) use draw::{draw_frame, draw_too_small, fill, write};
pub(super) use layout::Layout;
pub(super) use layout::SIZE_MIN;
pub(super) use list::{draw_list, first_visible_row, list_frame_area, list_rows_area};
pub(super) use picker::Picker;
pub(super) use text::{DIGITS, shorten, wrap};
pub(super) use timeline::{timeline, timeline_position};
