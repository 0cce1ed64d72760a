//! How the pixels of a cell follow from it and its neighbours: ground and water, rivers and roads, houses, fog.
//!
//! What a cell has does not live here (`painter`).

/// Width of houses, in cells.
const HOUSE_WIDTH: f32 = 0.84;
/// Rivers and roads are an area where this much of the surroundings has them.
const AREA_MIN: f32 = 0.8;
/// The weight of cells that are only near, where no cell beside has the right kind of ground.
const FAINT: f32 = 1e-4;
/// Directions of the neighbours among the nine cells around a cell: first those with a common side.
pub(super) const SIDES: [usize; 4] = [1, 5, 7, 3];
pub(super) const CORNERS: [usize; 4] = [2, 8, 6, 0];
/// The cell itself among the nine.
const OWN: usize = 4;

/// A colour that can be mixed finely.
pub(super) type Tone = [f32; 3];

/// What stands on the ground of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Cover {
    #[default]
    Nothing,
    House,
    /// Something that fills the cell.
    Block,
}

/// A piece of a river or road in a cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// In cells; 0 without one.
    pub(crate) width: f32,
    pub(crate) colour: Tone,
    /// Which of the nine cells around it leads to, a bit each.
    pub(crate) links: u16,
    /// Where it bends, from the middle of the cell.
    pub(super) bend: (f32, f32),
}

/// Rivers and roads, in the order in which they are drawn.
pub(super) const LINES: [usize; 2] = [RIVER, ROAD];
pub(super) const RIVER: usize = 0;
pub(super) const ROAD: usize = 1;

/// A cell as it is painted.
#[derive(Clone, Copy, Default)]
pub(super) struct Spot {
    pub(crate) is_known: bool,
    pub(super) is_water: bool,
    pub(crate) cover: Cover,
    pub(crate) lines: [Line; 2],
    pub(crate) colour: Tone,
    /// Colour of the ground: under what covers it, the mean of the ground around.
    pub(crate) ground: Tone,
}

impl Spot {
    pub(crate) fn has(&self, line: usize) -> bool {
        self.lines[line].width > 0.0
    }

    /// Whether all of the cell is bare ground or water.
    pub(super) fn is_bare(&self) -> bool {
        self.is_known && self.cover == Cover::Nothing && !self.has(RIVER) && !self.has(ROAD)
    }
}

/// A piece of a road or river from cell to cell, in cells from the middle of the patch.
struct Stroke {
    line: usize,
    from: (f32, f32),
    to: (f32, f32),
    widths: (f32, f32),
    colours: (Tone, Tone),
}

impl Stroke {
    /// How far inside it a point is, at most half its width, and its colour there.
    fn depth(&self, (u, v): (f32, f32)) -> (f32, Tone) {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let (x, y) = (u - self.from.0, v - self.from.1);
        let along = ((x * dx + y * dy) / (dx * dx + dy * dy).max(FAINT)).clamp(0.0, 1.0);
        let (x, y) = (x - dx * along, y - dy * along);
        let width = self.widths.0 + (self.widths.1 - self.widths.0) * along;
        (width / 2.0 - (x * x + y * y).sqrt(), mixed(self.colours.0, self.colours.1, along))
    }
}

/// A point of the middle one of nine cells.
struct Point {
    /// From the middle of the cell, in cells.
    at: (f32, f32),
    /// The four cells whose middles are around it, and how near it is to each.
    quarter: [(usize, f32); 4],
    /// The column and row of the farther ones.
    towards: (i32, i32),
}

impl Point {
    fn new(u: f32, v: f32) -> Point {
        let (dx, dy) = (if u < 0.0 { -1 } else { 1 }, if v < 0.0 { -1 } else { 1 });
        let (x, y) = (u.abs(), v.abs());
        let quarter = [
            (OWN, (1.0 - x) * (1.0 - y)),
            (index(dx, 0), x * (1.0 - y)),
            (index(0, dy), (1.0 - x) * y),
            (index(dx, dy), x * y),
        ];
        Point { at: (u, v), quarter, towards: (dx, dy) }
    }

    /// How near it is to each of the nine cells, by a quadratic spline.
    fn smooth_weights(&self) -> [f32; 9] {
        // Of the cell behind, the own one, and the one ahead.
        let spline = |t: f32| [(0.5 - t) * (0.5 - t) / 2.0, 0.75 - t * t, (0.5 + t) * (0.5 + t) / 2.0];
        let (across, down) = (spline(self.at.0.abs()), spline(self.at.1.abs()));
        std::array::from_fn(|i| {
            let (x, y) = offset(i);
            across[(x * self.towards.0 + 1) as usize] * down[(y * self.towards.1 + 1) as usize]
        })
    }
}

/// A cell to paint, and what is around it.
pub(super) struct Patch {
    near: [Spot; 9],
    /// Whether all of it is ground, or all of it is water.
    is_plain: bool,
    has_unknown: bool,
    strokes: Vec<Stroke>,
    /// Pixels of a cell's side.
    fineness: f32,
}

impl Patch {
    /// The middle one of nine cells, with so many pixels along its shorter side.
    pub(crate) fn new(near: &[Spot; 9], fineness: f32) -> Patch {
        let own = near[OWN];
        let has_unknown = near.iter().any(|spot| !spot.is_known);
        let is_plain = !has_unknown && near.iter().all(|spot| spot.is_water == own.is_water);
        let mut patch = Patch { near: *near, is_plain, has_unknown, strokes: Vec::new(), fineness };
        if own.is_known {
            for line in LINES {
                patch.draw_strokes(line);
            }
        }
        patch
    }

    /// Finds the pieces of roads or rivers that touch the cell: those in it, and those across its corners.
    fn draw_strokes(&mut self, line: usize) {
        let links = self.near[OWN].lines[line].links;
        if self.near[OWN].has(line) && links == 0 {
            self.draw_stroke(line, OWN, OWN);
        }
        for i in (0..9).filter(|i| links & 1 << i != 0) {
            self.draw_stroke(line, OWN, i);
        }
        for (side, next) in SIDES.into_iter().zip(SIDES.into_iter().cycle().skip(1)) {
            let ((x, y), (to_x, to_y)) = (offset(side), offset(next));
            if self.near[side].lines[line].links & 1 << index(to_x - x, to_y - y) != 0 {
                self.draw_stroke(line, side, next);
            }
        }
    }

    /// Adds a piece from a cell with a road or river to another; a river may end in the sea.
    fn draw_stroke(&mut self, line: usize, from: usize, to: usize) {
        let (a, b) = (self.near[from].lines[line], self.near[to].lines[line]);
        let end = |i: usize, (x, y): (f32, f32)| (offset(i).0 as f32 + x, offset(i).1 as f32 + y);
        self.strokes.push(Stroke {
            line,
            from: end(from, a.bend),
            to: end(to, b.bend),
            widths: (a.width, if b.width > 0.0 { b.width } else { a.width }),
            colours: (a.colour, if b.width > 0.0 { b.colour } else { self.near[to].colour }),
        });
    }

    /// The colour at a point of the cell, from its middle.
    pub(crate) fn colour(&self, u: f32, v: f32) -> Tone {
        let own = &self.near[OWN];
        if !own.is_known || own.cover == Cover::Block {
            return own.colour;
        }
        let point = Point::new(u, v);
        let mut colour = self.ground(&point);
        for line in LINES {
            colour = self.with_area(colour, line, &point);
            colour = self.with_strokes(colour, line, &point);
        }
        if own.cover == Cover::House {
            let inside = HOUSE_WIDTH / 2.0 - u.abs().max(v.abs());
            colour = mixed(colour, own.colour, self.sharp(inside));
        }
        if self.has_unknown {
            let is_unknown = |spot: &Spot| !spot.is_known;
            let fog = self.mean(&point, is_unknown, |spot| spot.colour).unwrap_or(colour);
            colour = mixed(colour, fog, self.sharp(self.share(&point, is_unknown) - 0.5));
        }
        colour
    }

    /// The ground or water at a point.
    fn ground(&self, point: &Point) -> Tone {
        let own = self.near[OWN].is_water;
        let is_like = |spot: &Spot, is_water: bool| spot.is_known && spot.is_water == is_water;
        let tone = |is_water: bool| self.mean(point, |spot| is_like(spot, is_water), |spot| spot.ground);
        let here = tone(own).unwrap_or(self.near[OWN].ground);
        if self.is_plain {
            return here;
        }
        let Some(there) = tone(!own) else { return here };
        let other = self.share(point, |spot| is_like(spot, !own));
        mixed(here, there, self.sharp(other / self.share(point, |spot| spot.is_known) - 0.5))
    }

    /// With the road or river where it is broader than a cell.
    fn with_area(&self, colour: Tone, line: usize, point: &Point) -> Tone {
        let is_line = |spot: &Spot| spot.has(line);
        if !is_line(&self.near[OWN]) {
            return colour;
        }
        let tone = self.mean(point, is_line, |spot| spot.lines[line].colour).unwrap_or(colour);
        mixed(colour, tone, self.sharp(self.smooth_share(point, is_line) - AREA_MIN))
    }

    /// With the road or river from cell to cell.
    fn with_strokes(&self, colour: Tone, line: usize, point: &Point) -> Tone {
        let strokes = self.strokes.iter().filter(|stroke| stroke.line == line);
        let deepest = strokes.map(|stroke| stroke.depth(point.at)).max_by(|a, b| a.0.total_cmp(&b.0));
        deepest.map_or(colour, |(depth, tone)| mixed(colour, tone, self.sharp(depth)))
    }

    /// The mean colour of some cells by their nearness to a point.
    fn mean(
        &self,
        point: &Point,
        is_meant: impl Fn(&Spot) -> bool,
        colour: impl Fn(&Spot) -> Tone,
    ) -> Option<Tone> {
        let faint = if self.is_plain { 0..0 } else { 0..9 };
        let weighted = point.quarter.into_iter().chain(faint.map(|i| (i, FAINT)));
        let meant = weighted.filter(|(i, weight)| *weight > 0.0 && is_meant(&self.near[*i]));
        mean_tone(meant.map(|(i, weight)| (colour(&self.near[i]), weight)))
    }

    /// How much of the surroundings of a point is like this, 0 to 1: the mean of a sharp and of a smooth measure, so that
    /// lone cells keep their middle and the edges of many have no steps.
    fn share(&self, point: &Point, is_meant: impl Fn(&Spot) -> bool) -> f32 {
        let sharp = point.quarter.into_iter().filter(|(i, _)| is_meant(&self.near[*i]));
        f32::midpoint(sharp.map(|(_, weight)| weight).sum(), self.smooth_share(point, is_meant))
    }

    /// The smooth one of these measures.
    fn smooth_share(&self, point: &Point, is_meant: impl Fn(&Spot) -> bool) -> f32 {
        let weighted = self.near.iter().zip(point.smooth_weights());
        weighted.filter(|(spot, _)| is_meant(spot)).map(|(_, weight)| weight).sum()
    }

    /// How much of a pixel lies inside an edge from which its middle is so far inside, in cells.
    fn sharp(&self, inside: f32) -> f32 {
        (0.5 + inside * self.fineness).clamp(0.0, 1.0)
    }
}

/// How far one of nine cells is from the middle one.
pub(super) fn offset(i: usize) -> (i32, i32) {
    (i as i32 % 3 - 1, i as i32 / 3 - 1)
}

/// The one of nine cells that is so far from the middle one.
fn index(dx: i32, dy: i32) -> usize {
    ((dy + 1) * 3 + dx + 1) as usize
}

/// The mean of some colours by their weights.
pub(super) fn mean_tone(tones: impl Iterator<Item = (Tone, f32)>) -> Option<Tone> {
    let add = |(sum, total): (Tone, f32), (tone, weight): (Tone, f32)| {
        (std::array::from_fn(|i| sum[i] + tone[i] * weight), total + weight)
    };
    let (sum, total) = tones.fold(([0.0; 3], 0.0), add);
    (total > 0.0).then(|| sum.map(|channel| channel / total))
}

/// A colour with so much of another, 0 to 1.
fn mixed(a: Tone, b: Tone, share: f32) -> Tone {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}
