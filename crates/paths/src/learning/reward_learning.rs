//! Reinforcement learning: choices learned from rewards alone, by Q-learning (Watkins 1989).
//!
//! The idea: nothing is known of what a choice leads to. Make one, see the reward and the next state, and move the value of
//! that choice towards the reward and the best value of the next state. So values spread back, as in value iteration,
//! along the choices made. To learn, the best-known choice is not always made: now and then another one (explore, or exploit).
//! Promise: none in finite time. Needs: the same states again and again.
//! Units: those of the rewards, kept in thousandths. Ties: the first choice.
//! Cost: eight bytes for each choice of each state.
//! Differs from the paper in known next states of the caravan below, and in integers.
//!
//! [`Markets`] is a task for it: a caravan goes from market to market for ever. A market pays its price, and half of it if the
//! caravan has sold there one stop before the last; travel costs its time. [`MarketRule`] has the rules without learning.

use super::dice::Dice;
use super::value_iteration::Choices;

/// Thousandths of a reward.
const MILLI: i64 = 1000;
/// Thousandths that the next choice counts for.
pub const DISCOUNT: i64 = 900;

/// Values of choices, learned by trying them.
#[derive(Clone, Debug)]
pub struct RewardLearner {
    choice_count: usize,
    /// By state, then by choice, in thousandths.
    values: Vec<i64>,
}

impl RewardLearner {
    /// Knows nothing of so many states with so many choices each.
    pub fn new(states: usize, choices: usize) -> RewardLearner {
        RewardLearner { choice_count: choices, values: vec![0; states * choices] }
    }

    fn values_of(&self, state: usize) -> &[i64] {
        &self.values[state * self.choice_count..(state + 1) * self.choice_count]
    }

    /// The choice with the best known value among those allowed, or by chance in this percentage of cases.
    pub fn choose(&self, state: usize, allowed: &[usize], explore: usize, dice: &mut Dice) -> usize {
        if allowed.is_empty() || dice.is_lucky(explore) {
            return allowed.get(dice.below(allowed.len())).copied().unwrap_or(0);
        }
        let values = self.values_of(state);
        let best = allowed.iter().rev().max_by_key(|choice| values[**choice]);
        best.copied().unwrap_or(0)
    }

    /// Learns the reward of a choice and where it led to, moving this many percent of the way.
    pub fn learn(&mut self, state: usize, choice: usize, reward: i64, next: usize, percent: i64) {
        let later = self.values_of(next).iter().copied().max().unwrap_or(0);
        let value = &mut self.values[state * self.choice_count + choice];
        *value += (reward * MILLI + later * DISCOUNT / MILLI - *value) * percent / 100;
    }
}

/// Markets, what they pay for a load, and the time between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Markets {
    /// Price of a load in each market.
    pub prices: Vec<i64>,
    /// Cost of the trip from each market to each, in the same unit as prices.
    pub trips: Vec<Vec<i64>>,
}

/// How a caravan chooses its next market without learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarketRule {
    /// The nearest other market.
    Nearest,
    /// The other market with the highest price.
    HighestPrice,
    /// The other market that pays most for this trip: its price now, less the trip.
    BestTrip,
}

impl Markets {
    /// Number of markets.
    pub fn count(&self) -> usize {
        self.prices.len()
    }

    /// A caravan's state: the market it is in, and the one before.
    pub fn state(&self, at: usize, before: usize) -> usize {
        at * self.count() + before
    }

    /// What the next sale brings: a market in which it sold one stop before the last has not yet recovered.
    pub fn reward(&self, at: usize, before: usize, to: usize) -> i64 {
        let price = if to == before { self.prices[to] / 2 } else { self.prices[to] };
        price - self.trips[at][to]
    }

    /// The other markets.
    pub fn others(&self, at: usize) -> Vec<usize> {
        (0..self.count()).filter(|to| *to != at).collect()
    }

    /// The choice of a rule.
    pub fn choose(&self, rule: MarketRule, at: usize, before: usize) -> usize {
        let score = |to: usize| match rule {
            MarketRule::Nearest => -self.trips[at][to],
            MarketRule::HighestPrice => self.prices[to],
            MarketRule::BestTrip => self.reward(at, before, to),
        };
        self.others(at).into_iter().rev().max_by_key(|to| score(*to)).unwrap_or(at)
    }

    /// Mean reward of so many trips, each to where `choose` says from the market it is in and the one before.
    pub fn mean_reward(&self, trips: usize, mut choose: impl FnMut(usize, usize) -> usize) -> i64 {
        let (mut at, mut before, mut sum) = (0, 0, 0);
        for _ in 0..trips {
            let to = choose(at, before);
            sum += self.reward(at, before, to);
            (at, before) = (to, at);
        }
        sum / trips.max(1) as i64
    }
}

impl Choices for Markets {
    fn state_count(&self) -> usize {
        self.count().pow(2)
    }

    fn is_end(&self, _state: usize) -> bool {
        false
    }

    fn choices(&self, state: usize, emit: &mut impl FnMut(usize, i64)) {
        let (at, before) = (state / self.count(), state % self.count());
        for to in self.others(at) {
            emit(self.state(to, at), self.reward(at, before, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::value_iteration::StateValues;

    /// Two markets side by side, two good ones further off that are near each other, and a dear one far away.
    fn markets() -> Markets {
        let places = [(0, 0), (2, 0), (30, 0), (36, 0), (33, 5), (90, 90)];
        let prices = vec![20, 20, 60, 60, 60, 90];
        let far = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        let trips = places.iter().map(|a| places.iter().map(|b| far(*a, *b)).collect()).collect();
        Markets { prices, trips }
    }

    #[test]
    fn the_mean_reward_rises_above_the_rules() {
        let markets = markets();
        let (mut learner, mut dice) = (RewardLearner::new(36, 6), Dice::new(7));
        let mean = |learner: &RewardLearner| {
            let mut still = Dice::new(0);
            markets.mean_reward(60, |at, before| {
                learner.choose(markets.state(at, before), &markets.others(at), 0, &mut still)
            })
        };
        let untaught = mean(&learner);
        let (mut at, mut before) = (0, 0);
        for _ in 0..6000 {
            let state = markets.state(at, before);
            let to = learner.choose(state, &markets.others(at), 20, &mut dice);
            learner.learn(state, to, markets.reward(at, before, to), markets.state(to, at), 20);
            (at, before) = (to, at);
        }
        let taught = mean(&learner);
        assert!(taught > untaught, "{taught} {untaught}");
        for rule in [MarketRule::Nearest, MarketRule::HighestPrice] {
            let ruled = markets.mean_reward(60, |at, before| markets.choose(rule, at, before));
            assert!(taught > ruled, "{rule:?}: {ruled} and {taught}");
        }
        // All known beforehand, the best is found without trying.
        let mut values = StateValues::discounted(&markets, DISCOUNT);
        (0..300).for_each(|_| {
            values.sweep(&markets);
        });
        let best = markets.mean_reward(60, |at, before| {
            values.best(&markets, markets.state(at, before)).map_or(at, |best| best.0 / markets.count())
        });
        assert!(taught <= best && taught * 10 >= best * 9, "{taught} of {best}");
    }
}
