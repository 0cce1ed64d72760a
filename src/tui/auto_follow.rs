//! The idle camera: without input for a while, the camera glides to the busiest place and follows a unit there. Any
//! key or click ends it.
//!
//! Following the selected unit on request is in `state`.

use super::camera::IdleFollow;
use super::keymap::Mode;
use super::state::Screen;
use crate::grid::Cell;
use crate::scene::{Scene, UnitId};

/// How long there must have been no input, in milliseconds.
const IDLE_MS: u64 = 10_000;
/// How long the camera stays with one unit, in milliseconds.
const STAY_MS: u64 = 30_000;
/// Time between two moves of the camera, in milliseconds.
const MOVE_INTERVAL_MS: u64 = 100;
/// Units within this distance, in steps, count as company.
const COMPANY_STEPS: u32 = 10;

impl Screen {
    /// Notes input: the camera stays where it is, and the cursor moves into view.
    pub fn note_input(&mut self) {
        self.last_input_ms = self.now_ms;
        if self.map.idle_follow.take().is_some() && self.window().char_of(self.map.cursor).is_none() {
            self.map.cursor = self.map.camera.centre;
        }
    }

    /// Whether the player is in the middle of an interaction.
    fn is_busy(&self) -> bool {
        let drafting = !self.draft.stops.is_empty()
            || self.selection.box_corner.is_some()
            || self.pointer.drag.is_some();
        self.time_pace.paused
            || !self.views.is_empty()
            || self.mode != Mode::Land
            || drafting
            || self.explaining.is_open
            || self.map.lens.is_some()
    }

    /// Follows a unit in a new scene, if the player is idle.
    pub fn follow_when_idle(&mut self, scene: &Scene) {
        let idle = self.now_ms.saturating_sub(self.last_input_ms) >= IDLE_MS;
        if !self.auto_follow || !idle || self.is_busy() || self.map.follow {
            self.map.idle_follow = None;
            return;
        }
        let place = |id: UnitId| scene.mine.iter().find(|m| m.0 == id).map(|m| m.2);
        let is_over = |drift: &IdleFollow| {
            self.now_ms.saturating_sub(drift.since_ms) >= STAY_MS && self.selection.units.is_empty()
        };
        let going = self.map.idle_follow.filter(|drift| !is_over(drift) && place(drift.unit).is_some());
        let next = || self.leader().or_else(|| busiest(scene));
        let begun =
            |unit| IdleFollow { unit, since_ms: self.now_ms, moved_ms: self.now_ms, is_gliding: true };
        let Some(drift) = going.or_else(|| next().map(begun)) else { return };
        if self.map.idle_follow.is_none() {
            self.notify("following a unit — any key stops it");
        }
        self.map.idle_follow = Some(drift);
        if let Some(cell) = place(drift.unit) {
            self.glide(drift, cell);
        }
    }

    /// Moves the camera towards the unit. The camera rests while the unit is well inside the window.
    fn glide(&mut self, mut drift: IdleFollow, to: Cell) {
        if self.now_ms.saturating_sub(drift.moved_ms) < MOVE_INTERVAL_MS {
            return;
        }
        let map = self.map_area();
        self.map.camera.settle_centre(map, self.map.land);
        let window = self.window();
        let (columns, rows) = window.pixels();
        let from = self.map.camera.centre;
        let off = |at: u16, centre: u16| i32::from(at) - i32::from(centre);
        let (dx, dy) = (off(to.x, from.x), off(to.y, from.y));
        let is_outer = |by: i32, pixels: u16| by.abs() * 4 > i32::from(pixels) * window.scale;
        drift.is_gliding |= is_outer(dx, columns) || is_outer(dy, rows);
        if drift.is_gliding {
            // A twelfth of the distance, at least a cell: it starts at once and arrives gently.
            let part = |by: i32| if self.motion { by / 12 + by.signum() } else { by };
            let moved = |at: u16, by: i32| (i32::from(at) + part(by)).max(0) as u16;
            self.map.camera.centre = Cell::new(moved(from.x, dx), moved(from.y, dy));
            self.map.camera.settle_centre(map, self.map.land);
            drift.is_gliding = self.map.camera.centre != from;
        }
        drift.moved_ms = self.now_ms;
        self.map.idle_follow = Some(drift);
    }
}

/// The unit with the most company; ties go to the smallest id.
fn busiest(scene: &Scene) -> Option<UnitId> {
    let company = |cell: Cell| scene.mine.iter().filter(|m| m.2.chebyshev(cell) <= COMPANY_STEPS).count();
    scene.mine.iter().min_by_key(|m| (std::cmp::Reverse(company(m.2)), m.0)).map(|m| m.0)
}
