//! Tests.
fn main(){}
