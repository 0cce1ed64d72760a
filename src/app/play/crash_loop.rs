//! A game that breaks off again and again at the same tick: what to go on from instead of breaking off once more.
//!
//! Each break leaves a report that is named after its tick; their number is the count. What is rescued stays where it is
//! until the player has chosen, and is set aside then.

use crate::app::console;
use crate::save::{Loaded, SaveError, Slot};
use crate::text::Printable;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Breaks at one tick after which a start asks.
const BREAKS_MAX: usize = 2;

/// A game that has broken off at the same tick too often.
pub struct Recurring {
    /// How often.
    breaks: usize,
    /// What would be played on now, and breaks.
    newest: Loaded,
    /// The newest sound save from before that tick.
    earlier: Option<Loaded>,
}

/// What the player wants to do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrashChoice {
    /// Go on from the newest save before that tick.
    Earlier,
    /// Begin another land.
    NewLand,
    /// Try the newest save once more.
    Again,
    /// Leave everything as it is.
    Leave,
}

/// What a start does.
pub enum Start {
    /// It goes on from a save.
    From(Box<Loaded>),
    /// It begins another land.
    NewLand,
    /// It ends.
    Nothing,
}

/// The name of the next report of a break after this tick, without its ending. Reports are never overwritten.
pub fn report_name(slot: &Slot, tick: u64) -> String {
    let first = format!("crash-{}-{tick}", slot.name());
    // Names of slots hold no dot, so no other slot's report is called like this.
    let later = (2..).map(|number| format!("{first}.{number}"));
    let is_free = |name: &String| {
        [".txt", ".replay"].iter().all(|ending| {
            let path = slot.path().with_file_name(format!("{name}{ending}"));
            path.symlink_metadata().is_err()
        })
    };
    std::iter::once(first.clone()).chain(later).find(is_free).unwrap_or(first)
}

/// Reports of breaks of this slot after this tick.
fn count_reports(slot: &Slot, tick: u64) -> usize {
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

/// Where to go on: from the newest save, unless that has broken off too often already; then `ask` decides.
///
/// # Errors
/// When what the player goes back from cannot be set aside.
pub fn choose(
    slot: &Slot,
    newest: Loaded,
    ask: &mut dyn FnMut(&Recurring) -> CrashChoice,
) -> Result<Start, SaveError> {
    let tick = newest.world.tick;
    let breaks = count_reports(slot, tick);
    if breaks < BREAKS_MAX {
        return Ok(Start::From(newest.into()));
    }
    // A save that cannot be read is no way out; what is wrong with it was told when the newest was loaded.
    let earlier = slot.load_before(tick).ok().flatten();
    let recurring = Recurring { breaks, newest, earlier };
    Ok(match ask(&recurring) {
        CrashChoice::Earlier => match recurring.earlier {
            Some(earlier) => Start::From(slot.go_back_to(earlier)?.into()),
            None => Start::Nothing,
        },
        CrashChoice::Again => Start::From(recurring.newest.into()),
        CrashChoice::NewLand => Start::NewLand,
        CrashChoice::Leave => Start::Nothing,
    })
}

impl Recurring {
    /// Whether there is a save from before.
    pub fn has_earlier(&self) -> bool {
        self.earlier.is_some()
    }

    /// What has happened, in a sentence.
    pub fn words(&self) -> String {
        let (file, tick) = (Printable(&self.newest.file), self.newest.world.tick);
        format!(
            "this game has broken off {} times after tick {tick}, and would again from {file}",
            self.breaks
        )
    }

    /// What the player can do, a key and its meaning each.
    fn ways(&self) -> Vec<(&'static str, String, CrashChoice)> {
        let earlier = self.earlier.as_ref().map(|save| {
            let says = format!(
                "go on from your last save before that, {} (tick {})",
                Printable(&save.file),
                save.world.tick
            );
            ("s", says, CrashChoice::Earlier)
        });
        let others = [
            ("n", "begin a new land".to_owned(), CrashChoice::NewLand),
            ("r", "try once more, as after an update of the game".to_owned(), CrashChoice::Again),
            ("q", "leave everything as it is".to_owned(), CrashChoice::Leave),
        ];
        earlier.into_iter().chain(others).collect()
    }
}

/// Asks the player, in the terminal as it is.
pub fn ask(recurring: &Recurring) -> CrashChoice {
    let ways = recurring.ways();
    let mut text =
        format!("wayworn: {}. Nothing is lost: what you do not choose is kept.\n", recurring.words());
    for (key, says, _) in &ways {
        let _ = writeln!(text, "  {key}  {says}");
    }
    let keys: Vec<&str> = ways.iter().map(|way| way.0).collect();
    loop {
        let _ = write!(text, "Type {} and Enter: ", keys.join(", "));
        let said = console::write(&text);
        let mut line = String::new();
        if said.is_err() || io::stdin().read_line(&mut line).map_or(true, |read| read == 0) {
            return CrashChoice::Leave;
        }
        if let Some(way) = ways.iter().find(|way| line.trim().eq_ignore_ascii_case(way.0)) {
            return way.2;
        }
        text.clear();
    }
}
