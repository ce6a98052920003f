import { mkdir } from 'node:fs/promises'
import type { Document, YAMLMap } from 'yaml'
import { withLease } from '../engine/index/lease.ts'
import { systemClock } from './clock.ts'
import { hasEnded, newOwner } from './owner.ts'
import { readSettingsFile, writeSettingsFile } from './settings-file.ts'
import type { Settings } from './settings.ts'
import type { Key } from './settings-table.ts'

/** What is set; `undefined` takes a setting out. */
export type Changes = Partial<Record<Key, string | undefined>>

/** Comments and order of the file stay. Under the same lease as contexts, so that two programs lose nothing. */
export async function changeSettings(
  { home, file, store: path }: Pick<Settings, 'home' | 'file' | 'store'>,
  changes: Changes,
): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const { openSqlite } = await import('../adapters/sqlite/open.ts')
  const store = await openSqlite(path)
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
  for (const [key, value] of Object.entries(changes)) {
    const path = key.split('.')
    // People may write it in one word; two that contradict each other would be worse.
    if (document.has(key)) document.delete(key)
    if (value === undefined) takeOut(document, path, isMap)
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

/** What holds nothing any more goes too. */
function takeOut(document: Document, path: readonly string[], isMap: IsMap): void {
  if (!document.hasIn(path)) return
  document.deleteIn(path)
  const above = path.slice(0, -1)
  const rest = document.getIn(above)
  if (above.length > 0 && isMap(rest) && rest.items.length === 0) takeOut(document, above, isMap)
}
