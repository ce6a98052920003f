import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runAtRandom } from '../packages/connectors/test/random-run.ts'
import { services } from '../test/servers/connectors/services.ts'

/** `node bench/connectors.ts [items] [service]`: passes over fake services, each in a process of its own, and the random run. */
const items = Number(process.argv[2] ?? 20_000)
const only = process.argv[3] ?? ''
const CHANGES = { changes: 1_000, passes: 40 }

interface Measured {
  readonly requests: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly megabytes: number
}

async function pass(file: string, ...how: readonly string[]): Promise<Measured> {
  const script = join(import.meta.dirname, '../packages/connectors/test/pass-child.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, file, ...how], { maxBuffer: 1e8 })
  return JSON.parse(/done (.*)/.exec(stdout)?.[1] ?? '{}') as Measured
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const round = (value: number, digits = 1): string => value.toFixed(digits)

const passes: string[] = []
const random: string[] = []
for (const [name, open] of services.filter(([each]) => each.includes(only))) {
  const { server, service } = await open(items, 11)
  const folder = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const file = join(folder, 'store.sqlite')
  const measured = async (what: string, ...how: readonly string[]): Promise<void> => {
    server.asked.length = 0
    const { seconds, cpuSeconds, megabytes } = await pass(file, ...how)
    passes.push(row([name, items, what, server.asked.length, round(seconds), round(cpuSeconds), round(megabytes, 0)]))
    console.log(passes.at(-1))
  }
  await measured('first', 'add', service.address, service.url, service.given?.host ?? '')
  await measured('nothing changed', 'changes')
  for (let made = 0; made < 100; made++) service.change()
  await measured('100 changes', 'changes')
  await measured('census', 'census')
  await server.close()
  rmSync(folder, { recursive: true, force: true })

  const again = await open(items, 11)
  const began = performance.now()
  const { differences, kills } = await runAtRandom(again.service, CHANGES)
  const sum = (of: 'missing' | 'leaked' | 'stale'): number =>
    [...differences.values()].reduce((total, each) => total + each[of].length, 0)
  const counts = [sum('missing'), sum('leaked'), sum('stale')]
  random.push(row([name, items, CHANGES.changes, kills, ...counts, round((performance.now() - began) / 1000, 0)]))
  console.log(random.at(-1))
  await again.server.close()
}

const page = `# Connected sources

\`npm run bench:connectors\`. Fake services of \`test/servers/connectors\` on the same machine, a quarter of the issues pull or merge requests; each pass in a process of its own, with SQLite. The real services are slower by their network and by their limits; requests are the same.

## Passes

| service | items | pass | requests | seconds | seconds of CPU | MB at most |
|---|--:|---|--:|--:|--:|--:|
${passes.join('\n')}

GitHub lists a hundred issues, comments or remarks with a request, and is asked once for the reviews of each pull request. GitLab has no list of the notes of a project: each item that has notes is asked for its own. Wikis are asked for each page by itself, for its comments, for who may read it, and for what is attached to it.

## After 1,000 changes among faults

Edits, comments, attached files, deletions, restorations, moves out of sight and changes of rights in ${CHANGES.passes} passes, a tenth of all answers being 429, 500 or cut, a tenth of all pages naming an entry twice, each tenth pass killed in its midst. Then one pass and a census in peace; what five people see is compared with what the service shows to them, text by text.

| service | items | changes | kills | missing | leaked | stale | seconds |
|---|--:|--:|--:|--:|--:|--:|--:|
${random.join('\n')}
`
writeFileSync(join(import.meta.dirname, 'results/connectors.md'), page)
