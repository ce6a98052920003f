import { everything } from '@wuku/core/ports/access'
import { hash } from 'node:crypto'
import { cancelled } from '@wuku/core/errors'
import type { Problem, Skipped, Source } from '@wuku/core/core-types'
import { isRefusal, type Feed, type ListedItem, type Refusal } from '@wuku/core/ports/feed'
import type { Reader } from '@wuku/core/ports/source-reader'
import type { ManifestEntry } from '@wuku/core/ports/index-view'
import type { EnginePorts, FeedPorts } from '../base/ports.ts'
import { parseItem, rememberForgotten, type Parsing } from '../forgetting.ts'
import { analyserOf } from './analyse.ts'
import { createDiff, stampsOf } from './diff.ts'
import type { Comparison } from '../base/parts/index-runs.ts'
import { readerFor } from '../base/pushed-item.ts'

/** Lists, and reads only what was written to since: nothing is analysed, nothing stored. */
export async function compareSource(
  source: Source,
  { store, open, kinds }: Pick<EnginePorts, 'store' | 'kinds'> & FeedPorts,
  signal?: AbortSignal,
): Promise<Comparison> {
  const own = await kinds.find((known) => known.kind === source.kind)?.reader()
  if (!own) throw new Error(`No storehouse for ${source.kind}.`)
  const reader = readerFor(source, own)
  const feed = await open.feed(source)
  const manifest = await store.read(everything, (view) => view.sources.manifest(source.id))
  const { items, ...listing } = await feed.list({ signal, known: stampsOf(manifest) })
  const forgetting = rememberForgotten(own, source.options.forgotten)
  const listingContext = { feed, reader, manifest, signal, forgetting }
  const unknown = items.filter(({ path }) => !manifest.has(path))
  // If the source was never indexed, all files would have to be read.
  const empty = await emptyAmong(manifest.size === 0 ? [] : unknown, listingContext)
  const known = items.filter(({ path }) => manifest.has(path))
  const written = known.filter(({ path, stamp }) => manifest.get(path)?.stamp !== stamp)
  const changed = await changedAmong(written, listingContext)
  const analyser = (item: string): string => analyserOf(reader, item)
  const diff = createDiff(manifest, { analyserOf: analyser, force: false, archives: reader.archives })
  const { leaving } = diff.end({ items, ...listing })
  return {
    ...listing,
    problems: [...listing.problems, ...empty.problems],
    skipped: [...listing.skipped, ...empty.skipped],
    listed: items,
    added: namesOf(unknown.filter(({ path }) => !empty.paths.has(path))),
    changed: [...changed],
    touched: namesOf(written.filter(({ path }) => !changed.has(path))),
    gone: leaving.map(({ item }) => item),
    outdated: namesOf(
      known.filter(({ path }) => !changed.has(path) && manifest.get(path)?.analyser !== analyser(path)),
    ),
  }
}

interface ListingContext {
  readonly feed: Feed
  readonly reader: Reader
  readonly manifest: ReadonlyMap<string, ManifestEntry>
  readonly signal: AbortSignal | undefined
  readonly forgetting: Parameters<typeof parseItem>[2]
}

/** Items from which the reader takes nothing, with a reason, are never indexed, so they are not reported as new. */
async function emptyAmong(items: readonly ListedItem[], { feed, reader, signal, forgetting }: ListingContext) {
  const empty = { paths: new Set<string>(), problems: [] as Problem[], skipped: [] as Skipped[] }
  await reader.prepare?.(namesOf(items))
  for (const item of items) {
    if (signal?.aborted) throw cancelled()
    const read = await feed.read(item)
    const parsed = isRefusal(read) ? refused(read) : parseItem(reader, read, forgetting)
    const [problem] = parsed.problems
    const [skipped] = parsed.skipped
    if (parsed.items.length > 0 || !(problem ?? skipped)) continue
    empty.paths.add(item.path)
    if (problem) empty.problems.push(problem)
    else if (skipped) empty.skipped.push(skipped)
  }
  return empty
}

const refused = ({ leftOut, ...problem }: Refusal): Parsing =>
  leftOut === undefined
    ? { items: [], problems: [problem], skipped: [] }
    : { items: [], problems: [], skipped: [{ path: problem.path, why: leftOut }] }

async function changedAmong(items: readonly ListedItem[], { feed, manifest, signal }: ListingContext) {
  const changed = new Set<string>()
  for (const item of items) {
    if (signal?.aborted) throw cancelled()
    const read = await feed.read(item)
    if (isRefusal(read) || hash('sha256', read.bytes, 'hex') !== manifest.get(item.path)?.hash) changed.add(item.path)
  }
  return changed
}

const namesOf = (items: readonly ListedItem[]): readonly string[] => items.map(({ path }) => path)
