import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettingsFile } from '@wuku/settings/settings-file'
import { homeFiles } from './manifest.ts'
import { settingsTable } from '@wuku/settings/settings-table'
import type { Setting } from '@wuku/settings/setting'

export interface ReadHomeFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files that exist. Without secrets, secret settings are left out of the settings. */
export async function readHomeFiles(home: string, withSecrets: boolean): Promise<readonly ReadHomeFile[]> {
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
