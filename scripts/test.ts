/** All tests, from nothing: builds, fetches what the tests need, checks, runs. `npm test` and the pipeline call it. */
import { spawnSync } from 'node:child_process'
import { provisionClients } from './provision-clients.ts'

const steps: readonly [says: string, command: string, ...rest: string[]][] = [
  ['Build', 'node', 'scripts/build.ts'],
  ['Types', 'tsc', '-p', '.'],
  ['Lint', 'oxlint', '--deny-warnings'],
  ['Format', 'oxfmt', '--check'],
  ['Tests', 'vitest', 'run', ...process.argv.slice(2)],
]

await provisionClients()
for (const [says, command, ...rest] of steps) {
  const started = performance.now()
  process.stdout.write(`\n== ${says}\n`)
  const { status } = spawnSync(command, rest, { stdio: 'inherit', shell: process.platform === 'win32' })
  process.stdout.write(
    `== ${says}: ${status === 0 ? 'good' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`,
  )
  if (status !== 0) process.exit(status ?? 1)
}
