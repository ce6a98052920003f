import type { Attachment, Changes, Connector, ItemRead, Page } from '../framework/connector.ts'
import type { Place, Section, Service, ServiceToOpen } from '../framework/connector.ts'
import type { Json } from '@wuku/core/core-types'
import { once } from '@wuku/core/once'
import { since, takeRecent, type ListedChange } from '../framework/recent.ts'
import { linksAs } from '../framework/markdown-links.ts'
import { timeOf } from '../framework/since-list.ts'
import { allOf, type Client } from '../http/client.ts'
import { inline, renderBlocks, type BlockContext } from './blocks.ts'
import { listed, openEntries, type Entries } from './entries.ts'
import { plainId, titleOf, type Block, type Comment, type Entry, type List, type Person } from './notion-types.ts'
import { describeProperties } from './properties.ts'

/** Pages below a page or a database, or all that are shared with the integration: `notion:`. */
export const notion: Connector = {
  host: 'notion',
  recognise(url, isNamed) {
    const isAll = url.protocol === 'notion:'
    const id = /([0-9a-f]{32})\/?$/i.exec(url.pathname.replaceAll('-', ''))?.[1]
    const isOwn = /(?:^|\.)notion\.(?:so|site|com)$/.test(url.hostname)
    if (!isAll && (!(isOwn || isNamed) || id === undefined)) return undefined
    const slug = /([^/]*?)-?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\/?$/i.exec(url.pathname)?.[1]
    const name = isAll || !slug ? 'notion' : decodeURIComponent(slug).toLowerCase()
    const place: Place = isAll || id === undefined ? {} : { root: id.toLowerCase() }
    return { name, api: 'https://api.notion.com', place }
  },
  apiBase: (api) => api.replace(/\/v1$/, ''),
  authorise: async (credential) => ({
    headers: { authorization: `Bearer ${credential}`, 'notion-version': '2026-03-11' },
  }),
  // Three a second of old, on average; now a budget of each plan, which it does not name.
  paces: [{ requests: 900, per: 5 * 60_000 }],
  open: openWorkspace,
}

const idOf = ({ id }: Pick<Entry, 'id'>): string => `pages/${plainId(id)}`

function openWorkspace({ client, api, place, cite, emailOf }: ServiceToOpen): Service {
  const root = place['root'] === undefined ? undefined : String(place['root'])
  const entries = openEntries(client, api, root)
  const listUsers = async (): Promise<ReadonlyMap<string, Person>> =>
    new Map((await allOf(pagesOf<Person>(client, `${api}/v1/users?page_size=100`))).map((each) => [each.id, each]))
  const usersOf = once(listUsers)
  const pageAt = async (id: string): Promise<Entry | undefined> => {
    const { body } = await client.get<Entry>(`${api}/v1/pages/${id.slice('pages/'.length)}`, { mayMiss: true })
    return body && body.in_trash !== true && (await entries.isWithin(body)) ? body : undefined
  }
  return {
    async check() {
      if (root === undefined) await client.get(`${api}/v1/users/me`)
      else if (!(await firstThere(client, api, root))) await client.get(`${api}/v1/pages/${root}`)
    },
    containers: async () => [{ id: root ?? 'workspace' }],
    changes: (_, cursor) => changesOf(entries, cursor),
    async *ids() {
      for await (const found of entries.search()) yield (await within(found, entries)).map(listedPage)
    },
    async read(id) {
      const page = await pageAt(id)
      if (!page) return undefined
      return readPage(page, { client, api, entries, cite, people: await usersOf() })
    },
    isThere: async (id) => (await pageAt(id)) !== undefined,
    async readers() {
      const unknown: string[] = []
      const emails = new Set<string>()
      for (const { type, name, person } of (await listUsers()).values()) {
        if (type !== 'person') continue
        const email = await emailOf(name ?? '', async () => person?.email)
        if (email === undefined) unknown.push(name ?? '')
        else emails.add(email)
      }
      return { readers: { '': [...emails].toSorted() }, unknown }
    },
  }
}

async function firstThere(client: Client, api: string, root: string): Promise<boolean> {
  for (const kind of ['pages', 'databases'])
    if ((await client.get(`${api}/v1/${kind}/${root}`, { mayMiss: true })).status === 200) return true
  return false
}

const pagesOf = <Item>(client: Client, list: string): AsyncIterable<readonly Item[]> =>
  listed<Item>(async (cursor) => {
    const from = cursor === undefined ? '' : `&start_cursor=${encodeURIComponent(cursor)}`
    return (await client.get<List<Item>>(`${list}${from}`, { mayMiss: true })).body
  })

const listedPage = (page: Entry) => ({ id: idOf(page), version: page.last_edited_time ?? '' })

async function within(found: readonly Entry[], entries: Entries): Promise<readonly Entry[]> {
  const pages = found.filter(({ object, in_trash: isGone }) => object === 'page' && isGone !== true)
  const own = await Promise.all(pages.map((page) => entries.isWithin(page)))
  return pages.filter((_, at) => own[at])
}

/** Times are whole minutes, and the search is some minutes late. */
const OVERLAP_MS = 10 * 60_000

/** The newest stand first. */
async function* changesOf(entries: Entries, cursor: Json | undefined): AsyncIterable<Changes> {
  const from = since(cursor, OVERLAP_MS)
  const recent = new Map<string, ListedChange>()
  for await (const found of entries.search()) {
    for (const page of await within(found, entries))
      recent.set(idOf(page), { id: idOf(page), at: timeOf(page.last_edited_time) })
    const last = found.at(-1)
    if (found.length > 1 && last && timeOf(last.last_edited_time) < from) break
  }
  yield* takeRecent([...recent.values()], cursor, OVERLAP_MS)
}

interface PageContext extends Pick<ServiceToOpen, 'client' | 'api' | 'cite'> {
  readonly entries: Entries
  readonly people: ReadonlyMap<string, Person>
}

async function readPage(page: Entry, context: PageContext): Promise<ItemRead> {
  const { client, api, entries, people } = context
  const losses: Record<string, number> = {}
  const attachments: Attachment[] = []
  const attached = (url: string): void => {
    if (!URL.canParse(url)) return
    const name = decoded(new URL(url).pathname.replace(/^.*\//, ''))
    attachments.push({ name, url, isBare: true })
  }
  const citePage = (id: string): string => context.cite(`pages/${plainId(id)}`)
  const comments = await allOf(pagesOf<Comment>(client, `${api}/v1/comments?block_id=${page.id}&page_size=100`))
  const nameOf = (person: Person | undefined): string | undefined =>
    (person && (people.get(person.id)?.name ?? person.name)) ?? undefined
  const author = nameOf(page.created_by)
  const text = [describeProperties(page.properties), await textOf(page, { cite: citePage, losses, attached }, context)]
  const own: Page = {
    id: idOf(page),
    path: await entries.pathOf(page),
    title: titleOf(page),
    url: page.url ?? `https://www.notion.so/${plainId(page.id)}`,
    version: page.last_edited_time ?? '',
    updatedAt: timeOf(page.last_edited_time),
    createdAt: timeOf(page.created_time),
    ...(author !== undefined && { author }),
    sections: [
      { markdown: text.filter(Boolean).join('\n\n') },
      ...comments.map((comment): Section => ({
        anchor: `comment-${plainId(comment.id)}`,
        author: nameOf(comment.created_by) ?? 'somebody',
        at: timeOf(comment.created_time),
        markdown: inline(comment.rich_text, { cite: citePage }),
      })),
    ],
    attachments,
  }
  return { pages: [own], losses }
}

interface WholeMarkdown {
  readonly markdown?: string
  readonly truncated?: boolean
  readonly unknown_block_ids?: readonly string[]
}

const PAGE = /^https:\/\/(?:www\.|app\.)?notion\.(?:so|com)\/(?:[^?#]*[-/])?([0-9a-f]{32})(?:[?#].*)?$/

/** The Markdown that the service makes, if that is whole; else its blocks. */
async function textOf(
  { id }: Entry,
  { cite, losses, attached }: Pick<BlockContext, 'cite' | 'attached'> & { readonly losses: Record<string, number> },
  { client, api }: PageContext,
): Promise<string> {
  const { body } = await client.get<WholeMarkdown>(`${api}/v1/pages/${id}/markdown`, { mayMiss: true })
  const isWhole = body?.truncated !== true && (body?.unknown_block_ids ?? []).length === 0
  if (body?.markdown !== undefined && isWhole)
    return linksAs(withoutExpiring(body.markdown, attached), (address) => {
      const page = PAGE.exec(address)?.[1]
      return page === undefined ? undefined : cite(page)
    })
  return renderBlocks(id, {
    cite,
    attached,
    lost: (type) => void (losses[type] = (losses[type] ?? 0) + 1),
    children: (block) => allOf(pagesOf<Block>(client, `${api}/v1/blocks/${block}/children?page_size=100`)),
  })
}

/** Addresses of uploaded files hold for an hour, with a signature that is nobody else's. */
const withoutExpiring = (markdown: string, attached: BlockContext['attached']): string =>
  markdown.replaceAll(EXPIRING, (_, words: string, url: string) => {
    attached(url)
    return `[${words}]`
  })
const EXPIRING = /!?\[([^\][\n]{0,300})\]\((https?:\/\/[^\s()]{0,2000}[?&]X-Amz-[^\s()]{0,4000})\)/g

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
