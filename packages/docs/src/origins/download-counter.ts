import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/docs'
import type { Skipped } from '@wuku/core/core-types'

/** Limits of one download. */
export interface Caps {
  readonly files: number
  readonly bytes: number
  readonly asides: number
  /** Limits of an archive: compressed bytes, unpacked bytes, and entries of any kind. */
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly entries: number
}

export const GB = 1024 ** 3

export const defaultCaps: Caps = {
  files: 50_000,
  bytes: 2 * GB,
  asides: 50_000,
  packedBytes: 2 * GB,
  unpackedBytes: 8 * GB,
  entries: 1_000_000,
}

export type DownloadCounter = ReturnType<typeof createDownloadCounter>

/** Names of skipped files that are kept: a download of a whole disk needs no list of it. */
const MAX_NAMED = 100_000

/** Counts what a download takes and sees; throws when it is too much. */
export function createDownloadCounter(caps: Caps) {
  const counts = { entries: 0, unpacked: 0, documents: 0, asides: 0, bytes: 0, leftOut: 0 }
  const paths = new Set<string>()
  const skipped: Skipped[] = []
  const countBytes = (bytes: number): void => {
    counts.bytes += bytes
    if (counts.bytes > caps.bytes) throw tooMuch(`${caps.bytes / GB} GB of files`)
  }
  return {
    /** An entry that is looked at, taken or not. */
    see(bytes: number): void {
      counts.unpacked += bytes
      if (counts.unpacked > caps.unpackedBytes) throw tooMuch(`${caps.unpackedBytes / GB} GB`)
      if (++counts.entries > caps.entries) throw tooMuch(`${caps.entries} entries`)
    },
    countDocument(bytes: number): void {
      if (++counts.documents > caps.files) throw tooMuch(`${caps.files} files`)
      countBytes(bytes)
    },
    /** `false`: there are enough of them. */
    countInclude(bytes: number): boolean {
      if (counts.asides >= caps.asides) return false
      counts.asides++
      countBytes(bytes)
      return true
    },
    leaveOut(path: string, why: Text): void {
      counts.leftOut++
      this.passOver(path, why)
    },
    /** Counts a file that was never a document. */
    passOver(path: string, why: Text): void {
      if (skipped.length < MAX_NAMED) skipped.push({ path, why })
    },
    /** `false`: a file with this path, or one that differs in case or Unicode form alone, was taken before. */
    isNew(path: string): boolean {
      const before = paths.size
      return paths.add(path.normalize('NFC').toLowerCase()).size > before
    },
    get documents(): number {
      return counts.documents
    },
    get leftOut(): number {
      return counts.leftOut
    },
    skipped,
  }
}

export const tooMuch = (what: string): WukuError => new WukuError('too-large', msg('tooMuch', { what }))
