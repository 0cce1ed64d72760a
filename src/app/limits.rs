//! `wayworn limits`: every bound that a player may meet, and what happens at it, out of the constants that hold it.

use super::play::{crash, settings};
use super::run::THREADS_MAX;
use crate::sim::limits::{
    CELLS_MAX, FIELD_BYTES_MAX, FIELDS_MAX, PARTS_MAX, SPAWNED_MAX, UNITS_MAX, WALKERS_MAX,
};
use crate::{land, level, plan, save, world};
use std::fmt::Write;

/// One bound.
struct Limit {
    what: &'static str,
    most: String,
    then: &'static str,
}

/// The page.
pub fn page() -> String {
    let mut page = String::new();
    for (heading, limits) in [
        ("The land", land_limits()),
        ("Orders and acts", orders()),
        ("Planning, in one tick", planning()),
        ("What is remembered", memory()),
        ("Files", files()),
    ] {
        let _ = writeln!(page, "{heading}");
        for Limit { what, most, then } in limits {
            let _ = writeln!(page, "  {what:<42} {most:>16}  {then}");
        }
        page.push('\n');
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn limit(what: &'static str, most: impl TryInto<u64>, then: &'static str) -> Limit {
    Limit { what, most: grouped(most.try_into().unwrap_or(u64::MAX)), then }
}

fn bytes(what: &'static str, most: impl TryInto<u64>, then: &'static str) -> Limit {
    let most = most.try_into().unwrap_or(u64::MAX);
    let (number, unit) = if most >= 1 << 20 { (most >> 20, "MiB") } else { (most >> 10, "KiB") };
    Limit { what, most: format!("{} {unit}", grouped(number)), then }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let apart = |(i, digit): (usize, char)| {
        let is_first_of_three = i > 0 && (digits.len() - i).is_multiple_of(3);
        is_first_of_three.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(apart).collect()
}

fn land_limits() -> Vec<Limit> {
    vec![
        limit("cells of a side, at least", land::SIDE_MIN, "a smaller land is refused before it is made"),
        limit("cells of a side, at most", land::SIDE_MAX, "a larger land is refused before it is made"),
        limit("cells of a side of a level, at least", level::SIDE_MIN, "the level is refused, with the line"),
        limit("cells of a side of a level, at most", level::SIDE_MAX, "the level is refused, with the line"),
        limit("things of a kind in a level", level::THINGS_MAX, "the level is refused, with the line"),
        limit("units on a cell, outside settlements", 1u8, "others wait, or go round"),
        limit("walkers of a people", WALKERS_MAX, "nobody is hired any more, at fewer on a small land"),
        limit("units up to which one may add some", SPAWNED_MAX, "the command is refused"),
        limit("units in all", world::ALL_UNITS_MAX, "no unit is born any more; a save with more is refused"),
        limit("peoples", world::PEOPLES_MAX, "a save with more is refused; no land has as many"),
        limit("camps", world::CAMPS_MAX, "none is pitched any more; a save with more is refused"),
        limit(
            "settlements and ruins",
            world::TOWNS_MAX,
            "none is founded any more; a save with more is refused",
        ),
    ]
}

fn orders() -> Vec<Limit> {
    vec![
        limit("units in one command", UNITS_MAX, "the command is refused"),
        limit("orders in a queue", world::ORDERS_MAX, "the command is refused"),
        limit("layers of a behaviour stack", world::STACK_MAX, "nothing more is begun on top"),
        limit("cells of one stroke", CELLS_MAX, "the command is refused"),
        limit("cells of one ordered road", world::BUILD_MAX, "the order is refused"),
        limit("acts that can be undone", world::ACTS_MAX, "the oldest is forgotten"),
        limit("changes of one act", world::CHANGES_MAX, "the command is refused"),
    ]
}

fn planning() -> Vec<Limit> {
    vec![
        limit("searches that run", plan::LIVE_MAX, "the next waits its turn"),
        limit(
            "expansions of a search",
            plan::SLICE,
            "it goes on in the next tick, four times as far for the player",
        ),
        limit(
            "nodes of a direct search",
            plan::DIRECT_LABELS_MAX,
            "the way is found by the abstraction instead",
        ),
        limit("nodes of a search for the unknown", plan::LABELS_MAX, "it settles for the closest"),
        limit(
            "waiting walkers for direct searches",
            plan::DIRECT_WAITING_MAX,
            "beyond, all ways are looked up",
        ),
        limit("pieces of work at once", plan::WORK_MAX, "the rest waits; the player's come first"),
        limit("parts of far ways", PARTS_MAX, "the rest waits a tick"),
        limit("fields that are kept", FIELDS_MAX, "the one that was not read longest is dropped"),
        bytes("memory of fields", FIELD_BYTES_MAX, "the one that was not read longest is dropped"),
        limit(
            "cells of a land with fields for crowds",
            plan::AREA_MAX,
            "each of a crowd has a way of its own",
        ),
        limit("threads that plan", THREADS_MAX, "more are refused"),
    ]
}

fn memory() -> Vec<Limit> {
    vec![
        limit("ticks of a game", world::AGE_MAX, "time stands still; a save or replay with more is refused"),
        limit("days of sightings", u16::MAX, "all later ones count as one day when maps are told"),
        limit("numbers of units", world::AMOUNT_MAX, "no unit is born any more"),
        limit("lines of the chronicle", world::LINES_MAX, "the oldest is forgotten"),
        limit("pictures of the past", world::FRAMES_MAX, "every other one is dropped"),
        limit(
            "their bytes for each cell, and 1 MiB",
            world::HISTORY_BYTES_PER_CELL,
            "every other one is dropped",
        ),
        limit("wear, coin, and what a walker adds up", world::AMOUNT_MAX, "it grows no more"),
        limit("stock, trade and nights of a settlement", world::TOWN_AMOUNT_MAX, "it grows no more"),
        limit("years of figures", world::YEARS_MAX, "the oldest is forgotten"),
        limit("acts whose outcome is followed", world::FOLLOWED_MAX, "further ones are not answered"),
        limit("lives of a wanderer's land", world::LIVES_MAX, "the oldest is forgotten"),
    ]
}

fn files() -> Vec<Limit> {
    vec![
        limit(
            "characters of a save's name",
            save::NAME_MAX,
            "the name is refused; letters, digits, -, _ and spaces",
        ),
        bytes("a save", save::FILE_MAX, "it is refused before it is read"),
        limit(
            "version of saves that is written",
            save::VERSION,
            "newer ones are refused, older ones led here",
        ),
        limit("searches under way in a save", save::LIVE_MAX, "the save is refused"),
        limit("autosaves beside a save", save::AUTOSAVES, "the next replaces the oldest of them"),
        limit("seconds between autosaves", settings::AUTOSAVE_MAX, "the settings are not taken"),
        bytes("a replay", save::TEXT_MAX, "it is refused"),
        bytes("a line of a replay", save::LINE_MAX, "the replay is refused, with the line"),
        bytes("a level", level::TEXT_MAX, "it is refused"),
        limit("signs and words of a level", level::PARTS_MAX, "the level is refused, with the line"),
        bytes("the settings", settings::LONGEST, "the usual ones are taken; a copy is kept as .bad"),
        limit("pictures a second", settings::FPS_MAX, "the settings are not taken"),
        limit("commands in the report of a crash", crash::COMMANDS_MAX, "earlier ones are in the record"),
    ]
}
