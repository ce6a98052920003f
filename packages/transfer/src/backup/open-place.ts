import { msg } from '@wuku/messages/transfer'
import { type BackupPlace, isBackupName, type Draft } from './manifest.ts'
import { join, resolve, sep } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { usage } from '@wuku/terminal/arguments'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { noTeam } from '@wuku/settings/team-settings'
import { expandPath } from '@wuku/settings/user-path'
import { openBucketPlace } from './bucket-place.ts'
import { createReadStream } from 'node:fs'
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { openDraftFolder, sumOf } from '../carry/summed-files.ts'
import { hasEnded, newOwner } from '@wuku/settings/this-process'

/** A folder, or `s3://bucket/prefix`. */
export async function openPlace(
  written: string,
  { home, team, offline }: Pick<Settings, 'home' | 'team' | 'offline'>,
  environment: Environment,
): Promise<BackupPlace> {
  if (written.trim() === '') throw usage(msg('noPlaceBackupsGiven'))
  if (written.startsWith('s3:')) {
    if (offline) throw new WukuError('offline', msg('settingOfflineNoBackupSent'))
    requireSeparate(written, team.blobs)
    const bucket = openBlobs({ home, team: { ...noTeam, blobs: written } }, environment)
    return openBucketPlace({ label: written, bucket, scratch: home })
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(written))
    throw usage(msg('backupsCannotKeptAddressKind', { value: String(written.split(':')[0]) }))
  const folder = resolve(expandPath(written, environment) ?? written)
  requireSeparate(folder, join(home, 'blobs'))
  return openFolderPlace(folder)
}

/** A fault that destroys the data folder would take the backups along, and `wuku uninstall --purge` deletes it whole. */
export function requireOutside(place: string, home: string): void {
  if (!`${place}${sep}`.startsWith(`${resolve(home)}${sep}`)) return
  throw usage(msg('liesDataFolderLosingFolder', { place, home }))
}

/** Originals are listed whole: backups among them would be copied with them. */
function requireSeparate(place: string, blobs: string): void {
  const [one, other] = [place, blobs].map((each) => `${each.split('?')[0]?.replace(/[/\\]+$/, '')}/`)
  if (one?.startsWith(other ?? '') && blobs !== '') throw usage(msg('liesAmongOriginalFiles', { place, blobs }))
}

const FILE_MODE = 0o600

/** A folder of this machine, or of a disk that it mounts. */
export function openFolderPlace(folder: string): BackupPlace {
  return {
    label: folder,
    list: () => listIn(folder),
    read: async (name, path) => readAt(join(folder, name, path)),
    begin: (name) => refusing(folder, () => begin(folder, name)),
    remove: (name) => removeIn(folder, name),
    sweep: () => sweep(folder),
  }
}

async function listIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw refused(folder, error)
  })
  return names.filter(isBackupName).toSorted()
}

/** Renamed first: a backup that is gone in part is none. */
async function removeIn(folder: string, name: string): Promise<void> {
  const draftFolder = join(folder, draftName(name))
  await rename(join(folder, name), draftFolder)
  await rm(draftFolder, { recursive: true, force: true })
}

/** Names its process, so that the draft of a killed one can be recognised. */
const draftName = (name: string): string => `.${name}.${Buffer.from(newOwner()).toString('base64url')}${DRAFT}`
const DRAFT = '.draft'
const DRAFT_NAME = /^\.wuku-[^.]+\.([\w-]+)\.draft$/
const A_DAY = 24 * 60 * 60 * 1_000

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = DRAFT_NAME.exec(name)?.[1]
    if (owner === undefined) continue
    const at = join(folder, name)
    // That of another machine may still be written to.
    const isOld = Date.now() - ((await stat(at).catch(() => undefined))?.mtimeMs ?? Date.now()) > A_DAY
    if (isOld || hasEnded(Buffer.from(owner, 'base64url').toString('utf8')))
      await rm(at, { recursive: true, force: true })
  }
}

async function begin(folder: string, name: string): Promise<Draft> {
  const draftFolder = join(folder, draftName(name))
  const { placeOf, write, finish, abandon } = await openDraftFolder(draftFolder)
  return {
    async make(path, work) {
      const at = await placeOf(path)
      await work(at)
      await chmod(at, FILE_MODE)
      return { path, ...(await sumOf(createReadStream(at))) }
    },
    write: (path, bytes) => refusing(folder, () => write(path, bytes)),
    read: (path) => readAt(join(draftFolder, path)),
    async finish(manifest) {
      await finish(join(folder, name), manifest, () => syncFolders(draftFolder))
      await syncFolder(folder)
    },
    abandon,
  }
}

async function readAt(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return readParts(path)
  return found?.isFile()
    ? (createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>)
    : undefined
}

/** In a bucket larger files are folders of parts. */
async function* readParts(folder: string): AsyncGenerator<Uint8Array> {
  for (const name of (await readdir(folder)).toSorted()) yield* createReadStream(join(folder, name))
}

/** Names are on the disk too, before the backup has its own. */
async function syncFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isDirectory()))
    await syncFolder(join(parentPath, name))
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function refusing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refused(folder, error)
  }
}

const refused = (folder: string, cause: unknown): unknown => {
  const { code, message } = cause as NodeJS.ErrnoException
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return cause
  return new WukuError(
    'disk-failed',
    msg('placeBackupsCannotUsed', { folder, message }),
    code === 'ENOSPC' || code === 'EDQUOT' ? msg('freeSomeSpaceGiveAnother') : msg('checkFolderYouMayWrite'),
    { cause },
  )
}
