//! Roads and bridges, and the trips that wore them.

use super::teller::{Teller, with_article};
use crate::scene::words::days_words;
use crate::sim::counted;
use crate::world::{DAY, EventKind, RoadEvent, TownPair, YEAR_DAYS};

pub(super) fn words(teller: &Teller, what: RoadEvent) -> String {
    let place = teller.whereabouts();
    match what {
        RoadEvent::FirstTrip { unit, from, to } => {
            let (name, from, to) = (teller.unit(unit), teller.town(from), teller.town(to));
            format!("{name} sets out on the first trip from {from} to {to}")
        }
        RoadEvent::Worn { tier, between, .. } => {
            format!("travellers between {} wear {} {place}", teller.pair(between), with_article(tier.name()))
        }
        RoadEvent::FirstPath { between } => {
            format!("feet have worn the first path, {place}{}", worn_by(teller, between))
        }
        RoadEvent::FirstDirtRoad { between } => {
            format!("a path becomes the first dirt road, {place}{}", worn_by(teller, between))
        }
        RoadEvent::Joined { between, time } => {
            format!("a road joins {}: {} of walking", teller.pair(between), days_words(time))
        }
        RoadEvent::Parted { between } => {
            format!("no road joins {} any more{}", teller.pair(between), stood_words(teller))
        }
        RoadEvent::Bridged { town, ford, between } => {
            let what = if ford { "ford" } else { "gorge" };
            let again = rebuilt_words(teller);
            format!("{} bridges the {what} {place}{}{again}", teller.town(town), worn_by(teller, between))
        }
        RoadEvent::WaterRises => format!("the water rises: the bridge {place} will not last ten days"),
        RoadEvent::Flooded { between } => {
            format!("the flood carries off the bridge {place}{}", worn_by(teller, between))
        }
        RoadEvent::Rockfall { between } => {
            format!("rock falls on the road {place}{}", worn_by(teller, between))
        }
    }
}

/// `, 40 days after the flood`, where a flood carried off the bridge before.
fn rebuilt_words(teller: &Teller) -> String {
    let cause = teller.event.cause.and_then(|cause| teller.world.events.get(cause));
    match cause.filter(|cause| matches!(cause.kind, EventKind::Road(RoadEvent::Flooded { .. }))) {
        Some(flood) => {
            let days = counted(((teller.event.tick - flood.tick) / DAY) as usize, "day");
            format!(", {days} after the flood")
        }
        None => String::new(),
    }
}

/// `, after 6 years`, where what it comes of is told.
fn stood_words(teller: &Teller) -> String {
    let joined = teller.event.cause.and_then(|cause| teller.world.events.get(cause));
    let years = joined.map(|event| (teller.event.tick - event.tick) / (YEAR_DAYS * DAY));
    years.map_or_else(String::new, |years| format!(", after {}", counted(years as usize, "year")))
}

/// `, on the way between Mill and Ashby`.
fn worn_by(teller: &Teller, between: Option<TownPair>) -> String {
    between.map_or_else(String::new, |pair| format!(", between {}", teller.pair(pair)))
}
