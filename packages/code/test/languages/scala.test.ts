import { expect, it } from 'vitest'
import { scala } from '../../src/languages/jvm/scala.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'a class with its members',
    `package com.example
package inner

@deprecated
sealed abstract class Account[T](val id: Int, plain: Int) extends Base with Closed {
  val size: Int = 1
  var one, two = 2
  private[this] lazy val (a, b) = (1, 2)
  private[inner] def open = 1
  type Out <: Any
  def this(id: Int) = this(id, 1)
  protected def find[U](id: Int)(implicit b: B): Int = { def local = 1; 2 }
  def close: Int
  def +(other: Account): Account = other
}
`,
    [
      'class Account (exported) 4-15',
      'class Account > field id (exported) 5',
      'class Account > field size (exported) 6',
      'class Account > field one (exported) 7',
      'class Account > field two (exported) 7',
      'class Account > field a 8',
      'class Account > field b 8',
      'class Account > method open (exported) 9',
      'class Account > type Out (exported) 10',
      'class Account > constructor this (exported) 11',
      'class Account > method find (exported) 12',
      'class Account > method close (exported) 13',
      'class Account > method + (exported) 14',
    ],
    [],
    'com.example.inner',
  ],
  [
    'other types',
    `object Account { def apply() = 1; case class Made(名字: Int); case object Gone }
trait Shape[F[_]] { def draw: F[Int] }
package object tools { type Names = Int }
implicit class Ops(text: String) { def twice = 2 }
`,
    [
      'object Account (exported) 1',
      'object Account > method apply (exported) 1',
      'object Account > class Made (exported) 1',
      'object Account > class Made > field 名字 (exported) 1',
      'object Account > object Gone (exported) 1',
      'trait Shape (exported) 2',
      'trait Shape > method draw (exported) 2',
      'object tools (exported) 3',
      'object tools > type Names (exported) 3',
      'class Ops (exported) 4',
      'class Ops > method twice (exported) 4',
    ],
  ],
  [
    'what only Scala 3 has',
    `enum Colour(val rgb: Int) {
  case Red extends Colour(1)
  case Green, Blue
  def mix = 1
}
extension (text: String) def shout = 1
given Ordering[String] = ???
opaque type Id = Int
def top = 1
val limit = 2
`,
    [
      'enum Colour (exported) 1-5',
      'enum Colour > field rgb (exported) 1',
      'enum Colour > constant Red (exported) 2',
      'enum Colour > constant Green (exported) 3',
      'enum Colour > constant Blue (exported) 3',
      'enum Colour > method mix (exported) 4',
      'function shout (exported) 6',
      'constant Ordering[String] (exported) 7',
      'type Id (exported) 8',
      'function top (exported) 9',
      'constant limit (exported) 10',
    ],
  ],
  [
    'blocks that are indented',
    `package a.b:
  class X:
    def foo = 1
    val y = 2
  end X
  object O:
    def z = 1
`,
    [
      'class X (exported) 2-4',
      'class X > method foo (exported) 3',
      'class X > field y (exported) 4',
      'object O (exported) 6-7',
      'object O > method z (exported) 7',
    ],
    [],
    'a.b',
  ],
  [
    'imports',
    `import scala.collection.{Map, mutable => m, _}
import a.b.C
import a.b._, c.d.E
import x.y.*
import x.{y as z, given}
`,
    [],
    ['scala.collection: Map, mutable, *', 'a.b.C', 'a.b: *', 'c.d.E', 'x.y: *', 'x: y, given'],
  ],
  [
    'what is left of a broken file',
    `object Whole { def go = 1 }

class Half {
  val kept = 1
  def open = {
    if (
`,
    [
      'object Whole (exported) 1',
      'object Whole > method go (exported) 1',
      'class Half (exported) 3',
      'constant kept (exported) 4',
    ],
  ],
  ['an empty file', '', []],
  ['only a comment', '// Nothing here. 😀\n', []],
])('reads %s', reads(scala))

it('gives a comment behind an indented body to what follows', async () => {
  const source =
    'class A {\n  def one: Int =\n    this match {\n      case _ => 1\n    }\n\n  /**\n   * The second.\n   */\n  def two = 2\n}\n'
  const { symbols } = await structureOf(scala, source)
  expect(symbols.map(({ name, endLine, doc }) => [name, endLine, doc])).toEqual([
    ['A', 11, ''],
    ['one', 5, ''],
    ['two', 10, 'The second.'],
  ])
})
