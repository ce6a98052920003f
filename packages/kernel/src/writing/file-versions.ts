import { hash } from 'node:crypto'
import type { Source } from '@wuku/core/core-types'
import type { Blobs } from '@wuku/core/ports/blobs'

/** Texts that files had before wuku wrote them: as they were on disk, nothing masked, in the data folder and nowhere else. */

export interface StoredVersion {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string
  /** When it was replaced, in milliseconds since the epoch. */
  readonly replacedAt: number
  readonly bytes: number
  readonly key: string
}

export interface VersionedFile {
  readonly source: Source
  readonly path: string
}

/** Versions of one file; the oldest are removed first. */
const MAX_VERSIONS = 100

export const versionsOf = ({ id }: Pick<Source, 'id'>): string => `versions/${id}/`

/** By a hash: a folder may be called like a file that was there before it. */
export const versionsOfFile = ({ source, path }: VersionedFile): string =>
  `${versionsOf(source)}${hash('sha256', path, 'hex')}/`

/** Oldest first. */
export async function listVersions(file: VersionedFile, blobs: Blobs): Promise<readonly StoredVersion[]> {
  const found: StoredVersion[] = []
  for await (const { key, bytes } of blobs.list(versionsOfFile(file))) {
    const [at = '', version = ''] = key.slice(key.lastIndexOf('/') + 1).split('-')
    found.push({ hash: version, replacedAt: Number(at), bytes, key })
  }
  return found
}

export async function keepVersion(
  file: VersionedFile,
  { bytes, now }: { readonly bytes: Uint8Array; readonly now: number },
  blobs: Blobs,
): Promise<void> {
  const at = String(now).padStart(15, '0')
  const versionKey = `${versionsOfFile(file)}${at}-${hash('sha256', bytes, 'hex')}`
  await blobs.put(versionKey, bytes)
  await blobs.sync([versionKey])
  const all = await listVersions(file, blobs)
  for (const { key } of all.slice(0, Math.max(0, all.length - MAX_VERSIONS))) await blobs.delete(key)
}
