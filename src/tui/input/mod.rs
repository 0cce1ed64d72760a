//! Keys, and what they mean in each mode.
//!
//! Reading order: `mode`, `topic`; `keymap`, the key table; `keys`, a player's own; `hints`.

pub(super) mod hints;
pub(super) mod keymap;
pub(super) mod keys;
pub(super) mod mode;
mod topic;
