import type { Json } from '@wuku/core/core-types'
import type { Changes, Connector, Listed, Service, ServiceToOpen } from '../framework/connector.ts'
import { asCursor, asJson, listSince, timeOf } from '../framework/since-list.ts'
import { allOf, type Client } from '../http/client.ts'
import { partsOf, WHATS, type Discussion, type Item, type Note, type What } from './gitlab-types.ts'
import { readersOf } from './members.ts'
import { pagesOf } from './render-item.ts'

const API = '/api/v4'

/** Issues and merge requests of a project, of gitlab.com and of servers of one's own. */
export const gitlab: Connector = {
  host: 'gitlab',
  recognise(url, isNamed) {
    const [, project = '', mark, what] = /^\/(.+?)(\/-)?\/(issues|merge_requests)\/?$/.exec(url.pathname) ?? []
    // Addresses of old have no mark.
    if (project === '' || !(mark || isNamed || url.hostname === 'gitlab.com')) return undefined
    const path = decodeURIComponent(project)
    const place = { project: path, only: what === 'merge_requests' ? what : 'all' }
    return { name: path.slice(path.lastIndexOf('/') + 1), api: `${url.origin}${API}`, place }
  },
  apiBase: (api) => (new URL(api).pathname === '/' ? `${api}${API}` : api),
  authorise: async (credential) => ({ headers: { 'private-token': credential } }),
  open: openProject,
}

function openProject({ client, api, place, root, cite, emailOf }: ServiceToOpen): Service {
  const base = `${api}/projects/${encodeURIComponent(String(place['project']))}`
  const whats = WHATS.filter((what) => place['only'] === 'all' || place['only'] === what)
  const shown = new Map<string, Item>()
  const itemAt = async (id: string): Promise<Item | undefined> => {
    const { what, iid } = partsOf(id)
    const found = shown.get(id) ?? (await client.get<Item>(`${base}/${what}/${iid}`, { mayMiss: true })).body
    shown.delete(id)
    return found
  }
  return {
    async check() {
      for await (const _ of client.pages(`${base}/${whats[0]}?scope=all&per_page=1`)) return
    },
    containers: async () => whats.map((id) => ({ id })),
    changes: ({ id }, cursor) => changesOf({ client, base, what: id as What, shown }, cursor),
    async *ids({ id }) {
      const list = `${base}/${id}?scope=all&order_by=created_at&sort=asc&per_page=100`
      for await (const items of client.pages<Item>(list))
        yield items.map((item) => ({ id: `${id}/${item.iid}`, version: versionOf(item) }))
    },
    async read(id) {
      const item = await itemAt(id)
      if (!item) return undefined
      const { what, iid } = partsOf(id)
      const notes = item.user_notes_count === 0 ? [] : await notesOf(client, `${base}/${what}/${iid}`, what)
      return { pages: pagesOf({ item, what, notes }, { version: versionOf(item), root, cite }) }
    },
    async isThere(id) {
      const { what, iid } = partsOf(id)
      return (await client.get<Item>(`${base}/${what}/${iid}`, { mayMiss: true })).status === 200
    },
    async readers(cursors) {
      const { at } = asCursor(cursors['issues']) ?? {}
      const list = `${base}/issues?scope=all&confidential=true&order_by=updated_at&sort=asc&per_page=100`
      const moved: Listed[] = []
      if (at !== undefined && whats.includes('issues')) {
        const url = `${list}&updated_after=${new Date(at + 1).toISOString()}`
        for (const item of await allOf(client.pages<Item>(url, { remember: true })))
          moved.push({ id: `issues/${item.iid}`, version: versionOf(item) })
      }
      return { ...(await readersOf(base, { client, api, emailOf })), moved }
    },
  }
}

/** A note that is taken away changes the time of its issue mostly, and the number of notes always. */
const versionOf = ({ updated_at, user_notes_count = 0 }: Item): string => `${updated_at}+${user_notes_count}`

/** Threads of a merge request stay together; notes of an issue stand in the order in which they came. */
async function notesOf(client: Client, item: string, what: What): Promise<readonly Note[]> {
  const list = what === 'issues' ? 'notes?sort=asc&order_by=created_at&' : 'discussions?'
  const found = await allOf(client.pages<Note | Discussion>(`${item}/${list}per_page=100`))
  const notes = found.flatMap((each) => ('notes' in each ? (each.notes ?? []) : [each as Note]))
  const once = new Map(notes.map((note) => [note.id, note]))
  return [...once.values()].filter(({ system }) => !system)
}

interface ChangesInput {
  readonly client: Client
  readonly base: string
  readonly what: What
  readonly shown: Map<string, Item>
}

async function* changesOf(
  { client, base, what, shown }: ChangesInput,
  cursor: Json | undefined,
): AsyncIterable<Changes> {
  const list = {
    client,
    url: (since: number | undefined): string => {
      const after = since === undefined ? '' : `updated_after=${new Date(since).toISOString()}&`
      return `${base}/${what}?scope=all&${after}order_by=updated_at&sort=asc&per_page=100`
    },
    keyOf: ({ iid, updated_at }: Item) => ({ id: String(iid), at: timeOf(updated_at) }),
  }
  for await (const page of listSince<Item>(list, asCursor(cursor))) {
    for (const item of page.entries) shown.set(`${what}/${item.iid}`, item)
    yield { ids: page.entries.map(({ iid }) => `${what}/${iid}`), cursor: asJson(page.cursor) }
  }
}
