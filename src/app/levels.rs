//! The included levels, loading a level by name or file, and playing its solution.

use crate::level::Level;
use crate::save::{self, SaveError};
use crate::scene::text::{goal_words, line_words, measure_words, result_words};
use crate::sim::{self, Game};
use crate::text::Printable;
use crate::tui::{Campaign, CampaignLevel};
use crate::world::GoalStatus;
use include_dir::{Dir, include_dir};
use std::fmt::Write as _;
use std::path::Path;

/// The folder `levels` at build time.
pub static INCLUDED_LEVELS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/levels");
/// The shelves of the campaign, and the levels on each in the order in which they teach.
pub const SHELVES: [(&str, [&str; 5]); 5] = [
    ("see", ["u-trap", "island", "last-ford", "lost-in-the-wood", "scout-first"]),
    ("price", ["swamp-and-road", "fewest-steps", "two-peaks", "last-inn", "dry-season"]),
    ("fear", ["feared-pass", "watchtowers", "hold-the-pass", "escort", "spy-in-the-valley"]),
    ("crowd", ["bad-splice", "goat-bridge", "first-the-fast", "narrow-bridge", "forest-halves"]),
    ("build", ["sealed-pass", "shortest-bridge", "falling-bridge", "burnt-way", "three-hamlets"]),
];
/// Most goals of a level in the list.
const GOALS_LISTED: usize = 3;
/// Least similarity, 0 to 1, of a name to suggest.
const SIMILARITY_MIN: f64 = 0.7;

/// An included level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct IncludedLevel {
    /// Its path in `levels` without the extension: `see/u-trap`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl IncludedLevel {
    /// Its name: `u-trap`.
    pub fn name(self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// Its shelf: its folder.
    pub fn shelf(self) -> &'static str {
        self.path.split('/').next().unwrap_or_default()
    }

    /// Its place in the campaign: the number of its shelf, then its number there.
    fn place(self) -> (usize, usize) {
        let shelf = SHELVES.iter().position(|(shelf, _)| *shelf == self.shelf()).unwrap_or(SHELVES.len());
        let levels = SHELVES.get(shelf).map_or(&[][..], |(_, levels)| levels);
        (shelf, levels.iter().position(|name| *name == self.name()).unwrap_or(levels.len()))
    }
}

/// Why a level cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LevelLoadError {
    /// The file cannot be read, or is not a level.
    #[error(transparent)]
    File(#[from] SaveError),
    /// An included level is invalid. A test reads them all.
    #[error("the level {0} is damaged: {1}")]
    Included(&'static str, crate::level::LevelError),
    /// Neither a file nor a level has this name.
    #[error("there is no level '{name}': {hint} (`wayworn levels` lists all)")]
    Unknown {
        /// The requested name.
        name: String,
        /// Similar names, in words.
        hint: String,
    },
}

/// All included levels, in the order of the campaign.
pub fn included_levels() -> Vec<IncludedLevel> {
    let mut found = Vec::new();
    let mut folders = vec![&INCLUDED_LEVELS];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        found.extend(folder.files().filter_map(|file| {
            let path = file.path().to_str()?.strip_suffix(".toml")?;
            Some(IncludedLevel { path, text: file.contents_utf8()? })
        }));
    }
    found.sort_unstable_by_key(|level| (level.place(), level.path));
    found
}

/// Reads the level of this file, or the included one of this name.
///
/// # Errors
/// When there is none, or the place and reason why it is not a level.
pub fn load_level(wanted: &Path) -> Result<Level, LevelLoadError> {
    if wanted.exists() {
        return Ok(save::load_level(wanted)?);
    }
    let name = wanted.to_string_lossy();
    let name = name.strip_prefix("levels/").unwrap_or(&name);
    let name = name.strip_suffix(".toml").unwrap_or(name);
    let all = included_levels();
    if let Some(level) = all.iter().find(|level| level.path == name || level.name() == name) {
        return Level::parse(level.text).map_err(|error| LevelLoadError::Included(level.path, error));
    }
    let names = all.iter().map(|level| level.name());
    Err(LevelLoadError::Unknown {
        name: Printable(wanted).to_string(),
        hint: similar_names_hint(name, names),
    })
}

/// The levels of the campaign for the screen, without results.
pub fn campaign() -> Campaign {
    let level = |shipped: IncludedLevel| {
        let level = Level::parse(shipped.text).ok()?;
        Some(CampaignLevel {
            name: shipped.name().to_owned(),
            title: level.name,
            shelf: shipped.shelf(),
            learnt: level.learnt,
            ask: level.ask,
            answers: level.answers.into_iter().map(|answer| (answer.words, answer.cell)).collect(),
        })
    };
    Campaign { levels: included_levels().into_iter().filter_map(level).collect(), ..Campaign::default() }
}

/// The number in the campaign of the level that this name or file stands for; `None` for another level.
pub fn campaign_index(wanted: &Path) -> Option<usize> {
    let text = load_level(wanted).ok()?.text;
    included_levels().iter().position(|level| level.text == text)
}

/// Similar names, in words.
pub fn similar_names_hint<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> String {
    let mut near: Vec<(f64, &str)> = all.map(|other| (strsim::jaro_winkler(name, other), other)).collect();
    near.retain(|(likeness, _)| *likeness >= SIMILARITY_MIN);
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let near: Vec<&str> = near.into_iter().take(3).map(|(_, name)| name).collect();
    if near.is_empty() {
        "no name is similar".to_owned()
    } else {
        format!("did you mean {}?", near.join(" or "))
    }
}

/// `wayworn levels`: names, titles and goals.
pub fn list_levels() -> String {
    let mut out = String::new();
    let mut shelf = "";
    for shipped in included_levels() {
        let Ok(level) = Level::parse(shipped.text) else { continue };
        if shipped.shelf() != shelf {
            shelf = shipped.shelf();
            let _ = writeln!(out, "{}{}", if out.is_empty() { "" } else { "\n" }, shelf.to_uppercase());
        }
        let _ = writeln!(out, "{:<18} {}", shipped.name(), level.name);
        let game = Game::from_level(&level);
        let Some(trial) = &game.world.level_goals else { continue };
        for goal in trial.goals.iter().take(GOALS_LISTED) {
            let _ = writeln!(out, "{:19}{}", "", goal_words(&game.world, goal));
        }
        match trial.goals.len().saturating_sub(GOALS_LISTED) {
            0 => {}
            more => drop(writeln!(out, "{:19}and {more} more", "")),
        }
        if let Some(par) = trial.par {
            let _ = writeln!(out, "{:19}par: {}", "", measure_words(trial.measure, par));
        }
    }
    let _ = writeln!(out, "\nPlay one with: wayworn --level NAME");
    out
}

/// Plays a level's solution to its end; returns a report, and whether all goals were met.
pub fn play_solution(level: &Level, log: bool) -> (String, bool) {
    let mut game = Game::from_level(level);
    let mut text = String::new();
    let last = level.goals.iter().map(|goal| goal.until).max().unwrap_or(0);
    while game.world.tick < last && game.world.level_goals.as_ref().is_some_and(|trial| trial.ended.is_none())
    {
        for command in sim::solution_commands(&game.world, level) {
            if let Err(refused) = game.apply(&command) {
                let _ = writeln!(text, "tick {}: refused: {refused}", game.world.tick);
            }
        }
        game.tick();
    }
    if log {
        for (line, event) in game.world.events.lines() {
            let _ = writeln!(text, "{:>6}  {}", line.tick, line_words(&game.world, line, event));
        }
    }
    let Some(trial) = &game.world.level_goals else {
        return (format!("{text}{}: no goals\n", level.name), true);
    };
    for goal in &trial.goals {
        let standing = match goal.state {
            GoalStatus::Open => "open".to_owned(),
            GoalStatus::Met(tick) => format!("met at {tick}"),
            GoalStatus::Lost(tick) => format!("lost at {tick}"),
        };
        let _ = writeln!(text, "{standing:<14} {}", goal_words(&game.world, goal));
    }
    let _ = writeln!(text, "{}: {}", level.name, result_words(trial));
    (text, !trial.is_lost() && trial.ended.is_some())
}
