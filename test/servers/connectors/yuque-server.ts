import { seeded, serve, type Asked, type FakeServer, type Reply } from './faults.ts'

export interface FakeDoc {
  id: number
  title: string
  body: string
  /** Of the row above it in the table of contents. */
  folder?: string
  isPublished: boolean
  isOpen: boolean
  updatedAt: number
  isDeleted?: boolean
}

export interface FakeBook {
  /** 0: members; 1: everybody. */
  open: 0 | 1
  docs: Map<number, FakeDoc>
  members: Set<string>
}

export interface FakeYuque extends FakeServer {
  readonly book: FakeBook
  /** E-mail addresses by login. */
  readonly people: Map<string, string>
  tick(): number
}

const BOOK = 77
const NOWHERE: Reply = { status: 404, body: { message: 'Not Found' } }

/** The part of Yuque's API that is read, with one book `handbook` of the group `acme`. */
export async function startYuque(seed = 1): Promise<FakeYuque> {
  const book: FakeBook = { open: 0, docs: new Map(), members: new Set() }
  const people = new Map<string, string>()
  let now = Date.parse('2026-03-01T00:00:00Z')
  const random = seeded(seed)
  const server: FakeServer = await serve(seed, (asked) => reply(asked))

  function list(all: readonly unknown[], url: URL): Reply {
    const { pageCap = 100, endAfter, duplicates } = server.faults
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const size = Math.min(Number(url.searchParams.get('limit') ?? 20), pageCap)
    const isOver = endAfter !== undefined && offset >= endAfter * size
    const data = isOver ? [] : all.slice(offset, offset + size)
    return {
      body: { data: data.length > 1 && random() < duplicates ? [data[0], ...data.slice(0, -1), data.at(-1)] : data },
    }
  }

  const reply = ({ url }: Asked): Reply => {
    const path = url.pathname.replace(/^\/api\/v2/, '')
    const there = [...book.docs.values()].filter(({ isDeleted }) => !isDeleted)
    if (path === '/groups/acme/repos')
      return list([{ id: BOOK, slug: 'handbook', name: '手册', public: book.open }], url)
    if (path === '/groups/acme/users')
      return list(
        [...book.members].map((login) => ({ user: { login, email: people.get(login) } })),
        url,
      )
    if (path === `/repos/${BOOK}/docs`) return list(there.map(listed), url)
    if (path === `/repos/${BOOK}/toc`) return { body: { data: toc(there) } }
    const doc = book.docs.get(Number(/^\/repos\/docs\/(\d+)$/.exec(path)?.[1]))
    return !doc || doc.isDeleted ? NOWHERE : { body: { data: { ...listed(doc), format: 'lake', body: doc.body } } }
  }
  return Object.assign(server, { book, people, tick: () => (now += 1_000) })
}

const listed = ({ id, title, isPublished, isOpen, updatedAt }: FakeDoc) => ({
  id,
  slug: `doc-${id}`,
  type: 'Doc',
  title,
  status: isPublished ? (id % 2 === 0 ? 1 : '1') : 0,
  public: isOpen ? 1 : 0,
  created_at: new Date(updatedAt).toISOString(),
  content_updated_at: new Date(updatedAt).toISOString(),
  user: { name: 'mia' },
})

/** Folders stand in a circle, as a table that was edited by two may have it. */
const toc = (docs: readonly FakeDoc[]) => [
  { uuid: 'f-guides', parent_uuid: 'f-round', title: 'Guides 指南' },
  { uuid: 'f-round', parent_uuid: 'f-guides', title: 'All' },
  ...docs.map(({ id, folder }) => ({ uuid: `d-${id}`, doc_id: id, parent_uuid: folder ?? '' })),
]

export function addDoc({ book, tick }: Pick<FakeYuque, 'book' | 'tick'>, id: number, more: Partial<FakeDoc> = {}) {
  const doc = {
    id,
    title: `Doc ${id}`,
    body: `Words ${id}`,
    isPublished: true,
    isOpen: true,
    updatedAt: tick(),
    ...more,
  }
  book.docs.set(id, doc)
  return doc
}
