import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { msg, type Text } from '@wuku/messages/cli'
import type { Source, Json } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { PAD_SOURCE } from '@wuku/kernel/base/pad-source'
import { secretsInSettings } from '@wuku/settings/private-file'
import type { Settings } from '@wuku/settings/app-settings'
import { commandLine } from '@wuku/text/show/shell-words'
import { maskSecrets, describeSecrets } from '@wuku/text/secrets/secrets'
import { type Finding, warn } from '../finding.ts'

/** Files that may hold keys, tokens and secrets, by their names in the data folder. */
const SECRET_FILES = ['settings.yaml', 'server-token', 'local-logins.json', 'signing-keys.json', 'servers.json']

export async function examineSecretFiles({ home, file }: Settings): Promise<readonly Finding[]> {
  const found = await Promise.all(
    SECRET_FILES.map(async (name) => {
      const path = join(home, name)
      const about = await stat(path).catch(() => undefined)
      if (about === undefined || (about.mode & 0o077) === 0 || process.platform === 'win32') return []
      const remedy = commandLine`chmod 600 ${path}`
      // Settings without any secret may be read by everybody.
      if (path === file && (await secretsInSettings(path).catch(() => [])).length === 0) return []
      return [warn('secrets', msg('otherUsersMachineCanRead', { path }), remedy)]
    }),
  )
  return found.flat()
}

/** Originals of documentation and scratchpads are kept unchanged: secrets in them are counted, and never shown. */
export async function examineStoredSecrets(
  { source, report }: { readonly source: Source; readonly report: Json | null },
  engine: Pick<Engine, 'read'>,
): Promise<readonly Finding[]> {
  if (source.kind === 'docs') {
    const { maskedCount = 0 } = (report ?? {}) as { readonly maskedCount?: number }
    const message = msg('maskedAnswersOriginalsDataFolder', { maskedCount })
    return maskedCount === 0
      ? []
      : [storedSecretsWarn(source, message, 'Remove them at the origin, then: wuku docs refresh')]
  }
  return source.kind === PAD_SOURCE.kind ? examinePads(source, engine) : []
}

async function examinePads(source: Source, engine: Pick<Engine, 'read'>): Promise<readonly Finding[]> {
  const found = await engine.read(async ({ pads }) => {
    const secrets: { readonly rule: string; readonly count: number }[] = []
    for (const { id } of await pads.everyPad()) {
      const pad = await pads.pad(id)
      if (pad) secrets.push(...maskSecrets(`${pad.title}\n${pad.content}`).found)
    }
    return secrets
  })
  if (found.length === 0) return []
  const message = msg('scratchpadsStoredWrittenLeftOut', { describeSecrets: describeSecrets(found) })
  return [
    storedSecretsWarn(
      source,
      message,
      'Write those scratchpads again without the secrets, and delete the old ones with their versions: wuku call delete-scratchpad',
    ),
  ]
}

const storedSecretsWarn = ({ kind, name }: Source, message: Text, remedy: string): Finding => ({
  about: `secrets in ${kind}/${name}`,
  state: 'warn',
  said: message,
  remedy,
})
