import { expect, it } from 'vitest'
import { java } from '../../src/languages/jvm/java.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'a class with its members',
    `package com.example.app;

@Deprecated
public abstract class Account<T> extends Base implements Closed {
  private static final int MAX = 1, MIN = 2;
  protected String owner;
  static { start(); }
  public Account(int id) {}
  @Override
  public <R> R find(int id) { class Local {} return null; }
  abstract void close();
  private void hide() {}
}
`,
    [
      'class Account (exported) 3-13',
      'class Account > constant MAX 5',
      'class Account > constant MIN 5',
      'class Account > field owner (exported) 6',
      'class Account > constructor Account (exported) 8',
      'class Account > method find (exported) 9-10',
      'class Account > method close (exported) 11',
      'class Account > method hide 12',
    ],
    [],
    'com.example.app',
  ],
  [
    'other types',
    `enum Colour {
  RED, GREEN { void shine() {} };
  int depth;
  void mix() {}
}
interface Shape { int SIDES = 1; void draw(); default int area() { return 1; } }
record Point(int x, int y) { Point {} static int zero() { return 0; } }
@interface Mark { int value() default 1; }
class Outer { private class Inner { public int 深度; } }
`,
    [
      'enum Colour (exported) 1-5',
      'enum Colour > constant RED (exported) 2',
      'enum Colour > constant GREEN (exported) 2',
      'enum Colour > field depth (exported) 3',
      'enum Colour > method mix (exported) 4',
      'interface Shape (exported) 6',
      'interface Shape > constant SIDES (exported) 6',
      'interface Shape > method draw (exported) 6',
      'interface Shape > method area (exported) 6',
      'class Point (exported) 7',
      'class Point > field x (exported) 7',
      'class Point > field y (exported) 7',
      'class Point > constructor Point (exported) 7',
      'class Point > method zero (exported) 7',
      'interface Mark (exported) 8',
      'interface Mark > method value (exported) 8',
      'class Outer (exported) 9',
      'class Outer > class Inner 9',
      'class Outer > class Inner > field 深度 9',
    ],
  ],
  [
    'imports',
    `import java.util.List;
import java.util.*;
import static org.junit.Assert.assertEquals;
import static a.B.*;
`,
    [],
    ['java.util.List', 'java.util: *', 'org.junit.Assert: assertEquals', 'a.B: *'],
  ],
  [
    'what is left of a broken file',
    `package a;

class Whole { void go() {} }

class Half {
  int kept;
  void open() {
    if (
`,
    ['class Whole (exported) 3', 'class Whole > method go (exported) 3', 'field kept (exported) 6'],
    [],
    'a',
  ],
  ['an empty file', '', []],
  [
    'only a comment',
    `/** Nothing here. 😀 */
`,
    [],
  ],
])('reads %s', reads(java))

it('leaves annotations out of a signature', async () => {
  const source =
    'class A {\n  /** Finds it. */\n  @Get("/x")\n  // For now.\n  public String find(int id) { return ""; }\n}\n'
  const { symbols } = await structureOf(java, source)
  expect(symbols[1]).toMatchObject({ signature: 'public String find(int id)', doc: 'Finds it.', line: 3, endLine: 5 })
})
