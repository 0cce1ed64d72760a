//! What keys and mouse do on the land in each mode.
//!
//! Reading order: `tool`, `targeted_orders`, `draft`, `orders`; `brushes`, `edits`, `pinch`; `possession`,
//! `wanderer`; `history_replay`, `history`; `route_query`; `director`.

pub(super) mod brushes;
mod director;
pub(super) mod draft;
pub(super) mod edits;
pub(super) mod history;
pub(super) mod history_replay;
mod orders;
mod pinch;
pub(super) mod possession;
mod route_query;
pub(super) mod targeted_orders;
pub(super) mod tool;
mod wanderer;
