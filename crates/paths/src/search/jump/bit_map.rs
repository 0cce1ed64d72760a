//! Maps of bits: lines of cells, 64 per word, that can be mirrored and transposed so that any direction runs from low
//! bits to high ones. Not here: what a bit means.

use crate::graph::{NodeId, Terrain};

/// Lines of bits. The number of lines and the bits of each are multiples of 64, so that the map can be transposed.
#[derive(Clone, Debug)]
pub(super) struct BitMap {
    words: Vec<u64>,
    /// Words per line.
    stride: usize,
}

impl BitMap {
    /// A bit for each cell, set at walls. Line and bit are row and column plus one: the map is surrounded by a border
    /// of wall of at least one cell.
    pub(super) fn walls(terrain: &Terrain) -> Self {
        let (width, height) = (usize::from(terrain.size().width), usize::from(terrain.size().height));
        let stride = (width + 2).div_ceil(64);
        let mut words = vec![u64::MAX; (height + 2).div_ceil(64) * 64 * stride];
        let rows = terrain.prices().chunks_exact(width.max(1));
        for (line, prices) in words.chunks_exact_mut(stride).skip(1).zip(rows) {
            for (bit, price) in (1..).zip(prices) {
                line[bit / 64] ^= u64::from(*price != 0) << (bit % 64);
            }
        }
        Self { words, stride }
    }

    /// In the layout of a map of walls, a bit for each free cell with a free neighbour of another price.
    pub(super) fn price_borders(terrain: &Terrain, walls: &BitMap) -> Self {
        let mut map = walls.with_words(vec![0; walls.words.len()]);
        if terrain.is_uniform() {
            return map;
        }
        let size = terrain.size();
        let (width, height) = (i32::from(size.width), i32::from(size.height));
        let price = |x: i32, y: i32| terrain.price((y * width + x) as NodeId);
        let place = |x: i32, y: i32| ((y + 1) as usize * map.stride, (x + 1) as usize);
        for (dx, dy) in [(1, 0), (-1, 1), (0, 1), (1, 1)] {
            for y in 0..height - dy {
                for x in 0.max(-dx)..width - dx.max(0) {
                    let (one, other) = (price(x, y), price(x + dx, y + dy));
                    if one != other && one != 0 && other != 0 {
                        for (line, bit) in [place(x, y), place(x + dx, y + dy)] {
                            map.words[line + bit / 64] |= 1 << (bit % 64);
                        }
                    }
                }
            }
        }
        map
    }

    /// In the layout of a map of walls, a bit for each of these cells.
    pub(super) fn cells(terrain: &Terrain, walls: &BitMap, nodes: &[NodeId]) -> Self {
        let mut map = walls.with_words(vec![0; walls.words.len()]);
        for cell in nodes.iter().map(|node| terrain.cell(*node)) {
            let (line, bit) = (usize::from(cell.y) + 1, usize::from(cell.x) + 1);
            map.words[line * map.stride + bit / 64] |= 1 << (bit % 64);
        }
        map
    }

    /// Number of lines.
    pub(super) fn lines(&self) -> usize {
        self.words.len() / self.stride
    }

    /// Bits per line.
    pub(super) fn len(&self) -> usize {
        self.stride * 64
    }

    /// A line.
    pub(super) fn line(&self, line: usize) -> &[u64] {
        &self.words[line * self.stride..][..self.stride]
    }

    /// All words, line by line.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// A map of the same size with these words.
    pub(super) fn with_words(&self, words: Vec<u64>) -> Self {
        debug_assert_eq!(words.len(), self.words.len());
        Self { words, stride: self.stride }
    }

    /// Each line read backwards.
    pub(super) fn mirrored(&self) -> Self {
        let backwards = |line: &[u64]| line.iter().rev().map(|word| word.reverse_bits()).collect::<Vec<_>>();
        self.with_words(self.words.chunks_exact(self.stride).flat_map(backwards).collect())
    }

    /// Turns lines into bits: bit `i` of line `k` was bit `k + slope · i` of line `i`, wrapped around the end of the
    /// line. Slope 0 makes lines of columns; slopes 1 and −1 make lines of the two kinds of diagonals, which the border
    /// of wall keeps apart.
    pub(super) fn transposed(&self, slope: i32) -> Self {
        let (len, stride) = (self.len(), self.lines() / 64);
        let mut words = vec![0; self.words.len()];
        for part in 0..stride {
            let begins: [usize; 64] =
                std::array::from_fn(|i| (slope * (part * 64 + i) as i32).rem_euclid(len as i32) as usize);
            for block in 0..self.stride {
                let mut square: [u64; 64] =
                    std::array::from_fn(|i| self.word_at(part * 64 + i, (begins[i] + block * 64) % len));
                transpose(&mut square);
                for (i, word) in square.into_iter().enumerate() {
                    words[(block * 64 + i) * stride + part] = word;
                }
            }
        }
        Self { words, stride }
    }

    /// The 64 bits of a line from any position, wrapped around its end.
    fn word_at(&self, line: usize, at: usize) -> u64 {
        let line = self.line(line);
        let (word, bit) = (at / 64, at % 64);
        let next = if word + 1 < line.len() { line[word + 1] } else { line[0] };
        line[word] >> bit | next << 1 << (63 - bit)
    }
}

/// Transposes 64 × 64 bits: first the halves, then the halves of the halves.
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut low = u64::MAX >> 32;
    while width > 0 {
        for upper in (0..64).filter(|row| row & width == 0) {
            let both = (square[upper] >> width ^ square[upper + width]) & low;
            square[upper] ^= both << width;
            square[upper + width] ^= both;
        }
        width /= 2;
        low ^= low << width;
    }
}
