import type { SearchPlace } from '../search-url.ts'

export interface Statement {
  readonly sql: string
  /** Rows in its binary form; then the statement goes before them. */
  readonly body?: Uint8Array<ArrayBuffer>
  readonly settings?: Readonly<Record<string, string | number>>
  /** Milliseconds. */
  readonly timeout: number
}

/** The server's answer to a statement. Its number gives the reason. */
export class EngineRefused extends Error {
  readonly code: number
  constructor(code: number, said: string) {
    super(said)
    this.code = code
  }
}

/** Cells of each row. */
export type Rows = readonly (readonly string[])[]

export async function ask(place: SearchPlace, address: string, statement: Statement): Promise<Rows> {
  try {
    return await send(place, address, statement)
  } catch (thrown) {
    // It may have ended an idle connection just now. Writes are sent again by the caller, who knows whether they arrived.
    if (thrown instanceof EngineRefused || isLate(thrown) || statement.body) throw thrown
    return send(place, address, statement)
  }
}

const isLate = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'TimeoutError'

async function send(place: SearchPlace, address: string, statement: Statement): Promise<Rows> {
  const { sql, body, settings = {}, timeout } = statement
  const parameters = new URLSearchParams({ database: place.database, ...(body && { query: sql }) })
  for (const [name, value] of Object.entries(settings)) parameters.set(name, String(value))
  const response = await fetch(`${address}/?${parameters}`, {
    method: 'POST',
    body: body ?? sql,
    headers: place.credentials(),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  const text = await response.text()
  // An exception in the middle of an answer comes after its rows, in the words of old servers or of new ones.
  const failed = response.ok
    ? /(?:^|\n)Code: (\d+)(?:, e\.displayText|\. DB::Exception)/.exec(text)
    : /Code: (\d+)/.exec(text)
  if (failed || !response.ok) throw new EngineRefused(Number(failed?.[1] ?? response.status), firstLine(text))
  return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]))
}

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, 300)

/** For people: the cause of a request that came to nothing. */
export function whyFailed(thrown: unknown): string {
  if (thrown instanceof EngineRefused) return thrown.message
  if (isLate(thrown)) return 'It does not answer in time.'
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** A text within a statement. */
export const literal = (text: string): string =>
  `'${text.replaceAll(/[\\'\n\r\t\0\b\f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`

/** A text of an answer. */
export const unescaped = (cell: string): string =>
  cell.includes('\\') ? cell.replaceAll(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign) : cell

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' }
