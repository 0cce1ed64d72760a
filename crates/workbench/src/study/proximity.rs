//! Null models of a network: graphs that join the same sites by rules that ignore traffic.
//!
//! Any metric works, such as the cost of a path over rough ground. From sparse to dense: the minimum spanning tree
//! (Prim), the relative neighbourhood graph (no third site nearer to both), the Gabriel graph (no third site in the
//! ball between both). Each contains the one before.

use super::net::Net;
use super::stats::mean;

/// Sites and their pairwise distances, row by row.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// Number of sites.
    pub count: usize,
    /// Metric that decides which sites are near; symmetric.
    pub cost: Vec<f64>,
    /// Length of the path, in cells.
    pub length: Vec<f64>,
    /// Straight-line distance, in cells.
    pub straight: Vec<f64>,
}

/// Length and directness of a network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// Length of all edges, in cells.
    pub length: f64,
    /// Mean over all pairs of sites of network distance over straight-line distance.
    pub detour: f64,
    /// Mean network distance of all pairs, in cells.
    pub distance: f64,
}

impl Sites {
    /// Sites on open ground, where paths are straight.
    pub fn on_open_ground(places: &[(f64, f64)]) -> Sites {
        let rows = places.iter().flat_map(|a| places.iter().map(move |b| super::stats::distance(*a, *b)));
        let straight: Vec<f64> = rows.collect();
        Sites { count: places.len(), cost: straight.clone(), length: straight.clone(), straight }
    }

    /// A subset of these sites.
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

    /// All pairs of sites, the smaller number first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.count;
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
    }

    /// Index of a pair in the rows.
    pub fn pair_index(&self, a: usize, b: usize) -> usize {
        a * self.count + b
    }

    fn cost_of(&self, a: usize, b: usize) -> f64 {
        self.cost[self.pair_index(a, b)]
    }

    /// The tree that joins all sites at the least cost.
    pub fn spanning_tree(&self) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        // For each site outside the tree, the nearest one inside.
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

    /// Pairs of sites without a third site that is nearer to both than they are to each other.
    pub fn relative_neighbours(&self) -> Vec<(usize, usize)> {
        self.unless_between(|apart, one, other| one.max(other) < apart)
    }

    /// Pairs of sites without a third site in the ball whose diameter joins them.
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

    /// The network of these pairs, each joined by the path between them.
    pub fn net(&self, edges: &[(usize, usize)]) -> Net {
        Net::of(self.count, edges, |a, b| self.length[self.pair_index(a, b)])
    }

    /// The shape of the network of these pairs.
    pub fn shape(&self, edges: &[(usize, usize)]) -> Shape {
        let net = self.net(edges);
        let nodes: Vec<usize> = (0..self.count).collect();
        self.shape_of(net.length(), &net.distances_between(&nodes))
    }

    /// The shape of a network with this length and these distances between the sites; unconnected pairs do not count.
    pub fn shape_of(&self, length: f64, distances: &[f64]) -> Shape {
        let joined: Vec<usize> = self
            .pairs()
            .map(|(a, b)| self.pair_index(a, b))
            .filter(|at| distances[*at].is_finite())
            .collect();
        let detours: Vec<f64> = joined.iter().map(|at| distances[*at] / self.straight[*at]).collect();
        let far: Vec<f64> = joined.iter().map(|at| distances[*at]).collect();
        Shape { length, detour: mean(&detours), distance: mean(&far) }
    }
}
