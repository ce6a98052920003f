import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentId, ChunkId, SourceId } from '@wuku/core/core-types'
import { cutCode, cutMarkdown } from '../../src/search/cut.ts'
import type { RankedSnippet } from '../../src/search/rank-snippets.ts'
import { spreadOverPages } from '../../src/search/ask.ts'
import { topicsOf } from '../../src/scope.ts'

describe('topics', () => {
  it.each<[topic: string, topics: readonly string[]]>([
    ['routing', ['routing']],
    ['routing, middleware', ['routing', 'middleware']],
    ['路由，中间件、缓存；日志', ['路由', '中间件', '缓存', '日志']],
    ['"a, b", c', ['"a, b"', 'c']],
    ['call foo(a, b), then `x, y`', ['call foo(a, b)', 'then `x, y`']],
    ['import { a, b } from c', ['import { a, b } from c']],
    ['什么是“甲，乙”，丙', ['什么是“甲，乙”', '丙']],
    ['limit of 1,000 rows', ['limit of 1,000 rows']],
    ['a, a ,a', ['a']],
    [' , ', [',']],
    ['', ['']],
    [', 👩‍🚀 ,', ['👩‍🚀']],
    ['a,b,c,d,e,f,g,h,i,j,k,l', [...'abcdefghij']],
    ['"open, end', ['"open', 'end']],
  ])('%j', (topic, topics) => expect(topicsOf(topic)).toEqual(topics))

  it('are split at once, however long', () => expect(topicsOf(`${'",'.repeat(1_000)}`).length).toBeGreaterThan(0))
})

describe('a text that is cut', () => {
  const line = fc.string({ unit: fc.constantFrom('tide ', '潮', '🌊', '👩‍🚀', '`', '\t'), maxLength: 12 })
  const plain = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n').replaceAll('```', ''))
  const fence = plain.map((code) => `\`\`\`ts\n${code}\n\`\`\``)
  const text = fc.array(fc.oneof(plain, fence), { maxLength: 5 }).map((parts) => parts.join('\n\n'))
  const linesOf = (all: string): readonly string[] =>
    all
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== '' && each !== '…')

  it.each([
    ['whole', cutMarkdown],
    ['its code', cutCode],
  ])('%s: keeps its lines in their order, closes its fences, and says so', (_, cut) =>
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 400 }), (whole, tokens) => {
        const { text: kept, isCut } = cut(whole, tokens)
        const [all, shown] = [linesOf(whole), linesOf(kept)]
        let at = -1
        for (const each of shown) expect((at = all.indexOf(each, at + 1))).toBeGreaterThanOrEqual(0)
        expect((kept.match(/^```/gm) ?? []).length % 2).toBe(0)
        if (!isCut && cut === cutMarkdown)
          expect(shown.filter((each) => !each.startsWith('```'))).toEqual(all.filter((each) => !each.startsWith('```')))
      }),
    ),
  )

  it('is never much longer than it may be, though it is one line', () =>
    expect(cutMarkdown('tide '.repeat(100_000), 100).text.length).toBeLessThan(1_000))

  it.each<[text: string, code: string]>([
    ['', ''],
    ['# Title\n\nProse.', ''],
    ['Before.\n\n```ts\na()\n```\n\nAfter.', 'a()'],
    ['````md\n```ts\na()\n```\n````', '```ts\na()\n```'],
    ['```ts\nnever closed', 'never closed'],
    ['潮汐 `a()`\n```\n月()\n```', '月()'],
  ])('the code of %j', (whole, code) => expect(cutCode(whole, 1_000)).toEqual({ text: code, isCut: false }))
})

describe('snippets over pages', () => {
  const snippet = fc.record({ document: fc.integer({ min: 1, max: 6 }), source: fc.integer({ min: 1, max: 3 }) })
  const found = fc.array(snippet, { maxLength: 60 }).map((all) =>
    all.map(({ document, source }, at): RankedSnippet => ({
      ...({ start: at } as object),
      chunk: (at + 1) as ChunkId,
      // A document lies in one source.
      document: (source * 10 + document) as DocumentId,
      source: source as SourceId,
      relevance: 1 - at / 100,
    })),
  )
  const most = (page: readonly RankedSnippet[], of: (each: RankedSnippet) => number): number =>
    Math.max(0, ...[...Map.groupBy(page, of).values()].map(({ length }) => length))

  it('are the same ones, and none fills a page while others could be on it', () =>
    fc.assert(
      fc.property(found, fc.integer({ min: 1, max: 12 }), (all, size) => {
        const spread = spreadOverPages(all, size)
        expect(spread.toSorted((a, b) => a.chunk - b.chunk)).toEqual(all)
        expect(spread[0]).toEqual(all[0])
        const [page, later] = [spread.slice(0, size), spread.slice(size)]
        const isAcross = new Set(all.map(({ source }) => source)).size > 1
        const spare = later.filter(
          (each) =>
            page.filter(({ document }) => document === each.document).length < 3 &&
            (!isAcross || page.filter(({ source }) => source === each.source).length < 4),
        )
        if (spare.length === 0) return
        expect(most(page, ({ document }) => document)).toBeLessThanOrEqual(3)
        if (isAcross) expect(most(page, ({ source }) => source)).toBeLessThanOrEqual(4)
      }),
    ))
})
