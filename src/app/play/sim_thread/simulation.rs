//! The thread that owns the game: it ticks at the set speed, carries out commands between ticks, answers questions, and
//! builds a picture when one is due.
//!
//! The main thread never waits for it: it takes the newest picture from a slot. The rules of the game do not live here
//! (`sim`).

use super::link::{Picture, PictureSlot, SimulationControl, SimulationLink, current};
use super::watchdog::TickWatch;
use crate::app::play::panics::{self, PanicInfo};
use crate::app::play::session::settings::{FPS_MAX, Settings};
use crate::app::play::session::{
    Counterfactual, ExportWorker, GameKeeper, KeptTrails, LookAhead, Moment, PlayError, SaveTrigger,
};
use crate::app::play::{MainMessage, clock, faults};
use crate::scene::text::outcome_words;
use crate::scene::{self, Action, Answer, Command, LensCaches, Question, Scene, Viewport};
use crate::sim::Game;
use crate::tui::{ExportKind, SPEEDS};
use crate::world::{AGE_MAX, Wander, YEARS_BETWEEN_LIVES};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Duration of a tick at ×1.
const TICK_DURATION: Duration = Duration::from_millis(50);
/// Duration of a tick while the player plays as a unit: short, so that walking feels immediate.
const POSSESSED_TICK_DURATION: Duration = Duration::from_millis(4);
/// Most late ticks that are caught up; the rest is dropped.
const CATCH_UP_TICKS_MAX: u32 = 5;
/// Time slice for ticks, after which controls are handled.
const SLICE_DURATION: Duration = Duration::from_millis(15);
/// Interval of measuring the speed.
const MEASURE_INTERVAL: Duration = Duration::from_secs(1);
/// Interval of rebuilding the small map.
const OVERVIEW_INTERVAL: Duration = Duration::from_secs(2);
/// Interval of looking whether the slot is still this game's.
const LOCK_INTERVAL: Duration = Duration::from_secs(1);
/// Longest sleep when there is nothing to do.
const IDLE_SLEEP_MAX: Duration = Duration::from_secs(5);

/// Starts the simulation of a game.
pub(in crate::app::play) fn start(
    game: Game,
    keeper: GameKeeper,
    settings: &Settings,
    wake: Sender<MainMessage>,
) -> Result<SimulationLink, PlayError> {
    let (controls, inbox) = mpsc::channel();
    let slot = PictureSlot::default();
    let save_slot = keeper.slot();
    let simulation = Simulation::new(game, keeper, settings, wake, Arc::clone(&slot));
    let thread = std::thread::Builder::new().name("simulation".to_owned());
    let farewell = EndNotice(simulation.wake.clone());
    let run = move || {
        let _farewell = farewell;
        let mut simulation = simulation;
        match panics::catch(|| simulation.run(&inbox)) {
            Ok(fault) => fault.map_or_else(String::new, |fault| simulation.handle_crash(&fault)),
            Err(fault) => simulation.handle_crash(&fault),
        }
    };
    *current() = Some((controls.clone(), save_slot));
    let thread = thread.spawn(run).map_err(PlayError::Terminal)?;
    Ok(SimulationLink { controls, slot, thread })
}

/// Whether time stands still: when paused, or while a possessed unit waits for the player's next action.
pub fn stands_still(game: &Game, paused: bool) -> bool {
    is_at_age_limit(game) || if game.world.possession.is_some() { game.world.awaits_action() } else { paused }
}

/// Whether a game has reached the largest age: one tick more could not be loaded again.
fn is_at_age_limit(game: &Game) -> bool {
    game.world.tick >= AGE_MAX
}

/// Number of past lives in a wanderer's game.
fn past_lives(game: &Game) -> usize {
    game.world.wander.as_ref().map_or(0, |wander| wander.lives.len())
}

/// Reports the end of the thread, however it ends.
struct EndNotice(Sender<MainMessage>);

impl Drop for EndNotice {
    fn drop(&mut self) {
        *current() = None;
        let _ = self.0.send(MainMessage::SimulationEnded);
    }
}

struct Simulation {
    game: Game,
    keeper: GameKeeper,
    exports: ExportWorker,
    /// The same land without the player, from the first command on.
    counterfactual: Option<Counterfactual>,
    /// The land before the last edits, and a comparison that is being made.
    moment: Option<Moment>,
    ahead: Option<LookAhead>,
    wake: Sender<MainMessage>,
    slot: PictureSlot,
    frame: Duration,
    view: Viewport,
    fields: LensCaches,
    paused: bool,
    /// The possessed unit's next action, once it can act.
    queued_action: Option<Action>,
    /// Tick at which a wanderer's next life begins: until then the land ages as fast as it can.
    next_life_at: Option<u64>,
    /// Number of past lives written to the chronicle.
    written_lives: usize,
    speed: u32,
    /// Time of the next tick.
    next_tick_at: Duration,
    /// The small map, the time when it was built, and its tick.
    overview: Option<(Arc<Scene>, Duration, u64)>,
    /// Time of the last picture.
    last_picture_at: Duration,
    /// Whether something has changed since then.
    has_changed: bool,
    /// Whether the player has done something since then and should see it at once.
    is_urgent: bool,
    /// The trails of a level.
    trails: KeptTrails,
    /// Interval of autosaves, if any.
    autosave: Option<Duration>,
    last_save_at: Duration,
    last_locked_at: Duration,
    /// Why the slot could not be kept when that was looked at last.
    lock_fault: Option<String>,
    last_measured_at: Duration,
    ticks: u32,
    requests: u64,
    reached_tenths: u32,
    plans: u32,
}

impl Simulation {
    fn new(
        game: Game,
        keeper: GameKeeper,
        settings: &Settings,
        wake: Sender<MainMessage>,
        slot: PictureSlot,
    ) -> Simulation {
        let now = clock::now();
        let requests = game.world.tally.requests;
        let exports = ExportWorker::new(keeper.slot(), wake.clone());
        let written_lives = past_lives(&game);
        // A level waits for its player.
        let paused = game.world.level_goals.as_ref().is_some_and(|goals| goals.ended.is_none());
        Simulation {
            game,
            keeper,
            exports,
            counterfactual: None,
            moment: None,
            ahead: None,
            wake,
            slot,
            frame: Duration::from_millis(1000 / u64::from(settings.fps.clamp(1, FPS_MAX))),
            view: Viewport::default(),
            fields: LensCaches::default(),
            paused,
            queued_action: None,
            next_life_at: None,
            written_lives,
            speed: 1,
            next_tick_at: now,
            overview: None,
            last_picture_at: Duration::ZERO,
            has_changed: true,
            is_urgent: true,
            trails: KeptTrails::default(),
            autosave: settings.autosave,
            last_save_at: now,
            last_locked_at: now,
            lock_fault: None,
            last_measured_at: now,
            ticks: 0,
            requests,
            reached_tenths: 0,
            plans: 0,
        }
    }

    /// Runs until told to end; returns the panic of another thread, if that was the reason.
    fn run(&mut self, inbox: &Receiver<SimulationControl>) -> Option<PanicInfo> {
        if let Some(note) = self.keeper.take_note() {
            let _ = self.wake.send(MainMessage::Started(note));
        }
        loop {
            match inbox.recv_timeout(self.pause_until_due()) {
                Ok(control) => {
                    if let ControlFlow::Break(fault) = self.handle_all(control, inbox) {
                        return fault;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            self.tick_slice();
            self.measure();
            self.publish();
            self.keep_lock();
            self.autosave();
        }
    }

    /// Time until something is due.
    fn pause_until_due(&self) -> Duration {
        let now = clock::now();
        let tick = if self.next_life_at.is_some() {
            Duration::ZERO
        } else if self.stands_still() {
            IDLE_SLEEP_MAX
        } else {
            self.next_tick_at.saturating_sub(now)
        };
        let picture = match (self.has_changed, self.is_urgent) {
            (true, true) => Duration::ZERO,
            (true, false) => (self.last_picture_at + self.frame).saturating_sub(now),
            (false, _) => IDLE_SLEEP_MAX,
        };
        tick.min(picture)
    }

    /// Handles a control and all pending ones; breaks at the last one, with the panic of another thread, if any.
    fn handle_all(
        &mut self,
        first: SimulationControl,
        inbox: &Receiver<SimulationControl>,
    ) -> ControlFlow<Option<PanicInfo>> {
        let mut next = Some(first);
        while let Some(control) = next {
            match control {
                SimulationControl::Close | SimulationControl::Leave if self.close(&control) => {
                    return ControlFlow::Break(None);
                }
                SimulationControl::Crash(fault) => return ControlFlow::Break(Some(fault)),
                _ => self.handle(control),
            }
            next = inbox.try_recv().ok();
        }
        ControlFlow::Continue(())
    }

    /// Rescues the land; returns the last words.
    fn handle_crash(&mut self, fault: &PanicInfo) -> String {
        let _ = self.wake.send(MainMessage::Crashing);
        self.keeper.handle_crash(&self.game, fault)
    }

    fn handle(&mut self, control: SimulationControl) {
        match control {
            SimulationControl::Command(Command::TakeAction(action)) => self.queue_action(action),
            SimulationControl::Command(Command::NextLife) => self.await_next_life(),
            SimulationControl::Command(command) => self.command(&command),
            SimulationControl::Ask(ticket, Question::WhatIf { commands, size_max }) => {
                let (asked, told) = ((&commands[..], size_max), (ticket, &self.wake));
                self.ahead = Some(LookAhead::start(&self.game, self.moment.as_ref(), asked, told));
            }
            SimulationControl::Ask(ticket, Question::Foresee { commands }) => {
                self.ahead = LookAhead::foresee(&self.game, commands, (ticket, &self.wake));
                if self.ahead.is_none() {
                    // There will be no answer to wait for.
                    self.hold(Duration::ZERO);
                }
            }
            SimulationControl::ForgetQuestion => self.ahead = None,
            SimulationControl::Ask(ticket, question) => {
                let answer = self.answer(&question);
                let _ = self.wake.send(MainMessage::Answer(ticket, answer));
            }
            SimulationControl::View(view) => {
                self.game.record_searches(view.shows_searches, view.selected.first().copied());
                self.view = view;
            }
            SimulationControl::Pause(paused) => {
                self.paused = paused;
                self.next_tick_at = clock::now();
                // Restart the measurement: a partly paused second says nothing.
                (self.last_measured_at, self.ticks, self.reached_tenths) = (self.next_tick_at, 0, 0);
            }
            SimulationControl::Hold(time) => self.hold(time),
            SimulationControl::Step => self.tick(),
            SimulationControl::Speed(index) => self.speed = SPEEDS.get(index).copied().unwrap_or(1),
            SimulationControl::Save => {
                let (words, wake) = (self.keeper.saved_words(), self.wake.clone());
                self.keeper.save_in_background(&self.game, SaveTrigger::Player, move |done| {
                    let _ = wake.send(MainMessage::Saved(done.map(|()| words)));
                });
            }
            SimulationControl::Export(kind) => {
                self.exports.export_land(kind, self.game.world.clone());
            }
            SimulationControl::Close | SimulationControl::Leave | SimulationControl::Crash(_) => {}
        }
        self.has_changed = true;
        self.is_urgent = true;
    }

    fn answer(&mut self, question: &Question) -> Answer {
        let mut answer = scene::answer(&self.game, question);
        if let Answer::Year(card) = &mut answer {
            // A loaded game had commands before.
            self.start_counterfactual();
            if let Some(untouched) = self.counterfactual.as_ref().filter(|untouched| untouched.is_running()) {
                card.set_counterfactual(&untouched.years());
            }
        }
        answer
    }

    /// Starts the counterfactual, if it is not running.
    fn start_counterfactual(&mut self) {
        let world = &self.game.world;
        if self.counterfactual.is_none() && world.wander.is_none() && Counterfactual::fits(world.size()) {
            let record = self.keeper.record_file();
            self.counterfactual = record.map(|record| Counterfactual::start(record, world.tick));
        }
    }

    fn command(&mut self, command: &Command) {
        self.keeper.record_command(&self.game, command);
        faults::panic_for_test("command", self.game.world.tick);
        self.start_counterfactual();
        Moment::begin(&mut self.moment, &self.game.world, command);
        let done = self.game.apply(command);
        self.keeper.end_step(&self.game);
        let word = match done {
            Ok(outcome) => {
                if let Some(moment) = &mut self.moment {
                    moment.note(command);
                }
                let text = outcome_words(&self.game.world, &outcome);
                MainMessage::CommandResult { text, is_refused: false }
            }
            Err(rejection) => {
                self.hold(Duration::ZERO);
                MainMessage::CommandResult { text: rejection.to_string(), is_refused: true }
            }
        };
        let _ = self.wake.send(word);
    }

    /// Lets time stand still for so long; zero ends an earlier wait.
    fn hold(&mut self, time: Duration) {
        let now = clock::now();
        if time > Duration::ZERO || self.next_tick_at > now + TICK_DURATION {
            // A second of which time has stood still says nothing about the speed.
            (self.next_tick_at, self.last_measured_at, self.ticks) = (now + time, now + time, 0);
        }
    }

    fn stands_still(&self) -> bool {
        stands_still(&self.game, self.paused)
    }

    /// Lets the land age before a wanderer's next life; asked again, begins it at once.
    fn await_next_life(&mut self) {
        let world = &self.game.world;
        let due = world.wander.as_ref().and_then(Wander::next_life_from);
        let due =
            due.filter(|due| self.next_life_at.is_none() && world.possession.is_none() && *due > world.tick);
        self.next_life_at = due;
        if due.is_none() {
            return self.command(&Command::NextLife);
        }
        let text = format!("{YEARS_BETWEEN_LIVES} years pass over your trails; again to set out at once");
        let _ = self.wake.send(MainMessage::Notice(text));
    }

    /// Lets the land age for a time slice, and begins the next life when it is time.
    fn age_slice(&mut self, due: u64) {
        let begun = clock::now();
        while self.game.world.tick < due
            && !is_at_age_limit(&self.game)
            && clock::now().saturating_sub(begun) < SLICE_DURATION
        {
            self.tick();
        }
        if self.game.world.tick >= due || is_at_age_limit(&self.game) {
            self.next_life_at = None;
            self.command(&Command::NextLife);
            self.is_urgent = true;
        }
        self.next_tick_at = clock::now();
    }

    /// Queues an action of the possessed unit: it starts now, or after the current step, and ends any longer action.
    /// Only the latest one counts.
    fn queue_action(&mut self, action: Action) {
        self.next_tick_at = clock::now();
        if self.game.world.awaits_action() || self.game.world.possession.is_none() {
            return self.command(&Command::TakeAction(action));
        }
        let current = self.game.world.possession.as_ref().and_then(|life| life.action);
        if !matches!(current, None | Some(Action::Step(_) | Action::Wait)) {
            self.command(&Command::TakeAction(Action::Halt));
        }
        self.queued_action = Some(action).filter(|action| *action != Action::Halt);
        self.start_queued_action();
    }

    /// Starts the queued action, if the unit can act.
    fn start_queued_action(&mut self) {
        if self.game.world.possession.is_none() {
            self.queued_action = None;
        } else if self.game.world.awaits_action()
            && let Some(action) = self.queued_action.take()
        {
            self.command(&Command::TakeAction(action));
        }
    }

    /// Writes the chronicle when a life has ended.
    fn write_ended_lives(&mut self) {
        let lives = past_lives(&self.game);
        if lives > self.written_lives {
            self.exports.export_land(ExportKind::Chronicle, self.game.world.clone());
            self.is_urgent = true;
        }
        self.written_lives = lives;
    }

    /// Saves for the last time; returns whether it succeeded, else the game continues.
    fn close(&mut self, control: &SimulationControl) -> bool {
        let leaving = matches!(control, SimulationControl::Leave);
        let result = if leaving {
            self.keeper.save_and_write_chronicle(&self.game)
        } else {
            self.keeper.save(&self.game)
        };
        let closed = result.is_ok();
        let _ = self.wake.send(MainMessage::Closed(result));
        closed
    }

    fn tick(&mut self) {
        if is_at_age_limit(&self.game) {
            return;
        }
        let watch = TickWatch::begin();
        faults::panic_for_test("simulation", self.game.world.tick);
        faults::stall_for_test();
        self.keeper.begin_tick();
        self.game.tick();
        if let Some(text) = watch.end(&self.keeper.slot().path(), self.game.world.tick) {
            let _ = self.wake.send(MainMessage::CommandResult { text, is_refused: true });
        }
        faults::crash_for_test(&mut self.game);
        self.keeper.end_tick(&self.game);
        if let Some(untouched) = &self.counterfactual {
            untouched.follow(self.game.world.tick);
        }
        self.ticks += 1;
        self.has_changed = true;
        if is_at_age_limit(&self.game) {
            let text = "the land has reached its maximum age: time has stopped".to_owned();
            let _ = self.wake.send(MainMessage::CommandResult { text, is_refused: true });
        }
        self.write_ended_lives();
        self.start_queued_action();
    }

    /// Runs due ticks, for at most one time slice.
    fn tick_slice(&mut self) {
        if let Some(due) = self.next_life_at {
            return self.age_slice(due);
        }
        if self.stands_still() {
            return;
        }
        let step = if self.game.world.possession.is_some() {
            POSSESSED_TICK_DURATION
        } else {
            TICK_DURATION / self.speed
        };
        let begun = clock::now();
        let most = (step * CATCH_UP_TICKS_MAX).max(TICK_DURATION);
        self.next_tick_at = self.next_tick_at.max(begun.saturating_sub(most));
        while !self.stands_still()
            && self.next_tick_at <= clock::now()
            && clock::now().saturating_sub(begun) < SLICE_DURATION
        {
            self.tick();
            self.next_tick_at += step;
        }
    }

    fn measure(&mut self) {
        let passed = clock::now().saturating_sub(self.last_measured_at);
        if passed < MEASURE_INTERVAL {
            return;
        }
        let per_second = |count: u64| count * 1000 / passed.as_millis().max(1) as u64;
        let requests = self.game.world.tally.requests;
        self.plans = per_second(requests.saturating_sub(self.requests)) as u32;
        self.reached_tenths =
            if self.paused { 0 } else { per_second(u64::from(self.ticks) * 10 / 20) as u32 };
        self.requests = requests;
        self.ticks = 0;
        self.last_measured_at += passed;
    }

    /// Builds a picture, if one is due and something has changed.
    fn publish(&mut self) {
        let now = clock::now();
        let due = self.is_urgent || now.saturating_sub(self.last_picture_at) >= self.frame;
        if !self.has_changed || !due || self.view.columns == 0 {
            return;
        }
        faults::panic_for_test("picture", self.game.world.tick);
        let scene = scene::build_scene_with(&self.game, &self.view, &mut self.fields);
        let mut scene = Scene { overview: self.overview(), ..scene };
        if let Some(level) = &mut scene.level {
            self.trails.add_to(level, &mut self.keeper, &self.game.world);
        }
        let picture = Picture { scene, reached_tenths: self.reached_tenths, plans: self.plans };
        let waiting = self.slot.lock().unwrap_or_else(PoisonError::into_inner).replace(Arc::new(picture));
        self.last_picture_at = clock::now();
        // The data of a lens may take several pictures, even while paused.
        self.has_changed = self.fields.is_incomplete();
        self.is_urgent = false;
        if waiting.is_none() {
            let _ = self.wake.send(MainMessage::Picture);
        }
    }

    /// The small map, if the view asks for it; rebuilt if it is too old or does not fit.
    fn overview(&mut self) -> Option<Arc<Scene>> {
        let wanted = self.view.overview_size?;
        let (now, tick) = (clock::now(), self.game.world.tick);
        let is_reusable = |last: &&(Arc<Scene>, Duration, u64)| {
            let fits = last.0.view.columns <= wanted.0 && last.0.view.rows <= wanted.1;
            let fresh = last.2 == tick || now.saturating_sub(last.1) < OVERVIEW_INTERVAL;
            fits && fresh && last.0.view.reveal == self.view.reveal
        };
        if let Some(last) = self.overview.as_ref().filter(is_reusable) {
            return Some(Arc::clone(&last.0));
        }
        let made =
            Arc::new(scene::build_overview_with(&self.game, wanted, self.view.reveal, &mut self.fields));
        self.overview = Some((Arc::clone(&made), now, tick));
        Some(made)
    }

    /// Keeps other games out of the slot, whatever has become of its folder; what prevents that is said once.
    fn keep_lock(&mut self) {
        if clock::now().saturating_sub(self.last_locked_at) < LOCK_INTERVAL {
            return;
        }
        self.last_locked_at = clock::now();
        let fault = self.keeper.slot().keep_lock().err().map(|error| error.to_string());
        if let Some(why) = fault.clone().filter(|_| fault != self.lock_fault) {
            let _ = self.wake.send(MainMessage::Saved(Err(why)));
        }
        self.lock_fault = fault;
    }

    fn autosave(&mut self) {
        if self.autosave.is_none_or(|every| clock::now().saturating_sub(self.last_save_at) < every) {
            return;
        }
        self.last_save_at = clock::now();
        let wake = self.wake.clone();
        self.keeper.save_in_background(&self.game, SaveTrigger::Autosave, move |done| {
            if let Err(why) = done {
                let _ = wake.send(MainMessage::Saved(Err(why)));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    #[test]
    fn time_stops_at_the_maximum_age() {
        let mut game = Game::new(1, Size::new(48, 48)).expect("a land");
        for (tick, stands) in [(AGE_MAX - 1, false), (AGE_MAX, true)] {
            game.world.tick = tick;
            assert_eq!(stands_still(&game, false), stands, "{tick}");
        }
    }
}
