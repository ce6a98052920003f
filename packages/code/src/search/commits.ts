import { policy } from '@wuku/core/policy'
import type { Candidate } from '@wuku/core/core-types'
import { historyFolder, pageOfPath } from '@wuku/core/ports/history-page'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { byScoreThenChunk, type RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { analyseQuery } from '@wuku/text/terms/query'
import type { DocumentsRequest, SearchContext, StorehouseRanking } from '@wuku/kernel/base/searched'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { PlannedWord } from '@wuku/kernel/query/plan'
import { unite } from '@wuku/kernel/query/prompt-parts'
import { maxEvidence } from './file-ranking.ts'

/**
 * Limits by how clearly the question asks for a change: number of commits shown, share of the words that each must hold,
 * and weight relative to a file with full evidence. Measured, so that files lose nothing (docs/decisions/0013-recall.md).
 */
const shown = {
  surely: { most: 6, least: 0, weight: 1.5 },
  maybe: { most: 3, least: 0.2, weight: 1 },
  no: { most: 2, least: 0.45, weight: 0.55 },
} as const

type CommitsRequest = Pick<DocumentsRequest, 'plan' | 'probe' | 'files'>

/**
 * Commits as hits of their own, on the scale of files: first where their hash or their subject is what was asked, high
 * where a change was asked for, and else few, and behind files that answer as well.
 */
export async function rankCommits(
  request: CommitsRequest,
  context: SearchContext,
): Promise<readonly RankedDocument[] | undefined> {
  const { query, commits, within } = context.request
  if (commits !== true || within?.under !== undefined) return undefined
  const { asks, words } = parseHistoryQuery(query, request.plan.words)
  const { most: limit, least, weight } = shown[asks]
  const isLong = words.length >= policy.commits.fewestWords[asks]
  const [found, fullScore, named] = await Promise.all([
    commitsSaying(words, request, context),
    asks === 'no' && isLong ? commitsContaining(words, request, context) : new Set(),
    commitsNamed(hashesIn(query), request, context),
  ])
  const same = isLong ? await sameSentence(found, words, context) : new Set()
  const unit = maxEvidence(request.files)
  const known = new Set(named.map(({ chunk }) => chunk))
  const matched = found
    .filter(
      ({ chunk, score }) => same.has(chunk) || fullScore.has(chunk) || (score >= least && (isLong || asks !== 'no')),
    )
    .toSorted((a, b) => Number(same.has(b.chunk)) - Number(same.has(a.chunk)))
    .slice(0, limit)
    .filter(({ chunk }) => !known.has(chunk))
  const ranked = [
    ...named.map((best) => toRanked(best, 2 * policy.commits.named * unit)),
    ...matched.map((best) =>
      toRanked(best, unit * (same.has(best.chunk) ? policy.commits.named : weight * best.score)),
    ),
  ]
  return context.request.shown?.explain === true
    ? ranked.map((each) => ({ ...each, trail: [{ by: 'commit', score: each.score }] }))
    : ranked
}

/** Commits in place of the pages that they stand on, which are no files: one commit says nothing of the others on its page. */
export async function addCommits(
  ranked: readonly RankedDocument[],
  { found: { besides: commits }, context: { view } }: StorehouseRanking,
): Promise<readonly RankedDocument[]> {
  if (!commits) return ranked
  const documents = await view.documents.byId([...new Set(ranked.map(({ document }) => document))])
  const pages = new Set(documents.filter(({ path }) => pageOfPath(path) !== undefined).map(({ id }) => id))
  const files = pages.size === 0 ? ranked : ranked.filter(({ document }) => !pages.has(document))
  return commits.length === 0 ? files : [...files, ...commits].toSorted(byScoreThenChunk)
}

/** The sources of the search, limited to their indexed history. */
const ofHistory = ({ within, excluded }: TextProbe) => ({ excluded, within: { ...within, under: historyFolder } })

/** Commits with nearly all of the words, if only in what they changed: the query may be a line of code. */
async function commitsContaining(words: readonly PlannedWord[], request: CommitsRequest, context: SearchContext) {
  const found = await commitsSaying(words, request, { ...context, k1: policy.commits.anywhere })
  return new Set(found.filter(({ score }) => score >= policy.commits.same).map(({ chunk }) => chunk))
}

async function commitsSaying(
  words: readonly PlannedWord[],
  { probe }: CommitsRequest,
  { view, k1 }: Pick<SearchContext, 'view'> & { readonly k1?: number },
): Promise<readonly Candidate[]> {
  const ideal = words.reduce((sum, word) => sum + word.ideal, 0)
  if (ideal === 0) return []
  const terms = unite(words.map((word) => word.terms)).filter(({ weight }) => weight > 0)
  const lookup = { ...ofHistory(probe), terms, limit: policy.commits.max, ...(k1 && { k1 }) }
  const [found = []] = await chunksWithTerms(view, [lookup])
  return found.map((each) => ({ ...each, score: Math.min(1, each.score / ideal) }))
}

const toRanked = (best: Candidate, evidence: number): RankedDocument => ({
  document: best.document,
  best,
  score: 1 - Math.exp(-evidence),
})

async function commitsNamed(hashes: readonly string[], { probe }: CommitsRequest, { view }: SearchContext) {
  if (hashes.length === 0) return []
  const marks = await view.terms.vocabulary(
    hashes.map((hash) => markTerm('sha', hash)),
    policy.commits.maxSimilar,
  )
  const terms = marks.flat().map(({ term }) => ({ term, weight: 1 }))
  if (terms.length === 0) return []
  const { within } = ofHistory(probe)
  const [found = []] = await chunksWithTerms(view, [{ terms, within, limit: terms.length }])
  return found
}

/** Commits whose subject says the same as the query and little else. */
async function sameSentence(found: readonly Candidate[], words: readonly PlannedWord[], { view }: SearchContext) {
  // With their texts, which nobody unpacks here: what commits touched is read from the same passages at the same time.
  const passages = await view.chunks.passages(found.map(({ chunk }) => chunk))
  const queryTerms = new Set(words.flatMap(({ terms }) => terms.map(({ term }) => term)))
  const isSame = (subject: string): boolean => {
    const matched = analyseQuery(subject).filter(({ weight }) => weight > 0)
    const subjectTerms = new Set(matched.flatMap(({ terms }) => terms.map(({ term }) => term)))
    const ofSubject = matched.filter(({ terms }) => terms.some(({ term }) => queryTerms.has(term))).length
    const ofQuery = words.filter(({ terms }) => terms.some(({ term }) => subjectTerms.has(term))).length
    return ofSubject >= policy.commits.same * matched.length && ofQuery >= policy.commits.same * words.length
  }
  return new Set(passages.filter(({ facts }) => isSame(facts.headings[0] ?? '')).map(({ chunk }) => chunk))
}

interface HistoryQuery {
  /** Whether a change is asked for, and not what is there now: `maybe` where a decision or an event may be meant as well. */
  readonly asks: 'surely' | 'maybe' | 'no'
  /** Words that a commit would say: without the words that ask. */
  readonly words: readonly PlannedWord[]
}

const SURELY =
  /\b(?:commits?|changelog|changeset)\b|\bgit (?:log|blame)\b|\b(?:which|what) (?:change|patch|pull request|pr)\b|提交|哪次(?:改|修)|(?:改动|修改)(?:历史|记录)/iu
const MAYBE =
  /\b(?:when|who|why)\s+(?:did|was|were|has|have)\b|\bwho\s+(?:added|changed|fixed|removed|wrote|broke|introduced)\b|\bhistory of\b|谁(?:改|加|写|删|引入)|(?:什么时候|何时|为什么)[^,，。]{0,20}(?:改|加|删|修|引入|去掉|换)/iu

/** Words that ask for a change, and hardly ever identify it. */
const questionWords: ReadonlySet<string> = new Set(
  (
    'commit commits which what when who when why how did do does was were has have we you i they us our it that this in ' +
    'change changed changes changing added adds adding introduced introduces introduce made make landed history git log ' +
    'blame patch pull request 提交 谁 改 改动 修改 历史 记录 什么时候 何时 哪次 哪个 为什么 我们 是 的 了 把'
  ).split(' '),
)

export function parseHistoryQuery(query: string, words: readonly PlannedWord[]): HistoryQuery {
  const asks = SURELY.test(query) ? 'surely' : MAYBE.test(query) ? 'maybe' : 'no'
  if (asks === 'no') return { asks, words }
  const telling = words.filter(({ raw }) => !questionWords.has(raw.toLowerCase()))
  return { asks, words: telling.length > 0 ? telling : words }
}

/** Hashes of commits that the query names, whole or by a beginning; a number or a word is none unless nothing else is said. */
export const hashesIn = (query: string): readonly string[] =>
  [...query.matchAll(/(?<![\w-])[0-9a-f]{7,64}(?![\w-])/gi)]
    .map(([hash]) => hash.toLowerCase())
    .filter((hash) => hash === query.trim().toLowerCase() || (/\d/.test(hash) && /[a-f]/.test(hash)))
