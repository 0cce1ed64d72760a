//! Maps of the lab: included ones, the player's own, and the given one; and how the player's own are stored.
//!
//! A stored map is two files in the public format (Sturtevant 2012): the map, and a scenario with start, goal and the
//! cost of the cheapest path. Searching maps does not live here (`lab`).

use super::levels::INCLUDED_LEVELS;
use super::solve::{SolveError, read_map, read_text};
use crate::benchmark::{FormatError, GlyphCosts, PublicMap, Scenario, parse_scenarios};
use crate::graph::{Corner, Moves, PLAIN};
use crate::grid::Size;
use crate::lab::{GraphKind, LabMap, optimum};
use crate::save::{Disk, SaveError, free_path, write_atomic_on};
use crate::text::Printable;
use std::path::{Path, PathBuf};

/// Folder of the player's maps in the folder of saves.
const MAPS_FOLDER: &str = "maps";
/// The map that the lab opens with.
const FIRST_MAP: &str = "hills";
/// Costs of the glyphs of dear ground in included and stored maps, in milli-steps.
const GLYPH_COSTS: [(u8, u16); 2] = [(b'S', 3000), (b'W', 5000)];
/// Most characters in the name of a file, without number and extension.
const NAME_MAX: usize = 40;

/// Where a map comes from.
#[derive(Clone, Debug)]
enum MapSource {
    /// An included map.
    Included(&'static str),
    /// A file of the player's.
    Stored(PathBuf),
    /// A map given when the lab was opened.
    Given(Box<LabMap>),
}

/// The list of available maps.
#[derive(Clone, Debug)]
pub(super) struct MapList {
    folder: PathBuf,
    disk: Disk,
    /// Name, description, source.
    maps: Vec<(String, String, MapSource)>,
}

impl MapList {
    /// All maps: the given one, those stored in this folder of saves, the included ones.
    pub(super) fn new(saves: &Path, given: Option<(&str, &LabMap)>) -> MapList {
        let folder = saves.join(MAPS_FOLDER);
        let mut maps: Vec<(String, String, MapSource)> = Vec::new();
        maps.extend(given.map(|(says, ground)| {
            (ground.name.clone(), says.to_owned(), MapSource::Given(Box::new(ground.clone())))
        }));
        maps.extend(
            stored_maps(&folder)
                .into_iter()
                .map(|path| (stem(&path), "saved by you".to_owned(), MapSource::Stored(path))),
        );
        let suite = INCLUDED_LEVELS.get_dir("suite").into_iter().flat_map(include_dir::Dir::files);
        maps.extend(suite.filter_map(|file| {
            let text = file.contents_utf8()?;
            let size = PublicMap::parse(text).ok()?.size();
            Some((
                stem(file.path()),
                format!("{}×{}, included", size.width, size.height),
                MapSource::Included(text),
            ))
        }));
        MapList { folder, disk: Disk::default(), maps }
    }

    /// Adds another given map after the first.
    pub(super) fn add(&mut self, says: &str, ground: LabMap) {
        let is_given = |map: &(String, String, MapSource)| matches!(map.2, MapSource::Given(_));
        let at = self.maps.iter().filter(|map| is_given(map)).count();
        self.maps.insert(at, (ground.name.clone(), says.to_owned(), MapSource::Given(Box::new(ground))));
    }

    /// Name and description of each map.
    pub(super) fn list(&self) -> Vec<(String, String)> {
        self.maps.iter().map(|(name, says, _)| (name.clone(), says.clone())).collect()
    }

    /// The map at an index of the list; `Err` says why it cannot be loaded.
    pub(super) fn load_index(&self, index: usize) -> Result<LabMap, String> {
        let (name, _, source) = self.maps.get(index).ok_or("no such map")?;
        match source {
            MapSource::Given(ground) => Ok((**ground).clone()),
            MapSource::Included(text) => {
                let map = PublicMap::parse(text).map_err(|error| error.to_string())?;
                lab_map(name, &map, &GLYPH_COSTS.to_vec()).ok_or_else(|| "it has no passable cell".to_owned())
            }
            MapSource::Stored(path) => {
                load_map(path, &GLYPH_COSTS.to_vec()).map_err(|error| error.to_string())
            }
        }
    }

    /// Stores a map under an unused name; returns the file.
    pub(super) fn store_map(&mut self, ground: &LabMap) -> Result<PathBuf, SaveError> {
        let (path, text) = (self.new_path(&ground.name, &["map", "map.scen"])?, ground.to_text());
        // The map comes last: a map without its scenario would be listed, a scenario without its map is not.
        write_atomic_on(&self.disk, &scenario_path(&path), scenario_text(&path, &text, ground).as_bytes())?;
        write_atomic_on(&self.disk, &path, text.as_bytes())?;
        self.maps.push((stem(&path), "saved by you".to_owned(), MapSource::Stored(path.clone())));
        Ok(path)
    }

    /// Stores a trace under an unused name; returns the file.
    pub(super) fn store_trace(&self, name: &str, text: &str) -> Result<PathBuf, SaveError> {
        let path = self.new_path(name, &["trace.json"])?;
        write_atomic_on(&self.disk, &path, text.as_bytes())?;
        Ok(path)
    }

    /// An unused path in the folder, which is created if necessary.
    fn new_path(&self, name: &str, endings: &[&str]) -> Result<PathBuf, SaveError> {
        let created = self.disk.create_dir(&self.folder);
        created.map_err(|error| SaveError::io(&self.folder, "made", error))?;
        free_path(&self.folder, &plain_name(name), endings)
    }
}

/// With which costs a stored map has the costs of this one, `S=3,W=5`; `None` if all of its ground costs the same.
pub(super) fn glyph_costs_words(ground: &LabMap) -> Option<String> {
    let mut costs = ground.costs().iter().filter(|cost| **cost > 0);
    let first = costs.next()?;
    let words = GLYPH_COSTS.map(|(glyph, cost)| format!("{}={}", char::from(glyph), cost / PLAIN));
    costs.any(|cost| cost != first).then(|| words.join(","))
}

/// The map that the lab opens with.
pub(super) fn first_map() -> Option<LabMap> {
    included_map(FIRST_MAP)
}

/// The included map with this name.
pub(super) fn included_map(name: &str) -> Option<LabMap> {
    let list = MapList::new(Path::new(""), None);
    let index = list.maps.iter().position(|map| map.0 == name)?;
    list.load_index(index).ok()
}

/// Reads a map, with start and goal of the first scenario beside it, if there is one.
///
/// # Errors
/// When a file cannot be read, or where and why it is wrong.
pub(super) fn load_map(path: &Path, costs: &GlyphCosts) -> Result<LabMap, SolveError> {
    let map = read_map(path)?;
    let name = stem(path);
    let nowhere = || SolveError::Cell(format!("{}: this map has no passable cell", Printable(path)));
    let ground = lab_map(&name, &map, costs).ok_or_else(nowhere)?;
    let beside = scenario_path(path);
    if !beside.exists() {
        return Ok(ground);
    }
    let scenario = first_scenario(&read_text(&beside)?, map.size());
    let scenario = scenario.map_err(|error| SolveError::Invalid(Printable(&beside).to_string(), error))?;
    Ok(ground.with_ends(scenario.start, scenario.goal))
}

fn first_scenario(text: &str, size: Size) -> Result<Scenario, FormatError> {
    // The rest of a long file is not parsed and may be wrong.
    let end = text.match_indices('\n').filter(|(at, _)| !text[..*at].trim().is_empty()).nth(1);
    let mut scenarios = parse_scenarios(end.map_or(text, |(at, _)| &text[..at]), size)?;
    Ok(scenarios.swap_remove(0))
}

fn lab_map(name: &str, map: &PublicMap, costs: &GlyphCosts) -> Option<LabMap> {
    let terrain = map.terrain(costs);
    let prices = (0..terrain.size().area() as u32).map(|node| terrain.price(node)).collect();
    LabMap::new(name, terrain.size(), prices)
}

/// The name of a file without its extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The scenario file of a map: its name plus `.scen`.
fn scenario_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".scen");
    PathBuf::from(name)
}

/// Maps in a folder, by name.
fn stored_maps(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut maps: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "map"))
        .collect();
    maps.sort();
    maps
}

/// A name with characters that are valid on every file system.
fn plain_name(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(letter).take(NAME_MAX).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "map".to_owned() } else { name.to_owned() }
}

/// The scenario of a stored map, with the cost of the cheapest path over the map as it will be read back.
fn scenario_text(path: &Path, text: &str, kept: &LabMap) -> String {
    let (start, goal, size) = (kept.start(), kept.goal(), kept.size());
    let reread = PublicMap::parse(text).ok().and_then(|map| lab_map("", &map, &GLYPH_COSTS.to_vec()));
    let squares = GraphKind::Squares(Moves::Eight(Corner::BothFree));
    let cost = reread.and_then(|ground| optimum(&ground.with_ends(start, goal), squares)).unwrap_or(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(
        "version 1\n0\t{name}\t{}\t{}\t{}\t{}\t{}\t{}\t{}.{:03}\n",
        size.width,
        size.height,
        start.x,
        start.y,
        goal.x,
        goal.y,
        cost / 1000,
        cost % 1000
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::save::on_failing_disks;

    #[test]
    fn stored_maps_are_read_back_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut list = MapList::new(folder.path(), None);
        let mut ground = first_map().expect("an included map");
        assert!(ground.set_cost(Cell::new(3, 3), 0) && ground.move_goal(Cell::new(9, 9)));
        let paths = [(); 3].map(|()| list.store_map(&ground).expect("a folder that takes files"));
        for path in &paths {
            let again = load_map(path, &GLYPH_COSTS.to_vec()).expect("what was kept");
            assert_eq!((again.start(), again.goal()), (ground.start(), ground.goal()));
            assert_eq!(again.costs(), ground.costs());
        }
        assert_eq!(glyph_costs_words(&ground).as_deref(), Some("S=3,W=5"));
        assert_eq!(glyph_costs_words(&LabMap::open("plain", Size::new(9, 9))), None);
        let listed = MapList::new(folder.path(), None).list();
        assert_eq!(listed.iter().filter(|map| map.1 == "saved by you").count(), 3);
        assert_eq!(std::fs::read_dir(folder.path().join(MAPS_FOLDER)).expect("the folder").count(), 6);
    }

    #[test]
    fn on_failing_disks_stored_maps_load_and_failures_are_reported() {
        let ground = first_map().expect("a map of the program");
        let (mut stored, mut reported) = (0, 0);
        let times = on_failing_disks(|disk, how| {
            let folder = tempfile::tempdir().expect("a folder");
            let mut list = MapList::new(folder.path(), None);
            list.store_map(&ground).expect("a sound disk");
            list.disk = disk.clone();
            let (map, run) = (list.store_map(&ground), list.store_trace("run", "{}"));
            stored += u32::from(map.is_ok());
            let errors = [map.as_ref().err(), run.as_ref().err()];
            for words in errors.into_iter().flatten().map(ToString::to_string) {
                assert!(words.contains(folder.path().to_str().expect("a path")), "{how}: {words}");
                assert!(words.contains("check that") && !words.contains('\n'), "{how}: {words}");
                reported += 1;
            }
            let maps = stored_maps(&folder.path().join(MAPS_FOLDER));
            assert!(maps.len() > usize::from(map.is_ok()) && maps.len() <= 2, "{how}: {maps:?}");
            for path in &maps {
                let again = load_map(path, &GLYPH_COSTS.to_vec()).expect("what was kept");
                assert_eq!((again.start(), again.costs()), (ground.start(), ground.costs()), "{how}");
            }
            let files = std::fs::read_dir(folder.path().join(MAPS_FOLDER)).expect("the folder").flatten();
            let is_left = |file: std::fs::DirEntry| file.path().to_string_lossy().ends_with(".part");
            assert!(!files.into_iter().any(is_left), "{how}");
            assert!(
                MapList::new(folder.path(), None).store_map(&ground).is_ok(),
                "{how}: later it can be stored"
            );
        });
        assert!(times > 50 && reported > 40 && stored > 8, "{times} {reported} {stored}");
    }

    #[test]
    fn every_included_map_loads() {
        let list = MapList::new(Path::new(""), None);
        assert!(list.maps.len() >= 15);
        for (index, (name, _)) in list.list().iter().enumerate() {
            assert!(list.load_index(index).is_ok(), "{name}");
        }
    }
}
