//! Lists that only an index of their own type can reach: a settlement's index cannot look up a people by mistake.

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::slice;

/// The index of something in a list of its own, from 0.
pub trait Ix: Copy {
    /// The index with this number.
    fn from_index(index: usize) -> Self;
    /// Its number.
    fn index(self) -> usize;
}

/// A list that is indexed by `I` alone. It is saved as a plain list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent, bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
pub struct IndexVec<I, T> {
    all: Vec<T>,
    index: PhantomData<I>,
}

impl<I: Ix, T> IndexVec<I, T> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether this is the index of an element.
    pub fn contains(&self, index: I) -> bool {
        index.index() < self.all.len()
    }

    /// The indices of all elements, as many as there are now.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.all.len()).map(I::from_index)
    }

    /// The element with this index, if there is one.
    pub fn get(&self, index: I) -> Option<&T> {
        self.all.get(index.index())
    }

    /// All elements.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.all.iter()
    }

    /// All elements, to be changed.
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.all.iter_mut()
    }

    /// All elements with their indices.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.all.iter().enumerate().map(|(index, one)| (I::from_index(index), one))
    }

    /// Index of the first element for which this is true.
    pub fn position(&self, is_sought: impl FnMut(&T) -> bool) -> Option<I> {
        self.all.iter().position(is_sought).map(I::from_index)
    }

    /// Adds an element at the end, and returns its index.
    pub fn push(&mut self, one: T) -> I {
        self.all.push(one);
        I::from_index(self.all.len() - 1)
    }

    /// Inserts an element at the beginning: the indices of all others grow by one.
    pub fn push_first(&mut self, one: T) {
        self.all.insert(0, one);
    }

    /// Keeps the first so many.
    pub fn truncate(&mut self, count: usize) {
        self.all.truncate(count);
    }
}

impl<I, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(all: Vec<T>) -> Self {
        Self { all, index: PhantomData }
    }
}

impl<I: Ix, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, index: I) -> &T {
        &self.all[index.index()]
    }
}

impl<I: Ix, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.all[index.index()]
    }
}

impl<'a, I, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut IndexVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.all.iter_mut()
    }
}
