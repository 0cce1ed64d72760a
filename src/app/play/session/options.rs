//! Options to start a game, and errors before it is shown. Reading settings does not live here (`settings`).

use super::settings::{self, ColorChoice, Settings, SettingsError};
use crate::grid::Size;
use crate::land::Recipe;
use crate::tui::{Depth, Glyphs};
use std::path::PathBuf;

/// Options to start a game.
#[derive(Clone, Debug)]
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

impl Default for PlayOptions {
    fn default() -> Self {
        PlayOptions {
            seed: None,
            chooses_land: false,
            is_new: false,
            by_hand: false,
            size: Size::new(256, 256),
            recipe: Recipe::default(),
            years: 0,
            is_wander: false,
            level: None,
            saves: PathBuf::from("saves"),
            settings: None,
            color: None,
            mouse: None,
            glyphs: None,
            fps: None,
        }
    }
}

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

/// Whether the locale lacks Unicode; false if none is set.
pub(super) fn is_plain_locale() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).is_some_and(|locale| is_plain(&locale))
}

fn is_plain(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    let is_c = matches!(locale.as_str(), "c" | "posix");
    is_c || locale.contains('.') && !locale.contains("utf-8") && !locale.contains("utf8")
}

/// Whether the terminal is remote.
pub(in crate::app::play) fn is_remote() -> bool {
    ["SSH_TTY", "SSH_CONNECTION"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

impl ColorChoice {
    /// Its name on the command line and in the settings.
    pub fn name(self) -> &'static str {
        match self {
            ColorChoice::Auto => "auto",
            ColorChoice::True => "true",
            ColorChoice::Indexed => "256",
            ColorChoice::Sixteen => "16",
            ColorChoice::Mono => "mono",
        }
    }

    /// The colour depth on this terminal.
    pub fn depth(self) -> Depth {
        let variable = |name| std::env::var(name).unwrap_or_default();
        match self {
            ColorChoice::True => Depth::True,
            ColorChoice::Indexed => Depth::Indexed,
            ColorChoice::Sixteen => Depth::Sixteen,
            ColorChoice::Mono => Depth::Mono,
            ColorChoice::Auto => depth(&variable("NO_COLOR"), &variable("COLORTERM"), &variable("TERM")),
        }
    }
}

/// The colour depth that the environment reports.
fn depth(no_color: &str, colorterm: &str, term: &str) -> Depth {
    if !no_color.is_empty() {
        Depth::Mono
    } else if colorterm.contains("truecolor") || colorterm.contains("24bit") || term.contains("direct") {
        Depth::True
    } else if term.contains("256color") || term.contains("kitty") || term.contains("alacritty") {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_say_whether_there_is_more_than_ascii() {
        for plain in ["C", "POSIX", "de_DE.ISO-8859-1", "ja_JP.eucJP"] {
            assert!(is_plain(plain), "{plain}");
        }
        for full in ["C.UTF-8", "en_US.utf8", "de_DE", "sr_RS.UTF-8@latin"] {
            assert!(!is_plain(full), "{full}");
        }
    }

    #[test]
    fn colours_are_what_the_terminal_says() {
        assert_eq!(depth("1", "truecolor", "xterm-256color"), Depth::Mono);
        assert_eq!(depth("", "truecolor", "xterm"), Depth::True);
        assert_eq!(depth("", "", "screen-256color"), Depth::Indexed);
        assert_eq!(depth("", "", "linux"), Depth::Sixteen);
    }
}
