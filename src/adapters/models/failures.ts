import { WukuError } from '../../core/errors.ts'
import { maskSecrets } from '../../text/secrets.ts'
import type { Answered } from './post.ts'

export const failed = (message: string, remedy: string): WukuError => new WukuError('model-failed', message, remedy)

/** A server said no: what it said, without the key, which some servers repeat. */
export function refusedBy({ status, text }: Answered, key: string): WukuError {
  const said = quoted(text, key)
  return failed(
    `The language model's server answered with status ${status}${said === '' ? '.' : `: ${said}`}`,
    remedyFor(status),
  )
}

/** The cause may quote what was sent: only its short code is told. */
export function unreachable({ origin }: URL, error: unknown): WukuError {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return failed(
    `The language model at ${origin} cannot be reached${code}.`,
    'See that its server runs, and that models.generator.url is right.',
  )
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403) return 'Set the right key: WUKU_GENERATOR_KEY or models.generator.key.'
  if (status === 404) return 'See that models.generator.url is right, and that a model of that name is there.'
  if (status === 429 || status === 503) return 'Ask again in a while; the server wants fewer questions.'
  if (status >= 500) return 'Ask again in a while; the trouble is on its side.'
  if (status >= 300 && status < 400) return 'Set models.generator.url to the address that it has moved to.'
  return 'Mend what it names, or name another model with "model".'
}

const LONGEST_QUOTE = 300

/** What a server says is anybody's text: one short line of it. */
function quoted(body: string, key: string): string {
  const said = messageIn(body).slice(0, 10_000)
  const without = key === '' ? said : said.replaceAll(key, '[key]')
  return maskSecrets(without)
    .text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE)
    .toWellFormed()
}

/** OpenAI and most others: `{"error": {"message"}}`; some say it straight. */
function messageIn(body: string): string {
  try {
    const { error, message, detail } = Object(JSON.parse(body)) as Readonly<Record<string, unknown>>
    const said = [Object(error).message, error, message, detail].find((each) => typeof each === 'string')
    return typeof said === 'string' ? said : ''
  } catch {
    // A page of a proxy, mostly: its markup says nothing.
    return body.trimStart().startsWith('<') ? '' : body
  }
}
