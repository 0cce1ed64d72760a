//! What the ground is made of.

use crate::grid::LayerValue;
use serde::{Deserialize, Serialize};

/// The ground of one cell. The discriminants are part of the save format and of beliefs: append only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Surface {
    /// The open sea.
    #[default]
    DeepWater,
    /// Sea near a shore, and lakes.
    ShallowWater,
    /// Running water that can be forded.
    River,
    /// Beaches and dunes.
    Sand,
    /// Short grass, the easiest ground.
    Meadow,
    /// Tall grass.
    Grass,
    /// Open wood.
    Forest,
    /// Old, dense wood.
    DeepWood,
    /// Wet ground.
    Swamp,
    /// Broken, rising ground.
    Hill,
    /// Bare mountain.
    Rock,
    /// A peak: impassable.
    Peak,
    /// A wall, drawn by a player.
    Wall,
    /// Planks over water or a gorge, from bank to bank.
    Bridge,
    /// Churned ground.
    Mud,
    /// Burning ground.
    Fire,
    /// Burnt ground, which turns green again after a season.
    Burnt,
    /// A light on a pole; passable.
    Beacon,
    /// A watchtower.
    Tower,
    /// Tilled ground that feeds a settlement.
    Field,
    /// A way cut through high or broken ground.
    Cut,
}

impl Surface {
    /// All surfaces, in the order of their numbers.
    pub const ALL: [Surface; 21] = [
        Surface::DeepWater,
        Surface::ShallowWater,
        Surface::River,
        Surface::Sand,
        Surface::Meadow,
        Surface::Grass,
        Surface::Forest,
        Surface::DeepWood,
        Surface::Swamp,
        Surface::Hill,
        Surface::Rock,
        Surface::Peak,
        Surface::Wall,
        Surface::Bridge,
        Surface::Mud,
        Surface::Fire,
        Surface::Burnt,
        Surface::Beacon,
        Surface::Tower,
        Surface::Field,
        Surface::Cut,
    ];

    /// The surface with this number.
    pub fn from_index(index: u8) -> Option<Surface> {
        Surface::ALL.get(usize::from(index)).copied()
    }

    /// Whether no walker can stand here.
    pub const fn is_blocked(self) -> bool {
        use Surface as S;
        matches!(self, S::DeepWater | S::ShallowWater | S::Peak | S::Wall | S::Fire | S::Tower)
    }

    /// Whether it was built to stand out: light, shadow and roads leave its colour alone.
    pub const fn is_built(self) -> bool {
        use Surface as S;
        matches!(self, S::Wall | S::Bridge | S::Fire | S::Beacon | S::Tower | S::Cut)
    }

    /// Whether fire takes hold of it.
    pub const fn burns(self) -> bool {
        matches!(
            self,
            Surface::Meadow
                | Surface::Grass
                | Surface::Field
                | Surface::Forest
                | Surface::DeepWood
                | Surface::Hill
        )
    }

    /// Whether this is sea or lake; a river is not.
    pub const fn is_sea_or_lake(self) -> bool {
        matches!(self, Surface::DeepWater | Surface::ShallowWater)
    }

    /// Whether it blocks lines of sight, whatever its height.
    pub const fn is_opaque(self) -> bool {
        matches!(self, Surface::Wall | Surface::Peak)
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Surface::DeepWater => "deep water",
            Surface::ShallowWater => "shallow water",
            Surface::River => "river",
            Surface::Sand => "sand",
            Surface::Meadow => "meadow",
            Surface::Grass => "grass",
            Surface::Forest => "forest",
            Surface::DeepWood => "deep wood",
            Surface::Swamp => "swamp",
            Surface::Hill => "hills",
            Surface::Rock => "rock",
            Surface::Peak => "peak",
            Surface::Wall => "wall",
            Surface::Bridge => "bridge",
            Surface::Mud => "mud",
            Surface::Fire => "fire",
            Surface::Burnt => "burnt ground",
            Surface::Beacon => "beacon",
            Surface::Tower => "tower",
            Surface::Field => "field",
            Surface::Cut => "cut",
        }
    }
}

impl LayerValue for Surface {
    const BYTES: usize = 1;

    fn to_bytes(self) -> [u8; 4] {
        [self as u8, 0, 0, 0]
    }

    fn from_bytes(bytes: [u8; 4]) -> Option<Self> {
        Surface::from_index(bytes[0])
    }
}
