import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { msg } from '@wuku/messages/transfer'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { Progress } from '@wuku/kernel/base/caller'
import { counted } from '@wuku/kernel/base/counted'
import { sumOf, summedFile, type SummedFile } from '../carry/summed-files.ts'

/** Newest format of backups; the store in one has a version of its own. In the first one that of a team is a dump of tables. */
export const BACKUP_FORMAT = 2
/** Beside the manifest, which names the hash of every other file: so it covers every byte of a backup. */
export const SIGNATURE = 'signature.json'

export const STORE_FOLDER = 'store/'
export const HOME_FOLDER = 'home/'
export const BLOBS_FOLDER = 'blobs/'

/** Nothing is written outside of the target. */
const isBackupPath = (path: string): boolean =>
  path.split('/').every((segment) => !['', '.', '..'].includes(segment)) &&
  !path.includes('\0') &&
  !(process.platform === 'win32' && path.includes('\\')) &&
  [STORE_FOLDER, HOME_FOLDER, BLOBS_FOLDER].some((folder) => path.startsWith(folder))

/** An original file by its key. Equal ones are kept once, under the name of their hash. */
const backupBlob = z.object({ key: z.string(), sha256: summedFile.shape.sha256 })
export type BackupBlob = Readonly<z.output<typeof backupBlob>>

/** Written last: without it there is no backup. */
const manifest = z.object({
  format: z.number().int(),
  /** Version of the program. */
  wuku: z.string(),
  /** ISO 8601. Everything that was acknowledged before it is there. */
  moment: z.string().refine((written) => !Number.isNaN(Date.parse(written))),
  store: z.object({ kind: z.enum(['sqlite', 'postgres']), version: z.number().int() }),
  /** With keys that sign logins, credentials of other servers, and secret settings. */
  secrets: z.boolean(),
  sources: z.array(z.object({ source: z.string(), documents: z.number(), chunks: z.number() })).readonly(),
  files: z.array(summedFile.extend({ path: z.string().refine(isBackupPath) })).readonly(),
  blobs: z.array(backupBlob).readonly(),
  /** Keys of original files that could not be read, and are not in it. */
  damaged: z.array(z.string()).readonly().optional(),
})
export type Manifest = Readonly<z.output<typeof manifest>>

/**
 * Files of the data folder that nothing else makes again: a backup has no others. Models, downloads, logs and the file of a
 * running server are left out. `isSecret`: all of it is.
 */
export const homeFiles = [
  { name: 'settings.yaml', isSecret: false },
  { name: 'pushes.json', isSecret: false },
  { name: 'servers.json', isSecret: true },
  { name: 'signing-keys.json', isSecret: true },
  { name: 'pack-key.json', isSecret: true },
]

/** `wuku-2026-11-26T17-50-00-123Z`; by name is by moment. */
export const nameAt = (time: number): string => `wuku-${new Date(time).toISOString().replaceAll(/[:.]/g, '-')}`

const NAME = /^wuku-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2})-(\d{3}Z)$/

export const isBackupName = (name: string): boolean => NAME.test(name)

/** Milliseconds since the epoch. */
export const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1$2:$3:$4.$5'))

export function readManifest(text: string, where: string): Manifest {
  const { success, data: read } = manifest.safeParse(parseJson(text))
  if (!success) throw new WukuError('store-damaged', msg('manifestBackupCannotRead', { where }))
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
  if (foreignFile)
    throw new WukuError('store-damaged', msg('backupHoldsWhichNoBackup', { where, path: foreignFile.path }))
  return read
}

/** Named by its bytes: such names are safe on every disk. */
export const pathOfBlob = (sha256: string): string => `${BLOBS_FOLDER}${sha256.slice(0, 2)}/${sha256}`

/** For people. */
export const describeDamaged = (damaged: readonly string[]): string =>
  `${counted(damaged.length, 'original file')} could not be read and ${damaged.length === 1 ? 'is' : 'are'} not in it: ${damaged.slice(0, 10).join(', ')}${damaged.length > 10 ? ' …' : ''}.`

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
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<SummedFile>
  /** A file that something else makes at the place that it is given, where none is yet. */
  make(path: string, work: (at: string) => Promise<void>): Promise<SummedFile>
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** From here on it is a backup. */
  finish(manifest: string): Promise<void>
  abandon(): Promise<void>
}

export interface Watching {
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export type ReadFile = (path: string) => Promise<AsyncIterable<Uint8Array> | undefined>

/** Every file has the bytes that were written. */
export async function requireComplete(files: readonly SummedFile[], read: ReadFile, { signal, progress }: Watching) {
  for (const [at, file] of files.entries()) {
    signal.throwIfAborted()
    progress({ stage: 'check', done: at, total: files.length, said: 'Reading it back' })
    await requireIntact(file, await read(file.path))
  }
  progress({ stage: 'check', done: files.length, total: files.length, said: 'Read back' })
}

async function requireIntact(file: SummedFile, found: Parameters<typeof sumOf>[0] | undefined): Promise<void> {
  const sum = found && (await sumOf(found))
  if (!sum) throw isWrong(file, 'is not there')
  if (sum.bytes !== file.bytes) throw isWrong(file, `has ${sum.bytes} bytes instead of ${file.bytes}`)
  if (sum.sha256 !== file.sha256) throw isWrong(file, 'has other bytes than were written')
}

/** Hands on what is checked. */
export async function readVerified(file: SummedFile, read: ReadFile): Promise<Uint8Array> {
  const found = await read(file.path)
  if (!found) throw isWrong(file, 'is not there')
  const bytes = await buffer(found)
  await requireIntact(file, [bytes])
  return bytes
}

const isWrong = ({ path }: SummedFile, what: string): WukuError =>
  new WukuError('store-damaged', msg('backupDamaged', { path, what }))
