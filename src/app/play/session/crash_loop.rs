//! Crash loops: a game that crashes repeatedly at the same tick asks what to continue from instead.
//!
//! Each crash leaves a report named after its tick; the number of reports is the count. The rescued save stays in place
//! until the player has chosen, and is then set aside.

use crate::app::console;
use crate::save::{LoadedSave, SaveError, SaveSlot};
use crate::text::Printable;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Crashes at one tick after which a start asks the player.
const CRASHES_MAX: usize = 2;

/// A game that has crashed too often at the same tick.
pub(in crate::app::play) struct CrashLoop {
    /// Number of crashes.
    crashes: usize,
    /// The newest save, which leads to the crash.
    newest: LoadedSave,
    /// The newest intact save from before that tick.
    earlier: Option<LoadedSave>,
}

/// The player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::play) enum CrashChoice {
    /// Continue from the newest save before that tick.
    Earlier,
    /// Start another land.
    NewLand,
    /// Try the newest save once more.
    Retry,
    /// Quit without changes.
    Quit,
}

/// What a start of the program does.
pub(super) enum StartFrom {
    /// Continue from a save.
    Save(Box<LoadedSave>),
    /// Start another land.
    NewLand,
    /// Quit.
    Quit,
}

/// An unused name for a report of a crash after this tick, without its extension. Reports are never overwritten.
pub(super) fn report_name(slot: &SaveSlot, tick: u64) -> String {
    let first = format!("crash-{}-{tick}", slot.name());
    // Names of slots contain no dot, so no other slot's report has this name.
    let later = (2..).map(|number| format!("{first}.{number}"));
    let is_free = |name: &String| {
        [".txt", ".replay"].iter().all(|ending| {
            let path = slot.path().with_file_name(format!("{name}{ending}"));
            path.symlink_metadata().is_err()
        })
    };
    std::iter::once(first.clone()).chain(later).find(is_free).unwrap_or(first)
}

/// Number of crash reports of this slot after this tick.
fn count_reports(slot: &SaveSlot, tick: u64) -> usize {
    let first = format!("crash-{}-{tick}.", slot.name());
    let path = slot.path();
    let entries = path.parent().and_then(|dir| std::fs::read_dir(dir).ok()).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| {
            name.starts_with(&first) && Path::new(name).extension().is_some_and(|end| end == "txt")
        })
        .count()
}

/// Decides how to continue: from the newest save, or as `ask` says if that has crashed too often.
///
/// # Errors
/// When the newer saves cannot be set aside.
pub(super) fn choose_start(
    slot: &SaveSlot,
    newest: LoadedSave,
    ask: &mut dyn FnMut(&CrashLoop) -> CrashChoice,
) -> Result<StartFrom, SaveError> {
    let tick = newest.world.tick;
    let breaks = count_reports(slot, tick);
    if breaks < CRASHES_MAX {
        return Ok(StartFrom::Save(newest.into()));
    }
    // An unreadable save is no alternative; its error was reported when the newest was loaded.
    let earlier = slot.load_before(tick).ok().flatten();
    let recurring = CrashLoop { crashes: breaks, newest, earlier };
    Ok(match ask(&recurring) {
        CrashChoice::Earlier => match recurring.earlier {
            Some(earlier) => StartFrom::Save(slot.go_back_to(earlier)?.into()),
            None => StartFrom::Quit,
        },
        CrashChoice::Retry => StartFrom::Save(recurring.newest.into()),
        CrashChoice::NewLand => StartFrom::NewLand,
        CrashChoice::Quit => StartFrom::Quit,
    })
}

impl CrashLoop {
    /// Whether there is an earlier save.
    pub(in crate::app::play) fn has_earlier(&self) -> bool {
        self.earlier.is_some()
    }

    /// What happened, in a sentence.
    pub(in crate::app::play) fn description(&self) -> String {
        let (file, tick) = (Printable(&self.newest.file), self.newest.world.tick);
        format!(
            "this game has crashed {} times after tick {tick}, and would crash again from {file}",
            self.crashes
        )
    }

    /// The player's options: key, words, choice.
    fn options(&self) -> Vec<(&'static str, String, CrashChoice)> {
        let earlier = self.earlier.as_ref().map(|save| {
            let says = format!(
                "continue from your last save before that, {} (tick {})",
                Printable(&save.file),
                save.world.tick
            );
            ("s", says, CrashChoice::Earlier)
        });
        let others = [
            ("n", "start a new land".to_owned(), CrashChoice::NewLand),
            ("r", "try again, for instance after an update".to_owned(), CrashChoice::Retry),
            ("q", "quit and change nothing".to_owned(), CrashChoice::Quit),
        ];
        earlier.into_iter().chain(others).collect()
    }
}

/// Asks the player in the plain terminal.
pub(super) fn ask_player(recurring: &CrashLoop) -> CrashChoice {
    let options = recurring.options();
    let mut text =
        format!("wayworn: {}. Nothing is lost: the other saves are kept.\n", recurring.description());
    for (key, says, _) in &options {
        let _ = writeln!(text, "  {key}  {says}");
    }
    let keys: Vec<&str> = options.iter().map(|option| option.0).collect();
    loop {
        let _ = write!(text, "Type {} and Enter: ", keys.join(", "));
        let said = console::write(&text);
        let mut line = String::new();
        if said.is_err() || io::stdin().read_line(&mut line).map_or(true, |read| read == 0) {
            return CrashChoice::Quit;
        }
        if let Some(option) = options.iter().find(|option| line.trim().eq_ignore_ascii_case(option.0)) {
            return option.2;
        }
        text.clear();
    }
}
