//! Starts a game from a hand-made level: its drawing becomes the land, and its units are placed.

use crate::grid::{Cell, Layer};
use crate::land::{Good, Land, Recipe, Site, Surface};
use crate::level::{Glyph, Level};
use crate::sim::ground::build_tier;
use crate::sim::start::level_names::game_order;
use crate::sim::start::peoples::people_named;
use crate::sim::start::{founding, level_goals};
use crate::sim::{Game, placing, sight, walk};
use crate::world::{Cargo, Kind, Nature, Order, PeopleIx, Tier, TownKind, UnitId, World};
use crate::{level, plan};

/// Units of height per digit in a level's height map.
pub(super) const HEIGHT_PER_DIGIT: u16 = 20;
/// What the digits of a level's roads stand for.
pub(super) const ROAD_TIERS: [Tier; 5] = [Tier::None, Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway];
/// The cargo of a unit that carries something, in hundredths of a load.
const CARGO_HUNDREDTHS: u32 = 200;

impl Game {
    /// The game that a level describes.
    pub fn from_level(level: &Level) -> Game {
        let mut world = founding::empty_world(level.seed, level_land(level));
        for town in &level.towns {
            add_town(&mut world, town);
        }
        let units: Vec<UnitId> = level.units.iter().map(|unit| add_unit(&mut world, unit)).collect();
        for (drawn, id) in level.units.iter().zip(units) {
            let orders: Vec<Order> =
                drawn.orders.iter().filter_map(|order| game_order(&world, order)).collect();
            if let Some(index) = world.unit_index(id) {
                world.units[index].orders.extend(orders);
            }
        }
        for index in (0..world.size().area()).filter(|index| level.map.values()[*index] == Glyph::Bridge) {
            let water = glyph_surface(water_under(level, level.size().cell(index)));
            world.ground.under.insert(index as u32, water);
        }
        for tower in &level.towers {
            let owner = people_named(&mut world, tower.people);
            let index = world.size().index(tower.cell) as u32;
            world.ground.under.insert(index, world.land.surface[tower.cell]);
            world.ground.towers.insert(index, owner);
            world.land.surface[tower.cell] = Surface::Tower;
        }
        if !level.fog {
            reveal_all(&mut world);
        }
        for feared in &level.feared {
            world.peoples[PeopleIx::PLAYER].belief.add_fear(feared.cell, u32::from(feared.steps) * 1000);
        }
        world.peoples[PeopleIx::PLAYER].coin = level.coin;
        world.level_goals = level_goals::level_goals(&world, level);
        level_goals::keep_names(&mut world);
        let mut game = Game::from_world(world);
        lay_roads(&mut game, level);
        sight::look_around_all(&mut game);
        // Cells in view of strangers' towers are known from the first moment, not only after the first command or tick.
        walk::apply_learned_changes(&mut game);
        plan::survey_all(&mut game.world);
        game.derived.record_keyframe(&mut game.world);
        game
    }
}

/// Lays the roads that were drawn, as worn as they have to be.
fn lay_roads(game: &mut Game, level: &Level) {
    let Some(roads) = &level.roads else { return };
    for cell in level.size().cells() {
        build_tier(game, cell, ROAD_TIERS[usize::from(roads[cell])]);
    }
    if !level.fog {
        reveal_all(&mut game.world);
    }
}

fn level_land(level: &Level) -> Land {
    let size = level.size();
    let surface = level.map.values().iter().map(|ground| glyph_surface(*ground)).collect();
    let height = size.cells().map(|cell| cell_height(level, cell)).collect();
    let good = |name: &str| Good::from_name(name).unwrap_or(Good::Grain);
    Land {
        size,
        surface: Layer::from_values(size, surface).unwrap_or_default(),
        height: Layer::from_values(size, height).unwrap_or_default(),
        sites: level.sites.iter().map(|site| Site { cell: site.cell, good: good(site.good) }).collect(),
        recipe: Recipe::default(),
        features: Vec::new(),
    }
}

/// The height of a cell: as drawn, or the usual height of its ground.
fn cell_height(level: &Level, cell: Cell) -> u16 {
    let ground = level.map[cell];
    if matches!(ground, Glyph::Deep | Glyph::Shallow) {
        return Land::SEA;
    }
    let above_sea = match (&level.heights, ground) {
        (Some(heights), _) => u16::from(heights[cell]) * HEIGHT_PER_DIGIT,
        (None, Glyph::River | Glyph::Sand | Glyph::Bridge) => 2,
        (None, Glyph::Hill) => 25,
        (None, Glyph::Rock) => 50,
        (None, Glyph::Peak) => 130,
        (None, _) => 10,
    };
    Land::SEA + 1 + above_sea
}

/// The deepest water beside a bridge; a river if there is none.
fn water_under(level: &Level, bridge: Cell) -> Glyph {
    let has = |water: &Glyph| level.size().neighbours(bridge).any(|(_, cell)| level.map[cell] == *water);
    [Glyph::Deep, Glyph::Shallow].into_iter().find(has).unwrap_or(Glyph::River)
}

/// The ground that a glyph draws.
pub(super) fn glyph_surface(ground: Glyph) -> Surface {
    match ground {
        Glyph::Deep => Surface::DeepWater,
        Glyph::Shallow => Surface::ShallowWater,
        Glyph::River => Surface::River,
        Glyph::Sand => Surface::Sand,
        Glyph::Meadow => Surface::Meadow,
        Glyph::Grass => Surface::Grass,
        Glyph::Forest => Surface::Forest,
        Glyph::DeepWood => Surface::DeepWood,
        Glyph::Swamp => Surface::Swamp,
        Glyph::Hill => Surface::Hill,
        Glyph::Rock => Surface::Rock,
        Glyph::Peak => Surface::Peak,
        Glyph::Wall => Surface::Wall,
        Glyph::Bridge => Surface::Bridge,
    }
}

fn add_town(world: &mut World, drawn: &level::LevelTown) {
    let site = world.land.sites.iter().find(|site| site.cell == drawn.cell);
    let makes = site.map(|site| site.good);
    let people = people_named(world, drawn.people);
    let id = placing::add_hamlet(world, people, drawn.cell, makes);
    let town = &mut world.towns[id];
    if let Some(name) = &drawn.name {
        town.name.clone_from(name);
    }
    let kinds =
        [TownKind::Ruin, TownKind::Inn, TownKind::Hamlet, TownKind::Village, TownKind::Town, TownKind::City];
    town.kind = kinds.into_iter().find(|kind| kind.name() == drawn.kind).unwrap_or(TownKind::Hamlet);
    world.record_sighting(people, id);
    if world.town(id).kind != TownKind::Ruin {
        placing::record_first_settlement(world, id);
    }
}

/// Adds a unit whose home is the nearest settlement.
fn add_unit(world: &mut World, drawn: &level::LevelUnit) -> UnitId {
    let kind = Kind::from_name(drawn.kind).unwrap_or(Kind::Porter);
    let people = people_named(world, drawn.people);
    let towns = world.living_towns().filter(|id| world.town(*id).people == people);
    let home = towns.min_by_key(|id| world.town(*id).cell.octile(drawn.cell));
    let base = placing::livelihood(world, kind, drawn.cell, home);
    let id = placing::place_unit(world, people, kind, drawn.cell, base);
    if let Some(index) = world.unit_index(id) {
        let unit = &mut world.units[index];
        let good = drawn.cargo.and_then(Good::from_name);
        unit.cargo = good.map(|good| Cargo { good, amount: CARGO_HUNDREDTHS });
        if let Some(name) = &drawn.name {
            unit.name.clone_from(name);
        }
    }
    id
}

/// Reveals every cell and settlement to all peoples except beasts.
fn reveal_all(world: &mut World) {
    let World { land, ground, peoples, .. } = world;
    let remembers = |index: &PeopleIx| peoples[*index].nature != Nature::Wild;
    for index in peoples.indices().filter(remembers).collect::<Vec<_>>() {
        let belief = &mut peoples[index].belief;
        for cell in land.size.cells() {
            let owner = ground.towers.get(&(land.size.index(cell) as u32));
            let is_strangers = owner.is_some_and(|owner| *owner != index);
            belief.observe(cell, land.surface[cell], ground.tier[cell], is_strangers, 0);
        }
    }
    for people in world.peoples.indices() {
        for town in world.towns.indices() {
            world.record_sighting(people, town);
        }
    }
}
