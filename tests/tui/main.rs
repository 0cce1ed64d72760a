//! The screen without a terminal: keys and clicks in, effects and drawn frames out.
#![expect(clippy::unwrap_used, reason = "a test reports by failing")]

mod analysis;
mod camera;
mod codex;
mod contrast;
mod encode;
mod goals;
mod history;
mod keys;
mod kit;
mod lab;
mod land;
mod new_land;
mod orders;
mod pictures;
mod pinch;
mod pixels;
mod possession;
mod proposals;
mod race;
mod traces;
mod what_if;
mod whole;
