//! The director: an idle camera that cuts from story to story, or one that was asked for and has the whole screen. Any
//! key or click takes over, and one key asks for the next story.
//!
//! Which stories there are is in `scene`; following the selected unit on request is in `state`.

use crate::grid::Cell;
use crate::scene::{Scene, Story, UnitId};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::map::state::Shot;
use crate::tui::state::{LandRole, Screen};
use ratatui::crossterm::event::KeyEvent;

/// How long there must have been no input, in milliseconds.
const IDLE_MS: u64 = 10_000;
/// How long the camera stays with a unit under way, and with a place or a unit that has arrived, in milliseconds.
const UNIT_SHOT_MS: u64 = 14_000;

const PLACE_SHOT_MS: u64 = 8_000;
/// Time between two moves of the camera, in milliseconds.
const MOVE_INTERVAL_MS: u64 = 100;
/// Shots that are not repeated while there are other stories.
const SEEN_MAX: usize = 8;

impl Screen {
    /// Gives the whole screen to the director until there is any input.
    pub fn start_watching(&mut self) {
        self.mode = Mode::Watch;
        self.map.director.is_full = true;
    }

    /// Whether the director has the camera.
    pub(crate) fn is_watching(&self) -> bool {
        self.mode == Mode::Watch && self.views.is_empty()
    }

    /// Whether stories are wanted: now, or in a moment.
    pub(crate) fn wants_stories(&self) -> bool {
        self.is_watching() || self.is_idle() && !self.is_busy()
    }

    /// Notes input: the camera stays where it is, and the cursor goes to the story, so that keys are about it.
    pub fn note_input(&mut self) {
        self.clock.last_input_ms = self.clock.now_ms;
        if self.mode == Mode::Watch {
            self.mode = Mode::Land;
            let told = std::mem::take(&mut self.map.director).shot.map(|shot| shot.story.cell);
            let is_shown = |cell: &Cell| self.window().char_of(*cell).is_some();
            let cursor = told.into_iter().chain([self.map.cursor]).find(is_shown);
            self.map.cursor = cursor.unwrap_or(self.map.camera.centre);
        }
    }

    /// Cuts to the next story if a key asks for that; otherwise it is input like any other.
    pub(crate) fn cut_by_key(&mut self, key: &KeyEvent, scene: &Scene) -> Option<Vec<Effect>> {
        let asks = self.is_watching() && self.keys.intent(Mode::Watch, key) == Some(KeyIntent::NextStory);
        asks.then(|| {
            self.cut(scene);
            Vec::new()
        })
    }

    fn is_idle(&self) -> bool {
        self.auto_follow
            && self.played.role != LandRole::Showcase
            && self.clock.now_ms.saturating_sub(self.clock.last_input_ms) >= IDLE_MS
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
            || self.map.follow
            || self.possession.has_one_life
    }

    /// Shows a story in a new scene, if the player is idle or watches. At the fastest pace, at which a trip is over
    /// before it is seen, the camera goes to what is told, and time is slow while it does.
    pub(crate) fn direct(&mut self, scene: &Scene) -> Vec<Effect> {
        self.direct_camera(scene);
        let is_slow = self.is_watching()
            && self.time_pace.is_fastest()
            && self.map.director.shot.as_ref().is_some_and(|shot| {
                shot.is_headline && self.clock.now_ms.saturating_sub(shot.since_ms) < PLACE_SHOT_MS
            });
        if is_slow == self.time_pace.is_slowed {
            return Vec::new();
        }
        self.time_pace.is_slowed = is_slow;
        vec![Effect::Speed(self.time_pace.in_force())]
    }

    fn direct_camera(&mut self, scene: &Scene) {
        if !self.is_watching() {
            if !self.is_idle() || self.is_busy() || self.is_in_level() {
                return;
            }
            self.mode = Mode::Watch;
        }
        let age = |shot: &Shot| self.clock.now_ms.saturating_sub(shot.since_ms);
        let is_over = self.map.director.shot.as_ref().is_none_or(|shot| match shot.story.unit {
            Some(unit) if self.selection.units.is_empty() => {
                let goes_on = scene.stories.iter().any(|story| story.unit == Some(unit));
                age(shot) >= if goes_on { UNIT_SHOT_MS } else { PLACE_SHOT_MS }
            }
            Some(unit) => place_of(scene, unit).is_none(),
            None => age(shot) >= PLACE_SHOT_MS,
        });
        if let Some(story) = self.headline() {
            self.show_story(story, true);
        } else if is_over && !self.time_pace.paused {
            self.cut(scene);
        }
        self.follow_shot(scene);
    }

    /// Cuts to the best story that was not shown lately; with a unit selected, the camera stays with that.
    fn cut(&mut self, scene: &Scene) {
        let Some(story) = self.story_of_leader(scene).or_else(|| self.next_story(scene)) else { return };
        let seen = &mut self.map.director.seen;
        seen.push(story.clone());
        seen.drain(..seen.len().saturating_sub(SEEN_MAX));
        self.show_story(story, false);
    }

    fn show_story(&mut self, story: Story, is_headline: bool) {
        let is_near = self.window().char_of(story.cell).is_some();
        if !is_near {
            self.map.camera.centre = story.cell;
            let map = self.map_area();
            self.map.camera.settle_centre(map, self.map.land);
        }
        self.map.highlight = story.unit.is_none().then_some((story.cell, self.clock.now_ms + PLACE_SHOT_MS));
        let now_ms = self.clock.now_ms;
        self.map.director.shot =
            Some(Shot { story, is_headline, since_ms: now_ms, moved_ms: now_ms, is_gliding: true });
    }

    /// What is told at this moment, if a year is told by it; with a unit selected, the camera stays with that.
    fn headline(&self) -> Option<Story> {
        let told = self.headlines.newest().filter(|told| told.weight > 0 && self.leader().is_none())?;
        Some(Story { unit: None, cell: told.cell?, words: told.text.clone() })
    }

    fn story_of_leader(&self, scene: &Scene) -> Option<Story> {
        let unit = self.leader()?;
        Some(Story { unit: Some(unit), cell: place_of(scene, unit)?, words: String::new() })
    }

    fn next_story(&self, scene: &Scene) -> Option<Story> {
        let is_same = |a: &Story, b: &Story| match (a.unit, b.unit) {
            (None, None) => a.cell == b.cell,
            (a, b) => a == b,
        };
        let last_shown = |story: &Story| {
            self.map.director.seen.iter().rposition(|seen| is_same(seen, story)).map_or(0, |at| at + 1)
        };
        scene.stories.iter().min_by_key(|story| last_shown(story)).cloned()
    }

    /// Moves the camera towards the unit of the shot. It rests while the unit is well inside the window.
    fn follow_shot(&mut self, scene: &Scene) {
        let Some(mut shot) = self.map.director.shot.take() else { return };
        let to = match shot.story.unit {
            Some(unit) => place_of(scene, unit).unwrap_or(shot.story.cell),
            None => shot.story.cell,
        };
        // The words of a trip change while the unit walks.
        if let Some(now) =
            scene.stories.iter().find(|story| story.unit.is_some() && story.unit == shot.story.unit)
        {
            shot.story.clone_from(now);
        }
        if self.clock.now_ms.saturating_sub(shot.moved_ms) >= MOVE_INTERVAL_MS {
            self.glide(&mut shot, to);
        }
        self.map.director.shot = Some(shot);
    }

    fn glide(&mut self, shot: &mut Shot, to: Cell) {
        let map = self.map_area();
        self.map.camera.settle_centre(map, self.map.land);
        let window = self.window();
        let (columns, rows) = window.pixels();
        let from = self.map.camera.centre;
        let off = |at: u16, centre: u16| i32::from(at) - i32::from(centre);
        let (dx, dy) = (off(to.x, from.x), off(to.y, from.y));
        let is_outer = |by: i32, pixels: u16| by.abs() * 4 > i32::from(pixels) * window.scale;
        shot.is_gliding |= is_outer(dx, columns) || is_outer(dy, rows);
        if shot.is_gliding {
            // A twelfth of the distance, at least a cell: it starts at once and arrives gently.
            let part = |by: i32| if self.clock.has_motion { by / 12 + by.signum() } else { by };
            let moved = |at: u16, by: i32| (i32::from(at) + part(by)).max(0) as u16;
            self.map.camera.centre = Cell::new(moved(from.x, dx), moved(from.y, dy));
            self.map.camera.settle_centre(map, self.map.land);
            shot.is_gliding = self.map.camera.centre != from;
        }
        shot.moved_ms = self.clock.now_ms;
    }
}

/// Where a unit of the player's people is.
fn place_of(scene: &Scene, unit: UnitId) -> Option<Cell> {
    let at = scene.mine.binary_search_by_key(&unit, |mine| mine.0).ok()?;
    Some(scene.mine[at].2)
}
