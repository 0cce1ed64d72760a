//! A life played action by action: what actions cost, what ends them, and the wanderer's game from birth to both
//! ends.

use crate::orders::{level, meadow, order, unit};
use wayworn::app::export;
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::land::Recipe;
use wayworn::level::Level;
use wayworn::save::{RecordedCommand, Replay, ReplayHeader, decode, encode, verify};
use wayworn::scene::text;
use wayworn::scene::{self, Answer, Question, TripPreview, Viewport};
use wayworn::sim::{Derived, Game, WARM_UP_TICKS};
use wayworn::world::{
    Action, ActionEnd, Behaviour, Brush, Command, DAY, DAY_TIME, Defend, Ending, FOOD_MAX, HOME, Kind,
    Nature, Order, PeopleIx, Queue, Rejection, Unit, UnitId, UnitIx, UnitOrPlace, WOUNDS_MAX, YEAR_DAYS,
};

/// More ticks than any action takes.
const LONG: u64 = 20 * DAY;

/// A game with all its commands recorded.
pub(crate) struct Player {
    pub(crate) game: Game,
    replay: Replay,
}

impl Player {
    /// The first two days of a wanderer's land, and the wanderer's birth.
    pub(crate) fn wander(seed: u64, side: u16) -> Player {
        let size = Size::new(side, side);
        let header = ReplayHeader::new(seed, size, None).wander(true);
        let game = Game::wander(Recipe::default(), seed, size, &mut |_, _| ()).unwrap();
        let mut player = Player::of(game, header);
        while player.game.world.tick < WARM_UP_TICKS {
            player.tick();
        }
        player.command(Command::NextLife).unwrap();
        player
    }

    fn of(game: Game, header: ReplayHeader) -> Player {
        Player { game, replay: Replay { header, commands: Vec::new(), hashes: Vec::new(), note: None } }
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
    fn act(&mut self, action: Action) -> Option<ActionEnd> {
        self.try_act(action).unwrap()
    }

    /// The same, if the action is allowed.
    pub(crate) fn try_act(&mut self, action: Action) -> Result<Option<ActionEnd>, Rejection> {
        let begun = self.game.world.tick;
        self.command(Command::TakeAction(action))?;
        while self.game.world.possession.is_some() && !self.game.world.awaits_action() {
            self.tick();
            assert!(
                self.game.world.tick < begun + LONG,
                "{action:?} never ends: {:?}",
                self.game.world.possession
            );
        }
        Ok(self.game.world.possession.as_ref().and_then(|life| life.cause))
    }

    pub(crate) fn me(&self) -> UnitId {
        self.game.world.possession.as_ref().expect("a life").unit
    }

    fn cell(&self) -> Cell {
        unit(&self.game, self.me()).cell
    }

    fn story(&self) -> String {
        assert!(self.game.world.possession.is_some(), "a life");
        let world = &self.game.world;
        world.events.life().map(|event| text::event_words(world, event)).collect::<Vec<_>>().join("\n")
    }

    /// A choice with the best odds, a rest when it is time, the way to a waystone in sight, or what is suggested.
    pub(crate) fn next_action(&self) -> Action {
        let world = &self.game.world;
        let choices = world.choices().into_iter();
        if let Some((choice, _)) = choices.max_by_key(|(choice, odds)| (*odds, *choice as u8)) {
            return Action::Choose(choice);
        }
        if let Some(dir) = self.foe_at_hand() {
            return Action::Step(dir);
        }
        let weary = world.possession.as_ref().is_some_and(|life| life.reported.weariness > 0);
        match scene::answer(&self.game, &Question::Explore { unit: self.me() }) {
            _ if weary => Action::Rest,
            Answer::Preview(path) if path.words.starts_with("explore: food") => Action::Explore(goal(&path)),
            _ if self.open_stone().is_some() => Action::Travel(self.open_stone().unwrap()),
            Answer::Preview(path) => Action::Explore(goal(&path)),
            _ => Action::Wait,
        }
    }

    /// The direction of a foe at hand.
    fn foe_at_hand(&self) -> Option<Dir8> {
        let (world, me) = (&self.game.world, unit(&self.game, self.me()));
        let is_near = |other: &&Unit| other.cell.chebyshev(me.cell) == 1 && world.are_foes(me, other);
        world.units.iter().find(is_near).and_then(|foe| me.cell.dir_to(foe.cell))
    }

    /// The nearest waystone in sight that can be reached.
    pub(crate) fn open_stone(&self) -> Option<Cell> {
        let (world, me) = (&self.game.world, unit(&self.game, self.me()));
        let planner = self.game.planner_of(me);
        let belief = &world.peoples[PeopleIx::PLAYER].belief;
        let is_open = |cell: &Cell| belief.is_known(*cell) && planner.is_connected(me.cell, *cell);
        let stones = world.wander.as_ref()?.stones.iter().filter(|stone| !stone.home && !stone.reached);
        stones.map(|stone| stone.cell).filter(is_open).min_by_key(|cell| (cell.octile(me.cell), *cell))
    }

    /// Takes suggested actions, or rests when it is time, until `done`.
    fn explore_until(&mut self, done: impl Fn(&Game) -> bool) {
        for _ in 0..4000 {
            if self.game.world.possession.is_none() || done(&self.game) {
                return;
            }
            let action = self.next_action();
            self.act(action);
        }
        panic!("too long a life: {}", self.story());
    }

    /// The next wanderer sets out.
    pub(crate) fn next_life(&mut self) {
        self.command(Command::NextLife).unwrap();
    }

    /// Checks that the record, read back from its text, plays the same game.
    pub(crate) fn assert_replays(&self) {
        let replay = Replay::parse(&self.replay.text()).unwrap();
        assert!(!replay.hashes.is_empty());
        let verified = verify(&replay, 2).unwrap();
        assert_eq!(verified.hashes_checked, replay.hashes.len());
    }
}

/// Where a proposed path ends.
fn goal(path: &TripPreview) -> Cell {
    path.legs.last().expect("a leg").to
}

/// A level of these rows, with the first unit possessed.
fn step_into(rows: &[String], units: &[(&str, u16, u16)]) -> Player {
    let game = level(rows, true, units);
    let size = game.world.size();
    let mut player = Player::of(game, ReplayHeader::new(0, size, None));
    let me = player.game.world.units[UnitIx(0)].id;
    player.command(Command::Possess(me)).unwrap();
    player
}

#[test]
fn time_moves_by_what_each_deed_costs_and_stands_between() {
    let mut player = step_into(&meadow(30, 12), &[("porter", 10, 6)]);
    assert!(player.game.world.awaits_action());
    let cost = |player: &mut Player, action| {
        let begun = player.game.world.tick;
        assert_eq!(player.act(action), Some(ActionEnd::Done), "{action:?}");
        player.game.world.tick - begun
    };
    assert_eq!(cost(&mut player, Action::Step(Dir8::East)), 6);
    assert_eq!(player.cell(), Cell::new(11, 6));
    assert_eq!(cost(&mut player, Action::Step(Dir8::NorthEast)), 9);
    assert_eq!(player.cell(), Cell::new(12, 5));
    assert_eq!(cost(&mut player, Action::Wait), 6);
    assert_eq!(cost(&mut player, Action::Search), 24);
    assert_eq!(cost(&mut player, Action::Travel(Cell::new(20, 5))) / 6, 8);
    assert!(cost(&mut player, Action::Rest) >= 60);
    assert_eq!(unit(&player.game, player.me()).fatigue, 0);
}

#[test]
fn a_released_unit_resumes_its_orders() {
    let mut game = level(&meadow(40, 12), false, &[("porter", 4, 6)]);
    let me = game.world.units[UnitIx(0)].id;
    order(&mut game, me, vec![Order::Go(Cell::new(34, 6)), Order::Stop], Queue::Replace);
    for _ in 0..60 {
        game.tick();
    }
    let mut player = Player::of(game, ReplayHeader::new(0, Size::new(40, 12), None));
    let before = unit(&player.game, me).stack.clone();
    player.command(Command::Possess(me)).unwrap();
    for dir in [Dir8::North, Dir8::North, Dir8::West] {
        while !player.game.world.awaits_action() {
            player.tick();
        }
        player.act(Action::Step(dir));
    }
    player.command(Command::Release).unwrap();
    assert_eq!(unit(&player.game, me).stack, before);
    assert!(unit(&player.game, me).path.is_some(), "it resumes its path");
    for _ in 0..400 {
        player.tick();
    }
    assert_eq!(unit(&player.game, me).cell, Cell::new(34, 6));
    assert_eq!(player.command(Command::TakeAction(Action::Wait)), Err(Rejection::NotPossessing));
}

#[test]
fn new_orders_end_possession() {
    let mut player = step_into(&meadow(30, 12), &[("porter", 10, 6)]);
    let me = player.me();
    order(&mut player.game, me, vec![Order::Go(Cell::new(20, 6))], Queue::Replace);
    player.tick();
    assert!(player.game.world.possession.is_none());
    assert!(!unit(&player.game, me).stack.contains(&Behaviour::Possessed));
}

#[test]
fn a_way_ends_where_something_happens_and_says_what() {
    let mut rows = meadow(60, 12);
    for row in &mut rows {
        row.replace_range(40..41, "#");
    }
    let mut player = step_into(&rows, &[("porter", 5, 6)]);
    let mut causes = vec![];
    while causes.last() != Some(&Some(ActionEnd::NoPath)) {
        causes.push(player.act(Action::Travel(Cell::new(50, 6))));
        assert!(causes.len() < 9, "{causes:?}");
    }
    assert!(causes.contains(&Some(ActionEnd::Tired)), "{causes:?}");
    assert!(player.story().contains("you know no path"), "{}", player.story());
    while player.cell().x < 39 {
        player.act(Action::Travel(Cell::new(39, 6)));
    }
    assert_eq!(player.act(Action::Step(Dir8::East)), Some(ActionEnd::Blocked));
    assert_eq!(
        player.command(Command::TakeAction(Action::Travel(Cell::new(99, 6)))),
        Err(Rejection::OffTheLand(Cell::new(99, 6)))
    );
}

/// A possessed unit at 5, 6 on open meadow, and an enemy.
fn facing(width: usize, mine: &str, foe: &str) -> (Player, UnitId, UnitId) {
    let rows = meadow(width, 12).join("\n");
    let text = format!(
        "name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{rows}\n'''\n[[unit]]\nkind = \"{mine}\"\nat = [5, 6]\n\
         [[unit]]\npeople = \"raiders\"\n{foe}\n"
    );
    let level = Level::parse(&text).unwrap();
    let mut player = Player::of(Game::from_level(&level), ReplayHeader::of_level(&level));
    let (me, foe) = (player.game.world.units[UnitIx(0)].id, player.game.world.units[UnitIx(1)].id);
    player.command(Command::Possess(me)).unwrap();
    (player, me, foe)
}

#[test]
fn a_foe_in_sight_ends_a_way_and_one_at_hand_allows_no_rest() {
    let (mut player, me, foe) = facing(60, "porter", "kind = \"raider\"\nat = [30, 6]");
    assert_eq!(player.act(Action::Travel(Cell::new(50, 6))), Some(ActionEnd::Foe(foe)));
    assert!(player.story().contains("raider comes into sight in the east"), "{}", player.story());
    let mut at_hand = 0;
    for _ in 0..60 {
        let (Some(here), Some(there)) = (player.game.world.unit(me), player.game.world.unit(foe)) else {
            break;
        };
        if here.cell.chebyshev(there.cell) <= 1 {
            assert_eq!(player.act(Action::Rest), Some(ActionEnd::Foe(foe)));
            at_hand += 1;
            break;
        }
        player.act(Action::Step(Dir8::East));
    }
    assert!(at_hand > 0 || player.game.world.possession.is_none(), "they never met");
    player.assert_replays();
}

#[test]
fn a_step_onto_a_foe_is_a_blow() {
    let (mut player, _, foe) = facing(30, "guard", "kind = \"porter\"\nat = [6, 6]\norders = [\"stop\"]");
    for _ in 0..40 {
        let Some(there) = player.game.world.unit(foe).map(|foe| foe.cell) else { break };
        let towards = player.cell().dir_to(there);
        player.act(towards.map_or(Action::Wait, Action::Step));
    }
    assert!(player.story().contains("you strike"), "{}", player.story());
    assert!(player.game.world.unit(foe).is_none(), "three wounds kill: {}", player.story());
}

#[test]
fn exploring_is_proposed_with_its_reason_and_ends_when_all_is_seen() {
    let mut player = step_into(&meadow(40, 24), &[("porter", 20, 12)]);
    let me = player.me();
    let Answer::Preview(path) = scene::answer(&player.game, &Question::Explore { unit: me }) else {
        panic!("nothing is proposed");
    };
    assert!(path.words.starts_with("explore: the nearest unknown land, "), "{}", path.words);
    player.explore_until(|game| game.world.peoples[PeopleIx::PLAYER].belief.known() == 40 * 24);
    let all = Answer::Unavailable("no reachable land is unknown".to_owned());
    assert_eq!(scene::answer(&player.game, &Question::Explore { unit: me }), all);
}

/// Exploring fetches no waystone: it says where one lies that was seen, and goes on to unknown land.
#[test]
fn exploring_says_where_a_seen_waystone_lies() {
    let mut player = Player::wander(3, 128);
    let words = |player: &Player| match scene::answer(&player.game, &Question::Explore { unit: player.me() })
    {
        Answer::Preview(path) => path.words,
        other => panic!("{other:?}"),
    };
    assert!(words(&player).starts_with("explore: towards the first waystone, "), "{}", words(&player));
    let stone = player.game.world.wander.as_ref().unwrap().stones[0].cell;
    player.game.world.observe(PeopleIx::PLAYER, stone);
    let said = words(&player);
    assert!(said.starts_with("explore: the nearest unknown land (the first waystone lies "), "{said}");
}

#[test]
fn what_is_seen_is_shown_and_the_rest_is_not() {
    let player = Player::wander(3, 64);
    let size = player.game.world.size();
    let view = Viewport { columns: size.width, rows: size.height, ..Viewport::default() };
    let shown = scene::build_scene(&player.game, &view);
    let life = shown.life.expect("a life");
    assert!(life.can_act && life.food_tenths == 60 && life.wounds == 0);
    assert!(shown.unit_markers.iter().any(|figure| figure.letter == '@' && figure.id == life.unit));
    let wander = shown.wander.expect("a wanderer's game");
    assert!(wander.hint.contains("the first waystone lies about"), "{}", wander.hint);
    let belief = &player.game.world.peoples[PeopleIx::PLAYER].belief;
    for (shown, stone) in wander.stones.iter().zip(&player.game.world.wander.as_ref().unwrap().stones) {
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
fn leave_home(player: &mut Player) -> Cell {
    let (home, me) = (player.cell(), player.me());
    let far = |game: &Game, cell: Cell| {
        let towns = game.world.towns.iter().map(|town| town.cell.chebyshev(cell)).min();
        towns.unwrap_or(0)
    };
    let belief = player.game.world.peoples[PeopleIx::PLAYER].belief.clone();
    let known = player.game.world.size().cells().filter(|cell| belief.is_known(*cell));
    let out = known.max_by_key(|cell| {
        let planner = player.game.planner_of(unit(&player.game, me));
        (planner.is_connected(home, *cell), far(&player.game, *cell), *cell)
    });
    let out = out.unwrap();
    for _ in 0..60 {
        if player.game.world.possession.is_none() || player.cell() == out {
            break;
        }
        player.act(Action::Travel(out));
    }
    assert!(far(&player.game, player.cell()) > 2, "the wanderer never left");
    player.cell()
}

/// Makes a unit of the settled peoples a raider beside the wanderer that attacks it.
fn set_upon(game: &mut Game, at: Cell) -> UnitId {
    let raiders = game.world.peoples.position(|people| people.nature == Nature::Raiders).unwrap();
    let free = |cell: &Cell| {
        !game.world.land.is_blocked(*cell)
            && game.derived.holder(*cell).is_none()
            && !game.derived.haven[*cell]
    };
    let beside =
        game.world.size().neighbours(at).map(|(_, cell)| cell).find(free).expect("room beside the wanderer");
    let index =
        game.world.units.indices().find(|index| game.world.units[*index].kind == Kind::Porter).unwrap();
    let foe = &mut game.world.units[index];
    (foe.kind, foe.people, foe.cell, foe.next) = (Kind::Raider, raiders, beside, None);
    (foe.path, foe.request, foe.cargo) = (None, None, None);
    foe.orders.clear();
    foe.stack = vec![Behaviour::Defend(Defend { ward: UnitOrPlace::Place(at) })];
    let id = foe.id;
    game.derived = Derived::of(&game.world);
    id
}

/// A violent death is in the chronicle, with name, place and killer; the next wanderer sets out in the same land.
#[test]
fn a_slain_wanderer_is_in_the_chronicle_and_another_sets_out() {
    let mut player = Player::wander(4, 64);
    let me = player.me();
    let name = unit(&player.game, me).name.clone();
    let out = leave_home(&mut player);
    let trodden = player.game.world.ground.wear[out];
    let foe = set_upon(&mut player.game, out);
    let index = player.game.world.unit_index(me).unwrap();
    player.game.world.units[index].wounds = WOUNDS_MAX - 1;
    let killer = unit(&player.game, foe).name.clone();
    for _ in 0..200 {
        if player.game.world.possession.is_none() {
            break;
        }
        player.act(Action::Wait);
    }
    let life = &player.game.world.wander.as_ref().unwrap().lives[0];
    assert_eq!((life.ending, life.cell, &life.name), (Ending::Slain, out, &name));
    // Lines are a few seconds apart.
    (0..200).for_each(|_| player.tick());
    let world = &player.game.world;
    let is_obituary =
        |line: &String| line.contains(&name) && line.contains(&format!("is killed by {killer}"));
    let texts: Vec<String> =
        world.events.lines().map(|(line, event)| text::line_words(world, line, event)).collect();
    assert!(texts.iter().any(is_obituary), "{texts:?}");
    let kept = export::chronicle(&player.game.world);
    let line = kept.lines().find(|line| line.contains("was slain")).unwrap_or_else(|| panic!("{kept}"));
    assert!(line.contains(&name) && line.contains(&format!("by {killer}, raider")), "{line}");
    player.command(Command::NextLife).unwrap();
    assert_ne!(player.me(), me);
    assert!(player.game.world.ground.wear[out] >= trodden.min(1), "the land is another");
}

#[test]
fn a_wanderer_without_food_starves_and_leaves_its_trails() {
    let mut player = Player::wander(4, 64);
    let known_at_home = |game: &Game| game.world.people(HOME).belief.known();
    let me = player.me();
    let out = leave_home(&mut player);
    let left = player.game.world.tick;
    let mut hunger = Vec::new();
    for _ in 0..3000 {
        let Some(life) = &player.game.world.possession else { break };
        if hunger.last() != Some(&life.hunger()) {
            hunger.push(life.hunger());
        }
        let weary = life.reported.weariness > 0;
        player.act(if weary { Action::Rest } else { Action::Wait });
    }
    assert!(player.game.world.possession.is_none(), "{}", player.story());
    assert!(player.game.world.tick - left > u64::from(FOOD_MAX), "food for six days lasts six days");
    assert!(hunger.ends_with(&[1, 2, 3]), "{hunger:?}");
    let wander = player.game.world.wander.as_ref().unwrap();
    assert_eq!(wander.lives.len(), 1);
    assert_eq!(wander.next_life_from(), Some(wander.lives[0].ended + 10 * YEAR_DAYS * DAY));
    assert_eq!((wander.lives[0].ending, wander.lives[0].cell), (Ending::Starved, out));
    assert!(player.game.world.unit(me).is_none());
    // The land goes on, with the trails, and home has learned nothing from the dead wanderer.
    let trodden = player.game.world.ground.wear[out];
    assert!(trodden > 0, "the wanderer wore the ground");
    player.command(Command::NextLife).unwrap();
    assert_ne!(player.me(), me);
    let wander = player.game.world.wander.as_ref().unwrap();
    assert!(wander.stones.iter().all(|stone| !stone.reached));
    assert_eq!(player.game.world.ground.wear[out], trodden);
    assert!(player.game.world.peoples[PeopleIx::PLAYER].belief.known() >= known_at_home(&player.game));
    assert_eq!(player.command(Command::NextLife), Err(Rejection::NoBirth("this life is not over")));
    player.assert_replays();
}

#[test]
fn one_life_brings_all_waystones_home() {
    let mut player = Player::wander(16, 96);
    player.explore_until(|_| false);
    let wander = player.game.world.wander.as_ref().unwrap();
    assert!(wander.is_won(), "{wander:?}");
    assert_eq!(wander.lives.len(), 1);
    assert_eq!((wander.lives[0].ending, wander.lives[0].stones), (Ending::Home, 5));
    assert!(wander.brought_in_all > 300 && wander.score() > 500, "{wander:?}");
    assert_eq!(
        player.command(Command::NextLife).map_err(|why| why.to_string()),
        Err("all five waystones are home: the story is told".to_owned())
    );
    let shown = scene::build_scene(&player.game, &Viewport::default()).wander.expect("a wanderer's game");
    assert!(
        shown.is_won && shown.last_life_words.is_some_and(|words| words[0].contains("came home to stay"))
    );
    player.assert_replays();
}

#[test]
fn nothing_seen_reaches_home_before_the_wanderer() {
    let mut player = Player::wander(3, 64);
    let knows = |game: &Game, people: PeopleIx, cell: Cell| game.world.people(people).belief.is_known(cell);
    let cells: Vec<Cell> = player.game.world.size().cells().collect();
    let seen_alone = |game: &Game| {
        cells
            .iter()
            .filter(|cell| knows(game, PeopleIx::PLAYER, **cell) && !knows(game, HOME, **cell))
            .count()
    };
    let mut most = 0;
    while !player.story().contains("you bring home") {
        most = most.max(seen_alone(&player.game));
        let before = player.game.world.people(HOME).belief.clone();
        let action = player.next_action();
        player.command(Command::TakeAction(action)).unwrap();
        // What others of home see meanwhile does not count.
        let mut theirs = player.game.derived.visible[HOME].clone();
        while !player.game.world.awaits_action() {
            player.tick();
            for cell in &cells {
                theirs[*cell] |= player.game.derived.visible[HOME][*cell];
            }
        }
        if !player.story().contains("you bring home") {
            let learned = |cell: &&Cell| knows(&player.game, HOME, **cell) && !before.is_known(**cell);
            let learned_early: Vec<&Cell> =
                cells.iter().filter(learned).filter(|cell| theirs[**cell] == 0).collect();
            assert!(learned_early.is_empty(), "tick {}: {learned_early:?}", player.game.world.tick);
        }
    }
    assert!(most > 20, "the wanderer saw little: {most}");
    assert_eq!(seen_alone(&player.game), 0, "what the wanderer saw is shared now");
}

#[test]
fn a_life_is_saved_in_the_middle_of_a_deed() {
    let mut player = Player::wander(4, 64);
    let me = player.me();
    let Answer::Preview(path) = scene::answer(&player.game, &Question::Explore { unit: me }) else {
        panic!("nothing is proposed");
    };
    player.command(Command::TakeAction(Action::Explore(path.legs[0].to))).unwrap();
    let mut saved = 0;
    for _ in 0..40 {
        player.tick();
        if player.game.world.awaits_action() {
            break;
        }
        let mut again = Game::from_world(decode(&encode(&player.game.world)).unwrap());
        let mut goes_on = Game::from_world(player.game.world.clone());
        for _ in 0..30 {
            again.tick();
            goes_on.tick();
        }
        assert_eq!(again.world.hash(), goes_on.world.hash());
        saved += 1;
    }
    assert!(saved > 3, "nothing was under way");
    for _ in 0..30 {
        player.tick();
    }
    assert!(player.game.derived.matches(&player.game.world));
}

#[test]
fn a_wanderer_cannot_give_orders() {
    let mut player = Player::wander(4, 64);
    let me = player.me();
    let other = player.game.world.units[UnitIx(0)].id;
    for command in [
        Command::Release,
        Command::Possess(other),
        Command::Undo,
        Command::FreeBuild(true),
        Command::Orders { units: vec![me], orders: vec![Order::Stop], queue: Queue::Replace },
        Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(30, 30)] },
    ] {
        let before = player.game.world.hash();
        assert_eq!(player.command(command), Err(Rejection::WandererOnly));
        assert_eq!(player.game.world.hash(), before);
    }
    assert!(WOUNDS_MAX > unit(&player.game, me).wounds);
}
