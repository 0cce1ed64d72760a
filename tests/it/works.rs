//! Works: offered where trips would gain, paid by the time that they save, closed when upkeep is missing, tolled, and
//! always sound.

use crate::causes;
use crate::orders::{drawn, meadow};
use expect_test::expect;
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::save;
use wayworn::scene::{self, LedgerItem, Viewport, foresee, text};
use wayworn::sim::Game;
use wayworn::world::{
    Believed, Brush, COIN_AT_REST, COIN_TIME, Command, DAY, EventKind, EventLink, Kind, Offer, PeopleIx,
    PlayerEvent, Rejection, RoadEvent, SEASON_DAYS, Tier, TownIx, Work, WorkCommand, WorkId, WorkKind,
};

/// Ticks of a season.
const SEASON: u64 = SEASON_DAYS * DAY;
const PLAYER: PeopleIx = PeopleIx::PLAYER;

/// Two villages with a wide ford between, six porters, and a player who decides.
fn villages(coin: u32) -> Game {
    villages_with(coin, &[8, 8, 8, 32, 32, 32])
}

/// The same with a porter in each of these columns.
fn villages_with(coin: u32, porters: &[u16]) -> Game {
    let mut rows = meadow(40, 15);
    for row in &mut rows {
        row.replace_range(19..22, "===");
    }
    let mut text = String::new();
    for (name, good, x) in [("West", "grain", 8), ("East", "stone", 32)] {
        writeln!(text, "[[site]]\ngood = \"{good}\"\nat = [{x}, 7]").unwrap();
        writeln!(text, "[[town]]\nname = \"{name}\"\nkind = \"village\"\nat = [{x}, 7]").unwrap();
    }
    for x in porters {
        writeln!(text, "[[unit]]\nkind = \"porter\"\nat = [{x}, 7]").unwrap();
    }
    let mut game = drawn(&rows, false, &text);
    game.world.works.are_for_coin = true;
    game.world.works.steward = false;
    game.world.peoples[PLAYER].coin = coin;
    game
}

/// Ticks until something holds, without the coin of chapters. Whether it came to hold.
fn until(game: &mut Game, ticks: u64, mut holds: impl FnMut(&Game) -> bool) -> bool {
    (0..ticks).any(|_| {
        game.tick();
        game.world.objectives.aims.clear();
        holds(game)
    })
}

/// What would help an objective most is offered even where too few trips would repay it, and once it is funded the objective
/// counts it.
#[test]
fn a_step_to_an_objective_is_offered() {
    let mut game = villages_with(200, &[8]);
    let is_step = |game: &Game, offer: &Offer| game.world.objectives.step(&offer.cells).is_some();
    let found = (0..12 * SEASON).find_map(|_| {
        game.tick();
        let mut offers = game.world.works.offers.iter();
        offers.find(|offer| is_step(&game, offer) && !offer.is_repaid_in(16)).cloned()
    });
    let offer = found.expect("a step that would not repay itself is offered");
    assert!(offer.price <= 40, "no dearer than the chapter's reward");
    let saved = |game: &Game| game.world.objectives.aims.iter().map(|aim| aim.saved).max();
    assert_eq!(saved(&game), Some(0));
    decide(&mut game, WorkCommand::Fund(offer.id)).unwrap();
    assert!((0..SEASON).any(|_| {
        game.tick();
        saved(&game) > Some(0) || !game.world.objectives.reached.is_empty()
    }));
}

fn decide(game: &mut Game, command: WorkCommand) -> Result<(), Rejection> {
    game.apply(&Command::Works(command)).map(drop)
}

fn coin(game: &Game) -> u32 {
    game.world.people(PLAYER).coin
}

fn offered(game: &Game, kind: WorkKind) -> Option<Offer> {
    game.world.works.offers.iter().find(|offer| offer.kind == kind).cloned()
}

fn work(game: &Game, id: WorkId) -> &Work {
    game.world.works.get(id).expect("it stands")
}

/// The villages with the bridge that was offered, funded.
fn bridged(coin: u32) -> (Game, Offer) {
    let mut game = villages(coin);
    assert!(until(&mut game, 2 * SEASON, |game| offered(game, WorkKind::Bridge).is_some()), "no offer");
    let offer = offered(&game, WorkKind::Bridge).unwrap();
    decide(&mut game, WorkCommand::Fund(offer.id)).unwrap();
    (game, offer)
}

#[test]
fn nothing_that_grows_by_itself_earns_and_a_bridge_is_offered_for_its_trips() {
    let mut game = villages(COIN_AT_REST);
    assert!(until(&mut game, 2 * SEASON, |game| offered(game, WorkKind::Bridge).is_some()), "no offer");
    assert!(game.world.tally.deliveries > 5, "{}", game.world.tally.deliveries);
    assert_eq!(coin(&game), COIN_AT_REST, "deliveries alone earn nothing");
    let offer = offered(&game, WorkKind::Bridge).unwrap();
    assert!(offer.cells.iter().all(|cell| game.world.land.surface[*cell] == Surface::River));
    assert!(offer.trips > 0 && offer.saved > 0 && (10..40).contains(&offer.price), "{offer:?}");
    assert!(u64::from(offer.price) <= offer.gain() * 8, "it repays within two years: {offer:?}");
    until(&mut game, DAY, |_| false);
    let told = causes::told(&game).any(
        |event| matches!(event.kind, EventKind::Player(PlayerEvent::WorksOffered { count, .. }) if count > 0),
    );
    assert!(told, "the player hears of it");
}

#[test]
fn a_funded_bridge_earns_the_time_that_it_saves() {
    let (mut game, offer) = bridged(COIN_AT_REST);
    assert_eq!(coin(&game), COIN_AT_REST - offer.price);
    assert!(offer.cells.iter().all(|cell| game.world.land.surface[*cell] == Surface::Bridge));
    let before = coin(&game);
    let season = game.world.tick / SEASON;
    assert!(until(&mut game, SEASON, |game| work(game, offer.id).now.earned > 0
        || game.world.tick / SEASON > season));
    let now = work(&game, offer.id).now;
    assert!(now.trips > 0 && now.saved > 0 && now.earned > 0, "{now:?}");
    assert_eq!(now.earned * COIN_TIME + work(&game, offer.id).rest, now.saved);
    assert_eq!(coin(&game) - before, now.earned, "only the bridge earns");
    let loaded = save::decode(&save::encode(&game.world)).unwrap();
    assert_eq!(loaded.hash(), game.world.hash(), "all of it is saved");
}

#[test]
fn what_is_not_paid_for_closes_and_opens_again_or_decays() {
    let (mut game, offer) = bridged(100);
    let next = (game.world.tick / SEASON + 1) * SEASON;
    while game.world.tick < next {
        game.world.peoples[PLAYER].coin = 0;
        game.tick();
    }
    assert!(!work(&game, offer.id).is_open);
    let view = Viewport { shows_ledger: true, ..Viewport::default() };
    let page = scene::build_scene(&game, &view).ledger.unwrap();
    let told = page.rows.iter().find(|row| row.item == LedgerItem::Work(offer.id)).unwrap();
    assert!(told.words.starts_with("closed, decays · saved "), "it saves nothing now: {}", told.words);
    assert!(
        until(&mut game, 2 * DAY, |game| {
            offer.cells.iter().all(|cell| game.world.land.surface[*cell] == Surface::River)
        }),
        "a closed bridge is a ford"
    );
    game.world.check().unwrap();
    game.world.peoples[PLAYER].coin = 50;
    decide(&mut game, WorkCommand::Open(offer.id)).unwrap();
    assert_eq!(coin(&game), 50 - work(&game, offer.id).upkeep);
    assert!(offer.cells.iter().all(|cell| game.world.land.surface[*cell] == Surface::Bridge));
    decide(&mut game, WorkCommand::Close(offer.id)).unwrap();
    assert!(until(&mut game, 3 * SEASON, |game| game.world.works.get(offer.id).is_none()), "it decays");
    game.world.check().unwrap();
}

/// Nothing is left on an island.
#[test]
fn a_closed_bridge_stands_whole_until_no_unit_is_on_it() {
    let (mut game, offer) = bridged(100);
    let is_used = |game: &Game| game.world.units.iter().any(|unit| offer.cells.contains(&unit.cell));
    let standing = |game: &Game| {
        offer.cells.iter().filter(|cell| game.world.land.surface[**cell] == Surface::Bridge).count()
    };
    assert!(until(&mut game, SEASON, is_used), "nothing crosses");
    decide(&mut game, WorkCommand::Close(offer.id)).unwrap();
    assert_eq!(standing(&game), offer.cells.len());
    let is_gone = until(&mut game, 6 * DAY, |game| {
        let cells = standing(game);
        assert!(cells == 0 || cells == offer.cells.len(), "{cells} cells are left");
        cells == 0
    });
    assert!(is_gone, "it stands for ever");
}

#[test]
fn a_removed_bridge_is_gone() {
    let (mut game, offer) = bridged(100);
    let is_removed = |game: &mut Game| {
        let before = game.world.hash();
        let is_done = decide(game, WorkCommand::Remove(offer.id)).is_ok();
        assert!(is_done || before == game.world.hash(), "a refusal has changed the land");
        is_done
    };
    let is_free = (0..DAY).any(|_| {
        game.tick();
        is_removed(&mut game)
    });
    assert!(is_free, "a unit is always in the way");
    assert!(offer.cells.iter().all(|cell| game.world.land.surface[*cell] == Surface::River));
    assert_eq!(game.world.works.get(offer.id), None);
    game.world.check().unwrap();
}

#[test]
fn a_refused_offer_does_not_come_back_and_a_postponed_one_does() {
    let mut game = villages(100);
    assert!(until(&mut game, 2 * SEASON, |game| offered(game, WorkKind::Bridge).is_some()), "no offer");
    let offer = offered(&game, WorkKind::Bridge).unwrap();
    decide(&mut game, WorkCommand::Postpone(offer.id)).unwrap();
    let is_there = |game: &Game, kept: bool| {
        game.world.works.offers.iter().any(|other| other.id == offer.id && other.is_postponed == kept)
    };
    assert!(until(&mut game, 2 * SEASON, |game| is_there(game, false)), "it was not offered again");
    decide(&mut game, WorkCommand::Refuse(offer.id)).unwrap();
    assert_eq!(decide(&mut game, WorkCommand::Fund(offer.id)), Err(Rejection::NoSuchWork));
    let is_back = |game: &Game| {
        let mut bridges = game.world.works.offers.iter().filter(|other| other.kind == offer.kind);
        bridges.any(|other| other.cells.contains(&offer.middle()))
    };
    assert!(!until(&mut game, 2 * SEASON, is_back));
}

/// A toll is worth its coin in time: trips pay it where that is cheaper than the way round.
#[test]
fn routes_answer_to_a_toll() {
    let (mut game, offer) = bridged(100);
    until(&mut game, 1, |_| false);
    let bridge = offer.middle();
    let passes = |game: &Game| {
        let planner = game.planner(PLAYER, Kind::Porter, &[]);
        planner.path(Cell::new(8, 7), Cell::new(32, 7)).cells.contains(&bridge)
    };
    assert!(passes(&game));
    assert_eq!(decide(&mut game, WorkCommand::Toll(offer.id, 5)), Err(Rejection::NoSuchWork));
    decide(&mut game, WorkCommand::Toll(offer.id, 4)).unwrap();
    assert!(!passes(&game), "the ford is cheaper than four coin");
    assert!(game.derived.matches(&game.world));
    game.world.check().unwrap();
    decide(&mut game, WorkCommand::Toll(offer.id, 0)).unwrap();
    assert!(passes(&game));
    // Where there is no way round, loads pay.
    for water in (0..15).filter(|y| *y != bridge.y).map(|y| Cell::new(20, y)) {
        game.world.land.surface[water] = Surface::DeepWater;
        game.world.peoples[PLAYER].belief.observe(water, Surface::DeepWater, Tier::None, false, 0);
    }
    let mut game = Game::from_world(game.world);
    decide(&mut game, WorkCommand::Toll(offer.id, 1)).unwrap();
    assert!(until(&mut game, SEASON, |game| work(game, offer.id).now.tolls > 0), "no load has paid");
    assert!(game.derived.matches(&game.world));
}

/// Who takes another way because of a toll is known before it is taken.
#[test]
fn a_toll_is_foreseen() {
    let (mut game, offer) = bridged(100);
    let (bridge, size) = (offer.middle(), game.world.size());
    let crossing = |game: &Game| {
        let own = game.world.units.iter().filter(|unit| unit.people == PLAYER);
        own.filter(|unit| unit.cells_ahead(size).any(|cell| cell == bridge)).count()
    };
    assert!(until(&mut game, SEASON, |game| crossing(game) > 0));
    let before = (game.world.clone(), game.derived.counter.clone());
    let toll = WorkCommand::Toll(offer.id, 4);
    let foreseen = foresee(before, &[Command::Works(toll)], &mut || true).unwrap().unwrap();
    assert!(foreseen.words.contains("changed path"), "{}", foreseen.words);
    assert!(!foreseen.detours.is_empty() && !foreseen.old_paths.is_empty());
    assert!(foreseen.detours.iter().all(|detour| !detour.cells.contains(&bridge)));
    decide(&mut game, toll).unwrap();
    assert!(until(&mut game, 60, |game| crossing(game) == 0));
}

/// Households spend a share of idle coin, the more the larger; where there is little, markets pay dues, and never too many.
#[test]
fn coin_in_hand_tends_to_what_it_was_at_first() {
    for (before, after) in [(200, 120), (360, 147), (120, 94), (41, 41), (39, COIN_AT_REST), (10, 12)] {
        let mut game = villages(before);
        until(&mut game, SEASON + 1, |_| false);
        assert_eq!(coin(&game), after, "of {before}");
    }
}

#[test]
fn a_steward_builds_by_the_same_figures_and_what_is_drawn_is_kept_up() {
    let mut game = villages(100);
    decide(&mut game, WorkCommand::Steward(true)).unwrap();
    let flooded = RoadEvent::Flooded { between: None }.into();
    let flood = causes::begun(&mut game, flooded, EventLink::Flood(Cell::new(20, 7)));
    let stands = |game: &Game| game.world.works.of(PLAYER).any(|work| work.kind == WorkKind::Bridge);
    assert!(until(&mut game, 3 * SEASON, stands), "the steward builds no bridge");
    let bridged =
        causes::told(&game).find(|event| matches!(event.kind, EventKind::Road(RoadEvent::Bridged { .. })));
    assert_eq!(bridged.and_then(|event| event.cause), flood);
    let words = bridged.map(|event| text::event_words(&game.world, event));
    expect!["West bridges the ford east of West, between West and East, 13 days after the flood"]
        .assert_eq(&words.unwrap());
    assert!(game.world.works.offers.is_empty());
    let mut game = villages(20);
    let wall =
        Command::EditLand { stroke: 1, brush: Brush::Wall, cells: (2..6).map(|y| Cell::new(2, y)).collect() };
    game.apply(&wall).unwrap();
    assert_eq!(coin(&game), 20 - 8);
    let drawn = game.world.works.list[0].clone();
    assert_eq!((drawn.kind, drawn.cells.len(), drawn.upkeep), (WorkKind::Wall, 4, 4));
    until(&mut game, SEASON + 1, |_| false);
    assert_eq!(coin(&game), 8 + 2, "a coin a cell and season, and dues of two markets");
    game.world.peoples[PLAYER].coin = 0;
    until(&mut game, SEASON + DAY, |_| false);
    assert!((2..6).all(|y| game.world.land.surface[Cell::new(2, y)] != Surface::Wall), "unpaid walls fall");
}

/// What is undone is neither on the card of its cell nor in the ledger, at once and while time stands still.
#[test]
fn an_undone_work_is_not_shown() {
    let mut game = villages(20);
    let at = Cell::new(2, 2);
    let shown = |game: &Game| {
        let view = Viewport { shows_ledger: true, cursor: at, columns: 1, rows: 1, ..Viewport::default() };
        let scene = scene::build_scene(game, &view);
        let in_ledger = scene.ledger.unwrap().rows.iter().any(|row| row.cell == at);
        (scene.cursor_card.facts.iter().any(|(label, _)| *label == "wall"), in_ledger)
    };
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![at] }).unwrap();
    assert_eq!(shown(&game), (true, true));
    game.apply(&Command::Undo).unwrap();
    assert_eq!(shown(&game), (false, false));
}

/// A player is offered what repays itself in sixteen seasons, also what a steward, who asks for eight, finds too slow.
#[test]
fn a_player_is_offered_what_a_steward_finds_too_slow() {
    let mut game = villages_with(0, &[8, 32]);
    let mut is_slow_offered = false;
    until(&mut game, 6 * SEASON, |game| {
        let offers = &game.world.works.offers;
        assert!(offers.iter().all(|offer| offer.is_repaid_in(16)));
        is_slow_offered |= offers.iter().any(|offer| !offer.is_repaid_in(8));
        false
    });
    assert!(is_slow_offered);
}

/// Offers a work on one cell.
fn put_offer(game: &mut Game, kind: WorkKind, cell: Cell) -> WorkId {
    let id = game.world.works.next_id();
    let cells = vec![cell];
    let offer = Offer { id, kind, cells, price: 1, upkeep: 1, trips: 1, saved: 1, is_postponed: false };
    game.world.works.offers.push(offer);
    id
}

#[test]
fn what_is_kept_makes_the_next_work_dearer() {
    let price = |count: u16| {
        let mut game = villages(200);
        for x in 0..count {
            let id = put_offer(&mut game, WorkKind::Paving, Cell::new(x, 0));
            decide(&mut game, WorkCommand::Fund(id)).unwrap();
        }
        assert!(until(&mut game, 2 * SEASON, |game| offered(game, WorkKind::Bridge).is_some()), "no offer");
        offered(&game, WorkKind::Bridge).unwrap().price
    };
    let first = price(0);
    assert_eq!([price(1), price(5)], [first * 110 / 100, first * 150 / 100]);
}

/// A player who decides is offered to pave a trip where feet have made no road yet.
#[test]
fn whole_trips_are_paved() {
    let mut game = villages_with(200, &[8, 32]);
    let is_long = |offer: &Offer| offer.kind == WorkKind::Paving && offer.cells.len() >= 8;
    let long = |game: &Game| game.world.works.offers.iter().find(|offer| is_long(offer)).cloned();
    assert!(until(&mut game, 2 * SEASON, |game| long(game).is_some()), "no offer");
    let offer = long(&game).unwrap();
    let tier = |game: &Game, cell: &Cell| game.world.ground.tier[*cell];
    assert!(offer.cells.iter().any(|cell| tier(&game, cell) < Tier::Dirt), "{offer:?}");
    decide(&mut game, WorkCommand::Fund(offer.id)).unwrap();
    until(&mut game, 2 * SEASON, |_| false);
    assert!(offer.cells.iter().all(|cell| tier(&game, cell) == Tier::Paved), "it is kept");
    decide(&mut game, WorkCommand::Remove(offer.id)).unwrap();
    assert!(offer.cells.iter().all(|cell| tier(&game, cell) < Tier::Paved));
    assert!(game.derived.matches(&game.world));
}

/// A cut leads through a ridge where the way round is long, and paving is kept although few walk there.
#[test]
fn ground_follows_whether_a_work_is_open() {
    let mut game = villages(2000);
    let ids: Vec<WorkId> = [WorkKind::Cut, WorkKind::Paving]
        .into_iter()
        .zip([Cell::new(12, 3), Cell::new(14, 3)])
        .map(|(kind, cell)| {
            if kind == WorkKind::Cut {
                game.world.land.surface[cell] = Surface::Peak;
            } else {
                game.world.ground.tier[cell] = Tier::Dirt;
            }
            put_offer(&mut game, kind, cell)
        })
        .collect();
    let mut game = Game::from_world(game.world);
    for id in &ids {
        decide(&mut game, WorkCommand::Fund(*id)).unwrap();
    }
    let [cut, paved] = [Cell::new(12, 3), Cell::new(14, 3)];
    let believed = |game: &Game, cell| match game.world.people(PLAYER).belief.at(cell) {
        Believed::Known { surface, tier } => (surface, tier),
        Believed::Unknown(_) => panic!("its people knows its work"),
    };
    assert_eq!(believed(&game, cut).0, Surface::Cut);
    until(&mut game, 40 * DAY, |_| false);
    assert_eq!(believed(&game, paved).1, Tier::Paved, "it is kept");
    for id in &ids {
        decide(&mut game, WorkCommand::Close(*id)).unwrap();
    }
    assert_eq!(believed(&game, cut).0, Surface::Peak);
    assert_eq!(believed(&game, paved).1, Tier::Dirt, "it decays at once");
    assert!(game.derived.matches(&game.world));
    game.world.check().unwrap();
    assert_eq!(game.world.town(TownIx(0)).people, PLAYER);
}
