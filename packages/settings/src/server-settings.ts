import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import type { Visibility } from '@wuku/core/core-types'
import type { Role } from '@wuku/core/ports/accounts'
import { isAddressRange } from '@wuku/http-kit/limits/client-address'
import type { ReadSetting } from './settings-table.ts'
import type { ServerRole } from './team-settings-table.ts'
import type { LoginRules } from '@wuku/kernel/accounts/login-user'

export interface ServerSettings {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  readonly role: ServerRole
  /** An origin; empty: the address that is listened on. */
  readonly publicUrl: string
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly drainSeconds: number
  readonly graceSeconds: number
  readonly waitSeconds: number
  readonly bodyBytes: number
  readonly uploadBytes: number
  readonly uploadFiles: number
  readonly mcpSessions: boolean
  readonly limits: ServerLimits
}

/** 0: none. */
export interface ServerLimits {
  readonly requestsPerMinute: number
  readonly callsPerDay: number
  readonly uploadBytesPerDay: number
  readonly failuresPerMinute: number
  readonly threadSecondsPerMinute: number
  readonly jobSecondsPerMinute: number
  readonly streams: number
  readonly connections: number
  readonly requestSeconds: number
}

export const serverOf = (read: ReadSetting): ServerSettings => ({
  host: read('server.host'),
  port: read('server.port'),
  role: read('server.role'),
  publicUrl: originOf('server.publicUrl', read('server.publicUrl')),
  allowHosts: read('server.allowHosts'),
  allowOrigins: read('server.allowOrigins').map((origin) => originOf('server.allowOrigins', origin)),
  trustProxy: read('server.trustProxy').map(rangeOf),
  drainSeconds: read('server.drainSeconds'),
  graceSeconds: read('server.graceSeconds'),
  waitSeconds: read('server.waitSeconds'),
  bodyBytes: read('server.bodyBytes'),
  uploadBytes: read('server.uploadBytes'),
  uploadFiles: read('server.uploadFiles'),
  mcpSessions: read('server.mcpSessions'),
  limits: {
    requestsPerMinute: read('limits.requestsPerMinute'),
    callsPerDay: read('limits.callsPerDay'),
    uploadBytesPerDay: read('limits.uploadBytesPerDay'),
    failuresPerMinute: read('limits.failuresPerMinute'),
    threadSecondsPerMinute: read('limits.threadSecondsPerMinute'),
    jobSecondsPerMinute: read('limits.jobSecondsPerMinute'),
    streams: read('limits.streams'),
    connections: read('limits.connections'),
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

/** Users and keys of a server. */
export interface AuthSettings {
  /** Empty: none is set. */
  adminKey(): string
  readonly anonymous: boolean
  /** Visibility of a library whose maker names none. */
  readonly visibility: Visibility
  /** E-mails in lower case. */
  readonly admins: readonly string[]
  readonly role: Role
  readonly keysPerUser: number
  readonly accessMinutes: number
  readonly refreshDays: number
  /** Newest first; empty: those of the data folder. */
  signingKeys(): readonly string[]
  readonly oidc: OidcSettings
}

/** An empty `issuer`: nobody logs in. */
export interface OidcSettings extends Pick<
  LoginRules,
  'issuer' | 'rolesClaim' | 'adminValues' | 'writerValues' | 'domains'
> {
  readonly clientId: string
  clientSecret(): string
  /** Widest scope of what a terminal gets by a code that a person confirms elsewhere. */
  readonly deviceLogin: 'off' | 'read' | 'write'
}

export function authOf(read: ReadSetting): AuthSettings {
  const signingKeys = read('auth.signingKeys').split(',').filter(Boolean)
  const [adminKey, clientSecret] = [read('auth.adminKey'), read('auth.oidc.clientSecret')]
  return {
    adminKey: () => adminKey,
    anonymous: read('auth.anonymous'),
    visibility: read('auth.visibility'),
    admins: read('auth.admins').map(lower),
    role: read('auth.role'),
    keysPerUser: read('auth.keysPerUser'),
    accessMinutes: read('auth.accessMinutes'),
    refreshDays: read('auth.refreshDays'),
    signingKeys: () => signingKeys,
    oidc: {
      issuer: issuerOf(read('auth.oidc.issuer')),
      clientId: read('auth.oidc.clientId'),
      clientSecret: () => clientSecret,
      rolesClaim: read('auth.oidc.rolesClaim'),
      adminValues: read('auth.oidc.adminValues'),
      writerValues: read('auth.oidc.writerValues'),
      deviceLogin: read('auth.oidc.deviceLogin'),
      domains: read('auth.oidc.domains').map(lower),
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
