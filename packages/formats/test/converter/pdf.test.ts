import { describe, expect, it } from 'vitest'
import { pdfTitle } from '../../src/converter/pdf.ts'
import { expectRefusal, textOf } from './converting.ts'
import { column, pdfOf, type PdfText } from './pdf-making.ts'

const pdfText = async (...pages: readonly (readonly PdfText[])[]): Promise<string> =>
  (await textOf('a.pdf', pdfOf({ pages }))).text

const place = { x: 72, y: 700 }
const heading = (text: string): PdfText => ({ text, x: 72, y: 760, size: 22, font: 'bold' })

describe('a page', () => {
  it.each<[string, readonly PdfText[], string]>([
    [
      'has headings, and lines of a paragraph are joined',
      [
        heading('Tides'),
        ...column(['The tide rises because of the moon, and it', 'falls again when the earth has turned.'], place),
      ],
      '# Tides\n\nThe tide rises because of the moon, and it falls again when the earth has turned.\n',
    ],
    [
      'joins a word that was cut at the end of a line',
      column(['It is written in a script that no hyphen-', 'ation was ever meant for, and that is it.'], place),
      'It is written in a script that no hyphenation was ever meant for, and that is it.\n',
    ],
    [
      'in Chinese needs no font, and its lines are joined without spaces',
      column(['潮汐每天涨落两次，因为月亮吸引', '海水，地球在它下面转动。'], { ...place, font: 'chinese' }),
      '潮汐每天涨落两次，因为月亮吸引海水，地球在它下面转动。\n',
    ],
    [
      'keeps the names in code and in text',
      [
        ...column(['const max_size = 1', 'open(max_size)'], { ...place, font: 'mono' }),
        { text: 'Set max_size in the file.', x: 72, y: 600 },
      ],
      '```\nconst max_size = 1\nopen(max_size)\n```\n\nSet max_size in the file.\n',
    ],
  ])('%s', async (_, page, expected) => expect(await pdfText(page)).toBe(expected))

  it('of two columns is read one after the other', async () => {
    const lines = (side: string): readonly string[] =>
      Array.from({ length: 20 }, (_, at) => `${side}${at} of the tide that rises and falls all day`)
    const text = await pdfText([
      ...column(lines('L'), { x: 50, y: 740, size: 9 }),
      ...column(lines('R'), { x: 320, y: 740, size: 9 }),
    ])
    const order = [...text.matchAll(/[LR]\d+/g)].map(([word]) => word)
    const both = [...lines('L'), ...lines('R')].map((line) => line.split(' ')[0])
    expect(order).toEqual(both)
  })
})

describe('a document', () => {
  it('is rid of running heads and page numbers, and of nothing else', async () => {
    const chapters = ['alpha', 'beta', 'gamma', 'delta'].map((name, at) => [
      { text: 'Handbook of Tides', x: 72, y: 815, size: 8 },
      heading(`Chapter ${at + 1}`),
      ...column([`What there is to say about ${name}, in a line.`], place),
      { text: `Page ${at + 1} of 4`, x: 280, y: 25, size: 8 },
    ])
    expect(await pdfText(...chapters)).toBe(
      ['alpha', 'beta', 'gamma', 'delta']
        .map((name, at) => `# Chapter ${at + 1}\n\nWhat there is to say about ${name}, in a line.`)
        .join('\n\n') + '\n',
    )
  })

  it('the title of a PDF is read', async () =>
    expect((await textOf('a.pdf', pdfOf({ pages: [column(['x'], place)], title: '潮汐 👩‍👩‍👧' }))).title).toBe('潮汐 👩‍👩‍👧'))
})

it.each<[string, Buffer, RegExp, RegExp]>([
  [
    'a password',
    pdfOf({ pages: [[]], trailer: '/Encrypt 10 0 R /ID [<00><00>]' }),
    /locked by a password/,
    /without the password/,
  ],
  ['images of text', pdfOf({ pages: [[]], picture: true }), /images of text.*OCR is not done/, /OCR on it/],
  ['a part that was cut off', pdfOf({ pages: [column(['x'], place)] }).subarray(0, 600), /damaged/, /save it again/],
  ['nothing but the first line', Buffer.from('%PDF-1.7\n'), /damaged/, /save it again/],
])('what is refused: %s', (_, bytes, said, remedy) => expectRefusal('a.pdf', bytes, [said, remedy]))

describe('titles', () => {
  const withInfo = (info: string): Buffer =>
    Buffer.from(`%PDF-1.4\n1 0 obj\n<< ${info} >>\nendobj\ntrailer << /Info 1 0 R >>`, 'latin1')
  it.each<[string, string, string | undefined]>([
    ['plain', '/Title (The Tides)', 'The Tides'],
    ['with brackets and line ends', String.raw`/Title (A \(b\) \134 \101\n c)`, 'A (b) \\ A c'],
    ['in UTF-16', '/Title <FEFF 6F6E 6C50>', '潮汐'],
    ['that say nothing', '/Title (Microsoft Word - draft.doc)', undefined],
    ['that are names of files', '/Title (chapter.indd)', undefined],
    ['that are empty', '/Title ()', undefined],
    ['that are not there', '/Author (x)', undefined],
  ])('%s', (_, info, expected) => expect(pdfTitle(withInfo(info))).toBe(expected))
})
