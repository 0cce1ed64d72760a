//! What emerges from a land in the one and a half years that a test can wait for: roads that join, are used again and
//! carry more the better they are, settlements near the land's goods, and larger ones where more routes pass.
//!
//! `workbench study` compares this with the real world; here it only has to exist.

use crate::kit;
use std::sync::LazyLock;
use wayworn::grid::{Cell, Layer};
use wayworn::sim::Game;
use wayworn::world::{DAY, PeopleIx, Tier, Town, TownIx, YEAR_DAYS};
use wayworn_workbench::study::history::{Founding, History, markets_of, roads_of};
use wayworn_workbench::study::stats::{mean, spearman};

/// How long a land is watched: in four rounds.
const TICKS: u64 = 2 * YEAR_DAYS * DAY;
/// Steps within which a settlement lies on a road or a route.
const NEAR: u32 = 3;

/// A lived-in land and its recorded history.
struct SimulatedLand {
    game: Game,
    past: History,
}

static LANDS: LazyLock<Vec<SimulatedLand>> = LazyLock::new(|| {
    let simulated = |seed| {
        let mut game = kit::game(seed, 160);
        let mut past = History::of(&game.world, TICKS);
        while game.world.tick < TICKS {
            game.tick();
            past.record_tick(&game);
        }
        SimulatedLand { game, past }
    };
    std::thread::scope(|scope| {
        let lands: Vec<_> = (3..=10).map(|seed| scope.spawn(move || simulated(seed))).collect();
        lands.into_iter().map(|land| land.join().unwrap()).collect()
    })
});

/// The largest share of the markets of the player's people that one piece of road joins.
fn joined(simulated: &SimulatedLand) -> f64 {
    let (world, roads) = (&simulated.game.world, roads_of(&simulated.game.world));
    let markets: Vec<TownIx> =
        markets_of(world).into_iter().filter(|id| world.town(*id).people == PeopleIx::PLAYER).collect();
    let mut seen = Layer::new(world.size(), false);
    let mut most = 0;
    for start in world.size().cells() {
        let mut piece: Vec<Cell> = if roads[start] && !seen[start] { vec![start] } else { continue };
        seen[start] = true;
        let mut next = 0;
        while let Some(cell) = piece.get(next).copied() {
            next += 1;
            for (_, near) in world.size().neighbours(cell).filter(|(_, near)| roads[*near]) {
                if !std::mem::replace(&mut seen[near], true) {
                    piece.push(near);
                }
            }
        }
        let is_on = |id: &&TownIx| piece.iter().any(|cell| cell.chebyshev(world.town(**id).cell) <= NEAR);
        most = most.max(markets.iter().filter(is_on).count());
    }
    most as f64 / markets.len() as f64
}

#[test]
fn feet_make_roads_that_join_most_markets_of_a_people() {
    let shares: Vec<f64> = LANDS.iter().map(joined).collect();
    assert!(mean(&shares) >= 0.6, "{shares:?}");
}

/// Of the steps of each round, the share on cells that were road when it began, against the share of the land that
/// these are.
#[test]
fn roads_are_used_again() {
    for simulated in LANDS.iter() {
        let gains: Vec<f64> = simulated
            .past
            .rounds
            .windows(2)
            .map(|two| {
                let on = |(cell, steps): (Cell, &u32)| if two[0].roads[cell] { u64::from(*steps) } else { 0 };
                let all: u64 = two[1].steps.values().iter().map(|steps| u64::from(*steps)).sum();
                let roads = two[0].roads.values().iter().filter(|is_road| **is_road).count();
                let share_of_land = roads as f64 / two[0].roads.values().len() as f64;
                two[1].steps.iter().map(on).sum::<u64>() as f64 / all as f64 / share_of_land
            })
            .collect();
        assert!(gains.iter().all(|gain| *gain > 8.0), "{gains:?}");
    }
}

/// Over both lands together.
#[test]
fn better_roads_carry_more_feet() {
    let of = |tier: Tier| -> Vec<f64> {
        let cells = LANDS.iter().flat_map(|simulated| {
            let last = &simulated.past.rounds[simulated.past.rounds.len() - 1];
            let here = simulated.game.world.ground.tier.iter().filter(move |(_, here)| **here == tier);
            here.map(|(cell, _)| f64::from(last.steps[cell]))
        });
        cells.collect()
    };
    let kinds: Vec<Vec<f64>> = Tier::ALL.into_iter().map(of).filter(|cells| cells.len() >= 20).collect();
    let means: Vec<f64> = kinds.iter().map(|cells| mean(cells)).collect();
    assert!(means.len() >= 4 && means.is_sorted(), "{means:?}");
}

/// Over all lands together: a land founds some seven settlements in this time, of which some are inns, which stand
/// where walkers sleep.
#[test]
fn settlements_are_founded_by_the_goods_of_the_land() {
    let foundings: Vec<&Founding> = LANDS.iter().flat_map(|simulated| &simulated.past.foundings).collect();
    let founded: Vec<f64> = foundings.iter().map(|founding| founding.here.to_site).collect();
    let elsewhere: Vec<f64> =
        foundings.iter().flat_map(|founding| &founding.elsewhere).map(|spot| spot.to_site).collect();
    let (here, there) = (mean(&founded), mean(&elsewhere));
    assert!(
        founded.len() >= 5 * LANDS.len() && here * 1.5 < there,
        "{here} and {there} steps, {} founded",
        founded.len()
    );
}

/// Over both lands together; ranks are taken within each.
#[test]
fn larger_settlements_have_more_trade() {
    let ranks = LANDS.iter().map(|simulated| {
        let world = &simulated.game.world;
        let of = |figure: fn(&Town) -> u32| -> Vec<f64> {
            markets_of(world).iter().map(|id| f64::from(figure(world.town(*id)))).collect()
        };
        spearman(&of(|town| town.residents), &of(|town| town.trade)).unwrap()
    });
    let ranks: Vec<f64> = ranks.collect();
    assert!(mean(&ranks) > 0.3, "{ranks:?}");
}
