import type { Json } from '@wuku/core/core-types'
import { once } from '@wuku/core/once'
import type { Changes, Connector, Page, ReadersFound, Service, ServiceToOpen } from '../framework/connector.ts'
import { takeRecent } from '../framework/recent.ts'
import { linksAs } from '../framework/markdown-links.ts'
import { timeOf } from '../framework/since-list.ts'
import { allOf } from '../http/client.ts'
import { changedAt, entries, findBook, listBook, type Listing } from './book.ts'
import { isPublished, type Book, type Data, type Doc, type ListedDoc, type Member } from './yuque-types.ts'

const API = '/api/v2'
/** Readers of documents that are not for everybody though their book is. */
const MEMBERS = 'members'

/** Documents of a book (知识库) of yuque.com, of a space of its own address, or of a server of one's own. */
export const yuque: Connector = {
  host: 'yuque',
  recognise(url, isNamed) {
    const [owner, book] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
    if (!(isNamed || /(?:^|\.)yuque\.com$/.test(url.hostname)) || !owner || !book) return undefined
    return { name: book, api: `${url.origin}${API}`, place: { owner, book } }
  },
  apiBase: (api) => (new URL(api).pathname === '/' ? `${api}${API}` : api),
  // Requests without a name of the program are refused.
  authorise: async (credential) => ({ headers: { 'x-auth-token': credential, 'user-agent': 'wuku' } }),
  paces: [{ requests: 5_000, per: 60 * 60_000 }],
  open: openBook,
}

function openBook({ client, api, place, root, cite, emailOf }: ServiceToOpen): Service {
  const of = { owner: String(place['owner']), book: String(place['book']) }
  const home = `${new URL(root).origin}/${of.owner}/${of.book}`
  const book = once(async (): Promise<Book> => {
    const found = await findBook(client, api, of)
    // The service itself says why there is none.
    return (
      found ?? (await client.get<Data<Book>>(`${api}/repos/${of.owner}/${of.book}`)).body?.data ?? { id: 0, slug: '' }
    )
  })
  const base = once(async () => `${api}/repos/${(await book()).id}`)
  const listing = once(async () => listBook(client, await base()))
  const docAt = async (id: string): Promise<Doc | undefined> => {
    const url = `${api}/repos/docs/${id.slice('docs/'.length)}`
    const { body } = await client.get<Data<Doc>>(url, { mayMiss: true })
    return body?.data && isPublished(body.data) ? body.data : undefined
  }
  return {
    check: async () => void (await book()),
    containers: async () => [{ id: `${of.owner}/${of.book}` }],
    changes: async function* (_, cursor) {
      yield* changesSince(await listing(), cursor)
    },
    async *ids() {
      const found = await listing()
      const published = [...found.docs].filter(([, doc]) => isPublished(doc))
      yield published.map(([id, doc]) => ({ id, version: versionOf(doc, found.paths.get(id) ?? id) }))
    },
    async read(id) {
      const doc = await docAt(id)
      if (!doc) return undefined
      const found = await listing()
      return { pages: [pageOf(id, doc, { found, home, cite })] }
    },
    isThere: async (id) => (await docAt(id)) !== undefined,
    async readers(): Promise<ReadersFound> {
      const { public: open } = await book()
      const [unknown, emails] = [new Set<string>(), new Set<string>()]
      const list = `${api}/groups/${encodeURIComponent(of.owner)}/users`
      for (const { user } of await allOf(entries<Member>(client, list, true))) {
        const { login = '' } = user ?? {}
        const email = await emailOf(login, async () => user?.email)
        if (email === undefined) unknown.add(login)
        else emails.add(email)
      }
      const members = [...emails].toSorted()
      return { readers: { '': open === 1 ? 'everyone' : members, [MEMBERS]: members }, unknown: [...unknown] }
    },
  }
}

const OVERLAP_MS = 5 * 60_000

/** A draft is asked for only when it was something else before. */
const changesSince = ({ docs }: Listing, cursor: Json | undefined): Iterable<Changes> =>
  takeRecent(
    [...docs].flatMap(([id, doc]) =>
      cursor === undefined && !isPublished(doc) ? [] : [{ id, at: changedAt(doc), state: String(doc.status) }],
    ),
    cursor,
    OVERLAP_MS,
  )

/** With its path, since a document that got another title or place has the same time. */
const versionOf = (doc: ListedDoc, path: string): string => `${changedAt(doc)}+${doc.public ?? 1}+${path}`

interface PageContext extends Pick<ServiceToOpen, 'cite'> {
  readonly home: string
  readonly found: Listing
}

function pageOf(id: string, doc: Doc, { found, home, cite }: PageContext): Page {
  const path = found.paths.get(id) ?? id
  const citation = (address: string): string | undefined => {
    const slug = address.startsWith(`${home}/`) ? address.slice(home.length + 1).split(/[?#/]/, 1)[0] : undefined
    const item = slug === undefined ? undefined : found.slugs.get(slug)
    return item === undefined ? undefined : cite(item)
  }
  const author = doc.user?.name ?? doc.user?.login
  return {
    id,
    path,
    audience: doc.public === 0 ? MEMBERS : '',
    title: doc.title ?? '',
    url: `${home}/${doc.slug ?? ''}`,
    version: versionOf(doc, path),
    updatedAt: changedAt(doc),
    createdAt: timeOf(doc.created_at),
    ...(author !== undefined && { author }),
    sections: [{ markdown: linksAs(plain(doc.body ?? ''), citation) }],
  }
}

/** Its editor writes anchors and breaks of lines as HTML into Markdown. */
const plain = (body: string): string =>
  body
    .replaceAll('\r\n', '\n')
    .replaceAll(/<a name="[^"<>]{0,200}"><\/a>/g, '')
    .replaceAll(/<br ?\/?>/g, '\n')
