import { seeded, serve, type Asked, type FakeServer, type Reply } from './faults.ts'

export interface FakeDocument {
  token: string
  title: string
  /** Text blocks, or whole ones. */
  body: string | readonly object[]
  parent: string | undefined
  type: string
  comments: string[]
  /** Names of people, besides those who read the wiki; `undefined`: as the page above. */
  members: Set<string> | undefined
  shared: string
  updatedAt: number
  isDeleted?: boolean
}

export interface FakeFeishu extends FakeServer {
  readonly documents: Map<string, FakeDocument>
  readonly members: Set<string>
  /** E-mail addresses by name: of everybody in the organisation. */
  readonly people: Map<string, string>
  /** So many of the next lists say in the old form that they were asked for too often. */
  limited: number
  tick(): number
}

export const SPACE = '7001'
const failure = (code: number, msg: string, status = 200): Reply => ({ status, body: { code, msg } })

/** The part of the API of Feishu that is read: one wiki space, whose nodes are called `n` and the token of their document. */
export async function startFeishu(seed = 1): Promise<FakeFeishu> {
  const documents = new Map<string, FakeDocument>()
  const [members, people] = [new Set<string>(), new Map<string, string>()]
  let now = Date.parse('2026-05-01T00:00:00Z')
  const random = seeded(seed)
  const server: FakeServer = await serve(seed, (asked) => reply(asked))
  const isThere = (document: FakeDocument | undefined) => document?.isDeleted !== true
  const documentOf = (token: string) => [documents.get(token)].find(isThere)
  /** What is there below each document, or in each folder: looked through once for all entries of a list. */
  const below = () => Map.groupBy(documents.values().filter(isThere), ({ parent }) => parent)

  function list<Entry>(
    name: string,
    all: readonly Entry[],
    { searchParams }: URL,
    { next = 'page_token', shown = (entry: Entry): unknown => entry } = {},
  ): Reply {
    const size = Math.min(Number(searchParams.get('page_size') ?? 20), server.faults.pageCap ?? 500)
    const start = Number(searchParams.get('page_token') ?? 0)
    const found = all.slice(start, start + size).map(shown)
    if (found[0] !== undefined && random() < server.faults.duplicates) found.push(found[0])
    const more = start + size < all.length
    // An empty list is left out.
    const data = {
      ...(found.length > 0 && { [name]: found }),
      has_more: more,
      [next]: more ? `${start + size}` : '',
    }
    return { body: { code: 0, msg: 'success', data } }
  }
  const user = (name: string) => ({ open_id: `ou_${name}`, name, enterprise_email: people.get(name) })
  const member = (name: string) => ({ member_type: 'openid', member_id: `ou_${name}`, perm: 'view' })

  function reply({ url, body, token }: Asked): Reply {
    const path = url.pathname.replace(/^\/open-apis/, '')
    const asked = (name: string): string => url.searchParams.get(name) ?? ''
    if (path === '/auth/v3/tenant_access_token/internal') {
      const isKnown = (body as { app_secret?: string }).app_secret !== 'wrong'
      return isKnown
        ? { body: { code: 0, msg: 'ok', tenant_access_token: 't-1', expire: 7200 } }
        : failure(10014, 'app secret invalid')
    }
    if (token !== 't-1') return failure(99991663, 'Invalid access token')
    const state = Object.assign(server as FakeFeishu)
    if (state.limited > 0) {
      state.limited--
      const headers = { 'x-ogw-ratelimit-limit': '100', 'x-ogw-ratelimit-reset': '1' }
      return { ...failure(99991400, 'request trigger frequency limit', 400), headers }
    }
    if (path === '/wiki/v2/spaces/get_node') {
      const found = documentOf(asked('token')) ?? documentOf(asked('token').slice(1))
      return found ? { body: { code: 0, data: { node: nodeOf(found) } } } : failure(131005, 'not found')
    }
    if (path === `/wiki/v2/spaces/${SPACE}/nodes`) {
      const tree = below()
      const nodes = tree.get(asked('parent_node_token').slice(1) || undefined) ?? []
      return list('items', nodes, url, { shown: (each) => nodeOf(each, tree) })
    }
    if (path === '/drive/v1/files') {
      const shown = ({ title: name, updatedAt, ...file }: FakeDocument) => ({
        ...file,
        name,
        modified_time: updatedAt / 1000,
      })
      return list('files', below().get(asked('folder_token')) ?? [], url, { next: 'next_page_token', shown })
    }
    if (path === `/wiki/v2/spaces/${SPACE}/members`) return list('members', [...members].map(member), url)
    if (path === '/contact/v3/users/find_by_department') return list('items', [...people.keys()].map(user), url)
    if (path === '/contact/v3/departments/0/children') return list('items', [], url)
    const [, who = ''] = /^\/contact\/v3\/users\/ou_(\w+)$/.exec(path) ?? []
    if (who !== '') return { body: { code: 0, data: { user: user(who) } } }
    if (path === '/drive/v1/medias/box1/download') return { file: '# 手册\n\n先停机。\n' }
    const [, of = '', what = ''] =
      /^\/(?:docx\/v1\/documents|drive\/v1\/(?:files|permissions))\/(\w+)\/?(\w*)$/.exec(path) ?? []
    const found = documentOf(of)
    if (!found) return failure(1770002, 'not found')
    if (what === 'blocks') return list('items', blocksOf(found), url)
    if (what === 'comments') return list('items', found.comments.map(commentOf), url)
    if (what === 'members')
      return list<object>(
        'items',
        found.members ? [...found.members].map(member) : [{ member_type: 'wikispaceid', member_id: SPACE }],
        url,
      )
    if (what === 'public')
      return { body: { code: 0, data: { permission_public: { link_share_entity: found.shared } } } }
    return { body: { code: 0, data: { document: { document_id: of } } } }
  }
  const nodeOf = ({ token, type, title, updatedAt }: FakeDocument, tree = below()) => ({
    space_id: SPACE,
    node_token: `n${token}`,
    obj_token: token,
    obj_type: type,
    node_type: 'origin',
    has_child: tree.has(token),
    title,
    obj_edit_time: String(updatedAt / 1000),
    owner: 'ou_mia',
  })
  return Object.assign(server, { documents, members, people, limited: 0, tick: () => (now += 60_000) })
}

export const text = (content: string, style = {}) => ({ text_run: { content, text_element_style: style } })

const blocksOf = ({ body }: FakeDocument): readonly object[] =>
  typeof body !== 'string'
    ? body
    : [
        { block_id: 'p', block_type: 1, children: ['t'], page: { elements: [] } },
        { block_id: 't', parent_id: 'p', block_type: 2, text: { elements: [text(body)] } },
      ]

const commentOf = (said: string, at: number) => ({
  quote: '一段',
  is_solved: true,
  reply_list: {
    replies: [
      {
        reply_id: String(at),
        user_id: 'ou_lee',
        create_time: 1777000000,
        content: { elements: [{ type: 'text_run', text_run: { text: said } }] },
      },
    ],
  },
})

export function addDocument(
  { documents, tick }: Pick<FakeFeishu, 'documents' | 'tick'>,
  number: number,
  more: Partial<FakeDocument> = {},
): FakeDocument {
  const token = `d${number}`
  const common = { parent: undefined, type: 'docx', comments: [], members: undefined, shared: 'closed' }
  const document = { token, title: `文档 ${number}`, body: `Words ${number}`, ...common, updatedAt: tick(), ...more }
  documents.set(token, document)
  return document
}
