//! What if: the same land ten days on with some commands and without them, and what differs.
//!
//! Which of the two the game becomes does not live here: the player gives the commands, or not.

use super::lens::fear_cost;
use super::overview::build_overview;
use super::pixels::Pixel;
use super::words::tenths_of_days;
use super::{Command, TownMarker, Viewport, build_scene};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{DAY, PASS, PeopleIx, World};

/// How far it looks ahead, in days.
pub const DAYS_AHEAD: u64 = 10;
/// The same in ticks.
pub const TICKS_AHEAD: u64 = DAYS_AHEAD * DAY;
/// About how many cells along a pixel's side are compared.
const SAMPLES_PER_SIDE: u16 = 8;

/// What differs between the two lands, pixel by pixel.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// What it compares.
    pub name: &'static str,
    /// From this much on a difference is strong.
    pub strong: u32,
    value: fn(&World, Cell) -> u32,
}

/// What is compared.
pub const DIFFERENCES: [Difference; 2] = [
    Difference { name: "traffic", strong: 12, value: |world, cell| world.ground.wear[cell] / PASS },
    Difference { name: "fear", strong: 1000, value: fear_cost },
];

/// One of the two lands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fork {
    /// Its pixels, row by row.
    pub pixels: Vec<Pixel>,
    /// Its settlements.
    pub town_markers: Vec<TownMarker>,
}

/// Two lands, and what differs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WhatIf {
    /// Which part of the land is shown.
    pub view: Viewport,
    /// The land without the commands.
    pub without: Fork,
    /// The land with them.
    pub with: Fork,
    /// How much more there is with them than without, row by row: one list for each of [`DIFFERENCES`].
    pub differences: Vec<Vec<i32>>,
    /// Figures of both in two lines.
    pub words: [String; 2],
    /// What the player gives to keep the land with the commands.
    pub to_keep_with: Vec<Command>,
    /// What the player gives to keep the land without them.
    pub to_keep_without: Vec<Command>,
}

/// Simulates a land with some commands, as long as `goes_on` says so; `None` if it does not to the end. The game is then
/// as it would be if the commands were given now.
///
/// # Errors
/// Why a command is refused.
pub fn look_ahead(
    world: World,
    commands: &[Command],
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Option<Game>, String> {
    let mut game = Game::from_world(world);
    for command in commands {
        game.apply(command).map_err(|rejection| rejection.to_string())?;
    }
    for passed in 0..TICKS_AHEAD {
        if !goes_on(passed) {
            return Ok(None);
        }
        game.tick();
    }
    Ok(Some(game))
}

/// Compares two lands that were one at the tick of `before`, in at most this many columns and rows of pixels.
pub fn compare(before: &Tallies, without: &Game, with: &Game, size_max: (u16, u16)) -> WhatIf {
    let view = build_overview(with, size_max, false).view;
    let fork = |game: &Game| {
        let scene = build_scene(game, &view);
        Fork { pixels: scene.pixels, town_markers: scene.town_markers }
    };
    let differences = DIFFERENCES.iter().map(|lens| differences(lens, &view, &without.world, &with.world));
    WhatIf {
        without: fork(without),
        with: fork(with),
        differences: differences.collect(),
        words: words(before, &Tallies::of(&without.world), &Tallies::of(&with.world)),
        view,
        ..WhatIf::default()
    }
}

/// What is counted of a land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tallies {
    trips: u64,
    trip_time: u64,
    deliveries: u64,
    robberies: u64,
    lost: u64,
    coin: u32,
    roads: u32,
}

impl Tallies {
    /// Those of a land now.
    pub fn of(world: &World) -> Tallies {
        let (tally, us) = (&world.tally, world.people(PeopleIx::PLAYER));
        Tallies {
            trips: tally.trips,
            trip_time: tally.trip_time,
            deliveries: tally.deliveries,
            robberies: tally.robberies,
            lost: tally.lost,
            coin: us.coin,
            roads: us.belief.road_cells(),
        }
    }

    /// What happened since, and what stands now.
    fn since(&self, before: &Tallies) -> Tallies {
        Tallies {
            trips: self.trips - before.trips,
            trip_time: self.trip_time - before.trip_time,
            deliveries: self.deliveries - before.deliveries,
            robberies: self.robberies - before.robberies,
            lost: self.lost - before.lost,
            ..*self
        }
    }
}

/// `41 → 38 trips of 1.2 → 1.4 days · 30 → 27 loads sold`, and the rest.
fn words(before: &Tallies, without: &Tallies, with: &Tallies) -> [String; 2] {
    let (without, with) = (without.since(before), with.since(before));
    let change =
        |count: fn(&Tallies) -> u64, what: &str| format!("{} → {} {what}", count(&without), count(&with));
    let days = |tallies: &Tallies| tenths_of_days(tallies.trip_time / tallies.trips.max(1));
    let trips = change(|tallies| tallies.trips, "trips");
    let loads = change(|tallies| tallies.deliveries, "loads sold");
    let stands = [
        (change(|tallies| tallies.coin.into(), "coin"), true),
        (change(|tallies| tallies.roads.into(), "road cells"), true),
        (change(|tallies| tallies.robberies, "robbed"), without.robberies + with.robberies > 0),
        (change(|tallies| tallies.lost, "dead"), without.lost + with.lost > 0),
    ];
    let stands: Vec<String> = stands.into_iter().filter(|(_, is_told)| *is_told).map(|told| told.0).collect();
    [format!("{trips} of {} → {} days · {loads}", days(&without), days(&with)), stands.join(" · ")]
}

/// The largest difference under each pixel, where the player's people knows the land.
fn differences(lens: &Difference, view: &Viewport, without: &World, with: &World) -> Vec<i32> {
    let size = with.size();
    let across = view.cells_per_pixel.max(1);
    let stride = (across / SAMPLES_PER_SIDE).max(1);
    let at = |x: i32, y: i32| {
        let cell = size.offset(Cell::new(0, 0), x, y)?;
        let known = |world: &World| world.people(PeopleIx::PLAYER).belief.is_known(cell);
        (known(without) && known(with))
            .then(|| (lens.value)(with, cell) as i32 - (lens.value)(without, cell) as i32)
    };
    let pixel = |px: u16, py: u16| {
        let corner = |first: i32, at: u16| first + i32::from(at) * i32::from(across);
        let (left, top) = (corner(view.left, px), corner(view.top, py));
        let steps = || (0..across).step_by(stride.into()).map(i32::from);
        let all = steps().flat_map(|y| steps().filter_map(move |x| at(left + x, top + y)));
        all.max_by_key(|by| by.unsigned_abs()).unwrap_or(0)
    };
    (0..view.rows).flat_map(|y| (0..view.columns).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect()
}
