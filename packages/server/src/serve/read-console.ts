import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { codings, type Coding, type ConsoleFile } from '../http/console-routes.ts'
import { runningFolder } from '@wuku/settings/package'

/** Made by `npm run build`, also in the package of npm. */
export const consoleFolder: string = join(runningFolder, 'dist', 'console')

/** Ends of the names of compressed files, which lie next to the plain ones. */
const endings: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' }

/** All files of the console, read once: a server goes on with the console that it started with while another is built. */
export async function readConsole(folder: string = consoleFolder): Promise<readonly ConsoleFile[]> {
  const names = await filesIn(folder)
  const known = new Set(names)
  const bytesOf = (name: string): Promise<Uint8Array> => readFile(join(folder, name))
  const plain = names.filter((name) => !Object.values(endings).some((ending) => name.endsWith(ending)))
  return Promise.all(
    plain.map(async (name) => {
      const there = codings.filter((coding) => known.has(name + endings[coding]))
      const compressed = await Promise.all(
        there.map(async (coding) => [coding, await bytesOf(name + endings[coding])] as const),
      )
      return { path: name.replaceAll(sep, '/'), bytes: await bytesOf(name), compressed: Object.fromEntries(compressed) }
    }),
  )
}

/** Names relative to the folder; none where it is missing, as in sources that were not built. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}
