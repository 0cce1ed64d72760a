//! Experiments about a land that changes: when to plan again, and how much of the old plan to keep.

use super::findings::Findings;
use super::lands::{EIGHT, Reading, ends, found, go, land, named, play, searched, send, unit};
use crate::graph::NodeId;
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::level::Level;
use crate::search::lifelong::{Lifelong, Root};
use crate::search::{Algorithm, Step, Tally};
use crate::sim::Game;
use crate::world::{Brush, Command};

/// Walks from start to goal and plans the rest of the path again every few steps.
pub(super) fn replanning(map: &LabMap) -> Option<Findings> {
    let (start, goal) = ends(map);
    let (path, _) = searched(map, "astar", (start, goal))?;
    let steps = path.len() - 1;
    let planned = |interval: usize| -> Option<i64> {
        let mut sum = 0;
        for at in (0..steps).step_by(interval) {
            sum += searched(map, "astar", (path[at], goal))?.0.len() as i64 - 1;
        }
        Some(sum)
    };
    // A splice of the next steps, planned again at three quarters of its length.
    let spliced = |length: usize| -> Option<i64> {
        let mut sum = 0;
        for at in (0..steps).step_by((length * 3 / 4).max(1)) {
            let joint = path[(at + length).min(steps)];
            sum += searched(map, "astar", (path[at], joint))?.0.len() as i64 - 1;
        }
        Some(sum)
    };
    let curve = [1, 2, 5, 10, 20, 50].map(planned).into_iter().collect::<Option<Vec<i64>>>()?;
    let splices = [8, 16, 32].map(spliced).into_iter().collect::<Option<Vec<i64>>>()?;
    let figures = [
        ("steps", steps as i64),
        ("every_step", curve[0]),
        ("every_tenth", curve[3]),
        ("splices_of_8", splices[0]),
        ("splices_of_32", splices[2]),
    ];
    let findings = found(&figures).with_curve("steps planned, every 1, 2, 5, 10, 20, 50 steps", curve);
    Some(findings.with_curve("steps planned by splices of 8, 16, 32", splices))
}

/// Closes a cell of the path: a search that keeps its labels, and one that begins again.
pub(super) fn repair(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (start, goal) = ends(map);
    let run = |search: &mut Lifelong| {
        let mut tally = Tally::default();
        while search.step(&mut tally) == Step::Working {}
        tally.expanded as i64
    };
    let mut search = Lifelong::new(&terrain, Root::Goal);
    search.begin(start, goal);
    run(&mut search);
    let path = search.path();
    let (near, far) = (*path.get(2)?, *path.get(path.len().checked_sub(3)?)?);
    let closed = |node: NodeId| {
        let (mut again, mut changed) = (search.clone(), map.clone());
        again.set_price(node, 0);
        changed.set_cost(map.size().cell(node as usize), 0);
        let repaired = run(&mut again);
        let fresh = searched(&changed, "astar", (start, goal)).map_or(-1, |(_, tally)| tally.expanded as i64);
        let cost = changed.terrain(EIGHT).and_then(|terrain| {
            let (path, _) = searched(&changed, "astar", (start, goal))?;
            terrain.path_cost(&path)
        });
        (repaired, fresh, i64::from(again.cost() == cost))
    };
    let (at_start, at_goal) = (closed(near), closed(far));
    Some(found(&[
        ("near_start", at_start.0),
        ("near_start_fresh", at_start.1),
        ("near_goal", at_goal.0),
        ("near_goal_fresh", at_goal.1),
        ("same_cost", at_start.2 * at_goal.2),
    ]))
}

/// Sends Ada through the corridors of the level of that name, where Bob stands.
pub(super) fn bad_splice(_: &LabMap) -> Option<Findings> {
    let level = Level::parse(include_str!("../../../levels/crowd/bad-splice.toml")).ok()?;
    let mut game = Game::from_level(&level);
    let units = vec![named(&game, "Ada")?.id];
    send(&mut game, units, Cell::new(18, 7))?;
    let mut up = 0;
    let is_up = |cell: Cell| cell.x == 10 && (3..5).contains(&cell.y);
    let ticks = play(&mut game, 600, |game| {
        let Some(ada) = named(game, "Ada") else { return true };
        up += i64::from(is_up(ada.cell));
        ada.cell == Cell::new(18, 7)
    });
    Some(found(&[
        ("arrived", ticks.is_some().into()),
        ("steps", named(&game, "Ada")?.steps.into()),
        ("on_the_splice", up),
    ]))
}

/// Builds a wall across the path of one of two walkers, at once or cell by cell.
pub(super) fn notices(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let (last, first) = (map.size().height - 1, 0);
    // The second walks along the row of the map that is farther from the first one's.
    let row = if start.y > last / 2 { first } else { last };
    let tables = unit("Ada", "porter", "yours", start, &go(goal))
        + &unit("Bea", "porter", "yours", Cell::new(start.x, row), &format!("go {} {row}; stop", goal.x));
    let planned = |game: &Game, name| named(game, name)?.path.as_ref().map(|path| path.planned);
    let course = |per_tick: usize| -> Option<[i64; 5]> {
        let mut game = land(map, Reading::Ground, false, &tables)?;
        play(&mut game, 20, |_| false);
        let quiet = plans_again(&game);
        play(&mut game, 30, |_| false);
        let before = plans_again(&game);
        let bea = planned(&game, "Bea");
        let wall = named(&game, "Ada")?.cells_ahead(map.size()).nth(5)?;
        // From the middle outwards, so many cells a tick.
        let cells: Vec<Cell> =
            [0, -1, 1, -2, 2].into_iter().filter_map(|dy| map.size().offset(wall, 0, dy)).collect();
        game.apply(&Command::FreeBuild(true)).ok()?;
        for cells in cells.chunks(per_tick) {
            let edit = Command::EditLand { stroke: 0, brush: Brush::Wall, cells: cells.to_vec() };
            game.apply(&edit).ok()?;
            game.tick();
        }
        play(&mut game, 12, |_| false);
        let (after, again) = (plans_again(&game), planned(&game, "Bea"));
        let arrived = play(&mut game, 1500, |game| {
            ["Ada", "Bea"].iter().all(|name| named(game, name).is_some_and(|unit| unit.cell.x == goal.x))
        });
        Some([
            before - quiet,
            after - before,
            (bea != again).into(),
            arrived.is_some().into(),
            named(&game, "Ada")?.steps.into(),
        ])
    };
    let (together, apart) = (course(5)?, course(1)?);
    Some(found(&[
        ("replans_without_change", together[0]),
        ("replans", together[1]),
        ("bea_planned_again", together[2]),
        ("arrived", together[3] * apart[3]),
        ("steps", together[4]),
        ("replans_one_by_one", apart[1]),
        ("steps_one_by_one", apart[4]),
    ]))
}

/// How often a path was planned again or mended.
fn plans_again(game: &Game) -> i64 {
    (game.world.tally.replans + game.world.tally.splices) as i64
}
