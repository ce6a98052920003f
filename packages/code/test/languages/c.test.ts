import { describe, expect, it } from 'vitest'
import { c } from '../../src/languages/systems/c.ts'
import { outlineOf, type OutlineRow, reads, structureOf } from './outline-of.ts'

describe('what C declares', () => {
  it.each<OutlineRow>([
    ['a function', 'int add(int a)\n{\n  return a;\n}', ['function add (exported) 1-4']],
    ['one for its file alone', 'static inline int add(void) { return 0; }', ['function add 1']],
    [
      'names within their types',
      'char **names(void) { return 0; }\nint (*made(int x))(void) { return 0; }',
      ['function names (exported) 1', 'function made (exported) 2'],
    ],
    ['the old way', 'int old(a, b) int a; char *b; { return a; }', ['function old (exported) 1']],
    [
      'prototypes',
      'extern int later(void);\nstruct point *make(int x);',
      ['function later (exported) 1', 'function make (exported) 2'],
    ],
    [
      'variables beside prototypes',
      'int *p, q = 3, fwd(int);',
      ['variable p (exported) 1', 'variable q (exported) 1', 'function fwd (exported) 1'],
    ],
    [
      'constants and pointers to functions',
      'static const int table[] = { 1 };\nint (*hook)(void);',
      ['constant table 1', 'variable hook (exported) 2'],
    ],
    [
      'a struct with its members',
      'struct point {\n  int x, y;\n  int (*cb)(void);\n};',
      [
        'struct point (exported) 1-4',
        'struct point > field x (exported) 2',
        'struct point > field y (exported) 2',
        'struct point > field cb (exported) 3',
      ],
    ],
    ['none that is only named', 'struct later;\nstruct later *p;', ['variable p (exported) 2']],
    [
      'a struct by its alias',
      'typedef struct { int v; } box_t;',
      ['struct box_t (exported) 1', 'struct box_t > field v (exported) 1'],
    ],
    [
      'a struct by both names',
      'typedef struct box { int v; } box_t;',
      ['struct box (exported) 1', 'struct box > field v (exported) 1', 'type box_t (exported) 1'],
    ],
    [
      'a struct once when both are one',
      'typedef struct box { int v; } box;',
      ['struct box (exported) 1', 'struct box > field v (exported) 1'],
    ],
    [
      'aliases',
      'typedef unsigned long size, *psize;\ntypedef int (*handler)(int);',
      ['type size (exported) 1', 'type psize (exported) 1', 'type handler (exported) 2'],
    ],
    [
      'members of a union without a name',
      'struct s { union { int a; char *b; } u; };',
      [
        'struct s (exported) 1',
        'struct s > field a (exported) 1',
        'struct s > field b (exported) 1',
        'struct s > field u (exported) 1',
      ],
    ],
    [
      'enumerations',
      'enum color { RED, GREEN = 2 };\nenum { ALONE };',
      [
        'enum color (exported) 1',
        'enum color > constant RED (exported) 1',
        'enum color > constant GREEN (exported) 1',
        'constant ALONE (exported) 2',
      ],
    ],
    [
      'macros, but no guards',
      '#define GUARD_H\n#define LIMIT 100\n#define MAX(a, b) \\\n  ((a) > (b))\n',
      ['constant LIMIT (exported) 2', 'macro MAX (exported) 3-4'],
    ],
    [
      'through conditions and C++',
      '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#if X\nint g(void);\n#else\nint h(void);\n#endif\n#ifdef __cplusplus\n}\n#endif\n',
      ['function f (exported) 4', 'function g (exported) 6', 'function h (exported) 8'],
    ],
    [
      'behind macros',
      'UV_EXTERN int uv_init(uv_loop_t* loop);\nATTR_PRINTF(1, 2)\nint say(const char *s) { return 0; }',
      ['function uv_init (exported) 1', 'function say (exported) 3'],
    ],
    [
      'pointers to functions behind macros',
      'SEA_API void * (*Sea_Open)(const char *name) SEA_ATTR;\nSEA_API int (*Sea_Ebb)(void);\ntypedef void (*sea_cb)(int level);',
      ['variable Sea_Open (exported) 1', 'variable Sea_Ebb (exported) 2', 'type sea_cb (exported) 3'],
    ],
    ['tests', 'TEST_IMPL(ping) {\n  return 0;\n}', ['test ping 1-3']],
    [
      'whatever can be read of a broken text',
      'int good(void) { return 1; }\nint bad( {\n',
      ['function good (exported) 1'],
    ],
    ['names in any script', 'int 计数(void) { return 0; }\r\n', ['function 计数 (exported) 1']],
    ['nothing of nothing', '', []],
  ])('%s', reads(c))

  it('keeps what a macro is, and the comment above', async () => {
    const { symbols } = await structureOf(
      c,
      '/* The larger.\n *\n * More. */\n#define MAX(a, b) ((a) > (b))\nUV_EXTERN int f(int a) { return a; }\n',
    )
    expect(symbols.map(({ signature, doc }) => [signature, doc])).toEqual([
      ['#define MAX(a, b)', 'The larger.'],
      ['int f(int a)', ''],
    ])
  })
})

it('tells includes of its own from those of the system', async () =>
  expect((await outlineOf(c, '#include <stdio.h>\n#if X\n#include "lib/dict.h"\n#endif\n')).imports).toEqual([
    '<stdio.h>',
    'lib/dict.h',
  ]))
