import type { Client, Entry, ServerCommand } from './client.ts'
import { JsonSyntaxError, readJson, removeJson, setJson } from './edit-json.ts'
import { readTables, removeTables, setTables, UneditableToml, writeTables } from './edit-toml.ts'
import { readYaml, removeYaml, setYaml, UneditableYaml, writeYaml } from './edit-yaml.ts'

type EntryPath = readonly [table: string, name: string]

/** Reads, sets and removes one entry of a settings file; every other byte of it stays. */
interface SettingsFormat {
  /** As text that tells whose it is. */
  read(text: string, path: EntryPath): string | undefined
  set(text: string, path: EntryPath, client: Client, server: ServerCommand): string
  remove(text: string, path: EntryPath): string
  /** What a user would put in by hand. */
  print(path: EntryPath, client: Client, server: ServerCommand): string
}

export const settingsFormats: Readonly<Record<Client['format'], SettingsFormat>> = {
  json: {
    read: (text, path) => asText(readJson(text, path)),
    set: (text, path, client, server) =>
      setJson(text, path, { ...addedByOthers(readJson(text, path)), ...client.entry(server) }),
    remove: removeJson,
    print: ([table, name], client, server) => JSON.stringify({ [table]: { [name]: client.entry(server) } }, null, 2),
  },
  toml: {
    read: (text, path) => readTables(text, path)?.replace(/^\[.*\]/gm, ''),
    set: (text, path, _client, server) => setTables(text, path, server),
    remove: removeTables,
    print: (path, _client, server) => writeTables(path, server).join('\n'),
  },
  yaml: {
    read: (text, path) => asText(readYaml(text, path)),
    set: (text, path, client, server) =>
      setYaml(text, path, { ...addedByOthers(readYaml(text, path)), ...client.entry(server) }),
    remove: removeYaml,
    print: (path, client, server) => writeYaml(path, client.entry(server)).join('\n'),
  },
}

export const isUneditable = (error: unknown): error is Error =>
  error instanceof JsonSyntaxError || error instanceof UneditableToml || error instanceof UneditableYaml

/** Ours is what starts a program called wuku. */
export const isOurs = (entry: string): boolean => /(?:^|["'/\\])wuku(?:\.js|\.cmd|\.exe)?["']/.test(entry)

const asText = (entry: unknown): string | undefined => (entry === undefined ? undefined : JSON.stringify(entry))

/** What the user or the program has added to our entry, such as tools that need no asking. */
const addedByOthers = (entry: unknown): Entry =>
  entry !== undefined && isOurs(JSON.stringify(entry)) ? (entry as Entry) : {}
