import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { msg } from '@wuku/messages/transfer'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import { checkSqlite, requireOwnSchema, requireUnused, isEmptySqlite, replaceSqlite } from '@wuku/store-sqlite/copy'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { schemaVersion } from '@wuku/store-sqlite/schema'
import { WukuError } from '@wuku/core/errors'
import { everything } from '@wuku/core/ports/access'
import type { Blobs } from '@wuku/core/ports/blobs'
import { readableFor } from '@wuku/core/ports/store'
import { findServer } from '@wuku/settings/server-file'
import { writePrivately } from '@wuku/settings/private-file'
import { putBlobs } from './copy-blobs.ts'
import { HOME_FOLDER } from './manifest.ts'
import {
  openFile,
  requireEqual,
  homeFilesOf,
  type FoundBackup,
  type RestoreHow,
  type RestoreTarget,
} from './restore.ts'
import { countSources, SQLITE_FILE } from './stores.ts'

const STORE = 'wuku.sqlite'
const BLOBS = 'blobs'
const REPLACED = 'replaced'
const STAGE = 'restoring-'

/** A data folder of this machine. `blobs`: originals lie elsewhere. */
export const homeTarget = (home: string, blobs?: Blobs): RestoreTarget => ({
  kind: 'sqlite',
  version: schemaVersion,
  label: home,
  name: basename(home),
  home,
  isEmpty: () => isEmpty(join(home, STORE)),
  async requireUnused() {
    const server = await findServer(home)
    if (server) throw new WukuError('store-busy', msg('serverRuns', { home, url: server.url }))
    await requireUnused(join(home, STORE))
  },
  restore: (backup, how) => restore(backup, how, home, blobs),
})

async function isEmpty(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (!found || found.size === 0) return true
  try {
    return isEmptySqlite(file)
  } catch {
    // One of an older format, or a damaged one, is not nothing.
    return false
  }
}

/** Everything is made in a folder of its own, checked, and then put in its place at once. */
async function restore(backup: FoundBackup, how: RestoreHow, home: string, blobs: Blobs | undefined) {
  await makeFolder(home)
  await sweepStages(home)
  const stage = join(home, STAGE + randomUUID())
  await mkdir(stage, { mode: 0o700 })
  try {
    const fresh = join(stage, STORE)
    await writeStore(fresh, backup, how)
    const sources = await upgraded(fresh, backup)
    if (blobs) await putBlobs(blobs, backup.manifest.blobs, backup.readVerified, 'missing')
    else await stageBlobs(join(stage, BLOBS), backup, how)
    await replaceSqlite(fresh, join(home, STORE), async () => (blobs ? async () => {} : swapBlobs(home, stage)))
    if (blobs) await putBlobs(blobs, backup.manifest.blobs, backup.readVerified, 'changed')
    return { sources, retainedFiles: await writeHomeFiles(home, backup, how) }
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Removes folders of killed processes: restores of one data folder do not run side by side. */
async function sweepStages(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(STAGE)) continue
    const stage = join(home, name)
    // One that ended between the originals and the store: the originals of the store that stands go back.
    if (existsSync(join(stage, REPLACED)) && existsSync(join(stage, STORE))) await swapBack(home, stage)
    await rm(stage, { recursive: true, force: true })
  }
}

async function writeStore(fresh: string, { read }: FoundBackup, { signal, progress }: RestoreHow): Promise<void> {
  progress({ stage: 'store', done: 0, total: undefined, said: 'Writing the store' })
  await pipeline(await openFile(read, SQLITE_FILE), createWriteStream(fresh, { mode: 0o600, flags: 'wx' }), { signal })
}

/** The file is brought to this version and looked through before anybody sees it. */
async function upgraded(fresh: string, { manifest }: FoundBackup) {
  await checkSqlite(fresh)
  requireOwnSchema(fresh)
  const store = await openSqlite(fresh)
  try {
    const sources = await countSources(readableFor(store, everything))
    requireEqual(sources, manifest)
    await store.tidy()
    return sources
  } finally {
    await store.close()
    const handle = await open(fresh, 'r+')
    await handle.sync().finally(() => handle.close())
  }
}

async function stageBlobs(folder: string, { manifest, readVerified }: FoundBackup, { progress }: RestoreHow) {
  progress({ stage: 'originals', done: 0, total: undefined, said: 'Writing original files' })
  await mkdir(folder, { mode: 0o700 })
  await putBlobs(openLocalBlobs(folder), manifest.blobs, readVerified, 'missing')
}

async function swapBlobs(home: string, stage: string): Promise<() => Promise<void>> {
  await rename(join(home, BLOBS), join(stage, REPLACED)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(join(stage, BLOBS), join(home, BLOBS))
  return () => swapBack(home, stage)
}

async function swapBack(home: string, stage: string): Promise<void> {
  await rm(join(home, BLOBS), { recursive: true, force: true })
  if (existsSync(join(stage, REPLACED))) await rename(join(stage, REPLACED), join(home, BLOBS))
}

/** Without `replace` only those that are not there. */
export async function writeHomeFiles(home: string, backup: FoundBackup, { replaces }: Pick<RestoreHow, 'replaces'>) {
  const retained: string[] = []
  for (const path of homeFilesOf(backup)) {
    const name = path.slice(HOME_FOLDER.length)
    const bytes = await backup.readVerified(path)
    const there = await readFile(join(home, name)).catch(() => undefined)
    if (there && Buffer.compare(there, bytes) === 0) continue
    if (there && !replaces) retained.push(name)
    else await writePrivately(join(home, name), Buffer.from(bytes).toString('utf8'))
  }
  return retained
}
