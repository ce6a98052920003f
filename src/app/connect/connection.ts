import { isDeepStrictEqual } from 'node:util'
import { WukuError } from '../../core/errors.ts'
import { guidePlace, hookFile, isFile, readOrEmpty, settingsFile, type Scope } from './client-files.ts'
import type { Client, Hook, ServerCommand, TextPlace } from './client.ts'
import { removeBlock, setBlock } from './edit-block.ts'
import { readJson, removeJson, setJson } from './edit-json.ts'
import { guideText, type Language } from './guide-text.ts'
import { hookCommand, isOurHook } from './hook-command.ts'
import { isOurs, isUneditable, settingsFormats } from './settings-format.ts'

export type Part = 'server' | 'guide' | 'hook'

export interface ConnectionRequest extends Scope {
  readonly client: Client
  readonly server: ServerCommand
  /** Each part is put in, taken out, or left alone. */
  readonly wishes: Readonly<Partial<Record<Part, 'set' | 'remove'>>>
  readonly language: Language
  /** Also over an entry of the same name that is not ours. */
  readonly force: boolean
}

/** What would become of a file. Where nothing is left of it, it goes. */
export interface FileChange {
  readonly file: string
  readonly parts: readonly Part[]
  readonly before: string
  readonly after: string
}

const NAME = 'wuku'

/** The server, the guide and the hook of a client, of which two may stand in one file. */
export async function planConnection(request: ConnectionRequest): Promise<readonly FileChange[]> {
  const changes = new Map<string, FileChange>()
  for (const { part, file, edit } of editsOf(request)) {
    const { parts, before, after } = changes.get(file) ?? (await unchanged(file))
    changes.set(file, { file, parts: [...parts, part], before, after: editOrExplain(edit, after, file, request) })
  }
  return [...changes.values()]
}

async function unchanged(file: string): Promise<FileChange> {
  const before = await readOrEmpty(file)
  return { file, parts: [], before, after: before }
}

interface FileEdit {
  readonly part: Part
  readonly file: string
  edit(text: string): string
}

function editsOf(request: ConnectionRequest): readonly FileEdit[] {
  const { client, wishes } = request
  const [settings, guide, hook] = [
    settingsFile(client, request),
    guidePlace(client, request),
    hookFile(client, request),
  ]
  return [
    ...(wishes.server && settings ? [serverEdit(request, settings)] : []),
    ...(wishes.guide && guide ? guideEdits(request, guide) : []),
    ...(wishes.hook && client.hook && hook ? [hookEdit(request, client.hook, hook)] : []),
  ]
}

function serverEdit({ client, server, wishes, force }: ConnectionRequest, file: string): FileEdit {
  const format = settingsFormats[client.format]
  const path = [client.table, NAME] as const
  const edit = (text: string): string => {
    const entry = format.read(text, path)
    if (entry !== undefined && !isOurs(entry) && !force) throw notOurs(client, file)
    return wishes.server === 'remove' ? format.remove(text, path) : format.set(text, path, client, server)
  }
  return { part: 'server', file, edit }
}

/** Taken out of wherever it stands: a file that goes before it may have come since. */
function guideEdits({ wishes, language }: ConnectionRequest, place: TextPlace): readonly FileEdit[] {
  const { files, otherwise = '', head = '' } = place
  const there = files.filter(isFile)
  if (wishes.guide === 'remove')
    return there.map((file) => ({ part: 'guide', file, edit: (text) => removeBlock(text, head) }))
  const edit = (text: string): string => setBlock(text, guideText[language], head)
  return [{ part: 'guide', file: there[0] ?? otherwise, edit }]
}

function hookEdit(request: ConnectionRequest, hook: Hook, file: string): FileEdit {
  const { wishes, isProject, places } = request
  const command = hookCommand(hook, { ...request, isShared: isProject, platform: places.platform })
  const set = (text: string, at: number): string => {
    const begun = text.trim() === '' && hook.head ? `${JSON.stringify(hook.head, null, 2)}\n` : text
    return setJson(begun, [...hook.list, at], hook.item(command))
  }
  const edit = (text: string): string => {
    const items = itemsOf(text, hook)
    const own = items.findIndex(isOurHook)
    if (wishes.hook === 'set') return set(text, own < 0 ? items.length : own)
    if (own < 0) return text
    const rest = removeJson(text, [...hook.list, own])
    return hook.head && isDeepStrictEqual(readJson(rest, []), hook.head) ? '' : rest
  }
  return { part: 'hook', file, edit }
}

export function itemsOf(text: string, { list }: Hook): readonly unknown[] {
  const items = readJson(text, list)
  return Array.isArray(items) ? items : []
}

function editOrExplain(
  edit: FileEdit['edit'],
  text: string,
  file: string,
  { client, server }: ConnectionRequest,
): string {
  try {
    return edit(text)
  } catch (error) {
    if (!isUneditable(error)) throw error
    throw new WukuError(
      'conflict',
      `${file} cannot be edited: ${error.message}. Nothing was written.`,
      `Fix it, or add this by hand:\n${settingsFormats[client.format].print([client.table, NAME], client, server)}`,
      { cause: error },
    )
  }
}

const notOurs = ({ title }: Client, file: string): WukuError =>
  new WukuError(
    'conflict',
    `${title} already has a server called "${NAME}" that is not this one (${file}).`,
    'Rename that server, or replace it with --force.',
  )
