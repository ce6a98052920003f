import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openBrowser, type OpenBrowser, type PageOptions } from './browser.ts'
import { copyRepository, fill, writeContent, type Content } from './content.ts'
import type { Page } from 'playwright-core'
import { envOf } from '../e2e/store.ts'

const program = join(import.meta.dirname, '..', '..', 'bin', 'wuku.js')

/** `wuku serve` of a user with something in each storehouse, and a browser that looks at it. */
export interface House {
  readonly folder: string
  readonly content: Content
  readonly url: string
  /** Asks the server as its operator. */
  ask<T extends object = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  /** A page of somebody who is logged in, at this path of the console. */
  open(path: string, options?: PageOptions & { readonly key?: string }): Promise<Page>
  /** Stops the server as a crash does, and starts it anew at the same port. */
  restart(): Promise<void>
  command(...args: readonly string[]): string
}

export const ADMIN_KEY = 'the-key-of-an-operator-of-a-test'

interface HouseOptions {
  readonly withAccounts: boolean
  readonly isEmpty: boolean
  readonly isReal: boolean
  /** As environment variables. */
  readonly settings: Readonly<Record<string, string>>
}

/** One house for a test file. After each test, the browser must have had nothing to complain about. */
export function useHouse({
  withAccounts = false,
  isEmpty = false,
  isReal = false,
  settings = {},
}: Partial<HouseOptions> = {}): House {
  const parts: { house?: House; browser?: OpenBrowser; close?: () => Promise<void> } = {}
  beforeAll(async () => {
    parts.browser = await openBrowser()
    const opened = await openHouse(parts.browser, { withAccounts, isEmpty, isReal, settings })
    parts.house = opened.house
    parts.close = opened.close
  })
  afterEach(async () => {
    const complaints = await parts.browser?.settle()
    expect(complaints).toEqual([])
  })
  afterAll(async () => {
    await parts.browser?.close()
    await parts.close?.()
  })
  return new Proxy({} as House, { get: (_, name) => Reflect.get(parts.house ?? {}, name) })
}

async function openHouse(
  browser: OpenBrowser,
  { withAccounts, isEmpty, isReal, settings }: HouseOptions,
): Promise<{ readonly house: House; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'wuku-console-'))
  const wukuHome = join(folder, 'wuku')
  const env = {
    ...envOf(folder, wukuHome),
    ...(withAccounts && { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY }),
    ...settings,
  }
  const command = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [program, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const content = isReal ? await copyRepository(folder) : await writeContent(folder)
  if (!isEmpty) {
    command('add', content.notes, '--kind', 'notes', '--name', 'handbook', '--writable')
    command('add', content.repository, '--kind', 'code', '--name', 'harbour')
    command('add', content.chats, '--kind', 'chats', '--name', 'claude-code')
  }
  let server = await startServer(env, '0')
  const { port } = new URL(server.url)
  const credential = async (): Promise<string> =>
    withAccounts ? ADMIN_KEY : (await readFile(join(wukuHome, 'server-token'), 'utf8')).trim()
  const house: House = {
    folder,
    content,
    url: server.url,
    command,
    async ask<T extends object>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${await credential()}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return (text === '' ? {} : JSON.parse(text)) as T
    },
    async open(path, { key, ...options } = {}) {
      const page = await browser.page(server.url, options)
      if (withAccounts) await loginByKey(page, `${server.url}${path}`, key ?? ADMIN_KEY)
      else {
        const { code } = await house.ask('POST', '/auth/codes', {})
        await page.goto(`${server.url}${path}#code=${code}`)
      }
      await page.locator('main#main').waitFor()
      return page
    },
    async restart() {
      await stop(server.child, 'SIGKILL')
      server = await startServer(env, port)
    },
  }
  if (!isEmpty) await fill(house.ask)
  return {
    house,
    async close() {
      await stop(server.child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function loginByKey(page: Page, address: string, key: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

async function startServer(env: NodeJS.ProcessEnv, port: string): Promise<Running> {
  const args = [program, 'serve', '--port', port, '--json']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  if (child.stdout)
    for await (const line of createInterface({ input: child.stdout }))
      return { child, url: (JSON.parse(line) as { url: string }).url }
  throw new Error('The server ended before it listened.')
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
