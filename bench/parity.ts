import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { compose } from '../packages/cli/src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import type { Engine } from '@wuku/kernel/base/engine'
import { askOperation } from './ask-operation.ts'
import { machine } from './machine.ts'
import { writeFiles } from './quality/files.ts'
import { sampleQuestions } from './quality/sample.ts'
import { loadSet, setNames, type QuestionSet } from './quality/sets.ts'
import { freshFolder } from './speed/run.ts'
import { table } from './table.ts'
import { openPlace } from './team/places.ts'

const USAGE = `node bench/parity.ts [options]
Fills the embedded store and one on PostgreSQL with the same documents, and compares their answers to the last digit.
  --folder <folder>   of sets (corpus.jsonl, queries.jsonl, qrels.tsv); default ../shared/corpora/ir beside the repository
  --only <name,...>   these sets alone
  --questions <n>     of all sets together, always the same ones; default 500
  --database <url>    a server; default one that is started for it
Written to bench/results/parity.md for a run over all sets, else to .cache/bench/parity.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    folder: { type: 'string', default: join(repository, '../shared/corpora/ir') },
    only: { type: 'string' },
    questions: { type: 'string', default: '500' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

interface Filled {
  readonly engine: Engine
  readonly seconds: number
}

/** How many answers of an operation were the same, of all questions. */
interface Compared {
  readonly name: string
  readonly asked: number
  readonly same: number
}

const calls: readonly (readonly [name: string, input: (query: string, set: string) => object])[] = [
  ['recall', (query) => ({ query })],
  ['recall', (query) => ({ query, limit: 50 })],
  ['search', (query) => ({ query })],
  ['search', (query, set) => ({ query, collections: [set] })],
]

if (flags.help) console.log(USAGE)
else await main(resolve(flags.folder))

async function main(folder: string): Promise<void> {
  const only = flags.only?.split(',')
  const names = setNames(folder).filter((name) => only?.includes(name) ?? true)
  const most = Math.ceil(Number(flags.questions) / names.length)
  const sets = names.map((name) => sampleQuestions(loadSet(folder, name), { most }))
  const place = await openPlace(flags.database)
  const scratch = freshFolder(join(cache, 'parity'))
  try {
    const embedded = await fill(join(scratch, 'embedded'), sets, ({ store }) => openSqlite(store))
    const team = await fill(join(scratch, 'team'), sets, () => openPostgres(place))
    const compared: Compared[] = []
    for (const call of calls) compared.push(await compare(call, sets, [embedded.engine, team.engine]))
    save(sets, compared, [embedded.seconds, team.seconds])
    await embedded.engine.close()
    await team.engine.close()
  } finally {
    await place.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function fill(
  home: string,
  sets: readonly QuestionSet[],
  openStore: Parameters<typeof compose>[2],
): Promise<Filled> {
  const surroundings = { env: { WUKU_HOME: home }, platform: process.platform, userFolder: homedir() }
  const engine = await compose(await readSettings(surroundings), surroundings, openStore)
  const started = performance.now()
  for (const set of sets) {
    const root = writeFiles(set, join(cache, 'quality'))
    await engine.sources.add({ root, kind: 'notes', name: set.name, options: {} })
    const { added } = await engine.index.update({ sources: [set.name] })
    console.log(`${set.name.padEnd(20)}${added} documents, ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  }
  return { engine, seconds: (performance.now() - started) / 1_000 }
}

async function compare(
  [name, inputOf]: (typeof calls)[number],
  sets: readonly QuestionSet[],
  engines: readonly [Engine, Engine],
): Promise<Compared> {
  let asked = 0
  let same = 0
  for (const set of sets)
    for (const { text } of set.questions) {
      const input = inputOf(text, set.name)
      const [embedded, team] = [await answer(engines[0], name, input), await answer(engines[1], name, input)]
      asked++
      if (embedded === team) same++
      else if (asked - same <= 3)
        console.log(`Not the same: ${name} ${JSON.stringify(input)}\n${firstOther(embedded, team)}`)
    }
  const given = Object.keys(inputOf('', '')).filter((key) => key !== 'query')
  return { name: [name, ...given].join(' with '), asked, same }
}

/** Without the time that it took. */
async function answer(engine: Engine, name: string, input: object): Promise<string> {
  const told = JSON.stringify(await askOperation(engine, name, input), undefined, 1)
  return told.replaceAll(/"(took|milliseconds|took_ms|elapsed)": ?[\d.]+/g, '"$1": 0')
}

function firstOther(one: string, other: string): string {
  const lines = other.split('\n')
  const at = one.split('\n').findIndex((line, nth) => line !== lines[nth])
  return `- ${one.split('\n')[at]}\n+ ${lines[at]}`
}

function save(sets: readonly QuestionSet[], compared: readonly Compared[], seconds: readonly [number, number]): void {
  const documents = sets.reduce((sum, set) => sum + set.documents.length, 0)
  const report = [
    '# The same answers from PostgreSQL',
    '',
    `\`node bench/parity.ts\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}, load ${(loadavg()[0] ?? NaN).toFixed(1)}.`,
    '',
    `${documents.toLocaleString('en')} documents of ${sets.length} public sets, each set a source, in the embedded store and in one on PostgreSQL. The whole answer`,
    'counts: results and their order, scores to the last digit, passages, citations. Only times are left out.',
    '',
    table(
      ['operation', 'questions', 'the same'],
      compared.map(({ name, asked, same }) => [`\`${name}\``, String(asked), String(same)]),
    ),
    '',
    `Taken in within ${seconds[0].toFixed(0)} s and ${seconds[1].toFixed(0)} s, by this process.`,
    '',
  ].join('\n')
  const isWhole = flags.only === undefined
  const target = isWhole ? join(repository, 'bench', 'results') : cache
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'parity.md'), report)
  console.log(`\n${report}\nWritten to ${join(target, 'parity.md')}.`)
}
