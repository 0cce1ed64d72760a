//! One tick: the list of systems in the order in which they run.

use crate::sim::behave::{advance, possession_tick};
use crate::sim::ground::{fire, roads, seasons};
use crate::sim::report::{act_report, goals, history};
use crate::sim::sight::influence;
use crate::sim::society::{alarm, beasts, fights, peace, raids, towns};
use crate::sim::walk::{answers, invalidation};
use crate::sim::{Game, arc, events, fortune};

/// Ticks per entry of the window in which recent steps are counted.
const WINDOW_TICKS: u64 = 100;
/// Entries of that window.
const WINDOW_ENTRIES: usize = 20;

/// What one system does in a tick.
pub type System = fn(&mut Game);

impl Game {
    /// The systems by name, in the order in which they run: a tick runs each of them once.
    pub const SYSTEMS: [(&str, System); 23] = [
        ("clock", open_tick),
        ("plans", answers::serve_requests),
        ("paths", answers::extend_paths),
        ("units", advance::advance_units),
        ("alarm", alarm::raise_alarm),
        ("fights", fights::resolve_fights),
        ("influence", influence::spread_influence),
        ("raiders", raids::update_raiders),
        ("beasts", beasts::run_beasts),
        ("possession", possession_tick::advance_possession),
        ("settlements", towns::run_settlements),
        ("fortune", fortune::turn_fortune),
        ("peace", peace::fade_grudges),
        ("fire", fire::update_fires),
        ("roads", roads::decay_roads),
        ("objective", arc::update_objectives),
        ("goals", goals::update_goals),
        ("act_reports", act_report::report_acts),
        ("events", events::tell_due_event),
        ("history", history::record_keyframe),
        ("years", history::record_year),
        ("seasons", seasons::update_season),
        ("learning", invalidation::apply_learned_changes),
    ];

    /// Runs one tick. There is no feedback within a tick: steps taken now affect prices in the next one.
    pub fn tick(&mut self) {
        for (_, system) in Game::SYSTEMS {
            system(self);
        }
        #[cfg(debug_assertions)]
        if self.world.tick.is_multiple_of(64) {
            let sound = self.world.check();
            debug_assert!(sound.is_ok(), "tick {}: {sound:?}", self.world.tick);
        }
    }
}

fn open_tick(game: &mut Game) {
    game.world.tick += 1;
    let recent = &mut game.world.tally.recent_steps;
    if game.world.tick % WINDOW_TICKS == 1 || recent.is_empty() {
        recent.push((0, 0));
        if recent.len() > WINDOW_ENTRIES {
            recent.remove(0);
        }
    }
}
