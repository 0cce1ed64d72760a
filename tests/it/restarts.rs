//! Running searches while the land changes: they restart only where a cell that they have reached is blocked now.

use crate::kit::Dice;
use crate::orders::{level, meadow};
use wayworn::graph::NodeId;
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::plan::{self, Served};
use wayworn::sim::Game;
use wayworn::world::{CHUNK, Kind, PathRequest, PeopleIx, Requester, Rung, Tier, UnitId};

const FROM: Cell = Cell { x: 30, y: 30 };
const GOAL: Cell = Cell { x: 70, y: 30 };

/// A land on which a search takes several ticks, and the search after the first of them.
fn searching() -> Game {
    let mut rows = meadow(96, 96);
    for row in rows.iter_mut().skip(10).take(80) {
        row.replace_range(60..61, "#");
    }
    let mut game = level(&rows, false, &[]);
    // The cheaper the best known road anywhere, the wider a search has to expand.
    game.world.peoples[PeopleIx::PLAYER].belief.observe(
        Cell::new(0, 95),
        Surface::Meadow,
        Tier::Highway,
        false,
        0,
    );
    let request = PathRequest {
        rung: Rung::Direct,
        ..PathRequest::between(Requester::Unit(UnitId(9)), PeopleIx::PLAYER, (FROM, GOAL), 0)
    };
    plan::submit(&mut game.world.plans, request);
    assert!(serve(&mut game).is_empty() && expansions(&game) > 500);
    game
}

fn serve(game: &mut Game) -> Vec<Served> {
    let tools = plan::PlannerTools { tables: &game.derived.tables, abstractions: &game.derived.abstractions };
    plan::serve(&mut game.world, tools, &mut game.derived.fields).0
}

fn expansions(game: &Game) -> u32 {
    game.world.plans.live[0].search.expansions()
}

fn is_reached(game: &Game, cell: Cell) -> bool {
    let node = game.world.size().index(cell) as NodeId;
    game.world.plans.live[0].search.labels().get(node).is_some()
}

/// The people sees this on a cell, and the searches are notified of its chunk.
fn see(game: &mut Game, people: PeopleIx, cell: Cell, surface: Surface) {
    game.world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, Tier::None, false, 0);
    let across = u32::from(game.world.size().width.div_ceil(CHUNK));
    let chunk = u32::from(cell.y / CHUNK) * across + u32::from(cell.x / CHUNK);
    let tools = plan::PlannerTools { tables: &game.derived.tables, abstractions: &game.derived.abstractions };
    plan::restart_blocked(&mut game.world, tools, people, &[chunk]);
}

/// Serves until the search has ended.
fn end(game: &mut Game) -> Served {
    (0..100).find_map(|_| serve(game).pop()).unwrap()
}

#[test]
fn a_search_begins_anew_only_if_a_cell_that_it_has_reached_is_barred() {
    let near = Cell::new(34, 31);
    // More expensive ground, anywhere: the search continues with its work so far.
    let mut game = searching();
    let before = expansions(&game);
    assert!(is_reached(&game, near));
    see(&mut game, PeopleIx::PLAYER, near, Surface::Forest);
    assert_eq!(expansions(&game), before, "a price does not stop it");
    // A wall that it has not reached yet.
    let far = Cell::new(90, 90);
    assert!(!is_reached(&game, far));
    see(&mut game, PeopleIx::PLAYER, far, Surface::Wall);
    assert_eq!(expansions(&game), before, "nor does a wall out of its sight");
    // Another people's discovery.
    see(&mut game, PeopleIx(1), near, Surface::Wall);
    assert_eq!(expansions(&game), before, "nor what others learn");
    // A wall in the searched area.
    see(&mut game, PeopleIx::PLAYER, near, Surface::Wall);
    assert_eq!(expansions(&game), 0);
    assert!(is_reached(&game, FROM) && !is_reached(&game, near));
    let answer = end(&mut game);
    assert!(answer.found.reaches && !answer.found.cells.contains(&near));
}

/// Whatever is seen meanwhile, and whenever: the search ends with a path that is walkable by present knowledge.
#[test]
fn whatever_changes_meanwhile_the_way_that_comes_can_be_walked() {
    let mut dice = Dice(31);
    let (mut anew, mut kept) = (0, 0);
    for _ in 0..40 {
        let mut game = searching();
        let size = game.world.size();
        let answer = loop {
            for _ in 0..dice.below(3) {
                let cell = Cell::new(20 + dice.below(60) as u16, 5 + dice.below(40) as u16);
                if cell == FROM || cell == GOAL || game.world.plans.live.is_empty() {
                    continue;
                }
                let before = expansions(&game);
                let surface = [Surface::Wall, Surface::Forest, Surface::Meadow, Surface::Hill][dice.below(4)];
                let is_wall = surface == Surface::Wall && is_reached(&game, cell);
                see(&mut game, PeopleIx::PLAYER, cell, surface);
                assert_eq!(expansions(&game) < before, is_wall, "{cell:?} {surface:?}");
                (anew, kept) = (anew + u32::from(is_wall), kept + u32::from(!is_wall));
            }
            if let Some(answer) = serve(&mut game).pop() {
                break answer;
            }
        };
        let believes = game.believes(PeopleIx::PLAYER, Kind::Porter, &[]);
        assert!(answer.found.reaches && plan::is_walkable(&believes, size, &answer.found.cells));
    }
    assert!(anew > 5 && kept > 20, "{anew} {kept}");
}
