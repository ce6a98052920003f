import { WukuError } from '@wuku/core/errors'

/** An address for messages: its query may contain a key. */
export const describeUrl = (url: URL): string => `${url.origin}${url.pathname}`.slice(0, 300)

export const failures = {
  noHttp: (url: URL) =>
    new WukuError(
      'bad-input',
      `"${describeUrl(url)}" is not a web address.`,
      'Give an address that begins with "https://" or "http://".',
    ),
  credentials: (url: URL) =>
    new WukuError(
      'bad-input',
      `The address at ${url.host} contains a user name or password.`,
      'Leave it out; tokens belong in the setting docs.tokens.',
    ),
  closed: (host: string) =>
    new WukuError(
      'bad-input',
      `${host} leads to an address of a private network; such addresses are not fetched.`,
      `If you trust it, add "${host}" to the setting docs.allowHosts.`,
    ),
  downgrade: (from: URL, to: URL) =>
    new WukuError(
      'fetch-failed',
      `${describeUrl(from)} redirects from an encrypted address to an unencrypted one: ${describeUrl(to)}.`,
      `If you trust it, give the address "${describeUrl(to)}" itself.`,
    ),
  tooManyHops: (url: URL) =>
    new WukuError('fetch-failed', `${describeUrl(url)} redirects too often.`, 'Check the address.'),
  noAnswer: (url: URL, error: unknown) =>
    new WukuError('fetch-failed', `${describeUrl(url)} cannot be reached: ${why(error)}.`, remedyFor(error), {
      cause: error,
    }),
  late: (url: URL, waitedFor: string, milliseconds: number) =>
    new WukuError(
      'fetch-failed',
      `${describeUrl(url)} did not send ${waitedFor} within ${Math.ceil(milliseconds / 1000)} seconds.`,
      'Try again later.',
    ),
  brokenOff: (url: URL, error: unknown) =>
    new WukuError('fetch-failed', `The response of ${describeUrl(url)} broke off: ${why(error)}.`, 'Try again.', {
      cause: error,
    }),
  tooLarge: (url: URL, maxBytes: number) =>
    new WukuError(
      'too-large',
      `${describeUrl(url)} is larger than the limit of ${Math.floor(maxBytes / 1024)} KB.`,
      'Give a smaller address or folder.',
    ),
  encoding: (url: URL, coding: string) =>
    new WukuError(
      'fetch-failed',
      `${describeUrl(url)} is compressed as "${coding.slice(0, 40)}", which is not supported.`,
      'Try another address.',
    ),
  rateLimited: (url: URL, seconds: number) =>
    new WukuError(
      'rate-limited',
      `${url.host} asks to wait ${inWords(seconds)}: too many requests.`,
      `Try again in ${inWords(seconds)}; with a token in the setting docs.tokens a code host allows many more.`,
    ),
  proxy: (proxy: URL, status: number) =>
    new WukuError(
      'fetch-failed',
      `The proxy ${proxy.host} refuses the connection (status ${status}).`,
      'Check the setting docs.proxy and what the proxy allows.',
    ),
} as const

export const inWords = (seconds: number): string =>
  seconds < 120 ? `${Math.max(1, Math.ceil(seconds))} seconds` : `${Math.ceil(seconds / 60)} minutes`

/** The system's word and never its message, which may name what we asked for. */
function why(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host name is unknown'
  if (code === 'ECONNREFUSED') return 'nothing answers there'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was closed'
  return isCertificate(code) ? `its certificate is not trusted (${code})` : code
}

const remedyFor = (error: unknown): string =>
  isCertificate(codeOf(error))
    ? 'Set NODE_EXTRA_CA_CERTS to the certificate of your authority.'
    : 'Check the address and the network; behind a proxy set docs.proxy.'

const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
