import { stat } from 'node:fs/promises'
import type { Setting } from '../setting.ts'
import { settingsTable } from '../settings-table.ts'
import { readYaml } from '../settings.ts'
import { demandPrivate } from '../private-file.ts'

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
export async function demandPrivateSettings(file: string): Promise<void> {
  const about = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (about && (await secretsInSettings(file)).length > 0) demandPrivate(file, about)
}
