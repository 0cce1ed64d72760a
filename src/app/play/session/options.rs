//! Options to start a game, and errors before it is shown. Reading settings does not live here (`settings`).

use super::settings::{self, ColorChoice, Settings, SettingsError};
use crate::grid::Size;
use crate::land::Recipe;
use crate::tui::Glyphs;
use std::path::PathBuf;

/// Options to start a game.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct PlayOptions {
    /// Seed of the land; without one, the land saved last continues, or a random one starts.
    pub seed: Option<u64>,
    /// Whether the player chooses a new land first.
    pub chooses_land: bool,
    /// Whether to start a new land even if a save could be continued.
    pub is_new: bool,
    /// Whether to load the player's own save even if an autosave is newer.
    pub by_hand: bool,
    /// Size of a new land.
    pub size: Size,
    /// Recipe of a new land.
    pub recipe: Recipe,
    /// Years to simulate of a new land before it is shown; with 0, two days.
    pub years: u64,
    /// Whether it is a wanderer's game.
    pub is_wander: bool,
    /// Whether it is the land of a day, by which games are compared.
    pub is_daily: bool,
    /// Whether the director shows the land until there is any input.
    pub is_watch: bool,
    /// Whether a newcomer is shown what lands come to, before the player's own.
    pub is_showcase: bool,
    /// A level to play instead.
    pub level: Option<PathBuf>,
    /// The folder of saves.
    pub saves: PathBuf,
    /// The settings file, if not one of the default places.
    pub settings: Option<PathBuf>,
    /// Overrides the colours of the settings.
    pub color: Option<ColorChoice>,
    /// Overrides whether the mouse is captured.
    pub mouse: Option<bool>,
    /// Overrides the glyphs.
    pub glyphs: Option<Glyphs>,
    /// Overrides the maximum frames per second.
    pub fps: Option<u16>,
}

/// Size of a new land, if no other is asked for.
pub const USUAL_SIZE: Size = Size::new(256, 256);
/// Most years of a new land before it is shown.
pub const FIRST_YEARS_MAX: u64 = 100;

/// Why a game cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// Not a terminal.
    #[error(
        "this needs a terminal: do not redirect standard input or output (`wayworn run` works without one)"
    )]
    NoTerminal,
    /// A terminal that cannot move its cursor.
    #[error("this needs a terminal that can place text (TERM=dumb cannot; try TERM=xterm-256color)")]
    DumbTerminal,
    /// The settings are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(std::io::Error),
    /// The game cannot be generated or loaded.
    #[error("{0}")]
    Game(String),
    /// The simulation stopped by itself.
    #[error("the simulation stopped; the last save is unchanged")]
    Stopped,
}

impl PlayOptions {
    /// The settings of the file, overridden by the command line.
    ///
    /// # Errors
    /// When a named file does not exist.
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        settings::read_or_default(self.settings.as_deref()).map(|settings| self.override_settings(settings))
    }

    /// The same, but with every error of the file reported.
    ///
    /// # Errors
    /// When the file is wrong.
    pub fn strict_settings(&self) -> Result<Settings, SettingsError> {
        settings::read(self.settings.as_deref()).map(|settings| self.override_settings(settings))
    }

    fn override_settings(&self, mut settings: Settings) -> Settings {
        settings.color = self.color.unwrap_or(settings.color);
        settings.mouse = self.mouse.or(settings.mouse);
        settings.glyphs = self.glyphs.or(settings.glyphs);
        settings.fps = self.fps.unwrap_or(settings.fps);
        settings
    }
}
