//! Cuts a level out of a land, as the text that a person would write.
//!
//! It shows what the player's people knows: unknown cells are deep water. History stays behind.

use crate::grid::Cell;
use crate::land::Land;
use crate::level::{Glyph, Level};
use crate::sim::start::level::{HEIGHT_PER_DIGIT, ROAD_TIERS, glyph_surface};
use crate::world::{Believed, Goal, GoalDemand, PeopleIx, STEP_TICKS, Unit, UnitId, World};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Par is the time of so many walks straight over grass.
const PAR_WALKS: u32 = 2;

/// A part of a land, and what is to be done there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelCut {
    /// Its upper left corner.
    pub from: Cell,
    /// Its lower right corner.
    pub to: Cell,
    /// What is to be done, in cells of the land and ticks from the level's beginning.
    pub goals: Vec<Goal>,
}

impl LevelCut {
    fn holds(&self, cell: Cell) -> bool {
        (self.from.x..=self.to.x).contains(&cell.x) && (self.from.y..=self.to.y).contains(&cell.y)
    }

    /// A letter for each cell, row by row.
    fn drawn(&self, letter: impl Fn(Cell) -> char) -> String {
        let rows = (self.from.y..=self.to.y).map(|y| {
            (self.from.x..=self.to.x).map(|x| letter(Cell::new(x, y))).chain(['\n']).collect::<String>()
        });
        rows.collect()
    }

    /// A place as a level writes it.
    fn place(&self, cell: Cell) -> String {
        format!("[{}, {}]", cell.x - self.from.x, cell.y - self.from.y)
    }

    /// The walks that are to be done, if that is all: who has to get where.
    fn walks(&self) -> Option<Vec<(UnitId, Cell)>> {
        let walk = |goal: &Goal| match goal.demand {
            GoalDemand::Reach { unit: Some(unit), at, .. } => Some((unit, at)),
            _ => None,
        };
        self.goals.iter().map(walk).collect()
    }
}

/// The text of the level that is cut out of a land.
///
/// # Errors
/// In words, when it would not be a level: nothing is to be done, a unit or a place of a goal lies outside, or a goal on
/// impassable ground, or it is too small.
pub fn level_text(world: &World, cut: &LevelCut) -> Result<String, String> {
    let named = named_units(world, cut)?;
    let (name, about) = words(world, cut, &named);
    let seed = world.seed;
    let mut text = format!("name = {name}\nabout = {about}\nseed = {seed}\nfog = false\n");
    let walks = cut.walks();
    if let Some(walks) = &walks {
        let far = walks.iter().filter_map(|(id, at)| Some(world.unit(*id)?.cell.octile(*at))).max();
        let _ = writeln!(text, "par = {}", PAR_WALKS * (STEP_TICKS * far.unwrap_or(0) / 1000).max(1));
    }
    let map = cut.drawn(|cell| glyph_at(world, cell).glyph());
    let heights = cut.drawn(|cell| height_digit(world, cell));
    let _ = write!(text, "\nmap = '''\n{map}'''\n\nheights = '''\n{heights}'''\n");
    let roads = cut.drawn(|cell| road_digit(world, cell));
    if roads.contains(|digit| ('1'..='9').contains(&digit)) {
        let _ = write!(text, "\nroads = '''\n{roads}'''\n");
    }
    text += &sites_and_towns(world, cut);
    text += &units(world, cut, &named);
    for goal in &cut.goals {
        let _ = write!(text, "\n[[goal]]\n{}", goal_fields(world, cut, goal)?);
    }
    for (id, at) in walks.into_iter().flatten() {
        let (x, y) = (at.x - cut.from.x, at.y - cut.from.y);
        let name = unit_name(world, id);
        let _ = write!(text, "\n[[solution]]\nunit = {name}\norders = [\"go {x} {y}\"]\n");
    }
    Level::parse(&text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// The units that the goals are about.
fn named_units<'a>(world: &'a World, cut: &LevelCut) -> Result<Vec<&'a Unit>, String> {
    if cut.goals.is_empty() {
        return Err("nothing is to be done in it: add a goal".to_owned());
    }
    let mut named: Vec<&Unit> = Vec::new();
    for id in cut.goals.iter().filter_map(Goal::unit) {
        let unit = world.unit(id).filter(|unit| unit.people == PeopleIx::PLAYER && cut.holds(unit.cell));
        let unit = unit.ok_or("a unit that it is about is not in sight")?;
        if named.iter().all(|other| other.id != id) {
            named.push(unit);
        }
    }
    Ok(named)
}

/// Its name and what it is about.
fn words(world: &World, cut: &LevelCut, named: &[&Unit]) -> (String, String) {
    let mut towns = world.towns.entries().filter(|(_, town)| cut.holds(town.cell));
    let known = towns.find(|(id, _)| world.people(PeopleIx::PLAYER).knows_as(*id).is_some());
    let title = match (named, known) {
        ([unit, ..], _) => format!("The way of {}", unit.name),
        (_, Some((_, town))) => format!("Around {}", town.name),
        _ => "A land of its own".to_owned(),
    };
    let about = match named {
        [unit, ..] if cut.walks().is_some() => {
            let name = &unit.name;
            format!("Press Tab for {name}, move the cursor to the pin, press g twice, and Space to start.")
        }
        _ => {
            let first = "Press Tab to choose a unit, g to send it to the cursor, and Space to start.";
            format!("{first} The goals say what is to be done.")
        }
    };
    (quoted(&title), quoted(&about))
}

/// The fields of a goal, a line each.
fn goal_fields(world: &World, cut: &LevelCut, goal: &Goal) -> Result<String, String> {
    let place = |cell: Cell| {
        if cut.holds(cell) { Ok(cut.place(cell)) } else { Err("a goal is not in sight".to_owned()) }
    };
    let stand = |cell: Cell| {
        let (at, ground) = (place(cell)?, glyph_at(world, cell));
        let is_free = !ground.is_blocked();
        if is_free { Ok(at) } else { Err(format!("a goal is on {}, as far as is known", ground.name())) }
    };
    let flag = |name: &str, is_set: bool| if is_set { format!("{name} = true\n") } else { String::new() };
    let name = |unit| format!("unit = {}\n", unit_name(world, unit));
    let (kind, fields, time) = match goal.demand {
        GoalDemand::Reach { unit, at, unseen, fed } => {
            let unit = unit.map_or_else(String::new, name);
            let flags = flag("unseen", unseen) + &flag("fed", fed);
            ("reach", format!("{unit}at = {}\n{flags}", stand(at)?), "within")
        }
        GoalDemand::SeePlace(at) => ("see", format!("at = {}\n", place(at)?), "within"),
        GoalDemand::SeeUnit(unit) => ("see", name(unit), "within"),
        GoalDemand::Survive(unit) => ("survive", name(unit), "until"),
        GoalDemand::Hold { from, to } => {
            ("hold", format!("at = {}\nto = {}\n", place(from)?, place(to)?), "until")
        }
        GoalDemand::Deliver(loads) => ("deliver", format!("loads = {loads}\n"), "within"),
        GoalDemand::Home { unit, of, watch, unseen, .. } => {
            let fields = format!("{}at = {}\nwatch = {watch}\n", name(unit), place(of)?);
            ("home", fields + &flag("unseen", unseen), "within")
        }
        GoalDemand::Bring { unit, at, .. } => {
            if world.unit(unit).is_some_and(|unit| unit.cargo.is_none()) {
                return Err(format!("{} carries nothing that it could bring", unit_name(world, unit)));
            }
            ("bring", format!("{}at = {}\n", name(unit), stand(at)?), "within")
        }
    };
    Ok(format!("kind = \"{kind}\"\n{fields}{time} = {}\n", goal.until))
}

/// What is known of the sites and settlements there.
fn sites_and_towns(world: &World, cut: &LevelCut) -> String {
    let people = world.people(PeopleIx::PLAYER);
    let mut text = String::new();
    for site in world.land.sites.iter().filter(|site| cut.holds(site.cell)) {
        if people.belief.is_known(site.cell) {
            let _ =
                write!(text, "\n[[site]]\ngood = \"{}\"\nat = {}\n", site.good.name(), cut.place(site.cell));
        }
    }
    for (id, town) in world.towns.entries().filter(|(_, town)| cut.holds(town.cell)) {
        let Some(kind) = people.knows_as(id) else { continue };
        let owner = if town.people == PeopleIx::PLAYER { "yours" } else { "neighbours" };
        let (name, kind, at) = (quoted(&town.name), kind.name(), cut.place(town.cell));
        let _ =
            write!(text, "\n[[town]]\nname = {name}\nkind = \"{kind}\"\npeople = \"{owner}\"\nat = {at}\n");
    }
    text
}

/// The player's units there: those that the goals are about, and of others on one cell, as in a settlement, the first.
fn units(world: &World, cut: &LevelCut, named: &[&Unit]) -> String {
    let mut text = String::new();
    let mut taken: BTreeSet<Cell> = named.iter().map(|unit| unit.cell).collect();
    let own = world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER && cut.holds(unit.cell));
    let others: Vec<&Unit> = own.filter(|unit| taken.insert(unit.cell)).collect();
    for unit in named.iter().copied().chain(others) {
        let (name, kind, at) = (quoted(&unit.name), unit.kind.row().name, cut.place(unit.cell));
        let _ = write!(text, "\n[[unit]]\nname = {name}\nkind = \"{kind}\"\nat = {at}\n");
        if let Some(cargo) = unit.cargo {
            let _ = writeln!(text, "cargo = \"{}\"", cargo.good.name());
        }
    }
    text
}

fn unit_name(world: &World, id: UnitId) -> String {
    quoted(world.unit(id).map_or("", |unit| &unit.name))
}

/// What is believed to be the ground of a cell; meadow for what has no glyph.
fn glyph_at(world: &World, cell: Cell) -> Glyph {
    match world.people(PeopleIx::PLAYER).belief.at(cell) {
        Believed::Known { surface, .. } => {
            let known = Glyph::ALL.iter().find(|row| glyph_surface(row.0) == surface);
            known.map_or(Glyph::Meadow, |row| row.0)
        }
        Believed::Unknown(_) => Glyph::Deep,
    }
}

/// The digit of a cell's height.
fn height_digit(world: &World, cell: Cell) -> char {
    let is_known = world.people(PeopleIx::PLAYER).belief.is_known(cell);
    let above = if is_known { world.land.height[cell].saturating_sub(Land::SEA + 1) } else { 0 };
    char::from(b'0' + (above / HEIGHT_PER_DIGIT).min(9) as u8)
}

/// The digit of the road that is known on a cell.
fn road_digit(world: &World, cell: Cell) -> char {
    let Believed::Known { tier, .. } = world.people(PeopleIx::PLAYER).belief.at(cell) else { return '0' };
    let digit = ROAD_TIERS.iter().position(|row| *row == tier && !glyph_at(world, cell).is_blocked());
    char::from(b'0' + digit.unwrap_or(0) as u8)
}

fn quoted(words: &str) -> String {
    toml::Value::from(words).to_string()
}
