//! Refraction at borders of ground (Rowe & Richbourg 1990), by Snell's law.
//!
//! The idea: where a line crosses from one ground to another, the cheapest line bends as light does: the sines of the
//! angles to the normal are as the inverse of the prices. So search over regions of one price first; then let each
//! crossing slide along its border to the point where the law holds, until none moves any more.
//! Promise: some line; between two grounds of one price each the cheapest to the cell. Needs: eight neighbours with
//! both corners free, and preparation whenever a price changes.
//! Units: milli-steps, lines over several prices rounded up. Ties: the total order; of equal crossings the first.
//! Cost: a few regions instead of many cells; per crossing a binary search along its border, a few times.
//! Differs from the paper in that borders run along cells, that crossings are cells, and that regions are rectangles.

use super::super::any_angle::ThetaStar;
use super::super::{Algorithm, Drawing, Observer, Step};
use super::mesh_search::{MeshNodes, MeshSearch};
use crate::graph::shapes::MeshPortal;
use crate::graph::{Cost, NodeId, Rectangles, Terrain};
use crate::grid::Cell;

/// A search over regions whose lines are refracted at borders.
#[derive(Clone, Debug)]
pub struct Refraction<'a> {
    terrain: &'a Terrain,
    mesh: MeshSearch<'a>,
}

/// A crossing of a border: a portal, passed from a region, at a cell counted from its first.
#[derive(Clone, Copy, Debug)]
struct BorderCrossing<'a> {
    portal: &'a MeshPortal,
    from: u32,
    at: u16,
}

impl BorderCrossing<'_> {
    /// Largest number of a cell.
    fn last(&self) -> u16 {
        let [first, last] = self.portal.near;
        (last.x - first.x).max(last.y - first.y)
    }

    /// The cells before and behind the border, for a crossing at this number.
    fn cells(&self, at: u16) -> [Cell; 2] {
        [self.from, self.portal.other_side(self.from)].map(|side| {
            let [first, last] = self.portal.ends_in(side);
            Cell::new(first.x + at.min(last.x - first.x), first.y + at.min(last.y - first.y))
        })
    }

    /// The number at which a line from a cell before to one behind is cheapest: where the law of refraction holds. The
    /// cost falls up to there, and rises from there on.
    fn refracted(&self, terrain: &Terrain, before: Cell, behind: Cell) -> u16 {
        let cost = |at: u16| -> Cost {
            let [near, far] = self.cells(at);
            let line = [before, near, far, behind].map(|cell| terrain.node(cell));
            line.windows(2).map(|two| ThetaStar::line_cost(terrain, two[0], two[1])).sum()
        };
        let (mut low, mut high) = (0, self.last());
        while low < high {
            let middle = low.midpoint(high);
            if cost(middle + 1) < cost(middle) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

impl<'a> Refraction<'a> {
    /// Divides a terrain into regions of one price.
    pub fn new(terrain: &'a Terrain) -> Self {
        let regions = Rectangles::largest_first(terrain);
        Self { terrain, mesh: MeshSearch::new(terrain, regions, MeshNodes::Middles) }
    }

    /// The crossings of a path through these regions, each in the middle of its border.
    fn crossings(&self, regions: &[u32]) -> Vec<BorderCrossing<'_>> {
        let between =
            |two: &[u32]| self.mesh.mesh().portal_between(two[0], two[1]).map(|portal| (portal, two[0]));
        let crossings = regions.windows(2).filter_map(between);
        let placed = crossings.map(|(portal, from)| BorderCrossing { portal, from, at: 0 });
        placed.map(|crossing| BorderCrossing { at: crossing.last() / 2, ..crossing }).collect()
    }

    /// Lets the crossings slide until none moves.
    fn refract(&self, crossings: &mut [BorderCrossing<'_>], start: Cell, goal: Cell) {
        // Each pass makes the line cheaper; far more passes than crossings are never needed.
        for _ in 0..4 * crossings.len() + 4 {
            let mut has_moved = false;
            for i in 0..crossings.len() {
                let before = i.checked_sub(1).map_or(start, |i| crossings[i].cells(crossings[i].at)[1]);
                let behind = crossings.get(i + 1).map_or(goal, |next| next.cells(next.at)[0]);
                let at = crossings[i].refracted(self.terrain, before, behind);
                has_moved |= at != crossings[i].at;
                crossings[i].at = at;
            }
            if !has_moved {
                return;
            }
        }
    }
}

impl Algorithm for Refraction<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.mesh.begin(start, goal);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.mesh.step(observer)
    }

    fn path(&self) -> Vec<NodeId> {
        let line = self.mesh.path();
        let [start, .., goal] = line[..] else { return line };
        let mut crossings = self.crossings(&self.mesh.regions());
        self.refract(&mut crossings, self.terrain.cell(start), self.terrain.cell(goal));
        let cells = crossings.iter().flat_map(|crossing| crossing.cells(crossing.at));
        let turns = cells.map(|cell| self.terrain.node(cell));
        let mut path: Vec<NodeId> = [start].into_iter().chain(turns).chain([goal]).collect();
        path.dedup();
        path
    }

    fn prepared_bytes(&self) -> usize {
        self.mesh.prepared_bytes()
    }

    fn drawing(&self) -> Drawing {
        self.mesh.drawing()
    }
}
