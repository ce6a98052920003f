import type { Engine } from '../../../engine/engine.ts'
import type { LibraryFile } from '../../../ports/libraries.ts'
import { orderByPopularity } from './popularity.ts'
import { rankSnippets, type RankedSnippet } from './rank-snippets.ts'
import { readSnippets, type ReadSnippet } from './read-snippets.ts'
import type { AnsweringVersion, DocsScope } from './scope.ts'
import { spreadOverPages } from './spread.ts'
import { topicsOf } from './topics.ts'

export interface DocsQuestion {
  readonly topic: string
  readonly mode: 'code' | 'info' | undefined
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

/** A snippet with where it came from. */
export interface FoundSnippet extends ReadSnippet {
  readonly answering: AnsweringVersion
  readonly file: LibraryFile | undefined
}

export interface DocsAnswer {
  readonly snippets: readonly FoundSnippet[]
  readonly hasMore: boolean
  readonly notes: readonly string[]
  readonly isCached: boolean
}

/** One page of snippets about some topics, out of the versions of a scope. */
export async function askDocs(question: DocsQuestion, scope: DocsScope, engine: Engine): Promise<DocsAnswer> {
  const sources = scope.answering.map(({ source }) => source)
  const asked = { topics: topicsOf(question.topic), sources, mode: question.mode }
  const inMode = await rankSnippets(asked, engine)
  const isOther = inMode.snippets.length === 0 && question.mode !== undefined
  const ranked = isOther ? await rankSnippets({ ...asked, mode: undefined }, engine) : inMode
  const ordered = spreadOverPages(await orderByPopularity(ranked.snippets, engine), question.perPage)
  const from = (question.page - 1) * question.perPage
  const page = ordered.slice(from, from + question.perPage)
  const notes =
    isOther && page.length > 0 ? [`Nothing here is "${question.mode}" about this; these are of the other mode.`] : []
  return {
    snippets: await readPage(page, scope, engine),
    hasMore: ordered.length > from + question.perPage && question.page < MOST_PAGES,
    notes: [...scope.notes, ...notes, ...ranked.notes],
    isCached: ranked.isCached,
  }
}

export const MOST_PAGES = 10

const readPage = (
  page: readonly RankedSnippet[],
  { answering }: DocsScope,
  engine: Engine,
): Promise<readonly FoundSnippet[]> =>
  engine.read(async (view) => {
    const bySource = new Map(answering.map((each) => [each.source.id, each]))
    const read = await readSnippets(page, view)
    const files = new Map<string, LibraryFile>()
    for (const { version, source } of answering) {
      const paths = [...new Set(read.filter((each) => each.source === source.id).map(({ path }) => path))]
      if (paths.length === 0) continue
      for (const file of await view.libraries.filesAt(version.id, paths)) files.set(`${source.id}:${file.path}`, file)
    }
    return read.flatMap((snippet) => {
      const from = bySource.get(snippet.source)
      return from ? [{ ...snippet, answering: from, file: files.get(`${snippet.source}:${snippet.path}`) }] : []
    })
  })
