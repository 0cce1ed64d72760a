//! The chronicle of a land as Markdown: map, settlements, roads, figures, firsts, and what happened year by year.
//!
//! The map shows what the player's people knows. The sentences are made in `scene::text`.

use crate::app::report::{count_cells, ground_letter, road_letter, town_letter};
use crate::grid::Cell;
use crate::scene::text::{ending_words, line_words, persons, why_settlements};
use crate::scene::{counted, date, short_date, why_words};
use crate::sim::whereabouts;
use crate::world::{Believed, DAY, Kind, PeopleIx, Sighting, Tier, Town, TownKind, World, YEAR_DAYS};
use std::fmt::Write;

/// Most columns of the map.
const COLUMNS_MAX: u16 = 100;
/// Aspect ratio of a character: height over width.
const CHARACTER_ASPECT: u16 = 2;

/// Least weight of a line that is kept.
const WEIGHT_MIN: u8 = 4;

/// The text of the chronicle.
pub fn chronicle(world: &World) -> String {
    let size = world.size();
    let mut text = format!(
        "# The chronicle of land {}\n\n{} · {} × {} cells\n",
        world.seed,
        date(world.tick),
        size.width,
        size.height
    );
    let parts = [
        ("The land", land_section(world)),
        ("Settlements", settlements_section(world)),
        ("Why each place is here", why_section(world)),
        ("Roads", roads_section(world)),
        ("Figures", figures_section(world)),
        ("Lives", lives_section(world)),
        ("Persons", persons_section(world)),
        ("Firsts", firsts_section(world)),
        ("Events", events_section(world)),
    ];
    for (heading, part) in parts.iter().filter(|(_, part)| !part.is_empty()) {
        let _ = write!(text, "\n## {heading}\n\n{part}");
    }
    text
}

/// The map with its legend.
fn land_section(world: &World) -> String {
    let size = world.size();
    let step = size.width.div_ceil(COLUMNS_MAX).max(1);
    let rows = (0..size.height).step_by(usize::from(step * CHARACTER_ASPECT));
    let mut text = "```text\n".to_owned();
    for y in rows {
        let columns = (0..size.width).step_by(usize::from(step));
        let row: String = columns.map(|x| block_letter(world, Cell::new(x, y), step)).collect();
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text.push_str("```\n\n");
    text.push_str(
        "`@` town, `V` village, `h` hamlet, `i` inn, `x` ruin; `%` paved, `*` dirt road, `+` path; ",
    );
    text.push_str("`~` `-` `=` water, `.` `\"` meadow and grass, `t` `T` forest, `s` swamp, `,` sand, ");
    text.push_str("`n` `^` `A` hills, rock and peaks; blank: not explored.\n");
    text
}

/// The character of a block of cells: its largest settlement, else its best road, else the known ground in its centre.
fn block_letter(world: &World, corner: Cell, step: u16) -> char {
    let belief = &world.peoples[PeopleIx::PLAYER].belief;
    let block = |cell: Cell| (cell.x / step, cell.y / (step * CHARACTER_ASPECT));
    let known = world.peoples[PeopleIx::PLAYER].sightings.iter();
    let here = known.filter(|(id, _)| block(world.town(**id).cell) == block(corner));
    if let Some(kind) = here.map(|(_, seen)| seen.kind).max() {
        return town_letter(kind);
    }
    let cells =
        (0..step * CHARACTER_ASPECT).flat_map(|dy| (0..step).map(move |dx| (i32::from(dx), i32::from(dy))));
    let (mut best, mut ground) = (Tier::None, ' ');
    for (i, (dx, dy)) in cells.enumerate() {
        let cell = world.size().offset(corner, dx, dy);
        if let Some(Believed::Known { surface, tier, .. }) = cell.map(|cell| belief.at(cell)) {
            best = best.max(tier);
            if i <= usize::from(step * step * CHARACTER_ASPECT) / 2 {
                ground = ground_letter(surface);
            }
        }
    }
    road_letter(best).unwrap_or(ground)
}

fn settlements_section(world: &World) -> String {
    let known = world.peoples[PeopleIx::PLAYER].sightings.iter().map(|(id, seen)| (world.town(*id), seen));
    let mut towns: Vec<(&Town, &Sighting)> = known.collect();
    let rank = |(town, seen): &(&Town, &Sighting)| {
        (town.people, seen.kind == TownKind::Ruin, std::cmp::Reverse(seen.residents), town.cell)
    };
    towns.sort_by_key(rank);
    let mut text = String::new();
    for (town, seen) in towns {
        let (name, kind) = (escape_markdown(&town.name), seen.kind.name());
        let people = match seen.kind {
            TownKind::Ruin if town.people == PeopleIx::PLAYER => {
                format!("once {} people", town.residents_max)
            }
            TownKind::Ruin => "once another people's".to_owned(),
            _ if town.people == PeopleIx::PLAYER => format!("{} people", seen.residents),
            _ => format!("about {} people", seen.residents),
        };
        let why = match town.people {
            PeopleIx::PLAYER => why_words(world, town),
            other => format!("of {}", world.people(other).name),
        };
        let _ = writeln!(text, "- **{name}**, {kind}, {people}: {why}");
    }
    text
}

/// What each settlement came of, back to the first footsteps.
fn why_section(world: &World) -> String {
    let settlements = why_settlements(world);
    if settlements.is_empty() {
        return String::new();
    }
    let mut text = "Each line came of the one below it.\n\n".to_owned();
    for (id, steps) in settlements {
        let _ = writeln!(text, "- **{}**", escape_markdown(&world.town(id).name));
        if steps.is_empty() {
            text.push_str("  - Nothing is known of its beginning\n");
        }
        for step in &steps {
            let _ = writeln!(text, "  - {}", escape_markdown(step));
        }
    }
    text
}

fn roads_section(world: &World) -> String {
    let mut text = "| tier | cells |\n|---|---:|\n".to_owned();
    for tier in [Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway] {
        let _ = writeln!(text, "| {} | {} |", tier.name(), count_cells(world, tier));
    }
    text
}

fn figures_section(world: &World) -> String {
    let tally = &world.tally;
    let known =
        u64::from(world.peoples[PeopleIx::PLAYER].belief.known()) * 100 / (world.size().area() as u64).max(1);
    let kinds = Kind::ALL.into_iter().filter_map(|kind| {
        let count = world.units.iter().filter(|unit| unit.kind == kind).count();
        (count > 0).then(|| counted(count, kind.row().name))
    });
    let kinds: Vec<String> = kinds.collect();
    format!(
        "- {}: {}\n- {}, {}, {}\n- {}, {} of them replans; {} expanded\n\
         - {known} % of the land is known\n",
        counted(world.units.len(), "unit"),
        kinds.join(", "),
        counted(tally.footsteps as usize, "step"),
        counted(tally.trips as usize, "journey"),
        counted(tally.deliveries as usize, "delivery"),
        counted(tally.requests as usize, "path request"),
        tally.replans,
        counted(tally.expansions as usize, "node")
    )
}

/// The past lives of a wanderer's game.
fn lives_section(world: &World) -> String {
    let Some(wander) = &world.wander else { return String::new() };
    let mut text = String::new();
    for (i, life) in wander.lives.iter().enumerate() {
        let how = escape_markdown(&ending_words(world, life));
        let lived = counted(((life.ended - life.born) / DAY) as usize, "day");
        let _ = writeln!(
            text,
            "{}. **{}** {how} {} ({}), after {lived}: {} drawn, {} of them brought home, {}",
            i + 1,
            escape_markdown(&life.name),
            whereabouts(world, life.cell),
            short_date(life.ended),
            counted(life.discovered as usize, "cell"),
            life.brought,
            counted(usize::from(life.stones), "waystone")
        );
    }
    let home = wander.stones.iter().filter(|stone| stone.home).count();
    let _ =
        writeln!(text, "\n{home} of {} waystones are home; score {}.", wander.stones.len(), wander.score());
    text
}

/// Who is remembered, and for what.
fn persons_section(world: &World) -> String {
    persons(world).iter().fold(String::new(), |mut text, person| {
        let _ = writeln!(text, "- **{}**", escape_markdown(&person.heading));
        for deed in &person.links {
            let _ = writeln!(text, "  - {}", escape_markdown(&deed.words));
        }
        text
    })
}

fn firsts_section(world: &World) -> String {
    let tally = &world.tally;
    let firsts = [
        ("path of fifteen cells", tally.first_path),
        ("dirt road", tally.first_dirt),
        ("inn", tally.first_inn),
        ("settlement without a field or mine of its own", tally.first_town),
    ];
    let known = firsts.into_iter().filter_map(|(what, tick)| Some((what, tick?)));
    known.fold(String::new(), |text, (what, tick)| format!("{text}- {what}: {}\n", short_date(tick)))
}

/// The important events by year.
fn events_section(world: &World) -> String {
    let lines = world.events.lines();
    let mut text = match world.events.lines().next() {
        Some((first, _)) if first.tick >= YEAR_DAYS * DAY => {
            format!("Earlier events, before {}, are no longer kept.\n\n", short_date(first.tick))
        }
        _ => String::new(),
    };
    let mut year = 0;
    for (line, event) in lines.filter(|(_, event)| event.kind.weight() >= WEIGHT_MIN) {
        let this = line.tick / DAY / YEAR_DAYS + 1;
        if this != year {
            let gap = if year == 0 { "" } else { "\n" };
            let _ = write!(text, "{gap}### Year {this}\n\n");
            year = this;
        }
        let when = short_date(line.tick);
        let day = when.split_once(' ').map_or(when.as_str(), |(_, day)| day);
        let _ = writeln!(text, "- {day}: {}", escape_markdown(&line_words(world, line, event)));
    }
    text
}

/// Escapes Markdown.
fn escape_markdown(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        if matches!(letter, '*' | '_' | '`' | '[' | ']' | '<' | '>' | '\\' | '|') {
            plain.push('\\');
        }
        plain.push(if letter.is_control() { ' ' } else { letter });
    }
    plain
}
