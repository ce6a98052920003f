import { policy } from '@wuku/core/policy'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { LruMap } from '@wuku/core/lru-map'
import type { ExactRequest } from '@wuku/kernel/base/searched'
import type { SearchPlan } from '@wuku/kernel/query/plan'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { ScoreStep } from '@wuku/index-core/ranking/score-trace'
import type { ChunkId, DocumentId, Passage, StoredDocument } from '@wuku/core/core-types'
import type { CacheTopic, SourceCache } from '@wuku/kernel/base/source-cache'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { exportPaths } from './resolve/import-keys.ts'
import { historyFolder } from '@wuku/core/ports/history-page'

export interface Evidence {
  readonly weight: number
  /** Its name among the parts of scores. */
  readonly by: ScoreStep
  /**
   * Reads what the query alone decides, while words are looked up; what it answers reads the rest, while candidates are
   * read. Asked in every search: it must be quick.
   */
  of(request: EvidenceRequest): Promise<() => Promise<EvidenceJudge>>
}

/** 0 to 1 and a little more, for those of the candidates, best first by all else, for which it speaks. */
export type EvidenceJudge = (documents: readonly StoredDocument[]) => Promise<ReadonlyMap<DocumentId, number>>

interface EvidenceRequest extends ExactRequest {
  /** The query as the store was asked it. */
  readonly probe: TextProbe
  readonly plan: Pick<SearchPlan, 'words' | 'ideal'>
}

/**
 * Files that many others import rank higher. Counted by index terms: an upper bound, and enough to rank files. Counts
 * stay valid until code changes: nothing else imports.
 */
export function createImporters({ mostImports: maxImports = MAX_IMPORTS } = {}): Evidence {
  return {
    weight: policy.files.imports,
    by: 'imports',
    async of({ view, cache }) {
      const now = await importsKnown(view, cache, maxImports)
      return async () => async (ranked) => {
        const documents = ranked.slice(0, policy.files.maxImported)
        await countNew(documents, now, view)
        const found = documents.map(({ id }): [DocumentId, number] => [id, now.counts.get(id) ?? 0])
        const maximum = Math.log1p(Math.max(1, ...found.map(([, count]) => count)))
        return new Map(found.map(([id, count]) => [id, Math.log1p(count) / maximum]))
      }
    },
  }
}

/** How many files import by each key; `undefined` where there are too many keys to hold. */
export const importCounts = async (view: StoreView, cache: SourceCache) =>
  (await importsKnown(view, cache, MAX_IMPORTS)).importers

const importsKnown = (view: StoreView, cache: SourceCache, maximum: number): Promise<Known> =>
  cache.ofKind(knownImporters, { view, kind: 'code' }, async () => ({
    counts: new Map(),
    importers: await allImporters(view, maximum),
  }))

/** Callers that see different code. */
const knownImporters: CacheTopic<Known> = { capacity: 4 }

interface Known {
  readonly counts: Map<DocumentId, number>
  readonly importers: ReadonlyMap<string, number> | undefined
}

/** Imports that are read at once: of 27,000 files they are 1,400, sooner read than the keys of forty files are looked up. */
const MAX_IMPORTS = 20_000

/** Files that import, by key; nothing where there are too many keys to hold. */
async function allImporters(view: StoreView, maximum: number): Promise<Known['importers']> {
  const terms = (await view.terms.vocabulary([markTerm('imp', '')], maximum + 1))[0] ?? []
  return terms.length > maximum
    ? undefined
    : new Map(terms.map(({ term, holders: documentFrequency }) => [term, documentFrequency]))
}

async function countNew(documents: readonly StoredDocument[], { counts, importers }: Known, view: StoreView) {
  const missing = documents.filter(({ id }) => !counts.has(id))
  const terms = new Map(missing.map((document) => [document.id, termsOf(document)]))
  const documentFrequency = importers ?? (await view.terms.stats([...new Set([...terms.values()].flat())])).holders
  for (const [id, each] of terms) counts.set(id, Math.max(0, ...each.map((term) => documentFrequency.get(term) ?? 0)))
}

/** Keys of one name alone, such as `utils`, are those of too many files. */
function termsOf({ path, meta }: StoredDocument): readonly string[] {
  const { language } = meta
  const paths = exportPaths(path, { language: typeof language === 'string' ? language : null, module: null })
  return paths.map((key) => markTerm('imp', key))
}

export const commitEvidence: Evidence = {
  weight: policy.files.commits,
  by: 'commits',
  async of({ view, sources, probe, plan, cache }) {
    if (plan.words.length < policy.files.fewestWords) return noEvidence
    const within = { sources, under: historyFolder }
    const { terms, excluded } = probe
    const [found = []] = await chunksWithTerms(view, [{ terms, excluded, within, limit: policy.files.maxCommits }])
    if (found.length === 0) return noEvidence
    return async () => {
      const passages = await view.chunks.passages(found.map(({ chunk }) => chunk))
      const votes = votesOf(passages, new Map(found.map(({ chunk, score }) => [chunk, score / plan.ideal])), cache)
      return async (documents) =>
        new Map(documents.map(({ id, path }) => [id, Math.min(policy.files.maxVotes, votes.get(path) ?? 0)]))
    }
  },
}

const noEvidence = async (): Promise<EvidenceJudge> => async () => new Map()

function votesOf(commits: readonly Passage[], scores: ReadonlyMap<ChunkId, number>, cache: SourceCache) {
  const known = cache.byContent(touchedByCommit)
  const votes = new Map<string, number>()
  for (const commit of commits) {
    const touched = touchedBy(commit, known)
    const vote = (scores.get(commit.chunk) ?? 0) / Math.sqrt(touched.length)
    for (const path of touched) votes.set(path, (votes.get(path) ?? 0) + vote)
  }
  return votes
}

/** Paths of commits; of those that touched too many, none. To unpack a page of a hundred takes longer than all else here. */
const touchedByCommit: CacheTopic<readonly string[]> = { capacity: 20_000 }

/** Cached by the hash of its page: a rewritten page has another hash. */
function touchedBy(commit: Passage, known: LruMap<string, readonly string[]>): readonly string[] {
  const key = `${commit.document.hash} ${commit.facts.start}`
  const before = known.get(key)
  if (before) return before
  const paths = [...commit.text.matchAll(/^[AMR] (.+)$/gm)].map(([, path = '']) => path)
  const touched = paths.length <= policy.files.maxTouched ? copyOf(paths) : []
  known.set(key, touched)
  return touched
}

/** A path that was cut from a text would keep all of the text in memory. */
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
