import { encodePath } from '@wuku/core/citation'
import { everything } from '@wuku/core/ports/access'
import { WukuError } from '@wuku/core/errors'
import { sum } from '@wuku/core/list-helpers'
import { msg } from '@wuku/messages/kernel'
import type { Json, Source, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { StoreTransaction, StoreView } from '@wuku/core/ports/store'
import type { CallerPorts, EnginePorts } from '../base/ports.ts'
import type { ForgetRequest, Forgotten } from '../base/parts/index-runs.ts'
import { ownershipOf } from '../accounts/ownership-rules.ts'
import { rightsOf } from '../base/rights.ts'
import { hashOfDocument, hashOfPart, fullNameOf } from '../forgetting.ts'
import { PAD_SOURCE } from '../base/pad-source.ts'
import { removeBatch, putBatch } from './batch.ts'
import { withIndexLease, runInOrder, type SourceQueues } from './source-queues.ts'
import type { StorehouseKind } from '../base/engine.ts'
import type { StoredText } from '../base/kind.ts'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import { WordMemory } from '@wuku/text/terms/memory'
import { analyseChunks, readDocument } from './analyse.ts'
import { maskDraft } from './masking.ts'

/** Documents to remove from one source, under the lease of its index runs, so that no running one brings them back. */
interface Plan {
  readonly storehouse: StorehouseKind
  readonly request: ForgetRequest
  readonly ports: EnginePorts
}

/**
 * Takes out documents, or parts of them, in every source of the caller that has them; copies that others share with the
 * caller stay. All of these remember it by a hash, also those
 * in which it does not lie now: a copy that turns up there must not bring it back.
 */
export async function forget(
  original: ForgetRequest,
  { ports, queues }: { readonly ports: CallerPorts; readonly queues: SourceQueues },
): Promise<Forgotten> {
  const storehouse = storehouseOf(original, ports)
  const request = await withAttendants(original, storehouse, ports)
  const plan = { storehouse, request, ports }
  const sources = (await ports.store.read({ ...ports.access, hidden: true }, (view) => view.sources.list())).filter(
    ({ kind, id }) => kind === request.kind && (request.source === undefined || id === request.source),
  )
  const isOwn = (source: Source): boolean => rightsOf(ports.caller, ownershipOf(source)).includes('manage')
  const { true: own = [], false: others = [] } = Object.groupBy(sources, (source) => `${isOwn(source)}`)
  const [found, left] = [await countAll(own, plan), await countAll(others, plan)]
  const retained = left.documents > 0 ? { kept: left.documents } : {}
  if (left.documents > 0) await requireOwn({ own, others }, plan)
  if (request.dryRun || found.documents === 0) return { ...found, ...retained }
  const gone: Forgotten[] = []
  for (const source of own) gone.push(await runInOrder(source.id, queues, () => forgetIn(source, plan)))
  await ports.store.record({ forgetNaming: { texts: request.paths.flatMap(spellings), at: ports.clock.now() } })
  await ports.store.tidy()
  return { ...sumOf(gone), ...retained }
}

const countAll = async (sources: readonly Source[], plan: Plan): Promise<Forgotten> =>
  sumOf(await Promise.all(sources.map((source) => countIn(source, plan))))

/** Refuses what lies in sources of others alone, before anything goes. */
async function requireOwn({ own, others }: Readonly<Record<'own' | 'others', readonly Source[]>>, plan: Plan) {
  const matchingNames = (source: Source): Promise<readonly string[]> =>
    plan.ports.store.read(everything, async (view) => {
      const { anchors } = plan.request
      const documents = await documentsIn(source, plan, view)
      const holds = async (each: StoredDocument): Promise<boolean> =>
        !anchors || (await countParts(each, anchors, view)).documents > 0
      const targets = await Promise.all(documents.map(holds))
      return documents.filter((_, at) => targets[at]).map(({ path }) => fullNameOf(plan.storehouse.facts, path))
    })
  const mine = new Set((await Promise.all(own.map(matchingNames))).flat())
  for (const source of others) {
    const foreignName = (await matchingNames(source)).find((name) => !mine.has(name))
    if (foreignName !== undefined) throw othersOnly(foreignName, source)
  }
}

const othersOnly = (name: string, { kind, name: source }: Source): WukuError =>
  new WukuError('forbidden', msg('othersOnly', { name: name.slice(0, 200), kind, source }))

/** As citations and people write it: the log of calls holds either. */
const spellings = (path: string): readonly string[] => [
  ...new Set([path, path.normalize(), encodeURI(path), encodePath(path)]),
]

async function withAttendants(
  original: ForgetRequest,
  { forgetting: { attendants } = {} }: StorehouseKind,
  { store, access }: CallerPorts,
): Promise<ForgetRequest> {
  if (!attendants || original.anchors) return original
  const more = await store.read({ ...access, hidden: true }, (view) => attendants(original.paths, view))
  return more.length === 0 ? original : { ...original, paths: [...original.paths, ...more] }
}

function storehouseOf({ kind, anchors }: ForgetRequest, { kinds }: EnginePorts): StorehouseKind {
  if (kind === PAD_SOURCE.kind) throw new WukuError('conflict', msg('padsAreDeleted'))
  const storehouse = kinds.find((known) => known.kind === kind)
  if (!storehouse) throw new Error(`No storehouse for ${kind}.`)
  if (anchors && !storehouse.forgetting?.without) throw new WukuError('bad-input', msg('noParts', { kind }))
  return storehouse
}

const sumOf = (all: readonly Forgotten[]): Forgotten => ({
  documents: sum(all.map(({ documents }) => documents)),
  chunks: sum(all.map(({ chunks }) => chunks)),
  bytes: sum(all.map(({ bytes }) => bytes)),
})

const countIn = (source: Source, plan: Plan): Promise<Forgotten> =>
  plan.ports.store.read(everything, async (view) => {
    const { anchors } = plan.request
    const documents = await documentsIn(source, plan, view)
    const count = (each: StoredDocument) => (anchors ? countParts(each, anchors, view) : countDocument(each, view))
    return sumOf(await Promise.all(documents.map(count)))
  })

async function documentsIn({ id }: Source, { storehouse: { facts }, request }: Plan, view: StoreView) {
  const targets = new Set(request.paths.map((path) => fullNameOf(facts, path)))
  const names = await view.documents.names({ sources: [id] })
  return view.documents.byId(names.filter(({ path }) => targets.has(fullNameOf(facts, path))).map((one) => one.id))
}

const chunksOf = async ({ id }: StoredDocument, view: StoreView) => (await view.chunks.of([id])).get(id) ?? []

const countDocument = async (document: StoredDocument, view: StoreView): Promise<Forgotten> => ({
  documents: 1,
  chunks: (await chunksOf(document, view)).length,
  bytes: document.bytes,
})

async function countParts(document: StoredDocument, anchors: readonly string[], view: StoreView): Promise<Forgotten> {
  const { id } = document
  const chunks = (await chunksOf(document, view)).filter(
    ({ anchor }) => anchor !== undefined && anchors.includes(anchor),
  )
  if (chunks.length === 0) return { documents: 0, chunks: 0, bytes: 0 }
  const text = (await view.documents.bodies([id])).get(id) ?? ''
  const removedText = chunks.map(({ start, end }) => text.slice(start, end)).join('')
  return { documents: 1, chunks: chunks.length, bytes: Buffer.byteLength(removedText) }
}

/** It is remembered before parts of it go: should this end halfway, the next run goes on with it. */
const forgetIn = (source: Source, original: Plan): Promise<Forgotten> =>
  withIndexLease(source, original.ports, { signal: new AbortController().signal, waiting: () => {} }, async (ports) => {
    const plan = { ...original, ports }
    const { store } = ports
    const gone = await countIn(source, plan)
    const documents = await store.read(everything, (view) => documentsIn(source, plan, view))
    const items = [...new Set(documents.map(({ item }) => item))]
    const { cleanUp, note } = plan.storehouse.forgetting ?? {}
    const isFullDocument = !plan.request.anchors && items.length > 0
    if (isFullDocument) await cleanUp?.({ source, items }, plan.ports)
    await store.write(note ? 'all' : { source: source.id }, async (transaction) => {
      await rememberIn(source.id, plan, new Set(items), transaction)
      if (!isFullDocument) return
      await transaction.apply(removeBatch(source.id, items))
      await note?.({ source, items }, transaction)
    })
    if (plan.request.anchors)
      for (const { path } of documents) await cutOut(plan.request.anchors, path, { ...plan, source })
    return gone
  })

/** The report of the last run may name what was wrong with it. */
async function rememberIn(
  id: SourceId,
  { storehouse: { facts }, request }: Plan,
  items: ReadonlySet<string>,
  transaction: StoreTransaction,
): Promise<void> {
  const [known] = await transaction.sources.facts({ ids: [id] })
  if (!known) return
  const hashes = request.paths.flatMap((path) =>
    request.anchors
      ? request.anchors.map((anchor) => hashOfPart(facts, `${path}#${anchor}`))
      : [hashOfDocument(facts, path)],
  )
  const { options } = known.source
  const forgotten = [...new Set([...(options.forgotten ?? []), ...hashes])]
  const report = request.anchors ? known.report : withoutProblemsOf(items, known.report)
  await transaction.changeSource(id, { options: { ...options, forgotten }, report })
}

function withoutProblemsOf(items: ReadonlySet<string>, report: Json): Json {
  if (typeof report !== 'object' || report === null || !('problems' in report)) return report
  const { problems } = report
  if (!Array.isArray(problems)) return report
  return {
    ...report,
    problems: problems.filter((problem: { readonly path?: Json }) => !items.has(String(problem.path))),
  }
}

type CutOutContext = Pick<Plan, 'storehouse' | 'ports'> & { readonly source: Source }

/** Rewrites a document without some of its parts, one after the other; those that it does not have change nothing. */
async function cutOut(anchors: readonly string[], path: string, context: CutOutContext): Promise<void> {
  const { source, storehouse, ports } = context
  for (const anchor of anchors) {
    const stored = await ports.store.read(everything, (view) => storedWith(anchor, { source, path }, view))
    const draft = stored && (await storehouse.forgetting?.without?.(stored, anchor))
    if (stored && draft) await putInstead(stored, maskDraft(draft), context)
  }
}

async function storedWith(
  anchor: string,
  { source, path }: { readonly source: Source; readonly path: string },
  view: StoreView,
): Promise<StoredText | undefined> {
  const document = (await view.documents.at([{ source: source.id, path }]))[0]
  if (!document || !(await chunksOf(document, view)).some((chunk) => chunk.anchor === anchor)) return undefined
  const { documents = [] } = (await view.sources.manifest(source.id)).get(document.item) ?? {}
  if (documents.length > 1) throw new WukuError('conflict', msg('severalDocuments', { item: document.item }))
  const text = (await view.documents.bodies([document.id])).get(document.id) ?? ''
  return { document, text, outline: (await view.documents.outlines([document.id])).get(document.id) }
}

/** Under the same item, stamp and hash: a run finds it as it was until its file is written to. */
async function putInstead(
  { document: { item: path, stamp, hash, modifiedAt, analyser } }: StoredText,
  draft: DraftDocument,
  { source, storehouse, ports: { store } }: CutOutContext,
): Promise<void> {
  const item = { path, stamp, hash, modifiedAt, bytes: new Uint8Array() }
  const reader = await storehouse.reader()
  const { document, chunks } = readDocument(reader, item, draft)
  const terms = analyseChunks(draft, chunks, { reader, memory: new WordMemory() })
  // Entries of an earlier reader version are still to be read again.
  const slice = { documents: [{ ...document, analyser }], terms }
  await store.apply(putBatch(source.id, [item], { slice }, () => true))
}
