//! Crowds: no two units share a cell, crowds get through, and a unit that stands still says why.

use crate::kit::Dice;
use crate::map_check::{Overlay, STILL, Scene};
use crate::orders::{level, meadow, order, unit, until};
use expect_test::expect;
use std::collections::{BTreeMap, BTreeSet};
use wayworn::grid::{Cell, Size};
use wayworn::sim::Game;
use wayworn::world::{Behaviour, Block, Command, Order, Queue, Requester, Unit, UnitId, UnitIx};

/// Ticks within which a blocked unit has to say why.
const SAYS_WHY_WITHIN: u64 = 20;

/// Checks every tick: outside settlements and camps no two units share a cell or swap cells, and a unit that wants to
/// walk but stands says why within a second.
struct Referee {
    was: BTreeMap<UnitId, Cell>,
    stood: BTreeMap<UnitId, u64>,
    /// Waits of more than a second with a reason given.
    waits: u64,
}

impl Referee {
    fn new(game: &Game) -> Self {
        Self { was: places(game), stood: BTreeMap::new(), waits: 0 }
    }

    fn look(&mut self, game: &Game) {
        let tick = game.world.tick;
        let mut holders: BTreeMap<Cell, UnitId> = BTreeMap::new();
        for unit in &game.world.units {
            for cell in std::iter::once(unit.cell).chain(unit.next).filter(|cell| !game.derived.haven[*cell])
            {
                let other = holders.insert(cell, unit.id);
                assert!(other.is_none_or(|other| other == unit.id), "tick {tick}: two at {cell:?}");
            }
        }
        let now = places(game);
        let stood_at: BTreeMap<Cell, UnitId> = self.was.iter().map(|(id, cell)| (*cell, *id)).collect();
        for (id, to) in &now {
            let (Some(from), Some(other)) = (self.was.get(id), stood_at.get(to)) else { continue };
            let swap = other != id && from != to && now.get(other) == Some(from);
            assert!(!swap || game.derived.haven[*to] || game.derived.haven[*from], "tick {tick}: a swap");
        }
        for unit in &game.world.units {
            let moved = unit.next.is_some() || self.was.get(&unit.id) != Some(&unit.cell);
            let since = self.stood.entry(unit.id).or_insert(tick);
            if moved || !wants_to_walk(unit) {
                *since = tick;
            } else if tick >= *since + SAYS_WHY_WITHIN {
                assert!(unit.blocked.is_some(), "tick {tick}: {} at {:?} says nothing", unit.name, unit.cell);
                self.waits += 1;
            }
        }
        self.was = now;
    }
}

fn places(game: &Game) -> BTreeMap<UnitId, Cell> {
    game.world.units.iter().map(|unit| (unit.id, unit.cell)).collect()
}

fn wants_to_walk(unit: &Unit) -> bool {
    matches!(unit.top(), Some(Behaviour::Travel(_) | Behaviour::Explore(_)))
}

fn group(game: &mut Game, units: Vec<UnitId>, goal: Cell) {
    let orders = vec![Order::Go(goal), Order::Stop];
    game.apply(&Command::Orders { units, orders, queue: Queue::Replace }).unwrap();
}

fn has_stopped(game: &Game, id: UnitId) -> bool {
    matches!(unit(game, id).top(), Some(Behaviour::Stop)) && unit(game, id).orders.is_empty()
}

/// A hundred and sixty units on each side of a pass one cell wide, ordered in two groups to the other side.
#[test]
fn hundreds_get_through_a_pass_from_both_sides() {
    let (count, pass) = (160, 38..43);
    let mut rows = meadow(80, 40);
    for (_, row) in rows.iter_mut().enumerate().filter(|(y, _)| *y != 20) {
        row.replace_range(pass.clone(), &"#".repeat(pass.len()));
    }
    let mut dice = Dice(5);
    let mut sides = [0, 1].map(|_| Size::new(30, 40).cells().collect::<Vec<Cell>>());
    let mut units = Vec::new();
    for i in 0..2 * count {
        let side = &mut sides[i % 2];
        let cell = side.swap_remove(dice.below(side.len()));
        units.push(("porter", if i % 2 == 0 { cell.x } else { 79 - cell.x }, cell.y));
    }
    let mut game = level(&rows, false, &units);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    group(&mut game, ids.iter().copied().step_by(2).collect(), Cell::new(65, 20));
    group(&mut game, ids.iter().copied().skip(1).step_by(2).collect(), Cell::new(14, 20));
    let mut referee = Referee::new(&game);
    while game.world.tick < 20_000 && !ids.iter().all(|id| has_stopped(&game, *id)) {
        game.tick();
        referee.look(&game);
    }
    for (i, id) in ids.iter().enumerate() {
        let unit = unit(&game, *id);
        let over = if i % 2 == 0 { unit.cell.x >= 43 } else { unit.cell.x < 38 };
        assert!(over, "{} is at {:?}: {:?}", unit.name, unit.cell, unit.blocked);
    }
    // Its place may be walled in by those that have stopped.
    let under_way = ids.iter().filter(|id| !has_stopped(&game, **id)).count();
    assert!(under_way <= 1, "{under_way} have not arrived");
    assert!(referee.waits > 1000, "it was no crowd: {} waits", referee.waits);
}

/// Small random lands with many ordered units: for 600 ticks no unit stands still without a reason.
#[test]
fn no_unit_is_stuck_without_a_reason() {
    let mut dice = Dice(11);
    let (mut waits, mut steps) = (0, 0);
    for _ in 0..50 {
        let (width, height) = (14 + dice.below(12), 10 + dice.below(8));
        let mut rows = meadow(width, height);
        for _ in 0..width * height / 5 {
            let (x, y) = (dice.below(width), dice.below(height));
            rows[y].replace_range(x..=x, ["#", "#", "t", "~"][dice.below(4)]);
        }
        let free =
            |cell: &Cell| matches!(rows[usize::from(cell.y)].as_bytes()[usize::from(cell.x)], b'.' | b't');
        let mut room: Vec<Cell> = Size::new(width as u16, height as u16).cells().filter(free).collect();
        let goals = room.clone();
        let units: Vec<_> = (0..room.len() / 5)
            .map(|_| room.swap_remove(dice.below(room.len())))
            .map(|cell| ("porter", cell.x, cell.y))
            .collect();
        let mut game = level(&rows, false, &units);
        for id in places(&game).into_keys() {
            let orders = (0..4).map(|_| Order::Go(goals[dice.below(goals.len())])).collect();
            order(&mut game, id, orders, Queue::Replace);
        }
        let mut referee = Referee::new(&game);
        for _ in 0..600 {
            game.tick();
            referee.look(&game);
        }
        waits += referee.waits;
        steps += game.world.units.iter().map(|unit| u64::from(unit.steps)).sum::<u64>();
    }
    assert!(waits > 100 && steps > 10_000, "{waits} waits, {steps} steps");
}

/// Two units meet in a lane: the lower number backs out into the niche, lets the other pass, and goes on.
#[test]
fn the_lower_number_backs_out_of_the_lane() {
    let mut scene = Scene::new(
        "####################
         #######.############
         .B................C.
         ####################
         ####################",
        "Bo: go 18 2; stop
         Cy: go 1 2; stop",
    );
    let (bo, cy) = (scene.id("Bo"), scene.id("Cy"));
    let is_polite = |game: &Game| unit(game, bo).blocked.is_some_and(|(why, _)| why == Block::Courtesy);
    assert!(scene.until(400, is_polite), "it never makes room");
    assert!(scene.until(100, |game| unit(game, cy).cell.x == 7));
    scene.shows(
        Overlay::None,
        expect![[r#"
        ####################
        #######B############
        .......C............
        ####################
        ####################
    "#]],
    );
    scene.run(STILL).shows(
        Overlay::None,
        expect![[r#"
        ####################
        #######.############
        .C.....'''........B.
        ####################
        ####################
    "#]],
    );
}

/// Largest distance that steering may lead a unit from its path, in steps: a detour may be eight steps longer, which
/// leads four aside; two more to let others pass.
const STRAYS: u32 = 6;

/// Four streams cross in the open: most friends in the way soon leave, or are passed by a step or two aside, without
/// replanning; and no unit strays far from its path.
#[test]
fn a_friend_in_the_way_is_waited_for_and_passed_without_planning_anew() {
    let mut pairs: Vec<((u16, u16), (u16, u16))> = Vec::new();
    for i in 0..12 {
        pairs.extend([((2, 10 + i), (57, 10 + i)), ((57, 10 + i), (2, 10 + i))]);
        pairs.extend([((24 + i, 2), (24 + i, 29)), ((24 + i, 29), (24 + i, 2))]);
    }
    let units: Vec<_> = pairs.iter().map(|((x, y), _)| ("porter", *x, *y)).collect();
    let mut game = level(&meadow(60, 32), false, &units);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    for (id, (_, goal)) in ids.iter().zip(&pairs) {
        order(&mut game, *id, vec![Order::Go(Cell::new(goal.0, goal.1)), Order::Stop], Queue::Replace);
    }
    let mut referee = Referee::new(&game);
    let (mut meetings, mut strayed) = (0, 0);
    let mut paths: BTreeMap<UnitId, (u64, Vec<Cell>)> = BTreeMap::new();
    let mut was: Vec<bool> = vec![false; ids.len()];
    while game.world.tick < 2000 && !ids.iter().all(|id| has_stopped(&game, *id)) {
        game.tick();
        referee.look(&game);
        for (was, id) in was.iter_mut().zip(&ids) {
            let is = matches!(unit(&game, *id).blocked, Some((Block::Unit(_), _)));
            meetings += u64::from(is && !*was);
            *was = is;
            let unit = unit(&game, *id);
            if let Some(path) = &unit.path
                && paths.get(id).is_none_or(|(planned, _)| *planned != path.planned)
            {
                paths.insert(*id, (path.planned, unit.remaining_path(game.world.size())));
            }
            let off = paths
                .get(id)
                .and_then(|(_, planned)| planned.iter().map(|cell| cell.chebyshev(unit.cell)).min());
            strayed = strayed.max(off.unwrap_or(0));
        }
    }
    assert!(ids.iter().all(|id| has_stopped(&game, *id)), "not all are there");
    let replans = game.world.tally.replans;
    assert!(meetings > 20 && replans * 10 < meetings, "{meetings} meetings, {replans} replanned");
    assert!((1..=STRAYS).contains(&strayed), "{strayed} steps from the path");
}

/// Outcomes of meetings with a friend in the way.
#[derive(Default, Debug)]
struct Meetings {
    /// For each waiting unit, the unit it waits for, and when its own path was planned.
    standing: BTreeMap<UnitId, (UnitId, u64)>,
    /// Friends that left or were passed on the path planned before.
    cleared: u64,
    /// Replanned paths.
    planned_anew: u64,
}

impl Meetings {
    fn look(&mut self, game: &Game) {
        for unit in &game.world.units {
            let planned = unit.path.as_ref().map(|path| path.planned);
            let before = match unit.blocked {
                Some((Block::Unit(other), _)) => Some(other),
                _ => None,
            };
            if let Some((other, then)) = self.standing.get(&unit.id).copied() {
                let is_new = unit.request.is_some() || planned.is_some_and(|planned| planned != then);
                if is_new || before != Some(other) {
                    self.standing.remove(&unit.id);
                    *if is_new { &mut self.planned_anew } else { &mut self.cleared } += 1;
                }
            }
            if let (Some(other), Some(planned), None) = (before, planned, unit.request) {
                self.standing.entry(unit.id).or_insert((other, planned));
            }
        }
    }
}

/// Sixty random lands where many are sent to and fro between trees and rocks: at least nineteen of twenty units
/// stopped by a friend continue on their path.
#[test]
fn most_friends_in_the_way_are_passed_without_planning_anew() {
    let mut dice = Dice(27);
    let (mut meetings, mut lands, mut replans) = (Meetings::default(), 0, 0);
    for _ in 0..60 {
        let (width, height) = (20 + dice.below(20), 14 + dice.below(10));
        let mut rows = meadow(width, height);
        for _ in 0..width * height / 12 {
            let (x, y) = (dice.below(width), dice.below(height));
            rows[y].replace_range(x..=x, ["t", "A", "n"][dice.below(3)]);
        }
        let free = |cell: &Cell| rows[usize::from(cell.y)].as_bytes()[usize::from(cell.x)] == b'.';
        let mut room: Vec<Cell> = Size::new(width as u16, height as u16).cells().filter(free).collect();
        let mut take = || room.swap_remove(dice.below(room.len()));
        let units: Vec<_> = (0..width * height / 16).map(|_| ("porter", take())).collect();
        let goals: Vec<[Cell; 2]> = units.iter().map(|_| [take(), take()]).collect();
        let units: Vec<_> = units.iter().map(|(kind, cell)| (*kind, cell.x, cell.y)).collect();
        let mut game = level(&rows, false, &units);
        let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
        for (id, [there, back]) in ids.iter().zip(&goals) {
            order(&mut game, *id, vec![Order::Go(*there), Order::Go(*back), Order::Stop], Queue::Replace);
        }
        let before = meetings.cleared;
        meetings.standing.clear();
        for _ in 0..600 {
            game.tick();
            meetings.look(&game);
        }
        lands += u32::from(meetings.cleared > before);
        replans += game.world.tally.replans;
    }
    let all = meetings.cleared + meetings.planned_anew;
    assert!(lands > 50 && all > 1000, "{lands} lands, {all} meetings");
    assert!(meetings.cleared * 20 >= all * 19, "{} of {all} were replanned", meetings.planned_anew);
    assert!(replans * 20 < all, "{replans} paths came to nothing");
}

/// In a lane, two units from both ends take longer over the step before they meet than over any earlier one.
#[test]
fn oncoming_walkers_slow_down_before_contact() {
    let mut scene = Scene::new(
        "##########################
         #########.################
         .B......................C.
         ##########################
         ##########################",
        "Bo: go 24 2; stop
         Cy: go 1 2; stop",
    );
    let (bo, mut paces, mut step) = (scene.id("Bo"), Vec::new(), (Cell::new(1, 2), 0));
    scene.until(400, |game| {
        let unit = unit(game, bo);
        if unit.cell != step.0 {
            paces.push(game.world.tick - step.1);
            step = (unit.cell, game.world.tick);
        }
        unit.blocked.is_some()
    });
    let usual = paces[paces.len() / 2];
    assert!(paces.len() > 5 && *paces.last().unwrap() > usual, "{paces:?}");
}

/// Two groups at a bridge: while one crosses, the other waits for its turn.
#[test]
fn a_bridge_is_crossed_by_turns() {
    let mut scene = Scene::new(
        ".......~~~~~~~.......
         .......~~~~~~~.......
         .eee...HHHHHHH...www.
         .eee...~~~~~~~...www.
         .......~~~~~~~.......",
        "e: go 18 2; stop
         w: go 2 2; stop",
    );
    let waiting = |game: &Game| {
        let waits = |unit: &&Unit| unit.blocked.is_some_and(|(why, _)| why == Block::Passage);
        game.world.units.iter().filter(waits).count()
    };
    let is_crossed = |game: &Game| game.world.units.iter().any(|unit| unit.cell.x == 10);
    assert!(scene.until(400, |game| is_crossed(game) && waiting(game) >= 3), "none wait");
    scene.shows(
        Overlay::None,
        expect![[r#"
        .......~~~~~~~.......
        ...ee..~~~~~~~....w..
        .....e.eHHeHHH.w.w...
        ...e...~~~~~~~..w....
        .......~~~~~~~....ww.
    "#]],
    );
    scene.run(STILL).shows(
        Overlay::None,
        expect![[r#"
            .www...~~~~~~~...eee.
            .www''.~~~~~~~.:'eee'
            ....'':HHHHHHH:''.''.
            .......~~~~~~~.......
            .......~~~~~~~.......
        "#]],
    );
}

/// While a unit waits at the other end of a narrow passage, at most eight enter from one side before the others'
/// turn; and never are units with opposite directions inside.
#[test]
fn at_most_eight_go_in_from_one_side_while_others_wait() {
    let mut scene = Scene::new(
        "...............##########...............
         ...............##########...............
         ...............##########...............
         .........eeee..##########..wwww.........
         .........eeee..##########..wwww.........
         .........eeee..............wwww.........
         .........eeee..##########..wwww.........
         .........eeee..##########..wwww.........
         .........eeee..##########..wwww.........
         ...............##########...............
         ...............##########...............",
        "e: go 31 5; stop
         w: go 8 5; stop",
    );
    let (eastward, others) = (scene.ids("e"), scene.ids("w"));
    let is_in = |cell: Cell| (15..25).contains(&cell.x);
    // Consecutive entries from one side while a unit of the other side waits for the passage.
    let (mut row, mut longest, mut turns, mut side) = (0, 0, 0, None);
    let mut was: BTreeMap<UnitId, Cell> = places(&scene.game);
    let mut look = |game: &Game| {
        let now = places(game);
        let inside: BTreeSet<bool> =
            now.iter().filter(|(_, cell)| is_in(**cell)).map(|(id, _)| eastward.contains(id)).collect();
        assert!(inside.len() < 2, "tick {}: both ways at once", game.world.tick);
        for id in now.iter().filter(|(id, cell)| is_in(**cell) && !is_in(was[*id])).map(|(id, _)| id) {
            let across = if eastward.contains(id) { &others } else { &eastward };
            let waits = |id: &UnitId| matches!(unit(game, *id).blocked, Some((Block::Passage, _)));
            let is_turn = side.replace(eastward.contains(id)) != Some(eastward.contains(id));
            turns += u32::from(is_turn);
            row = if !is_turn && across.iter().any(waits) { row + 1 } else { 1 };
            longest = longest.max(row);
        }
        was = now;
        turns
    };
    assert!(scene.until(800, |game| look(game) == 2), "none of the others ever enters");
    scene.shows(
        Overlay::None,
        expect![[r#"
        ...............##########...............
        ............e..##########...............
        ...........e...##########....e..........
        ............e..##########.wwwww.........
        ..........eeeee##########ew'w.w.........
        .............e::::::::::w:w'w.w.........
        ............e'e##########ew.'w..........
        ...........eee.##########.www.w.........
        ............e.e##########...w...........
        ...............##########...............
        ...............##########...............
    "#]],
    );
    let is_over = scene.until(8000, |game| {
        look(game);
        places(game).keys().all(|id| has_stopped(game, *id))
    });
    assert!(is_over && (4..=8).contains(&longest) && turns >= 4, "{longest} in a row, {turns} turns");
}

/// A planned path leaves other walkers near by, on that side, the cells of their next steps.
#[test]
fn a_new_path_leaves_others_their_next_cells() {
    let mut scene = Scene::new(
        "..............................
         .............C................
         ................B.............
         ..............................
         ...........D..................
         ..............................
         ..............................
         ..............................
         ..............................
         ..............................
         ..............................
         ..............................",
        "Bo: go 16 10
         Cy: stop
         Di: go 3 4",
    );
    let paths = |game: &Game| game.world.units.iter().filter(|unit| unit.path.is_some()).count();
    assert!(scene.until(10, |game| paths(game) == 2));
    scene.order("Cy: go 29 4").run(1);
    let request = scene.game.world.plans.waiting.iter().last().unwrap();
    assert_eq!(request.requester, Requester::Unit(scene.id("Cy")));
    let (ahead, behind, size) = (scene.unit("Bo"), scene.unit("Di"), scene.game.world.size());
    let is_left = |cell: Cell| request.crowd.contains(&cell);
    assert!(is_left(ahead.cell) && ahead.cells_ahead(size).take(3).all(is_left), "{:?}", request.crowd);
    assert!(!is_left(behind.cell) && !behind.cells_ahead(size).any(is_left), "{:?}", request.crowd);
}

/// A group with a distant goal needs one long search for all its members that wait beside the first.
#[test]
fn a_group_shares_the_middle_of_its_path() {
    let mut rows = meadow(90, 50);
    for row in rows.iter_mut().skip(6) {
        row.replace_range(45..47, "##");
    }
    let units: Vec<_> = (0..64).map(|i| ("porter", 20 + i % 8, 40 + i / 8)).collect();
    let mut game = level(&rows, false, &units);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    group(&mut game, ids.clone(), Cell::new(62, 42));
    let goal = |id: &UnitId| match &unit(&game, *id).orders[0] {
        Order::Go(cell) => *cell,
        other => panic!("{other:?}"),
    };
    let mut ends: Vec<Cell> = ids.iter().map(goal).collect();
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends.len(), ids.len(), "each has a place of its own");
    let before = game.world.tally.expansions;
    let mut alone = level(&rows, false, &units[..1]);
    order(&mut alone, ids[0], vec![Order::Go(Cell::new(62, 42)), Order::Stop], Queue::Replace);
    let base = alone.world.tally.expansions;
    for game in [&mut game, &mut alone] {
        for _ in 0..30 {
            game.tick();
        }
    }
    assert!(ids.iter().all(|id| unit(&game, *id).path.is_some()), "a unit has no path yet");
    let (all, one) = (game.world.tally.expansions - before, alone.world.tally.expansions - base);
    assert!(all < one * 40, "{all} expansions for {} walkers, {one} for one", ids.len());
}

/// The cells before the mouths belong to the passage: without them, the corridor would be disconnected.
#[test]
fn a_corridor_is_a_passage_and_open_ground_is_not() {
    let game = Scene::new(
        "......########......
         ......########......
         ....................
         ......########......
         ......########......",
        "",
    )
    .game;
    for cell in game.world.size().cells() {
        let is_inside = cell.y == 2 && (5..15).contains(&cell.x);
        assert_eq!(game.derived.passages.at(cell).is_some(), is_inside, "{cell:?}");
    }
}

/// A unit that is pushed back a long way plans anew in the end from where it is; otherwise it would retrace all those
/// steps.
#[test]
fn a_pushed_unit_does_not_retrace_hundreds_of_steps() {
    const EXTRA_STEPS_MAX: usize = 64;
    let mut rows = vec!["#".repeat(130); 5];
    rows[2] = ".".repeat(130);
    let mut game = level(&rows, false, &[("porter", 110, 2), ("porter", 118, 2)]);
    let [low, high] = [0, 1].map(|index| game.world.units[UnitIx(index)].id);
    order(&mut game, low, vec![Order::Go(Cell::new(125, 2)), Order::Stop], Queue::Replace);
    order(&mut game, high, vec![Order::Go(Cell::new(2, 2)), Order::Stop], Queue::Replace);
    let mut extra = 0;
    let asks_anew = (0..40).any(|_| {
        // Neither sleeps on the way.
        game.world.units.iter_mut().for_each(|unit| unit.fatigue = 0);
        until(&mut game, 100, |game| {
            let walker = unit(game, low);
            let path = walker.path.as_ref();
            extra = extra.max(path.map_or(0, |path| path.steps.len().saturating_sub(path.length as usize)));
            extra > 0 && path.is_none() && walker.request.is_some()
        })
    });
    assert!(asks_anew && extra == EXTRA_STEPS_MAX, "{asks_anew} after {extra} more steps than planned");
}
