import { type Client, guidePlace, hookFile, readOrEmpty, type Scope, settingsFile } from './client.ts'
import { clients } from './clients.ts'
import { type Part, readBlock } from './connection.ts'
import { hasHook } from './edit-hook.ts'
import { attempt } from '@wuku/core/environment'
import type { Environment } from '@wuku/settings/app-settings'
import { isOwnEntry, settingsFormats } from './settings-format.ts'

/** Parts of wuku that a client has. */
export interface Installed {
  readonly file: string
  readonly parts: readonly Part[]
  /** Each part with the file that holds it. */
  readonly places: readonly InstalledPart[]
  /** The entry of the server as it stands. */
  readonly entry: string
}

export interface InstalledPart {
  readonly part: Part
  readonly file: string
}

/** Files that cannot be read hold nothing of ours. `undefined` when there is nothing of wuku. */
export async function readInstalled(client: Client, scope: Scope): Promise<Installed | undefined> {
  const { server, guides, hook } = filesOf(client, scope)
  const entry = server === undefined ? undefined : await readEntry(client, server)
  const texts = await Promise.all(guides.map(readOrNothing))
  const places: InstalledPart[] = []
  if (server !== undefined && entry !== undefined && isOwnEntry(entry)) places.push({ part: 'server', file: server })
  for (const [at, file] of guides.entries()) if (readBlock(texts[at] ?? '')) places.push({ part: 'guide', file })
  if (hook !== undefined && isHooked(await readOrNothing(hook), client)) places.push({ part: 'hook', file: hook })
  return installedIn(places, { file: server ?? guides[0] ?? '', entry: entry ?? '' })
}

function installedIn(places: readonly InstalledPart[], { file, entry }: Pick<Installed, 'file' | 'entry'>) {
  const parts = (['server', 'guide', 'hook'] as const).filter((part) => places.some((place) => place.part === part))
  return parts.length === 0 ? undefined : { file, parts, places, entry }
}

/** Files that may hold parts of wuku. */
export const filesOf = (client: Client, scope: Scope) => ({
  server: settingsFile(client, scope),
  guides: guidePlace(client, scope)?.files ?? [],
  hook: hookFile(client, scope),
})

/** A client that has something of wuku, for all projects or for one. */
export interface InstalledClient extends Installed {
  readonly client: Client
  readonly isProject: boolean
}

/**
 * All clients of this user, and those of the project in `folder`, if any. If that is the user's folder, some files of a
 * project are those for all projects, and count once.
 */
export async function findInstalled(places: Environment, folder: string): Promise<readonly InstalledClient[]> {
  const found = await Promise.all(
    clients.map(async (client) => {
      const own = await readInstalled(client, { isProject: false, folder, places })
      const there = folder === '' ? undefined : await readInstalled(client, { isProject: true, folder, places })
      const others = there?.places.filter(({ file }) => !own?.places.some((place) => place.file === file)) ?? []
      const project = there && installedIn(others, there)
      return [
        ...(own ? [{ client, isProject: false, ...own }] : []),
        ...(project ? [{ client, isProject: true, ...project }] : []),
      ]
    }),
  )
  return found.flat()
}

async function readEntry({ format, table }: Client, file: string): Promise<string | undefined> {
  const text = await readOrNothing(file)
  return attempt(() => settingsFormats[format].read(text, [table, 'wuku']))
}

const isHooked = (text: string, { hook }: Client): boolean => (hook && attempt(() => hasHook(text, hook))) ?? false

const readOrNothing = (file: string): Promise<string> => readOrEmpty(file).catch(() => '')
