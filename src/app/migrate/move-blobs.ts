import type { BlobFacts, Blobs } from '../../ports/blobs.ts'
import { cancelled } from '../../core/errors.ts'

export interface BlobMove {
  readonly from: Blobs
  readonly to: Blobs
  readonly signal: AbortSignal
  tell(done: number): void
}

export interface MovedBlobs {
  readonly files: number
  readonly bytes: number
  /** Of these, what the new place lacked. */
  readonly copied: number
}

/** What originals lie below. */
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
      move.tell(sum.files)
    }
  return sum
}

async function copyBlob({ from, to }: BlobMove, { key, bytes: length }: BlobFacts): Promise<boolean> {
  if ((await to.facts(key))?.bytes === length) return false
  const bytes = await from.get(key)
  if (!bytes) return false
  await to.put(key, bytes, { durable: true })
  return true
}
