//! Null models of a network: what joins the same sites by a rule that knows nothing of traffic.
//!
//! The sites may be apart by any metric, such as the cost of the way over rough ground. From sparse to dense: the minimum
//! spanning tree (Prim), the relative neighbourhood graph (no third site nearer to both), the Gabriel graph (no third
//! site in the ball between both). Each holds the one before.

use super::net::Net;
use super::stats::mean;

/// Sites, and how far each is from each, row by row.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// How many.
    pub count: usize,
    /// What decides who is near: the same in both directions.
    pub cost: Vec<f64>,
    /// How long the way is, in cells.
    pub length: Vec<f64>,
    /// How far it is as the crow flies, in cells.
    pub straight: Vec<f64>,
}

/// How long a network is and how far round it leads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// Length of all edges, in cells.
    pub length: f64,
    /// Mean over all pairs of sites of the way by over the way as the crow flies.
    pub detour: f64,
    /// Mean distance of all pairs by the network, in cells.
    pub distance: f64,
}

impl Sites {
    /// Sites on open ground, where the way is straight.
    pub fn in_the_open(places: &[(f64, f64)]) -> Sites {
        let rows = places.iter().flat_map(|a| places.iter().map(move |b| super::stats::apart(*a, *b)));
        let straight: Vec<f64> = rows.collect();
        Sites { count: places.len(), cost: straight.clone(), length: straight.clone(), straight }
    }

    /// Some of these sites.
    #[must_use]
    pub fn only(&self, kept: &[usize]) -> Sites {
        let pick = |of: &[f64]| -> Vec<f64> {
            kept.iter().flat_map(|a| kept.iter().map(move |b| of[a * self.count + *b])).collect()
        };
        Sites {
            count: kept.len(),
            cost: pick(&self.cost),
            length: pick(&self.length),
            straight: pick(&self.straight),
        }
    }

    /// Every pair of two sites, the smaller number first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.count;
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
    }

    /// Place of a pair in the rows.
    pub fn at(&self, a: usize, b: usize) -> usize {
        a * self.count + b
    }

    fn cost_of(&self, a: usize, b: usize) -> f64 {
        self.cost[self.at(a, b)]
    }

    /// The tree that joins all sites at the least cost.
    pub fn spanning_tree(&self) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        // For each site outside the tree the nearest one inside.
        let mut outside: Vec<(usize, usize)> = (1..self.count).map(|site| (site, 0)).collect();
        loop {
            let nearest = (0..outside.len()).min_by(|a, b| {
                let cost = |i: usize| self.cost_of(outside[i].0, outside[i].1);
                cost(*a).total_cmp(&cost(*b))
            });
            let Some(nearest) = nearest else { return edges };
            let (site, inside) = outside.swap_remove(nearest);
            edges.push((inside.min(site), inside.max(site)));
            for (other, best) in &mut outside {
                if self.cost_of(*other, site) < self.cost_of(*other, *best) {
                    *best = site;
                }
            }
        }
    }

    /// Pairs of sites with no third that is nearer to both than they are to each other.
    pub fn relative_neighbours(&self) -> Vec<(usize, usize)> {
        self.unless_between(|apart, one, other| one.max(other) < apart)
    }

    /// Pairs of sites with no third in the ball of which they are the poles.
    pub fn gabriel(&self) -> Vec<(usize, usize)> {
        self.unless_between(|apart, one, other| one * one + other * other < apart * apart)
    }

    fn unless_between(&self, between: impl Fn(f64, f64, f64) -> bool) -> Vec<(usize, usize)> {
        let is_free = |&(a, b): &(usize, usize)| {
            let apart = self.cost_of(a, b);
            (0..self.count)
                .filter(|c| *c != a && *c != b)
                .all(|c| !between(apart, self.cost_of(a, c), self.cost_of(c, b)))
        };
        self.pairs().filter(is_free).collect()
    }

    /// The network that these pairs make, each joined by the way between them.
    pub fn net(&self, edges: &[(usize, usize)]) -> Net {
        Net::of(self.count, edges, |a, b| self.length[self.at(a, b)])
    }

    /// The shape of the network that these pairs make.
    pub fn shape(&self, edges: &[(usize, usize)]) -> Shape {
        let net = self.net(edges);
        let nodes: Vec<usize> = (0..self.count).collect();
        self.shape_of(net.length(), &net.distances_between(&nodes))
    }

    /// The shape of a network of this length with these distances between the sites; pairs that it does not join do not
    /// count.
    pub fn shape_of(&self, length: f64, distances: &[f64]) -> Shape {
        let joined: Vec<usize> =
            self.pairs().map(|(a, b)| self.at(a, b)).filter(|at| distances[*at].is_finite()).collect();
        let detours: Vec<f64> = joined.iter().map(|at| distances[*at] / self.straight[*at]).collect();
        let far: Vec<f64> = joined.iter().map(|at| distances[*at]).collect();
        Shape { length, detour: mean(&detours), distance: mean(&far) }
    }
}
