import { it } from 'vitest'
import { kotlin } from '../../src/languages/jvm/kotlin.ts'
import { type OutlineRow, reads } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'a class with its members',
    `package com.example.app

@Serializable
class User<T>(val id: Int, private var name: String = "", plain: Int) : Base(), Named {
    val size: Int get() = 1
    private var hidden = 2
    init { start() }
    constructor(id: Int) : this(id, "", 1)
    override fun find(): Int = 1
    companion object {
        const val MAX = 1
        fun make() = User(1)
    }
    inner class Inner
}
`,
    [
      'class User (exported) 3-15',
      'class User > field id (exported) 4',
      'class User > field name 4',
      'class User > field size (exported) 5',
      'class User > field hidden 6',
      'class User > constructor constructor (exported) 8',
      'class User > method find (exported) 9',
      'class User > object Companion (exported) 10-13',
      'class User > object Companion > constant MAX (exported) 11',
      'class User > object Companion > method make (exported) 12',
      'class User > class Inner (exported) 14',
    ],
    [],
    'com.example.app',
  ],
  [
    'other types',
    `interface Shape { fun draw(); val sides: Int }
fun interface Action { fun run() }
enum class Colour(val rgb: Int) {
    RED(1),
    GREEN(2) { override fun shine() {} };
    fun mix() {}
}
data class Point(val x: Int, val 纬度: Int)
sealed interface State
object Registry { fun add() {} }
typealias Names = Map<String, Int>
`,
    [
      'interface Shape (exported) 1',
      'interface Shape > method draw (exported) 1',
      'interface Shape > field sides (exported) 1',
      'interface Action (exported) 2',
      'interface Action > method run (exported) 2',
      'enum Colour (exported) 3-7',
      'enum Colour > field rgb (exported) 3',
      'enum Colour > constant RED (exported) 4',
      'enum Colour > constant GREEN (exported) 5',
      'enum Colour > method mix (exported) 6',
      'class Point (exported) 8',
      'class Point > field x (exported) 8',
      'class Point > field 纬度 (exported) 8',
      'interface State (exported) 9',
      'object Registry (exported) 10',
      'object Registry > method add (exported) 10',
      'type Names (exported) 11',
    ],
  ],
  [
    'functions and properties of a file, and those of other types',
    `fun <T> List<T>.second(index: Int): T { fun local() {} ; return this[1] }
val String.last: Int get() = 3
fun Outer.Inner<Int>?.odd() {}
internal suspend fun go() = 1
private const val LIMIT = 3
val (one, two) = 1 to 2
fun \`with a space\`() {}
`,
    [
      'function List.second (exported) 1',
      'variable String.last (exported) 2',
      'function Inner.odd (exported) 3',
      'function go (exported) 4',
      'constant LIMIT 5',
      'variable one (exported) 6',
      'variable two (exported) 6',
      'function with a space (exported) 7',
    ],
  ],
  [
    'imports',
    `package a

import kotlin.math.*
import a.b.C as D
import a.b.foo
`,
    [],
    ['kotlin.math: *', 'a.b.C', 'a.b.foo'],
    'a',
  ],
  [
    'a constructor with annotations and modifiers',
    `class Result<out T>
@PublishedApi internal constructor(val holder: Any?) {
    fun get() = holder
}
fun after() = 1
`,
    [
      'class Result (exported) 1-4',
      'class Result > field holder (exported) 2',
      'class Result > method get (exported) 3',
      'function after (exported) 5',
    ],
  ],
  [
    'what is left of a broken file',
    `fun whole() = 1

class Half(val kept: Int) {
    fun open() {
        if (
`,
    ['function whole (exported) 1', 'class Half (exported) 3', 'class Half > field kept (exported) 3'],
  ],
  ['an empty file', '', []],
  ['only a comment', '// Nothing here. 😀\n', []],
])('reads %s', reads(kotlin))
