import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertHere } from '../../src/converter/convert.ts'
import { zipOf, type Zipped } from '../../../chats/test/feed/zips.ts'
import { expectRefusal, textOf } from './converting.ts'
import { docxOf, epubOf, paragraph, pptxOf, shapeOf, xlsxOf } from './office-making.ts'
import { column, pdfOf } from './pdf-making.ts'
import { runs } from '../../../../test/scale.ts'

const made = {
  pdf: pdfOf({ pages: [column(['x'], { x: 72, y: 700 })] }),
  docx: docxOf(paragraph('x')),
  pptx: pptxOf([{ shapes: shapeOf('', ['x']) }]),
  xlsx: xlsxOf([{ name: 'S', rows: '<row><c><v>1</v></c></row>' }]),
  epub: epubOf({ chapters: { 'c.xhtml': '<p>x</p>' } }),
}
const compound = (stream: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(stream, 'utf16le')])
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('an ending', () => {
  it.each(Object.entries(made))('%s is believed when the bytes say the same', async (ending, file) =>
    expect((await textOf(`a/B.${ending.toUpperCase()}`, file)).text).toMatch(/x|1/),
  )

  it.each<[string, Uint8Array, RegExp, RegExp]>([
    ['a.pdf', made.docx, /is a Word document, not a PDF/, /end in \.docx/],
    ['a.docx', made.pdf, /is a PDF, not a Word document/, /end in \.pdf/],
    ['a.docx', made.xlsx, /is an Excel workbook, not a Word/, /end in \.xlsx/],
    ['a.xlsx', made.pptx, /is a PowerPoint presentation, not an Excel/, /end in \.pptx/],
    ['a.pptx', made.epub, /is an EPUB book, not a PowerPoint/, /end in \.epub/],
    ['a.doc', made.docx, /is a Word document, not an old/, /end in \.docx/],
    ['a.pdf', bytes('\u0089PNG\r\n'), /is a PNG image, not a PDF/, /Replace it with a PDF/],
    ['a.pdf', bytes(' <!DOCTYPE html><p>'), /is an HTML page, not a PDF/, /Replace it with a PDF/],
    ['a.docx', Buffer.from('只是文字'), /is plain text, not a Word document/, /Replace it with a Word document/],
    ['a.docx', bytes('\u0000\u0001'), /unknown type/, /--exclude/],
    [
      'a.docx',
      zipOf([{ name: 'a.txt', text: 'x' }]),
      /is a ZIP archive, not a Word document/,
      /Replace it with a Word document/,
    ],
    ['a.epub', zipOf([{ name: 'META-INF/MANIFEST.MF', text: '' }]), /is a Java archive, not an EPUB/, /--exclude/],
    [
      'a.pdf',
      zipOf([{ name: 'a', text: '%PDF-1.7', isStored: true }]),
      /is a ZIP archive, not a PDF/,
      /Replace it with a PDF/,
    ],
    ['a.docx', zipOf([]), /is a ZIP archive/, /--exclude/],
    ['a.doc', compound('WordDocument'), /old Word document/, /as DOCX or PDF/],
    ['a.xls', compound('Workbook'), /old Excel workbook/, /as XLSX or CSV/],
    ['a.ppt', compound('PowerPoint Document'), /old PowerPoint file/, /as PPTX or PDF/],
    ['a.docx', compound('EncryptedPackage'), /locked by a password/, /without the password/],
    ['a.doc', bytes('{\\rtf1 x}'), /RTF document, which is not supported/, /as DOCX or PDF/],
    [
      'a.odt',
      zipOf([{ name: 'mimetype', text: 'application/vnd.oasis.opendocument.text' }]),
      /OpenDocument text/,
      /as DOCX or PDF/,
    ],
  ])('%s: %#', (path, file, said, remedy) => expectRefusal(path, file, [said, remedy]))
})

describe('an archive', () => {
  const document: Zipped = { name: 'word/document.xml', text: '<w:document/>' }
  const withPart = (part: Partial<Zipped>): Buffer =>
    zipOf([
      { name: '[Content_Types].xml', text: '<Types/>' },
      { ...document, ...part },
    ])
  it.each<[string, () => Buffer, RegExp]>([
    ['that says it unpacks to 3 GB', () => withPart({ says: { length: 3 * 1024 ** 3 } }), /unpacks to more/],
    [
      'that unpacks to more than it says',
      () => withPart({ text: 'x'.repeat(1000), says: { length: 10 } }),
      /longer than declared/,
    ],
    ['that unpacks to less than it says', () => withPart({ says: { length: 1000 } }), /broken/],
    ['whose checksum is wrong', () => withPart({ says: { crc: 1 } }), /broken/],
    ['that is packed too well', () => withPart({ text: Buffer.alloc(40 * 1024 ** 2) }), /unpacks to more/],
    ['with a part that has a password', () => withPart({ isEncrypted: true }), /locked by a password/],
    ['packed in another way', () => withPart({ method: 9 }), /not supported/],
    [
      'of too many parts',
      () => zipOf(Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}`, text: '' }))),
      /more parts/,
    ],
    ['that was cut off', () => made.docx.subarray(0, 400), /cannot be unpacked/],
    [
      'without its text',
      () =>
        zipOf([
          { name: '[Content_Types].xml', text: '<Types/>' },
          { name: 'word/x', text: '' },
        ]),
      /text is missing/,
    ],
  ])('%s is refused', (_, file, said) => expectRefusal('a.docx', file(), [said, /./]))

  it('may hold names that lead out of it: nothing is written', async () => {
    const others = [{ name: '../../evil', text: 'x' }]
    expect((await textOf('a.docx', docxOf(paragraph('x'), { others }))).text).toContain('<p>x</p>')
  })
})

describe('hostile XML', () => {
  it('has no entities of its own', async () => {
    const dtd = '<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    const others = [{ name: 'docProps/core.xml', text: `${dtd}<c><dc:title>t &a; &f;</dc:title></c>` }]
    expect((await textOf('a.docx', docxOf(paragraph('x'), { others }))).title).toBe('t &a; &f;')
  })
  it('may not be nested without end', () =>
    expectRefusal('a.pptx', pptxOf([{ shapes: '<p:grpSp>'.repeat(100_000) }]), [/nested too deeply/, /--exclude/]))
  it('may not be nested without end in a Word document', () =>
    expectRefusal('a.docx', docxOf('<w:sdt>'.repeat(20_000) + '</w:sdt>'.repeat(20_000)), [
      /nested too deeply/,
      /--exclude/,
    ]))
  it.each(['<w:p/>', '<w:p></w:p>', '<w:p>', '<w:p><w:r><w:t>x</w:t></w:r></w:p>'])(
    'may not be 300,000 times the same in a Word document of some kilobytes: %s',
    (element) => expectRefusal('a.docx', docxOf(element.repeat(300_000)), [/unpacks to more/, /--exclude/]),
  )
  it('may not have more elements than any document', () =>
    expectRefusal(
      'a.docx',
      zipOf([
        { name: '[Content_Types].xml', text: '<Types/>' },
        { name: 'word/document.xml', text: `<w:document>${'<w:p/>'.repeat(1_000_001)}</w:document>`, isStored: true },
      ]),
      [/more elements than any document/, /--exclude/],
    ))
})

it('whatever is broken in a file, it is told and nothing is thrown', async () => {
  const files = Object.entries(made)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      async ([ending, file], changes) => {
        const broken = Buffer.from(file)
        for (const [at, byte] of changes) broken[at % broken.length] = byte
        const answer = await convertHere({ path: `a.${ending}`, bytes: broken })
        expect('said' in answer ? answer.remedy : answer.as).toMatch(/./)
      },
    ),
    { numRuns: runs(150) },
  )
})
