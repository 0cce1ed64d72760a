//! The items of a price, one by one.

/// How many items a price has.
pub const TERM_COUNT: usize = 20;

/// Names of the items, in the order of [`PriceTerms::list`].
pub const TERM_NAMES: [&str; TERM_COUNT] = [
    "distance",
    "ground",
    "slope",
    "road",
    "unknown",
    "crowd",
    "paint",
    "light",
    "exposure",
    "season",
    "steep land",
    "rougher",
    "fear",
    "haste",
    "turns",
    "heights",
    "diagonals",
    "supplies",
    "toll",
    "narrow gap",
];

/// The price of one step or of a whole path, item by item, in milli-steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PriceTerms {
    /// Length (time).
    pub distance: i64,
    /// What the ground adds (time).
    pub ground: i64,
    /// What climbing and descending add (time).
    pub slope: i64,
    /// What the road saves: partly time, partly comfort.
    pub road: i64,
    /// What unknown ground adds, or curiosity takes off (judgement).
    pub unknown: i64,
    /// What cells claimed by others add (judgement).
    pub crowd: i64,
    /// What paint adds or takes off (judgement).
    pub paint: i64,
    /// What a beacon's light takes off (judgement).
    pub light: i64,
    /// What being seen from a stranger's tower adds (judgement).
    pub exposure: i64,
    /// What snow, floods and drought add or take off (time).
    pub season: i64,
    /// What steep land adds, in whichever direction it is crossed (time).
    pub steep: i64,
    /// What stepping onto rougher ground adds (time).
    pub change: i64,
    /// What a feared place adds (judgement).
    pub fear: i64,
    /// What haste changes for steps that are dearer or cheaper than on open ground (judgement).
    pub haste: i64,
    /// What turns add (time); a single step has none.
    pub turns: i64,
    /// What high ground adds (judgement).
    pub heights: i64,
    /// What diagonal steps add for their look (judgement).
    pub diagonals: i64,
    /// What time costs more with little food left (judgement).
    pub supplies: i64,
    /// What tolls are worth (judgement).
    pub toll: i64,
    /// What gaps add where a wide unit does not fit (time).
    pub narrow: i64,
    /// The part of all this that is walking time.
    pub time: i64,
}

impl PriceTerms {
    /// The items in the order of [`TERM_NAMES`].
    pub fn list(&self) -> [i64; TERM_COUNT] {
        let mut copy = *self;
        copy.list_mut().map(|item| *item)
    }

    /// The items in the same order, mutable.
    fn list_mut(&mut self) -> [&mut i64; TERM_COUNT] {
        [
            &mut self.distance,
            &mut self.ground,
            &mut self.slope,
            &mut self.road,
            &mut self.unknown,
            &mut self.crowd,
            &mut self.paint,
            &mut self.light,
            &mut self.exposure,
            &mut self.season,
            &mut self.steep,
            &mut self.change,
            &mut self.fear,
            &mut self.haste,
            &mut self.turns,
            &mut self.heights,
            &mut self.diagonals,
            &mut self.supplies,
            &mut self.toll,
            &mut self.narrow,
        ]
    }

    /// Their sum: the price.
    pub fn total(&self) -> i64 {
        self.list().iter().sum()
    }

    /// Adds another step's items.
    pub fn add(&mut self, other: &PriceTerms) {
        for (item, more) in self.list_mut().into_iter().zip(other.list()) {
            *item += more;
        }
        self.time += other.time;
    }

    /// Scales the items of a straight step to a step of another length, each rounded towards 0.
    pub(super) fn scale(&mut self, length: i64) {
        for item in self.list_mut() {
            *item = *item * length / 1000;
        }
        self.time = self.time * length / 1000;
    }
}
