import { expect, it } from 'vitest'
import { cutToWidth, displayWidth, padEnd, wrapToWidth } from '@wuku/text/show/width'

it.each<[text: string, columns: number]>([
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
])('columns of a terminal: %j takes %i', (text, columns) => expect(displayWidth(text)).toBe(columns))

it('pads Chinese and English to the same column', () =>
  expect(displayWidth(padEnd('潮汐', 10))).toBe(displayWidth(padEnd('tides', 10))))

it.each<[text: string, columns: number, cut: string]>([
  ['tides', 5, 'tides'],
  ['tides', 4, 'tid…'],
  ['潮汐表', 5, '潮汐…'],
  ['潮汐表', 4, '潮…'],
  ['tide', 0, ''],
])('cutting: %j in %i', (text, columns, cut) => expect(cutToWidth(text, columns)).toBe(cut))

it.each<[text: string, columns: number, lines: readonly string[]]>([
  ['', 10, ['']],
  ['high tide at noon', 10, ['high tide', 'at noon']],
  ['unbreakable', 4, ['unbreakable']],
  ['每天两次高潮。', 8, ['每天两次', '高潮。']],
  ['看 wuku 的文档', 8, ['看 wuku', '的文档']],
])('wrapping: %j in %i', (text, columns, lines) => expect(wrapToWidth(text, columns)).toEqual(lines))
