//! Experiments about searches inside a game's loop: time, memory, and what is done meanwhile.

use super::findings::Findings;
use super::lands::{
    EIGHT, Reading, ends, found, go, know_a_highway, land, named, near, play, porters, searched, send, unit,
};
use crate::graph::{Components, Graph, NodeId, Terrain};
use crate::grid::{Cell, Dir8, Size};
use crate::lab::LabMap;
use crate::land::{self, Land, Preset, Recipe};
use crate::learning::dice::Dice;
use crate::search::refinement::RefinedSearch;
use crate::search::{Algorithm, GridTarget, Rank, Search, Step, Tally, catalogue};
use crate::world::{Kind, PeopleIx};

/// Expansions of a slice.
const SLICE: i64 = 10;

/// Runs one search whole, and another in slices; after each it takes the path to the node with the least estimate.
pub(super) fn slices(map: &LabMap) -> Option<Findings> {
    let (start, goal) = ends(map);
    let (path, whole) = searched(map, "astar", (start, goal))?;
    let terrain = map.terrain(EIGHT)?;
    let mut target = GridTarget::new(&terrain);
    target.set(start, goal);
    let mut search = Search::new(terrain.node_count(), start, Rank::AStar, &target, u32::MAX);
    let (mut tally, mut step, mut left, mut legal) = (Tally::default(), Step::Working, Vec::new(), 1);
    while step == Step::Working {
        let near = search.path_to(search.closest());
        legal *= i64::from(near.len() < 2 || terrain.path_cost(&near).is_some());
        left.push(i64::from(terrain.cell(*near.last()?).octile(terrain.cell(goal))));
        for _ in 0..SLICE {
            step = search.step(&terrain, &target, &mut tally);
            if step != Step::Working {
                break;
            }
        }
    }
    let Step::Found(node) = step else { return None };
    let figures = [
        ("slice", SLICE),
        ("slices", left.len() as i64),
        ("expanded", tally.expanded as i64),
        ("whole_expanded", whole.expanded as i64),
        ("same_path", (search.path_to(node) == path).into()),
        ("legal", legal),
        ("left_at_first", left[0]),
        ("left_after_half", left[left.len() / 2]),
    ];
    Some(found(&figures).with_curve("straight distance from the path's end to the goal", left))
}

/// Orders a porter from start to goal and looks at each tick.
pub(super) fn first_step(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let tables = unit("Ada", "porter", "yours", start, "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    know_a_highway(&mut game);
    play(&mut game, 5, |_| false);
    let units = vec![named(&game, "Ada")?.id];
    send(&mut game, units, goal)?;
    let (mut tick, mut moved, mut planned, mut instinct, mut away) = (0, 0, 0, 0, 0);
    let mut last = None;
    let arrived = play(&mut game, 3000, |game| {
        tick += 1;
        let Some(ada) = named(game, "Ada") else { return true };
        if moved == 0 && ada.next.is_some() {
            moved = tick;
        }
        if planned == 0 && ada.path.is_some() {
            planned = tick;
        }
        if let Some(next) = ada.next.filter(|next| planned == 0 && last != Some(*next)) {
            instinct += 1;
            away += i64::from(next.octile(goal) >= ada.cell.octile(goal));
        }
        last = ada.next;
        ada.cell == goal
    });
    Some(found(&[
        ("first_step", moved),
        ("path_known", planned),
        ("instinct_steps", instinct),
        ("instinct_away", away),
        ("arrived", arrived.map_or(-1, |ticks| ticks as i64)),
    ]))
}

/// Searches with flattened costs for a first path, then with the true ones.
pub(super) fn refinement(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (start, goal) = ends(map);
    let mut refined = RefinedSearch::new(&terrain);
    refined.begin(start, goal);
    let mut tally = Tally::default();
    while refined.step(&mut tally) == Step::Working {}
    let (first, effort) = refined.first().map(|(path, effort)| (path.to_vec(), effort))?;
    let plain = searched(map, "astar", (start, goal))?;
    Some(found(&[
        ("first_expanded", effort.into()),
        ("first_cost", terrain.path_cost(&first)? as i64),
        ("second_cost", terrain.path_cost(&refined.path())? as i64),
        ("astar_expanded", plain.1.expanded as i64),
        ("astar_cost", terrain.path_cost(&plain.0)? as i64),
    ]))
}

/// Searches squares of 64 and 128 cells a side, with a wall in the middle, from corner to corner.
pub(super) fn growth(_: &LabMap) -> Option<Findings> {
    let mut figures = Vec::new();
    for (side, [labels, bytes]) in [(64, ["labels_64", "bytes_64"]), (128, ["labels_128", "bytes_128"])] {
        let mut map = LabMap::open("open", Size::new(side, side));
        // A wall in the middle, so that the way is not straight.
        for y in side / 4..side {
            map.set_cost(Cell::new(side / 2, y), 0);
        }
        let (_, tally) = searched(&map, "astar", ends(&map))?;
        figures.extend([(labels, tally.generated as i64), (bytes, map.terrain(EIGHT)?.bytes() as i64)]);
    }
    Some(found(&figures))
}

/// Sends 1, 10 and 40 porters from the start's side to the goal.
pub(super) fn crowd_work(map: &LabMap) -> Option<Findings> {
    let goal = map.goal();
    let places = near(map, map.start());
    let run = |count: usize| -> Option<(i64, i64, i64)> {
        let tables = porters('P', places.iter().copied().take(count), &go(goal));
        let mut game = land(map, Reading::Ground, false, &tables)?;
        let (mut most, mut spent, mut waited) = (0, 0, 0);
        play(&mut game, 150, |game| {
            most = most.max(game.world.tally.expansions - spent);
            spent = game.world.tally.expansions;
            if game.world.units.iter().any(|unit| unit.path.is_none() && unit.steps == 0) {
                waited = game.world.tick as i64;
            }
            false
        });
        Some((spent as i64, most as i64, waited))
    };
    let (one, ten, forty) = (run(1)?, run(10)?, run(40)?);
    Some(found(&[
        ("one", one.0),
        ("ten", ten.0),
        ("forty", forty.0),
        ("forty_most", forty.1),
        ("one_waited", one.2),
        ("forty_waited", forty.2),
    ]))
}

/// Questions to a walker.
const QUESTIONS: usize = 60;

/// Asks a walker without a plan the same questions on a land and on its gentle twin.
pub(super) fn gentle(_: &LabMap) -> Option<Findings> {
    let size = Size::new(64, 64);
    let recipe = Recipe { gentle: true, ..Recipe::of(Preset::Continent) };
    let rough = land::generate(7, size).ok()?;
    let gentle = land::generate_with(recipe, 7, size, &mut |_, _| ()).ok()?;
    let terrain = |land: &Land| {
        let prices = size.cells().map(|cell| if land.is_blocked(cell) { 0 } else { 1000 });
        Terrain::new(size, prices.collect(), EIGHT)
    };
    let (rough_terrain, gentle_terrain) = (terrain(&rough)?, terrain(&gentle)?);
    let (parts, mut dice, mut arrived) = (Components::of(&rough_terrain), Dice::new(7), [0; 2]);
    let mut asked = 0;
    while asked < QUESTIONS {
        let [from, to] = [0, 1].map(|_| dice.below(size.area()) as NodeId);
        if rough_terrain.is_wall(from) || rough_terrain.is_wall(to) || !parts.are_connected(from, to) {
            continue;
        }
        asked += 1;
        for (terrain, arrived) in [&rough_terrain, &gentle_terrain].into_iter().zip(&mut arrived) {
            let mut walker = catalogue::find("move-loop")?.solver(terrain);
            walker.begin(from, to);
            *arrived += i64::from(matches!(walker.run(20_000, &mut Tally::default()), Step::Found(_)));
        }
    }
    let changed = size.cells().filter(|cell| rough.surface[*cell] != gentle.surface[*cell]).count();
    Some(found(&[
        ("asked", asked as i64),
        ("arrived", arrived[0]),
        ("gentle_arrived", arrived[1]),
        ("changed", changed as i64),
    ]))
}

/// Most clicks that are tried.
const CLICKS_MAX: i64 = 6;

/// Leads a walker without a plan from start to goal by as few clicks as possible.
pub(super) fn by_hand(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (start, goal) = ends(map);
    let row = catalogue::find("move-loop")?;
    let arrives = |from: NodeId, to: NodeId| {
        let mut walker = row.solver(&terrain);
        walker.begin(from, to);
        matches!(walker.run(10_000, &mut Tally::default()), Step::Found(_))
    };
    // Where one click more leads to, until one of these places is one click from the goal.
    let mut left: Vec<NodeId> =
        (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node) && *node != start).collect();
    let (mut near, mut clicks) = (vec![start], 1);
    while !near.iter().any(|from| arrives(*from, goal)) {
        (near, left) = left.into_iter().partition(|to| near.iter().any(|from| arrives(*from, *to)));
        clicks += 1;
        if near.is_empty() || clicks > CLICKS_MAX {
            return Some(found(&[("clicks", 0)]));
        }
    }
    Some(found(&[("clicks", clicks)]))
}

/// Codes the path by its turns, and looks at how much of it a unit keeps.
pub(super) fn relative(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let tables = unit("Ada", "porter", "yours", start, &go(goal));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (mut kept, mut walked) = (0, 0);
    play(&mut game, 4000, |game| {
        let Some(ada) = named(game, "Ada") else { return true };
        kept = kept.max(ada.cells_ahead(map.size()).count() as i64);
        walked = i64::from(ada.steps);
        ada.cell == goal
    });
    let game = land(map, Reading::Ground, false, "")?;
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let cells = planner.path(start, goal).cells;
    let dirs: Vec<Dir8> = cells.windows(2).filter_map(|step| step[0].dir_to(step[1])).collect();
    let turns: Vec<usize> = dirs.windows(2).map(|two| two[0].turn_to(two[1])).collect();
    // The code of turns is read back: each direction is the one before, turned by so much to one side or the other.
    let mut read: Vec<Dir8> = dirs.first().copied().into_iter().collect();
    for (two, eighths) in dirs.windows(2).zip(&turns) {
        let last = *read.last()?;
        let sides = [last.rotated(*eighths as u8), last.rotated(8 - *eighths as u8)];
        read.extend(sides.into_iter().find(|dir| *dir == two[1]));
    }
    let of = |eighths: usize| turns.iter().filter(|turn| **turn == eighths).count() as i64;
    Some(found(&[
        ("steps", dirs.len() as i64),
        ("straight", of(0)),
        ("slight", of(1)),
        ("sharp", of(3)),
        ("back", of(4)),
        ("same_again", (read == dirs).into()),
        ("kept", kept),
        ("walked", walked),
    ]))
}
