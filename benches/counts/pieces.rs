//! The set pieces: each prepares what it needs, and does its work so many times.

use crate::noise;
use crate::priced::Priced;
use ratatui::buffer::Buffer;
use std::hint::black_box;
use std::path::Path;
use wayworn::graph::{Corner, Moves, PLAIN, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::land::mix;
use wayworn::plan::field::{Extent, Field, FieldPrices, FieldWindow, FloodQueue};
use wayworn::plan::{Abstraction, Scratch};
use wayworn::search::Tally;
use wayworn::search::catalogue::find;
use wayworn::sim::Game;
use wayworn::tui::{self, Depth, Screen, Theme};
use wayworn::{save, scene};

/// A piece: how many times, and the file of an old land.
type Piece = fn(usize, &Path);

/// All pieces, by name.
pub(crate) const PIECES: [(&str, Piece); 8] = [
    ("tick", tick),
    ("near", near),
    ("whole", whole),
    ("field", field),
    ("repair", repair),
    ("frame", frame),
    ("save", save),
    ("jps", jump_points),
];

/// Age of the old land, in ticks: three years.
const AGE: u64 = 3 * 11_520;
/// Ticks of one piece.
const TICKS: usize = 480;
/// Side of the land of noise, and the queries and edits of one piece.
const SIDE: u16 = 512;
const QUERIES: u64 = 12;
const EDITS: u64 = 40;
/// Side of the land of rooms, and of a room.
const ROOMS_SIDE: u16 = 256;
const ROOM_SIDE: u16 = 12;

/// An old land as a saved game.
pub(crate) fn grow_old_land() -> Vec<u8> {
    let mut game = Game::new(7, Size::new(256, 256)).expect("a land");
    while game.world.tick < AGE {
        game.tick();
    }
    save::encode(&game.world)
}

fn old_land(file: &Path) -> Game {
    let bytes = std::fs::read(file).expect("the land is there");
    Game::from_world(save::decode(&bytes).expect("a sound save"))
}

fn tick(times: usize, land: &Path) {
    let mut game = old_land(land);
    (0..times * TICKS).for_each(|_| game.tick());
}

/// An abstraction of a land of noise, built.
fn planner() -> (Terrain, Abstraction) {
    let terrain = noise::land(SIDE);
    let abstraction = Abstraction::new(terrain.size());
    abstraction.build(&terrain);
    (terrain, abstraction)
}

fn near(times: usize, _: &Path) {
    let (terrain, abstraction) = planner();
    let mut scratch = Scratch::default();
    for (from, goal) in noise::far_ends(SIDE, QUERIES).repeat(times) {
        let mut route = abstraction.route(&terrain, from, goal, &mut scratch).expect("a route");
        black_box(abstraction.refine(&terrain, &terrain, from, &mut route, &mut scratch));
    }
}

fn whole(times: usize, _: &Path) {
    let (terrain, abstraction) = planner();
    let mut scratch = Scratch::default();
    for (from, goal) in noise::far_ends(SIDE, QUERIES).repeat(times) {
        let route = abstraction.route(&terrain, from, goal, &mut scratch).expect("a route");
        black_box(abstraction.refine_all(&terrain, &terrain, from, &route, &mut scratch));
    }
}

fn field(times: usize, _: &Path) {
    let terrain = noise::land(SIDE);
    let (size, cost) = (terrain.size(), Priced(&terrain));
    let (mut entries, mut queue) = (FieldPrices::new(size, FieldWindow::all(size)), FloodQueue::default());
    let goal = Cell::new(SIDE / 2, SIDE / 3);
    let mut field = Field::build(&mut entries, &cost, &mut queue, &[goal], Extent::All);
    (0..times).for_each(|_| field.rebuild(&mut entries, &cost, &mut queue, Extent::All));
    black_box(field);
}

fn repair(times: usize, _: &Path) {
    let (mut terrain, mut abstraction) = planner();
    for edit in 0..times as u64 * EDITS {
        let cell = terrain.size().cell((mix(&[edit, 85]) % terrain.size().area() as u64) as usize);
        let node = terrain.node(cell);
        let price = if terrain.price(node) == PLAIN { 3 * PLAIN } else { PLAIN };
        terrain.set_price(node, price);
        abstraction.invalidate_cell(cell);
        abstraction.repair(&terrain, &[cell]);
    }
}

fn frame(times: usize, land: &Path) {
    let game = old_land(land);
    let screen = Screen::new(Theme { depth: Depth::True, ..Theme::default() }, 200, 60, true);
    let empty = Buffer::empty(screen.area);
    for _ in 0..times {
        let scene = scene::build_scene(&game, &screen.view());
        let (mut buffer, mut bytes) = (empty.clone(), Vec::new());
        tui::draw(&mut buffer, &screen, &scene);
        tui::encode(&empty, &buffer, &mut bytes);
        black_box(bytes);
    }
}

fn save(times: usize, land: &Path) {
    let game = old_land(land);
    (0..times).for_each(|_| drop(black_box(save::encode(&game.world))));
}

/// Rooms with a door in each wall.
fn rooms() -> Terrain {
    let size = Size::new(ROOMS_SIDE, ROOMS_SIDE);
    let is_wall = |cell: Cell| {
        let (column, row) = (cell.x / ROOM_SIDE, cell.y / ROOM_SIDE);
        let door =
            |salt: u64| 1 + (mix(&[column.into(), row.into(), salt]) % u64::from(ROOM_SIDE - 1)) as u16;
        let (x, y) = (cell.x % ROOM_SIDE, cell.y % ROOM_SIDE);
        (x == 0 && y != door(1)) || (y == 0 && x != door(2))
    };
    let prices = size.cells().map(|cell| if is_wall(cell) { 0 } else { PLAIN }).collect();
    Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).expect("a price for every cell")
}

fn jump_points(times: usize, _: &Path) {
    let terrain = rooms();
    let mut solver = find("jps").expect("jump point search").solver(&terrain);
    let is_free = |end: &Cell| !terrain.is_wall(terrain.node(*end));
    let ends = noise::far_ends(ROOMS_SIDE, 8 * QUERIES);
    let free: Vec<(Cell, Cell)> =
        ends.into_iter().filter(|(from, goal)| is_free(from) && is_free(goal)).collect();
    for (from, goal) in free.repeat(times) {
        solver.begin(terrain.node(from), terrain.node(goal));
        black_box(solver.run(u32::MAX, &mut Tally::default()));
    }
}
