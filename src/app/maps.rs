//! Maps of the lab: those of the program, those that a person has kept, and the file that was given. How they are kept.
//!
//! A kept map is two files in the public format (Sturtevant 2012): the map, and beside it a scenario with its start, its
//! goal and the cost of the cheapest way.

use super::levels::SHIPPED;
use super::solve::{SolveError, read, read_map};
use crate::benchmark::{Costs, FormatError, PublicMap, Scenario, parse_scenarios};
use crate::graph::{Corner, Moves};
use crate::grid::Size;
use crate::lab::{GraphKind, Ground, optimum};
use crate::save::{Disk, SaveError, free_path, write_whole_on};
use crate::text::Printable;
use std::path::{Path, PathBuf};

/// The folder of kept maps among the saves.
const KEPT: &str = "maps";
/// The map that the lab opens with.
const FIRST: &str = "hills";
/// What the glyphs of dear ground cost in maps of the program and in kept ones, in milli-steps.
const COSTS: [(u8, u16); 2] = [(b'S', 3000), (b'W', 5000)];
/// Letters of a file's name, at most, without number and ending.
const NAME_MAX: usize = 40;

/// Where a map comes from.
#[derive(Clone, Debug)]
enum MapSource {
    /// It is part of the program.
    Shipped(&'static str),
    /// A file of a person's own.
    Kept(PathBuf),
    /// It was there from the beginning.
    Given(Box<Ground>),
}

/// Maps that can be taken.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
    disk: Disk,
    /// Name, what it is, and where it comes from.
    maps: Vec<(String, String, MapSource)>,
}

impl Shelf {
    /// What there is: the given one, those kept in this folder of saves, those of the program.
    pub fn new(saves: &Path, given: Option<(&str, &Ground)>) -> Shelf {
        let folder = saves.join(KEPT);
        let mut maps: Vec<(String, String, MapSource)> = Vec::new();
        maps.extend(given.map(|(says, ground)| {
            (ground.name.clone(), says.to_owned(), MapSource::Given(Box::new(ground.clone())))
        }));
        maps.extend(
            kept(&folder)
                .into_iter()
                .map(|path| (stem(&path), "kept by you".to_owned(), MapSource::Kept(path))),
        );
        let suite = SHIPPED.get_dir("suite").into_iter().flat_map(include_dir::Dir::files);
        maps.extend(suite.filter_map(|file| {
            let text = file.contents_utf8()?;
            let size = PublicMap::parse(text).ok()?.size();
            Some((
                stem(file.path()),
                format!("{}×{}, of the program", size.width, size.height),
                MapSource::Shipped(text),
            ))
        }));
        Shelf { folder, disk: Disk::default(), maps }
    }

    /// One more ground that is there from the beginning, behind the given one.
    pub fn add(&mut self, says: &str, ground: Ground) {
        let given = |map: &(String, String, MapSource)| matches!(map.2, MapSource::Given(_));
        let at = self.maps.iter().filter(|map| given(map)).count();
        self.maps.insert(at, (ground.name.clone(), says.to_owned(), MapSource::Given(Box::new(ground))));
    }

    /// Name and words of each.
    pub fn list(&self) -> Vec<(String, String)> {
        self.maps.iter().map(|(name, says, _)| (name.clone(), says.clone())).collect()
    }

    /// The map at a place of the list; `Err` says why not.
    pub fn take(&self, index: usize) -> Result<Ground, String> {
        let (name, _, source) = self.maps.get(index).ok_or("there is no such map")?;
        match source {
            MapSource::Given(ground) => Ok((**ground).clone()),
            MapSource::Shipped(text) => {
                let map = PublicMap::parse(text).map_err(|error| error.to_string())?;
                ground(name, &map, &COSTS.to_vec())
                    .ok_or_else(|| "nobody can stand anywhere on it".to_owned())
            }
            MapSource::Kept(path) => load(path, &COSTS.to_vec()).map_err(|error| error.to_string()),
        }
    }

    /// Keeps a map under a new name, never over another file; gives the file.
    pub fn keep(&mut self, ground: &Ground) -> Result<PathBuf, SaveError> {
        let (path, text) = (self.new_path(&ground.name, &["map", "map.scen"])?, ground.to_text());
        // The map comes last: without its scenario it would be found, and without it the scenario is not.
        write_whole_on(&self.disk, &beside(&path), scenario(&path, &text, ground).as_bytes())?;
        write_whole_on(&self.disk, &path, text.as_bytes())?;
        self.maps.push((stem(&path), "kept by you".to_owned(), MapSource::Kept(path.clone())));
        Ok(path)
    }

    /// Keeps a run under a new name; gives the file.
    pub fn keep_run(&self, name: &str, text: &str) -> Result<PathBuf, SaveError> {
        let path = self.new_path(name, &["trace.json"])?;
        write_whole_on(&self.disk, &path, text.as_bytes())?;
        Ok(path)
    }

    /// A path in the folder, which is made if there is none, at which nothing is.
    fn new_path(&self, name: &str, endings: &[&str]) -> Result<PathBuf, SaveError> {
        let made = self.disk.make_dir(&self.folder);
        made.map_err(|error| SaveError::io(&self.folder, "made", error))?;
        free_path(&self.folder, &plain(name), endings)
    }
}

/// The map that the lab opens with.
pub fn first() -> Option<Ground> {
    let shelf = Shelf::new(Path::new(""), None);
    let index = shelf.maps.iter().position(|map| map.0 == FIRST)?;
    shelf.take(index).ok()
}

/// Reads a map, and takes start and goal from the first scenario beside it, if there is one.
///
/// # Errors
/// When a file cannot be read, or where and why it is wrong.
pub fn load(path: &Path, costs: &Costs) -> Result<Ground, SolveError> {
    let map = read_map(path)?;
    let name = stem(path);
    let nowhere = || SolveError::Cell(format!("{}: nobody can stand anywhere on this map", Printable(path)));
    let ground = ground(&name, &map, costs).ok_or_else(nowhere)?;
    let beside = beside(path);
    if !beside.exists() {
        return Ok(ground);
    }
    let scenario = first_scenario(&read(&beside)?, map.size());
    let scenario = scenario.map_err(|error| SolveError::Wrong(Printable(&beside).to_string(), error))?;
    Ok(ground.between(scenario.start, scenario.goal))
}

fn first_scenario(text: &str, size: Size) -> Result<Scenario, FormatError> {
    // The rest of a long file need not be read, nor be right.
    let end = text.match_indices('\n').filter(|(at, _)| !text[..*at].trim().is_empty()).nth(1);
    let mut scenarios = parse_scenarios(end.map_or(text, |(at, _)| &text[..at]), size)?;
    Ok(scenarios.swap_remove(0))
}

fn ground(name: &str, map: &PublicMap, costs: &Costs) -> Option<Ground> {
    let terrain = map.terrain(costs);
    let prices = (0..terrain.size().area() as u32).map(|node| terrain.price(node)).collect();
    Ground::new(name, terrain.size(), prices)
}

/// The name of a file without its ending.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The scenarios of a map: its name with `.scen` behind.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".scen");
    PathBuf::from(name)
}

/// Maps in a folder, by name.
fn kept(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut maps: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "map"))
        .collect();
    maps.sort();
    maps
}

/// A name in letters that every file system takes.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(letter).take(NAME_MAX).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "map".to_owned() } else { name.to_owned() }
}

/// The scenario of a kept map, with the cost of the cheapest way over it as it will be read again.
fn scenario(path: &Path, text: &str, kept: &Ground) -> String {
    let (start, goal, size) = (kept.start(), kept.goal(), kept.size());
    let again = PublicMap::parse(text).ok().and_then(|map| ground("", &map, &COSTS.to_vec()));
    let squares = GraphKind::Squares(Moves::Eight(Corner::BothFree));
    let cost = again.and_then(|ground| optimum(&ground.between(start, goal), squares)).unwrap_or(0);
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
    fn what_is_kept_is_read_again_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut shelf = Shelf::new(folder.path(), None);
        let mut ground = first().expect("a map of the program");
        assert!(ground.set_price(Cell::new(3, 3), 0) && ground.move_goal(Cell::new(9, 9)));
        let paths = [(); 3].map(|()| shelf.keep(&ground).expect("a folder that takes files"));
        for path in &paths {
            let again = load(path, &COSTS.to_vec()).expect("what was kept");
            assert_eq!((again.start(), again.goal()), (ground.start(), ground.goal()));
            assert_eq!(again.prices(), ground.prices());
        }
        let listed = Shelf::new(folder.path(), None).list();
        assert_eq!(listed.iter().filter(|map| map.1 == "kept by you").count(), 3);
        assert_eq!(std::fs::read_dir(folder.path().join(KEPT)).expect("the folder").count(), 6);
    }

    #[test]
    fn whatever_fails_every_map_that_was_kept_can_be_taken_and_what_was_not_is_told() {
        let ground = first().expect("a map of the program");
        let (mut kept_some, mut told) = (0, 0);
        let times = on_failing_disks(|disk, how| {
            let folder = tempfile::tempdir().expect("a folder");
            let mut shelf = Shelf::new(folder.path(), None);
            shelf.keep(&ground).expect("a sound disk");
            shelf.disk = disk.clone();
            let (map, run) = (shelf.keep(&ground), shelf.keep_run("run", "{}"));
            kept_some += u32::from(map.is_ok());
            let errors = [map.as_ref().err(), run.as_ref().err()];
            for words in errors.into_iter().flatten().map(ToString::to_string) {
                assert!(words.contains(folder.path().to_str().expect("a path")), "{how}: {words}");
                assert!(words.contains("see that") && !words.contains('\n'), "{how}: {words}");
                told += 1;
            }
            let there = kept(&folder.path().join(KEPT));
            assert!(there.len() > usize::from(map.is_ok()) && there.len() <= 2, "{how}: {there:?}");
            for path in &there {
                let again = load(path, &COSTS.to_vec()).expect("what was kept");
                assert_eq!((again.start(), again.prices()), (ground.start(), ground.prices()), "{how}");
            }
            let files = std::fs::read_dir(folder.path().join(KEPT)).expect("the folder").flatten();
            let is_left = |file: std::fs::DirEntry| file.path().to_string_lossy().ends_with(".part");
            assert!(!files.into_iter().any(is_left), "{how}");
            assert!(Shelf::new(folder.path(), None).keep(&ground).is_ok(), "{how}: later it can be kept");
        });
        assert!(times > 50 && told > 40 && kept_some > 8, "{times} {told} {kept_some}");
    }

    #[test]
    fn every_map_of_the_program_can_be_taken() {
        let shelf = Shelf::new(Path::new(""), None);
        assert!(shelf.maps.len() >= 15);
        for (index, (name, _)) in shelf.list().iter().enumerate() {
            assert!(shelf.take(index).is_ok(), "{name}");
        }
    }
}
