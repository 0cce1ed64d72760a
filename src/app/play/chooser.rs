//! The chooser of a new land with what is around it: one thread that makes sketches, the newest wish first, and one that
//! makes the land itself. The screen waits for neither.
//!
//! How it looks and what its keys mean is in `tui::newland`.

use super::crash_loop::{CrashChoice, Recurring};
use super::session::{self, Opened};
use super::{PlayError, PlayOptions, Wake, stage::Stage};
use super::{crash, display, guard, signals};
use crate::app::preview;
use crate::grid::Size;
use crate::land::OnProgress;
use crate::scene;
use crate::sim::Game;
use crate::tui::{LandWish, NewLand, NewLandEffect, Sketch, Theme};
use ratatui::crossterm::event::Event;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};

/// Sides up to which a sketch is the land itself, in cells; of a larger one it is drawn as small as this.
const SKETCH_SIDE: u16 = 512;
/// 128 and the number of the hang-up signal, and of the interrupt signal.
const HUNG_UP: u8 = 129;
const INTERRUPTED: u8 = 130;

/// The land that was made last, with its number.
type Made = Arc<Mutex<Option<(u64, Result<Opened, PlayError>)>>>;

/// A wish, and the room for its sketch in columns and rows of pixels.
type Wished = (LandWish, (u16, u16));

/// The chooser.
pub struct Chooser {
    /// What is seen of it.
    pub screen: NewLand,
    wishes: Sender<Wished>,
    wake: Sender<Wake>,
    options: PlayOptions,
    /// The slot of the land that one comes from.
    present: Option<String>,
    /// The number of the land that is being made; others are not wanted any more.
    wanted: u64,
    made: Made,
}

impl Chooser {
    /// One that begins with what the options ask for, or with a seed by lot. `present` is the slot that is played in.
    pub fn new(
        theme: Theme,
        options: &PlayOptions,
        present: Option<String>,
        wake: Sender<Wake>,
    ) -> Result<Self, PlayError> {
        let seed = options.seed.filter(|_| present.is_none()).unwrap_or_else(session::seed_by_lot);
        let wish = LandWish { seed, size: options.size, recipe: options.recipe };
        let mut screen = NewLand::new(theme, display::size(), wish);
        screen.from_game = present.is_some();
        let (wishes, wished) = mpsc::channel();
        let (teller, asked) = (wake.clone(), options.clone());
        let thread = std::thread::Builder::new().name("sketches".to_owned());
        thread.spawn(move || sketch_all(&asked, &wished, &teller)).map_err(PlayError::Terminal)?;
        let options =
            PlayOptions { level: None, wander: false, fresh: false, choose: false, ..options.clone() };
        let chooser = Chooser { screen, wishes, wake, options, present, wanted: 0, made: Made::default() };
        let first = chooser.screen.wants();
        let mut chooser = chooser;
        chooser.carry_out(vec![first]);
        Ok(chooser)
    }

    /// Something happened in the terminal. What it means beyond sketches and lands is given back.
    pub fn event(&mut self, event: &Event) -> Vec<NewLandEffect> {
        let effects = match event {
            Event::Key(key) => self.screen.key(key),
            Event::Mouse(mouse) => self.screen.mouse(mouse),
            _ => Vec::new(),
        };
        self.carry_out(effects)
    }

    /// The terminal has this size now.
    pub fn resize(&mut self, (width, height): (u16, u16)) {
        let effects = self.screen.resize(width, height);
        self.carry_out(effects);
    }

    /// A thread has something to say; the land, if it is the one that is waited for.
    pub fn hear(&mut self, wake: Wake) -> Option<Opened> {
        match wake {
            Wake::Sketch(wish, sketch) => self.screen.sketched(wish, *sketch),
            Wake::Making(number, what, percent) if number == self.wanted => self.screen.making(what, percent),
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
                NewLandEffect::Draw => {
                    let more = self.screen.drawn(session::seed_by_lot());
                    others.extend(self.carry_out(more));
                }
                NewLandEffect::Begin(wish) => self.begin(wish),
                NewLandEffect::Leave if self.is_making() => self.wanted += 1,
                other => others.push(other),
            }
        }
        others
    }

    /// Odd numbers are being made.
    fn is_making(&self) -> bool {
        self.wanted % 2 == 1
    }

    fn begin(&mut self, wish: LandWish) {
        let options = asked_for(&self.options, wish);
        if self.present.as_ref() == Some(&session::land_slot(wish.seed, &options)) {
            return self.screen.failed("this is the land that you are in".to_owned());
        }
        self.wanted += 1 + u64::from(self.is_making());
        let (number, made, wake) = (self.wanted, Arc::clone(&self.made), self.wake.clone());
        let make = move || {
            let told = &mut |what, percent| drop(wake.send(Wake::Making(number, what, percent)));
            let opened = crash::caught(|| {
                super::rehearse_panic("land", u64::MAX);
                open(&options, told)
            });
            let broken =
                |fault: crash::Panic| PlayError::Game(format!("making it broke off: {}", fault.line()));
            let opened = opened.map_err(broken).flatten();
            let mut last = made.lock().unwrap_or_else(PoisonError::into_inner);
            // Of two that are ready the later one is wanted.
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

    /// What was made cannot be begun.
    pub fn failed(&mut self, why: &str) {
        self.wanted += u64::from(self.is_making());
        self.screen.failed(why.to_owned());
    }
}

/// Opens a land. Here nobody is asked about one that keeps breaking off: it goes on from before that, as others may be
/// chosen instead.
fn open(options: &PlayOptions, told: OnProgress) -> Result<Opened, PlayError> {
    let mut no_way = None;
    let ask = &mut |recurring: &Recurring| {
        if recurring.has_earlier() {
            return CrashChoice::Earlier;
        }
        no_way = Some(format!("{}; there is no save from before: choose another", recurring.words()));
        CrashChoice::Leave
    };
    let opened = session::open_telling(options, told, ask)?;
    opened.ok_or_else(|| PlayError::Game(no_way.unwrap_or_default()))
}

/// The options that ask for a wish.
fn asked_for(options: &PlayOptions, LandWish { seed, size, recipe }: LandWish) -> PlayOptions {
    PlayOptions { seed: Some(seed), size, recipe, ..options.clone() }
}

/// Sketches what is wished for as long as somebody wishes; of several wishes that wait the last.
fn sketch_all(options: &PlayOptions, wished: &Receiver<Wished>, wake: &Sender<Wake>) {
    while let Ok(first) = wished.recv() {
        let (wish, room) = wished.try_iter().last().unwrap_or(first);
        let told = &mut |what, percent| drop(wake.send(Wake::Making(0, what, percent)));
        let sketch = crash::caught(|| {
            super::rehearse_panic("sketch", u64::MAX);
            sketch(options, wish, room, told)
        });
        let broken = |fault: crash::Panic| format!("drawing it broke off: {}", fault.line());
        let sketch = sketch.map_err(broken).flatten();
        if wake.send(Wake::Sketch(wish, Box::new(sketch))).is_err() {
            return;
        }
    }
}

fn sketch(
    options: &PlayOptions,
    wish: LandWish,
    room: (u16, u16),
    told: OnProgress,
) -> Result<Sketch, String> {
    let side = |side: u16| side.min(SKETCH_SIDE);
    let size = Size::new(side(wish.size.width), side(wish.size.height));
    let game = Game::of(wish.recipe, wish.seed, size, told).map_err(|error| error.to_string())?;
    let mut about = preview::about(&game);
    if size != wish.size {
        about.push(format!("drawn as it would be at {}x{}", size.width, size.height));
    }
    let slot = session::land_slot(wish.seed, &asked_for(options, wish));
    if session::is_begun(&options.saves, &slot) {
        about.push("it was begun before: it goes on".to_owned());
    }
    Ok(Sketch { scene: scene::overview(&game, room, true), about })
}

/// How choosing ends.
pub enum Chosen {
    /// With a land to live in.
    Land(Box<Opened>),
    /// Without one; the program's code.
    Nothing(u8),
}

/// The chooser in its terminal, without a game behind it.
pub struct ChooserHost<'a> {
    /// The chooser.
    pub chooser: Chooser,
    /// Where it is drawn.
    pub stage: Stage,
    /// What it hears.
    pub woken: &'a Receiver<Wake>,
}

impl ChooserHost<'_> {
    /// Until a land is chosen and made, or nothing is wanted.
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
                NewLandEffect::Sketch(..) | NewLandEffect::Draw | NewLandEffect::Begin(_) => {}
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
