import { expect } from 'vitest'
import type { Served } from './server-house.ts'

export const ADMIN_KEY = 'the-key-of-an-operator-who-sees-all'
export const SECRET = 'quaggapelt'

export type Who = 'admin' | 'ann' | 'ben' | 'cho' | 'nobody'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

export interface Row {
  readonly says: string
  readonly who: Who
  /** `GET /libraries/{L1}`, below `/api/v1`; `{ann}` and `{ben}` stand for their ids, `{L1}` and `{D1}` for the first library and document that answers told. */
  readonly asks: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** 200 where it says nothing. */
  readonly status?: number
  readonly has?: object
  /** The answer holds none of what Ann hides. */
  readonly hides?: true
}

export async function openTeam(server: Served) {
  const keys = new Map<Who, string>([['admin', ADMIN_KEY]])
  const ids = new Map<string, string>()
  const numbers: Record<'L' | 'D', number[]> = { L: [], D: [] }
  const learn = ({ library_id: library, documents, list }: Answer['body']): void => {
    const rows = [documents, list].flat().map((row) => Object(row) as { readonly document_id?: unknown })
    const told = { L: [library], D: rows.map((each) => each.document_id) }
    for (const kind of ['L', 'D'] as const)
      for (const number of told[kind])
        if (typeof number === 'number' && number > 0 && !numbers[kind].includes(number)) numbers[kind].push(number)
  }
  const numberOf = (kind: string, at: string): string => String(numbers[kind as 'L' | 'D'][Number(at) - 1])
  const named = (text: string): string =>
    text
      .replaceAll(/(?<="library_id":)"\{([LD])(\d)\}"/g, (_, kind: string, at: string) => numberOf(kind, at))
      .replaceAll(/\{([LD])(\d)\}/g, (_, kind: string, at: string) => numberOf(kind, at))
      .replaceAll(/\{(ann|ben|cho)\}/g, (_, name: string) => ids.get(name) ?? '')
  const send = async (who: Who, asks: string, body?: object, headers = {}): Promise<Answer> => {
    const [method = '', path = ''] = named(asks).split(' ')
    const key = keys.get(who)
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: named(JSON.stringify(body)) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const answer = isJson ? JSON.parse(text) : {}
    learn(answer)
    return { status: response.status, text, body: answer, headers: response.headers }
  }
  for (const [name, role] of [
    ['ann', 'writer'],
    ['ben', 'writer'],
    ['cho', 'reader'],
  ] as const) {
    const user = await send('admin', 'POST /users', { name, role })
    const id = String(user.body['user_id'])
    ids.set(name, id)
    const made = await send('admin', 'POST /api-keys', {
      name,
      user_id: id,
      scopes: [role === 'reader' ? 'read' : 'write'],
    })
    keys.set(name, String(made.body['key']))
  }
  const filled = <Value>(value: Value): Value =>
    value === undefined ? value : (JSON.parse(named(JSON.stringify(value))) as Value)
  const check = async (rows: readonly Row[]): Promise<void> => {
    for (const { says, who, asks, body, headers, status = 200, has, hides } of rows) {
      const answer = await send(who, asks, filled(body), headers)
      expect({ says, status: answer.status, text: answer.text }).toEqual({ says, status, text: expect.anything() })
      if (has) expect(answer.body, says).toMatchObject(filled(has))
      if (hides) expect(answer.text.toLowerCase(), says).not.toContain(SECRET)
    }
  }
  return { send, check, named, keyOf: (who: Who) => keys.get(who) ?? '' }
}

export const code = (wanted: string) => ({ error: { code: wanted } })
export const upload = (text: string, path = 'guide.md') => ({ version: '1.0.0', documents: [{ path, text }] })
/** What differs by right in two answers about what is not there: what was asked for, and the id of the request. */
export const plain = ({ status, text, headers }: Answer, asked: string): string =>
  `${status} ${headers.get('content-length')?.length} ${text.replaceAll(asked, '?').replace(/"request_id":"[^"]*"/, '')}`

export const idOf = async (send: (who: Who, asks: string) => Promise<Answer>, name: string): Promise<string> => {
  const { list } = (await send('admin', 'GET /users')).body as {
    readonly list: readonly { readonly name: string; readonly user_id: string }[]
  }
  return list.find((each) => each.name === name)?.user_id ?? ''
}
