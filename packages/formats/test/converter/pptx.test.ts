import { describe, expect, it } from 'vitest'
import { expectRefusal, textOf } from './converting.ts'
import { pptxOf, shapeOf, type SlideMaking } from './office-making.ts'

const check = async (slides: readonly SlideMaking[], expected: readonly string[]): Promise<void> =>
  expect((await textOf('a.pptx', pptxOf(slides))).text).toBe(`${expected.join('\n\n')}\n`)

const table = (rows: readonly (readonly string[])[]): string => {
  const cell = (text: string): string => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
  const row = (cells: readonly string[]): string => `<a:tr>${cells.map(cell).join('')}</a:tr>`
  return `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.map(row).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
}

describe('slides', () => {
  it('stand in the order in which they are shown', () =>
    check(
      [{ shapes: shapeOf('title', ['潮汐']) + shapeOf('body', ['ebb']) }, { shapes: shapeOf('ctrTitle', ['Moon']) }],
      ['## Slide 1: 潮汐', '- ebb', '## Slide 2: Moon'],
    ))

  it.each<[string, string, readonly string[]]>([
    ['bullets by level', shapeOf('body', ['a', '\tb', '\t\tc', 'd']), ['- a\n  - b\n    - c\n- d']],
    ['numbers', shapeOf('body', ['a', '\tb'], { properties: '<a:buAutoNum/>' }), ['1. a\n   1. b']],
    ['a placeholder without bullets', shapeOf('body', ['a', 'b'], { properties: '<a:buNone/>' }), ['a', 'b']],
    ['a box of text, which cannot become a heading', shapeOf('', ['# 1']), ['\\# 1']],
    ['code', shapeOf('', ['if (a)', '  b()'], { font: 'Consolas' }), ['```\nif (a)\n  b()\n```']],
    ['a group', `<p:grpSp><p:grpSp>${shapeOf('', ['deep'])}</p:grpSp></p:grpSp>`, ['deep']],
    [
      'a table',
      table([
        ['a', 'b|c'],
        ['1', '2'],
      ]),
      ['| a | b\\|c |\n| --- | --- |\n| 1 | 2 |'],
    ],
    ['a picture', '<p:pic><p:nvPicPr><p:cNvPr id="1" descr="a map"/></p:nvPicPr></p:pic>', ['[a map]']],
  ])('have %s', (_, shapes, expected) =>
    check([{ shapes: shapeOf('title', ['T']) + shapes }], ['## Slide 1: T', ...expected]),
  )

  it('leave out what stands on each of them', () =>
    check([{ shapes: shapeOf('', ['x']) + shapeOf('sldNum', ['1']) + shapeOf('ftr', ['Acme']) }], ['## Slide 1', 'x']))
  it('notes of slides are read', () =>
    check([{ shapes: shapeOf('', ['x']), notes: '记得说明' }], ['## Slide 1', 'x', 'Notes: 记得说明']))
  it('without any text are refused', () =>
    expectRefusal('a.pptx', pptxOf([{ shapes: '' }]), [/contains no text/, /--exclude/]))
})
