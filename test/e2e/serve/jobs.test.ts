import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWebSite, type WebSite } from '../../fixtures/docs/web-site.ts'
import { lastLine, run, type Ended } from '../cli-house.ts'
import { openHome, wuku, type Home } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'

interface ShownJob {
  readonly job_id: string
  readonly kind: string
  readonly status: string
  readonly actor: string
  readonly attempt: number
  readonly result: Readonly<Record<string, unknown>> | null
}

const guide = (said: string): string => `# Tides\n\n${said}\n\n\`\`\`ts\nmoon.pull()\n\`\`\`\n`

let home: Home
let site: WebSite
beforeEach(async () => {
  home = await openHome()
  site = await openWebSite({ '/docs/tides.md': guide('The ebb follows the flood.') })
})
afterEach(async () => {
  await home.remove()
  await site[Symbol.asyncDispose]()
})

const allowed = { WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1' }
const cli = (...args: readonly string[]): Promise<Ended> =>
  run([process.execPath, wuku, ...args], { cwd: home.folder, env: { ...home.env, ...allowed } })

/** The answer of a command that went well. */
async function json<T = Readonly<Record<string, unknown>>>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await cli(...args, '--json')
  if (code !== 0) throw new Error(`wuku ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`)
  return lastLine(stdout) as T
}

const jobs = async (...args: readonly string[]): Promise<readonly ShownJob[]> =>
  (await json<{ list: readonly ShownJob[] }>('jobs', ...args)).list

async function askJobs({ ask }: Served, query: string): Promise<readonly ShownJob[]> {
  const answer = await ask(`/api/v1/jobs?${query}`)
  return ((await answer.json()) as { list: readonly ShownJob[] }).list
}

const withImport = () => json('docs', 'import', `${site.url}/docs/tides.md`, '--name', 'tides', '--version', '1.0')

describe('long commands beside a running server', () => {
  it('are jobs of the server, and answer as they do without one', async () => {
    await serve(home, [], allowed)
    await mkdir(join(home.folder, 'log'))
    await writeFile(join(home.folder, 'log', 'march.md'), '# March\n\nThe barge arrived.\n')
    const added = await json('add', 'log', '--kind', 'notes', '--name', 'log')
    expect(added).toMatchObject({
      registered: [{ name: 'log', root: realpathSync(join(home.folder, 'log')) }],
      added: 1,
    })
    expect(await json('index')).toMatchObject({ unchanged: 4, problems: [] })
    expect(await withImport()).toMatchObject({ library: 'tides', version: '1.0' })
    await writeFile(join(home.folder, 'more.md'), guide('Spring tides are higher.'))
    expect(await json('docs', 'upload', 'tides@1.0', 'more.md')).toMatchObject({ success_count: 1, failed_count: 0 })
    expect(await json('docs', 'refresh', 'tides')).toMatchObject({ library: 'tides' })
    const mine = (await jobs()).filter(({ actor }) => actor === 'local')
    expect(mine.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
      ['index', 'index', 'import', 'upload', 'refresh'].map((kind) => `${kind} succeeded`).toReversed(),
    )
    expect((await cli('jobs', 'show', mine[0]?.job_id ?? '')).stdout).toContain('refresh of tides 1.0: succeeded')
    const refused = await cli('docs', 'refresh', 'nobody')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('nobody')])
  }, 120_000)

  it('stop their job with Ctrl-C', async () => {
    const server = await serve(home, [], allowed)
    let asked = (): void => {}
    const fetched = new Promise<void>((resolve) => (asked = resolve))
    site.pages.set('/docs/tides.md', {
      get body() {
        asked()
        return guide('Slow.')
      },
      after: 60_000,
    })
    const args = [wuku, 'docs', 'import', `${site.url}/docs/tides.md`, '--name', 'tides']
    const child = spawn(process.execPath, args, { env: { ...home.env, ...allowed }, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await expect.poll(() => askJobs(server, 'status=running&kind=import'), { timeout: 30_000 }).toHaveLength(1)
    void fetched
    child.kill('SIGINT')
    expect(await ended).toEqual([1, null])
    expect(await askJobs(server, 'kind=import')).toMatchObject([{ status: 'cancelled' }])
  }, 120_000)

  it('are done by the command when the server was killed, and not once more by the next one', async () => {
    const server = await serve(home, [], allowed)
    site.pages.set('/docs/tides.md', { body: guide('Slow.'), after: 3_000 })
    const done = withImport()
    await expect.poll(() => askJobs(server, 'status=running&kind=import'), { timeout: 30_000 }).toHaveLength(1)
    server.child.kill('SIGKILL')
    expect(await done).toMatchObject({ library: 'tides', version: '1.0' })
    const next = await serve(home, [], allowed)
    await expect
      .poll(() => askJobs(next, 'kind=import'), { timeout: 30_000 })
      .toMatchObject([{ status: 'cancelled', attempt: 1 }])
  }, 120_000)
})

it('a job goes on with its next attempt after the server was killed', async () => {
  const server = await serve(home, [], allowed)
  site.pages.set('/docs/tides.md', { body: guide('Slow.'), after: 2_000 })
  const answer = await server.ask('/api/v1/libraries/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ url: `${site.url}/docs/tides.md`, name: 'tides' }),
  })
  expect(answer.status).toBe(202)
  await expect.poll(() => askJobs(server, 'status=running'), { timeout: 30_000 }).toHaveLength(1)
  server.child.kill('SIGKILL')
  await server.ended
  const next = await serve(home, [], allowed)
  await expect
    .poll(() => askJobs(next, 'kind=import'), { timeout: 30_000 })
    .toMatchObject([{ status: 'succeeded', attempt: 2, result: { library: 'tides' } }])
}, 120_000)

it('what changes in a watched folder is a job, and what does not change is none', async () => {
  const server = await serve(home)
  const watched = () => askJobs(server, 'kind=index')
  const write = (text: string): Promise<void> => writeFile(join(home.folder, 'notes', 'log.md'), text)
  await write('# Log\n\nThe barge arrived.\n')
  await expect
    .poll(watched, { timeout: 30_000 })
    .toMatchObject([{ actor: 'watch', status: 'succeeded', attempt: 1, result: { added: 1 } }])
}, 120_000)

describe('scheduled refreshes', () => {
  const longAgo = (): void => {
    const store = new DatabaseSync(join(home.env['WUKU_HOME'] ?? '', 'wuku.sqlite'))
    store.exec('UPDATE library_versions SET indexed_at = 0')
    store.close()
  }
  const asked = (): number => site.asked.filter(({ path }) => path === '/docs/tides.md').length

  it('fetch a library again when its time has come, once', async () => {
    await withImport()
    longAgo()
    site.pages.set('/docs/tides.md', guide('The flood follows the ebb.'))
    const server = await serve(home, [], { ...allowed, WUKU_DOCS_REFRESH_EVERY: '12h' })
    await expect
      .poll(() => askJobs(server, 'kind=refresh'), { timeout: 60_000 })
      .toMatchObject([{ actor: 'schedule', status: 'succeeded', attempt: 1, result: { library: 'tides' } }])
    expect((await cli('docs', 'search', 'tides', 'flood')).stdout).toContain('The flood follows the ebb.')
    expect(await jobs('list', '--kind', 'refresh')).toHaveLength(1)
  }, 120_000)

  const never: readonly [says: string, args: readonly string[], env: NodeJS.ProcessEnv, own?: string][] = [
    ['by default', [], {}],
    ['for a library that is not to be', [], { WUKU_DOCS_REFRESH_EVERY: '12h' }, 'off'],
    ['offline', [], { WUKU_DOCS_REFRESH_EVERY: '12h', WUKU_OFFLINE: 'true' }],
    ['by a server that changes nothing', ['--read-only'], { WUKU_DOCS_REFRESH_EVERY: '12h' }],
  ]
  it.each(never)(
    'do not happen %s',
    async (_says, args, env, own) => {
      await withImport()
      if (own !== undefined) await json('docs', 'set', 'tides', '--refresh-every', own)
      longAgo()
      const before = asked()
      const server = await serve(home, args, { ...allowed, ...env })
      const isAtWork = async (): Promise<unknown> => (await (await server.ask('/readyz')).json()) as unknown
      await expect.poll(isAtWork, { timeout: 30_000 }).toMatchObject({ checks: { jobs: 'ok' } })
      expect([await askJobs(server, 'kind=refresh'), asked()]).toEqual([[], before])
    },
    120_000,
  )
})
