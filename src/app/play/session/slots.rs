//! The slots of games: their names, and which of them have a save.
//!
//! Every land has its own slot, named after its seed and size, so that starting another never loses the previous one.
//! What a slot holds does not live here (`save`).

use super::PlayOptions;
use crate::app::daily;
use crate::land::Recipe;
use std::path::Path;

/// Prefixes of the slot names of lands, of wanderers' games, and of the lands of days.
const PREFIXES: [&str; 3] = ["land-", "wander-", daily::SLOT_PREFIX];

fn slot_prefix(options: &PlayOptions) -> &'static str {
    PREFIXES[if options.is_daily { 2 } else { usize::from(options.is_wander) }]
}

/// The slot name of a land.
pub(in crate::app::play) fn land_slot(seed: u64, options: &PlayOptions) -> String {
    let family = slot_prefix(options);
    let gentle = if options.recipe.gentle { "-gentle" } else { "" };
    let plain = Recipe { gentle: false, ..options.recipe };
    let kind = if plain == Recipe::default() { String::new() } else { format!("-{}", plain.words("-")) };
    format!("{family}{seed}-{}x{}{kind}{gentle}", options.size.width, options.size.height)
}

/// The seed in a slot's name.
pub(super) fn seed_of(name: &str) -> Option<u64> {
    let seed = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix))?;
    seed.split('-').next()?.parse().ok()
}

/// The slot name of a level: its file name without characters that are not allowed.
pub(super) fn level_slot(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let plain: String = stem.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    format!("level-{plain}")
}

/// The slot of the land saved last.
pub(super) fn latest_slot(options: &PlayOptions) -> Option<String> {
    let family = slot_prefix(options);
    let entries = std::fs::read_dir(&options.saves).ok()?.flatten();
    let lands = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (land, kind) = name.rsplit_once('.').filter(|(land, _)| land.starts_with(family))?;
        let land = is_save(kind).then(|| land.to_owned())?;
        Some((entry.metadata().ok()?.modified().ok()?, land))
    });
    lands.max().map(|(_, name)| name)
}

/// Whether a slot has a save of any kind.
pub(in crate::app::play) fn has_save(saves: &Path, slot: &str) -> bool {
    let entries = std::fs::read_dir(saves).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names
        .into_iter()
        .any(|name| name.rsplit_once('.').is_some_and(|(land, kind)| land == slot && is_save(kind)))
}

/// Whether files with this extension are saves.
fn is_save(extension: &str) -> bool {
    matches!(extension, "save" | "bak" | "rescue") || extension.starts_with("auto")
}

/// A random seed, short enough to share.
pub(in crate::app::play) fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 100_000_000
}
