//! The arc of the player: chapters are reached by its works alone, paid once, and saved.

use crate::causes;
use crate::kit;
use wayworn::grid::Cell;
use wayworn::scene::{self, Viewport};
use wayworn::sim::Game;
use wayworn::world::{
    Aim, AimKind, Belief, Believed, Brush, Chapter, Command, DAY, EventKind, Kind, Order, PeopleIx,
    PlayerEvent, Queue, Tier, TownIx, UnitId, YEAR_DAYS,
};
use wayworn::{plan, save};

fn run_days(game: &mut Game, days: u64) {
    (0..days * DAY).for_each(|_| game.tick());
}

fn chapters_told(game: &Game) -> Vec<Chapter> {
    let chapter = |kind| match kind {
        EventKind::Player(PlayerEvent::ChapterReached { chapter }) => Some(chapter),
        _ => None,
    };
    causes::told(game).filter_map(|event| chapter(event.kind)).collect()
}

#[test]
fn a_land_that_is_left_alone_reaches_nothing() {
    let days = if kit::tier() == kit::Tier::Quick { 40 } else { 3 * YEAR_DAYS };
    for seed in [3, 7] {
        let mut game = kit::game(seed, 96);
        let mut measured = 0;
        for _ in 0..days {
            run_days(&mut game, 1);
            let aims = &game.world.objectives.aims;
            measured += aims.iter().filter(|aim| aim.value.is_some()).count();
            assert!(aims.iter().all(|aim| !aim.is_met()), "seed {seed}: {aims:?}");
        }
        assert!(measured > 30, "seed {seed}: {measured} aims were measured");
        assert_eq!((game.world.objectives.reached.len(), chapters_told(&game).len()), (0, 0));
    }
}

#[test]
fn trips_are_measured_by_the_planner() {
    let mut game = kit::played(7, 128, 6 * DAY + 30);
    let aims = game.world.objectives.aims.clone();
    assert_eq!(aims.len(), 3);
    for aim in aims {
        let AimKind::Near { from, to } = aim.kind else { panic!("{aim:?}") };
        let cell = |id: TownIx| game.world.town(id).cell;
        let path = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]).path(cell(from), cell(to));
        let now = aim.value.unwrap();
        assert!(path.reaches && now.abs_diff(path.terms.time as u32) <= now / 20, "{now} {path:?}");
        assert!(!aim.stretch.cells.is_empty() && aim.stretch.time > 0, "{:?}", aim.stretch);
        assert!(aim.stretch.cells.windows(2).all(|two| two[0].chebyshev(two[1]) == 1));
    }
    run_days(&mut game, 1);
}

/// A trip that is short enough, but not by the player's works, asks for works.
#[test]
fn an_aim_says_what_of_it_is_missing() {
    let mut game = kit::played(7, 128, 6 * DAY + 30);
    let line = |game: &Game| scene::build_scene(game, &Viewport::default()).objective.unwrap();
    let target = game.world.objectives.aims[0].target;
    game.world.objectives.aims[0].value = Some(2 * target);
    let far = line(&game);
    assert!(
        far.words.contains(" in ") && far.progress.starts_with("now ") && !far.works.is_empty(),
        "{far:?}"
    );
    game.world.objectives.aims[0].value = Some(target);
    let near = line(&game);
    assert!(near.words.starts_with("Build to save 0."), "{near:?}");
    assert_eq!((near.progress.as_str(), near.works.as_str()), ("now 0.0", ""));
}

/// Adds a builder beside a settlement, and lets it build a road to another.
fn build_road(game: &mut Game, from: TownIx, to: TownIx) {
    let (start, goal) = (game.world.town(from).cell, game.world.town(to).cell);
    let near: Vec<Cell> = game.world.size().square(start, 2).collect();
    let id = UnitId(game.world.next_unit);
    let spawn = |cell: &Cell| Command::Spawn { kind: Kind::Builder, cell: *cell };
    assert!(near.iter().any(|cell| game.apply(&spawn(cell)).is_ok()), "no room for a builder");
    let orders = vec![Order::Connect(goal)];
    game.apply(&Command::Orders { units: vec![id], orders, queue: Queue::Replace }).unwrap();
}

/// A player that builds a road along each trip of the first chapter, as soon as the trips are chosen.
fn builder_of_trails(seed: u64, side: u16) -> Game {
    let mut game = kit::game(seed, side);
    game.apply(&Command::FreeBuild(true)).unwrap();
    while game.world.objectives.aims.is_empty() {
        game.tick();
    }
    for aim in game.world.objectives.aims.clone() {
        let AimKind::Near { from, to } = aim.kind else { continue };
        build_road(&mut game, from, to);
        build_road(&mut game, to, from);
    }
    game
}

#[test]
fn a_player_that_builds_roads_reaches_the_first_chapter_and_is_paid_once() {
    let mut game = builder_of_trails(2, 128);
    let mut paid = 0;
    while game.world.objectives.reached.is_empty() {
        paid = game.world.peoples[PeopleIx::PLAYER].coin;
        game.tick();
        assert!(game.world.tick < 40 * DAY, "{:?}", game.world.objectives.aims);
    }
    paid = game.world.peoples[PeopleIx::PLAYER].coin - paid;
    assert!((Chapter::Trails.coin()..Chapter::Trails.coin() + 10).contains(&paid), "{paid}");
    assert_eq!(game.world.objectives.chapter(), Some(Chapter::Roads));
    run_days(&mut game, 2);
    assert_eq!(chapters_told(&game), [Chapter::Trails]);
    let kinds: Vec<AimKind> = game.world.objectives.aims.iter().map(|aim| aim.kind).collect();
    assert_eq!(kinds, [AimKind::Joined, AimKind::Fed]);
    let joined = game.world.objectives.aims[0].value;
    assert!(joined >= Some(3), "the roads end in three settlements, but {joined:?} are joined");
}

#[test]
fn the_arc_is_saved_and_nothing_unsound_is_loaded() {
    type Change = fn(&mut wayworn::world::World);
    let mut built = (1..12).map(|seed| {
        let mut game = builder_of_trails(seed, 96);
        run_days(&mut game, 4);
        game
    });
    let saves = |game: &Game| {
        let objectives = &game.world.objectives;
        !objectives.works().is_empty() && objectives.aims.iter().any(|aim| aim.saved > 0)
    };
    let mut game = built.find(saves).unwrap();
    let world = &game.world;
    let loaded = save::decode(&save::encode(world)).unwrap();
    assert_eq!(loaded.objectives, world.objectives);
    let mut again = Game::from_world(loaded);
    (0..2 * DAY).for_each(|_| {
        again.tick();
        game.tick();
    });
    assert_eq!(again.world.hash(), game.world.hash());
    let odd: [(&str, Change); 5] = [
        ("town", |world| world.objectives.aims[0].kind = AimKind::Near { from: TownIx(0), to: TownIx(4000) }),
        ("cell", |world| world.objectives.aims[0].stretch.cells = vec![Cell::new(4000, 0)]),
        ("tick", |world| world.objectives.reached = vec![world.tick + 1]),
        ("work", |world| world.objectives.add_work(u32::MAX)),
        ("aims", |world| world.objectives.aims = vec![Aim::new(AimKind::Joined, 5); 9]),
    ];
    for (name, change) in odd {
        let mut world = game.world.clone();
        change(&mut world);
        assert!(world.check().is_err(), "{name}");
    }
}

/// A bridge that is drawn counts on the trips that cross it, until it is erased.
#[test]
fn a_bridge_counts_while_it_stands() {
    let mut game = kit::played(7, 128, 3 * DAY);
    game.apply(&Command::FreeBuild(true)).unwrap();
    let water = |cell: &Cell| game.world.land.surface[*cell] == wayworn::land::Surface::River;
    let ford = game.world.size().cells().find(water).expect("a river");
    let draw = |brush| Command::EditLand { stroke: 1, brush, cells: vec![ford] };
    game.apply(&draw(Brush::Bridge)).unwrap();
    assert_eq!(game.world.objectives.works().len(), 1);
    run_days(&mut game, 1);
    assert_eq!(game.world.objectives.works().len(), 1);
    game.apply(&draw(Brush::Erase)).unwrap();
    run_days(&mut game, 1);
    assert!(game.world.objectives.works().is_empty());
}

/// A trip over supposed beliefs is the one that an exact search of the whole land finds, cell by cell.
#[test]
fn a_trip_over_supposed_beliefs_is_the_exact_one() {
    let game = kit::played(7, 128, 30 * DAY);
    let (size, belief) = (game.world.size(), &game.world.peoples[PeopleIx::PLAYER].belief);
    let of_tier = |word: u16, tier: Tier| match Belief::unpack(word) {
        Believed::Known { surface, .. } => Belief::word_with_ground(word, surface, tier),
        Believed::Unknown(_) => word,
    };
    let paved = |(node, word): (usize, &u16)| match size.cell(node) {
        cell if cell.x % 9 == 4 || cell.y % 14 == 3 => of_tier(*word, Tier::Paved),
        _ => *word,
    };
    let supposed: [Vec<u16>; 3] = [
        belief.words().to_vec(),
        belief.words().iter().map(|word| of_tier(*word, Tier::None)).collect(),
        belief.words().iter().enumerate().map(paved).collect(),
    ];
    let known =
        (0..size.area()).step_by(997).map(|node| size.cell(node)).filter(|cell| belief.is_known(*cell));
    let ends: Vec<Cell> = known.chain(game.world.towns.iter().map(|town| town.cell)).collect();
    let mut found = 0;
    for (words, from) in supposed.iter().flat_map(|words| ends.iter().map(move |from| (words, *from))) {
        let believes = game.believes(PeopleIx::PLAYER, Kind::Porter, &[]).with_words(words);
        for to in ends.iter().copied().step_by(3) {
            let exact = plan::exact_path(&believes, size, from, to);
            let trip = plan::timed_path(&believes, &game.derived.abstractions, size, (from, to));
            assert_eq!(trip.is_some(), exact.reaches, "{from:?} to {to:?}");
            let Some((cells, time)) = trip else { continue };
            assert_eq!(
                (cells, i64::from(time)),
                (exact.cells, exact.terms.time.max(1)),
                "{from:?} to {to:?}"
            );
            found += 1;
        }
    }
    assert!(found > 50, "{found} trips");
}
