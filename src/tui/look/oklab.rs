//! Mixing of colours in `OKLab`, a space in which equal distances look equal: what lies between two colours is neither
//! darker nor greyer than both.
//!
//! Ottosson, *A perceptual color space for image processing* (2020). A frame mixes tens of thousands of colours, so that
//! the last mixtures are kept, roots are found by two steps of an iteration, and the curve of a screen's brightness is
//! looked up.

use std::cell::RefCell;
use std::sync::LazyLock;

/// Steps of linear light that are told apart.
const LIGHT_STEPS: usize = 1 << 13;

/// The light of each channel's value, 0 to 1; a polynomial is near enough to the curve that screens follow.
static LIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let value = value as f32 / 255.0;
        value * (value * (value * 0.305_306 + 0.682_171) + 0.012_523)
    })
});

/// The value of a channel with so much light: the nearest.
static VALUE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let value = |step: usize| {
        let light = step as f32 / LIGHT_STEPS as f32;
        let above = LIGHT.partition_point(|other| *other < light).clamp(1, 255);
        let is_nearer = LIGHT[above] - light < light - LIGHT[above - 1];
        (above - usize::from(!is_nearer)) as u8
    };
    (0..=LIGHT_STEPS).map(value).collect()
});

/// Mixtures that are kept, by a hash of what they are of: a power of two.
const KEPT_BITS: u32 = 14;

/// What a mixture is of, packed, and the mixture.
type Mixture = (u64, [u8; 3]);

thread_local! {
    static KEPT: RefCell<Vec<Mixture>> = const { RefCell::new(Vec::new()) };
}

/// `percent` of one colour in another, 0 to 100; red, green and blue.
pub(super) fn mixed(a: [u8; 3], b: [u8; 3], percent: u32) -> [u8; 3] {
    // From frame to frame the same colours are mixed.
    let [r, g, blue] = b;
    let key = u64::from_be_bytes([percent as u8 + 1, a[0], a[1], a[2], 0, r, g, blue]);
    let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - KEPT_BITS)) as usize;
    KEPT.with_borrow_mut(|kept| {
        if kept.is_empty() {
            kept.resize(1 << KEPT_BITS, (0, [0; 3]));
        }
        if kept[place].0 != key {
            kept[place] = (key, mixed_anew(a, b, percent as f32 / 100.0));
        }
        kept[place].1
    })
}

/// `share` of one colour in another, 0 to 1.
fn mixed_anew(a: [u8; 3], b: [u8; 3], share: f32) -> [u8; 3] {
    // Lightness and hue are sums of what cones report, so that a mean of the one is a mean of the other.
    let (a, b) = (cones(a), cones(b));
    colour(std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share))
}

/// How strongly a colour excites each of three kinds of cones, as the eye reports it.
fn cones(colour: [u8; 3]) -> [f32; 3] {
    let [r, g, b] = colour.map(|value| LIGHT[usize::from(value)]);
    [
        0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b,
        0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b,
        0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b,
    ]
    .map(cube_root)
}

/// The colour that excites cones so; the nearest there is.
fn colour(cones: [f32; 3]) -> [u8; 3] {
    let [l, m, s] = cones.map(|root| root * root * root);
    let light = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    light.map(|light| VALUE[(light.clamp(0.0, 1.0) * LIGHT_STEPS as f32 + 0.5) as usize])
}

/// The cube root of 0 to 1.
fn cube_root(x: f32) -> f32 {
    // A third of the exponent is a first guess.
    let guess = f32::from_bits(x.to_bits() / 3 + 0x2A51_4067);
    let nearer = |root: f32| (2.0 * root + x / (root * root)) / 3.0;
    nearer(nearer(guess))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_comes_back_and_the_mean_of_two_greys_lies_between_them() {
        for v in 0..=255u8 {
            for colour in [[v, v, v], [v, 128, 255 - v], [0, v, 30], [255, v, v]] {
                let back = mixed_anew(colour, [0; 3], 0.0);
                let off = colour.iter().zip(back).map(|(a, b)| a.abs_diff(b)).max();
                assert!(off <= Some(1), "{colour:?} became {back:?}");
            }
        }
        let [r, g, b] = mixed([0; 3], [255; 3], 50);
        assert!((95..=103).contains(&r) && r == g && g == b, "{r} {g} {b}");
    }

    #[test]
    fn blue_and_yellow_do_not_meet_in_grey() {
        let [r, g, b] = mixed([40, 60, 220], [240, 220, 40], 50);
        assert!(r.max(g).max(b) - r.min(g).min(b) >= 30, "{r} {g} {b}");
    }
}
