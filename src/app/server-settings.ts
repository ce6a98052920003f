import { WukuError } from '../core/errors.ts'
import { flag, list, text, whole, type Setting } from './setting.ts'
import type { ReadSetting } from './settings-table.ts'

const MIB = 1024 * 1024

export const serverSettingsTable = {
  'server.host': { says: 'Address that `wuku serve` listens on.', ...text('127.0.0.1') },
  'server.port': {
    says: 'Port that `wuku serve` listens on; 0 for any free one.',
    ...whole({ byDefault: 7557, least: 0, most: 65_535 }),
  },
  'server.publicUrl': {
    says: 'Origin under which users see the server, such as `https://wuku.example.com` behind a proxy. Default: `http://<host>:<port>`.',
    ...text(),
  },
  'server.allowHosts': { says: 'More names that requests may have in `Host`, as a list.', ...list() },
  'server.allowOrigins': {
    says: 'More origins whose pages may use the server, as a list such as `https://intranet.example.com`. They get CORS headers.',
    ...list(),
  },
  'server.trustProxy': {
    says: 'Addresses of proxies whose `X-Forwarded-For` counts, as a list; it is ignored from all others.',
    ...list(),
  },
  'server.graceSeconds': {
    says: 'Seconds that requests under way get when the server stops.',
    ...whole({ byDefault: 10, least: 0, most: 3600 }),
  },
  'server.waitSeconds': {
    says: 'Seconds that a request waits for long work, such as an import, before it is answered with the job.',
    ...whole({ byDefault: 120, least: 0, most: 3600 }),
  },
  'server.bodyBytes': { says: 'Maximum bytes of a JSON body.', ...whole({ byDefault: 4 * MIB }) },
  'server.uploadBytes': { says: 'Maximum bytes of one upload.', ...whole({ byDefault: 256 * MIB }) },
  'server.uploadFiles': { says: 'Maximum number of files in one upload.', ...whole({ byDefault: 200 }) },
  'server.mcpSessions': {
    says: 'true: MCP clients of 2025 get sessions. Without them every request stands for itself.',
    ...flag(false),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>

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
}

export const serverOf = (read: ReadSetting): ServerSettings => ({
  host: read('server.host'),
  port: read('server.port'),
  publicUrl: originOf('server.publicUrl', read('server.publicUrl')),
  allowHosts: read('server.allowHosts'),
  allowOrigins: read('server.allowOrigins').map((origin) => originOf('server.allowOrigins', origin)),
  trustProxy: read('server.trustProxy'),
  graceSeconds: read('server.graceSeconds'),
  waitSeconds: read('server.waitSeconds'),
  bodyBytes: read('server.bodyBytes'),
  uploadBytes: read('server.uploadBytes'),
  uploadFiles: read('server.uploadFiles'),
  mcpSessions: read('server.mcpSessions'),
})

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
