//! The main thread's loop: events go to the screen, its effects to the simulation, pictures to the terminal.
//!
//! It draws only when something has changed, and sees to every way out.

use super::display::{self, Display};
use super::keepsakes::Keepsakes;
use super::options::is_far;
use super::pace::Pace;
use super::setup::Memory;
use super::simulation::{Control, Link, Picture};
use super::workshop::Workshop;
use super::{PlayError, Wake, clock, guard, signals};
use crate::scene::View;
use crate::tui::{Effect, Keepsake, Screen};
use ratatui::crossterm::event::Event;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// How often the terminal's other end is looked after, at least.
const LOOK_AFTER: Duration = Duration::from_millis(250);
/// How long one waits at the end for what is being made.
const FINISHING: Duration = Duration::from_secs(2);
/// How long a save at the end may take.
const LAST_SAVE: Duration = Duration::from_secs(7);
/// Events that are heard before the next look at the screen.
const AT_ONCE: usize = 500;
/// 128 and the number of the hang-up signal.
const HUNG_UP: i32 = 129;
/// 128 and the number of the interrupt signal.
const INTERRUPTED: u8 = 130;

/// How it ends.
enum End {
    /// The player has left; where everything was saved.
    Left(String),
    /// A signal, or what stands for one.
    Signalled(u8),
    /// Nobody holds the terminal any more.
    HungUp,
    /// The simulation is gone; its panic was reported when it happened.
    Crashed,
}

/// The loop's state.
pub struct Controller<'a> {
    screen: Screen,
    display: Display,
    woken: Receiver<Wake>,
    link: &'a Link,
    picture: Arc<Picture>,
    view: View,
    memory: Memory,
    pace: Pace,
    drawn: Duration,
    stale: bool,
    /// The player has done something since the last frame, and waits to see it.
    awaited: bool,
    keepsakes: Keepsakes,
    /// A save has failed when the player wanted to leave: the next time they may.
    may_leave_unsaved: bool,
}

impl<'a> Controller<'a> {
    /// Around a screen, which draws at most `fps` frames a second.
    pub fn new(
        screen: Screen,
        memory: Memory,
        fps: u16,
        woken: Receiver<Wake>,
        link: &'a Link,
        workshop: Workshop,
    ) -> Result<Self, PlayError> {
        Ok(Controller {
            display: Display::new((screen.area.width, screen.area.height))?,
            screen,
            memory,
            pace: Pace::new(fps, is_far()),
            woken,
            link,
            picture: Arc::default(),
            view: View::default(),
            drawn: Duration::ZERO,
            stale: true,
            awaited: false,
            keepsakes: Keepsakes::new(workshop),
            may_leave_unsaved: false,
        })
    }

    /// Plays until it ends, and says with which code.
    pub fn run(mut self) -> Result<ExitCode, PlayError> {
        // A hang-up also sends "go on", and whoever takes a dead terminal again fails: that is the same end.
        let end = match self.play() {
            Err(PlayError::Terminal(_)) => End::HungUp,
            Err(PlayError::Stopped) => End::Crashed,
            other => other?,
        };
        self.memory.keep(&self.screen);
        let code = match end {
            End::Left(words) => {
                guard::lower();
                say(&words);
                return Ok(ExitCode::SUCCESS);
            }
            End::Signalled(signal) => 128 + i32::from(signal),
            End::HungUp => HUNG_UP,
            End::Crashed => return Ok(ExitCode::from(super::PANICKED)),
        };
        let _ = self.save_and_wait(Control::Close);
        guard::lower();
        // Nothing is dropped and nothing is said: the terminal may be dead, and the library would panic in telling so.
        std::process::exit(code)
    }

    fn play(&mut self) -> Result<End, PlayError> {
        loop {
            self.send_view()?;
            if !guard::is_connected() {
                return Ok(End::HungUp);
            }
            let wait = self.until_frame();
            match self.woken.recv_timeout(wait) {
                Ok(wake) => {
                    if let Some(end) = self.hear_all(wake)? {
                        return Ok(end);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(PlayError::Stopped),
            }
            self.stale |= self.screen.clock(clock::millis());
            self.stale |= self.keepsakes.look_after(&mut self.screen, clock::now());
            if self.stale && self.until_frame().is_zero() && self.draw().is_err() {
                return Ok(End::HungUp);
            }
        }
    }

    /// How long to wait before something may be drawn.
    fn until_frame(&self) -> Duration {
        let next = self.drawn + self.pace.between(self.awaited);
        let moves = self.stale || self.screen.moves();
        if moves { next.saturating_sub(clock::now()) } else { LOOK_AFTER }
    }

    fn draw(&mut self) -> std::io::Result<()> {
        self.drawn = clock::now();
        if !guard::is_raised() {
            return Ok(());
        }
        super::rehearse_panic("screen");
        let (bytes, took) = self.display.draw(&self.screen, &self.picture.scene)?;
        self.pace.sent(took, bytes);
        self.keepsakes.record(clock::now(), &self.screen, &self.picture.scene);
        self.stale = false;
        self.awaited = false;
        Ok(())
    }

    /// Tells the simulation what part of the land is wanted, when that has changed.
    fn send_view(&mut self) -> Result<(), PlayError> {
        let mut view = self.screen.view();
        view.columns = view.columns.max(1);
        if view == self.view {
            return Ok(());
        }
        self.view = view.clone();
        self.tell(Control::View(view))
    }

    fn tell(&self, control: Control) -> Result<(), PlayError> {
        if self.link.tell(control) { Ok(()) } else { Err(PlayError::Stopped) }
    }

    fn hear_all(&mut self, first: Wake) -> Result<Option<End>, PlayError> {
        let mut next = Some(first);
        for _ in 0..AT_ONCE {
            let Some(wake) = next.take() else { break };
            if let Some(end) = self.hear(wake)? {
                return Ok(Some(end));
            }
            next = self.woken.try_recv().ok();
        }
        next.map_or(Ok(None), |wake| self.hear(wake))
    }

    fn hear(&mut self, wake: Wake) -> Result<Option<End>, PlayError> {
        match wake {
            Wake::Event(event) => self.event(&event),
            Wake::Signal(signal) if signals::ends(signal) => Ok(Some(End::Signalled(signal as u8))),
            Wake::Signal(signal) if signals::stops(signal) => self.suspend().map(|()| None),
            Wake::Signal(signal) if signals::goes_on(signal) => self.repaint().map(|()| None),
            Wake::Signal(signal) if signals::resizes(signal) => self.resize().map(|()| None),
            Wake::Signal(_) => Ok(None),
            Wake::Gone => Ok(Some(End::Crashed)),
            Wake::Picture => self.take_picture(),
            Wake::Answer(ticket, answer) => {
                self.stale = true;
                let effects = self.screen.answered(ticket, answer);
                self.carry_out(effects)
            }
            Wake::Word { text, refused } => {
                self.stale = true;
                self.screen.told(text, refused);
                Ok(None)
            }
            Wake::Kept(keepsake, made) => {
                self.stale = true;
                self.keepsakes.made(&mut self.screen, keepsake, made);
                Ok(None)
            }
            Wake::Begun(place) => {
                // What was amiss with the terminal is more worth saying.
                if self.screen.notice.is_none() {
                    self.screen.say(place);
                    self.stale = true;
                }
                Ok(None)
            }
            Wake::Saved(done) => {
                self.stale = true;
                match done {
                    Ok(words) => self.screen.say(words),
                    Err(why) => self.screen.refuse(format!("not saved: {why}")),
                }
                Ok(None)
            }
        }
    }

    fn take_picture(&mut self) -> Result<Option<End>, PlayError> {
        let Some(picture) = self.link.picture() else { return Ok(None) };
        self.picture = picture;
        self.stale = true;
        self.screen.pace.reached_tenths = self.picture.reached_tenths;
        self.screen.pace.plans = self.picture.plans;
        let effects = self.screen.meet(&self.picture.scene);
        self.carry_out(effects)
    }

    fn event(&mut self, event: &Event) -> Result<Option<End>, PlayError> {
        self.screen.clock(clock::millis());
        let effects = match event {
            Event::Key(key) => self.screen.key(key, &self.picture.scene),
            Event::Mouse(mouse) => {
                let before = (self.screen.cursor, self.screen.drag, self.screen.overlay.is_some());
                let effects = self.screen.mouse(mouse, &self.picture.scene);
                let after = (self.screen.cursor, self.screen.drag, self.screen.overlay.is_some());
                let moved = matches!(mouse.kind, ratatui::crossterm::event::MouseEventKind::Moved);
                self.stale |= before != after || !moved;
                self.awaited |= self.stale;
                return self.carry_out(effects);
            }
            Event::Resize(..) => {
                self.resize()?;
                Vec::new()
            }
            _ => Vec::new(),
        };
        self.stale = true;
        self.awaited = true;
        self.carry_out(effects)
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Result<Option<End>, PlayError> {
        for effect in effects {
            match effect {
                Effect::Command(command) => self.tell(Control::Command(command))?,
                Effect::Ask(ticket, question) => self.tell(Control::Ask(ticket, question))?,
                Effect::Pause(paused) => self.tell(Control::Pause(paused))?,
                Effect::Step => self.tell(Control::Step)?,
                Effect::Speed(index) => self.tell(Control::Speed(index))?,
                Effect::Save => self.tell(Control::Save)?,
                Effect::Keep(keepsake) => self.keep(keepsake)?,
                Effect::Mouse(on) => guard::mouse(on),
                Effect::Quit => return Ok(self.leave()),
                Effect::Interrupt => return Ok(Some(End::Signalled(INTERRUPTED - 128))),
                Effect::Suspend => self.suspend()?,
            }
        }
        Ok(None)
    }

    /// Has something made that can be taken along.
    fn keep(&mut self, keepsake: Keepsake) -> Result<(), PlayError> {
        let now = clock::now();
        if self.keepsakes.take(keepsake, &mut self.screen, &self.picture.scene, now) {
            self.tell(Control::Keep(keepsake))?;
        }
        Ok(())
    }

    /// Saves and leaves; when something would be lost by that the player is asked again.
    fn leave(&mut self) -> Option<End> {
        self.wait_for_keepsakes();
        if let Some(what) = self.keepsakes.warn() {
            return self.ask_again(&format!("still at work on the {what}"));
        }
        match self.save_and_wait(Control::Leave) {
            Ok(words) => Some(End::Left(words)),
            Err(why) if self.may_leave_unsaved => Some(End::Left(format!("not saved: {why}"))),
            Err(why) => {
                self.may_leave_unsaved = true;
                self.ask_again(&format!("not saved: {why}"))
            }
        }
    }

    /// What is nearly done is not lost by leaving now.
    fn wait_for_keepsakes(&mut self) {
        self.keepsakes.end_recording(&mut self.screen, clock::now());
        let until = clock::now() + FINISHING;
        while self.keepsakes.is_at_work() {
            match self.woken.recv_timeout(until.saturating_sub(clock::now())) {
                Ok(Wake::Kept(keepsake, made)) => self.keepsakes.made(&mut self.screen, keepsake, made),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    fn ask_again(&mut self, why: &str) -> Option<End> {
        self.screen.overlay = None;
        self.screen.refuse(format!("{why} — q once more leaves without"));
        self.stale = true;
        None
    }

    /// Saves for good, and waits for it, but not for ever.
    fn save_and_wait(&mut self, how: Control) -> Result<String, String> {
        if !self.link.tell(how) {
            return Err("the simulation has stopped".to_owned());
        }
        let until = clock::now() + LAST_SAVE;
        loop {
            match self.woken.recv_timeout(until.saturating_sub(clock::now())) {
                Ok(Wake::Saved(done)) => return done,
                Ok(_) => {}
                Err(_) => return Err("saving takes too long".to_owned()),
            }
        }
    }

    /// Gives the terminal back, stops until somebody says go on, and takes it again.
    fn suspend(&mut self) -> Result<(), PlayError> {
        guard::lower();
        signals::stop_here();
        self.repaint()
    }

    /// Takes the terminal as new: after a stop, whoever made it, anything may stand there.
    fn repaint(&mut self) -> Result<(), PlayError> {
        guard::raise_again().map_err(PlayError::Terminal)?;
        self.fit(display::size())
    }

    fn resize(&mut self) -> Result<(), PlayError> {
        let size = display::size();
        if size == (self.screen.area.width, self.screen.area.height) { Ok(()) } else { self.fit(size) }
    }

    fn fit(&mut self, size: (u16, u16)) -> Result<(), PlayError> {
        self.screen.resize(size.0, size.1);
        self.keepsakes.end_recording(&mut self.screen, clock::now());
        self.display = Display::new(size)?;
        self.stale = true;
        Ok(())
    }
}

/// One line to whoever has left; nobody may be listening any more.
fn say(words: &str) {
    let _ = writeln!(std::io::stdout(), "{words}");
}
