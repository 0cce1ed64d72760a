//! Experiments about which goal, which neighbour and which areas a search is given.

use super::findings::Findings;
use super::lands::{EIGHT, ends, found, marked, searched_on, with_marked};
use crate::graph::{
    Checkerboard, Corner, Edges, Graph, Headed, Moves, NodeId, PLAIN, StraightFirst, Terrain, Visit,
};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::search::breadth_first::{BreadthFirst, OneQueue};
use crate::search::provinces::Provinces;
use crate::search::smoothing::{total_turn, with_fewer_turns};
use crate::search::{
    Algorithm, AnyTarget, BestFirst, Goal, GridTarget, HeapFrontier, Heuristic, NoObserver, Rank, Search,
    Step, Tally, run,
};

/// Radius of a wide goal, in king's moves.
const WIDE: u32 = 3;

/// Looks for the nearest of the goal and all cells of cost 9, and for any cell near the goal.
pub(super) fn nearest(map: &LabMap) -> Option<Findings> {
    let terrain = with_marked(map, PLAIN).terrain(EIGHT)?;
    let (start, goal) = ends(map);
    let goals: Vec<NodeId> = marked(map).iter().map(|cell| terrain.node(*cell)).chain([goal]).collect();
    let costs = goals.iter().filter_map(|to| {
        let (path, tally) = searched_on(&terrain, "astar", (start, *to))?;
        Some((terrain.path_cost(&path)? as i64, tally.expanded as i64))
    });
    let alone: Vec<(i64, i64)> = costs.collect();
    let any = any_of(&terrain, start, &goals);
    let first = |rank| {
        let (cost, expanded, _) = to_any(&terrain, start, rank, &any)?;
        Some((cost as i64, i64::from(expanded)))
    };
    let (flood, aimed) = (first(Rank::UniformCost)?, first(Rank::AStar)?);
    let near_goal =
        |node: &NodeId| terrain.cell(*node).chebyshev(map.goal()) <= WIDE && !terrain.is_wall(*node);
    let around: Vec<NodeId> = (0..terrain.node_count()).filter(near_goal).collect();
    let mut wide = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
    wide.target.goal_radius = WIDE;
    wide.begin(start, goal);
    let mut tally = Tally::default();
    while wide.step(&mut tally) == Step::Working {}
    let (centre, all) = searched_on(&terrain, "astar", (start, goal))?;
    let exact = to_any(&terrain, start, Rank::AStar, &any_of(&terrain, start, &around))?;
    Some(found(&[
        ("goals", goals.len() as i64),
        ("least", alone.iter().map(|of| of.0).min()?),
        ("searches_expanded", alone.iter().map(|of| of.1).sum()),
        ("flood_cost", flood.0),
        ("flood_expanded", flood.1),
        ("any_cost", aimed.0),
        ("any_expanded", aimed.1),
        ("centre_cost", terrain.path_cost(&centre)? as i64),
        ("centre_expanded", all.expanded as i64),
        ("near_cost", terrain.path_cost(&wide.path())? as i64),
        ("near_expanded", tally.expanded as i64),
        ("area_cost", exact.0 as i64),
    ]))
}

fn any_of(terrain: &Terrain, start: NodeId, goals: &[NodeId]) -> AnyTarget {
    let aim = |goal: &NodeId| {
        let mut aim = GridTarget::new(terrain);
        aim.set(start, *goal);
        aim
    };
    AnyTarget(goals.iter().map(aim).collect())
}

/// Cost to the first goal found, nodes expanded, and the path.
fn to_any(
    graph: &impl Graph,
    start: NodeId,
    rank: Rank,
    target: &(impl Goal + Heuristic),
) -> Option<(u64, u32, Vec<NodeId>)> {
    let mut search = Search::new(graph.node_count(), start, rank, target, u32::MAX);
    match run(&mut search, graph, target, u32::MAX, &mut NoObserver) {
        Step::Found(node) => Some((search.cost_of(node)?, search.expansions(), search.path_to(node))),
        _ => None,
    }
}

/// Searches with the neighbours in other orders, and with costs like a chessboard.
pub(super) fn neighbours(map: &LabMap) -> Option<Findings> {
    let four = map.terrain(Moves::Four)?;
    let eight = map.terrain(Moves::Eight(Corner::Cut))?;
    let between = ends(map);
    let (fixed, chess) = (flooded(&listed(&four, false), between)?, flooded(&listed(&four, true), between)?);
    let exchanged = four.node(Cell::new(map.start().y, map.start().x));
    let exchanged = flooded(&listed(&four, false), (exchanged, between.1))?;
    let (straight, diagonal) =
        (flooded(&StraightFirst(&eight), between)?, flooded(&diagonals_first(&eight), between)?);
    let slanted = |path: &[NodeId]| {
        let steps = path.windows(2).map(|two| eight.cell(two[0]).dir_to(eight.cell(two[1])));
        steps.flatten().filter(|dir| dir.is_diagonal()).count() as i64
    };
    let mut aim = GridTarget::new(&four);
    aim.set(between.0, between.1);
    let plain = to_any(&four, between.0, Rank::AStar, &aim)?.2;
    let nudged = to_any(&Checkerboard(&four), between.0, Rank::AStar, &aim)?.2;
    let turns = |path: &[NodeId]| {
        i64::from(Headed::count_turns(&path.iter().map(|node| four.cell(*node)).collect::<Vec<Cell>>()))
    };
    Some(found(&[
        ("fixed_turns", turns(&fixed)),
        ("fixed_steps", fixed.len() as i64 - 1),
        ("exchanged_steps", exchanged.len() as i64 - 1),
        ("chess_turns", turns(&chess)),
        ("chess_steps", chess.len() as i64 - 1),
        ("plain_turns", turns(&plain)),
        ("nudged_turns", turns(&nudged)),
        ("nudged_steps", nudged.len() as i64 - 1),
        ("straight_first_diagonals", slanted(&straight)),
        ("straight_first_steps", straight.len() as i64 - 1),
        ("diagonal_first_diagonals", slanted(&diagonal)),
        ("diagonal_first_steps", diagonal.len() as i64 - 1),
    ]))
}

/// The path in a figure of Lester's tutorial.
const FIGURE: [(u16, u16); 7] = [(1, 2), (2, 3), (2, 4), (3, 4), (4, 4), (5, 3), (5, 2)];

/// Takes the path of a tutorial's figure, and exchanges cells of it for others that cost the same.
pub(super) fn exchanged(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let drawn: Vec<NodeId> = FIGURE.map(|(x, y)| terrain.node(Cell::new(x, y))).to_vec();
    let fits = terrain.path_cost(&drawn).is_some() && (drawn[0], drawn[6]) == ends(map);
    let path = if fits { drawn } else { searched_on(&terrain, "astar", ends(map))?.0 };
    let better = with_fewer_turns(&terrain, &path);
    Some(found(&[
        ("cost", terrain.path_cost(&path)? as i64),
        ("turn", total_turn(&terrain, &path).into()),
        ("better_cost", terrain.path_cost(&better)? as i64),
        ("better_turn", total_turn(&terrain, &better).into()),
    ]))
}

/// A terrain's edges as lists, reversed at every other cell if it is asked for.
fn listed(terrain: &Terrain, alternates: bool) -> Edges {
    table(terrain, |cell, list| {
        if alternates && (cell.x + cell.y).is_multiple_of(2) {
            list.reverse();
        }
    })
}

fn diagonals_first(terrain: &Terrain) -> Edges {
    table(terrain, |_, list| list.sort_by_key(|(_, cost)| std::cmp::Reverse(*cost)))
}

fn table(terrain: &Terrain, mut order: impl FnMut(Cell, &mut Vec<(NodeId, u64)>)) -> Edges {
    let list = |node: NodeId| {
        let mut list = Vec::new();
        terrain.successors(Visit { node, parent: node }, &mut |next, cost| list.push((next, cost)));
        order(terrain.cell(node), &mut list);
        list
    };
    Edges::new(&(0..terrain.node_count()).map(list).collect::<Vec<_>>())
}

/// The path of a breadth-first search.
fn flooded(graph: &impl Graph, (start, goal): (NodeId, NodeId)) -> Option<Vec<NodeId>> {
    let mut search = BreadthFirst::<OneQueue, _>::new(graph);
    search.begin(start, goal);
    while search.step(&mut NoObserver) == Step::Working {}
    let path = search.path();
    (path.last() == Some(&goal)).then_some(path)
}

/// The centre of a province as its goal and estimate.
struct ToCentre<'a> {
    aim: GridTarget,
    centres: &'a [NodeId],
}

impl Goal for ToCentre<'_> {
    fn contains(&self, area: NodeId) -> bool {
        self.aim.contains(self.centres[area as usize])
    }
}

impl Heuristic for ToCentre<'_> {
    fn estimate(&self, area: NodeId) -> u64 {
        self.aim.estimate(self.centres[area as usize])
    }
}

/// Reads the digits as provinces, and searches between those of start and goal.
pub(super) fn areas(map: &LabMap) -> Option<Findings> {
    let mut costs = map.costs().to_vec();
    // Each digit is a province; all its ground is plain.
    let mut digits: Vec<u16> = costs.iter().copied().filter(|cost| *cost > 0).collect();
    digits.sort_unstable();
    digits.dedup();
    let label = |cost: u16| digits.iter().position(|digit| *digit == cost).map_or(u32::MAX, |at| at as u32);
    let labels: Vec<u32> = costs.iter().map(|cost| label(*cost)).collect();
    costs.iter_mut().filter(|cost| **cost > 0).for_each(|cost| *cost = PLAIN);
    let terrain = Terrain::new(map.size(), costs, EIGHT)?;
    let provinces = Provinces::of(&terrain, &labels, digits.len() as u32)?;
    let (start, goal) = ends(map);
    let (from, to) = (labels[start as usize], labels[goal as usize]);
    let centres = provinces.centres();
    let mut aim = GridTarget::new(&terrain);
    aim.set(centres[from as usize], centres[to as usize]);
    let target = ToCentre { aim, centres };
    let flood = to_any(provinces.borders(), from, Rank::UniformCost, &target)?;
    let aimed = to_any(provinces.borders(), from, Rank::AStar, &target)?;
    let (exact, tally) = searched_on(&terrain, "astar", (centres[from as usize], centres[to as usize]))?;
    let borders: usize = (0..digits.len() as u32).map(|area| provinces.borders().edges_of(area).len()).sum();
    Some(found(&[
        ("provinces", digits.len() as i64),
        ("borders", borders as i64 / 2),
        ("cells", labels.iter().filter(|label| **label != u32::MAX).count() as i64),
        ("cost", aimed.0 as i64),
        ("flood_cost", flood.0 as i64),
        ("expanded", aimed.1.into()),
        ("flood_expanded", flood.1.into()),
        ("cells_cost", terrain.path_cost(&exact)? as i64),
        ("cells_expanded", tally.expanded as i64),
    ]))
}
