import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { families } from './fusion/families.ts'
import { lexicalLists, type LexicalLists } from './fusion/lists.ts'
import { measure } from './fusion/measure.ts'
import { renderReport } from './fusion/report.ts'
import { measureRerankers } from './fusion/rerankers.ts'
import { findSets, UNION } from './fusion/sets.ts'
import { machine } from './machine.ts'

const USAGE = `node bench/fusion.ts [options]
  --sets <folder>     folders of corpus.jsonl, queries.jsonl and qrels.tsv; default ../shared/corpora/ir beside the repository
  --queries <n>       at most so many questions of each set; default 16. More take longer
What words find is asked of the product once and kept in .cache/bench/fusion. A run with the default is written to
bench/results/fusion.md; any other to .cache/bench/fusion.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')
const QUESTIONS = 16
/** Documents of the largest index; those past the union of all sets are found by vectors alone. */
const LARGE = 60_000

const { values: flags } = parseArgs({
  options: {
    sets: { type: 'string', default: join(repository, '../shared/corpora/ir') },
    queries: { type: 'string', default: String(QUESTIONS) },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await run(resolve(flags.sets), Number(flags.queries))

async function run(folder: string, most: number): Promise<void> {
  if (!existsSync(folder)) return fail(`${folder} is not there. Name the folder of the sets with --sets.`)
  const lists: LexicalLists[] = []
  for (const [name, load] of findSets(folder, most))
    lists.push({ ...(await lexicalLists(load, `${name.replaceAll(' ', '-')}-${most}`, cache)), set: name })
  const union = lists.find(({ set }) => set === UNION)
  if (union) lists.push(enlarge(union))
  const measured = families.flatMap((family) =>
    family.qualities.flatMap((quality) => {
      console.log(`${family.name}, quality ${quality}`)
      return lists.map((list) => measure(family, quality, list))
    }),
  )
  const made = new Date().toISOString().slice(0, 10)
  const questions = lists.reduce((sum, list) => sum + list.questions.length, 0)
  save(renderReport({ made, machine: machine(), measured, rerankers: measureRerankers(lists), questions }), most)
}

function enlarge(lists: LexicalLists): LexicalLists {
  const questions = lists.questions.filter((_, at) => at % 4 === 0)
  return { ...lists, set: LARGE.toLocaleString('en'), questions: questions.map((each) => ({ ...each, among: LARGE })) }
}

function save(report: string, most: number): void {
  const folder = most === QUESTIONS ? join(repository, 'bench', 'results') : cache
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'fusion.md'), report)
  console.log(`\n${report}\nWritten to ${join(folder, 'fusion.md')}.`)
}

function fail(said: string): void {
  console.error(said)
  process.exitCode = 2
}
