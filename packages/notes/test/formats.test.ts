import { describe, expect, it } from 'vitest'
import { notesReader } from '../src/note-reader.ts'
import { analyserOf } from '@wuku/kernel/index/analyse'

interface Told {
  readonly title: string
  readonly text: string
  readonly headings: readonly (readonly string[])[]
}

async function read(path: string, text: string, about?: object) {
  await notesReader.prepare?.([path])
  const bytes = Buffer.from(text)
  return notesReader.parse({
    path,
    stamp: '',
    modifiedAt: 0,
    bytes,
    ...(about && { sidecar: { about: JSON.stringify(about) } }),
  })
}

async function check(path: string, text: string, expected: Told, about?: object): Promise<void> {
  const [draft] = (await read(path, text, about)).items
  if (!draft) throw new Error(`${path} gave no note.`)
  const headings = notesReader.chunk(draft).map((chunk) => chunk.headings)
  expect({ title: draft.title, text: draft.text.trim(), headings }).toEqual(expected)
}

describe('a note of another format', () => {
  it.each<[path: string, text: string, expected: Told, about?: object]>([
    [
      'a.html',
      '<title>Ebb - Site</title><script>x()</script><p>low 潮</p>',
      { title: 'Ebb', text: 'low 潮', headings: [[]] },
    ],
    ['a.htm', '<h1>Ebb</h1><style>p{}</style><p>low</p>', { title: 'Ebb', text: '# Ebb\n\nlow', headings: [['Ebb']] }],
    ['a.rst', 'Ebb\n===\n\nlow\n', { title: 'Ebb', text: '# Ebb\n\nlow', headings: [['Ebb']] }],
    ['a.adoc', '= Ebb\n\nlow\n', { title: 'Ebb', text: '# Ebb\n\nlow', headings: [['Ebb']] }],
    ['a.org', '#+TITLE: Ebb\nlow\n', { title: 'Ebb', text: '# Ebb\n\nlow', headings: [['Ebb']] }],
    ['a.mdx', '---\ntitle: Ebb\n---\nimport X from "x"\n\n<X>low</X>\n', { title: 'Ebb', text: 'low', headings: [[]] }],
    ['a.pdf', '# Ebb\n\nlow\n', { title: 'Ebb', text: '# Ebb\n\nlow', headings: [['Ebb']] }, { as: 'markdown' }],
    ['a.docx', '<p>low</p>', { title: 'Ebb', text: 'low', headings: [[]] }, { as: 'html', title: 'Ebb' }],
  ])('%s becomes Markdown', (path, text, expected, about) => check(path, text, expected, about))

  it('is read though it is short, and left out where it says nothing', async () => {
    expect((await read('a.html', '<p>买牛奶</p>')).items).toHaveLength(1)
    expect((await read('a.html', '<script>x()</script>')).skipped).toHaveLength(1)
  })
  it('keeps the lines of its file', async () => {
    const [draft] = (await read('a.org', '#+TITLE: Ebb\n#+OPTIONS: toc:nil\n\nlow\n')).items
    expect(draft && notesReader.outline?.(draft)).toEqual({ lines: expect.arrayContaining([3, 4]) })
  })
})

it.each(['a.md', 'a.markdown', 'a.txt', 'a.qmd', 'a.asc'])(
  'Markdown and plain text: %s is taken as it lies there',
  async (path) => {
    const [draft] = (await read(path, 'x <b>y</b>\n')).items
    expect(draft).toMatchObject({ text: 'x <b>y</b>\n', meta: {} })
    expect(draft && notesReader.outline?.(draft)).toBeUndefined()
    expect(analyserOf(notesReader, path)).toMatch(/notes-\d+$/)
    expect(analyserOf(notesReader, 'a.html')).toMatch(/notes-\d+\.\d+$/)
  },
)
