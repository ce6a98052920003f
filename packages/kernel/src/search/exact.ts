import type { ScopedKind, Found, Ranked, SearchContext } from '../base/searched.ts'
import { startTrace, stepped } from '@wuku/index-core/ranking/score-trace'
import { sourcesOf } from './search-context.ts'

/** Passages at places that the question names, among what its words find. */
export async function addExact(ranked: readonly Ranked[], context: SearchContext): Promise<readonly Ranked[]> {
  const named = (await Promise.all(context.scope.kinds.map((kind) => namedIn(kind, context)))).flat()
  if (named.length === 0) return ranked
  const best = Math.max(0.5, ...ranked.map(({ score }) => score))
  const isOfDocuments = context.request.of === 'documents'
  const keyOf = ({ best: { chunk }, document }: Pick<Ranked, 'best' | 'document'>) => (isOfDocuments ? document : chunk)
  const byKey = new Map(ranked.map((each) => [keyOf(each), each]))
  const exact = new Map<number, Ranked>()
  for (const each of named) {
    const key = keyOf(each)
    if (exact.has(key)) continue
    const known = byKey.get(key)
    const others = known && known.best.chunk !== each.best.chunk ? [known.best.chunk, ...(known.others ?? [])] : []
    const found = { ...known, ...each, others, ...(known?.trail && { trail: known.trail }) }
    // High enough that their texts are read, and in the order that they had.
    exact.set(key, stepped(found, 'exact', best - (best - (known?.score ?? 0)) / 10))
  }
  return [...exact.values(), ...ranked.filter((each) => !exact.has(keyOf(each)))]
}

async function namedIn(kind: ScopedKind, context: SearchContext): Promise<readonly Ranked[]> {
  const { request, view, scope, reading } = context
  const read = kind.adds.exact
  if (!read || request.meaning?.mode === 'semantic') return []
  const sources = sourcesOf(kind.kind, scope)
  const found = await read(request.question ?? request.query, { view, sources, cache: reading.sourceCache })
  return found.map(({ chunk, document, readAs }, at) => ({
    document,
    best: { chunk, document, score: 1 },
    score: 0,
    kind,
    rankEvidence: { share: 1, meaning: 0, fits: true },
    // Definitions of a name keep the order that its words give them.
    exact: { readAs, at: readAs === 'name' ? Infinity : at },
    ...startTrace(request.shown?.explain, { by: 'exact', score: 0 }),
  }))
}

/** Moves the places that the question names before everything that its words find. */
export function exactFirst(ordered: readonly Found[]): readonly Found[] {
  const named = ordered.filter(({ exact }) => exact).toSorted(byPlace)
  if (named.length === 0) return ordered
  const best = ordered[0]?.score ?? 0
  return [...named.map((found) => stepped(found, 'exact', best)), ...ordered.filter(({ exact }) => !exact)]
}

const byPlace = ({ exact: a }: Found, { exact: b }: Found): number =>
  a?.at === b?.at ? 0 : (a?.at ?? 0) - (b?.at ?? 0)
