//! What an experiment finds.

/// What an experiment found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Figures by their names.
    pub figures: Vec<(&'static str, i64)>,
    /// Curves, to be drawn.
    pub curves: Vec<Curve>,
}

/// Values in a row, such as an error after each round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// What it shows.
    pub name: &'static str,
    /// Its values, from the left.
    pub values: Vec<i64>,
}

impl Findings {
    /// The same with one more curve.
    pub(super) fn with_curve(mut self, name: &'static str, values: Vec<i64>) -> Findings {
        self.curves.push(Curve { name, values });
        self
    }

    /// The figure with this name.
    pub fn figure(&self, name: &str) -> Option<i64> {
        self.figures.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}
