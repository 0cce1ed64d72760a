//! The thread that owns the game: it ticks at the wished speed, carries out commands between ticks, answers questions,
//! and makes a picture when one is due.
//!
//! The main thread never waits for it: pictures lie in a slot where the newest wins.

use super::counterfactual::Untouched;
use super::crash::{self, Panic};
use super::export_worker::Workshop;
use super::session::{self, Keeper, SaveTrigger};
use super::settings::Settings;
use super::watchdog::Watch;
use super::{PlayError, Wake, clock};
use crate::save;
use crate::scene::{self, Answer, Command, Deed, Fields, Question, Scene, View};
use crate::sim::Game;
use crate::text::Printable;
use crate::tui::{Keepsake, SPEEDS};
use crate::world::AGE_MAX;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A tick at ×1.
const TICK: Duration = Duration::from_millis(50);
/// A tick of what somebody does who is lived: nobody likes to wait for his own feet.
const LIVED_TICK: Duration = Duration::from_millis(4);
/// Ticks that are made up for when a frame was late; the rest is let go.
const CATCH_UP: u32 = 5;
/// Ticks are done in slices of this, with an ear for controls in between.
const SLICE: Duration = Duration::from_millis(15);
/// How often speed is measured.
const MEASURE: Duration = Duration::from_secs(1);
/// How often the small map is made anew.
const OVERVIEW: Duration = Duration::from_secs(2);
/// How long it sleeps when nothing goes on.
const IDLE: Duration = Duration::from_secs(5);
/// What the main thread tells it.
#[derive(Debug)]
pub enum Control {
    /// Something for the world.
    Command(Command),
    /// A question, with the number of its answer.
    Ask(u64, Question),
    /// Another view.
    View(View),
    /// Time stands still or goes on.
    Pause(bool),
    /// One tick.
    Step,
    /// An index into the speeds.
    Speed(usize),
    /// Save, and say so.
    Save,
    /// Have something made of the land as it is.
    Keep(Keepsake),
    /// Save for good, write the chronicle, and end.
    Leave,
    /// Save for good and end.
    Close,
    /// Rescue what there is and end: another thread broke off.
    BreakOff(Panic),
}

/// A scene with what only this thread knows.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The scene.
    pub scene: Scene,
    /// The speed that is reached, in tenths.
    pub reached_tenths: u32,
    /// Plans of the last second.
    pub plans: u32,
}

/// The newest picture.
type Slot = Arc<Mutex<Option<Arc<Picture>>>>;

/// The main thread's end.
pub struct Link {
    controls: Sender<Control>,
    slot: Slot,
    thread: JoinHandle<String>,
}

/// The simulation of the moment and its slot, for who cannot wait for the main thread.
static LIVING: Mutex<Option<(Sender<Control>, Arc<save::Slot>)>> = Mutex::new(None);

fn living() -> MutexGuard<'static, Option<(Sender<Control>, Arc<save::Slot>)>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has the simulation of the moment save for good and end, and waits for it so long.
///
/// # Errors
/// What to tell the player when it has not.
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
        Some(slot) => Err(session::unsaved_words(&slot, "the save did not come to its end")),
        None => Ok(()),
    }
}

/// How long one waits for last words.
const RESCUE: Duration = Duration::from_secs(15);

impl Link {
    /// What is to be told once the terminal is given back; another thread's fault makes the simulation break off first.
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
            format!("it broke off and could not be rescued: {line}; the last save is untouched")
        })
    }

    /// Waits for its end, which somebody has told it.
    pub fn join(self) {
        let _ = self.thread.join();
    }

    /// Tells it something; false when it is gone.
    pub fn tell(&self, control: Control) -> bool {
        self.controls.send(control).is_ok()
    }

    /// Takes the newest picture, if one has come since.
    pub fn picture(&self) -> Option<Arc<Picture>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Starts it.
pub fn start(game: Game, keeper: Keeper, settings: &Settings, wake: Sender<Wake>) -> Result<Link, PlayError> {
    let (controls, told) = mpsc::channel();
    let slot = Slot::default();
    let kept_in = keeper.slot();
    let simulation = Simulation::new(game, keeper, settings, wake, Arc::clone(&slot));
    let thread = std::thread::Builder::new().name("simulation".to_owned());
    let farewell = Farewell(simulation.wake.clone());
    let run = move || {
        let _farewell = farewell;
        let mut simulation = simulation;
        match crash::caught(|| simulation.run(&told)) {
            Ok(fault) => fault.map_or_else(String::new, |fault| simulation.break_off(&fault)),
            Err(fault) => simulation.break_off(&fault),
        }
    };
    *living() = Some((controls.clone(), kept_in));
    let thread = thread.spawn(run).map_err(PlayError::Terminal)?;
    Ok(Link { controls, slot, thread })
}

/// Whether no tick is due: in a life, until the next deed is known.
pub fn stands_still(game: &Game, paused: bool) -> bool {
    is_at_its_end(game) || if game.world.life.is_some() { game.may_act() } else { paused }
}

/// Whether a game has come to the longest age that there is: it could not be loaded again with one tick more.
fn is_at_its_end(game: &Game) -> bool {
    game.world.tick >= AGE_MAX
}

/// Lives of a wanderer's game that are over.
fn lives_of(game: &Game) -> usize {
    game.world.wander.as_ref().map_or(0, |wander| wander.lives.len())
}

/// Says when the thread ends, however it ends.
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
    /// The same land without the player, from his first command on.
    untouched: Option<Untouched>,
    wake: Sender<Wake>,
    slot: Slot,
    frame: Duration,
    view: View,
    fields: Fields,
    paused: bool,
    /// What the one who is lived is to do next, once he can.
    deed: Option<Deed>,
    /// Lives of a wanderer's game whose end was told.
    lives: usize,
    speed: u32,
    /// When the next tick is due.
    due: Duration,
    /// The small map, when it was made, and of which tick.
    overview: Option<(Arc<Scene>, Duration, u64)>,
    /// When the last picture was made.
    pictured: Duration,
    /// Whether something has changed since.
    stale: bool,
    /// Whether the player has done something since, and should see it at once.
    urgent: bool,
    /// How often it saves by itself, if it does.
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

    /// Lives until it is told to end, or another thread's fault ends it.
    fn run(&mut self, told: &Receiver<Control>) -> Option<Panic> {
        let place = format!("saves go to {}", Printable(self.keeper.slot().path()));
        let begun = self.keeper.note().map_or(Wake::Begun(place, false), |note| Wake::Begun(note, true));
        let _ = self.wake.send(begun);
        loop {
            match told.recv_timeout(self.pause_until_due()) {
                Ok(control) => {
                    if let ControlFlow::Break(fault) = self.hear_all(control, told) {
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

    /// How long nothing has to be done.
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

    /// Hears a control and all that wait behind it; breaks when it was the last, with the fault if that is why.
    fn hear_all(&mut self, first: Control, told: &Receiver<Control>) -> ControlFlow<Option<Panic>> {
        let mut next = Some(first);
        while let Some(control) = next {
            match control {
                Control::Close | Control::Leave if self.close(&control) => return ControlFlow::Break(None),
                Control::BreakOff(fault) => return ControlFlow::Break(Some(fault)),
                _ => self.hear(control),
            }
            next = told.try_recv().ok();
        }
        ControlFlow::Continue(())
    }

    /// Rescues what there is; gives the last words.
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
                self.game.watch_thoughts(view.thinking, view.selected.first().copied());
                self.view = view;
            }
            Control::Pause(paused) => {
                self.paused = paused;
                self.due = clock::now();
                // The speed is measured anew: a second that was half at rest says nothing.
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
            // A game that was loaded had commands before.
            self.live_untouched();
            if let Some(untouched) = self.untouched.as_ref().filter(|untouched| untouched.is_living()) {
                card.set_beside(&untouched.years());
            }
        }
        answer
    }

    /// Has the same land lived without the player, if that has not begun.
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
            Ok(outcome) => Wake::Word { text: outcome.words, refused: false },
            Err(rejection) => Wake::Word { text: rejection.to_string(), refused: true },
        };
        let _ = self.wake.send(word);
    }

    fn stands_still(&self) -> bool {
        stands_still(&self.game, self.paused)
    }

    /// The one who is lived is to do something: now, or once he is done with the step that he takes. Whatever else he does
    /// is ended by it; of several wishes the latest counts.
    fn want(&mut self, deed: Deed) {
        self.due = clock::now();
        if self.game.may_act() || self.game.world.life.is_none() {
            return self.command(&Command::Do(deed));
        }
        let goes_on = self.game.world.life.as_ref().and_then(|life| life.deed);
        if !matches!(goes_on, None | Some(Deed::Step(_) | Deed::Wait)) {
            self.command(&Command::Do(Deed::Halt));
        }
        self.deed = Some(deed).filter(|deed| *deed != Deed::Halt);
        self.do_next();
    }

    /// Begins what waits, if it can be begun.
    fn do_next(&mut self) {
        if self.game.world.life.is_none() {
            self.deed = None;
        } else if self.game.may_act()
            && let Some(deed) = self.deed.take()
        {
            self.command(&Command::Do(deed));
        }
    }

    /// A life that is over goes into the chronicle at once.
    fn tell_lives(&mut self) {
        let lives = lives_of(&self.game);
        if lives > self.lives {
            self.workshop.of_land(Keepsake::Chronicle, self.game.world.clone());
            self.urgent = true;
        }
        self.lives = lives;
    }

    /// Saves for good; a game that could not be saved goes on.
    fn close(&mut self, control: &Control) -> bool {
        let leaving = matches!(control, Control::Leave);
        let done = if leaving { self.keeper.finish(&self.game) } else { self.keeper.save(&self.game) };
        let closed = done.is_ok();
        let _ = self.wake.send(Wake::Saved(done));
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
            let text = "the land is as old as any can become: time stands still from now on".to_owned();
            let _ = self.wake.send(Wake::Word { text, refused: true });
        }
        self.tell_lives();
        self.do_next();
    }

    /// Does what is due, but not for longer than a slice.
    fn tick_slice(&mut self) {
        if self.stands_still() {
            return;
        }
        let step = if self.game.world.life.is_some() { LIVED_TICK } else { TICK / self.speed };
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

    /// Makes a picture, if one is due and there is something new to see.
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
        // What a lens needs may take more than one picture, also while time stands still.
        self.stale = self.fields.is_working();
        self.urgent = false;
        if waiting.is_none() {
            let _ = self.wake.send(Wake::Picture);
        }
    }

    /// The small map, if it is wanted: the last one, unless it is too old or another.
    fn overview(&mut self) -> Option<Arc<Scene>> {
        let wanted = self.view.overview?;
        let (now, tick) = (clock::now(), self.game.world.tick);
        let is_good = |last: &&(Arc<Scene>, Duration, u64)| {
            let fits = last.0.view.columns <= wanted.0 && last.0.view.rows <= wanted.1;
            let fresh = last.2 == tick || now.saturating_sub(last.1) < OVERVIEW;
            fits && fresh && last.0.view.reveal == self.view.reveal
        };
        if let Some(last) = self.overview.as_ref().filter(is_good) {
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

/// Breaks in the middle of a tick, as far as the rest of the program can tell: a worker of the pool panics, the world is
/// left unsound, or the standard library panics over what it is asked.
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
    fn time_stands_still_at_the_longest_age() {
        let mut game = Game::new(1, Size::new(48, 48)).expect("a land");
        for (tick, stands) in [(AGE_MAX - 1, false), (AGE_MAX, true)] {
            game.world.tick = tick;
            assert_eq!(stands_still(&game, false), stands, "{tick}");
        }
    }
}
