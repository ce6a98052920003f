import { msg } from '@wuku/messages/transfer'
import { counted } from '@wuku/kernel/base/counted'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { WukuError } from '@wuku/core/errors'
import type { Progress } from '@wuku/kernel/base/caller'
import { withLease } from '@wuku/kernel/index/lease'
import { newUlid } from '@wuku/kernel/ulid'
import { everything } from '@wuku/core/ports/access'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Activity } from '@wuku/core/ports/record-store'
import type { Store } from '@wuku/core/ports/store'
import { readVersion } from '@wuku/settings/package'
import { readSettingsFile } from '@wuku/settings/settings-file'
import { settingsTable } from '@wuku/settings/settings-table'
import type { Setting } from '@wuku/settings/setting'
import type { Settings } from '@wuku/settings/app-settings'
import { hasEnded, newOwner, systemClock } from '@wuku/settings/this-process'
import { one, sumOf } from '../carry/summed-files.ts'
import { copyBlobs, ownersIn } from './copy-blobs.ts'
import {
  HOME_FOLDER,
  homeFiles,
  nameAt,
  describeDamaged,
  type BackupFile,
  type Manifest,
  type BackupPlace,
  type Draft,
} from './manifest.ts'
import { SIGNATURE, signManifest } from './signature.ts'
import type { StoreKeeping } from './stores.ts'

export interface BackupInput {
  readonly settings: Settings
  readonly place: BackupPlace
  readonly keeping: StoreKeeping
  /** The store itself: for the lease of the backup, and to write down what became of it. */
  readonly store: Store
  readonly blobs: Blobs
  readonly withSecrets: boolean
  /** The one that asked for it. */
  readonly actor: string
  readonly signal: AbortSignal
  progress?(step: Progress): void
  /** Another backup is being made: it is waited for. */
  waiting?(): void
  /** Asked once it is this one's turn. */
  isStillDue?(): Promise<boolean>
}

export interface Made {
  readonly name: string
  readonly manifest: Manifest
  readonly bytes: number
  /** Fingerprint of the key that signed it. */
  readonly signer: string
}

/** The event under which the log has what became of backups. */
export const BACKUP_EVENT = 'backup.complete'

/** Writes a whole backup, reads it back, and only then gives it its name. One at a time, whichever process makes it. */
export async function makeBackup(input: BackupInput): Promise<Made | undefined> {
  const { store, signal, waiting = () => {} } = input
  const request = { name: 'backup', owner: newOwner(), signal, hasEnded, waiting }
  return withLease(store, systemClock, request, async ({ signal: stopped }) => {
    if ((await input.isStillDue?.()) === false) return undefined
    try {
      const made = await write({ ...input, signal: stopped })
      await store.record({ activities: [activityOf(input, made)] })
      return made
    } catch (error) {
      await store.record({ activities: [failureOf(input, error)] }).catch(() => {})
      throw error
    }
  })
}

async function write(input: BackupInput): Promise<Made> {
  const { place } = input
  await place.sweep()
  const startedAt = Date.now()
  const name = nameAt(startedAt)
  const draft = await place.begin(name)
  try {
    const manifest = await fill(draft, startedAt, input)
    await requireComplete(manifest.files, (path) => draft.read(path), input)
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    const signature = await signManifest(text, input.settings.home)
    await draft.write(SIGNATURE, one(Buffer.from(signature.text)))
    await draft.finish(text)
    return {
      name,
      manifest,
      signer: signature.signer,
      bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  } catch (error) {
    await draft.abandon().catch(() => {})
    throw error
  }
}

async function fill(draft: Draft, startedAt: number, input: BackupInput): Promise<Manifest> {
  const { settings, keeping, signal, withSecrets, progress = () => {} } = input
  const copied = (count: number): void =>
    progress({ stage: 'originals', done: count, total: undefined, said: `Copying original files: ${count}` })
  const originals = copyBlobs({
    from: input.blobs,
    draft,
    signal,
    copied,
    owners: () => input.store.read(everything, ownersIn),
  })
  await originals.pass()
  progress({ stage: 'store', done: 0, total: undefined, said: 'Copying the store' })
  const store = await keeping.copy(draft, { signal, progress })
  await originals.pass()
  const ownFiles: BackupFile[] = []
  for (const { name, bytes } of await readHomeFiles(settings.home, withSecrets))
    ownFiles.push(await draft.write(HOME_FOLDER + name, one(bytes)))
  const { version, sources, files } = store
  return {
    format: keeping.format,
    wuku: readVersion(),
    moment: new Date(startedAt).toISOString(),
    store: { kind: keeping.kind, version },
    secrets: withSecrets,
    sources,
    files: [...files, ...ownFiles, ...originals.files],
    blobs: originals.blobs,
    ...(originals.damaged.length > 0 && { damaged: originals.damaged }),
  }
}

interface ReadHomeFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files that exist. Without secrets, secret settings are left out of the settings. */
async function readHomeFiles(home: string, withSecrets: boolean): Promise<readonly ReadHomeFile[]> {
  const included = homeFiles.filter(({ isSecret }) => withSecrets || !isSecret)
  const read = await Promise.all(included.map(({ name }) => readOne(home, name, withSecrets)))
  return read.filter((each) => each !== undefined)
}

async function readOne(home: string, name: string, withSecrets: boolean): Promise<ReadHomeFile | undefined> {
  const path = join(home, name)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!bytes) return undefined
  return { name, bytes: name === 'settings.yaml' && !withSecrets ? await withoutSecrets(path) : bytes }
}

async function withoutSecrets(path: string): Promise<Uint8Array> {
  const document = await readSettingsFile(path)
  for (const [key, setting] of Object.entries<Setting<unknown>>(settingsTable)) {
    if (!setting.isSecret) continue
    if (document.has(key)) document.delete(key)
    if (document.hasIn(key.split('.'))) document.deleteIn(key.split('.'))
  }
  return Buffer.from(document.toString({ lineWidth: 0, flowCollectionPadding: false }))
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

const activityOf = ({ place, actor }: BackupInput, { name, manifest, bytes }: Made): Activity => ({
  ...blank(actor),
  status: manifest.damaged ? 'warning' : 'success',
  message: `Backup ${name}: ${counted(manifest.files.length, 'file')}, ${counted(bytes, 'byte')}.${manifest.damaged ? ` ${describeDamaged(manifest.damaged)}` : ''}`,
  target: place.label,
  facts: { name, bytes, files: manifest.files.length },
})

const failureOf = ({ place, actor, signal }: BackupInput, error: unknown): Activity => ({
  ...blank(actor),
  status: signal.aborted ? 'cancelled' : 'error',
  message: error instanceof Error ? error.message : String(error),
  target: place.label,
  facts: error instanceof WukuError ? { remedy: error.remedy } : {},
})

const blank = (actor: string) => ({
  at: Date.now(),
  task: newUlid(Date.now()),
  event: BACKUP_EVENT,
  actor,
  library: null,
  version: null,
})
