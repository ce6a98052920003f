import { once } from '@wuku/core/once'
import type { Client } from '../http/client.ts'
import { titlePath } from '../framework/title-path.ts'
import { plainId, titleOf, type Entry, type List, type Parent } from './notion-types.ts'

/** Pages and databases of a workspace, as far as the integration sees them: those of the place, with what is above them. */
export interface Entries {
  /** Newest change first, as the search of the service lists them. */
  search(): AsyncIterable<readonly Entry[]>
  isWithin(entry: Entry): Promise<boolean>
  pathOf(entry: Entry): Promise<string>
}

export async function* listed<Item>(
  ask: (cursor: string | undefined) => Promise<List<Item> | undefined>,
): AsyncIterable<readonly Item[]> {
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const { results = [], has_more: hasMore = false, next_cursor: next }: List<Item> = (await ask(cursor)) ?? {}
    yield results
    cursor = hasMore && next ? next : undefined
  }
}

/** Deeper than any workspace; its tree may have circles while it is changed. */
const MAX_ABOVE = 50

export function openEntries(client: Client, api: string, root: string | undefined): Entries {
  const known = new Map<string, Promise<Entry | undefined>>()
  const keep = (entry: Entry): void => void known.set(plainId(entry.id), Promise.resolve(entry))
  const get = (kind: string, id: string): Promise<Entry | undefined> => {
    const key = plainId(id)
    const found =
      known.get(key) ?? client.get<Entry>(`${api}/v1/${kind}/${id}`, { mayMiss: true }).then(({ body }) => body)
    known.set(key, found)
    return found
  }
  /** `undefined`: nothing is above it that this integration sees. */
  const parentOf = (parent: Parent = {}): Promise<Entry | undefined> | undefined => {
    if (parent.page_id !== undefined) return get('pages', parent.page_id)
    if (parent.data_source_id !== undefined) return get('data_sources', parent.data_source_id)
    if (parent.database_id !== undefined) return get('databases', parent.database_id)
    return parent.block_id === undefined ? undefined : get('blocks', parent.block_id)
  }
  async function above(entry: Entry): Promise<readonly Entry[]> {
    const found: Entry[] = []
    for (
      let next = await parentOf(entry.parent);
      next && found.length < MAX_ABOVE;
      next = await parentOf(next.parent)
    ) {
      found.unshift(next)
      if (plainId(next.id) === root) break
    }
    return found
  }
  const first = once(async () =>
    root === undefined ? undefined : ((await get('pages', root)) ?? (await get('databases', root))),
  )
  return {
    async *search() {
      // The search lags behind the page itself.
      const top = await first()
      if (top?.object === 'page') yield [top]
      const body = { sort: { timestamp: 'last_edited_time', direction: 'descending' }, page_size: 100 }
      for await (const page of listed<Entry>(async (cursor) => {
        const from = cursor === undefined ? {} : { start_cursor: cursor }
        return (await client.ask<List<Entry>>(`${api}/v1/search`, { ...body, ...from })).body
      })) {
        for (const entry of page) keep(entry)
        yield page
      }
    },
    async isWithin(entry) {
      if (root === undefined || plainId(entry.id) === root) return true
      return (await above(entry)).some(({ id, parent }) => plainId(id) === root || parent?.database_id === root)
    },
    async pathOf(entry) {
      const parents = (await above(entry)).filter(({ object }) => object !== 'block' && object !== 'data_source')
      return titlePath([...parents, entry].map(titleOf))
    },
  }
}
