//! One tick: the list of systems, in the order in which they act.

use super::Game;

/// Ticks between two entries of the window in which recent steps are counted.
const WINDOW_TICKS: u64 = 100;
/// Entries of that window.
const WINDOW: usize = 20;

impl Game {
    /// One tick. The arrow never turns inside it: what feet do now, prices know in the next one.
    pub fn tick(&mut self) {
        self.world.tick += 1;
        self.open_window();
        self.serve_plans();
        self.work_out_routes();
        self.live_everybody();
        self.run_settlements();
        self.burn();
        self.fade_roads();
        self.pursue_ambition();
        self.answer_acts();
        self.tell();
        self.keep_history();
        self.close_year();
        self.turn_seasons();
        self.learn();
        #[cfg(debug_assertions)]
        if self.world.tick.is_multiple_of(64) {
            let sound = self.world.check();
            debug_assert!(sound.is_ok(), "tick {}: {sound:?}", self.world.tick);
        }
    }

    fn open_window(&mut self) {
        let recent = &mut self.world.tally.recent_steps;
        if self.world.tick % WINDOW_TICKS == 1 || recent.is_empty() {
            recent.push((0, 0));
            if recent.len() > WINDOW {
                recent.remove(0);
            }
        }
    }
}
