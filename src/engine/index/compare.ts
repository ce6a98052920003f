import { hash } from 'node:crypto'
import { cancelled } from '../../core/errors.ts'
import type { Problem, Skipped, Source } from '../../core/words.ts'
import { isRefusal, type Feed, type ListedItem } from '../../ports/feed.ts'
import type { Reader } from '../../ports/reader.ts'
import type { ManifestEntry } from '../../ports/store.ts'
import type { EnginePorts } from '../engine.ts'
import { analyserOf } from './analyse.ts'

/** What lies there now against what is indexed of it. Names are those of items. */
export interface Comparison {
  readonly listed: readonly ListedItem[]
  readonly added: readonly string[]
  /** Their bytes are others. */
  readonly changed: readonly string[]
  /** Written to, with the same bytes. */
  readonly touched: readonly string[]
  readonly gone: readonly string[]
  /** Read by an earlier version of the reader. */
  readonly outdated: readonly string[]
  readonly skipped: readonly Skipped[]
  /** Nothing can be taken in of these: an index run leaves them out again. */
  readonly problems: readonly Problem[]
  readonly complete: boolean
}

/** Lists, and reads only what was written to since: nothing is analysed, nothing stored. */
export async function compareSource(
  source: Source,
  { store, openFeed, kinds }: Pick<EnginePorts, 'store' | 'openFeed' | 'kinds'>,
  signal?: AbortSignal,
): Promise<Comparison> {
  const reader = kinds.find((known) => known.kind === source.kind)?.reader
  if (!reader) throw new Error(`No storehouse for ${source.kind}.`)
  const feed = openFeed(source)
  const [{ items, ...listing }, manifest] = await Promise.all([
    feed.list({ signal }),
    store.read((view) => view.manifest(source.id)),
  ])
  const look = { feed, reader, manifest, signal }
  const unknown = items.filter(({ path }) => !manifest.has(path))
  // Of a source that was never indexed all files would have to be read.
  const refused = manifest.size === 0 ? new Map<string, Problem>() : await refusedAmong(unknown, look)
  const known = items.filter(({ path }) => manifest.has(path))
  const written = known.filter(({ path, stamp }) => manifest.get(path)?.stamp !== stamp)
  const changed = await changedAmong(written, look)
  const here = new Set(items.map(({ path }) => path))
  const analyser = analyserOf(reader)
  return {
    ...listing,
    problems: [...listing.problems, ...refused.values()],
    listed: items,
    added: namesOf(unknown.filter(({ path }) => !refused.has(path))),
    changed: [...changed],
    touched: namesOf(written.filter(({ path }) => !changed.has(path))),
    gone: listing.complete ? [...manifest.keys()].filter((path) => !here.has(path)) : [],
    outdated: namesOf(known.filter(({ path }) => !changed.has(path) && manifest.get(path)?.analyser !== analyser)),
  }
}

interface Look {
  readonly feed: Feed
  readonly reader: Reader
  readonly manifest: ReadonlyMap<string, ManifestEntry>
  readonly signal: AbortSignal | undefined
}

/** What the reader takes nothing from is not indexed by any run, and so is no news. */
async function refusedAmong(
  items: readonly ListedItem[],
  { feed, reader, signal }: Look,
): Promise<Map<string, Problem>> {
  const refused = new Map<string, Problem>()
  for (const item of items) {
    if (signal?.aborted) throw cancelled()
    const read = await feed.read(item)
    const parsed = isRefusal(read) ? { items: [], problems: [read] } : reader.parse(read)
    const [problem] = parsed.problems
    if (problem && parsed.items.length === 0) refused.set(item.path, problem)
  }
  return refused
}

async function changedAmong(items: readonly ListedItem[], { feed, manifest, signal }: Look): Promise<Set<string>> {
  const changed = new Set<string>()
  for (const item of items) {
    if (signal?.aborted) throw cancelled()
    const read = await feed.read(item)
    if (isRefusal(read) || hash('sha256', read.bytes, 'hex') !== manifest.get(item.path)?.hash) changed.add(item.path)
  }
  return changed
}

const namesOf = (items: readonly ListedItem[]): readonly string[] => items.map(({ path }) => path)
