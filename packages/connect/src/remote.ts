import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/connect'
import { usage } from '@wuku/terminal/arguments'
import { requireSecureAddress } from '@wuku/remote/servers-file'
import { findServer } from '@wuku/settings/server-file'
import type { Entry, Remote, RemoteServer } from './client.ts'

/** Settings that others share name it, and each user sets it. */
const VARIABLE = 'WUKU_TOKEN'

type Write = (url: string, authorization: string) => Entry

const plain =
  (key: string, more: Entry = {}): Write =>
  (url, authorization) => ({ ...more, [key]: url, headers: { Authorization: authorization } })

const withVariable = (own: Write, variable: string): Remote => ({
  own,
  shared: (url) => own(url, `Bearer ${variable}`),
})

const http = plain('url', { type: 'http' })

export const remotes = {
  typed: withVariable(http, `\${${VARIABLE}}`),
  vscode: withVariable(http, `\${env:${VARIABLE}}`),
  copilot: withVariable((url, authorization) => ({ ...http(url, authorization), tools: ['*'] }), `\${${VARIABLE}}`),
  gemini: withVariable(plain('httpUrl'), `\${${VARIABLE}}`),
  cursor: withVariable(plain('url'), `\${env:${VARIABLE}}`),
  opencode: withVariable(plain('url', { type: 'remote', enabled: true }), `{env:${VARIABLE}}`),
  roo: withVariable(plain('url', { type: 'streamable-http' }), `\${env:${VARIABLE}}`),
  cline: { own: plain('url', { type: 'streamableHttp', disabled: false }) },
  zed: { own: plain('url', { source: 'custom' }) },
  /** Without a type. */
  url: { own: plain('url') },
  windsurf: { own: plain('serverUrl') },
  cherry: { own: plain('baseUrl', { name: 'wuku', type: 'streamableHttp', isActive: true }) },
  goose: {
    own: (uri, authorization) => ({
      name: 'wuku',
      description: '',
      type: 'streamable_http',
      uri,
      envs: {},
      headers: { Authorization: authorization },
      enabled: true,
      timeout: 300,
    }),
  },
  codex: {
    own: (url, authorization) => ({ url, http_headers: { Authorization: authorization } }),
    shared: (url) => ({ url, bearer_token_env_var: VARIABLE }),
  },
} as const satisfies Readonly<Record<string, Remote>>

/** `written`: an address; empty for the server that runs for this data folder. Its token is given to nobody else. */
export async function remoteServer(written: string, home: string, insecure: boolean): Promise<RemoteServer> {
  const running = await findServer(home)
  if (written === '') {
    if (running) return { url: `${running.url}/mcp`, token: running.token }
    throw new WukuError('not-found', msg('noServerRunsForThisData'))
  }
  const url = addressOf(written)
  requireSecureAddress(url.origin, insecure)
  return { url: url.href, token: running && new URL(running.url).origin === url.origin ? running.token : undefined }
}

export function addressOf(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw usage(msg('notAddressServer', { written: written.slice(0, 80) }))
  if (url.pathname === '/') url.pathname = '/mcp'
  return url
}
