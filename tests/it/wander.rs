//! A life played action by action: what actions cost, what ends them, and the wanderer's game from birth to both
//! ends.

use crate::orders::{level, meadow, order, unit};
use wayworn::app::export;
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::land::Recipe;
use wayworn::level::Level;
use wayworn::save::{RecordedCommand, Replay, ReplayHeader, decode, encode, verify};
use wayworn::scene::{self, Answer, Question, View};
use wayworn::sim::{Derived, Game, WARM_UP_TICKS};
use wayworn::world::{
    Action, ActionEnd, Behaviour, Brush, Command, DAY, DAY_TIME, Ending, FOOD_MAX, HOME, Kind, Nature, Order,
    Queue, Rejection, UnitId, UnitOrPlace, WOUNDS_MAX,
};

/// More ticks than any action takes.
const LONG: u64 = 20 * DAY;

/// A game with all its commands recorded.
struct Lived {
    game: Game,
    replay: Replay,
}

impl Lived {
    /// The first two days of a wanderer's land, and the wanderer's birth.
    fn wander(seed: u64, side: u16) -> Lived {
        let size = Size::new(side, side);
        let header = ReplayHeader::new(seed, size, None).wander(true);
        let game = Game::wander(Recipe::default(), seed, size, &mut |_, _| ()).unwrap();
        let mut lived = Lived::of(game, header);
        while lived.game.world.tick < WARM_UP_TICKS {
            lived.tick();
        }
        lived.command(Command::NextLife).unwrap();
        lived
    }

    fn of(game: Game, header: ReplayHeader) -> Lived {
        Lived { game, replay: Replay { header, commands: Vec::new(), hashes: Vec::new(), note: None } }
    }

    fn tick(&mut self) {
        self.game.tick();
        if self.game.world.tick.is_multiple_of(100) {
            self.replay.hashes.push((self.game.world.tick, self.game.world.hash()));
        }
    }

    fn command(&mut self, command: Command) -> Result<(), Rejection> {
        let answer = self.game.apply(&command).map(drop);
        self.replay.commands.push(RecordedCommand { tick: self.game.world.tick, command });
        answer
    }

    /// Acts, and lets time pass until the next action is possible. Returns why it ended; `None` for a life that
    /// ended.
    fn act(&mut self, deed: Action) -> Option<ActionEnd> {
        let begun = self.game.world.tick;
        self.command(Command::TakeAction(deed)).unwrap();
        while self.game.world.possession.is_some() && !self.game.awaits_action() {
            self.tick();
            assert!(
                self.game.world.tick < begun + LONG,
                "{deed:?} never ends: {:?}",
                self.game.world.possession
            );
        }
        self.game.world.possession.as_ref()?.cause
    }

    fn me(&self) -> UnitId {
        self.game.world.possession.as_ref().expect("a life").unit
    }

    fn cell(&self) -> Cell {
        unit(&self.game, self.me()).cell
    }

    fn story(&self) -> String {
        let life = self.game.world.possession.as_ref().expect("a life");
        life.log.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The next suggested action, or a rest when it is time.
    fn next_deed(&self) -> Action {
        let weary = self.game.world.possession.as_ref().is_some_and(|life| life.reported.weariness > 0);
        match scene::answer(&self.game, &Question::Explore { unit: self.me() }) {
            _ if weary => Action::Rest,
            Answer::Preview(way) => Action::Explore(way.legs.last().expect("a leg").to),
            _ => Action::Wait,
        }
    }

    /// Takes suggested actions, or rests when it is time, until `done`.
    fn explore_until(&mut self, done: impl Fn(&Game) -> bool) {
        for _ in 0..4000 {
            if self.game.world.possession.is_none() || done(&self.game) {
                return;
            }
            let deed = self.next_deed();
            self.act(deed);
        }
        panic!("too long a life: {}", self.story());
    }

    /// Checks that the record, read back from its text, plays the same game.
    fn assert_replays(&self) {
        let replay = Replay::parse(&self.replay.text()).unwrap();
        assert!(!replay.hashes.is_empty());
        let verified = verify(&replay, 2).unwrap();
        assert_eq!(verified.hashes_checked, replay.hashes.len());
    }
}

/// A level of these rows, with the first unit possessed.
fn step_into(rows: &[String], units: &[(&str, u16, u16)]) -> Lived {
    let game = level(rows, true, units);
    let size = game.world.size();
    let mut lived = Lived::of(game, ReplayHeader::new(0, size, None));
    let me = lived.game.world.units[0].id;
    lived.command(Command::Possess(me)).unwrap();
    lived
}

#[test]
fn time_moves_by_what_each_deed_costs_and_stands_between() {
    let mut lived = step_into(&meadow(30, 12), &[("porter", 10, 6)]);
    assert!(lived.game.awaits_action());
    let cost = |lived: &mut Lived, deed| {
        let begun = lived.game.world.tick;
        assert_eq!(lived.act(deed), Some(ActionEnd::Done), "{deed:?}");
        lived.game.world.tick - begun
    };
    assert_eq!(cost(&mut lived, Action::Step(Dir8::East)), 6);
    assert_eq!(lived.cell(), Cell::new(11, 6));
    assert_eq!(cost(&mut lived, Action::Step(Dir8::NorthEast)), 9);
    assert_eq!(lived.cell(), Cell::new(12, 5));
    assert_eq!(cost(&mut lived, Action::Wait), 6);
    assert_eq!(cost(&mut lived, Action::Search), 24);
    assert_eq!(cost(&mut lived, Action::Travel(Cell::new(20, 5))) / 6, 8);
    assert!(cost(&mut lived, Action::Rest) >= 60);
    assert_eq!(unit(&lived.game, lived.me()).fatigue, 0);
}

#[test]
fn a_released_unit_resumes_its_orders() {
    let mut game = level(&meadow(40, 12), false, &[("porter", 4, 6)]);
    let me = game.world.units[0].id;
    order(&mut game, me, vec![Order::Go(Cell::new(34, 6)), Order::Stop], Queue::Replace);
    for _ in 0..60 {
        game.tick();
    }
    let mut lived = Lived::of(game, ReplayHeader::new(0, Size::new(40, 12), None));
    let before = unit(&lived.game, me).stack.clone();
    lived.command(Command::Possess(me)).unwrap();
    for dir in [Dir8::North, Dir8::North, Dir8::West] {
        while !lived.game.awaits_action() {
            lived.tick();
        }
        lived.act(Action::Step(dir));
    }
    lived.command(Command::Release).unwrap();
    assert_eq!(unit(&lived.game, me).stack, before);
    assert!(unit(&lived.game, me).path.is_some(), "it resumes its path");
    for _ in 0..400 {
        lived.tick();
    }
    assert_eq!(unit(&lived.game, me).cell, Cell::new(34, 6));
    assert_eq!(lived.command(Command::TakeAction(Action::Wait)), Err(Rejection::NotPossessing));
}

#[test]
fn new_orders_end_possession() {
    let mut lived = step_into(&meadow(30, 12), &[("porter", 10, 6)]);
    let me = lived.me();
    order(&mut lived.game, me, vec![Order::Go(Cell::new(20, 6))], Queue::Replace);
    lived.tick();
    assert!(lived.game.world.possession.is_none());
    assert!(!unit(&lived.game, me).stack.contains(&Behaviour::Possessed));
}

#[test]
fn a_way_ends_where_something_happens_and_says_what() {
    let mut rows = meadow(60, 12);
    for row in &mut rows {
        row.replace_range(40..41, "#");
    }
    let mut lived = step_into(&rows, &[("porter", 5, 6)]);
    let mut causes = vec![];
    while causes.last() != Some(&Some(ActionEnd::NoPath)) {
        causes.push(lived.act(Action::Travel(Cell::new(50, 6))));
        assert!(causes.len() < 9, "{causes:?}");
    }
    assert!(causes.contains(&Some(ActionEnd::Tired)), "{causes:?}");
    assert!(lived.story().contains("you know no way"), "{}", lived.story());
    while lived.cell().x < 39 {
        lived.act(Action::Travel(Cell::new(39, 6)));
    }
    assert_eq!(lived.act(Action::Step(Dir8::East)), Some(ActionEnd::Blocked));
    assert_eq!(
        lived.command(Command::TakeAction(Action::Travel(Cell::new(99, 6)))),
        Err(Rejection::OffTheLand(Cell::new(99, 6)))
    );
}

/// A possessed unit at 5, 6 on open meadow, and an enemy.
fn facing(width: usize, mine: &str, foe: &str) -> (Lived, UnitId, UnitId) {
    let rows = meadow(width, 12).join("\n");
    let text = format!(
        "name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{rows}\n'''\n[[unit]]\nkind = \"{mine}\"\nat = [5, 6]\n\
         [[unit]]\npeople = \"raiders\"\n{foe}\n"
    );
    let level = Level::parse(&text).unwrap();
    let mut lived = Lived::of(Game::from_level(&level), ReplayHeader::of_level(&level));
    let (me, foe) = (lived.game.world.units[0].id, lived.game.world.units[1].id);
    lived.command(Command::Possess(me)).unwrap();
    (lived, me, foe)
}

#[test]
fn a_foe_in_sight_ends_a_way_and_one_at_hand_allows_no_rest() {
    let (mut lived, me, foe) = facing(60, "porter", "kind = \"raider\"\nat = [30, 6]");
    assert_eq!(lived.act(Action::Travel(Cell::new(50, 6))), Some(ActionEnd::Foe(foe)));
    assert!(lived.story().contains("raider comes into sight in the east"), "{}", lived.story());
    let mut at_hand = 0;
    for _ in 0..60 {
        let (Some(here), Some(there)) = (lived.game.world.unit(me), lived.game.world.unit(foe)) else {
            break;
        };
        if here.cell.chebyshev(there.cell) <= 1 {
            assert_eq!(lived.act(Action::Rest), Some(ActionEnd::Foe(foe)));
            at_hand += 1;
            break;
        }
        lived.act(Action::Step(Dir8::East));
    }
    assert!(at_hand > 0 || lived.game.world.possession.is_none(), "they never met");
    lived.assert_replays();
}

#[test]
fn a_step_onto_a_foe_is_a_blow() {
    let (mut lived, _, foe) = facing(30, "guard", "kind = \"porter\"\nat = [6, 6]\norders = [\"stop\"]");
    for _ in 0..40 {
        let Some(there) = lived.game.world.unit(foe).map(|foe| foe.cell) else { break };
        let towards = lived.cell().dir_to(there);
        lived.act(towards.map_or(Action::Wait, Action::Step));
    }
    assert!(lived.story().contains("you strike"), "{}", lived.story());
    assert!(lived.game.world.unit(foe).is_none(), "three wounds kill: {}", lived.story());
}

#[test]
fn exploring_is_proposed_with_its_reason_and_ends_when_all_is_seen() {
    let mut lived = step_into(&meadow(40, 24), &[("porter", 20, 12)]);
    let me = lived.me();
    let Answer::Preview(way) = scene::answer(&lived.game, &Question::Explore { unit: me }) else {
        panic!("nothing is proposed");
    };
    assert!(way.words.starts_with("explore: the nearest unknown land, "), "{}", way.words);
    lived.explore_until(|game| game.world.peoples[0].belief.known() == 40 * 24);
    let all = Answer::Unavailable("no reachable land is unknown".to_owned());
    assert_eq!(scene::answer(&lived.game, &Question::Explore { unit: me }), all);
}

#[test]
fn what_is_seen_is_shown_and_the_rest_is_not() {
    let lived = Lived::wander(3, 64);
    let size = lived.game.world.size();
    let view = View { columns: size.width, rows: size.height, ..View::default() };
    let shown = scene::build_scene(&lived.game, &view);
    let life = shown.life.expect("a life");
    assert!(life.can_act && life.food_tenths == 60 && life.wounds == 0);
    assert!(shown.unit_markers.iter().any(|figure| figure.letter == '@' && figure.id == life.unit));
    let wander = shown.wander.expect("a wanderer's game");
    assert!(wander.hint.contains("the first waystone lies about"), "{}", wander.hint);
    let belief = &lived.game.world.peoples[0].belief;
    for (shown, stone) in wander.stones.iter().zip(&lived.game.world.wander.as_ref().unwrap().stones) {
        assert_eq!(shown.cell, belief.is_known(stone.cell).then_some(stone.cell));
    }
    assert!(wander.stones.iter().any(|stone| stone.cell.is_none()));
}

#[test]
fn waystones_lie_one_to_five_days_from_home() {
    for (seed, side) in (1..5).flat_map(|seed| [(seed, 160), (seed, 256)]) {
        let game = Game::wander(Recipe::default(), seed, Size::new(side, side), &mut |_, _| ()).unwrap();
        let stones = &game.world.wander.as_ref().unwrap().stones;
        assert_eq!(stones.len(), 5);
        // Where there is room for five days, a day is a day.
        let day = if side == 256 { DAY_TIME } else { stones[4].time / 5 };
        for (i, stone) in stones.iter().enumerate() {
            let days = day * (i as u32 + 1);
            assert!(stone.time.abs_diff(days) <= day / 3, "seed {seed}: {stones:?}");
        }
        game.world.check().unwrap();
    }
}

/// Walks to the known cell that is farthest from every settlement, and returns it.
fn leave_home(lived: &mut Lived) -> Cell {
    let (home, me) = (lived.cell(), lived.me());
    let far = |game: &Game, cell: Cell| {
        let towns = game.world.towns.iter().map(|town| town.cell.chebyshev(cell)).min();
        towns.unwrap_or(0)
    };
    let belief = lived.game.world.peoples[0].belief.clone();
    let known = lived.game.world.size().cells().filter(|cell| belief.is_known(*cell));
    let out = known.max_by_key(|cell| {
        let planner = lived.game.planner_of(unit(&lived.game, me));
        (planner.is_connected(home, *cell), far(&lived.game, *cell), *cell)
    });
    let out = out.unwrap();
    for _ in 0..60 {
        if lived.game.world.possession.is_none() || lived.cell() == out {
            break;
        }
        lived.act(Action::Travel(out));
    }
    assert!(far(&lived.game, lived.cell()) > 2, "the wanderer never left");
    lived.cell()
}

/// Makes a unit of the settled peoples a raider beside the wanderer that attacks it.
fn set_upon(game: &mut Game, at: Cell) -> UnitId {
    let raiders = game.world.peoples.iter().position(|people| people.nature == Nature::Raiders).unwrap();
    let free = |cell: &Cell| {
        !game.world.land.is_blocked(*cell)
            && game.derived.holder(*cell).is_none()
            && !game.derived.haven[*cell]
    };
    let beside =
        game.world.size().neighbours(at).map(|(_, cell)| cell).find(free).expect("room beside the wanderer");
    let index = game.world.units.iter().position(|unit| unit.kind == Kind::Porter).unwrap();
    let foe = &mut game.world.units[index];
    (foe.kind, foe.people, foe.cell, foe.next) = (Kind::Raider, raiders as u8, beside, None);
    (foe.path, foe.request, foe.cargo) = (None, None, None);
    foe.orders.clear();
    foe.stack = vec![Behaviour::Defend { ward: UnitOrPlace::Place(at) }];
    let id = foe.id;
    game.derived = Derived::of(&game.world);
    id
}

/// A violent death is in the chronicle, with name, place and killer; the next wanderer sets out in the same land.
#[test]
fn a_slain_wanderer_is_in_the_chronicle_and_another_sets_out() {
    let mut lived = Lived::wander(5, 64);
    let me = lived.me();
    let name = unit(&lived.game, me).name.clone();
    let out = leave_home(&mut lived);
    let trodden = lived.game.world.ground.wear[out];
    let foe = set_upon(&mut lived.game, out);
    let index = lived.game.world.unit_index(me).unwrap();
    lived.game.world.units[index].wounds = WOUNDS_MAX - 1;
    let killer = unit(&lived.game, foe).name.clone();
    for _ in 0..200 {
        if lived.game.world.possession.is_none() {
            break;
        }
        lived.act(Action::Wait);
    }
    let life = &lived.game.world.wander.as_ref().unwrap().lives[0];
    assert_eq!((life.ending, life.cell, &life.name), (Ending::Slain, out, &name));
    // Lines are a few seconds apart.
    (0..200).for_each(|_| lived.tick());
    let lines = &lived.game.world.chronicle;
    let is_obituary =
        |line: &String| line.contains(&name) && line.contains(&format!("is killed by {killer}"));
    let texts: Vec<String> = lines.lines.iter().map(|line| line.text.clone()).collect();
    assert!(texts.iter().any(is_obituary), "{texts:?}");
    let kept = export::chronicle(&lived.game.world);
    let line = kept.lines().find(|line| line.contains("was slain")).unwrap_or_else(|| panic!("{kept}"));
    assert!(line.contains(&name) && line.contains(&format!("{}, {}", out.x, out.y)), "{line}");
    lived.command(Command::NextLife).unwrap();
    assert_ne!(lived.me(), me);
    assert!(lived.game.world.ground.wear[out] >= trodden.min(1), "the land is another");
}

#[test]
fn a_wanderer_without_food_starves_and_leaves_its_trails() {
    let mut lived = Lived::wander(5, 64);
    let known_at_home = |game: &Game| game.world.people(HOME).belief.known();
    let me = lived.me();
    let out = leave_home(&mut lived);
    let left = lived.game.world.tick;
    let mut hunger = Vec::new();
    for _ in 0..3000 {
        let Some(life) = &lived.game.world.possession else { break };
        if hunger.last() != Some(&life.hunger()) {
            hunger.push(life.hunger());
        }
        let weary = life.reported.weariness > 0;
        lived.act(if weary { Action::Rest } else { Action::Wait });
    }
    assert!(lived.game.world.possession.is_none(), "{}", lived.story());
    assert!(lived.game.world.tick - left > u64::from(FOOD_MAX), "food for six days lasts six days");
    assert!(hunger.ends_with(&[1, 2, 3]), "{hunger:?}");
    let wander = lived.game.world.wander.as_ref().unwrap();
    assert_eq!(wander.lives.len(), 1);
    assert_eq!((wander.lives[0].ending, wander.lives[0].cell), (Ending::Starved, out));
    assert!(lived.game.world.unit(me).is_none());
    // The land goes on, with the trails, and home has learned nothing from the dead wanderer.
    let trodden = lived.game.world.ground.wear[out];
    assert!(trodden > 0, "the wanderer wore the ground");
    lived.command(Command::NextLife).unwrap();
    assert_ne!(lived.me(), me);
    let wander = lived.game.world.wander.as_ref().unwrap();
    assert!(wander.stones.iter().all(|stone| !stone.reached));
    assert_eq!(lived.game.world.ground.wear[out], trodden);
    assert!(lived.game.world.peoples[0].belief.known() >= known_at_home(&lived.game));
    assert_eq!(lived.command(Command::NextLife), Err(Rejection::NoBirth("this life is not over")));
    lived.assert_replays();
}

#[test]
fn one_life_brings_all_waystones_home() {
    let mut lived = Lived::wander(3, 96);
    lived.explore_until(|_| false);
    let wander = lived.game.world.wander.as_ref().unwrap();
    assert!(wander.is_won(), "{wander:?}");
    assert_eq!(wander.lives.len(), 1);
    assert_eq!((wander.lives[0].ending, wander.lives[0].stones), (Ending::Home, 5));
    assert!(wander.brought_in_all > 300 && wander.score() > 500, "{wander:?}");
    assert_eq!(
        lived.command(Command::NextLife).map_err(|why| why.to_string()),
        Err("all five waystones are home: the story is told".to_owned())
    );
    let shown = scene::build_scene(&lived.game, &View::default()).wander.expect("a wanderer's game");
    assert!(
        shown.is_won && shown.last_life_words.is_some_and(|words| words[0].contains("come home to stay"))
    );
    lived.assert_replays();
}

#[test]
fn nothing_seen_reaches_home_before_the_wanderer() {
    let mut lived = Lived::wander(3, 64);
    let knows = |game: &Game, people: u8, cell: Cell| game.world.people(people).belief.is_known(cell);
    let cells: Vec<Cell> = lived.game.world.size().cells().collect();
    let seen_alone = |game: &Game| {
        cells.iter().filter(|cell| knows(game, 0, **cell) && !knows(game, HOME, **cell)).count()
    };
    let mut most = 0;
    while !lived.story().contains("you bring home") {
        most = most.max(seen_alone(&lived.game));
        let before = lived.game.world.people(HOME).belief.clone();
        let deed = lived.next_deed();
        lived.command(Command::TakeAction(deed)).unwrap();
        // What others of home see meanwhile does not count.
        let mut theirs = lived.game.derived.visible[usize::from(HOME)].clone();
        while !lived.game.awaits_action() {
            lived.tick();
            for cell in &cells {
                theirs[*cell] |= lived.game.derived.visible[usize::from(HOME)][*cell];
            }
        }
        if !lived.story().contains("you bring home") {
            let learned = |cell: &&Cell| knows(&lived.game, HOME, **cell) && !before.is_known(**cell);
            let learned_early: Vec<&Cell> =
                cells.iter().filter(learned).filter(|cell| theirs[**cell] == 0).collect();
            assert!(learned_early.is_empty(), "tick {}: {learned_early:?}", lived.game.world.tick);
        }
    }
    assert!(most > 20, "the wanderer saw little: {most}");
    assert_eq!(seen_alone(&lived.game), 0, "what the wanderer saw is shared now");
}

#[test]
fn a_life_is_saved_in_the_middle_of_a_deed() {
    let mut lived = Lived::wander(4, 64);
    let me = lived.me();
    let Answer::Preview(way) = scene::answer(&lived.game, &Question::Explore { unit: me }) else {
        panic!("nothing is proposed");
    };
    lived.command(Command::TakeAction(Action::Explore(way.legs[0].to))).unwrap();
    let mut saved = 0;
    for _ in 0..40 {
        lived.tick();
        if lived.game.awaits_action() {
            break;
        }
        let mut again = Game::from_world(decode(&encode(&lived.game.world)).unwrap());
        let mut goes_on = Game::from_world(lived.game.world.clone());
        for _ in 0..30 {
            again.tick();
            goes_on.tick();
        }
        assert_eq!(again.world.hash(), goes_on.world.hash());
        saved += 1;
    }
    assert!(saved > 3, "nothing was under way");
    for _ in 0..30 {
        lived.tick();
    }
    assert!(lived.game.derived.matches(&lived.game.world));
}

#[test]
fn a_wanderer_cannot_give_orders() {
    let mut lived = Lived::wander(4, 64);
    let me = lived.me();
    let other = lived.game.world.units[0].id;
    for command in [
        Command::Release,
        Command::Possess(other),
        Command::Undo,
        Command::FreeBuild(true),
        Command::Orders { units: vec![me], orders: vec![Order::Stop], queue: Queue::Replace },
        Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(30, 30)] },
    ] {
        let before = lived.game.world.hash();
        assert_eq!(lived.command(command), Err(Rejection::WandererOnly));
        assert_eq!(lived.game.world.hash(), before);
    }
    assert!(WOUNDS_MAX > unit(&lived.game, me).wounds);
}
