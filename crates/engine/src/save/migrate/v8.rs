//! From version 8 to 9: an act may be something that somebody was told, and a goal that something is brought. Both are
//! new variants behind those that there were, so nothing has to be rewritten; programs of version 8 cannot read them.

use super::Parts;
use crate::save::Fault;

#[expect(clippy::unnecessary_wraps, reason = "steps may fail, this one does not")]
pub(super) fn step(_: &mut Parts) -> Result<(), Fault> {
    Ok(())
}
