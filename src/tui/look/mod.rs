//! Colours, glyphs and palettes.
//!
//! Reading order: `oklab`, `color`, `surface`, `seasons`, `theme`, `ramp`.

pub(super) mod color;
mod oklab;
pub(super) mod ramp;
pub(super) mod seasons;
mod surface;
pub mod theme;
