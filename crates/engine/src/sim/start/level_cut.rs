//! Cuts a level out of a land, as the text that a person would write.
//!
//! It shows what the player's people knows: unknown cells are deep water. Roads and history stay behind.

use crate::grid::Cell;
use crate::land::Land;
use crate::level::{Glyph, Level};
use crate::sim::start::level::{HEIGHT_PER_DIGIT, glyph_surface};
use crate::world::{Believed, DAY, PeopleIx, STEP_TICKS, Unit, UnitId, World};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Par is the time of so many walks straight over grass; the goal has to be reached in the time of so many, and two days.
const PAR_WALKS: u32 = 2;

const WALKS_MAX: u32 = 4;

const SPARE_TICKS: u32 = 2 * DAY as u32;

/// A part of a land, and what is to be done there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelCut {
    /// Its upper left corner.
    pub from: Cell,
    /// Its lower right corner.
    pub to: Cell,
    /// The unit of the player's that has a way to go.
    pub unit: UnitId,
    /// Where it has to get.
    pub goal: Cell,
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
    fn at(&self, cell: Cell) -> String {
        format!("at = [{}, {}]", cell.x - self.from.x, cell.y - self.from.y)
    }
}

/// The text of the level that is cut out of a land.
///
/// # Errors
/// In words, when it would not be a level: its unit or goal lies outside, the goal on impassable ground, or it is too
/// small.
pub fn level_text(world: &World, cut: LevelCut) -> Result<String, String> {
    let unit = world.unit(cut.unit).filter(|unit| unit.people == PeopleIx::PLAYER && cut.holds(unit.cell));
    let unit = unit.ok_or("its unit is not in sight")?;
    if !cut.holds(cut.goal) {
        return Err("its goal is not in sight".to_owned());
    }
    let ground = glyph_at(world, cut.goal);
    if ground.is_blocked() {
        return Err(format!("its goal is on {}, as far as is known", ground.name()));
    }
    let name = quoted(&unit.name);
    let title = quoted(&format!("The way of {}", unit.name));
    let about = quoted(&format!(
        "Press Tab for {}, move the cursor to the pin, press g twice, and Space to start.",
        unit.name
    ));
    let walk = STEP_TICKS * unit.cell.octile(cut.goal) / 1000;
    let (par, seed) = (PAR_WALKS * walk.max(1), world.seed);
    let mut text = format!("name = {title}\nabout = {about}\nseed = {seed}\nfog = false\npar = {par}\n\n");
    let map = cut.drawn(|cell| glyph_at(world, cell).glyph());
    let heights = cut.drawn(|cell| digit_at(world, cell));
    let _ = write!(text, "map = '''\n{map}'''\n\nheights = '''\n{heights}'''\n");
    text += &sites_and_towns(world, cut);
    text += &units(world, cut, unit);
    let (at, within) = (cut.at(cut.goal), SPARE_TICKS + WALKS_MAX * walk);
    let _ = write!(text, "\n[[goal]]\nunit = {name}\n{at}\nwithin = {within}\n");
    let goal = format!("go {} {}", cut.goal.x - cut.from.x, cut.goal.y - cut.from.y);
    let _ = write!(text, "\n[[solution]]\nunit = {name}\norders = [\"{goal}\"]\n");
    Level::parse(&text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// What is known of the sites and settlements there.
fn sites_and_towns(world: &World, cut: LevelCut) -> String {
    let people = world.people(PeopleIx::PLAYER);
    let mut text = String::new();
    for site in world.land.sites.iter().filter(|site| cut.holds(site.cell)) {
        if people.belief.is_known(site.cell) {
            let _ = write!(text, "\n[[site]]\ngood = \"{}\"\n{}\n", site.good.name(), cut.at(site.cell));
        }
    }
    for (id, town) in world.towns.entries().filter(|(_, town)| cut.holds(town.cell)) {
        let Some(kind) = people.knows_as(id) else { continue };
        let owner = if town.people == PeopleIx::PLAYER { "yours" } else { "neighbours" };
        let (name, kind, at) = (quoted(&town.name), kind.name(), cut.at(town.cell));
        let _ = write!(text, "\n[[town]]\nname = {name}\nkind = \"{kind}\"\npeople = \"{owner}\"\n{at}\n");
    }
    text
}

/// The player's units there: of those on one cell, as in a settlement, the one that has a way to go, or the first.
fn units(world: &World, cut: LevelCut, first: &Unit) -> String {
    let mut text = String::new();
    let mut taken = BTreeSet::new();
    let own = world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER && cut.holds(unit.cell));
    for unit in std::iter::once(first).chain(own).filter(|unit| taken.insert(unit.cell)) {
        let (name, kind, at) = (quoted(&unit.name), unit.kind.row().name, cut.at(unit.cell));
        let _ = write!(text, "\n[[unit]]\nname = {name}\nkind = \"{kind}\"\n{at}\n");
    }
    text
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
fn digit_at(world: &World, cell: Cell) -> char {
    let is_known = world.people(PeopleIx::PLAYER).belief.is_known(cell);
    let above = if is_known { world.land.height[cell].saturating_sub(Land::SEA + 1) } else { 0 };
    char::from(b'0' + (above / HEIGHT_PER_DIGIT).min(9) as u8)
}

fn quoted(words: &str) -> String {
    toml::Value::from(words).to_string()
}
