import type { Host, RepositoryOrigin } from '../../../ports/origins.ts'
import type { Http } from '../http/words.ts'
import { parseAddress } from './address.ts'
import { createGitea } from './gitea.ts'
import { createGitHub } from './github.ts'
import { createGitLab } from './gitlab.ts'
import { refusals } from './refusals.ts'
import type { CodeHost } from './words.ts'

export interface HostMaker {
  readonly nested: boolean
  at(base: string): CodeHost
}

/** What serves an address: as it was said, as everybody knows, or as it answers. */
export async function tellHost(spec: RepositoryOrigin, http: Http, signal: AbortSignal): Promise<HostMaker> {
  if (spec.host !== undefined) return makers[spec.host]
  const { base, host } = parseAddress(spec.url, { nested: false })
  const known = wellKnown.get(host)
  if (known) return makers[known]
  const answers = await Promise.all(
    probes.map(async ([type, path]) => {
      const places = [...new Set([new URL(base).origin, base])]
      const found = await Promise.all(places.map((place) => speaks(new URL(place + path), http, signal)))
      return found.includes(true) ? type : undefined
    }),
  )
  const type = answers.find((each) => each !== undefined)
  if (type === undefined) throw refusals.noHost(host)
  return makers[type]
}

const makers: Readonly<Record<Host, HostMaker>> = {
  github: { nested: false, at: createGitHub },
  gitea: { nested: false, at: createGitea },
  gitlab: { nested: true, at: createGitLab },
}

const wellKnown: ReadonlyMap<string, Host> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
])

/** What each answers about itself, to everybody or with a refusal in JSON. */
const probes: readonly (readonly [Host, string])[] = [
  ['gitlab', '/api/v4/version'],
  ['gitea', '/api/v1/version'],
  ['github', '/api/v3/meta'],
]

/** No token goes along: whose server it is shows only now. */
async function speaks(url: URL, http: Http, signal: AbortSignal): Promise<boolean> {
  const answer = await http.get(url, { signal, maxBytes: 1024 * 1024, mayFollow: () => false })
  answer.drop()
  return [200, 401, 403].includes(answer.status) && (answer.header('content-type') ?? '').includes('json')
}
