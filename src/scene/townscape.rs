//! The form of settlements: houses along roads, walls, quays, and what is left of ruins.
//!
//! It follows from residents, roads, history and ground as the player's people knows them, so it is always the same and
//! nothing of it is saved. Houses take the cells that are reached most cheaply from the settlement's middle, in that order: more
//! residents add houses and move none. Roads stay free as streets.

use super::pixels::{Form, Pixel, ViewFrame, Visibility, known_ground};
use crate::grid::{Cell, Dir8, Size};
use crate::land::Surface;
use crate::sim::Game;
use crate::world::{AnnalEvent, DAY, PeopleIx, Tier, TownIx, TownKind, World, YEAR_DAYS};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Residents of a house, and the most houses that are drawn.
const RESIDENTS_PER_HOUSE: u32 = 6;
const HOUSES_MAX: u32 = 60;
/// Residents for each quay, and the most quays.
const RESIDENTS_PER_QUAY: u32 = 40;
const QUAYS_MAX: u32 = 6;
/// Robberies in its realm after which a settlement has a palisade.
const ROBBERIES_FOR_PALISADE: u32 = 3;
/// The market is this house, not the nearest: the settlement's sign and name stand there.
const MARKET: (usize, Form) = (4, Form::Market);
/// Between two gates lie at least so many steps.
const GATE_GAP: u32 = 3;
/// The houses nearest to the middle stand within the wall, in percent.
const WALLED_PERCENT: usize = 70;
/// Cost of a straight step along a road, over open ground, and over a field, in tenths.
const STREET_COST: u32 = 10;
const GROUND_COST: u32 = 22;
const FIELD_COST: u32 = 30;
/// How far from its middle a settlement may be changed by the ground, in cells.
const TOWNSCAPE_RADIUS: u16 = 12;
/// Farther away houses are too small to be drawn.
pub(super) const CELLS_PER_PIXEL_MAX: u16 = 6;
/// Time until nothing is left of a ruin, in ticks.
const RUIN_TICKS: u64 = 2 * YEAR_DAYS * DAY;

/// What the form of a settlement follows from, beside the ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TownSite {
    pub(super) cell: Cell,
    pub(super) people: PeopleIx,
    pub(super) houses: u32,
    pub(super) wall: Form,
    pub(super) quays: u32,
    /// Which of its houses are more than that: the nearest number from the middle, and what it is.
    pub(super) special: &'static [(usize, Form)],
    /// How much of a ruin has vanished, in percent; of a living settlement nothing.
    pub(super) decay: Option<u32>,
}

impl TownSite {
    /// A settlement with so many residents.
    pub(super) fn of(
        cell: Cell,
        people: PeopleIx,
        kind: TownKind,
        residents: u32,
        robberies: u32,
    ) -> TownSite {
        let wall = match kind {
            TownKind::City => Form::Wall,
            TownKind::Village | TownKind::Town if robberies >= ROBBERIES_FOR_PALISADE => Form::Palisade,
            _ => Form::None,
        };
        TownSite {
            cell,
            people,
            houses: residents.div_ceil(RESIDENTS_PER_HOUSE).clamp(1, HOUSES_MAX),
            wall,
            quays: (residents / RESIDENTS_PER_QUAY).min(QUAYS_MAX),
            special: match kind {
                TownKind::Ruin | TownKind::Hamlet => &[],
                TownKind::Inn => &[(0, Form::Inn)],
                TownKind::Village => &[MARKET],
                TownKind::Town | TownKind::City => &[MARKET, (7, Form::Inn)],
            },
            decay: None,
        }
    }

    /// What it was known as before the keyframe with this index: as many houses as is usual for that, or what is left of
    /// them at a tick.
    pub(super) fn in_history(world: &World, id: TownIx, kind: TownKind, index: usize, tick: u64) -> TownSite {
        let town = world.town(id);
        if kind != TownKind::Ruin {
            return TownSite::of(town.cell, town.people, kind, usual_residents(kind), 0);
        }
        let (mut largest, mut fell) = (TownKind::Ruin, tick);
        for (since, known) in world.history.kinds_of(id, index) {
            // One that was settled again leaves what it was last.
            largest = if fell < since && known != TownKind::Ruin { known } else { largest.max(known) };
            fell = if known == TownKind::Ruin { since } else { tick };
        }
        let decay = tick.saturating_sub(fell) * 100 / RUIN_TICKS;
        let site = TownSite::of(town.cell, town.people, kind, usual_residents(largest), 0);
        TownSite { decay: Some(decay.min(100) as u32), ..site }
    }
}

/// The name of a place on the map before the keyframe with this index: none of a ruin of which nothing is left.
pub(super) fn name_on_map(world: &World, id: TownIx, kind: TownKind, (index, tick): (usize, u64)) -> String {
    let is_gone = TownSite::in_history(world, id, kind, index, tick).decay == Some(100);
    if is_gone { String::new() } else { world.town(id).name.clone() }
}

/// Residents of a settlement of this kind, of which the history keeps no number.
const fn usual_residents(kind: TownKind) -> u32 {
    match kind {
        TownKind::Ruin | TownKind::Inn => 6,
        TownKind::Hamlet => 18,
        TownKind::Village => 50,
        TownKind::Town => 130,
        TownKind::City => 260,
    }
}

/// What stands around a settlement; `ground` is what is known of a cell.
pub(super) fn forms_of(
    site: &TownSite,
    size: Size,
    ground: impl Fn(Cell) -> Option<(Surface, Tier)>,
) -> Vec<(Cell, Form)> {
    let houses = houses_of(site, size, &ground);
    if let Some(decay) = site.decay {
        let is_left = |cell: &Cell| (u32::from(cell.x) * 37 + u32::from(cell.y) * 59) % 100 >= decay;
        return houses.into_iter().filter(is_left).map(|cell| (cell, Form::Rubble)).collect();
    }
    let special =
        |i: usize| site.special.iter().find(|(at, _)| *at == i).map_or(Form::House, |(_, form)| *form);
    let mut forms: Vec<(Cell, Form)> =
        houses.iter().enumerate().map(|(i, cell)| (*cell, special(i))).collect();
    if site.wall != Form::None {
        forms.extend(wall_of(site, &houses, size, &ground));
    }
    let shores = std::iter::once(&site.cell).chain(&houses).flat_map(|cell| size.neighbours(*cell));
    let is_water = |cell: &Cell| ground(*cell).is_some_and(|(surface, _)| surface.is_sea_or_lake());
    let mut seen = BTreeSet::new();
    let landings = shores.filter(|(dir, _)| !dir.is_diagonal()).map(|(_, cell)| cell);
    let landings = landings.filter(|cell| is_water(cell) && seen.insert(*cell));
    forms.extend(landings.take(site.quays as usize).map(|cell| (cell, Form::Quay)));
    forms
}

/// The wall around the inner houses, with gates where roads pass; a broad road has one.
fn wall_of(
    site: &TownSite,
    houses: &[Cell],
    size: Size,
    ground: &impl Fn(Cell) -> Option<(Surface, Tier)>,
) -> Vec<(Cell, Form)> {
    let mut forms: Vec<(Cell, Form)> = Vec::new();
    for cell in ring_around(site.cell, &houses[..houses.len() * WALLED_PERCENT / 100], size) {
        let Some((surface, tier)) = ground(cell) else { continue };
        let is_gate = |(gate, form): &(Cell, Form)| *form == Form::Gate && gate.chebyshev(cell) < GATE_GAP;
        if tier.is_road() {
            if !forms.iter().any(is_gate) {
                forms.push((cell, Form::Gate));
            }
        } else if is_buildable(surface) && !houses.contains(&cell) {
            forms.push((cell, site.wall));
        }
    }
    forms
}

/// The cells of houses, the nearest to the middle first.
fn houses_of(site: &TownSite, size: Size, ground: &impl Fn(Cell) -> Option<(Surface, Tier)>) -> Vec<Cell> {
    let mut houses = Vec::new();
    let (mut seen, mut open) = (BTreeSet::new(), BinaryHeap::from([Reverse((0, site.cell))]));
    while let Some(Reverse((cost, cell))) = open.pop() {
        if houses.len() >= site.houses as usize {
            break;
        }
        if !seen.insert(cell) || cell.chebyshev(site.cell) >= u32::from(TOWNSCAPE_RADIUS) {
            continue;
        }
        let is_street = ground(cell).is_some_and(|(_, tier)| tier.is_road()) || cell == site.cell;
        if !is_street {
            // Some ground between houses stays open: a yard.
            let is_house = |dir: Dir8| size.step(cell, dir).is_some_and(|next| houses.contains(&next));
            let sides = [Dir8::North, Dir8::East, Dir8::South, Dir8::West];
            if sides.into_iter().filter(|side| is_house(*side)).count() < 3 {
                houses.push(cell);
            }
        }
        for (dir, next) in size.neighbours(cell) {
            let Some((surface, tier)) = ground(next) else { continue };
            let step = match surface {
                _ if tier.is_road() => STREET_COST,
                Surface::Field => FIELD_COST,
                _ if is_buildable(surface) => GROUND_COST,
                _ => continue,
            };
            open.push(Reverse((cost + step * if dir.is_diagonal() { 14 } else { 10 } / 10, next)));
        }
    }
    houses
}

/// Whether houses can stand on this ground.
fn is_buildable(surface: Surface) -> bool {
    let is_firm = matches!(surface, Surface::Sand | Surface::Meadow | Surface::Grass | Surface::Hill);
    is_firm || matches!(surface, Surface::Forest | Surface::DeepWood | Surface::Field | Surface::Burnt)
}

/// The cells two steps from the middle and these houses.
fn ring_around(middle: Cell, houses: &[Cell], size: Size) -> BTreeSet<Cell> {
    let within = |steps: u16| {
        let cells = std::iter::once(&middle).chain(houses).flat_map(move |cell| size.square(*cell, steps));
        cells.collect::<BTreeSet<Cell>>()
    };
    let (inside, all) = (within(1), within(2));
    all.difference(&inside).copied().collect()
}

/// The forms of the settlements that the player's people knows, cached until residents or ground change.
#[derive(Debug, Default)]
pub(super) struct Townscapes(BTreeMap<TownIx, CachedForms>);

/// Forms, and what they were made of: the site and a mark of the ground.
type CachedForms = (TownSite, u64, Vec<(Cell, Form)>);

impl Townscapes {
    /// Draws what stands around the settlements in a view into its pixels.
    pub(super) fn draw(&mut self, game: &Game, reveal: bool, pixels: &mut [Pixel], frame: &ViewFrame) {
        if frame.cells_per_pixel() > CELLS_PER_PIXEL_MAX {
            return;
        }
        let size = game.world.size();
        let ground = |cell: Cell| known_ground(game, reveal, cell);
        let mut chart = FormChart::new(pixels, frame);
        for id in game.world.people(PeopleIx::PLAYER).sightings.keys() {
            let middle = game.world.town(*id).cell;
            if !size.square(middle, TOWNSCAPE_RADIUS).step_by(5).any(|cell| frame.shows(cell)) {
                continue;
            }
            let site = site_of(game, *id);
            let mark = size.square(middle, TOWNSCAPE_RADIUS).fold(0u64, |mark, cell| {
                let seen = ground(cell).map_or(0, |(surface, tier)| 1 + surface as u64 * 8 + tier as u64);
                (mark ^ seen).wrapping_mul(0x0100_0000_01b3)
            });
            if self.0.get(id).is_none_or(|(before, marked, _)| (before, marked) != (&site, &mark)) {
                let forms = forms_of(&site, size, ground);
                self.0.insert(*id, (site, mark, forms));
            }
            if let Some((site, _, forms)) = self.0.get(id) {
                chart.add(site.people, forms);
            }
        }
        chart.finish();
    }
}

/// What the form of a settlement follows from, as far as the player's people knows.
fn site_of(game: &Game, id: TownIx) -> TownSite {
    let (world, us) = (&game.world, game.world.people(PeopleIx::PLAYER));
    let town = world.town(id);
    let seen = us.sightings.get(&id);
    let is_visible = game.derived.visible[PeopleIx::PLAYER][town.cell] > 0;
    let residents = seen.map_or(0, |seen| if is_visible { town.residents } else { seen.residents });
    let kind = seen.map_or(TownKind::Ruin, |seen| seen.kind);
    if kind == TownKind::Ruin {
        return TownSite::in_history(world, id, kind, world.history.frames.len(), world.tick);
    }
    let annals = us.annals.get(&id).map_or(&[][..], |annals| annals);
    let robberies =
        annals.iter().map(|annal| if let AnnalEvent::Robbed(count) = annal.what { count } else { 0 });
    TownSite::of(town.cell, town.people, kind, residents, robberies.sum())
}

/// Forms as they come onto the pixels of a view. Zoomed out, a pixel shows houses or rubble where they take a quarter of it.
pub(super) struct FormChart<'a> {
    pixels: &'a mut [Pixel],
    frame: &'a ViewFrame,
    /// Rubble and houses on each pixel.
    houses: BTreeMap<(usize, bool), (u32, PeopleIx)>,
}

impl<'a> FormChart<'a> {
    pub(super) fn new(pixels: &'a mut [Pixel], frame: &'a ViewFrame) -> FormChart<'a> {
        FormChart { pixels, frame, houses: BTreeMap::new() }
    }

    /// Adds what stands around a settlement of this people.
    pub(super) fn add(&mut self, people: PeopleIx, forms: &[(Cell, Form)]) {
        for (cell, form) in forms {
            let Some(index) = self.frame.index_of(*cell) else { continue };
            if !self.frame.is_far() {
                let pixel = &mut self.pixels[index];
                if pixel.visibility > Visibility::Unseen {
                    (pixel.form, pixel.realm) = (*form, Some(people));
                }
            } else if matches!(form, Form::Rubble | Form::House | Form::Market | Form::Inn) {
                self.houses.entry((index, *form != Form::Rubble)).or_insert((0, people)).0 += 1;
            }
        }
    }

    /// Draws the houses of a view from afar.
    pub(super) fn finish(self) {
        let cells = u32::from(self.frame.cells_per_pixel()).pow(2);
        for ((index, stands), (count, people)) in self.houses {
            let pixel = &mut self.pixels[index];
            if count * 4 >= cells && pixel.visibility > Visibility::Unseen {
                let form = if stands { Form::House } else { Form::Rubble };
                (pixel.form, pixel.realm, pixel.is_rim) = (form, Some(people), false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    /// What stands on a land of `#` roads, `.` grass, `~` lake, around its middle `O`.
    fn drawn(map: &[&str], residents: u32, kind: TownKind, decay: Option<u32>) -> Vec<String> {
        let size = Size::new(map[0].len() as u16, map.len() as u16);
        let glyph = |cell: Cell| map[usize::from(cell.y)].as_bytes()[usize::from(cell.x)] as char;
        let ground = |cell: Cell| match glyph(cell) {
            '~' => Some((Surface::ShallowWater, Tier::None)),
            '#' => Some((Surface::Grass, Tier::Dirt)),
            _ => Some((Surface::Grass, Tier::None)),
        };
        let middle = size.cells().find(|cell| glyph(*cell) == 'O').unwrap();
        let site = TownSite { decay, ..TownSite::of(middle, PeopleIx::PLAYER, kind, residents, 0) };
        let forms = forms_of(&site, size, ground);
        let shown = |cell: Cell| match forms.iter().find(|(at, _)| *at == cell).map(|(_, form)| form) {
            Some(Form::House) => 'h',
            Some(Form::Wall) => 'w',
            Some(Form::Quay) => 'q',
            Some(Form::Gate) => 'g',
            Some(Form::Market) => 'm',
            Some(Form::Inn) => 'i',
            Some(Form::Rubble) => 'r',
            Some(_) => '?',
            None => glyph(cell),
        };
        let row = |y| (0..size.width).map(|x| shown(Cell::new(x, y))).collect();
        (0..size.height).map(row).collect()
    }

    const VALLEY: [&str; 9] = [
        "......#........",
        "......#........",
        "......#........",
        "......#........",
        "######O########",
        "...............",
        "...............",
        "~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~",
    ];

    #[test]
    #[expect(clippy::needless_raw_string_hashes, reason = "so expect-test writes maps")]
    fn houses_line_the_roads_and_a_city_has_walls_gates_and_quays() {
        expect![[r#"
            ......#........
            ......#........
            ......#........
            ....hh#h.......
            ######O########
            ....hhhm.......
            ...............
            ~~~~~~~~~~~~~~~
            ~~~~~~~~~~~~~~~"#]]
        .assert_eq(&drawn(&VALLEY, 42, TownKind::Village, None).join("\n"));
        expect![[r#"
            ...w.h#h.w.....
            .www.h#h.www...
            .w..hi#hh..w...
            .whhhh#hhh.w...
            #g####O####g###
            .whhhhhmhh.w...
            .w..hhhh...w...
            ~~~~qqqq~~~~~~~
            ~~~~~~~~~~~~~~~"#]]
        .assert_eq(&drawn(&VALLEY, 160, TownKind::City, None).join("\n"));
    }

    #[test]
    fn a_ruin_is_the_rubble_of_its_houses_and_thins() {
        let marks = |rows: Vec<String>, mark: char| {
            let all = rows.concat();
            all.char_indices().filter(|(_, glyph)| *glyph == mark).map(|(i, _)| i).collect::<BTreeSet<_>>()
        };
        let rubble = |decay| marks(drawn(&VALLEY, 130, TownKind::Ruin, Some(decay)), 'r');
        assert_eq!(rubble(0), marks(drawn(&VALLEY, 130, TownKind::Hamlet, None), 'h'));
        let left: Vec<_> = (0..=100).step_by(10).map(rubble).collect();
        assert!(left.windows(2).all(|two| two[0].is_superset(&two[1])));
        let half = left[5].len() * 100 / left[0].len();
        assert!((30..=70).contains(&half) && left[10].is_empty(), "{half} % is left after half the time");
    }

    #[test]
    fn more_residents_add_houses_and_move_none() {
        let houses = |residents| {
            let rows = drawn(&VALLEY, residents, TownKind::Village, None).concat();
            rows.char_indices().filter(|(_, glyph)| *glyph == 'h').map(|(i, _)| i).collect::<BTreeSet<_>>()
        };
        let mut before = BTreeSet::new();
        for residents in (6..=240).step_by(6) {
            let now = houses(residents);
            assert!(before.is_subset(&now) && now.len() >= before.len(), "{residents}");
            assert!(now.len() <= residents as usize / 6);
            before = now;
        }
        assert!(before.len() > 30, "{}", before.len());
    }
}
