import { buffer } from 'node:stream/consumers'
import { msg } from '@wuku/messages/transfer'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { Progress } from '@wuku/kernel/base/caller'
import { counted } from '@wuku/kernel/base/counted'
import { one, sumOf } from '../carry/summed-files.ts'
import type { CountedSource } from '../rows/records.ts'

/** Newest format of backups; the store in one has a version of its own. In the first one that of a team is a dump of tables. */
export const BACKUP_FORMAT = 2
export const MANIFEST = 'manifest.json'
/** Beside the manifest, which names the hash of every other file: so it covers every byte of a backup. */
export const SIGNATURE = 'signature.json'

/** Written last: without it there is no backup. */
export interface Manifest {
  readonly format: number
  /** Version of the program. */
  readonly wuku: string
  /** ISO 8601. Everything that was acknowledged before it is there. */
  readonly moment: string
  readonly store: { readonly kind: 'sqlite' | 'postgres'; readonly version: number }
  /** With keys that sign logins, credentials of other servers, and secret settings. */
  readonly secrets: boolean
  readonly sources: readonly CountedSource[]
  readonly files: readonly BackupFile[]
  /** Original files by their key. Equal ones are kept once, under the name of their hash. */
  readonly blobs: readonly BackupBlob[]
  /** Keys of original files that could not be read, and are not in it. */
  readonly damaged?: readonly string[]
}

interface HomeFile {
  readonly name: string
  /** All of it is secret. */
  readonly isSecret: boolean
}

/**
 * Files of the data folder that nothing else makes again: a backup has no others. Models, downloads, logs and the file of a
 * running server are left out.
 */
export const homeFiles: readonly HomeFile[] = [
  { name: 'settings.yaml', isSecret: false },
  { name: 'pushes.json', isSecret: false },
  { name: 'servers.json', isSecret: true },
  { name: 'signing-keys.json', isSecret: true },
  { name: 'pack-key.json', isSecret: true },
]

export interface BackupBlob {
  readonly key: string
  readonly sha256: string
}

export interface BackupFile {
  /** `/`-separated, in the folder of the backup. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** Folders of a backup by what lies in them. */
export const STORE_FOLDER = 'store/'
export const HOME_FOLDER = 'home/'
export const BLOBS_FOLDER = 'blobs/'

/** `wuku-2026-11-26T17-50-00-123Z`; by name is by moment. */
export const nameAt = (time: number): string => `wuku-${new Date(time).toISOString().replaceAll(/[:.]/g, '-')}`

const NAME = /^wuku-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2})-(\d{3}Z)$/

export const isBackupName = (name: string): boolean => NAME.test(name)

/** Milliseconds since the epoch. */
export const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1$2:$3:$4.$5'))

export function readManifest(text: string, where: string): Manifest {
  const read = parseJson(text) as Manifest | undefined
  if (read === undefined || !isManifest(read)) throw noManifest(where)
  if (read.format > BACKUP_FORMAT)
    throw new WukuError(
      'store-newer',
      msg('backupFormatMadeVersionVersion', {
        where,
        format: read.format,
        wuku: read.wuku,
        backupFormat: BACKUP_FORMAT,
      }),
    )
  const foreignFile = read.files.find(
    ({ path }) => path.startsWith(HOME_FOLDER) && !homeFiles.some(({ name }) => path === HOME_FOLDER + name),
  )
  if (foreignFile) throw foreignFileError(foreignFile.path, where)
  return read
}

const foreignFileError = (path: string, where: string): WukuError =>
  new WukuError('store-damaged', msg('backupHoldsWhichNoBackup', { where, path }))

/** Paths are those of this program: nothing is written outside of the target. */
const isManifest = ({ format, wuku, moment: time, store, files, sources, blobs, damaged }: Manifest): boolean =>
  Number.isInteger(format) &&
  typeof wuku === 'string' &&
  !Number.isNaN(Date.parse(time)) &&
  ['sqlite', 'postgres'].includes(store?.kind) &&
  Number.isInteger(store.version) &&
  Array.isArray(sources) &&
  Array.isArray(files) &&
  files.every(isBackupFile) &&
  Array.isArray(blobs) &&
  blobs.every(({ key, sha256 }) => typeof key === 'string' && HASH.test(sha256)) &&
  (damaged === undefined || (Array.isArray(damaged) && damaged.every((key) => typeof key === 'string')))

const HASH = /^[0-9a-f]{64}$/

/** Named by its bytes: such names are safe on every disk. */
export const pathOfBlob = (sha256: string): string => `${BLOBS_FOLDER}${sha256.slice(0, 2)}/${sha256}`

const isBackupFile = ({ path, bytes, sha256 }: BackupFile): boolean =>
  typeof path === 'string' &&
  path.split('/').every((segment) => !['', '.', '..'].includes(segment)) &&
  !path.includes('\0') &&
  !(process.platform === 'win32' && path.includes('\\')) &&
  [STORE_FOLDER, HOME_FOLDER, BLOBS_FOLDER].some((folder) => path.startsWith(folder)) &&
  Number.isInteger(bytes) &&
  HASH.test(sha256)

/** For people. */
export const describeDamaged = (damaged: readonly string[]): string =>
  `${counted(damaged.length, 'original file')} could not be read and ${damaged.length === 1 ? 'is' : 'are'} not in it: ${damaged.slice(0, 10).join(', ')}${damaged.length > 10 ? ' …' : ''}.`

const noManifest = (where: string): WukuError =>
  new WukuError('store-damaged', msg('manifestBackupCannotRead', { where }))

/** A place with backups, each in a folder of its own. */
export interface BackupPlace {
  /** For people. */
  readonly label: string
  /** Names of those that are whole, oldest first. */
  list(): Promise<readonly string[]>
  /** `undefined` when there is none. */
  read(name: string, path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  begin(name: string): Promise<Draft>
  remove(name: string): Promise<void>
  /** Removes what killed processes left. */
  sweep(): Promise<void>
}

/** A backup that is being written: no list shows it. */
export interface Draft {
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<BackupFile>
  /** A file that something else makes at the place that it is given, where none is yet. */
  make(path: string, work: (at: string) => Promise<void>): Promise<BackupFile>
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** From here on it is a backup. */
  finish(manifest: string): Promise<void>
  abandon(): Promise<void>
}

export interface Checking {
  readonly signal: AbortSignal
  progress?(step: Progress): void
}

export type ReadFile = (path: string) => Promise<AsyncIterable<Uint8Array> | undefined>

/** Every file has the bytes that were written. */
export async function requireComplete(
  files: readonly BackupFile[],
  read: ReadFile,
  { signal, progress }: Checking,
): Promise<void> {
  for (const [at, file] of files.entries()) {
    signal.throwIfAborted()
    progress?.({ stage: 'check', done: at, total: files.length, said: 'Reading it back' })
    await requireIntact(file, await read(file.path))
  }
  progress?.({ stage: 'check', done: files.length, total: files.length, said: 'Read back' })
}

async function requireIntact(file: BackupFile, found: AsyncIterable<Uint8Array> | undefined): Promise<void> {
  const sum = found && (await sumOf(found))
  if (!sum) throw isWrong(file, 'is not there')
  if (sum.bytes !== file.bytes) throw isWrong(file, `has ${sum.bytes} bytes instead of ${file.bytes}`)
  if (sum.sha256 !== file.sha256) throw isWrong(file, 'has other bytes than were written')
}

/** Hands on what is checked. */
export async function readVerified(file: BackupFile, read: ReadFile): Promise<Uint8Array> {
  const found = await read(file.path)
  if (!found) throw isWrong(file, 'is not there')
  const bytes = await buffer(found)
  const sum = await sumOf(one(bytes))
  if (sum.sha256 !== file.sha256) throw isWrong(file, 'has other bytes than were written')
  return bytes
}

const isWrong = ({ path }: BackupFile, what: string): WukuError =>
  new WukuError('store-damaged', msg('backupDamaged', { path, what }))
