import { expect, it } from 'vitest'
import { fitSections } from '@wuku/text/markdown/fit-sections'
import { nestedHeadings, readSections } from '@wuku/text/markdown/sections'
import { splitToFit } from '@wuku/text/markdown/split'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { underTableHeads } from '../src/table-heads.ts'

const size = { target: 40, max: 60 }

const cut = (text: string) => {
  const root = readSections(text, { start: 0, end: text.length, bodyStart: 0, headings: [] }, nestedHeadings(text, 0))
  return underTableHeads(text, fitSections(root, { size, cut: (range) => splitToFit(text, range, size) }))
}

const table = (head: string, row: string, rows = 30): string =>
  `| ${head} |\n| --- | --- |\n${`| ${row} |\n`.repeat(rows)}`

it.each([
  ['English', 'Option | Default', '`port` | 5173', 'Option, Default'],
  ['Simplified Chinese', '选项 | 默认值', '端口号码 | 5173', '选项, 默认值'],
  ['Traditional Chinese', '選項 | 預設值', '連接埠號 | 5173', '選項, 預設值'],
  ['mixed text', '`Option` 选项 | Default', 'port 端口 | 5173', 'Option 选项, Default'],
  ['an escaped bar', 'A \\| B | C', 'one | two three four', 'A | B, C'],
])('each further piece of a long table stands under its first row: %s', (_, head, row, expected) => {
  const text = `# Settings\n\nSaid before.\n\n${table(head, row)}\nSaid after it.\n`
  const chunks = cut(text)
  const further = chunks.filter(({ start, headings }) => text[start] === '|' && headings.length > 1)
  expect(further.length).toBeGreaterThan(2)
  for (const { headings } of further) expect(headings).toEqual(['Settings', expected])
  expect(chunks[0]?.headings).toEqual(['Settings'])
})

it('a table that fits, and the text behind a long one, have no further heading', () => {
  const text = `# A\n\n${table('x | y', 'one | two', 2)}\n# B\n\n${table('x | y', 'one | two')}\n${'After the table. '.repeat(20)}\n`
  const chunks = cut(text)
  expect(chunks[0]?.headings).toEqual(['A'])
  expect(chunks.at(-1)?.headings).toEqual(['B'])
})

it('two tables have each their own first row', () => {
  const text = `# A\n\n${table('x | y', 'one | two')}\n${table('v | w', 'three | four')}`
  const heads = new Set(cut(text).flatMap(({ headings }) => headings.slice(1)))
  expect([...heads]).toEqual(['x, y', 'v, w'])
})

it('takes time in proportion to the length of a table', () => {
  const row = '| one two three | four five six |\n'
  const time = timed((characters) => void cut(`| x | y |\n| --- | --- |\n${repeated(row, characters)}`))
  expect(whySlow(time, 300_000)).toBeUndefined()
})
