import { it } from 'vitest'
import { swift } from '../../src/languages/systems/swift.ts'
import { type OutlineRow, reads } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'a class with its members',
    `@objc
public final class Account<T>: Base, Closed where T: Named {
  public static let shared = Account()
  private(set) var size: Int = 1 { didSet {} }
  private let (a, b) = (1, 2), c = 3
  var \`default\`: Int { get { 1 } set {} }
  public init?(id: Int) { }
  deinit {}
  @discardableResult
  open func find(_ id: Int, by name: String) async throws -> Int { func local() {}; return 1 }
  subscript(i: Int) -> Int { 1 }
  fileprivate typealias Out = Int
  static func == (l: Account, r: Account) -> Bool { true }
}
`,
    [
      'class Account (exported) 1-14',
      'class Account > field shared (exported) 3',
      'class Account > field size (exported) 4',
      'class Account > field a 5',
      'class Account > field b 5',
      'class Account > field c 5',
      'class Account > field default (exported) 6',
      'class Account > constructor init (exported) 7',
      'class Account > method deinit (exported) 8',
      'class Account > method find (exported) 9-10',
      'class Account > method subscript (exported) 11',
      'class Account > type Out 12',
      'class Account > method == (exported) 13',
    ],
  ],
  [
    'other types',
    `struct Point: Named { var 纬度: Int }
enum Colour: String { case red, green = "g"; case custom(Int); indirect case mixed }
public protocol Shape: AnyObject { associatedtype Out; var sides: Int { get }; func draw(); init() }
extension Array.Part: Shape where T == Int { func twice() {} }
actor Counter { func add() {} }
`,
    [
      'struct Point (exported) 1',
      'struct Point > field 纬度 (exported) 1',
      'enum Colour (exported) 2',
      'enum Colour > constant red (exported) 2',
      'enum Colour > constant green (exported) 2',
      'enum Colour > constant custom (exported) 2',
      'enum Colour > constant mixed (exported) 2',
      'interface Shape (exported) 3',
      'interface Shape > type Out (exported) 3',
      'interface Shape > field sides (exported) 3',
      'interface Shape > method draw (exported) 3',
      'interface Shape > constructor init (exported) 3',
      'impl Array.Part (exported) 4',
      'impl Array.Part > method twice (exported) 4',
      'class Counter (exported) 5',
      'class Counter > method add (exported) 5',
    ],
  ],
  [
    'functions and values of a file',
    `func top() {}
public let limit = 1
fileprivate var count = 2
prefix func +++ (x: Int) {}
macro stringify(_ v: Int) -> String = #externalMacro(module: "a", type: "b")
`,
    [
      'function top (exported) 1',
      'constant limit (exported) 2',
      'variable count 3',
      'function +++ (exported) 4',
      'macro stringify (exported) 5',
    ],
  ],
  [
    'imports',
    `import Foundation
@testable import App
import struct A.B
@_exported import C.D
`,
    [],
    ['Foundation', 'App', 'A: B', 'C.D'],
  ],
  [
    'all branches of a condition',
    `#if canImport(Darwin) && compiler(>=6.1)
import Darwin
#elseif os(Linux)
import Glibc
#endif

public struct Both {
#if DEBUG
  func one() {}
#else
  func other() {}
#endif
}
`,
    [
      'struct Both (exported) 7-13',
      'struct Both > method one (exported) 9',
      'struct Both > method other (exported) 11',
    ],
    ['Darwin', 'Glibc'],
  ],
  [
    'what is left of a broken file',
    `func whole() {}

class Half {
  let kept = 1
  func open() {
    if (
`,
    ['function whole (exported) 1', 'constant kept (exported) 4'],
  ],
  ['an empty file', '', []],
  ['only a comment', '// Nothing here. 😀\n', []],
])('reads %s', reads(swift))
