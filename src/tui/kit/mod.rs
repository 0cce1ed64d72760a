//! What views are made of: the stack that they lie on, lists, sheets, timelines, frames, texts that fit, and the layout of
//! a screen; and short messages.
//!
//! Nothing here knows the land or the lab. Reading order: `layout`, `text`, `draw`, `parts`, `view`, `list`, `sheet`,
//! `timeline`, `notices`.

mod draw;
mod layout;
mod list;
mod notices;
pub(super) mod parts;
pub(super) mod sheet;
mod text;
mod timeline;
pub(super) mod view;

pub(super) use draw::{
    draw_frame, draw_more, draw_rule, draw_too_small, fill, labelled, titled_line, wrapped, write,
    write_lines,
};
pub(super) use layout::{Layout, SIZE_MIN};
pub(super) use list::{
    LIST_COLUMNS, ListRow, ListSource, ListView, PROMPT, Picker, PlaceOf, list_frame_area, list_rows,
    list_rows_area,
};
pub(super) use notices::Notices;
pub(super) use text::{DIGITS, shorten, wrap};
pub(super) use timeline::{timeline, timeline_position};
