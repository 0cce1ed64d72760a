//! Builds the scene of a view from a game, without changing the game.

use super::features::far_landmarks;
use super::fields::LensCaches;
use super::forecast::{FORECAST_UNITS_MAX, Forecast, ForecastTrip};
use super::pixels::ViewFrame;
use super::text;
use super::townscape::name_on_map;
use super::words::{date, edit_effect_words};
use super::{
    EditEffect, Happening, HappeningKind, Landmarks, LogLine, Scene, Stance, Status, TownMarker, UnitMarker,
    Viewport,
};
use super::{
    card, foresight, goals, history, ledger, lens, objectives, page, possession, search_overlay, stories,
    wander, year,
};
use crate::grid::{Cell, STRAIGHT, Size};
use crate::mind::TIRED_AFTER_TIME;
use crate::sim::{self, Game};
use crate::world::{
    Block, DAY, DangerEvent, Event, EventKind, EventLine, Offer, Order, PeopleIx, SettlementEvent, TownKind,
    Unit, UnitId, World,
};

/// Lines of the log in every scene.
const LOG_LINES: usize = 8;
/// Radius around a settlement within which units count for the busiest place, in steps.
const BUSY_STEPS: u16 = 14;
/// Happenings of so many ticks are in every scene.
const RECENT_TICKS: u64 = 2 * DAY;
/// Steps that a unit still has to go if it is worth choosing: some ten seconds at ×1.
const STEPS_TO_WATCH: usize = 16;
/// Ticks after which a blocked unit is marked: one second at ×1.
const BLOCKED_SHOWN_TICKS: u64 = 20;

/// Builds the scene of a view. Everything that its lens needs is computed at once.
pub fn build_scene(game: &Game, view: &Viewport) -> Scene {
    build_scene_with(game, view, &mut LensCaches::immediate())
}

/// Builds the scene of a view. What its lens needs is computed a slice per call and cached in `fields`.
pub fn build_scene_with(game: &Game, view: &Viewport, fields: &mut LensCaches) -> Scene {
    fields.update(game, view, lens::needs_of(view));
    let world = &game.world;
    fields.forecast.begin_picture();
    let journeys = journeys(game, view, &mut fields.forecast);
    let size = world.size();
    let frame = ViewFrame::of(view, size);
    let mut scene = Scene {
        land: (size.width, size.height),
        pixels: match view.cells_per_pixel {
            // `history::rewind` fills in the ground of that day.
            _ if view.past_frame.is_some() => Vec::new(),
            _ => fields.land_pixels(game, view),
        },
        lens: lens::lens_picture(game, view, fields),
        unit_markers: unit_markers(game, view, &frame),
        town_markers: town_markers(game, &frame),
        landmarks: Landmarks {
            happenings: happenings(world),
            camps: visible_camps(game, view, &frame),
            sites: known_sites(game, view, &frame),
            ..far_landmarks(game, &frame, view.reveal)
        },
        log: log_lines(game, view),
        status: status(game),
        objective: objectives::objective_line(game),
        level: goals::level_card(game),
        past: None,
        layers: journeys.first().map_or(0, |(unit, _)| unit.stack.len() as u8),
        unit_card: journeys.first().map(|(unit, _)| card::unit_card(game, unit, &journeys)),
        cursor_card: card::cell_card(game, view, fields),
        page: page::page(game, view, fields),
        ledger: ledger::ledger_page(game, view),
        routes: journeys.into_iter().map(|(_, journey)| journey.route).collect(),
        foretold: foresight::foretold_paths(game, view),
        searches: search_overlay::search_views(game, view),
        planner_words: search_overlay::planner_words(game, view),
        mine: own_units(world).map(|unit| (unit.id, unit.kind.row().letter, unit.cell)).collect(),
        nearest_under_way: nearest_under_way(world, view.cursor),
        stories: stories::stories(game, view),
        last_edit: last_edit(game),
        life: possession::possessed_view(game),
        wander: wander::wander_view(game),
        busiest_cell: busiest_cell(game),
        overview: None,
        view: view.clone(),
    };
    if frame.is_far() {
        count_crowds(&mut scene, &frame);
    }
    if let Some(index) = view.past_frame {
        history::show_past(&mut scene, game, view, &frame, index);
    }
    scene
}

/// The selected units, each with its remaining journey.
fn journeys<'a>(game: &'a Game, view: &Viewport, forecast: &mut Forecast) -> Vec<(&'a Unit, ForecastTrip)> {
    let selected = view.selected.iter().filter_map(|id| game.world.unit(*id));
    // The plans of other peoples are hidden.
    let units = selected.filter(|unit| unit.people == PeopleIx::PLAYER || view.reveal).enumerate();
    units
        .map(|(i, unit)| (unit, forecast.forecast_trip(game, unit, i < FORECAST_UNITS_MAX, i == 0)))
        .collect()
}

/// The nearest unit of the player's that walks; if it can be, one that does so for some time.
fn nearest_under_way(world: &World, cursor: Cell) -> Option<UnitId> {
    let is_under_way = |unit: &&Unit| {
        let walks = unit.path.as_ref().is_some_and(|path| path.reaches && !path.is_over());
        walks && unit.next.is_some() && unit.blocked.is_none()
    };
    // One that is nearly there, or tired, would trade or sleep before its path is explained.
    let stops_soon = |unit: &Unit| {
        let goes_on = unit.path.as_ref().is_some_and(|path| path.route.is_some());
        let arrives = !goes_on && unit.steps_left().len() < STEPS_TO_WATCH;
        arrives || unit.fatigue + STEPS_TO_WATCH as u32 * STRAIGHT >= TIRED_AFTER_TIME
    };
    let walkers = own_units(world).filter(is_under_way);
    walkers.min_by_key(|unit| (stops_soon(unit), unit.cell.octile(cursor), unit.id)).map(|unit| unit.id)
}

fn unit_markers(game: &Game, view: &Viewport, frame: &ViewFrame) -> Vec<UnitMarker> {
    let is_possessed = |unit: &Unit| game.world.possession.as_ref().is_some_and(|life| life.unit == unit.id);
    let is_outside = |unit: &Unit| !game.derived.haven[unit.cell] || is_possessed(unit);
    let outside = game.world.units.iter().filter(|unit| is_outside(unit) && frame.shows(unit.cell));
    let seen = outside.filter(|unit| {
        unit.people == PeopleIx::PLAYER
            || view.reveal
            || game.derived.visible[PeopleIx::PLAYER][unit.cell] > 0
    });
    seen.map(|unit| UnitMarker {
        id: unit.id,
        cell: unit.cell,
        letter: if is_possessed(unit) { '@' } else { unit.kind.row().letter },
        state: state_mark(game, unit),
        stance: stance_to_player(game, unit),
        selected: view.selected.contains(&unit.id),
    })
    .collect()
}

/// Counts the units on each pixel but beasts, which are no crowd.
fn count_crowds(scene: &mut Scene, frame: &ViewFrame) {
    let people = scene.unit_markers.iter().filter(|unit| unit.stance != Stance::Beast);
    for index in people.filter_map(|unit| frame.index_of(unit.cell)) {
        if let Some(pixel) = scene.pixels.get_mut(index) {
            pixel.crowd = pixel.crowd.saturating_add(1);
        }
    }
}

/// How a unit stands to the player.
fn stance_to_player(game: &Game, unit: &Unit) -> Stance {
    match unit.people {
        PeopleIx::PLAYER => Stance::Own,
        _ if unit.kind.row().is_beast() => Stance::Beast,
        people if game.world.at_war(PeopleIx::PLAYER, people) => Stance::Enemy,
        _ => Stance::Other,
    }
}

/// The state mark beside a unit's letter.
fn state_mark(game: &Game, unit: &Unit) -> char {
    let blocked =
        unit.blocked.filter(|(block, _)| *block != Block::Thinking).is_some_and(|(block, since)| {
            block == Block::NoWay || game.world.tick >= since + BLOCKED_SHOWN_TICKS
        });
    if blocked && unit.next.is_none() {
        '!'
    } else if unit.top().is_some_and(|top| top.rules().is_sleep()) {
        'z'
    } else if unit.request.is_some() && unit.path.is_none() {
        '?'
    } else if unit.cargo.is_some() {
        '$'
    } else {
        ' '
    }
}

pub(super) fn town_markers(game: &Game, frame: &ViewFrame) -> Vec<TownMarker> {
    let world = &game.world;
    let known =
        world.peoples[PeopleIx::PLAYER].sightings.iter().map(|(id, seen)| (*id, world.town(*id), seen));
    let shown = known.filter(|(_, town, _)| frame.shows(town.cell));
    let now = (world.history.frames.len(), world.tick);
    let mut places: Vec<TownMarker> = shown
        .map(|(id, town, seen)| TownMarker {
            id,
            rally_points: if town.people == PeopleIx::PLAYER {
                rally_points(&town.rally)
            } else {
                Vec::new()
            },
            // From afar no ruins are shown.
            name: if frame.is_far() { town.name.clone() } else { name_on_map(world, id, seen.kind, now) },
            kind: seen.kind,
            is_own: town.people == PeopleIx::PLAYER,
            cell: town.cell,
            residents: if game.derived.visible[PeopleIx::PLAYER][town.cell] > 0 {
                town.residents
            } else {
                seen.residents
            },
        })
        .collect();
    places.sort_by_key(|place| (std::cmp::Reverse(place.residents), place.cell));
    places
}

/// Rally points of a settlement.
fn rally_points(rally: &[Order]) -> Vec<Cell> {
    rally.iter().flat_map(Order::places).copied().collect()
}

/// Camps that are visible, and those where the player's people sleeps.
fn visible_camps(game: &Game, view: &Viewport, frame: &ViewFrame) -> Vec<Cell> {
    let shown = game.world.camps.iter().filter(|camp| frame.shows(camp.cell));
    let known = shown.filter(|camp| {
        view.reveal
            || game.derived.visible[PeopleIx::PLAYER][camp.cell] > 0
            || camp.guests.contains_key(&PeopleIx::PLAYER)
    });
    known.map(|camp| camp.cell).collect()
}

fn known_sites(game: &Game, view: &Viewport, frame: &ViewFrame) -> Vec<(Cell, &'static str)> {
    let world = &game.world;
    let known = |cell: Cell| view.reveal || world.peoples[PeopleIx::PLAYER].belief.is_known(cell);
    let free = |cell: Cell| sim::known_place(game, cell).is_none();
    let sites =
        world.land.sites.iter().filter(|site| frame.shows(site.cell) && known(site.cell) && free(site.cell));
    sites.map(|site| (site.cell, site.good.name())).collect()
}

fn log_lines(game: &Game, view: &Viewport) -> Vec<LogLine> {
    if let Some(lines) =
        possession::possessed_log(game, if view.shows_whole_log { usize::MAX } else { LOG_LINES })
    {
        return lines;
    }
    let lines = game.world.events.lines();
    let first = if view.shows_whole_log { 0 } else { lines.len().saturating_sub(LOG_LINES) };
    let line = |(line, event): (&EventLine, &Event)| {
        possession::log_line(event, line.tick, text::line_words(&game.world, line, event))
    };
    lines.skip(first).map(line).collect()
}

/// Foundings and robberies of the last seconds that the player's people has seen.
fn happenings(world: &World) -> Vec<Happening> {
    let told = world.events.lines().rev();
    let recent = told.take_while(|(line, _)| line.tick.saturating_add(RECENT_TICKS) >= world.tick);
    let seen = recent.filter(|(_, event)| event.seen).filter_map(|(_, event)| {
        let kind = match event.kind {
            EventKind::Settlement(SettlementEvent::Founded { .. }) => HappeningKind::Founding,
            EventKind::Danger(DangerEvent::Robbed { .. } | DangerEvent::FeudGrew { .. }) => {
                HappeningKind::Robbery
            }
            _ => return None,
        };
        Some(Happening { tick: event.tick, cell: event.at?, kind })
    });
    seen.collect()
}

fn status(game: &Game) -> Status {
    let world = &game.world;
    let coin = world.people(PeopleIx::PLAYER).coin;
    let is_affordable = |offer: &&Offer| offer.price <= coin;
    Status {
        date: date(world.tick),
        tick: world.tick,
        seed: world.seed,
        units: world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).count() as u32,
        roads: game.world.people(PeopleIx::PLAYER).belief.road_cells(),
        coin,
        is_building_free: world.free_build,
        is_won: world.objectives.is_won(),
        has_steward: world.works.steward,
        offers: world.works.offers.iter().filter(is_affordable).count() as u32,
        frames: history::history_len(world),
        year: year::present_year(world),
    }
}

fn last_edit(game: &Game) -> EditEffect {
    let reading = &game.derived.counter;
    EditEffect {
        words: edit_effect_words(&text::outcome_words(&game.world, &reading.outcome), reading),
        flash_count: reading.flashes,
        old_paths: reading.shown_paths.clone(),
        last_stroke: game.world.journal.last_stroke(),
    }
}

/// Units of the player's people.
fn own_units(world: &World) -> impl Iterator<Item = &Unit> {
    world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER)
}

/// The settlement of the player's people with the most of its units around it; ties go to the larger trade.
fn busiest_cell(game: &Game) -> Cell {
    let world = &game.world;
    // Units in buckets of the radius's size: all near units are in a settlement's bucket or its neighbours.
    let square = |cell: Cell| Cell::new(cell.x / BUSY_STEPS, cell.y / BUSY_STEPS);
    let squares = Size::new(world.size().width / BUSY_STEPS + 1, world.size().height / BUSY_STEPS + 1);
    let mut units: Vec<(Cell, Cell)> = own_units(world).map(|unit| (square(unit.cell), unit.cell)).collect();
    units.sort_unstable();
    let around = |cell: Cell| {
        let near = |(_, other): &&(Cell, Cell)| other.chebyshev(cell) <= u32::from(BUSY_STEPS);
        let in_square = |square: Cell| {
            let first = units.partition_point(|(other, _)| *other < square);
            units[first..].iter().take_while(move |(other, _)| *other == square)
        };
        squares.square(square(cell), 1).flat_map(in_square).filter(near).count()
    };
    let standing =
        world.towns.iter().filter(|town| town.people == PeopleIx::PLAYER && town.kind != TownKind::Ruin);
    let busiest = standing.max_by_key(|town| (around(town.cell), town.trade, std::cmp::Reverse(town.cell)));
    let first_unit = || own_units(world).next().map(|unit| unit.cell);
    let middle = Cell::new(world.size().width / 2, world.size().height / 2);
    busiest.map(|town| town.cell).or_else(first_unit).unwrap_or(middle)
}
