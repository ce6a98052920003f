import { expect, it } from 'vitest'
import { dart } from '../../src/languages/systems/dart.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'a class with its members',
    `@immutable
abstract class Account<T> extends Base with Named implements Closed {
  static const int max = 1;
  final int a, b;
  late String _hidden;
  Account(this.a, this.b) : _hidden = '' {}
  const Account.named(int x);
  factory Account.make() => Account(1, 2);
  @override
  int find(int id) {
    void local() {}
    return 1;
  }
  int get size => 1;
  set size(int v) {}
  Account operator +(Account other) => other;
  static void open() async {}
  void close();
}
`,
    [
      'class Account (exported) 1-19',
      'class Account > constant max (exported) 3',
      'class Account > field a (exported) 4',
      'class Account > field b (exported) 4',
      'class Account > field _hidden 5',
      'class Account > constructor Account (exported) 6',
      'class Account > constructor Account.named (exported) 7',
      'class Account > constructor Account.make (exported) 8',
      'class Account > method find (exported) 9-13',
      'class Account > field size (exported) 14',
      'class Account > field size (exported) 15',
      'class Account > method operator+ (exported) 16',
      'class Account > method open (exported) 17',
      'class Account > method close (exported) 18',
    ],
  ],
  [
    'other types',
    `mixin Loud on Base { void shout() {} }
enum Colour { red, green; void mix() {} }
extension Twice on String { int get length => 1; }
extension on int { int half() => 1; }
extension type Id(int i) {}
typedef Done = void Function(int);
typedef int Old(int x);
class Both = Base with Loud;
sealed class State {}
`,
    [
      'trait Loud (exported) 1',
      'trait Loud > method shout (exported) 1',
      'enum Colour (exported) 2',
      'enum Colour > constant red (exported) 2',
      'enum Colour > constant green (exported) 2',
      'enum Colour > method mix (exported) 2',
      'class Twice (exported) 3',
      'class Twice > field length (exported) 3',
      'impl int (exported) 4',
      'impl int > method half (exported) 4',
      'class Id (exported) 5',
      'type Done (exported) 6',
      'type Old (exported) 7',
      'class Both (exported) 8',
      'class State (exported) 9',
    ],
  ],
  [
    'functions and values of a file',
    `int top(int a) {
  return 1;
}
Future<void> later() async => 1;
int get length => 1;
const limit = 1;
final int one = 1, two = 2;
var _hidden = 2;
late final String name;
`,
    [
      'function top (exported) 1-3',
      'function later (exported) 4',
      'function length (exported) 5',
      'constant limit (exported) 6',
      'variable one (exported) 7',
      'variable two (exported) 7',
      'variable _hidden 8',
      'variable name (exported) 9',
    ],
  ],
  [
    'imports',
    `library app.core;
import 'dart:io';
import 'package:a/b.dart' as b show X, Y hide Z;
export 'src/a.dart' show A;
part 'a.g.dart';
part of 'lib.dart';
`,
    [],
    ['dart:io', 'package:a/b.dart: X, Y', 'src/a.dart: A', 'a.g.dart', 'lib.dart'],
    'app.core',
  ],
  [
    'what is left of a broken file',
    `void whole() {}

class Half {
  int kept = 1;
  void open() {
    if (
`,
    ['function whole (exported) 1', 'variable kept (exported) 4', 'function open (exported) 5'],
  ],
  ['an empty file', '', []],
  ['only a comment', '// Nothing here. 😀\n', []],
])('reads %s', reads(dart))

it('counts the body to its signature', async () => {
  const source = '/// Finds it.\n@pragma("x")\nint find(int id) {\n  return 1;\n}\n'
  const { symbols } = await structureOf(dart, source)
  expect(symbols[0]).toMatchObject({
    signature: 'int find(int id)',
    doc: 'Finds it.',
    line: 2,
    endLine: 5,
    end: source.length - 1,
  })
})
