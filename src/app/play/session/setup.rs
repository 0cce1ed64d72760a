//! Sets up the screen from the settings, the remembered preferences and the terminal.
//!
//! Each of them is read elsewhere; only their precedence lives here.

use super::remembered::{Preferences, codex_progress};
use super::settings::Settings;
use super::{PlayError, PlayOptions};
use crate::app::console::print_error;
use crate::app::levels;
use crate::app::play::MainMessage;
use crate::app::play::terminal::{self, GlyphWidth, Questions};
use crate::tui::{Campaign, Depth, Glyphs, GraphicsProtocol, Palette, Screen, Theme};
use std::sync::mpsc::Sender;

/// The settings, after checking the terminal. Errors in them are printed even without a terminal.
pub(in crate::app::play) fn settings_for_terminal(options: &PlayOptions) -> Result<Settings, PlayError> {
    let settings = options.settings()?;
    let checked = terminal::check_terminal();
    if let (Err(_), Some(notice)) = (&checked, &settings.notice) {
        print_error(notice);
    }
    checked.map(|()| settings)
}

/// Remembered preferences, and palette and mouse at the start.
pub(in crate::app::play) struct Memory {
    preferences: Preferences,
    started_with: (Palette, bool),
}

impl Memory {
    /// Writes preferences that have changed. Returns a message if that fails; the next call tries again.
    pub(in crate::app::play) fn store(&mut self, screen: &Screen) -> Option<String> {
        let now = self.preferences.updated_from(screen, self.started_with);
        if now == self.preferences {
            return None;
        }
        // The codex notes by itself what was read.
        let now = Preferences { codex: codex_progress(), ..now };
        match now.write() {
            Ok(()) => self.preferences = now,
            Err(error) => return Some(format!("hints, palette and mouse are not remembered: {error}")),
        }
        None
    }
}

/// The look of a screen, and whether it captures the mouse.
pub(in crate::app::play) struct Appearance {
    /// Colours and glyphs.
    pub theme: Theme,
    /// Whether the mouse is captured.
    pub mouse: bool,
    /// How the terminal takes pictures of the land, if it is to show any.
    pub pictures: Option<GraphicsProtocol>,
    /// A message about the terminal, if any.
    pub words: Option<&'static str>,
    /// What is wrong with the remembered preferences, if anything.
    pub preferences_error: Option<String>,
    kept: Preferences,
}

/// What to ask the terminal: of pictures only where the map could have some, and about glyphs that are chosen only where
/// few fonts have them.
pub(in crate::app::play) fn questions(settings: &Settings) -> Questions {
    let is_plain = settings.glyphs.is_none() && terminal::is_plain_locale();
    let could_show =
        settings.color.depth() == Depth::True && settings.glyphs != Some(Glyphs::Ascii) && !is_plain;
    let glyphs = settings.glyphs.unwrap_or_default();
    let is_sure = settings.glyphs.is_some() && glyphs.mosaic().is_none();
    Questions {
        glyphs: (!is_sure && !is_plain).then_some(glyphs),
        pictures: settings.has_pixels && could_show && terminal::may_show_pictures(),
    }
}

/// Decides the look of a screen. Keys typed during the probe are passed on.
pub(in crate::app::play) fn decide_appearance(settings: &Settings, wake: &Sender<MainMessage>) -> Appearance {
    let (kept, forgotten) = Preferences::read();
    let is_plain = settings.glyphs.is_none() && terminal::is_plain_locale();
    let (width, pictures, typed) = terminal::probe(questions(settings));
    for event in typed {
        let _ = wake.send(MainMessage::Event(event));
    }
    let is_wrong = matches!(width, GlyphWidth::Wrong(_));
    let glyphs = match settings.glyphs {
        None if is_wrong || is_plain => Glyphs::Ascii,
        // Pictures are finer, and what is not wide enough leaves gaps.
        Some(Glyphs::Sextants | Glyphs::Octants) if width != GlyphWidth::Right || pictures.is_some() => {
            Glyphs::Unicode
        }
        chosen => chosen.unwrap_or_default(),
    };
    let theme = Theme {
        depth: settings.color.depth(),
        palette: settings.palette.or(kept.palette).unwrap_or_default(),
        glyphs,
        day: None,
    };
    let mouse = settings.mouse.unwrap_or(!kept.mouse_off);
    let words = if settings.glyphs.is_some_and(|chosen| chosen != glyphs) && pictures.is_none() {
        Some("half blocks: this terminal does not answer that others are wide enough")
    } else if is_wrong {
        Some("ASCII glyphs: this terminal draws others too wide")
    } else if is_plain {
        Some("ASCII glyphs: the locale (LC_ALL, LC_CTYPE, LANG) has no others")
    } else if settings.mouse.is_none() && kept.mouse_off {
        Some("the mouse is not captured, as last time")
    } else {
        None
    };
    Appearance { theme, mouse, pictures, words, preferences_error: forgotten, kept }
}

/// A screen for another game, with the look of the previous one.
pub(in crate::app::play) fn screen_after(before: &Screen) -> Screen {
    let (columns, rows) = terminal::window_size();
    let mut screen = Screen::new(before.theme, columns, rows, before.mouse);
    screen.keys = before.keys.clone();
    (screen.clock.has_motion, screen.auto_follow) = (before.clock.has_motion, before.auto_follow);
    (screen.map.daylight, screen.map.has_weather) = (before.map.daylight, before.map.has_weather);
    screen.hints.clone_from(&before.hints);
    screen.campaign = Campaign { current: None, ..before.campaign.clone() };
    screen
}

/// The game's screen over the whole terminal.
pub(in crate::app::play) fn build_screen(settings: &Settings, look: Appearance) -> (Screen, Memory) {
    let Appearance { theme, mouse, words, preferences_error: forgotten, kept, .. } = look;
    let (columns, rows) = terminal::window_size();
    let mut screen = Screen::new(theme, columns, rows, mouse);
    screen.keys = settings.keys.clone();
    screen.clock.has_motion = settings.has_motion;
    screen.map.daylight.is_on = settings.has_light;
    screen.map.has_weather = settings.has_weather;
    screen.auto_follow = settings.auto_follow;
    screen.hints.are_on = settings.shows_hints;
    screen.campaign = levels::campaign();
    kept.apply_to(&mut screen);
    if let Some(words) = words {
        screen.notices.notify(words);
    }
    let wrong: Vec<String> = settings.notice.clone().into_iter().chain(forgotten).collect();
    if !wrong.is_empty() {
        screen.notices.refuse(wrong.join("; "));
    }
    let memory = Memory { preferences: kept, started_with: (theme.palette, mouse) };
    (screen, memory)
}
