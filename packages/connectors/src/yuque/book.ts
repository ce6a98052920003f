import { titlePath, distinctPaths } from '../framework/title-path.ts'
import { timeOf } from '../framework/since-list.ts'
import type { Client } from '../http/client.ts'
import type { Book, Data, ListedDoc, TocRow } from './yuque-types.ts'

/** The documents of a book as its lists show them, under their paths. */
export interface Listing {
  readonly docs: ReadonlyMap<string, ListedDoc>
  /** By the id of an item. */
  readonly paths: ReadonlyMap<string, string>
  /** Ids of items by the last part of their address. */
  readonly slugs: ReadonlyMap<string, string>
}

export const itemOf = ({ id }: Pick<ListedDoc, 'id'>): string => `docs/${id}`
export const changedAt = (doc: ListedDoc): number => timeOf(doc.content_updated_at ?? doc.updated_at)

/** A book of a group, or of a person who shares it; `undefined`: it is not there for this token. */
export async function findBook(client: Client, api: string, { owner, book }: BookPlace): Promise<Book | undefined> {
  for (const kind of ['groups', 'users'])
    for await (const books of entries<Book>(client, `${api}/${kind}/${encodeURIComponent(owner)}/repos`, true)) {
      const found = books.find(({ slug }) => slug === book)
      if (found) return found
    }
  return undefined
}

export interface BookPlace {
  readonly owner: string
  readonly book: string
}

/** Pages of a list by what came and not by what was asked for: servers give less than that. */
export async function* entries<Entry>(client: Client, list: string, mayMiss = false): AsyncIterable<readonly Entry[]> {
  for (let offset = 0; ;) {
    const { body } = await client.get<Data<readonly Entry[]>>(`${list}?offset=${offset}&limit=100`, { mayMiss })
    const found = body?.data ?? []
    if (found.length === 0) return
    yield found
    offset += found.length
  }
}

export async function listBook(client: Client, base: string): Promise<Listing> {
  const docs = new Map<string, ListedDoc>()
  for await (const page of entries<ListedDoc>(client, `${base}/docs`))
    for (const doc of page) docs.set(itemOf(doc), doc)
  const { body } = await client.get<Data<readonly TocRow[]>>(`${base}/toc`, { mayMiss: true })
  const above = titlesAbove(body?.data ?? [])
  const titled = new Map(
    [...docs].map(([item, doc]) => [item, titlePath([...(above.get(item) ?? []), doc.title ?? ''])]),
  )
  return {
    docs,
    paths: distinctPaths(titled),
    slugs: new Map([...docs].flatMap(([item, { slug }]) => (slug === undefined ? [] : [[slug, item]]))),
  }
}

/** The table of contents may have circles: a row stands under each other one once. */
function titlesAbove(rows: readonly TocRow[]): ReadonlyMap<string, readonly string[]> {
  const byId = new Map(rows.map((row) => [row.uuid ?? '', row]))
  const above = (row: TocRow): readonly string[] => {
    const titles: string[] = []
    const seen = new Set([row])
    for (let next = byId.get(row.parent_uuid ?? ''); next && !seen.has(next); next = byId.get(next.parent_uuid ?? '')) {
      seen.add(next)
      titles.unshift(next.title ?? '')
    }
    return titles
  }
  return new Map(rows.flatMap((row) => (row.doc_id ? [[itemOf({ id: Number(row.doc_id) }), above(row)]] : [])))
}
