import { expect, it } from 'vitest'
import { rust } from '../../src/languages/systems/rust.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'structs, enums and their members',
    `#[derive(Debug)]
pub struct Point<T> where T: Copy {
    pub x: T,
    y: u8,
}
struct Unit;
pub struct Pair(pub i32);
pub enum Shape { Dot, Circle(i32), Box { side: i32 } }
union Bits { all: u64 }
`,
    [
      'struct Point (exported) 1-5',
      'struct Point > field x (exported) 3',
      'struct Point > field y 4',
      'struct Unit 6',
      'struct Pair (exported) 7',
      'enum Shape (exported) 8',
      'enum Shape > constant Dot (exported) 8',
      'enum Shape > constant Circle (exported) 8',
      'enum Shape > constant Box (exported) 8',
      'struct Bits 9',
      'struct Bits > field all 9',
    ],
  ],
  [
    'traits and what implements them',
    `pub trait Draw: Sized {
    const K: i32;
    type Out;
    fn must(&self);
    fn may(&self) {}
}
impl<T> Point<T> {
    pub const Q: i32 = 1;
    pub(crate) fn new() -> Self { fn inner() {} }
    async fn hidden() {}
}
impl<T> fmt::Display for net::Point<T> {
    fn fmt(&self) {}
}
impl Draw for &'static mut [u8] {}
`,
    [
      'trait Draw (exported) 1-6',
      'trait Draw > constant K (exported) 2',
      'trait Draw > type Out (exported) 3',
      'trait Draw > method must (exported) 4',
      'trait Draw > method may (exported) 5',
      'impl Point 7-11',
      'impl Point > constant Q (exported) 8',
      'impl Point > method new (exported) 9',
      'impl Point > method hidden 10',
      'impl Point (exported) 12-14',
      'impl Point > method fmt (exported) 13',
      'impl [u8] (exported) 15',
    ],
  ],
  [
    'functions, constants, macros and modules',
    `pub async unsafe extern "C" fn run() {}
pub const LIMIT: i32 = 1;
const _: () = ();
static mut COUNT: i32 = 2;
type Alias<T> = Vec<T>;
extern "C" { fn from_c(a: i32); }
#[macro_export]
macro_rules! shout { () => {} }
macro_rules! whisper { () => {} }
mod tests {
    use super::*;
    #[test]
    fn works() {}
}
`,
    [
      'function run (exported) 1',
      'constant LIMIT (exported) 2',
      'variable COUNT 4',
      'type Alias 5',
      'function from_c 6',
      'macro shout (exported) 7-8',
      'macro whisper 9',
      'module tests 10-14',
      'module tests > function works 12-13',
    ],
    ['super: *'],
  ],
  [
    'imports',
    `use std::fmt;
use a::{self, b, c::{self, d as e, Kind, Other as O}, f::*};
pub use crate::net::tcp::TcpStream as Tcp;
use ::top;
use Here;
extern crate serde as s;
mod near;
pub(crate) mod far;
`,
    ['module near 7', 'module far (exported) 8'],
    [
      'std::fmt',
      'a',
      'a::b',
      'a::c: Kind, Other',
      'a::c::d',
      'a::f: *',
      'crate::net::tcp: TcpStream',
      'top',
      'Here',
      'serde',
      'mod near',
      'mod far',
    ],
  ],
  [
    'items that a macro is given',
    `cfg_rt! {
    /// Starts it.
    pub fn spawn() {}
    pub mod inside;

    cfg_net! {
        pub struct Socket { port: u16 }
    }
}

pin_project! {
    #[derive(Debug)]
    pub struct Lines<R> {
        #[pin]
        reader: R,
    }
}

thread_local! {
    static 名: u8 = 0;
}

fn after() {
    println! {
        "{}", "}"
    }
}
`,
    [
      'function spawn (exported) 3',
      'module inside (exported) 4',
      'struct Socket (exported) 7',
      'struct Socket > field port 7',
      'struct Lines (exported) 12-16',
      'struct Lines > field reader 14-15',
      'variable 名 20',
      'function after 23-27',
    ],
    ['mod inside'],
  ],
  [
    'what is left of a broken file',
    `pub fn whole() {}

impl Half {
    pub fn go(&self) {
        let x = (;
    }

pub struct Kept;
`,
    [
      'function whole (exported) 1',
      'impl Half 3-8',
      'impl Half > method go (exported) 4-6',
      'impl Half > struct Kept (exported) 8',
    ],
  ],
  ['an empty file', '', []],
  ['only a comment', '//! Nothing here. 😀\n', []],
])('reads %s', reads(rust))

it('takes comments and attributes along', async () => {
  const source = '/// A point.\n///\n/// More of it.\n#[derive(Debug)]\n#[cfg(test)]\npub struct Point;\n'
  const { symbols } = await structureOf(rust, source)
  expect(symbols.map(({ doc, docStart, signature }) => [doc, docStart, signature])).toEqual([
    ['A point.', 0, 'pub struct Point;'],
  ])
})

it('blanks what it hides from the parser, and no more', () => {
  const given = 'cfg_rt! {\r\n    pub fn a() {}\r\n}\r\nvec! {\n  1\n}\n'
  expect(rust.blanked?.(given)).toBe('         \r\n    pub fn a() {}\r\n \r\nvec! {\n  1\n}\n')
})
