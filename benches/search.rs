//! Our A* beside that of the `pathfinding` crate, on the same grids under the same prices and the same estimate.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wayworn::graph::{Corner, CostModel, Grid8, NodeId};
use wayworn::grid::{Cell, DIAGONAL, Dir8, STRAIGHT, Size};
use wayworn::land::mix;
use wayworn::search::{Goal, Heuristic, Rank, Search, Watch, run};

const SIZE: Size = Size::new(256, 256);

/// Prices of entering each cell; 0 is a wall.
struct Field {
    prices: Vec<u32>,
    cheapest: u32,
}

impl Field {
    /// A quarter walls; the rest costs `cheapest` and up to `spread` eighths of a step more.
    fn new(cheapest: u32, spread: u64) -> Self {
        let price = |i: usize| {
            let dice = mix(&[i as u64, spread]);
            let is_end = i == 0 || i == SIZE.area() - 1;
            let is_wall = dice % 100 < 25 && !is_end;
            if is_wall { 0 } else { cheapest + 125 * (dice / 100 % (spread + 1)) as u32 }
        };
        Self { prices: (0..SIZE.area()).map(price).collect(), cheapest }
    }
}

impl CostModel for Field {
    fn step(&self, _from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let price = self.prices[to as usize];
        (price > 0).then(|| price * length / 1000)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.prices[node as usize] == 0
    }
    fn cheapest(&self) -> u32 {
        self.cheapest
    }
}

struct Corner2Corner {
    cheapest: u32,
}

impl Goal for Corner2Corner {
    fn contains(&self, node: NodeId) -> bool {
        node as usize == SIZE.area() - 1
    }
}

impl Heuristic for Corner2Corner {
    fn estimate(&self, node: NodeId) -> u32 {
        let cell = SIZE.cell(node as usize);
        let (dx, dy) = (u32::from(SIZE.width - 1 - cell.x), u32::from(SIZE.height - 1 - cell.y));
        self.cheapest * dx.abs_diff(dy) + self.cheapest * DIAGONAL / STRAIGHT * dx.min(dy)
    }
}

fn ours(field: &Field, rank: Rank) -> Option<u32> {
    let graph = Grid8 { size: SIZE, cost: field, corner: Corner::BothFree };
    let aim = Corner2Corner { cheapest: field.cheapest };
    let mut search = Search::new(SIZE.area() as u32, 0, rank, &aim, u32::MAX);
    run(&mut search, &graph, &aim, u32::MAX, &mut Watch);
    black_box(search.way_to(search.closest()));
    search.cost_of(SIZE.area() as u32 - 1)
}

fn theirs(field: &Field) -> Option<u32> {
    let aim = Corner2Corner { cheapest: field.cheapest };
    let free = |cell: Option<Cell>| cell.is_some_and(|cell| field.prices[SIZE.index(cell)] > 0);
    let edges = |node: &NodeId| {
        let here = SIZE.cell(*node as usize);
        let mut edges = Vec::with_capacity(8);
        for (dir, cell) in SIZE.neighbours(here) {
            let to = SIZE.index(cell) as NodeId;
            let (dx, dy) = dir.offset();
            let open =
                !dir.is_diagonal() || (free(SIZE.offset(here, dx, 0)) && free(SIZE.offset(here, 0, dy)));
            if let Some(cost) = field.step(*node, to, Dir8::length(dir)).filter(|_| open) {
                edges.push((to, cost));
            }
        }
        edges
    };
    let found = pathfinding::directed::astar::astar(
        &0,
        edges,
        |node| aim.estimate(*node),
        |node| aim.contains(*node),
    );
    found.map(|(way, cost)| {
        black_box(way);
        cost
    })
}

fn searches(criterion: &mut Criterion) {
    for (name, field) in [("uniform", Field::new(1000, 0)), ("weighted", Field::new(500, 40))] {
        let best = theirs(&field);
        assert!(best.is_some() && ours(&field, Rank::AStar) == best, "both find the same cost");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        group.bench_function("ours", |bench| bench.iter(|| ours(black_box(&field), Rank::AStar)));
        group.bench_function("pathfinding", |bench| bench.iter(|| theirs(black_box(&field))));
        group.finish();
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
