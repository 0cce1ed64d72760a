//! `wayworn limits`: every limit that a player may reach, and what happens there, from the constants themselves.

use super::play::{REPORTED_COMMANDS_MAX, settings};
use super::run::THREADS_MAX;
use crate::lab::grouped;
use crate::sim::limits::{
    CELLS_MAX, FIELD_BYTES_MAX, FIELDS_MAX, PARTS_MAX, PEOPLE_UNITS_MAX, SPAWNED_MAX, UNITS_MAX,
};
use crate::{land, level, plan, save, world};
use std::fmt::Write;

/// One limit.
struct LimitRow {
    what: &'static str,
    limit: String,
    consequence: &'static str,
}

/// The page of limits.
pub fn limits_page() -> String {
    let mut page = String::new();
    for (heading, limits) in [
        ("The land", land_limits()),
        ("Orders and edits", order_limits()),
        ("Works", work_limits()),
        ("Planning, in one tick", planning_limits()),
        ("Memory of a game", memory_limits()),
        ("Files", file_limits()),
    ] {
        let _ = writeln!(page, "{heading}");
        for LimitRow { what, limit: most, consequence: then } in limits {
            let _ = writeln!(page, "  {what:<42} {most:>16}  {then}");
        }
        page.push('\n');
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn count(what: &'static str, most: impl TryInto<u64>, then: &'static str) -> LimitRow {
    LimitRow { what, limit: grouped(most.try_into().unwrap_or(u64::MAX)), consequence: then }
}

fn bytes(what: &'static str, most: impl TryInto<u64>, then: &'static str) -> LimitRow {
    let most = most.try_into().unwrap_or(u64::MAX);
    let (number, unit) = if most >= 1 << 20 { (most >> 20, "MiB") } else { (most >> 10, "KiB") };
    LimitRow { what, limit: format!("{} {unit}", grouped(number)), consequence: then }
}

fn land_limits() -> Vec<LimitRow> {
    vec![
        count("side of a land in cells, minimum", land::SIDE_MIN, "a smaller land is refused"),
        count("side of a land in cells, maximum", land::SIDE_MAX, "a larger land is refused"),
        count("side of a level in cells, minimum", level::SIDE_MIN, "the level is refused, with its line"),
        count("side of a level in cells, maximum", level::SIDE_MAX, "the level is refused, with its line"),
        count("items of one kind in a level", level::THINGS_MAX, "the level is refused, with its line"),
        count("units per cell, outside settlements", 1u8, "others wait or go around"),
        count("units of a people", PEOPLE_UNITS_MAX, "hiring stops; at fewer on a small land"),
        count("units beyond which you cannot add more", SPAWNED_MAX, "the command is refused"),
        count("units in total", world::ALL_UNITS_MAX, "births stop; a save with more is refused"),
        count("peoples", world::PEOPLES_MAX, "a save with more is refused"),
        count("camps", world::CAMPS_MAX, "no more are made; a save with more is refused"),
        count("settlements and ruins", world::TOWNS_MAX, "no more are founded; a save with more is refused"),
        count("bands of raiders", world::BANDS_MAX, "no more form; a save with more is refused"),
    ]
}

fn work_limits() -> Vec<LimitRow> {
    vec![
        count("works kept up", world::KEPT_WORKS_MAX, "no more are built"),
        count("cells per work", world::WORK_CELLS_MAX, "longer stretches are not offered"),
        count("offers at a time", world::OFFERS_MAX, "the rest is not offered this season"),
        count("refused offers that are remembered", world::REFUSED_MAX, "the oldest is dropped"),
        count("coin of a toll", world::TOLL_MAX, "a higher one is refused"),
        count(
            "pairs of settlements whose trips pay",
            world::COUNTED_PAIRS_MAX,
            "trips of further pairs save no coin",
        ),
    ]
}

fn order_limits() -> Vec<LimitRow> {
    vec![
        count("units in one command", UNITS_MAX, "the command is refused"),
        count("orders in a queue", world::ORDERS_MAX, "the command is refused"),
        count("layers of a behaviour stack", world::STACK_MAX, "no more are added"),
        count("cells per stroke", CELLS_MAX, "the command is refused"),
        count("cells per ordered road", world::BUILD_MAX, "the order is refused"),
        count("edits that can be undone", world::ACTS_MAX, "the oldest is dropped"),
        count("changes per edit", world::CHANGES_MAX, "the command is refused"),
    ]
}

fn planning_limits() -> Vec<LimitRow> {
    vec![
        count("running searches", plan::LIVE_SEARCHES_MAX, "the next one waits"),
        count(
            "expansions per search",
            plan::SLICE_EXPANSIONS,
            "it continues next tick; for you four times as many",
        ),
        count("nodes per direct search", plan::DIRECT_LABELS_MAX, "the abstraction is used instead"),
        count("nodes per search for unknown land", plan::LABELS_MAX, "it goes to the closest cell found"),
        count(
            "waiting units for direct searches",
            plan::DIRECT_WAITING_MAX,
            "with more, all use the abstraction",
        ),
        count("abstraction jobs at once", plan::WORK_MAX, "the rest waits; yours come first"),
        count("segments of long routes", PARTS_MAX, "the rest waits one tick"),
        count("cached flow fields", FIELDS_MAX, "the least recently used is dropped"),
        bytes("memory for flow fields", FIELD_BYTES_MAX, "the least recently used is dropped"),
        count(
            "cells of a land with flow fields",
            plan::FIELD_AREA_MAX_CELLS,
            "units of a crowd plan separate paths",
        ),
        count("planning threads", THREADS_MAX, "more are refused"),
    ]
}

fn memory_limits() -> Vec<LimitRow> {
    vec![
        count("ticks of a game", world::AGE_MAX, "time stops; a save or replay with more is refused"),
        count("days of sightings", u16::MAX, "later ones count as one day when maps are shared"),
        count("unit ids", world::AMOUNT_MAX, "births stop"),
        count("lines of the event log", world::LINES_MAX, "the oldest is dropped"),
        count("frames of history", world::FRAMES_MAX, "every other one is dropped"),
        count(
            "their bytes per cell, plus 1 MiB",
            world::HISTORY_BYTES_PER_CELL,
            "every other one is dropped",
        ),
        count("wear, coin, and a unit's counters", world::AMOUNT_MAX, "it stops growing"),
        count("stock, trade and nights of a settlement", world::TOWN_AMOUNT_MAX, "it stops growing"),
        count("years of figures", world::YEARS_MAX, "the oldest is dropped"),
        count("edits with an effect report", world::REPORTED_ACTS_MAX, "further ones get no report"),
        count("lives of a wanderer's land", world::LIVES_MAX, "the oldest is dropped"),
        count("graves of a wanderer's land", world::GRAVES_MAX, "the oldest is gone"),
        count("things that a wanderer carries", world::PACK_SLOTS, "no more are bought or taken"),
    ]
}

fn file_limits() -> Vec<LimitRow> {
    vec![
        count(
            "characters in the name of a save",
            save::NAME_MAX,
            "the name is refused; use letters, digits, -, _, spaces",
        ),
        bytes("a save", save::FILE_MAX, "it is refused without reading"),
        count("version of saves", save::VERSION, "other versions are refused"),
        count("running searches in a save", save::RUNNING_SEARCHES_MAX, "the save is refused"),
        count("autosaves per save", save::AUTOSAVES, "the next replaces the oldest"),
        count("seconds between autosaves", settings::AUTOSAVE_SECONDS_MAX, "the settings are refused"),
        bytes("a replay", save::TEXT_MAX, "it is refused"),
        bytes("a line of a replay", save::LINE_MAX, "the replay is refused, with its line"),
        bytes("a level", level::TEXT_MAX, "it is refused"),
        count("signs and words in a level", level::TOKENS_MAX, "the level is refused, with its line"),
        bytes(
            "the settings",
            settings::BYTES_MAX,
            "defaults are used; a copy of up to 1 MiB is kept as .bad",
        ),
        count("frames per second", settings::FPS_MAX, "the settings are refused"),
        count("commands in a crash report", REPORTED_COMMANDS_MAX, "earlier ones are only in the record"),
    ]
}
