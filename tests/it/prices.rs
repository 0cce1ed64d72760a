//! Prices: the terms sum to what searches pay, bounds hold, and a walker arrives when planned.

use crate::kit::{self, Dice};
use std::collections::{BTreeMap, VecDeque};
use wayworn::graph::{CostModel, NodeId};
use wayworn::grid::{Cell, DIAGONAL, Dir8, Layer, STRAIGHT, Size};
use wayworn::land::Surface;
use wayworn::plan::{
    BelievedPrices, CellTarget, PRICE_MAX, PRICE_MIN, PriceTables, PriceTerms, TERM_COUNT, TERM_NAMES,
    TrueGround,
};
use wayworn::scene::{self, Answer, Question};
use wayworn::search::Heuristic;
use wayworn::sim::Game;
use wayworn::world::{
    Behaviour, Belief, Believed, Block, Command, DAY, EXPOSURE_RADIUS, Events, History, Influence, Kind,
    LIGHT_RADIUS, Objectives, Order, Paint, People, PeopleIx, Queue, SEASON_DAYS, STEP_TICKS, Season,
    TOLL_MAX, Tier, Unit, UnitIx, Works,
};

const ALL_WORDS: Size = Size::new(256, 256);

/// A people whose belief about cell i is word number i, for every packed word within these limits.
fn people(tier_max: Tier, prefers: bool, lights: bool) -> People {
    let allowed = |word: u16| match Belief::unpack(word) {
        Believed::Known { tier, .. } => tier <= tier_max,
        Believed::Unknown(_) => true,
    };
    let allowed = |word: u16| {
        let wished = prefers || Belief::paint_of(word) != Paint::Prefer;
        allowed(word) && wished && (lights || !Belief::is_lit(word))
    };
    let words: Vec<u16> = (0..=u16::MAX).map(|word| if allowed(word) { word } else { 0 }).collect();
    let tolled = words.iter().enumerate().filter(|(_, word)| Belief::is_tolled(**word));
    let tolls: Vec<(u32, u8)> = tolled.map(|(node, _)| (node as u32, 1 + node as u8 % TOLL_MAX)).collect();
    let tiers: Vec<u32> = Tier::ALL.iter().map(|tier| u32::from(*tier <= tier_max)).collect();
    let tiers: [u32; 6] = tiers.try_into().unwrap();
    // Words that no unit has seen can only come from a saved form.
    let layers = (Layer::from_values(ALL_WORDS, words), Layer::new(ALL_WORDS, 0u16));
    let beacons: Vec<Cell> = lights.then(|| Cell::new(7, 7)).into_iter().collect();
    let counts = (65_536u32, tiers, u32::from(prefers));
    let landmarks = (beacons, Vec::<Cell>::new(), tolls, BTreeMap::<u32, u32>::new());
    let saved = (layers.0.unwrap(), layers.1, counts, landmarks, Influence::new(ALL_WORDS));
    let belief: Belief = postcard::from_bytes(&postcard::to_allocvec(&saved).unwrap()).unwrap();
    let mut people = kit::game(1, 64).world.people(PeopleIx::PLAYER).clone();
    people.belief = belief;
    people
}

fn heights() -> Layer<u16> {
    let mut dice = Dice(5);
    Layer::from_values(ALL_WORDS, ALL_WORDS.cells().map(|_| dice.below(900) as u16).collect()).unwrap()
}

/// The lab's priced land: blocked where the planner may not enter, otherwise at the price of the straight steps onto
/// it.
#[test]
fn the_priced_land_is_what_the_planner_pays() {
    let game = kit::played(7, 128, 600);
    let size = game.world.size();
    let mut dear = 0;
    for unit in &game.world.units {
        let question = Question::Land { unit: Some(unit.id), cursor: Cell::new(3, 4) };
        let Answer::Land(land, _) = scene::answer(&game, &question) else { panic!() };
        assert_eq!((land.size, land.start, land.prices.len()), (size, unit.cell, size.area()));
        let believes = game.believes(unit.people, unit.kind, &[]);
        for cell in size.cells() {
            let here = size.index(cell);
            let onto = size.neighbours(cell).filter(|(dir, _)| !dir.is_diagonal());
            let steps = onto
                .filter_map(|(_, from)| {
                    believes.step_cost(size.index(from) as NodeId, here as NodeId, STRAIGHT)
                })
                .collect::<Vec<_>>();
            let price = u32::from(land.prices[here]);
            let bounds = (steps.iter().min(), steps.iter().max());
            let (least, most) = (bounds.0.copied().unwrap_or(0), bounds.1.copied().unwrap_or(0));
            assert!((least..=most).contains(&price), "{cell:?}: {price} of {steps:?}");
            dear += u32::from(price > 1500);
        }
    }
    assert!(dear > 1000, "{dear}");
}

/// For every kind in two seasons, fed and hungry: the batch computation for a square gives the price of each of its
/// steps, at the edges of the land, too.
#[test]
fn a_square_reckoned_at_once_costs_what_its_steps_cost() {
    const SIDE: u16 = 16;
    let (people, heights) = (people(Tier::Highway, true, true), heights());
    let mut dice = Dice(9);
    let mut corner = || Cell::new(dice.below(240) as u16, dice.below(240) as u16);
    let squares: Vec<Cell> =
        (0..24).map(|_| corner()).chain([Cell::new(0, 0), Cell::new(240, 240)]).collect();
    let (mut open, mut barred) = (0, 0);
    for season in [Season::Autumn, Season::Winter] {
        let tables = PriceTables::for_season(season);
        for (kind, hunger) in Kind::ALL.into_iter().flat_map(|kind| (0..3).map(move |hunger| (kind, hunger)))
        {
            let believes =
                BelievedPrices::new(&people, &heights, tables.table_of(kind), Vec::new()).with_hunger(hunger);
            for low in &squares {
                let around = believes.neighbourhood(*low, SIDE);
                for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
                    let from = Cell::new(low.x + x, low.y + y);
                    for (dir, to) in ALL_WORDS.neighbours(from) {
                        let row: [_; SIDE as usize] = around.row_prices(y.into(), dir);
                        let at_once = row[usize::from(x)].map(|price| price.min(PRICE_MAX));
                        let nodes = [from, to].map(|cell| ALL_WORDS.index(cell) as NodeId);
                        let alone = believes.step_cost(nodes[0], nodes[1], dir.length());
                        assert_eq!(at_once, alone, "{kind:?} {hunger} {season:?} {from:?} {dir:?}");
                        *if alone.is_some() { &mut open } else { &mut barred } += 1;
                    }
                }
            }
        }
    }
    assert!(open > 1_000_000 && barred > 100_000, "{open} {barred}");
}

/// For every kind in every season, every packed belief, random heights, alone and in a crowd, fed and hungry: the
/// terms sum to the price, the time terms to the time, and every price lies between a quarter of a step and what
/// fits.
#[test]
fn the_items_sum_to_the_price() {
    let (people, heights) = (people(Tier::Highway, true, true), heights());
    let mut dice = Dice(6);
    let crowd: Vec<NodeId> = (0..2000).map(|_| dice.below(ALL_WORDS.area()) as NodeId).collect();
    let mut moved = [0; TERM_COUNT];
    for (season, kind) in Season::ALL.into_iter().flat_map(|season| Kind::ALL.map(|kind| (season, kind))) {
        let tables = PriceTables::for_season(season);
        let believes = BelievedPrices::new(&people, &heights, tables.table_of(kind), crowd.clone());
        let believes = believes.with_hunger(season as u8 % 3);
        let mut allowed = 0;
        for to in 0..ALL_WORDS.area() as NodeId {
            let from = dice.below(ALL_WORDS.area()) as NodeId;
            for length in [STRAIGHT, DIAGONAL] {
                let price = believes.step_cost(from, to, length);
                let terms = believes.terms(from, to, length);
                let word = believes.word(to);
                assert_eq!(terms.map(|terms| terms.total()), price.map(i64::from), "{kind:?} {word:#x}");
                let time = believes.time(from, to, length);
                assert_eq!(time.is_none(), believes.is_blocked(to), "{kind:?} {word:#x}");
                assert_eq!(price.is_none(), time.is_none());
                let Some((terms, price)) = terms.zip(price) else { continue };
                assert!(
                    (PRICE_MIN * length / STRAIGHT..=PRICE_MAX).contains(&price),
                    "{kind:?} {word:#x}: {price}"
                );
                assert!(
                    time.is_some_and(|time| i64::from(time) == terms.time && time > 0),
                    "{kind:?} {word:#x}"
                );
                let PriceTerms { slope, steep, change, crowd, fear, heights, diagonals, supplies, .. } =
                    terms;
                let added = [slope, steep, change, crowd, fear, heights, diagonals, supplies];
                assert!(added.iter().all(|item| *item >= 0));
                terms.list().iter().zip(&mut moved).for_each(|(item, moved)| *moved += u32::from(*item != 0));
                allowed += 1;
            }
        }
        assert!(allowed > 20_000, "{kind:?} may go nowhere");
    }
    // A single step has no turn, and this ground no gap (see `a_cart_needs_room`).
    for none in ["turns", "narrow gap"] {
        let at = TERM_NAMES.iter().position(|item| *item == none).unwrap();
        assert_eq!(std::mem::replace(&mut moved[at], u32::MAX), 0);
    }
    assert!(moved.iter().all(|count| *count > 1000), "an item is always 0: {moved:?}");
}

/// A gap of one cell costs a cart time, and no other kind; not where a road leads through, where the neighbours are
/// unseen, or where two cells are free. What a people with open eyes expects is what the ground takes.
#[test]
fn a_cart_needs_room() {
    let size = Size::new(9, 7);
    let (gaps, unseen) = ([Cell::new(4, 1), Cell::new(4, 3), Cell::new(4, 4)], Cell::new(4, 6));
    let (narrow, wide) = (gaps[0], gaps[1]);
    let mut surface = Layer::new(size, Surface::Grass);
    for cell in size.cells().filter(|cell| cell.x == 4 && !gaps.contains(cell)) {
        surface[cell] = Surface::Peak;
    }
    let mut people = kit::game(1, 64).world.people(PeopleIx::PLAYER).clone();
    people.belief = Belief::new(size);
    for cell in size.cells().filter(|cell| *cell != unseen) {
        people.belief.observe(cell, surface[cell], Tier::None, false, 0);
    }
    let mut land = kit::game(1, 64).world.land.clone();
    (land.size, land.height, land.surface) = (size, Layer::new(size, 300), surface);
    let tables = PriceTables::new();
    let gap = |people: &People, kind: Kind, to: Cell| {
        let believes = BelievedPrices::new(people, &land.height, tables.table_of(kind), Vec::new());
        let nodes = [Cell::new(to.x - 1, to.y), to].map(|cell| size.index(cell));
        let [from, to] = nodes.map(|node| node as NodeId);
        let time = believes.time(from, to, STRAIGHT).unwrap();
        let tiers = size.cells().map(|cell| match Belief::unpack(people.belief.word(cell)) {
            Believed::Known { tier, .. } => tier,
            Believed::Unknown(_) => Tier::None,
        });
        let tiers = Layer::from_values(size, tiers.collect()).unwrap();
        let ground = TrueGround { land: &land, tiers: Some(&tiers), season: Season::Autumn };
        assert_eq!(Some(time), ground.step_time(kind, nodes[0], nodes[1], STRAIGHT), "{kind:?}");
        let terms = believes.terms(from, to, STRAIGHT).unwrap();
        let price = believes.step_cost(from, to, STRAIGHT).unwrap();
        assert_eq!(i64::from(price), terms.total());
        let around = believes.neighbourhood(size.cell(nodes[0]), 1);
        assert_eq!(around.row_prices::<1>(0, Dir8::East), [Some(price)]);
        terms.narrow
    };
    for kind in Kind::ALL {
        assert_eq!(gap(&people, kind, narrow) > 0, kind == Kind::Cart, "{kind:?}");
        assert_eq!(gap(&people, kind, wide), 0, "{kind:?}");
    }
    let tight = Cell::new(3, 6);
    assert_eq!(gap(&people, Kind::Cart, tight), 0, "open to the west");
    people.belief.drain_dirty();
    people.belief.observe(narrow, Surface::Grass, Tier::Path, false, 0);
    assert_eq!(gap(&people, Kind::Cart, narrow), 0, "a path is wide enough");
}

/// The cheapest step bounds every step from below, whatever roads and paint are known; and the heuristic made from it
/// is consistent.
#[test]
fn the_cheapest_step_is_a_lower_bound() {
    let (tables, heights) = (PriceTables::for_season(Season::Summer), heights());
    let wishes = [(false, false), (true, false), (false, true), (true, true)];
    for (tier, (prefers, lights)) in Tier::ALL.into_iter().flat_map(|tier| wishes.map(|wish| (tier, wish))) {
        let people = people(tier, prefers, lights);
        for kind in Kind::ALL {
            let believes = BelievedPrices::new(&people, &heights, tables.table_of(kind), Vec::new());
            let cheapest = believes.cheapest();
            assert_eq!(cheapest, tables.table_of(kind).cheapest(&people.belief));
            assert!(cheapest >= PRICE_MIN);
            let to = CellTarget { goal: Cell::new(200, 130), size: ALL_WORDS, cheapest };
            for cell in ALL_WORDS.cells() {
                let node = ALL_WORDS.index(cell) as NodeId;
                for (dir, next) in ALL_WORDS.neighbours(cell) {
                    let next = ALL_WORDS.index(next) as NodeId;
                    let Some(price) = believes.step_cost(node, next, dir.length()) else { continue };
                    assert!(
                        price >= cheapest * dir.length() / STRAIGHT,
                        "{kind:?} {tier:?} {prefers} {lights}"
                    );
                    let drop = to.estimate(node).saturating_sub(to.estimate(next));
                    assert!(
                        drop <= price.into(),
                        "{kind:?} {tier:?} {prefers}: from {cell:?} {dir:?} the estimate drops by {drop}, \
                         the step costs {price}"
                    );
                }
            }
        }
    }
}

/// Only other peoples that know of a tower pay for it; every people values a beacon.
#[test]
fn strangers_feel_seen_from_a_tower() {
    let (size, heights) = (Size::new(40, 40), Layer::new(Size::new(40, 40), 300));
    let tables = PriceTables::new();
    let mut people = kit::game(1, 64).world.people(PeopleIx::PLAYER).clone();
    let mut price = |surface: Surface, stranger: bool, distance: u16| {
        people.belief = Belief::new(size);
        for cell in size.cells() {
            people.belief.observe(cell, Surface::Meadow, Tier::None, false, 0);
        }
        people.belief.observe(Cell::new(20, 20), surface, Tier::None, stranger, 0);
        let there = believed(&people, &tables, &heights, Cell::new(20 + distance, 20));
        people.belief.observe(Cell::new(20, 20), Surface::Meadow, Tier::None, false, 0);
        assert_eq!(believed(&people, &tables, &heights, Cell::new(20 + distance, 20)), 1000, "it is gone");
        there
    };
    assert_eq!(price(Surface::Tower, true, EXPOSURE_RADIUS), 2500);
    assert_eq!(price(Surface::Tower, true, EXPOSURE_RADIUS + 1), 1000);
    assert_eq!(price(Surface::Tower, false, 3), 1000);
    assert_eq!(price(Surface::Beacon, true, LIGHT_RADIUS), 800);
    assert_eq!(price(Surface::Beacon, false, LIGHT_RADIUS + 1), 1000);
}

/// A known ridge or wall hides a cell from a tower; unknown land is assumed to be exposed; and later discoveries or
/// demolitions count from then on.
#[test]
fn a_tower_exposes_what_it_looks_down_on_as_far_as_is_known() {
    let size = Size::new(40, 40);
    let mut heights = Layer::new(size, 300);
    (0..40).for_each(|y| heights[Cell::new(14, y)] = 600);
    let tower = Cell::new(20, 20);
    let mut belief = Belief::new(size);
    for cell in size.cells().filter(|cell| *cell != Cell::new(20, 27)) {
        let surface = if cell == Cell::new(26, 20) { Surface::Wall } else { Surface::Meadow };
        belief.observe(cell, surface, Tier::None, false, 0);
    }
    belief.observe(tower, Surface::Tower, Tier::None, true, 0);
    belief.update_tower_views(&heights);
    let exposed = |belief: &Belief, x, y| Belief::is_exposed(belief.word(Cell::new(x, y)));
    assert!(exposed(&belief, 15, 20) && exposed(&belief, 14, 20) && exposed(&belief, 25, 20));
    assert!(!exposed(&belief, 13, 20) && !exposed(&belief, 8, 20), "behind the ridge");
    assert!(!exposed(&belief, 28, 20), "behind the wall");
    heights[Cell::new(20, 27)] = 900;
    belief.update_tower_views(&heights);
    assert!(exposed(&belief, 20, 30), "what lies between is unknown");
    belief.observe(Cell::new(20, 27), Surface::Peak, Tier::None, false, 0);
    belief.observe(Cell::new(26, 20), Surface::Meadow, Tier::None, false, 0);
    belief.update_tower_views(&heights);
    assert!(!exposed(&belief, 20, 30) && exposed(&belief, 28, 20));
    assert!(belief.is_sound());
    let before = belief.clone();
    belief.invalidate_towers();
    belief.update_tower_views(&heights);
    assert!(belief == before, "recomputed it is the same");
}

/// Price of a straight step onto a cell.
fn believed(people: &People, tables: &PriceTables, heights: &Layer<u16>, to: Cell) -> u32 {
    let size = people.belief.size();
    let believes = BelievedPrices::new(people, heights, tables.table_of(Kind::Porter), Vec::new());
    let node = |cell: Cell| size.index(cell) as NodeId;
    believes.step_cost(node(Cell::new(to.x, to.y + 1)), node(to), STRAIGHT).unwrap()
}

/// A land with a single idle unit, in a season that does not end soon.
fn lonely(seed: u64, kind: Kind, season: Season) -> Game {
    let mut world = kit::played(seed, 128, 600).world;
    world.units.retain(|unit| unit.kind == Kind::Porter);
    world.units.truncate(1);
    world.tick += season as u64 * SEASON_DAYS * DAY;
    let unit = &mut world.units[UnitIx(0)];
    unit.kind = kind;
    unit.stack = vec![Behaviour::Stop];
    (unit.path, unit.request, unit.cargo, unit.blocked) = (None, None, None, None);
    (unit.next, unit.progress) = (None, 0);
    unit.orders = VecDeque::new();
    (world.plans.waiting, world.plans.live) = (Vec::new(), Vec::new());
    (world.towns, world.camps) = (Vec::new().into(), Vec::new());
    // Without the other peoples, the history must not refer to them.
    (world.history, world.objectives) = (History::default(), Objectives::default());
    world.reported_acts.clear();
    world.works = Works::default();
    world.events = Events::default();
    for people in &mut world.peoples {
        people.trip_times.clear();
        people.paths.clear();
        people.prices.clear();
        people.sightings.clear();
        people.annals.clear();
    }
    Game::from_world(world)
}

/// Whether the path ahead of a unit has the remembered roads: they may have faded unseen.
fn is_as_remembered(game: &Game, unit: &Unit) -> bool {
    let belief = &game.world.people(unit.people).belief;
    unit.cells_ahead(game.world.size()).all(|cell| match belief.at(cell) {
        Believed::Known { tier, .. } => tier == game.world.ground.tier[cell],
        Believed::Unknown(_) => true,
    })
}

/// Sends the unit to a known cell and compares the planned with the walked time, in ticks. `None` if there is no path
/// over known ground, or if anything intervenes, such as the end of the season.
fn walk(game: &mut Game, to: Cell) -> Option<(f64, f64)> {
    let me = |game: &Game| -> Unit { game.world.units[UnitIx(0)].clone() };
    let id = me(game).id;
    let orders = vec![Order::Go(to)];
    let season = Season::effective_at(game.world.tick);
    game.apply(&Command::Orders { units: vec![id], orders, queue: Queue::Replace }).unwrap();
    let mut walked = 0;
    let mut planned = None;
    for _ in 0..20_000 {
        // The unit does not sleep on this walk, unless a single step takes more than a day.
        game.world.units[UnitIx(0)].fatigue = 0;
        game.tick();
        if Season::effective_at(game.world.tick) != season {
            return None;
        }
        let unit = me(game);
        if unit.cell == to && unit.next.is_none() {
            let speed = f64::from(unit.kind.row().speed_percent) / 100.0;
            return planned.map(|time: u64| {
                ((time * u64::from(STEP_TICKS)) as f64 / 1000.0 / speed, f64::from(walked))
            });
        }
        let sleeps = matches!(unit.top(), Some(Behaviour::Rest(_)));
        if sleeps || matches!(unit.blocked, Some((Block::Ground | Block::NoWay | Block::Unit(_), _))) {
            return None;
        }
        if let Some(path) = unit.path.as_ref().filter(|_| planned.is_none()) {
            if !path.reaches || path.unknown > 0 || path.length < 5 || !is_as_remembered(game, &unit) {
                return None;
            }
            // The clock starts when it leaves the cell that the plan starts from.
            if path.steps.len() + 1 == path.length as usize
                && let Some(next) = unit.next
            {
                // Only the near part of a distant path is computed yet.
                let whole = game.planner(unit.people, unit.kind, &[]).path(unit.cell, to);
                if path.route.is_some() && whole.unknown > 0 {
                    return None;
                }
                let time = if path.route.is_some() { whole.terms.time as u64 } else { path.time };
                // The initial heading is no part of a path.
                let turn = unit.heading.map(Dir8::from_index).zip(unit.cell.dir_to(next));
                planned =
                    Some(time + turn.map_or(0, |(before, after)| u64::from(unit.kind.turn(before, after))));
            }
        }
        walked += u32::from(planned.is_some());
    }
    panic!("it never arrives: {:?}", me(game));
}

/// Two hundred walks of one of each kind, in all seasons, over all kinds of ground and over the paths that they
/// tread.
#[test]
fn a_lone_walker_arrives_when_planned() {
    let mut walks = 0;
    for (i, (seed, kind)) in [7, 21, 4, 2, 7].into_iter().zip(Kind::ALL).enumerate() {
        let mut game = lonely(seed, kind, Season::ALL[i % 4]);
        let mut dice = Dice(seed);
        let mut done = 0;
        for _ in 0..400 {
            let to = game.world.size().cell(dice.below(game.world.size().area()));
            let known = game.world.peoples[PeopleIx::PLAYER].belief.is_known(to);
            if !known || game.world.land.surface[to].is_blocked() || done == 40 {
                continue;
            }
            if let Some((planned, walked)) = walk(&mut game, to) {
                let off = (walked - planned).abs();
                // Rounding costs a tick at either end.
                assert!(off <= planned * 0.05 + 2.0, "{kind:?} {seed} to {to:?}: {walked} for {planned}");
                done += 1;
            }
        }
        walks += done;
    }
    assert!(walks >= 150, "only {walks} walks");
}
