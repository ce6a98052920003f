import { beforeAll, describe, expect, it } from 'vitest'
import {
  docxOf,
  epubOf,
  paragraph,
  pptxOf,
  shapeOf,
  wordTable,
  xlsxOf,
} from '../../../packages/formats/test/converter/office-making.ts'
import { pdfOf } from '../../../packages/formats/test/converter/pdf-making.ts'
import { zipOf } from '../../../packages/chats/test/feed/zips.ts'
import { openDocsHouse, type Answer } from './docs-house.ts'

const house = openDocsHouse()
let uploaded: Answer
beforeAll(async () => {
  for (const [path, content] of [...Object.entries(good), ...Object.entries(bad)]) house.write(`files/${path}`, content)
  const names = [...Object.keys(good), ...Object.keys(bad)].map((path) => `files/${path}`)
  uploaded = await house.json('docs', 'upload', 'harbour@1.0', ...names)
})

const javadoc = `<!DOCTYPE html><html lang="en"><head><title>Tide (Harbour 1.0 API)</title><meta name="generator" content="javadoc/ClassWriterImpl"></head>
<body class="class-declaration-page"><main role="main"><div class="header"><h1 title="Class Tide" class="title">Class Tide</h1></div>
<section class="class-description" id="class-description"><div class="type-signature">public class <span class="element-name type-name-label">Tide</span></div><div class="block">Computes tides of a harbour.</div></section>
<section class="details"><ul class="details-list"><li><section class="method-details" id="method-detail"><h2>Method Details</h2><ul class="member-list"><li>
<section class="detail" id="compute(int)"><h3>compute</h3><div class="member-signature"><span class="modifiers">public</span>&nbsp;<span class="return-type">double</span>&nbsp;<span class="element-name">compute</span><span class="parameters">(int&nbsp;hour)</span></div><div class="block">Computes the water level of marker javadocmarker.</div></section>
</li></ul></section></li></ul></section></main></body></html>`
const openapi = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Harbour', version: '1' },
  paths: {
    '/tides/{id}': {
      get: {
        summary: 'Read the openapimarker tide',
        operationId: 'readTide',
        responses: { 200: { description: 'It' } },
      },
    },
  },
})
const notebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { language: 'python', name: 'python3' } },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Notebook of tides\n', '\n', 'It holds the notebookmarker.'] },
    { cell_type: 'code', metadata: {}, source: ['tide = compute(7)'], outputs: [], execution_count: 1 },
  ],
})
/** Each holds a word of its own: `<ending>marker`. */
const good: Readonly<Record<string, string | Uint8Array>> = {
  'manual.pdf': pdfOf({
    title: '手册',
    pages: [
      [
        { text: 'Manual of the pdfmarker barge', x: 72, y: 700, size: 20 },
        { text: 'Dredging begins in March.', x: 72, y: 660 },
        { text: '潮汐计算', x: 72, y: 640, font: 'chinese' },
      ],
    ],
  }),
  'plan.docx': docxOf(
    paragraph('Plan', { style: 'Heading1' }) +
      paragraph('The docxmarker plan of the harbour.') +
      wordTable([
        [paragraph('hour'), paragraph('level')],
        [paragraph('7'), paragraph('2.5')],
      ]),
  ),
  'levels.xlsx': xlsxOf([
    {
      name: 'Levels',
      rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>xlsxmarker</t></is></c><c r="B1"><v>2.5</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>moon</t></is></c><c r="B2"><v>7</v></c></row>',
    },
  ]),
  'talk.pptx': pptxOf([{ shapes: shapeOf('title', ['Harbour talk']) + shapeOf('body', ['The pptxmarker point']) }]),
  'book.epub': epubOf({
    chapters: { 'one.xhtml': '<h1>Book</h1><p>The epubmarker chapter.</p>' },
    metadata: '<dc:title>Book</dc:title>',
  }),
  'tides.ipynb': notebook,
  'guide.rst': 'Guide\n=====\n\nThe rstmarker guide::\n\n    tide = compute(7)\n',
  'guide.adoc': '= Guide\n\n== Start\n\nThe adocmarker guide.\n\n[source,ruby]\n----\nTide.compute 7\n----\n',
  'api.json': openapi,
  'Tide.html': javadoc,
  'plain.txt': 'The txtmarker stands here.\r\n\r\n第二段。\r\n',
  'guide.md': '\uFEFF# Guide\r\n\r\nThe mdmarker guide. 👩‍🚀🇨🇳\r\n',
}
const bad: Readonly<Record<string, string | Uint8Array>> = {
  'broken.pdf': pdfOf({ pages: [[{ text: 'never', x: 72, y: 700 }]] }).subarray(0, 60),
  'picture.docx': Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    ...Array.from({ length: 200 }, () => 0),
  ]),
  'bomb.docx': docxOf(paragraph(' '.repeat(40_000_000))),
  'letters.epub': zipOf([{ name: 'readme.txt', text: 'no book' }]),
}

describe('files of all formats in one call', () => {
  it('are counted honestly', () => {
    expect(uploaded).toMatchObject({
      library: 'harbour',
      version: '1.0',
      success_count: Object.keys(good).length,
      failed_count: Object.keys(bad).length,
    })
    expect(uploaded['failed_files'].map(({ path }: Answer) => path).toSorted()).toEqual(Object.keys(bad).toSorted())
    for (const { error } of uploaded['failed_files']) expect(error).toMatch(/\w+\. .*\w/s)
    expect(JSON.stringify(uploaded)).not.toContain(house.home)
  })

  const markers: readonly (readonly [marker: string, path: string, says: string])[] = [
    ['pdfmarker', 'manual.pdf', 'Dredging begins in March.'],
    ['docxmarker', 'plan.docx', '2.5'],
    ['xlsxmarker', 'levels.xlsx', 'moon'],
    ['pptxmarker', 'talk.pptx', 'Harbour talk'],
    ['epubmarker', 'book.epub', 'chapter'],
    ['notebookmarker', 'tides.ipynb', 'compute(7)'],
    ['rstmarker', 'guide.rst', 'compute(7)'],
    ['adocmarker', 'guide.adoc', 'Tide.compute 7'],
    ['openapimarker', 'api.json', '/tides/{id}'],
    ['javadocmarker', 'Tide.html', 'compute'],
    ['txtmarker', 'plain.txt', '第二段'],
    ['mdmarker', 'guide.md', '👩‍🚀🇨🇳'],
  ]
  it('can each be found, and be opened where the answer says', async () => {
    const agent = await house.agent()
    for (const [marker, path, says] of markers) {
      const { documents } = await agent.call('get-library-docs', { library_id: 'harbour', topic: marker })
      expect([marker, documents[0]?.source.split('#')[0]]).toEqual([marker, path])
      expect([marker, JSON.stringify(documents)]).toEqual([marker, expect.stringContaining(says)])
      const { text } = await agent.call('open', { citation: documents[0].citation })
      expect([marker, text]).toEqual([marker, expect.stringContaining(marker)])
    }
    const { documents } = await agent.call('get-library-docs', { library_id: 'harbour', topic: '潮汐计算' })
    expect(documents[0].source).toMatch(/^manual\.pdf/)
    await agent.close()
  })

  it('are listed with what became of each, also by a process of its own', async () => {
    const { list, total } = await house.json('docs', 'files', 'harbour')
    expect(total).toBe(Object.keys(good).length + Object.keys(bad).length)
    const states = Object.fromEntries(list.map(({ path, status, chunks }: Answer) => [path, [status, chunks > 0]]))
    expect(states).toEqual({
      ...Object.fromEntries(Object.keys(good).map((path) => [path, ['completed', true]])),
      ...Object.fromEntries(Object.keys(bad).map((path) => [path, ['failed', false]])),
    })
    const { code, stdout } = await house.wuku('docs', 'files', 'harbour', '--failed')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/✗ broken\.pdf .*\n[^]*4 in all/)])
  })
})

describe('files afterwards', () => {
  it('are tried again, replaced, skipped when they are the same, and taken out', async () => {
    const retry = async (...paths: readonly string[]): Promise<Answer> => {
      const { code, stdout } = await house.wuku('docs', 'retry', 'harbour', ...paths, '--json')
      return { code, ...JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') }
    }
    expect(await retry()).toMatchObject({ code: 1, success_count: 0, failed_count: 4 })
    expect(await retry('broken.pdf')).toMatchObject({ code: 1, failed_files: [{ path: 'broken.pdf' }] })
    house.write('files/broken.pdf', pdfOf({ pages: [[{ text: 'Mended mendedmarker', x: 72, y: 700 }]] }))
    const again = await house.json('docs', 'upload', 'harbour', 'files/broken.pdf', 'files/guide.md')
    expect(again).toMatchObject({ version: '1.0', success_count: 2, unchanged_count: 1, failed_count: 0 })
    expect(JSON.stringify(await house.json('docs', 'search', 'harbour', 'mendedmarker'))).toContain('broken.pdf')
    await house.json('docs', 'delete', 'harbour', 'guide.md', '--yes')
    const { documents } = await house.json('docs', 'search', 'harbour', 'mdmarker')
    expect(JSON.stringify(documents)).not.toContain('guide.md')
    expect((await house.json('docs', 'files', 'harbour')).list.map(({ path }: Answer) => path)).not.toContain(
      'guide.md',
    )
    expect(await house.json('docs', 'refresh', 'harbour', '--rebuild')).toMatchObject({
      success_count: Object.keys(good).length,
    })
    expect((await house.json('docs', 'files', 'harbour', '--failed')).total).toBe(3)
  })

  it('of no use at all make no library', async () => {
    const { code, stdout } = await house.wuku('docs', 'upload', 'ruins', 'files/bomb.docx', '--json')
    expect(code === 0 ? JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') : { success_count: 0 }).toMatchObject({
      success_count: 0,
    })
    expect(await house.refused('docs', 'upload', 'wrecks', 'nowhere.md')).toEqual([
      1,
      expect.stringContaining('nowhere.md'),
    ])
    expect((await house.json('docs', 'list', 'wrecks', '--all')).total).toBe(0)
  })

  it('handed in by a tool stay below their version, whatever they are called', async () => {
    const documents = [
      { path: '../../escape.md', text: '# Escape\n' },
      { path: '/etc/escape.md', text: '# Rooted rootedmarker\n' },
      { path: 'a/./b//c.md', text: '# Winding windingmarker\n' },
      { path: 'page.exe', text: 'no' },
      { path: '文件/指南.md', text: '# 指南\n\n中文 chinesemarker\n' },
    ]
    const answer = await house.json('call', 'add-documents', JSON.stringify({ library: 'handed', documents }))
    expect(answer['failed_files'].map(({ path }: Answer) => path).toSorted()).toEqual(['../../escape.md', 'page.exe'])
    const paths = (await house.json('docs', 'files', 'handed')).list.map(({ path }: Answer) => path)
    expect(paths).toEqual(expect.arrayContaining(['a/b/c.md', 'etc/escape.md', '文件/指南.md']))
    const { versions, originals } = await house.kept()
    expect(originals).toEqual(Object.keys(versions).toSorted())
  })
})
