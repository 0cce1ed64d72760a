//! `t`: searches shown on the land. A finished search is replayed from its trace; a running one is shown as it stands.
//!
//! The searches and their traces come with the scene.

use super::camera::Window;
use super::canvas::Canvas;
use crate::scene::{PeopleIx, Scene, SearchView, UnitId};
use crate::tui::look::color::Rgb;
use crate::tui::look::theme::hue;

/// How long the replay of a search takes, in milliseconds.
const REPLAY_MS: u64 = 700;
/// How long its path stays visible afterwards, in milliseconds.
const LINGER_MS: u64 = 1000;
/// At most this many searches are shown at the same time.
const SHOWN_MAX: usize = 3;
/// Replayed searches that are remembered, so that they are not replayed again.
const REMEMBERED_MAX: usize = 32;
/// Strength of a people's hue on the frontier, on the cells expanded last, and on those expanded first, in percent.
const FRONTIER_PERCENT: u32 = 78;
const NEWEST_PERCENT: u32 = 58;
const OLDEST_PERCENT: u32 = 15;
/// With sixteen colours a cell takes the hue if its strength is at least this, in percent.
const VIVID_PERCENT: u8 = 40;

/// The colour of a people's searches.
pub(crate) fn tint(people: PeopleIx) -> Rgb {
    hue(people).0
}

/// A finished search that is being replayed.
#[derive(Clone, Debug)]
pub(super) struct SearchReplay {
    thought: SearchView,
    /// When the replay began, in milliseconds of the screen's clock.
    began_ms: u64,
}

/// The state of the search overlay.
#[derive(Clone, Debug, Default)]
pub struct SearchOverlay {
    /// Whether it is on.
    pub is_on: bool,
    /// Current replays, the oldest first.
    replays: Vec<SearchReplay>,
    /// Searches that were replayed already, the oldest first.
    replayed: Vec<SearchKey>,
}

/// Identifies a search.
type SearchKey = (u64, Option<UnitId>);

fn search_key(thought: &SearchView) -> SearchKey {
    (thought.id, thought.unit)
}

/// A search as it is drawn: its progress, and whether its path is shown.
pub struct ShownSearch<'a> {
    /// The search.
    pub thought: &'a SearchView,
    /// How many of its cells have been expanded so far.
    expanded: u32,
    /// Whether its replay is over.
    pub is_done: bool,
}

impl SearchOverlay {
    /// Switches it on or off.
    pub(crate) fn toggle(&mut self) {
        *self = SearchOverlay { is_on: !self.is_on, ..SearchOverlay::default() };
    }

    /// Takes a new scene: finished replays are dropped, and the newest searches start if there is room. The selected
    /// unit's search always starts.
    pub fn take_scene(&mut self, thoughts: &[SearchView], leader: Option<UnitId>, now: u64, motion: bool) {
        if !self.is_on {
            return;
        }
        let ended: Vec<&SearchView> = thoughts.iter().filter(|thought| !thought.is_running).collect();
        if !motion {
            let play = |thought: &&SearchView| SearchReplay { thought: (*thought).clone(), began_ms: 0 };
            self.replays = ended.iter().take(SHOWN_MAX).map(play).collect();
            return;
        }
        self.replays.retain(|play| now < play.began_ms + REPLAY_MS + LINGER_MS);
        for thought in ended {
            let is_leaders = leader.is_some() && thought.unit == leader;
            if self.replayed.contains(&search_key(thought))
                || (self.replays.len() >= SHOWN_MAX && !is_leaders)
            {
                continue;
            }
            if is_leaders {
                self.replays.retain(|play| play.thought.unit != leader);
                self.replays.truncate(SHOWN_MAX - 1);
            }
            self.replays.push(SearchReplay { thought: thought.clone(), began_ms: now });
            self.replayed.push(search_key(thought));
        }
        let forgotten = self.replayed.len().saturating_sub(REMEMBERED_MAX);
        self.replayed.drain(..forgotten);
    }

    /// Lets the last search of this unit be replayed again; without a unit, drops only replays without one.
    pub fn replay_last(&mut self, unit: Option<UnitId>) {
        self.replays.retain(|play| play.thought.unit != unit);
        self.replayed.retain(|(_, other)| unit.is_none() || *other != unit);
    }

    /// Whether something is being replayed, or is about to disappear.
    pub fn is_replaying(&self, now: u64) -> bool {
        self.is_on && self.replays.iter().any(|play| now < play.began_ms + REPLAY_MS + LINGER_MS + 100)
    }

    /// The searches to draw: the selected unit's first, then running ones, then replays.
    pub fn shown<'a>(&'a self, scene: &'a Scene, now: u64, motion: bool) -> Vec<ShownSearch<'a>> {
        if !self.is_on {
            return Vec::new();
        }
        let running = scene.searches.iter().filter(|thought| thought.is_running);
        let mut shown: Vec<ShownSearch> = running
            .map(|thought| ShownSearch { thought, expanded: thought.trace.expanded, is_done: false })
            .collect();
        for SearchReplay { thought, began_ms: began } in self.replays.iter().rev() {
            let passed = if motion { now.saturating_sub(*began) } else { REPLAY_MS };
            if passed < REPLAY_MS + LINGER_MS {
                let expanded = u64::from(thought.trace.expanded) * passed.min(REPLAY_MS) / REPLAY_MS;
                let (expanded, is_done) = (expanded as u32, passed >= REPLAY_MS);
                shown.push(ShownSearch { thought, expanded, is_done });
            }
        }
        let leader = scene.view.selected.first().copied();
        shown.sort_by_key(|shown| leader.is_none() || shown.thought.unit != leader);
        shown.truncate(SHOWN_MAX);
        shown
    }
}

/// What a pixel shows of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Trail {
    /// Strength of the hue, in percent; 0 outside the search.
    pub percent: u8,
    /// Whether one of its cells is in the frontier.
    pub is_frontier: bool,
}

/// A search over the pixels of a window, row by row: brightest on the frontier, fading behind it.
pub(super) fn trails(window: &Window, shown: &ShownSearch) -> Vec<Trail> {
    let (columns, rows) = window.pixels();
    let mut trails = vec![Trail::default(); usize::from(columns) * usize::from(rows)];
    // A finished search is dimmed, so that its path stands out.
    let strength = if shown.is_done { 60 } else { 100 };
    for spot in &shown.thought.trace.cells {
        let closed = spot.expanded.filter(|turn| *turn < shown.expanded);
        if closed.is_none() && spot.generated > shown.expanded {
            continue;
        }
        let (px, py) = window.pixel_of(spot.cell);
        if px < 0 || py < 0 || px >= i32::from(columns) || py >= i32::from(rows) {
            continue;
        }
        let percent = closed.map_or(FRONTIER_PERCENT, |turn| {
            NEWEST_PERCENT
                - ((shown.expanded - turn) as u64 * (NEWEST_PERCENT - OLDEST_PERCENT) as u64
                    / shown.expanded.max(1) as u64) as u32
        });
        let trail = &mut trails[py as usize * usize::from(columns) + px as usize];
        trail.percent = trail.percent.max((percent * strength / 100) as u8);
        trail.is_frontier |= closed.is_none();
    }
    trails
}

/// Tints the land with a search.
pub(super) fn tint_land(canvas: &mut Canvas, shown: &ShownSearch, trails: &[Trail]) {
    let (rgb, edge, behind) = hue(shown.thought.people);
    let columns = i32::from(canvas.window.pixels().0).max(1);
    for (i, trail) in trails.iter().enumerate().filter(|(_, trail)| trail.percent > 0) {
        let at = (i as i32 % columns, i as i32 / columns);
        let named = match (trail.is_frontier, trail.percent) {
            (true, _) => Some(edge),
            (false, VIVID_PERCENT..) => Some(behind),
            // Sixteen colours cannot be mixed: faded cells show the land.
            _ => None,
        };
        canvas.recolour(at, named, |ground| ground.mixed(rgb, trail.percent.into()));
    }
}
