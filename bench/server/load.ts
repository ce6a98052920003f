import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const VERSION = '8.13.1'

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
  /**
   * Requests that all clients together send, evenly spread; their time counts from the moment at which each is due. Without
   * it every client asks again as soon as it is answered.
   */
  readonly perSecond?: number
  next(): Request
}

/** Results of one load of requests. */
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

interface UndiciClient {
  request(request: Request): Promise<{ readonly statusCode: number; readonly body: { dump(): Promise<void> } }>
  close(): Promise<void>
}

interface Undici {
  readonly Client: new (url: string) => UndiciClient
}

/** undici, a raw HTTP client from npm, installed next to earlier runs. */
export async function installLoad(cache: string): Promise<RunLoad> {
  const folder = join(cache, `undici-${VERSION}`)
  const installed = join(folder, 'node_modules', 'undici')
  if (!existsSync(join(installed, 'package.json'))) {
    mkdirSync(folder, { recursive: true })
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...flags, `undici@${VERSION}`])
  }
  const { Client } = (await import(pathToFileURL(join(installed, 'index.js')).href)) as Undici
  return (request) => run(Client, request)
}

async function run(Client: Undici['Client'], { url, clients, seconds, perSecond, next }: LoadRequest): Promise<Load> {
  const times: number[] = []
  let failures = 0
  const started = performance.now()
  const until = started + seconds * 1_000
  const every = perSecond === undefined ? 0 : (clients / perSecond) * 1_000
  const askOn = async (nth: number): Promise<void> => {
    const client = new Client(url)
    for (let due = started + (nth / clients) * every; due < until; due = every > 0 ? due + every : performance.now()) {
      if (due > performance.now()) await sleep(due - performance.now())
      const asked = every > 0 ? due : performance.now()
      try {
        const { statusCode, body } = await client.request(next())
        await body.dump()
        if (statusCode > 299) failures++
      } catch {
        failures++
      }
      times.push(performance.now() - asked)
    }
    await client.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, nth) => askOn(nth)))
  const elapsed = (performance.now() - started) / 1_000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    answers: sorted.length,
    failures,
  }
}
