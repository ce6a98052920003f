import { copyFile, rm, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/connect'
import { replaceFile } from '@wuku/settings/settings-file'
import type { AgentServer, Client, Hook, Scope, TextPlace } from './client.ts'
import { entryOf, guidePlace, hookFile, isFile, isRemote, readOrEmpty, settingsFile, Uneditable } from './client.ts'
import { removeHook, setHook } from './edit-hook.ts'
import { guideText, hookCommand, type Language } from './hook-command.ts'
import { isOwnEntry, settingsFormats } from './settings-format.ts'
import { serverCommand } from './tool-arguments.ts'

export type Part = 'server' | 'guide' | 'hook'

export interface ConnectionRequest extends Scope {
  readonly client: Client
  readonly server: AgentServer
  /** Each part is put in, taken out, or left alone. */
  readonly wishes: Readonly<Partial<Record<Part, 'set' | 'remove'>>>
  readonly language: Language
  /** Also over an entry of the same name that is not ours. */
  readonly force: boolean
}

/** Planned change of a file. A file that becomes empty is deleted. */
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
  const [settings, guide] = [settingsFile(client, request), guidePlace(client, request)]
  const hook = hookFile(client, request)
  return [
    ...(wishes.server && settings ? [serverEdit(request, settings)] : []),
    ...(wishes.guide && guide ? guideEdits(request, guide) : []),
    ...(wishes.hook && client.hook && hook ? [hookEdit(request, client.hook, hook)] : []),
  ]
}

function serverEdit({ client, server, wishes, force, isProject }: ConnectionRequest, file: string): FileEdit {
  const format = settingsFormats[client.format]
  const path = [client.table, NAME] as const
  const edit = (text: string): string => {
    const entry = format.read(text, path)
    if (entry !== undefined && !isOwnEntry(entry) && !force)
      throw new WukuError('conflict', msg('foreignServer', { title: client.title, name: msg('wuku'), file }))
    return wishes.server === 'remove'
      ? format.remove(text, path)
      : format.set(text, path, entryOf(client, server, isProject))
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
  const { wishes, isProject, places, language } = request
  // A hook is run here, wherever the server is: what is said here stays here.
  const isServed = wishes.server === 'set' && !isRemote(request.server) && !isProject
  const server = isRemote(request.server) ? serverCommand(places) : request.server
  const command = hookCommand({ server, language, isShared: isProject, platform: places.platform })
  const edit = (text: string): string =>
    wishes.hook === 'set' ? setHook(text, hook, command, isServed) : removeHook(text, hook)
  return { part: 'hook', file, edit }
}

function editOrExplain(
  edit: FileEdit['edit'],
  text: string,
  file: string,
  { client, server, isProject }: ConnectionRequest,
): string {
  try {
    return edit(text)
  } catch (error) {
    if (!(error instanceof Uneditable)) throw error
    throw new WukuError(
      'conflict',
      msg('cannotBeEditedNothingWasWritten', {
        file,
        reason: error.message,
        print: settingsFormats[client.format].print([client.table, NAME], entryOf(client, server, isProject)),
      }),
      { cause: error },
    )
  }
}

/**
 * A part of a text file of the user's that is ours, between two marks. Taking it out gives the file back as it was, with or
 * without a line break at its end.
 */
const BEGIN = '<!-- wuku: begin. Written by "wuku connect"; "wuku connect <client> --remove" takes it out. -->'

const END = '<!-- wuku: end -->'

export const readBlock = (text: string): string | undefined => {
  const found = locate(text)
  return found && text.slice(found.from, found.to)
}

/** `head` comes first in a file that is ours alone. */
export function setBlock(text: string, block: string, head = ''): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const own = [BEGIN, block.trim(), END].join('\n').replaceAll('\n', newline)
  const found = locate(text)
  if (found) return text.slice(0, found.from) + own + text.slice(found.to)
  if (text === '') return `${head}${own}\n`
  return text.endsWith('\n') ? `${text}${newline}${own}${newline}` : `${text}${newline}${newline}${own}`
}

/** Removes our block; a file that was ours alone becomes empty. */
export function removeBlock(text: string, head = ''): string {
  const found = locate(text)
  if (!found) return text
  const [before, after] = [text.slice(0, found.from), text.slice(found.to)]
  const rest =
    after === '' ? before.replace(/(?:\r?\n){1,2}$/, '') : before.replace(/\r?\n$/, '') + after.replace(/^\r?\n/, '')
  return rest.trim() === head.trim() ? '' : rest
}

function locate(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(BEGIN)
  const end = from < 0 ? -1 : text.indexOf(END, from)
  return end < 0 ? undefined : { from, to: end + END.length }
}

/** Keeps the former settings in a backup, and returns its path. A file that becomes empty is deleted. */
export async function writeChange({ file, parts, before, after }: FileChange): Promise<string | undefined> {
  if (after === '') return void (await removeWithFolders(file))
  const hasBackup = before !== '' && !parts.every((part) => part === 'guide')
  const backup = hasBackup ? `${file}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.bak` : undefined
  if (backup) await copyFile(file, backup)
  await replaceFile(file, after)
  return backup
}

/** Folders that may have been made for a file of ours. */
const MADE = new Set('wuku skills hooks rules instructions prompts mcp plugin .opencode .clinerules .junie'.split(' '))

/** Deletes the file, and folders made for it that are empty then. */
async function removeWithFolders(file: string): Promise<void> {
  await rm(file, { force: true })
  for (let folder = dirname(file); MADE.has(basename(folder)); folder = dirname(folder)) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}
