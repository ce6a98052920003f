import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { Store } from '@wuku/core/ports/store'
import { deeds, openTeam, settle, type Call } from '../test/contract/foreign/team.ts'
import { fillSchema, fillFile } from '../test/contract/foreign/fill.ts'
import { machine } from './machine.ts'
import { freshFolder } from './speed/run.ts'
import { openPlace } from './team/places.ts'
import { processorTime } from './team/processor.ts'

const USAGE = `node --expose-gc bench/visible.ts [options]
What a user does costs, among few sources of others and among many: CPU of the program and of the database, on both stores.
  --many <number>   sources of others; default 100000
  --times <number>  of each deed; default 100
  --users <number>  who ask in turn; default 10000
Written to bench/results/visible.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const { values: flags } = parseArgs({
  options: {
    many: { type: 'string', default: '100000' },
    times: { type: 'string', default: '100' },
    users: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
})
const [FEW, many, times, users] = [100, Number(flags.many), Number(flags.times), Number(flags.users)]

interface Stage {
  readonly name: string
  open(): Promise<Store>
  fill(from: number, to: number): Promise<void>
  /** Milliseconds of the database so far. */
  processor(): number
}

/** Milliseconds for each. */
interface Cost {
  readonly program: number
  readonly database: number
}

interface Round {
  readonly deeds: Readonly<Record<string, Cost>>
  readonly turns: readonly Turns[]
  readonly perSecond: number
}

/** Users who search once each, one after the other. */
interface Turns {
  readonly cost: Cost
  /** Megabytes that the program holds after them. */
  readonly heap: number
}

const scratch = freshFolder(join(repository, '.cache', 'bench', 'visible'))

if (flags.help) console.log(USAGE)
else await main()

async function main(): Promise<void> {
  const place = await openPlace(undefined)
  const { url, schema, pid = 0 } = place
  const file = join(scratch, 'store.sqlite')
  const stages: readonly Stage[] = [
    {
      name: 'embedded',
      open: () => openSqlite(file),
      fill: async (from, to) => fillFile(file, from, to),
      processor: () => 0,
    },
    {
      name: 'PostgreSQL',
      open: () => openPostgres({ url, schema }),
      fill: (from, to) => fillSchema(place.ask, schema, from, to),
      processor: () => processorTime(pid),
    },
  ]
  try {
    const measured = new Map<string, readonly Round[]>()
    for (const stage of stages) {
      await (await stage.open()).close()
      await stage.fill(0, FEW)
      const before = await measure(stage, FEW, 'ann')
      await stage.fill(FEW, many)
      measured.set(stage.name, [before, await measure(stage, many, 'bob')])
    }
    writeFileSync(join(repository, 'bench', 'results', 'visible.md'), render(measured))
  } finally {
    await place.close()
  }
}

async function measure(stage: Stage, sources: number, user: string): Promise<Round> {
  const folder = join(scratch, stage.name, String(sources))
  mkdirSync(folder, { recursive: true })
  const { engine, call } = await openTeam(folder, stage.open)
  const pad = await settle(call, user)
  const cost = async (count: number, work: (nth: number) => Promise<unknown>): Promise<Cost> => {
    const [own, database] = [process.cpuUsage(), stage.processor()]
    for (let nth = 0; nth < count; nth++) await work(nth)
    const { user: inProgram, system } = process.cpuUsage(own)
    return { program: (inProgram + system) / 1_000 / count, database: (stage.processor() - database) / count }
  }
  const costs: Record<string, Cost> = {}
  for (const [deed, work] of Object.entries(deeds)) {
    for (let nth = 0; nth < 20; nth++) await work(call, user, pad, nth)
    // Its own workflows would be more each time.
    const count = deed === 'workflow' ? Math.ceil(times / 5) : times
    costs[deed] = await cost(count, (nth) => work(call, user, pad, 1_000 + nth))
    console.error(stage.name, user, deed, costs[deed])
  }
  const turns: Turns[] = []
  for (const [, from, to] of turnsOf(users)) {
    // Each has ten workflows; where there are few sources, ten users ask again and again.
    const spent = await cost(to - from, (nth) =>
      call(`user ${(from + nth) % (sources / 10)}`, 'recall', { query: `ebb and flood ${turns.length} ${from + nth}` }),
    )
    globalThis.gc?.()
    turns.push({ cost: spent, heap: process.memoryUsage().heapUsed / 1e6 })
    console.error(stage.name, user, from, to, turns.at(-1))
  }
  const perSecond = await appendsPerSecond(call, `${user} and agents`)
  console.error(stage.name, user, perSecond)
  await engine.close()
  return { deeds: costs, turns, perSecond }
}

/** The first ones ask once more at the end, when everybody else has asked since. */
function turnsOf(count: number): readonly (readonly [of: string, from: number, to: number])[] {
  return [
    ['searches of the first 100 users', 0, 100],
    ['of those after them', 100, count - 100],
    ['of the last 100', count - 100, count],
    ['of the first 100 again', 0, 100],
  ]
}

/** Appends of 64 agents, each into its own scratchpad, for ten seconds, from one process. */
async function appendsPerSecond(call: Call, user: string): Promise<number> {
  const pads = await Promise.all(Array.from({ length: 64 }, (_, nth) => settle(call, `${user} ${nth}`)))
  const began = performance.now()
  const counts = await Promise.all(
    pads.map(async (pad, agent) => {
      let count = 0
      for (; performance.now() < began + 10_000; count++) await deeds['append']?.(call, `${user} ${agent}`, pad, count)
      return count
    }),
  )
  return counts.reduce((sum, each) => sum + each) / ((performance.now() - began) / 1_000)
}

function told({ program, database }: Cost, name: string): string {
  return name === 'embedded' ? program.toFixed(1) : `${program.toFixed(1)} + ${database.toFixed(1)}`
}

function render(measured: ReadonlyMap<string, readonly Round[]>): string {
  const names = [...measured.keys()]
  const row = (says: string, cell: (round: Round, name: string) => string): string =>
    `| ${[says, ...names.flatMap((name) => (measured.get(name) ?? []).map((round) => cell(round, name)))].join(' | ')} |`
  return `# What others have costs nothing

Made by \`node --expose-gc bench/visible.ts\`: one user with a scratchpad and a note, among workflows of others, ten for each of them, one in fifty shared with a group. Each deed ${times} times, one after the other, from one process; then ${users} users search in turn, and 64 agents append for ten seconds. Milliseconds of processor for each, of the program and of the database. The load of the machine was ${(loadavg()[0] ?? 0).toFixed(0)} at the end, by others.

${machine()}

| sources of others | ${names.map((name) => `${name}, ${FEW} | ${many}`).join(' | ')} |
|---|${names.map(() => '--:|--:|').join('')}
${Object.keys(deeds)
  .map((deed) => row(deed, (round, name) => told(round.deeds[deed] ?? { program: 0, database: 0 }, name)))
  .join('\n')}
${turnsOf(users)
  .map(([of], at) => row(of, ({ turns }, name) => (turns[at] ? told(turns[at].cost, name) : '')))
  .join('\n')}
${row('megabytes after the first 100, and after all', ({ turns }) => `${turns[0]?.heap.toFixed(0)}, ${turns.at(-1)?.heap.toFixed(0)}`)}
${row('appends a second, 64 agents', ({ perSecond }) => perSecond.toFixed(0))}
`
}
