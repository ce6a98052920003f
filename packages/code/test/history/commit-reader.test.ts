import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkHistory, parseHistory } from '../../src/history/commit-reader.ts'
import { pathOfPage, writePage, type PageCommit } from '@wuku/core/ports/history-page'

const made = (more: Partial<PageCommit> = {}): PageCommit => ({
  sha: 'a'.repeat(40),
  author: 'Ada',
  at: Date.parse('2024-05-01T12:00:00Z'),
  subject: 'Fix login',
  body: '',
  files: [],
  ...more,
})

function read(commits: readonly PageCommit[], page = 1) {
  const item = { path: pathOfPage(page), stamp: '', modifiedAt: 0, bytes: writePage(commits) }
  const [document] = parseHistory(item).items
  return { document, chunks: document ? chunkHistory(document) : [] }
}

const textsOf = (commits: readonly PageCommit[]): readonly string[] => {
  const { document, chunks } = read(commits)
  return chunks.map(({ start, end }) => document?.text.slice(start, end) ?? '')
}

describe('a page of commits', () => {
  it('is a document that says which, and the part that it plays', () => {
    const { document } = read([made(), made()], 5)
    expect([document?.title, document?.path, document?.meta]).toEqual([
      'Commits 401-402',
      '.git/history/0005',
      { language: null, role: 'history' },
    ])
  })
  it('has a chunk for each commit: who, when, why and what', () => {
    const files = [
      { path: 'src/登录.ts', how: 'changed' as const },
      { path: 'b c.ts', how: 'renamed' as const, from: 'a.ts' },
    ]
    expect(
      textsOf([made({ body: 'Because.\n\n- one', files }), made({ sha: 'b'.repeat(40), subject: '第二' })]),
    ).toEqual([
      [
        `commit ${'a'.repeat(40)} 2024-05-01 Ada\nFix login\n`,
        '    Because.\n\n    - one\n',
        'M src/登录.ts\nR b c.ts\n  was a.ts',
      ].join('\n'),
      `commit ${'b'.repeat(40)} 2024-05-01 Ada\n第二`,
    ])
  })
  it('is marked by the hash and the paths of each, old ones too', () => {
    const files = [{ path: 'new.ts', how: 'renamed' as const, from: 'old.ts' }]
    const [chunk] = read([made({ files, body: 'M fake.ts\n  was fake.ts' })]).chunks
    expect([chunk?.anchor, chunk?.headings, chunk?.marks?.map(({ family, value }) => `${family}:${value}`)]).toEqual([
      'a'.repeat(40),
      ['Fix login'],
      [`sha:${'a'.repeat(40)}`, 'file:new.ts', 'file:old.ts'],
    ])
  })
  it('ends with what the commit changed, which stands aside, marks nothing and begins no commit', () => {
    const files = [{ path: 'a.ts', how: 'changed' as const }]
    const lines = [`- commit ${'c'.repeat(40)} 2024`, '+ M fake.ts', 'two\nlines', 'no sign']
    const { document, chunks } = read([
      made({ files, body: '@ all', changes: [{ path: 'a.ts', names: ['parse'], lines }] }),
    ])
    const [{ end = 0, aside, marks } = {}] = chunks
    expect([chunks.length, document?.text.slice(aside, end), marks?.map(({ value }) => value)]).toEqual([
      1,
      `@ a.ts parse\n- commit ${'c'.repeat(40)} 2024\n+ M fake.ts`,
      ['a'.repeat(40), 'a.ts'],
    ])
  })
  it('writes out fifty files of a commit', () => {
    const files = Array.from({ length: 300 }, (_, at) => ({ path: `f${at}.ts`, how: 'added' as const }))
    const [text = ''] = textsOf([made({ files })])
    expect([text.split('\n').length, text.split('\n').at(-1)]).toEqual([54, 'and 250 more files'])
  })
  it('is nothing where no line is a commit', () => {
    const bytes = Buffer.from('{"sha":1}\nnot json\n[]\nnull\n')
    expect(parseHistory({ path: pathOfPage(1), stamp: '', modifiedAt: 0, bytes })).toEqual({ items: [], problems: [] })
  })
})

it('finds as many chunks as there are commits, whatever their messages say', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', `commit ${'c'.repeat(40)} 2024-01-01 Eve`, 'M x.ts', '  was y.ts', '🦊 修复'),
  )
  // oxlint-disable-next-line no-control-regex
  const oneLine = line.map((text) => text.replace(/[\0-\x1F\x7F-\x9F\u2028\u2029]/g, '\uFFFD'))
  const commits = fc.array(
    fc.record({ subject: oneLine, body: fc.array(line).map((lines) => lines.join('\n')), author: oneLine }).map(made),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(commits, (page) => {
      const { document, chunks } = read(page)
      expect(chunks.map(({ headings }) => headings[0] ?? '')).toEqual(page.map(({ subject }) => subject))
      expect(chunks.every(({ marks }) => marks?.length === 1)).toBe(true)
      const lines = document?.text.split('\n') ?? []
      for (const { start, end, line: first, endLine } of chunks)
        expect(document?.text.slice(start, end)).toBe(lines.slice(first - 1, endLine).join('\n'))
    }),
  )
})
