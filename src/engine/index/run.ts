import { hash } from 'node:crypto'
import { cancelled } from '../../core/errors.ts'
import { isRefusal, type Feed, type ListedItem, type Listing, type Refusal } from '../../ports/feed.ts'
import type { ManifestEntry } from '../../ports/store.ts'
import type { HashedItem } from '../../ports/workshop.ts'
import { analyserOf } from './analyse.ts'
import { diffListing, stampsOf, type Diff } from './diff.ts'
import { createIntake, type Intake } from './intake.ts'
import type { RunPorts, RunRequest } from './request.ts'
import { newTally, type Tally } from './tally.ts'

/** One index run of one source, start to end. Killed anywhere, it loses at most the batches in hand. */
export async function runSource(request: RunRequest, ports: RunPorts): Promise<Tally> {
  const tally = newTally()
  request.progress({ stage: 'list', done: 0, total: undefined, said: `Listing ${request.source.name}` })
  const { feed, source, reader, folders, force, signal } = request
  const manifest = await ports.store.read((view) => view.manifest(source.id))
  const listing = await feed.list({ signal, folders, known: stampsOf(manifest) })
  noteListing(tally, listing)
  const analyser = analyserOf(reader)
  const diff = diffListing(listing, manifest, { analyser, force, folders, archives: reader.archives })
  tally.unchanged += countDocuments(diff.unchanged)
  const { gone, leaving } = diff
  const intake = createIntake({ ...request, analyser, tally, manifest, gone, leaving }, ports)
  await readAll(request, diff, intake)
  await intake.finish()
  return tally
}

function noteListing(tally: Tally, listing: Listing): void {
  tally.complete = listing.complete
  tally.problems.push(...listing.problems)
  tally.skipped.push(...listing.skipped)
}

async function readAll(request: RunRequest, diff: Diff, intake: Intake): Promise<void> {
  let done = 0
  let bytes = 0
  for (const listed of diff.toRead) {
    if (request.signal.aborted) throw await stopCleanly(intake)
    const item = await readItem(request.feed, listed)
    if ('said' in item) intake.refuse(item, { isLasting: (await request.feed.stamp(listed.path)) === listed.stamp })
    else await intake.take(item)
    bytes += listed.bytes
    request.progress({ stage: 'read', done: ++done, total: diff.toRead.length, bytes, said: listed.path })
  }
}

/** What was read so far is stored before the run says that it was stopped. */
async function stopCleanly(intake: Intake): Promise<Error> {
  await intake.flush()
  return cancelled()
}

async function readItem(feed: Feed, listed: ListedItem): Promise<HashedItem | Refusal> {
  const read = await feed.read(listed)
  return isRefusal(read) ? read : { ...read, hash: hash('sha256', read.bytes, 'hex') }
}

const countDocuments = (entries: readonly ManifestEntry[]): number =>
  entries.reduce((count, entry) => count + entry.documents.length, 0)
