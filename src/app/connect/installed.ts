import { type Client, guidePlace, hookFile, readOrEmpty, type Scope, settingsFile } from './client.ts'
import { itemsOf, type Part, readBlock } from './connection.ts'
import { isOurHook } from './hook-command.ts'
import { isOurs, settingsFormats } from './settings-format.ts'

/** Parts of wuku that a client has. */
export interface Installed {
  readonly file: string
  readonly parts: readonly Part[]
  /** The entry of the server as it stands. */
  readonly entry: string
}

/** Files that cannot be read hold nothing of ours. `undefined` when there is nothing of wuku. */
export async function readInstalled(client: Client, scope: Scope): Promise<Installed | undefined> {
  const [settings, guide, hook] = [settingsFile(client, scope), guidePlace(client, scope), hookFile(client, scope)]
  const entry = settings ? await readEntry(client, settings) : undefined
  const guides = await Promise.all((guide?.files ?? []).map(readOrNothing))
  const hooks = hook ? await readOrNothing(hook) : ''
  const found: Readonly<Record<Part, boolean>> = {
    server: entry !== undefined && isOurs(entry),
    guide: guides.some((text) => readBlock(text) !== undefined),
    hook: hasHook(hooks, client),
  }
  const parts = (['server', 'guide', 'hook'] as const).filter((part) => found[part])
  if (parts.length === 0) return undefined
  return { file: settings ?? guide?.files[0] ?? '', parts, entry: entry ?? '' }
}

async function readEntry({ format, table }: Client, file: string): Promise<string | undefined> {
  const text = await readOrNothing(file)
  return orNothing(() => settingsFormats[format].read(text, [table, 'wuku']))
}

const hasHook = (text: string, { hook }: Client): boolean =>
  (hook && orNothing(() => itemsOf(text, hook).some(isOurHook))) ?? false

const readOrNothing = (file: string): Promise<string> => readOrEmpty(file).catch(() => '')

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
