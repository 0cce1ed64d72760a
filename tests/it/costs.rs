//! The effect of each price term on the paths chosen, one statement per test; and that changed prices are reported
//! for the chunks where they happen.

use crate::causes;
use crate::kit::{self, Dice};
use crate::orders::drawn;
use std::collections::BTreeMap;
use wayworn::graph::{CostModel, NodeId};
use wayworn::grid::{Cell, DIAGONAL, STRAIGHT, Size};
use wayworn::land::Surface;
use wayworn::plan::{self, BelievedPrices, Isochrone, PRICE_MAX, PRICE_MIN, PriceTables, PricedPath};
use wayworn::sim::Game;
use wayworn::world::{
    Belief, CHUNK, DAY, Kind, Paint, PeopleIx, SEASON_DAYS, Season, SettlementEvent, Tier, TownIx, World,
};

/// Prices of all steps for all kinds, and the cells blocked for them.
fn all_prices(world: &World, tables: &PriceTables) -> Vec<(Vec<Option<u32>>, Vec<bool>)> {
    let size = world.size();
    let of_kind = |kind| {
        let believes = BelievedPrices::new(
            &world.peoples[PeopleIx::PLAYER],
            &world.land.height,
            tables.table_of(kind),
            Vec::new(),
        );
        let node = |cell| size.index(cell) as NodeId;
        let steps = size.cells().flat_map(|from| {
            let onto = size.neighbours(from).map(move |(dir, to)| (from, dir, to));
            onto.map(|(from, dir, to)| believes.step_cost(node(from), node(to), dir.length()))
        });
        (steps.collect(), size.cells().map(|cell| believes.is_blocked(node(cell))).collect())
    };
    Kind::ALL.into_iter().map(of_kind).collect()
}

/// Changes what a people has seen, painted or feared.
fn happen(belief: &mut Belief, dice: &mut Dice) {
    let size = belief.size();
    let cell = size.cell(dice.below(size.area()));
    let surface = Surface::ALL[dice.below(Surface::ALL.len())];
    match dice.below(8) {
        0..5 => {
            let tier = Tier::ALL[dice.below(Tier::ALL.len())];
            belief.observe(cell, surface, tier, dice.below(2) == 0, 0);
        }
        5 => belief.paint_cell(cell, Paint::from_index(dice.below(4) as u8)),
        6 => belief.add_fear(cell, 1000 * (1 + dice.below(5) as u32)),
        _ => (0..5).for_each(|_| belief.decay_fear()),
    }
}

/// Whatever changes a price (vision, paint, beacons, towers, fear or a season), both chunks of the step are reported, each
/// once; and a cell that is opened or closed is reported as such.
#[test]
fn changed_prices_are_reported_by_chunk() {
    let (mut world, mut dice) = (kit::game(5, 64).world, Dice(5));
    let (size, mut tables) = (world.size(), PriceTables::for_season(Season::Winter));
    let columns = size.width.div_ceil(CHUNK);
    world.peoples[PeopleIx::PLAYER].belief.drain_dirty();
    let (mut changed, mut opened, mut quiet) = (0, 0, 0);
    let mut before = all_prices(&world, &tables);
    for round in 0..120 {
        let belief = &mut world.peoples[PeopleIx::PLAYER].belief;
        if round % 10 == 9 {
            let (before, now) = (tables.season(), Season::ALL[round / 10 % 4]);
            belief.mark_season(before, now);
            tables = PriceTables::for_season(now);
        } else {
            (0..=round % 3).for_each(|_| happen(belief, &mut dice));
        }
        let touched = world.peoples[PeopleIx::PLAYER].belief.drain_dirty();
        assert!(touched.chunks.is_sorted_by(|a, b| a.0 < b.0) && !touched.all);
        let reported: BTreeMap<u32, bool> = touched.chunks.iter().copied().collect();
        let chunk = |cell: Cell| u32::from(cell.y / CHUNK * columns + cell.x / CHUNK);
        quiet += columns * columns - reported.len() as u16;
        let after = all_prices(&world, &tables);
        for ((old, was_barred), (new, is_barred)) in before.iter().zip(&after) {
            let steps = size.cells().flat_map(|from| size.neighbours(from).map(move |(_, to)| (from, to)));
            for ((from, to), _) in steps.zip(old.iter().zip(new)).filter(|(_, (old, new))| old != new) {
                let is_reported = |cell| reported.contains_key(&chunk(cell));
                assert!(is_reported(from) && is_reported(to), "{from:?} {to:?} in round {round}");
                changed += 1;
            }
            let barred = size.cells().zip(was_barred.iter().zip(is_barred));
            for (cell, _) in barred.filter(|(_, (was, is))| was != is) {
                assert_eq!(reported.get(&chunk(cell)), Some(&true), "{cell:?} in round {round}");
                opened += 1;
            }
        }
        before = after;
    }
    assert!(changed > 5000 && opened > 50 && quiet > 100, "{changed} {opened} {quiet}");
    assert!(world.peoples[PeopleIx::PLAYER].belief.drain_dirty().is_empty(), "reported once");
}

/// A fully known land, drawn as ground and as digits of height.
pub(crate) struct Drawn {
    /// Its world.
    pub world: World,
    tables: PriceTables,
}

impl Drawn {
    /// Ground as rows of glyphs, heights as rows of digits, in a season.
    pub(crate) fn new(map: &[String], heights: Option<&[String]>, season: Season) -> Drawn {
        let heights =
            heights.map_or_else(String::new, |rows| format!("heights = '''\n{}\n'''\n", rows.join("\n")));
        let world = drawn(map, false, &heights).world;
        Drawn { world, tables: PriceTables::for_season(season) }
    }

    /// Its size.
    pub(crate) fn size(&self) -> Size {
        self.world.size()
    }

    /// The node of a cell.
    pub(crate) fn node(&self, cell: Cell) -> NodeId {
        self.size().index(cell) as NodeId
    }

    /// What its people believes.
    pub(crate) fn belief(&mut self) -> &mut Belief {
        &mut self.world.peoples[PeopleIx::PLAYER].belief
    }

    /// The prices of a kind under this belief.
    pub(crate) fn believes(&self, kind: Kind) -> BelievedPrices<'_> {
        BelievedPrices::new(
            &self.world.peoples[PeopleIx::PLAYER],
            &self.world.land.height,
            self.tables.table_of(kind),
            Vec::new(),
        )
    }

    /// The cheapest path.
    pub(crate) fn path(&self, kind: Kind, from: Cell, to: Cell) -> PricedPath {
        let path = plan::exact_path(&self.believes(kind), self.size(), from, to);
        assert!(path.reaches);
        path
    }

    /// The price of a step between neighbours.
    pub(crate) fn step(&self, kind: Kind, from: Cell, to: Cell) -> Option<u32> {
        self.believes(kind).step_cost(self.node(from), self.node(to), from.dir_to(to).unwrap().length())
    }

    /// Whether the path crosses a kind of ground, apart from its ends.
    fn crosses(&self, path: &PricedPath, surface: Surface) -> bool {
        path.cells[1..path.cells.len() - 1].iter().any(|cell| self.world.land.surface[*cell] == surface)
    }
}

/// This many copies of a row.
pub(crate) fn rows(count: usize, row: &str) -> Vec<String> {
    vec![row.to_owned(); count]
}

/// A cell.
pub(crate) fn cell(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

/// Two high places with a ridge between them and a valley beside it. Usually climbing costs, and the path stays up;
/// in winter high ground itself is expensive, and it leads down, across and up again.
#[test]
fn altitude_sends_down_and_climbing_keeps_up() {
    let map = [rows(4, "............"), rows(1, "..nnnnnnnn.."), rows(4, "............")].concat();
    let heights = [rows(4, "000000000000"), rows(1, "009999999900"), rows(4, "000000000000")].concat();
    let (from, to) = (cell(2, 4), cell(9, 4));
    let autumn = Drawn::new(&map, Some(&heights), Season::Autumn).path(Kind::Porter, from, to);
    assert!(autumn.cells.iter().all(|cell| cell.y == 4) && autumn.terms.slope == 0);
    let winter = Drawn::new(&map, Some(&heights), Season::Winter).path(Kind::Porter, from, to);
    assert!(winter.cells.iter().any(|cell| cell.y != 4) && winter.terms.slope > 0, "{winter:?}");
}

/// Going up costs more than coming down for every kind; a cart goes round a hill on one level that a porter crosses.
#[test]
fn slopes_are_dearer_up_than_down_and_carts_follow_the_contour() {
    let map = rows(13, "......................");
    let height = |x: i32, y: i32| (9 - (x - 10).abs().max((y - 6).abs() * 2) * 2).max(0);
    let heights: Vec<String> = (0..13).map(|y| (0..22).map(|x| height(x, y).to_string()).collect()).collect();
    let hill = Drawn::new(&map, Some(&heights), Season::Autumn);
    for kind in Kind::ALL {
        let (up, down) = (hill.step(kind, cell(7, 6), cell(8, 6)), hill.step(kind, cell(8, 6), cell(7, 6)));
        assert!(up > down && down > hill.step(kind, cell(1, 1), cell(1, 2)), "{kind:?}: {up:?} {down:?}");
    }
    let (from, to) = (cell(2, 6), cell(18, 6));
    let top = |path: &PricedPath| path.cells.iter().map(|cell| hill.world.land.height[*cell]).max();
    let (porter, cart) = (hill.path(Kind::Porter, from, to), hill.path(Kind::Cart, from, to));
    assert!(top(&cart) < top(&porter) && cart.terms.slope < porter.terms.slope, "{porter:?} {cart:?}");
    assert!(cart.cells.len() >= porter.cells.len());
}

/// Bridges are level from bank to bank: a path avoids climbing into a gorge and out of it by crossing where there is
/// one.
#[test]
fn a_bridge_spares_the_climb() {
    let (mut map, gorge) = (rows(13, "............."), rows(13, "7777770777777"));
    let path = |map: &[String]| {
        Drawn::new(map, Some(&gorge), Season::Autumn).path(Kind::Porter, cell(2, 6), cell(10, 6))
    };
    assert!(path(&map).terms.slope > 0 && path(&map).cells.contains(&cell(6, 6)));
    map[3] = "......H......".to_owned();
    assert!(path(&map).terms.slope == 0 && path(&map).cells.contains(&cell(6, 3)), "{:?}", path(&map));
    let land = Drawn::new(&map, Some(&gorge), Season::Autumn);
    for (from, to) in [(cell(5, 3), cell(6, 3)), (cell(6, 3), cell(7, 3))] {
        assert_eq!(land.step(Kind::Porter, from, to), Some(1000));
    }
    assert!(
        land.step(Kind::Porter, cell(6, 3), cell(6, 4)) > Some(1000),
        "off the planks it is as deep as ever"
    );
    let road = plan::road_plan(&land.world, PeopleIx::PLAYER, Kind::Porter, cell(2, 6), cell(10, 6));
    assert!(road.cells.iter().any(|(cell, _)| (cell.x, cell.y) == (6, 3)), "{road:?}");
}

/// Every kind has its own price for ground: a porter crosses the wood that a cart avoids.
#[test]
fn ground_is_priced_by_kind() {
    let map = [rows(9, ".....tttt....."), rows(2, "..............")].concat();
    let wood = Drawn::new(&map, None, Season::Autumn);
    let through = |kind| wood.crosses(&wood.path(kind, cell(1, 1), cell(12, 1)), Surface::Forest);
    assert!(through(Kind::Porter) && !through(Kind::Cart));
}

/// From grass to rock costs more than from hills to rock, and that more than from rock to rock, at equal heights.
#[test]
fn rougher_ground_costs_a_transition() {
    let level = rows(5, "00000");
    let drawn = Drawn::new(&rows(5, ".n^^n"), Some(&level), Season::Autumn);
    let grass = Drawn::new(&rows(5, "..^^^"), Some(&level), Season::Autumn);
    let onto = |land: &Drawn| land.step(Kind::Settler, cell(1, 2), cell(2, 2)).unwrap();
    let within = drawn.step(Kind::Settler, cell(2, 2), cell(3, 2)).unwrap();
    assert!(
        onto(&grass) > onto(&drawn) && onto(&drawn) > within,
        "{} {} {within}",
        onto(&grass),
        onto(&drawn)
    );
    let back = drawn.step(Kind::Settler, cell(3, 2), cell(4, 2)).unwrap();
    assert_eq!(back, 2000, "smoother ground costs nothing extra");
}

/// A road is used exactly where it is cheaper than the ground beside it, and no detour over it is longer than the
/// road is better. Once a good road is known, the search has to expand more, the more the cheaper the road is.
#[test]
fn roads_are_worth_a_bounded_detour() {
    let (from, to) = (cell(4, 1), cell(44, 1));
    let mut reached = Vec::new();
    for (tier, divisor) in [(Tier::Path, 125), (Tier::Dirt, 167), (Tier::Paved, 250), (Tier::Highway, 400)] {
        let (mut used, mut left) = (0, 0);
        for distance in (2..38).step_by(5) {
            let mut land = Drawn::new(&rows(40, &".".repeat(48)), None, Season::Autumn);
            let around = (2..=distance).flat_map(|y| [cell(4, y), cell(44, y)]);
            for on in around.chain((4..=44).map(|x| cell(x, distance))) {
                land.belief().observe(on, Surface::Meadow, tier, false, 0);
            }
            let path = land.path(Kind::Porter, from, to);
            let length = path.terms.distance;
            assert!(path.terms.total() <= 40_000 && length * 100 <= 40_000 * divisor, "{tier:?} {distance}");
            if path.terms.road < 0 {
                used += 1;
            } else {
                left += 1;
            }
            if distance == 37 {
                reached.push(path.labels);
            }
        }
        assert!(used > 0 && (left > 0 || tier == Tier::Highway), "{tier:?}: {used} used, {left} not");
    }
    assert!(reached[..3].is_sorted() && reached[3] > 2 * reached[0], "{reached:?}");
}

/// A price above the limit is a wall: a cart finds the same paths through deep wood as through masonry.
#[test]
fn very_dear_ground_is_a_wall() {
    for surface in Surface::ALL {
        let fits = Kind::ALL.map(|kind| kind.row().ground[surface as usize] < PRICE_MAX);
        assert_eq!(fits, Kind::ALL.map(|kind| kind.ground_time(surface).is_some()));
        assert_eq!(fits[0], !surface.is_blocked(), "{surface:?}");
    }
    let mut dice = Dice(8);
    let (mut found, mut barred) = (0, 0);
    for _ in 0..30 {
        let rows: Vec<String> =
            (0..12).map(|_| (0..12).map(|_| if dice.below(3) == 0 { 'T' } else { '.' }).collect()).collect();
        let walls: Vec<String> = rows.iter().map(|row| row.replace('T', "#")).collect();
        let lands = [rows, walls].map(|map| Drawn::new(&map, None, Season::Autumn));
        let ends = (cell(dice.below(12) as u16, 0), cell(dice.below(12) as u16, 11));
        if lands.iter().any(|land| land.world.land.surface[ends.0] != Surface::Meadow) {
            continue;
        }
        let paths = lands
            .each_ref()
            .map(|land| plan::exact_path(&land.believes(Kind::Cart), land.size(), ends.0, ends.1));
        assert_eq!(paths[0].reaches, paths[1].reaches);
        if paths[0].reaches {
            assert_eq!(paths[0].cells, paths[1].cells);
            found += 1;
        } else {
            barred += 1;
        }
    }
    assert!(found > 5 && barred > 0, "{found} {barred}");
}

/// The contour of a steep slope has no climb: cheap for kinds that avoid climbing, expensive for a cart, which avoids
/// steep land.
#[test]
fn steep_land_is_dear_even_on_the_level() {
    let map = rows(8, "..........");
    let steep: Vec<String> = (0..8).map(|y| y.to_string().repeat(10)).collect();
    let land = Drawn::new(&map, Some(&steep), Season::Autumn);
    let price = |kind| land.step(kind, cell(4, 4), cell(5, 4)).unwrap();
    assert_eq!(price(Kind::Porter), 1000);
    assert_eq!(price(Kind::Cart), 1000 + Kind::Cart.row().steep[2]);
    // Unknown land has no height.
    let mut other = Drawn::new(&map, Some(&steep), Season::Autumn);
    *other.belief() = Belief::new(land.size());
    for x in 0..10 {
        other.belief().observe(cell(x, 4), Surface::Meadow, Tier::None, false, 0);
    }
    assert_eq!(other.step(Kind::Cart, cell(4, 4), cell(5, 4)), Some(1000));
}

/// Squared slopes make a road wind uphill: its steepest step is gentler than the straight path's, and it is longer.
#[test]
fn a_road_over_a_pass_bends() {
    let map = rows(24, &".".repeat(24));
    let heights: Vec<String> =
        (0..24).map(|y: i32| ((9 - 2 * (y - 11).abs()).max(0)).to_string().repeat(24)).collect();
    let land = Drawn::new(&map, Some(&heights), Season::Autumn);
    let (from, to) = (cell(12, 0), cell(12, 23));
    let road: Vec<Cell> = plan::road_plan(&land.world, PeopleIx::PLAYER, Kind::Porter, from, to)
        .cells
        .into_iter()
        .map(|(cell, _)| cell)
        .collect();
    let straight: Vec<Cell> = (0..24).map(|y| cell(12, y)).collect();
    let height = |cell: &Cell| u32::from(land.world.land.height[*cell]);
    // The largest rise on the path, in height per thousandth of a step.
    let steepest = |path: &[Cell]| {
        let slope = |two: &[Cell]| height(&two[0]).abs_diff(height(&two[1])) * 1000 / two[0].octile(two[1]);
        path.windows(2).map(slope).max()
    };
    assert!(steepest(&road) < steepest(&straight), "{road:?}");
    assert!(road.windows(2).any(|two| two[0].x != two[1].x));
}

/// Fear makes units avoid a place; each further fright keeps them away longer, and in the end they return.
#[test]
fn feared_places_are_shunned_and_forgotten() {
    let mut map = rows(15, "...................");
    for row in &mut map[3..] {
        row.replace_range(9..10, "#");
    }
    map[10].replace_range(9..10, ".");
    let pass = cell(9, 10);
    let days_of_fear = |frights: u32| {
        let mut land = Drawn::new(&map, None, Season::Autumn);
        let through = |land: &Drawn| land.path(Kind::Porter, cell(2, 10), cell(16, 10)).cells.contains(&pass);
        assert!(through(&land));
        for _ in 0..frights {
            land.belief().add_fear(pass, 2000);
        }
        let terms = land.believes(Kind::Porter).terms(land.node(cell(8, 10)), land.node(pass), 1000).unwrap();
        assert!(terms.fear > 0 && terms.time == 1000, "fear is no time: {terms:?}");
        (0..200).find(|_| {
            land.belief().decay_fear();
            assert!(land.world.peoples[PeopleIx::PLAYER].belief.is_sound());
            through(&land)
        })
    };
    let days = [1, 2, 4].map(|frights| days_of_fear(frights).unwrap());
    assert!(days.is_sorted() && days[2] >= days[0] + 12, "{days:?}");
}

/// Fear changes prices in bands: they change on few of the days on which it fades, and it reaches five cells.
#[test]
fn fear_moves_prices_seldom() {
    let mut land = Drawn::new(&rows(21, &".".repeat(21)), None, Season::Autumn);
    land.belief().drain_dirty();
    land.belief().add_fear(cell(10, 10), 6000);
    let far = |land: &Drawn, x| {
        Belief::fear_of(land.world.peoples[PeopleIx::PLAYER].belief.words()[land.size().index(cell(x, 10))])
    };
    assert!(far(&land, 10) == 7 && far(&land, 14) > 0 && far(&land, 16) == 0);
    assert!(!land.belief().drain_dirty().is_empty());
    let changes = |land: &mut Drawn| {
        let before = land.world.peoples[PeopleIx::PLAYER].belief.words().to_vec();
        land.belief().decay_fear();
        let words = land.world.peoples[PeopleIx::PLAYER].belief.words();
        let changed = before.iter().zip(words).filter(|(a, b)| a != b).count();
        assert_eq!(changed == 0, land.belief().drain_dirty().is_empty());
        changed
    };
    let all: usize = (0..100).map(|_| changes(&mut land)).sum();
    assert!(far(&land, 10) == 0 && (100..700).contains(&all), "121 cells, at most 7 bands down: {all}");
}

/// A path out of sight of a foreign tower is longer and less exposed; a path by a beacon's light is longer too.
#[test]
fn towers_push_paths_away_and_beacons_draw_them() {
    let mut land = Drawn::new(&rows(31, &".".repeat(50)), None, Season::Autumn);
    let (from, to) = (cell(5, 15), cell(44, 15));
    let plain = land.path(Kind::Porter, from, to);
    land.belief().observe(cell(25, 12), Surface::Tower, Tier::None, true, 0);
    let line = plan::straight_line(&land.believes(Kind::Porter), land.size(), from, to);
    let hidden = land.path(Kind::Porter, from, to);
    assert!(hidden.terms.distance > plain.terms.distance && hidden.terms.exposure < line.terms.exposure);
    land.belief().observe(cell(25, 12), Surface::Meadow, Tier::None, false, 0);
    for x in [12, 20, 28, 36] {
        land.belief().observe(cell(x, 6), Surface::Beacon, Tier::None, false, 0);
    }
    let lit = land.path(Kind::Porter, from, to);
    assert!(lit.terms.light < 0 && lit.terms.distance >= plain.terms.distance, "{lit:?}");
    let rows_of = |path: &PricedPath| path.cells.iter().map(|cell| u32::from(cell.y)).min();
    assert!(rows_of(&lit) < rows_of(&plain), "paths gather at beacons");
}

/// A step is priced by the cell that it enters: into a wood is expensive, out of it is not.
#[test]
fn the_cell_that_one_arrives_on_is_paid_for() {
    let land = Drawn::new(&rows(4, "..tt"), Some(&rows(4, "0000")), Season::Autumn);
    assert_eq!(land.step(Kind::Porter, cell(1, 1), cell(2, 1)), Some(2000));
    assert_eq!(land.step(Kind::Porter, cell(2, 1), cell(1, 1)), Some(1000));
    assert_eq!(land.step(Kind::Porter, cell(1, 1), cell(2, 2)), Some(2828));
}

/// The cheapest path round a swamp is longer than the one through it.
#[test]
fn the_long_way_round_a_swamp_is_the_cheap_one() {
    let map = [rows(9, "....sssssssss...."), rows(3, ".................")].concat();
    let land = Drawn::new(&map, None, Season::Autumn);
    let (from, to) = (cell(2, 4), cell(14, 4));
    let path = land.path(Kind::Porter, from, to);
    let line = plan::straight_line(&land.believes(Kind::Porter), land.size(), from, to);
    assert!(path.terms.distance > line.terms.distance && path.terms.total() < line.terms.total());
    // A dry summer makes the swamp cheaper, but not cheap.
    let summer = Drawn::new(&map, None, Season::Summer);
    let dry = plan::straight_line(&summer.believes(Kind::Porter), summer.size(), from, to);
    assert!(dry.terms.season < 0 && dry.terms.total() < line.terms.total());
    assert_eq!(dry.terms.time, line.terms.time + dry.terms.season);
}

/// Scouts find the unknown cheaper than known rough ground, but never free.
#[test]
fn curiosity_is_a_discount_and_stays_above_nothing() {
    let mut land = Drawn::new(&rows(9, &"t".repeat(40)), None, Season::Autumn);
    *land.belief() = Belief::new(land.size());
    for x in 0..40 {
        land.belief().observe(cell(x, 2), Surface::Forest, Tier::None, false, 0);
    }
    let unknown = |kind| land.path(kind, cell(0, 2), cell(39, 2)).unknown;
    assert!(unknown(Kind::Scout) > 0 && unknown(Kind::Porter) == 0);
    assert!(land.step(Kind::Scout, cell(5, 2), cell(5, 3)) >= Some(PRICE_MIN));
}

/// 1000 and 1414 are the familiar 10 and 14 with two more digits: the error of a diagonal is below one in five
/// thousand, where that of 14 is one in a hundred.
#[test]
fn whole_numbers_are_exact_enough() {
    let off = |diagonal: u64, straight: u64| {
        (diagonal * diagonal).abs_diff(2 * straight * straight) * 1_000_000 / (2 * straight * straight) / 2
    };
    assert!(off(u64::from(DIAGONAL), u64::from(STRAIGHT)) < 200, "parts in a million");
    assert!((9_000..=10_100).contains(&off(14, 10)));
}

/// A day's reach is exactly the cells to which the fastest path takes no longer than a day.
#[test]
fn reach_ends_where_the_day_ends() {
    let game = kit::played(7, 96, 400);
    let size = game.world.size();
    let start = game.world.towns[TownIx(0)].cell;
    for kind in [Kind::Porter, Kind::Cart] {
        let believes = game.believes(PeopleIx::PLAYER, kind, &[]);
        let mut all = Isochrone::from(size, start, u32::MAX, u32::MAX);
        assert!(all.expand(&believes, size, u32::MAX));
        // Half of all cells are nearer than that, whatever the land.
        let mut times: Vec<u32> = size.cells().filter_map(|cell| all.time(size, cell)).collect();
        times.sort_unstable();
        let limit = times[times.len() / 2];
        let mut within = Isochrone::from(size, start, limit, u32::MAX);
        while !within.expand(&believes, size, 100) {}
        let (mut near, mut far) = (0, 0);
        for cell in size.cells() {
            let time = all.time(size, cell);
            assert_eq!(within.time(size, cell), time.filter(|time| *time <= limit), "{cell:?}");
            near += u32::from(within.time(size, cell).is_some());
            far += u32::from(time.is_some_and(|time| time > limit));
        }
        assert!(near > 100 && far > 100, "{near} {far}");
    }
}

/// Every kind has one of at most four guides, which is its own guide; the start of a season is reported, and prices
/// follow it.
#[test]
fn kinds_share_guides_and_prices_follow_the_seasons() {
    for kind in Kind::ALL {
        let guide = kind.row().class_kind;
        assert_eq!((Kind::MOVEMENT_CLASSES[kind.class()], guide.row().class_kind), (guide, guide));
        let open = |kind: Kind| Surface::ALL.map(|surface| kind.ground_time(surface).is_some());
        assert_eq!(open(kind), open(guide), "a guide and its kinds enter the same cells");
    }
    let mut game = kit::game(3, 64);
    game.world.tick = 3 * SEASON_DAYS * DAY - 1;
    let belief = &mut game.world.peoples[PeopleIx::PLAYER].belief;
    belief.mark_all_dirty();
    assert!(belief.drain_dirty().all && belief.drain_dirty().is_empty());
    let mut game = Game::from_world(game.world);
    assert_eq!(game.derived.tables.season(), Season::Autumn);
    game.tick();
    assert_eq!(game.derived.tables.season(), Season::Winter);
    let news = SettlementEvent::SeasonBegan(Season::Winter);
    assert!(causes::told(&game).any(|event| event.kind == news.into()));
    assert!(game.derived.matches(&game.world));
}
