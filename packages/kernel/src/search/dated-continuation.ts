import { msg, type Text } from '@wuku/messages/kernel'
import type { Found, SearchContext } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import { namedSpan, type NamedSpan } from '@wuku/text/markdown/spans'
import type { ChunkId, Kind, StoredDocument } from '@wuku/core/core-types'
import { belongs } from '../resolve-project.ts'
import type { LatestPart } from '../base/kind.ts'
import { timeSpanOf, type Asking } from './search-context.ts'
import { countOf, noting } from './filters/apply-filters.ts'
import { toListed } from './filters/list-newest.ts'
import { parseContinuation, LONGEST_PROMPT, type Continuation } from '../query/continuation.ts'
import type { AnyAnswer } from '../query/plan.ts'
import type { ParsedRequest } from '../query/types.ts'

/** The newest documents of each source that are looked at. */
const MAX_READ = 200

type Latest = LatestPart & { readonly kind: Kind }

/**
 * The last exchange of the newest conversations and the ends of the newest scratchpads; those of the preferred project
 * come first.
 */
export async function listLatest(context: SearchContext): Promise<{ found: readonly Found[]; candidates: number }> {
  const { request, view, scope } = context
  const time = timeSpanOf(request) ?? {}
  const lists = await Promise.all(
    scope.kinds.map(async ({ kind, hits: { latest } = {} }) => {
      const parts = latest ? await latest(await newestOf(kind, context), { view, time, limit: request.limit }) : []
      return parts.map((part): Latest => ({ ...part, kind }))
    }),
  )
  const { prefer } = request
  const isOwn = ({ document }: Latest): boolean => prefer !== undefined && belongs(prefer, document)
  const [own, others] = [true, false].map((isOwnList) =>
    lists.map((list) => list.filter((each) => isOwn(each) === isOwnList)),
  )
  const ordered = [...inTurns(own ?? []), ...inTurns(others ?? [])].slice(0, request.limit)
  const texts = await view.documents.bodies([...new Set(ordered.map(({ document }) => document.id))])
  const found = ordered.map(({ document, facts }, at) => {
    const text = (texts.get(document.id) ?? '').slice(facts.start, facts.end)
    // No chunk is looked up by its number for this, so that it has one of its own, which none in the store has.
    return toListed({ chunk: (-1 - at) as ChunkId, document, facts, text }, context)
  })
  return { found, candidates: found.length }
}

async function newestOf(kind: Kind, { request, scope, view }: SearchContext): Promise<readonly StoredDocument[]> {
  const { documents, paths, under, since = -Infinity, accepts } = request.within ?? {}
  const among = documents && new Set(documents)
  const isWithin = ({ id, path, modifiedAt }: StoredDocument): boolean =>
    modifiedAt >= since &&
    (among?.has(id) ?? true) &&
    (paths?.includes(path) ?? true) &&
    (under === undefined || `${path}/`.startsWith(`${under}/`))
  const sources = scope.sources.filter((source) => source.kind === kind)
  const newest = await Promise.all(sources.map(({ id }) => view.documents.newest(id, MAX_READ)))
  return newest.flat().filter((document) => isWithin(document) && (accepts?.(document) ?? true))
}

function inTurns(lists: readonly (readonly Latest[])[]): readonly Latest[] {
  const sorted = lists.map((list) => list.toSorted(newestFirst))
  const first = sorted.flatMap((list) => list.slice(0, policy.past.firstOfKind)).toSorted(newestFirst)
  return [...first, ...sorted.flatMap((list) => list.slice(policy.past.firstOfKind)).toSorted(newestFirst)]
}

const newestFirst = (a: Latest, b: Latest): number =>
  b.at - a.at || a.document.source - b.document.source || (a.document.path < b.document.path ? -1 : 1)

/** A prompt to go on, and the time that it names. */
interface DatedContinuation extends Continuation {
  readonly span?: NamedSpan
}

export function detectContinuation(prompt: string, now: number): DatedContinuation | undefined {
  if (prompt.length > LONGEST_PROMPT) return undefined
  const span = namedSpan(prompt, now)
  const timeless = span && parseContinuation(prompt.replace(span.written, ' '))
  return timeless?.topic === '' ? { ...timeless, span } : parseContinuation(prompt)
}

/** Answers a prompt to go on with the newest work, on its topic if it has one; and by its words if there is none. */
export async function applyContinuation<Answer extends AnyAnswer>(
  request: ParsedRequest,
  { now, ask, mayList }: Asking<Answer>,
): Promise<Answer> {
  const continuation = mayList && request.hearsPast ? detectContinuation(request.query, now) : undefined
  if (!continuation) return ask(request)
  const { topic, span } = continuation
  const latest: ParsedRequest = {
    ...request,
    query: '',
    continuation: 'latest',
    meaning: { ...request.meaning, mode: 'lexical', rerank: false },
  }
  for (const rewritten of [
    ...(topic === '' ? [] : [{ ...request, query: topic, continuation: 'topic' as const }]),
    ...(span ? [within(latest, span)] : []),
    latest,
  ]) {
    const found = await ask(rewritten)
    if (countOf(found) > 0) return noting(found, describeContinuation(rewritten.query))
  }
  return ask(request)
}

const within = (request: ParsedRequest, { from, to }: NamedSpan): ParsedRequest => ({
  ...request,
  within: {
    ...request.within,
    since: Math.max(from, request.within?.since ?? from),
    before: Math.min(to, request.within?.before ?? to),
  },
})

export const describeContinuation = (topic: string): Text => (topic === '' ? msg('goOn') : msg('goOnWith', { topic }))
