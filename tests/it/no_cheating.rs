//! Unseen changes never affect a plan: the unseen land is scrambled, and every path query returns the same as before.

use crate::kit::{self, Dice};
use wayworn::grid::{Cell, Layer};
use wayworn::land::Surface;
use wayworn::mind::{self, Intent};
use wayworn::plan::{self, Abstractions, Planner, PlannerTools, PriceTables, PricedPath, Served};
use wayworn::scene::{self, Answer, Leak, Question, Viewport};
use wayworn::sim::{self, Game};
use wayworn::world::{
    Brush, Command, DAY, Kind, Nature, Paint, PathRequest, PeopleIx, Requester, SUBSYSTEMS, Target, Tier,
    TownKind, UnitId, UnitIx, World,
};

const LANDS: [(u64, u64); 3] = [(7, 300), (21, 600), (4, 900)];
const SIDE: u16 = 128;

/// What is changed out of a people's sight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Hidden {
    /// Cells that the people has never seen: ground, heights, roads and wear.
    Unknown,
    /// Cells that were seen once and are out of sight now: ground, roads and wear.
    Remembered,
}

pub(crate) const HIDDEN: [Hidden; 2] = [Hidden::Unknown, Hidden::Remembered];

/// The same world with unseen land changed; `visible` says which peoples see a cell.
pub(crate) fn scrambled(world: &World, visible: &Layer<u32>, hidden: Hidden, seed: u64) -> World {
    scrambled_for(world, PeopleIx::PLAYER, visible, hidden, seed)
}

/// The same for any people.
fn scrambled_for(world: &World, people: PeopleIx, visible: &Layer<u32>, hidden: Hidden, seed: u64) -> World {
    let mut other = world.clone();
    let mut dice = Dice(seed);
    let mut changed = 0;
    for cell in world.size().cells() {
        let known = world.people(people).belief.is_known(cell);
        let bent = match hidden {
            Hidden::Unknown => !known,
            Hidden::Remembered => known && visible[cell] == 0,
        };
        if bent {
            other.land.surface[cell] = Surface::ALL[dice.below(Surface::ALL.len())];
            other.ground.tier[cell] = Tier::ALL[dice.below(Tier::ALL.len())];
            other.ground.wear[cell] = dice.below(100_000) as u32;
            changed += u32::from(other.land.surface[cell] != world.land.surface[cell]);
        }
        if bent && hidden == Hidden::Unknown {
            other.land.height[cell] = dice.below(256) as u16;
        }
    }
    assert!(changed > 500, "{hidden:?}: only {changed} cells changed");
    assert_ne!(other.hash().parts[..2], world.hash().parts[..2]);
    other
}

/// A free cell, known or not.
pub(crate) fn place(world: &World, known: bool, dice: &mut Dice) -> Cell {
    loop {
        let cell = world.size().cell(dice.below(world.size().area()));
        let belief = &world.peoples[PeopleIx::PLAYER].belief;
        if belief.is_known(cell) == known && (!known || !world.land.surface[cell].is_blocked()) {
            return cell;
        }
    }
}

/// Ends of queries: known to known, known to unknown, unknown to known and out of the unknown.
fn pairs(world: &World, count: usize, dice: &mut Dice) -> Vec<(Cell, Cell)> {
    let pair = |i: usize| (place(world, i % 4 < 2, dice), place(world, i.is_multiple_of(2), dice));
    (0..count).map(pair).collect()
}

/// The best path, the runner-up and the straight line.
fn accounts(planner: &Planner, from: Cell, to: Cell) -> [Option<PricedPath>; 3] {
    let (believes, size) = (&planner.believes, planner.size());
    let best = planner.path(from, to);
    let second = plan::second_best(believes, size, &best.cells);
    [Some(best), second, Some(plan::straight_line(believes, size, from, to))]
}

fn planner<'a>(world: &'a World, tools: PlannerTools<'a>, kind: Kind) -> Planner<'a> {
    Planner::new((&world.peoples[PeopleIx::PLAYER], PeopleIx::PLAYER), kind, &world.land.height, tools, &[])
}

/// Every kind's paths, runner-ups and straight lines.
#[test]
fn paths_are_the_same_whatever_lies_unseen() {
    let tables = PriceTables::new();
    let (mut through_unknown, mut over_changed) = (0, 0);
    for (seed, ticks) in LANDS {
        let game = kit::played(seed, SIDE, ticks);
        let world = &game.world;
        let pairs = pairs(world, 12, &mut Dice(seed));
        for hidden in HIDDEN {
            let other = scrambled(world, &game.derived.visible[PeopleIx::PLAYER], hidden, seed);
            for kind in Kind::ALL {
                // One planner knows the land from before, the other one has never seen it.
                let cold = Abstractions::new(world.size(), 1);
                let (here, there) = (
                    planner(world, game.derived.tools(), kind),
                    planner(&other, PlannerTools { tables: &tables, abstractions: &cold }, kind),
                );
                for (from, to) in &pairs {
                    let paths = accounts(&here, *from, *to);
                    assert_eq!(paths, accounts(&there, *from, *to), "{hidden:?} {kind:?} {seed}");
                    let best = paths[0].as_ref().unwrap();
                    through_unknown += u32::from(best.unknown > 0);
                    let changed = |cell: &&Cell| other.land.surface[**cell] != world.land.surface[**cell];
                    over_changed += best.cells.iter().filter(changed).count();
                }
            }
        }
    }
    assert!(
        through_unknown > 50 && over_changed > 500,
        "{through_unknown} {over_changed}: nothing was tried"
    );
}

/// Queues requests in a game and serves it until all are done.
fn serve(game: &mut Game, requests: &[PathRequest]) -> (Vec<Served>, u64) {
    for request in requests {
        plan::submit(&mut game.world.plans, request.clone());
    }
    let (mut all, mut spent) = (Vec::new(), 0);
    for _ in 0..2000 {
        let (served, expansions) = {
            let derived = &mut game.derived;
            let tools = PlannerTools { tables: &derived.tables, abstractions: &derived.abstractions };
            plan::serve(&mut game.world, tools, &mut derived.fields)
        };
        all.extend(served);
        spent += expansions;
        if game.world.plans.live.is_empty() && game.world.plans.waiting.is_empty() {
            break;
        }
    }
    assert!(all.len() >= requests.len());
    (all, spent)
}

fn requests(world: &World, dice: &mut Dice) -> Vec<PathRequest> {
    let pairs = pairs(world, 24, dice);
    let asker = Requester::Unit(UnitId(u32::MAX));
    let request = |(i, (from, to)): (usize, (Cell, Cell))| PathRequest {
        urgent: i % 3 == 0,
        kind: Kind::ALL[i % 5],
        target: if i % 4 == 0 { Target::Border { claimed: vec![to] } } else { Target::Cell(to) },
        crowd: world.size().square(from, 1).collect(),
        ..PathRequest::between(asker, PeopleIx::PLAYER, (from, to), world.tick)
    };
    pairs.into_iter().enumerate().map(request).collect()
}

/// The request queue gives the same results in the same order at the same effort, whatever else it holds; in a
/// running game and in one loaded into the changed land.
#[test]
fn requests_are_served_the_same_whatever_lies_unseen() {
    for (seed, ticks) in LANDS {
        let game = kit::played(seed, SIDE, ticks);
        let requests = requests(&game.world, &mut Dice(seed));
        let fresh = || Game { world: game.world.clone(), derived: game.derived.clone() };
        let expected = serve(&mut fresh(), &requests);
        assert!(expected.1 > 2000, "{} expansions", expected.1);
        for hidden in HIDDEN {
            let other = scrambled(&game.world, &game.derived.visible[PeopleIx::PLAYER], hidden, seed);
            let warm = Game { world: other.clone(), derived: game.derived.clone() };
            for mut game in [warm, Game::from_world(other)] {
                assert!(serve(&mut game, &requests) == expected, "{hidden:?} {seed}");
            }
        }
    }
}

/// The units of the player's people.
fn mine(world: &World) -> impl Iterator<Item = UnitId> {
    world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).map(|unit| unit.id)
}

fn questions(world: &World, dice: &mut Dice) -> Vec<Question> {
    let mut questions = Vec::new();
    for i in 0..9 {
        let mine: Vec<UnitId> = mine(world).collect();
        let unit = mine[dice.below(mine.len())];
        let stops = vec![place(world, i % 2 == 0, dice), place(world, i % 3 == 0, dice)];
        let cell = place(world, true, dice);
        questions.push(Question::Preview { unit, append: i % 2 == 1, stops: stops.clone() });
        let (kind, from) = (Kind::ALL[i % 3], place(world, i % 4 != 0, dice));
        questions.push(Question::ExplainBetween { kind, from, to: stops[0] });
        questions.push(Question::LandBetween { kind, from, to: stops[0] });
        questions.push(Question::BestInsert { unit, stops, cell });
    }
    questions.extend(mine(world).map(|unit| Question::Explain { unit }));
    let (first, cursor) = (world.units[UnitIx(0)].id, place(world, false, dice));
    questions.extend([None, Some(first)].map(|unit| Question::Land { unit, cursor }));
    questions
}

/// An answer without the lab's exhibit, which reveals what no people may know.
fn honest(answer: Answer) -> Answer {
    if let Answer::Land(land, _) = answer { Answer::Land(land, Leak::default()) } else { answer }
}

/// What the screen queries: previews, best inserts, explanations, and the priced land. Queries change no hash.
#[test]
fn answers_are_the_same_whatever_lies_unseen() {
    for (seed, ticks) in LANDS {
        let game = kit::played(seed, SIDE, ticks);
        let questions = questions(&game.world, &mut Dice(seed));
        let answers = |game: &Game| -> Vec<Answer> {
            let before = game.world.hash();
            let answers = questions.iter().map(|question| honest(scene::answer(game, question))).collect();
            assert_eq!(game.world.hash(), before, "a query changed the world");
            answers
        };
        let expected = answers(&game);
        for hidden in HIDDEN {
            let other = scrambled(&game.world, &game.derived.visible[PeopleIx::PLAYER], hidden, seed);
            let warm = Game { world: other.clone(), derived: game.derived.clone() };
            for game in [warm, Game::from_world(other)] {
                for (i, answer) in answers(&game).iter().enumerate() {
                    assert_eq!(answer, &expected[i], "{hidden:?} {seed}: {:?}", questions[i]);
                }
            }
        }
    }
}

/// The lab's exhibit: on seen land the leak has the honest prices, elsewhere 5, 6 or 7 by what truly lies there.
/// Changing that changes the leak and nothing else.
#[test]
fn the_leak_tells_of_the_unseen_and_the_land_beside_it_does_not() {
    let mut leaked = 0;
    for (seed, ticks) in LANDS {
        let game = kit::played(seed, SIDE, ticks);
        let lands = |game: &Game| {
            let question =
                Question::Land { unit: Some(game.world.units[UnitIx(0)].id), cursor: Cell::new(3, 4) };
            match scene::answer(game, &question) {
                Answer::Land(land, leak) => (land.prices, leak.0),
                other => panic!("{other:?}"),
            }
        };
        let (honest, leak) = lands(&game);
        let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
        let known: Vec<bool> = game.world.size().cells().map(|cell| belief.is_known(cell)).collect();
        for (i, known) in known.iter().enumerate() {
            let is_hint = [5000, 6000, 7000].contains(&leak[i]) && honest[i] > 0;
            assert!(leak[i] == honest[i] || !known && is_hint, "{i}: {} and {}", honest[i], leak[i]);
        }
        for hidden in HIDDEN {
            let world = scrambled(&game.world, &game.derived.visible[PeopleIx::PLAYER], hidden, seed);
            let (same, other) = lands(&Game::from_world(world));
            assert_eq!(same, honest, "{hidden:?} {seed}");
            let changed: Vec<usize> = (0..leak.len()).filter(|i| leak[*i] != other[*i]).collect();
            assert!(changed.iter().all(|i| !known[*i]), "{hidden:?} {seed}");
            assert_eq!(
                changed.len() > 300,
                hidden == Hidden::Unknown,
                "{hidden:?} {seed}: {}",
                changed.len()
            );
            leaked += changed.len();
        }
    }
    assert!(leaked > 2000, "{leaked}");
}

/// The picture: light, ground and roads as believed, and the cards of unseen cells.
#[test]
fn pictures_are_the_same_whatever_lies_unseen() {
    for (seed, ticks) in LANDS {
        let game = kit::played(seed, SIDE, ticks);
        let mut dice = Dice(seed);
        let cursors: Vec<Cell> = (0..40).map(|i| place(&game.world, i % 2 == 0, &mut dice)).collect();
        for hidden in HIDDEN {
            let world = scrambled(&game.world, &game.derived.visible[PeopleIx::PLAYER], hidden, seed);
            let other = Game { world, derived: game.derived.clone() };
            for (i, cursor) in cursors.iter().enumerate() {
                let cells_per_pixel = 1 + i as u16 % 3;
                let (columns, rows) = (SIDE / cells_per_pixel, SIDE / cells_per_pixel);
                let selected = vec![game.world.units[UnitIx(i % game.world.units.len())].id];
                let view = Viewport {
                    columns,
                    rows,
                    cells_per_pixel,
                    selected,
                    cursor: *cursor,
                    ..Viewport::default()
                };
                let (one, two) = (scene::build_scene(&game, &view), scene::build_scene(&other, &view));
                let mut pixels = one.pixels.iter().zip(&two.pixels).enumerate();
                let pixel = pixels.find(|(_, (one, two))| one != two);
                assert_eq!(pixel, None, "{hidden:?} {seed} at {cells_per_pixel} cells a pixel");
                assert_eq!(one.cursor_card, two.cursor_card, "{hidden:?} {seed} {cursor:?}");
                assert_eq!(
                    (&one.unit_markers, &one.landmarks.sites),
                    (&two.unit_markers, &two.landmarks.sites),
                    "{hidden:?} {seed}"
                );
                assert_eq!((&one.unit_card, &one.routes), (&two.unit_card, &two.routes), "{hidden:?} {seed}");
            }
        }
    }
}

/// The next wish of every mind.
#[test]
fn wishes_are_the_same_whatever_lies_unseen() {
    for (seed, ticks) in LANDS {
        let game = kit::played(seed, SIDE, ticks);
        let wishes = |world: &World| -> Vec<Intent> {
            let places = game.derived.places_in(world);
            world
                .units
                .iter()
                .filter(|unit| unit.people == PeopleIx::PLAYER)
                .map(|unit| mind::decide(places, unit))
                .collect()
        };
        let expected = wishes(&game.world);
        for hidden in HIDDEN {
            let other = scrambled(&game.world, &game.derived.visible[PeopleIx::PLAYER], hidden, seed);
            assert_eq!(wishes(&other), expected, "{hidden:?} {seed}");
        }
    }
}

/// Unseen edits are unknown, cause no replanning, and the counter says so. A people always knows its own paint, and a
/// tower sees for itself.
#[test]
fn what_brushes_do_unseen_changes_no_plan() {
    let secret =
        [Brush::Wall, Brush::Bridge, Brush::Mud, Brush::Fire, Brush::River, Brush::Beacon, Brush::Erase];
    let mut bent = 0;
    for (seed, ticks) in LANDS {
        let mut game = kit::played(seed, SIDE, ticks);
        game.apply(&Command::FreeBuild(true)).unwrap();
        let (before, words) =
            (game.world.hash(), game.world.peoples[PeopleIx::PLAYER].belief.words().to_vec());
        let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
        let is_out_of_sight = |cell: &Cell| game.derived.visible.iter().all(|visible| visible[*cell] == 0);
        let unseen = |cell: &Cell| is_out_of_sight(cell) && belief.paint(*cell) == Paint::None;
        let all: Vec<Cell> = game.world.size().cells().filter(unseen).collect();
        for (i, brush) in secret.into_iter().enumerate() {
            let cells: Vec<Cell> = all.iter().copied().skip(i).step_by(7).take(4000).collect();
            if game.apply(&Command::EditLand { stroke: i as u32, brush, cells }).is_ok() {
                bent += 1;
                assert!(
                    scene::build_scene(&game, &Viewport::default()).last_edit.words.contains("not seen yet")
                );
            }
        }
        let after = game.world.hash();
        assert_ne!(before.parts[0], after.parts[0]);
        // An edit may remove what blocked the view: then that land is seen, and nothing else.
        let pairs = words.iter().zip(game.world.peoples[PeopleIx::PLAYER].belief.words());
        let learned = game.world.size().cells().zip(pairs).filter(|(_, (was, is))| was != is);
        for (cell, _) in learned {
            assert!(game.derived.visible[PeopleIx::PLAYER][cell] > 0, "{cell:?} is known in {seed}");
        }
        // Units, settlements and plans.
        assert_eq!(before.parts[3..6], after.parts[3..6], "a unit replans in {seed}");
    }
    assert!(bent >= 18, "only {bent} strokes");
}

/// Distance from all units at which the land is changed, and how long that stays unseen: no unit sees farther than
/// nine cells or walks farther than six.
const FAR: u32 = 16;
const WHILE: u64 = 24;

/// The same world with other land, roads and resources where it is unknown and far from all units.
fn changed_afar(world: &World, seed: u64) -> World {
    let mut other = world.clone();
    let mut dice = Dice(seed);
    let eyes = world.units.iter().map(|unit| unit.cell).chain(world.towns.iter().map(|town| town.cell));
    let eyes: Vec<Cell> = eyes.collect();
    let unknown = |cell: &Cell| world.peoples.iter().all(|people| !people.belief.is_known(*cell));
    let hidden = |cell: &Cell| unknown(cell) && eyes.iter().all(|eye| eye.chebyshev(*cell) > FAR);
    let afar: Vec<Cell> = world.size().cells().filter(hidden).collect();
    assert!(afar.len() > 2000, "{} cells far away", afar.len());
    for cell in &afar {
        other.land.surface[*cell] = Surface::ALL[dice.below(Surface::ALL.len())];
        other.land.height[*cell] = dice.below(256) as u16;
        // Without wear nothing fades, and nothing is reported of it.
        other.ground.tier[*cell] = Tier::ALL[dice.below(Tier::ALL.len())];
        other.ground.wear[*cell] = 0;
    }
    for site in other.land.sites.iter_mut().filter(|site| hidden(&site.cell)) {
        site.cell = afar[dice.below(afar.len())];
    }
    other
}

/// The whole game continues unchanged: every step, plan, trade, founding and line, past the ends of days.
#[test]
fn life_goes_on_the_same_whatever_lies_afar() {
    for (seed, days) in [(7, 1), (21, 2), (4, 3), (12, 4), (9, 5)] {
        let mut game = kit::played(seed, SIDE, days * DAY - WHILE / 2);
        let world = changed_afar(&game.world, seed);
        let mut other = Game { world, derived: game.derived.clone() };
        for _ in 0..WHILE {
            game.tick();
            other.tick();
            // What the land itself does follows the true land, also where no one looks.
            (game.world.fortune, other.world.fortune) = (None, None);
            other.world.streams.fortune = game.world.streams.fortune.clone();
        }
        let (one, two) = (game.world.hash(), other.world.hash());
        for (part, name) in SUBSYSTEMS.iter().enumerate().skip(2) {
            assert_eq!(one.parts[part], two.parts[part], "{name} differ in {seed}");
        }
        assert_ne!(one.parts[0], two.parts[0]);
    }
}

/// The same world with everything foreign changed where none of this people looks: other land, foreign units gone,
/// their settlements altered, camps and towers missing.
fn behind_its_back(game: &Game, people: PeopleIx, hidden: Hidden, seed: u64) -> World {
    let visible = &game.derived.visible[people];
    let unseen = |cell: Cell| visible[cell] == 0;
    let mut world = scrambled_for(&game.world, people, visible, hidden, seed);
    let before = (world.units.len(), world.towns.clone());
    world.units.retain(|unit| unit.people == people || !unseen(unit.cell));
    world.camps.retain(|camp| camp.guests.contains_key(&people) || !unseen(camp.cell));
    for town in world.towns.iter_mut().filter(|town| unseen(town.cell)) {
        town.kind = if town.kind == TownKind::City { TownKind::Ruin } else { TownKind::City };
        (town.residents, town.stock, town.visits) = (town.residents + 500, [7; 8], vec![9]);
    }
    assert!(world.units.len() < before.0, "no unit is gone");
    assert!(
        world.towns.iter().zip(&before.1).any(|(one, two)| one.kind != two.kind),
        "no settlement has changed"
    );
    world
}

/// For every people, unseen changes by others affect neither its paths, nor its wishes, nor what its player is shown;
/// with derived state kept and rebuilt.
#[test]
fn what_others_do_unseen_changes_nothing_for_any_people() {
    let (mut asked, mut met, mut rebuilt) = (0, 0, 0);
    for (seed, side, ticks) in [(3, 128, 8 * DAY), (12, 128, 5 * DAY), (5, 200, 2 * DAY)] {
        let game = kit::played(seed, side, ticks);
        let peoples = game
            .world
            .peoples
            .indices()
            .filter(|people| game.world.people(*people).nature == Nature::Settled);
        for people in peoples {
            met += game
                .world
                .people(people)
                .sightings
                .keys()
                .filter(|id| game.world.town(**id).people != people)
                .count();
            for hidden in HIDDEN {
                let other = behind_its_back(&game, people, hidden, seed);
                let warm = Game { world: other.clone(), derived: game.derived.clone() };
                asked += same_for(&game, &warm, people, seed);
                let cold = Game::from_world(other);
                // A hidden change may block the view of what lies behind it: then something else is seen.
                if cold.derived.visible[people] == game.derived.visible[people] {
                    asked += same_for(&game, &cold, people, seed);
                    rebuilt += 1;
                }
            }
        }
    }
    assert!(asked > 150 && met > 1, "{asked} queries, {met} foreign settlements are known");
    assert!(rebuilt > 3, "{rebuilt} worlds are seen alike after a full rebuild");
}

/// Compares what a people would learn in two worlds; returns the number of comparisons.
fn same_for(game: &Game, other: &Game, people: PeopleIx, seed: u64) -> usize {
    let mut dice = Dice(seed);
    let mine: Vec<UnitId> =
        game.world.units.iter().filter(|unit| unit.people == people).map(|unit| unit.id).collect();
    for id in &mine {
        let wish =
            |game: &Game| mind::decide(game.derived.places_in(&game.world), game.world.unit(*id).unwrap());
        assert_eq!(wish(game), wish(other), "{people:?} {seed} {id:?}");
    }
    let markets = |game: &Game| game.world.markets_of(people).collect::<Vec<_>>();
    assert_eq!(markets(game), markets(other));
    for _ in 0..6 {
        let from = game.world.unit(mine[dice.below(mine.len())]).unwrap().cell;
        let to = game.world.size().cell(dice.below(game.world.size().area()));
        let path = |game: &Game| game.planner(people, Kind::ALL[dice.0 as usize % 4], &[]).path(from, to);
        assert_eq!(path(game), path(other), "{people:?} {seed} {from:?} {to:?}");
        assert_eq!(game.world.realm_at(people, to), other.world.realm_at(people, to));
    }
    if people == PeopleIx::PLAYER {
        shown_the_same(game, other, &mine, &mut dice);
    }
    mine.len() + 6
}

/// Pictures, cards, answers and texts of the player's people.
fn shown_the_same(game: &Game, other: &Game, mine: &[UnitId], dice: &mut Dice) {
    let side = game.world.size().width;
    let lens = scene::LENSES.iter().position(|row| row.name == "realms").unwrap() as u8;
    let towns: Vec<Cell> = game.world.towns.iter().map(|town| town.cell).collect();
    for (i, town) in towns.into_iter().enumerate() {
        let cursor = if i % 2 == 0 { town } else { place(&game.world, i % 4 == 1, dice) };
        let selected = vec![mine[i % mine.len()]];
        let lens = (i % 3 == 0).then_some(scene::Lens(lens));
        let view = Viewport {
            columns: side,
            rows: side,
            cells_per_pixel: 1,
            selected,
            cursor,
            lens,
            ..Viewport::default()
        };
        let (one, two) = (scene::build_scene(game, &view), scene::build_scene(other, &view));
        assert_eq!(
            (&one.town_markers, &one.landmarks.camps, &one.landmarks.sites),
            (&two.town_markers, &two.landmarks.camps, &two.landmarks.sites)
        );
        assert_eq!((&one.cursor_card, &one.unit_card), (&two.cursor_card, &two.unit_card), "{cursor:?}");
        assert_eq!((&one.unit_markers, &one.routes), (&two.unit_markers, &two.routes));
        assert!(one.lens == two.lens, "{:?} is shown differently", one.lens.map(|lens| lens.name));
        assert_eq!((one.status.units, one.status.roads), (two.status.units, two.status.roads));
        assert_eq!((one.busiest_cell, &one.mine), (two.busiest_cell, &two.mine));
        let words = |game: &Game| (sim::whereabouts(&game.world, cursor), sim::place_name(game, cursor));
        assert_eq!(words(game), words(other));
    }
    for unit in mine {
        let question = Question::Explain { unit: *unit };
        assert_eq!(scene::answer(game, &question), scene::answer(other, &question));
    }
    assert_eq!(game.figures(), other.figures());
}

/// Stores and changes of distant foreign settlements affect no trade before the people has been there: for a while
/// all its units take the same trips with the same loads.
#[test]
fn trade_goes_on_the_same_whatever_strangers_have() {
    let mut changed = 0;
    for (seed, side, days) in [(3, SIDE, 14), (12, SIDE, 18), (5, 200, 6), (7, 200, 6)] {
        let mut game = Game::from_world(kit::played(seed, side, days * DAY).world);
        let mut world = game.world.clone();
        let eyes: Vec<Cell> =
            world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).map(|unit| unit.cell).collect();
        let far = |cell: Cell| {
            eyes.iter().all(|eye| eye.chebyshev(cell) > FAR)
                && game.derived.visible[PeopleIx::PLAYER][cell] == 0
        };
        for town in world.towns.iter_mut().filter(|town| town.people != PeopleIx::PLAYER && far(town.cell)) {
            town.stock = town.stock.map(|stock| 4000 - stock.min(4000));
            town.kind = if town.kind == TownKind::Inn { TownKind::Village } else { TownKind::Inn };
            changed += 1;
        }
        let mut other = Game::from_world(world);
        for _ in 0..WHILE {
            game.tick();
            other.tick();
        }
        let lives = |game: &Game| {
            let mine = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
            let lives =
                mine.map(|unit| (unit.id, unit.cell, unit.stack.clone(), unit.cargo, unit.orders.clone()));
            let us = game.world.people(PeopleIx::PLAYER);
            (
                lives.collect::<Vec<_>>(),
                us.prices.clone(),
                us.trip_times.clone(),
                us.sightings.clone(),
                us.coin,
            )
        };
        assert_eq!(lives(&game), lives(&other), "seed {seed}");
    }
    assert!(changed >= 2, "{changed} foreign settlements have changed");
}
