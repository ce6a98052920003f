import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { fill, writeContent } from '../../test/console/content.ts'
import { handsOn, sitePages, tasksOf, type Hands, type Places } from '../../test/console/keyboard-tasks.ts'
import { openWebSite } from '../../test/fixtures/docs/web-site.ts'
import { startWuku, type Program } from '../server/program.ts'
import { bareEnvironment } from '../speed/peer.ts'

/** The cost of a task for somebody without a mouse. */
export interface Done {
  readonly name: string
  /** Deeds one after the other: something typed, a way by Tab, a command, keys for one purpose. */
  readonly steps: number
  /** Keys that were pressed, without the letters of texts. */
  readonly keys: number
  readonly milliseconds: number
}

type Ask = Places['team']['ask']

const ADMIN_KEY = 'the-key-of-an-operator-of-a-bench'

/** The tasks that the tests hold to few keys, each once: most of them change what they find. */
export async function doTasks(browser: Browser, repository: string, home: string): Promise<readonly Done[]> {
  const site = await openWebSite(sitePages)
  const alone = await openPlace(repository, join(home, 'alone'))
  const team = await openPlace(repository, join(home, 'team'), ADMIN_KEY)
  try {
    const done: Done[] = []
    for (const { name, at, isOfTeam, before, work } of tasksOf({ alone, team, site: site.url })) {
      await before?.()
      const page = await (isOfTeam ? team : alone).open(browser, at)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const { hands, steps } = counting(handsOn(page))
      const started = performance.now()
      await work(hands)
      done.push({ name, steps: steps(), keys: hands.pressed(), milliseconds: performance.now() - started })
      await page.context().close()
    }
    return done
  } finally {
    await Promise.all([alone.program.stop(), team.program.stop(), site[Symbol.asyncDispose]()])
  }
}

function counting(hands: Hands): { readonly hands: Hands; steps(): number } {
  let count = 0
  const step =
    <A extends readonly unknown[]>(work: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      count += 1
      await work(...args)
    }
  const { press, type, tabTo, run } = hands
  return {
    hands: { ...hands, press: step(press), type: step(type), tabTo: step(tabTo), run: step(run) },
    steps: () => count,
  }
}

/** A server with something in each storehouse. */
async function openPlace(repository: string, folder: string, adminKey?: string) {
  mkdirSync(folder, { recursive: true })
  const { notes, repository: code, chats } = await writeContent(folder)
  const env = {
    WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1',
    ...(adminKey !== undefined && { WUKU_AUTH_ADMIN_KEY: adminKey }),
  }
  for (const args of [
    [notes, '--kind', 'notes', '--name', 'handbook', '--writable'],
    [code, '--kind', 'code', '--name', 'harbour'],
    [chats, '--kind', 'chats', '--name', 'claude-code'],
  ])
    await promisify(execFile)(process.execPath, [join(repository, 'bin', 'wuku.js'), 'add', ...args], {
      env: { ...bareEnvironment(folder), WUKU_HOME: join(folder, 'wuku'), ...env },
    })
  const program = await startWuku(repository, folder, { env, ...(adminKey !== undefined && { adminKey }) })
  const ask = askAt(program)
  await fill(ask)
  return { folder, program, ask, open: openAt(program, ask, adminKey) }
}

const askAt =
  ({ url, headers }: Program): Ask =>
  async <T extends object>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

/** A page of somebody who is logged in. */
const openAt =
  ({ url }: Program, ask: Ask, key: string | undefined) =>
  async (browser: Browser, at: string) => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage()
    if (key === undefined) {
      const { code } = await ask<{ code: string }>('POST', '/auth/codes', {})
      await page.goto(`${url}${at}#code=${code}`)
    } else {
      await page.goto(`${url}${at}`)
      await page.getByLabel('Key', { exact: true }).fill(key)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
    }
    await page.locator('main#main').waitFor()
    return page
  }
