import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffSections, type DocSection } from '../src/differences.ts'

const section = (path: string, text: string): DocSection => ({ path: path.split(' > '), text })

const state = section('Hooks > useState', 'Keeps a value between two renders.\nCall it at the top of a component.')
const effect = section('Hooks > useEffect', 'Runs after a render.\nReturn a function that cleans up.')
const chinese = section('钩子 > 状态', '在两次渲染之间保存一个值。请在组件的顶层调用它。')

type Told = readonly [kind: string, path: string, diff?: string, movedFrom?: string]

it.each<[says: string, before: readonly DocSection[], after: readonly DocSection[], told: readonly Told[]]>([
  [
    'the same',
    [state, effect],
    [effect, state],
    [
      ['same', 'Hooks > useEffect'],
      ['same', 'Hooks > useState'],
    ],
  ],
  [
    'added',
    [],
    [state],
    [
      [
        'added',
        'Hooks > useState',
        '@@ -0,0 +1,2 @@\n+Keeps a value between two renders.\n+Call it at the top of a component.',
      ],
    ],
  ],
  [
    'removed',
    [chinese],
    [],
    [['removed', '钩子 > 状态', '@@ -1,1 +0,0 @@\n-在两次渲染之间保存一个值。请在组件的顶层调用它。']],
  ],
  [
    'changed',
    [state],
    [{ ...state, text: state.text.replace('two', 'all') }],
    [
      [
        'changed',
        'Hooks > useState',
        '@@ -1,2 +1,2 @@\n-Keeps a value between two renders.\n+Keeps a value between all renders.\n Call it at the top of a component.',
      ],
    ],
  ],
  [
    'no other but in space and line breaks',
    [state],
    [{ ...state, text: `\r\n${state.text.replace('\n', '  \r\n')}\n` }],
    [['same', 'Hooks > useState']],
  ],
  [
    'moved',
    [state],
    [section('Reference > useState', state.text)],
    [['same', 'Reference > useState', '', 'Hooks > useState']],
  ],
  [
    'renamed and changed',
    [state, effect],
    [effect, section('Hooks > useValue', state.text.replace('two', 'all'))],
    [
      [
        'changed',
        'Hooks > useValue',
        '@@ -1,2 +1,2 @@\n-Keeps a value between two renders.\n+Keeps a value between all renders.\n Call it at the top of a component.',
        'Hooks > useState',
      ],
      ['same', 'Hooks > useEffect'],
    ],
  ],
  [
    'renamed in Chinese',
    [chinese],
    [section('参考 > 状态', chinese.text.replace('一个', '某个'))],
    [
      [
        'changed',
        '参考 > 状态',
        '@@ -1,1 +1,1 @@\n-在两次渲染之间保存一个值。请在组件的顶层调用它。\n+在两次渲染之间保存某个值。请在组件的顶层调用它。',
        '钩子 > 状态',
      ],
    ],
  ],
  [
    'of one name, in their order',
    [section('Example', 'first of them'), section('Example', 'second of them')],
    [section('example', 'first of them'), section('Example', 'second of them')],
    [
      ['same', 'example'],
      ['same', 'Example'],
    ],
  ],
  [
    'that share nothing',
    [section('Alpha', 'one text about boats')],
    [section('Beta', 'other words on trains 🚂')],
    [
      ['removed', 'Alpha', '@@ -1,1 +0,0 @@\n-one text about boats'],
      ['added', 'Beta', '@@ -0,0 +1,1 @@\n+other words on trains 🚂'],
    ],
  ],
  ['none', [], [], []],
])('sections of two versions: %s', (_says, before, after, told) => {
  const { changes } = diffSections(before, after)
  expect(
    changes.map(({ kind, path, diff, movedFrom }) => [
      kind,
      path.join(' > '),
      diff,
      ...(movedFrom ? [movedFrom.join(' > ')] : []),
    ]),
  ).toEqual(told.map(([kind, path, diff = '', ...more]) => [kind, path, diff, ...more]))
})

it('a long diff ends early and says how much was added', () => {
  const { changes } = diffSections([], [section('A', 'x\n'.repeat(5_000))])
  expect(changes).toMatchObject([{ added: 5_000, diff: `@@ -0,0 +1,40 @@${'\n+x'.repeat(40)}` }])
})

it('the heaviest change comes first', () => {
  const paragraph = (words: string) => `${words} `.repeat(60)
  const { changes, counts } = diffSections(
    [section('Same', 'x'), section('Word', 'old word here'), section('Rewritten', paragraph('before'))],
    [
      section('Same', 'x'),
      section('Word', 'new word here'),
      section('Rewritten', paragraph('after')),
      section('New', 'short'),
    ],
  )
  expect(changes.map(({ path }) => path[0])).toEqual(['Rewritten', 'New', 'Word', 'Same'])
  expect(counts).toEqual({ added: 1, removed: 0, changed: 2, same: 1 })
  expect(changes.some(({ movedFrom }) => movedFrom)).toBe(false)
})

const anySections = fc.array(
  fc.record({
    path: fc.array(fc.constantFrom('a', 'b', '潮汐', ''), { maxLength: 2 }),
    text: fc
      .array(fc.constantFrom('one', 'two', '渲染之间', '\n', ' ', '🇨🇳', 'a long enough piece of text '), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
  }),
  { maxLength: 8 },
)

it('any sections are all accounted for, once', () =>
  fc.assert(
    fc.property(anySections, anySections, (before, after) => {
      const { changes, counts } = diffSections(before, after)
      expect(changes.length).toBe(counts.added + counts.removed + counts.changed + counts.same)
      expect(counts.removed + counts.changed + counts.same).toBe(before.length)
      expect(counts.added + counts.changed + counts.same).toBe(after.length)
      expect(diffSections(before, before).counts.same).toBe(before.length)
    }),
  ))

it('five hundred sections on each side are compared in a moment', () => {
  const words = (seed: number) => Array.from({ length: 120 }, (_, nth) => `word${(seed * 7 + nth * 13) % 997}`)
  const pages = (name: string, change: number) =>
    Array.from({ length: 500 }, (_, nth) =>
      section(`${name} ${nth}`, [...words(nth), `changed ${change}`].join(nth % 2 ? ' ' : '\n')),
    )
  const { counts } = diffSections(pages('Old', 1), pages('New', 2))
  expect(counts.changed + counts.added).toBe(500)
})
