import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { msg, type Text } from '@wuku/messages/transfer'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import type { SourceId } from '@wuku/core/core-types'
import { cancelled, WukuError } from '@wuku/core/errors'
import type { Progress } from '@wuku/kernel/base/caller'
import type { BlobFacts, Blobs } from '@wuku/core/ports/blobs'
import { stampOf } from '@wuku/docs/feed/feed'
import { tableCalled } from '../rows/record-tables.ts'
import type { CopiedOriginal, RecordReader, MoveTarget, RecordWriter } from '../rows/records.ts'
import { isServed } from '@wuku/settings/server-file'
import type { StoreSite } from './store-sites.ts'
import { sumsOf, verifyMove, isEqual, type Compared } from './verify-move.ts'
import type { Sum } from '../rows/record-sums.ts'
import {
  eachRow,
  partsOf,
  countOf,
  emptyStorePart,
  isOfSource,
  labelOf,
  POSTINGS,
  putRecord,
  VECTORS,
  type PostingPlaces,
  type StorePart,
} from '../rows/snapshot.ts'

export interface Migration {
  readonly from: StoreSite
  readonly to: StoreSite
  /** Originals of a team whose settings name a place for them; `undefined` for the data folder. */
  readonly sharedBlobs: Blobs | undefined
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export interface Migrated extends Moved {
  readonly compared: readonly Compared[]
  readonly isEqual: boolean
  readonly blobs: MovedBlobs
}

/** Nobody counts before how much there is: a step shows how much is done. */
const stepOf = (said: Text, done = 0): Progress => ({ stage: String(said), said, done, total: done })

interface Moved {
  /** It goes on from an earlier run. */
  readonly isResumed: boolean
  /** Parts and sources that changed in the old store since they were moved, and were moved again. */
  readonly movedAgain: readonly string[]
}

/** The new store is opened to others only when both sides are found to be the same. */
export async function migrateStore(migration: Migration): Promise<Migrated> {
  const { from, to, progress } = migration
  if (from.label === to.label) throw new WukuError('bad-input', msg('oldStoreNewOneSame', { label: to.label }))
  for (const { file, home } of [from, to])
    if (file !== undefined && existsSync(home) && (await isServed(home)))
      throw new WukuError('store-busy', msg('serverRunningWhatWroteMeanwhile', { home }))
  await from.requireUnused()
  const origin = await from.origin()
  try {
    const target = await to.target()
    try {
      const compare = (there: RecordReader): Promise<readonly Compared[]> =>
        verifyMove(origin, there, (what) => progress(stepOf(msg('comparingWhat', { what }))))
      if (await target.isForeign()) return await movedBefore(origin, target, compare)
      const moved = await moveStore(migration, origin, target)
      const { blobs, copied } = await moveOriginals(migration, origin)
      const there = await target.origin()
      const compared = await compare(there).finally(() => there.close())
      const areEqual = compared.every(isEqual)
      if (areEqual) await target.open(copied)
      return { ...moved, compared, isEqual: areEqual, blobs }
    } finally {
      await target.close()
    }
  } finally {
    await origin.close()
  }
}

/** A move that was killed after its last step is found to be whole; any other store is left alone. */
async function movedBefore(
  origin: RecordReader,
  target: MoveTarget,
  compare: (there: RecordReader) => Promise<readonly Compared[]>,
): Promise<Migrated> {
  const there = await target.origin()
  try {
    const [old, found] = await Promise.all([origin, there].map(async (each) => (await partsOf(each))[0]?.print()))
    // Most others differ in their first part, and are not read as a whole.
    const compared = old === found ? await compare(there) : []
    if (compared.length === 0 || !compared.every(isEqual)) throw new WukuError('conflict', msg('newStoreNotEmptyMove'))
    return { isResumed: true, movedAgain: [], compared, isEqual: true, blobs: noBlobs }
  } finally {
    await there.close()
  }
}

const noBlobs: MovedBlobs = { files: 0, bytes: 0, copied: 0 }

/** Counts alone; nothing is opened on the other side. */
export async function countStore(from: StoreSite): Promise<ReadonlyMap<string, Sum>> {
  const origin: RecordReader = await from.origin()
  try {
    return await sumsOf(origin, () => {})
  } finally {
    await origin.close()
  }
}

/** All originals lie below these. */
const FOLDERS = ['docs/', 'pushed/', 'uploads/']

/** Only what is missing there, or is of another length. */
async function moveOriginals({ from, to, sharedBlobs, signal, progress }: Migration, origin: RecordReader) {
  const [old, next] = [blobsOf(from, sharedBlobs), blobsOf(to, sharedBlobs)]
  if (old.key === next.key) return { blobs: noBlobs, copied: [] }
  const sum = { files: 0, bytes: 0, copied: 0 }
  for (const folder of FOLDERS)
    for await (const blob of old.blobs.list(folder)) {
      if (signal.aborted) throw cancelled()
      if (await copyBlob(old.blobs, next.blobs, blob)) sum.copied++
      sum.files++
      sum.bytes += blob.bytes
      progress(stepOf('originals', sum.files))
    }
  return { blobs: sum, copied: await findCopied(origin, old.blobs, next.blobs) }
}

/** Originals of a file lie in its folder, and originals of a database where the settings say, or in the data folder. */
function blobsOf({ file, home }: StoreSite, shared: Blobs | undefined) {
  if (file === undefined && shared) return { key: 'shared', blobs: shared }
  return { key: home, blobs: openLocalBlobs(join(home, 'blobs')) }
}

export interface MovedBlobs {
  readonly files: number
  readonly bytes: number
  /** How many of these the new place lacked. */
  readonly copied: number
}

async function copyBlob(from: Blobs, to: Blobs, { key, bytes: length }: BlobFacts): Promise<boolean> {
  if ((await to.facts(key))?.bytes === length) return false
  const bytes = await from.get(key)
  if (!bytes) return false
  await to.put(key, bytes)
  await to.sync([key])
  return true
}

/** Files of libraries whose copies have another stamp: they would count as changed. */
async function findCopied(origin: RecordReader, from: Blobs, to: Blobs): Promise<readonly CopiedOriginal[]> {
  const copied: CopiedOriginal[] = []
  for await (const row of eachRow(origin, tableCalled('library_versions'))) {
    const [source, originals] = [Number(row['source']) as SourceId, String(row['originals'])]
    if (originals === '') continue
    for await (const { key } of from.list(originals)) {
      const item = key.slice(originals.length)
      const [before, stamp] = await Promise.all([from, to].map((blobs) => stampOf(item, { blobs, originals })))
      if (before !== undefined && stamp !== undefined && stamp !== before) copied.push({ source, item, before, stamp })
    }
  }
  return copied
}

/** A part as far as it has come, as it is noted in the target. */
interface PartState {
  /** Print of the part when its move began; it is moved again when it differs. */
  readonly print: string
  readonly at?: unknown
  readonly isDone?: boolean
}

interface Run extends Pick<Migration, 'signal' | 'progress'> {
  readonly target: MoveTarget
  readonly states: Map<string, PartState>
  readonly movedAgain: string[]
}

/** Goes on where an earlier run of the same move was stopped; each page is written in one transaction with where it ends. */
async function moveStore(
  { from: { label: from }, signal, progress }: Migration,
  origin: RecordReader,
  target: MoveTarget,
): Promise<Moved> {
  const notes = new Map(await target.notes())
  const startedFrom = notes.get(STARTED_FROM)
  notes.delete(STARTED_FROM)
  if (startedFrom !== undefined && startedFrom !== from)
    throw new WukuError('conflict', msg('moveFromAnotherStoreBegun', { startedFrom }))
  if (startedFrom === undefined) await target.write((transaction) => transaction.note(STARTED_FROM, from))
  const states = new Map([...notes].map(([name, state]) => [name, JSON.parse(state) as PartState]))
  const run: Run = { target, signal, progress, states, movedAgain: [] }
  const parts = await partsOf(origin)
  const left = [...states.keys()].filter((name) => isOfSource(name) && !parts.some((part) => part.name === name))
  for (const name of left) await moveAgain(run, name)
  for (const part of parts) await movePart(run, part)
  await target.complete(await origin.lastNumbers())
  return { isResumed: startedFrom !== undefined, movedAgain: run.movedAgain }
}

const STARTED_FROM = 'from'

async function movePart(run: Run, part: StorePart): Promise<void> {
  const { target, signal, progress, states } = run
  const print = await part.print()
  const before = states.get(part.name)
  if (before && (before.print !== print || !isKnown(before))) await moveAgain(run, part.name)
  const state = states.get(part.name)
  if (state?.isDone) return
  throwIfCancelled(signal)
  const note = (transaction: RecordWriter, next: Omit<PartState, 'print'>): Promise<void> =>
    transaction.note(part.name, JSON.stringify({ print, ...next } satisfies PartState))
  let last = state?.at
  let done = 0
  for await (const { at, records } of part.pages(state?.at)) {
    const [record] = records
    if (record) progress(stepOf(labelOf(record), done))
    throwIfCancelled(signal)
    await target.write(async (transaction) => {
      for (const each of records) await putRecord(transaction, each)
      await note(transaction, { at })
    })
    last = at
    done += records.reduce((sum, each) => sum + countOf(each), 0)
  }
  await target.write((transaction) => note(transaction, { at: last, isDone: true }))
}

/** Earlier versions noted in another way how far a part had come. */
const isKnown = ({ at, isDone }: PartState): boolean => at !== undefined || isDone === true

/** Takes out what changed or went since an earlier run. */
async function moveAgain({ target, states, movedAgain }: Run, part: string): Promise<void> {
  movedAgain.push(part)
  states.delete(part)
  const postings = states.get(POSTINGS)
  if (isOfSource(part)) {
    states.delete(VECTORS)
    const { [part.slice('source '.length)]: _gone, ...places } = (postings?.at ?? {}) as PostingPlaces
    if (postings) states.set(POSTINGS, { print: postings.print, at: places })
  }
  await target.write(async (transaction) => {
    await emptyStorePart(transaction, part)
    for (const name of [part, VECTORS, POSTINGS]) {
      const state = states.get(name)
      await transaction.note(name, state && JSON.stringify(state))
    }
  })
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled()
}
