import { isWukuError } from '../../../core/errors.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import { isReserved } from '../originals.ts'

export interface Unplaced {
  readonly path: string
  readonly said: string
  readonly remedy: string
}

/** Puts an original below `into`, or says why it has no place there: it keeps none of the others out. */
export async function keepOriginal(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  into: string,
  blobs: Blobs,
): Promise<Unplaced | undefined> {
  if (isReserved(path)) return { path, ...reserved }
  try {
    await blobs.put(into + path, bytes)
    return undefined
  } catch (error) {
    if (isWukuError(error) && (error.code === 'conflict' || error.code === 'bad-input')) return { path, ...clash }
    throw error
  }
}

const reserved = {
  said: 'Names that begin with "~" are reserved for files beside the originals.',
  remedy: 'Rename its folder.',
}

const clash = {
  said: 'Its path is already used by a folder of another document.',
  remedy: 'Rename it.',
}
