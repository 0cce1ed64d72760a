//! What the player's people sees, and through which units; and that unseen features keep their names to themselves.

use crate::kit;
use crate::minds::{named, scene};
use crate::orders::{level, meadow, order, unit, until};
use wayworn::grid::Cell;
use wayworn::land::{FeatureKind, Surface};
use wayworn::scene::{self, Card, LENSES, Lens, NO_SHADE, Viewport};
use wayworn::sim::{Game, Watcher};
use wayworn::world::{
    Behaviour, Brush, Command, Defend, EXPOSURE_RADIUS, Order, PeopleIx, Queue, Spy, Tier, Travel,
    TripPurpose, UnitIx, UnitOrPlace,
};

/// The lens shows what is seen and nothing else, and in its other shade what would be dark without towers and guards.
#[test]
fn eyes_are_walkers_and_settlements_or_only_towers_and_guards() {
    let (width, height) = (70, 11);
    let units = [("porter", 8, 5), ("guard", 28, 5)];
    let mut game = level(&meadow(width, height), true, &units);
    let guard = game.world.units[UnitIx(1)].id;
    order(&mut game, guard, vec![Order::Guard(Cell::new(30, 5))], Queue::Replace);
    let at_post = |game: &Game| matches!(game.world.unit(guard).unwrap().top(), Some(Behaviour::Guard(_)));
    assert!(until(&mut game, 200, at_post));
    game.apply(&Command::FreeBuild(true)).unwrap();
    let tower = Cell::new(34, 5);
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Tower, cells: vec![tower] }).unwrap();
    game.tick();

    let lens = LENSES.iter().position(|row| row.name == "eyes").unwrap();
    let view = Viewport {
        columns: width as u16,
        rows: height as u16,
        lens: Some(Lens(lens as u8)),
        ..Viewport::default()
    };
    let shades = scene::build_scene(&game, &view).lens.unwrap().shades;
    let porter = Watcher::Unit(game.world.units[UnitIx(0)].id);
    let (mut seen, mut posts) = (0, 0);
    for (cell, shade) in game.world.size().cells().zip(shades) {
        let by_porter = game.derived.can_see(porter, cell);
        let by_post = game.derived.can_see(Watcher::Unit(guard), cell)
            || game.derived.can_see(Watcher::Tower(tower), cell);
        let expected = match (by_porter, by_post) {
            (true, _) => 0,
            (false, true) => 90,
            (false, false) => NO_SHADE,
        };
        assert_eq!(shade, expected, "{cell:?}");
        seen += u32::from(shade == 0);
        posts += u32::from(shade == 90);
    }
    assert!(seen > 40 && posts > 100, "{seen} {posts}");
    // A unit sent to a feared place stands at a post, too.
    let index = game.world.unit_index(guard).unwrap();
    let ward = UnitOrPlace::Place(Cell::new(30, 5));
    game.world.units[index].stack = vec![Behaviour::Defend(Defend { ward })];
    let again = scene::build_scene(&game, &view).lens.unwrap().shades;
    assert_eq!(again.iter().map(|shade| u32::from(*shade == 90)).sum::<u32>(), posts);
    let card = scene::build_scene(&game, &Viewport { cursor: tower, ..view }).cursor_card;
    assert!(card.facts.contains(&("eyes", "only towers, guards".to_owned())), "{card:?}");
}

/// The lens shows what a foreign tower watches: all around it, but not behind a wall.
#[test]
fn what_strangers_towers_watch_is_shown() {
    let (width, height, tower) = (60, 41, Cell::new(30, 20));
    let mut rows = meadow(width, height);
    for row in &mut rows {
        row.replace_range(40..41, "#");
    }
    let mut game = level(&rows, false, &[("porter", 5, 20)]);
    let watched = LENSES.iter().position(|row| row.name == "watched").unwrap();
    let view = Viewport {
        columns: width as u16,
        rows: height as u16,
        lens: Some(Lens(watched as u8)),
        cursor: tower,
        ..Viewport::default()
    };
    let shades = |game: &Game| scene::build_scene(game, &view).lens.unwrap().shades;
    assert!(shades(&game).iter().all(|shade| *shade == NO_SHADE), "no tower watches yet");
    game.world.peoples[PeopleIx::PLAYER].belief.observe(tower, Surface::Tower, Tier::None, true, 0);
    game.tick();
    let mut seen = 0;
    for (cell, shade) in game.world.size().cells().zip(shades(&game)) {
        let is_near = cell.chebyshev(tower) <= u32::from(EXPOSURE_RADIUS);
        let is_watched = is_near && cell.x <= 40;
        assert_eq!(shade, if is_watched { 20 } else { NO_SHADE }, "{cell:?}");
        seen += u32::from(is_watched);
    }
    assert!(seen > 200, "{seen}");
    game.world.peoples[PeopleIx::PLAYER].belief.observe(
        Cell::new(24, 14),
        Surface::Tower,
        Tier::None,
        true,
        0,
    );
    game.tick();
    assert_eq!(shades(&game)[game.world.size().index(Cell::new(27, 25))], 50, "two towers");
    let fact = ("watched", "2 towers".to_owned());
    assert!(scene::build_scene(&game, &view).cursor_card.facts.contains(&fact));
}

fn card(game: &Game, cursor: Cell) -> Card {
    scene::build_scene(game, &Viewport { cursor, ..Viewport::default() }).cursor_card
}

/// Rivers, peaks and passes have names, shown on the card of their cells once a unit has been there.
#[test]
fn what_has_a_name_says_it_once_it_is_known() {
    let mut kinds = Vec::new();
    for seed in [7, 12, 21] {
        let mut game = kit::game(seed, 128);
        for feature in game.world.land.features.clone() {
            let unknown = |cell: &&Cell| !game.world.people(PeopleIx::PLAYER).belief.is_known(**cell);
            let Some(cell) = feature.cells.iter().find(unknown).copied() else { continue };
            let before = card(&game, cell);
            assert!(!format!("{before:?}").contains(&feature.name), "{before:?}");
            let surface = game.world.land.surface[cell];
            game.world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, Tier::None, false, 0);
            let called = card(&game, cell).facts.into_iter().find(|(label, _)| *label == "called");
            let (_, says) = called.unwrap_or_else(|| panic!("{} says nothing", feature.name));
            assert!(says.ends_with(feature.kind.name()), "{says}");
            kinds.push(feature.kind);
        }
    }
    let count = |kind: FeatureKind| kinds.iter().filter(|other| **other == kind).count();
    let counts = [FeatureKind::River, FeatureKind::Peak, FeatureKind::Pass].map(count);
    assert!(counts.iter().all(|count| *count > 2), "{counts:?}");
}

/// Ticks for which foreign units see a spy on its approach until it can watch one of them; with `keeps_its_path` it
/// checks for them only at the end of its path. And whether it succeeds.
fn ticks_seen(mut game: Game, keeps_its_path: bool) -> (u32, bool) {
    let [ada, odd] = ["Ada", "Odd"].map(|name| named(&game, name));
    let last = unit(&game, odd).cell;
    let strangers = unit(&game, odd).people;
    let index = game.world.unit_index(ada).unwrap();
    game.world.units[index].stack.push(Behaviour::Spy(Spy {
        mark: UnitOrPlace::Unit(odd),
        last,
        since: None,
        learned: false,
    }));
    let mut seen = 0;
    for _ in 0..4000 {
        game.tick();
        let unit = unit(&game, ada);
        seen += u32::from(game.derived.visible[strangers][unit.cell] > 0);
        if matches!(unit.stack.get(1), None | Some(Behaviour::Spy(Spy { learned: true, .. }))) {
            return (seen, true);
        }
        match (unit.stack.last(), &unit.path) {
            (Some(Behaviour::Spy(_)), Some(path)) if keeps_its_path && !path.steps.is_empty() => {
                let goal = path.goal;
                game.world.units[index]
                    .stack
                    .push(Behaviour::Travel(Travel { goal, purpose: TripPurpose::Other }));
            }
            _ => {}
        }
    }
    (seen, false)
}

/// Past three foreign units on patrol: a spy that keeps checking where they are is seen for less than half the time
/// of one that keeps its path.
#[test]
fn a_spy_that_looks_again_is_seen_less_than_one_that_keeps_its_path() {
    let mut dice = kit::Dice(7);
    let mut rows = meadow(64, 30);
    for _ in 0..160 {
        let (x, y) = (10 + dice.below(44), dice.below(30));
        rows[y].replace_range(x..=x, "#");
    }
    for (x, y) in [(24, 4), (24, 26), (34, 4), (34, 26), (44, 4), (44, 26)] {
        rows[y].replace_range(x..=x, ".");
    }
    let (mut looks, mut keeps, mut learned) = (0, 0, 0);
    for start in (3..28).step_by(4) {
        let mut units =
            vec![("spy", "yours", "Ada", (6, start), ""), ("porter", "strangers", "Odd", (58, 15), "stop")];
        units.push(("porter", "strangers", "Sven", (24, 4), "patrol 24 4, 24 26"));
        units.push(("porter", "strangers", "Tor", (34, 26), "patrol 34 26, 34 4"));
        units.push(("porter", "strangers", "Ulf", (44, 4), "patrol 44 4, 44 26"));
        let (seen, has_learned) = ticks_seen(scene(&rows, false, &units, ""), false);
        (looks, learned) = (looks + seen, learned + u32::from(has_learned));
        keeps += ticks_seen(scene(&rows, false, &units, ""), true).0;
    }
    assert!(looks * 2 < keeps && learned >= 4, "seen for {looks} and {keeps} ticks, {learned} have learned");
}
