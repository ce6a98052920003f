import type { Text } from '@wuku/messages/message'
import { policy } from '@wuku/core/policy'
import { append } from '@wuku/core/list-helpers'
import type { Passage } from '@wuku/core/core-types'
import { toWritten } from '@wuku/core/written-lines'
import type { Engine } from '@wuku/kernel/base/engine'
import type { LibraryFile } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import type { Confidence } from '@wuku/index-core/ranking/confidence'
import { estimateTokens } from '@wuku/text/terms/tokens'
import type { DocOutline, SnippetFacts } from '../snippets.ts'
import { orderByPopularity, type RankedSnippet, rankSnippets } from './rank-snippets.ts'
import { type AnsweringVersion, type DocsScope, topicsOf } from '../scope.ts'

export interface DocsQuestion {
  readonly topic: string
  readonly mode: 'code' | 'info' | undefined
  /** From 1. */
  readonly page: number
  readonly perPage: number
  /** Also snippets that are far weaker than the best. */
  readonly weak: boolean
}

/** A snippet with where it came from. */
export interface FoundSnippet extends ReadSnippet {
  readonly answering: AnsweringVersion
  readonly file: LibraryFile | undefined
}

export interface DocsAnswer {
  readonly snippets: readonly FoundSnippet[]
  readonly sure: Confidence
  /** Snippets that would stand on this page too, were they not far weaker than the best. */
  readonly weaker: number
  readonly hasMore: boolean
  readonly notes: readonly Text[]
  readonly isCached: boolean
  /** The library and version that answered. */
  readonly scope: DocsScope
}

/** While a version is switched, what was chosen a moment ago may be gone. */
const MAX_TRIES = 5

/**
 * One page of snippets about some topics, all of it out of versions that are there together: when one was switched in the
 * middle, it is asked once more.
 */
export async function askDocs(question: DocsQuestion, choose: () => Promise<DocsScope>, engine: Engine) {
  for (let tries = 1; ; tries++) {
    const scope = await choose()
    const { page, ...answer } = await orderPage(question, scope, engine)
    const read = await readPage(page, scope, engine)
    const isComplete = read.isThere && read.snippets.length === page.length
    if (isComplete || tries === MAX_TRIES) return { ...answer, snippets: read.snippets, scope }
  }
}

async function orderPage({ topic, mode, page: number, perPage, weak }: DocsQuestion, scope: DocsScope, engine: Engine) {
  const snippetQuery = { topics: topicsOf(topic), sources: scope.answering.map(({ source }) => source), mode }
  const inMode = await rankSnippets(snippetQuery, engine)
  const isOther = inMode.snippets.length === 0 && mode !== undefined
  const ranked = isOther ? await rankSnippets({ ...snippetQuery, mode: undefined }, engine) : inMode
  const shown = weak ? ranked.snippets : ranked.snippets.filter(({ isWeak }) => !isWeak)
  const ordered = spreadOverPages(await orderByPopularity(shown, engine), perPage)
  const from = (number - 1) * perPage
  const page = ordered.slice(from, from + perPage)
  const other = `No results of mode "${mode}"; these are of the other mode.`
  return {
    page,
    sure: ranked.sure,
    weaker: Math.max(0, Math.min(perPage, ranked.snippets.length - from) - page.length),
    hasMore: ordered.length > from + perPage && number < MAX_PAGES,
    notes: [...scope.notes, ...(isOther && page.length > 0 ? [other] : []), ...ranked.notes],
    isCached: ranked.isCached,
  }
}

export const MAX_PAGES = 10

const readPage = (page: readonly RankedSnippet[], { answering }: DocsScope, engine: Engine) =>
  engine.read(async (view) => {
    const [sources, read] = await Promise.all([view.sources.list(), readSnippets(page, view)])
    const there = new Set(sources.map(({ id }) => id))
    const bySource = new Map(answering.map((each) => [each.source.id, each]))
    const files = new Map<string, LibraryFile>()
    await Promise.all(
      answering.map(async ({ version, source: { id } }) => {
        const paths = [...new Set(read.filter(({ source }) => source === id).map(({ path }) => path))]
        if (paths.length === 0) return
        for (const file of await view.libraries.filesAt(version.id, paths)) files.set(`${id}:${file.path}`, file)
      }),
    )
    const snippets = read.flatMap((snippet) => {
      const from = bySource.get(snippet.source)
      return from ? [{ ...snippet, answering: from, file: files.get(`${snippet.source}:${snippet.path}`) }] : []
    })
    return { isThere: answering.every(({ source }) => there.has(source.id)), snippets }
  })

/**
 * The same snippets in an order in which no document, and of several libraries no library, fills a page while others could
 * be on it. Pages of `size` cut from it never overlap.
 */
export function spreadOverPages(snippets: readonly RankedSnippet[], size: number): readonly RankedSnippet[] {
  const isAcross = new Set(snippets.map(({ source }) => source)).size > 1
  const spread: RankedSnippet[] = []
  let rest = [...snippets]
  while (rest.length > 0) {
    const page = pageOf(rest, size, isAcross)
    append(spread, page)
    const pageSet = new Set(page)
    rest = rest.filter((snippet) => !pageSet.has(snippet))
  }
  return spread
}

function pageOf(rest: readonly RankedSnippet[], size: number, isAcross: boolean): readonly RankedSnippet[] {
  const counts = new Map<string, number>()
  const within = (key: string, maximum: number): boolean => (counts.get(key) ?? 0) < maximum
  const page: RankedSnippet[] = []
  const skipped: RankedSnippet[] = []
  for (const snippet of rest) {
    if (page.length === size) break
    const [document, source] = [`d${snippet.document}`, `s${snippet.source}`]
    if (within(document, policy.snippets.ofDocument) && (!isAcross || within(source, policy.snippets.ofSource))) {
      page.push(snippet)
      for (const key of [document, source]) counts.set(key, (counts.get(key) ?? 0) + 1)
    } else skipped.push(snippet)
  }
  return [...page, ...skipped.slice(0, size - page.length)]
}

/** A snippet with its text and all that is known of it. */
interface ReadSnippet extends RankedSnippet {
  readonly path: string
  readonly text: string
  readonly anchor: string | undefined
  readonly line: number
  readonly endLine: number
  readonly facts: SnippetFacts
}

/** Snippets that were removed meanwhile are left out. */
async function readSnippets(snippets: readonly RankedSnippet[], view: StoreView): Promise<readonly ReadSnippet[]> {
  const documents = [...new Set(snippets.map(({ document }) => document))]
  const [passages, outlines] = await Promise.all([
    view.chunks.passages(snippets.map(({ chunk }) => chunk)),
    view.documents.outlines(documents),
  ])
  const byChunk = new Map(passages.map((passage) => [passage.chunk, passage]))
  return snippets.flatMap((snippet) => {
    const passage = byChunk.get(snippet.chunk)
    return passage ? [readOne(snippet, passage, outlines.get(snippet.document))] : []
  })
}

function readOne(snippet: RankedSnippet, passage: Passage, outline: unknown): ReadSnippet {
  const { document, facts, text } = passage
  const places = outline as DocOutline | undefined
  const known = places?.snippets.find(({ start }) => start === facts.start)
  const lines = toWritten(places, { from: facts.line, to: facts.endLine })
  return {
    ...snippet,
    path: document.path,
    text: text.replace(/^(?:[ \t]*\n)+/, '').trimEnd(),
    anchor: facts.anchor,
    line: lines.from,
    endLine: lines.to,
    facts: known ?? plainFacts(passage),
  }
}

const plainFacts = ({ document, facts: { start, headings }, text }: Passage): SnippetFacts => ({
  start,
  type: 'info',
  title: headings.join(' > ') || document.title,
  description: '',
  language: '',
  tokens: estimateTokens(text),
})
