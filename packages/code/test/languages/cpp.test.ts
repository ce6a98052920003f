import { describe, expect, it } from 'vitest'
import { cpp } from '../../src/languages/systems/cpp.ts'
import { outlineOf, type OutlineRow, reads, structureOf } from './outline-of.ts'

describe('what C++ declares', () => {
  it.each<OutlineRow>([
    [
      'in namespaces',
      'namespace a::b {\nint f() { return 1; }\n}',
      ['module a::b (exported) 1-3', 'module a::b > function f (exported) 2'],
    ],
    ['in a namespace that nobody can name', 'namespace {\nint f() { return 1; }\n}', ['function f 2']],
    [
      'a class by its sections',
      'class Box : public Base {\n  int own;\n public:\n  Box();\n  explicit Box(int x) : own(x) {}\n  ~Box();\n  int get() const { return own; }\n protected:\n  int kept;\n private:\n  void hidden();\n};',
      [
        'class Box (exported) 1-12',
        'class Box > field own 2',
        'class Box > constructor Box (exported) 4',
        'class Box > constructor Box (exported) 5',
        'class Box > method ~Box (exported) 6',
        'class Box > method get (exported) 7',
        'class Box > field kept 9',
        'class Box > method hidden 11',
      ],
    ],
    [
      'a struct, which is open',
      'struct P {\n  int x;\n  struct Inner { int z; };\n private:\n  int y;\n};',
      [
        'struct P (exported) 1-6',
        'struct P > field x (exported) 2',
        'struct P > struct Inner (exported) 3',
        'struct P > struct Inner > field z (exported) 3',
        'struct P > field y 5',
      ],
    ],
    [
      'operators',
      'struct P {\n  bool operator==(const P& o) const;\n  operator bool() const { return true; }\n  int operator()(int x);\n};\nbool operator<<(P& a, int b) { return true; }',
      [
        'struct P (exported) 1-5',
        'struct P > method operator== (exported) 2',
        'struct P > method operator bool (exported) 3',
        'struct P > method operator() (exported) 4',
        'function operator<< (exported) 6',
      ],
    ],
    [
      'members defined elsewhere, with their owner',
      'template <class T>\nT Box<T>::get() const { return x; }\nBox::Box() {}\nA::~A() = default;\nvoid ns::Foo::bar(int x) {}\nA& A::operator=(const A&) = default;',
      [
        'method Box.get (exported) 1-2',
        'constructor Box.Box (exported) 3',
        'method A.~A (exported) 4',
        'method Foo.bar (exported) 5',
        'method A.operator= (exported) 6',
      ],
    ],
    [
      'templates',
      'template <typename T>\nclass Box {};\ntemplate <> class Spec<int> {};\ntemplate <class T> void put(T u) {}',
      ['class Box (exported) 1-2', 'class Spec (exported) 3', 'function put (exported) 4'],
    ],
    [
      'other names for types',
      'using Alias = std::vector<int>;\ntemplate <class T> using Vec = std::vector<T>;\ntypedef std::map<int, int> IntMap;\ntemplate <typename T> concept Small = sizeof(T) < 4;',
      ['type Alias (exported) 1', 'type Vec (exported) 2', 'type IntMap (exported) 3', 'type Small (exported) 4'],
    ],
    [
      'enumerations',
      'enum class Color : int { Red };',
      ['enum Color (exported) 1', 'enum Color > constant Red (exported) 1'],
    ],
    [
      'values',
      'constexpr int kLimit = 5;\nstatic int count = 0;\nauto lam = [](int x) { return x; };',
      ['constant kLimit (exported) 1', 'variable count 2', 'variable lam (exported) 3'],
    ],
    ['tests', 'TEST_F(StoreTest, Reads) { EXPECT_EQ(1, 1); }', ['test StoreTest.Reads 1']],
    [
      'behind macros',
      'namespace absl {\nABSL_NAMESPACE_BEGIN\nclass ABSL_MUST_USE_RESULT Box final : public X {\n public:\n  ABSL_DEPRECATED("no") int f() ABSL_LOCKS(mu_);\n};\nclass EXPORT Other {};\nint* absl_nonnull made(int* absl_nullable from);\nABSL_NAMESPACE_END\n}',
      [
        'module absl (exported) 1-10',
        'module absl > class Box (exported) 3-6',
        'module absl > class Box > method f (exported) 5',
        'module absl > class Other (exported) 7',
        'module absl > function made (exported) 8',
      ],
    ],
    [
      'a class that was not read to its end',
      'class Box {\n int a;\n}\nint Foo::at() { return 1; }',
      ['class Box (exported) 1-4', 'class Box > field a 2', 'method Foo.at (exported) 1-4'],
    ],
    [
      'names in any script',
      'class 盒子 {}; // 👨‍👩‍👧\r\nvoid 打开() {}\r\n',
      ['class 盒子 (exported) 1', 'function 打开 (exported) 2'],
    ],
    ['nothing of nothing', '', []],
  ])('%s', reads(cpp))

  it('leaves what a constructor begins with out of its signature, and macros in', async () => {
    const { symbols, hasErrors } = await structureOf(
      cpp,
      '// A box.\nclass MY_API Box {\n  explicit Box(int x) : own(x) {}\n};',
    )
    expect(symbols.map(({ signature, doc }) => [signature, doc])).toEqual([
      ['class MY_API Box', 'A box.'],
      ['explicit Box(int x)', ''],
    ])
    expect(hasErrors).toBe(false)
  })
})

it('includes of C++ are read', async () =>
  expect((await outlineOf(cpp, '#pragma once\n#include <vector>\n#include "absl/x.h"\n')).imports).toEqual([
    '<vector>',
    'absl/x.h',
  ]))
