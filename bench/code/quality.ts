import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { machine } from '../machine.ts'
import { PART_USAGE, readPart } from '../part.ts'
import { bm25, fixedString } from './baselines.ts'
import { compareCode, listMisses } from './compare.ts'
import { compete, type Contestant, type Result } from './contestant.ts'
import { summarise } from './metric.ts'
import { product } from './product.ts'
import { renderCode, type CodeReport } from './report.ts'
import { cacheFolder, resultsFolder, usualSets } from './places.ts'
import { loadTasks, setNames, type Task } from './tasks.ts'

const USAGE = `node bench/code.ts [options]
  --sets <name,...>   semble, commits; default both
  --only <name,...>   these repositories alone
  --queries <n>       at most so many questions of each, always the same ones; default all
  --part <part>       ${PART_USAGE}
  --product-only      no baselines
  --keep              bring the indexes of an earlier run up to date instead of making them anew
  --save <json>       keep the outcome of every question
  --compare <json>    print what changed since a file of --save, repository by repository
  --misses            print the questions whose best answer does not stand first
  --corpora <folder>  the questions; default ../shared/corpora/code beside the repository
  --speed             measure speed instead; "--speed --help" tells its options
"node bench/code/repositories.ts" makes the trees. Only a run over all sets, repositories and questions is written to
bench/results/code.md; any other to .cache/bench/code.md.`

const options = {
  sets: { type: 'string', default: setNames.join(',') },
  only: { type: 'string' },
  queries: { type: 'string' },
  part: { type: 'string' },
  'product-only': { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  save: { type: 'string' },
  compare: { type: 'string' },
  misses: { type: 'boolean', default: false },
  corpora: { type: 'string', default: usualSets },
  help: { type: 'boolean', default: false },
} as const

export async function measureQuality(args: readonly string[]): Promise<void> {
  const { values: flags } = parseArgs({ args: [...args], options })
  if (flags.help) return console.log(USAGE)
  const { tasks, absent } = loadTasks(resolve(flags.corpora), {
    sets: flags.sets.split(','),
    most: Number(flags.queries ?? Infinity),
    part: readPart(flags.part),
    ...(flags.only && { only: flags.only.split(',') }),
  })
  if (tasks.length === 0) return fail('No tree to ask about. Make them with "node bench/code/repositories.ts".')
  const older = flags.compare && readReport(flags.compare)
  const contestants = [product({ keep: flags.keep }), ...(flags['product-only'] ? [] : [bm25, fixedString])]
  const results: Result[] = []
  for (const task of tasks) results.push(...(await runTask(task, contestants)))
  const report = { made: new Date().toISOString().slice(0, 10), machine: machine(), absent, results }
  const isWhole =
    !flags.only && !flags.queries && !flags.part && !flags['product-only'] && flags.sets === options.sets.default
  if (flags.misses) console.log(`\n${listMisses(report)}`)
  write(report, isWhole ? resultsFolder : cacheFolder)
  if (flags.save) writeFileSync(flags.save, `${JSON.stringify(report, round, 1)}\n`)
  if (older) console.log(`\n${compareCode(older, report)}`)
}

async function runTask(task: Task, contestants: readonly Contestant[]): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const contestant of contestants) {
    const result = await compete(task, contestant)
    const { ndcg, hit, tokens, questions } = summarise(result.outcomes)
    const name = `${task.set}/${task.name}`.padEnd(28)
    const quality = `nDCG@10 ${ndcg.toFixed(3)}  first ${hit.toFixed(3)}  tokens ${tokens.toFixed(0).padStart(6)}`
    console.log(`${name}${contestant.name.padEnd(14)}${quality}  ${questions} questions`)
    results.push(result)
  }
  return results
}

function write(report: CodeReport, folder: string): void {
  const file = join(folder, 'code.md')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, renderCode(report))
  console.log(`\n${renderCode(report)}\nWritten to ${file}.`)
}

const round = (_key: string, value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(5)) : value)

const readReport = (file: string): CodeReport => JSON.parse(readFileSync(file, 'utf8')) as CodeReport

function fail(said: string): void {
  console.error(said)
  process.exitCode = 2
}
