import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine } from './machine.ts'
import { bm25 } from './quality/bm25.ts'
import { runCode } from './quality/code.ts'
import { compareReports } from './quality/compare.ts'
import { PART_USAGE, readPart } from './part.ts'
import { compete, type Result } from './quality/contestant.ts'
import { fts5And, fts5Or } from './quality/fts5.ts'
import { products } from './quality/product.ts'
import { renderReport, type Report } from './quality/report.ts'
import { sampleQuestions } from './quality/sample.ts'
import { findTrials, type Trial } from './quality/trials.ts'

const USAGE = `node bench/quality.ts [options]
  --folder <folder>   sets to run: folders of corpus.jsonl, queries.jsonl and qrels.tsv, or one of them; also in its ir/, docs/ and
                      code/. Default ../shared/corpora beside the repository
  --storehouses <...> notes, chats, docs, code; default all
  --only <name,...>   these sets alone, or these repositories
  --queries <n>       at most so many questions of each set or repository, always the same ones; default all
  --part <part>       ${PART_USAGE}
  --product-only      no baselines
  --keep              bring the indexes of code of an earlier run up to date instead of making them anew
  --embedder <url>    notes also by meaning, and by both, with the embedding model that answers there (OpenAI-compatible)
  --model <name>      its name there
  --provider <name>   openai (default), gemini or onnx; a key is taken from WUKU_EMBEDDER_KEY
  --compare <json>    print what changed since an older quality.json
  --add-to <json>     take the results of an older quality.json for the sets that this run leaves out
  --results <folder>  where to write; default bench/results for a run over all sets and questions, else .cache/bench
ripgrep is found by the path, or by RIPGREP.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')
const usualFolder = join(repository, '../shared/corpora')

const { values: flags } = parseArgs({
  options: {
    folder: { type: 'string', default: usualFolder },
    storehouses: { type: 'string', default: 'notes,chats,docs,code' },
    only: { type: 'string' },
    queries: { type: 'string' },
    part: { type: 'string' },
    'product-only': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    embedder: { type: 'string' },
    model: { type: 'string', default: 'default' },
    provider: { type: 'string', default: 'openai' },
    compare: { type: 'string' },
    'add-to': { type: 'string' },
    results: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const only = flags.only?.split(',')
const storehouses = flags.storehouses.split(',')
const most = Number(flags.queries ?? Infinity)
const wantedPart = readPart(flags.part)

if (flags.help) console.log(USAGE)
else await run(resolve(flags.folder))

async function run(folder: string): Promise<void> {
  if (!existsSync(folder)) return fail(`${folder} is not there. Name the folder of the sets with --folder.`)
  const older = flags.compare && readReport(flags.compare)
  const before = flags['add-to'] ? readReport(flags['add-to']).results : []
  const target = resolve(flags.results ?? (isWhole() ? join(repository, 'bench', 'results') : cache))
  const about = { made: new Date().toISOString().slice(0, 10), machine: machine() }
  let report: Report = { ...about, results: before }
  for await (const result of resultsOf(folder)) {
    tell(result)
    // A run takes long: what is done is written down.
    report = { ...about, results: joinResults(report.results, result) }
    save(report, target)
  }
  if (report.results === before) return fail(`No set to run in ${folder}.`)
  console.log(`\n${renderReport(report)}\nWritten to ${join(target, 'quality.md')}.`)
  if (older) console.log(`\n${compareReports(older, report)}`)
}

function isWhole(): boolean {
  const isPart = only ?? flags.queries ?? flags.part ?? flags.embedder ?? (flags['product-only'] || undefined)
  return isPart === undefined && storehouses.length === 4 && flags.folder === usualFolder
}

async function* resultsOf(folder: string): AsyncGenerator<Result> {
  const { embedder: url, model, provider } = flags
  const embedder = url === undefined ? undefined : { url, model, provider }
  const trials = findTrials(folder, products(join(cache, 'quality'), embedder))
  for (const trial of trials)
    if (storehouses.includes(trial.storehouse) && (!only || only.includes(trial.name))) yield* runTrial(trial)
  const code = [join(folder, 'code'), folder].find((place) => existsSync(join(place, 'semble')))
  const withBaselines = !flags['product-only']
  const choice = { cache, most, part: wantedPart, ...(only && { only }), withBaselines, keep: flags.keep }
  if (code && storehouses.includes('code')) yield* runCode(code, choice)
}

async function* runTrial({ storehouse, load, products: ours }: Trial): AsyncGenerator<Result> {
  const whole = load()
  const set = sampleQuestions(whole, { most, part: wantedPart })
  const outOf = whole.questions.length
  const baselines = flags['product-only'] ? [] : [fts5And, fts5Or, bm25]
  for (const contestant of [...ours, ...baselines])
    yield { ...(await compete(storehouse, set, contestant)), ...(outOf > set.questions.length && { outOf }) }
}

function tell({ set, part, contestant, scores: { ndcg, recall100, empty, p50, p95 } }: Result): void {
  const quality = `nDCG@10 ${ndcg.toFixed(3)}  R@100 ${recall100.toFixed(3)}  no result ${(empty * 100).toFixed(1)} %`
  const name = part === undefined ? set : `${set}/${part}`
  console.log(`${name.padEnd(28)}${contestant.padEnd(10)}${quality}  ${p50.toFixed(1)}/${p95.toFixed(1)} ms`)
}

/** In the place of an older result of the same. */
function joinResults(before: readonly Result[], now: Result): readonly Result[] {
  const at = before.findIndex((result) => keyOf(result) === keyOf(now))
  return at < 0 ? [...before, now] : before.with(at, now)
}

function keyOf({ set, part, contestant }: Result): string {
  return JSON.stringify([set, part, contestant])
}

function save(report: Report, folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'quality.md'), renderReport(report))
  writeFileSync(join(folder, 'quality.json'), `${JSON.stringify(report, round, 1)}\n`)
}

function round(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(5)) : value
}

function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

function fail(said: string): void {
  console.error(said)
  process.exitCode = 2
}
