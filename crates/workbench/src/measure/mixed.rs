//! `measure mixed`: ticks of a land on which units take turns through all behaviours, with enemies and beasts among
//! them.

use crate::land::mix;
use crate::sim::Game;
use crate::world::{
    Avoid, Behaviour, DAY, Defend, Disperse, Escort, Explore, Follow, Group, Guard, Herald, Hunt, Kind,
    Nature, Patrol, Raid, Search, SearchGoal, SiteWork, Spy, Stay, Stroll, TownIx, Trade, Unit, UnitId,
    UnitIx, UnitOrPlace, World, YEAR_DAYS,
};

/// Number of behaviours that take turns; of this many further units, the rest trade.
const BEHAVIOURS: u32 = 20;
const TRADERS: u32 = 20;

/// Gives every unit another behaviour.
pub(super) fn assign_behaviours(game: &mut Game) {
    for index in game.world.units.indices() {
        let sort = index.0 as u32 % (BEHAVIOURS + TRADERS);
        if sort < BEHAVIOURS {
            assign_behaviour(&mut game.world, index, sort);
        }
    }
}

/// Makes one unit the kind and behaviour with this number.
fn assign_behaviour(world: &mut World, index: UnitIx, sort: u32) {
    let Some(home) = world.units[index].home() else { return };
    let at = world.town(home).cell;
    let far = world.town(TownIx((home.0 + 1) % world.towns.len() as u16)).cell;
    let before = UnitId(index.0.saturating_sub(1).max(1) as u32);
    let until = world.tick + YEAR_DAYS * DAY / 2;
    let since = world.tick;
    let (kind, top) = match sort {
        0 => (Kind::Scout, Behaviour::Explore(Explore { target: None, fruitless: 0 })),
        1 => (Kind::Porter, Behaviour::Wander(Stroll { until })),
        2 => (Kind::Porter, Behaviour::Patrol(Patrol { points: vec![far, at], next: 0 })),
        3 => (Kind::Porter, Behaviour::Follow(Follow { unit: before })),
        4 => (Kind::Guard, Behaviour::Escort(Escort { unit: before })),
        5 => (Kind::Guard, Behaviour::Defend(Defend { ward: UnitOrPlace::Place(far) })),
        6 => (Kind::Guard, Behaviour::Guard(Guard { at: far })),
        7 => (Kind::Porter, Behaviour::Group(Group { until })),
        8 => (Kind::Porter, Behaviour::Disperse(Disperse { until })),
        9 => {
            let what = SearchGoal::Unit(before);
            (Kind::Scout, Behaviour::Search(Search { what, known: 0, looked: Vec::new(), toward: None }))
        }
        10 => {
            let mark = UnitOrPlace::Place(far);
            (Kind::Spy, Behaviour::Spy(Spy { mark, last: far, since: None, learned: false }))
        }
        11 => (Kind::Worker, Behaviour::Work(SiteWork { site: far, store: home, worked: 0 })),
        12 => (Kind::Porter, Behaviour::Avoid(Avoid { mark: UnitOrPlace::Place(at), last: at })),
        13 => (Kind::Porter, Behaviour::Stay(Stay { around: at, until })),
        14 => (
            Kind::Messenger,
            Behaviour::Herald(Herald { to: TownIx((home.0 + 1) % world.towns.len() as u16), post: far }),
        ),
        15 => (Kind::Cart, Behaviour::Trade(Trade { home, trip: None })),
        16..=17 => {
            return place_outdoors(world, index, Kind::Raider, Nature::Raiders, |cell| {
                Behaviour::Raid(Raid { lair: cell, site: None, since, fed: since })
            });
        }
        18 => {
            return place_outdoors(world, index, Kind::Wolf, Nature::Wild, |_| {
                Behaviour::Hunt(Hunt { fed: since })
            });
        }
        _ => return place_outdoors(world, index, Kind::Deer, Nature::Wild, |_| Behaviour::Graze),
    };
    let unit = &mut world.units[index];
    unit.kind = kind;
    unit.stack.push(top);
}

/// Places a unit of another people on free ground.
fn place_outdoors(
    world: &mut World,
    index: UnitIx,
    kind: Kind,
    nature: Nature,
    base: impl Fn(crate::grid::Cell) -> Behaviour,
) {
    let Some(people) = world.peoples.position(|people| people.nature == nature) else { return };
    let area = world.size().area() as u64;
    let free = |cell: &crate::grid::Cell| {
        kind.ground_time(world.land.surface[*cell]).is_some()
            && world.units.iter().all(|unit| unit.cell != *cell)
            && world.towns.iter().all(|town| town.cell != *cell)
    };
    let places =
        (0..64).map(|i| world.size().cell((mix(&[world.seed, index.0 as u64, i, 77]) % area) as usize));
    let Some(cell) = places.into_iter().find(free) else { return };
    let model = world.units[index].clone();
    world.units[index] = Unit { kind, people, cell, stack: vec![base(cell)], ..model };
}
