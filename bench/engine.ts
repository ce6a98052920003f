import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Store } from '@wuku/core/ports/store'
import type { SearchEngine } from '@wuku/core/search-engine'
import type { Engine } from '@wuku/kernel/base/engine'
import { readSettings } from '@wuku/settings/app-settings'
import { engineAt } from '@wuku/settings/team-open-store'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { compose } from '../packages/cli/src/compose.ts'
import { searchUrl, startClickHouse } from '../test/servers/clickhouse.ts'
import { machine } from './machine.ts'
import { writeFiles } from './quality/files.ts'
import { sampleQuestions } from './quality/sample.ts'
import { loadSet, setNames, type QuestionSet } from './quality/sets.ts'
import { freshFolder } from './speed/run.ts'
import { table } from './table.ts'
import { openPlace } from './team/places.ts'

const USAGE = `node bench/engine.ts [options]
Compares the answers of a store whose postings a search engine has (two shards of ClickHouse) with those of the same database alone.
  --folder <folder>   of sets (corpus.jsonl, queries.jsonl, qrels.tsv); default ../shared/corpora/ir beside the repository
  --only <name,...>   these sets alone
  --questions <n>     of all sets together, in each state; default 500
  --sources <n>       small sources besides, for filters; default 1100
Written to bench/results/engine.md for a run over all sets, else to .cache/bench/engine.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    folder: { type: 'string', default: join(repository, '../shared/corpora/ir') },
    only: { type: 'string' },
    questions: { type: 'string', default: '500' },
    sources: { type: 'string', default: '1100' },
    help: { type: 'boolean', default: false },
  },
})

/** A store with an engine, and the same schema without. */
interface World {
  readonly store: Store
  readonly engine: Engine
  readonly alone: Engine
}

interface Compared {
  readonly state: string
  readonly asked: number
  /** First ten, and all that were asked for, by citation and order. */
  readonly ten: number
  readonly all: number
  /** Milliseconds of processor time of this process for a question, with the engine and alone. */
  readonly cpu: readonly [number, number]
}

if (flags.help) console.log(USAGE)
else await main(resolve(flags.folder))

async function main(folder: string): Promise<void> {
  const only = flags.only?.split(',')
  const names = setNames(folder).filter((name) => only?.includes(name) ?? true)
  const most = Math.ceil(Number(flags.questions) / names.length)
  const sets = names.map((name) => sampleQuestions(loadSet(folder, name), { most }))
  const place = await openPlace(undefined)
  const servers = await Promise.all([startClickHouse({ shard: 1 }), startClickHouse({ shard: 2 })])
  const scratch = freshFolder(join(tmpdir(), `wuku-bench-engine-${process.pid}`))
  try {
    const search = await engineAt(searchUrl(servers))
    if (!search) throw new Error('There is no engine.')
    // Each state of the outbox is made by hand.
    const store = await openPostgres({ ...place, search: { engine: search, fromChunks: 0, soon: 2_000_000_000 } })
    const world = {
      store,
      engine: await composed(scratch, () => store),
      alone: await composed(scratch, () => openPostgres(place)),
    }
    const rows = await measure(world, search, { scratch, sets })
    const status = await store.searchEngine?.status()
    save(rows, sets, status)
    await world.engine.close()
    await world.alone.close()
  } finally {
    for (const server of servers) await server.close()
    await place.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function composed(home: string, openStore: () => Store | Promise<Store>): Promise<Engine> {
  const surroundings = { env: { WUKU_HOME: home }, platform: process.platform, userFolder: homedir() }
  return compose(await readSettings(surroundings), surroundings, async () => openStore())
}

interface Materials {
  readonly scratch: string
  readonly sets: readonly QuestionSet[]
}

interface State {
  readonly says: string
  /** Answers the names of sources of which alone is asked, if some. */
  make?(): Promise<readonly string[] | void>
  /** Goes on, again and again, until all is asked. */
  meanwhile?(): Promise<unknown>
  readonly limit?: number
}

async function measure(world: World, search: SearchEngine, materials: Materials): Promise<readonly Compared[]> {
  const rows: Compared[] = []
  for (const { says, make, meanwhile, limit } of statesOf(world, search, materials)) {
    const sources = (await make?.()) ?? undefined
    const input = { ...(limit && { limit }), ...(sources && { sources }) }
    const state = sources ? `${says} of ${flags.sources}` : says
    await during(meanwhile, async () => void rows.push(await compare(world, { state, sets: materials.sets, input })))
    console.log(JSON.stringify(rows.at(-1)))
  }
  return rows
}

function statesOf({ engine, store }: World, search: SearchEngine, { scratch, sets }: Materials): readonly State[] {
  const desk = store.searchEngine
  if (!desk) throw new Error('There is no engine.')
  const folder = join(scratch, 'tail')
  const behind = (chunks: number): State => ({
    says: `${chunks.toLocaleString('en')} chunks behind`,
    make: async () => {
      writeTail(folder, chunks)
      await add(engine, 'tail', folder)
    },
  })
  return [
    {
      says: 'all fed',
      make: async () => {
        for (const set of sets) await add(engine, set.name, writeFiles(set, join(scratch, 'sets')))
        await desk.feed()
      },
    },
    { says: 'all fed, 50 asked for', limit: 50 },
    ...[1, 100, 10_000].map(behind),
    {
      says: '5 % dead, the engine does not know',
      make: async () => {
        await desk.feed()
        rmSync(folder, { recursive: true })
        await engine.sources.remove('tail')
        await removeSome(engine, sets, scratch)
      },
    },
    { says: '5 % dead, it knows', make: () => desk.feed() },
    {
      says: 'while the dead are purged',
      meanwhile: async () => {
        const { generation } = await desk.status()
        // A batch that is nowhere, so that each time all rows are gone through.
        for (const shard of await search.shards()) await search.tables.purge(generation, shard, [1])
      },
    },
    {
      says: '10 sources',
      make: async () => {
        await addSmall(engine, sets, scratch)
        await desk.feed()
        return smallNames(10)
      },
    },
    { says: '1,000 sources', make: async () => smallNames(1_000) },
    { says: 'while new tables are filled', meanwhile: () => desk.rebuild('engine') },
    { says: 'while all is fed anew', meanwhile: () => desk.rebuild('store') },
    { says: 'fed anew' },
  ]
}

async function add(engine: Engine, name: string, root: string): Promise<void> {
  const there = await engine.read((view) => view.sources.list())
  if (!there.some((source) => source.name === name))
    await engine.sources.add({ root, kind: 'notes', name, options: {} })
  await engine.index.update({ sources: [name] })
}

/** Chunks of words that questions have, in documents of ten. */
function writeTail(folder: string, chunks: number): void {
  mkdirSync(folder, { recursive: true })
  const words =
    'wing flow pressure song city river king war school team game year 公司 大学 时间 中国 java thread lock'.split(' ')
  for (let nth = 0; nth < chunks; nth += 10) {
    const sections = Array.from({ length: Math.min(10, chunks - nth) }, (_, at) =>
      [
        `# Part ${nth + at}`,
        ...Array.from({ length: 60 }, (__, word) => words[(nth * 7 + at * 3 + word * word) % words.length]),
      ].join('\n'),
    )
    writeFileSync(join(folder, `${nth}.md`), sections.join('\n\n'))
  }
}

/** Every twentieth document of each set, from folders of this run. */
async function removeSome(engine: Engine, sets: readonly QuestionSet[], scratch: string): Promise<void> {
  for (const set of sets) {
    const root = writeFiles(set, join(scratch, 'sets'))
    const paths = [
      ...(
        await engine.read(async (view) => {
          const source = (await view.sources.list()).find(({ name }) => name === set.name)
          return source ? view.sources.manifest(source.id) : new Map<string, never>()
        })
      ).keys(),
    ]
    for (const [nth, path] of paths.entries()) if (nth % 20 === 0) rmSync(join(root, path), { force: true })
    await engine.index.update({ sources: [set.name] })
  }
}

function smallNames(count: number): readonly string[] {
  return Array.from({ length: Math.min(count, Number(flags.sources)) }, (_, nth) => `small-${nth}`)
}

/** Sources of some documents each. */
async function addSmall(engine: Engine, sets: readonly QuestionSet[], scratch: string): Promise<void> {
  const documents = sets.flatMap((set) => set.documents)
  const names: string[] = []
  for (let nth = 0; nth < Number(flags.sources); nth++) {
    const root = join(scratch, `small-${nth}`)
    mkdirSync(root)
    for (let at = 0; at < 8; at++) {
      const document = documents[(nth * 8 + at) % documents.length]
      writeFileSync(join(root, `${at}.md`), document?.markdown ?? '')
    }
    const { name } = await engine.sources.add({ root, kind: 'notes', name: `small-${nth}`, options: {} })
    names.push(name)
  }
  await engine.index.update({ sources: names })
}

async function during(work: State['meanwhile'], measured: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const working = async (): Promise<void> => {
    while (!over.signal.aborted) await work?.()
  }
  await Promise.all([work && working(), measured().finally(() => over.abort())])
}

interface Asked {
  readonly limit?: number
  readonly sources?: readonly string[]
}

interface Comparing {
  readonly state: string
  readonly sets: readonly QuestionSet[]
  readonly input: Asked
}

async function compare({ engine, alone }: World, { state, sets, input }: Comparing): Promise<Compared> {
  const sum = { asked: 0, ten: 0, all: 0, cpu: [0, 0] as [number, number] }
  for (const { text } of sets.flatMap((set) => set.questions)) {
    const [joined, own] = [await cited(engine, text, input), await cited(alone, text, input)]
    const [some, others] = [joined.citations, own.citations]
    sum.cpu[0] += joined.cpu
    sum.cpu[1] += own.cpu
    sum.asked++
    if (some.slice(0, 10).join() === others.slice(0, 10).join()) sum.ten++
    else
      console.log(
        `Not the same (${state}): ${text}\n- ${others.slice(0, 10).join(' ')}\n+ ${some.slice(0, 10).join(' ')}`,
      )
    if (some.join() === others.join()) sum.all++
  }
  return { state, ...sum, cpu: [sum.cpu[0] / sum.asked, sum.cpu[1] / sum.asked] }
}

/** As `recall` asks, with the processor time of this process in milliseconds. */
async function cited(engine: Engine, query: string, { limit = 10, sources }: Asked): Promise<Cited> {
  const before = process.cpuUsage()
  const { hits, trace } = await engine.search.find({
    query,
    limit,
    of: 'documents',
    ...(sources && { within: { sources } }),
  })
  const { user, system } = process.cpuUsage(before)
  if (trace.partial) throw new Error('An answer is in part.')
  return { citations: hits.map(({ citation }) => citation), cpu: (user + system) / 1_000 }
}

interface Cited {
  readonly citations: readonly string[]
  readonly cpu: number
}

function save(
  rows: readonly Compared[],
  sets: readonly QuestionSet[],
  status: { readonly chunks: number; readonly servers: readonly { readonly version: string }[] } | undefined,
): void {
  const documents = sets.reduce((sum, set) => sum + set.documents.length, 0)
  const report = [
    '# The same answers with a search engine',
    '',
    `\`node bench/engine.ts\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}, load ${(loadavg()[0] ?? NaN).toFixed(1)}.`,
    '',
    `${documents.toLocaleString('en')} documents of ${sets.length} public sets, each set a source, and ${Number(flags.sources).toLocaleString('en')} small sources; ${status?.chunks.toLocaleString('en')} chunks at the end on two`,
    `shards of ClickHouse ${status?.servers[0]?.version}, which are processes on the same machine. Each question is asked with the engine and of the same database without it;`,
    'citations and their order count. Processor time is that of this process alone: without the servers, and without a quiet machine.',
    '',
    table(
      ['state', 'questions', 'first ten the same', 'all the same', 'CPU ms with', 'CPU ms alone'],
      rows.map(({ state, asked, ten, all, cpu }) => [
        state,
        String(asked),
        `${ten} (${((100 * ten) / asked).toFixed(1)} %)`,
        String(all),
        ...cpu.map((each) => each.toFixed(1)),
      ]),
    ),
    '',
  ].join('\n')
  const isWhole = flags.only === undefined
  const target = isWhole ? join(repository, 'bench', 'results') : cache
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'engine.md'), report)
  console.log(`\n${report}\nWritten to ${join(target, 'engine.md')}.`)
}
