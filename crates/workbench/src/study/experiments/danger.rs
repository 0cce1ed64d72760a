//! Ambush, influence and fear: T36, T37, T38.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use super::ground::{bare, count_passings, drawn, meadow, paved, play, random_places, revealed};
use crate::grid::{Cell, Size};
use crate::land::SimRng;
use crate::plan::RoadVisibility;
use crate::sim::Game;
use crate::study::judge::{found, share};
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world::{self, Belief, DAY, InfluenceLayer, PeopleIx, Tier};
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T36",
        claim: "No traveller sees an ambush site from where it is reported; the fewer steps ahead one looks, the farther \
                one sees and the flatter the land, the fewer sites there are.",
        kind: Evidence::Exact,
        band: "100 % of sites hidden; sites of all lands never more for fewer steps or farther sight; none on a plain",
        test: Test::Experiment(ambushes),
    },
    Prediction {
        id: "T37",
        claim: "Influence comes to rest at source · exp(-decay · distance); momentum changes only how long that takes.",
        kind: Evidence::Exact,
        band: "every block within 2 %, the same for every momentum, slower the more of it",
        test: Test::Experiment(influence),
    },
    Prediction {
        id: "T38",
        claim: "After enough raids at a pass travellers go round it, and come back when the fear has faded.",
        kind: Evidence::Directional,
        band: "< 20 % of traffic once fear costs more than the detour, > 80 % when it no longer does",
        test: Test::Experiment(fear),
    },
];

/// The farthest look ahead, in steps along the road.
const AHEAD_MAX: u16 = 8;
/// Radius of vision in cells: of the kinds with the least, with the most, and one between.
const VISION_RADII: [u16; 3] = [6, 7, 9];

/// A fully known land of noise, with paths where a porter would walk between some places.
fn with_paths(seed: u64) -> Option<Game> {
    let game = revealed(bare(seed, Size::new(80, 80))?);
    let ends = random_places(&game, 5, &mut SimRng::new(seed, 36));
    let planner = game.planner(PeopleIx::PLAYER, world::Kind::Porter, &[]);
    let paths: Vec<Cell> = ends.windows(2).flat_map(|two| planner.path(two[0], two[1]).cells).collect();
    Some(paved(game, &paths, Tier::Path, 0))
}

/// Among pairs of road cells this many steps apart along the road: how many are hidden from each other, and how many
/// there are.
fn hidden_pairs(outlook: &RoadVisibility, roads: &[Cell], ahead: u16) -> (usize, usize) {
    let pairs = roads.iter().map(|from| outlook.road_cells_at(*from, ahead).len()).sum();
    (outlook.ambush_sites(roads.iter().copied(), ahead).len(), pairs)
}

/// How many sites lie exactly this many steps ahead and are hidden from every kind of unit from both ends, and how
/// many there are.
fn sound_sites(game: &mut Game, ahead: u16) -> (usize, usize) {
    let belief = game.world.people(PeopleIx::PLAYER).belief.clone();
    let sites = {
        let outlook = RoadVisibility { belief: &belief, heights: &game.world.land.height };
        let sites = outlook.ambush_sites(game.world.size().cells(), ahead);
        sites
            .into_iter()
            .filter(|site| outlook.road_cells_at(site.from, ahead).contains(&site.at))
            .collect::<Vec<_>>()
    };
    let unseen = |from: Cell, at: Cell, game: &mut Game| {
        !game.derived.field_of_view(&game.world, from, 2 * AHEAD_MAX).contains(at)
    };
    let sound =
        sites.iter().filter(|site| unseen(site.from, site.at, game) && unseen(site.at, site.from, game));
    (sound.count(), sites.len())
}

/// Pairs of road cells this many steps apart that do not see each other with this radius of vision.
fn out_of_sight(game: &mut Game, ahead: u16, sight: u16) -> usize {
    let belief = game.world.people(PeopleIx::PLAYER).belief.clone();
    let outlook = RoadVisibility { belief: &belief, heights: &game.world.land.height.clone() };
    let roads: Vec<Cell> = game.world.size().cells().filter(|cell| outlook.is_road(*cell)).collect();
    let unseen = roads.into_iter().map(|from| {
        let seen = game.derived.field_of_view(&game.world, from, sight);
        outlook.road_cells_at(from, ahead).into_iter().filter(|at| !seen.contains(*at)).count()
    });
    unseen.sum()
}

fn ambushes(seeds: RangeInclusive<u64>) -> Finding {
    let (mut sound, mut sites, mut lands, mut ordered) = (0, 0, 0, 0);
    let mut counts = [0; AHEAD_MAX as usize];
    let mut pairs = counts;
    let mut unseen = [0; VISION_RADII.len()];
    for mut game in seeds.take(10).filter_map(with_paths) {
        lands += 1;
        let belief = game.world.people(PeopleIx::PLAYER).belief.clone();
        let heights = game.world.land.height.clone();
        let outlook = RoadVisibility { belief: &belief, heights: &heights };
        let roads: Vec<Cell> = game.world.size().cells().filter(|cell| outlook.is_road(*cell)).collect();
        let here: Vec<(usize, usize)> =
            (1..=AHEAD_MAX).map(|ahead| hidden_pairs(&outlook, &roads, ahead)).collect();
        for (i, (count, all)) in here.iter().enumerate() {
            counts[i] += count;
            pairs[i] += all;
        }
        ordered += usize::from(here.windows(2).all(|two| two[0].0 <= two[1].0));
        for ahead in 2..=AHEAD_MAX {
            let (kept, all) = sound_sites(&mut game, ahead);
            sound += kept;
            sites += all;
        }
        for (i, sight) in VISION_RADII.into_iter().enumerate() {
            unseen[i] += out_of_sight(&mut game, AHEAD_MAX, sight);
        }
    }
    let road: Vec<Cell> = (0..40).map(|x| Cell::new(x, 4)).collect();
    let plain = paved(drawn(&meadow(40, 9), false, ""), &road, Tier::Path, 0);
    let outlook = RoadVisibility {
        belief: &plain.world.people(PeopleIx::PLAYER).belief,
        heights: &plain.world.land.height,
    };
    let on_plain = outlook.ambush_sites(road.into_iter(), AHEAD_MAX).len();
    let shares: Vec<String> = (0..counts.len()).map(|i| format!("{}/{}", counts[i], pairs[i])).collect();
    let measured = format!(
        "{sound} of {sites} sites hidden from eyes at either end; hidden of all pairs by steps ahead {} (never fewer farther on \
         in {ordered} of {lands} lands by themselves); out of sight of eyes that see {VISION_RADII:?} cells: {unseen:?}; {on_plain} on \
         a plain",
        shares.join(" ")
    );
    let values = [("sound", share(sound, sites)), ("ordered lands", share(ordered, lands))];
    let is_ordered = counts.is_sorted() && unseen.is_sorted_by(|a, b| a >= b);
    found(measured, &values, sites, Some(sound == sites && sites > 0 && is_ordered && on_plain == 0))
}

/// What is left of influence one block farther away, by the game's rules: exp(-0.35).
const DECAY: f64 = 0.35;
/// Influence of strength 1 on its own block, and the level below which it is too small for a tolerance of two
/// percent.
const ONE: f64 = 65_536.0;
const LITTLE: f64 = ONE / 16.0;

/// Rounds until a single source has settled, and by how much the worst block then deviates from the law.
fn settle_influence(size: Size, mood: InfluenceLayer, source: Cell, strength: u32) -> (usize, f64, Vec<u32>) {
    let mut belief = Belief::new(size);
    let (columns, rows) = belief.influence().blocks();
    let blocks = belief.influence().clone();
    let block = |cell: Cell| {
        let at = blocks.block_of(cell);
        (at % usize::from(columns), at / usize::from(columns))
    };
    let (column, row_of_source) = block(source);
    let mut rounds = 0;
    loop {
        let before = belief.influence().clone();
        for row in 0..rows {
            let mut stamps: [Vec<u32>; 3] = std::array::from_fn(|_| vec![0; usize::from(columns)]);
            if usize::from(row) == row_of_source {
                stamps[mood as usize][column] = strength;
            }
            belief.advance_influence(row, &stamps, 0);
        }
        if *belief.influence() == before {
            break;
        }
        rounds += 1;
    }
    let values: Vec<u32> = size.cells().map(|cell| belief.influence().at(mood, cell)).collect();
    let error = |(cell, value): (Cell, &u32)| {
        let (x, y) = block(cell);
        let (dx, dy) = (x.abs_diff(column) as f64, y.abs_diff(row_of_source) as f64);
        let distance = dx.max(dy) + (2_f64.sqrt() - 1.0) * dx.min(dy);
        let log = (f64::from(strength) * ONE).ln() - DECAY * distance;
        if log < LITTLE.ln() { 0.0 } else { (f64::from((*value).max(1)).ln() - log).abs() }
    };
    let worst = size.cells().zip(&values).map(error).fold(0.0, f64::max);
    (rounds, worst, values)
}

fn influence(seeds: RangeInclusive<u64>) -> Finding {
    let size = Size::new(128, 96);
    // From the least momentum to the most.
    let moods = [InfluenceLayer::Friends, InfluenceLayer::Threat, InfluenceLayer::Quarry];
    let (mut worst, mut off, mut sources, mut in_order) = (0.0_f64, 0.0_f64, 0, 0);
    let mut rounds = [0; 3];
    for seed in seeds.take(10) {
        let mut rng = SimRng::new(seed, 37);
        let source = Cell::new(rng.below(128) as u16, rng.below(96) as u16);
        let strength = 1 + rng.below(64);
        let rests = moods.map(|mood| settle_influence(size, mood, source, strength));
        for (i, (took, error, values)) in rests.iter().enumerate() {
            rounds[i] += took;
            worst = worst.max(*error);
            let apart = |(a, b): (&u32, &u32)| {
                if *a < LITTLE as u32 { 0.0 } else { (f64::from(*b) / f64::from(*a) - 1.0).abs() }
            };
            off = off.max(rests[0].2.iter().zip(values).map(apart).fold(0.0, f64::max));
        }
        sources += 1;
        in_order += usize::from(rests.is_sorted_by(|a, b| a.0 <= b.0));
    }
    let measured = format!(
        "{sources} sources rest within {:.2} % of the law, momentums within {:.2} % of each other, after {:?} rounds on average \
         at 25, 50 and 98 % momentum",
        worst * 100.0,
        off * 100.0,
        rounds.map(|rounds| rounds / sources.max(1))
    );
    let pass = worst <= 0.02 && off <= 0.02 && in_order == sources && sources > 0;
    found(measured, &[("worst", worst), ("momentum", off)], sources * moods.len(), Some(pass))
}

/// What one robbery adds to the fear of a place, in millisteps, by the game's rules.
const ROBBERY: u32 = 2000;
/// The row between the near gap and the far one.
const MIDDLE: u16 = 26;

/// Two hamlets with three porters each on either side of a wall with a near gap and a far one.
fn two_gaps() -> Game {
    let mut rows = meadow(49, 56);
    for (y, row) in rows.iter_mut().enumerate() {
        let gate = (12..=14).contains(&y) || (44..=46).contains(&y);
        row.replace_range(24..25, if gate { "." } else { "#" });
    }
    let mut more = String::new();
    for (good, x) in [("grain", 6), ("stone", 42)] {
        let _ = write!(more, "[[site]]\ngood = \"{good}\"\nat = [{x}, 16]\n");
        let _ = write!(more, "[[town]]\nkind = \"hamlet\"\nat = [{x}, 16]\n");
        more.push_str(&format!("[[unit]]\nkind = \"porter\"\nat = [{x}, 16]\n").repeat(3));
    }
    drawn(&rows, false, &more)
}

/// The share of the units crossing the wall in this many days that take the near gap; `None` if none crosses.
fn near_share(game: &mut Game, days: u64) -> Option<f64> {
    let (near, far) = count_passings(game, days, 24, MIDDLE - 1);
    (near + far > 0).then(|| share(near, near + far))
}

/// Whether a porter would take the far gap now.
fn goes_round(game: &Game) -> bool {
    let path =
        game.planner(PeopleIx::PLAYER, world::Kind::Porter, &[]).path(Cell::new(6, 16), Cell::new(42, 16));
    path.cells.iter().any(|cell| cell.x == 24 && cell.y > MIDDLE)
}

fn fear(_seeds: RangeInclusive<u64>) -> Finding {
    let mut game = two_gaps();
    let before = near_share(&mut game, 10).unwrap_or(0.0);
    let (mut told, mut kept, mut held, mut returned) = (Vec::new(), 0, 0, 0);
    for raids in [1, 3, 6, 12] {
        let mut game = Game { world: game.world.clone(), derived: game.derived.clone() };
        let mut rng = SimRng::new(raids, 38);
        for _ in 0..raids {
            let at = Cell::new(18 + rng.below(13) as u16, 13);
            game.world.peoples[PeopleIx::PLAYER].belief.add_fear(at, ROBBERY);
        }
        // Units that are on their way already still come through.
        play(&mut game, 3 * DAY, |_| false);
        let round = goes_round(&game);
        let during = near_share(&mut game, 8).unwrap_or(1.0);
        let still = goes_round(&game);
        let came_back =
            play(&mut game, 60 * DAY, |game| game.world.tick.is_multiple_of(DAY) && !goes_round(game));
        let days = game.world.day() - 10;
        // Porters take the path that they know for as long.
        play(&mut game, 12 * DAY, |_| false);
        let after = near_share(&mut game, 8).unwrap_or(0.0);
        if round && still {
            held += 1;
            kept += usize::from(during < 0.2);
            returned += usize::from(came_back && after > 0.8);
        }
        told.push(format!(
            "{raids} raids: {:.0} % and {:.0} % after {days} days",
            during * 100.0,
            after * 100.0
        ));
    }
    let measured = format!("{:.0} % through the near gate at first; {}", before * 100.0, told.join("; "));
    let values =
        [("before", before), ("went round", share(kept, held)), ("came back", share(returned, held))];
    let pass = before > 0.8 && kept == held && returned == held;
    found(measured, &values, held, (held > 0).then_some(pass))
}
