//! Block and box-drawing characters, drawn to the pixel so that neighbours join without gaps, which fonts do not
//! guarantee.

/// The sides that a box-drawing character reaches: up, right, down, left.
const LINES: [(char, [bool; 4]); 15] = [
    ('─', [false, true, false, true]),
    ('│', [true, false, true, false]),
    ('┌', [false, true, true, false]),
    ('┐', [false, false, true, true]),
    ('└', [true, true, false, false]),
    ('┘', [true, false, false, true]),
    ('├', [true, true, true, false]),
    ('┤', [true, false, true, true]),
    ('┬', [false, true, true, true]),
    ('┴', [true, true, false, true]),
    ('┼', [true, true, true, true]),
    ('╭', [false, true, true, false]),
    ('╮', [false, false, true, true]),
    ('╰', [true, true, false, false]),
    ('╯', [true, false, false, true]),
];

/// The filled quarters: upper left, upper right, lower left, lower right.
const QUARTERS: [(char, [bool; 4]); 10] = [
    ('▖', [false, false, true, false]),
    ('▗', [false, false, false, true]),
    ('▘', [true, false, false, false]),
    ('▙', [true, false, true, true]),
    ('▚', [true, false, false, true]),
    ('▛', [true, true, true, false]),
    ('▜', [true, true, false, true]),
    ('▝', [false, true, false, false]),
    ('▞', [false, true, true, false]),
    ('▟', [false, true, true, true]),
];

/// Coverage of each pixel of a character of `width × height`, 0 to 255, row by row; `None` for characters of the font.
pub(super) fn block_coverage(letter: char, (width, height): (usize, usize)) -> Option<Vec<u8>> {
    let eighth = |first: char| letter as usize - first as usize + 1;
    let paint = |full: &dyn Fn(usize, usize) -> bool| {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Some(pixels.map(|(x, y)| if full(x, y) { 255 } else { 0 }).collect())
    };
    match letter {
        '▀' => paint(&|_, y| y < height / 2),
        '▁'..='█' => paint(&|_, y| (height - 1 - y) * 8 < eighth('▁') * height),
        '▉'..='▏' => paint(&|x, _| x * 8 < (8 - eighth('▉')) * width),
        '▐' => paint(&|x, _| x >= width / 2),
        '▔' => paint(&|_, y| y * 8 < height),
        '▕' => paint(&|x, _| (width - 1 - x) * 8 < width),
        '░' => Some(vec![64; width * height]),
        '▒' => Some(vec![128; width * height]),
        '▓' => Some(vec![191; width * height]),
        _ => {
            if let Some((_, full)) = QUARTERS.iter().find(|row| row.0 == letter) {
                return paint(&|x, y| full[usize::from(y >= height / 2) * 2 + usize::from(x >= width / 2)]);
            }
            let (_, reaches) = LINES.iter().find(|row| row.0 == letter)?;
            paint(&|x, y| is_line(*reaches, (x, y), (width, height)))
        }
    }
}

/// Whether a pixel lies on a line from the centre to one of these sides.
fn is_line(reaches: [bool; 4], (x, y): (usize, usize), (width, height): (usize, usize)) -> bool {
    let thick = (width / 8).max(1);
    let (left, top) = ((width - thick) / 2, (height - thick) / 2);
    let within = |at: usize, first: usize| (first..first + thick).contains(&at);
    let [up, right, down, west] = reaches;
    within(x, left) && ((up && y < top + thick) || (down && y >= top))
        || within(y, top) && ((west && x < left + thick) || (right && x >= left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_tile_exactly() {
        for size in [(8, 16), (16, 32), (9, 17)] {
            let area = size.0 * size.1;
            let full = |letter| {
                let cover = block_coverage(letter, size).expect("a block");
                cover.into_iter().map(|c| usize::from(c / 255)).sum::<usize>()
            };
            assert_eq!(full('█'), area);
            for (one, other) in [('▀', '▄'), ('▌', '▐'), ('▘', '▟'), ('▚', '▞')] {
                let (a, b) = (
                    block_coverage(one, size).expect("a block"),
                    block_coverage(other, size).expect("a block"),
                );
                let both = a.iter().zip(&b).filter(|(a, b)| **a == 255 && **b == 255).count();
                let whole = a.iter().zip(&b).all(|(a, b)| a.max(b) == &255);
                assert!(whole && (both == 0 || size.0 % 2 == 1), "{one}{other} at {size:?}");
            }
            assert!(full('▁') < full('▂') && full('▏') < full('▎') && full('┼') > full('─'));
        }
    }
}
