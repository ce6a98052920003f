import { describe, expect, it } from 'vitest'
import { mainOf, textOf } from './converting.ts'
import { core, docxOf, paragraph, relationsOf, wordTable } from './office-making.ts'

const check = async (body: string, expected: string, styles = ''): Promise<void> =>
  expect(await mainOf('a.docx', docxOf(body, { styles }))).toBe(expected)

const style = (id: string, name: string, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`

describe('code', () => {
  const code = '<pre>const a = 1\n\n  潮汐(a)</pre>'
  const lines = (options: Parameters<typeof paragraph>[1]): string =>
    ['const a = 1', '', '  潮汐(a)'].map((line) => paragraph(line, options)).join('')
  it.each<[string, Parameters<typeof paragraph>[1], string]>([
    ['of Pandoc', { style: 'SourceCode' }, style('SourceCode', 'Source Code')],
    ['of Word', { style: 'H' }, style('H', 'HTML Preformatted')],
    ['of LibreOffice', { style: 'P' }, style('P', 'Preformatted Text')],
    ['in Chinese', { style: 'a1' }, style('a1', '代码')],
    [
      'of a style set in Courier',
      { style: 'X' },
      style('X', 'Mine', '<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>'),
    ],
    [
      'of a style that is based on another',
      { style: 'Y' },
      style('X', 'Base', '<w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr>') +
        style('Y', 'Mine', '<w:basedOn w:val="X"/>'),
    ],
    ['known by its typeface alone', { font: 'JetBrains Mono' }, ''],
  ])('%s is one block with its spaces', (_, options, styles) =>
    check(paragraph('Before') + lines(options) + paragraph('After'), `<p>Before</p>${code}<p>After</p>`, styles),
  )

  it('within a sentence is marked', () =>
    check(
      '<w:p><w:r><w:t xml:space="preserve">Call </w:t></w:r><w:r><w:rPr><w:rFonts w:ascii="Menlo"/></w:rPr><w:t>open()</w:t></w:r><w:r><w:t>.</w:t></w:r></w:p>',
      '<p>Call <code>open()</code>.</p>',
    ))
  it('in a frame of one cell is no table', () =>
    check(wordTable([[paragraph('npm ci', { font: 'Consolas' })]]), '<pre>npm ci</pre>'))
  it('keeps line breaks and tabs', () =>
    check(
      '<w:p><w:r><w:rPr><w:rFonts w:ascii="Menlo"/></w:rPr><w:t>if:</w:t><w:br/><w:tab/><w:t>x &lt; 1</w:t></w:r></w:p>',
      '<pre>if:\n\tx &lt; 1</pre>',
    ))
  it('is not what a caption of code is', () =>
    check(paragraph('Listing 1', { style: 'C' }), '<p>Listing 1</p>', style('C', 'Code Caption')))
})

describe('headings', () => {
  it.each<[string, string, string]>([
    ['by the name of Word', style('1', 'heading 2'), 'h2'],
    ['by the name of WPS', style('1', '标题 3'), 'h3'],
    [
      'by the style that theirs is based on',
      style('0', 'heading 1') + style('1', 'Chapter', '<w:basedOn w:val="0"/>'),
      'h1',
    ],
    ['by their level', style('1', 'Mine', '<w:pPr><w:outlineLvl w:val="3"/></w:pPr>'), 'h4'],
    ['deeper than there are in HTML', style('1', 'heading 9'), 'h6'],
    ['in a typeface of code', style('1', 'heading 2', '<w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr>'), 'h2'],
    ['that are the title', style('1', 'Title'), 'h1'],
  ])('%s', (_, styles, name) => check(paragraph('潮汐 👩‍👩‍👧', { style: '1' }), `<${name}>潮汐 👩‍👩‍👧</${name}>`, styles))

  it('end although styles are based on one another', () =>
    check(
      paragraph('x', { style: 'A' }),
      '<p>x</p>',
      style('A', 'A', '<w:basedOn w:val="B"/>') + style('B', 'B', '<w:basedOn w:val="A"/>'),
    ))
})

describe('tables', () => {
  it('have their first row for a header, and keep merged cells', () =>
    check(
      '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>' +
        `${paragraph('both')}</w:tc></w:tr><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`,
      '<table><thead><tr><th colspan="2"><p>both</p></th></tr></thead><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    ))
  it('of one row have none', () =>
    check(wordTable([[paragraph('a'), paragraph('b')]]), '<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>'))
})

describe('what is beside the text', () => {
  const picture = (id: string): string =>
    `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="p" descr="a map"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:${id}="r9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

  it('is not fetched: of a linked picture its description stays', async () => {
    const links = relationsOf({
      r9: ['image', 'file:///etc/hostname', 'External'],
      r8: ['attachedTemplate', 'http://127.0.0.1:1/evil.dotm', 'External'],
    })
    const others = [{ name: 'word/_rels/document.xml.rels', text: links }]
    expect(await mainOf('a.docx', docxOf(picture('link') + paragraph('x'), { others }))).toBe('<p>[a map]</p><p>x</p>')
  })
  it('the title of a document comes from its properties', async () =>
    expect((await textOf('a.docx', docxOf(paragraph('x'), { others: [core(' 潮汐 &amp;\n Co ')] }))).title).toBe(
      '潮汐 & Co',
    ))
})
