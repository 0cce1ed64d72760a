//! Pages: of a settlement, why it is there, its last thread of events, its market area, and its annals in words; of an
//! event, what it came of and what came of it; and of persons, what they are remembered for. The arc's is in `objectives`.
//!
//! It shows only what the player's people knows. Events are recorded elsewhere (`world::annals`).

use super::card::ago_words;
use super::fields::LensCaches;
use super::foresight::under_way_to;
use super::text::{because, causes_and_effects, persons, thread_of};
use super::words::{counted, short_date, why_words};
use super::{Fact, LinkGroup, PageKind, PageView, Viewport, objectives, score};
use crate::grid::Cell;
use crate::sim::{self, Game};
use crate::world::{Annal, AnnalEvent, DAY, EventId, PeopleIx, Sighting, TownIx, TownKind, World};

/// Units that a page of an event names.
const NAMES_MAX: usize = 4;

/// The page that a view asks for.
pub(super) fn page(game: &Game, view: &Viewport, fields: &LensCaches) -> Option<PageView> {
    match view.page? {
        PageKind::Town(id) => town_page(game, id, fields),
        PageKind::Event(id) => event_page(&game.world, id),
        PageKind::Objectives => Some(objectives::objectives_page(game)),
        PageKind::Score => Some(score::score_page(&game.world)),
        PageKind::Persons => Some(persons_page(&game.world)),
    }
}

/// The page of a settlement, if the player's people knows it.
fn town_page(game: &Game, id: TownIx, fields: &LensCaches) -> Option<PageView> {
    let world = &game.world;
    let seen = world.people(PeopleIx::PLAYER).sightings.get(&id)?;
    let town = world.towns.get(id)?;
    let article = if seen.kind == TownKind::Inn { "an" } else { "a" };
    let whose = if town.people == PeopleIx::PLAYER {
        String::new()
    } else {
        format!(" of {}", world.people(town.people).name)
    };
    let mut facts: Vec<Fact> = Vec::new();
    if town.people == PeopleIx::PLAYER {
        facts.push(("why", why_words(world, town)));
    }
    facts.push(("home to", residents_words(game, id, *seen)));
    facts.push(("nearest", catchment_words(game, fields, id, seen.kind)));
    let annals = world.people(PeopleIx::PLAYER).annals.get(&id).map_or(&[][..], Vec::as_slice);
    let list: Vec<(String, String)> = annals.iter().map(|annal| annal_line(world, annal)).collect();
    Some(PageView {
        title: format!("{}, {article} {}{whose}", town.name, seen.kind.name()),
        facts,
        groups: [LinkGroup { heading: "Because".to_owned(), links: because(world, id) }]
            .into_iter()
            .chain(thread_of(world, id))
            .collect(),
        list_heading: if list.is_empty() { "Annals: no entries yet" } else { "Annals" }.to_owned(),
        list,
        offer: None,
    })
}

/// The page of an event, if it is kept: where it was, what it came of, and what came of it.
fn event_page(world: &World, id: EventId) -> Option<PageView> {
    let happened = world.events.get(id)?.tick;
    let title = short_date(happened);
    let links = causes_and_effects(world, id);
    let at = links[0].first().and_then(|link| link.cell);
    let mut facts = at.map(|at| place_facts(world, at)).unwrap_or_default();
    // What happens out of sight is told, and dated in the log, when word of it comes.
    let told = world.events.lines().rev().find(|(line, _)| line.event == id).map(|(line, _)| line.tick);
    let later = told.filter(|told| told / DAY > happened / DAY);
    facts.extend(later.map(|told| ("learned", short_date(told))));
    let groups = ["What happened", "What came of it"].into_iter().zip(links);
    let groups = groups.filter(|(_, links)| !links.is_empty());
    let group = |(heading, links): (&str, _)| LinkGroup { heading: heading.to_owned(), links };
    Some(PageView { title, facts, groups: groups.map(group).collect(), ..PageView::default() })
}

/// Where a cell is, and which of the player's units come there next.
fn place_facts(world: &World, at: Cell) -> Vec<Fact> {
    let names: Vec<&str> = under_way_to(world, at).map(|unit| unit.name.as_str()).collect();
    let come = match names.split_at(names.len().min(NAMES_MAX)) {
        ([], _) => "none of your units on its way".to_owned(),
        (first, []) => first.join(", "),
        (first, others) => format!("{} and {} more", first.join(", "), others.len()),
    };
    vec![("where", sim::whereabouts(world, at)), ("to come", come)]
}

/// The page of those who are remembered, with what each did.
fn persons_page(world: &World) -> PageView {
    let groups = persons(world);
    let count = counted(groups.len(), "person");
    PageView { title: format!("Remembered: {count}"), groups, ..PageView::default() }
}

fn residents_words(game: &Game, id: TownIx, seen: Sighting) -> String {
    let world = &game.world;
    let (town, visible) = (world.town(id), game.derived.visible[PeopleIx::PLAYER][world.town(id).cell] > 0);
    match (visible, seen.kind) {
        (_, TownKind::Ruin) => "none: it is a ruin".to_owned(),
        (true, _) if town.people == PeopleIx::PLAYER => {
            let most = format!("{} people, at most {} so far", town.residents, town.residents_max);
            match world.town_instead(id) {
                Some(town) => format!("{most}; the town here is {}", world.town(town).name),
                None => most,
            }
        }
        _ => format!("{} people, seen {}", seen.residents, ago_words(world.tick - seen.tick)),
    }
}

/// How much of the known land is nearest to this market.
fn catchment_words(game: &Game, fields: &LensCaches, id: TownIx, kind: TownKind) -> String {
    if !kind.is_market() {
        return "none: not a market".to_owned();
    }
    let known = game.world.people(PeopleIx::PLAYER).belief.known().max(1);
    match fields.catchments.current().and_then(|catchments| catchments.cells_of(id)) {
        Some(cells) => {
            let share = u64::from(cells) * 100 / u64::from(known);
            format!("market for {cells} known cells, {share} % of the known land")
        }
        None if fields.is_incomplete() => "computing…".to_owned(),
        None => "market for no cell".to_owned(),
    }
}

/// Date and text of an event.
fn annal_line(world: &World, annal: &Annal) -> (String, String) {
    // A best year is recorded on the first tick after it.
    let tick =
        if matches!(annal.what, AnnalEvent::BestYear(_)) { annal.tick.saturating_sub(1) } else { annal.tick };
    (short_date(tick), event_words(world, annal.what))
}

fn event_words(world: &World, what: AnnalEvent) -> String {
    let a = |kind: TownKind| format!("{} {}", if kind == TownKind::Inn { "an" } else { "a" }, kind.name());
    match what {
        AnnalEvent::Founded => "founded".to_owned(),
        AnnalEvent::Found(kind) => format!("discovered, {}", a(kind)),
        AnnalEvent::Grew { to, residents } => format!("grew into {} of {residents}", a(to)),
        AnnalEvent::Shrank { to, residents } => format!("shrank to {} of {residents}", a(to)),
        AnnalEvent::Fell => "abandoned: a ruin".to_owned(),
        AnnalEvent::SentOut(residents) => format!("{residents} residents left to live elsewhere that year"),
        AnnalEvent::Robbed(1) => "a traveller was robbed nearby".to_owned(),
        AnnalEvent::Robbed(times) => format!("travellers were robbed nearby, {times} times that year"),
        AnnalEvent::Paved(cells) => {
            format!("{} of road paved nearby that year", counted(cells as usize, "cell"))
        }
        AnnalEvent::Bridged(cell) => format!("built a bridge {}", sim::whereabouts(world, cell)),
        AnnalEvent::Fortified(cell) => format!("raised a fort {}", sim::whereabouts(world, cell)),
        AnnalEvent::ChangedHands { to, by_war } => {
            let why = if by_war { "cut off in war" } else { "it lived by their markets" };
            format!("passed to {}: {why}", world.people(to).name)
        }
        AnnalEvent::Sickened(deaths) => format!("a sickness killed {deaths}"),
        AnnalEvent::Starved(deaths) => format!("{deaths} died of hunger"),
        AnnalEvent::BestYear(came) => {
            format!("its best year: {} came", counted(came as usize, "traveller"))
        }
    }
}
