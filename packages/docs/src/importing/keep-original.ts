import { isWukuError } from '@wuku/core/errors'
import type { Blobs } from '@wuku/core/ports/blobs'
import { isReserved } from '../originals.ts'
import { describeSecrets } from '@wuku/text/secrets/secrets'

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

/** Secrets in originals: an index holds none of them, the copies that are kept hold them as they came. */
interface StoredSecrets {
  readonly count: number
  readonly kinds: string[]
}

export type Masked = readonly { readonly rule: string; readonly count: number }[]

export const storedSecrets = (masked: Masked = []): StoredSecrets => ({
  count: masked.reduce((sum, { count }) => sum + count, 0),
  kinds: [...new Set(masked.map(({ rule }) => rule))].toSorted(),
})

/** For people; nothing when there is none. */
export function describeStoredSecrets({ count, kinds }: StoredSecrets): readonly string[] {
  if (count === 0) return []
  const warning = describeSecrets(kinds.map((rule, at) => ({ rule, count: at === 0 ? count : 0 })))
  return [
    `${warning} in these documents: answers mask them, but the originals in your data folder are unmasked. ` +
      'Remove them at the origin, then import or upload again.',
  ]
}
