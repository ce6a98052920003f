import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine } from './machine.ts'
import { bm25 } from './quality/bm25.ts'
import { compareReports } from './quality/compare.ts'
import { compete, type Contestant, type Result } from './quality/contestant.ts'
import { fts5And, fts5Or } from './quality/fts5.ts'
import { loadPageSet, pageSetNames } from './quality/pages.ts'
import { products } from './quality/product.ts'
import { renderReport, type Report } from './quality/report.ts'
import { sampleQuestions } from './quality/sample.ts'
import { loadSet, setNames, type QuestionSet } from './quality/sets.ts'
import { simplifyDocuments } from './quality/simplified.ts'

const USAGE = `node bench/quality.ts [options]
  --sets <folder>     folders of corpus.jsonl, queries.jsonl and qrels.tsv; default ../shared/corpora/ir beside the repository
  --only <name,...>   these sets alone
  --queries <n>       at most so many questions of each set, always the same ones; default all
  --product-only      no baselines
  --embedder <url>    also by meaning, and by both, with the embedding model that answers there (OpenAI-compatible)
  --model <name>      its name there
  --provider <name>   openai (default), gemini or onnx; a key is taken from WUKU_EMBEDDER_KEY
  --compare <json>    print what changed since an older quality.json
A run over all sets and questions is written to bench/results/; any other to .cache/bench/quality.md and .json.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    sets: { type: 'string', default: join(repository, '../shared/corpora/ir') },
    only: { type: 'string' },
    queries: { type: 'string' },
    'product-only': { type: 'boolean', default: false },
    embedder: { type: 'string' },
    model: { type: 'string', default: 'default' },
    provider: { type: 'string', default: 'openai' },
    compare: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) console.log(USAGE)
else await run(resolve(flags.sets))

async function run(folder: string): Promise<void> {
  if (!existsSync(folder)) return fail(`${folder} is not there. Name the folder of the sets with --sets.`)
  const loaders = findSets(folder, flags.only?.split(','))
  if (loaders.length === 0) return fail(`No set to run in ${folder}.`)
  const older = flags.compare && readReport(flags.compare)
  const baselines = flags['product-only'] ? [] : [fts5And, fts5Or, bm25]
  const results: Result[] = []
  const { embedder: url, model, provider } = flags
  const embedder = url === undefined ? undefined : { url, model, provider }
  for (const load of loaders)
    results.push(...(await runSet(load(), [...products(join(cache, 'quality'), embedder), ...baselines])))
  const report = { made: new Date().toISOString().slice(0, 10), machine: machine(), results }
  save(
    report,
    flags.only || flags.queries || flags['product-only'] || embedder ? cache : join(repository, 'bench', 'results'),
  )
  if (older) console.log(`\n${compareReports(older, report)}`)
}

type Loader = () => QuestionSet

function findSets(folder: string, only: readonly string[] | undefined): readonly Loader[] {
  const docs = resolve(folder, '../docs')
  const found = new Map<string, Loader>([
    ...setNames(folder).map((name) => [name, () => loadSet(folder, name)] as const),
    ...pageSetNames(docs).map((name) => [name, () => loadPageSet(docs, name)] as const),
  ])
  if (found.has('drcd')) found.set('drcd_hans', () => simplifyDocuments(loadSet(folder, 'drcd')))
  return [...found].filter(([name]) => !only || only.includes(name)).map(([, load]) => load)
}

async function runSet(whole: QuestionSet, contestants: readonly Contestant[]): Promise<readonly Result[]> {
  const set = sampleQuestions(whole, Number(flags.queries ?? Infinity))
  const results: Result[] = []
  for (const contestant of contestants) {
    const result = await compete(set, contestant)
    const { ndcg, recall100, empty, p50, p95 } = result.scores
    const quality = `nDCG@${set.depth} ${ndcg.toFixed(3)}  R@100 ${recall100.toFixed(3)}  no result ${(empty * 100).toFixed(1)} %`
    console.log(`${set.name.padEnd(18)}${contestant.name.padEnd(10)}${quality}  ${p50.toFixed(1)}/${p95.toFixed(1)} ms`)
    results.push(result)
  }
  return results
}

function save(report: Report, folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'quality.md'), renderReport(report))
  writeFileSync(join(folder, 'quality.json'), `${JSON.stringify(report, round, 1)}\n`)
  console.log(`\n${renderReport(report)}\nWritten to ${join(folder, 'quality.md')}.`)
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
