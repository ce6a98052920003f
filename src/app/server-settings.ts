import { WukuError } from '../core/errors.ts'
import { isAddressRange } from '../surfaces/http/limits/client-address.ts'
import type { ReadSetting } from './settings-table.ts'

export interface ServerSettings {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  /** An origin; empty: the address that is listened on. */
  readonly publicUrl: string
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly trustProxy: readonly string[]
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
}

export const serverOf = (read: ReadSetting): ServerSettings => ({
  host: read('server.host'),
  port: read('server.port'),
  publicUrl: originOf('server.publicUrl', read('server.publicUrl')),
  allowHosts: read('server.allowHosts'),
  allowOrigins: read('server.allowOrigins').map((origin) => originOf('server.allowOrigins', origin)),
  trustProxy: read('server.trustProxy').map(rangeOf),
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
  },
})

function rangeOf(written: string): string {
  if (isAddressRange(written)) return written
  throw new WukuError(
    'usage',
    `The setting server.trustProxy has "${written}".`,
    'Give addresses or ranges of proxies, such as 10.0.0.7 or 10.0.0.0/8.',
  )
}

/** As browsers write it: lower case, without a default port or a slash at the end. */
function originOf(key: string, written: string): string {
  if (written === '') return ''
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin
  throw new WukuError(
    'usage',
    `The setting ${key} is "${written}".`,
    'Give scheme, host and port alone, such as https://wuku.example.com.',
  )
}
