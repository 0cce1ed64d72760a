//! Priority inheritance with backtracking (PIBT; Okumura, Machida, Défago & Tamura 2019): very many who walk on shared
//! fields, one step at a time, and never collide.
//!
//! The idea: everybody has a field of distances to the goal, and wants onto the best neighbouring cell. Who has been
//! under way longest chooses first. If somebody who has not chosen yet stands there, he chooses next, with the rank of
//! the one behind him, and may push others in turn. If he finds no cell, he stays, and the one who pushed takes the
//! next best. So the first in rank always gets on where there is room to step aside, and becomes the last at the goal.
//! Promise: nobody is ever where somebody else is, no two change places, and no two cross each other diagonally; on
//! ground without dead ends everybody gets to the goal in time. Needs: a cost layer a goal; fewer than 2³¹ walkers.
//! Units: milli-steps; a step of the crowd is one tick for all, whatever the ground. Ties: among neighbours the
//! direction with the lower number, among walkers who left a goal earlier, then who was added earlier.
//! Cost: linear in the walkers; four bytes a cell for all, and four a cell for each goal.
//! Differs from the paper in that ranks are places in a row, not sums; in that who stands for long goes to its end, so
//! that a dead end is left before it is entered; in the crossing rule; in a stack instead of recursion; and in that the
//! preferences of each cell are worked out once for all who will pass ([`Guide`]).
//!
//! What does not live here: the fields themselves, and the walkers of the game, whose steps take many ticks.

use crate::graph::{COST_MAX, Cost, NodeId, Terrain};
use crate::grid::{Dir8, Size};

/// Has not chosen yet.
const UNDECIDED: u32 = u32::MAX;
/// Steps in a row that somebody may stand before he goes to the end of the row: in a dead end only those come out who
/// rank before who wants in.
const PATIENCE: u16 = 24;
/// Where in the word of a guide it stands how many neighbours are better than to stay, and how many there are.
const BETTER_BIT: u32 = 24;
/// See [`BETTER_BIT`].
const COUNT_BIT: u32 = 28;

/// What everybody with the same goal prefers on each cell: the legal directions, best first, three bits each; then how
/// many of them are better than to stay, and how many there are. A walker reads one word instead of nine costs.
#[derive(Clone, Debug)]
pub struct Guide {
    words: Vec<u32>,
    offsets: [i32; 8],
}

impl Guide {
    /// The guide along costs to a goal, one a cell, in milli-steps; [`NO_PATH`] where there is no way. Of the terrain
    /// only the legal moves count.
    pub fn of(terrain: &Terrain, costs: &[Cost]) -> Self {
        let offsets = offsets(terrain.size());
        Self { words: (0..costs.len()).map(|cell| word(terrain, &offsets, costs, cell)).collect(), offsets }
    }

    /// The best neighbour of a cell, or the cell itself if none is better: the step of who need not mind others.
    pub fn follow(&self, cell: u32) -> u32 {
        let word = self.words[cell as usize];
        let offset = self.offsets[(word & 7) as usize];
        if better(word) == 0 { cell } else { cell.wrapping_add_signed(offset) }
    }
}

/// How many of these preferences are better than to stay.
fn better(word: u32) -> u32 {
    word >> BETTER_BIT & 15
}

/// What to add to a cell's index to get its neighbour in each direction.
fn offsets(size: Size) -> [i32; 8] {
    Dir8::ALL.map(|dir| dir.offset().0 + dir.offset().1 * i32::from(size.width))
}

/// The preferences on one cell.
fn word(terrain: &Terrain, offsets: &[i32; 8], costs: &[Cost], cell: usize) -> u32 {
    let legal = terrain.legal(cell as NodeId);
    let mut sorted = [0u64; 8];
    let mut count = 0;
    for (dir, offset) in offsets.iter().enumerate().filter(|(dir, _)| legal >> dir & 1 == 1) {
        let cost = costs[cell.wrapping_add_signed(*offset as isize)];
        let key = cost.min(COST_MAX) << 3 | dir as u64;
        let mut place = count;
        while place > 0 && sorted[place - 1] > key {
            sorted[place] = sorted[place - 1];
            place -= 1;
        }
        sorted[place] = key;
        count += 1;
    }
    let better = sorted[..count].iter().take_while(|key| *key >> 3 < costs[cell]).count();
    let head = (count as u32) << COUNT_BIT | (better as u32) << BETTER_BIT;
    sorted[..count].iter().rev().fold(0, |word, key| word << 3 | (key & 7) as u32) | head
}

/// Somebody of a crowd.
#[derive(Clone, Copy, Debug)]
struct Walker {
    /// Where he is.
    cell: u32,
    /// Where he will be after this step, or [`UNDECIDED`].
    next: u32,
    /// What he prefers where he is: a word of his guide.
    word: u32,
    /// Number of his guide.
    goal: u16,
    /// Steps for which he has stood.
    stood: u16,
}

impl Walker {
    /// How many neighbouring cells are better than to stay: none at the goal.
    fn better(self) -> u32 {
        better(self.word)
    }

    fn count(self) -> u32 {
        self.word >> COUNT_BIT
    }

    /// Direction of this rank among his preferences.
    fn dir(self, rank: u32) -> usize {
        (self.word >> (3 * rank) & 7) as usize
    }
}

/// Somebody who is choosing: who, and the rank of the preference to try next.
#[derive(Clone, Copy, Debug)]
struct Choosing {
    walker: u32,
    rank: u32,
    /// Whether somebody is about to step onto his cell.
    pushed: bool,
}

/// What came of looking through preferences.
enum Choice {
    /// A cell that is empty, or whose holder leaves it.
    Goes,
    /// The cell of somebody who has to choose first; the rank after it.
    Pushes(u32, u32),
    /// Nothing is left.
    Stays,
}

/// A bit for each cell: few enough to stay near the processor, where one word a cell would not.
#[derive(Clone, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(area: usize) -> Self {
        Self(vec![0; area.div_ceil(64)])
    }

    fn has(&self, cell: u32) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    fn set(&mut self, cell: u32) {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
    }
}

/// Walkers on a land.
#[derive(Clone, Debug)]
pub struct Crowd {
    offsets: [i32; 8],
    /// Cells on which somebody stands.
    held: Bits,
    /// Cells on which somebody will be after the step.
    claimed: Bits,
    /// By cell: who stands there, if it is held.
    holders: Vec<u32>,
    walkers: Vec<Walker>,
    /// Everybody, the first in rank first.
    ranks: Vec<u32>,
    /// Those at their goals in this step.
    arrived: Vec<u32>,
    /// Those who have stood too long.
    weary: Vec<u32>,
    stack: Vec<Choosing>,
}

impl Crowd {
    /// Nobody yet.
    pub fn new(size: Size) -> Self {
        let area = size.area();
        Self {
            offsets: offsets(size),
            held: Bits::new(area),
            claimed: Bits::new(area),
            holders: vec![0; area],
            walkers: Vec::new(),
            ranks: Vec::new(),
            arrived: Vec::new(),
            weary: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Adds somebody on a free cell who goes by the guide `goal`; returns his number, or `None` if somebody is there.
    pub fn add(&mut self, cell: usize, goal: u16) -> Option<u32> {
        if self.held.has(cell as u32) {
            return None;
        }
        let number = self.walkers.len() as u32;
        self.held.set(cell as u32);
        self.holders[cell] = number;
        self.walkers.push(Walker { cell: cell as u32, next: UNDECIDED, word: 0, goal, stood: 0 });
        self.ranks.push(number);
        Some(number)
    }

    /// Sends somebody elsewhere.
    pub fn send(&mut self, walker: u32, goal: u16) {
        self.walkers[walker as usize].goal = goal;
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.walkers.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.walkers.is_empty()
    }

    /// The cell of each, by number.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        self.walkers.iter().map(|walker| walker.cell as usize)
    }

    /// The goal of each, by number.
    pub fn goals(&self) -> impl Iterator<Item = u16> {
        self.walkers.iter().map(|walker| walker.goal)
    }

    /// One step of everybody. Returns those who stood at their goals before it (or had no way): the last in rank now.
    pub fn step(&mut self, guides: &[Guide]) -> &[u32] {
        self.read(guides);
        self.arrived.clear();
        self.weary.clear();
        let mut kept = 0;
        for place in 0..self.ranks.len() {
            let number = self.ranks[place];
            let walker = &mut self.walkers[number as usize];
            if walker.better() == 0 {
                self.arrived.push(number);
            } else if walker.stood >= PATIENCE {
                walker.stood = 0;
                self.weary.push(number);
            } else {
                self.ranks[kept] = number;
                kept += 1;
                self.decide(number);
            }
        }
        self.ranks.truncate(kept);
        // The other way round: else two who bar each other's way would never change ranks.
        self.ranks.extend(self.weary.iter().rev().chain(&self.arrived));
        for place in kept..self.ranks.len() {
            self.decide(self.ranks[place]);
        }
        self.walk();
        &self.arrived
    }

    /// Everybody looks up what he prefers: all together, so that the memory's delays overlap.
    fn read(&mut self, guides: &[Guide]) {
        for walker in &mut self.walkers {
            walker.word = guides[walker.goal as usize].words[walker.cell as usize];
        }
    }

    /// Somebody chooses, and all whom he pushes.
    fn decide(&mut self, number: u32) {
        if self.walkers[number as usize].next != UNDECIDED {
            return;
        }
        let mut now = Choosing { walker: number, rank: 0, pushed: false };
        self.stack.clear();
        loop {
            match self.choose(now) {
                // Whoever waits for this on the stack has chosen well, too.
                Choice::Goes => return,
                Choice::Pushes(other, rank) => {
                    self.stack.push(Choosing { rank, ..now });
                    now = Choosing { walker: other, rank: 0, pushed: true };
                }
                Choice::Stays => {
                    let walker = &mut self.walkers[now.walker as usize];
                    walker.next = walker.cell;
                    self.claimed.set(walker.cell);
                    match self.stack.pop() {
                        Some(pusher) => now = pusher,
                        None => return,
                    }
                }
            }
        }
    }

    /// Claims the best cell that can be had. Who is not pushed would rather stay than go to a worse one.
    fn choose(&mut self, Choosing { walker: number, rank, pushed }: Choosing) -> Choice {
        let me = self.walkers[number as usize];
        let ranks = if pushed { me.count() } else { me.better() };
        for rank in rank..ranks {
            let dir = me.dir(rank);
            let cell = me.cell.wrapping_add_signed(self.offsets[dir]);
            if self.claimed.has(cell) || (dir & 1 == 1 && self.crosses(me.cell, dir)) {
                continue;
            }
            if !self.held.has(cell) {
                self.claim(number, cell);
                return Choice::Goes;
            }
            let holder = self.holders[cell as usize];
            let other = self.walkers[holder as usize].next;
            if other == UNDECIDED {
                self.claim(number, cell);
                return Choice::Pushes(holder, rank + 1);
            }
            if other != me.cell {
                self.claim(number, cell);
                return Choice::Goes;
            }
        }
        Choice::Stays
    }

    fn claim(&mut self, number: u32, cell: u32) {
        self.walkers[number as usize].next = cell;
        self.claimed.set(cell);
    }

    /// Whether somebody has chosen the other diagonal of the same four cells.
    fn crosses(&self, cell: u32, dir: usize) -> bool {
        let beside = |turn: usize| cell.wrapping_add_signed(self.offsets[(dir + turn) & 7]);
        let (left, right) = (beside(7), beside(1));
        let goes = |from: u32, to: u32| {
            self.held.has(from) && self.walkers[self.holders[from as usize] as usize].next == to
        };
        goes(left, right) || goes(right, left)
    }

    /// All go where they chose, and what was claimed is held.
    fn walk(&mut self) {
        for (number, walker) in self.walkers.iter_mut().enumerate() {
            if walker.cell == walker.next {
                walker.stood = walker.stood.saturating_add(1);
            } else {
                walker.stood = 0;
                walker.cell = walker.next;
                self.holders[walker.cell as usize] = number as u32;
            }
            walker.next = UNDECIDED;
        }
        std::mem::swap(&mut self.held, &mut self.claimed);
        self.claimed.0.fill(0);
    }
}
