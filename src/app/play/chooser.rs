//! The chooser of a new land and its threads: one generates previews, newest request first, and one generates the land
//! itself. The screen waits for neither.
//!
//! Its looks and keys do not live here (`tui::new_land`).

use super::crash_loop::{CrashChoice, Recurring};
use super::session::{self, Opened};
use super::{PlayError, PlayOptions, Wake, stage::Stage};
use super::{crash, display, guard, signals};
use crate::app::preview;
use crate::grid::Size;
use crate::land::OnProgress;
use crate::scene;
use crate::sim::Game;
use crate::tui::{LandParams, NewLand, NewLandEffect, Sketch, Theme};
use ratatui::crossterm::event::Event;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};

/// Largest side of a preview, in cells; a larger land is previewed at this size.
const SKETCH_SIDE: u16 = 512;
/// Exit code of the hang-up signal: 128 plus its number.
const HUNG_UP: u8 = 129;
/// Exit code of the interrupt signal.
const INTERRUPTED: u8 = 130;

/// The last generated land, with its number.
type Made = Arc<Mutex<Option<(u64, Result<Opened, PlayError>)>>>;

/// A request for a preview, with its size in columns and rows of pixels.
type Wished = (LandParams, (u16, u16));

/// The chooser.
pub struct Chooser {
    /// Its screen.
    pub screen: NewLand,
    wishes: Sender<Wished>,
    wake: Sender<Wake>,
    options: PlayOptions,
    /// The slot of the current game, if there is one.
    present: Option<String>,
    /// The number of the requested land: odd while one is being generated. Lands with other numbers are discarded.
    wanted: u64,
    made: Made,
}

impl Chooser {
    /// A chooser that starts with the options, or with a random seed. `present` is the slot of the current game.
    pub fn new(
        theme: Theme,
        options: &PlayOptions,
        present: Option<String>,
        wake: Sender<Wake>,
    ) -> Result<Self, PlayError> {
        let seed = options.seed.filter(|_| present.is_none()).unwrap_or_else(session::seed_by_lot);
        let wish = LandParams { seed, size: options.size, recipe: options.recipe };
        let mut screen = NewLand::new(theme, display::size(), wish);
        screen.from_game = present.is_some();
        let (wishes, wished) = mpsc::channel();
        let (sender, base) = (wake.clone(), options.clone());
        let thread = std::thread::Builder::new().name("sketches".to_owned());
        thread.spawn(move || sketch_all(&base, &wished, &sender)).map_err(PlayError::Terminal)?;
        let options =
            PlayOptions { level: None, wander: false, fresh: false, choose: false, ..options.clone() };
        let chooser = Chooser { screen, wishes, wake, options, present, wanted: 0, made: Made::default() };
        let first = chooser.screen.sketch_request();
        let mut chooser = chooser;
        chooser.carry_out(vec![first]);
        Ok(chooser)
    }

    /// Handles a terminal event; returns the effects that it does not carry out itself.
    pub fn event(&mut self, event: &Event) -> Vec<NewLandEffect> {
        let effects = match event {
            Event::Key(key) => self.screen.key(key),
            Event::Mouse(mouse) => self.screen.mouse(mouse),
            _ => Vec::new(),
        };
        self.carry_out(effects)
    }

    /// Adapts to a new terminal size.
    pub fn resize(&mut self, (width, height): (u16, u16)) {
        let effects = self.screen.resize(width, height);
        self.carry_out(effects);
    }

    /// Handles a message of a thread; returns the land once the requested one is generated.
    pub fn hear(&mut self, wake: Wake) -> Option<Opened> {
        match wake {
            Wake::Sketch(wish, sketch) => self.screen.take_sketch(wish, *sketch),
            Wake::Making(number, what, percent) if number == self.wanted => {
                self.screen.set_progress(what, percent)
            }
            Wake::Made(number) => {
                let mut last = self.made.lock().unwrap_or_else(PoisonError::into_inner);
                let made = last.take_if(|made| made.0 == number);
                drop(last);
                match made.filter(|_| number == self.wanted) {
                    Some((_, Ok(opened))) => return Some(opened),
                    Some((_, Err(why))) => self.failed(&why.to_string()),
                    None => {}
                }
            }
            _ => {}
        }
        None
    }

    fn carry_out(&mut self, effects: Vec<NewLandEffect>) -> Vec<NewLandEffect> {
        let mut others = Vec::new();
        for effect in effects {
            match effect {
                NewLandEffect::Sketch(wish, room) => drop(self.wishes.send((wish, room))),
                NewLandEffect::RandomSeed => {
                    let more = self.screen.set_seed(session::seed_by_lot());
                    others.extend(self.carry_out(more));
                }
                NewLandEffect::Start(wish) => self.begin(wish),
                NewLandEffect::Leave if self.is_making() => self.wanted += 1,
                other => others.push(other),
            }
        }
        others
    }

    /// Whether a land is being generated.
    fn is_making(&self) -> bool {
        self.wanted % 2 == 1
    }

    fn begin(&mut self, wish: LandParams) {
        let options = asked_for(&self.options, wish);
        if self.present.as_ref() == Some(&session::land_slot(wish.seed, &options)) {
            return self.screen.fail("you are playing this land already".to_owned());
        }
        self.wanted += 1 + u64::from(self.is_making());
        let (number, made, wake) = (self.wanted, Arc::clone(&self.made), self.wake.clone());
        let make = move || {
            let on_progress = &mut |what, percent| drop(wake.send(Wake::Making(number, what, percent)));
            let opened = crash::caught(|| {
                super::rehearse_panic("land", u64::MAX);
                open(&options, on_progress)
            });
            let crashed =
                |fault: crash::Panic| PlayError::Game(format!("generating it crashed: {}", fault.line()));
            let opened = opened.map_err(crashed).flatten();
            let mut last = made.lock().unwrap_or_else(PoisonError::into_inner);
            // Keep the later of two lands that are ready.
            if last.as_ref().is_none_or(|(other, _)| *other < number) {
                *last = Some((number, opened));
            }
            drop(last);
            drop(wake.send(Wake::Made(number)));
        };
        let thread = std::thread::Builder::new().name("land".to_owned());
        if let Err(error) = thread.spawn(make) {
            self.failed(&error.to_string());
        }
    }

    /// Reports that the land cannot be started.
    pub fn failed(&mut self, why: &str) {
        self.wanted += u64::from(self.is_making());
        self.screen.fail(why.to_owned());
    }
}

/// Opens a land. The player is not asked about a game that keeps crashing: it continues from before the crash, as
/// another
/// land can be chosen instead.
fn open(options: &PlayOptions, on_progress: OnProgress) -> Result<Opened, PlayError> {
    let mut refusal = None;
    let ask = &mut |recurring: &Recurring| {
        if recurring.has_earlier() {
            return CrashChoice::Earlier;
        }
        refusal = Some(format!("{}; there is no earlier save: choose another land", recurring.words()));
        CrashChoice::Leave
    };
    let opened = session::open_telling(options, on_progress, ask)?;
    opened.ok_or_else(|| PlayError::Game(refusal.unwrap_or_default()))
}

/// The options of a requested land.
fn asked_for(options: &PlayOptions, LandParams { seed, size, recipe }: LandParams) -> PlayOptions {
    PlayOptions { seed: Some(seed), size, recipe, ..options.clone() }
}

/// Generates previews until the sender is gone; of several waiting requests only the last.
fn sketch_all(options: &PlayOptions, wished: &Receiver<Wished>, wake: &Sender<Wake>) {
    while let Ok(first) = wished.recv() {
        let (wish, room) = wished.try_iter().last().unwrap_or(first);
        let on_progress = &mut |what, percent| drop(wake.send(Wake::Making(0, what, percent)));
        let sketch = crash::caught(|| {
            super::rehearse_panic("sketch", u64::MAX);
            sketch(options, wish, room, on_progress)
        });
        let crashed = |fault: crash::Panic| format!("the preview crashed: {}", fault.line());
        let sketch = sketch.map_err(crashed).flatten();
        if wake.send(Wake::Sketch(wish, Box::new(sketch))).is_err() {
            return;
        }
    }
}

fn sketch(
    options: &PlayOptions,
    wish: LandParams,
    room: (u16, u16),
    on_progress: OnProgress,
) -> Result<Sketch, String> {
    let side = |side: u16| side.min(SKETCH_SIDE);
    let size = Size::new(side(wish.size.width), side(wish.size.height));
    let game =
        Game::with_recipe(wish.recipe, wish.seed, size, on_progress).map_err(|error| error.to_string())?;
    let mut about = preview::about(&game);
    if size != wish.size {
        about.push(format!("previewed at {}x{}", size.width, size.height));
    }
    let slot = session::land_slot(wish.seed, &asked_for(options, wish));
    if session::is_begun(&options.saves, &slot) {
        about.push("saved before: it continues".to_owned());
    }
    Ok(Sketch { scene: scene::overview(&game, room, true), about })
}

/// Result of the chooser.
pub enum Chosen {
    /// A land to play.
    Land(Box<Opened>),
    /// None; the program ends with this code.
    Nothing(u8),
}

/// The chooser in the terminal, without a game.
pub struct ChooserHost<'a> {
    /// The chooser.
    pub chooser: Chooser,
    /// The terminal.
    pub stage: Stage,
    /// Messages for it.
    pub woken: &'a Receiver<Wake>,
}

impl ChooserHost<'_> {
    /// Runs until a land is chosen and generated, or the player leaves.
    pub fn run(mut self) -> Result<Chosen, PlayError> {
        loop {
            if !guard::is_connected() {
                return Ok(Chosen::Nothing(HUNG_UP));
            }
            match self.woken.recv_timeout(self.stage.until_frame(false)) {
                Ok(wake) => {
                    if let Some(chosen) = self.hear(wake)? {
                        return Ok(chosen);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(PlayError::Stopped),
            }
            let screen = &self.chooser.screen;
            if self.stage.is_due() && self.stage.draw(|buffer| screen.draw(buffer)).is_err() {
                return Ok(Chosen::Nothing(HUNG_UP));
            }
        }
    }

    fn hear(&mut self, wake: Wake) -> Result<Option<Chosen>, PlayError> {
        self.stage.stale = true;
        match wake {
            Wake::Event(Event::Resize(..)) => self.resize()?,
            Wake::Event(event) => {
                self.stage.awaited = true;
                return self.event(&event);
            }
            Wake::Signal(signal) if signals::ends(signal) => {
                return Ok(Some(Chosen::Nothing(128 + signal as u8)));
            }
            Wake::Signal(signal) if signals::stops(signal) => self.suspend()?,
            Wake::Signal(signal) if signals::goes_on(signal) => {
                let size = self.stage.repaint()?;
                self.chooser.resize(size);
            }
            Wake::Signal(signal) if signals::resizes(signal) => self.resize()?,
            other => return Ok(self.chooser.hear(other).map(|opened| Chosen::Land(Box::new(opened)))),
        }
        Ok(None)
    }

    fn event(&mut self, event: &Event) -> Result<Option<Chosen>, PlayError> {
        for effect in self.chooser.event(event) {
            match effect {
                NewLandEffect::Leave => return Ok(Some(Chosen::Nothing(0))),
                NewLandEffect::Interrupt => return Ok(Some(Chosen::Nothing(INTERRUPTED))),
                NewLandEffect::Suspend => self.suspend()?,
                NewLandEffect::Sketch(..) | NewLandEffect::RandomSeed | NewLandEffect::Start(_) => {}
            }
        }
        Ok(None)
    }

    fn suspend(&mut self) -> Result<(), PlayError> {
        let size = self.stage.suspend()?;
        self.chooser.resize(size);
        Ok(())
    }

    fn resize(&mut self) -> Result<(), PlayError> {
        let size = display::size();
        if size != (self.chooser.screen.area.width, self.chooser.screen.area.height) {
            self.stage.fit(size)?;
            self.chooser.resize(size);
        }
        Ok(())
    }
}
