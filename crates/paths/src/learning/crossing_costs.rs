//! A learned cost of crossing ground, from what crossings took (after Patel, "AI techniques": neural networks).
//!
//! The idea: what ground costs depends on things that vary from game to game, such as how many foes are about and how
//! deep the wood is. Nothing but the whole time of a crossing is ever measured. Since that time is a sum over cells,
//! the sums of the cells' features are the features of the crossing, and one fit of least squares gives a price for
//! ground that was never crossed.
//! Promise: none about the first crossings; prices are whole and at least [`PRICE_MIN`], so that searches stay valid.
//! Needs: features that a traveller can see before it goes, and crossings of different ground: one route alone cannot say
//! which of its features is dear.
//! Units: milli-steps. Ties: none. Cost: a product per feature and crossing; a prediction per cell for a map.
//! Differs from the source in a linear model instead of a net: what one weight means can be read.

use super::least_squares::{LinearModel, Sample};
use crate::graph::{Moves, NodeId, Terrain};
use crate::grid::{Cell, DIAGONAL, STRAIGHT, Size};

/// The least price that is ever predicted, in milli-steps.
pub const PRICE_MIN: u16 = 100;
/// Features are counted in this part of a straight step, so that diagonal steps are exact.
const STEP: i64 = STRAIGHT as i64;
/// Percent of an error that one crossing removes.
const RATE: u8 = 80;

/// What each cell of a map looks like: features of ground, or `None` for a wall.
pub type GroundFeatures = Vec<Option<Vec<i64>>>;

/// Prices of ground, learned from crossings.
#[derive(Clone, Debug)]
pub struct CrossingCosts {
    model: LinearModel,
}

impl CrossingCosts {
    /// Begins with these prices for a unit of each feature, in milli-steps.
    pub fn new(prices: &[i64]) -> CrossingCosts {
        CrossingCosts { model: LinearModel::new(prices) }
    }

    /// The price now believed of a unit of this feature, in milli-steps.
    pub fn price_of_feature(&self, feature: usize) -> i64 {
        self.model.weight(feature)
    }

    /// The price of a cell with these features.
    pub fn price(&self, features: &[i64]) -> u16 {
        self.model.predict(features).clamp(PRICE_MIN.into(), u16::MAX.into()) as u16
    }

    /// The map as it is believed to cost; `None` if it has no cells.
    pub fn terrain(&self, size: Size, ground: &GroundFeatures, moves: Moves) -> Option<Terrain> {
        let price = |cell: &Option<Vec<i64>>| cell.as_ref().map_or(0, |features| self.price(features));
        Terrain::new(size, ground.iter().map(price).collect(), moves)
    }

    /// What crossing these cells is expected to take, in milli-steps.
    pub fn expected(&self, size: Size, ground: &GroundFeatures, path: &[NodeId]) -> i64 {
        self.model.predict(&crossing_features(size, ground, path)).div_euclid(STEP)
    }

    /// Learns from a crossing of these cells that took so long, in milli-steps.
    pub fn learn(&mut self, size: Size, ground: &GroundFeatures, path: &[NodeId], took: i64) {
        let features = crossing_features(size, ground, path);
        self.model.observe(&Sample { features, value: took * STEP }, RATE);
    }
}

/// Sums of the features of the cells that are entered, each times the length of its step.
fn crossing_features(size: Size, ground: &GroundFeatures, path: &[NodeId]) -> Vec<i64> {
    let mut sums = Vec::new();
    for step in path.windows(2) {
        let [from, to] = [0, 1].map(|end| size.cell(step[end] as usize));
        let Some(features) = &ground[step[1] as usize] else { continue };
        sums.resize(features.len(), 0);
        for (sum, feature) in sums.iter_mut().zip(features) {
            *sum += feature * step_length(from, to);
        }
    }
    sums
}

fn step_length(from: Cell, to: Cell) -> i64 {
    if from.x != to.x && from.y != to.y { DIAGONAL.into() } else { STRAIGHT.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Corner;
    use crate::learning::dice::Dice;
    use crate::search::{Algorithm, NoObserver, Step, field::DistanceField};

    fn path(terrain: &Terrain, start: NodeId, goal: NodeId) -> Vec<NodeId> {
        let mut field = DistanceField::new(terrain);
        field.begin(start, goal);
        while field.step(&mut NoObserver) == Step::Working {}
        field.path()
    }

    #[test]
    fn the_error_falls_and_the_route_shifts() {
        // A plain with a wood in the middle that is thought free and costs four more steps a cell.
        let size = Size::new(9, 7);
        let is_wood = |cell: Cell| (3..6).contains(&cell.x) && (1..7).contains(&cell.y);
        let ground: GroundFeatures =
            size.cells().map(|cell| Some(vec![1, i64::from(is_wood(cell))])).collect();
        let moves = Moves::Eight(Corner::BothFree);
        let prices = size.cells().map(|cell| if is_wood(cell) { 5000 } else { 1000 }).collect();
        let truth = Terrain::new(size, prices, moves).unwrap();
        let [start, goal, left, right] =
            [(0, 4), (8, 4), (0, 0), (8, 0)].map(|(x, y)| truth.node(Cell::new(x, y)));
        let (mut learned, mut dice) = (CrossingCosts::new(&[1000, 0]), Dice::new(1));
        let (mut errors, mut woods) = (Vec::new(), Vec::new());
        for (start, goal) in [(start, goal), (left, right)].repeat(30) {
            let believed = learned.terrain(size, &ground, moves).unwrap();
            let path = path(&believed, start, goal);
            let exact = truth.path_cost(&path).unwrap() as i64;
            let took = exact * (95 + dice.below(11) as i64) / 100;
            errors.push((learned.expected(size, &ground, &path) - took).abs());
            woods.push(path.iter().filter(|node| is_wood(size.cell(**node as usize))).count());
            learned.learn(size, &ground, &path, took);
        }
        assert!(errors[0] > 10_000 && errors[50..].iter().all(|error| *error < 2000), "{errors:?}");
        assert!(woods[0] > 0 && woods[58] == 0, "{woods:?}");
        assert!(learned.price(&[1, 1]) > 2 * learned.price(&[1, 0]), "{learned:?}");
        assert_eq!(CrossingCosts::new(&[-9]).price(&[1]), PRICE_MIN);
    }
}
