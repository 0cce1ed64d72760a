//! The chooser of a new land and its threads: one generates previews, newest request first, and one generates the land
//! itself and films how it grows. The screen waits for neither.
//!
//! Its looks and keys do not live here (`tui::new_land`).

use super::guest::{Guest, GuestEffect};
use crate::app::play::session::{
    self, CrashChoice, CrashLoop, Growth, OnGrowth, OpenedGame, PlayError, PlayOptions,
};
use crate::app::play::{MainMessage, background, clock, faults, panics, terminal};
use crate::app::preview;
use crate::grid::Size;
use crate::land::OnProgress;
use crate::scene::{self, LensCaches, Viewport};
use crate::sim::Game;
use crate::tui::{FilmKind, LandParams, NewLand, NewLandEffect, Sketch, Theme};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::Event;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Largest side of a preview, in cells; a larger land is previewed at this size.
const PREVIEW_SIDE_MAX: u16 = 512;

/// Interval between two pictures of a film: few enough bytes for a slow connection.
const FILM_INTERVAL: Duration = Duration::from_millis(250);

/// How long the film lasts that shows a newcomer a land.
const SHOWCASE_DURATION: Duration = Duration::from_secs(5);

/// What the screen tells the thread that makes a land.
#[derive(Default)]
struct Audience {
    /// What the film shows.
    view: Mutex<Viewport>,
    /// Whether the land has grown enough.
    is_content: AtomicBool,
    /// Whether it is not wanted any more.
    is_gone: AtomicBool,
}

/// The last generated land, with its number.
type GeneratedLand = Arc<Mutex<Option<(u64, Result<OpenedGame, PlayError>)>>>;

/// A request for a preview, with its size in columns and rows of pixels.
type PreviewRequest = (LandParams, (u16, u16));

/// The chooser.
pub(in crate::app::play) struct Chooser {
    /// Its screen.
    pub screen: NewLand,
    requests: Sender<PreviewRequest>,
    wake: Sender<MainMessage>,
    options: PlayOptions,
    /// The slot of the current game, if there is one.
    current_slot: Option<String>,
    /// The number of the requested land: odd while one is being generated. Lands with other numbers are discarded.
    requested_number: u64,
    generated: GeneratedLand,
    /// Who sees the land being generated.
    audience: Arc<Audience>,
}

impl Chooser {
    /// A chooser that starts with the options, or with a random seed. `present` is the slot of the current game.
    pub(in crate::app::play) fn new(
        theme: Theme,
        options: &PlayOptions,
        present: Option<String>,
        wake: Sender<MainMessage>,
    ) -> Result<Self, PlayError> {
        let seed = options.seed.filter(|_| present.is_none()).unwrap_or_else(session::random_seed);
        let params = LandParams { seed, size: options.size, recipe: options.recipe };
        let mut screen = NewLand::new(theme, terminal::window_size(), params);
        screen.from_game = present.is_some();
        screen.film_kind = match options.years {
            _ if options.is_showcase => FilmKind::Showcase,
            0 => FilmKind::Land,
            years => FilmKind::Years(years),
        };
        let (requests, requested) = mpsc::channel();
        let (sender, base) = (wake.clone(), options.clone());
        let thread = std::thread::Builder::new().name("sketches".to_owned());
        thread.spawn(move || run_previews(&base, &requested, &sender)).map_err(PlayError::Terminal)?;
        let options = PlayOptions {
            level: None,
            is_wander: false,
            is_daily: false,
            is_watch: options.is_watch && present.is_none(),
            is_showcase: options.is_showcase && present.is_none(),
            is_new: options.is_new && present.is_none(),
            chooses_land: false,
            ..options.clone()
        };
        Ok(Chooser {
            screen,
            requests,
            wake,
            options,
            current_slot: present,
            requested_number: 0,
            generated: GeneratedLand::default(),
            audience: Arc::default(),
        })
    }

    /// Lets the player choose.
    pub(in crate::app::play) fn offer(&mut self) {
        let first = self.screen.sketch_request();
        self.apply_effects(vec![first]);
    }

    /// Starts at once with the land of the options, instead of waiting for the player's choice. A land that is made
    /// quickly needs no sketch.
    pub(in crate::app::play) fn start(&mut self) {
        self.screen.is_waiting = true;
        if self.options.size.width.max(self.options.size.height) > PREVIEW_SIDE_MAX {
            self.offer();
        }
        let effects = self.screen.start();
        self.apply_effects(effects);
    }

    /// Tells the thread that makes a land what to show next.
    fn direct_film(&self) {
        *self.audience.view.lock().unwrap_or_else(PoisonError::into_inner) = self.screen.film_view();
    }

    fn apply_effects(&mut self, effects: Vec<NewLandEffect>) -> Vec<GuestEffect> {
        let mut others = Vec::new();
        for effect in effects {
            match effect {
                NewLandEffect::Sketch(params, room) => drop(self.requests.send((params, room))),
                NewLandEffect::RandomSeed => {
                    let more = self.screen.set_seed(session::random_seed());
                    others.extend(self.apply_effects(more));
                }
                NewLandEffect::Start(params) => self.generate_land(params),
                NewLandEffect::StartAnother => {
                    self.options = session::own_land(&self.options);
                    let PlayOptions { size, recipe, .. } = self.options;
                    let params = LandParams { seed: session::random_seed(), size, recipe };
                    let more = self.screen.start_another(params);
                    others.extend(self.apply_effects(more));
                }
                NewLandEffect::StartNow => self.audience.is_content.store(true, Ordering::Relaxed),
                NewLandEffect::Leave if self.is_generating() => {
                    self.give_up();
                    self.offer();
                }
                NewLandEffect::Leave => others.push(GuestEffect::Leave),
                NewLandEffect::Interrupt => others.push(GuestEffect::Interrupt),
                NewLandEffect::Suspend => others.push(GuestEffect::Suspend),
            }
        }
        others
    }

    /// Whether a land is being generated.
    fn is_generating(&self) -> bool {
        self.requested_number % 2 == 1
    }

    /// Gives up the land that is being generated.
    fn give_up(&mut self) {
        self.requested_number += u64::from(self.is_generating());
        self.audience.is_gone.store(true, Ordering::Relaxed);
    }

    fn generate_land(&mut self, params: LandParams) {
        let options = options_for(&self.options, params);
        if self.current_slot.as_ref() == Some(&session::land_slot(params.seed, &options)) {
            return self.screen.fail("you are playing this land already".to_owned());
        }
        self.give_up();
        self.requested_number += 1;
        let view = Mutex::new(self.screen.film_view());
        self.audience = Arc::new(Audience { view, ..Audience::default() });
        let (number, made, wake) = (self.requested_number, Arc::clone(&self.generated), self.wake.clone());
        let audience = Arc::clone(&self.audience);
        let length = if options.is_showcase { SHOWCASE_DURATION } else { Duration::ZERO };
        let make = move || {
            let on_progress =
                &mut |what, percent| drop(wake.send(MainMessage::Progress(number, what, percent)));
            let on_growth =
                &mut film(&audience, length, |scene| drop(wake.send(MainMessage::Film(number, scene))));
            let opened = panics::catch(|| {
                faults::panic_for_test("land", u64::MAX);
                open_land(&options, (on_progress, on_growth))
            });
            let crashed = |fault: panics::PanicInfo| {
                PlayError::Game(format!("generating it crashed: {}", fault.one_line()))
            };
            let opened = opened.map_err(crashed).flatten();
            let mut last = made.lock().unwrap_or_else(PoisonError::into_inner);
            // Keep the later of two lands that are ready.
            if last.as_ref().is_none_or(|(other, _)| *other < number) {
                *last = Some((number, opened));
            }
            drop(last);
            drop(wake.send(MainMessage::Generated(number)));
        };
        let thread = std::thread::Builder::new().name("land".to_owned());
        match thread.spawn(make) {
            Ok(thread) => background::keep(thread),
            Err(error) => self.refuse(&error.to_string()),
        }
    }
}

impl Guest for Chooser {
    fn event(&mut self, event: &Event) -> Vec<GuestEffect> {
        let effects = match event {
            Event::Key(key) => self.screen.key(key),
            Event::Mouse(mouse) => self.screen.mouse(mouse),
            Event::Paste(text) => self.screen.paste(text),
            _ => Vec::new(),
        };
        self.apply_effects(effects)
    }

    fn message(&mut self, message: MainMessage) -> Option<OpenedGame> {
        match message {
            MainMessage::Sketch(params, sketch) => self.screen.take_sketch(params, *sketch),
            MainMessage::Progress(number, what, percent) if number == self.requested_number => {
                self.screen.set_progress(what, percent);
            }
            MainMessage::Film(number, scene) if number == self.requested_number => {
                self.screen.take_film(scene);
                self.direct_film();
            }
            MainMessage::Generated(number) => {
                let mut last = self.generated.lock().unwrap_or_else(PoisonError::into_inner);
                let made = last.take_if(|made| made.0 == number);
                drop(last);
                match made.filter(|_| number == self.requested_number) {
                    Some((_, Ok(opened))) => return Some(opened),
                    Some((_, Err(why))) => self.refuse(&why.to_string()),
                    None => {}
                }
            }
            _ => {}
        }
        None
    }

    fn resize(&mut self, (width, height): (u16, u16)) {
        let effects = self.screen.resize(width, height);
        self.direct_film();
        self.apply_effects(effects);
    }

    fn draw(&self, buffer: &mut Buffer) {
        self.screen.draw(buffer);
    }

    fn refuse(&mut self, why: &str) {
        self.give_up();
        self.screen.fail(why.to_owned());
        self.offer();
    }
}

/// No land is wanted any more: what makes one has to let go of its lock before the program ends.
impl Drop for Chooser {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// Opens a land. The player is not asked about a game that keeps crashing: it continues from before the crash, as
/// another land can be chosen instead.
fn open_land(options: &PlayOptions, making: (OnProgress, OnGrowth)) -> Result<OpenedGame, PlayError> {
    let mut refusal = None;
    let ask = &mut |recurring: &CrashLoop| {
        if recurring.has_earlier() {
            return CrashChoice::Earlier;
        }
        refusal = Some(format!("{}; there is no earlier save: choose another land", recurring.description()));
        CrashChoice::Quit
    };
    let opened = session::open_game_with(options, making, ask)?;
    opened.ok_or_else(|| PlayError::Game(refusal.unwrap_or_default()))
}

/// Sends pictures of a land while it grows, until the audience has seen enough. The film lasts at least this long.
fn film(
    audience: &Audience,
    length: Duration,
    send: impl Fn(Box<scene::Scene>),
) -> impl FnMut(&Game, u64) -> Growth {
    let (mut caches, mut next) = (LensCaches::default(), Duration::ZERO);
    let begun = clock::now();
    move |game, thousandths| {
        let due = begun + length * thousandths as u32 / 1000;
        std::thread::sleep(due.saturating_sub(clock::now()).min(FILM_INTERVAL));
        if clock::now() >= next {
            let view = audience.view.lock().unwrap_or_else(PoisonError::into_inner).clone();
            send(Box::new(scene::build_scene_with(game, &view, &mut caches)));
            next = clock::now() + FILM_INTERVAL;
        }
        match (audience.is_gone.load(Ordering::Relaxed), audience.is_content.load(Ordering::Relaxed)) {
            (true, _) => Growth::Unwanted,
            (false, true) => Growth::Enough,
            (false, false) => Growth::GoOn,
        }
    }
}

/// The options of a requested land.
fn options_for(options: &PlayOptions, LandParams { seed, size, recipe }: LandParams) -> PlayOptions {
    PlayOptions { seed: Some(seed), size, recipe, ..options.clone() }
}

/// Generates previews until the sender is gone; of several waiting requests only the last.
fn run_previews(options: &PlayOptions, requested: &Receiver<PreviewRequest>, wake: &Sender<MainMessage>) {
    while let Ok(first) = requested.recv() {
        let (params, room) = requested.try_iter().last().unwrap_or(first);
        let on_progress = &mut |what, percent| drop(wake.send(MainMessage::Progress(0, what, percent)));
        let sketch = panics::catch(|| {
            faults::panic_for_test("sketch", u64::MAX);
            preview_land(options, params, room, on_progress)
        });
        let crashed = |fault: panics::PanicInfo| format!("the preview crashed: {}", fault.one_line());
        let sketch = sketch.map_err(crashed).flatten();
        if wake.send(MainMessage::Sketch(params, Box::new(sketch))).is_err() {
            return;
        }
    }
}

fn preview_land(
    options: &PlayOptions,
    params: LandParams,
    room: (u16, u16),
    on_progress: OnProgress,
) -> Result<Sketch, String> {
    let side = |side: u16| side.min(PREVIEW_SIDE_MAX);
    let size = Size::new(side(params.size.width), side(params.size.height));
    let game = Game::with_recipe(params.recipe, params.seed, size, on_progress)
        .map_err(|error| error.to_string())?;
    let mut about = preview::land_facts(&game);
    if size != params.size {
        about.push(format!("previewed at {}x{}", size.width, size.height));
    }
    let slot = session::land_slot(params.seed, &options_for(options, params));
    if session::has_save(&options.saves, &slot) {
        about.push("saved before: it continues".to_owned());
    }
    Ok(Sketch { scene: scene::build_overview(&game, room, true), about })
}
