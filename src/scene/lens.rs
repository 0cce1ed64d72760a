//! Lenses show one number per cell instead of the ground. Each is a row of [`LENSES`]; the list, the legend, the help
//! and the cursor's card are made from it.
//!
//! A lens shows only what the player's people knows, and nothing on unknown land. Colours do not live here.

use super::fields::{LensCaches, Needs, kind_of_selected};
use super::network::known_passes;
use super::strategy::{CUT_OFF_VALUE, RISE_MAX};
use super::words::{counted, days_words, tenths_of_steps};
use super::{Lens, LensPicture, Viewport};
use crate::grid::Cell;
use crate::land::{Land, Surface};
use crate::sim::Game;
use crate::world::{
    Belief, Believed, FEAR_BANDS, FEAR_MAX, InfluenceLayer, Kind, PASS, PeopleIx, STRENGTH, World,
};

/// Which of a pixel's cells is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PixelPick {
    Middle,
    Least,
    Most,
}

/// One lens.
pub struct LensRow {
    /// Its name, one word.
    pub name: &'static str,
    /// What it shows, in one sentence; `{who}` stands for the unit, settlement or kind concerned.
    sentence: &'static str,
    /// Lowest value of each of the ten shades.
    scale: [u32; 10],
    /// Formats a value with its unit.
    number: fn(u32) -> String,
    /// The value of a cell that may be shown.
    value: fn(&LensInput, Cell) -> Option<u32>,
    /// Words for a known cell without a value.
    absent_words: &'static str,
    /// Whether it can show the true land.
    can_reveal: bool,
    /// Whether values between two entries of the scale share one shade, with a line between shades.
    has_bands: bool,
    pick: PixelPick,
    needs: Needs,
}

/// All lenses, in display order.
pub const LENSES: [LensRow; 20] = [
    LensRow {
        name: "cost",
        sentence: "what a step costs {who}",
        scale: [250, 500, 750, 1000, 1300, 2000, 3000, 4000, 5500, 7000],
        number: tenths_of_steps,
        value: step_cost,
        absent_words: "impassable",
        pick: PixelPick::Least,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "known",
        sentence: "how long ago your people last saw it",
        scale: [0, 1, 2, 3, 5, 8, 12, 24, 48, 96],
        number: |ago| {
            if ago == 0 { "today".to_owned() } else { format!("{} ago", counted(ago as usize, "day")) }
        },
        value: |input, cell| Some(days_since_seen(input, cell)),
        pick: PixelPick::Least,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "wear",
        sentence: "recent passes, as seen or remembered",
        scale: [0, 1, 3, 6, 10, 26, 50, 90, 150, 250],
        number: |passes| if passes == 1 { "1 pass".to_owned() } else { format!("{passes} passes") },
        value: |input, cell| known_passes(input.game, input.reveal, cell),
        can_reveal: true,
        pick: PixelPick::Most,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "traffic",
        sentence: "recent trips through each region",
        scale: [0, 1, 3, 6, 10, 20, 40, 80, 160, 320],
        number: |trips| counted(trips as usize, "trip"),
        value: |input, cell| {
            let ground = &input.game.world.ground;
            Some(ground.traffic[ground.region(cell)] / PASS)
        },
        can_reveal: true,
        has_bands: true,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "days",
        sentence: "days' walk from {who}",
        scale: [
            0,
            HALF_DAY_MILLISTEPS,
            DAY_MILLISTEPS,
            3 * HALF_DAY_MILLISTEPS,
            2 * DAY_MILLISTEPS,
            5 * HALF_DAY_MILLISTEPS,
            3 * DAY_MILLISTEPS,
            7 * HALF_DAY_MILLISTEPS,
            4 * DAY_MILLISTEPS,
            9 * HALF_DAY_MILLISTEPS,
        ],
        number: days_words,
        value: |input, cell| input.fields.distances()?.time(input.game.world.size(), cell),
        absent_words: "unreachable",
        has_bands: true,
        needs: Needs::Distances,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "regions",
        sentence: "connected land for {who}",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |rank| {
            if rank == 0 { "the largest region".to_owned() } else { format!("region {}", rank + 1) }
        },
        value: |input, cell| input.fields.components()?.component_rank(cell),
        absent_words: "impassable",
        has_bands: true,
        needs: Needs::Components,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "heights",
        sentence: "height above the sea",
        scale: [0, 15, 35, 65, 105, 160, 230, 330, 460, 650],
        number: |height| format!("{height} m"),
        value: |input, cell| Some(u32::from(input.game.world.land.height[cell].saturating_sub(Land::SEA))),
        can_reveal: true,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "water",
        sentence: "water: deep, shallow, river, marsh",
        scale: [0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
        number: |wet| {
            ["deep water", "shallow water", "a river", "wet ground"][wet.min(3) as usize].to_owned()
        },
        value: water_kind,
        absent_words: "dry",
        can_reveal: true,
        pick: PixelPick::Least,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "fear",
        sentence: "extra cost accepted to avoid this place",
        scale: [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500],
        number: tenths_of_steps,
        value: |input, cell| Some(fear_cost(&input.game.world, cell)),
        pick: PixelPick::Most,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "carnage",
        sentence: "fear left by attacks, halved in twelve days",
        scale: [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500],
        number: tenths_of_steps,
        value: |input, cell| Some(input.game.world.people(PeopleIx::PLAYER).belief.place_fear_at(cell)),
        pick: PixelPick::Most,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "threat",
        sentence: "enemies seen recently, spread and fading",
        scale: STRENGTHS,
        number: strength_words,
        value: |input, cell| Some(influence_at(input, InfluenceLayer::Threat, cell)),
        pick: PixelPick::Most,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "friends",
        sentence: "reach of your settlements, guards and units",
        scale: STRENGTHS,
        number: strength_words,
        value: |input, cell| Some(influence_at(input, InfluenceLayer::Friends, cell)),
        pick: PixelPick::Most,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "chokes",
        sentence: "best paths of large settlements across it",
        scale: [1, 2, 3, 5, 8, 12, 17, 23, 30, 40],
        number: |paths| counted(paths as usize, "path"),
        value: |input, cell| input.fields.betweenness.as_ref()?.at(cell),
        absent_words: "no path leads here",
        pick: PixelPick::Most,
        needs: Needs::Betweenness,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "cuts",
        sentence: "what closing it costs large settlements",
        scale: [0, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000],
        number: |rise| match rise {
            CUT_OFF_VALUE => "would cut some off".to_owned(),
            RISE_MAX => "over +4000000 per path".to_owned(),
            rise => format!("+{}.{:02} per path", rise / 1000, rise / 10 % 100),
        },
        value: |input, cell| input.fields.cut_values.current()?.at(cell),
        absent_words: "no path leads here",
        pick: PixelPick::Most,
        needs: Needs::CutValues,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "ambush",
        sentence: "road cells six steps away that cannot see it",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |places| counted(places as usize, "cell"),
        value: |input, cell| input.fields.ambushes.as_ref()?.at(cell),
        absent_words: "no road",
        pick: PixelPick::Most,
        needs: Needs::Ambushes,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "realms",
        sentence: "whose land it is, by nearest settlements",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |people| {
            if people == u32::from(PeopleIx::PLAYER.0) { "yours".to_owned() } else { "others'".to_owned() }
        },
        value: |input, cell| {
            input.game.world.owner_at(PeopleIx::PLAYER, cell).map(|people| u32::from(people.0))
        },
        absent_words: "unclaimed",
        has_bands: true,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "markets",
        sentence: "the nearest known market for a porter",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |color| if color == 0 { "one's" } else { "another's" }.to_owned(),
        value: |input, cell| input.fields.catchments.current()?.color_at(cell),
        absent_words: "no reachable market",
        has_bands: true,
        needs: Needs::Catchments,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "network",
        sentence: "traffic of each road segment, as known",
        scale: [0, 1, 3, 6, 10, 26, 60, 150, 300, 500],
        number: |passes| counted(passes as usize, "pass"),
        value: |input, cell| Some(input.fields.network.as_ref()?.segment_at(cell)?.passes),
        absent_words: "no road",
        has_bands: true,
        pick: PixelPick::Most,
        needs: Needs::Network,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "eyes",
        sentence: "seen now, and what only towers and guards see",
        scale: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        number: |eyes| if eyes == 0 { "units, settlements" } else { "only towers, guards" }.to_owned(),
        value: seen_by,
        absent_words: "out of sight",
        has_bands: true,
        pick: PixelPick::Most,
        needs: Needs::Posts,
        ..DEFAULT_LENS
    },
    LensRow {
        name: "watched",
        sentence: "known foreign towers that see it",
        scale: [1, 1, 1, 2, 2, 2, 3, 3, 4, 5],
        number: |towers| counted(towers as usize, "tower"),
        value: watching_towers,
        absent_words: "no foreign tower sees it",
        pick: PixelPick::Most,
        ..DEFAULT_LENS
    },
];

/// Defaults shared by most lenses.
const DEFAULT_LENS: LensRow = LensRow {
    name: "",
    sentence: "",
    scale: [0; 10],
    number: |value| value.to_string(),
    value: |_, _| None,
    absent_words: "",
    can_reveal: false,
    has_bands: false,
    pick: PixelPick::Middle,
    needs: Needs::None,
};
/// Scale of strengths, in hundredths.
const STRENGTHS: [u32; 10] = [0, 5, 15, 30, 60, 100, 200, 400, 800, 1600];

/// Walking time of a day and of half a day, in milli-steps.
const DAY_MILLISTEPS: u32 = crate::world::DAY_TIME;
const HALF_DAY_MILLISTEPS: u32 = DAY_MILLISTEPS / 2;

/// About how many cells along a pixel's side are sampled.
const SAMPLES_PER_SIDE: i32 = 8;

/// The shade of a pixel that shows no value.
pub const NO_SHADE: u8 = u8::MAX;

impl Lens {
    /// Its row.
    pub fn row(self) -> &'static LensRow {
        &LENSES[usize::from(self.0).min(LENSES.len() - 1)]
    }
}

impl LensRow {
    /// What it shows, in one general sentence.
    pub fn sentence(&self) -> String {
        self.sentence.replace("{who}", "the selected unit")
    }

    /// The shade of a value: 0 to 99, ten per entry of the scale.
    fn shade(&self, value: u32) -> u8 {
        let step = self.scale.iter().rposition(|least| *least <= value).unwrap_or(0);
        let least = self.scale[step];
        if self.has_bands {
            return step as u8 * 10;
        }
        let within = self.scale.get(step + 1).filter(|next| **next > least).map_or(0, |next| {
            let next = u64::from(*next);
            u64::from(value - least.min(value)) * 10 / (next - u64::from(least))
        });
        (step as u64 * 10 + within.min(9)) as u8
    }

    /// The value of a cell, if it may be shown and has one.
    fn value_of(&self, input: &LensInput, cell: Cell) -> Option<u32> {
        let shown = input.game.world.peoples[PeopleIx::PLAYER].belief.is_known(cell)
            || (input.reveal && self.can_reveal);
        if shown { (self.value)(input, cell) } else { None }
    }
}

/// What a lens reads.
pub(super) struct LensInput<'a> {
    game: &'a Game,
    fields: &'a LensCaches,
    kind: Kind,
    reveal: bool,
}

/// What has to be computed for a view's lens.
pub(super) fn needs_of(view: &Viewport) -> Needs {
    view.lens.map_or(Needs::None, |lens| lens.row().needs)
}

/// The view's lens over its pixels.
pub(super) fn lens_picture(game: &Game, view: &Viewport, fields: &LensCaches) -> Option<LensPicture> {
    let row = view.lens?.row();
    let input = input(game, view, fields);
    Some(LensPicture {
        name: row.name,
        sentence: row.sentence.replace("{who}", &subject_words(&input, row)),
        ends: ((row.number)(row.scale[0]), (row.number)(row.scale[9])),
        shades: shades(&input, view, row),
        bands: row.has_bands,
    })
}

fn input<'a>(game: &'a Game, view: &Viewport, fields: &'a LensCaches) -> LensInput<'a> {
    LensInput { game, fields, kind: kind_of_selected(game, view), reveal: view.reveal }
}

fn subject_words(input: &LensInput, row: &LensRow) -> String {
    match (row.needs, input.fields.distances()) {
        (Needs::Distances, Some(days)) => days.source_name().to_owned(),
        (Needs::Distances, None) => "nowhere".to_owned(),
        _ => format!("a {}", input.kind.row().name),
    }
}

/// The lens's value under the cursor, for the card.
pub(super) fn lens_fact(game: &Game, view: &Viewport, fields: &LensCaches) -> Option<(&'static str, String)> {
    let row = view.lens?.row();
    let input = input(game, view, fields);
    let market = fields.catchments.current().filter(|_| row.needs == Needs::Catchments);
    let says = match row.value_of(&input, view.cursor) {
        Some(_) if let Some((id, time)) = market.and_then(|market| market.nearest_market(view.cursor)) => {
            format!("{}'s, {} away", game.world.town(id).name, days_words(time))
        }
        Some(_) if let Some(words) = segment_words(game, fields, view.cursor) => words,
        Some(value) => (row.number)(value),
        None if !game.world.peoples[PeopleIx::PLAYER].belief.is_known(view.cursor) => "unknown".to_owned(),
        None if fields.is_incomplete() => "computing…".to_owned(),
        None => row.absent_words.to_owned(),
    };
    Some((row.name, says))
}

fn shades(input: &LensInput, view: &Viewport, row: &LensRow) -> Vec<u8> {
    let size = input.game.world.size();
    let k = i32::from(view.cells_per_pixel.max(1));
    let (columns, rows) = (i32::from(view.columns), i32::from(view.rows));
    let shade = |x: i32, y: i32| {
        let cell = size.offset(Cell::new(0, 0), x, y)?;
        row.value_of(input, cell).map(|value| row.shade(value))
    };
    let pixel = |px: i32, py: i32| {
        let (x, y) = (view.left + px * k, view.top + py * k);
        // Zoomed far out only a sample is read: a land may have sixteen million cells.
        let stride = (k / SAMPLES_PER_SIDE).max(1);
        let along = k / stride;
        let all = || (0..along * along).filter_map(|i| shade(x + i % along * stride, y + i / along * stride));
        match row.pick {
            _ if k == 1 => shade(x, y),
            PixelPick::Middle => shade(x + k / 2, y + k / 2).or_else(|| all().next()),
            PixelPick::Least => all().min(),
            PixelPick::Most => all().max(),
        }
    };
    (0..columns * rows).map(|i| pixel(i % columns, i / columns).unwrap_or(NO_SHADE)).collect()
}

/// What sees a cell now: 0 if a walking unit or a settlement does, 1 if only towers or guards do.
fn seen_by(input: &LensInput, cell: Cell) -> Option<u32> {
    let all = input.game.derived.visible[PeopleIx::PLAYER][cell];
    let posts = input.fields.seen_from_posts.get(&cell).copied().unwrap_or(0);
    (all > 0).then(|| u32::from(posts >= all))
}

/// Number of foreign towers believed to see a cell.
fn watching_towers(input: &LensInput, cell: Cell) -> Option<u32> {
    let world = &input.game.world;
    let belief = &world.people(PeopleIx::PLAYER).belief;
    let looks = |tower: &&Cell| belief.is_seen_from_tower(&world.land.height, **tower, cell);
    let towers = || belief.towers().iter().filter(looks).count() as u32;
    Belief::is_exposed(belief.word(cell)).then(towers)
}

/// Believed cost of a straight step onto a cell without the slope, in milli-steps.
fn step_cost(input: &LensInput, cell: Cell) -> Option<u32> {
    let world = &input.game.world;
    let word = world.peoples[PeopleIx::PLAYER].belief.word(cell);
    input.game.derived.tables.table_for(PeopleIx::PLAYER, input.kind).straight_price(word)
}

/// Days since a cell was last seen; 0 if visible.
fn days_since_seen(input: &LensInput, cell: Cell) -> u32 {
    let world = &input.game.world;
    let seen = world.peoples[PeopleIx::PLAYER].belief.last_seen(cell);
    let visible = input.game.derived.visible[PeopleIx::PLAYER][cell] > 0;
    if visible { 0 } else { world.day().saturating_sub(seen) as u32 }
}

/// `Mill to a fork, 23.4 steps, 14 passes` for the road segment of a cell, while the network is shown.
fn segment_words(game: &Game, fields: &LensCaches, cell: Cell) -> Option<String> {
    let network = fields.network.as_ref()?;
    let segment = network.segment_at(cell)?;
    let end = |end: Cell| match network.town_at(end) {
        Some(id) => game.world.town(id).name.clone(),
        None if network.forks().binary_search(&end).is_ok() => "a fork".to_owned(),
        None => "a dead end".to_owned(),
    };
    let [from, to] = segment.ends.map(end);
    let passes = counted(segment.passes as usize, "pass");
    Some(format!("{from} to {to}, {} steps, {passes}", tenths_of_steps(segment.length_millisteps)))
}

/// Formats hundredths of a strength.
fn strength_words(hundredths: u32) -> String {
    format!("{}.{:02} strong", hundredths / 100, hundredths % 100)
}

/// What the player's people fears of a cell: what that adds to the cost of a porter's step, in milli-steps.
pub(super) fn fear_cost(world: &World, cell: Cell) -> u32 {
    let word = world.people(PeopleIx::PLAYER).belief.word(cell);
    Belief::fear_of(word) as u32 * FEAR_MAX / (FEAR_BANDS as u32 - 1)
}

/// Influence on a cell, in hundredths of a strength.
fn influence_at(input: &LensInput, mood: InfluenceLayer, cell: Cell) -> u32 {
    (u64::from(input.game.world.people(PeopleIx::PLAYER).belief.influence().at(mood, cell)) * 100
        / u64::from(STRENGTH)) as u32
}

/// Kind of water: 0 deep, 1 shallow, 2 river, 3 wet ground.
fn water_kind(input: &LensInput, cell: Cell) -> Option<u32> {
    let world = &input.game.world;
    let surface = match world.peoples[PeopleIx::PLAYER].belief.at(cell) {
        _ if input.reveal => world.land.surface[cell],
        Believed::Known { surface, .. } => surface,
        Believed::Unknown(_) => return None,
    };
    match surface {
        Surface::DeepWater => Some(0),
        Surface::ShallowWater => Some(1),
        Surface::River => Some(2),
        Surface::Swamp => Some(3),
        _ => None,
    }
}
