import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isBackupName } from '@wuku/transfer/backup/manifest'
import type { Scope } from '@wuku/connect/client'
import { clients } from '@wuku/connect/clients'
import type { Installed } from '@wuku/connect/installed'
import type { Environment } from '@wuku/settings/app-settings'

/** A client that wuku was written into. */
export interface ConnectedClient extends Omit<Installed, 'entry'> {
  readonly client: string
  readonly title: string
  readonly isProject: boolean
}

/** All connections of this user, and those of the project in `folder`. */
export async function findConnections(places: Environment, folder: string): Promise<readonly ConnectedClient[]> {
  const { findInstalled } = await import('@wuku/connect/installed')
  const found = await findInstalled(places, folder)
  return found.map(({ client: { name, title }, entry: _entry, ...rest }) => ({ client: name, title, ...rest }))
}

/** Takes out server, guide and hook; the paths of all files that were changed or deleted. */
export async function disconnect({ client: name, isProject }: ConnectedClient, scope: Scope) {
  const [{ planConnection, writeChange }, { serverCommand }] = await Promise.all([
    import('@wuku/connect/connection'),
    import('@wuku/connect/tool-arguments'),
  ])
  const client = clients.find((each) => each.name === name)
  if (!client) return []
  const wishes = { server: 'remove', guide: 'remove', hook: 'remove' } as const
  const server = serverCommand(scope.places)
  const changes = await planConnection({ ...scope, isProject, client, wishes, server, language: 'en', force: false })
  const written = changes.filter(({ before, after }) => before !== after)
  for (const change of written) await writeChange(change)
  return written.map(({ file }) => file)
}

/** Settings of clients as they were before `wuku connect` changed them. */
export async function findBackups(places: Environment, folder: string): Promise<readonly string[]> {
  const { filesOf } = await import('@wuku/connect/installed')
  const files = clients.flatMap((client) =>
    [false, true].flatMap((isProject) => {
      const { server, guides, hook } = filesOf(client, { isProject, folder, places })
      const chosen = isProject ? client.project?.map((path) => join(folder, path)) : client.global?.(places)
      return [...(chosen ?? []), server ?? [], guides, hook ?? []].flat()
    }),
  )
  const found = await Promise.all(
    [...new Set(files)].map(async (file) => {
      const names = await readdir(dirname(file)).catch(() => [])
      return names.filter((name) => isBackupOf(name, basename(file))).map((name) => join(dirname(file), name))
    }),
  )
  return found.flat()
}

const isBackupOf = (name: string, file: string): boolean =>
  name.startsWith(`${file}.`) && /^\d{14}\.bak$/.test(name.slice(file.length + 1))

/** Folders of backups within the data folder: older versions made them there too. */
export async function backupsWithin(data: string): Promise<readonly string[]> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) =>
    entry.isDirectory() && isBackupName(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  )
}

/** Each Node that the launcher fetched, and what single executables unpacked. */
export async function findCaches(places: Environment): Promise<readonly string[]> {
  const folder = cacheFolder(places)
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^(?:node|app)-/.test(name)).map((name) => join(folder, name))
}

/** The same as in `bin/runtime.js`, which any Node has to understand. */
function cacheFolder({ env, platform, userFolder }: Environment): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(userFolder, 'AppData', 'Local'), 'wuku')
  if (platform === 'darwin') return join(userFolder, 'Library', 'Caches', 'wuku')
  return join(env['XDG_CACHE_HOME'] || join(userFolder, '.cache'), 'wuku')
}

/** `false`: it could not be deleted, such as a program that runs on Windows. */
export async function deleteTree(path: string): Promise<boolean> {
  const isGone = await rm(path, { recursive: true, force: true }).then(
    () => true,
    () => false,
  )
  // A folder that others use too stays.
  if (isGone && basename(dirname(path)) === 'wuku') await rmdir(dirname(path)).catch(() => undefined)
  return isGone
}

/** Bytes of all files below a path; nothing where it is not there. */
export async function bytesBelow(path: string): Promise<number> {
  const own = await stat(path).catch(() => undefined)
  if (!own?.isDirectory()) return own?.size ?? 0
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const found = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name)).catch(() => undefined)))
  return found.reduce((sum, each) => sum + (each?.size ?? 0), 0)
}
