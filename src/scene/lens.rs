//! Lenses: one number a cell, shown instead of the ground. A row of [`LENSES`] makes one exist: the list, the legend,
//! the help and the cursor's card are made from it.
//!
//! A lens knows what the player's people knows; where nobody has been it shows nothing. What a number looks like does
//! not live here.

use super::View;
use super::fields::{Fields, kind_of};
use super::strategy::{CUT_OFF_SHOWN, RISE_SHOWN_MAX};
use super::words::{counted, days};
use crate::grid::Cell;
use crate::land::{Land, Surface};
use crate::sim::{Game, passes_of};
use crate::world::{Belief, Believed, FEAR_BANDS, FEAR_MAX, Kind, Mood, PASS, STRENGTH};

/// A row of [`LENSES`], by its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lens(pub u8);

/// What has to be worked out before a lens can show anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    Nothing,
    /// How far it is to everywhere.
    Days,
    /// Which pieces of land hang together.
    Pieces,
    /// Where ways come together.
    Traversals,
    /// Where ways cannot do without.
    Cuts,
    /// Where one could lie in wait.
    Ambushes,
    /// Which market is nearest.
    Catchments,
    /// What is seen from towers and guard posts.
    Posts,
    /// The roads as a network.
    Network,
}

/// Which of several cells in a pixel is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pick {
    Middle,
    Least,
    Most,
}

/// One lens.
pub struct LensRow {
    /// One word.
    pub name: &'static str,
    /// What it shows, in one sentence; `{who}` stands for whom it is asked.
    sentence: &'static str,
    /// Values at which each of the ten shades begins.
    scale: [u32; 10],
    /// A value with its unit.
    number: fn(u32) -> String,
    /// The value of a cell that is known, or that is shown although it is not.
    value: fn(&LensInput, Cell) -> Option<u32>,
    /// What a known cell without a value is.
    absent: &'static str,
    /// Whether the true land can be shown through it.
    can_reveal: bool,
    /// Whether values within a step of the scale look alike, with a line between the steps.
    bands: bool,
    pick: Pick,
    pub(super) needs: Needs,
}

/// All lenses, in the order of the list.
pub const LENSES: [LensRow; 20] = [
    LensRow {
        name: "price",
        sentence: "what a straight step costs {who}, as believed",
        scale: [250, 500, 750, 1000, 1300, 2000, 3000, 4000, 5500, 7000],
        number: |milli| format!("{}.{} steps", milli / 1000, milli / 100 % 10),
        value: price,
        absent: "nobody can pass",
        can_reveal: false,
        bands: false,
        pick: Pick::Least,
        needs: Needs::Nothing,
    },
    LensRow {
        name: "known",
        sentence: "how long ago your people last saw it",
        scale: [0, 1, 2, 3, 5, 8, 12, 24, 48, 96],
        number: |ago| {
            if ago == 0 { "today".to_owned() } else { format!("{} ago", counted(ago as usize, "day")) }
        },
        value: |sight, cell| Some(days_since_seen(sight, cell)),
        absent: "",
        can_reveal: false,
        bands: false,
        pick: Pick::Least,
        needs: Needs::Nothing,
    },
    LensRow {
        name: "wear",
        sentence: "how many feet passed of late, as seen or remembered",
        scale: [0, 1, 3, 6, 10, 26, 50, 90, 150, 250],
        number: |passes| if passes == 1 { "1 pass".to_owned() } else { format!("{passes} passes") },
        value: wear,
        absent: "",
        can_reveal: true,
        bands: false,
        pick: Pick::Most,
        needs: Needs::Nothing,
    },
    LensRow {
        name: "traffic",
        sentence: "how many trips led through each region of late",
        scale: [0, 1, 3, 6, 10, 20, 40, 80, 160, 320],
        number: |trips| counted(trips as usize, "trip"),
        value: |sight, cell| {
            let ground = &sight.game.world.ground;
            Some(ground.traffic[ground.region(cell)] / PASS)
        },
        absent: "",
        can_reveal: true,
        bands: true,
        pick: Pick::Middle,
        needs: Needs::Nothing,
    },
    LensRow {
        name: "days",
        sentence: "days' walk from {who}, as believed; a ring every half day",
        scale: [0, HALF, DAY, 3 * HALF, 2 * DAY, 5 * HALF, 3 * DAY, 7 * HALF, 4 * DAY, 9 * HALF],
        number: days,
        value: |sight, cell| sight.fields.days()?.time(sight.game.world.size(), cell),
        absent: "out of reach",
        can_reveal: false,
        bands: true,
        pick: Pick::Middle,
        needs: Needs::Days,
    },
    LensRow {
        name: "regions",
        sentence: "land that hangs together for {who}, largest first",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |rank| if rank == 0 { "the largest piece".to_owned() } else { format!("piece {}", rank + 1) },
        value: |sight, cell| sight.fields.pieces()?.rank(cell),
        absent: "nobody can stand there",
        can_reveal: false,
        bands: true,
        pick: Pick::Middle,
        needs: Needs::Pieces,
    },
    LensRow {
        name: "heights",
        sentence: "how high it lies above the sea",
        scale: [0, 15, 35, 65, 105, 160, 230, 330, 460, 650],
        number: |height| format!("{height} m"),
        value: |sight, cell| Some(u32::from(sight.game.world.land.height[cell].saturating_sub(Land::SEA))),
        absent: "",
        can_reveal: true,
        bands: false,
        pick: Pick::Middle,
        needs: Needs::Nothing,
    },
    LensRow {
        name: "water",
        sentence: "what is wet: deep, shallow, river, marsh",
        scale: [0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
        number: |wet| {
            ["deep water", "shallow water", "a river", "wet ground"][wet.min(3) as usize].to_owned()
        },
        value: water,
        absent: "dry",
        can_reveal: true,
        bands: false,
        pick: Pick::Least,
        needs: Needs::Nothing,
    },
    LensRow {
        name: "fear",
        sentence: "how many steps more your people would walk to be spared one there",
        scale: [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500],
        number: steps,
        value: |sight, cell| Some(fear(sight, cell)),
        pick: Pick::Most,
        ..QUIET
    },
    LensRow {
        name: "carnage",
        sentence: "how much of that is for what happened there; half of it is forgotten in twelve days",
        scale: [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500],
        number: steps,
        value: |sight, cell| Some(sight.game.world.people(0).belief.carnage_at(cell)),
        pick: Pick::Most,
        ..QUIET
    },
    LensRow {
        name: "threat",
        sentence: "foes whom your people saw of late, spread and fading",
        scale: STRENGTHS,
        number: strengths,
        value: |sight, cell| Some(influence(sight, Mood::Threat, cell)),
        pick: Pick::Most,
        ..QUIET
    },
    LensRow {
        name: "friends",
        sentence: "your settlements, guards and walkers, spread and fading",
        scale: STRENGTHS,
        number: strengths,
        value: |sight, cell| Some(influence(sight, Mood::Friends, cell)),
        pick: Pick::Most,
        ..QUIET
    },
    LensRow {
        name: "chokes",
        sentence: "how many best ways between the largest settlements lead over it",
        scale: [1, 2, 3, 5, 8, 12, 17, 23, 30, 40],
        number: |ways| counted(ways as usize, "way"),
        value: |sight, cell| sight.fields.traversals.as_ref()?.at(cell),
        absent: "no way leads here",
        pick: Pick::Most,
        needs: Needs::Traversals,
        ..QUIET
    },
    LensRow {
        name: "cuts",
        sentence: "what closing it would cost ways between large settlements",
        scale: [0, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000],
        number: |rise| match rise {
            CUT_OFF_SHOWN => "some would not get there".to_owned(),
            RISE_SHOWN_MAX => "over four million steps a way".to_owned(),
            rise => format!("+{}.{:02} steps a way", rise / 1000, rise / 10 % 100),
        },
        value: |sight, cell| sight.fields.cuts.shown()?.at(cell),
        absent: "no way leads here",
        pick: Pick::Most,
        needs: Needs::Cuts,
        ..QUIET
    },
    LensRow {
        name: "ambush",
        sentence: "from how many places on the road, six steps away, it cannot be seen",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |places| counted(places as usize, "place"),
        value: |sight, cell| sight.fields.ambushes.as_ref()?.at(cell),
        absent: "no road",
        pick: Pick::Most,
        needs: Needs::Ambushes,
        ..QUIET
    },
    LensRow {
        name: "realms",
        sentence: "whose land it is, by the nearest settlements that you know",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |people| if people == 0 { "yours".to_owned() } else { "others'".to_owned() },
        value: |sight, cell| sight.game.world.owner_at(0, cell).map(u32::from),
        absent: "nobody's",
        bands: true,
        ..QUIET
    },
    LensRow {
        name: "markets",
        sentence: "which known market is nearest by a porter's way",
        scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        number: |color| if color == 0 { "one's" } else { "another's" }.to_owned(),
        value: |sight, cell| sight.fields.catchments.shown()?.color_at(cell),
        absent: "no market can be reached",
        bands: true,
        needs: Needs::Catchments,
        ..QUIET
    },
    LensRow {
        name: "network",
        sentence: "how busy each stretch of road is, from fork to fork, as seen or remembered",
        scale: [0, 1, 3, 6, 10, 26, 60, 150, 300, 500],
        number: |passes| counted(passes as usize, "pass"),
        value: |sight, cell| Some(sight.fields.network.as_ref()?.segment_at(cell)?.passes),
        absent: "no road",
        bands: true,
        pick: Pick::Most,
        needs: Needs::Network,
        ..QUIET
    },
    LensRow {
        name: "eyes",
        sentence: "what is seen now, and what of it only from towers and guard posts",
        scale: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        number: |eyes| if eyes == 0 { "walkers, settlements" } else { "only towers, guards" }.to_owned(),
        value: eyes,
        absent: "out of sight",
        bands: true,
        pick: Pick::Most,
        needs: Needs::Posts,
        ..QUIET
    },
    LensRow {
        name: "watched",
        sentence: "how many strangers' towers look down on it, as far as your people know",
        scale: [1, 1, 1, 2, 2, 2, 3, 3, 4, 5],
        number: |towers| counted(towers as usize, "tower"),
        value: watched,
        absent: "no stranger's tower looks here",
        pick: Pick::Most,
        ..QUIET
    },
];

/// What most lenses have in common.
const QUIET: LensRow = LensRow {
    name: "",
    sentence: "",
    scale: [0; 10],
    number: |value| value.to_string(),
    value: |_, _| None,
    absent: "",
    can_reveal: false,
    bands: false,
    pick: Pick::Middle,
    needs: Needs::Nothing,
};
/// Hundredths of a strength.
const STRENGTHS: [u32; 10] = [0, 5, 15, 30, 60, 100, 200, 400, 800, 1600];

/// Walking time in a day, and in half of one.
const DAY: u32 = crate::world::DAY_TIME;
const HALF: u32 = DAY / 2;

/// Cells along a pixel's side that are looked at, about.
const SAMPLES: i32 = 8;

/// The shade of a pixel that shows no value.
pub const BLANK: u8 = u8::MAX;

impl Lens {
    /// Its row.
    pub fn row(self) -> &'static LensRow {
        &LENSES[usize::from(self.0).min(LENSES.len() - 1)]
    }
}

impl LensRow {
    /// What it shows, in one sentence, whomever it is asked for.
    pub fn sentence(&self) -> String {
        self.sentence.replace("{who}", "the selected")
    }

    /// The shade of a value: 0 to 99, ten for each step of the scale.
    fn shade(&self, value: u32) -> u8 {
        let step = self.scale.iter().rposition(|least| *least <= value).unwrap_or(0);
        let least = self.scale[step];
        if self.bands {
            return step as u8 * 10;
        }
        let within = self.scale.get(step + 1).filter(|next| **next > least).map_or(0, |next| {
            let next = u64::from(*next);
            u64::from(value - least.min(value)) * 10 / (next - u64::from(least))
        });
        (step as u64 * 10 + within.min(9)) as u8
    }

    /// The value of a cell, if it is known or may be shown.
    fn value_of(&self, sight: &LensInput, cell: Cell) -> Option<u32> {
        let shown = sight.game.world.peoples[0].belief.is_known(cell) || (sight.reveal && self.can_reveal);
        if shown { (self.value)(sight, cell) } else { None }
    }
}

/// What lenses look at.
pub(super) struct LensInput<'a> {
    game: &'a Game,
    fields: &'a Fields,
    kind: Kind,
    reveal: bool,
}

/// A lens over the pixels of a view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LensPicture {
    /// One word.
    pub name: &'static str,
    /// What it shows.
    pub sentence: String,
    /// The least and the largest value of its scale, with their unit.
    pub ends: (String, String),
    /// A shade for each pixel, 0 to 99, or [`BLANK`].
    pub shades: Vec<u8>,
    /// Whether a line parts shades from others.
    pub bands: bool,
}

/// The view's lens over its pixels.
pub(super) fn picture(game: &Game, view: &View, fields: &Fields) -> Option<LensPicture> {
    let row = view.lens?.row();
    let sight = sight(game, view, fields);
    Some(LensPicture {
        name: row.name,
        sentence: row.sentence.replace("{who}", &who(&sight, row)),
        ends: ((row.number)(row.scale[0]), (row.number)(row.scale[9])),
        shades: shades(&sight, view, row),
        bands: row.bands,
    })
}

fn sight<'a>(game: &'a Game, view: &View, fields: &'a Fields) -> LensInput<'a> {
    LensInput { game, fields, kind: kind_of(game, view), reveal: view.reveal }
}

fn who(sight: &LensInput, row: &LensRow) -> String {
    match (row.needs, sight.fields.days()) {
        (Needs::Days, Some(days)) => days.source_name().to_owned(),
        (Needs::Days, None) => "nowhere".to_owned(),
        _ => format!("a {}", sight.kind.row().name),
    }
}

/// What the lens says of a cell, for the cursor's card.
pub(super) fn fact(game: &Game, view: &View, fields: &Fields) -> Option<(&'static str, String)> {
    let row = view.lens?.row();
    let sight = sight(game, view, fields);
    let market = fields.catchments.shown().filter(|_| row.needs == Needs::Catchments);
    let says = match row.value_of(&sight, view.cursor) {
        Some(_) if let Some((id, time)) = market.and_then(|market| market.at(view.cursor)) => {
            format!("{}'s, {} away", game.world.town(id).name, days(time))
        }
        Some(_) if let Some(words) = segment_words(game, fields, view.cursor) => words,
        Some(value) => (row.number)(value),
        None if !game.world.peoples[0].belief.is_known(view.cursor) => "nobody knows".to_owned(),
        None if fields.is_working() => "being worked out".to_owned(),
        None => row.absent.to_owned(),
    };
    Some((row.name, says))
}

fn shades(sight: &LensInput, view: &View, row: &LensRow) -> Vec<u8> {
    let size = sight.game.world.size();
    let k = i32::from(view.cells_per_pixel.max(1));
    let (columns, rows) = (i32::from(view.columns), i32::from(view.rows));
    let shade = |x: i32, y: i32| {
        let cell = size.offset(Cell::new(0, 0), x, y)?;
        row.value_of(sight, cell).map(|value| row.shade(value))
    };
    let pixel = |px: i32, py: i32| {
        let (x, y) = (view.left + px * k, view.top + py * k);
        // From very far not every cell is looked at: a land may have sixteen million.
        let stride = (k / SAMPLES).max(1);
        let along = k / stride;
        let all = || (0..along * along).filter_map(|i| shade(x + i % along * stride, y + i / along * stride));
        match row.pick {
            _ if k == 1 => shade(x, y),
            Pick::Middle => shade(x + k / 2, y + k / 2).or_else(|| all().next()),
            Pick::Least => all().min(),
            Pick::Most => all().max(),
        }
    };
    (0..columns * rows).map(|i| pixel(i % columns, i / columns).unwrap_or(BLANK)).collect()
}

/// Whose eyes see a cell just now: 0 if a walker's or a settlement's are among them, 1 if only a tower's or a guard's.
fn eyes(sight: &LensInput, cell: Cell) -> Option<u32> {
    let all = sight.game.derived.visible[0][cell];
    let posts = sight.fields.posts.get(&cell).copied().unwrap_or(0);
    (all > 0).then(|| u32::from(posts >= all))
}

/// How many strangers' towers are believed to look down on a cell.
fn watched(sight: &LensInput, cell: Cell) -> Option<u32> {
    let world = &sight.game.world;
    let belief = &world.people(0).belief;
    let looks = |tower: &&Cell| belief.is_watched_from(&world.land.height, **tower, cell);
    let towers = || belief.towers().iter().filter(looks).count() as u32;
    Belief::is_exposed(belief.word(cell)).then(towers)
}

/// What a straight step onto a cell is believed to cost, the slope apart.
fn price(sight: &LensInput, cell: Cell) -> Option<u32> {
    let world = &sight.game.world;
    let word = world.peoples[0].belief.word(cell);
    sight.game.derived.tables.of(sight.kind).straight(word)
}

/// Days since a cell was seen.
fn days_since_seen(sight: &LensInput, cell: Cell) -> u32 {
    let world = &sight.game.world;
    let seen = world.peoples[0].belief.last_seen(cell);
    let visible = sight.game.derived.visible[0][cell] > 0;
    if visible { 0 } else { world.day().saturating_sub(seen) as u32 }
}

fn wear(sight: &LensInput, cell: Cell) -> Option<u32> {
    passes_known(sight.game, sight.reveal, cell)
}

/// Passes over a cell that is seen now; of others the road is remembered, and what it took.
pub(super) fn passes_known(game: &Game, reveal: bool, cell: Cell) -> Option<u32> {
    if reveal || game.derived.visible[0][cell] > 0 {
        return Some(game.world.ground.wear[cell] / PASS);
    }
    match game.world.peoples[0].belief.at(cell) {
        Believed::Known { tier, .. } => Some(passes_of(tier)),
        Believed::Unknown(_) => None,
    }
}

/// `Mill to a fork, 23.4 steps, 14 passes`, of the stretch of road that a cell belongs to, while that is shown.
fn segment_words(game: &Game, fields: &Fields, cell: Cell) -> Option<String> {
    let network = fields.network.as_ref()?;
    let segment = network.segment_at(cell)?;
    let end = |end: Cell| match network.town_at(end) {
        Some(id) => game.world.town(id).name.clone(),
        None if network.forks().binary_search(&end).is_ok() => "a fork".to_owned(),
        None => "its end".to_owned(),
    };
    let [from, to] = segment.ends.map(end);
    let passes = counted(segment.passes as usize, "pass");
    Some(format!("{from} to {to}, {}, {passes}", steps(segment.length)))
}

/// Milli-steps in words.
fn steps(milli: u32) -> String {
    format!("{}.{} steps", milli / 1000, milli / 100 % 10)
}

/// Hundredths of a strength in words.
fn strengths(hundredths: u32) -> String {
    format!("{}.{:02} strong", hundredths / 100, hundredths % 100)
}

/// What fear adds to a porter's step, in milli-steps.
fn fear(sight: &LensInput, cell: Cell) -> u32 {
    let world = &sight.game.world;
    let word = world.people(0).belief.word(cell);
    Belief::fear_of(word) as u32 * FEAR_MAX / (FEAR_BANDS as u32 - 1)
}

/// Influence on a cell, in hundredths of a strength.
fn influence(sight: &LensInput, mood: Mood, cell: Cell) -> u32 {
    (u64::from(sight.game.world.people(0).belief.influence().at(mood, cell)) * 100 / u64::from(STRENGTH))
        as u32
}

/// Which sort of water: 0 deep, 1 shallow, 2 river, 3 wet ground.
fn water(sight: &LensInput, cell: Cell) -> Option<u32> {
    let world = &sight.game.world;
    let surface = match world.peoples[0].belief.at(cell) {
        _ if sight.reveal => world.land.surface[cell],
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
