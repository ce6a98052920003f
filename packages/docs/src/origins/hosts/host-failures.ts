import type { Text } from '@wuku/messages/message'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'

interface Denied {
  readonly status: number
  readonly hostname: string
  readonly path: string
  readonly variable: string
  readonly hasToken: boolean
}

export const refusals = {
  repository: ({ status, hostname, path, variable, hasToken }: Denied) =>
    DENIED.has(status)
      ? new WukuError(
          'not-found',
          msg('hasNoRepositoryOrDoesNot', {
            hostname,
            path,
            hasTokenPart: hasToken ? msg('withGivenToken') : msg('toEverybody'),
            status,
          }),
          hasToken
            ? msg('checkAddressAndThatTokenForMay', { hostname, variable })
            : msg('checkAddressIfRepository', { hostname, variable }),
        )
      : failed(hostname, status),
  noHost: (hostname: string) => new WukuError('bad-input', msg('noHost', { hostname })),
  noRef: (ref: string, path: string) => new WukuError('not-found', msg('noRef', { path, ref: ref.slice(0, 100) })),
  isEmpty: (path: string) => new WukuError('not-found', msg('isEmpty', { path })),
  failed: (hostname: string, status: number) => failed(hostname, status),
  brokenArchive: (path: string, cause: unknown) =>
    new WukuError('fetch-failed', msg('brokenArchive', { path }), { cause }),
  tooMuch: (path: string, what: string) => new WukuError('too-large', msg('tooMuch2', { path, what })),
} as const

const DENIED: ReadonlySet<number> = new Set([401, 403, 404, 451])

const failed = (hostname: Text, status: number): WukuError =>
  new WukuError('fetch-failed', msg('failed', { hostname, status }))
