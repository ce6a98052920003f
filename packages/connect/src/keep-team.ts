import { chmod } from 'node:fs/promises'
import { isWukuError } from '@wuku/core/errors'
import { findSetting } from '@wuku/settings/setting'
import { changeSettings } from '@wuku/settings/settings-file'
import { settingsTable, type Key } from '@wuku/settings/settings-table'
import { openStore } from '@wuku/settings/team-open-store'
import { readYaml, type Settings, type Environment } from '@wuku/settings/app-settings'

export type StoredTeam = NonNullable<Awaited<ReturnType<typeof keepTeam>>>

export interface TeamToKeep {
  readonly settings: Settings
  readonly environment: Environment
  readonly isDry: boolean
}

const PLACES = ['database.url', 'database.schema', 'database.readUrls', 'search.url', 'redis.url', 'blobs.url'] as const

/**
 * An agent, or a service, is started without the variables of a shell, and would use another store. Those of a team go into the
 * settings file of the data folder, which only its user can read: addresses may hold passwords, and files of agents are shared.
 * `variables`: those whose values are in the file now.
 */
export async function keepTeam({ settings, environment, isDry }: TeamToKeep) {
  const { file, team } = settings
  const { env } = environment
  if (team.database.url() === '') return undefined
  const written = await readYaml(file)
  const found = PLACES.flatMap((key) => {
    const { text, from, variable } = findSetting(key, settingsTable[key], { file: written, env })
    const isNew = from === 'environment' && text.trim() !== '' && text !== written[key]
    return isNew ? [{ key, text, variable }] : []
  })
  if (found.length === 0) return undefined
  if (team.database.isShared) await requireOwnStore(settings)
  if (!isDry) {
    const close = (): Promise<void> => chmod(file, 0o600).catch(() => {})
    await close()
    await changeSettings(settings, Object.fromEntries(found.map(({ key, text }): [Key, string] => [key, text])))
    await close()
  }
  // The file has no place for the keys of a bucket.
  const needsKeys = team.blobs.startsWith('s3:') && Boolean(env['AWS_SECRET_ACCESS_KEY'])
  return { file, variables: found.map(({ variable }) => variable), needsKeys }
}

/** An address that is meant for another program does not become ours by being written down. One that nobody answers at may. */
async function requireOwnStore(settings: Settings): Promise<void> {
  try {
    await (await openStore(settings)).close()
  } catch (error) {
    if (isWukuError(error) && error.code === 'conflict') throw error
  }
}

/** Notes for the user. No value is in them. */
export function notesOfTeam(stored: StoredTeam | undefined, isDry: boolean): readonly string[] {
  if (!stored) return []
  const { file, variables, needsKeys } = stored
  const be = isDry ? 'would be' : variables.length === 1 ? 'was' : 'were'
  return [
    `It is started without the variables of this shell: ${variables.join(', ')} ${be} written into ${file}, which only you can read.`,
    ...(needsKeys ? ['It also needs the keys of the bucket: put them into ~/.aws/credentials.'] : []),
  ]
}
