//! One value per cell of a map.

use super::{Cell, Size};
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A value for every cell of a map. The storage is private, so that it can become shared pages later.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

    /// Whether there is exactly one value per cell. A deserialized layer may have more or fewer.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.values.len() == self.size.area()
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
