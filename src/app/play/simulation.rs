//! The thread that owns the game: it ticks at the set speed, carries out commands between ticks, answers questions, and
//! builds a picture when one is due.
//!
//! The main thread never waits for it: it takes the newest picture from a slot. The rules of the game do not live here
//! (`sim`).

use super::counterfactual::Untouched;
use super::crash::{self, Panic};
use super::export_worker::Workshop;
use super::session::{self, Keeper, SaveTrigger};
use super::settings::Settings;
use super::watchdog::Watch;
use super::{PlayError, Wake, clock};
use crate::save;
use crate::scene::{self, Action, Answer, Command, Fields, Question, Scene, View};
use crate::sim::Game;
use crate::text::Printable;
use crate::tui::{ExportKind, SPEEDS};
use crate::world::AGE_MAX;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Duration of a tick at ×1.
const TICK: Duration = Duration::from_millis(50);
/// Duration of a tick while the player plays as a unit: short, so that walking feels immediate.
const LIVED_TICK: Duration = Duration::from_millis(4);
/// Most late ticks that are caught up; the rest is dropped.
const CATCH_UP: u32 = 5;
/// Time slice for ticks, after which controls are handled.
const SLICE: Duration = Duration::from_millis(15);
/// Interval of measuring the speed.
const MEASURE: Duration = Duration::from_secs(1);
/// Interval of rebuilding the small map.
const OVERVIEW: Duration = Duration::from_secs(2);
/// Longest sleep when there is nothing to do.
const IDLE: Duration = Duration::from_secs(5);
/// Messages of the main thread.
#[derive(Debug)]
pub enum Control {
    /// A command for the game.
    Command(Command),
    /// A question, with a ticket for its answer.
    Ask(u64, Question),
    /// A new view.
    View(View),
    /// Pause or resume.
    Pause(bool),
    /// One tick.
    Step,
    /// Set the speed, an index into [`SPEEDS`].
    Speed(usize),
    /// Save, and report it.
    Save,
    /// Export the current land.
    Keep(ExportKind),
    /// Save for the last time, write the chronicle, and end.
    Leave,
    /// Save for the last time and end.
    Close,
    /// Rescue the land and end: another thread crashed.
    BreakOff(Panic),
}

/// A scene with measurements of this thread.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The scene.
    pub scene: Scene,
    /// The actual speed, in tenths of ×1.
    pub reached_tenths: u32,
    /// Path requests in the last second.
    pub plans: u32,
}

/// Holds the newest picture.
type Slot = Arc<Mutex<Option<Arc<Picture>>>>;

/// The main thread's connection to the simulation.
pub struct Link {
    controls: Sender<Control>,
    slot: Slot,
    thread: JoinHandle<String>,
}

/// The current simulation and its slot, for threads that cannot wait for the main thread.
static LIVING: Mutex<Option<(Sender<Control>, Arc<save::Slot>)>> = Mutex::new(None);

fn living() -> MutexGuard<'static, Option<(Sender<Control>, Arc<save::Slot>)>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the current simulation save for the last time and end, and waits for it with a time limit.
///
/// # Errors
/// A message for the player if it did not finish.
pub fn close_living(patience: Duration) -> Result<(), String> {
    let slot = living().as_ref().map(|(controls, slot)| {
        let _ = controls.send(Control::Close);
        Arc::clone(slot)
    });
    let until = clock::now() + patience;
    while living().is_some() && clock::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    match slot.filter(|_| living().is_some()) {
        Some(slot) => Err(session::unsaved_words(&slot, "the save did not finish")),
        None => Ok(()),
    }
}

/// Time limit for last words.
const RESCUE: Duration = Duration::from_secs(15);

impl Link {
    /// The message to print once the terminal is restored; after a crash of another thread the simulation rescues the
    /// land
    /// first.
    pub fn last_words(self, fault: Option<Panic>) -> String {
        let line = fault.as_ref().map(Panic::line).unwrap_or_default();
        if let Some(fault) = fault {
            self.tell(Control::BreakOff(fault));
        }
        let until = clock::now() + RESCUE;
        while !self.thread.is_finished() && clock::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        let words = if self.thread.is_finished() { self.thread.join().ok() } else { None };
        words.unwrap_or_else(|| {
            format!("the game crashed and could not be rescued: {line}; the last save is unchanged")
        })
    }

    /// Waits for it to end after it was told to.
    pub fn join(self) {
        let _ = self.thread.join();
    }

    /// Sends a message; false when the simulation is gone.
    pub fn tell(&self, control: Control) -> bool {
        self.controls.send(control).is_ok()
    }

    /// Takes the newest picture, if there is a new one.
    pub fn picture(&self) -> Option<Arc<Picture>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Starts the simulation of a game.
pub fn start(game: Game, keeper: Keeper, settings: &Settings, wake: Sender<Wake>) -> Result<Link, PlayError> {
    let (controls, inbox) = mpsc::channel();
    let slot = Slot::default();
    let save_slot = keeper.slot();
    let simulation = Simulation::new(game, keeper, settings, wake, Arc::clone(&slot));
    let thread = std::thread::Builder::new().name("simulation".to_owned());
    let farewell = Farewell(simulation.wake.clone());
    let run = move || {
        let _farewell = farewell;
        let mut simulation = simulation;
        match crash::caught(|| simulation.run(&inbox)) {
            Ok(fault) => fault.map_or_else(String::new, |fault| simulation.break_off(&fault)),
            Err(fault) => simulation.break_off(&fault),
        }
    };
    *living() = Some((controls.clone(), save_slot));
    let thread = thread.spawn(run).map_err(PlayError::Terminal)?;
    Ok(Link { controls, slot, thread })
}

/// Whether time stands still: when paused, or while a possessed unit waits for the player's next action.
pub fn stands_still(game: &Game, paused: bool) -> bool {
    is_at_its_end(game) || if game.world.possession.is_some() { game.awaits_action() } else { paused }
}

/// Whether a game has reached the largest age: one tick more could not be loaded again.
fn is_at_its_end(game: &Game) -> bool {
    game.world.tick >= AGE_MAX
}

/// Number of past lives in a wanderer's game.
fn lives_of(game: &Game) -> usize {
    game.world.wander.as_ref().map_or(0, |wander| wander.lives.len())
}

/// Reports the end of the thread, however it ends.
struct Farewell(Sender<Wake>);

impl Drop for Farewell {
    fn drop(&mut self) {
        *living() = None;
        let _ = self.0.send(Wake::Gone);
    }
}

struct Simulation {
    game: Game,
    keeper: Keeper,
    workshop: Workshop,
    /// The same land without the player, from the first command on.
    untouched: Option<Untouched>,
    wake: Sender<Wake>,
    slot: Slot,
    frame: Duration,
    view: View,
    fields: Fields,
    paused: bool,
    /// The possessed unit's next action, once it can act.
    deed: Option<Action>,
    /// Number of past lives written to the chronicle.
    lives: usize,
    speed: u32,
    /// Time of the next tick.
    due: Duration,
    /// The small map, the time when it was built, and its tick.
    overview: Option<(Arc<Scene>, Duration, u64)>,
    /// Time of the last picture.
    pictured: Duration,
    /// Whether something has changed since then.
    stale: bool,
    /// Whether the player has done something since then and should see it at once.
    urgent: bool,
    /// Interval of autosaves, if any.
    autosave: Option<Duration>,
    saved: Duration,
    measured: Duration,
    ticks: u32,
    requests: u64,
    reached_tenths: u32,
    plans: u32,
}

impl Simulation {
    fn new(game: Game, keeper: Keeper, settings: &Settings, wake: Sender<Wake>, slot: Slot) -> Simulation {
        let now = clock::now();
        let requests = game.world.tally.requests;
        let workshop = Workshop::new(keeper.slot(), wake.clone());
        let lives = lives_of(&game);
        Simulation {
            game,
            keeper,
            workshop,
            untouched: None,
            wake,
            slot,
            frame: Duration::from_millis(1000 / u64::from(settings.fps.clamp(1, 120))),
            view: View::default(),
            fields: Fields::default(),
            paused: false,
            deed: None,
            lives,
            speed: 1,
            due: now,
            overview: None,
            pictured: Duration::ZERO,
            stale: true,
            urgent: true,
            autosave: settings.autosave,
            saved: now,
            measured: now,
            ticks: 0,
            requests,
            reached_tenths: 0,
            plans: 0,
        }
    }

    /// Runs until told to end; returns the panic of another thread, if that was the reason.
    fn run(&mut self, inbox: &Receiver<Control>) -> Option<Panic> {
        let place = format!("saves go to {}", Printable(self.keeper.slot().path()));
        let begun = self.keeper.note().map_or(Wake::Begun(place, false), |note| Wake::Begun(note, true));
        let _ = self.wake.send(begun);
        loop {
            match inbox.recv_timeout(self.pause_until_due()) {
                Ok(control) => {
                    if let ControlFlow::Break(fault) = self.hear_all(control, inbox) {
                        return fault;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            self.tick_slice();
            self.measure();
            self.publish();
            self.autosave();
        }
    }

    /// Time until something is due.
    fn pause_until_due(&self) -> Duration {
        let now = clock::now();
        let tick = if self.stands_still() { IDLE } else { self.due.saturating_sub(now) };
        let picture = match (self.stale, self.urgent) {
            (true, true) => Duration::ZERO,
            (true, false) => (self.pictured + self.frame).saturating_sub(now),
            (false, _) => IDLE,
        };
        tick.min(picture)
    }

    /// Handles a control and all pending ones; breaks at the last one, with the panic of another thread, if any.
    fn hear_all(&mut self, first: Control, inbox: &Receiver<Control>) -> ControlFlow<Option<Panic>> {
        let mut next = Some(first);
        while let Some(control) = next {
            match control {
                Control::Close | Control::Leave if self.close(&control) => return ControlFlow::Break(None),
                Control::BreakOff(fault) => return ControlFlow::Break(Some(fault)),
                _ => self.hear(control),
            }
            next = inbox.try_recv().ok();
        }
        ControlFlow::Continue(())
    }

    /// Rescues the land; returns the last words.
    fn break_off(&mut self, fault: &Panic) -> String {
        let _ = self.wake.send(Wake::Breaking);
        self.keeper.break_off(&self.game, fault)
    }

    fn hear(&mut self, control: Control) {
        match control {
            Control::Command(Command::Do(deed)) => self.want(deed),
            Control::Command(command) => self.command(&command),
            Control::Ask(ticket, question) => {
                let answer = self.answer(&question);
                let _ = self.wake.send(Wake::Answer(ticket, answer));
            }
            Control::View(view) => {
                self.game.record_searches(view.thinking, view.selected.first().copied());
                self.view = view;
            }
            Control::Pause(paused) => {
                self.paused = paused;
                self.due = clock::now();
                // Restart the measurement: a partly paused second says nothing.
                (self.measured, self.ticks, self.reached_tenths) = (self.due, 0, 0);
            }
            Control::Step => self.tick(),
            Control::Speed(index) => self.speed = SPEEDS.get(index).copied().unwrap_or(1),
            Control::Save => {
                let (words, wake) = (self.keeper.saved_words(), self.wake.clone());
                self.keeper.save_beside(&self.game, SaveTrigger::ByHand, move |done| {
                    let _ = wake.send(Wake::Saved(done.map(|()| words)));
                });
            }
            Control::Keep(keepsake) => self.workshop.of_land(keepsake, self.game.world.clone()),
            Control::Close | Control::Leave | Control::BreakOff(_) => {}
        }
        self.stale = true;
        self.urgent = true;
    }

    fn answer(&mut self, question: &Question) -> Answer {
        let mut answer = scene::answer(&self.game, question);
        if let Answer::Year(card) = &mut answer {
            // A loaded game had commands before.
            self.live_untouched();
            if let Some(untouched) = self.untouched.as_ref().filter(|untouched| untouched.is_living()) {
                card.set_beside(&untouched.years());
            }
        }
        answer
    }

    /// Starts the counterfactual, if it is not running.
    fn live_untouched(&mut self) {
        let world = &self.game.world;
        if self.untouched.is_none() && world.wander.is_none() && Untouched::fits(world.size()) {
            let record = self.keeper.record_file();
            self.untouched = record.map(|record| Untouched::of(record, world.tick));
        }
    }

    fn command(&mut self, command: &Command) {
        self.keeper.record(&self.game, command);
        super::rehearse_panic("command", self.game.world.tick);
        self.live_untouched();
        let done = self.game.apply(command);
        self.keeper.carried_out(&self.game);
        let word = match done {
            Ok(outcome) => Wake::Word { text: outcome.text, refused: false },
            Err(rejection) => Wake::Word { text: rejection.to_string(), refused: true },
        };
        let _ = self.wake.send(word);
    }

    fn stands_still(&self) -> bool {
        stands_still(&self.game, self.paused)
    }

    /// Queues an action of the possessed unit: it starts now, or after the current step, and ends any longer action.
    /// Only the
    /// latest one counts.
    fn want(&mut self, action: Action) {
        self.due = clock::now();
        if self.game.awaits_action() || self.game.world.possession.is_none() {
            return self.command(&Command::Do(action));
        }
        let current = self.game.world.possession.as_ref().and_then(|life| life.deed);
        if !matches!(current, None | Some(Action::Step(_) | Action::Wait)) {
            self.command(&Command::Do(Action::Halt));
        }
        self.deed = Some(action).filter(|action| *action != Action::Halt);
        self.do_next();
    }

    /// Starts the queued action, if the unit can act.
    fn do_next(&mut self) {
        if self.game.world.possession.is_none() {
            self.deed = None;
        } else if self.game.awaits_action()
            && let Some(action) = self.deed.take()
        {
            self.command(&Command::Do(action));
        }
    }

    /// Writes the chronicle when a life has ended.
    fn tell_lives(&mut self) {
        let lives = lives_of(&self.game);
        if lives > self.lives {
            self.workshop.of_land(ExportKind::Chronicle, self.game.world.clone());
            self.urgent = true;
        }
        self.lives = lives;
    }

    /// Saves for the last time; returns whether it succeeded, else the game continues.
    fn close(&mut self, control: &Control) -> bool {
        let leaving = matches!(control, Control::Leave);
        let result = if leaving { self.keeper.finish(&self.game) } else { self.keeper.save(&self.game) };
        let closed = result.is_ok();
        let _ = self.wake.send(Wake::Saved(result));
        closed
    }

    fn tick(&mut self) {
        if is_at_its_end(&self.game) {
            return;
        }
        let watch = Watch::begin();
        super::rehearse_panic("simulation", self.game.world.tick);
        super::rehearse_stall();
        self.keeper.ticking();
        self.game.tick();
        if let Some(text) = watch.end(&self.keeper.slot().path(), self.game.world.tick) {
            let _ = self.wake.send(Wake::Word { text, refused: true });
        }
        rehearse_break(&mut self.game);
        self.keeper.ticked(&self.game);
        if let Some(untouched) = &self.untouched {
            untouched.follow(self.game.world.tick);
        }
        self.ticks += 1;
        self.stale = true;
        if is_at_its_end(&self.game) {
            let text = "the land has reached its maximum age: time has stopped".to_owned();
            let _ = self.wake.send(Wake::Word { text, refused: true });
        }
        self.tell_lives();
        self.do_next();
    }

    /// Runs due ticks, for at most one time slice.
    fn tick_slice(&mut self) {
        if self.stands_still() {
            return;
        }
        let step = if self.game.world.possession.is_some() { LIVED_TICK } else { TICK / self.speed };
        let begun = clock::now();
        let most = (step * CATCH_UP).max(TICK);
        self.due = self.due.max(begun.saturating_sub(most));
        while !self.stands_still() && self.due <= clock::now() && clock::now().saturating_sub(begun) < SLICE {
            self.tick();
            self.due += step;
        }
    }

    fn measure(&mut self) {
        let passed = clock::now().saturating_sub(self.measured);
        if passed < MEASURE {
            return;
        }
        let per_second = |count: u64| count * 1000 / passed.as_millis().max(1) as u64;
        let requests = self.game.world.tally.requests;
        self.plans = per_second(requests.saturating_sub(self.requests)) as u32;
        self.reached_tenths =
            if self.paused { 0 } else { per_second(u64::from(self.ticks) * 10 / 20) as u32 };
        self.requests = requests;
        self.ticks = 0;
        self.measured += passed;
    }

    /// Builds a picture, if one is due and something has changed.
    fn publish(&mut self) {
        let now = clock::now();
        let due = self.urgent || now.saturating_sub(self.pictured) >= self.frame;
        if !self.stale || !due || self.view.columns == 0 {
            return;
        }
        super::rehearse_panic("picture", self.game.world.tick);
        let scene = scene::build_with(&self.game, &self.view, &mut self.fields);
        let scene = Scene { overview: self.overview(), ..scene };
        let picture = Picture { scene, reached_tenths: self.reached_tenths, plans: self.plans };
        let waiting = self.slot.lock().unwrap_or_else(PoisonError::into_inner).replace(Arc::new(picture));
        self.pictured = clock::now();
        // The data of a lens may take several pictures, even while paused.
        self.stale = self.fields.is_working();
        self.urgent = false;
        if waiting.is_none() {
            let _ = self.wake.send(Wake::Picture);
        }
    }

    /// The small map, if the view asks for it; rebuilt if it is too old or does not fit.
    fn overview(&mut self) -> Option<Arc<Scene>> {
        let wanted = self.view.overview?;
        let (now, tick) = (clock::now(), self.game.world.tick);
        let is_reusable = |last: &&(Arc<Scene>, Duration, u64)| {
            let fits = last.0.view.columns <= wanted.0 && last.0.view.rows <= wanted.1;
            let fresh = last.2 == tick || now.saturating_sub(last.1) < OVERVIEW;
            fits && fresh && last.0.view.reveal == self.view.reveal
        };
        if let Some(last) = self.overview.as_ref().filter(is_reusable) {
            return Some(Arc::clone(&last.0));
        }
        let made = Arc::new(scene::overview_with(&self.game, wanted, self.view.reveal, &mut self.fields));
        self.overview = Some((Arc::clone(&made), now, tick));
        Some(made)
    }

    fn autosave(&mut self) {
        if self.autosave.is_none_or(|every| clock::now().saturating_sub(self.saved) < every) {
            return;
        }
        self.saved = clock::now();
        let wake = self.wake.clone();
        self.keeper.save_beside(&self.game, SaveTrigger::ByItself, move |done| {
            if let Err(why) = done {
                let _ = wake.send(Wake::Saved(Err(why)));
            }
        });
    }
}

/// Crashes within a tick, for tests: the standard library panics, a pool worker panics, or the world is left invalid.
fn rehearse_break(game: &mut Game) {
    let tick = game.world.tick;
    if super::is_panic_rehearsed("sum", tick) {
        let sum: u32 = std::hint::black_box([u32::MAX, 1]).iter().sum();
        std::hint::black_box(sum);
    }
    if super::is_panic_rehearsed("worker", tick) {
        rayon::join(|| super::rehearse_panic("worker", tick), || ());
    }
    if super::is_panic_rehearsed("halfway", tick) {
        game.world.units.truncate(1);
        game.world.next_unit = 0;
        super::rehearse_panic("halfway", tick);
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
