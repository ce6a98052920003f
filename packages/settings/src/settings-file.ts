import { readFile, realpath, stat } from 'node:fs/promises'
import type { Document, YAMLMap } from 'yaml'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import { dirname } from 'node:path'
import { makeFolder } from '@wuku/store-sql/make-folder'
import type { SettingValue } from '@wuku/kernel/base/parts/installation'
import { withLease } from '@wuku/kernel/index/lease'
import type { Settings } from './app-settings.ts'
import { writeAll } from './private-file.ts'
import type { Key } from './settings-table.ts'
import { hasEnded, newOwner, systemClock } from './this-process.ts'

/** The settings file as a document that keeps comments and order. */
export async function readSettingsFile(file: string): Promise<Document> {
  const { isMap, isScalar, parseDocument } = await import('yaml')
  const document = parseDocument(await readFile(file, 'utf8').catch(emptyWhenAbsent))
  const [error] = document.errors
  if (error)
    throw new WukuError('bad-input', msg('isNotValidYaml2', { file, reason: String(error.message.split('\n')[0]) }))
  // `null` and `{}` are an empty file in other words.
  const { contents } = document
  if (isScalar(contents) ? contents.value === null : isMap(contents) && contents.items.length === 0)
    document.contents = null
  if (document.contents !== null && !isMap(document.contents))
    throw new WukuError('bad-input', msg('doesNotContainSettings', { file }))
  return document
}

export const writeSettingsFile = (file: string, document: Document) => replaceFile(file, document.toString(asWritten))

/** As people write it: no line is folded, no list is padded. */
const asWritten = { lineWidth: 0, flowCollectionPadding: false }

function emptyWhenAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

/** Written whole, with the mode that the file has. Links stay links. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path))
  const target = await realpath(path).catch(() => path)
  const found = await stat(target).catch(() => undefined)
  await writeAll(target, text, found ? found.mode & 0o777 : 0o600)
}

/** Values to set; `undefined` removes a setting. */
export type Changes = Partial<Record<Key, Exclude<SettingValue, null> | undefined>>

/** Comments and order of the file stay. Under a lease, so that of two programs none loses what the other wrote. */
export async function changeSettings(
  { home, file, store: path, team }: Pick<Settings, 'home' | 'file' | 'store' | 'team'>,
  changes: Changes,
): Promise<void> {
  await makeFolder(home)
  const { openStore } = await import('./team-open-store.ts')
  const store = await openStore({ store: path, team })
  try {
    const signal = new AbortController().signal
    await withLease(
      store,
      systemClock,
      { name: 'settings', owner: newOwner(), signal, hasEnded, waiting: () => {} },
      ({ confirm }) => rewrite(file, changes, confirm),
    )
  } finally {
    await store.close()
  }
}

async function rewrite(file: string, changes: Changes, confirm: () => Promise<void>): Promise<void> {
  const { isMap } = await import('yaml')
  const document = await readSettingsFile(file)
  const isNothing = Object.entries(changes).every(
    ([key, value]) => value === undefined && !document.has(key) && !document.hasIn(key.split('.')),
  )
  if (isNothing) return
  for (const [key, value] of Object.entries(changes)) {
    const path = key.split('.')
    // People may write it in one word; two that contradict each other would be worse.
    if (document.has(key)) document.delete(key)
    if (value === undefined) removeSetting(document, path, isMap)
    else {
      clearWay(document, path, isMap)
      document.setIn(path, value)
    }
  }
  await confirm()
  await writeSettingsFile(file, document)
}

type IsMap = (node: unknown) => node is YAMLMap

/** `models:` with nothing below it is no map, and nothing can be put into it. */
function clearWay(document: Document, path: readonly string[], isMap: IsMap): void {
  for (let depth = 1; depth < path.length; depth++) {
    const above = path.slice(0, depth)
    if (document.hasIn(above) && !isMap(document.getIn(above))) document.deleteIn(above)
  }
}

/** Maps that become empty are removed too. */
function removeSetting(document: Document, path: readonly string[], isMap: IsMap): void {
  if (!document.hasIn(path)) return
  document.deleteIn(path)
  const above = path.slice(0, -1)
  const rest = document.getIn(above)
  if (above.length > 0 && isMap(rest) && rest.items.length === 0) removeSetting(document, above, isMap)
}
