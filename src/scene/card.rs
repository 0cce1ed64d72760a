//! Cards: the panel about a unit, a settlement or a cell.

use super::behaviour_text::{order_words, stack_lines};
use super::explain::{block_words, current_path, standing_reason};
use super::fields::{LensCaches, kind_of_selected};
use super::forecast::{ForecastTrip, arrival_words};
use super::ledger;
use super::lens;
use super::text::{deed_words, scouting_words};
use super::words::{counted, days_words, hours_words, risk_words, tenths_of_steps, why_words};
use super::{Card, Fact, Viewport};
use crate::graph::NodeId;
use crate::grid::{Cell, STRAIGHT};
use crate::land::{Good, Surface};
use crate::sim::{self, Game};
use crate::world::{
    Belief, Believed, DAY, FortuneKind, Kind, MARKET_EVERY, PASS, Paint, PeopleIx, Season, Sighting, Tier,
    Town, TownIx, TownKind, Unit, World, is_market_day,
};

/// Highest price of a cheap good and lowest price of a dear one, in hundredths.
const CHEAP_PRICE_MAX: u32 = 70;
const DEAR_PRICE_MIN: u32 = 140;
/// How near to a feared place a cell is feared for the same reason, in steps.
const FEARED_STEPS: u32 = 4;

/// The card of a unit.
pub(super) fn unit_card(game: &Game, unit: &Unit, selected: &[(&Unit, ForecastTrip)]) -> Card {
    let mut facts: Vec<Fact> = Vec::new();
    for (i, layer) in stack_lines(game, unit).into_iter().enumerate() {
        facts.push((if i == 0 { "doing" } else { "" }, layer));
    }
    let layers = facts.len() as u8;
    facts.extend(game.world.scouting_reason(unit).map(|why| ("why", scouting_words(&game.world, why))));
    if let Some((_, journey)) = selected.first() {
        let is_cut_short = unit.path.as_ref().is_some_and(|path| path.length > 0 && !path.reaches);
        let label = if is_cut_short { "no path" } else { "arrives" };
        let nearest = if is_cut_short { "at the nearest reachable cell " } else { "" };
        facts.extend(journey_words(game, journey).map(|words| (label, format!("{nearest}{words}"))));
    }
    facts.extend(other_units_words(game, selected).map(|words| ("others", words)));
    if let Some((block, since)) = unit.blocked.filter(|_| unit.next.is_none()) {
        let waited = hours_words(game.world.tick - since);
        facts.push(("waits", format!("{}, for {waited}", block_words(game, block))));
    }
    let stands = unit.blocked.is_none() && unit.request.is_none() && unit.next.is_none();
    facts.extend(stands.then(|| standing_reason(game, unit)).flatten().map(|why| ("idle", why)));
    facts.extend(path_facts(game, unit));
    if let Some(cargo) = unit.cargo {
        facts.push((
            "carries",
            format!("{}.{} loads of {}", cargo.amount / 100, cargo.amount / 10 % 10, cargo.good.name()),
        ));
    }
    facts.push(("awake", format!("{} of walking since it slept", days_words(unit.fatigue))));
    // The status line shows the food of a possessed unit, by another count.
    let is_possessed = game.world.possession.as_ref().is_some_and(|life| life.unit == unit.id);
    facts.extend(food_words(unit).filter(|_| !is_possessed).map(|words| ("food", words)));
    facts.push(("steps", unit.steps.to_string()));
    facts.extend(band_words(&game.world, unit).map(|words| ("band", words)));
    facts.extend(deed_words(&game.world, unit.id).map(|words| ("deeds", words)));
    Card { title: game.world.title_of(unit), facts, layer_count: layers, ..Card::default() }
}

/// `5 raiders, led by Skar of the Ford`.
fn band_words(world: &World, unit: &Unit) -> Option<String> {
    let band = world.bands.of(unit.id)?;
    let captain = world.unit(band.captain()?)?;
    let leader = if captain.id == unit.id { "it leads them" } else { &format!("led by {}", captain.name) };
    Some(format!("{}, {leader}", counted(band.members.len(), "raider")))
}

/// The band that a place is feared for, if that is known.
fn feared_words(world: &World, cell: Cell) -> Option<String> {
    let (_, fear) = world.events.fear_near(PeopleIx::PLAYER, cell, FEARED_STEPS)?;
    let band = world.events.causes_of(fear).find_map(|event| event.kind.subjects().band())?;
    Some(format!("for {}", world.bands.get(band)?.name))
}

/// How long its food lasts; `None` for a unit that lives off the land.
fn food_words(unit: &Unit) -> Option<String> {
    let lasts = unit.kind.row().supplies;
    let low = ["", ", and low", ", and nearly gone"][usize::from(unit.hunger())];
    (lasts > 0).then(|| format!("for {} of walking{low}", days_words(lasts.saturating_sub(unit.unfed))))
}

/// What is left of the path: steps, cost and time.
fn path_facts(game: &Game, unit: &Unit) -> Vec<Fact> {
    let Some(path) = unit.path.as_ref().filter(|path| path.length > 0) else {
        let waiting = unit.request.is_some();
        return if waiting { vec![("path", "being planned".to_owned())] } else { Vec::new() };
    };
    let known = 100 - (path.unknown * 100).checked_div(path.length).unwrap_or(0).min(100);
    // At present costs where they are known, as the explanation has it.
    let (cells, fear, price) = match current_path(game, unit) {
        Some(rest) => ((rest.unknown, rest.cells.len() as u32), rest.terms.fear, rest.terms.total()),
        None => ((path.unknown, path.length), 0, path.price_left() as i64),
    };
    vec![
        (
            "path",
            format!(
                "{}{} · cost {} · {}",
                counted(path.steps.len(), "step"),
                if path.route.is_some() { " and more" } else { "" },
                (price + 500) / 1000,
                days_words(path.time_left())
            ),
        ),
        ("knows", format!("{known} % of the path")),
        ("risk", risk_words(cells, (fear, price)).to_owned()),
    ]
}

/// When a unit will arrive, in words.
fn journey_words(game: &Game, journey: &ForecastTrip) -> Option<String> {
    let now = game.world.tick;
    let about = if journey.is_estimated { "about " } else { "" };
    let next = journey.next_tick.map(|then| arrival_words(now, then));
    let stops = journey.route.stops.iter().filter(|stop| stop.place.is_some()).count();
    let last = journey.last_tick.map(|then| arrival_words(now, then));
    match (next, last) {
        (Some(next), _) if journey.is_endless => Some(format!("{next}, then repeats")),
        (Some(next), Some(last)) if stops > 1 => {
            let next = next.split(',').next().unwrap_or_default();
            Some(format!("{about}{last}; next stop {next}"))
        }
        (Some(_), Some(last)) => Some(format!("{about}{last}")),
        (next, _) => next,
    }
}

/// `4 more; Bo arrives last, in 1.4 days`: all selected units but the first.
fn other_units_words(game: &Game, selected: &[(&Unit, ForecastTrip)]) -> Option<String> {
    let others = selected.get(1..).filter(|others| !others.is_empty())?;
    let arrivals = others
        .iter()
        .filter_map(|(unit, journey)| Some((journey.last_tick?, &unit.name, journey.is_estimated)));
    let count = others.len();
    let Some((then, name, reckoned)) = arrivals.max() else { return Some(format!("{count} more selected")) };
    let about = if reckoned { "about " } else { "" };
    Some(format!("{count} more; {name} arrives last, {about}{}", arrival_words(game.world.tick, then)))
}

/// The card of what is under the cursor.
pub(super) fn cell_card(game: &Game, view: &Viewport, fields: &LensCaches) -> Card {
    let world = &game.world;
    let cell = view.cursor;
    if !world.size().contains(cell) {
        return Card { title: "off the land".to_owned(), ..Card::default() };
    }
    let belief = &world.peoples[PeopleIx::PLAYER].belief;
    let known_town = sim::known_place(game, cell);
    let mut card = known_town.map_or_else(Card::default, |id| town_card(game, id));
    let ground = match belief.at(cell) {
        Believed::Unknown(_) => "unknown land".to_owned(),
        Believed::Known { surface, .. } if is_green_lane(game, cell) => {
            format!("green lane on {}", surface.name())
        }
        Believed::Known { surface, tier } => ground_words(surface, tier),
    };
    let ground = format!("{ground}{}", paint_words(belief.word(cell)));
    if known_town.is_none() {
        card.title = ground;
    } else {
        card.facts.push(("ground", ground));
    }
    card.facts.splice(..0, lens::lens_fact(game, view, fields));
    card.facts.push(("step", step_words(game, kind_of_selected(game, view), cell)));
    if belief.is_known(cell) {
        card.facts.extend(seen_cell_facts(game, cell));
    }
    card.facts.extend(known_town.is_none().then(|| ("where", sim::whereabouts(world, cell))));
    card
}

/// Whether a cell is seen to be a green lane.
fn is_green_lane(game: &Game, cell: Cell) -> bool {
    game.derived.visible[PeopleIx::PLAYER][cell] > 0 && game.world.is_green_lane(cell)
}

/// Ground and road of a cell in words, as the player's people believes them.
fn ground_words(surface: Surface, tier: Tier) -> String {
    if tier == Tier::None {
        surface.name().to_owned()
    } else {
        format!("{} on {}", tier.name(), surface.name())
    }
}

/// Paint on a cell and whether it is lit or watched, in words, each with a leading comma.
fn paint_words(word: u16) -> String {
    let paint = match Belief::paint_of(word) {
        Paint::None => "",
        Paint::Prefer => ", preferred",
        Paint::Avoid => ", avoided",
        Paint::Forbid => ", forbidden",
    };
    let lit = if Belief::is_lit(word) { ", lit" } else { "" };
    let exposed = if Belief::is_exposed(word) { ", seen from a tower" } else { "" };
    format!("{paint}{lit}{exposed}")
}

/// Whose a tower is, and which unit guards it.
fn watch_words(game: &Game, tower: Cell) -> String {
    if game.world.people(PeopleIx::PLAYER).belief.is_strange_tower(tower) {
        return "another people's: it sees you pass".to_owned();
    }
    let guard = game.world.fort_guard(tower);
    guard.map_or("yours".to_owned(), |guard| format!("yours; {} holds the road", guard.name))
}

/// Facts about a cell that the people has seen.
fn seen_cell_facts(game: &Game, cell: Cell) -> Vec<Fact> {
    let world = &game.world;
    let belief = &world.peoples[PeopleIx::PLAYER].belief;
    let visible = game.derived.visible[PeopleIx::PLAYER][cell] > 0;
    let seen_days = world.day().saturating_sub(belief.last_seen(cell));
    let seen = match (visible, seen_days) {
        (true, _) => "seen now".to_owned(),
        (false, 0) => "seen today".to_owned(),
        (false, 1) => "seen yesterday".to_owned(),
        (false, ago) => format!("seen {ago} days ago"),
    };
    let mut facts =
        vec![("known", seen), ("height", format!("{} m", world.land.height[cell].saturating_sub(200)))];
    if matches!(belief.at(cell), Believed::Known { surface: Surface::Tower, .. }) {
        facts.push(("watch", watch_words(game, cell)));
    }
    facts.extend(feared_words(world, cell).map(|words| ("feared", words)));
    facts.extend(ledger::work_at(world, cell));
    if visible {
        let passes = counted((world.ground.wear[cell] / PASS) as usize, "pass");
        facts.push(("wear", format!("{passes}, fading")));
        if let Some(keeper) = world.ground.kept.get(&(world.size().index(cell) as u32)) {
            facts.push(("kept", format!("by {}", world.town(*keeper).name)));
        }
    }
    if let Some(site) = world.land.sites.iter().find(|site| site.cell == cell) {
        facts.push(("yields", site.good.name().to_owned()));
    }
    // As remembered: without looking, the people does not know whether the river still runs there.
    let named = world.land.features.iter().find(|feature| match belief.at(cell) {
        Believed::Known { surface, .. } => feature.is_at(surface, cell),
        Believed::Unknown(_) => false,
    });
    if let Some(named) = named {
        facts.push(("called", format!("{}, a {}", named.name, named.kind.name())));
    }
    if visible && world.camps.iter().any(|camp| camp.cell == cell) {
        facts.push(("", "travellers camp here".to_owned()));
    }
    let here =
        world.units.iter().filter(|unit| unit.cell == cell && (unit.people == PeopleIx::PLAYER || visible));
    let names: Vec<String> = here.map(|unit| unit_name(world, unit)).take(4).collect();
    if !names.is_empty() {
        facts.push(("here", names.join(", ")));
    }
    facts
}

/// `Bo`; for other peoples `Mor, porter of the Moor`; for beasts `a deer`.
fn unit_name(world: &World, unit: &Unit) -> String {
    match (unit.people, unit.kind.row()) {
        (PeopleIx::PLAYER, _) => unit.name.clone(),
        (_, row) if row.is_beast() => format!("a {}", row.name),
        _ => world.title_of(unit),
    }
}

/// Cost and time of a straight step onto a cell for a kind of unit, without the slope.
fn step_words(game: &Game, kind: Kind, cell: Cell) -> String {
    let believes = game.believes(PeopleIx::PLAYER, kind, &[]);
    let node = game.world.size().index(cell) as NodeId;
    let Some(terms) = believes.terms(node, node, STRAIGHT) else { return "impassable".to_owned() };
    let name = kind.row().name;
    let price = tenths_of_steps(terms.total());
    let guess = if terms.unknown == 0 { "" } else { ", a guess" };
    let roadless = match game.world.peoples[PeopleIx::PLAYER].belief.at(cell) {
        Believed::Known { surface, tier, .. } if tier.is_road() => {
            kind.seasonal_time(surface, Season::effective_at(game.world.tick))
        }
        _ => None,
    };
    let roadless =
        roadless.map_or_else(String::new, |time| format!(", without a road {}", tenths_of_steps(time)));
    format!("cost {price} · time {} for a {name}{guess}{roadless}", tenths_of_steps(terms.time))
}

/// `Threeways, town of 112`, or `Ox Halt, inn` where no one lives.
pub(super) fn sized_name(town: &Town) -> String {
    let of = if town.residents > 0 { format!(" of {}", town.residents) } else { String::new() };
    format!("{}, {}{of}", town.name, town.kind.name())
}

/// The card of a settlement, as the player's people knows it.
fn town_card(game: &Game, id: TownIx) -> Card {
    let world = &game.world;
    let (town, us) = (world.town(id), world.people(PeopleIx::PLAYER));
    let Some(seen) = us.sightings.get(&id) else { return Card::default() };
    // A living settlement of the player's people sees its own cell; if that is not visible, it may be abandoned.
    if town.people != PeopleIx::PLAYER || game.derived.visible[PeopleIx::PLAYER][town.cell] == 0 {
        return remembered_town_card(game, id, *seen);
    }
    let title = sized_name(town);
    let mut facts: Vec<Fact> = vec![("why", why_words(world, town))];
    if let Some(good) = town.makes {
        facts.push(("makes", format!("{}{}", good.name(), last_loads_words(world, town))));
    }
    if let Some(days) = town.sickness.and_then(|sickness| sickness.days_left(world.tick)) {
        facts.push(("sick", format!("travellers carry it on for {}", counted(days as usize, "day"))));
    }
    if town.is_market() {
        if town.kind.has_market_days() {
            facts.push(("market", market_words(id, world.tick)));
        }
        facts.push(("dear", goods_words(|good| town.price(good) >= DEAR_PRICE_MIN)));
        facts.push(("cheap", goods_words(|good| town.price(good) <= CHEAP_PRICE_MAX)));
    }
    if town.kind != TownKind::Ruin {
        let inside = world.units.iter().filter(|unit| unit.cell == town.cell).count();
        facts.push(("inside", counted(inside, "traveller")));
    }
    if town.is_market() {
        facts.push(("food", larder_words(town, world.soil_percent(id))));
        let better = world.better_pay(id).map(|(better, percent)| (better, (percent + 5) / 10));
        if let Some((better, tenths)) = better.filter(|(_, tenths)| *tenths > 10) {
            let name = &world.town(better).name;
            facts.push(("pay", format!("{}.{} times as much in {name}", tenths / 10, tenths % 10)));
        }
        let (hired, carried) = (world.porters_of(id).len(), town.porters_supported());
        facts.push(("porters", format!("{hired}; trade carries {carried}")));
        facts.extend(road_work_words(game, id).map(|words| ("keeps", words)));
        let (units, most) = (world.unit_count(PeopleIx::PLAYER), world.people_units_max());
        facts.push(("units", format!("{units}; the land feeds {most}")));
    }
    if !town.rally.is_empty() {
        let words: Vec<String> = town.rally.iter().map(|order| order_words(game, order, 0)).collect();
        facts.push(("rally", format!("new units first: {}", words.join(", "))));
    }
    Card { title, facts, traffic: town.visits.clone(), ..Card::default() }
}

/// The card of another people's settlement, or of one out of sight: as last seen, with the prices that traders heard.
fn remembered_town_card(game: &Game, id: TownIx, seen: Sighting) -> Card {
    let world = &game.world;
    let (town, us) = (world.town(id), world.people(PeopleIx::PLAYER));
    let people = &world.people(town.people).name;
    let title = format!("{}, {} of {people}", town.name, seen.kind.name());
    let mut facts: Vec<Fact> = vec![("why", why_words(world, town))];
    if town.people != PeopleIx::PLAYER {
        facts = vec![("home to", counted_people(seen.residents))];
    }
    if game.derived.visible[PeopleIx::PLAYER][town.cell] == 0 {
        facts.push(("seen", ago_words(world.tick - seen.tick)));
    }
    if let Some(note) = us.prices.get(&id).filter(|note| note.tick > 0) {
        facts.push(("dear", goods_words(|good| note.prices[good as usize] >= DEAR_PRICE_MIN)));
        facts.push(("cheap", goods_words(|good| note.prices[good as usize] <= CHEAP_PRICE_MAX)));
        facts.push(("heard", ago_words(world.tick - note.tick)));
    }
    if town.people != PeopleIx::PLAYER {
        let between = if world.at_war(PeopleIx::PLAYER, town.people) { "war" } else { "peace" };
        facts.push(("with us", between.to_owned()));
    }
    Card { title, facts, ..Card::default() }
}

/// `34 fields that bear 62 %, stores for 20 days`.
fn larder_words(town: &Town, soil_percent: u32) -> String {
    let bear = if town.fields.len() == 1 { "bears" } else { "bear" };
    let tired = if soil_percent < 100 { format!(" that {bear} {soil_percent} %") } else { String::new() };
    let fields = format!("{}{tired}", counted(town.fields.len(), "field"));
    match town.hungry_days {
        0 => format!("{fields}, stores for {}", counted(town.food_days() as usize, "day")),
        days => format!("{fields}, hunger for {}", counted(usize::from(days), "day")),
    }
}

/// `34 cells of road; 12 more in sight are busy enough to pave`; `None` without either.
fn road_work_words(game: &Game, id: TownIx) -> Option<String> {
    let is_seen = |cell: Cell| game.derived.visible[PeopleIx::PLAYER][cell] > 0;
    let (kept, waiting) = game.world.road_work(id, is_seen);
    let waits = match waiting {
        0 => String::new(),
        1 => "; 1 more in sight is busy enough to pave".to_owned(),
        _ => format!("; {waiting} more in sight are busy enough to pave"),
    };
    (kept + waiting > 0).then(|| format!("{} of road{waits}", counted(kept, "cell")))
}

/// `, the last of it in 6 days`, if what it makes is about to run out.
fn last_loads_words(world: &World, town: &Town) -> String {
    let spent = world
        .fortune
        .filter(|fortune| matches!(fortune.kind, FortuneKind::SiteSpent) && fortune.at == town.cell);
    spent.map_or_else(String::new, |fortune| {
        format!(", the last of it in {}", counted(((fortune.due - world.tick) / DAY) as usize, "day"))
    })
}

/// When a settlement's next market day is.
fn market_words(id: TownIx, tick: u64) -> String {
    let away = (0..MARKET_EVERY).find(|days| is_market_day(id, tick + days * DAY)).unwrap_or(0);
    let next = match away {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    };
    format!("{next}, every {MARKET_EVERY} days")
}

/// `12 people`.
fn counted_people(count: u32) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{count} people") }
}

/// `today`, or `3 days ago`.
pub(super) fn ago_words(ticks: u64) -> String {
    match ticks / DAY {
        0 => "today".to_owned(),
        days => format!("{} ago", counted(days as usize, "day")),
    }
}

fn goods_words(matches: impl Fn(Good) -> bool) -> String {
    let goods: Vec<&str> = Good::ALL.into_iter().filter(|good| matches(*good)).map(Good::name).collect();
    if goods.is_empty() { "nothing".to_owned() } else { goods.join(", ") }
}
