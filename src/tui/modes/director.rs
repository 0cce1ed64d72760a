//! The director: an idle camera that cuts from story to story, or one that was asked for and has the whole screen. Any
//! key or click takes over, and one key asks for the next story.
//!
//! Which stories there are is in `scene`; following the selected unit on request is in `state`.

use crate::grid::Cell;
use crate::scene::{Scene, Story, UnitId};
use crate::tui::clock::ScreenClock;
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::map::state::{Director, Map, Shot};
use crate::tui::state::{LandRole, Screen};
use ratatui::layout::Rect;

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

    /// Carries out an intent of the director's bottom line: the next story, or one that takes over.
    pub(in crate::tui) fn update_watch(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        if intent == KeyIntent::NextStory {
            let (leader, now_ms) = (self.selection.leader(), self.clock.now_ms);
            self.map.cut(scene, leader, self.map_area(), now_ms);
            return Vec::new();
        }
        self.note_input();
        if intent == KeyIntent::Back { Vec::new() } else { self.update(intent, scene) }
    }

    /// Notes input: the camera stays where it is, and the cursor goes to the story, so that keys are about it.
    pub fn note_input(&mut self) {
        self.clock.last_input_ms = self.clock.now_ms;
        self.map.director.told = None;
        if self.mode == Mode::Watch {
            self.mode = Mode::Land;
            let story = std::mem::take(&mut self.map.director).shot.map(|shot| shot.story);
            self.map.director.told = story.as_ref().and_then(|story| story.event);
            let is_shown = |cell: &Cell| self.window().char_of(*cell).is_some();
            let cursor = story.map(|story| story.cell).into_iter().chain([self.map.cursor]).find(is_shown);
            self.map.cursor = cursor.unwrap_or(self.map.camera.centre);
        }
    }

    /// Whether the director may take the camera: the player is idle, and not in the middle of an interaction.
    pub(crate) fn may_direct(&self) -> bool {
        let idle_ms = self.clock.now_ms.saturating_sub(self.clock.last_input_ms);
        let is_idle = self.auto_follow && self.played.role != LandRole::Showcase && idle_ms >= IDLE_MS;
        let is_busy = self.time_pace.paused
            || !self.views.is_empty()
            || self.mode != Mode::Land
            || !self.draft.stops.is_empty()
            || self.selection.box_corner.is_some()
            || self.pointer.drag.is_some()
            || self.explaining.is_open
            || self.map.lens.is_some()
            || self.map.follow
            || self.possession.has_one_life;
        is_idle && !is_busy
    }

    /// Shows a story in a new scene, if the player is idle or watches. At the fastest pace, at which a trip is over
    /// before it is seen, the camera goes to what is told, and time is slow while it does.
    pub(crate) fn direct(&mut self, scene: &Scene) -> Vec<Effect> {
        self.direct_camera(scene);
        let is_watched = self.is_watching()
            && self
                .map
                .director
                .headline()
                .is_some_and(|shot| self.clock.now_ms.saturating_sub(shot.since_ms) < PLACE_SHOT_MS);
        // Time does not fly while the page is read that tells why.
        let is_read = self.time_pace.is_slowed && !self.views.is_empty();
        let is_slow = self.time_pace.is_fastest() && (is_watched || is_read);
        if is_slow == self.time_pace.is_slowed {
            return Vec::new();
        }
        self.time_pace.is_slowed = is_slow;
        vec![Effect::Speed(self.time_pace.in_force())]
    }

    fn direct_camera(&mut self, scene: &Scene) {
        if !self.is_watching() {
            if !self.may_direct() || self.goals.is_in_level() {
                return;
            }
            self.mode = Mode::Watch;
        }
        let (leader, now_ms) = (self.selection.leader(), self.clock.now_ms);
        let area = self.map_area();
        // With a unit selected, the camera stays with that.
        if let Some(story) = self.headlines.story().filter(|_| leader.is_none()) {
            self.map.show_story(story, true, area, now_ms);
        } else if !self.time_pace.paused && self.map.director.is_over(scene, leader.is_some(), now_ms) {
            self.map.cut(scene, leader, area, now_ms);
        }
        self.map.follow_shot(scene, area, self.clock);
    }
}

impl Director {
    /// The shot, if the camera is at what was told.
    pub(crate) fn headline(&self) -> Option<&Shot> {
        self.shot.as_ref().filter(|shot| shot.is_headline)
    }

    /// Whether the shot has been seen long enough; that of the selected unit stays as long as there is the unit.
    fn is_over(&self, scene: &Scene, is_unit_selected: bool, now_ms: u64) -> bool {
        let Some(shot) = &self.shot else { return true };
        let age_ms = now_ms.saturating_sub(shot.since_ms);
        match shot.story.unit {
            Some(unit) if !is_unit_selected => {
                let goes_on = scene.stories.iter().any(|story| story.unit == Some(unit));
                age_ms >= if goes_on { UNIT_SHOT_MS } else { PLACE_SHOT_MS }
            }
            Some(unit) => place_of(scene, unit).is_none(),
            None => age_ms >= PLACE_SHOT_MS,
        }
    }

    /// The best story that was not shown lately.
    fn next_story(&self, scene: &Scene) -> Option<Story> {
        let is_same = |a: &Story, b: &Story| match (a.unit, b.unit) {
            (None, None) => a.cell == b.cell,
            (a, b) => a == b,
        };
        let last_shown =
            |story: &Story| self.seen.iter().rposition(|seen| is_same(seen, story)).map_or(0, |at| at + 1);
        scene.stories.iter().min_by_key(|story| last_shown(story)).cloned()
    }
}

impl Map {
    /// Cuts to the best story that was not shown lately; with a unit selected, the camera stays with that.
    pub(crate) fn cut(&mut self, scene: &Scene, leader: Option<UnitId>, area: Rect, now_ms: u64) {
        let place = leader.and_then(|unit| place_of(scene, unit));
        let of_leader = place.map(|cell| Story { unit: leader, event: None, cell, words: String::new() });
        let Some(story) = of_leader.or_else(|| self.director.next_story(scene)) else { return };
        let seen = &mut self.director.seen;
        seen.push(story.clone());
        seen.drain(..seen.len().saturating_sub(SEEN_MAX));
        self.show_story(story, false, area, now_ms);
    }

    fn show_story(&mut self, story: Story, is_headline: bool, area: Rect, now_ms: u64) {
        let is_near = self.window(area).char_of(story.cell).is_some();
        if !is_near {
            self.camera.centre = story.cell;
            self.camera.settle_centre(area, self.land);
        }
        self.highlight = story.unit.is_none().then_some((story.cell, now_ms + PLACE_SHOT_MS));
        self.director.shot =
            Some(Shot { story, is_headline, since_ms: now_ms, moved_ms: now_ms, is_gliding: true });
    }

    /// Moves the camera towards the unit of the shot. It rests while the unit is well inside the window.
    fn follow_shot(&mut self, scene: &Scene, area: Rect, clock: ScreenClock) {
        let Some(mut shot) = self.director.shot.take() else { return };
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
        if clock.now_ms.saturating_sub(shot.moved_ms) >= MOVE_INTERVAL_MS {
            self.glide(&mut shot, to, area, clock);
        }
        self.director.shot = Some(shot);
    }

    fn glide(&mut self, shot: &mut Shot, to: Cell, area: Rect, clock: ScreenClock) {
        self.camera.settle_centre(area, self.land);
        let window = self.window(area);
        let (columns, rows) = window.pixels();
        let from = self.camera.centre;
        let off = |at: u16, centre: u16| i32::from(at) - i32::from(centre);
        let (dx, dy) = (off(to.x, from.x), off(to.y, from.y));
        let is_outer = |by: i32, pixels: u16| by.abs() * 4 > i32::from(pixels) * window.scale;
        shot.is_gliding |= is_outer(dx, columns) || is_outer(dy, rows);
        if shot.is_gliding {
            // A twelfth of the distance, at least a cell: it starts at once and arrives gently.
            let part = |by: i32| if clock.has_motion { by / 12 + by.signum() } else { by };
            let moved = |at: u16, by: i32| (i32::from(at) + part(by)).max(0) as u16;
            self.camera.centre = Cell::new(moved(from.x, dx), moved(from.y, dy));
            self.camera.settle_centre(area, self.land);
            shot.is_gliding = self.camera.centre != from;
        }
        shot.moved_ms = clock.now_ms;
    }
}

/// Where a unit of the player's people is.
fn place_of(scene: &Scene, unit: UnitId) -> Option<Cell> {
    let at = scene.mine.binary_search_by_key(&unit, |mine| mine.0).ok()?;
    Some(scene.mine[at].2)
}
