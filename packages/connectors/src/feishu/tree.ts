import type { ServiceToOpen } from '../framework/connector.ts'
import { titlePath } from '../framework/title-path.ts'
import type { Client } from '../http/client.ts'
import type { Row } from './feishu-types.ts'

export type Tree = Pick<ServiceToOpen, 'client' | 'api' | 'root' | 'place'>

/** A list page by page; lists are named differently, and are left out where they are empty. */
export async function* listed<Item>(client: Client, list: string): AsyncIterable<readonly Item[]> {
  for (let token: unknown = ''; typeof token === 'string';) {
    const url = token === '' ? list : `${list}&page_token=${encodeURIComponent(token)}`
    const { body } = await client.get<{ readonly data: Readonly<Record<string, unknown>> }>(url, { mayMiss: true })
    if (!body) return
    yield (Object.values(body.data).find(Array.isArray) ?? []) as readonly Item[]
    const next = body.data['page_token'] ?? body.data['next_page_token']
    token = body.data['has_more'] === true && next !== token && next !== '' ? next : undefined
  }
}

export type Entry = ReturnType<typeof entryOf>

/** Everything in a place by its id, each once: trees change while they are read, and shortcuts show what lies elsewhere. */
export async function walk(tree: Tree): Promise<ReadonlyMap<string, Entry>> {
  const { client, api, place, root } = tree
  const below = ({ space_id: space, node_token: node, token }: Row): string =>
    space === undefined
      ? `${api}/drive/v1/files?page_size=200&folder_token=${token}`
      : `${api}/wiki/v2/spaces/${space}/nodes?page_size=50${node === undefined ? '' : `&parent_node_token=${node}`}`
  const entries = new Map<string, Entry>()
  const lists = new Map<string, readonly string[]>()
  const take = (row: Row, above: readonly string[]): void => {
    if ([row.type, row.node_type].includes('shortcut')) return
    const titles = [...above, row.title ?? row.name ?? '']
    const list = below(row)
    if ((row.type === 'folder' || row.has_child === true) && !lists.has(list)) lists.set(list, titles)
    const entry = entryOf(row, titles, new URL(root).origin)
    if (entry.type !== 'folder') entries.set(entry.id, entry)
  }
  if (place['node'] === undefined) lists.set(below({ space_id: place['space'], token: place['folder'] } as Row), [])
  else take(await topNode(tree), [])
  // Lists that are found on the way are walked too.
  for (const [list, above] of lists)
    for await (const rows of listed<Row>(client, list)) for (const row of rows) take(row, above)
  return entries
}

export async function topNode({ client, api, place }: Tree): Promise<Row> {
  const url = `${api}/wiki/v2/spaces/get_node?token=${String(place['node'])}`
  const { body } = await client.get<{ readonly data: Readonly<Record<'node', Row>> }>(url)
  return body?.data.node ?? {}
}

function entryOf(row: Row, titles: readonly string[], home: string) {
  const {
    obj_type: ofWiki,
    type = ofWiki ?? '',
    obj_token: inWiki,
    token = inWiki ?? '',
    node_token: node = token,
  } = row
  const [path, updatedAt] = [titlePath(titles), Number(row.obj_edit_time ?? row.modified_time ?? 0) * 1000]
  const url = row.url ?? `${home}/${inWiki === undefined ? type : 'wiki'}/${node}`
  const createdAt = Number(row.obj_create_time ?? row.created_time ?? 0) * 1000
  // With its path, since a document that got another title or place has the same time.
  const version = `${updatedAt}+${path}`
  const of = { title: titles.at(-1) ?? '', owner: row.owner ?? row.owner_id ?? '' }
  return { id: `${type}/${token}`, type, token, node, path, url, updatedAt, createdAt, version, ...of }
}
