//! No unit stands idle without a reason: in random scenes, a unit without progress says why.

use crate::kit::Dice;
use std::collections::BTreeMap;
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::level::Level;
use wayworn::scene::{self, Viewport};
use wayworn::sim::Game;
use wayworn::world::{Behaviour, Travel, UnitId};

const SIDES: (u16, u16) = (44, 30);
/// Ticks of one scene, and those within which a unit must progress or say why not.
const TICKS: u64 = 1300;
const PATIENCE: u64 = 600;
/// Ticks between two checks of all units.
const LOOK_EVERY: u64 = 50;
/// The orders of a scene's units, in turn and at random.
const ORDERS: [&str; 24] = [
    "",
    "",
    "go X Y",
    "go X Y",
    "patrol X Y, Z W",
    "stay",
    "stop",
    "explore",
    "wander",
    "rest",
    "trade",
    "flee",
    "retreat",
    "search settlement",
    "search grain",
    "guard X Y",
    "defend X Y",
    "avoid X Y",
    "disperse",
    "group",
    "follow Bo",
    "escort Bo",
    "spy Skar",
    "attack Skar",
];

/// A land with random rocks and woods, two hamlets, and units of all kinds.
fn by_chance(seed: u64) -> Game {
    let mut dice = Dice(seed);
    let (width, height) = SIDES;
    let towns = [(4, 5), (width - 5, height - 6)];
    let mut rows: Vec<Vec<u8>> = (0..height).map(|_| vec![b'.'; width.into()]).collect();
    for row in &mut rows {
        for glyph in row.iter_mut() {
            *glyph = [b'.', b'.', b'.', b'.', b'.', b't', b'T', b'#', b'"', b'='][dice.below(10)];
        }
    }
    // Two columns for each, so that no unit stands on another.
    let open: Vec<(u16, u16)> =
        (0..16).map(|i| (5 + i * 2 + dice.below(2) as u16, dice.below(30) as u16)).collect();
    for (x, y) in towns.iter().chain(&open) {
        rows[usize::from(*y)][usize::from(*x)] = b'.';
    }
    let rows: Vec<String> = rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
    let fog = dice.below(2) == 0;
    let mut text = format!(
        "name = \"x\"\nabout = \"y\"\nseed = {seed}\nfog = {fog}\nmap = '''\n{}\n'''\n",
        rows.join("\n")
    );
    for (good, (x, y)) in ["grain", "stone"].into_iter().zip(towns) {
        writeln!(
            text,
            "[[site]]\ngood = \"{good}\"\nat = [{x}, {y}]\n[[town]]\nkind = \"hamlet\"\nat = [{x}, {y}]"
        )
        .unwrap();
    }
    let kinds = ["porter", "scout", "cart", "messenger", "guard", "spy", "worker", "builder"];
    for (i, (x, y)) in open.iter().enumerate() {
        let (kind, people, name) = match i {
            0 => ("porter", "yours", "Bo".to_owned()),
            1 => ("raider", "raiders", "Skar".to_owned()),
            2 => ("raider", "raiders", "Vok".to_owned()),
            3 => ("porter", "neighbours", "Mor".to_owned()),
            _ => (kinds[dice.below(kinds.len())], "yours", format!("U{i}")),
        };
        let mut place = || format!("{} {}", dice.below(width.into()), dice.below(height.into()));
        let (one, other) = (place(), place());
        let order = ORDERS[dice.below(ORDERS.len())].replace("X Y", &one).replace("Z W", &other);
        let is_himself = order.ends_with(&name);
        let orders =
            if order.is_empty() || is_himself { String::new() } else { format!("orders = [\"{order}\"]\n") };
        writeln!(
            text,
            "[[unit]]\nkind = \"{kind}\"\npeople = \"{people}\"\nname = \"{name}\"\nat = [{x}, {y}]\n{orders}"
        )
        .unwrap();
    }
    Game::from_level(&Level::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}")))
}

/// The card's reason why a unit does not walk.
fn reason(game: &Game, id: UnitId) -> Option<String> {
    let view = Viewport { selected: vec![id], reveal: true, ..Viewport::default() };
    let card = scene::build_scene(game, &view).unit_card?;
    let says = |label: &str, words: &str| match label {
        "idle" | "waits" => !words.is_empty(),
        label => label == "path" && words == "being planned",
    };
    card.facts.into_iter().find(|(label, words)| says(label, words)).map(|(_, words)| words)
}

/// A unit's progress: on a journey, how near it has come to its goal; otherwise what it has walked.
fn progress(game: &Game, id: UnitId) -> Option<(Option<Cell>, u32)> {
    let unit = game.world.unit(id)?;
    Some(match unit.top() {
        Some(Behaviour::Travel(Travel { goal, .. })) => (Some(*goal), unit.cell.octile(*goal)),
        _ => (None, unit.steps),
    })
}

#[test]
fn a_unit_without_progress_says_why() {
    let (mut stood, mut said) = (0, 0);
    for seed in 1..=50 {
        let mut game = by_chance(seed);
        let mut best: BTreeMap<UnitId, ((Option<Cell>, u32), u64)> = BTreeMap::new();
        for tick in 0..TICKS {
            game.tick();
            if tick % LOOK_EVERY != 0 {
                continue;
            }
            for id in game.world.units.iter().map(|unit| unit.id).collect::<Vec<_>>() {
                let Some(now) = progress(&game, id) else { continue };
                let (then, since) = best.entry(id).or_insert((now, tick));
                let gets_on =
                    then.0 != now.0 || if now.0.is_some() { now.1 < then.1 } else { now.1 != then.1 };
                if gets_on {
                    (*then, *since) = (now, tick);
                    continue;
                }
                let idle = tick - *since;
                if idle < 2 * LOOK_EVERY {
                    continue;
                }
                let unit = game.world.unit(id).unwrap();
                stood += 1;
                // A walking unit needs no reason to stand; but a long detour ends some time.
                let walks = unit.next.is_some() && (now.0.is_none() || idle < PATIENCE);
                let words = reason(&game, id);
                said += usize::from(words.is_some());
                assert!(
                    walks || words.is_some(),
                    "seed {seed}, tick {tick}: {} ({:?}) at {:?} has not got on for {idle} ticks: {:?}, {:?}, {:?}",
                    unit.name,
                    unit.kind,
                    unit.cell,
                    unit.stack,
                    unit.blocked,
                    unit.path.as_ref().map(|p| (p.steps.len(), p.goal))
                );
            }
        }
    }
    assert!(said > 500 && stood > 500, "{said} of {stood}");
}
