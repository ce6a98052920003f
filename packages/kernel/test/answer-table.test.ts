import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '@wuku/text/show/width'
import {
  ageOf,
  shortId,
  sizeOf,
  writeTable,
  type AnswerTable,
  type Screen,
  type TableColumn,
} from '../src/base/answer-table.ts'

const now = Date.UTC(2026, 5, 30, 12)
const screen = (columns: number): Screen => ({ columns, now, paint: (text) => text })
const painted: Screen = { columns: 80, now, paint: (text, look) => `<${look}>${text}</>` }

type Job = readonly string[]
const jobs: readonly TableColumn<Job>[] = [
  { head: 'job', cell: ([job = '']) => job },
  { head: '', cell: ([, mark = '']) => mark },
  { head: 'library', cell: ([, , library = '']) => library, least: 7 },
  { head: '', cell: ([, , , message = '']) => message, least: 6 },
]

describe('a table', () => {
  const rows: readonly [width: number, rows: readonly Job[], lines: readonly string[]][] = [
    [
      80,
      [
        ['a', '', '', 'Done'],
        ['bb', '', 'vue 3'],
      ],
      ['job  library', 'a             Done', 'bb   vue 3'],
    ],
    [80, [['a', '!', 'vue', 'Done'], ['b']], ['job     library', 'a    !  vue      Done', 'b']],
    [20, [['a', '', 'vue-router', 'Done at last']], ['job  library', 'a    vue-ro…  Done …']],
  ]
  it.each(rows)('%i columns wide', (width, given, lines) =>
    expect(writeTable({ columns: jobs, rows: given }, screen(width))).toBe(lines.join('\n')),
  )

  const long = '很長的標題 '.repeat(30).trim()
  const titled: AnswerTable = { columns: [{ cell: String, least: 6 }], rows: [long] }
  it('keeps whole texts for a program', () => {
    expect(writeTable(titled)).toBe(long)
    expect(writeTable(titled, screen(80))).not.toContain(long)
  })
})

interface Tide {
  readonly id: string
  readonly name: string
  readonly says: string
}

const tides: AnswerTable = {
  above: [{ text: 'Tides', look: 'bold' }],
  columns: [
    { cell: ({ id }: Tide) => id, is: 'id', look: 'cyan' },
    { cell: ({ name }: Tide) => name },
    { cell: () => '2026-06-30T11:55:00.000Z', is: 'time' },
  ],
  rows: [
    { id: '8d1f22aa-0000-4000-8000-000000000000', name: 'ebb', says: 'falls\nback' },
    { id: 'b', name: '', says: '' },
  ],
  under: ({ says }: Tide) => [
    { text: says, look: 'dim', indent: 2 },
    { columns: [{ cell: String }, { cell: () => 7, is: 'count' }], rows: says === '' ? [] : ['a', 'bc'], indent: 4 },
  ],
  below: ['That is all.'],
  foot: ['2 tides.', 'More: --limit'],
}

it('puts what belongs to a row under it', () =>
  expect(writeTable(tides, painted)).toBe(`<bold>Tides</>

<cyan>8d1f22aa</>  ebb  5 min ago
  <dim>falls</>
  <dim>back</>
    a   7
    bc  7

<cyan>b</>  5 min ago

That is all.

<dim>2 tides.</>
<dim>More: --limit</>`))

it('writes ids and times out for programs', () =>
  expect(writeTable(tides)).toMatch(
    /^Tides\n\n8d1f22aa-0000-4000-8000-000000000000 {2}ebb {2}2026-\d\d-\d\d \d\d:\d\d\n/,
  ))

describe('lines', () => {
  const anything = fc.string({ unit: fc.constantFrom('a', ' ', '潮', '👨‍👩‍👧', '🇭🇰', '\n', '\t', '\u001B', 'é', '\u202E') })
  const columns: readonly TableColumn<readonly string[]>[] = [
    { cell: ([name = '']) => name, least: 14 },
    { cell: ([, scope = '']) => scope, least: 6 },
    { cell: () => '2 scratchpads' },
  ]
  it('fit into a screen', () =>
    fc.assert(
      fc.property(anything, anything, anything, fc.integer({ min: 60, max: 160 }), (name, scope, text, width) => {
        const under = () => [{ text, fits: 'cut' as const, indent: 2 }]
        const lines = [
          ...writeTable({ columns, rows: [[name, scope], [scope]] }, screen(width)).split('\n'),
          ...writeTable({ columns, rows: [[name, scope]], under }, screen(width)).split('\n'),
        ]
        expect(lines.length).toBeLessThanOrEqual(4)
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      }),
    ))
})

it.each<[time: string, said: string]>([
  ['2026-06-30T12:00:00.000Z', 'just now'],
  ['2026-06-30T12:00:05.000Z', 'just now'],
  ['2026-06-30T11:58:59.000Z', '1 min ago'],
  ['2026-06-30T11:00:00.000Z', '1 h ago'],
  ['2026-06-29T12:00:00.000Z', '1 day ago'],
  ['2026-06-02T12:00:00.000Z', '28 days ago'],
  ['2026-05-31T12:00:00.000Z', '2026-05-31'],
])('an age: %s is %s', (time, said) => expect(ageOf(time, now)).toBe(said))

it.each<[bytes: number, said: string]>([
  [0, '0 B'],
  [999, '999 B'],
  [1_024, '1.0 kB'],
  [1_048_576, '1.0 MB'],
])('a size: %i is %s', (bytes, said) => expect(sizeOf(bytes)).toBe(said))

it.each<[id: string, short: string]>([
  ['7f3c9a12-0000-4000-8000-000000000001', '7f3c9a12'],
  ['019a1b2c-3d4e-7000-8000-000000000002', '019a1b2c-3d4e'],
  ['ses_0123456789abcdef', 'ses_0123456789ab'],
  ['潮汐', '潮汐'],
])('a short id of %s is %s', (id, short) => expect(shortId(id)).toBe(short))
