//! The alphabet of maps: one glyph for each kind of ground.

/// Ground as it is drawn. `land` has its own list of what ground is made of; `sim` knows which is which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// `~` the open sea.
    Deep,
    /// `-` shallow water.
    Shallow,
    /// `=` a river, which can be forded.
    River,
    /// `,` sand.
    Sand,
    /// `.` meadow.
    #[default]
    Meadow,
    /// `"` tall grass.
    Grass,
    /// `t` open wood.
    Forest,
    /// `T` old, dense wood.
    DeepWood,
    /// `s` wet ground.
    Swamp,
    /// `n` hills.
    Hill,
    /// `^` bare rock.
    Rock,
    /// `A` a peak, where nobody walks.
    Peak,
    /// `#` a wall.
    Wall,
    /// `H` a bridge, over the deepest water beside it.
    Bridge,
}

impl Ground {
    /// Every kind of ground with its glyph and its word.
    pub const ALL: [(Ground, char, &'static str); 14] = [
        (Ground::Deep, '~', "deep water"),
        (Ground::Shallow, '-', "shallow water"),
        (Ground::River, '=', "river"),
        (Ground::Sand, ',', "sand"),
        (Ground::Meadow, '.', "meadow"),
        (Ground::Grass, '"', "grass"),
        (Ground::Forest, 't', "forest"),
        (Ground::DeepWood, 'T', "deep wood"),
        (Ground::Swamp, 's', "swamp"),
        (Ground::Hill, 'n', "hills"),
        (Ground::Rock, '^', "rock"),
        (Ground::Peak, 'A', "peak"),
        (Ground::Wall, '#', "wall"),
        (Ground::Bridge, 'H', "bridge"),
    ];

    /// The ground of a glyph.
    pub fn from_glyph(glyph: char) -> Option<Ground> {
        Ground::ALL.iter().find(|row| row.1 == glyph).map(|row| row.0)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        Ground::ALL.iter().find(|row| row.0 == self).map_or("nothing", |row| row.2)
    }

    /// Whether nobody can stand on it.
    pub fn is_blocked(self) -> bool {
        matches!(self, Ground::Deep | Ground::Shallow | Ground::Peak | Ground::Wall)
    }

    /// All glyphs with their words, for a hint.
    pub(super) fn legend() -> String {
        Ground::ALL.map(|(_, glyph, word)| format!("{glyph} {word}")).join(", ")
    }
}
