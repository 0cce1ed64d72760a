//! One tick: the list of systems in the order in which they run.

use crate::sim::{
    Game, System, arc, danger, events, fortune, ground, peoples, possession, report, settlements, sight,
    walk, works,
};
use crate::world::push_bounded;

/// Ticks per entry of the window in which recent steps are counted.
const WINDOW_TICKS: u64 = 100;
/// Entries of that window.
const WINDOW_ENTRIES: usize = 20;

impl Game {
    /// The systems by name, in the order in which they run: a tick runs each of them once.
    pub const SYSTEMS: [(&str, System); 25] = {
        let [serve_requests, extend_paths, advance_units, apply_learned_changes] = walk::SYSTEMS;
        let [spread_influence] = sight::SYSTEMS;
        let [advance_possession] = possession::SYSTEMS;
        let [update_fires, decay_roads, update_season] = ground::SYSTEMS;
        let [raise_alarm, resolve_fights, update_raiders, run_beasts] = danger::SYSTEMS;
        let [run_settlements] = settlements::SYSTEMS;
        let [fade_grudges, move_borders] = peoples::SYSTEMS;
        let [update_goals, report_acts, record_keyframe, record_year] = report::SYSTEMS;
        [
            ("clock", open_tick),
            ("plans", serve_requests),
            ("paths", extend_paths),
            ("units", advance_units),
            ("alarm", raise_alarm),
            ("fights", resolve_fights),
            ("influence", spread_influence),
            ("raiders", update_raiders),
            ("beasts", run_beasts),
            ("possession", advance_possession),
            ("settlements", run_settlements),
            ("works", works::update_works),
            ("fortune", fortune::turn_fortune),
            ("peace", fade_grudges),
            ("borders", move_borders),
            ("fire", update_fires),
            ("roads", decay_roads),
            ("objective", arc::update_objectives),
            ("goals", update_goals),
            ("act_reports", report_acts),
            ("events", events::tell_due_event),
            ("history", record_keyframe),
            ("years", record_year),
            ("seasons", update_season),
            ("learning", apply_learned_changes),
        ]
    };

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
        push_bounded(recent, (0, 0), WINDOW_ENTRIES);
    }
}
