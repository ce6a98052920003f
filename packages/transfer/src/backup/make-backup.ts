import { msg } from '@wuku/messages/transfer'
import { sign } from 'node:crypto'
import { counted } from '@wuku/kernel/base/counted'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { withLease } from '@wuku/kernel/index/lease'
import { newUlid } from '@wuku/kernel/ulid'
import { everything } from '@wuku/core/ports/access'
import type { Activity } from '@wuku/core/ports/record-store'
import type { Store } from '@wuku/core/ports/store'
import { readVersion } from '@wuku/settings/package'
import { readSettingsFile } from '@wuku/settings/settings-file'
import { settingsTable } from '@wuku/settings/settings-table'
import type { Setting } from '@wuku/settings/setting'
import { readSettings, type Environment, type Settings } from '@wuku/settings/app-settings'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { openStore } from '@wuku/settings/team-open-store'
import { hasEnded, newOwner, systemClock } from '@wuku/settings/this-process'
import { one, type SummedFile } from '../carry/summed-files.ts'
import { copyBlobs, ownersIn } from './copy-blobs.ts'
import { packKey } from '../pack/pack-key.ts'
import {
  HOME_FOLDER,
  homeFiles,
  nameAt,
  describeDamaged,
  requireComplete,
  timeOf,
  SIGNATURE,
  type Manifest,
  type BackupPlace,
  type Draft,
  type Watching,
} from './manifest.ts'
import { openPlace, requireOutside } from './open-place.ts'
import { copyStore } from './stores.ts'

export interface BackupRequest extends Watching {
  readonly settings: Settings
  readonly environment: Environment
  readonly place: BackupPlace
  readonly withSecrets: boolean
  /** Number of newest backups to keep there, this one included; 0 for all. */
  readonly keep: number
  readonly actor: string
  /** Another backup is being made: it is waited for. */
  waiting?(): void
  /** Asked once it is this one's turn. */
  isStillDue?(): Promise<boolean>
}

/** With the store itself: for the lease of the backup, and to write down what became of it. */
interface Backup extends BackupRequest {
  readonly store: Store
}

interface Made {
  readonly name: string
  readonly manifest: Manifest
  readonly bytes: number
  /** Fingerprint of the key that signed it. */
  readonly signer: string
}

export interface Finished extends Made {
  /** Names of older ones that were removed. */
  readonly removed: readonly string[]
}

/** The event under which the log has what became of backups. */
export const BACKUP_EVENT = 'backup.complete'

/** A backup of the store of the settings; afterwards the oldest ones go. `undefined`: it was not wanted any more. */
export async function backUp(request: BackupRequest): Promise<Finished | undefined> {
  const { settings, place, keep } = request
  requireOutside(place.label, settings.home)
  const store = await openStore(settings)
  try {
    const made = await makeInTurn({ ...request, store })
    if (!made) return undefined
    const removed = keep === 0 ? [] : (await place.list()).slice(0, -keep)
    for (const name of removed) await place.remove(name)
    return { ...made, removed }
  } finally {
    await store.close()
  }
}

/** One at a time, whichever process makes it. */
async function makeInTurn(backup: Backup): Promise<Made | undefined> {
  const { store, signal, waiting = () => {} } = backup
  const request = { name: 'backup', owner: newOwner(), signal, hasEnded, waiting }
  return withLease(store, systemClock, request, async ({ signal: stopped }) => {
    if ((await backup.isStillDue?.()) === false) return undefined
    try {
      const made = await write({ ...backup, signal: stopped })
      await store.record({ activities: [activityOf(backup, successOf(made))] })
      return made
    } catch (error) {
      await store.record({ activities: [activityOf(backup, failureOf(error, signal))] }).catch(() => {})
      throw error
    }
  })
}

/** Writes a whole backup, reads it back, and only then gives it its name. */
async function write(backup: Backup): Promise<Made> {
  const { place, settings } = backup
  await place.sweep()
  const startedAt = Date.now()
  const name = nameAt(startedAt)
  const draft = await place.begin(name)
  try {
    const manifest = await fill(draft, startedAt, backup)
    await requireComplete(manifest.files, (path) => draft.read(path), backup)
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    // With the key of this data folder, with which packs are signed too.
    const key = await packKey(settings.home)
    const signature = sign(null, Buffer.from(text), key.private).toString('base64')
    await draft.write(SIGNATURE, one(Buffer.from(`${JSON.stringify({ key: key.public, signature })}\n`)))
    await draft.finish(text)
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    return { name, manifest, signer: key.fingerprint, bytes }
  } catch (error) {
    await draft.abandon().catch(() => {})
    throw error
  }
}

async function fill(draft: Draft, startedAt: number, backup: Backup): Promise<Manifest> {
  const { settings, environment, signal, withSecrets, progress } = backup
  const copied = (count: number): void =>
    progress({ stage: 'originals', done: count, total: undefined, said: msg('copyingOriginals', { count }) })
  const owners = () => backup.store.read(everything, ownersIn)
  const copyOriginals = copyBlobs({ from: openBlobs(settings, environment), draft, signal, copied, owners })
  await copyOriginals()
  progress({ stage: 'store', done: 0, total: undefined, said: 'Copying the store' })
  const { format, store, sources, files } = await copyStore(settings, draft, { signal, progress })
  const { damaged, ...originals } = await copyOriginals()
  const ownFiles: SummedFile[] = []
  for (const { name, bytes } of await readHomeFiles(settings.home, withSecrets))
    ownFiles.push(await draft.write(HOME_FOLDER + name, one(bytes)))
  return {
    format,
    wuku: readVersion(),
    moment: new Date(startedAt).toISOString(),
    store,
    secrets: withSecrets,
    sources,
    files: [...files, ...ownFiles, ...originals.files],
    blobs: originals.blobs,
    ...(damaged.length > 0 && { damaged }),
  }
}

/** Files that exist. Without secrets, secret settings are left out of the settings. */
async function readHomeFiles(home: string, withSecrets: boolean) {
  const found: { readonly name: string; readonly bytes: Uint8Array }[] = []
  for (const { name } of homeFiles.filter(({ isSecret }) => withSecrets || !isSecret)) {
    const path = join(home, name)
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (!bytes) continue
    found.push({ name, bytes: name === 'settings.yaml' && !withSecrets ? await withoutSecrets(path) : bytes })
  }
  return found
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

type Outcome = Pick<Activity, 'status' | 'message' | 'facts'>

const activityOf = ({ place, actor }: Backup, outcome: Outcome): Activity => ({
  at: Date.now(),
  task: newUlid(Date.now()),
  event: BACKUP_EVENT,
  actor,
  library: null,
  version: null,
  target: place.label,
  ...outcome,
})

const successOf = ({ name, manifest, bytes }: Made): Outcome => ({
  status: manifest.damaged ? 'warning' : 'success',
  message: `Backup ${name}: ${counted(manifest.files.length, 'file')}, ${counted(bytes, 'byte')}.${manifest.damaged ? ` ${describeDamaged(manifest.damaged)}` : ''}`,
  facts: { name, bytes, files: manifest.files.length },
})

const failureOf = (error: unknown, signal: AbortSignal): Outcome => ({
  status: signal.aborted ? 'cancelled' : 'error',
  message: error instanceof Error ? error.message : String(error),
  facts: error instanceof WukuError ? { remedy: error.remedy } : {},
})

/** The shortest period is a minute. */
const POLL_INTERVAL_MS = 30_000
/** After a failure it is tried again in this time, and not at every look. */
const AFTER_FAILURE_MS = 15 * 60_000

export interface ScheduleInput {
  readonly environment: Environment
  readonly signal: AbortSignal
  failed(error: unknown): void
}

/** Makes a backup whenever the newest is older than `backup.every`, until the signal. Settings are read at each look. */
export async function scheduleBackups({ environment, signal, failed }: ScheduleInput): Promise<void> {
  let notBefore = 0
  while (!signal.aborted) {
    try {
      if (Date.now() >= notBefore) await backUpIfDue(environment, signal)
    } catch (error) {
      notBefore = Date.now() + AFTER_FAILURE_MS
      if (!signal.aborted) failed(error)
    }
    await systemClock.sleep(POLL_INTERVAL_MS, signal)
  }
}

async function backUpIfDue(environment: Environment, signal: AbortSignal): Promise<void> {
  const settings = await readSettings(environment)
  const { place: written, every, keep } = settings.backup
  if (written === '' || every === 0) return
  const place = await openPlace(written, settings, environment)
  const isStillDue = (): Promise<boolean> => isDue(place, every)
  if (!(await isStillDue())) return
  // Asked again once it is this server's turn: another one may have made it meanwhile.
  const request = { settings, environment, place, withSecrets: true, keep, actor: 'schedule', signal, isStillDue }
  await backUp({ ...request, progress: () => {} })
}

async function isDue(place: BackupPlace, every: number): Promise<boolean> {
  const newest = (await place.list()).at(-1)
  return newest === undefined || timeOf(newest) + every <= Date.now()
}
