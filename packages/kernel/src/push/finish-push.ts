import { requireRoom } from '../base/quotas.ts'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Ownership, Problem, Source, SourceOptions, PushPlace } from '@wuku/core/core-types'
import { readPush, type PushedItem } from '@wuku/core/ports/pushed'
import { isViewer } from '@wuku/core/ports/access'
import type { Caller } from '../base/caller.ts'
import type { ExclusiveContext, OperationContext } from '../base/engine.ts'
import { randomSourceName } from '../library-names.ts'
import { ownerOf, rootOfPush } from './write-pushed.ts'
import { missingParts, pushIsGone, rewritePush, sweepPushes, type PushedSource } from './stored-pushes.ts'

/** `name`: as it is called here. */
export interface FinishedPush extends Readonly<Record<'added' | 'changed' | 'removed' | 'unchanged', number>> {
  readonly name: string
  readonly problems: readonly Problem[]
}

export interface PushToFinish {
  readonly source: PushedSource
  readonly place: PushPlace
}

/**
 * Makes a source of what arrived: indexed while it is hidden, and then in one transaction in the place of the one before,
 * so that it shows whole or not at all. Texts that both have are indexed once. Whatever ends it, running it again goes on.
 */
export async function finishPush(push: PushToFinish, context: OperationContext, exclusive: ExclusiveContext) {
  const { engine } = context
  const { blobs } = engine.files
  const { place } = push
  const { pushed } = exclusive.engine.sources
  const before = await pushed.of(place.folder)
  const current = before.find(({ options }) => !options.hidden)
  if (current?.options.pushed?.push === place.push) {
    const { size } = await readPush(blobs, place)
    return { name: current.name, added: 0, changed: 0, removed: 0, unchanged: size, problems: [] }
  }
  const had = current?.options.pushed ? await readPush(blobs, current.options.pushed) : new Map<string, PushedItem>()
  const items = await resolveItems(push, had, context)
  const changes = changesBetween(had, items)
  if (current?.indexedAt && changes.added + changes.changed + changes.removed === 0) {
    await sweepPushes(blobs, current.options.pushed ?? place, engine.now())
    return { name: current.name, ...changes, problems: [] }
  }
  const staged = before.find(({ options }) => options.hidden && options.pushed?.push === place.push)
  const made = staged ?? (await stage(push, current, { ...context, exclusive }))
  const { problems } = await exclusive.engine.index.updateOne(made, {
    signal: exclusive.signal,
    progress: (step) => context.progress({ ...step, stage: 'indexing' }),
  })
  const name = await switchTo(made, { current, ...push, caller: context.caller }, exclusive)
  for (const { id } of before) if (id !== made.id) await pushed.drop(place.folder, id)
  await sweepPushes(blobs, place, engine.now())
  return { name, ...changes, problems }
}

/** Unchanged items take their texts from the push before; all texts must be there. */
async function resolveItems(
  { place }: PushToFinish,
  had: ReadonlyMap<string, PushedItem>,
  { engine: { files } }: OperationContext,
): Promise<ReadonlyMap<string, PushedItem>> {
  const sent = await readPush(files.blobs, place)
  if (sent.size === 0) throw pushIsGone(place.push)
  const items = [...sent.values()].flatMap((item) => (item.pieces.length > 0 ? [item] : (had.get(item.path) ?? [])))
  const missing = await missingParts(files.blobs, place.folder, items)
  if (missing.length > 0) throw new WukuError('conflict', msg('incomplete', { count: missing.length }))
  if ([...sent.values()].some(({ pieces: parts }) => parts.length === 0)) await rewritePush(files.blobs, place, items)
  return new Map(items.map((item) => [item.path, item]))
}

function changesBetween(had: ReadonlyMap<string, PushedItem>, items: ReadonlyMap<string, PushedItem>) {
  const changes = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  for (const item of items.values()) {
    const before = had.get(item.path)
    changes[!before ? 'added' : isSame(before, item) ? 'unchanged' : 'changed']++
  }
  for (const path of had.keys()) if (!items.has(path)) changes.removed++
  return changes
}

const isSame = (before: PushedItem, item: PushedItem): boolean =>
  before.modifiedAt === item.modifiedAt && before.pieces.join() === item.pieces.join()

/** Beside the one that answers. */
async function stage(
  { source: { kind }, place }: PushToFinish,
  current: Source | undefined,
  { engine, caller, exclusive }: OperationContext & { readonly exclusive: ExclusiveContext },
): Promise<Source> {
  const options: SourceOptions = { ...current?.options, pushed: place, hidden: true, watch: false }
  const ownership: Ownership = current?.ownership ?? { owner: ownerOf(caller), visibility: 'private', sharedWith: [] }
  return exclusive.engine.sources.pushed.write(place.folder, (transaction) =>
    transaction.add({
      kind,
      name: `~${place.push}`,
      root: rootOfPush(place.folder),
      options,
      addedAt: engine.now(),
      ownership,
    }),
  )
}

/** A name that the pusher sees on another source would mean two; what the pusher does not see is in nobody's way. */
export async function requireFreeName(
  { kind, name }: PushedSource,
  folder: string,
  { engine, caller }: Pick<OperationContext, 'engine' | 'caller'>,
): Promise<void> {
  const seen = await engine.read((view) => view.sources.list())
  if (seen.some(({ options }) => options.pushed?.folder === folder)) return
  const inUse = seen.find((source) => source.kind === kind && source.name.toLowerCase() === name.toLowerCase())
  if (inUse) throw new WukuError('source-exists', msg('serverAlreadyHasCalledFrom', { kind, name: inUse.name }))
  if (kind !== 'pads') await requireRoom('sources', caller, engine.accounts)
}

interface Switch extends PushToFinish {
  readonly current: Source | undefined
  readonly caller: Pick<Caller, 'sees'>
}

/** Nobody sees one without the other, or both. Answers the name. */
const switchTo = (made: Source, { current, source, place, caller }: Switch, { engine }: ExclusiveContext) =>
  engine.sources.pushed.write(place.folder, async (transaction) => {
    const [now] = current ? await transaction.sources({ ids: [current.id] }) : []
    const used = await transaction.sources({ kinds: [source.kind], name: source.name })
    const name = now?.name ?? newName(source, used, caller)
    const { hidden: _, ...options } = { ...now?.options, ...made.options }
    if (now) await transaction.change(now.id, { name: `~${now.id}`, options: { ...now.options, hidden: true } })
    await transaction.change(made.id, {
      name,
      options,
      ...(now && { follows: now.id }),
      ...(now?.ownership && { ownership: now.ownership }),
    })
    return name
  })

/** Names get a random suffix unless the caller sees all sources: a plain name would reveal whether a hidden source has it. */
const newName = ({ name }: PushedSource, used: readonly Source[], { sees }: Pick<Caller, 'sees'>): string =>
  used.length > 0 || isViewer(sees) ? randomSourceName(name) : name
