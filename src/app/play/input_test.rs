//! `wayworn --input-test`: shows what the terminal sends, event by event, and what it reports. No game is started.

use super::options::{PlayOptions, is_far};
use super::probe::{self, Width};
use super::{PlayError, Wake, display, guard, input, signals};
use crate::text::Printable;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseEventKind};
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the connection of the terminal is checked.
const LOOK_AFTER: Duration = Duration::from_millis(250);

/// Shows events until Esc is pressed twice, or Ctrl+C.
///
/// # Errors
/// When there is no terminal, the settings are wrong, or a thread fails.
pub fn input_test(options: &PlayOptions) -> Result<ExitCode, PlayError> {
    let settings = super::for_a_screen(options)?;
    guard::install_panic_hook();
    let (wake, woken) = mpsc::channel();
    signals::listen(wake.clone()).map_err(PlayError::Terminal)?;
    guard::raise(false).map_err(PlayError::Terminal)?;
    let (width, typed) = probe::ask();
    guard::mouse(settings.mouse.unwrap_or(true));
    for key in typed {
        let _ = wake.send(Wake::Event(Event::Key(key)));
    }
    let printed = tell(&facts(&settings, width)).map_err(PlayError::Terminal);
    let ended = printed.and_then(|()| input::listen(wake)).and_then(|()| listen(&woken));
    guard::lower();
    let code = ended?;
    // Exit without joining the threads, which still block.
    std::process::exit(code)
}

/// Facts about the terminal.
fn facts(settings: &super::settings::Settings, width: Width) -> Vec<String> {
    let variable =
        |name: &str| format!("{name}={}", Printable(std::env::var(name).as_deref().unwrap_or("(not set)")));
    let glyphs = match width {
        Width::Right => "have the right width".to_owned(),
        Width::Wrong(column) => {
            format!("have the wrong width (column {column}): the game would use ASCII")
        }
        Width::Unknown => "have an unknown width".to_owned(),
    };
    let (columns, rows) = display::size();
    vec![
        format!("{}  {}  {}", variable("TERM"), variable("COLORTERM"), variable("NO_COLOR")),
        format!("window {columns}×{rows}   colours {:?}   glyphs {glyphs}", settings.color.depth()),
        format!(
            "mouse {}",
            match (settings.mouse, is_far()) {
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

fn tell(lines: &[String]) -> std::io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(b"\x1b[2J\x1b[H")?;
    for line in lines {
        write!(out, "{line}\r\n")?;
    }
    out.flush()
}

/// Shows events until the end; returns the exit code.
fn listen(woken: &mpsc::Receiver<Wake>) -> Result<i32, PlayError> {
    let mut escaped = false;
    loop {
        let wake = match woken.recv_timeout(LOOK_AFTER) {
            Ok(wake) => wake,
            Err(RecvTimeoutError::Timeout) if guard::is_connected() => continue,
            Err(_) => return Ok(129),
        };
        let words = match wake {
            Wake::Event(event) => {
                if let Event::Key(key) = event
                    && key.kind == KeyEventKind::Press
                {
                    let interrupts = key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL;
                    if interrupts || (escaped && key.code == KeyCode::Esc) {
                        return Ok(0);
                    }
                    escaped = key.code == KeyCode::Esc;
                }
                words(&event)
            }
            Wake::Signal(signal) if signals::ends(signal) => return Ok(128 + signal),
            Wake::Signal(signal) if signals::stops(signal) => {
                guard::lower();
                signals::stop_here();
                guard::raise_again().map_err(PlayError::Terminal)?;
                "stopped and continued".to_owned()
            }
            Wake::Signal(signal) if signals::resizes(signal) => {
                let (columns, rows) = display::size();
                format!("window {columns}×{rows}")
            }
            _ => continue,
        };
        let mut out = stdout().lock();
        write!(out, "{words}\r\n").and_then(|()| out.flush()).map_err(PlayError::Terminal)?;
    }
}

/// An event in words.
fn words(event: &Event) -> String {
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
