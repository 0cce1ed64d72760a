//! Passes, gaps and fords: where paths must come together, and what it costs to close one. T34, T35.

use super::ground::{bare, drawn, random_places, revealed};
use super::maps::{MAPS, marked};
use crate::grid::{Cell, Dir8, Layer, STRAIGHT, Size, distinct};
use crate::land::{SimRng, Surface};
use crate::plan::{BelievedPrices, PriceTables, betweenness, exact_path};
use crate::sim::Game;
use crate::study::judge::{found, share};
use crate::study::stats::mean;
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world::{self, PeopleIx, Tier};
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T34",
        claim: "Where many paths lead and where the land is narrow are the same places, and those that a human picks.",
        kind: Evidence::Statistical,
        band: ">= 80 % of narrow places within 2 cells of the busiest 5 %; >= 90 % of chokes marked by hand on ten maps narrow",
        test: Test::Experiment(chokes),
    },
    Prediction {
        id: "T35",
        claim: "To close one of the busiest cells costs travellers far more than to close any other that is used.",
        kind: Evidence::Own,
        band: ">= 5 times as much",
        test: Test::Experiment(cuts),
    },
];

/// Places between which paths are counted.
const ENDS: usize = 24;
/// A place is narrow if its distance to the nearest obstacle is below this share, in percent, of that in the middle
/// of the room on either side. Obstacles smaller than the second figure do not count, nor do rooms of fewer cells
/// than the third. The first two figures are Skynet's: 172 of the game's small tiles, sixteen of which make a
/// building tile, are eleven.
const NARROW_PERCENT: u32 = 75;
const PILLAR_MAX: usize = 11;
const ROOM_MIN: u32 = 40;
/// Cells within which two narrow places are one.
const SAME: u32 = 4;
/// How near a busy cell must be.
const NEAR: u32 = 2;

/// Cells that block a porter, without pillars: obstacles that are small and do not touch the edge.
fn wall_cells(game: &Game) -> Layer<bool> {
    let (size, surface) = (game.world.size(), &game.world.land.surface);
    let mut walls = surface.map(|surface| world::Kind::Porter.ground_time(*surface).is_none());
    let mut looked = Layer::new(size, false);
    for start in size.cells().filter(|cell| world::Kind::Porter.ground_time(surface[*cell]).is_none()) {
        let (mut wall, mut next) = (if looked[start] { Vec::new() } else { vec![start] }, 0);
        looked[start] = true;
        while let Some(cell) = wall.get(next).copied() {
            next += 1;
            for (_, near) in size.neighbours(cell).filter(|(_, near)| walls[*near]) {
                if !std::mem::replace(&mut looked[near], true) {
                    wall.push(near);
                }
            }
        }
        let is_inside = |cell: &Cell| size.neighbours(*cell).count() == 8;
        if wall.len() < PILLAR_MAX && wall.iter().all(is_inside) {
            for cell in wall {
                walls[cell] = false;
            }
        }
    }
    walls
}

/// Distance of each cell to a wall or to the edge of the map, in milli-steps; 0 for a wall.
fn clearance(game: &Game) -> Layer<u32> {
    let (size, walls) = (game.world.size(), wall_cells(game));
    let spread = |clear: &mut Layer<u32>, cell: Cell| {
        let beyond = if size.neighbours(cell).count() < 8 { STRAIGHT } else { u32::MAX };
        let next = |(dir, near): (Dir8, Cell)| clear[near].saturating_add(dir.length());
        let least = size.neighbours(cell).map(next).min().unwrap_or(0).min(beyond);
        clear[cell] = if walls[cell] { 0 } else { least };
    };
    let cells: Vec<Cell> = size.cells().collect();
    let mut clear = walls.map(|wall| if *wall { 0 } else { u32::MAX });
    for cell in cells.iter().chain(cells.iter().rev()) {
        spread(&mut clear, *cell);
    }
    clear
}

/// Rooms of a land as they grow outwards from their middles until they touch.
struct Rooms {
    /// Number of each cell's room, or `NONE`.
    of: Layer<u32>,
    /// For each room, the room that it was merged into, the clearance of its middle, and its cells.
    rooms: Vec<(u32, u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Rooms {
    fn root(&self, mut room: u32) -> u32 {
        while self.rooms[room as usize].0 != room {
            room = self.rooms[room as usize].0;
        }
        room
    }

    /// The rooms beside a cell, without repeats.
    fn beside(&self, size: Size, cell: Cell) -> Vec<u32> {
        let around = size.neighbours(cell).map(|(_, near)| self.of[near]).filter(|room| *room != NONE);
        distinct(around.map(|room| self.root(room)))
    }

    /// Whether two rooms meet in a narrow place of this clearance; if not, they are merged.
    fn meet(&mut self, one: u32, other: u32, clear: u32) -> bool {
        let (a, b) = (self.rooms[one as usize], self.rooms[other as usize]);
        if a.2.min(b.2) >= ROOM_MIN && u64::from(clear) * 100 < u64::from(a.1.min(b.1) * NARROW_PERCENT) {
            return true;
        }
        let (into, from) = if a.1 >= b.1 { (one, other) } else { (other, one) };
        self.rooms[from as usize].0 = into;
        self.rooms[into as usize].2 = a.2 + b.2;
        false
    }
}

/// The narrow places between rooms, by a watershed of the clearance; widest first.
fn narrow_places(game: &Game) -> Vec<Cell> {
    let (size, clear) = (game.world.size(), clearance(game));
    let mut cells: Vec<Cell> = size.cells().filter(|cell| clear[*cell] > 0).collect();
    cells.sort_by_key(|cell| (Reverse(clear[*cell]), *cell));
    let mut rooms = Rooms { of: Layer::new(size, NONE), rooms: Vec::new() };
    let mut narrow: Vec<Cell> = Vec::new();
    for cell in cells {
        let beside = rooms.beside(size, cell);
        let Some(first) = beside.first().copied() else {
            let room = rooms.rooms.len() as u32;
            rooms.rooms.push((room, clear[cell], 1));
            rooms.of[cell] = room;
            continue;
        };
        let mut room = first;
        for other in beside.into_iter().skip(1) {
            if rooms.meet(room, other, clear[cell]) {
                if narrow.iter().all(|known| known.chebyshev(cell) > SAME) {
                    narrow.push(cell);
                }
            } else {
                room = rooms.root(other);
            }
        }
        rooms.of[cell] = room;
        rooms.rooms[room as usize].2 += 1;
    }
    narrow
}

/// The busiest cells of a land, by a porter's paths between random places: this share of its free cells, in percent
/// of all of them or of those used.
fn busiest_cells(
    game: &Game,
    percent: usize,
    of_used: bool,
    rng: &mut SimRng,
) -> (Vec<Cell>, Vec<Cell>, Vec<Cell>) {
    let ends = random_places(game, ENDS, rng);
    let counts = betweenness(&game.planner(PeopleIx::PLAYER, world::Kind::Porter, &[]), &ends);
    let is_end = |cell: Cell| ends.iter().any(|end| end.chebyshev(cell) <= NEAR);
    let mut used: Vec<Cell> = counts.iter().filter(|(_, count)| **count > 0).map(|(cell, _)| cell).collect();
    used.retain(|cell| !is_end(*cell));
    used.sort_by_key(|cell| (Reverse(counts[*cell]), *cell));
    let free = game.world.size().cells().filter(|cell| !game.world.land.is_blocked(*cell)).count();
    let all = if of_used { used.len() } else { free };
    let top = used[..(all * percent / 100).clamp(1, used.len().max(1)).min(used.len())].to_vec();
    (top, used, ends)
}

fn chokes(seeds: RangeInclusive<u64>) -> Finding {
    let near = |busy: &[Cell], cell: &Cell| busy.iter().any(|it| it.chebyshev(*cell) <= NEAR);
    let (mut narrow, mut agree) = (0, 0);
    for seed in seeds.take(10) {
        let Some(game) = bare(seed, Size::new(96, 96)).map(revealed) else { continue };
        let (busy, _, ends) = busiest_cells(&game, 5, false, &mut SimRng::new(seed, 34));
        // Narrow places of the part of the land where the paths are.
        let (part, _) = game.world.land.parts();
        let here: Vec<Cell> =
            narrow_places(&game).into_iter().filter(|cell| part[*cell] == part[ends[0]]).collect();
        narrow += here.len();
        agree += here.iter().filter(|cell| near(&busy, cell)).count();
    }
    let (mut by_hand, mut seen, mut seen_narrow) = (0, 0, 0);
    for (number, map) in MAPS.iter().enumerate() {
        let (rows, marks) = marked(map);
        let game = drawn(&rows, false, "");
        let (busy, ..) = busiest_cells(&game, 5, false, &mut SimRng::new(number as u64, 34));
        let narrow = narrow_places(&game);
        let found_by =
            |places: &[Cell]| marks.iter().filter(|mark| mark.iter().any(|cell| near(places, cell))).count();
        by_hand += marks.len();
        seen += found_by(&busy);
        seen_narrow += found_by(&narrow);
    }
    let (agreed, by_ways, by_width) =
        (share(agree, narrow), share(seen, by_hand), share(seen_narrow, by_hand));
    let measured = format!(
        "{:.0} % of {narrow} narrow places are busy; of {by_hand} chokes marked by hand {:.0} % are found by the paths and \
         {:.0} % by the clearance",
        agreed * 100.0,
        by_ways * 100.0,
        by_width * 100.0
    );
    let values = [("narrow are busy", agreed), ("by hand, ways", by_ways), ("by hand, clearance", by_width)];
    found(measured, &values, narrow + by_hand, Some(agreed >= 0.8 && by_width >= 0.9))
}

/// Relative increase of the total cost of trips when one cell is closed, and the number of trips that become
/// impossible, which do not count. Only trips that lead over the cell can change.
fn closing_cost(game: &Game, trips: &[(Vec<Cell>, u32)], closed: Cell) -> (f64, usize) {
    let mut people = game.world.people(PeopleIx::PLAYER).clone();
    people.belief.observe(closed, Surface::Wall, Tier::None, false, 0);
    let (size, tables) = (game.world.size(), PriceTables::new());
    let heights = &game.world.land.height;
    let believes = BelievedPrices::new(&people, heights, tables.table_of(world::Kind::Porter), Vec::new());
    let (mut more, mut lost) = (0, 0);
    for (path, price) in trips.iter().filter(|(path, _)| path.contains(&closed)) {
        let other = exact_path(&believes, size, path[0], path[path.len() - 1]);
        if other.reaches {
            more += other.terms.total() - i64::from(*price);
        } else {
            lost += 1;
        }
    }
    let all: u64 = trips.iter().map(|(_, price)| u64::from(*price)).sum();
    (more as f64 / all as f64, lost)
}

fn cuts(seeds: RangeInclusive<u64>) -> Finding {
    let (mut top, mut others, mut cut_off) = (Vec::new(), Vec::new(), 0);
    for seed in seeds.take(10) {
        let Some(game) = bare(seed, Size::new(96, 96)).map(revealed) else { continue };
        let mut rng = SimRng::new(seed, 35);
        let (busy, used, ends) = busiest_cells(&game, 1, true, &mut rng);
        let size = game.world.size();
        let believes = game.believes(PeopleIx::PLAYER, world::Kind::Porter, &[]);
        let pairs = (0..ends.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let trips = pairs.map(|(i, j)| exact_path(&believes, size, ends[i], ends[j]));
        let trips: Vec<(Vec<Cell>, u32)> = trips
            .filter(|path| path.cells.len() > 1)
            .map(|path| (path.cells, path.terms.total() as u32))
            .collect();
        let mut close = |cell: Cell| {
            let (price, lost) = closing_cost(&game, &trips, cell);
            cut_off += lost;
            price
        };
        top.extend(busy.iter().take(6).map(|cell| close(*cell)));
        others.extend((0..24).filter_map(|_| rng.pick(&used).copied()).map(&mut close));
    }
    let (of_top, of_any) = (mean(&top), mean(&others));
    let factor = of_top / of_any.max(1e-9);
    let measured = format!(
        "closing one of the busiest 1 % raises the mean price of a trip by {:.2} %, another used cell by {:.3} %: {factor:.1} \
         times as much; {cut_off} trips were cut off altogether",
        of_top * 100.0,
        of_any * 100.0
    );
    let values = [("busiest", of_top), ("other", of_any), ("factor", factor)];
    found(measured, &values, top.len() + others.len(), Some(factor >= 5.0))
}
