import { seeded, serve, type Asked, type FakeServer, type Reply } from './faults.ts'

export interface FakeWikiPage {
  readonly id: number
  title: string
  /** In the storage format. */
  body: string
  parent: number | undefined
  /** The key of its space. */
  space: string
  type: 'page' | 'blogpost'
  number: number
  updatedAt: number
  /** By `lee`: what was said, and when. */
  comments: [said: string, at: number][]
  /** Names of files, and what is written in them. */
  files: Map<string, string | Uint8Array>
  /** When they changed, where their page did not. */
  filesAt: Map<string, number>
  /** People and groups that may read it; everybody where it is empty. */
  restricted: string[]
  isTrashed?: boolean
}

export interface FakeConfluence extends FakeServer {
  readonly address: string
  readonly host: string
  readonly pages: Map<number, FakeWikiPage>
  /** Keys; the first is `ENG`, and has the id 7. */
  readonly spaces: string[]
  readonly readers: Set<string>
  readonly groups: Map<string, Set<string>>
  /** E-mail addresses by name. */
  readonly people: Map<string, string>
  tick(): number
}

const NOT_FOUND: Reply = { status: 404, body: { message: 'No content found' } }
const fileAt = ({ filesAt, updatedAt }: FakeWikiPage, name: string): number => filesAt.get(name) ?? updatedAt
const timeIn = (at: number): string => new Date(at).toISOString()

/** The parts of the API of Confluence Cloud, or of Data Center, that are read: one space, with people by their names. */
export async function startConfluence(kind: 'cloud' | 'dc', seed = 1): Promise<FakeConfluence> {
  const [pages, groups, people] = [
    new Map<number, FakeWikiPage>(),
    new Map<string, Set<string>>(),
    new Map<string, string>(),
  ]
  const readers = new Set<string>()
  const spaces = ['ENG']
  const [random, isCloud] = [seeded(seed), kind === 'cloud']
  let now = Date.parse('2026-05-01T00:00:00Z')
  const server = await serve(seed, reply)
  const there = (): FakeWikiPage[] => [...pages.values()].filter(({ isTrashed }) => !isTrashed)

  /** Bodies cap a page of a list, whatever was asked for. */
  function list(all: readonly object[], url: URL): Reply {
    const cap = url.search.includes('body.') ? 50 : 200
    const size = Math.min(Number(url.searchParams.get('limit') ?? 25), server.faults.pageCap ?? cap)
    const start = Number(url.searchParams.get('start') ?? 0)
    const results = all.slice(start, start + size)
    if (results[0] && random() < server.faults.duplicates) results.push(results[0])
    url.searchParams.set('start', String(start + size))
    const next = url.pathname.replace(/^\/wiki(?=\/rest)/, '') + url.search
    return { body: { results, _links: start + size < all.length ? { next } : {} } }
  }
  const person = (name: string) =>
    isCloud
      ? { accountId: name, displayName: name, email: people.get(name) }
      : { type: 'known', username: name, displayName: name }
  const titled = (page: FakeWikiPage, text = page.body) => ({
    id: String(page.id),
    title: page.title,
    status: page.isTrashed ? 'trashed' : 'current',
    _links: { webui: `/spaces/ENG/pages/${page.id}` },
    body: { storage: { value: text } },
  })
  const lineAbove = ({ parent }: FakeWikiPage): FakeWikiPage[] => {
    const above = pages.get(parent ?? 0)
    return above ? [...lineAbove(above), above] : []
  }
  const row = (page: FakeWikiPage) =>
    isCloud
      ? {
          ...titled(page),
          spaceId: String(7 + spaces.indexOf(page.space)),
          parentId: page.parent ? String(page.parent) : null,
          parentType: page.parent ? 'page' : null,
          authorId: 'mia',
          createdAt: timeIn(page.updatedAt),
          version: { number: page.number, createdAt: timeIn(page.updatedAt) },
        }
      : {
          ...titled(page),
          type: page.type,
          space: { key: page.space },
          ancestors: lineAbove(page).map((each) => titled(each)),
          version: { number: page.number, when: timeIn(page.updatedAt) },
          history: { createdBy: person('mia') },
        }
  const comment = ({ id }: FakeWikiPage, [said, at]: [string, number]) => {
    const common = { id: `${id}${at}`, body: { storage: { value: `<p>${said}</p>` } } }
    return isCloud
      ? { ...common, version: { createdAt: timeIn(at), authorId: 'lee' } }
      : { ...common, history: { createdBy: person('lee'), createdDate: timeIn(at) } }
  }
  /** Everything that changed since a time, pages and comments. */
  function search(url: URL): Reply {
    const cql = url.searchParams.get('cql') ?? ''
    const from = Date.parse(`${/lastmodified>="([^"]+)"/.exec(cql)?.[1]}Z`) || 0
    const types = /type(?: in |=)([(\w,)]+)/.exec(cql)?.[1] ?? ''
    const inSpace = there().filter(({ space }) => cql.includes(`"${space}"`))
    const found = inSpace.flatMap((page) => [
      {
        id: String(page.id),
        type: page.type as string,
        at: page.updatedAt,
        version: { number: page.number, when: timeIn(page.updatedAt) },
      },
      ...page.comments.map(([, at]) => ({
        id: `${page.id}${at}`,
        type: 'comment',
        at,
        version: { number: 1, when: timeIn(at) },
        container: { id: String(page.id), type: page.type },
      })),
      ...[...page.files.keys()].map((name) => ({
        id: `${page.id}${name}`,
        type: 'attachment',
        at: fileAt(page, name),
        version: { number: 1, when: timeIn(fileAt(page, name)) },
        container: { id: String(page.id), type: page.type },
      })),
    ])
    const recent = found.filter(({ at, type }) => at >= from && types.includes(type))
    return list(isCloud ? recent.map((content) => ({ content, lastModified: timeIn(content.at) })) : recent, url)
  }
  const right = (name: string) =>
    isCloud
      ? { principal: { type: 'user', id: name }, operation: { key: 'read', targetType: 'space' } }
      : { subject: { type: 'user', userKey: name }, operation: { operationKey: 'read', targetType: 'space' } }

  function reply({ url }: Asked): Reply {
    const { pathname: path, searchParams } = url
    const asked = (name: string): string => searchParams.get(name) ?? ''
    const at = path.replace(isCloud ? /^\/wiki(\/api\/v2|\/rest\/api)/ : /^\/rest\/api/, '')
    if (at === '/spaces' || at === '/space')
      return list(
        spaces.map((key, nth) => ({ id: 7 + nth, key })),
        url,
      )
    if (/^\/spaces?\/\w+\/permissions$/.test(at))
      return isCloud ? list([...readers].map(right), url) : { body: [...readers].map(right) }
    if (at.endsWith('search')) return search(url)
    const listed = /^\/spaces\/(\d+)\/\w+$/.exec(at)?.[1]
    if (listed !== undefined)
      return list(
        there()
          .filter(({ type, space }) => at.endsWith(`${type}s`) && space === spaces[Number(listed) - 7])
          .map(row),
        url,
      )
    const title = asked('title')
    if (at === '/content' || (at === '/pages' && title))
      return list(
        there()
          .filter((page) =>
            title ? page.title === title : page.type === asked('type') && page.space === asked('spaceKey'),
          )
          .map(row),
        url,
      )
    const group = /^\/group\/([^/]+)\/member/.exec(at)?.[1]
    if (group !== undefined) return list([...(groups.get(decodeURIComponent(group)) ?? [])].map(person), url)
    if (at === '/user/bulk') return { body: { results: searchParams.getAll('accountId').map(person) } }
    if (at === '/user') return { body: person(asked('username') || asked('key')) }
    if (path.startsWith('/rest/mobile/')) return { body: { email: people.get(path.split('/').at(-1) ?? '') } }
    const file = /\/download\/attachments\/(\d+)\/(.+)$/.exec(path)
    if (file) {
      if (isCloud && !asked('signed')) return { status: 302, headers: { location: `${path}?signed=yes` } }
      const text = pages.get(Number(file[1]))?.files.get(decodeURIComponent(file[2] ?? ''))
      return text === undefined ? NOT_FOUND : { file: text }
    }
    const [, id = '', what = ''] = /^\/(?:content|pages|blogposts)\/(\d+)\/?(.*)$/.exec(at) ?? []
    const page = pages.get(Number(id))
    if (what === 'footer-comments' || what === 'child/comment')
      return list(
        (page?.comments ?? []).map((each) => comment(page as FakeWikiPage, each)),
        url,
      )
    if (/comments/.test(at)) return list([], url)
    if (/attachments?$/.test(what)) {
      const link = (name: string): string => `/download/attachments/${id}/${encodeURIComponent(name)}`
      const files = [...(page?.files ?? [])].map(([name, text]) => ({
        id: `${id}${name}`,
        title: name,
        version: { number: 1, createdAt: timeIn(fileAt(page as FakeWikiPage, name)) },
        fileSize: Buffer.byteLength(text),
        downloadLink: link(name),
      }))
      return list(
        isCloud
          ? files
          : files.map(({ downloadLink: download, fileSize, version: { createdAt: when }, ...of }) => ({
              ...of,
              version: { when },
              extensions: { fileSize },
              _links: { download },
            })),
        url,
      )
    }
    if (!page) return NOT_FOUND
    if (what === '') return page.isTrashed && !isCloud ? NOT_FOUND : { body: row(page) }
    const named = page.restricted.map((name) => ({
      ...person(name),
      isGroup: groups.has(name),
      name,
      ...(isCloud && { id: name }),
    }))
    const [group1, user] = [true, false].map((isGroup) => ({
      results: named.filter((each) => each.isGroup === isGroup),
    }))
    return { body: { restrictions: { group: group1, user } } }
  }
  const address = isCloud ? 'https://acme.atlassian.net/wiki/spaces/ENG' : 'https://wiki.acme.example/display/ENG'
  return Object.assign(server, {
    address,
    host: isCloud ? 'confluence' : 'confluence-dc',
    pages,
    spaces,
    readers,
    groups,
    people,
    tick: () => (now += 60_000),
  })
}

export function addWikiPage(
  { pages, tick }: Pick<FakeConfluence, 'pages' | 'tick'>,
  id: number,
  more: Partial<FakeWikiPage> = {},
): FakeWikiPage {
  const common = {
    parent: undefined,
    space: 'ENG',
    type: 'page' as const,
    comments: [],
    restricted: [],
    number: 1,
    files: new Map(),
    filesAt: new Map(),
  }
  const page = { id, title: `页面 ${id}`, body: `<p>Words ${id}</p>`, ...common, updatedAt: tick(), ...more }
  pages.set(id, page)
  return page
}
