import type { Scope } from '../../base/searched.ts'
import { once } from '@wuku/core/once'
import type { DocumentId, Source, StoredDocument } from '@wuku/core/core-types'
import type { DocumentName } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { fold } from '@wuku/text/terms/fold'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { compilePhrase } from '@wuku/text/terms/phrase'
import type { Filter } from '../../query/filters.ts'
import { DAY_MARK, dayOfMark, statedNames, TAG_MARK, tagValue } from './stated-facts.ts'
import type { ParsedRequest, TimeSpan } from '../../query/types.ts'

/** The request for the documents alone that the filters of its query admit, in the moment of a view. */
export async function narrow(request: ParsedRequest, scope: Scope, view: StoreView): Promise<ParsedRequest> {
  const { filters = [], within: { documents, before } = {} } = request
  const within = filters.filter(({ key }) => key !== 'kind')
  if (within.length === 0 && before === undefined) return request
  const ground = groundOf(scope, view)
  const time = timeIn(within, before)
  const candidates = [
    ...(documents ? [new Set(documents)] : []),
    ...(time ? [await documentsOfTime(time, ground)] : []),
    ...(await Promise.all(within.filter(({ isNot }) => !isNot).flatMap((filter) => fitting(filter, ground)))),
  ]
  const left = await Promise.all(within.filter(({ isNot }) => isNot).flatMap((filter) => fitting(filter, ground)))
  const [first = idsOf(await ground.names()), ...others] = candidates
  const fit = left.reduce(
    (rest, each) => rest.difference(each),
    others.reduce((both, each) => both.intersection(each), first),
  )
  return { ...request, within: { ...request.within, documents: [...fit] }, ...(time && { detectedTime: time }) }
}

type Documents = ReadonlySet<DocumentId>

interface Ground {
  readonly view: StoreView
  readonly scope: Scope
  readonly sources: readonly Source['id'][]
  /** Names of all documents that are searched, read once. */
  names(): Promise<readonly DocumentName[]>
}

function groundOf(scope: Scope, view: StoreView): Ground {
  const sources = scope.sources.map(({ id }) => id)
  return { view, scope, sources, names: once(() => view.documents.names({ sources })) }
}

const idsOf = (documents: readonly Pick<DocumentName, 'id'>[]): Set<DocumentId> =>
  new Set(documents.map(({ id }) => id))

/** Documents for one filter; none for filters on time, which are resolved together. */
function fitting(filter: Filter, ground: Ground): readonly Promise<Documents>[] {
  if (filter.key === 'tag') return [documentsTagged(filter.value, ground)]
  if (filter.key === 'title') return [documentsCalled(filter.value, ground)]
  return filter.key === 'path' ? [documentsAt(filter.value, ground)] : []
}

async function documentsTagged(tag: string, { view, sources }: Ground): Promise<Documents> {
  const term = markTerm(TAG_MARK, tagValue(tag))
  return (await view.terms.documentsWith([term], { sources })).get(term) ?? new Set()
}

/** The words of a title count as words of the document, so that the index knows which documents may have it. */
async function documentsCalled(mention: string, { view, sources }: Ground): Promise<Documents> {
  const phrase = compilePhrase(mention)
  const documentsByTerm = await view.terms.documentsWith(phrase.terms, { sources })
  const [rarest, ...others] = phrase.terms
    .map((term): Documents => documentsByTerm.get(term) ?? new Set())
    .toSorted((a, b) => a.size - b.size)
  const matching = others.reduce((both, each) => both.intersection(each), rarest ?? new Set<DocumentId>())
  const isCalled = (document: StoredDocument): boolean => statedNames(document).some((name) => phrase.holds(name))
  return idsOf((await view.documents.byId([...matching])).filter(isCalled))
}

/** A part of `source/path`, as answers show it. */
async function documentsAt(mention: string, { scope, names }: Ground): Promise<Documents> {
  const part = fold(mention)
  const folders = new Map(scope.sources.map(({ id, name }) => [id, fold(name)]))
  return idsOf((await names()).filter(({ source, path }) => `${folders.get(source)}/${fold(path)}`.includes(part)))
}

/** By the last write, or by a day that a document says it is of. A conversation that went on later has older messages. */
async function documentsOfTime(time: TimeSpan, { view, scope }: Ground): Promise<Documents> {
  const isLasting = new Set(
    scope.kinds.filter(({ hits: { writtenWithin } = {} }) => writtenWithin).map(({ kind }) => kind),
  )
  const [lasting, others] = [true, false].map((lasts) =>
    scope.sources.filter(({ kind }) => isLasting.has(kind) === lasts).map(({ id }) => id),
  )
  const { since } = time
  const written = [
    ...(await view.documents.names({ sources: others ?? [], ...time })),
    ...(await view.documents.names({ sources: lasting ?? [], ...(since !== undefined && { since }) })),
  ]
  const days = (await view.terms.vocabulary([markTerm(DAY_MARK, '')], MAX_DAYS)).flat().map(({ term }) => term)
  const timely = days.filter((term) => isWithin(dayOfMark(term), time))
  const datedDocuments = await view.terms.documentsWith(timely, { sources: others ?? [] })
  return [...datedDocuments.values()].reduce<Documents>((all, each) => all.union(each), idsOf(written))
}

/** Days of a lifetime. */
const MAX_DAYS = 40_000

const isWithin = (at: number, { since = -Infinity, before = Infinity }: TimeSpan): boolean => at >= since && at < before

function timeIn(filters: readonly Filter[], before: number | undefined): TimeSpan | undefined {
  const from = filters.flatMap((filter) => (filter.key === 'since' ? [filter.at] : []))
  const to = [before ?? [], ...filters.map((filter) => (filter.key === 'before' ? filter.at : []))].flat()
  if (from.length + to.length === 0) return undefined
  return { ...(from.length > 0 && { since: Math.max(...from) }), ...(to.length > 0 && { before: Math.min(...to) }) }
}
