import { copyFile, readFile } from 'node:fs/promises'
import { WukuError } from '../../core/errors.ts'
import { replaceFile } from '../replace-file.ts'
import type { Client, Entry, ServerCommand } from './clients.ts'
import { readEntry, removeEntry, setEntry, type EntryPath } from './edit-json.ts'
import { readTables, removeTables, setTables, UneditableToml, writeTables } from './edit-toml.ts'
import { JsonSyntaxError } from './jsonc.ts'

/** What would become of a client's settings file. */
export interface Connection {
  readonly client: Client
  readonly file: string
  readonly before: string
  readonly after: string
}

export interface ConnectionRequest {
  readonly client: Client
  readonly file: string
  readonly server: ServerCommand
  readonly remove: boolean
  /** Also over an entry of the same name that is not ours. */
  readonly force: boolean
}

const NAME = 'wuku'

export async function planConnection(request: ConnectionRequest): Promise<Connection> {
  const { client, file } = request
  const before = await readOrEmpty(file)
  try {
    return { client, file, before, after: editSettings(before, request) }
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof UneditableToml) throw unreadable(request, error)
    throw error
  }
}

/** The file as it was stays beside it. Returns where. */
export async function writeConnection({ file, before, after }: Connection): Promise<string | undefined> {
  const backup = before === '' ? undefined : `${file}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.bak`
  if (backup) await copyFile(file, backup)
  await replaceFile(file, after)
  return backup
}

/** The entry as it stands in a client's settings; `undefined` when there is none or the file cannot be read. */
export async function readConnection(client: Client, file: string): Promise<string | undefined> {
  const text = await readOrEmpty(file).catch(() => '')
  try {
    return entryOf(text, client)
  } catch {
    return undefined
  }
}

/** Ours is what starts a program called wuku. */
export const isOurs = (entry: string): boolean => /(?:^|["'/\\])wuku(?:\.js|\.cmd|\.exe)?["']/.test(entry)

export function editSettings(text: string, { client, file, server, remove, force }: ConnectionRequest): string {
  const path: EntryPath = [client.table, NAME]
  const entry = entryOf(text, client)
  if (entry !== undefined && !isOurs(entry) && !force) throw notOurs(client, file)
  if (client.format === 'toml') return remove ? removeTables(text, path) : setTables(text, path, server)
  return remove ? removeEntry(text, path) : setEntry(text, path, { ...keptOf(text, path), ...client.entry(server) })
}

/** What the user or the client has added to our entry, such as tools that need no asking. */
function keptOf(text: string, path: EntryPath): Entry {
  const entry = readEntry(text, path)
  return entry !== undefined && isOurs(JSON.stringify(entry)) ? (entry as Entry) : {}
}

function entryOf(text: string, client: Client): string | undefined {
  const path: EntryPath = [client.table, NAME]
  return client.format === 'toml'
    ? readTables(text, path)?.replace(/^\[.*\]/gm, '')
    : JSON.stringify(readEntry(text, path))
}

export async function readOrEmpty(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

const notOurs = ({ title }: Client, file: string): WukuError =>
  new WukuError(
    'conflict',
    `${title} already has a server called "${NAME}" that is not this one (${file}).`,
    'Rename that one, or replace it with --force.',
  )

function unreadable({ client, file, server }: ConnectionRequest, error: Error): WukuError {
  const snippet =
    client.format === 'toml'
      ? writeTables([client.table, NAME], server).join('\n')
      : JSON.stringify({ [client.table]: { [NAME]: client.entry(server) } }, null, 2)
  return new WukuError(
    'conflict',
    `${file} cannot be edited: ${error.message}. Nothing was written.`,
    `Mend it, or put this in by hand:\n${snippet}`,
    { cause: error },
  )
}
