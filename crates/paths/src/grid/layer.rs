//! One value per cell of a map.

use super::{Cell, Size};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Index, IndexMut};

/// A value for every cell of a map. The storage is private, so that it can become shared pages later.
///
/// Its saved form is its size and its values as bytes: the lowest byte of each, then the next, which packs better than
/// value by value, and is written at once. It can be read only from a format that lends its bytes (postcard from a
/// slice); a size that does not fit the bytes, or a value that is none of `T`, is an error of that format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layer<T> {
    size: Size,
    values: Vec<T>,
}

impl<T: Clone> Layer<T> {
    /// A layer with the same value everywhere.
    #[inline]
    pub fn new(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.area()] }
    }
}

impl<T> Layer<T> {
    /// A layer of these values in row-major order.
    ///
    /// Returns `None` when their number is not the area of the map.
    #[inline]
    pub fn from_values(size: Size, values: Vec<T>) -> Option<Self> {
        (values.len() == size.area()).then_some(Self { size, values })
    }

    /// A layer with `change` applied to each value.
    #[inline]
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Layer<U> {
        Layer { size: self.size, values: self.values.iter().map(change).collect() }
    }

    /// The size of the map.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All values, row by row.
    #[inline]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values, row by row, mutable.
    #[inline]
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Each cell with its value, row by row.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.values.iter().enumerate().map(|(i, v)| (self.size.cell(i), v))
    }

    /// The value of a cell, or `None` off the map.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        if self.size.contains(cell) { self.values.get(self.size.index(cell)) } else { None }
    }
}

impl<T> Index<Cell> for Layer<T> {
    type Output = T;
    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.values[self.size.index(cell)]
    }
}

impl<T> IndexMut<Cell> for Layer<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        let index = self.size.index(cell);
        &mut self.values[index]
    }
}

/// A value that a saved layer can have.
pub trait LayerValue: Copy {
    /// Number of its bytes: one to four.
    const BYTES: usize;

    /// Its bytes, the lowest first.
    fn to_bytes(self) -> [u8; 4];

    /// The value of such bytes, if there is one.
    fn from_bytes(bytes: [u8; 4]) -> Option<Self>;
}

impl LayerValue for u16 {
    const BYTES: usize = 2;

    #[inline]
    fn to_bytes(self) -> [u8; 4] {
        u32::from(self).to_le_bytes()
    }

    #[inline]
    fn from_bytes(bytes: [u8; 4]) -> Option<Self> {
        u16::try_from(u32::from_le_bytes(bytes)).ok()
    }
}

impl LayerValue for u32 {
    const BYTES: usize = 4;

    #[inline]
    fn to_bytes(self) -> [u8; 4] {
        self.to_le_bytes()
    }

    #[inline]
    fn from_bytes(bytes: [u8; 4]) -> Option<Self> {
        Some(u32::from_le_bytes(bytes))
    }
}

/// Bytes that are handed over at once.
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<T: LayerValue> Serialize for Layer<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(self.values.len() * T::BYTES);
        for place in 0..T::BYTES {
            bytes.extend(self.values.iter().map(|value| value.to_bytes()[place]));
        }
        (self.size, Bytes(bytes)).serialize(to)
    }
}

impl<'de, T: LayerValue> Deserialize<'de> for Layer<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (size, bytes) = <(Size, &[u8])>::deserialize(from)?;
        let count = bytes.len() / T::BYTES;
        let value = |at: usize| {
            let byte = |place| if place < T::BYTES { bytes[place * count + at] } else { 0 };
            T::from_bytes(std::array::from_fn(byte))
        };
        let is_whole = bytes.len().is_multiple_of(T::BYTES);
        let values = (0..count).map(value).collect::<Option<Vec<T>>>().filter(|_| is_whole);
        let layer = values.and_then(|values| Layer::from_values(size, values));
        layer.ok_or_else(|| D::Error::custom("a layer does not fit its land"))
    }
}
