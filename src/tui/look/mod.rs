//! Colours, glyphs and palettes.
//!
//! Reading order: `oklab`, `color`, `seasons`, `theme`, `ramp`.

pub(super) mod color;
mod oklab;
pub(super) mod ramp;
pub(super) mod seasons;
pub mod theme;
