//! Large lands and crowds: identical on any number of threads, with indices that agree with plain lists, and no
//! unbounded growth.

use crate::kit;
use std::collections::BTreeSet;
use wayworn::grid::{Cell, Size};
use wayworn::land::{self, Recipe};
use wayworn::sim::Game;
use wayworn::world::{
    ACTS_MAX, DAY, DELIVERY_DAYS, FRAMES_MAX, LINES_MAX, PeopleIx, REPORTED_ACTS_MAX, TOWNS_MAX, TownKind,
    YEARS_MAX,
};

#[test]
fn a_land_is_the_same_on_any_number_of_threads_and_tells_how_far_it_is() {
    let size = Size::new(1030, 70);
    let alone = kit::on_threads(1, || land::generate(9, size).unwrap());
    let mut reports = Vec::new();
    let together = kit::on_threads(3, move || {
        let tell = &mut |what, percent| reports.push((what, percent));
        let land = land::generate_with(Recipe::default(), 9, size, tell).unwrap();
        (land, reports)
    });
    assert_eq!(alone, together.0);
    let percents: Vec<usize> = together.1.iter().map(|(_, percent)| *percent).collect();
    assert!(percents.len() > 10 && percents.is_sorted() && percents.last() == Some(&100), "{percents:?}");
    assert!(land::generate(9, Size::new(4097, 100)).is_err());
}

/// Look-up by cell finds the same as a scan of all settlements and camps.
#[test]
fn places_are_found_by_cell_as_in_the_lists() {
    let mut game = kit::game(7, 128);
    while game.world.tick < 2400 {
        game.tick();
    }
    let world = &game.world;
    let places = game.derived.places_in(world);
    let towns = || world.towns.iter().filter(|town| town.kind != TownKind::Ruin).map(|town| town.cell);
    let camps = || world.camps.iter().map(|camp| camp.cell);
    assert!(towns().count() >= 3 && camps().count() >= 1);
    let mut found = 0;
    for cell in world.size().cells() {
        assert_eq!(places.town_at(cell), world.town_at(cell));
        let inside = world.towns.iter().any(|town| town.cell == cell) || camps().any(|camp| camp == cell);
        assert_eq!(places.is_inside(cell), inside);
        let near = |haven: &Cell| haven.chebyshev(cell) <= 3;
        let beds: BTreeSet<Cell> = towns().chain(camps()).filter(near).collect();
        assert_eq!(places.beds_near(cell, 3).collect::<BTreeSet<_>>(), beds, "{cell:?}");
        found += usize::from(!beds.is_empty());
    }
    assert!(found > 100, "{found} cells near a bed");
}

/// `workbench measure tick` times exactly the systems of a tick.
#[test]
fn the_systems_in_order_are_a_tick() {
    let (mut whole, mut parts) = (kit::game(3, 64), kit::game(3, 64));
    for _ in 0..300 {
        whole.tick();
        for (_, system) in Game::SYSTEMS {
            system(&mut parts);
        }
    }
    assert_eq!(whole.world.hash(), parts.world.hash());
    assert!(whole.world.tally.footsteps > 50 && whole.world.tick == 300);
}

/// All collections have bounds, and a land that has lived for months is within them.
#[test]
fn what_is_kept_has_bounds() {
    let mut game = kit::game(5, 64);
    let mut fullest = (0, 0);
    while game.world.tick < 60 * DAY {
        game.tick();
        let world = &game.world;
        fullest = (fullest.0.max(world.events.pending().len()), fullest.1.max(world.plans.live.len()));
        if world.tick.is_multiple_of(500) {
            within_bounds(&game);
        }
    }
    assert!(fullest.0 > 0 && fullest.0 <= 64 && (1..=32).contains(&fullest.1), "{fullest:?}");
    assert!(game.world.history.frames.len() > 50 && game.world.events.lines().len() > 20);
}

fn within_bounds(game: &Game) {
    let world = &game.world;
    let towns = world.towns.len();
    let kept = [
        ("lines", world.events.lines().len(), LINES_MAX),
        ("events", world.events.iter().count(), 4000),
        ("frames", world.history.frames.len(), FRAMES_MAX),
        ("years", world.years.len(), YEARS_MAX),
        ("followed acts", world.reported_acts.len(), REPORTED_ACTS_MAX),
        ("acts", world.journal.acts().count(), ACTS_MAX),
        ("counted days", world.tally.daily_deliveries.len(), DELIVERY_DAYS),
        ("windows of steps", world.tally.recent_steps.len(), 20),
        ("settlements", towns, TOWNS_MAX),
        ("ways", world.peoples[PeopleIx::PLAYER].trip_times.len(), towns * towns),
        ("prices", world.peoples[PeopleIx::PLAYER].prices.len(), towns),
        ("requests", world.plans.waiting.len(), 4 * (world.units.len() + towns * towns)),
        ("visitors", world.towns.iter().map(|town| town.visits.len()).max().unwrap_or(0), 24),
        ("routes", world.towns.iter().map(|town| town.routes.len()).max().unwrap_or(0), 24),
        (
            "steps",
            world.units.iter().filter_map(|unit| Some(unit.path.as_ref()?.steps.len())).max().unwrap_or(0),
            2 * 64 * 64,
        ),
    ];
    for (what, count, most) in kept {
        assert!(count <= most, "tick {}: {count} {what}", world.tick);
    }
}
