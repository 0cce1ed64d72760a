//! The alphabet of maps: one glyph for each kind of ground.

/// Ground as a map draws it. `land` has its own list of surfaces; `sim` translates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Glyph {
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
    /// `A` a peak, impassable.
    Peak,
    /// `#` a wall.
    Wall,
    /// `H` a bridge, over the deepest water beside it.
    Bridge,
}

impl Glyph {
    /// Every kind of ground with its glyph and its word.
    pub const ALL: [(Glyph, char, &'static str); 14] = [
        (Glyph::Deep, '~', "deep water"),
        (Glyph::Shallow, '-', "shallow water"),
        (Glyph::River, '=', "river"),
        (Glyph::Sand, ',', "sand"),
        (Glyph::Meadow, '.', "meadow"),
        (Glyph::Grass, '"', "grass"),
        (Glyph::Forest, 't', "forest"),
        (Glyph::DeepWood, 'T', "deep wood"),
        (Glyph::Swamp, 's', "swamp"),
        (Glyph::Hill, 'n', "hills"),
        (Glyph::Rock, '^', "rock"),
        (Glyph::Peak, 'A', "peak"),
        (Glyph::Wall, '#', "wall"),
        (Glyph::Bridge, 'H', "bridge"),
    ];

    /// The ground of a glyph.
    pub fn from_glyph(glyph: char) -> Option<Glyph> {
        Glyph::ALL.iter().find(|row| row.1 == glyph).map(|row| row.0)
    }

    /// Its glyph.
    pub fn glyph(self) -> char {
        Glyph::ALL.iter().find(|row| row.0 == self).map_or(' ', |row| row.1)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        Glyph::ALL.iter().find(|row| row.0 == self).map_or("nothing", |row| row.2)
    }

    /// Whether it is impassable.
    pub fn is_blocked(self) -> bool {
        matches!(self, Glyph::Deep | Glyph::Shallow | Glyph::Peak | Glyph::Wall)
    }

    /// All glyphs with their words, for a hint.
    pub(super) fn legend() -> String {
        Glyph::ALL.map(|(_, glyph, word)| format!("{glyph} {word}")).join(", ")
    }
}
