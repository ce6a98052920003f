import { WukuError } from '@wuku/core/errors'
import { msg, type Message, type Text } from '@wuku/messages/guarded-fetch'
import { codeOf } from '@wuku/core/environment'

/** An address for messages: its query may contain a key. */
export const describeUrl = (url: URL): string => `${url.origin}${url.pathname}`.slice(0, 300)

export const failures = {
  noHttp: (url: URL) => new WukuError('bad-input', msg('noHttp', { url: describeUrl(url) })),
  credentials: (url: URL) => new WukuError('bad-input', msg('credentials', { host: url.host })),
  closed: (host: string) => new WukuError('bad-input', msg('closed', { host })),
  downgrade: (from: URL, to: URL) =>
    new WukuError('fetch-failed', msg('downgrade', { from: describeUrl(from), to: describeUrl(to) })),
  tooManyHops: (url: URL) => new WukuError('fetch-failed', msg('tooManyHops', { url: describeUrl(url) })),
  noAnswer: (url: URL, error: unknown) =>
    new WukuError('fetch-failed', msg('noAnswer', { url: describeUrl(url), reason: why(error) }), remedyFor(error), {
      cause: error,
    }),
  late: (url: URL, waitedFor: string, milliseconds: number) =>
    new WukuError(
      'fetch-failed',
      msg('late', { url: describeUrl(url), waitedFor, seconds: Math.ceil(milliseconds / 1000) }),
    ),
  brokenOff: (url: URL, error: unknown) =>
    new WukuError('fetch-failed', msg('brokenOff', { url: describeUrl(url), reason: why(error) }), { cause: error }),
  tooLarge: (url: URL, maxBytes: number) =>
    new WukuError('too-large', msg('tooLarge', { url: describeUrl(url), kilobytes: Math.floor(maxBytes / 1024) })),
  encoding: (url: URL, coding: string) =>
    new WukuError('fetch-failed', msg('encoding', { url: describeUrl(url), coding: coding.slice(0, 40) })),
  rateLimited: (url: URL, seconds: number) =>
    new WukuError('rate-limited', msg('rateLimited', { host: url.host, seconds: inWords(seconds) })),
  proxy: (proxy: URL, status: number) => new WukuError('fetch-failed', msg('proxy', { host: proxy.host, status })),
} as const

export const inWords = (seconds: number): Message =>
  seconds < 120
    ? msg('seconds', { count: Math.max(1, Math.ceil(seconds)) })
    : msg('minutes', { count: Math.ceil(seconds / 60) })

/** The system's word and never its message, which may name what we asked for. */
function why(error: unknown): Text {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host name is unknown'
  if (code === 'ECONNREFUSED') return 'nothing answers there'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was closed'
  return isCertificate(code) ? msg('certificateNotTrusted', { code }) : code
}

const remedyFor = (error: unknown): Text =>
  isCertificate(codeOf(error)) ? msg('setNodeExtraCaCerts') : msg('checkAddressNetworkBehindProxy')

const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
