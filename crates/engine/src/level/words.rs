//! The words that a level can use for goods, kinds, owners, measures and brushes.

/// Goods that a level can name.
pub const GOODS: [&str; 8] = ["grain", "timber", "stone", "ore", "salt", "fish", "tools", "salt-fish"];
/// Kinds of settlements.
pub const TOWN_KINDS: [&str; 6] = ["ruin", "inn", "hamlet", "village", "town", "city"];
/// Kinds of units.
#[rustfmt::skip]
pub const UNIT_KINDS: [&str; 12] = [
    "porter", "scout", "settler", "cart", "messenger", "guard", "spy", "worker", "builder", "raider", "wolf", "deer",
];
/// Owners of settlements and units; the first is the default.
pub const PEOPLES: [&str; 5] = ["yours", "neighbours", "strangers", "raiders", "beasts"];
/// Measures of results; the first is the default. Of the last more is better, of the others less.
pub const MEASURES: [&str; 5] = ["ticks", "steps", "wounds", "robberies", "deliveries"];
/// Brushes that a solution can edit the land with.
pub const BRUSHES: [&str; 11] =
    ["wall", "bridge", "mud", "fire", "river", "beacon", "tower", "prefer", "avoid", "forbid", "erase"];
