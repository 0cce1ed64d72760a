//! Several peoples in one land: where they start, what they know of each other, how they trade, exchange maps,
//! quarrel and make up.

use crate::causes;
use crate::kit::{self, Dice};
use crate::map_check::Scene;
use crate::orders::{meadow, order, until};
use wayworn::graph::{Corner, CostModel, Grid8, NodeId};
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::land::{Land, Preset, Recipe, Surface};
use wayworn::plan::{Abstractions, CellTarget, Planner, PlannerTools, PriceTables, TrueGround};
use wayworn::scene::{self, Stance, Viewport};
use wayworn::search::{NoObserver, Rank, Search, Step, run};
use wayworn::sim::{self, Game};
use wayworn::world::{
    Behaviour, BehaviourResult, Belief, Believed, DAY, DAY_TIME, EventKind, Kind, Nature, Order, People,
    PeopleIx, Queue, RelationEvent, Season, SettlementEvent, Tier, TownIx, TownKind, Trade, TradeEvent,
    TravelEvent, UnitIx, WAR, World,
};

/// A meadow with letters at these places, and what they are.
fn land((width, height): (usize, usize), fog: bool, letters: &[(&str, usize, usize)], things: &str) -> Game {
    let mut rows = meadow(width, height);
    for (letter, x, y) in letters {
        rows[*y].replace_range(*x..=*x, letter);
    }
    Scene::with(&rows.join("\n"), things, &format!("fog = {fog}")).game
}

/// How often something was told.
fn told(game: &Game, is_it: impl Fn(&EventKind) -> bool) -> usize {
    causes::told(game).filter(|event| is_it(&event.kind)).count()
}

fn settled(world: &World) -> Vec<PeopleIx> {
    let all = world.peoples.indices();
    all.filter(|people| world.people(*people).nature == Nature::Settled).collect()
}

#[test]
fn a_land_has_as_many_peoples_as_find_room_and_each_knows_its_home_only() {
    let mut others = 0;
    for (seed, side, most) in [(1, 96, 1), (3, 128, 2), (7, 128, 2), (12, 128, 2), (5, 200, 3), (12, 256, 3)]
    {
        let game = kit::game(seed, side);
        let world = &game.world;
        let peoples = settled(world);
        assert!(peoples.len() <= most && peoples[0] == PeopleIx::PLAYER, "{seed} {side}: {peoples:?}");
        assert!(side < 256 || peoples.len() == most, "{seed}: a large land has room for all");
        for people in &peoples {
            let mine = |town: &&wayworn::world::Town| town.people == *people;
            let homes: Vec<Cell> = world.towns.iter().filter(mine).map(|town| town.cell).collect();
            assert!((2..=3).contains(&homes.len()));
            let strange = world.towns.iter().filter(|town| town.people != *people);
            for town in strange {
                assert!(homes.iter().all(|home| home.chebyshev(town.cell) >= 50), "{seed} {side}");
            }
            let known = &world.people(*people).sightings;
            assert_eq!(known.len(), homes.len(), "{seed} {side}: a people knows more than home");
            let kinds = world.units.iter().filter(|unit| unit.people == *people).map(|unit| unit.kind);
            assert_eq!(kinds.filter(|kind| *kind == Kind::Scout).count(), homes.len());
        }
        others += peoples.len() - 1;
        // The player's come first, and are where they would be without the others.
        assert_eq!(world.towns.iter().take(3).filter(|town| town.people == PeopleIx::PLAYER).count(), 3);
    }
    assert!(others >= 6, "only {others} other peoples");
}

/// Two peoples whose hamlets lie a day apart, with different goods.
fn neighbours(fog: bool) -> Game {
    let things = "Mill (hamlet grain)
        Dale (hamlet neighbours fish)
        b (2 in Mill)
        m (neighbours 2 in Dale)";
    land((48, 16), fog, &[("M", 8, 8), ("D", 40, 8)], things)
}

#[test]
fn peoples_at_peace_trade_with_each_other_and_both_gain() {
    let mut game = neighbours(false);
    assert!(until(&mut game, 12 * DAY, |game| game.world.peoples[PeopleIx(1)].coin >= 4
        && game.world.tally.deliveries >= 4));
    let world = &game.world;
    assert!(world.towns.iter().all(|town| town.trade > 0));
    // Each people knows the route and the prices from its own visits.
    for (people, from, to) in [(PeopleIx(0), TownIx(0), TownIx(1)), (PeopleIx(1), TownIx(1), TownIx(0))] {
        assert!(world.people(people).trip_time(from, to).is_some());
        assert!(world.people(people).prices.contains_key(&to));
    }
}

#[test]
fn peoples_that_have_not_met_do_not_trade() {
    let mut game = neighbours(true);
    for _ in 0..3 * DAY {
        game.tick();
    }
    for (people, town) in [(PeopleIx(0), TownIx(1)), (PeopleIx(1), TownIx(0))] {
        let people = game.world.people(people);
        assert_eq!((people.knows_as(town), people.coin, people.prices.get(&town)), (None, 0, None));
    }
}

/// Traders that meet share what lies along their paths: once a day, reported with a number, and neither loses
/// knowledge.
#[test]
fn traders_that_meet_exchange_maps() {
    let game = neighbours(false);
    // Each forgets the land on the other's side, south of the path that they share.
    let forgotten = |people: PeopleIx, cell: Cell| {
        if people == PeopleIx::PLAYER { cell.x > 30 && cell.y > 10 } else { cell.x < 18 && cell.y > 10 }
    };
    let forget = |mut world: World| {
        let size = world.size();
        for people in world.peoples.indices() {
            let mut belief = Belief::new(size);
            for cell in size.cells().filter(|cell| !forgotten(people, *cell)) {
                belief.observe(cell, world.land.surface[cell], Tier::None, false, 0);
            }
            world.peoples[people].belief = belief;
        }
        Game::from_world(world)
    };
    let mut game = forget(game.world);
    let known =
        |game: &Game| [PeopleIx::PLAYER, PeopleIx(1)].map(|people| game.world.people(people).belief.known());
    let before = known(&game);
    let met = |game: &Game| game.world.peoples[PeopleIx::PLAYER].maps.get(&PeopleIx(1)).copied();
    assert!(until(&mut game, 6 * DAY, |game| met(game).is_some()));
    let after = known(&game);
    assert!(before[0] + 40 < after[0] && before[1] + 40 < after[1], "{before:?} {after:?}");
    assert_eq!(
        game.world.peoples[PeopleIx::PLAYER].maps[&PeopleIx(1)],
        game.world.peoples[PeopleIx(1)].maps[&PeopleIx::PLAYER]
    );
    // What the others see now is heard of as it is now.
    let theirs = game.world.towns.entries().find(|(_, town)| town.people == PeopleIx(1));
    let (id, cell) = theirs.map(|(id, town)| (id, town.cell)).unwrap();
    let sees = |people: PeopleIx| game.derived.visible[people][cell] > 0;
    assert!(sees(PeopleIx(1)) && !sees(PeopleIx::PLAYER));
    assert_eq!(game.world.peoples[PeopleIx::PLAYER].sightings[&id].tick, met(&game).unwrap());
    let is_exchange = |kind: &EventKind| matches!(kind, EventKind::Trade(TradeEvent::MapsExchanged { .. }));
    assert_eq!(told(&game, is_exchange), 1);
    // Not twice a day, however often they meet.
    let mut meetings = std::collections::BTreeSet::new();
    for _ in 0..4 * DAY {
        game.tick();
        meetings.extend(met(&game));
    }
    let days: std::collections::BTreeSet<u64> = meetings.iter().map(|tick| tick / DAY).collect();
    assert_eq!(meetings.len(), days.len());
    assert!(game.world.check().is_ok() && game.derived.matches(&game.world));
    // A later exchange with the same people, which brings as much, is no news for a year.
    let mut game = forget(game.world);
    let last = met(&game);
    assert!(until(&mut game, 6 * DAY, |game| met(game) != last));
    until(&mut game, DAY, |_| false);
    assert_eq!(told(&game, is_exchange), 1);
}

/// Walks by beliefs: plan, step, look, and replan where the path is blocked. Walking time on the true ground, in
/// milli-steps, or `None` if the goal is not reached.
fn walk(world: &World, belief: &Belief, from: Cell, to: Cell) -> Option<u32> {
    let tables = PriceTables::new();
    let (size, truth) = (world.size(), &world.land.surface);
    let mut people = People::new("walkers", Nature::Settled, size);
    people.belief = belief.clone();
    let (mut here, mut time) = (from, 0);
    for _ in 0..400 {
        if here == to {
            return Some(time);
        }
        let cold = Abstractions::new(size, 1);
        let tools = PlannerTools { tables: &tables, abstractions: &cold };
        let path = Planner::new((&people, PeopleIx::PLAYER), Kind::Porter, &world.land.height, tools, &[])
            .path(here, to);
        if !path.reaches {
            return None;
        }
        for two in path.cells.windows(2) {
            for seen in size.square(here, 4) {
                people.belief.observe(seen, truth[seen], Tier::None, false, 0);
            }
            // Unknown or blocked next cells are replanned with better knowledge.
            let Some(ground) = Kind::Porter.ground_time(truth[two[1]]) else { break };
            let corner = here.dir_to(two[1]).is_some_and(Dir8::is_diagonal);
            let beside = [Cell::new(here.x, two[1].y), Cell::new(two[1].x, here.y)];
            if corner && beside.iter().any(|cell| truth[*cell].is_blocked()) {
                break;
            }
            time += ground * if corner { 1414 } else { 1000 } / 1000;
            here = two[1];
        }
    }
    None
}

/// Two peoples know one side each of lands with lakes and woods. A trader with both maps is never slower on average,
/// and is faster where its own map has a hole.
#[test]
fn shared_maps_shorten_paths_and_never_lengthen_them() {
    let (mut without, mut with, mut shorter, mut trips) = (0u64, 0u64, 0, 0);
    for seed in [3, 9, 14] {
        let world = kit::game(seed, 96).world;
        let size = world.size();
        let see = |knows: &dyn Fn(Cell) -> bool| {
            let mut belief = Belief::new(size);
            for cell in size.cells().filter(|cell| knows(*cell)) {
                belief.observe(cell, world.land.surface[cell], Tier::None, false, 0);
            }
            belief
        };
        let alone = see(&|cell| cell.x < 40);
        let shared = see(&|cell| cell.x < 80);
        let mut dice = Dice(seed);
        let (mut mine, mut both) = (0u64, 0u64);
        for _ in 0..12 {
            let mut place = |left: u16| loop {
                let cell = Cell::new(left + dice.below(24) as u16, 8 + dice.below(80) as u16);
                if !world.land.surface[cell].is_blocked() {
                    return cell;
                }
            };
            let (from, to) = (place(8), place(52));
            let (Some(one), Some(two)) = (walk(&world, &alone, from, to), walk(&world, &shared, from, to))
            else {
                continue;
            };
            (mine, both) = (mine + u64::from(one), both + u64::from(two));
            trips += 1;
            shorter += u32::from(two < one);
        }
        assert!(both <= mine, "seed {seed}: {both} with shared maps, {mine} without");
        (without, with) = (without + mine, with + both);
    }
    assert!(trips >= 20 && shorter >= 5, "{shorter} of {trips} are shorter");
    assert!(with * 100 <= without * 97, "{with} with shared maps, {without} without");
}

#[test]
fn settlers_at_the_gates_are_resented_and_twice_is_war_until_time_has_passed() {
    let things = "Mill (hamlet)
        Dale (hamlet neighbours)
        Eve (settler)
        Bo (settler)
        Mor (neighbours in Dale)
        Cid (in Mill)";
    let letters = [("M", 8, 8), ("D", 40, 12), ("E", 26, 8), ("B", 26, 16)];
    let mut game = land((60, 24), false, &letters, things);
    for _ in 0..2 {
        game.tick();
    }
    let ids: Vec<_> = game.world.units.iter().map(|unit| unit.id).collect();
    assert_eq!(game.world.owner_at(PeopleIx::PLAYER, Cell::new(45, 12)), Some(PeopleIx(1)));
    order(&mut game, ids[0], vec![Order::Settle(Cell::new(28, 8))], Queue::Replace);
    assert!(until(&mut game, 3 * DAY, |game| game.world.towns.len() == 3));
    assert!(
        until(&mut game, 4 * DAY, |game| !game.world.peoples[PeopleIx(1)].grudges.is_empty()),
        "it went unnoticed"
    );
    let first = game.world.peoples[PeopleIx(1)].grudges[&PeopleIx::PLAYER];
    assert!(first > 0 && first < WAR && !game.world.at_war(PeopleIx::PLAYER, PeopleIx(1)));
    // The border has moved.
    assert_eq!(game.world.owner_at(PeopleIx::PLAYER, Cell::new(29, 8)), Some(PeopleIx::PLAYER));
    order(&mut game, ids[1], vec![Order::Settle(Cell::new(28, 20))], Queue::Replace);
    assert!(
        until(&mut game, 8 * DAY, |game| game.world.at_war(PeopleIx::PLAYER, PeopleIx(1))),
        "{:?}",
        game.world.peoples[PeopleIx(1)].grudges
    );
    assert_eq!(told(&game, |kind| matches!(kind, EventKind::Relation(RelationEvent::War { .. }))), 1);
    let no_trade = |game: &Game| {
        let world = &game.world;
        world.units.iter().all(|unit| match unit.stack.first() {
            Some(Behaviour::Trade(Trade { trip: Some((to, _)), .. })) => {
                !world.at_war(unit.people, world.town(*to).people)
            }
            _ => true,
        })
    };
    let figures = scene::build_scene(
        &game,
        &Viewport { reveal: true, columns: 60, rows: 24, cells_per_pixel: 1, ..Viewport::default() },
    )
    .unit_markers;
    assert!(figures.iter().all(|figure| figure.stance != Stance::Other));
    let mut ticks = 0;
    while game.world.at_war(PeopleIx::PLAYER, PeopleIx(1)) {
        game.tick();
        assert!(no_trade(&game));
        ticks += 1;
        assert!(ticks < 120 * DAY, "the war does not end");
    }
    assert!(ticks > 5 * DAY, "it was over after {ticks} ticks");
    assert_eq!(told(&game, |kind| matches!(kind, EventKind::Relation(RelationEvent::Peace { .. }))), 1);
    assert!(game.world.peoples[PeopleIx(1)].grudges[&PeopleIx::PLAYER] <= WAR / 2);
}

#[test]
fn a_place_that_falls_unseen_is_believed_to_stand_until_seen() {
    let things = "Mill (hamlet)\nOxley (hamlet)\nAda (in Mill)";
    let mut game = land((106, 16), false, &[("M", 6, 8), ("O", 98, 8)], things);
    assert!(until(&mut game, DAY, |game| game.world.units[UnitIx(0)].cell.x > 12));
    let lost = TownIx(1);
    let oxley = &mut game.world.towns[TownIx(1)];
    (oxley.residents, oxley.residents_max, oxley.failing_days) = (1, 200, 23);
    oxley.stock = [0; 8];
    oxley.makes = None;
    let fell = until(&mut game, 2 * DAY, |game| game.world.town(lost).kind == TownKind::Ruin);
    let seen = game.world.people(PeopleIx::PLAYER).knows_as(lost);
    let near = game.world.units[UnitIx(0)].cell.chebyshev(game.world.town(lost).cell);
    assert!(fell && near > 8 && seen == Some(TownKind::Hamlet), "{fell} {near} {seen:?}");
    let cell = game.world.town(lost).cell;
    let is_ruin = |kind: &EventKind| matches!(kind, EventKind::Settlement(SettlementEvent::Abandoned { town, .. }) if *town == lost);
    assert_eq!(
        (sim::place_name(&game, cell), game.figures().settlements, told(&game, is_ruin)),
        ("Oxley".to_owned(), 2, 0)
    );
    assert!(until(&mut game, 6 * DAY, |game| game.world.people(PeopleIx::PLAYER).knows_as(lost)
        == Some(TownKind::Ruin)));
    assert_eq!((game.figures().settlements, told(&game, is_ruin)), (1, 1));
    assert_eq!((game.figures().founded, game.figures().ruined), (2, 1));
    // What is known of a ruin may be forgotten, but not that it fell.
    game.world.peoples[PeopleIx::PLAYER].sightings.remove(&lost);
    assert_eq!((game.figures().founded, game.figures().ruined), (2, 1));
    assert!(
        !game.world.people(PeopleIx::PLAYER).trip_times.keys().any(|(from, to)| *from == lost || *to == lost)
    );
}

/// An inn belongs to the people that sleeps there most, and roads are paved by the people whose feet wear them.
#[test]
fn strangers_inns_and_roads_are_their_own() {
    let things = "Mill (hamlet)
        Dale (hamlet neighbours grain)
        Gilby (hamlet neighbours fish)
        m (neighbours 6 in Dale)";
    let mut game = land((80, 24), false, &[("M", 4, 4), ("D", 6, 20), ("G", 74, 20)], things);
    assert!(until(&mut game, 30 * DAY, |game| game
        .world
        .towns
        .iter()
        .any(|town| town.kind == TownKind::Inn)));
    let inn = game.world.towns.iter().find(|town| town.kind == TownKind::Inn).unwrap();
    assert_eq!((inn.people, game.world.tally.first_inn, game.world.tally.deliveries), (PeopleIx(1), None, 0));
    assert!(
        until(&mut game, 10 * DAY, |game| game.world.peoples[PeopleIx(1)].coin > 0),
        "what they sell is their gain"
    );
    assert!(
        game.world.peoples[PeopleIx::PLAYER].coin == 0 || game.world.tally.deliveries > 0,
        "gain without a sale"
    );
}

/// Pictures show foreign units and places as the player's people last saw them.
#[test]
fn strangers_are_shown_where_they_are_seen_and_as_they_were() {
    let mut game = neighbours(false);
    assert!(until(&mut game, 3 * DAY, |game| {
        game.world
            .units
            .iter()
            .any(|unit| unit.people == PeopleIx(1) && unit.cell.x < 24 && !game.derived.haven[unit.cell])
    }));
    let view = Viewport {
        columns: 48,
        rows: 16,
        cells_per_pixel: 1,
        cursor: Cell::new(40, 8),
        ..Viewport::default()
    };
    let before = scene::build_scene(&game, &view);
    assert!(before.unit_markers.iter().all(|figure| {
        let stranger = game.world.unit(figure.id).unwrap().people == PeopleIx(1);
        (figure.stance == Stance::Other) == stranger
            && game.derived.visible[PeopleIx::PLAYER][figure.cell] > 0
    }));
    let unseen = game.derived.visible[PeopleIx::PLAYER][Cell::new(40, 8)] == 0;
    assert!(unseen, "a unit stands before Dale");
    assert!(before.cursor_card.title.contains("Dale, hamlet of the Moor"), "{}", before.cursor_card.title);
    let mut other = Game { world: game.world.clone(), derived: game.derived.clone() };
    let tarn = &mut other.world.towns[TownIx(1)];
    (tarn.kind, tarn.residents, tarn.stock) = (TownKind::City, 900, [0; 8]);
    let after = scene::build_scene(&other, &view);
    assert_eq!((before.town_markers, before.cursor_card), (after.town_markers, after.cursor_card));
}

/// Realms are drawn by settlements alone, and a lens shows them.
#[test]
fn realms_follow_settlements() {
    let mut game = neighbours(false);
    let lens = scene::LENSES.iter().position(|row| row.name == "realms").unwrap() as u8;
    let view = Viewport {
        columns: 48,
        rows: 16,
        cells_per_pixel: 1,
        lens: Some(scene::Lens(lens)),
        ..Viewport::default()
    };
    let border = |game: &Game| {
        let mine =
            |x: &u16| game.world.owner_at(PeopleIx::PLAYER, Cell::new(*x, 8)) == Some(PeopleIx::PLAYER);
        (0..48).filter(mine).count()
    };
    let before = (border(&game), scene::build_scene(&game, &view).lens.unwrap().shades);
    game.world.towns[TownIx(0)].kind = TownKind::City;
    game.world.record_sighting(PeopleIx::PLAYER, TownIx(0));
    let after = (border(&game), scene::build_scene(&game, &view).lens.unwrap().shades);
    assert!(after.0 > before.0 + 4, "{} {}", before.0, after.0);
    assert_ne!(before.1, after.1);
    assert_eq!(
        game.world.realm_at(PeopleIx::PLAYER, Cell::new(40, 8)),
        Some(TownIx(1)),
        "no settlement loses its own gates"
    );
    let size = Size::new(48, 16);
    let known = |cell: Cell| {
        matches!(
            game.world.peoples[PeopleIx::PLAYER].belief.at(cell),
            Believed::Known { surface: Surface::Meadow, .. }
        )
    };
    assert!(size.cells().all(known));
}

/// A people with a grudge sends a spy to its neighbours, and gets its report.
#[test]
fn a_resented_people_is_spied_on() {
    let with_grudge = |grudge: u32| {
        let things = "Mill (hamlet)\nFar (hamlet strangers)";
        let mut game = land((60, 24), false, &[("M", 8, 12), ("F", 50, 12)], things);
        let other = game.world.towns[TownIx(1)].people;
        game.world.peoples[PeopleIx::PLAYER].grudges.insert(other, grudge);
        game.world.peoples[PeopleIx::PLAYER].coin = 20;
        game
    };
    let spies = |game: &Game| {
        let mut own = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
        own.any(|unit| unit.stack.iter().any(|layer| matches!(layer, Behaviour::Spy(_))))
    };
    let has_watched = |kind: &EventKind| {
        matches!(kind, EventKind::Travel(TravelEvent::Ended { result: BehaviourResult::Watched(_), .. }))
    };
    let mut wary = with_grudge(50);
    assert!(until(&mut wary, 9 * DAY, spies));
    // Six coins for the spy; a delivery may have brought one.
    assert!((14..16).contains(&wary.world.peoples[PeopleIx::PLAYER].coin));
    assert!(until(&mut wary, 20 * DAY, |game| told(game, has_watched) > 0));
    assert!(!until(&mut with_grudge(20), 9 * DAY, spies), "for so little no spy is sent");
}

#[test]
fn the_newer_memory_wins_and_what_is_in_sight_stays() {
    let size = Size::new(4, 1);
    let [a, b, c, d] = [0, 1, 2, 3].map(|x| Cell::new(x, 0));
    let (mut mine, mut theirs) = (Belief::new(size), Belief::new(size));
    for (cell, day) in [(a, 2), (b, 5), (c, 1)] {
        mine.observe(cell, Surface::Grass, Tier::None, false, day);
    }
    for (cell, day) in [(a, 3), (b, 4), (c, 9), (d, 9)] {
        theirs.observe(cell, Surface::Hill, Tier::Path, false, day);
    }
    assert_eq!(mine.take_over(&theirs, |cell| cell == c), 1);
    let surface = |cell| match mine.at(cell) {
        Believed::Known { surface, .. } => Some(surface),
        Believed::Unknown(_) => None,
    };
    assert_eq!(
        [a, b, c, d].map(surface),
        [Surface::Hill, Surface::Grass, Surface::Grass, Surface::Hill].map(Some)
    );
    assert_eq!(mine.last_seen(a), 3);
    assert!(mine.is_sound());
    assert_eq!(mine.take_over(&theirs, |cell| cell == c), 0);
}

/// A porter's prices in autumn on ground that no one has walked.
struct Roadless<'a>(TrueGround<'a>);

impl CostModel for Roadless<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        self.0.step_time(Kind::Porter, from as usize, to as usize, length)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.0.land.surface.values()[node as usize].is_blocked()
    }
    fn cheapest(&self) -> u32 {
        1000
    }
}

/// A porter's walking time between two cells; three days if it is too far.
fn walking_time(land: &Land, from: Cell, goal: Cell) -> u32 {
    let (cost, size) = (Roadless(TrueGround { land, tiers: None, season: Season::Autumn }), land.size);
    let graph = Grid8 { size, cost: &cost, corner: Corner::BothFree };
    let to = CellTarget { goal, size, cheapest: 1000 };
    let mut search = Search::new(size.area() as u32, size.index(from) as NodeId, Rank::AStar, &to, 9000);
    match run(&mut search, &graph, &to, u32::MAX, &mut NoObserver) {
        Step::Found(end) => search.cost_of(end).unwrap() as u32,
        _ => 3 * DAY_TIME,
    }
}

/// The cells of the three sites with the least misfit among all threes, and of equals the first: near the middle, 25 to
/// 38 steps and a little over a day's walk apart, with different goods, and ground for three fields a resident.
fn exhaustive_best(land: &Land) -> [Cell; 3] {
    let sites = &land.sites;
    let middle = Cell::new(land.size.width / 2, land.size.height / 2);
    let of_pair = |i: usize, j: usize| {
        let steps = sites[i].cell.chebyshev(sites[j].cell);
        let time = walking_time(land, sites[i].cell, sites[j].cell);
        let far = 25_u32.saturating_sub(steps) + steps.saturating_sub(38);
        let same = u32::from(sites[i].good == sites[j].good);
        far * 40 + same * 200 + time.abs_diff(DAY_TIME + DAY_TIME / 12) / 50
    };
    let of_pairs: Vec<Vec<u32>> = (0..sites.len()).map(|j| (0..j).map(|i| of_pair(i, j)).collect()).collect();
    let is_good = |cell: &Cell| matches!(land.surface[*cell], Surface::Meadow | Surface::Grass);
    let ground = |site: Cell| land.size.square(site, 12).filter(is_good).count();
    let grounds: Vec<usize> = sites.iter().map(|site| ground(site.cell)).collect();
    let misfit = |[a, b, c]: [usize; 3]| {
        let off: u32 = [a, b, c].iter().map(|i| sites[*i].cell.chebyshev(middle) / 2).sum();
        let mut feeding = [a, b, c].map(|i| grounds[i]);
        feeding.sort_unstable();
        let missing: usize = feeding.iter().zip([66, 66, 198]).map(|(is, due)| due - *is.min(&due)).sum();
        off + of_pairs[b][a] + of_pairs[c][a] + of_pairs[c][b] + missing as u32 * 4
    };
    let all = (0..sites.len())
        .flat_map(|a| (a + 1..sites.len()).flat_map(move |b| (b + 1..sites.len()).map(move |c| [a, b, c])));
    let mut best = all.min_by_key(|three| (misfit(*three), *three)).unwrap().map(|i| sites[i].cell);
    // The first, where most ground can be tilled, is the largest.
    best.sort_by_key(|site| std::cmp::Reverse(ground(*site)));
    best
}

#[test]
fn the_first_three_sites_are_the_best_of_all_threes() {
    let lands = [(1, 96, 96, Preset::Continent), (2, 128, 96, Preset::Highlands), (3, 150, 60, Preset::Ring)];
    for (seed, width, height, preset) in lands {
        let (recipe, size) = (Recipe::of(preset), Size::new(width, height));
        let world = Game::with_recipe(recipe, seed, size, &mut |_, _| ()).unwrap().world;
        let residents: Vec<u32> = world.towns.iter().map(|town| town.residents).collect();
        assert_eq!(residents, [66, 22, 22]);
        let first: Vec<Cell> = world.towns.iter().map(|town| town.cell).collect();
        assert_eq!(first, exhaustive_best(&world.land), "seed {seed}");
    }
}
