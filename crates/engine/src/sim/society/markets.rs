//! Which settlements stand and trade, and the traders that are bound for them.

use crate::world::{
    Behaviour, PeopleIx, TownIx, TownKind, Trade, Travel, TripPurpose, Unit, UnitId, UnitIx, World,
};

/// Moves the home of a porter that cannot get home to the nearest known market, preferably of its own people.
pub(super) fn move_home(world: &mut World, index: UnitIx, lost: TownIx) {
    let (cell, people) = (world.units[index].cell, world.units[index].people);
    let markets = world.markets_of(people).filter(|id| *id != lost);
    let nearest = markets.min_by_key(|id| {
        let town = world.town(*id);
        (town.people != people, town.cell.octile(cell), *id)
    });
    let trade_layers = world.units[index].stack.iter_mut().rev();
    let home = trade_layers.filter_map(|behaviour| match behaviour {
        Behaviour::Trade(Trade { home, .. }) => Some(home),
        _ => None,
    });
    if let (Some(new), Some(home)) = (nearest, home.into_iter().next()) {
        *home = new;
    }
}

/// Removes a market as destination of a people, and as home of its units.
pub(super) fn forget_market(world: &mut World, people: PeopleIx, lost: TownIx) {
    let people_data = &mut world.peoples[people];
    people_data.prices.remove(&lost);
    people_data.trip_times.retain(|(from, to), _| *from != lost && *to != lost);
    for index in world.units.indices() {
        let unit = &mut world.units[index];
        let Some(Behaviour::Trade(Trade { home, trip })) =
            unit.stack.first_mut().filter(|_| unit.people == people)
        else {
            continue;
        };
        let is_homeless = *home == lost;
        if trip.is_some_and(|(to, _)| to == lost) {
            *trip = None;
            if matches!(
                unit.stack.get(1),
                Some(Behaviour::Travel(Travel { purpose: TripPurpose::Trade, .. }))
            ) {
                unit.stack.truncate(1);
                unit.drop_path();
            }
        }
        if is_homeless {
            move_home(world, index, lost);
        }
    }
}

/// Porters whose home is this settlement.
pub fn porters_with_home(world: &World, town: TownIx) -> Vec<UnitId> {
    let at_home = |unit: &&Unit| match unit.stack.first() {
        Some(Behaviour::Trade(Trade { home, .. })) => *home == town,
        _ => false,
    };
    world.units.iter().filter(at_home).map(|unit| unit.id).collect()
}

/// Whether a settlement still stands.
pub(super) fn is_standing(world: &World, town: TownIx) -> bool {
    world.town(town).kind != TownKind::Ruin
}

/// The settlement of a people with the most residents.
pub(super) fn largest_town(world: &World, people: PeopleIx) -> Option<TownIx> {
    let own = world.living_towns().filter(|id| world.town(*id).people == people);
    own.max_by_key(|id| (world.town(*id).residents, *id))
}
