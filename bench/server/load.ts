import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const VERSION = '9.0.0'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadRequest {
  readonly url: string
  readonly clients: number
  readonly seconds: number
  /** The next request; each client takes one after the other, without a pause. */
  next(): Request
}

/** What one load of requests came to. */
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly answers: number
  /** Answers of another status than 2xx, and connections that broke. */
  readonly failures: number
}

export type RunLoad = (request: LoadRequest) => Promise<Load>

interface AutocannonClient {
  on(event: 'response', heard: (status: number, bytes: number, milliseconds: number) => void): void
  setRequest(request: Request): void
}

type Autocannon = (options: object) => Promise<{ readonly errors: number; readonly timeouts: number }>

/** autocannon, a raw HTTP client from npm, installed beside earlier runs. */
export async function installLoad(cache: string): Promise<RunLoad> {
  const folder = join(cache, `autocannon-${VERSION}`)
  const installed = join(folder, 'node_modules', 'autocannon')
  if (!existsSync(join(installed, 'package.json'))) {
    mkdirSync(folder, { recursive: true })
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...flags, `autocannon@${VERSION}`])
  }
  const { default: autocannon } = (await import(pathToFileURL(join(installed, 'autocannon.js')).href)) as {
    readonly default: Autocannon
  }
  return (request) => run(autocannon, request)
}

async function run(autocannon: Autocannon, { url, clients, seconds, next }: LoadRequest): Promise<Load> {
  const times: number[] = []
  let refused = 0
  const setupClient = (client: AutocannonClient): void => {
    client.setRequest(next())
    client.on('response', (status, _bytes, milliseconds) => {
      times.push(milliseconds)
      if (status < 200 || status > 299) refused++
      client.setRequest(next())
    })
  }
  const started = performance.now()
  const { errors, timeouts } = await autocannon({ url, connections: clients, duration: seconds, setupClient })
  const elapsed = (performance.now() - started) / 1_000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    answers: sorted.length,
    failures: refused + errors + timeouts,
  }
}
