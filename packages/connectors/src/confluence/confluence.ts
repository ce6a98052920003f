import type { Connector, Place, Recognised } from '../framework/connector.ts'
import { ofCloud, ofDataCenter, type Paths } from './paths.ts'
import { openWiki } from './wiki.ts'

/** A space, or all: `/display/ENG`, `/spaces/ENG/overview`, or what is before it. Addresses of single pages are none. */
const ADDRESS = /^((?:\/(?!display|spaces|pages|home)[^/]+)*)(?:\/(?:display|spaces)\/([\w~.-]+)(?:\/overview)?)?\/?$/

const connectorOf = (host: string, isOwn: RegExp, context: string, paths: Paths): Connector => ({
  host,
  recognise(url, isNamed): Recognised | undefined {
    const [all, before = '', space = ''] = ADDRESS.exec(url.pathname) ?? []
    if (all === undefined || !(isNamed || isOwn.test(url.host + url.pathname))) return undefined
    const name = ['confluence', ...(space.toLowerCase().match(/[a-z0-9]+/g) ?? [])].join('-')
    const place: Place = space === '' ? {} : { space }
    return { name, place, api: url.origin + before }
  },
  apiBase: (api) => api.replace(/\/(?:api\/v2|rest\/api)$/, '').replace(new RegExp(`${context}$`), '') + context,
  async authorise(credential) {
    const basic = `Basic ${Buffer.from(credential).toString('base64')}`
    return { headers: { authorization: credential.includes(':') ? basic : `Bearer ${credential}` } }
  },
  open: (given) => openWiki(given, paths),
})

export const confluence: Connector = {
  ...connectorOf('confluence', /\.atlassian\.net\/wiki(?:\/|$)/, '/wiki', ofCloud),
  paces: [{ requests: 100, per: 1_000 }],
}
export const dataCenter = connectorOf('confluence-dc', /^$/, '', ofDataCenter)
