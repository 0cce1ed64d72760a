//! One tick: the list of systems in the order in which they run.

use super::Game;

/// Ticks per entry of the window in which recent steps are counted.
const WINDOW_TICKS: u64 = 100;
/// Entries of that window.
const WINDOW_ENTRIES: usize = 20;

/// What one system does in a tick.
pub type System = fn(&mut Game);

impl Game {
    /// The systems by name, in the order in which they run: a tick runs each of them once.
    pub const SYSTEMS: [(&str, System); 22] = [
        ("clock", Game::open_tick),
        ("plans", Game::serve_requests),
        ("paths", Game::extend_paths),
        ("units", Game::advance_units),
        ("alarm", Game::raise_alarm),
        ("fights", Game::resolve_fights),
        ("influence", Game::spread_influence),
        ("raiders", Game::update_raiders),
        ("beasts", Game::run_beasts),
        ("possession", Game::advance_possession),
        ("settlements", Game::run_settlements),
        ("peace", Game::fade_grudges),
        ("fire", Game::update_fires),
        ("roads", Game::decay_roads),
        ("objective", Game::update_objective),
        ("goals", Game::update_goals),
        ("act_reports", Game::report_acts),
        ("chronicle", Game::write_due_line),
        ("history", Game::record_keyframe),
        ("years", Game::record_year),
        ("seasons", Game::update_season),
        ("learning", Game::apply_learned_changes),
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

    fn open_tick(&mut self) {
        self.world.tick += 1;
        let recent = &mut self.world.tally.recent_steps;
        if self.world.tick % WINDOW_TICKS == 1 || recent.is_empty() {
            recent.push((0, 0));
            if recent.len() > WINDOW_ENTRIES {
                recent.remove(0);
            }
        }
    }
}
