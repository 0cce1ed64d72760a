//! The main thread's loop: events go to the screen, its effects to the simulation, frames to the terminal.
//!
//! It draws only when something has changed, and handles every way to exit. What is drawn does not live here (`tui`).

use super::chooser::Chooser;
use super::exports::Exports;
use super::guest::{Guest, GuestEffect};
use super::inbox::handle_messages;
use super::lab_host::LabHost;
use super::stage::FrameStage;
use crate::app::console;
use crate::app::play::session::{self, ExportWorker, Memory, OpenedGame, PlayError, PlayOptions};
use crate::app::play::sim_thread::{Picture, SimulationControl, SimulationLink};
use crate::app::play::{
    HANG_UP_CODE, INTERRUPT_CODE, MainMessage, UNSAVED_CODE, background, clock, faults, terminal,
};
use crate::save::SaveSlot;
use crate::scene::{Leak, PricedLand, Viewport};
use crate::tui::{self, Effect, ExportKind, GraphicsProtocol, Screen};
use ratatui::crossterm::event::Event;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

/// How long to wait for unfinished exports at the end.
const EXPORTS_TIMEOUT: Duration = Duration::from_secs(2);
/// Time limit of the last save.
const LAST_SAVE_TIMEOUT: Duration = Duration::from_secs(7);

/// How the loop ends.
enum LoopEnd {
    /// The player left; the text says where the game was saved.
    Left(String),
    /// The player left although saving failed; the text says why.
    LeftUnsaved(String),
    /// A signal or its key, or a disconnected terminal: the program ends with this code.
    Signalled(u8),
    /// The simulation crashed; its last words are in the link.
    Crashed,
    /// The game was saved and ended; another one starts.
    Another(NextStart),
}

/// Environment of a running game.
pub(in crate::app::play) struct GameContext<'a> {
    /// How the program was started.
    pub options: &'a PlayOptions,
    /// The slot of the game.
    pub slot: Arc<SaveSlot>,
    /// Maximum frames per second.
    pub fps: u16,
    /// How the terminal takes pictures of the land, if it is to show any.
    pub pictures: Option<GraphicsProtocol>,
    /// Sender for messages from other threads.
    pub wake: &'a Sender<MainMessage>,
    /// Receiver of these messages.
    pub inbox: &'a Receiver<MainMessage>,
    /// Connection to the simulation.
    pub link: &'a SimulationLink,
}

/// How a game ended.
pub(in crate::app::play) enum GameEnd {
    /// The program ends with this code.
    Code(ExitCode),
    /// Another game starts.
    Another(Box<NextGame>),
    /// The simulation crashed; its last words are in the link.
    Crashed,
}

/// The game that starts next.
pub(in crate::app::play) enum NextStart {
    /// A land that is ready.
    Land(Box<OpenedGame>),
    /// A level, which is opened once the present game has ended: it may be the same one again, as it was at this tick.
    Level(PathBuf, Option<u64>),
    /// A new land of the usual kind, which is made once the present game has ended.
    OwnLand,
    /// The land that was saved last.
    LastLand,
}

/// Another game, and what it inherits.
pub(in crate::app::play) struct NextGame {
    /// The game.
    pub start: NextStart,
    /// The screen of the previous game.
    pub screen: Screen,
    /// Remembered preferences.
    pub memory: Memory,
    /// Why the preferences could not be written, if so.
    pub memory_error: Option<String>,
}

/// The loop's state.
pub(in crate::app::play) struct Controller<'a> {
    screen: Screen,
    /// What has the terminal instead of the game: the lab or the chooser of a new land. Whether the game was running
    /// before.
    guest: Option<(Box<dyn Guest>, bool)>,
    stage: FrameStage,
    context: GameContext<'a>,
    picture: Arc<Picture>,
    view: Viewport,
    memory: Memory,
    exports: Exports,
    /// Set after a save failed on leaving: the next attempt may leave without saving.
    may_leave_unsaved: bool,
}

impl<'a> Controller<'a> {
    /// A controller for a screen.
    pub(in crate::app::play) fn new(
        screen: Screen,
        memory: Memory,
        around: GameContext<'a>,
        workshop: ExportWorker,
    ) -> Result<Self, PlayError> {
        Ok(Controller {
            stage: FrameStage::with_pictures(
                (screen.area.width, screen.area.height),
                around.fps,
                around.pictures,
            )?,
            screen,
            guest: None,
            memory,
            context: around,
            picture: Arc::default(),
            view: Viewport::default(),
            exports: Exports::new(workshop),
            may_leave_unsaved: false,
        })
    }

    /// Runs until the game ends.
    pub(in crate::app::play) fn run(mut self) -> Result<GameEnd, PlayError> {
        // A hang-up also sends SIGCONT, and taking back a dead terminal fails: treat both alike.
        let end = match self.play() {
            Err(PlayError::Terminal(_)) => LoopEnd::Signalled(HANG_UP_CODE),
            Err(PlayError::Stopped) => LoopEnd::Crashed,
            other => other?,
        };
        let lost = self.memory.store(&self.screen);
        let code = match end {
            LoopEnd::Left(words) => {
                terminal::restore();
                print_line(&words);
                lost.as_deref().map(print_line);
                return Ok(GameEnd::Code(ExitCode::SUCCESS));
            }
            LoopEnd::LeftUnsaved(why) => {
                terminal::restore();
                console::print_error(&session::unsaved_words(&self.context.slot, &why));
                lost.as_deref().map(print_line);
                return Ok(GameEnd::Code(ExitCode::from(UNSAVED_CODE)));
            }
            LoopEnd::Another(start) => {
                let next = NextGame { start, screen: self.screen, memory: self.memory, memory_error: lost };
                return Ok(GameEnd::Another(Box::new(next)));
            }
            LoopEnd::Signalled(code) => code,
            LoopEnd::Crashed => return Ok(GameEnd::Crashed),
        };
        let saved = self.save_and_wait(SimulationControl::Close);
        terminal::restore();
        let code = saved.map_or_else(
            |why| {
                console::print_error(&session::unsaved_words(&self.context.slot, &why));
                UNSAVED_CODE
            },
            |_| code,
        );
        self.guest = None;
        background::wait();
        background::let_go_of_slots();
        // Exit without drops: the terminal may be dead, and the library would panic on that.
        std::process::exit(code.into())
    }

    fn play(&mut self) -> Result<LoopEnd, PlayError> {
        loop {
            if let Some(code) = terminal::ending_code() {
                return Ok(LoopEnd::Signalled(code));
            }
            self.send_view()?;
            if !terminal::is_connected() {
                return Ok(LoopEnd::Signalled(HANG_UP_CODE));
            }
            let (inbox, wait) = (self.context.inbox, self.stage.until_frame(self.is_animated()));
            if let Some(end) = handle_messages(inbox, wait, |message| self.handle(message))? {
                return Ok(end);
            }
            self.stage.has_changed |= match &mut self.guest {
                Some((guest, _)) => guest.advance(),
                None => self.screen.advance_clock(clock::millis()),
            };
            self.stage.has_changed |= self.exports.end_long_recording(&mut self.screen, clock::now());
            if self.stage.is_due() && self.draw().is_err() {
                return Ok(LoopEnd::Signalled(HANG_UP_CODE));
            }
        }
    }

    /// Whether the screen is animated.
    fn is_animated(&self) -> bool {
        self.guest.as_ref().map_or_else(|| self.screen.is_animating(), |(guest, _)| guest.is_animating())
    }

    fn draw(&mut self) -> std::io::Result<()> {
        let (screen, scene) = (&self.screen, &self.picture.scene);
        if let Some((guest, _)) = &self.guest {
            return self.stage.draw(|buffer| guest.draw(buffer)).map(drop);
        }
        if self.stage.draw_with_land(|buffer| tui::draw_with_land(buffer, screen, scene))? {
            self.exports.add_frame(clock::now(), &self.screen, &self.picture.scene);
            self.screen.clock.is_line_slow = self.stage.is_still();
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
        self.send(SimulationControl::View(view))
    }

    fn send(&self, control: SimulationControl) -> Result<(), PlayError> {
        if self.context.link.send(control) { Ok(()) } else { Err(PlayError::Stopped) }
    }

    fn handle(&mut self, wake: MainMessage) -> Result<Option<LoopEnd>, PlayError> {
        faults::panic_for_test("main", self.picture.scene.status.tick);
        // What handles these finds out whether they change the screen; all others do.
        self.stage.has_changed |= !matches!(
            wake,
            MainMessage::Event(_)
                | MainMessage::Signal(_)
                | MainMessage::SimulationEnded
                | MainMessage::Picture
        );
        match wake {
            MainMessage::Event(event) => return self.event(&event),
            MainMessage::Signal(signal) => {
                if let Some(size) = self.stage.follow_signal(signal)? {
                    self.adapt_to_size(size);
                }
            }
            MainMessage::SimulationEnded => return Ok(Some(LoopEnd::Crashed)),
            MainMessage::Crashing => {
                self.screen.notices.refuse("the game has crashed: rescuing the land");
            }
            MainMessage::Picture => return self.take_picture(),
            MainMessage::Answer(ticket, answer) => {
                let effects = self.screen.take_answer(ticket, answer);
                return self.apply_effects(effects);
            }
            MainMessage::LookedAhead(ticket, percent) => self.screen.take_progress(ticket, percent),
            MainMessage::CommandResult { text, is_refused: refused } => {
                self.screen.report_command(text, refused);
            }
            MainMessage::Exported(keepsake, made) => {
                let level = made.clone().ok().filter(|_| matches!(keepsake, ExportKind::Level(_)));
                self.exports.finish(&mut self.screen, &keepsake, made);
                return Ok(level.and_then(|level| self.leave_for(NextStart::Level(level, None))));
            }
            MainMessage::Notice(words) => self.screen.notices.notify(words),
            MainMessage::Started(words) => match self.screen.notices.take() {
                None => self.screen.notices.notify(words),
                // Keep an earlier notice about the terminal or the settings, too.
                Some(before) => self.screen.notices.refuse(format!("{words}; {}", before.text)),
            },
            wake @ (MainMessage::Sketch(..)
            | MainMessage::Progress(..)
            | MainMessage::Film(..)
            | MainMessage::Generated(_)) => return Ok(self.hand_to_guest(wake)),
            MainMessage::Saved(done) | MainMessage::Closed(done) => match done {
                Ok(words) => self.screen.notices.notify(words),
                Err(why) => self.screen.notices.refuse(format!("not saved: {why}")),
            },
        }
        Ok(None)
    }

    fn take_picture(&mut self) -> Result<Option<LoopEnd>, PlayError> {
        let Some(picture) = self.context.link.picture() else { return Ok(None) };
        self.picture = picture;
        self.stage.has_changed = true;
        self.screen.time_pace.reached_tenths = self.picture.reached_tenths;
        self.screen.time_pace.plans = self.picture.plans;
        let effects = self.screen.take_scene(&self.picture.scene);
        self.apply_effects(effects)
    }

    fn event(&mut self, event: &Event) -> Result<Option<LoopEnd>, PlayError> {
        if self.guest.is_some() {
            return self.guest_event(event);
        }
        self.screen.advance_clock(clock::millis());
        let effects = match event {
            Event::Key(key) => self.screen.key(key, &self.picture.scene),
            Event::Mouse(mouse) => {
                let before = (self.screen.map.cursor, self.screen.pointer.drag, self.screen.views.is_empty());
                let effects = self.screen.mouse(mouse, &self.picture.scene);
                let after = (self.screen.map.cursor, self.screen.pointer.drag, self.screen.views.is_empty());
                let moved = matches!(mouse.kind, ratatui::crossterm::event::MouseEventKind::Moved);
                self.stage.has_changed |= before != after || !moved;
                self.stage.is_response |= self.stage.has_changed;
                return self.apply_effects(effects);
            }
            Event::Paste(text) => self.screen.paste(text, &self.picture.scene),
            _ => Vec::new(),
        };
        self.stage.has_changed = true;
        self.stage.is_response = true;
        self.apply_effects(effects)
    }

    /// Handles an event while a guest has the terminal.
    fn guest_event(&mut self, event: &Event) -> Result<Option<LoopEnd>, PlayError> {
        let Some((guest, _)) = &mut self.guest else { return Ok(None) };
        let effects = guest.event(event);
        (self.stage.has_changed, self.stage.is_response) = (true, true);
        for effect in effects {
            match effect {
                GuestEffect::Leave => self.leave_guest()?,
                GuestEffect::Interrupt => return Ok(Some(LoopEnd::Signalled(INTERRUPT_CODE))),
                GuestEffect::Suspend => self.suspend()?,
                GuestEffect::Mouse(on) => terminal::set_mouse(on),
            }
        }
        Ok(None)
    }

    /// Gives a guest the terminal, and pauses the game.
    fn invite(&mut self, guest: impl Guest + 'static) -> Result<(), PlayError> {
        let was_running = !self.screen.time_pace.paused;
        self.guest = Some((Box::new(guest), was_running));
        if was_running { self.send(SimulationControl::Pause(true)) } else { Ok(()) }
    }

    /// Returns to the game and resumes it if it was running.
    fn leave_guest(&mut self) -> Result<(), PlayError> {
        let Some((guest, was_running)) = self.guest.take() else { return Ok(()) };
        guest.hand_back(&mut self.screen);
        if was_running { self.send(SimulationControl::Pause(false)) } else { Ok(()) }
    }

    /// Opens the lab on a land.
    fn enter_lab(&mut self, land: PricedLand, leak: Leak) -> Result<(), PlayError> {
        let Some(lab) = LabHost::over_land(&self.screen, land, leak, &self.context.options.saves) else {
            self.screen.notices.refuse("this land has no passable cell");
            return Ok(());
        };
        self.invite(lab)
    }

    /// Opens the chooser of a new land.
    fn enter_chooser(&mut self) -> Result<(), PlayError> {
        let GameContext { options, slot, wake, .. } = &self.context;
        let present = Some(slot.name().to_owned());
        let mut chooser = Chooser::new(self.screen.theme, options, present, (*wake).clone())?;
        chooser.screen.mouse = self.screen.mouse;
        chooser.offer();
        self.invite(chooser)
    }

    /// Hands a guest a message of its threads. Once a land is generated, the current game is saved and ends; if saving
    /// fails, it continues.
    fn hand_to_guest(&mut self, message: MainMessage) -> Option<LoopEnd> {
        let (guest, _) = self.guest.as_mut()?;
        let opened = guest.message(message)?;
        let end = self.save_for(NextStart::Land(Box::new(opened)));
        if let (Err(why), Some((guest, _))) = (&end, &mut self.guest) {
            guest.refuse(&format!("not started: the current land cannot be saved: {why}"));
        }
        end.ok()
    }

    fn apply_effects(&mut self, effects: Vec<Effect>) -> Result<Option<LoopEnd>, PlayError> {
        for effect in effects {
            match effect {
                Effect::Command(command) => self.send(SimulationControl::Command(command))?,
                Effect::Ask(ticket, question) => self.send(SimulationControl::Ask(ticket, question))?,
                Effect::ForgetQuestion => self.send(SimulationControl::ForgetQuestion)?,
                Effect::Pause(paused) => self.send(SimulationControl::Pause(paused))?,
                Effect::Hold(ms) => self.send(SimulationControl::Hold(Duration::from_millis(ms)))?,
                Effect::Step => self.send(SimulationControl::Step)?,
                Effect::Speed(index) => self.send(SimulationControl::Speed(index))?,
                Effect::Save => self.send(SimulationControl::Save)?,
                Effect::Export(keepsake) => self.start_export(keepsake)?,
                Effect::Lab(land, leak) => self.enter_lab(*land, leak)?,
                Effect::Codex(from) => {
                    self.invite(LabHost::over_codex(&self.screen, &from, &self.context.options.saves))?;
                }
                Effect::NewLand => self.enter_chooser()?,
                Effect::OwnLand => return Ok(self.leave_for(NextStart::OwnLand)),
                Effect::LastLand => return Ok(self.leave_for(NextStart::LastLand)),
                Effect::Level(name) => return Ok(self.leave_for(NextStart::Level(PathBuf::from(name), None))),
                Effect::TakeBack(tick) => return Ok(self.take_level_back(tick)),
                Effect::Mouse(on) => terminal::set_mouse(on),
                Effect::Quit => return Ok(self.leave()),
                Effect::Interrupt => return Ok(Some(LoopEnd::Signalled(INTERRUPT_CODE))),
                Effect::Suspend => self.suspend()?,
            }
        }
        Ok(None)
    }

    /// Starts an export.
    fn start_export(&mut self, keepsake: ExportKind) -> Result<(), PlayError> {
        let now = clock::now();
        if self.exports.start(&keepsake, &mut self.screen, &self.picture.scene, now) {
            self.send(SimulationControl::Export(keepsake))?;
        }
        Ok(())
    }

    /// Saves and leaves; asks again first if something would be lost.
    fn leave(&mut self) -> Option<LoopEnd> {
        self.wait_for_exports();
        if let Some(what) = self.exports.warning() {
            return self.ask_again(&format!("still exporting the {what}"));
        }
        match self.save_and_wait(SimulationControl::Leave) {
            Ok(words) => Some(LoopEnd::Left(words)),
            Err(why) if self.may_leave_unsaved => Some(LoopEnd::LeftUnsaved(why)),
            Err(why) => {
                self.may_leave_unsaved = true;
                self.ask_again(&format!("not saved: {why}"))
            }
        }
    }

    /// Saves the game, so that another one can start; if saving fails, the game continues.
    fn leave_for(&mut self, next: NextStart) -> Option<LoopEnd> {
        let end = self.save_for(next);
        if let Err(why) = &end {
            self.screen.notices.refuse(format!("not started: this game cannot be saved: {why}"));
        }
        end.ok()
    }

    fn save_for(&mut self, next: NextStart) -> Result<LoopEnd, String> {
        self.wait_for_exports();
        self.save_and_wait(SimulationControl::Leave).map(|_| LoopEnd::Another(next))
    }

    /// Leaves for the same level as it was at a tick.
    fn take_level_back(&mut self, tick: u64) -> Option<LoopEnd> {
        let of_campaign = self.screen.campaign.level().map(|level| PathBuf::from(&level.name));
        let level = of_campaign.or_else(|| self.context.options.level.clone())?;
        self.leave_for(NextStart::Level(level, Some(tick)))
    }

    /// Waits a little for unfinished exports, so that they are not lost.
    fn wait_for_exports(&mut self) {
        self.exports.end_recording(&mut self.screen, clock::now());
        let until = clock::now() + EXPORTS_TIMEOUT;
        while self.exports.has_unfinished() && terminal::ending_code().is_none() {
            match self.context.inbox.recv_timeout(until.saturating_sub(clock::now())) {
                Ok(MainMessage::Exported(keepsake, made)) => {
                    self.exports.finish(&mut self.screen, &keepsake, made);
                }
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    fn ask_again(&mut self, why: &str) -> Option<LoopEnd> {
        self.screen.views.clear();
        self.screen.notices.refuse(format!("{why} — press q again to leave anyway"));
        self.stage.has_changed = true;
        None
    }

    /// Saves for the last time and waits for it, with a time limit.
    fn save_and_wait(&mut self, how: SimulationControl) -> Result<String, String> {
        if !self.context.link.send(how) {
            return Err("the simulation has stopped".to_owned());
        }
        let until = clock::now() + LAST_SAVE_TIMEOUT;
        loop {
            match self.context.inbox.recv_timeout(until.saturating_sub(clock::now())) {
                Ok(MainMessage::Closed(done)) => return done,
                Ok(MainMessage::SimulationEnded) => return Err("the simulation has stopped".to_owned()),
                Ok(_) => {}
                Err(_) => return Err("saving takes too long".to_owned()),
            }
        }
    }

    fn suspend(&mut self) -> Result<(), PlayError> {
        let size = self.stage.suspend()?;
        self.adapt_to_size(size);
        if terminal::has_ignored_stop() {
            self.screen.notices.refuse("no shell could resume the game");
        }
        Ok(())
    }

    /// Adapts to a new terminal size; the terminal is empty.
    fn adapt_to_size(&mut self, (width, height): (u16, u16)) {
        self.screen.resize(width, height);
        if let Some((guest, _)) = &mut self.guest {
            guest.resize((width, height));
        }
        self.exports.end_recording(&mut self.screen, clock::now());
    }
}

/// Prints one line after the game; ignores errors.
fn print_line(words: &str) {
    let _ = console::print(&format!("{words}\n"));
}
