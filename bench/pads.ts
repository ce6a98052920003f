import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { machine } from './machine.ts'
import { isBuilt, peerContestant, wukuContestant } from './pads/contestant.ts'
import { measureLimits } from './pads/limits.ts'
import { makeQueries } from './pads/queries.ts'
import { renderPads, type PadsReport } from './pads/report.ts'
import { runContestant, runInProcess, type Plan } from './pads/run.ts'
import { scanAll } from './pads/scan.ts'
import { readPassages } from './pads/sentences.ts'
import { bytesOf, makeWorkload } from './pads/workload.ts'
import { freshFolder } from './speed/run.ts'

const USAGE = `node bench/pads.ts [options]
  --corpus <folder>   where the sentences come from, Markdown files and question sets (corpus.jsonl); may be repeated;
                      default ../shared/corpora beside the repository, or the repository's own documentation
  --peer <folder>     scratchpad-mcp (github.com/pc035860/scratchpad-mcp), built;
                      default .cache/bench/scratchpad-mcp when it is there; none leaves it out
  --peer-node <file>  the Node that it was built for; default the one that runs this
  --quick             a small part of everything, to see that it works
Only a whole run is written to bench/results/pads.md; a quick one to .cache/bench/pads.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', multiple: true, default: [] },
    peer: { type: 'string', default: join(cache, 'scratchpad-mcp') },
    'peer-node': { type: 'string', default: process.execPath },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const whole = {
  size: { workflows: 1_000, pads: 10, bytes: 10_000 },
  few: 100,
  part: 1,
  crew: { processes: 8, each: 125 },
}
const quick = {
  size: { workflows: 40, pads: 5, bytes: 4_000 },
  few: 10,
  part: 0.2,
  crew: { processes: 3, each: 20 },
}

if (flags.help) console.log(USAGE)
else await main().catch(explain)

async function main(): Promise<void> {
  const { size, few, part, crew } = flags.quick ? quick : whole
  await build()
  const scratch = freshFolder(join(cache, 'pads'))
  const workload = makeWorkload(readPassages(corpora()), size)
  const queries = makeQueries(workload, part)
  const plan: Plan = { workload, few: workload.slice(0, few), queries, crew, scratch, cache }
  console.log(`${workload.length} workflows, ${(bytesOf(workload) / 1e6).toFixed(1)} MB, ${queries.length} queries`)
  const own = await runContestant(wukuContestant(repository), plan, { cached: false })
  const inProcess = await runInProcess(plan)
  const hasPeer = flags.peer !== 'none' && isBuilt(flags.peer)
  const peers = hasPeer
    ? [await runContestant(peerContestant(resolve(flags.peer), flags['peer-node']), plan, { cached: true })]
    : []
  save({
    made: new Date().toISOString().slice(0, 10),
    machine: machine(),
    corpus: corpora().map(nameOf).join(', '),
    workflows: workload.length,
    pads: workload.flatMap(({ pads }) => pads).length,
    bytes: bytesOf(workload),
    fewBytes: bytesOf(plan.few),
    limits: await measureLimits(scratch, workload),
    scanned: scanAll(workload, queries),
    inProcess,
    measures: [own, ...peers],
    absent: hasPeer ? [] : ['scratchpad-mcp was not measured: there is no built one at hand.'],
  })
  rmSync(scratch, { recursive: true, force: true })
}
/** The measured program is the one that users run. */
async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
}

/** Better ones where they are, those of the repository itself where not. */
function corpora(): readonly string[] {
  const beside = join(repository, '..', 'shared', 'corpora')
  if (flags.corpus.length > 0) return flags.corpus
  return existsSync(beside) ? [beside] : ['docs', 'README.md', 'README.zh-CN.md'].map((name) => join(repository, name))
}

function nameOf(place: string): string {
  return `\`${relative(repository, resolve(place))}\``
}

function save(report: PadsReport): void {
  const folder = flags.quick ? cache : join(repository, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'pads.md'), renderPads(report))
  console.log(`\n${renderPads(report)}\nWritten to ${join(folder, 'pads.md')}.`)
}

function explain(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
