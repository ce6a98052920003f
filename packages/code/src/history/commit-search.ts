import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { writeCitation } from '@wuku/core/citation'
import type { ChunkId, DocumentId, Freshness, Passage, Source, StoredDocument } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { historyFolder, pageOfPath } from '@wuku/core/ports/history-page'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import type { Project } from '../code-project.ts'
import type { CodeProjectRequest } from '../graph/code-context.ts'
import type { CommitSummary, CommitFilter } from './read-commit.ts'
import { readCommit, isFiltered, matchesFilter, wordsOfChanges } from './read-commit.ts'

export interface FoundCommit extends CommitSummary {
  readonly why: string
  /** `null` for a commit that is not in the index. */
  readonly citation: string | null
  readonly freshness: Freshness
}

export interface CommitSearch extends CommitFilter {
  readonly query?: string
  readonly limit: number
}

/** Commits of the index, best first, or newest first when nothing was asked in words; and whether there may be more. */
export async function searchCommits(request: CommitSearch, project: Project, engine: Engine) {
  const { query } = request
  const found =
    query === undefined
      ? await engine.read((view) => newest(request, { view, project }))
      : /^[0-9a-f]{7,64}$/i.test(query.trim())
        ? await engine.read((view) => byHash(query, request, { view, project }))
        : await byWords(query, request, { project, engine })
  const shown = found.slice(0, request.limit)
  const ages = await engine.search.freshness([...new Map(shown.map(({ page }) => [page.id, page])).values()])
  const commits = shown.map(({ page, commit, why }): FoundCommit => ({
    ...commit,
    why,
    citation: citationOf(project.source, page, commit.sha),
    freshness: ages.get(page.id) ?? 'unknown',
  }))
  return { commits, hasMore: found.length > shown.length }
}

interface HistoryPlace {
  readonly view: StoreView
  readonly project: Project
}

interface Candidate {
  readonly page: StoredDocument
  readonly commit: CommitSummary
  readonly why: string
}

/** Looked through for those that an author or a day narrows to. */
const MAX_COMMITS_READ = 300

async function byWords(query: string, request: CommitSearch, { project, engine }: CodeProjectRequest) {
  const found = await engine.search.find({
    query,
    within: { kinds: ['code'], sources: [`code/${project.source.name}`], under: historyFolder },
    of: 'passages',
    limit: isFiltered(request) ? MAX_COMMITS_READ : request.limit + 1,
    shown: { snippetLines: 0 },
  })
  // Without a whole word it shares a digit or a letter of a number.
  const hits = found.hits.filter(({ why }) => why.matched.length > 0 || why.near !== null)
  const passages = await engine.read((view) => view.chunks.passages(hits.map(({ chunk }) => chunk)))
  const matched = new Map<ChunkId, readonly string[]>(hits.map(({ chunk, why }) => [chunk, why.matched]))
  return passages.flatMap((passage) => candidate(passage, request, whyFound(matched.get(passage.chunk) ?? [], passage)))
}

function whyFound(matched: readonly string[], { text }: Passage): string {
  const changed = wordsOfChanges(matched, text)
  const mentioned = matched.filter((word) => !changed.includes(word))
  const parts = [
    mentioned.length > 0 && `says ${mentioned.join(', ')}`,
    changed.length > 0 && `changes ${changed.join(', ')}`,
  ]
  return parts.filter((part) => part !== false).join('; ')
}

function candidate({ document, text }: Passage, request: CommitSearch, why: string): readonly Candidate[] {
  const commit = readCommit(text)
  if (!commit || !matchesFilter(commit, request)) return []
  const touches = request.path === undefined ? [] : [`touches ${request.path}`]
  return [{ page: document, commit, why: [why, ...touches].filter((part) => part !== '').join('; ') }]
}

async function byHash(query: string, request: CommitSearch, place: HistoryPlace): Promise<readonly Candidate[]> {
  const terms = (await place.view.terms.vocabulary([markTerm('sha', query.trim())], request.limit + 1))[0] ?? []
  const passages = await passagesMarked(
    terms.map(({ term }) => term),
    place,
  )
  return passages.flatMap((passage) => candidate(passage, request, 'is this commit'))
}

async function passagesMarked(marks: readonly string[], { view, project }: HistoryPlace): Promise<readonly Passage[]> {
  if (marks.length === 0) return []
  const within = { sources: [project.source.id], under: historyFolder }
  const [found = []] = await chunksWithTerms(view, [{ terms: marks, within, limit: marks.length + 1 }])
  return view.chunks.passages(found.map(({ chunk }) => chunk))
}

/** Pages are written oldest first. */
async function newest(request: CommitSearch, { view, project }: HistoryPlace): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const id of await newestPages(view, project)) {
    const [page] = await view.documents.byId([id])
    const text = (await view.documents.bodies([id])).get(id) ?? ''
    const chunks = ((await view.chunks.of([id])).get(id) ?? []).toReversed()
    if (!page) continue
    for (const { start, end } of chunks) {
      const commit = readCommit(text.slice(start, end))
      if (commit && matchesFilter(commit, request))
        found.push({ page, commit, why: request.path === undefined ? 'newest first' : `touches ${request.path}` })
    }
    if (found.length > request.limit) break
  }
  return found
}

async function newestPages(view: StoreView, { source }: Project): Promise<readonly DocumentId[]> {
  const pages = await view.documents.names({ sources: [source.id], under: historyFolder })
  return pages.toSorted((a, b) => (pageOfPath(b.path) ?? 0) - (pageOfPath(a.path) ?? 0)).map(({ id }) => id)
}

/** Citations of commits that git reported, for those that are in the index. */
export async function citationsOf(shas: readonly string[], project: Project, engine: Engine) {
  const marks = shas.map((sha) => markTerm('sha', sha))
  const passages = await engine.read((view) => passagesMarked(marks, { view, project }))
  return new Map(
    passages.flatMap(({ document, facts: { anchor } }) =>
      anchor === undefined ? [] : [[anchor, citationOf(project.source, document, anchor)] as const],
    ),
  )
}

const citationOf = ({ name }: Source, { path }: StoredDocument, anchor: string): string =>
  writeCitation({ kind: 'code', source: name, path, anchor })

export const hasCommits = (project: Project, engine: Engine): Promise<boolean> =>
  engine.read(async (view) => (await newestPages(view, project)).length > 0)
