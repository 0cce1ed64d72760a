//! Many at one place: a group gets a cell each around the goal, goes there by one way whose ends are each one's own and
//! along whose middle they walk abreast, and who finds his own cell taken has arrived near it.
//! Also the rally of a settlement: what those whom it hires do first.

use super::{CommandOutcome, Game};
use crate::graph::{Corner, Cost, CostModel, Graph, Grid8, NodeId, Visit};
use crate::grid::{Cell, Dir8};
use crate::plan::{self, Believes};
use crate::world::{Behaviour, Errand, ORDERS_MAX, Order, Path, Rejection, TownId, TownKind, Unit, UnitId};
use std::collections::BTreeSet;

/// Steps at either end of a group's way that each of them finds by himself.
const OWN_END: usize = 10;
/// What a shared way may cost, in percent of the leader's, besides what it takes to get to where he stands.
const SHARED_PERCENT: i64 = 110;
/// Steps from one place of a column to the next.
const STRIDE: usize = 5;
/// Columns to either side of a shared way, at most.
const COLUMNS: i32 = 8;
/// How near those of a group are to each other, and their goals to each other, in steps.
const FELLOWS_WITHIN: u16 = 12;
/// Price that such an end may have, in milli-steps.
const END_PRICE: Cost = 60_000;
/// Ticks that a unit waits before its taken goal until it counts as arrived.
const NEAR_ENOUGH_AFTER: u64 = 30;
/// Ticks after which it counts even at the end of a line of those who stand there.
const IN_LINE_AFTER: u64 = 120;
/// How near is near enough at most, in steps.
const NEAR_MAX: u16 = 12;
/// Cells that are looked through for each place of a group, at most.
const LOOKED_THROUGH: usize = 12;

impl Game {
    /// The orders of each of these units: at each place of a group's orders everybody gets a cell of his own.
    pub(super) fn fan_out(&self, mine: &[usize], orders: &[Order]) -> Vec<Vec<Order>> {
        if mine.len() < 2 {
            return vec![orders.to_vec(); mine.len()];
        }
        let mut slots: Option<Vec<usize>> = None;
        let mut each = vec![Vec::with_capacity(orders.len()); mine.len()];
        for order in orders {
            let spread: Vec<Vec<Cell>> = match order {
                Order::Go(_) | Order::Patrol(_) => {
                    order.places().iter().map(|goal| self.places_around(mine, *goal)).collect()
                }
                _ => Vec::new(),
            };
            let Some(first) = spread.first() else {
                for orders in &mut each {
                    orders.push(order.clone());
                }
                continue;
            };
            // Who stands nearest to a place gets it, and keeps his place in the group from stop to stop.
            let slots = slots.get_or_insert_with(|| self.nearest_slots(mine, first));
            for (orders, slot) in each.iter_mut().zip(slots) {
                let cells: Vec<Cell> = spread.iter().map(|places| places[*slot]).collect();
                orders.push(match order {
                    Order::Patrol(_) => Order::Patrol(cells),
                    _ => Order::Go(cells[0]),
                });
            }
        }
        each
    }

    /// For each unit the index of its place.
    fn nearest_slots(&self, mine: &[usize], places: &[Cell]) -> Vec<usize> {
        let mut slots = vec![0; mine.len()];
        let mut without: Vec<usize> = (0..mine.len()).collect();
        for (slot, place) in places.iter().enumerate() {
            let far = |i: &usize| self.world.units[mine[*i]].cell.octile(*place);
            let nearest = (0..without.len()).min_by_key(|k| (far(&without[*k]), without[*k]));
            if let Some(k) = nearest {
                slots[without.remove(k)] = slot;
            }
        }
        slots
    }

    /// As many distinct cells around a goal as there are units, nearest first: cells that can be reached from it as
    /// far as is known, and on which nobody else is seen to stand. In a settlement or camp all find room.
    fn places_around(&self, mine: &[usize], goal: Cell) -> Vec<Cell> {
        let size = self.world.size();
        let unit = &self.world.units[mine[0]];
        let believes = self.believes(unit.people, unit.kind, &[]);
        let belief = &self.world.peoples[usize::from(unit.people)].belief;
        let haven = |cell: Cell| belief.is_known(cell) && self.derived.haven[cell];
        if haven(goal) {
            return vec![goal; mine.len()];
        }
        let graph = Grid8 { size, cost: &believes, corner: Corner::BothFree };
        let visible = &self.derived.visible[usize::from(unit.people)];
        let taken = |cell: Cell| {
            let holder = self.derived.holder(cell).filter(|_| visible[cell] > 0);
            let other = holder.and_then(|id| self.world.unit_index(id));
            other.is_some_and(|i| mine.binary_search(&i).is_err() && self.world.units[i].next.is_none())
        };
        let mut seen = vec![size.index(goal) as NodeId];
        let mut is_seen: BTreeSet<NodeId> = seen.iter().copied().collect();
        let mut places = Vec::new();
        let mut next = 0;
        while next < seen.len() && next < mine.len() * LOOKED_THROUGH + 64 && places.len() < mine.len() {
            let node = seen[next];
            let cell = size.cell(node as usize);
            if !haven(cell) && !taken(cell) {
                places.push(cell);
            }
            graph.successors(Visit { node, parent: node }, &mut |to, _| {
                if is_seen.insert(to) {
                    seen.push(to);
                }
            });
            next += 1;
        }
        places.resize(mine.len(), goal);
        places
    }

    /// Somebody who was told to go somewhere has found the way: those beside him who were told the same and still wait
    /// take its middle over, so that a group needs one long search and two short ones for each.
    pub(super) fn share_way(&mut self, leader: usize, cells: &[Cell]) {
        let Some(goal) = cells.last().copied().filter(|_| cells.len() > 3 * OWN_END) else { return };
        if !self.world.units[leader].ordered {
            return;
        }
        let around: Vec<Cell> = self.world.size().square(cells[0], FELLOWS_WITHIN).collect();
        for cell in around {
            let holder = self.derived.holder(cell).and_then(|id| self.world.unit_index(id));
            let Some(fellow) = holder.filter(|index| self.is_fellow(*index, leader, goal)) else { continue };
            let Some((path, cells)) = self.way_beside(fellow, cells) else { continue };
            self.withdraw(self.world.units[fellow].id);
            self.world.units[fellow].awaiting = None;
            self.take_way(fellow, path, &cells);
        }
    }

    /// Whether somebody waits for a way to about the same place as the leader of a group.
    fn is_fellow(&self, index: usize, leader: usize, goal: Cell) -> bool {
        let (unit, leader) = (&self.world.units[index], &self.world.units[leader]);
        let Some(Behaviour::Travel { goal: own, .. }) = unit.top() else { return false };
        unit.ordered
            && unit.awaiting.is_some()
            && unit.path.is_none()
            && (unit.people, unit.kind) == (leader.people, leader.kind)
            && own.steps_to(goal) <= u32::from(FELLOWS_WITHIN)
    }

    /// A path along the middle of another's way, from where a unit is to where it wants: in a column of its own where
    /// the ground allows that, else in the same cells.
    fn way_beside(&self, index: usize, cells: &[Cell]) -> Option<(Path, Vec<Cell>)> {
        let (unit, size) = (&self.world.units[index], self.world.size());
        let Some(Behaviour::Travel { goal, .. }) = unit.top() else { return None };
        let believes = self.believes(unit.people, unit.kind, &[]);
        let middle = &cells[OWN_END..cells.len() - OWN_END];
        let leader = plan::measure(&believes, size, cells)?.0.total();
        let behind = i64::from(unit.way_start().octile(cells[0]));
        let along = |places: &[Cell]| {
            let mut way = plan::detour(&believes, size, unit.way_start(), *places.first()?, &[], END_PRICE)?;
            for to in places[1..].iter().chain([goal]) {
                let two = [*way.last()?, *to];
                let is_step = two[0].dir_to(two[1]).is_some() && plan::is_walkable(&believes, size, &two);
                let leg = || plan::detour(&believes, size, two[0], two[1], &[], END_PRICE);
                way.extend_from_slice(&if is_step { two.to_vec() } else { leg()? }[1..]);
            }
            let (path, way) = self.path_along(index, way, true)?;
            // Whoever would go far out of his way only has a goal near the other's, and is none of the group.
            (path.price as i64 - behind <= leader * SHARED_PERCENT / 100).then_some((path, way))
        };
        let column = abreast(middle, cells[0], unit.way_start());
        let places = column.and_then(|column| self.places_along(&believes, middle, column));
        places.and_then(|places| along(&places)).or_else(|| along(middle))
    }

    /// Places of a column beside the middle of a way, a few steps apart: where the way goes straight on, and in its own
    /// cells where the ground beside it is barred. Round bends a way is found from place to place.
    fn places_along(&self, believes: &Believes, middle: &[Cell], column: i32) -> Option<Vec<Cell>> {
        let size = self.world.size();
        let is_open =
            |cell: &Cell| !believes.is_blocked(size.index(*cell) as NodeId) && !self.derived.haven[*cell];
        let places = (STRIDE..middle.len() - STRIDE).step_by(STRIDE).filter_map(|i| {
            let ahead = octant(middle[i], middle[i + STRIDE])?;
            let (dx, dy) = ahead.turned(2).offset();
            let beside = size.offset(middle[i], dx * column, dy * column).filter(is_open);
            (octant(middle[i - STRIDE], middle[i])? == ahead).then(|| beside.unwrap_or(middle[i]))
        });
        Some(places.collect::<Vec<Cell>>()).filter(|places| !places.is_empty())
    }

    /// Whether a unit that was told to go somewhere has come near enough: others stand on the goal or, for long, in the
    /// way, and the goal is within a radius that grows with their number and with the time.
    pub(super) fn is_near_enough(&self, index: usize, holder: UnitId, waited: u64) -> bool {
        let unit = &self.world.units[index];
        let Some(Behaviour::Travel { goal, errand: Errand::Order | Errand::Other }) = unit.top() else {
            return false;
        };
        let stands = |other: &Unit| other.next.is_none() && other.path.is_none();
        let does = |id: Option<UnitId>| id.and_then(|id| self.world.unit(id)).is_some_and(stands);
        let builds = unit.stack.iter().any(|behaviour| matches!(behaviour, Behaviour::Build { .. }));
        let far = unit.cell.steps_to(*goal) > 2 * u32::from(NEAR_MAX) + 2;
        if builds || far || waited < NEAR_ENOUGH_AFTER {
            return false;
        }
        let taken = does(self.in_the_way(index, *goal));
        if !taken && (waited < IN_LINE_AFTER || !does(Some(holder))) {
            return false;
        }
        let around = self.world.size().square(*goal, NEAR_MAX);
        let others = around.filter_map(|cell| self.world.unit(self.in_the_way(index, cell)?));
        let there = others.filter(|other| stands(other)).count() as u32;
        // On open ground they stand around the goal, in a narrow passage one behind the other.
        let in_line = taken && waited >= IN_LINE_AFTER && self.derived.passages.at(unit.cell).is_some();
        // Only those who have arrived make a later one content with less: who waits for somebody on his way does not.
        let patience = if does(Some(holder)) { (waited / IN_LINE_AFTER) as u32 } else { 0 };
        let radius = if in_line { there } else { 1 + there.isqrt() + patience };
        unit.cell.steps_to(*goal) <= radius
    }

    /// The journey ends near its goal; a patrol goes on to its next point.
    pub(super) fn arrive_near(&mut self, index: usize) {
        self.pop(index);
        if let Some(Behaviour::Patrol { points, next }) = self.world.units[index].stack.last_mut() {
            *next = (*next + 1) % points.len() as u16;
        }
    }

    /// What a settlement has those do first whom it hires.
    pub(super) fn set_rally(&mut self, id: TownId, orders: &[Order]) -> Result<CommandOutcome, Rejection> {
        let town = self.world.towns.get(usize::from(id.0));
        let Some(town) = town.filter(|town| town.people == 0 && town.kind != TownKind::Ruin) else {
            return Err(Rejection::NoSuchTown);
        };
        if orders.len() > ORDERS_MAX {
            return Err(Rejection::TooMany(ORDERS_MAX));
        }
        self.check_orders(orders)?;
        let words = match orders.len() {
            0 => format!("{}: new walkers go about their trade again", town.name),
            _ => format!("{}: new walkers rally first", town.name),
        };
        self.world.towns[usize::from(id.0)].rally = orders.to_vec();
        Ok(CommandOutcome { words })
    }

    /// Somebody was hired: the settlement's rally comes first, on a free cell near the flag.
    pub(super) fn rally(&mut self, index: usize, id: TownId) {
        let orders = self.world.town(id).rally.clone();
        let placed = orders.into_iter().map(|order| match order {
            Order::Go(goal) => Order::Go(self.places_around(&[index], goal)[0]),
            other => other,
        });
        self.world.units[index].orders = placed.collect();
    }
}

/// How many columns to the right of a leader somebody stands, as he looks along his way; `None` if there is nothing of it.
fn abreast(middle: &[Cell], leader: Cell, here: Cell) -> Option<i32> {
    let (dx, dy) = octant(leader, *middle.get(STRIDE)?)?.turned(2).offset();
    let apart = |a: u16, b: u16| i32::from(a) - i32::from(b);
    let aside = apart(here.x, leader.x) * dx + apart(here.y, leader.y) * dy;
    let column = aside / (dx * dx + dy * dy);
    (column != 0 && middle.len() > 2 * STRIDE).then(|| column.clamp(-COLUMNS, COLUMNS))
}

/// Roughly the direction from one cell to another; `None` if they are the same.
fn octant(from: Cell, to: Cell) -> Option<Dir8> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let most = dx.abs().max(dy.abs());
    let part = |d: i32| if 2 * d.abs() > most { d.signum() } else { 0 };
    Dir8::ALL.into_iter().find(|dir| dir.offset() == (part(dx), part(dy)))
}
