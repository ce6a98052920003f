import { describe, expect, it } from 'vitest'
import { pageFor, type Page } from '../src/command-page.ts'
import { table, type Column } from '../src/table.ts'
import { cutToWidth, displayWidth, padEnd, wrapToWidth } from '../src/terminal.ts'

describe('columns of a terminal', () => {
  const rows: readonly [text: string, columns: number][] = [
    ['', 0],
    ['tide', 4],
    ['潮汐', 4],
    ['潮汐tide', 8],
    ['ｆｕｌｌ', 8],
    ['한국어', 6],
    ['かな', 4],
    ['cafe\u0301', 4],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['“”…·', 4],
    ['\u001B[36m潮\u001B[39m', 2],
    ['\u200B', 0],
  ]
  it.each(rows)('%j takes %i', (text, columns) => expect(displayWidth(text)).toBe(columns))
})

it('pads Chinese and English to the same column', () => {
  expect(displayWidth(padEnd('潮汐', 10))).toBe(displayWidth(padEnd('tides', 10)))
})

describe('cutting', () => {
  const rows: readonly [text: string, columns: number, cut: string][] = [
    ['tides', 5, 'tides'],
    ['tides', 4, 'tid…'],
    ['潮汐表', 5, '潮汐…'],
    ['潮汐表', 4, '潮…'],
    ['tide', 0, ''],
  ]
  it.each(rows)('%j in %i', (text, columns, cut) => expect(cutToWidth(text, columns)).toBe(cut))
})

describe('wrapping', () => {
  const rows: readonly [text: string, columns: number, lines: readonly string[]][] = [
    ['', 10, ['']],
    ['high tide at noon', 10, ['high tide', 'at noon']],
    ['unbreakable', 4, ['unbreakable']],
    ['每天两次高潮。', 8, ['每天两次', '高潮。']],
    ['看 wuku 的文档', 8, ['看 wuku', '的文档']],
  ]
  it.each(rows)('%j in %i', (text, columns, lines) => expect(wrapToWidth(text, columns)).toEqual(lines))
})

describe('a table', () => {
  const columns: readonly Column<readonly string[]>[] = [
    { head: 'job', cell: ([job = '']) => job, align: 'left' },
    { head: '', cell: ([, mark = '']) => mark, align: 'left' },
    { head: 'library', cell: ([, , library = '']) => library, align: 'left', least: 7 },
    { head: '', cell: ([, , , message = '']) => message, least: 6 },
  ]
  const page = (width: number): Page =>
    pageFor({ write: () => {}, isTerminal: true, hasColours: false, columns: width }, 0)
  const rows: readonly [width: number, rows: readonly (readonly string[])[], lines: readonly string[]][] = [
    [
      80,
      [
        ['a', '', '', 'Done'],
        ['bb', '', 'vue 3'],
      ],
      ['job  library  ', 'a             Done', 'bb   vue 3    '],
    ],
    [80, [['a', '!', 'vue', 'Done'], ['b']], ['job     library  ', 'a    !  vue      Done', 'b                ']],
    [20, [['a', '', 'vue-router', 'Done at last']], ['job  library  ', 'a    vue-ro…  Done …']],
  ]
  it.each(rows)('%i columns wide', (width, given, lines) => {
    const shown = table(columns, given, page(width))
    expect(shown.map((line) => line.trimEnd())).toEqual(lines.map((line) => line.trimEnd()))
  })
})
