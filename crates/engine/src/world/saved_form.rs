//! The saved form of a value, as its bytes reach a hash or a file: postcard's, in long stretches.
//!
//! Postcard hands over number by number, a byte or two at a time; hashing and compressing are faster in long stretches.

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use std::io::{self, Write};

/// Bytes that are handed on at once.
const STRETCH: usize = 1 << 16;

/// Writes the saved form of a value.
///
/// # Errors
/// When writing fails.
pub(crate) fn write_saved_form(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let stretches = Stretches { out, bytes: Vec::with_capacity(STRETCH + 16) };
    postcard::serialize_with_flavor(value, stretches).map_err(io::Error::other)
}

/// What is still to be handed on.
struct Stretches<'a, W> {
    out: &'a mut W,
    bytes: Vec<u8>,
}

impl<W: Write> Stretches<'_, W> {
    fn hand_on(&mut self) -> postcard::Result<()> {
        self.out.write_all(&self.bytes).map_err(|_| postcard::Error::SerializeBufferFull)?;
        self.bytes.clear();
        Ok(())
    }
}

impl<W: Write> Flavor for Stretches<'_, W> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "called once a number, where a call costs as much as the work")]
    #[inline(always)]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.bytes.push(byte);
        if self.bytes.len() >= STRETCH { self.hand_on() } else { Ok(()) }
    }

    #[expect(clippy::inline_always, reason = "called once a number, where a call costs as much as the work")]
    #[inline(always)]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        if bytes.len() >= STRETCH {
            self.hand_on()?;
            return self.out.write_all(bytes).map_err(|_| postcard::Error::SerializeBufferFull);
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= STRETCH { self.hand_on() } else { Ok(()) }
    }

    fn finalize(mut self) -> postcard::Result<()> {
        self.hand_on()
    }
}
