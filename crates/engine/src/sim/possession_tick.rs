//! A tick of the life that the player lives: food, weariness, what comes into sight, and what ends a deed because of it.
//!
//! What deeds do is in `lived`. Nothing here looks farther than the one who is lived and what he and his people see.

use super::chronicle::side_of;
use super::{Game, counted};
use crate::grid::Cell;
use crate::mind::{self, NIGHT, SPENT, TIRED};
use crate::world::{
    AMOUNT_MAX, Behaviour, Block, Cause, DAY, Deed, Ending, FOOD_MAX, Life, MET_MAX, Unit, UnitId,
    WOUNDS_MAX, World, add,
};

/// Ticks out of sight after which a foe is a surprise again.
const FORGOTTEN_FOE: u64 = 30;
/// Ticks for which somebody may be in the way before one stops because of it.
const PATIENCE: u64 = 80;
/// Walking time after which one falls asleep where one stands, in milli-steps.
const EXHAUSTED: u32 = SPENT / 2 * 3;
/// Ticks without food that cost a wound: a day.
const STARVED: u32 = DAY as u32;
/// Ticks after a strike within which a death is put down to it.
const SLAIN_WITHIN: u64 = DAY / 4;

/// How tired somebody is: 0, 1 when it is time for a bed, 2 when walking is over for the day.
pub(super) fn weariness(unit: &Unit) -> u8 {
    u8::from(unit.fatigue >= TIRED) + u8::from(unit.fatigue >= SPENT)
}

impl Game {
    /// The one whom the player lives lives on for a tick.
    pub(super) fn live_on(&mut self) {
        let Some(index) = self.lived_index() else { return };
        if !self.world.units[index].stack.contains(&Behaviour::Lived) {
            // Somebody gave it orders: it is its own again.
            self.world.life = None;
            return;
        }
        self.eat(index);
        if self.is_starved_to_death(index) {
            return;
        }
        self.notice_wounds(index);
        self.notice_weariness(index);
        self.notice_others(index);
        self.notice_waystone(index);
        self.notice_home();
        if let Some(index) = self.lived_index() {
            self.go_through_with_it(index);
        }
    }

    /// A tick's food is eaten; settlements feed all who come in peace.
    fn eat(&mut self, index: usize) {
        let town = self.friendly_town(index).filter(|_| self.world.units[index].next.is_none());
        let Some(life) = &mut self.world.life else { return };
        let before = life.food;
        if town.is_some() {
            (life.food, life.starved) = (FOOD_MAX, 0);
        } else {
            life.starved += u32::from(life.food == 0);
            life.food = life.food.saturating_sub(1);
        }
        let (food, hunger, noticed) = (life.food, life.hunger(), life.noticed.hunger);
        life.noticed.hunger = hunger;
        let unit = &mut self.world.units[index];
        let lasts = u64::from(unit.kind.row().supplies);
        unit.unfed = (lasts * u64::from(FOOD_MAX - food) / u64::from(FOOD_MAX)) as u32;
        if let Some(town) = town.filter(|_| before + DAY as u32 / 2 <= FOOD_MAX) {
            let words = format!("you eat at {}, and pack food for six days", self.world.town(town).name);
            self.tell_life(words);
        } else if hunger > noticed {
            let words = [
                "",
                "half of your food is eaten",
                "food for one day is left",
                "you have nothing left to eat",
            ];
            self.end_deed(index, Cause::Hungry, words[usize::from(hunger)].to_owned());
        }
    }

    /// Every day without food costs a wound, and the last wound the life.
    fn is_starved_to_death(&mut self, index: usize) -> bool {
        let Some(life) = self.world.life.as_mut().filter(|life| life.starved >= STARVED) else {
            return false;
        };
        life.starved = 0;
        let unit = &mut self.world.units[index];
        unit.wounds += 1;
        let id = unit.id;
        if unit.wounds < WOUNDS_MAX {
            return false;
        }
        self.remove_unit(id);
        true
    }

    fn notice_wounds(&mut self, index: usize) {
        let wounds = self.world.units[index].wounds;
        let Some(life) = &mut self.world.life else { return };
        let before = std::mem::replace(&mut life.noticed.wounds, wounds);
        if wounds > before {
            let why = if life.food == 0 { "hunger weakens you" } else { "you are hurt" };
            let words = format!("{why}: {wounds} of {}", counted(usize::from(WOUNDS_MAX), "wound"));
            self.end_deed(index, Cause::Hurt, words);
        }
    }

    fn notice_weariness(&mut self, index: usize) {
        let now = weariness(&self.world.units[index]);
        let Some(life) = &mut self.world.life else { return };
        let before = std::mem::replace(&mut life.noticed.weariness, now);
        if now > before {
            let words = ["", "you are tired", "you can hardly walk: rest"][usize::from(now)];
            self.end_deed(index, Cause::Tired, words.to_owned());
        }
        let unit = &self.world.units[index];
        let drops = unit.fatigue >= EXHAUSTED && unit.next.is_none();
        if drops && !matches!(unit.top(), Some(Behaviour::Rest { .. })) {
            self.end_deed(index, Cause::Tired, "you fall asleep where you stand".to_owned());
            if let Some(life) = &mut self.world.life {
                life.deed = Some(Deed::Rest);
            }
            self.push(index, Behaviour::Rest { until: self.world.tick + NIGHT });
        }
    }

    /// Foes and strangers who come into sight end what is under way, and foes at hand allow nothing but steps.
    fn notice_others(&mut self, index: usize) {
        let me = &self.world.units[index];
        let Some(life) = self.world.life.as_ref().filter(|_| !self.places().haven_at(me.cell)) else {
            return;
        };
        let now = self.world.tick;
        let in_sight: Vec<&Unit> = self.world.units.iter().filter(|other| self.eyes(me, other)).collect();
        let last = |id: UnitId| life.met.iter().find(|(met, _)| *met == id).map(|(_, tick)| *tick);
        let news = in_sight.iter().find_map(|other| {
            let seen = last(other.id);
            if self.world.are_foes(me, other) {
                let is_at_hand = other.cell.steps_to(me.cell) <= 1 && goes_by_itself(life);
                let is_new = seen.is_none_or(|tick| tick + FORGOTTEN_FOE < now);
                return (is_new || is_at_hand)
                    .then(|| (Cause::Foe(other.id), sight_words(&self.world, me, other)));
            }
            let stranger = self.is_stranger(me, other) && seen.is_none_or(|tick| tick + DAY < now);
            stranger.then(|| (Cause::Stranger(other.id), sight_words(&self.world, me, other)))
        });
        let met: Vec<UnitId> = in_sight.iter().map(|other| other.id).collect();
        if let Some(life) = &mut self.world.life {
            life.met.retain(|(id, tick)| tick + DAY >= now && !met.contains(id));
            life.met.extend(met.into_iter().map(|id| (id, now)));
            let surplus = life.met.len().saturating_sub(MET_MAX);
            life.met.drain(..surplus);
        }
        if let Some((cause, words)) = news {
            self.end_deed(index, cause, words);
        }
    }

    /// Whether somebody sees another who is of note to him: a foe, or one of another people.
    fn eyes(&self, me: &Unit, other: &Unit) -> bool {
        let near = other.cell.steps_to(me.cell) <= u32::from(me.kind.row().sight);
        near && other.people != me.people
            && self.places().sees(me.people, other.cell)
            && !self.places().haven_at(other.cell)
            && (self.world.are_foes(me, other) || self.is_stranger(me, other))
    }

    /// Whether another is a traveller of a people that is not one's own, nor home to one who wanders.
    fn is_stranger(&self, me: &Unit, other: &Unit) -> bool {
        let home = self.world.wander.is_some() && other.people == crate::world::HOME;
        other.people != me.people && !home && !other.kind.row().is_beast()
    }

    /// Somebody has seen a cell for the first time: what stands there is told, and ends what is under way.
    pub(super) fn notice_cell(&mut self, who: UnitId, cell: Cell) {
        let Some(life) = self.world.life.as_mut().filter(|life| life.unit == who) else { return };
        add(&mut life.drawn, 1, AMOUNT_MAX);
        let Some((cause, what)) = self.sight_at(cell) else { return };
        let Some(index) = self.world.unit_index(who) else { return };
        let side = side_of(self.world.units[index].cell, cell);
        let words = match side {
            Some(side) => format!("{what} comes into sight in the {side}"),
            None => format!("{what} is here"),
        };
        self.end_deed(index, cause, words);
    }

    /// What there is to see on a cell.
    fn sight_at(&self, cell: Cell) -> Option<(Cause, String)> {
        let stones = self.world.wander.iter().flat_map(|wander| &wander.stones);
        if let Some(at) = stones.clone().position(|stone| stone.cell == cell) {
            return Some((Cause::Waystone(at as u8), format!("the {} waystone", super::wander::nth(at))));
        }
        if let Some(town) = self.places().town_at(cell) {
            return Some((Cause::Place(cell), self.world.town(town).name.clone()));
        }
        if self.places().haven_at(cell) {
            return Some((Cause::Place(cell), "a camp".to_owned()));
        }
        let site = self.world.land.sites.iter().find(|site| site.cell == cell)?;
        Some((Cause::Place(cell), format!("a place for {}", site.good.name())))
    }

    /// The deed under way is done, or cannot be.
    fn go_through_with_it(&mut self, index: usize) {
        let Some(life) = &self.world.life else { return };
        let unit = &self.world.units[index];
        let stands = unit.next.is_none() && unit.top() == Some(&Behaviour::Lived);
        match life.deed {
            Some(Deed::Step(_)) if stands && self.world.tick >= life.until => {
                self.end_deed(index, Cause::Done, String::new());
            }
            Some(deed @ (Deed::Wait | Deed::Look)) if self.world.tick >= life.until => {
                self.finish_standing(index, deed);
            }
            Some(Deed::Rest) if stands => self.finish_standing(index, Deed::Rest),
            Some(Deed::Travel(goal)) if stands => self.arrive_lived(index, goal),
            Some(Deed::Explore(goal)) if stands || !mind::is_border(&self.world, unit.people, goal) => {
                let seen = (life.drawn - life.drawn_before) as usize;
                let words = format!("you have seen what is there: {} more", counted(seen, "cell"));
                self.end_deed(index, Cause::Done, words);
            }
            Some(Deed::Travel(_) | Deed::Explore(_)) => self.notice_what_bars(index),
            _ => {}
        }
    }

    fn arrive_lived(&mut self, index: usize, goal: Cell) {
        let cell = self.world.units[index].cell;
        let (cause, words) = if cell == goal {
            (Cause::Done, format!("you are {}", self.whereabouts(goal)))
        } else {
            (Cause::NoWay, format!("nobody knows a way on to {}", self.place_name(goal)))
        };
        self.end_deed(index, cause, words);
    }

    /// Somebody has been in the way for long.
    fn notice_what_bars(&mut self, index: usize) {
        let Some((block, since)) = self.world.units[index].blocked else { return };
        if self.world.tick < since + PATIENCE {
            return;
        }
        let words = match block {
            Block::Unit(id) => {
                let name = self.world.unit(id).map_or("somebody", |unit| unit.name.as_str());
                format!("{name} is in the way")
            }
            Block::Passage => "others come through the narrow passage".to_owned(),
            _ => return,
        };
        self.end_deed(index, Cause::Barred, words);
    }

    /// What the one cannot do whom the player lives, he says, and stands.
    pub(super) fn fail_lived(&mut self, index: usize, reason: &str) {
        let words = match self.world.units[index].top() {
            Some(Behaviour::Travel { goal, .. }) => {
                let unit = &self.world.units[index];
                let why = self.planner_of(unit).hindrance(unit.way_start(), *goal).words();
                format!("you know no way to {}: {why}", self.place_name(*goal))
            }
            _ => format!("you stop: one {reason}"),
        };
        self.end_deed(index, Cause::NoWay, words);
    }

    /// Somebody is no more; if it was the one whom the player lives, that life is over.
    pub(super) fn bury(&mut self, unit: &Unit) {
        let Some(life) = self.world.life.take_if(|life| life.unit == unit.id) else { return };
        let now = self.world.tick;
        let is_won = self.world.wander.as_ref().is_some_and(crate::world::Wander::is_won);
        let ending = if is_won {
            Ending::Home
        } else if unit.fought > 0 && unit.fought + SLAIN_WITHIN >= now {
            Ending::Slain
        } else if life.food == 0 {
            Ending::Starved
        } else {
            Ending::Gone
        };
        let place = self.whereabouts(unit.cell);
        let days = counted(((now - life.since) / DAY) as usize, "day");
        let words = match ending {
            Ending::Home => format!("{} comes home to stay", unit.name),
            Ending::Slain => format!("{} is slain {place}, after {days}", unit.name),
            Ending::Starved => format!("{} starves {place}, after {days}", unit.name),
            Ending::Gone => format!("{} is gone", unit.name),
        };
        if ending != Ending::Slain {
            // Whoever is slain is spoken of already.
            self.tell_at_once(crate::world::Subject::You, Some(unit.cell), words);
        }
        self.end_wandering(unit, &life, ending);
    }
}

/// Whether a deed is under way that goes on by itself.
fn goes_by_itself(life: &Life) -> bool {
    matches!(life.deed, Some(Deed::Travel(_) | Deed::Explore(_) | Deed::Rest | Deed::Wait | Deed::Look))
}

/// That somebody comes into sight, and where.
fn sight_words(world: &World, me: &Unit, other: &Unit) -> String {
    match side_of(me.cell, other.cell) {
        Some(side) => format!("{} comes into sight in the {side}", world.title_of(other)),
        None => format!("{} is beside you", world.title_of(other)),
    }
}
