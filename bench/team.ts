import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { machine } from './machine.ts'
import { memoryOf } from './pads/memory.ts'
import { installLoad, type RunLoad } from './server/load.ts'
import { type Program, startWuku } from './server/program.ts'
import { newQuestions, recallOver } from './server/requests.ts'
import { bareEnvironment } from './speed/peer.ts'
import { freshFolder } from './speed/run.ts'
import { appendAll } from './team/appends.ts'
import { measureFaults } from './team/faults.ts'
import { makeCorpus } from './team/corpus.ts'
import { openPlace, type Place } from './team/places.ts'
import { processorTime } from './team/processor.ts'
import { renderFaults, renderTeam, type Measured, type Searched } from './team/report.ts'

const USAGE = `node bench/team.ts [options]
A store of a team on PostgreSQL, beside the embedded one: load, searches, appends, memory, disk, two instances.
  --chunks <number>   so many, of documents that are made out of the sets; default 100000
  --sets <folder>     of sets (corpus.jsonl); default ../shared/corpora/ir beside the repository
  --seconds <number>  of each load; default 10
  --database <url>    a server; default one that is started for it
  --faults <times>    instead: each fault so many times, under agents that write; as root, who can mount a small disk
  --only <text>       of the faults those with this in their names
Written to bench/results/team.md, or team-<chunks>.md for another number, or team-faults.md; a part of the faults is only shown.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const cache = join(repository, '.cache', 'bench')

const { values: flags } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    sets: { type: 'string', default: join(repository, '../shared/corpora/ir') },
    seconds: { type: 'string', default: '10' },
    database: { type: 'string' },
    faults: { type: 'string' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
const seconds = Number(flags.seconds)
const chunks = Number(flags.chunks)

if (flags.help) console.log(USAGE)
else if (flags.faults === undefined) await main()
else await breakThings(Number(flags.faults))

async function main(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const corpus = makeCorpus(resolve(flags.sets), join(cache, 'team', `md-${chunks}`), chunks)
  const scratch = freshFolder(join(cache, 'team', 'homes'))
  const place = await openPlace(flags.database)
  const runLoad = await installLoad(cache)
  const measure = (name: string, env: NodeJS.ProcessEnv): Promise<Measured> =>
    measureStore({ name, env, home: freshFolder(join(scratch, name)), corpus, place, runLoad })
  try {
    const embedded = await measure('embedded', {})
    const team = await measure('team', { WUKU_DATABASE_URL: place.url, WUKU_DATABASE_SCHEMA: place.schema })
    save(
      renderTeam({ machine: machine(), chunks, bytes: corpus.bytes, files: corpus.files, measured: [embedded, team] }),
    )
  } finally {
    await place.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function breakThings(times: number): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const scratch = freshFolder(join(cache, 'team', 'faults'))
  try {
    await measureFaults(
      { repository, scratch, times, only: flags.only },
      {
        say,
        save: (faults) => {
          const report = renderFaults({ machine: machine(), times, faults, load: loadavg()[0] ?? NaN })
          if (flags.only === '') save(report, 'team-faults.md')
          else console.log(report)
        },
      },
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface Measuring {
  readonly name: string
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly corpus: ReturnType<typeof makeCorpus>
  readonly place: Place
  readonly runLoad: RunLoad
}

async function measureStore(given: Measuring): Promise<Measured> {
  const { name, env, home, corpus, place } = given
  const isTeam = name === 'team'
  say(`${name}: load`)
  const started = performance.now()
  const all = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku'), ...env }
  const wuku = join(repository, 'bin', 'wuku.js')
  execFileSync(process.execPath, [wuku, 'add', corpus.folder, '--kind', 'notes', '--name', 'bench', '--quiet'], {
    env: all,
  })
  const loadSeconds = (performance.now() - started) / 1_000
  const one = await startWuku(repository, home, { env })
  const searched: Searched[] = []
  try {
    for (const clients of [1, 8, 50]) searched.push(await search(given, [one], clients))
    say(`${name}: appends`)
    const appended = [await appendAll(one, 8, seconds), await appendAll(one, 64, seconds)]
    const memoryBytes = memoryOf(one.pid).peakBytes
    const two = isTeam ? await searchWithTwo(given, one) : undefined
    const [size] = isTeam ? await place.ask('SELECT pg_database_size(current_database())::int8 AS size') : []
    const diskBytes = isTeam ? Number(size?.['size']) : sizeOf(join(home, 'wuku'))
    return {
      name,
      loadSeconds,
      searched,
      appended,
      memoryBytes,
      diskBytes,
      load: loadavg()[0] ?? NaN,
      ...(two && { two }),
    }
  } finally {
    await one.stop()
  }
}

async function searchWithTwo(given: Measuring, one: Program): Promise<Searched> {
  say('team: two instances')
  const other = await startWuku(repository, freshFolder(`${given.home}-2`), { env: given.env })
  try {
    return await search(given, [one, other], 50)
  } finally {
    await other.stop()
  }
}

/** The second half of a load counts: the first one warms. */
async function search({ name, corpus, place, runLoad }: Measuring, programs: readonly Program[], clients: number) {
  say(`${name}: ${clients} clients`)
  const fresh = newQuestions(corpus.questions)
  const ask = (length: number) =>
    Promise.all(
      programs.map(({ url, headers }) =>
        runLoad({
          url,
          clients: Math.ceil(clients / programs.length),
          seconds: length,
          next: () => recallOver(headers)(fresh()),
        }),
      ),
    )
  await ask(seconds / 2)
  const before = { own: timeOf(programs), server: serverTime(place) }
  const loads = await ask(seconds)
  const answers = loads.reduce((sum, load) => sum + load.answers, 0)
  return {
    clients,
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: Math.max(...loads.map(({ p50 }) => p50)),
    p95: Math.max(...loads.map(({ p95 }) => p95)),
    failures: loads.reduce((sum, { failures }) => sum + failures, 0),
    processor: (timeOf(programs) - before.own) / answers,
    serverProcessor: (serverTime(place) - before.server) / answers,
    load: loadavg()[0] ?? NaN,
  }
}

function timeOf(programs: readonly Program[]): number {
  return programs.reduce((sum, { pid }) => sum + processorTime(pid), 0)
}

function serverTime({ pid }: Place): number {
  return pid === undefined ? NaN : processorTime(pid)
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function save(report: string, name = chunks === 100_000 ? 'team.md' : `team-${chunks}.md`): void {
  const target = join(repository, 'bench', 'results')
  mkdirSync(target, { recursive: true })
  const file = join(target, name)
  writeFileSync(file, report)
  console.log(`\n${report}\nWritten to ${file}.`)
}

function say(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
}
