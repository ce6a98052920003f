import type { Json } from '@wuku/core/core-types'
import { onceFor } from '@wuku/core/once'
import type { Service, ServiceToOpen } from '../framework/connector.ts'
import { since, takeRecent, type ListedChange } from '../framework/recent.ts'
import { timeOf } from '../framework/since-list.ts'
import { audienceOf, NOBODY, openPeople, restrictionOf, wordOf } from './audiences.ts'
import { entryOf, listed, type Entry, type Row } from './confluence-types.ts'
import { openEntries } from './spaces.ts'
import type { Paths } from './paths.ts'
import { filesOf, openTexts, versionOf } from './texts.ts'

/** A search takes times in the time zone of whom it asks for. */
const OVERLAP_MS = 26 * 60 * 60_000

export function openWiki(given: ServiceToOpen, paths: Paths): Service {
  const wiki = openEntries(given, paths)
  const { only, spaces, current, placed, list } = wiki
  const people = openPeople(given, paths, wiki.spaceOf)
  const readPage = openTexts(given, paths, { ...wiki, ...people })
  const restrictions = onceFor((id: string) => restrictionOf(id, given))
  async function audienceAt({ line, space }: Awaited<ReturnType<typeof placed>>): Promise<string> {
    const sets = [wordOf('space', space), line[0]?.parent && NOBODY]
    for (const { id } of line) sets.push(await restrictions(id))
    const audience = audienceOf(sets.filter((set) => set !== undefined))
    return only !== '' && audience === sets[0] ? '' : audience
  }
  const search = (query: string) => searchFor(query, given, paths)
  async function changed(space: string, cursor: Json): Promise<readonly ListedChange[]> {
    const from = new Date(since(cursor, OVERLAP_MS)).toISOString().slice(0, 16).replace('T', ' ')
    const types = 'type in (page,blogpost,comment,attachment)'
    const changes = await Array.fromAsync(search(`space="${space}" and ${types} and lastmodified>="${from}"`))
    return changes.filter(({ id }) => /^(?:pages|blogposts)\//.test(id))
  }
  /** A page is asked for its files where the search shows others than the store has. */
  async function* withFiles(space: string, storedOf: (id: string) => string) {
    const rows = await Array.fromAsync(search(`space="${space}" and type=attachment`)).catch(() => [])
    const attached = rows.filter(({ found }) => found.type === 'attachment')
    const shown = Map.groupBy(attached, ({ id }) => id)
    for (const entry of await list(space)) {
      const files = shown.get(entry.id)?.map(({ found }) => found) ?? []
      const hint = versionOf([...new Map(files.map((file) => [file.id, file])).values()])
      const isSame = hint === (/\+\d+@\d+$/.exec(storedOf(entry.id))?.[0] ?? '')
      const placedEntry = await placed(entry)
      const end = isSame ? hint : versionOf(await filesOf(entry.id, given, paths))
      yield [{ ...placedEntry, version: placedEntry.version + end }]
    }
  }
  return {
    check: async () => void (await spaces()),
    containers: async () => (await spaces()).map(({ key }) => ({ id: key })),
    async *changes({ id }, cursor) {
      const everything = cursor === undefined ? await list(id) : []
      const all = everything.map((entry) => ({ ...entry, at: entry.updatedAt, state: stateOf(entry) }))
      const newest = all.reduce((last, { at }) => Math.max(last, at), 0)
      // The first time as well, so that the next pass knows what it finds.
      const found = await changed(id, cursor ?? { at: newest, seen: [] })
      yield* takeRecent([...all, ...found], cursor, OVERLAP_MS)
    },
    ids: ({ id }, storedOf) => withFiles(id, storedOf),
    async read(id) {
      const entry = await current(id)
      const own = entry && (await placed(entry))
      return own && readPage(own, await audienceAt(own))
    },
    isThere: async (id) => (await current(id)) !== undefined,
    async readers(_, audiences) {
      const ofPlace = only === '' ? NOBODY : wordOf('space', (await spaces())[0]?.key ?? '')
      return people.readersOf(new Map([...audiences.values(), ''].map((each) => [each, each || ofPlace])))
    },
    async audienceOf(id) {
      const entry = await current(id)
      return entry ? audienceAt(await placed(entry)) : NOBODY
    },
  }
}

const stateOf = ({ id, number }: Entry): string => `${id} ${number}`

/** The search may end early: what it lacks is found by the census. */
async function* searchFor(query: string, given: ServiceToOpen, paths: Paths) {
  for await (const rows of listed<Row>(given, `${paths.search}&cql=${encodeURIComponent(query)}`))
    for (const { lastModified, content, ...row } of rows) {
      const found = content ?? row
      const own = entryOf(found, 'pages')
      const isOfPage = ['comment', 'attachment'].includes(found.type ?? '')
      const { id } = isOfPage && found.container ? entryOf(found.container, 'pages') : own
      yield { id, found, at: own.updatedAt || timeOf(lastModified), state: stateOf(own) }
    }
}
