import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { askHouse, type SetOutcome } from './abstention/ask.ts'
import { renderAbstention } from './abstention/report.ts'
import { houseNames, loadHouse } from './abstention/sets.ts'
import { machine } from './machine.ts'

const MOST = 150

const USAGE = `node bench/abstention.ts [options]
  --corpora <folder>  ir/ and docs/ with questions; default ../shared/corpora beside the repository
  --only <name,...>   these houses alone; their results are not written down
  --queries <n>       at most so many questions of a set, always the same ones; default ${MOST}
How sure the tool "recall" is of questions that a set answers, and of those of all other sets asked in its house.`

const repository = fileURLToPath(new URL('..', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    corpora: { type: 'string', default: join(repository, '../shared/corpora') },
    only: { type: 'string' },
    queries: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const places = { corpora: resolve(flags.corpora), cache: join(repository, '.cache', 'bench', 'abstention') }
  const most = Number(flags.queries ?? MOST)
  const all = houseNames.map((name) => loadHouse(name, { ...places, most }))
  const results: SetOutcome[] = []
  for (const house of all.filter(({ name }) => flags.only?.split(',').includes(name) ?? true)) {
    const outcome = await askHouse(house, all)
    results.push(outcome)
    console.log(`${house.name.padEnd(18)}${outcome.asked.length} questions`)
  }
  const report = renderAbstention({ made: new Date().toISOString().slice(0, 10), machine: machine(), results })
  const isWhole = flags.only === undefined && flags.queries === undefined
  const folder = isWhole ? join(repository, 'bench', 'results') : join(repository, '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'abstention.md'), report)
  console.log(`\n${report}\nWritten to ${join(folder, 'abstention.md')}.`)
}
