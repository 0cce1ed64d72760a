//! `wayworn --input-test`: shows what the terminal sends, event by event, and what it reports. No game is started.

use super::environment::is_remote;
use super::probe::{self, GlyphWidth};
use super::{display, guard, input, signals, system};
use crate::app::play::session::settings::Settings;
use crate::app::play::session::{PlayError, PlayOptions, questions, settings_for_terminal};
use crate::app::play::{HANG_UP_CODE, MainMessage};
use crate::text::Printable;
use crate::tui::GraphicsProtocol;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseEventKind};
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};

/// Shows events until Esc is pressed twice, or Ctrl+C.
///
/// # Errors
/// When there is no terminal, the settings are wrong, or a thread fails.
pub fn run_input_test(options: &PlayOptions) -> Result<ExitCode, PlayError> {
    let settings = settings_for_terminal(options)?;
    guard::install_panic_hook();
    let (wake, woken) = mpsc::channel();
    signals::listen_to_signals(wake.clone()).map_err(PlayError::Terminal)?;
    guard::take(false).map_err(PlayError::Terminal)?;
    let (width, pictures, typed) = probe::probe(questions(&settings));
    guard::set_mouse(settings.mouse.unwrap_or(true));
    for event in typed {
        let _ = wake.send(MainMessage::Event(event));
    }
    let printed = print_lines(&terminal_facts(&settings, width, pictures)).map_err(PlayError::Terminal);
    let ended = printed.and_then(|()| input::listen_to_terminal(wake)).and_then(|()| show_events(&woken));
    guard::restore();
    let code = ended?;
    // Exit without joining the threads, which still block.
    std::process::exit(code)
}

/// Facts about the terminal.
fn terminal_facts(settings: &Settings, width: GlyphWidth, pictures: Option<GraphicsProtocol>) -> Vec<String> {
    let variable =
        |name: &str| format!("{name}={}", Printable(std::env::var(name).as_deref().unwrap_or("(not set)")));
    let glyphs = match width {
        GlyphWidth::Right => "have the right width".to_owned(),
        GlyphWidth::Wrong(column) => {
            let instead = if settings.glyphs.is_some() { "half blocks" } else { "ASCII" };
            format!("have the wrong width (column {column}): the game would use {instead}")
        }
        GlyphWidth::Unknown => "have an unknown width".to_owned(),
    };
    let pictures = match pictures {
        Some(GraphicsProtocol::Kitty) => "pictures as Kitty takes them".to_owned(),
        Some(GraphicsProtocol::Iterm) => "pictures as iTerm2 takes them".to_owned(),
        Some(GraphicsProtocol::Sixel { character: (width, height) }) => {
            format!("pictures in Sixel, {width}×{height} pixels a character")
        }
        None => "no pictures".to_owned(),
    };
    let (columns, rows) = display::window_size();
    vec![
        format!("{}  {}  {}", variable("TERM"), variable("COLORTERM"), variable("NO_COLOR")),
        format!("window {columns}×{rows}   colours {:?}   glyphs {glyphs}", settings.color.depth()),
        pictures,
        format!(
            "mouse {}",
            match (settings.mouse, is_remote()) {
                (Some(false), _) => "not captured",
                (_, true) => "clicks and drags (remote terminal)",
                (_, false) => "clicks, drags and motion",
            }
        ),
        String::new(),
        "Press keys, click, resize. Esc twice or Ctrl+C quits.".to_owned(),
        String::new(),
    ]
}

fn print_lines(lines: &[String]) -> std::io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(b"\x1b[2J\x1b[H")?;
    for line in lines {
        write!(out, "{line}\r\n")?;
    }
    out.flush()
}

/// Shows events until the end; returns the exit code.
fn show_events(woken: &mpsc::Receiver<MainMessage>) -> Result<i32, PlayError> {
    let mut escaped = false;
    loop {
        let wake = match woken.recv_timeout(guard::CONNECTION_CHECK) {
            Ok(wake) => wake,
            Err(RecvTimeoutError::Timeout) if system::is_connected() => continue,
            Err(_) => return Ok(HANG_UP_CODE.into()),
        };
        let words = match wake {
            MainMessage::Event(event) => {
                if let Event::Key(key) = event
                    && key.kind == KeyEventKind::Press
                {
                    let interrupts = key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL;
                    if interrupts || (escaped && key.code == KeyCode::Esc) {
                        return Ok(0);
                    }
                    escaped = key.code == KeyCode::Esc;
                }
                event_words(&event)
            }
            MainMessage::Signal(signal) if signals::is_ending(signal) => return Ok(128 + signal),
            MainMessage::Signal(signal) if signals::is_suspending(signal) => {
                signals::stop_process();
                guard::take_again().map_err(PlayError::Terminal)?;
                "stopped and continued".to_owned()
            }
            MainMessage::Signal(signal) if signals::is_resizing(signal) => {
                let (columns, rows) = display::window_size();
                format!("window {columns}×{rows}")
            }
            _ => continue,
        };
        let mut out = stdout().lock();
        write!(out, "{words}\r\n").and_then(|()| out.flush()).map_err(PlayError::Terminal)?;
    }
}

/// An event in words.
fn event_words(event: &Event) -> String {
    let held = |modifiers: KeyModifiers| {
        if modifiers.is_empty() { String::new() } else { format!("{modifiers} + ") }
    };
    match event {
        Event::Key(key) => {
            let kind = if key.kind == KeyEventKind::Press { "" } else { " (release or repeat)" };
            format!("key     {}{:?}{kind}", held(key.modifiers), key.code)
        }
        Event::Mouse(mouse) => {
            let kind = match mouse.kind {
                MouseEventKind::Moved => "moved".to_owned(),
                other => format!("{other:?}"),
            };
            format!("mouse   {}{kind} at column {}, row {}", held(mouse.modifiers), mouse.column, mouse.row)
        }
        other => format!("{other:?}"),
    }
}
