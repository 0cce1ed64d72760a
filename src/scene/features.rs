//! What a far view names and warns of beside settlements: rivers, heights, and feared places.
//!
//! Only what the people knows of them is shown. Where names stand does not live here; that is the screen's.

use super::pixels::{ViewFrame, known_ground};
use super::{Feature, Landmarks};
use crate::grid::Cell;
use crate::land::{FeatureKind, Surface};
use crate::sim::Game;
use crate::world::{FEAR_MAX, PeopleIx};
use std::cmp::Reverse;

/// Fear at its centre from which a place is marked, in milli-steps.
const MARKED_FEAR_MIN: u32 = FEAR_MAX / 4;
/// Marked places of a view, at most.
const MARKED_MAX: usize = 5;
/// Distance between two marked places, in pixels.
const MARKED_GAP: u16 = 8;

/// Names and dangers, which are marked when zoomed out.
pub(super) fn far_landmarks(game: &Game, frame: &ViewFrame, reveal: bool) -> Landmarks {
    let features = feature_markers(game, frame, |cell| Some(known_ground(game, reveal, cell)?.0));
    Landmarks { features, dangers: danger_markers(game, frame), ..Landmarks::default() }
}

/// The named rivers and peaks that a view shows; `ground` is what is known of a cell.
pub(super) fn feature_markers(
    game: &Game,
    frame: &ViewFrame,
    ground: impl Fn(Cell) -> Option<Surface>,
) -> Vec<Feature> {
    if !frame.is_far() {
        return Vec::new();
    }
    let is_known = |kind: FeatureKind, cell: Cell| {
        let is_water = |surface| matches!(surface, Surface::River | Surface::ShallowWater);
        ground(cell).is_some_and(|surface| kind != FeatureKind::River || is_water(surface))
    };
    let named = game.world.land.features.iter().filter(|feature| feature.kind != FeatureKind::Pass);
    let shown = named.map(|feature| {
        let cells = feature.cells.iter().copied();
        let cells = cells.filter(|cell| frame.shows(*cell) && is_known(feature.kind, *cell));
        Feature { kind: feature.kind, name: feature.name.clone(), cells: cells.collect() }
    });
    shown.filter(|marker| !marker.cells.is_empty()).collect()
}

/// The places that the player's people fears most, apart from each other.
fn danger_markers(game: &Game, frame: &ViewFrame) -> Vec<Cell> {
    if !frame.is_far() {
        return Vec::new();
    }
    let feared = game.world.people(PeopleIx::PLAYER).belief.feared_places();
    let mut feared: Vec<(Cell, u32)> =
        feared.filter(|(cell, fear)| *fear >= MARKED_FEAR_MIN && frame.shows(*cell)).collect();
    feared.sort_by_key(|(cell, fear)| (Reverse(*fear), *cell));
    let gap = u32::from(MARKED_GAP * frame.cells_per_pixel());
    let mut marked: Vec<Cell> = Vec::new();
    for (cell, _) in feared {
        if marked.len() < MARKED_MAX && marked.iter().all(|other| other.chebyshev(cell) >= gap) {
            marked.push(cell);
        }
    }
    marked
}
