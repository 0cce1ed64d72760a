//! The screen as the settings, the game's own memory and the terminal want it.
//!
//! Each of them is read elsewhere; here is only who has the last word.

use super::probe::{self, Width};
use super::remembered::Remembered;
use super::settings::Settings;
use super::{Wake, display, options};
use crate::tui::{Glyphs, Palette, Screen, Theme};
use ratatui::crossterm::event::Event;
use std::sync::mpsc::Sender;

/// What was remembered, and what the screen began with.
pub struct Memory {
    kept: Remembered,
    began: (Palette, bool),
}

impl Memory {
    /// Writes down what the screen has changed since. When that cannot be, gives a sentence that says so; the next time
    /// it is tried again.
    pub fn keep(&mut self, screen: &Screen) -> Option<String> {
        let now = self.kept.after(screen, self.began);
        if now == self.kept {
            return None;
        }
        match now.write() {
            Ok(()) => self.kept = now,
            Err(error) => return Some(format!("hints, palette and mouse will be as before: {error}")),
        }
        None
    }
}

/// How a screen is to look, and whether it has the mouse.
pub struct Appearance {
    /// Colours and glyphs.
    pub theme: Theme,
    /// Whether the mouse is its.
    pub mouse: bool,
    /// What is to be said about that, if anything.
    pub words: Option<&'static str>,
    /// What is wrong with what was remembered, if anything.
    pub forgotten: Option<String>,
    kept: Remembered,
}

/// How a screen is to look. What was typed while the terminal was asked is passed on.
pub fn look(settings: &Settings, wake: &Sender<Wake>) -> Appearance {
    let (kept, forgotten) = Remembered::read();
    let is_plain = settings.glyphs.is_none() && options::is_plain_locale();
    let asked = if settings.glyphs.is_none() && !is_plain { Some(probe::ask()) } else { None };
    let (width, typed) = asked.unwrap_or((Width::Unknown, Vec::new()));
    for key in typed {
        let _ = wake.send(Wake::Event(Event::Key(key)));
    }
    let is_wrong = matches!(width, Width::Wrong(_));
    let probed = if is_wrong || is_plain { Glyphs::Ascii } else { Glyphs::Unicode };
    let theme = Theme {
        depth: settings.color.depth(),
        palette: settings.palette.or(kept.palette.map(Palette::from)).unwrap_or_default(),
        glyphs: settings.glyphs.unwrap_or(probed),
    };
    let mouse = settings.mouse.unwrap_or(!kept.mouse_off);
    let words = if is_wrong {
        Some("plain glyphs: this terminal draws the others too wide")
    } else if is_plain {
        Some("plain glyphs: the locale (LC_ALL, LC_CTYPE, LANG) has no others")
    } else if settings.mouse.is_none() && kept.mouse_off {
        Some("the mouse is left to the terminal, as before")
    } else {
        None
    };
    Appearance { theme, mouse, words, forgotten, kept }
}

/// A screen for another game, as the one before was.
pub fn screen_after(before: &Screen) -> Screen {
    let (columns, rows) = display::size();
    let mut screen = Screen::new(before.theme, columns, rows, before.mouse);
    screen.keys = before.keys.clone();
    (screen.motion, screen.auto_follow, screen.hints) = (before.motion, before.auto_follow, before.hints);
    screen.used.clone_from(&before.used);
    screen
}

/// The game's screen over the whole terminal.
pub fn screen(settings: &Settings, look: Appearance) -> (Screen, Memory) {
    let Appearance { theme, mouse, words, forgotten, kept } = look;
    let (columns, rows) = display::size();
    let mut screen = Screen::new(theme, columns, rows, mouse);
    screen.keys = settings.keys.clone();
    screen.motion = settings.motion;
    screen.auto_follow = settings.auto_follow;
    screen.hints = settings.hints;
    kept.tell(&mut screen);
    if let Some(words) = words {
        screen.say(words);
    }
    let wrong: Vec<String> = settings.notice.clone().into_iter().chain(forgotten).collect();
    if !wrong.is_empty() {
        screen.refuse(wrong.join("; "));
    }
    let memory = Memory { kept, began: (theme.palette, mouse) };
    (screen, memory)
}
