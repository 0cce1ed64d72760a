//! The characters of the screen that the embedded font lacks: blocks and lines, drawn to the pixel so that neighbours join
//! without gaps, and the flag of a rally point. All others come from the font.

/// Coverage of each pixel of a character of `width × height`, 0 to 255, row by row; `None` for characters of the font.
pub(super) fn block_coverage(letter: char, (width, height): (usize, usize)) -> Option<Vec<u8>> {
    let paint = |full: &dyn Fn(usize, usize) -> bool| {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Some(pixels.map(|(x, y)| if full(x, y) { 255 } else { 0 }).collect())
    };
    let thick = (width / 8).max(1);
    let is_middle = |at: usize, length: usize| {
        let first = (length - thick) / 2;
        (first..first + thick).contains(&at)
    };
    match letter {
        '─' => paint(&|_, y| is_middle(y, height)),
        '━' => paint(&|_, y| is_middle(y, height) || is_middle(y + thick, height)),
        '│' => paint(&|x, _| is_middle(x, width)),
        '▀' => paint(&|_, y| y < height / 2),
        '▁'..='█' => {
            let eighths = letter as usize - '▁' as usize + 1;
            paint(&|_, y| (height - 1 - y) * 8 < eighths * height)
        }
        '▒' => Some(vec![128; width * height]),
        '⚑' => {
            // A pole at the left, and a cloth whose width shrinks to its lower edge.
            let (pole, top, cloth) = (width / 4, height / 5, height / 3);
            paint(&|x, y| {
                let down = y.wrapping_sub(top);
                let is_cloth =
                    x > pole && down < cloth && (x - pole) * cloth < (cloth - down) * (width - pole);
                (x == pole && (top..height * 4 / 5).contains(&y)) || is_cloth
            })
        }
        _ => None,
    }
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
            let halves = ['▀', '▄'].map(|half| block_coverage(half, size).expect("a block"));
            assert!(halves[0].iter().zip(&halves[1]).all(|(upper, lower)| upper.max(lower) == &255));
            assert_eq!(full('▀') + full('▄'), area, "{size:?}");
            assert!(full('▁') < full('▂') && full('─') < full('│') && full('─') < full('━'));
        }
    }
}
