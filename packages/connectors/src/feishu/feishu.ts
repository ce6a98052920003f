import { once } from '@wuku/core/once'
import { msg } from '@wuku/messages/connectors'
import type { Attachment, Connector, ItemRead, Section, Service, ServiceToOpen } from '../framework/connector.ts'
import { takeRecent } from '../framework/recent.ts'
import { allOf } from '../http/client.ts'
import { inline, renderBlocks, type BlockContext } from './blocks.ts'
import type { Block, Comment } from './feishu-types.ts'
import { openPeople } from './people.ts'
import { listed, topNode, walk, type Entry, type Tree } from './tree.ts'

/** Failures by the code in the body, as statuses. Other codes are failures too. */
const CODES: Readonly<Record<number, readonly number[]>> = {
  401: [10003, 10014, 99991661, 99991663, 99991664, 99991665],
  403: [131006, 1061004, 1063002, 1069303, 1770032, 99991672],
  404: [131005, 1061003, 1061007, 1063005, 1069307, 1770002, 1770003],
  429: [99991400, 1061045],
}

/** Documents of a wiki or of a folder. Feishu in China and Lark elsewhere are one product on two hosts. */
const connectorOf = (host: string, domain: RegExp, api: string): Connector => ({
  host,
  recognise(url, isNamed) {
    const [, kind = '', token = ''] =
      /^\/(wiki|wiki\/space|wiki\/settings|drive\/folder)\/(\w+)\/?$/.exec(url.pathname) ?? []
    if (!(isNamed || domain.test(url.hostname)) || token === '') return undefined
    const key = { wiki: 'node', 'drive/folder': 'folder' }[kind] ?? 'space'
    return { name: `${host}-${token.slice(0, 8).toLowerCase()}`, api, place: { [key]: token } }
  },
  apiBase: (given) => `${given.replace(/\/open-apis$/, '')}/open-apis`,
  async authorise(credential, { api: to, client }) {
    const [id, secret] = credential.split(/:(.*)/s)
    const url = `${to}/auth/v3/tenant_access_token/internal`
    const { body } = await client.ask<Token>(url, { app_id: id, app_secret: secret ?? '' })
    // The service makes a new one within the last half hour of the old one.
    const lasts = Math.max(60, (body?.expire ?? 0) - 30 * 60) * 1000
    return { headers: { authorization: `Bearer ${body?.tenant_access_token}` }, lasts }
  },
  statusOf(body, status) {
    const code = Number(Object(body)['code'] ?? 0)
    const [meant] = Object.entries(CODES).find(([, codes]) => codes.includes(code)) ?? []
    return code === 0 || (meant === undefined && status >= 400) ? undefined : Number(meant ?? 400)
  },
  paces: [
    { of: /\/docx\//, requests: 5, per: 1_000 },
    { requests: 50, per: 1_000 },
  ],
  open: openPlace,
})

type Token = { readonly tenant_access_token?: string; readonly expire?: number }

export const feishu = connectorOf('feishu', /(?:^|\.)feishu\.cn$/, 'https://open.feishu.cn/open-apis')
export const lark = connectorOf('lark', /(?:^|\.)larksuite\.com$/, 'https://open.larksuite.com/open-apis')

const OVERLAP_MS = 5 * 60_000

function openPlace(given: ServiceToOpen): Service {
  const { client, api, place } = given
  const people = openPeople(given)
  const [entries, again] = [once(() => walk(given)), once(() => walk(given))]
  const linkOf = once(async () => linksOf(await entries(), given.cite))
  const ofPlace = once(async () => {
    const { space, folder } = place
    if (space !== undefined) return `wikispaceid:${String(space)}`
    const { obj_token: token = String(folder), obj_type: type = 'folder' } =
      folder === undefined ? await topNode(given) : {}
    return people.audienceOf(token, type)
  })
  const audienceOf = async (id: string): Promise<string> => {
    const own = await people.audienceOf(id.slice('docx/'.length), 'docx')
    return own === (await ofPlace()) ? '' : own
  }
  /** An item that is no longer listed but still there may have moved away: then a second listing lacks it too. */
  const find = async (id: string): Promise<Entry | undefined> => {
    const url = `${api}/docx/v1/documents/${id.slice('docx/'.length)}`
    const known = (await entries()).get(id)
    return known ?? ((await client.get(url, { mayMiss: true })).body ? (await again()).get(id) : undefined)
  }
  return {
    check: async () => void (await (place['node'] === undefined ? entries() : topNode(given))),
    containers: async () => [{ id: String(Object.values(place)[0]) }],
    async *changes(_, cursor) {
      const found = [...(await entries()).values()].map(({ id, updatedAt: at, path: state }) => ({ id, at, state }))
      yield* takeRecent(found, cursor, OVERLAP_MS)
    },
    async *ids() {
      yield [...(await entries()).values()].filter(({ type }) => type === 'docx')
    },
    async read(id) {
      const entry = await find(id)
      if (entry && entry.type !== 'docx') return { pages: [], skipped: msg('noText', { type: entry.type }) }
      const context = { ...given, linkOf: await linkOf(), namesIn: people.namesIn }
      return entry && readDocument({ ...entry, audience: await audienceOf(id) }, context)
    },
    isThere: async (id) => (await find(id)) !== undefined,
    readers: async (_, audiences) =>
      people.readersOf(new Map([...audiences, ''].map((each) => [each, each])).set('', await ofPlace())),
    audienceOf,
  }
}

function linksOf(entries: ReadonlyMap<string, Entry>, cite: ServiceToOpen['cite']): BlockContext['linkOf'] {
  const byNode = new Map([...entries.values()].map((entry) => [entry.node, entry]))
  return (address) => {
    const token = /^https:\/\/[^/]+\/(?:docx|wiki)\/(\w+)/.exec(address)?.[1] ?? ''
    const entry = entries.get(`docx/${token}`) ?? byNode.get(token)
    return entry === undefined ? address : cite(entry.id)
  }
}

type DocumentContext = Tree & Pick<BlockContext, 'linkOf'> & Pick<ReturnType<typeof openPeople>, 'namesIn'>

async function readDocument(
  entry: Entry & { readonly audience: string },
  { client, api, linkOf, namesIn }: DocumentContext,
): Promise<ItemRead | undefined> {
  const { token, owner } = entry
  const document = `${api}/docx/v1/documents/${token}`
  const blocks = await allOf(listed<Block>(client, `${document}/blocks?page_size=500&document_revision_id=-1`))
  if (blocks.length === 0) return undefined
  const remarks = `${api}/drive/v1/files/${token}/comments?file_type=docx&page_size=100`
  const comments = await allOf(listed<Comment>(client, remarks))
  const names = await namesIn([blocks, comments, { user_id: owner }])
  const losses: Record<string, number> = {}
  const nameOf = (id: string): string => names.get(id) ?? id
  const attachments: Attachment[] = []
  const attached = (file: string, name: string): void =>
    void attachments.push({ name, url: `${api}/drive/v1/medias/${encodeURIComponent(file)}/download` })
  const context = { linkOf, nameOf, attached, lost: (kind: string) => void (losses[kind] = (losses[kind] ?? 0) + 1) }
  const sections = comments.flatMap(({ quote, is_solved: isSolved, reply_list: list }) =>
    (list?.replies ?? []).map(({ reply_id: id, user_id: user = '', create_time: at = 0, content }): Section => {
      const about = [isSolved && 'solved', quote && `on “${quote}”`].filter(Boolean).join(', ')
      const facts = { anchor: `comment-${id}`, author: nameOf(user), at: at * 1000, about }
      return { ...facts, markdown: inline(content?.elements, context) }
    }),
  )
  const own = { markdown: renderBlocks(blocks, context) }
  return { pages: [{ ...entry, author: nameOf(owner), sections: [own, ...sections], attachments }], losses }
}
