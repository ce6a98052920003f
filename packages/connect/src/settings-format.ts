import type { Client, Entry, EntryPath } from './client.ts'
import { readJson, removeJson, setJson } from './edit-json.ts'
import { readTables, removeTables, setTables, writeTables } from './edit-toml.ts'
import { readYaml, removeYaml, setYaml, writeYaml } from './edit-yaml.ts'

/** Reads, sets and removes one entry of a settings file; every other byte of it stays. */
interface SettingsFormat {
  /** The entry as text, which shows whether it is ours. */
  read(text: string, path: EntryPath): string | undefined
  set(text: string, path: EntryPath, entry: Entry): string
  remove(text: string, path: EntryPath): string
  /** Text that a user would insert by hand. */
  print(path: EntryPath, entry: Entry): string
}

export const settingsFormats: Readonly<Record<Client['format'], SettingsFormat>> = {
  json: {
    read: (text, path) => asText(readJson(text, path)),
    set: (text, path, entry) => setJson(text, path, { ...addedByOthers(readJson(text, path), entry), ...entry }),
    remove: removeJson,
    print: ([table, name], entry) => JSON.stringify({ [table]: { [name]: entry } }, null, 2),
  },
  toml: {
    read: (text, path) => readTables(text, path)?.replace(/^\[.*\]/gm, ''),
    set: setTables,
    remove: removeTables,
    print: (path, entry) => writeTables(path, entry).join('\n'),
  },
  yaml: {
    read: (text, path) => asText(readYaml(text, path)),
    set: (text, path, entry) => setYaml(text, path, { ...addedByOthers(readYaml(text, path), entry), ...entry }),
    remove: removeYaml,
    print: (path, entry) => writeYaml(path, entry).join('\n'),
  },
}

/** Ours is what starts a program called wuku, or gives one of its tokens. */
export const isOwnEntry = (entry: string): boolean =>
  /(?:^|["'/\\])wuku(?:\.js|\.cmd|\.exe)?["']|Bearer wuku_|WUKU_TOKEN/.test(entry)

const asText = (entry: unknown): string | undefined => (entry === undefined ? undefined : JSON.stringify(entry))

/** Keys of an entry that starts a server, and of one with the address of a server: they exclude each other. */
const STARTS = ['command', 'args', 'cmd', 'env', 'envs', 'environment']
const REACHES = ['url', 'httpUrl', 'serverUrl', 'uri', 'baseUrl', 'headers']

/** Keys that the user or the program has added to our entry, such as tools that need no confirmation. */
function addedByOthers(before: unknown, entry: Entry): Entry {
  if (before === undefined || !isOwnEntry(JSON.stringify(before))) return {}
  const isRemote = REACHES.some((key) => key in entry)
  const stale = isRemote ? STARTS : REACHES
  return Object.fromEntries(Object.entries(before as Entry).filter(([key]) => !stale.includes(key)))
}
