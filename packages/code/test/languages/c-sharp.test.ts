import { expect, it } from 'vitest'
import { cSharp } from '../../src/languages/jvm/c-sharp.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'a class with its members',
    `namespace App.Core
{
    [Serializable]
    public sealed partial class Account<T> : Base, IClosed where T : class
    {
        private const int Max = 1, Min = 2;
        public readonly string Owner;
        public event EventHandler Opened, Closed;
        public int Size { get; set; } = 3;
        public string this[int i] => "";
        static Account() { }
        public Account(int id) : base(id) { }
        ~Account() { }
        public async Task<int> Find<U>(int id) where U : new() { void Local() {} return 1; }
        int IClosed.Close() => 1;
        public static Account operator +(Account a, Account b) => a;
        public static implicit operator int(Account c) => 1;
        void hidden() { }
    }
}
`,
    [
      'class Account (exported) 3-19',
      'class Account > constant Max 6',
      'class Account > constant Min 6',
      'class Account > field Owner (exported) 7',
      'class Account > field Opened (exported) 8',
      'class Account > field Closed (exported) 8',
      'class Account > field Size (exported) 9',
      'class Account > method this (exported) 10',
      'class Account > constructor Account 11',
      'class Account > constructor Account (exported) 12',
      'class Account > method ~Account 13',
      'class Account > method Find (exported) 14',
      'class Account > method Close (exported) 15',
      'class Account > method operator + (exported) 16',
      'class Account > method operator int (exported) 17',
      'class Account > method hidden 18',
    ],
    [],
    'App.Core',
  ],
  [
    'other types',
    `public record Point(int X, string 纬度);
public record struct Pair(int A) { public int Z; }
internal enum Colour { Red, Green = 2 }
public delegate void Done(int code);
interface IShape { int Sides { get; } void Draw(); }
static class Extensions { public static int Twice(this string text) => 2; struct Inner { } }
`,
    [
      'class Point (exported) 1',
      'class Point > field X (exported) 1',
      'class Point > field 纬度 (exported) 1',
      'struct Pair (exported) 2',
      'struct Pair > field A (exported) 2',
      'struct Pair > field Z (exported) 2',
      'enum Colour (exported) 3',
      'enum Colour > constant Red (exported) 3',
      'enum Colour > constant Green (exported) 3',
      'type Done (exported) 4',
      'interface IShape (exported) 5',
      'interface IShape > field Sides (exported) 5',
      'interface IShape > method Draw (exported) 5',
      'class Extensions (exported) 6',
      'class Extensions > method Twice (exported) 6',
      'class Extensions > struct Inner 6',
    ],
  ],
  [
    'a namespace for the whole file, and imports',
    `global using System;
using static System.Math;
using Short = Foo.Bar<int>;
using global::A.B;
namespace App.Web;
public class Page(int size) { }
`,
    ['class Page (exported) 6'],
    ['System', 'System.Math: *', 'Foo.Bar', 'A.B'],
    'App.Web',
  ],
  [
    'all branches of a condition',
    `#if NET
internal
#else
public
#endif
class Both
{
#if NET
    public void One() { }
#else
    public void Other() { }
#endif
}
`,
    ['class Both (exported) 2-13', 'class Both > method One (exported) 9', 'class Both > method Other (exported) 11'],
  ],
  [
    'what is left of a broken file',
    `class Whole { public void Go() { } }

class Half
{
    public int Kept;
    public void Open() {
        if (
`,
    ['class Whole (exported) 1', 'class Whole > method Go (exported) 1', 'field Kept (exported) 5'],
  ],
  ['an empty file', '', []],
  ['only a comment', '// Nothing here. 😀\n', []],
])('reads %s', reads(cSharp))

it('leaves attributes out of a signature and tags out of a comment', async () => {
  const source = `class A {
    /// <summary>
    /// Finds a <see cref="T:User"/> by <paramref name="id" />.
    /// </summary>
    [HttpGet("x")]
    public User Find(int id) => null;
}`
  const { symbols } = await structureOf(cSharp, source)
  expect(symbols[1]).toMatchObject({ signature: 'public User Find(int id)', doc: 'Finds a User by id.' })
})
