import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDateFormat, isoDate } from '../../src/converter/xlsx.ts'
import { expectRefusal, textOf } from './converting.ts'
import { xlsxOf } from './office-making.ts'

const WORDS = {
  strings: '<si><t>Name</t></si><si><r><t>潮</t></r><r><t>汐</t></r><rPh><t>chao</t></rPh></si>',
  styles:
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs>',
}

const sheetText = async (rows: string, words = {}): Promise<string> =>
  (await textOf('a.xlsx', xlsxOf([{ name: 'S', rows }], { ...WORDS, ...words }))).text

const cells = (...row: readonly string[]): string => `<row>${row.join('')}</row>`
const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`

describe('cells', () => {
  it.each<[string, string, string]>([
    ['a shared word', '<c t="s"><v>0</v></c>', 'Name'],
    ['a word in parts, without how it is read', '<c t="s"><v>1</v></c>', '潮汐'],
    ['a word of its own', text('a | b'), 'a \\| b'],
    ['what a formula came to', '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>', '0.3'],
    ['words of a formula', '<c t="str"><f>A1</f><v>x</v></c>', 'x'],
    ['yes or no', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['an error', '<c t="e"><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['a date', '<c s="1"><v>45292</v></c>', '2024-01-01'],
    ['a date with time', '<c s="1"><v>45292.75</v></c>', '2024-01-01 18:00:00'],
    ['a date of a format of its own', '<c s="2"><v>45292</v></c>', '2024-01-01'],
    ['a share, which is no date', '<c s="3"><v>0.25</v></c>', '0.25'],
    ['a word that is not there', '<c t="s"><v>99</v></c>', ''],
  ])('hold %s', async (_, cell, expected) =>
    expect(await sheetText(cells(text('key'), text('value')) + cells(text('k'), cell))).toBe(
      `## S\n\n| key | value |\n| --- | --- |\n| k | ${expected} |\n`,
    ),
  )
  it('count from 1904 where the workbook says so', async () =>
    expect(await sheetText(cells('<c s="1"><v>43830</v></c>'), { properties: '<workbookPr date1904="1"/>' })).toBe(
      '## S\n\n2024-01-01\n',
    ))
})

describe('sheets', () => {
  it('are tables under what is said about them, without empty columns', async () =>
    expect(
      await sheetText(
        '<row r="1"><c r="B1" t="inlineStr"><is><t>Prices</t></is></c></row>' +
          '<row r="2"><c r="B2"><v>1</v></c><c r="E2"><v>2</v></c></row>' +
          '<row r="4"><c r="B4"><v>3</v></c><c r="C4"><v>4</v></c></row>',
      ),
    ).toBe('## S\n\nPrices\n\n| 1 | 2 |\n| --- | --- |\n\n| 3 | 4 |\n| --- | --- |\n'))

  it('that are hidden are left out', async () => {
    const row = cells(text('x'))
    const sheets = [
      { name: 'A', rows: row },
      { name: 'B', rows: row, state: 'hidden' },
    ]
    expect((await textOf('a.xlsx', xlsxOf(sheets))).text).toBe('## A\n\nx\n')
  })
  it('are cut, and that is said', async () => {
    const rows = Array.from({ length: 2_005 }, (_, at) => cells(`<c><v>${at}</v></c>`, '<c><v>1</v></c>')).join('')
    const made = await sheetText(rows)
    expect(made).toContain('| 1999 | 1 |\n\nOnly rows 1 to 2000 of 2005 are indexed.')
    expect(made).not.toContain('| 2000 |')
  })
  it('of many columns are cut, and that is said', async () =>
    expect(await sheetText('<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>')).toBe(
      '## S\n\n1\n\nOnly columns 1 to 200 are indexed.\n',
    ))
  it('of nothing are refused', () =>
    expectRefusal('a.xlsx', xlsxOf([{ name: 'S', rows: '' }]), [/contains no text/, /--exclude/]))
})

describe('formats of dates', () => {
  it.each<[string, boolean]>([
    ['yyyy-mm-dd', true],
    ['[$-804]yyyy"年"m"月"d"日"', true],
    ['[h]:mm:ss', true],
    ['General', false],
    ['0.00%', false],
    ['#,##0 "days"', false],
    ['[Red]0.00;[Blue]-0.00', false],
    ['0\\h', false],
  ])('%s: %s', (format, expected) => expect(isDateFormat(format)).toBe(expected))

  it('are right before the day that never was', () =>
    expect([1, 59, 61, 0.5].map((serial) => isoDate(serial, false))).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '12:00:00',
    ]))
  it('are dates, times or nothing for any number', () =>
    fc.assert(
      fc.property(fc.double(), fc.boolean(), (serial, since1904) => {
        expect(isoDate(serial, since1904) ?? '').toMatch(/^(?:\d{4}-\d\d-\d\d)?(?: ?\d\d:\d\d:\d\d)?$/)
      }),
    ))
})
