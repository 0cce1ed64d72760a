//! Colours and glyphs of the land, its knowledge, its roads, and the chrome.
//!
//! Positions on the screen are elsewhere.

use super::color::{self, Depth, Rgb, land_color};
use super::seasons::YearDay;
use super::surface::look_of;
use crate::scene::{Form, Paint, PeopleIx, Pixel, Surface, Tier, TownKind, Visibility};
use clap::ValueEnum;
use ratatui::style::{Color, Modifier, Style};
use serde::{Deserialize, Serialize};

/// The palettes that `c` cycles through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// Natural colours.
    #[default]
    Natural,
    /// Darker land, brighter marks.
    Contrast,
    /// Monochrome.
    Mono,
}

/// Which glyphs may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Glyphs {
    /// Half blocks, dots, houses.
    #[default]
    Unicode,
    /// The same, with the land in characters of 2 × 3 parts.
    Sextants,
    /// The same, with the land in characters of 2 × 4 parts.
    Octants,
    /// Bytes below 128 only.
    Ascii,
}

/// The look of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theme {
    /// The terminal's colour depth.
    pub depth: Depth,
    /// The player's palette.
    pub palette: Palette,
    /// The font's glyphs.
    pub glyphs: Glyphs,
    /// The day of the year that the ground shows, if it has seasons.
    pub day: Option<YearDay>,
}

/// The background of everything but land.
pub const CHROME: Rgb = Rgb(20, 23, 30);
/// Text.
pub const TEXT: Rgb = Rgb(206, 210, 218);
/// Secondary text.
pub const DIM: Rgb = Rgb(122, 130, 146);
/// The selection, and nothing else.
pub const ACCENT: Rgb = Rgb(255, 176, 64);
/// Keys.
pub const KEY: Rgb = Rgb(120, 190, 255);
/// Gains.
pub const GAIN: Rgb = Rgb(126, 200, 130);
/// Losses and foes.
pub const FOE: Rgb = Rgb(255, 96, 96);
/// Beasts.
pub const BEAST: Rgb = Rgb(156, 142, 116);
/// Units of other peoples.
pub const STRANGER: Rgb = Rgb(120, 178, 214);
/// One's own units that cannot go on.
pub const STUCK: Rgb = Rgb(255, 214, 96);
/// Names of rivers.
pub const RIVER_NAME: Rgb = Rgb(164, 206, 246);
/// Names of heights.
pub const HEIGHT_NAME: Rgb = Rgb(214, 204, 188);
/// The runner-up path.
pub const RUNNER_UP: Rgb = Rgb(150, 130, 255);
/// The straight line.
pub const STRAIGHT_LINE: Rgb = Rgb(90, 210, 220);
/// The brightest ink, visible on any ground.
pub const SNOW: Rgb = Rgb(255, 255, 255);
/// The thin rule before the panel.
pub const RULE: Rgb = Rgb(52, 58, 70);
/// Never seen.
pub const SHROUD: Rgb = Rgb(13, 15, 20);
/// The static grain of unseen land.
const GRAIN: Rgb = Rgb(20, 23, 30);
/// Off the land.
const VOID: Rgb = Rgb(7, 8, 11);
/// Cells under a selected path keep this much of their brightness, in percent.
pub const UNDER_PATH_PERCENT: u32 = 36;
/// In the history replay, land discovered later keeps this much of the brightness of remembered land, in percent.
const LATER_PERCENT: u32 = 45;
/// Cells beside a road keep this much of their brightness, in percent.
const BESIDE_ROAD_PERCENT: u32 = 68;
/// Cells beside a road are at most this bright, so that the road stands out on snow and sand.
const BESIDE_ROAD_LUMA: u32 = 100;
/// How much of a path shows through the grass of a green lane, in percent.
const LANE_PERCENT: u32 = 40;
/// The same where seasons make the ground grey, which is brighter in 256 colours.
const BESIDE_ROAD_SEASON_LUMA: u32 = 93;

/// How much of a people's hue its realm and the realm's rim have, in percent.
const REALM_PERCENT: u32 = 10;
const RIM_PERCENT: u32 = 76;
/// How much brighter than the ground the hue of a realm may be.
const REALM_LUMA: u32 = 24;
/// How bright the hue of a rim is where land is remembered and where it is seen: the same on any ground, so that it is
/// one line, and darker than roads.
const RIM_LUMA: [u32; 2] = [58, 84];
/// How much brighter a pixel is with a unit on it, and with each one more, in percent.
const CROWD_PERCENT: u32 = 26;
const CROWD_STEP_PERCENT: u32 = 9;

/// One hue per people, the player's first, and the nearest of sixteen colours, bright and dark.
const HUES: [(Rgb, Color, Color); 5] = [
    (Rgb(236, 120, 255), Color::LightMagenta, Color::Magenta),
    (Rgb(96, 214, 255), Color::LightCyan, Color::Cyan),
    (Rgb(255, 226, 96), Color::LightYellow, Color::Yellow),
    (Rgb(255, 120, 96), Color::LightRed, Color::Red),
    (Rgb(196, 176, 255), Color::LightBlue, Color::Blue),
];

/// The hue of a people.
pub(crate) fn hue(people: PeopleIx) -> (Rgb, Color, Color) {
    hue_at(usize::from(people.0))
}

/// One of the hues that can be told apart on the land.
pub(crate) fn hue_at(index: usize) -> (Rgb, Color, Color) {
    HUES[index % HUES.len()]
}

impl Theme {
    /// Changes to the next palette, if there is a choice; returns what is in force then.
    pub fn next_palette(&mut self) -> String {
        if self.depth == Depth::Mono {
            return "colours: monochrome, for the terminal or --color allows no other".to_owned();
        }
        let word;
        (self.palette, word) = match self.palette {
            Palette::Natural => (Palette::Contrast, "high contrast"),
            Palette::Contrast => (Palette::Mono, "monochrome"),
            Palette::Mono => (Palette::Natural, "natural"),
        };
        format!("colours: {word}")
    }

    /// The depth in use: the monochrome palette overrides the terminal's depth.
    pub fn effective(self) -> Depth {
        if self.palette == Palette::Mono { Depth::Mono } else { self.depth }
    }

    /// Whether only glyphs, bold and reverse are available.
    pub fn is_mono(self) -> bool {
        self.effective() == Depth::Mono
    }

    /// A colour as the terminal shows it.
    #[inline]
    pub fn color(self, rgb: Rgb) -> Color {
        land_color(rgb, self.effective())
    }

    /// Text of this colour on the chrome.
    pub fn text(self, rgb: Rgb) -> Style {
        self.on(rgb, CHROME)
    }

    /// Text of this colour on that background.
    pub fn on(self, ink: Rgb, ground: Rgb) -> Style {
        let strong = self.palette == Palette::Contrast && ink == DIM;
        let ink = if strong { TEXT } else { ink };
        let style = Style::new().fg(color::text_color(ink, self.effective()));
        let chrome = matches!(ground, CHROME | ACCENT);
        let style =
            style.bg(if chrome { color::text_color(ground, self.effective()) } else { self.color(ground) });
        match (self.is_mono(), ink) {
            (true, ACCENT | KEY) => style.add_modifier(Modifier::BOLD),
            (true, DIM) => style.add_modifier(Modifier::DIM),
            _ => style,
        }
    }

    /// Bold text of this colour on the chrome.
    pub fn bold(self, rgb: Rgb) -> Style {
        self.text(rgb).add_modifier(Modifier::BOLD)
    }

    /// The style of the selection: dark on amber, or reversed without colour.
    pub fn selected(self) -> Style {
        let style = self.on(CHROME, ACCENT).add_modifier(Modifier::BOLD);
        if self.is_mono() { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// The glyph that the font has.
    pub fn pick_glyph(self, unicode: char, ascii: char) -> char {
        if self.glyphs == Glyphs::Ascii { ascii } else { unicode }
    }

    /// The text that the font has.
    pub fn pick_text<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.glyphs == Glyphs::Ascii { ascii } else { unicode }
    }

    /// A pixel's colour. `grain` is a constant of its position, 0 to 255.
    #[inline]
    pub fn pixel(self, pixel: Pixel, grain: u8) -> Rgb {
        let mut colour = self.known(pixel, grain);
        let is_ground = pixel.form == Form::None && !pixel.tier.is_road() && !pixel.surface.is_sea_or_lake();
        if let Some(people) = pixel.realm.filter(|_| is_ground) {
            let seen = usize::from(pixel.visibility == Visibility::Visible);
            // As bright as the ground, so that roads and what is seen now stand out.
            let (luma, percent) = if pixel.is_rim {
                (RIM_LUMA[seen], RIM_PERCENT)
            } else {
                (colour.luma() + REALM_LUMA, REALM_PERCENT)
            };
            colour = colour.mixed(hue(people).0.capped(luma), percent);
        }
        crowded_colour(colour, pixel.crowd)
    }

    /// A pixel's colour by how well it is known.
    #[inline]
    fn known(self, pixel: Pixel, grain: u8) -> Rgb {
        match pixel.visibility {
            Visibility::OffLand => VOID,
            Visibility::Unseen if grain < 6 => GRAIN,
            Visibility::Unseen => painted_colour(SHROUD, pixel.paint),
            Visibility::SeenLater => {
                self.remembered(self.lit(pixel, grain), pixel.surface).scaled(LATER_PERCENT)
            }
            Visibility::Remembered => self.remembered(self.lit(pixel, grain), pixel.surface),
            Visibility::Visible => self.lit(pixel, grain),
        }
    }

    /// Land as it is remembered: darker, and with half the saturation. Of 256 colours most would then be grey, so that
    /// what is blue or green becomes more so.
    #[inline]
    fn remembered(self, colour: Rgb, surface: Surface) -> Rgb {
        // High contrast has darkened the land already.
        let is_dark = self.palette == Palette::Contrast;
        let is_vivid = surface.is_sea_or_lake()
            || matches!(surface, Surface::River | Surface::Meadow | Surface::Grass | Surface::Field)
            || matches!(surface, Surface::Wall | Surface::Bridge);
        let keeps_hue = self.effective() == Depth::Indexed && is_vivid && !is_dark;
        let faded = if keeps_hue { colour.saturated(130) } else { colour.half_saturated() };
        if is_dark { faded.scaled(72) } else { faded.scaled(58) }
    }

    /// A pixel in full light.
    #[inline]
    fn lit(self, pixel: Pixel, grain: u8) -> Rgb {
        let road = road_colour(pixel.tier);
        if let Some(road) = road.filter(|_| !pixel.is_lane) {
            return road;
        }
        if let Some(built) = form_colour(pixel) {
            return built.scaled(94 + u32::from(grain) % 13);
        }
        let mut relief = u32::from(pixel.relief).clamp(50, 140);
        if pixel.surface.is_sea_or_lake() || pixel.surface == Surface::River || pixel.surface.is_built() {
            relief = 100;
        }
        let ground = match self.day {
            Some(day) => day.ground_colour(pixel.surface, grain),
            None => look_of(pixel.surface).colour,
        };
        let grain = u32::from(grain) % 7;
        let mut colour = ground.scaled(relief * (97 + grain) / 100);
        if pixel.tier == Tier::Scuff {
            colour = colour.mixed(Rgb(198, 178, 132), 24);
        } else if let Some(road) = road {
            colour = colour.mixed(road, LANE_PERCENT);
        }
        if self.palette == Palette::Contrast {
            // Dark colours stay as they are, or they would look unseen.
            colour = colour.scaled(if colour.luma() < 50 { 100 } else { 68 });
        }
        colour = painted_colour(colour, pixel.paint);
        if pixel.is_beside_road && !pixel.is_lane && !pixel.surface.is_built() {
            let most = if self.day.is_some() { BESIDE_ROAD_SEASON_LUMA } else { BESIDE_ROAD_LUMA };
            colour = colour.scaled(BESIDE_ROAD_PERCENT).capped(most);
        }
        colour
    }

    /// A pixel's colour of sixteen.
    pub fn sixteen_color(pixel: Pixel) -> Color {
        match pixel.visibility {
            Visibility::OffLand | Visibility::Unseen | Visibility::SeenLater => Color::Black,
            _ if pixel.crowd > 0 || pixel.tier >= Tier::Paved => Color::White,
            _ if pixel.tier == Tier::Dirt => Color::LightYellow,
            _ if pixel.tier == Tier::Path && pixel.is_lane => Color::Green,
            _ if pixel.tier == Tier::Path => Color::Yellow,
            _ if matches!(pixel.form, Form::House | Form::Inn) => {
                pixel.realm.map_or(Color::Red, |people| hue(people).2)
            }
            _ if pixel.form != Form::None => Color::Gray,
            _ if pixel.is_rim => pixel.realm.map_or(Color::Black, |people| hue(people).2),
            Visibility::Remembered if pixel.surface.is_sea_or_lake() => Color::Blue,
            Visibility::Remembered => Color::DarkGray,
            Visibility::Visible => look_of(pixel.surface).named,
        }
    }
}

/// The colour of what stands on a pixel: roofs have a shade of their people's hue.
#[inline]
fn form_colour(pixel: Pixel) -> Option<Rgb> {
    let people = pixel.realm.unwrap_or(PeopleIx::PLAYER);
    match pixel.form {
        Form::None | Form::Gate => None,
        Form::Market => Some(Rgb(128, 104, 78)),
        Form::House | Form::Inn => Some(Rgb(158, 82, 58).mixed(hue(people).0, 22).capped(BESIDE_ROAD_LUMA)),
        Form::Palisade => Some(Rgb(92, 66, 40)),
        Form::Wall => Some(Rgb(98, 98, 104)),
        Form::Quay => Some(Rgb(118, 88, 58)),
        Form::Rubble => Some(Rgb(84, 78, 74)),
    }
}

/// The colour of a road of this tier; trodden grass has none.
#[inline]
pub fn road_colour(tier: Tier) -> Option<Rgb> {
    match tier {
        Tier::None | Tier::Scuff => None,
        Tier::Path => Some(Rgb(186, 160, 112)),
        Tier::Dirt => Some(Rgb(208, 176, 118)),
        Tier::Paved => Some(Rgb(230, 212, 170)),
        Tier::Highway => Some(Rgb(250, 242, 220)),
    }
}

/// A colour brightened by the units on it.
#[inline]
fn crowded_colour(colour: Rgb, crowd: u8) -> Rgb {
    let more = CROWD_STEP_PERCENT * u32::from(crowd.saturating_sub(1));
    if crowd == 0 { colour } else { colour.mixed(SNOW, (CROWD_PERCENT + more).min(90)) }
}

/// The ground with the player's painted preference over it.
#[inline]
fn painted_colour(colour: Rgb, paint: Paint) -> Rgb {
    match paint {
        Paint::None => colour,
        Paint::Prefer => colour.mixed(KEY, 45),
        Paint::Avoid => colour.mixed(ACCENT, 50),
        // Dark as well as red: red alone is invisible on grass to eyes without green cones.
        Paint::Forbid => colour.mixed(Rgb(104, 4, 50), 80),
    }
}

/// The letter of a pixel's ground, for screens without colour and for the close zoom.
pub fn letter(pixel: Pixel, glyphs: Glyphs) -> char {
    let (unicode, ascii) = match (pixel.visibility, pixel.tier, pixel.form) {
        (Visibility::OffLand | Visibility::Unseen | Visibility::SeenLater, ..) => (' ', ' '),
        (_, _, Form::Gate) => ('G', 'G'),
        (_, Tier::Path, _) => ('·', ':'),
        (_, Tier::Dirt, _) => ('+', '+'),
        (_, Tier::Paved | Tier::Highway, _) => ('#', '#'),
        (_, _, Form::House) => ('m', 'm'),
        (_, _, Form::Palisade | Form::Wall) => ('%', '%'),
        (_, _, Form::Quay) => ('H', 'H'),
        (_, _, Form::Market) => ('M', 'M'),
        (_, _, Form::Inn) => ('i', 'i'),
        (_, _, Form::Rubble) => ('`', '`'),
        (_, Tier::None | Tier::Scuff, Form::None) => look_of(pixel.surface).letters,
    };
    if glyphs == Glyphs::Ascii { ascii } else { unicode }
}

/// The glyph of a painted preference, or a space.
pub fn paint_glyph(paint: Paint, glyphs: Glyphs) -> char {
    let (unicode, ascii) = match paint {
        Paint::None => (' ', ' '),
        Paint::Prefer => ('»', '>'),
        Paint::Avoid => ('«', '<'),
        Paint::Forbid => ('×', 'X'),
    };
    if glyphs == Glyphs::Ascii { ascii } else { unicode }
}

/// The ink of a painted preference.
pub fn paint_ink(paint: Paint) -> Rgb {
    match paint {
        Paint::None => DIM,
        Paint::Prefer => KEY,
        Paint::Avoid => ACCENT,
        Paint::Forbid => FOE,
    }
}

/// The sign of a settlement, in Unicode and in ASCII; other peoples have their own.
pub fn town_glyph(kind: TownKind, mine: bool) -> (char, char) {
    match kind {
        TownKind::Ruin => ('∴', '%'),
        TownKind::Town | TownKind::City if !mine => ('∩', 'U'),
        _ if !mine => ('∩', 'u'),
        TownKind::Inn => ('⌂', 'i'),
        TownKind::Hamlet => ('⌂', 'o'),
        TownKind::Village => ('⌂', 'v'),
        TownKind::Town => ('◉', 'O'),
        TownKind::City => ('◉', '@'),
    }
}

/// The sign of a small settlement, zoomed out.
pub const SMALL_PLACE: (char, char) = ('•', 'o');

/// A constant of a position, for grain that does not shimmer.
#[inline]
pub fn grain(x: i32, y: i32) -> u8 {
    let mut hash = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2C1B_3C6D);
    (hash >> 24) as u8 ^ (hash >> 9) as u8
}

/// The ink of a glyph on built ground whose colour alone is not distinct enough.
pub(crate) fn landmark_ink(surface: Surface, theme: Theme) -> Option<Rgb> {
    let few = theme.effective() == Depth::Sixteen;
    match surface {
        Surface::Fire => Some(Rgb(255, 214, 120)),
        Surface::Beacon => Some(Rgb(255, 236, 150)),
        Surface::Tower => Some(SNOW),
        Surface::Bridge | Surface::Mud | Surface::Burnt if few => Some(TEXT),
        _ => None,
    }
}

/// The sign of a resource without a settlement.
pub(crate) fn site_glyph(good: &str) -> (char, char) {
    let letter = good.chars().next().unwrap_or('r');
    let unicode = match good {
        "timber" => '♣',
        "ore" | "stone" | "salt" => '◆',
        "fish" => '≈',
        _ => '▪',
    };
    (unicode, letter)
}
