import { msg, tr } from '@wuku/messages/cli'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { printChange, printLines } from '@wuku/terminal/command-page'
import type { Command } from '@wuku/terminal/command-types'
import { writePrivately } from '@wuku/settings/private-file'
import { findServer, type FoundServer } from '@wuku/settings/server-file'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** It starts no server: one that stays is started on purpose, by `wuku serve` or `wuku mcp --http --daemon`. */
export const consoleCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'console',
  title: 'Open the web console of the running server',
  flags: () => ({ '--print': 'Only print its address, which without accounts opens it once, within ten minutes.' }),
  examples: [
    { description: 'In the browser of this machine', line: 'wuku console' },
    { description: 'For a browser elsewhere, such as behind ssh -L', line: 'wuku console --print' },
  ],
  async run({ print }, shell) {
    const { settings, environment } = input
    const server = await findServer(settings.home)
    if (!server) throw noServer(settings.home)
    const url = await addressAt(server, input, shell.signal)
    const isOpened = print !== true && (await openInBrowser(url, { home: settings.home, ...environment }))
    const line = (): string => {
      if (print === true) return url
      return tr(isOpened ? msg('consoleOpensYourBrowserIf', { url }) : msg('openAddressBrowser', { url }))
    }
    return (isOpened ? printChange : printLines)(shell, { url, mode: server.mode, opened: isOpened }, () => [line()])
  },
})

const noServer = (home: string): WukuError => new WukuError('not-found', msg('noServerRunsDataFolder', { home }))

/** Opens a page of the console in the browser of this machine, by a server that stays. `undefined`: no browser is here. */
export async function openConsole(path: string, input: CommandsInput, signal: AbortSignal) {
  const { settings, environment } = input
  if (!hasBrowser(environment)) return undefined
  const place = { home: settings.home, env: environment.env }
  if (!(await findServer(settings.home))) await (await import('@wuku/server/serve/daemon')).startDaemon([], place)
  const server = await findServer(settings.home)
  if (!server) return undefined
  const url = await addressAt(server, input, signal, path)
  return (await openInBrowser(url, { home: settings.home, ...environment })) ? url : undefined
}

/** With accounts people log in on the page. Otherwise a code in the fragment, which no log ever holds, stands for the user. */
async function addressAt(server: FoundServer, { settings }: CommandsInput, signal: AbortSignal, path = '/') {
  const { url, token, mode } = server
  if (mode === 'accounts' || token === undefined) return `${settings.server.publicUrl || url}${path}`
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/v1/auth/codes`, { method: 'POST', headers, signal }).catch(() => undefined)
  if (!answer?.ok) throw noServer(settings.home)
  const { code } = (await answer.json()) as { readonly code: string }
  return `${url}${path}#code=${code}`
}

interface BrowserPlace {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

const hasBrowser = ({ platform, env }: Omit<BrowserPlace, 'home'>): boolean =>
  platform === 'darwin' || platform === 'win32' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

/** `false`: there is none, or it could not be started. */
async function openInBrowser(url: string, { home, platform, env }: BrowserPlace): Promise<boolean> {
  if (platform === 'darwin') return starts('open', [url])
  if (platform === 'win32') return starts('rundll32', ['url.dll,FileProtocolHandler', url])
  if (!hasBrowser({ platform, env })) return false
  // Other users of a Linux can read the arguments of a program, so the code goes by a file that is this user's alone.
  const page = join(home, 'console.html')
  await writePrivately(page, redirectTo(url))
  return starts('xdg-open', [page])
}

const redirectTo = (url: string): string =>
  `<!doctype html>\n<meta charset="utf-8">\n<title>wuku</title>\n<meta http-equiv="refresh" content="0; url=${url}">\n<a href="${url}">wuku</a>\n`

/** An opener that has not failed by then stays as long as its browser does. */
const TIMEOUT_MS = 3_000

async function starts(program: string, args: readonly string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  child.once('error', () => resolve(false))
  child.once('exit', (code) => resolve(code === 0))
  const timer = setTimeout(() => resolve(true), TIMEOUT_MS)
  const hasStarted = await promise
  clearTimeout(timer)
  child.unref()
  return hasStarted
}
