//! The land on the screen: what is painted, what is marked on it, and the same at finer pixels.
//!
//! Reading order: `state`, `camera`; `canvas`, `patch`, `painter`, `daylight`, `elements` and `traces` paint; `labels`,
//! `overprint`, `places`, `figures`, `search_overlay` and `marks` mark; `small_map`; `mosaic`, `graphics`, `pixel_map`.

pub(super) mod camera;
pub(super) mod canvas;
pub(super) mod daylight;
mod elements;
pub(super) mod figures;
pub(super) mod graphics;
pub(super) mod labels;
pub(super) mod marks;
pub(super) mod mosaic;
mod overprint;
pub(super) mod painter;
mod patch;
pub(super) mod pixel_map;
pub(super) mod places;
pub(super) mod search_overlay;
pub(super) mod small_map;
pub(super) mod state;
mod traces;
