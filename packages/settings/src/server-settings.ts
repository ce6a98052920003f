import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import { isAddressRange } from '@wuku/http-kit/limits/client-address'
import { readBelow, type ReadSetting } from './settings-table.ts'

export type ServerSettings = ReturnType<typeof serverOf>

export const serverOf = (read: ReadSetting) => ({
  ...readBelow(read, 'server', ['host', 'port', 'role', 'allowHosts', 'drainSeconds', 'graceSeconds', 'waitSeconds']),
  ...readBelow(read, 'server', ['bodyBytes', 'uploadBytes', 'uploadFiles', 'mcpSessions']),
  publicUrl: originOf('server.publicUrl', read('server.publicUrl')),
  allowOrigins: read('server.allowOrigins').map((origin) => originOf('server.allowOrigins', origin)),
  trustProxy: read('server.trustProxy').map(rangeOf),
  limits: {
    ...readBelow(read, 'limits', ['requestsPerMinute', 'callsPerDay', 'uploadBytesPerDay', 'failuresPerMinute']),
    ...readBelow(read, 'limits', ['threadSecondsPerMinute', 'jobSecondsPerMinute', 'streams', 'connections']),
    quotas: read('limits.quotas'),
    requestSeconds: read('server.requestSeconds'),
  },
})

function rangeOf(written: string): string {
  if (isAddressRange(written)) return written
  throw new WukuError('usage', msg('settingServerTrustProxy', { written }))
}

/** As browsers write it: lower case, without a default port or a slash at the end. */
function originOf(key: string, written: string): string {
  if (written === '') return ''
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin
  throw new WukuError('usage', msg('settingIs', { key, written }))
}

export type AuthSettings = ReturnType<typeof authOf>

export function authOf(read: ReadSetting) {
  const signingKeys: readonly string[] = read('auth.signingKeys').split(',').filter(Boolean)
  const [adminKey, clientSecret] = [read('auth.adminKey'), read('auth.oidc.clientSecret')]
  return {
    ...readBelow(read, 'auth', ['anonymous', 'visibility', 'role', 'keysPerUser', 'accessMinutes', 'refreshDays']),
    /** Empty: none is set. */
    adminKey: () => adminKey,
    admins: read('auth.admins').map(lower) as readonly string[],
    /** Newest first; empty: those of the data folder. */
    signingKeys: () => signingKeys,
    oidc: {
      ...readBelow(read, 'auth.oidc', ['clientId', 'rolesClaim', 'adminValues', 'writerValues', 'deviceLogin']),
      /** Empty: nobody logs in. */
      issuer: issuerOf(read('auth.oidc.issuer')),
      clientSecret: () => clientSecret,
      domains: read('auth.oidc.domains').map(lower) as readonly string[],
    },
  }
}

const lower = (written: string): string => written.toLowerCase()

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Tokens of an issuer that is asked without TLS could be anybody's. */
function issuerOf(written: string): string {
  if (written === '') return ''
  const url = URL.canParse(written) ? new URL(written) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (url && isSafe && url.username === '' && url.password === '' && url.hash === '' && url.search === '')
    return written
  throw new WukuError('usage', msg('settingAuthOidcIssuer'))
}
