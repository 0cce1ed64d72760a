//! Formulas of codex pages: arithmetic and comparisons of whole numbers over named figures.
//!
//! ```text
//! formula    = both { "or" both }
//! both       = comparison { "and" comparison }
//! comparison = sum [ ("<" | "<=" | "==" | "!=" | ">=" | ">") sum ]
//! sum        = product { ("+" | "-") product }
//! product    = factor { ("*" | "/") factor }
//! factor     = "-" factor | "(" formula ")" | number | name "." name
//! ```
//!
//! A comparison is 1 where it holds and 0 elsewhere; any value but 0 is true. What follows `and` and `or` is asked only
//! if it matters, so that `a.found and a.cost < 9` has a value where there is no path. A quotient is rounded towards 0. Names
//! have letters, digits and `_`; numbers may have `_` between digits. What names stand for does not live here
//! (`scene`).

/// Most levels of parentheses and signs, so that a hostile formula cannot exhaust the stack.
const DEPTH_MAX: usize = 32;

/// A formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// A number.
    Number(i64),
    /// A figure: whose, and which.
    Figure(String, String),
    /// The negative.
    Minus(Box<Formula>),
    /// Two formulas and what is done with them.
    Pair(Box<Formula>, Operator, Box<Formula>),
}

/// What is done with two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
}

/// Operators by how loosely they bind, the loosest first, each with its sign.
const LEVELS: [&[(&str, Operator)]; 5] = [
    &[("or", Operator::Or)],
    &[("and", Operator::And)],
    &[
        ("<=", Operator::AtMost),
        ("==", Operator::Equal),
        ("!=", Operator::Unequal),
        (">=", Operator::AtLeast),
        ("<", Operator::Less),
        (">", Operator::More),
    ],
    &[("+", Operator::Plus), ("-", Operator::Minus)],
    &[("*", Operator::Times), ("/", Operator::Over)],
];
/// The level of comparisons, which cannot be chained.
const COMPARISONS: usize = 2;

/// Where and why a text is no formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {why}")]
pub struct FormulaError {
    /// Column in the formula, from 1.
    pub column: usize,
    /// Why.
    pub why: String,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// Where and why the text is none.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        let mut reader = FormulaReader { text, at: 0, depth: 0 };
        let formula = reader.pair(0)?;
        reader.skip_blanks();
        if reader.rest().is_empty() { Ok(formula) } else { Err(reader.error("an operator was expected")) }
    }

    /// Its value, with the figures as `figure` gives them.
    ///
    /// # Errors
    /// What `figure` says, or that the result has no value.
    pub fn value(&self, figure: &dyn Fn(&str, &str) -> Result<i64, String>) -> Result<i64, String> {
        match self {
            Formula::Number(number) => Ok(*number),
            Formula::Figure(whose, which) => figure(whose, which),
            Formula::Minus(inner) => inner.value(figure)?.checked_neg().ok_or_else(too_large),
            Formula::Pair(left, operator, right) => match (operator, left.value(figure)?) {
                (Operator::And, 0) => Ok(0),
                (Operator::Or, left) if left != 0 => Ok(1),
                (_, left) => operator.apply(left, right.value(figure)?),
            },
        }
    }

    /// The figures that it names, from left to right.
    pub fn figures(&self) -> Vec<(&str, &str)> {
        match self {
            Formula::Number(_) => Vec::new(),
            Formula::Figure(whose, which) => vec![(whose, which)],
            Formula::Minus(inner) => inner.figures(),
            Formula::Pair(left, _, right) => [left.figures(), right.figures()].concat(),
        }
    }
}

impl Operator {
    fn apply(self, left: i64, right: i64) -> Result<i64, String> {
        let result = match self {
            Operator::Or => Some(i64::from(left != 0 || right != 0)),
            Operator::And => Some(i64::from(left != 0 && right != 0)),
            Operator::Less => Some(i64::from(left < right)),
            Operator::AtMost => Some(i64::from(left <= right)),
            Operator::Equal => Some(i64::from(left == right)),
            Operator::Unequal => Some(i64::from(left != right)),
            Operator::AtLeast => Some(i64::from(left >= right)),
            Operator::More => Some(i64::from(left > right)),
            Operator::Plus => left.checked_add(right),
            Operator::Minus => left.checked_sub(right),
            Operator::Times => left.checked_mul(right),
            Operator::Over if right == 0 => return Err("a division by zero".to_owned()),
            Operator::Over => left.checked_div(right),
        };
        result.ok_or_else(too_large)
    }
}

fn too_large() -> String {
    "a value is too large".to_owned()
}

/// A position in the text of a formula.
struct FormulaReader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
    depth: usize,
}

impl<'a> FormulaReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, why: &str) -> FormulaError {
        FormulaError { column: self.text[..self.at].chars().count() + 1, why: why.to_owned() }
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes the longest run of these characters.
    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Takes an operator of a level, if one comes next. A word ends where its letters end.
    fn operator(&mut self, level: usize) -> Option<Operator> {
        self.skip_blanks();
        let rest = self.rest();
        let is_next = |sign: &str| {
            let ends = |after: &str| !after.starts_with(is_name) || !sign.starts_with(is_name);
            rest.strip_prefix(sign).is_some_and(ends)
        };
        let (sign, operator) = LEVELS[level].iter().find(|(sign, _)| is_next(sign))?;
        self.at += sign.len();
        Some(*operator)
    }

    fn pair(&mut self, level: usize) -> Result<Formula, FormulaError> {
        if level == LEVELS.len() {
            return self.factor();
        }
        let mut left = self.pair(level + 1)?;
        while let Some(operator) = self.operator(level) {
            let right = self.pair(level + 1)?;
            left = Formula::Pair(Box::new(left), operator, Box::new(right));
            if level == COMPARISONS {
                break;
            }
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Formula, FormulaError> {
        self.skip_blanks();
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(self.error("too many parentheses"));
        }
        let found = match self.rest().chars().next() {
            Some('-') => {
                self.at += 1;
                Ok(Formula::Minus(Box::new(self.factor()?)))
            }
            Some('(') => self.parenthesis(),
            Some('0'..='9') => self.number(),
            Some(letter) if is_name(letter) => self.figure(),
            Some(_) => Err(self.error("a number, a name or '(' was expected")),
            None => Err(self.error("the formula ends too soon")),
        };
        self.depth -= 1;
        found
    }

    fn parenthesis(&mut self) -> Result<Formula, FormulaError> {
        self.at += 1;
        let inner = self.pair(0)?;
        self.skip_blanks();
        if !self.rest().starts_with(')') {
            return Err(self.error("')' was expected"));
        }
        self.at += 1;
        Ok(inner)
    }

    fn number(&mut self) -> Result<Formula, FormulaError> {
        let begin = self.at;
        let digits: String = self.take(|c| c.is_ascii_digit() || c == '_').replace('_', "");
        digits.parse().map(Formula::Number).map_err(|_| {
            self.at = begin;
            self.error("the number is too large")
        })
    }

    fn figure(&mut self) -> Result<Formula, FormulaError> {
        let whose = self.take(is_name);
        if !self.rest().starts_with('.') {
            return Err(self.error("'.' and the name of a figure were expected"));
        }
        self.at += 1;
        let which = self.take(is_name);
        if which.is_empty() {
            return Err(self.error("the name of a figure was expected"));
        }
        Ok(Formula::Figure(whose.to_owned(), which.to_owned()))
    }
}

/// Whether a character can be part of a name.
pub(super) fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        let formula = Formula::parse(text).map_err(|error| error.to_string())?;
        formula.value(&|whose, which| match (whose, which) {
            ("a", "cost") => Ok(12),
            ("b", "cost") => Ok(-5),
            _ => Err(format!("no {whose}.{which}")),
        })
    }

    #[test]
    fn formulas_have_the_usual_values() {
        for (text, expected) in [
            ("1 + 2 * 3 - 4", 3),
            ("(1 + 2) * 3", 9),
            ("-7 / 2", -3),
            ("- -7", 7),
            ("1_000 * 3", 3000),
            ("a.cost", 12),
            ("a.cost - b.cost", 17),
            ("a.cost > b.cost and b.cost < 0", 1),
            ("0 and 1 or 1", 1),
            ("0 and (1 or 1)", 0),
            ("1 + (a.cost == 12)", 2),
            ("2 != 2 or 2 >= 3", 0),
            ("0 and c.cost or 1 or c.cost", 1),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_column() {
        for (text, expected) in [
            ("", "column 1: the formula ends too soon"),
            ("1 +", "column 4: the formula ends too soon"),
            ("1 < 2 < 3", "column 7: an operator was expected"),
            ("(1", "column 3: ')' was expected"),
            ("cost", "column 5: '.' and the name of a figure were expected"),
            ("a. cost", "column 3: the name of a figure was expected"),
            ("a.cost nor 1", "column 8: an operator was expected"),
            ("1 andy 2", "column 3: an operator was expected"),
            ("§", "column 1: a number, a name or '(' was expected"),
            ("99999999999999999999", "column 1: the number is too large"),
            ("c.cost", "no c.cost"),
            ("1 / 0", "a division by zero"),
            ("9223372036854775807 + 1", "a value is too large"),
        ] {
            assert_eq!(value(text), Err(expected.to_owned()), "{text}");
        }
        let deep = format!("{}1{}", "(".repeat(40), ")".repeat(40));
        assert_eq!(value(&deep), Err("column 33: too many parentheses".to_owned()));
    }
}
