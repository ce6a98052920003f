/**
 * All tests, from nothing: builds, fetches what the tests need, checks, runs. `npm test` and the pipeline call it.
 * `--all`: every property and every hostile text at its full size, each command in a process of its own.
 */
import { spawn } from 'node:child_process'
import { provisionBrowser } from './provision-browser.ts'
import { provisionClients } from './provision-clients.ts'
import { provisionNode } from './provision-old-node.ts'
import { provisionRuntime } from './provision-runtime.ts'
import { provisionSchemas } from './provision-schemas.ts'
import { provisionServers } from './provision-servers.ts'

type Step = readonly [name: string, command: string, ...args: string[]]

interface Result {
  readonly name: string
  readonly code: number
  readonly seconds: number
  readonly printed: string
}

const suite = (project: string): Step => [`Tests: ${project}`, 'vitest', 'run', '--project', project]

/** Side by side: what computes, and what waits for servers, processes and a browser most of the time. */
const lanes: readonly (readonly Step[])[] = [
  [
    ['Types', 'tsc', '-p', '.'],
    ['Types: console', 'node', 'packages/console/check.ts'],
    ['Lint', 'oxlint', '--deny-warnings'],
    ['Lint: promises', 'npm', 'run', '--silent', 'check:promises'],
    ['Format', 'oxfmt', '--check'],
    ...['unit', 'slow', 'console', 'e2e'].map(suite),
  ],
  [['Documents', 'node', 'scripts/verify-documents.ts'], ...['contract', 'e2e-postgres', 'browser'].map(suite)],
]

/** Enough for what a suite lists as failed, and its summary. */
const LAST_CHARACTERS = 12_000

const results: Result[] = []
const env = { ...process.env, ...(process.argv.includes('--all') && { WUKU_TEST_SCALE: 'whole' }) }
const hasFailed = (): boolean => results.some(({ code }) => code !== 0)

await provisionClients()
await provisionRuntime()
await provisionSchemas('actionlint')
for (const release of [20, 22, 24] as const) await provisionNode(release)
await provisionBrowser()
await provisionServers()
const started = performance.now()
// Suites of the whole program build it when it is not up to date: two at once must not.
await runLane([['Build', 'node', 'scripts/build.ts']])
await Promise.all(lanes.map(runLane))
report()

/** Until one fails, in this lane or another. */
async function runLane(steps: readonly Step[]): Promise<void> {
  for (const step of steps) if (!hasFailed()) await runStep(step)
}

/** Its output is printed at its end, as that of two lanes would mix. */
async function runStep([name, command, ...args]: Step): Promise<void> {
  const begun = performance.now()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => printed.push(part))
  const code = await new Promise<number>((resolve, reject) =>
    child.once('error', reject).once('close', (status) => resolve(status ?? 1)),
  )
  const seconds = (performance.now() - begun) / 1000
  const output = Buffer.concat(printed).toString()
  results.push({ name, code, seconds, printed: output })
  process.stdout.write(`\n== ${name}\n${output}`)
  process.stdout.write(`== ${name}: ${code === 0 ? 'good' : 'FAILED'} (${seconds.toFixed(1)} s)\n`)
}

/** Reprints the failures of the first failed step, since only the end of a log may be kept. */
function report(): void {
  const rows = [...results, { name: 'All of it', seconds: (performance.now() - started) / 1000 }]
  process.stdout.write(
    `\n${rows.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`).join('\n')}\n`,
  )
  const failed = results.find(({ code }) => code !== 0)
  if (failed) {
    const at = failed.printed.search(/Failed (?:Tests|Suites)/)
    const failures = at === -1 ? failed.printed.slice(-LAST_CHARACTERS) : failed.printed.slice(at, at + LAST_CHARACTERS)
    process.stdout.write(`\n${failures}\n${failed.name} failed first.\n`)
  }
  process.exitCode = failed?.code ?? 0
}
