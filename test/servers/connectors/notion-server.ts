import { seeded, serve, type Asked, type FakeServer, type Reply } from './faults.ts'

export interface FakePage {
  id: string
  title: string
  body: string
  parent: string | undefined
  comments: string[]
  updatedAt: number
  inTrash?: boolean
  /** The service gives no whole Markdown of it: its blocks must be read. */
  blocks?: readonly object[]
}

export interface FakeNotion extends FakeServer {
  readonly pages: Map<string, FakePage>
  /** E-mail addresses of the members, by name. */
  readonly members: Map<string, string>
  /** Pages that the search does not show yet. */
  readonly late: Set<string>
  tick(): number
}

const NOWHERE: Reply = {
  status: 404,
  body: { object: 'error', code: 'object_not_found', message: 'Could not find it' },
}
export const idOfPage = (number: number): string => `aaaaaaaa-bbbb-4ccc-8ddd-${String(number).padStart(12, '0')}`

/** The part of Notion's API that is read: a workspace, with one integration that sees all pages. */
export async function startNotion(seed = 1): Promise<FakeNotion> {
  const pages = new Map<string, FakePage>()
  const members = new Map<string, string>()
  const late = new Set<string>()
  let now = Date.parse('2026-04-01T00:00:00Z')
  const random = seeded(seed)
  const server: FakeServer = await serve(seed, (asked) => reply(asked))

  function list(all: readonly unknown[], from: string | null | undefined, asked = 100): Reply {
    const { pageCap = 100, endAfter, duplicates } = server.faults
    const size = Math.min(asked, pageCap)
    const start = Number(from ?? 0)
    const results = all.slice(start, start + size)
    const more = start + size < all.length && !(endAfter !== undefined && start >= endAfter * size)
    if (results.length > 0 && random() < duplicates) results.push(results[0])
    return { body: { object: 'list', results, has_more: more, next_cursor: more ? String(start + size) : null } }
  }

  function reply({ url, body, token }: Asked): Reply {
    // Whoever has the address has the file; a credential must not go there.
    if (url.pathname.startsWith('/files/')) return token === '' ? { file: '# 手册\n\n先停机。\n' } : { status: 400 }
    const path = url.pathname.replace(/^\/v1/, '')
    const cursor = url.searchParams.get('start_cursor')
    const there = [...pages.values()].filter(({ inTrash }) => !inTrash)
    if (path === '/users/me') return { body: { object: 'user', id: 'bot', type: 'bot' } }
    if (path === '/users')
      return list(
        [...members].map(([name, email]) => ({ object: 'user', id: name, name, type: 'person', person: { email } })),
        cursor,
      )
    if (path === '/search') {
      const { start_cursor: from, page_size: size } = body as { start_cursor?: string; page_size?: number }
      const found = there.filter(({ id }) => !late.has(id)).toSorted((a, b) => b.updatedAt - a.updatedAt)
      return list(found.map(pageJson), from, size)
    }
    if (path === '/comments') {
      const page = pages.get(url.searchParams.get('block_id') ?? '')
      return list(
        (page?.comments ?? []).map((text, at) => commentJson(`${page?.id}-${at}`, text)),
        cursor,
      )
    }
    const [, kind, id = '', what] = /^\/(pages|blocks)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    const page = [...pages.values()].find((each) => each.id.replaceAll('-', '') === id.replaceAll('-', ''))
    if (!page) return NOWHERE
    if (kind === 'blocks') return list(page.blocks ?? [], cursor)
    if (what === 'markdown') {
      if (page.inTrash) return NOWHERE
      return {
        body: { object: 'page_markdown', id: page.id, markdown: page.body, truncated: page.blocks !== undefined },
      }
    }
    return { body: pageJson(page) }
  }
  return Object.assign(server, { pages, members, late, tick: () => (now += 60_000) })
}

const pageJson = ({ id, title, parent, updatedAt, inTrash = false }: FakePage) => ({
  object: 'page',
  id,
  url: `https://www.notion.so/${id.replaceAll('-', '')}`,
  in_trash: inTrash,
  parent: parent === undefined ? { type: 'workspace', workspace: true } : { type: 'page_id', page_id: parent },
  created_time: new Date(updatedAt).toISOString(),
  last_edited_time: new Date(updatedAt).toISOString(),
  created_by: { object: 'user', id: 'mia' },
  properties: { title: { type: 'title', title: [{ type: 'text', plain_text: title }] } },
})

const commentJson = (id: string, text: string) => ({
  object: 'comment',
  id,
  created_time: '2026-04-01T00:00:00Z',
  created_by: { id: 'lee' },
  rich_text: [{ type: 'text', plain_text: text }],
})

export function addPage(
  { pages, tick }: Pick<FakeNotion, 'pages' | 'tick'>,
  number: number,
  more: Partial<FakePage> = {},
): FakePage {
  const id = idOfPage(number)
  const page = {
    id,
    title: `Page ${number}`,
    body: `Words ${number}`,
    parent: undefined,
    comments: [],
    updatedAt: tick(),
    ...more,
  }
  pages.set(id, page)
  return page
}
