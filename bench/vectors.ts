import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine } from './machine.ts'
import { freshFolder } from './speed/run.ts'
import { installPeer } from './vectors/peer.ts'
import { renderVectors } from './vectors/report.ts'
import { runSize, type Outcome, type Size } from './vectors/run.ts'

const USAGE = `node bench/vectors.ts [options]
  --quick        20,000 vectors, to see that it works
  --no-million   leaves out the size that takes a quarter of an hour and 3 GB of disk
Only a whole run is written to bench/results/vectors.md; others to .cache/bench/vectors.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    'no-million': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const hundredThousand = { count: 100_000, queries: 200, judged: 200, withPeer: true }
const sizes: readonly Size[] = flags.quick
  ? [{ count: 20_000, dimensions: 384, queries: 50, judged: 50, withPeer: true }]
  : [
      { ...hundredThousand, dimensions: 384 },
      { ...hundredThousand, dimensions: 1_024 },
      ...(flags['no-million']
        ? []
        : [{ count: 1_000_000, dimensions: 1_024, queries: 100, judged: 60, withPeer: false }]),
    ]

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const scratch = freshFolder(join(cache, 'vectors'))
  const extension = installPeer(join(cache, 'sqlite-vec'))
  const outcomes: Outcome[] = []
  for (const size of sizes) {
    console.log(`${size.count} x ${size.dimensions}`)
    outcomes.push(await runSize(size, scratch, extension))
  }
  rmSync(scratch, { recursive: true, force: true })
  const isWhole = !flags.quick && !flags['no-million']
  const folder = isWhole ? join(repository, 'bench', 'results') : cache
  mkdirSync(folder, { recursive: true })
  const absent = extension ? [] : ['sqlite-vec was not measured: it could not be installed.']
  const report = renderVectors({ made: new Date().toISOString().slice(0, 10), machine: machine(), outcomes, absent })
  writeFileSync(join(folder, 'vectors.md'), report)
  console.log(`\n${report}\nWritten to ${join(folder, 'vectors.md')}.`)
}
