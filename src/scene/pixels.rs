//! What a pixel of the land shows.

use crate::land::Surface;
use crate::world::{Paint, Tier};

/// How well the player's people knows a pixel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Visibility {
    /// Off the land.
    #[default]
    OffLand,
    /// Never seen.
    Unseen,
    /// Known now, but not at the time shown.
    SeenLater,
    /// Seen earlier, not now.
    Remembered,
    /// Seen now.
    Visible,
}

/// One pixel of land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pixel {
    /// The ground, as the people believes it to be.
    pub surface: Surface,
    /// The road, as the people believes it to be.
    pub tier: Tier,
    /// What the player painted on it.
    pub paint: Paint,
    /// How well it is known.
    pub visibility: Visibility,
    /// Brightness of the slope lit from the north-west, in percent of flat land: 66 to 128.
    pub relief: u8,
    /// Whether a road passes within one cell (its neighbours are darkened).
    pub is_beside_road: bool,
}
