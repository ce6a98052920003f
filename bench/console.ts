/** The console in a browser: weight and files of the first load in both languages, time until it can be used, what jumps, hits after a key, memory after many visits, what axe finds, and tasks by keyboard. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { provisionBrowser } from '../scripts/provision-browser.ts'
import { axeFindings } from '../test/console/browser.ts'
import { doTasks, type Done } from './console/tasks.ts'
import { bareEnvironment } from './speed/peer.ts'
import { machine } from './machine.ts'
import { startWuku, type Program } from './server/program.ts'
import { freshFolder } from './speed/run.ts'
import { figure, table } from './table.ts'

const USAGE = `node bench/console.ts [options]
  --corpus <folder>   what is indexed; default: the sources and documents of this repository
  --rounds <number>   loads of the page, and words typed; default 15
Writes bench/results/console.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', default: repository },
    rounds: { type: 'string', default: '15' },
    help: { type: 'boolean', default: false },
  },
})

/** A laptop of some years ago on a good line: a quarter of the speed of this machine, 10 Mbit/s, 40 ms. */
const SLOWER = 4
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 625_000 }
const WORDS = [
  'segment merge',
  'lease fenced',
  'postings block',
  'access of a viewer',
  '潮汐 港口',
  'token masked',
] as const

async function main(): Promise<void> {
  const [load = NaN] = loadavg()
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const home = freshFolder(join(repository, '.cache', 'bench', 'console'))
  const add = [join(repository, 'bin', 'wuku.js'), 'add', flags.corpus, '--kind', 'code', '--name', 'corpus']
  await promisify(execFile)(process.execPath, add, {
    env: { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') },
    maxBuffer: 1e9,
  })
  const server = await startWuku(repository, home)
  const { program, env } = await provisionBrowser()
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  try {
    const rows = [
      ...(await loads(browser, server)),
      ...(await keys(browser, server)),
      ...(await visits(browser, server)),
    ]
    const rooms = await lookAtRooms(browser, server)
    const tasks = await doTasks(browser, repository, home)
    const text = report(load, [...rows, ...rooms.rows], rooms.found, tasks)
    mkdirSync(join(repository, 'bench', 'results'), { recursive: true })
    writeFileSync(join(repository, 'bench', 'results', 'console.md'), text)
    console.log(text)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

type Rows = readonly (readonly string[])[]

/** On a machine that does other work, times say nothing: weights, files, shifts, findings and keys do. */
function report(load: number, rows: Rows, found: Rows, tasks: readonly Done[]): string {
  const isQuiet = load < availableParallelism()
  const noTimes = isQuiet ? '' : ' Others used the machine: no times are told.'
  const about = `${new Date().toISOString().slice(0, 10)}; ${machine()}; load average ${figure(load)} when the run began. Browser, server and store share the machine. Slow laptop: the processor at a quarter of its speed, 10 Mbit/s, 40 ms.${noTimes}`
  const told = isQuiet ? rows : rows.filter(([name = '']) => !name.endsWith(', ms'))
  const done = tasks.map(({ name, steps, keys: pressed, milliseconds }) => [
    name,
    String(steps),
    String(pressed),
    ...(isQuiet ? [figure(milliseconds)] : []),
  ])
  return [
    '# The console in a browser',
    'Written by `npm run bench:console`; do not edit.',
    about,
    table(['', 'p50', 'p95', 'goal'], told),
    'Findings of axe (WCAG 2.2 AA and good practice) by room; the goal is none.',
    table(['room', 'English, light', 'Chinese, dark'], found),
    'Tasks by keyboard alone, from the drawn page to the sight of what was wanted. Letters of texts are no keys.',
    table(['task', 'steps', 'keys', ...(isQuiet ? ['ms'] : [])], done),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

/** The page reports it: waiting from outside looks twice a second, and each look takes processor time that is measured. */
const USABLE = `(() => {
  const tell = () => console.debug('usable', performance.now())
  const look = () => requestAnimationFrame(document.querySelector('input[role=combobox]') ? tell : look)
  look()
})()`

/** From the address to the frame after a box that takes letters, with nothing cached. */
async function loads(browser: Browser, server: Program): Promise<Rows> {
  const found: Record<'fast' | 'slow' | 'bytes', number[]> = { fast: [], slow: [], bytes: [] }
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const speed of ['fast', 'slow'] as const) {
      const page = await openPage(browser, speed === 'slow')
      const bytes: number[] = []
      page.on('response', (response) => {
        const isFont = response.url().endsWith('.woff2')
        if (response.url().includes('/assets/') && !isFont)
          bytes.push(Number(response.headers()['content-length'] ?? 0))
      })
      await page.addInitScript(USABLE)
      const told = page.waitForEvent('console', (message) => message.text().startsWith('usable '))
      await page.goto(await loginAddress(server, '/ask'), { waitUntil: 'commit' })
      found[speed].push(Number((await told).text().split(' ')[1]))
      if (speed === 'fast') found.bytes.push(bytes.reduce((sum, each) => sum + each, 0) / 1_000)
      await page.context().close()
    }
  return [
    row('Ask can be used, ms', found.fast, ''),
    row('Ask can be used on a slow laptop, ms', found.slow, '1,000'),
    row('compressed scripts and styles of it, KB', found.bytes, '180'),
  ]
}

const ROOMS = [
  '/',
  '/ask?q=lease',
  '/libraries',
  '/code/corpus',
  '/notes',
  '/conversations',
  '/pads',
  '/agents',
  '/jobs',
  '/statistics',
  '/people',
  '/audit',
  '/settings',
  '/reference',
] as const
const LOOK = `({
  files: performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/api/')).map(({ encodedBodySize, name }) => [name, encodedBodySize]),
  moved: window.moved,
})`
const WATCH = `window.moved = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value
}).observe({ type: 'layout-shift', buffered: true })`

/** Every room as the first one: what is fetched for it as it is sent, without the font, how far anything jumps, and what axe finds. */
async function lookAtRooms(browser: Browser, server: Program): Promise<{ readonly rows: Rows; readonly found: Rows }> {
  const rows: (readonly string[])[] = []
  const moves: number[] = []
  const found = new Map<string, string[]>(ROOMS.map((path) => [path, []]))
  for (const [locale, colorScheme] of [
    ['en-GB', 'light'],
    ['zh-CN', 'dark'],
  ] as const) {
    const page = await openPage(browser, false, { locale, colorScheme })
    await page.addInitScript(WATCH)
    await page.goto(await loginAddress(server, '/login'))
    await page.locator('main#main').waitFor()
    const [bytes, counts]: readonly [number[], number[]] = [[], []]
    for (const path of ROOMS) {
      await page.goto(`${server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForTimeout(700)
      const { files, moved } = await page.evaluate<{ files: readonly (readonly [string, number])[]; moved: number }>(
        LOOK,
      )
      const own = new Map(files)
      counts.push(own.size)
      bytes.push([...own].reduce((sum, [name, size]) => sum + (name.endsWith('.woff2') ? 0 : size), 0) / 1_000)
      moves.push(moved)
      found.get(path)?.push(String((await axeFindings(page)).length))
    }
    rows.push(row(`first load of a room, ${locale.slice(0, 2)}, KB as sent`, bytes, '180'))
    rows.push(row(`files of it, ${locale.slice(0, 2)}`, counts, '15'))
    await page.context().close()
  }
  rows.push(row('layout shift of a room', moves, '0.05'))
  return { rows, found: [...found].map(([path, counts]) => [`\`${path}\``, ...counts]) }
}

const VISITS = 200

/** The heap after garbage was collected, at the tenth visit and at the last. */
async function visits(browser: Browser, server: Program): Promise<Rows> {
  const page = await openPage(browser, false)
  await page.goto(await loginAddress(server, '/'))
  const session = await page.context().newCDPSession(page)
  const heaps: number[] = []
  for (let visit = 1; visit <= VISITS; visit++) {
    await page
      .locator('.side-link')
      .nth(visit % ROOMS.length)
      .click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (visit !== 10 && visit !== VISITS) continue
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    heaps.push(usedSize / 1e6)
  }
  await page.context().close()
  const [early = NaN, late = NaN] = heaps
  return [row('heap after 10 visits, MB', [early], ''), row(`heap after ${VISITS} visits, MB`, [late], '30')]
}

/** From the last key of a question to its hits on the page; no question is asked twice. */
async function keys(browser: Browser, server: Program): Promise<Rows> {
  const page = await openPage(browser, false)
  await page.goto(await loginAddress(server, '/ask'))
  const box = page.getByRole('combobox', { name: 'Question' })
  const took: number[] = []
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const words of WORDS) {
      await box.fill('')
      await page.getByRole('listbox', { name: 'Hits' }).waitFor({ state: 'detached' })
      await box.pressSequentially(`${words} ${round}`.slice(0, -1))
      took.push(await afterKey(page, String(round).slice(-1)))
    }
  await page.context().close()
  return [row('hits after the last key, ms', took, '80')]
}

/** Measured in the page: from the key to the paint that has the hits of this very question. */
async function afterKey(page: Page, key: string): Promise<number> {
  await page.evaluate(`window.took = new Promise((resolve) => {
    addEventListener('keydown', () => {
      const started = performance.now()
      const look = () => {
        const asked = document.querySelector('[data-asked]')?.dataset.asked
        if (asked === document.querySelector('.ask-form input').value.trim()) resolve(performance.now() - started)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, { once: true, capture: true })
  }), undefined`)
  await page.keyboard.press(key)
  return page.evaluate<number>('window.took')
}

async function openPage(browser: Browser, isSlow: boolean, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
  if (isSlow) {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', LINE)
  }
  return page
}

async function loginAddress({ url, headers }: Program, path: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/codes`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  const { code } = (await answer.json()) as { readonly code: string }
  return `${url}${path}#code=${code}`
}

function row(name: string, values: readonly number[], goal: string): readonly string[] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    figure(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
  return [name, at(0.5), at(0.95), goal]
}

if (flags.help) console.log(USAGE)
else await main()
