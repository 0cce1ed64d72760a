//! The lessons about lands that change during a trip, and about dead ends: which units replan, and why.

use std::path::Path;
use wayworn::app::levels;
use wayworn::grid::Cell;
use wayworn::plan;
use wayworn::scene::text::no_path_words;
use wayworn::sim::{self, Game};
use wayworn::world::{Block, Brush, Command, Kind, Order, PeopleIx, Queue, Unit};

fn lesson(name: &str) -> Game {
    Game::from_level(&levels::load_level(Path::new(name)).unwrap())
}

fn named<'a>(game: &'a Game, name: &str) -> &'a Unit {
    game.world.units.iter().find(|unit| unit.name == name).unwrap()
}

/// Sends a unit to a cell.
fn order(game: &mut Game, name: &str, to: Cell) {
    let units = vec![named(game, name).id];
    game.apply(&Command::Orders { units, orders: vec![Order::Go(to)], queue: Queue::Replace }).unwrap();
}

/// Ticks until it stands on a cell.
fn arrival(game: &mut Game, name: &str, at: Cell, within: u64) -> Option<u64> {
    (0..within).find(|_| {
        game.tick();
        named(game, name).cell == at
    })?;
    Some(game.world.tick)
}

/// All units are on their way when a bridge falls: those that meant to cross it replan, and no others.
#[test]
fn a_fallen_bridge_makes_only_its_users_replan() {
    let mut game = lesson("falling-bridge");
    for _ in 0..40 {
        game.tick();
    }
    let planned =
        |game: &Game| ["Ada", "Bea", "Cob"].map(|name| named(game, name).path.as_ref().unwrap().planned);
    let (before, replans) = (planned(&game), game.world.tally.replans);
    let cells = (32..35).map(|x| Cell::new(x, 9)).collect();
    game.apply(&Command::EditLand { stroke: 0, brush: Brush::Erase, cells }).unwrap();
    for _ in 0..40 {
        game.tick();
    }
    let after = planned(&game);
    assert!(after[0] > before[0] && after[1..] == before[1..], "{before:?} {after:?}");
    assert_eq!(game.world.tally.replans, replans + 1);
    assert!(arrival(&mut game, "Ada", Cell::new(52, 10), 600).is_some(), "over the other bridge");
}

/// A unit stands in the corridor: the detour that rejoins the old path soonest is the longer one, and is not taken.
#[test]
fn a_bad_splice_is_not_taken() {
    let mut game = lesson("bad-splice");
    order(&mut game, "Ada", Cell::new(18, 7));
    let mut went_back_up = false;
    for _ in 0..600 {
        game.tick();
        let cell = named(&game, "Ada").cell;
        went_back_up |= cell == Cell::new(10, 3) || cell == Cell::new(10, 4);
    }
    assert_eq!(named(&game, "Ada").cell, Cell::new(18, 7));
    assert!(!went_back_up, "Ada took the splice");
    assert!(named(&game, "Ada").steps <= 32, "{} steps", named(&game, "Ada").steps);
}

/// A group crosses a dense forest in two halves: all of them come out of it, none later than they should.
#[test]
fn a_group_comes_through_both_halves_of_the_forest() {
    let level = levels::load_level(Path::new("forest-halves")).unwrap();
    let mut game = Game::from_level(&level);
    for _ in 0..3600 {
        for command in sim::solution_commands(&game.world, &level) {
            game.apply(&command).unwrap();
        }
        game.tick();
    }
    let left: Vec<_> =
        game.world.units.iter().filter(|unit| unit.cell.x < 43).map(|unit| &unit.name).collect();
    assert!(left.is_empty() && game.world.units.len() == 13, "still in the forest: {left:?}");
}

/// Without a path the units soon know it, say so, and stay outside.
#[test]
fn a_sealed_pass_is_known_to_be_sealed() {
    let mut game = lesson("sealed-pass");
    let mut reported = [None; 2];
    for _ in 0..500 {
        game.tick();
        for (name, reported) in ["Ada", "Bea"].iter().zip(&mut reported) {
            let is_told = matches!(named(&game, name).blocked, Some((Block::NoWay, _)));
            *reported = reported.or_else(|| is_told.then_some(game.world.tick));
        }
    }
    assert!(reported.iter().all(|tick| tick.is_some_and(|tick| tick <= 200)), "{reported:?}");
    let is_inside =
        |name| (21..36).contains(&named(&game, name).cell.x) && (4..17).contains(&named(&game, name).cell.y);
    assert!(!is_inside("Ada") && is_inside("Bea"));
    assert_eq!(named(&game, "Cob").cell, Cell::new(38, 1));
    // The unit that is shut in says so; the place outside is not.
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let why = no_path_words(planner.no_path_reason(named(&game, "Bea").cell, Cell::new(4, 4)));
    assert!(why.ends_with("lies all around here"), "{why}");
}

/// A feared pass is avoided until the fear has faded.
#[test]
fn a_feared_pass_is_gone_around_until_the_fear_has_faded() {
    let mut game = lesson("feared-pass");
    order(&mut game, "Ada", Cell::new(36, 12));
    let pass = Cell::new(19, 12);
    let over_the_pass =
        |game: &Game| named(game, "Ada").cells_ahead(game.world.size()).any(|cell| cell == pass);
    for _ in 0..20 {
        game.tick();
    }
    assert!(named(&game, "Ada").path.is_some() && !over_the_pass(&game));
    assert!(arrival(&mut game, "Ada", Cell::new(36, 12), 600).is_some());
    let words = |game: &Game| game.world.peoples[PeopleIx::PLAYER].belief.words().to_vec();
    let feared = words(&game);
    for _ in 0..48 {
        game.world.peoples[PeopleIx::PLAYER].belief.decay_fear();
    }
    assert_ne!(words(&game), feared, "fear is in the words");
    let believes = game.believes(PeopleIx::PLAYER, Kind::Porter, &[]);
    let back = plan::exact_path(&believes, game.world.size(), Cell::new(36, 12), Cell::new(4, 12));
    assert!(back.cells.contains(&pass), "four half-lives later: {:?}", back.terms);
}
