//! Many units with the same goal: one field gives the same costs as a search for each, whatever is cached.

use crate::kit::{self, Dice};
use wayworn::graph::{CostModel, NodeId};
use wayworn::grid::Cell;
use wayworn::plan::field::FieldCache;
use wayworn::plan::{BATCH_MIN, answer_batch, batches, path_terms, search_now};
use wayworn::sim::Game;
use wayworn::sim::limits::{FIELD_BYTES_MAX, FIELDS_MAX};
use wayworn::world::{Command, Kind, Paint, PathRequest, PeopleIx, PlannedBy, Requester, Target, UnitId};

fn request(id: u64, kind: Kind, from: Cell, goal: Cell) -> PathRequest {
    let asker = Requester::Unit(UnitId(id as u32));
    PathRequest { id, kind, ..PathRequest::between(asker, PeopleIx::PLAYER, (from, goal), 0) }
}

/// Cells on which a porter can stand, as far as known.
fn free_cells(game: &Game, count: usize, dice: &mut Dice) -> Vec<Cell> {
    let size = game.world.size();
    let believes = game.believes(PeopleIx::PLAYER, Kind::Porter, &[]);
    let cells = (0..).map(|_| size.cell(dice.below(size.area())));
    cells.filter(|cell| !believes.is_blocked(size.index(*cell) as NodeId)).take(count).collect()
}

/// A cache notified of all changes and a fresh one return the same while the player paints.
#[test]
fn a_batch_costs_what_searches_cost() {
    let mut dice = Dice(21);
    let mut game = kit::played(7, 64, 300);
    let size = game.world.size();
    let mut kept = FieldCache::new(size, FIELDS_MAX, FIELD_BYTES_MAX);
    let goals = free_cells(&game, 3, &mut dice);
    let mut answered = 0;
    for round in 0..12 {
        let painted: Vec<Cell> = size.square(free_cells(&game, 1, &mut dice)[0], 4).collect();
        let paint = [Paint::Forbid, Paint::Avoid, Paint::Prefer][dice.below(3)];
        for cell in &painted {
            game.world.peoples[PeopleIx::PLAYER].belief.paint_cell(*cell, paint);
        }
        kept.mark_changed(PeopleIx::PLAYER, &painted);
        let kind = Kind::ALL[dice.below(2)];
        let starts = free_cells(&game, BATCH_MIN, &mut dice);
        let requests: Vec<PathRequest> = starts
            .iter()
            .enumerate()
            .map(|(id, from)| request(id as u64, kind, *from, goals[round % 3]))
            .collect();
        let requests: Vec<&PathRequest> = requests.iter().collect();
        let (world, tables) = (&game.world, &game.derived.tables);
        let served = answer_batch(world, tables, &mut kept, &requests);
        let fresh = &mut FieldCache::new(size, FIELDS_MAX, FIELD_BYTES_MAX);
        assert_eq!(served, answer_batch(world, tables, fresh, &requests));
        let believes = game.believes(PeopleIx::PLAYER, kind, &[]);
        for request in requests {
            let answer = served.iter().find(|served| served.request == *request).map(|served| &served.found);
            let (_, searched) = search_now(world, game.derived.tools(), request.clone());
            let searched = searched.unwrap().found;
            assert_eq!(answer.is_some(), searched.reaches);
            let cost = |cells: &[Cell]| path_terms(&believes, size, cells).unwrap().0.total();
            if let Some(answer) = answer {
                assert_eq!(answer.by, PlannedBy::Field);
                assert_eq!((answer.cells[0], answer.cells.last()), (request.from, searched.cells.last()));
                assert_eq!(cost(&answer.cells), cost(&searched.cells));
                answered += 1;
            }
        }
    }
    assert!(answered > 40, "{answered}");
}

#[test]
fn requests_to_one_place_are_batched_in_the_order_of_asking() {
    let (home, market) = (Cell::new(1, 1), Cell::new(9, 9));
    let mut waiting: Vec<PathRequest> = Vec::new();
    let count = 2 * BATCH_MIN as u64 + 4;
    for id in 0..count {
        let goal = if id % 2 == 0 { market } else { home };
        waiting.push(request(id, Kind::Porter, Cell::new(id as u16 % 60, 3), goal));
    }
    waiting[3].kind = Kind::Scout;
    waiting[5].people = PeopleIx(1);
    waiting[7].target = Target::Border { claimed: Vec::new() };
    assert_eq!(batches(&waiting), [(0..count as usize).step_by(2).collect::<Vec<usize>>()]);
    waiting[3].kind = Kind::Porter;
    let others: Vec<usize> = (1..count as usize).step_by(2).filter(|i| ![5, 7].contains(i)).collect();
    assert_eq!(batches(&waiting)[1], others);
}

/// A unit on forbidden ground is led off it; an unreachable place has no answer.
#[test]
fn a_unit_on_forbidden_ground_is_led_off_it() {
    let mut game = kit::played(7, 64, 10);
    assert!(game.apply(&Command::FreeBuild(true)).is_ok());
    let cells = free_cells(&game, 2, &mut Dice(22));
    let belief = &mut game.world.peoples[PeopleIx::PLAYER].belief;
    belief.paint_cell(cells[0], Paint::Forbid);
    let mut fields = FieldCache::new(game.world.size(), FIELDS_MAX, FIELD_BYTES_MAX);
    let ask = request(1, Kind::Porter, cells[0], cells[1]);
    let near = request(2, Kind::Porter, game.world.size().square(cells[0], 1).last().unwrap(), cells[1]);
    let served = answer_batch(&game.world, &game.derived.tables, &mut fields, &[&ask, &near]);
    let (_, searched) = search_now(&game.world, game.derived.tools(), ask.clone());
    let searched = searched.unwrap().found;
    assert!(searched.reaches, "the land is in pieces there");
    let believes = game.believes(PeopleIx::PLAYER, Kind::Porter, &[]);
    let cost = |cells: &[Cell]| path_terms(&believes, game.world.size(), cells).unwrap().0.total();
    assert_eq!(served[0].request, ask);
    assert!(cost(&served[0].found.cells) >= cost(&searched.cells) && served[0].found.cells.len() > 1);
}
