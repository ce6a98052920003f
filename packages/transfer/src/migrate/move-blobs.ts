import { stampOf } from '@wuku/docs/feed/feed'
import { tableCalled } from '../rows/moved-tables.ts'
import type { SourceId } from '@wuku/core/core-types'
import type { BlobFacts, Blobs } from '@wuku/core/ports/blobs'
import type { CopiedOriginal, MovingOrigin } from '../rows/moving.ts'
import { cancelled } from '@wuku/core/errors'
import { eachRow } from './verify-move.ts'

export interface BlobMove {
  readonly from: Blobs
  readonly to: Blobs
  readonly signal: AbortSignal
  reportProgress(done: number): void
}

export interface MovedBlobs {
  readonly files: number
  readonly bytes: number
  /** How many of these the new place lacked. */
  readonly copied: number
}

/** All originals lie below these. */
const FOLDERS = ['docs/', 'pushed/', 'uploads/']

/** Only what is missing there, or is of another length. */
export async function moveBlobs(move: BlobMove): Promise<MovedBlobs> {
  const sum = { files: 0, bytes: 0, copied: 0 }
  for (const folder of FOLDERS)
    for await (const blob of move.from.list(folder)) {
      if (move.signal.aborted) throw cancelled()
      if (await copyBlob(move, blob)) sum.copied++
      sum.files++
      sum.bytes += blob.bytes
      move.reportProgress(sum.files)
    }
  return sum
}

async function copyBlob({ from, to }: BlobMove, { key, bytes: length }: BlobFacts): Promise<boolean> {
  if ((await to.facts(key))?.bytes === length) return false
  const bytes = await from.get(key)
  if (!bytes) return false
  await to.put(key, bytes)
  await to.sync([key])
  return true
}

/** Files of libraries whose copies have another stamp: they would count as changed. */
export async function findCopied(
  origin: MovingOrigin,
  { from, to }: Pick<BlobMove, 'from' | 'to'>,
): Promise<readonly CopiedOriginal[]> {
  const copied: CopiedOriginal[] = []
  for await (const { source, originals } of versionsOf(origin)) {
    for await (const { key } of from.list(originals)) {
      const item = key.slice(originals.length)
      const [before, stamp] = await Promise.all([from, to].map((blobs) => stampOf(item, { blobs, originals })))
      if (before !== undefined && stamp !== undefined && stamp !== before) copied.push({ source, item, before, stamp })
    }
  }
  return copied
}

interface Version {
  readonly source: SourceId
  readonly originals: string
}

async function* versionsOf(origin: MovingOrigin): AsyncGenerator<Version> {
  for await (const { source, originals } of eachRow(origin, tableCalled('library_versions')))
    if (originals !== '') yield { source: Number(source) as SourceId, originals: String(originals) }
}
