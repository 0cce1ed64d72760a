//! A game with a screen before it, to which things happen, and which is looked at after each.
//!
//! The screen is the real one without a terminal: pictures, questions and answers go to and fro as in a game that is
//! played. What does not live here: which things happen (`player`), and what is done about failures (`hunt`).

use super::event::What;
use crate::app::doubts::{self, Doubts};
use crate::save::{Header, VerifyError, first_game};
use crate::scene::{self, Fields, Scene};
use crate::sim::Game;
use crate::tui::{self, Effect, SPEEDS, Screen, Theme};
use crate::world::Command;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rayon::ThreadPool;

/// A tick at the usual speed, in milliseconds of the screen's time.
const TICK_MILLIS: u64 = 50;
/// Answers to answers that are followed, at most.
const TALK_MAX: usize = 16;
/// Every so many ticks the world is checked, and what is derived.
const CHECK_EVERY: u64 = 16;
const DERIVED_EVERY: u64 = 64;

/// What tests do to a game after each tick.
pub type Fault = fn(&mut Game);

/// The table.
pub struct Table<'a> {
    /// The game.
    pub game: Game,
    screen: Screen,
    scene: Scene,
    fields: Fields,
    /// An index into [`SPEEDS`]: pictures are made so much more seldom.
    speed: usize,
    pools: &'a [ThreadPool],
    pool: usize,
    doubts: Doubts,
    fault: Option<Fault>,
}

impl<'a> Table<'a> {
    /// A new game.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(
        header: &Header,
        pools: &'a [ThreadPool],
        doubts: Doubts,
        fault: Option<Fault>,
    ) -> Result<Table<'a>, VerifyError> {
        Ok(Table {
            game: first_game(header)?,
            screen: Screen::new(Theme::default(), 80, 24, true),
            scene: Scene::default(),
            fields: Fields::default(),
            speed: 0,
            pools,
            pool: 0,
            doubts,
            fault,
        })
    }

    /// Columns and rows of its window.
    pub fn window(&self) -> (u16, u16) {
        (self.screen.area.width, self.screen.area.height)
    }

    /// Something happens. Gives the commands that the screen makes of it.
    ///
    /// # Errors
    /// What is wrong after it.
    pub fn happen(&mut self, what: &What) -> Result<Vec<Command>, String> {
        let mut commands = Vec::new();
        match what {
            What::Command(command) => self.command(command)?,
            What::Key(key) => {
                let effects = self.screen.key(key, &self.scene);
                self.carry_out(effects, &mut commands);
            }
            What::Mouse(mouse) => {
                let effects = self.screen.mouse(mouse, &self.scene);
                self.carry_out(effects, &mut commands);
            }
            What::Window(columns, rows) => self.screen.resize(*columns, *rows),
            What::Picture => self.picture(&mut commands)?,
            What::Load => self.game = doubts::again(&self.game)?,
            What::Threads(pool) => self.pool = pool % self.pools.len().max(1),
        }
        Ok(commands)
    }

    /// A tick, and a look at what it left behind.
    ///
    /// # Errors
    /// What is wrong after it.
    pub fn tick(&mut self) -> Result<(), String> {
        let game = &mut self.game;
        match self.pools.get(self.pool) {
            Some(pool) => pool.install(|| game.tick()),
            None => game.tick(),
        }
        if let Some(fault) = self.fault {
            fault(game);
        }
        let tick = game.world.tick;
        if tick.is_multiple_of(CHECK_EVERY) {
            game.world.check()?;
        }
        if tick.is_multiple_of(DERIVED_EVERY) {
            game.derived.stale(&game.world).map_or(Ok(()), |stale| Err(stale.to_string()))?;
        }
        self.doubts.look(game)?;
        let often = u64::from(SPEEDS.get(self.speed).copied().unwrap_or(1)) * 8;
        if tick.is_multiple_of(often) { self.happen(&What::Picture).map(drop) } else { Ok(()) }
    }

    /// A command; one that is refused has changed nothing, and none leaves an unsound world.
    fn command(&mut self, command: &Command) -> Result<(), String> {
        let before = self.game.world.hash();
        let refused = self.game.apply(command).is_err();
        let changed = before.first_difference(&self.game.world.hash());
        if let Some(subsystem) = changed.filter(|_| refused) {
            return Err(format!("a command was refused and has changed {subsystem}"));
        }
        self.game.world.check()
    }

    fn picture(&mut self, commands: &mut Vec<Command>) -> Result<(), String> {
        self.screen.clock(self.game.world.tick * TICK_MILLIS);
        let before = self.game.world.hash();
        let mut view = self.screen.view();
        view.columns = view.columns.max(1);
        self.game.watch_thoughts(view.thinking, view.selected.first().copied());
        let overview = view.overview;
        let scene = scene::build_with(&self.game, &view, &mut self.fields);
        let small = |wanted| scene::overview_with(&self.game, wanted, view.reveal, &mut self.fields);
        self.scene = Scene { overview: overview.map(small).map(std::sync::Arc::new), ..scene };
        let effects = self.screen.meet(&self.scene);
        self.carry_out(effects, commands);
        self.draw()?;
        if let Some(subsystem) = before.first_difference(&self.game.world.hash()) {
            return Err(format!("a picture has changed {subsystem}"));
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

    fn carry_out(&mut self, effects: Vec<Effect>, commands: &mut Vec<Command>) {
        let mut waiting = effects;
        for _ in 0..TALK_MAX {
            for effect in std::mem::take(&mut waiting) {
                match effect {
                    Effect::Command(command) => commands.push(command),
                    Effect::Ask(ticket, question) => {
                        let answer = scene::answer(&self.game, &question);
                        waiting.extend(self.screen.answered(ticket, answer));
                    }
                    Effect::Speed(index) => self.speed = index,
                    Effect::Quit | Effect::Interrupt => self.screen.overlay = None,
                    // Time goes on in any case; the rest is for files and terminals.
                    Effect::Pause(_) | Effect::Step | Effect::Mouse(_) | Effect::Save => {}
                    Effect::Keep(_) | Effect::Lab(..) | Effect::NewLand | Effect::Suspend => {}
                }
            }
            if waiting.is_empty() {
                return;
            }
        }
    }
}
