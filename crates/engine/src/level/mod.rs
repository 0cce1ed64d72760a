//! Levels: hand-made lands as text. Pure: text goes in, data comes out, and nothing touches a file.
//!
//! A level is a TOML file that reads like a picture:
//!
//! ```toml
//! name = "The ford"
//! about = "Press g at the far bank. Water is slow to cross."
//! learnt = "A ford is worth a walk." # shown when the level is won; may be left out
//! ask = "Which way?"           # asked before the level begins, with two to four [[answer]]; may be left out
//! seed = 7                     # names and chances; 1 if it is left out
//! fog = true                   # false: the people has seen everything; true if it is left out
//! tools = true                 # false: the player cannot edit the land or add units in this level
//! brushes = ["bridge"]         # the only tools of the player; all if it is left out
//! coin = 12                    # what the player can spend on edits; nothing if it is left out
//! par = 300                    # what a good result is; a level without one has no score
//! measure = "ticks"            # until all goals are met; or "steps", "wounds", "robberies", or "deliveries"
//! map = '''
//! ..=..
//! ..=..
//! ..,..
//! '''
//! heights = '''
//! 11011
//! 11011
//! 11011
//! '''                          # may be left out; one digit is 20 height units above the sea
//! roads = '''
//! 00000
//! 11211
//! 00000
//! '''                          # may be left out; 0 none, 1 path, 2 dirt road, 3 paved road, 4 highway
//!
//! [[site]]
//! good = "grain"
//! at = [0, 0]                  # column and row, both from 0
//!
//! [[town]]
//! name = "Westby"              # may be left out
//! kind = "hamlet"
//! at = [0, 0]
//!
//! [[unit]]
//! name = "Ada"                 # may be left out
//! kind = "porter"
//! at = [0, 0]
//! people = "yours"             # or "neighbours", "strangers", "raiders", "beasts"; settlements and towers have one, too
//! cargo = "salt"               # what it carries; may be left out
//! orders = ["go 4 2", "rest"]  # as the player would give them; without any, it lives as its kind does
//!
//! [[answer]]                   # right if the solution leads here before it leads where the others are
//! words = "over the ford"
//! at = [2, 2]
//!
//! [[tower]]                    # watches for ever, and strangers feel seen
//! at = [2, 0]
//! people = "strangers"
//!
//! [[feared]]
//! at = [3, 1]                  # your people fears this place and its surroundings
//! steps = 4                    # costs as much as so many more steps, 1 to 255
//!
//! [[goal]]                     # all goals have to be met; losing one loses the level
//! kind = "reach"               # the default
//! unit = "Ada"                 # any unit of yours on this map if it is left out
//! at = [4, 2]
//! within = 400                 # ticks from the beginning
//! unseen = true                # no stranger has seen it; false if it is left out
//! fed = true                   # its food has not run out; false if it is left out
//!
//! [[solution]]                 # how it can be done: tests do it, and so does `wayworn levels --solve`
//! at = 0                       # the tick; 0 if it is left out
//! unit = "Ada"
//! orders = ["go 4 2"]
//!
//! [[solution]]
//! at = 20
//! edit = "bridge 2 0, 2 1"     # a brush and cells
//! ```
//! The other kinds of goals:
//!
//! | kind | fields | met when |
//! |---|---|---|
//! | `see` | `at` or `unit`, `within` | your people has seen the place, or sees the unit |
//! | `survive` | `unit`, `until` | the unit is alive at that tick |
//! | `hold` | `at`, `to` (another corner, may be left out), `until` | no foe has stood there before that tick |
//! | `deliver` | `loads`, `within` | so many loads are sold |
//! | `bring` | `unit`, `at`, `within` | it stands there with its first cargo, not robbed on the way |
//! | `home` | `unit`, `at`, `within`, `watch` (ticks; 1), `unseen` | it has watched the place and is in a settlement again |
//!
//! [`Glyph::ALL`] lists the glyphs of a map. The `'''` keep `"` (grass) from ending it.
//!
//! What does not live here: worlds. `sim` makes a game of a level; a level is only what was drawn.

mod data;
mod glyphs;
mod goal;
mod order;
mod parse;
mod parse_goal;
mod place;
mod reader;
mod tables;
mod words;

pub use data::{Feared, Level, LevelAnswer, LevelSite, LevelTown, LevelUnit, Tower};
pub use glyphs::Glyph;
pub use goal::{DemandOf, LevelDemand, LevelGoal, SolutionAct, SolutionStep};
pub use order::{LevelOrder, OrderOf, OrderSubject, UnitOrPlaceOf};
pub use parse::{SIDE_MAX, SIDE_MIN, TEXT_MAX, THINGS_MAX, TOKENS_MAX};
pub use place::LevelError;
pub use words::{BRUSHES, GOODS, MEASURES, PEOPLES, TOWN_KINDS, UNIT_KINDS};
