import type { IncomingMessage, ServerResponse } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { runCommand, type Ended } from '../run-command.ts'
import { serve, type Served } from '../serve/server-house.ts'
import { envOf } from '../store.ts'
import { scratchFolder, writeFiles } from '../../scratch.ts'
import { serveUntilEnd } from '../../serve-until-end.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- answers are held against what a row expects of them
export type Answer = Readonly<Record<string, any>>

/** A laptop and a server, with everything that goes from one to the other on record. */
export interface PushHouse {
  readonly laptop: Machine
  readonly server: Served
  readonly serverFolder: string
  readonly far: Machine
  /** Between both: its address is the server's as far as the laptop knows. */
  readonly proxy: Proxy
  push(...args: readonly string[]): Promise<Ended>
  /** The answer of `push --json`; it worked. */
  pushed(...args: readonly string[]): Promise<Answer>
  ask(operation: string, input: object, key?: string): Promise<Answer>
  /** Another server over the same data folder; the first is gone. */
  again(): Promise<void>
}

export interface Machine {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  write(path: string, text: string): string
  wuku(...args: readonly string[]): Promise<Ended>
  json(...args: readonly string[]): Promise<Answer>
}

export interface Proxy {
  readonly url: string
  readonly bodies: { readonly path: string; readonly text: string }[]
  /** Where to; set when the server is another one. */
  target: string
  /** How many more requests with this path get through before every connection is cut. */
  allowed: { path: string; count: number } | undefined
}

export async function openPushHouse(): Promise<PushHouse> {
  const [laptop, far] = [openMachine(), openMachine()]
  const started = { server: await serve(serverHome(far)) }
  const proxy = await openProxy(started.server.url)
  laptop.env['WUKU_SERVER_KEY'] = started.server.token
  const push: PushHouse['push'] = (...args) => laptop.wuku('push', proxy.url, ...args)
  return {
    laptop,
    serverFolder: far.folder,
    far,
    proxy,
    get server() {
      return started.server
    },
    push,
    async pushed(...args) {
      const { code, stdout, stderr } = await push(...args, '--json')
      expect([code, stderr]).toEqual([0, ''])
      return lastLine(stdout)
    },
    async ask(operation, input, key = started.server.token) {
      const answer = await started.server.ask(`/api/v1/operations/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(input),
      })
      return (await answer.json()) as Answer
    },
    async again() {
      started.server = await serve(serverHome(far))
      proxy.target = started.server.url
      laptop.env['WUKU_SERVER_KEY'] = started.server.token
    },
  }
}

const serverHome = ({ folder, env }: Machine) => ({ folder, env, remove: async () => {} })

function openMachine(): Machine {
  const folder = scratchFolder()
  const env = envOf(folder, join(folder, 'wuku'))
  const wuku: Machine['wuku'] = (...args) => runCommand(args, { cwd: folder, env })
  return {
    folder,
    env,
    wuku,
    write(path, text) {
      writeFiles(folder, { [path]: text })
      return join(folder, path)
    },
    async json(...args) {
      const { stdout, stderr } = await wuku(...args, '--json')
      expect([args[0], stdout.includes('{'), stderr]).toEqual([args[0], true, ''])
      return lastLine(stdout)
    },
  }
}

const lastLine = (stdout: string): Answer => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Answer

/** Notes every body, and hands on what comes back. */
async function openProxy(target: string): Promise<Proxy> {
  const address = await serveUntilEnd((request, response) => {
    hand(request, response).catch(() => response.destroy())
  })
  const proxy: Proxy = { url: address, bodies: [], target, allowed: undefined }
  async function hand(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = 'GET', headers } = request
    const body = await buffer(request)
    proxy.bodies.push({ path: url, text: body.toString() })
    const limit = proxy.allowed
    if (limit && url.endsWith(limit.path) && limit.count-- <= 0) return void request.socket.destroy()
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers
    const answer = await fetch(proxy.target + url, {
      method,
      headers: rest as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    for await (const piece of answer.body ?? []) response.write(piece)
    response.end()
  }
  return proxy
}

/** Whether these bytes stand in any file below a folder. */
export const isLegible = (folder: string, word: string): boolean =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(word))

export const titlesOf = ({ hits = [] }: Answer): readonly string[] => hits.map(({ title }: Answer) => title)
