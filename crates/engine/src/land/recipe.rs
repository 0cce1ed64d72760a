//! What kind of land is made: a preset and sliders. The land itself lives in `generate`.

use serde::{Deserialize, Serialize};

/// The middle of a slider: the land as its preset has it.
pub const MIDDLE: u8 = 50;
/// The upper end of a slider.
pub const SLIDER_MAX: u8 = 100;

/// How many sliders there are.
pub const SLIDERS: usize = 6;

/// The kinds of land. The discriminants are part of the save format: append only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Preset {
    /// One great land with a sea around it.
    #[default]
    Continent,
    /// Islands, which bars of sand join.
    Archipelago,
    /// Mountains and valleys with little sea.
    Highlands,
    /// Wide grassland with large rivers and few hills.
    Plains,
    /// A ring of land around an inner sea: everything lies two ways round.
    Ring,
}

impl Preset {
    /// All presets, in the order in which they are offered.
    pub const ALL: [Preset; 5] =
        [Preset::Continent, Preset::Archipelago, Preset::Highlands, Preset::Plains, Preset::Ring];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Continent => "continent",
            Preset::Archipelago => "archipelago",
            Preset::Highlands => "highlands",
            Preset::Plains => "plains",
            Preset::Ring => "ring",
        }
    }

    /// The preset with this name.
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }
}

/// The parameters of a land besides seed and size. Sliders go from 0 to [`SLIDER_MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The kind of land.
    pub preset: Preset,
    /// Sea level.
    pub sea: u8,
    /// Height of ridges.
    pub ridges: u8,
    /// Roughness at small scale.
    pub rough: u8,
    /// Share of woods and marshes.
    pub wet: u8,
    /// Number and width of rivers.
    pub rivers: u8,
    /// Whether only the sea is impassable.
    pub gentle: bool,
    /// Cold, strongest in the north: lowers the tree line and the bare heights.
    pub cold: u8,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe::of(Preset::default())
    }
}

impl Recipe {
    /// A preset with all sliders in the middle.
    pub const fn of(preset: Preset) -> Recipe {
        let (sea, ridges, rough, wet, rivers) = (MIDDLE, MIDDLE, MIDDLE, MIDDLE, MIDDLE);
        Recipe { preset, sea, ridges, rough, wet, rivers, gentle: false, cold: MIDDLE }
    }

    /// The sliders, in the order in which they are offered.
    pub const fn sliders(self) -> [(&'static str, u8); SLIDERS] {
        let Recipe { sea, ridges, rough, wet, rivers, cold, .. } = self;
        [("sea", sea), ("ridges", ridges), ("rough", rough), ("wet", wet), ("rivers", rivers), ("cold", cold)]
    }

    /// The same preset with other sliders.
    #[must_use]
    pub const fn with_sliders(self, [sea, ridges, rough, wet, rivers, cold]: [u8; SLIDERS]) -> Recipe {
        Recipe { sea, ridges, rough, wet, rivers, cold, ..self }
    }

    /// Whether every slider is in its range.
    pub fn is_sound(self) -> bool {
        self.sliders().iter().all(|(_, value)| *value <= SLIDER_MAX)
    }

    /// Its preset and, where one is not in the middle, its sliders, as words joined by this.
    pub fn words(self, joint: &str) -> String {
        let sliders = self.sliders().map(|(_, value)| value);
        let mut words = vec![self.preset.name().to_owned()];
        if sliders != [MIDDLE; SLIDERS] {
            // The last slider is left out where it is in the middle: names of lands without it stay as they are.
            let told = if self.cold == MIDDLE { SLIDERS - 1 } else { SLIDERS };
            words.extend(sliders[..told].iter().map(u8::to_string));
        }
        words.join(joint)
    }

    /// Reads what [`Recipe::words`] has written with spaces.
    pub fn parse(text: &str) -> Option<Recipe> {
        let mut words = text.split(' ');
        let recipe = Recipe::of(Preset::from_name(words.next()?)?);
        let values: Option<Vec<u8>> = words.map(|word| word.parse().ok()).collect();
        let recipe = match values?.as_slice() {
            [] => recipe,
            [sea, ridges, rough, wet, rivers] => {
                recipe.with_sliders([*sea, *ridges, *rough, *wet, *rivers, MIDDLE])
            }
            [sea, ridges, rough, wet, rivers, cold] => {
                recipe.with_sliders([*sea, *ridges, *rough, *wet, *rivers, *cold])
            }
            _ => return None,
        };
        recipe.is_sound().then_some(recipe)
    }
}

/// Where the sea lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rim {
    /// On all sides.
    Around,
    /// Everywhere between islands.
    Between,
    /// On all sides, far out.
    Far,
    /// Around and in the middle.
    Ring,
}

/// The numbers that a recipe stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Traits {
    /// Share of the map that is land, in percent.
    pub land_percent: usize,
    /// Where the sea lies.
    pub rim: Rim,
    /// Cells across the broadest features.
    pub scale: f64,
    /// Weight of plains and hills.
    pub hills: f64,
    /// Weight of ridges.
    pub ridges: f64,
    /// Amplitude of each octave of the noise relative to the one before.
    pub gain: f64,
    /// Shares of the land that lie below peaks, rock, hills, and where marshes end, in percent.
    pub heights: [usize; 4],
    /// Shares of the land that are drier than deep wood, forest, tall grass and marsh, in percent.
    pub damp: [usize; 4],
    /// Flow at which a river begins, as a share of the usual.
    pub flow: f64,
    /// Whether bars of sand join islands.
    pub has_bars: bool,
    /// Cold of the north, -1 to 1; 0 is usual.
    pub cold: f32,
}

/// Cells across the broadest features. They keep their size, so that a larger land has more of them rather than larger
/// ones.
const SCALE: f64 = 84.7;

impl Recipe {
    /// Cells across the broadest features of its noise.
    pub fn scale(self) -> f64 {
        self.traits().scale
    }

    /// Amplitude of each octave of its noise relative to the one before.
    pub fn gain(self) -> f64 {
        self.traits().gain
    }

    /// The numbers of this recipe.
    pub(super) fn traits(self) -> Traits {
        let usual = Traits {
            land_percent: 60,
            rim: Rim::Around,
            scale: SCALE,
            hills: 0.75,
            ridges: 1.0,
            gain: 0.5,
            heights: [98, 91, 78, 30],
            damp: [86, 64, 36, 74],
            flow: 1.0,
            has_bars: false,
            cold: 0.0,
        };
        let traits = match self.preset {
            Preset::Continent => usual,
            Preset::Archipelago => {
                let scale = SCALE * 0.75;
                Traits { land_percent: 36, rim: Rim::Between, scale, ridges: 0.7, has_bars: true, ..usual }
            }
            Preset::Highlands => {
                let heights = [95, 80, 52, 22];
                Traits { land_percent: 84, rim: Rim::Far, hills: 0.6, ridges: 2.0, heights, ..usual }
            }
            Preset::Plains => Traits {
                land_percent: 80,
                rim: Rim::Far,
                scale: SCALE * 1.3,
                hills: 0.55,
                ridges: 0.25,
                heights: [100, 99, 93, 40],
                damp: [95, 84, 52, 84],
                flow: 0.6,
                ..usual
            },
            Preset::Ring => Traits { land_percent: 46, rim: Rim::Ring, ..usual },
        };
        self.adjust(traits)
    }

    /// The numbers as the sliders change them.
    fn adjust(self, traits: Traits) -> Traits {
        // -1 at the lower end of a slider, 1 at the upper.
        let [sea, ridges, rough, wet, rivers, cold] =
            self.sliders().map(|(_, value)| (f64::from(value) - f64::from(MIDDLE)) / f64::from(MIDDLE));
        let percent = |base: usize, change: f64| (base as f64 + change).clamp(0.0, 100.0) as usize;
        Traits {
            land_percent: percent(traits.land_percent, sea * -28.0).clamp(12, 96),
            ridges: traits.ridges * (1.0 + ridges),
            gain: traits.gain + rough * 0.12,
            damp: traits.damp.map(|share| percent(share, wet * -30.0)),
            flow: if rivers < 0.0 {
                traits.flow * (1.0 - 3.0 * rivers)
            } else {
                traits.flow / (1.0 + 3.0 * rivers)
            },
            cold: cold as f32,
            ..traits
        }
    }
}
