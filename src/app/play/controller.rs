//! The main thread's loop: events go to the screen, its effects to the simulation, frames to the terminal.
//!
//! It draws only when something has changed, and handles every way to exit. What is drawn does not live here (`tui`).

use super::chooser::Chooser;
use super::display;
use super::export_worker::Workshop;
use super::exports::Keepsakes;
use super::lab_host::Bench;
use super::session::{self, Opened};
use super::setup::Memory;
use super::simulation::{Control, Link, Picture};
use super::stage::Stage;
use super::{PlayError, PlayOptions, UNSAVED, Wake, clock, guard, signals};
use crate::app::console;
use crate::save::Slot;
use crate::scene::{Leak, PricedLand, View};
use crate::tui::lab::LabEffect;
use crate::tui::{self, Effect, ExportKind, NewLandEffect, Screen};
use ratatui::crossterm::event::Event;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// How long to wait for unfinished exports at the end.
const FINISHING: Duration = Duration::from_secs(2);
/// Time limit of the last save.
const LAST_SAVE: Duration = Duration::from_secs(7);
/// Most events handled between two frames.
const AT_ONCE: usize = 500;
/// Exit code of the hang-up signal: 128 plus its number.
const HUNG_UP: i32 = 129;
/// Exit code of the interrupt signal.
const INTERRUPTED: u8 = 130;

/// How the loop ends.
enum End {
    /// The player left; the text says where the game was saved.
    Left(String),
    /// The player left although saving failed; the text says why.
    LeftUnsaved(String),
    /// A signal, or its key.
    Signalled(u8),
    /// The terminal is disconnected.
    HungUp,
    /// The simulation crashed; its last words are in the link.
    Crashed,
    /// The game was saved and ended; another one starts.
    Another(Box<Opened>),
}

/// Environment of a running game.
pub struct Around<'a> {
    /// How the program was started.
    pub options: &'a PlayOptions,
    /// The slot of the game.
    pub slot: Arc<Slot>,
    /// Maximum frames per second.
    pub fps: u16,
    /// Sender for messages from other threads.
    pub wake: &'a Sender<Wake>,
    /// Receiver of these messages.
    pub woken: &'a Receiver<Wake>,
    /// Connection to the simulation.
    pub link: &'a Link,
}

/// How a game ended.
pub enum Ended {
    /// The program ends with this code.
    Code(ExitCode),
    /// Another game starts.
    Another(Box<Next>),
    /// The simulation crashed; its last words are in the link.
    BrokenOff,
}

/// Another game, and what it inherits.
pub struct Next {
    /// The game.
    pub opened: Opened,
    /// The screen of the previous game.
    pub screen: Screen,
    /// Remembered preferences.
    pub memory: Memory,
    /// Why the preferences could not be written, if so.
    pub lost: Option<String>,
}

/// The loop's state.
pub struct Controller<'a> {
    screen: Screen,
    /// The lab, while it is open, and whether the game was running before.
    lab: Option<(Bench, bool)>,
    /// The chooser of a new land, while it is open, and whether the game was running before.
    chooser: Option<(Chooser, bool)>,
    stage: Stage,
    around: Around<'a>,
    picture: Arc<Picture>,
    view: View,
    memory: Memory,
    keepsakes: Keepsakes,
    /// Set after a save failed on leaving: the next attempt may leave without saving.
    may_leave_unsaved: bool,
}

impl<'a> Controller<'a> {
    /// A controller for a screen.
    pub fn new(
        screen: Screen,
        memory: Memory,
        around: Around<'a>,
        workshop: Workshop,
    ) -> Result<Self, PlayError> {
        Ok(Controller {
            stage: Stage::new((screen.area.width, screen.area.height), around.fps)?,
            screen,
            lab: None,
            chooser: None,
            memory,
            around,
            picture: Arc::default(),
            view: View::default(),
            keepsakes: Keepsakes::new(workshop),
            may_leave_unsaved: false,
        })
    }

    /// Runs until the game ends.
    pub fn run(mut self) -> Result<Ended, PlayError> {
        // A hang-up also sends SIGCONT, and taking back a dead terminal fails: treat both alike.
        let end = match self.play() {
            Err(PlayError::Terminal(_)) => End::HungUp,
            Err(PlayError::Stopped) => End::Crashed,
            other => other?,
        };
        let lost = self.memory.keep(&self.screen);
        let code = match end {
            End::Left(words) => {
                guard::lower();
                say(&words);
                lost.as_deref().map(say);
                return Ok(Ended::Code(ExitCode::SUCCESS));
            }
            End::LeftUnsaved(why) => {
                guard::lower();
                console::complain(&session::unsaved_words(&self.around.slot, &why));
                lost.as_deref().map(say);
                return Ok(Ended::Code(ExitCode::from(UNSAVED)));
            }
            End::Another(opened) => {
                let next = Next { opened: *opened, screen: self.screen, memory: self.memory, lost };
                return Ok(Ended::Another(Box::new(next)));
            }
            End::Signalled(signal) => 128 + i32::from(signal),
            End::HungUp => HUNG_UP,
            End::Crashed => return Ok(Ended::BrokenOff),
        };
        let saved = self.save_and_wait(Control::Close);
        guard::lower();
        let code = saved.map_or_else(
            |why| {
                console::complain(&session::unsaved_words(&self.around.slot, &why));
                UNSAVED.into()
            },
            |_| code,
        );
        // Exit without drops: the terminal may be dead, and the library would panic on that.
        std::process::exit(code)
    }

    fn play(&mut self) -> Result<End, PlayError> {
        loop {
            self.send_view()?;
            if !guard::is_connected() {
                return Ok(End::HungUp);
            }
            let wait = self.stage.until_frame(self.moves());
            match self.around.woken.recv_timeout(wait) {
                Ok(wake) => {
                    if let Some(end) = self.hear_all(wake)? {
                        return Ok(end);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(PlayError::Stopped),
            }
            self.stage.stale |= match &mut self.lab {
                Some((bench, _)) => bench.go_on(),
                None => self.screen.advance_clock(clock::millis()),
            };
            self.stage.stale |= self.keepsakes.look_after(&mut self.screen, clock::now());
            if self.stage.is_due() && self.draw().is_err() {
                return Ok(End::HungUp);
            }
        }
    }

    /// Whether the screen is animated.
    fn moves(&self) -> bool {
        self.lab.as_ref().map_or_else(|| self.screen.is_animating(), |(bench, _)| bench.screen.is_animating())
    }

    fn draw(&mut self) -> std::io::Result<()> {
        let (screen, scene) = (&self.screen, &self.picture.scene);
        if let Some((bench, _)) = &self.lab {
            return self.stage.draw(|buffer| tui::lab::draw(buffer, &bench.screen)).map(drop);
        }
        if let Some((chooser, _)) = &self.chooser {
            return self.stage.draw(|buffer| chooser.screen.draw(buffer)).map(drop);
        }
        if self.stage.draw(|buffer| tui::draw(buffer, screen, scene))? {
            self.keepsakes.record(clock::now(), &self.screen, &self.picture.scene);
        }
        Ok(())
    }

    /// Sends the view to the simulation when it has changed.
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
        if self.around.link.tell(control) { Ok(()) } else { Err(PlayError::Stopped) }
    }

    fn hear_all(&mut self, first: Wake) -> Result<Option<End>, PlayError> {
        let mut next = Some(first);
        for _ in 0..AT_ONCE {
            let Some(wake) = next.take() else { break };
            if let Some(end) = self.hear(wake)? {
                return Ok(Some(end));
            }
            next = self.around.woken.try_recv().ok();
        }
        next.map_or(Ok(None), |wake| self.hear(wake))
    }

    fn hear(&mut self, wake: Wake) -> Result<Option<End>, PlayError> {
        super::rehearse_panic("main", self.picture.scene.status.tick);
        match wake {
            Wake::Event(event) => self.event(&event),
            Wake::Signal(signal) if signals::ends(signal) => Ok(Some(End::Signalled(signal as u8))),
            Wake::Signal(signal) if signals::stops(signal) => self.suspend().map(|()| None),
            Wake::Signal(signal) if signals::goes_on(signal) => {
                let size = self.stage.repaint()?;
                self.fitted(size);
                Ok(None)
            }
            Wake::Signal(signal) if signals::resizes(signal) => self.resize().map(|()| None),
            Wake::Signal(_) => Ok(None),
            Wake::Gone => Ok(Some(End::Crashed)),
            Wake::Breaking => {
                self.stage.stale = true;
                self.screen.refuse("the game has crashed: rescuing the land");
                Ok(None)
            }
            Wake::Picture => self.take_picture(),
            Wake::Answer(ticket, answer) => {
                self.stage.stale = true;
                let effects = self.screen.take_answer(ticket, answer);
                self.carry_out(effects)
            }
            Wake::Word { text, refused } => {
                self.stage.stale = true;
                self.screen.report_command(text, refused);
                Ok(None)
            }
            Wake::Kept(keepsake, made) => {
                self.stage.stale = true;
                self.keepsakes.made(&mut self.screen, keepsake, made);
                Ok(None)
            }
            Wake::Begun(words, matters) => {
                self.stage.stale = true;
                match self.screen.notice.take() {
                    None => self.screen.notify(words),
                    // Keep an earlier notice about the terminal or the settings, too.
                    Some(before) if matters => self.screen.refuse(format!("{words}; {}", before.text)),
                    before => self.screen.notice = before,
                }
                Ok(None)
            }
            wake @ (Wake::Sketch(..) | Wake::Making(..) | Wake::Made(_)) => Ok(self.hear_chooser(wake)),
            Wake::Saved(done) => {
                self.stage.stale = true;
                match done {
                    Ok(words) => self.screen.notify(words),
                    Err(why) => self.screen.refuse(format!("not saved: {why}")),
                }
                Ok(None)
            }
        }
    }

    fn take_picture(&mut self) -> Result<Option<End>, PlayError> {
        let Some(picture) = self.around.link.picture() else { return Ok(None) };
        self.picture = picture;
        self.stage.stale = true;
        self.screen.time_pace.reached_tenths = self.picture.reached_tenths;
        self.screen.time_pace.plans = self.picture.plans;
        let effects = self.screen.take_scene(&self.picture.scene);
        self.carry_out(effects)
    }

    fn event(&mut self, event: &Event) -> Result<Option<End>, PlayError> {
        if !matches!(event, Event::Resize(..)) && self.lab.is_some() {
            return self.lab_event(event);
        }
        if !matches!(event, Event::Resize(..)) && self.chooser.is_some() {
            return self.chooser_event(event);
        }
        self.screen.advance_clock(clock::millis());
        let effects = match event {
            Event::Key(key) => self.screen.key(key, &self.picture.scene),
            Event::Mouse(mouse) => {
                let before = (self.screen.cursor, self.screen.drag, self.screen.overlay.is_some());
                let effects = self.screen.mouse(mouse, &self.picture.scene);
                let after = (self.screen.cursor, self.screen.drag, self.screen.overlay.is_some());
                let moved = matches!(mouse.kind, ratatui::crossterm::event::MouseEventKind::Moved);
                self.stage.stale |= before != after || !moved;
                self.stage.awaited |= self.stage.stale;
                return self.carry_out(effects);
            }
            Event::Resize(..) => {
                self.resize()?;
                Vec::new()
            }
            _ => Vec::new(),
        };
        self.stage.stale = true;
        self.stage.awaited = true;
        self.carry_out(effects)
    }

    /// Handles an event while the lab is open.
    fn lab_event(&mut self, event: &Event) -> Result<Option<End>, PlayError> {
        let Some((bench, _)) = &mut self.lab else { return Ok(None) };
        let effects = bench.event(event);
        self.stage.stale = true;
        self.stage.awaited = true;
        for effect in effects {
            match effect {
                LabEffect::Leave => self.leave_lab()?,
                LabEffect::Interrupt => return Ok(Some(End::Signalled(INTERRUPTED - 128))),
                LabEffect::Suspend => self.suspend()?,
                LabEffect::Mouse(on) => guard::mouse(on),
                LabEffect::Load(_) | LabEffect::SaveMap(_) | LabEffect::Export { .. } => {}
            }
        }
        Ok(None)
    }

    /// Opens the lab on a land and pauses the game.
    fn enter_lab(&mut self, land: PricedLand, leak: Leak) -> Result<(), PlayError> {
        let Some(bench) = Bench::over_land(&self.screen, land, leak, &self.around.options.saves) else {
            self.screen.refuse("this land has no passable cell");
            return Ok(());
        };
        let was_running = !self.screen.time_pace.paused;
        self.lab = Some((bench, was_running));
        if was_running { self.tell(Control::Pause(true)) } else { Ok(()) }
    }

    /// Returns to the game and resumes it if it was running.
    fn leave_lab(&mut self) -> Result<(), PlayError> {
        let Some((bench, was_running)) = self.lab.take() else { return Ok(()) };
        self.screen.theme = bench.screen.theme;
        self.screen.mouse = bench.screen.mouse;
        if was_running { self.tell(Control::Pause(false)) } else { Ok(()) }
    }

    /// Opens the chooser of a new land and pauses the game.
    fn enter_chooser(&mut self) -> Result<(), PlayError> {
        let Around { options, slot, wake, .. } = &self.around;
        let present = Some(slot.name().to_owned());
        let mut chooser = Chooser::new(self.screen.theme, options, present, (*wake).clone())?;
        chooser.screen.mouse = self.screen.mouse;
        let was_running = !self.screen.time_pace.paused;
        self.chooser = Some((chooser, was_running));
        if was_running { self.tell(Control::Pause(true)) } else { Ok(()) }
    }

    /// Returns to the game and resumes it if it was running.
    fn leave_chooser(&mut self) -> Result<(), PlayError> {
        let Some((_, was_running)) = self.chooser.take() else { return Ok(()) };
        if was_running { self.tell(Control::Pause(false)) } else { Ok(()) }
    }

    /// Handles an event while the chooser is open.
    fn chooser_event(&mut self, event: &Event) -> Result<Option<End>, PlayError> {
        let Some((chooser, _)) = &mut self.chooser else { return Ok(None) };
        let effects = chooser.event(event);
        (self.stage.stale, self.stage.awaited) = (true, true);
        for effect in effects {
            match effect {
                NewLandEffect::Leave => self.leave_chooser()?,
                NewLandEffect::Interrupt => return Ok(Some(End::Signalled(INTERRUPTED - 128))),
                NewLandEffect::Suspend => self.suspend()?,
                NewLandEffect::Sketch(..) | NewLandEffect::RandomSeed | NewLandEffect::Start(_) => {}
            }
        }
        Ok(None)
    }

    /// Handles a message of the chooser's threads. Once the land is generated, the current game is saved and ends; if
    /// saving
    /// fails, it continues.
    fn hear_chooser(&mut self, wake: Wake) -> Option<End> {
        self.stage.stale = true;
        let (chooser, _) = self.chooser.as_mut()?;
        let opened = chooser.hear(wake)?;
        self.wait_for_keepsakes();
        match self.save_and_wait(Control::Leave) {
            Ok(_) => Some(End::Another(Box::new(opened))),
            Err(why) => {
                if let Some((chooser, _)) = &mut self.chooser {
                    chooser.failed(&format!("not started: the current land cannot be saved: {why}"));
                }
                None
            }
        }
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
                Effect::Export(keepsake) => self.keep(keepsake)?,
                Effect::Lab(land, leak) => self.enter_lab(*land, leak)?,
                Effect::NewLand => self.enter_chooser()?,
                Effect::Mouse(on) => guard::mouse(on),
                Effect::Quit => return Ok(self.leave()),
                Effect::Interrupt => return Ok(Some(End::Signalled(INTERRUPTED - 128))),
                Effect::Suspend => self.suspend()?,
            }
        }
        Ok(None)
    }

    /// Starts an export.
    fn keep(&mut self, keepsake: ExportKind) -> Result<(), PlayError> {
        let now = clock::now();
        if self.keepsakes.take(keepsake, &mut self.screen, &self.picture.scene, now) {
            self.tell(Control::Keep(keepsake))?;
        }
        Ok(())
    }

    /// Saves and leaves; asks again first if something would be lost.
    fn leave(&mut self) -> Option<End> {
        self.wait_for_keepsakes();
        if let Some(what) = self.keepsakes.warn() {
            return self.ask_again(&format!("still exporting the {what}"));
        }
        match self.save_and_wait(Control::Leave) {
            Ok(words) => Some(End::Left(words)),
            Err(why) if self.may_leave_unsaved => Some(End::LeftUnsaved(why)),
            Err(why) => {
                self.may_leave_unsaved = true;
                self.ask_again(&format!("not saved: {why}"))
            }
        }
    }

    /// Waits a little for unfinished exports, so that they are not lost.
    fn wait_for_keepsakes(&mut self) {
        self.keepsakes.end_recording(&mut self.screen, clock::now());
        let until = clock::now() + FINISHING;
        while self.keepsakes.is_at_work() {
            match self.around.woken.recv_timeout(until.saturating_sub(clock::now())) {
                Ok(Wake::Kept(keepsake, made)) => self.keepsakes.made(&mut self.screen, keepsake, made),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    fn ask_again(&mut self, why: &str) -> Option<End> {
        self.screen.overlay = None;
        self.screen.refuse(format!("{why} — press q again to leave anyway"));
        self.stage.stale = true;
        None
    }

    /// Saves for the last time and waits for it, with a time limit.
    fn save_and_wait(&mut self, how: Control) -> Result<String, String> {
        if !self.around.link.tell(how) {
            return Err("the simulation has stopped".to_owned());
        }
        let until = clock::now() + LAST_SAVE;
        loop {
            match self.around.woken.recv_timeout(until.saturating_sub(clock::now())) {
                Ok(Wake::Saved(done)) => return done,
                Ok(Wake::Gone) => return Err("the simulation has stopped".to_owned()),
                Ok(_) => {}
                Err(_) => return Err("saving takes too long".to_owned()),
            }
        }
    }

    fn suspend(&mut self) -> Result<(), PlayError> {
        let size = self.stage.suspend()?;
        self.fitted(size);
        Ok(())
    }

    fn resize(&mut self) -> Result<(), PlayError> {
        let size = display::size();
        if size != (self.screen.area.width, self.screen.area.height) {
            self.stage.fit(size)?;
            self.fitted(size);
        }
        Ok(())
    }

    /// Adapts to a new terminal size; the terminal is empty.
    fn fitted(&mut self, (width, height): (u16, u16)) {
        self.screen.resize(width, height);
        if let Some((bench, _)) = &mut self.lab {
            bench.screen.resize(width, height);
        }
        if let Some((chooser, _)) = &mut self.chooser {
            chooser.resize((width, height));
        }
        self.keepsakes.end_recording(&mut self.screen, clock::now());
    }
}

/// Prints one line after the game; ignores errors.
fn say(words: &str) {
    let _ = console::print(&format!("{words}\n"));
}
