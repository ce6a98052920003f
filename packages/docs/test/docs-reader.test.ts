import { describe, expect, it } from 'vitest'
import type { Sidecar } from '@wuku/core/ports/feed'
import { knownFormats } from '@wuku/formats'
import { docsReader } from '../src/docs-reader.ts'

await docsReader.prepare?.(docsReader.patterns)

const read = (path: string, content: string | Uint8Array, beside?: Sidecar) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return docsReader.parse({ path, stamp: '', modifiedAt: 0, bytes, ...(beside && { sidecar: beside }) })
}

const about = (facts: object): Sidecar => ({ about: JSON.stringify(facts) })

/** The title and text of the one document of a file. */
const check = (given: Parameters<typeof read>, title: string, text: string) =>
  expect(read(...given).items).toMatchObject([{ path: given[0], title, text }])

describe('docsReader', () => {
  it('loads what reads each format', async () => {
    for (const known of knownFormats) expect((await known.load()).read, known.name).toBeTypeOf('function')
  })

  it.each([
    ['Markdown', ['guide/A.MD', '# A\r\n\r\nb'], 'A', '# A\n\nb\n'],
    ['a byte order mark', ['a.md', '\uFEFF# A'], 'A', '# A\n'],
    ['UTF-16', ['a.md', Buffer.from('\uFEFF# 潮水\n', 'utf16le')], '潮水', '# 潮水\n'],
    [
      'GB18030',
      ['a.md', Uint8Array.of(0x23, 0x20, 0xb3, 0xb1, 0xcb, 0xae, 0xc9, 0xcf, 0xd5, 0xc7)],
      '潮水上涨',
      '# 潮水上涨\n',
    ],
    ['plain text', ['a.txt', 'b'], 'a', 'b\n'],
    ['a notebook', ['a.ipynb', '{"cells":[{"cell_type":"markdown","source":"# A"}]}'], 'A', '# A\n'],
    ['what was converted', ['a.pdf', 'b', about({ as: 'markdown', title: ' C ' })], 'C', 'b\n'],
    [
      'a heading before the title that a program gave',
      ['a.pdf', '# B', about({ as: 'markdown', title: 'C' })],
      'B',
      '# B\n',
    ],
    ['words beside it that are none', ['a.md', 'b', { about: '{"as":1,"snippets":[' }], 'a', 'b\n'],
  ] as const)('reads %s', (_, given, title, text) => check([...given], title, text))

  it('keeps what the page says of itself', () => {
    const [document] = read('a.pdf', '---\ndescription: b\n---\nc', about({ as: 'markdown' })).items
    expect(document?.meta).toEqual({ description: 'b', format: 'markdown', convertedFrom: 'pdf' })
  })

  it.each([
    ['bytes that are no text', 'a.md', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 1, 2, 0xff)],
    ['another format by its content', 'a.md', '%PDF-1.7\n'],
    ['a broken notebook', 'a.ipynb', '{'],
  ])('refuses %s with a reason', (_, path, content) => {
    const { items, problems } = read(path, content)
    expect(items).toEqual([])
    expect(problems).toMatchObject([{ path }])
  })

  it.each([
    ['nothing', 'a.md', ' \n'],
    ['front matter alone', 'a.md', '---\ntitle: a\n---\n'],
    ['an ending that is none of documentation', 'a.exe', 'a'],
    ['a converted file that was not converted', 'a.pdf', 'a'],
    ['data that describes no API', 'package.json', '{"name":"a"}'],
  ])('leaves out %s with a reason', (_, path, content) =>
    expect(read(path, content)).toMatchObject({ items: [], problems: [], skipped: [{ path }] }),
  )

  it('takes every ending of its formats', () => {
    const endings = docsReader.patterns.map((pattern) => pattern.replace('**/*.', ''))
    for (const ending of [
      'md',
      'mdx',
      'html',
      'rst',
      'adoc',
      'json',
      'yaml',
      'ipynb',
      'txt',
      'pdf',
      'docx',
      'pptx',
      'xlsx',
      'epub',
    ])
      expect(endings).toContain(ending)
    expect(new Set(endings).size).toBe(endings.length)
  })
})
