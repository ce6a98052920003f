import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine } from './machine.ts'
import { PART_USAGE, readPart } from './part.ts'
import { askSet } from './recall/ask.ts'
import { openMixedHouse } from './recall/house.ts'
import { renderRecall } from './recall/report.ts'
import { mixedSets } from './recall/sets.ts'

const MOST = 60

const USAGE = `node bench/recall.ts [options]
  --corpora <folder>  ir/, docs/ and code/ with questions; default ../shared/corpora beside the repository
  --queries <n>       at most so many questions of each set, always the same ones; default ${MOST}
  --part <part>       ${PART_USAGE}
"node bench/code/repositories.ts" makes the trees of the code sets. A run with other questions is written to
.cache/bench/recall.md and not to bench/results/recall.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    corpora: { type: 'string', default: join(repository, '../shared/corpora') },
    queries: { type: 'string' },
    part: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const chosen = { most: Number(flags.queries ?? MOST), part: readPart(flags.part) }
  const sets = mixedSets({ corpora: resolve(flags.corpora), cache: join(cache, 'recall'), chosen })
  const house = await openMixedHouse(sets)
  const results = []
  for (const set of sets) {
    const result = await askSet(set, house)
    console.log(
      `${set.name.padEnd(16)}${[result.own, result.raw, result.all].map((each) => each.toFixed(3)).join('  ')}`,
    )
    results.push(result)
  }
  await house.close()
  const report = renderRecall({ made: new Date().toISOString().slice(0, 10), machine: machine(), results })
  const folder = (flags.queries ?? flags.part) === undefined ? join(repository, 'bench', 'results') : cache
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'recall.md'), report)
  console.log(`\n${report}\nWritten to ${join(folder, 'recall.md')}.`)
}
