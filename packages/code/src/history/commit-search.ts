import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { writeCitation } from '@wuku/core/citation'
import type { ChunkId, DocumentId, Freshness, Passage, Source, StoredDocument } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { historyFolder, pageOfPath } from '@wuku/core/ports/history-page'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import type { Project } from '../code-project.ts'
import {
  readCommit,
  type CommitSummary,
  isFiltered,
  matchesFilter,
  wordsOfChanges,
  type CommitFilter,
} from './read-commit.ts'

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

export interface FoundCommits {
  /** Best first, or newest first when nothing was asked in words. */
  readonly commits: readonly FoundCommit[]
  /** There may be more. */
  readonly hasMore: boolean
}

/** Commits of the index. */
export async function searchCommits(request: CommitSearch, project: Project, engine: Engine): Promise<FoundCommits> {
  const { query } = request
  const found =
    query === undefined
      ? await engine.read((view) => newest(view, request, project))
      : isHash(query)
        ? await engine.read((view) => byHash(view, query, request, project))
        : await byWords(query, request, { project, engine })
  const shown = found.slice(0, request.limit)
  const ages = await engine.search.freshness(pagesOf(shown))
  return { commits: shown.map((each) => toFoundCommit(each, project, ages)), hasMore: found.length > shown.length }
}

interface Candidate {
  readonly page: StoredDocument
  readonly commit: CommitSummary
  readonly why: string
}

const pagesOf = (found: readonly Candidate[]): readonly StoredDocument[] => [
  ...new Map(found.map(({ page }) => [page.id, page])).values(),
]

function toFoundCommit(
  { page, commit, why }: Candidate,
  { source }: Project,
  ages: ReadonlyMap<DocumentId, Freshness>,
): FoundCommit {
  const citation = citationOf(source, page, commit.sha)
  return { ...commit, why, citation, freshness: ages.get(page.id) ?? 'unknown' }
}

/** Looked through for those that an author or a day narrows to. */
const MAX_COMMITS_READ = 300

async function byWords(
  query: string,
  request: CommitSearch,
  { project, engine }: { readonly project: Project; readonly engine: Engine },
): Promise<readonly Candidate[]> {
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

const isHash = (query: string): boolean => /^[0-9a-f]{7,64}$/i.test(query.trim())

async function byHash(
  view: StoreView,
  query: string,
  request: CommitSearch,
  project: Project,
): Promise<readonly Candidate[]> {
  const terms = (await view.terms.vocabulary([markTerm('sha', query.trim())], request.limit + 1))[0] ?? []
  const marks = terms.map(({ term }) => term)
  const passages = await passagesMarked(view, marks, project)
  return passages.flatMap((passage) => candidate(passage, request, 'is this commit'))
}

async function passagesMarked(
  view: StoreView,
  marks: readonly string[],
  { source }: Project,
): Promise<readonly Passage[]> {
  if (marks.length === 0) return []
  const within = { sources: [source.id], under: historyFolder }
  const [found = []] = await chunksWithTerms(view, [{ terms: marks, within, limit: marks.length + 1 }])
  return view.chunks.passages(found.map(({ chunk }) => chunk))
}

/** Pages are written oldest first. */
async function newest(view: StoreView, request: CommitSearch, project: Project): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const id of await newestPages(view, project)) {
    const [page] = await view.documents.byId([id])
    const text = (await view.documents.bodies([id])).get(id) ?? ''
    const chunks = ((await view.chunks.of([id])).get(id) ?? []).toReversed()
    if (!page) continue
    for (const { start, end } of chunks) {
      const commit = readCommit(text.slice(start, end))
      if (commit && matchesFilter(commit, request)) found.push({ page, commit, why: whyNewest(request) })
    }
    if (found.length > request.limit) break
  }
  return found
}

const whyNewest = ({ path }: CommitSearch): string => (path === undefined ? 'newest first' : `touches ${path}`)

async function newestPages(view: StoreView, { source }: Project): Promise<readonly DocumentId[]> {
  const pages = await view.documents.names({ sources: [source.id], under: historyFolder })
  return pages.toSorted((a, b) => (pageOfPath(b.path) ?? 0) - (pageOfPath(a.path) ?? 0)).map(({ id }) => id)
}

/** Citations of commits that git reported, for those that are in the index. */
export async function citationsOf(
  shas: readonly string[],
  project: Project,
  engine: Engine,
): Promise<ReadonlyMap<string, string>> {
  const marks = shas.map((sha) => markTerm('sha', sha))
  const passages = await engine.read((view) => passagesMarked(view, marks, project))
  return new Map(
    passages.flatMap(({ document, facts: { anchor } }) =>
      anchor === undefined ? [] : [[anchor, citationOf(project.source, document, anchor)] as const],
    ),
  )
}

const citationOf = ({ name }: Source, { path }: StoredDocument, anchor: string): string =>
  writeCitation({ kind: 'code', source: name, path, anchor })

/** Whether the index holds any commit of the project. */
export const hasCommits = (project: Project, engine: Engine): Promise<boolean> =>
  engine.read(async (view) => (await newestPages(view, project)).length > 0)
