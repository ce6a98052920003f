import { WukuError } from '../../core/errors.ts'
import { maskSecrets } from '../../text/secrets.ts'
import { maskKey } from './key-mask.ts'
import type { Answered, Silence } from './post.ts'

export const failed = (message: string, remedy: string): WukuError => new WukuError('model-failed', message, remedy)

/** A server said no: what it said, without the key, which some servers repeat. */
export function refusedBy({ status, text }: Answered, key: string): WukuError {
  const said = quoted(text, key)
  return failed(
    `The language model's server answered with status ${status}${said === '' ? '.' : `: ${said}`}`,
    remedyFor(status),
  )
}

export const silence: Silence = {
  unreachable: ({ origin }, error) =>
    failed(
      `The language model at ${origin} cannot be reached${codeOf(error)}.`,
      'See that its server runs, and that models.generator.url is right.',
    ),
  tooLate: (patience) =>
    failed(
      `The language model did not answer within ${patience / 1000} seconds.`,
      'Ask again with a lower "reasoning_effort", or name a faster model with "model".',
    ),
  tooLong: (bytes) =>
    failed(
      `The language model answered with more than ${bytes} bytes.`,
      'Ask for less, or see what models.generator.url leads to.',
    ),
}

/** The cause may quote what was sent: only its short code is told. */
export function codeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
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
export function quoted(body: string, key: string): string {
  // A cut first could leave the half of a key that nobody knows any more.
  return maskSecrets(maskKey(messageIn(body), key).slice(0, 10_000))
    .text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE)
    .toWellFormed()
}

/** OpenAI and most others: `{"error": {"message"}}`, which Google puts into a list; some say it straight. */
function messageIn(body: string): string {
  try {
    const { error, message, detail } = Object([JSON.parse(body)].flat()[0]) as Readonly<Record<string, unknown>>
    const said = [Object(error).message, error, message, detail].find((each) => typeof each === 'string')
    return typeof said === 'string' ? said : ''
  } catch {
    // A page of a proxy, mostly: its markup says nothing.
    return body.trimStart().startsWith('<') ? '' : body
  }
}
