import { statSync } from 'node:fs'
import type * as Yaml from 'yaml'
import type { Document, Pair, YAMLMap, YAMLSeq } from 'yaml'
import { WukuError } from '../core/errors.ts'
import { readSettingsFile, writeSettingsFile } from './settings-file.ts'
import type { Contexts, PathContext } from '../ports/contexts.ts'
import type { Projects } from '../ports/projects.ts'

export interface SectionPlace {
  readonly file: string
  /** Runs `work` while no other process of this data folder writes; `confirm` fails when that is no longer so. */
  alone<T>(work: (confirm: () => Promise<void>) => Promise<T>): Promise<T>
}

export interface SectionOptions {
  /** Its key in the file. */
  readonly name: string
  /** Keys that are the same after it mean the same entry; each its own by default. */
  readonly fold?: (key: string) => string
}

/** A map in the settings file that people and programs both write: comments and the order of the file stay. */
export interface SettingsSection {
  /** As they are written, in the order of the file: people may have written anything. */
  entries(): Promise<readonly Entry[]>
  /** Every change reads the file anew, so that two processes lose nothing; `undefined` takes the entry out. */
  change(key: string, work: (was: unknown) => unknown): Promise<Change>
}

export type Entry = readonly [key: string, value: unknown]

export interface Change {
  /** As it stands in the file. */
  readonly key: string
  readonly was: unknown
  readonly is: unknown
}

export function openSection({ file, alone }: SectionPlace, options: SectionOptions): SettingsSection {
  return {
    entries: rereadWhenWritten(file, options),
    change: (key, work) =>
      alone(async (confirm) => {
        const section = await readSection(file, options)
        if (section.isInvalid) throw noMap(file, options)
        const pair = section.map.items.find(isCalled(key, options))
        const was = pair && listEntries(section)[section.map.items.indexOf(pair)]?.[1]
        const is = await work(was)
        if (is !== undefined || pair) {
          put({ key, pair, value: is }, section)
          await confirm()
          await writeSettingsFile(file, section.document)
        }
        return { key: pair ? keyOf(pair) : key, was, is }
      }),
  }
}

/** Every search asks: the file is parsed again only when its stamp changed. */
function rereadWhenWritten(file: string, options: SectionOptions): () => Promise<readonly Entry[]> {
  let known: { readonly stamp: string; readonly entries: readonly Entry[] } = { stamp: '', entries: [] }
  return async () => {
    const stamp = stampOf(file)
    if (stamp !== known.stamp) known = { stamp, entries: listEntries(await readSection(file, options)) }
    return known.entries
  }
}

/** Awaited, it takes forty times as long, and on a busy machine milliseconds: the way to another thread and back. */
function stampOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : ''
  } catch {
    return ''
  }
}

interface Section {
  readonly document: Document
  readonly map: YAMLMap
  /** What stands there is somebody's mistake: it is read as nothing, and theirs to mend. */
  readonly isInvalid: boolean
  readonly yaml: typeof Yaml
}

/** Of a file without the section an empty one, which is in the file once something is put into it. */
async function readSection(file: string, { name }: SectionOptions): Promise<Section> {
  const [yaml, document] = await Promise.all([import('yaml'), readSettingsFile(file)])
  const found = document.get(name)
  if (yaml.isMap(found)) return { document, map: found, isInvalid: false, yaml }
  const map = new yaml.YAMLMap(document.schema)
  document.set(name, map)
  return { document, map, isInvalid: found !== undefined && found !== null, yaml }
}

const noMap = (file: string, { name }: SectionOptions): WukuError =>
  new WukuError('bad-input', `"${name}" in ${file} is not a map.`, 'Write "key: value" lines below it, or remove it.')

/** A `Map` keeps the order, which an object does not where a key is a number. */
const listEntries = ({ document, map }: Section): readonly Entry[] =>
  [...(map.toJS(document, { mapAsMap: true }) as ReadonlyMap<unknown, unknown>)].map(([key, value]) => [
    String(key),
    value,
  ])

const isCalled =
  (key: string, { fold = (written) => written }: SectionOptions) =>
  (pair: Pair): boolean =>
    fold(keyOf(pair)) === fold(key)

/** `2024:` is a number to YAML and a name to people. */
const keyOf = ({ key }: Pair): string => String(key)

interface Wanted {
  readonly key: string
  readonly pair: Pair | undefined
  readonly value: unknown
}

function put({ key, pair, value }: Wanted, section: Section): void {
  const { document, map, yaml } = section
  if (value === undefined) {
    map.items.splice(map.items.indexOf(pair as Pair), 1)
    return
  }
  // A map without entries can only be written as `{}`, and what is put into that would stay on its line.
  if (map.items.length === 0) map.flow = false
  if (!pair) map.items.push(document.createPair(key, value))
  else if (yaml.isSeq(pair.value) && Array.isArray(value)) amendList(pair.value, value, section)
  else if (yaml.isScalar(pair.value) && !Array.isArray(value)) pair.value.value = value
  else pair.value = document.createNode(value)
}

/** What stays in a list keeps its comments. What is no text was somebody's mistake, and is theirs to mend. */
function amendList(list: YAMLSeq, wanted: readonly unknown[], { document, yaml }: Section): void {
  const textOf = (item: unknown): unknown => {
    const node = yaml.isAlias(item) ? item.resolve(document) : item
    return yaml.isScalar(node) ? node.value : undefined
  }
  list.items = list.items.filter((item) => typeof textOf(item) !== 'string' || wanted.includes(textOf(item)))
  const there = new Set(list.items.map(textOf))
  for (const each of wanted) if (!there.has(each)) list.items.push(document.createNode(each))
}

/**
 * Contexts live in the settings file, where people read and write them too:
 *
 *     contexts:
 *       /: All of this belongs to the harbour project.
 *       notes: Field notes
 *       notes/tides: One file a month
 */
export function openContexts(place: SectionPlace): Contexts {
  const section = openSection(place, { name: 'contexts' })
  return {
    list: async () => (await section.entries()).filter(isText).map(([key, text]) => ({ ...placeOf(key), text })),
    set: async ({ collection, prefix, text }) =>
      void (await section.change(contextsKeyOf(collection, prefix), () => text)),
    remove: async (collection, prefix) =>
      (await section.change(contextsKeyOf(collection, prefix), () => undefined)).was !== undefined,
  }
}

const isText = (entry: Entry): entry is readonly [string, string] => typeof entry[1] === 'string'

/** `/` speaks of everything. */
const contextsKeyOf = (collection: string, prefix: string): string =>
  collection === '' ? '/' : prefix === '' ? collection : `${collection}/${prefix}`

function placeOf(key: string): Omit<PathContext, 'text'> {
  const slash = key.indexOf('/')
  if (slash < 0) return { collection: key, prefix: '' }
  return { collection: key.slice(0, slash), prefix: key.slice(slash + 1) }
}

/**
 * Named projects live in the settings file, where people read and write them too:
 *
 *     projects:
 *       shop: [~/src/shop, notes/handbook, docs/vue@3.4.0]
 *       billing: notes/ledger
 */
export function openProjects(place: SectionPlace): Projects {
  const section = openSection(place, { name: 'projects', fold: (name) => name.toLowerCase() })
  return {
    list: async () =>
      (await section.entries())
        .map(([name, value]) => ({ name, members: membersIn(value) }))
        .filter(({ members }) => members.length > 0),
    change: async (name, work) => {
      const { key, is } = await section.change(name, async (was) => {
        const members = await work(membersIn(was))
        return members.length === 0 ? undefined : [...members]
      })
      return { name: key, members: membersIn(is) }
    },
  }
}

/** Of what somebody wrote by hand: a list, or one member; what else there is means nothing. */
const membersIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string').filter((each) => each !== '')
