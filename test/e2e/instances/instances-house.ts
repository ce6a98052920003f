import { join } from 'node:path'
import type { Postgres } from '../../servers/postgres.ts'
import { serve, type Served } from '../serve/server-house.ts'
import { ADMIN_KEY } from '../serve/team-house.ts'
import { scratchFolder } from '../../scratch.ts'
import { serveUntilEnd } from '../../serve-until-end.ts'

/** Instances of a server over one schema, each with a data folder of its own, as on machines of their own. */
export interface Instances {
  /** Variables that all of them have. */
  readonly env: Readonly<Record<string, string>>
  /** `launcher`: of another version of the program. */
  start(args?: readonly string[], env?: Readonly<Record<string, string>>, launcher?: string): Promise<Served>
}

let schemas = 0

export async function openInstances(
  { url }: Pick<Postgres, 'url'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Instances> {
  const folder = scratchFolder()
  const env = {
    WUKU_AUTH_ADMIN_KEY: ADMIN_KEY,
    WUKU_DATABASE_URL: url,
    WUKU_DATABASE_SCHEMA: `instances_${process.pid}_${++schemas}`,
    WUKU_DATABASE_CONNECTIONS: '3',
    WUKU_BLOBS_URL: join(folder, 'blobs'),
    WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1',
    // Tests that ask in a loop ask as often as the machine lets them.
    WUKU_LIMITS_REQUESTS_PER_MINUTE: '0',
    ...settings,
  }
  let count = 0
  return {
    env,
    start(args = [], more = {}, launcher?: string) {
      const home = join(folder, `machine-${++count}`)
      const plain = { PATH: process.env['PATH'], HOME: home, WUKU_HOME: join(home, 'wuku'), NO_COLOR: '1' }
      return serve({ folder: home, env: plain, ...(launcher && { launcher }) }, args, {
        ...env,
        ...more,
      })
    },
  }
}

/** An instance as a holder of a key sees it. */
export const doorOf = (server: Pick<Served, 'url'>, key: string = ADMIN_KEY) => ({
  fetch: (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(server.url + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } }),
  async get<Body>(path: string): Promise<Body> {
    return (await this.fetch(`/api/v1${path}`)).json() as Promise<Body>
  },
  async post<Body>(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
    const response = await this.fetch(`/api/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  },
})

export type Door = ReturnType<typeof doorOf>

/** A site whose one page comes when the test lets it. */
export async function openSlowSite() {
  let asked = 0
  let isOpen = false
  const waiting: (() => void)[] = []
  const address = await serveUntilEnd((_, response) => {
    asked++
    const answer = (): void => void response.end('# Tides\n\n> The moon pulls the sea.\n\nThe harbour runs dry.\n')
    if (isOpen) answer()
    else waiting.push(answer)
  })
  return {
    url: `${address}/llms.txt`,
    get asked() {
      return asked
    },
    open(): void {
      isOpen = true
      for (const answer of waiting.splice(0)) answer()
    },
  }
}

interface Begun {
  readonly job: { readonly job_id: string }
}

/** A job that ends when the site lets it. */
export async function importFrom(url: string, door: Door, name: string): Promise<string> {
  const { status, body } = await door.post<Begun>('/libraries/import', { url, name }, { prefer: 'respond-async' })
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.job.job_id
}
