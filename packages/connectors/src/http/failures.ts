import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/connectors'

const describe = (url: URL): string => `${url.origin}${url.pathname}`.slice(0, 300)

export const failures = {
  status(url: URL, status: number, text = ''): WukuError {
    const place = { url: describe(url), said: saidIn(text) }
    if (status === 401) return new WukuError('unauthorized', msg('tokenRefused', place))
    if (status === 403) return new WukuError('forbidden', msg('rightMissing', place))
    if (status === 404 || status === 410) return new WukuError('not-found', msg('notThere', { url: place.url }))
    if (status === 429) return new WukuError('rate-limited', msg('tooOften', { url: place.url }))
    return new WukuError('fetch-failed', msg('strangeStatus', { ...place, status }))
  },
  elsewhere: (url: URL, to = '') =>
    new WukuError('fetch-failed', msg('elsewhere', { url: describe(url), to: hostOf(to, url) })),
  noApi: (url: URL) => new WukuError('fetch-failed', msg('noApi', { url: describe(url) })),
  noList: (url: URL) => new WukuError('fetch-failed', msg('noList', { url: describe(url) })),
  cut: (url: URL) => new WukuError('fetch-failed', msg('cutAnswer', { url: describe(url) })),
  endless: (url: URL) => new WukuError('fetch-failed', msg('endless', { url: describe(url) })),
  resting: (url: URL, seconds: number) =>
    new WukuError('rate-limited', msg('resting', { host: url.host, minutes: Math.ceil(seconds / 60) })),
} as const

/** The sentence of the service, one line of it: it names what is missing, and never the token. */
function saidIn(text: string): string {
  try {
    const { message, error, msg: told } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const said = [message, error, told].find((each) => typeof each === 'string' && each !== '')
    return typeof said === 'string' ? `: ${said.split('\n')[0]?.slice(0, 200)}` : ''
  } catch {
    return ''
  }
}

const hostOf = (to: string, url: URL): string => (URL.canParse(to, url.href) ? new URL(to, url.href).host : '')
