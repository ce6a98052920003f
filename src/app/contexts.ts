import type { Contexts, PathContext } from '../ports/contexts.ts'
import { openSection, type Entry, type SectionPlace } from './settings-section.ts'

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
    set: async ({ collection, prefix, text }) => void (await section.change(keyOf(collection, prefix), () => text)),
    remove: async (collection, prefix) =>
      (await section.change(keyOf(collection, prefix), () => undefined)).was !== undefined,
  }
}

const isText = (entry: Entry): entry is readonly [string, string] => typeof entry[1] === 'string'

/** `/` speaks of everything. */
const keyOf = (collection: string, prefix: string): string =>
  collection === '' ? '/' : prefix === '' ? collection : `${collection}/${prefix}`

function placeOf(key: string): Omit<PathContext, 'text'> {
  const slash = key.indexOf('/')
  if (slash < 0) return { collection: key, prefix: '' }
  return { collection: key.slice(0, slash), prefix: key.slice(slash + 1) }
}
