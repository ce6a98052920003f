import { describe, expect, it } from 'vitest'
import { zig } from '../../src/languages/systems/zig.ts'
import { outlineOf, type OutlineRow, reads, structureOf } from './outline-of.ts'

describe('what Zig declares', () => {
  it.each<OutlineRow>([
    [
      'functions',
      'pub fn main() !void {\n}\nfn own() void {}\nexport fn out() void {}\nextern fn ext(a: c_int) c_int;',
      ['function main (exported) 1-2', 'function own 3', 'function out (exported) 4', 'function ext 5'],
    ],
    [
      'a struct with its members',
      'pub const Point = struct {\n    x: i32 = 0,\n    pub const zero = Point{};\n    pub fn add(self: Point) Point { return self; }\n    fn own() void {}\n    test "in" {}\n};',
      [
        'struct Point (exported) 1-7',
        'struct Point > field x (exported) 2',
        'struct Point > constant zero (exported) 3',
        'struct Point > method add (exported) 4',
        'struct Point > method own 5',
        'struct Point > test in 6',
      ],
    ],
    [
      'enumerations, unions, errors',
      'pub const Color = enum(u8) { red, pub fn f() void {} };\nconst U = union(enum) { a: i32 };\nconst E = error{ A };\nconst P = packed struct(u32) { a: u1 };',
      [
        'enum Color (exported) 1',
        'enum Color > constant red (exported) 1',
        'enum Color > method f (exported) 1',
        'struct U 2',
        'struct U > field a 2',
        'enum E 3',
        'struct P 4',
        'struct P > field a 4',
      ],
    ],
    [
      'a function that makes a type',
      'pub fn List(comptime T: type) type {\n    return struct {\n        items: []T,\n        pub fn add() void {}\n    };\n}',
      [
        'function List (exported) 1-6',
        'function List > field items (exported) 3',
        'function List > method add (exported) 4',
      ],
    ],
    [
      'values',
      'var count: i32 = 1;\npub const limit = 5;\nconst @"any name" = 1;',
      ['variable count 1', 'constant limit (exported) 2', 'constant any name 3'],
    ],
    [
      'nothing for imports, unless they are passed on',
      'const std = @import("std");\npub const Dir = @import("x.zig").Dir;',
      ['constant Dir (exported) 2'],
      ['std', 'x.zig: Dir'],
    ],
    ['tests', 'test "adds 👨‍👩‍👧" {}\ntest Point {}\ntest {}', ['test adds 👨‍👩‍👧 1', 'test Point 2', 'test test 3']],
    ['whatever can be read of a broken text', 'fn good() void {}\nconst S = struct {', ['function good 1']],
    ['nothing of nothing', '', []],
  ])('%s', reads(zig))

  it('with what is said about it', async () => {
    const { symbols } = await structureOf(
      zig,
      '//! File.\n\n/// 点。\npub fn List(comptime T: type) type {\n    return struct {};\n}\n',
    )
    expect(symbols.map(({ doc, signature }) => [signature, doc])).toEqual([
      ['pub fn List(comptime T: type) type', '点。'],
    ])
  })
})

it('imports of Zig are read', async () =>
  expect(
    (
      await outlineOf(
        zig,
        'const std = @import("std");\r\nconst Dir = @import("a/x.zig").Dir.In;\nconst c = @cImport(1);\n',
      )
    ).imports,
  ).toEqual(['std', 'a/x.zig: Dir']))
