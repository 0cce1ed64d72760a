//! A game with its screen, which takes inputs and is checked after each.
//!
//! The screen is the real one without a terminal. Frames, questions and answers are exchanged as in a played game,
//! time stands still when it would there, and saves are real files in a folder of their own. What does not live here:
//! which inputs come (`player`), and what is done about failures (`hunt`).

use super::event::Input;
use crate::app::play::{SaveTrigger, stands_still};
use crate::app::self_check::{self, SelfCheckArgs};
use crate::save::{RecordedCommand, ReplayHeader, SaveSlot, VerifyError, first_game};
use crate::scene::{self, LensCaches, Scene};
use crate::sim::Game;
use crate::tui::{self, Effect, SPEEDS, Screen, Theme};
use crate::world::{Action, Command, Hashes};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rayon::ThreadPool;
use tempfile::TempDir;

/// A tick at the usual speed, in milliseconds of the screen's time.
const TICK_MILLIS: u64 = 50;
/// Most rounds of answers that lead to further questions.
const ANSWER_ROUNDS_MAX: usize = 16;
/// Ticks between two checks of the world, and of derived state.
const CHECK_EVERY_TICKS: u64 = 16;
const DERIVED_EVERY_TICKS: u64 = 64;
/// Ticks between two hashes that are compared with the game played by commands alone.
const HASH_EVERY_TICKS: u64 = 100;
/// Moments after which a paused game is resumed.
const PAUSED_MOMENTS_MAX: u32 = 3;

/// What tests do to a game after each tick.
pub(super) type Fault = fn(&mut Game);

/// What is known of a game, even after a failure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GameLog {
    /// Moments and ticks that have begun.
    pub moment: u64,
    pub tick: u64,
    /// The commands, as a replay records them.
    pub commands: Vec<RecordedCommand>,
    /// The world's hashes at regular ticks, and the moments of those ticks.
    pub hashes: Vec<(u64, Hashes)>,
    pub hash_moments: Vec<u64>,
}

/// A game under test.
pub(super) struct Harness<'a> {
    /// The game.
    pub game: Game,
    log: &'a mut GameLog,
    paused: bool,
    /// Moments for which time has stood still.
    paused_moments: u32,
    /// Single ticks that the player has asked for.
    steps: u32,
    /// Folder of its saves, once there is one.
    dir: Option<TempDir>,
    screen: Screen,
    scene: Scene,
    fields: LensCaches,
    /// An index into [`SPEEDS`]: the faster, the fewer frames.
    speed: usize,
    pools: &'a [ThreadPool],
    pool: usize,
    self_checks: SelfCheckArgs,
    fault: Option<Fault>,
}

impl<'a> Harness<'a> {
    /// A new game.
    ///
    /// # Errors
    /// When the game cannot be made.
    pub(super) fn new(
        header: &ReplayHeader,
        log: &'a mut GameLog,
        pools: &'a [ThreadPool],
        self_checks: SelfCheckArgs,
        fault: Option<Fault>,
    ) -> Result<Harness<'a>, VerifyError> {
        Ok(Harness {
            game: first_game(header)?,
            log,
            paused: false,
            paused_moments: 0,
            steps: 0,
            dir: None,
            screen: Screen::new(Theme::default(), 80, 24, true),
            scene: Scene::default(),
            fields: LensCaches::default(),
            speed: 0,
            pools,
            pool: 0,
            self_checks,
            fault,
        })
    }

    /// Columns and rows of its window.
    pub(super) fn window(&self) -> (u16, u16) {
        (self.screen.area.width, self.screen.area.height)
    }

    /// Applies an input. Returns the commands that the screen makes of it.
    ///
    /// # Errors
    /// The failure that it caused.
    pub(super) fn apply_input(&mut self, what: &Input) -> Result<Vec<Command>, String> {
        let mut commands = Vec::new();
        match what {
            Input::Command(command) => self.apply_command(command)?,
            Input::Key(key) => {
                let effects = self.screen.key(key, &self.scene);
                self.perform_effects(effects, &mut commands);
            }
            Input::Mouse(mouse) => {
                let effects = self.screen.mouse(mouse, &self.scene);
                self.perform_effects(effects, &mut commands);
            }
            Input::Resize(columns, rows) => self.screen.resize(*columns, *rows),
            Input::Frame => self.build_frame(&mut commands)?,
            Input::SaveAndLoad => self.game = self_check::reload(&self.game)?,
            Input::SaveAndLoadFile(kept) => self.save_and_load(*kept)?,
            Input::SwitchPool(pool) => self.pool = pool % self.pools.len().max(1),
        }
        for _ in 0..std::mem::take(&mut self.steps) {
            self.tick()?;
        }
        Ok(commands)
    }

    /// Lets a moment pass: a tick, unless time stands still. A pause ends after [`PAUSED_MOMENTS_MAX`] moments.
    ///
    /// # Errors
    /// The failure that it caused.
    pub(super) fn pass_moment(&mut self) -> Result<(), String> {
        self.log.moment += 1;
        if !stands_still(&self.game, self.paused) {
            self.paused_moments = 0;
            return self.tick();
        }
        self.paused_moments += 1;
        if self.paused_moments <= PAUSED_MOMENTS_MAX {
            return Ok(());
        }
        if self.game.world.possession.is_some() {
            return self.apply_command(&Command::TakeAction(Action::Wait)).and_then(|()| self.tick());
        }
        let effects = self.screen.set_paused(false);
        self.perform_effects(effects, &mut Vec::new());
        self.tick()
    }

    /// Runs a tick and checks the result.
    fn tick(&mut self) -> Result<(), String> {
        self.log.tick = self.game.world.tick + 1;
        let game = &mut self.game;
        match self.pools.get(self.pool) {
            Some(pool) => pool.install(|| game.tick()),
            None => game.tick(),
        }
        if let Some(fault) = self.fault {
            fault(game);
        }
        let tick = game.world.tick;
        if tick.is_multiple_of(CHECK_EVERY_TICKS) {
            game.world.check()?;
        }
        if tick.is_multiple_of(DERIVED_EVERY_TICKS) {
            game.derived.first_mismatch(&game.world).map_or(Ok(()), |stale| Err(stale.to_string()))?;
        }
        self.self_checks.check_game(game)?;
        if tick.is_multiple_of(HASH_EVERY_TICKS) {
            self.log.hashes.push((tick, game.world.hash()));
            self.log.hash_moments.push(self.log.moment);
        }
        let often = u64::from(SPEEDS.get(self.speed).copied().unwrap_or(1)) * 8;
        if tick.is_multiple_of(often) { self.apply_input(&Input::Frame).map(drop) } else { Ok(()) }
    }

    /// Applies a command. A refused one must not change the world, and none may leave it unsound.
    fn apply_command(&mut self, command: &Command) -> Result<(), String> {
        self.log.commands.push(RecordedCommand { tick: self.game.world.tick, command: command.clone() });
        let before = self.game.world.hash();
        let refused = self.game.apply(command).is_err();
        let changed = before.first_difference(&self.game.world.hash());
        if let Some(subsystem) = changed.filter(|_| refused) {
            return Err(format!("a command was refused and has changed {subsystem}"));
        }
        self.game.world.check()
    }

    /// Saves the game in a slot, and continues with what is loaded from there.
    fn save_and_load(&mut self, kept: SaveTrigger) -> Result<(), String> {
        if self.dir.is_none() {
            self.dir = Some(tempfile::tempdir().map_err(|error| error.to_string())?);
        }
        let Some(dir) = &self.dir else { return Ok(()) };
        let slot = SaveSlot::open(dir.path(), "fuzz").map_err(|error| error.to_string())?;
        let commands = Some(self.log.commands.len() as u64);
        let saved = match kept {
            SaveTrigger::Player => slot.save(&self.game.world, commands),
            SaveTrigger::Autosave => slot.autosave(&self.game.world, commands),
        };
        let loaded = saved.and_then(|()| slot.load()).map_err(|error| error.to_string())?;
        let loaded = loaded.ok_or("the save that was just written is missing")?;
        if let Some(subsystem) = self.game.world.hash().first_difference(&loaded.world.hash()) {
            return Err(format!("saving and loading a file has changed {subsystem}"));
        }
        let is_noted = loaded.note.is_some_and(|note| note.contains("is an autosave"));
        if loaded.commands != commands || is_noted != (kept == SaveTrigger::Autosave) {
            return Err("a save other than the newest was loaded".to_owned());
        }
        self.game = Game::from_world(loaded.world);
        Ok(())
    }

    fn build_frame(&mut self, commands: &mut Vec<Command>) -> Result<(), String> {
        self.screen.advance_clock(self.game.world.tick * TICK_MILLIS);
        let before = self.game.world.hash();
        let mut view = self.screen.view();
        view.columns = view.columns.max(1);
        self.game.record_searches(view.shows_searches, view.selected.first().copied());
        let overview = view.overview_size;
        let scene = scene::build_scene_with(&self.game, &view, &mut self.fields);
        let small = |wanted| scene::build_overview_with(&self.game, wanted, view.reveal, &mut self.fields);
        self.scene = Scene { overview: overview.map(small).map(std::sync::Arc::new), ..scene };
        let effects = self.screen.take_scene(&self.scene);
        self.perform_effects(effects, commands);
        self.draw()?;
        if let Some(subsystem) = before.first_difference(&self.game.world.hash()) {
            return Err(format!("a frame has changed {subsystem}"));
        }
        Ok(())
    }

    fn draw(&self) -> Result<(), String> {
        let (columns, rows) = self.window();
        let terminal = Terminal::new(TestBackend::new(columns, rows));
        let mut terminal = terminal.map_err(|error| error.to_string())?;
        let paint = |frame: &mut ratatui::Frame| tui::draw(frame.buffer_mut(), &self.screen, &self.scene);
        terminal.draw(paint).map(drop).map_err(|error| error.to_string())
    }

    fn perform_effects(&mut self, effects: Vec<Effect>, commands: &mut Vec<Command>) {
        let mut waiting = effects;
        for _ in 0..ANSWER_ROUNDS_MAX {
            for effect in std::mem::take(&mut waiting) {
                match effect {
                    Effect::Command(command) => commands.push(command),
                    Effect::Ask(ticket, question) => {
                        let answer = scene::answer(&self.game, &question);
                        waiting.extend(self.screen.take_answer(ticket, answer));
                    }
                    Effect::Speed(index) => self.speed = index,
                    Effect::Quit | Effect::Interrupt => self.screen.views.clear(),
                    Effect::Pause(paused) => self.paused = paused,
                    Effect::Step => self.steps += 1,
                    // The rest concerns terminals and other threads; saving to files has an input of its own.
                    Effect::Mouse(_)
                    | Effect::Save
                    | Effect::Export(_)
                    | Effect::Lab(..)
                    | Effect::LastLand => {}
                    Effect::NewLand
                    | Effect::Level(_)
                    | Effect::TakeBack(_)
                    | Effect::Codex(_)
                    | Effect::Suspend => {}
                    Effect::ForgetQuestion | Effect::OwnLand | Effect::Hold(_) => {}
                }
            }
            if waiting.is_empty() {
                return;
            }
        }
    }
}
