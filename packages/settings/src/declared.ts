import { statSync } from 'node:fs'
import type { Document } from 'yaml'
import type { PathContext } from '@wuku/core/core-types'
import type { Declared, NamedProject } from '@wuku/core/ports/annotation-store'
import { readSettingsFile } from './settings-file.ts'

/**
 * Folder descriptions and projects that a person declares in the settings file; no program writes them there:
 *
 *     contexts:
 *       /: All of this belongs to the harbour project.
 *       notes: Field notes
 *       notes/tides: One file a month
 *     projects:
 *       shop: [~/src/shop, notes/handbook, docs/vue@3.4.0]
 *       billing: notes/ledger
 */
export function openDeclared(file: string): Declared {
  const read = rereadWhenWritten(file)
  return {
    file,
    contexts: async () => (await read()).contexts,
    projects: async () => (await read()).projects,
  }
}

interface Entries {
  readonly contexts: readonly PathContext[]
  readonly projects: readonly NamedProject[]
}

const nothing: Entries = { contexts: [], projects: [] }

/** Every search asks: the file is parsed again only when its stamp changed. */
function rereadWhenWritten(file: string): () => Promise<Entries> {
  let known = { stamp: '', entries: nothing }
  return async () => {
    const stamp = stampOf(file)
    if (stamp !== known.stamp) known = { stamp, entries: stamp === '' ? nothing : await readEntries(file) }
    return known.entries
  }
}

/** Awaited, it takes forty times as long, and on a busy machine milliseconds: the way to another thread and back. */
export function stampOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : ''
  } catch {
    return ''
  }
}

async function readEntries(file: string): Promise<Entries> {
  const [{ isMap }, document] = await Promise.all([import('yaml'), readSettingsFile(file)])
  const section = (name: string): readonly Entry[] => {
    const found = document.get(name)
    return isMap(found) ? entriesOf(found, document) : []
  }
  return {
    contexts: section('contexts').flatMap(([key, text]) =>
      typeof text === 'string' ? [{ ...placeOf(key), text }] : [],
    ),
    projects: section('projects')
      .map(([name, value]) => ({ name, members: membersIn(value) }))
      .filter(({ members }) => members.length > 0),
  }
}

type Entry = readonly [key: string, value: unknown]

/** A `Map` keeps the order, which an object does not where a key is a number; `2024:` is a number to YAML and a name to people. */
const entriesOf = (
  map: { toJS(document: Document, options: { mapAsMap: true }): unknown },
  document: Document,
): readonly Entry[] =>
  [...(map.toJS(document, { mapAsMap: true }) as ReadonlyMap<unknown, unknown>)].map(([key, value]) => [
    String(key),
    value,
  ])

/** `/` speaks of everything. */
function placeOf(key: string): Omit<PathContext, 'text'> {
  const slash = key.indexOf('/')
  if (slash < 0) return { collection: key, prefix: '' }
  return { collection: key.slice(0, slash), prefix: key.slice(slash + 1) }
}

/** A list, or one member; people may have written anything, and nothing else is a member. */
const membersIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string').filter((each) => each !== '')
