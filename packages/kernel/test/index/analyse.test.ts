import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeStrength } from '@wuku/core/strength'
import { analyseSlice, prepareReaders } from '../../src/index/analyse.ts'
import type { Json } from '@wuku/core/core-types'
import type { DraftChunk, Reader } from '@wuku/core/ports/source-reader'
import type { AnalysedSlice } from '@wuku/core/ports/store'
import type { HashedItem } from '@wuku/core/ports/worker-pool'
import { markTerm } from '@wuku/text/terms/mark-terms'

const itemOf = (path: string, text: string): HashedItem => {
  const bytes = Buffer.from(text)
  return { path, bytes, stamp: 's', modifiedAt: 1, hash: hash('sha256', bytes, 'hex') }
}

/** Every line is a chunk; what follows an `@` in it is a mark, and all of them are the outline. */
const markingReader: Reader = {
  kind: 'code',
  version: 1,
  patterns: ['**'],
  policy: { fields: { title: 0, headings: 0, path: 0 }, averageLength: 10, b: 0.5 },
  parse: ({ path, bytes }) => ({
    items: [{ path, title: path, text: Buffer.from(bytes).toString(), meta: {} }],
    problems: [],
  }),
  chunk: ({ text }) =>
    [...text.matchAll(/.+\n?/g)].map(({ 0: said, index }, at): DraftChunk => ({
      start: index,
      end: index + said.length,
      line: at + 1,
      endLine: at + 1,
      headings: marksIn(said).slice(0, 1),
      marks: marksIn(said).map((value) => ({ family: 'def', value, weight: 4 })),
      ...(said.startsWith('(') && { quiet: 3 }),
    })),
  outline: ({ text }): Json => (text.includes('@') ? { marks: marksIn(text), lines: text.length, 空: null } : {}),
}

/** An escape is undone, as a reader of a real language would. */
const marksIn = (text: string): readonly string[] =>
  [...text.matchAll(/@(\S+)/g)].map(([, mark = '']) => mark.replaceAll('%', ''))

const analysed = (text: string): AnalysedSlice =>
  analyseSlice([markingReader], { kind: 'code', items: [itemOf('a.ts', text)] }).slice

/** Strength by term, a row for each chunk. */
const rowsOf = ({
  terms: { vocabulary, starts, terms, strengths },
}: AnalysedSlice): readonly Record<string, number>[] =>
  [...starts.subarray(1)].map((end, row) => {
    const entries: [string, number][] = []
    for (let at = starts[row] ?? 0; at < end; at++)
      entries.push([vocabulary[terms[at] ?? 0] ?? '', decodeStrength(strengths[at] ?? 0)])
    return Object.fromEntries(entries)
  })

/** No key of anybody: drawn for this test. */
const secret = 'gh%p_x7Qk2Lm9Rt4Vw8Yz3Bn6Hd5Jc1Fs0Pg2Ae7b'

describe('marks', () => {
  it.each([
    ['a name', 'ebb @getUserById', ['getUserById']],
    ['several, one of them twice', '@ebb @flood @ebb', ['ebb', 'flood']],
    ['names in Chinese and in emoji', '@潮汐 @👩‍👩‍👧 @🇯🇵', ['潮汐', '👩‍👩‍👧', '🇯🇵']],
    ['a name that is like a word of the text', 'ebb @ebb', ['ebb']],
    ['a name like an object has', '@constructor @__proto__ @toString', ['constructor', '__proto__', 'toString']],
    ['nothing', 'ebb and flood', []],
  ])('count as terms that no text has: %s', (_, text, names) => {
    const [row = {}] = rowsOf(analysed(text))
    expect(Object.keys(row).filter((term) => term.startsWith(':'))).toEqual(names.map((name) => markTerm('def', name)))
  })

  it('weigh the same in a short chunk and a long one', () => {
    const [short, long] = rowsOf(analysed(`ebb @tide\n${'ebb '.repeat(200)} @tide`))
    const term = markTerm('def', 'tide')
    expect(short?.[term]).toBeGreaterThan(3)
    expect(long?.[term]).toBe(short?.[term])
  })

  it('are in the index and not in the chunks', () => {
    const [document] = analysed('ebb @tide').documents
    expect(document?.chunks).toEqual([{ start: 0, end: 9, line: 1, endLine: 1, headings: ['tide'] }])
  })

  it('that hold a secret are dropped, and the others stay', () => {
    const { terms, documents } = analysed(`ebb @tide @${secret}`)
    const marks = terms.vocabulary.filter((term) => term.startsWith(':'))
    expect(marks).toEqual([markTerm('def', 'tide')])
    expect(documents[0]?.chunks[0]?.headings).toEqual(['tide'])
    expect(analysed(`ebb @${secret}`).documents[0]?.chunks[0]?.headings).toEqual(['[REDACTED:github-token]'])
  })
})

describe('outlines', () => {
  it.each([
    ['what the reader tells', '@ebb\n@潮', { marks: ['ebb', '潮'], lines: 7, 空: null }],
    ['no secret', `@ebb @${secret}`, { marks: ['ebb', '[REDACTED:github-token]'], lines: 47, 空: null }],
    ['nothing much', '', {}],
  ])('hold %s', (_, text, outline) => expect(analysed(text).documents[0]?.outline).toEqual(outline))

  it('are absent when the reader makes none', () => {
    const { outline: _, ...reader } = markingReader
    const { slice } = analyseSlice([reader], { kind: 'code', items: [itemOf('a.ts', 'ebb')] })
    expect(Object.keys(slice.documents[0] ?? {})).not.toContain('outline')
  })
})

it('lets the reader of the kind prepare for the paths of a job', async () => {
  const asked: (readonly string[])[] = []
  const reader = { ...markingReader, prepare: async (paths: readonly string[]) => void asked.push(paths) }
  const other: Reader = { ...reader, kind: 'notes', prepare: async () => expect.unreachable() }
  await prepareReaders([other, reader], { kind: 'code', items: [itemOf('a.ts', ''), itemOf('b.go', '')] })
  await prepareReaders([markingReader], { kind: 'code', items: [] })
  expect(asked).toEqual([['a.ts', 'b.go']])
})

it('counts words of a quiet chunk less, its marks as ever, and stores no word of that', () => {
  const slice = analysed('(ebb flood @tide\n ebb flood @tide\n')
  const [quiet, loud] = rowsOf(slice)
  expect(quiet?.['ebb']).toBeLessThan(loud?.['ebb'] ?? 0)
  expect(quiet?.[markTerm('def', 'tide')]).toBe(loud?.[markTerm('def', 'tide')])
  expect(slice.documents[0]?.chunks.map((chunk) => Object.keys(chunk))).toEqual(
    [1, 2].map(() => ['start', 'end', 'line', 'endLine', 'headings']),
  )
})

it('counts the first words of a chunk once more where the reader says where they are, whatever its length', () => {
  const { policy } = markingReader
  const reader: Reader = {
    ...markingReader,
    policy: { ...policy, fields: { ...policy.fields, lead: 1 }, b: 0 },
    chunk: (draft) => markingReader.chunk(draft).map((chunk) => ({ ...chunk, lead: chunk.start + 2 })),
  }
  const text = `# ebb flood ${'and '.repeat(20)}moon`
  const { slice } = analyseSlice([reader], { kind: 'code', items: [itemOf('a.ts', text)] })
  const [row = {}] = rowsOf(slice)
  const found = ['ebb', 'flood', 'moon'].map((word) => Math.round(row[word] ?? 0))
  expect({ found, facts: Object.keys(slice.documents[0]?.chunks[0] ?? {}) }).toEqual({
    found: [2, 2, 1],
    facts: ['start', 'end', 'line', 'endLine', 'headings'],
  })
})
