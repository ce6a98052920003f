import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentId, ChunkId, SourceId } from '../../../../../src/core/words.ts'
import { cutLines } from '../../../../../src/kinds/docs/search/cut.ts'
import type { RankedSnippet } from '../../../../../src/kinds/docs/search/rank-snippets.ts'
import { splitCode } from '../../../../../src/kinds/docs/search/split-code.ts'
import { spreadOverPages } from '../../../../../src/kinds/docs/search/spread.ts'
import { topicsOf } from '../../../../../src/kinds/docs/search/topics.ts'
import { tokenWeight } from '../../../../../src/text/tokens.ts'

describe('topics', () => {
  const rows: readonly [topic: string, topics: readonly string[]][] = [
    ['routing', ['routing']],
    ['routing, middleware', ['routing', 'middleware']],
    ['路由，中间件、缓存；日志', ['路由', '中间件', '缓存', '日志']],
    ['"a, b", c', ['"a, b"', 'c']],
    ['limit of 1,000 rows', ['limit of 1,000 rows']],
    ['a, a ,a', ['a']],
    [' , ', [',']],
    ['', ['']],
    [', 👩‍🚀 ,', ['👩‍🚀']],
    ['a,b,c,d,e,f,g,h,i,j,k,l', [...'abcdefghij']],
    ['"open, end', ['"open', 'end']],
  ]
  it.each(rows)('%j', (topic, topics) => expect(topicsOf(topic)).toEqual(topics))

  it('are split at once, however long', () => expect(topicsOf(`${'",'.repeat(1_000)}`).length).toBeGreaterThan(0))
})

describe('a text that is cut', () => {
  const line = fc.string({ unit: fc.constantFrom('tide ', '潮', '🌊', '👩‍🚀', '`', '\t'), maxLength: 12 })
  const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'))

  it('keeps whole lines, as many as fit, and says so', () =>
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 400 }), (whole, tokens) => {
        const { text: kept, isCut } = cutLines(whole, tokens)
        expect(isCut).toBe(tokenWeight(whole, 0, whole.length) > tokens)
        if (!isCut) expect(kept).toBe(whole)
        const begun = isCut ? kept.replace(/\n…$/, '') : whole
        const lines = whole.split('\n').map((each) => each.trimEnd())
        expect(begun.split('\n').every((each, at) => each.trimEnd() === lines[at])).toBe(true)
        expect(tokenWeight(begun, 0, begun.length)).toBeLessThanOrEqual(tokens)
      }),
    ))

  it('is never much longer than it may be, though it is one line', () =>
    expect(cutLines('tide '.repeat(100_000), 100).text.length).toBeLessThan(1_000))
})

describe('code and what stands around it', () => {
  const rows: readonly [text: string, code: string, prose: string][] = [
    ['', '', ''],
    ['# Title\n\nProse.', '', 'Prose.'],
    ['Before.\n\n```ts\na()\n```\n\nAfter.', 'a()', 'Before.\n\nAfter.'],
    ['```ts\na()\n```\n\n~~~sh\nb\n~~~', 'a()\n\nb', ''],
    ['````md\n```ts\na()\n```\n````', '```ts\na()\n```', ''],
    ['```ts\nnever closed', 'never closed', ''],
    ['  ```ts\n  # no heading\n  ```', '  # no heading', ''],
    ['潮汐 `a()`\r\n```\n月()\r\n```', '月()', '潮汐 `a()`'],
  ]
  it.each(rows)('%j', (text, code, prose) => expect(splitCode(text)).toEqual({ code, prose }))
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
