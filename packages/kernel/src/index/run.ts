import { msg } from '@wuku/messages/kernel'
import { ownersAccess } from '../base/access.ts'
import { everything } from '@wuku/core/ports/access'
import { append } from '@wuku/core/list-helpers'
import { hash } from 'node:crypto'
import { cancelled } from '@wuku/core/errors'
import { isRefusal, type Feed, type ListedItem, type Listing, type Refusal } from '@wuku/core/ports/feed'
import { readableFor, type Readable } from '@wuku/core/ports/store'
import type { HashedItem } from '@wuku/core/ports/worker-pool'
import { analyserOf } from './analyse.ts'
import { createDiff, stampsOf, type Diff } from './diff.ts'
import { createIntake, type Intake } from './intake.ts'
import type { IntakeRequest, RunPorts, RunRequest } from './request.ts'
import { newRunCounts, type RunCounts } from './run-counts.ts'
import type { KnownPlace, KnownText } from '@wuku/core/ports/source-reader'

/** One index run of one source, start to end. Killed anywhere, it loses at most the batches in hand. */
export async function runSource(request: RunRequest, ports: RunPorts): Promise<RunCounts> {
  const counts = newRunCounts()
  request.progress({ stage: 'list', done: 0, total: undefined, said: msg('listing', { source: request.source.name }) })
  // An archive needs the whole manifest: its items may continue one another across folders.
  const folders = request.reader.archives ? undefined : request.folders
  const manifest = await ports.store.read(everything, (view) => view.sources.manifest(request.source.id, folders))
  const analyser = (item: string): string => analyserOf(request.reader, item)
  const { toRead, gone, leaving } = await findChanges({ ...request, analyserOf: analyser, counts, manifest })
  // A listing that a signal broke off looks like one of a folder that cannot be read.
  if (request.signal.aborted) throw cancelled()
  const bytesToRead = toRead.reduce((sum, { bytes }) => sum + bytes, 0)
  const known =
    request.reader.archives && toRead.length > 0 ? await knownText(readableFor(ports.store, ownersAccess)) : undefined
  const intake = createIntake(
    { ...request, bytesToRead, analyserOf: analyser, counts, manifest, gone, leaving, known },
    ports,
  )
  await readAll(request, toRead, intake)
  await intake.finish()
  return counts
}

type ChangeRequest = RunRequest & Pick<IntakeRequest, 'analyserOf' | 'counts' | 'manifest'>

/** Apart, so that the listing itself is held no longer than this. */
async function findChanges({ feed, reader, signal, counts, manifest, ...request }: ChangeRequest): Promise<Diff> {
  const diff = createDiff(manifest, { ...request, archives: reader.archives })
  const listing = await feed.list({
    signal,
    folders: request.folders,
    // An archive keeps an item by all that is there.
    ...(!reader.archives && { isUnchanged: diff.isUnchanged }),
    // Most feeds do not look at it.
    get known() {
      return stampsOf(manifest)
    },
  })
  noteListing(counts, listing)
  const found = diff.end(listing)
  counts.unchanged += found.unchanged
  return found
}

function noteListing(counts: RunCounts, listing: Listing): void {
  counts.complete = listing.complete
  append(counts.problems, listing.problems)
  append(counts.skipped, listing.skipped)
}

async function readAll(request: RunRequest, toRead: ListedItem[], intake: Intake): Promise<void> {
  const total = toRead.length
  let done = 0
  let bytes = 0
  toRead.reverse()
  for (let listed = toRead.pop(); listed; listed = toRead.pop()) {
    if (request.signal.aborted) throw await stopCleanly(intake)
    const item = await readItem(request.feed, listed, intake.scratch)
    if ('said' in item) intake.refuse(item, { isLasting: (await request.feed.stamp(listed.path)) === listed.stamp })
    else await intake.take(item)
    bytes += listed.bytes
    request.progress({ stage: 'read', done: ++done, total, bytes, said: listed.path })
  }
}

/** Stores items read so far before the run reports that it was stopped. */
async function stopCleanly(intake: Intake): Promise<Error> {
  await intake.flush()
  return cancelled()
}

async function readItem(feed: Feed, listed: ListedItem, scratch: Uint8Array): Promise<HashedItem | Refusal> {
  const read = await feed.read(listed, scratch)
  return isRefusal(read) ? read : { ...read, hash: hash('sha256', read.bytes, 'hex') }
}

/** Folders whose files are indexed: what an archive repeats of them stands here once already. */
export async function knownText(store: Readable): Promise<KnownText> {
  const sources = await store.read((view) => view.sources.list({ kinds: ['code', 'notes'] }))
  return {
    places: sources.flatMap(({ kind, name, root }): readonly KnownPlace[] =>
      kind === 'code' || kind === 'notes' ? [{ kind, name: `${kind}/${name}`, root }] : [],
    ),
  }
}
