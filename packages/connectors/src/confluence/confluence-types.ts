import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/connectors'
import type { Texts } from '../framework/connector.ts'
import { timeOf } from '../framework/since-list.ts'
import type { Answer, Client } from '../http/client.ts'

type Results<Item> = { readonly results?: readonly Item[] }
export type Space = { readonly id: string; readonly key: string }
export type Person = Texts<'accountId' | 'userKey' | 'username' | 'displayName' | 'email' | 'type' | 'id' | 'name'>
export const idOfPerson = ({ accountId, username, userKey }: Person): string => accountId ?? username ?? userKey ?? ''

/** Pages, posts, folders and comments in the words of both: `ancestors` and `history` are those of Data Center. */
export type Row = Texts<'id' | 'type' | 'status' | 'title' | 'spaceId' | 'parentId' | 'parentType' | 'authorId'> &
  Texts<'when' | 'createdAt' | 'createdDate' | 'lastModified' | 'downloadLink' | 'download'> &
  Texts<'key' | 'value' | 'webui' | 'resolutionStatus' | 'originalSelection' | 'inlineOriginalSelection'> & {
    readonly [part in 'version' | 'history' | 'space' | 'content' | 'container' | 'body' | 'storage' | '_links']?: Row
  } & { readonly [part in 'metadata' | 'properties' | 'extensions' | 'inlineProperties' | 'resolution']?: Row } & {
    readonly [person in 'by' | 'createdBy']?: Person
  } & { readonly [count in 'number' | 'fileSize']?: number } & {
    readonly ancestors?: readonly Row[]
    readonly labels?: Results<Person>
  }

export type Entry = ReturnType<typeof entryOf>

/** `kind`: what it is where the answer does not say it. */
export function entryOf(row: Row, kind: string) {
  const { version, history, metadata, labels = metadata?.labels } = row
  const above = row.ancestors?.at(-1)
  const parent = row.parentId ?? above?.id
  return {
    id: `${row.type === undefined ? kind : `${row.type}s`}/${row.id}`,
    title: row.title ?? '',
    parent: parent ? `${row.parentType ?? above?.type ?? 'page'}s/${parent}` : undefined,
    space: row.spaceId ?? row.space?.key,
    isCurrent: (row.status ?? 'current') === 'current',
    number: version?.number ?? 0,
    updatedAt: timeOf(version?.createdAt ?? version?.when),
    createdAt: timeOf(row.createdAt ?? history?.createdDate),
    author: history?.createdBy ?? version?.by ?? { accountId: row.authorId ?? version?.authorId ?? '' },
    labels: (labels?.results ?? []).map(({ name = '' }) => name),
    storage: row.body?.storage?.value ?? '',
    webui: row['_links']?.webui,
  }
}

type ListOf<Item> = Results<Item> & { readonly _links?: Texts<'next'> }

/** A list page by page, as long as a next one is named: pages are often shorter than asked for. */
export async function* listed<Item>(
  { client, api }: { readonly client: Client; readonly api: string },
  path: string,
  mayMiss = false,
): AsyncIterable<readonly Item[]> {
  for (let [next, pages]: [string | undefined, number] = [api + path, 0]; next !== undefined; pages++) {
    const { body, next: linked }: Answer<ListOf<Item>> = await client.get(next, { mayMiss })
    if (!body && mayMiss) return
    const results: unknown = Array.isArray(body) ? body : body?.results
    if (!Array.isArray(results)) throw new WukuError('fetch-failed', msg('noList', { url: api }))
    if (pages > 10_000) throw new WukuError('fetch-failed', msg('endless', { url: api }))
    yield results
    // Links begin at the host, at the context or behind it, by the endpoint.
    const link: string | undefined = body?.['_links']?.next?.replace(/^.*?(?=\/(?:api\/v2|rest\/api)\/)/, '')
    next = link === undefined ? linked?.href : api + link
  }
}
