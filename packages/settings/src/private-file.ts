import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Setting } from './setting.ts'
import { settingsTable } from './settings-table.ts'
import { readYaml } from './app-settings.ts'

/** Never readable by others, not even for a moment, and never half written. */
export async function writePrivately(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path))
  await writeAll(path, text, 0o600)
}

/** Others see the old text or the new one, never a part, also when the power fails in between. */
export async function writeAll(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, text, { mode, flag: 'wx', flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** `undefined` where there is none. A file that other users of this machine can read is refused: its secrets are none. */
export async function readPrivately(path: string): Promise<string | undefined> {
  try {
    requirePrivate(path, await stat(path))
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function requirePrivate(path: string, { mode }: Pick<Stats, 'mode'>): void {
  // Windows keeps no such modes.
  if ((mode & 0o077) === 0 || process.platform === 'win32') return
  throw new WukuError(
    'not-allowed',
    msg('otherUsersOfThisMachineCan', { path }),
    msg('runIfOthersMayRead', { command: commandLine`chmod 600 ${path}` }),
  )
}

/** Settings in the file that hold a secret, by name. */
export async function secretsInSettings(file: string): Promise<readonly string[]> {
  const written = await readYaml(file)
  return Object.entries<Setting<unknown>>(settingsTable)
    .filter(([key, { isSecret }]) => isSecret && holdsSecret(written[key]))
    .map(([key]) => key)
}

/** An address of a database is one by its password alone. */
function holdsSecret(value: unknown): boolean {
  const text = String(value ?? '').trim()
  return text !== '' && (!text.includes('://') || /:\/\/[^\s/@]*:[^\s/@]+@/.test(text))
}

/** A server keeps secrets in a file of its user alone: any other file may hold settings, and no secret. */
export async function requirePrivateSettings(file: string): Promise<void> {
  const about = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (about && (await secretsInSettings(file)).length > 0) requirePrivate(file, about)
}
