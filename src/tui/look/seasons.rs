//! The ground through the year: snow on high ground in winter, floods in spring, dry swamps in summer, as the seasons'
//! effect on walking is; beside that the woods' leaves, blossom and straw.
//!
//! Colours change cell by cell, a few each day. Weather does not live here (`elements`).

use super::color::Rgb;
use super::surface::look_of;
use crate::scene::{DAY, SEASON_DAYS, Surface};
use std::sync::OnceLock;

/// A day of the year, from the first of spring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YearDay(u8);

/// What colours become part of.
const SNOW_TONE: Rgb = Rgb(222, 226, 232);
const ICE_TONE: Rgb = Rgb(142, 168, 186);
const FLOOD_TONE: Rgb = Rgb(70, 100, 130);
const BLOSSOM_TONE: Rgb = Rgb(196, 190, 158);
const STRAW_TONE: Rgb = Rgb(164, 152, 84);
const BARE_TONE: Rgb = Rgb(92, 86, 76);
const LEAVES: [Rgb; 3] = [Rgb(158, 92, 40), Rgb(172, 124, 46), Rgb(136, 64, 40)];

/// The colours of the ground on a day, by surface and grain.
type DayColours = [[Rgb; 256]; Surface::ALL.len()];

/// The colours of each day, once it is drawn: a frame has tens of thousands of pixels.
static COLOURS: [OnceLock<Box<DayColours>>; 4 * SEASON_DAYS as usize] =
    [const { OnceLock::new() }; 4 * SEASON_DAYS as usize];

impl YearDay {
    /// The day of a tick.
    pub fn at(tick: u64) -> YearDay {
        YearDay((tick / DAY % (4 * SEASON_DAYS)) as u8)
    }

    /// The season, 0 for spring, and the day of it.
    fn season(self) -> (u8, u32) {
        let days = SEASON_DAYS as u8;
        (self.0 / days, u32::from(self.0 % days))
    }

    /// Whether snow falls, not rain.
    pub(crate) fn is_winter(self) -> bool {
        self.season().0 == 3
    }

    /// The colour of ground on this day. `grain` is a constant of its position: where it is small, the season comes
    /// first.
    #[inline]
    pub(super) fn ground_colour(self, surface: Surface, grain: u8) -> Rgb {
        let anew =
            || Box::new(Surface::ALL.map(|of| std::array::from_fn(|grain| self.mixed(of, grain as u8))));
        COLOURS[usize::from(self.0)].get_or_init(anew)[usize::from(surface as u8)][usize::from(grain)]
    }

    /// The same, mixed anew.
    fn mixed(self, surface: Surface, grain: u8) -> Rgb {
        let ground = look_of(surface).colour;
        let is_among = |percent: u32| u32::from(grain) * 100 / 256 < percent;
        let leaf = LEAVES[usize::from(grain) % LEAVES.len()];
        let (tone, percent) = match (self.season(), surface) {
            ((0, _), Surface::River) => (FLOOD_TONE, 40),
            ((0, _), Surface::Meadow) if is_among(12) => (BLOSSOM_TONE, 35),
            ((0, day), Surface::Rock) if day < 3 && is_among(24 - 8 * day) => (SNOW_TONE, 40),
            ((1, day), Surface::Swamp) => (STRAW_TONE, 3 * day.min(10)),
            ((1, day), Surface::Meadow | Surface::Grass) => (STRAW_TONE, 2 * day.min(9)),
            ((2, day), Surface::Forest) if is_among(10 + 8 * day) => (leaf, 62),
            ((2, day), Surface::DeepWood) if is_among(3 * day) => (leaf, 50),
            ((2, _), Surface::Meadow | Surface::Grass) => (STRAW_TONE, 18),
            ((2, day), Surface::Rock) if day > 8 && is_among(8 * (day - 8)) => (SNOW_TONE, 40),
            ((3, _), Surface::Hill | Surface::Rock) => (SNOW_TONE, 52),
            ((3, _), Surface::Forest) => (BARE_TONE, 50),
            ((3, _), Surface::DeepWood) if is_among(30) => (SNOW_TONE, 16),
            ((3, _), Surface::Field) if !is_among(60) => (BARE_TONE, 55),
            ((3, _), Surface::Field) => (SNOW_TONE, 40),
            ((3, _), Surface::Meadow | Surface::Grass | Surface::Sand) => {
                (SNOW_TONE, if is_among(45) { 34 } else { 14 })
            }
            ((3, _), Surface::ShallowWater | Surface::Swamp) if is_among(55) => (ICE_TONE, 34),
            _ => return ground,
        };
        ground.mixed(tone, percent)
    }
}
