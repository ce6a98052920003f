import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { askHouse, type SetOutcome } from './abstention/ask.ts'
import { doors } from './abstention/doors.ts'
import { renderAbstention } from './abstention/report.ts'
import { houseNames, loadHouse, type House } from './abstention/sets.ts'
import { machine } from './machine.ts'

const MOST = 150

const USAGE = `node bench/abstention.ts [options]
  --corpora <folder>  ir/ and docs/ with questions; default ../shared/corpora beside the repository
  --only <name,...>   these houses alone; their results are not written down
  --queries <n>       at most so many questions of a set, always the same ones; default ${MOST}
  --doors <tool,...>  the tools that are asked; default recall. get-library-docs,search_conversations asks the houses of
                      documentation and conversations, and writes abstention-docs-chats.md
How sure a tool is of questions that a set answers, and of those of all other sets asked in its house.`

const repository = fileURLToPath(new URL('..', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    corpora: { type: 'string', default: join(repository, '../shared/corpora') },
    only: { type: 'string' },
    queries: { type: 'string' },
    doors: { type: 'string', default: 'recall' },
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
  const asked = doors.filter(({ name }) => flags.doors.split(',').includes(name))
  const isWanted = ({ name, kind }: House): boolean =>
    (flags.only?.split(',').includes(name) ?? true) && asked.some(({ kinds }) => kinds.includes(kind))
  for (const house of all.filter(isWanted)) {
    const outcomes = await askHouse(house, { all, doors: asked })
    results.push(...outcomes)
    for (const { door, asked: questions } of outcomes)
      console.log(`${house.name.padEnd(18)}${door.padEnd(22)}${questions.length} questions`)
  }
  const isRecall = flags.doors === 'recall'
  const command = ['npm run bench:abstention', ...(isRecall ? [] : [`-- --doors ${flags.doors}`])].join(' ')
  const report = renderAbstention({
    made: new Date().toISOString().slice(0, 10),
    machine: machine(),
    command,
    results,
  })
  const isWhole = flags.only === undefined && flags.queries === undefined
  const folder = isWhole ? join(repository, 'bench', 'results') : join(repository, '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, isRecall ? 'abstention.md' : 'abstention-docs-chats.md')
  writeFileSync(file, report)
  console.log(`\n${report}\nWritten to ${file}.`)
}
