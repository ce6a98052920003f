import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/docs'
import type { HttpAnswer } from '@wuku/guarded-fetch/http-types'

export const gone = (url: URL): WukuError => new WukuError('not-found', msg('gone', { url: describeUrl(url) }))

/** An answer that is no page. */
export const unusable = ({ status, url }: Pick<HttpAnswer, 'status' | 'url'>): WukuError =>
  new WukuError(
    'fetch-failed',
    msg('unusable', { url: describeUrl(url), status }),
    status === 401 || status === 403 ? msg('itIsNotPublicImportItsRepository') : msg('openItInBrowserToSeeWhy'),
  )

export const noPage = (url: URL, type = 'of an unknown type'): WukuError =>
  new WukuError('bad-input', msg('noPage', { url: describeUrl(url), type: type.slice(0, 100) }))

export const shell = (url: URL): WukuError =>
  new WukuError('fetch-failed', msg('shell', { url: describeUrl(url), origin: url.origin }))

export const movedAway = (from: URL, to: URL): WukuError =>
  new WukuError('fetch-failed', msg('movedAway', { from: describeUrl(from), to: describeUrl(to) }))

export const notAllowed = (url: URL): WukuError =>
  new WukuError('fetch-failed', msg('notAllowed', { origin: url.origin, pathname: url.pathname }))

export const noList = (url: URL): WukuError => new WukuError('not-found', msg('noList', { url: describeUrl(url) }))

export const tooManyFailed = (host: string, failed: number, { of, last }: { of: number; last?: WukuError }) =>
  new WukuError(
    'fetch-failed',
    msg('tooManyFailed', {
      failed,
      of,
      host,
      lastPart: last ? msg('lastError', { message: last.texts.message }) : '.',
    }),
    { cause: last },
  )

export const nothingThere = (host: string): WukuError => new WukuError('fetch-failed', msg('nothingThere2', { host }))

export const tooLarge = (host: Text, bytes: number): WukuError =>
  new WukuError('too-large', msg('tooLarge', { host, megabytes: Math.floor(bytes / 1024 / 1024) }))

export const noAddress = (given: string) => new WukuError('bad-input', msg('noAddress', { given: given.slice(0, 200) }))

/** Without its query, which may hold a key. */
const describeUrl = ({ origin, pathname }: URL): string => `${origin}${pathname}`.slice(0, 300)
