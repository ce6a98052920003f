import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../test/servers/postgres.ts'
import { startAgents, type Outcome } from './agents.ts'
import { openWorld, type World } from './world.ts'

export interface FaultMeasured {
  readonly name: string
  readonly outcomes: readonly Outcome[]
  /** Times that what was broken off did not end well when it was done again. */
  readonly broken: number
}

interface Fault {
  readonly name: string
  cause(world: World, place: Trial): Promise<void>
  mend(world: World, place: Trial): Promise<void>
  /** Does again what was broken off; whether that ends well. */
  again?(world: World, place: Trial): Promise<boolean>
}

/** One of many times. */
interface Trial {
  readonly nth: number
  /** For files of this time alone. */
  readonly folder: string
  /** In milliseconds, another one each time. */
  readonly moment: number
}

const FILES = 150
const LAG = 10_000
const STALL = 3_000

const nothing = async (): Promise<void> => {}

const faults: readonly Fault[] = [
  {
    name: 'kill -9 of an instance',
    cause: (world) => world.killInstance(),
    mend: nothing,
    again: async (world) => {
      await world.startInstance()
      return true
    },
  },
  {
    name: 'kill -9 of PostgreSQL',
    cause: ({ postgres }) => postgres.kill(),
    mend: ({ postgres }) => postgres.start(),
  },
  { name: 'kill -9 of Redis', cause: ({ redis }) => redis.kill(), mend: ({ redis }) => redis.start() },
  {
    name: 'kill -9 of an import',
    cause: (world, { folder, moment, nth }) => {
      writeNotes(folder)
      return breakOff(world.command(importOf(folder, nth)), moment)
    },
    mend: nothing,
    again: (world, { folder, nth }) => world.command(importOf(folder, nth)).ended,
  },
  {
    name: 'kill -9 of a migration',
    cause: async (world, { folder, moment, nth }) => {
      writeNotes(folder)
      await world.command(importOf(folder, nth), ofItsOwn(folder)).ended
      await breakOff(world.command(moveTo(world, nth), ofItsOwn(folder)), moment)
    },
    mend: nothing,
    // It compares counts and checksums of each source itself.
    again: async (world, { folder, nth }) => {
      const isWell = await world.command(moveTo(world, nth), ofItsOwn(folder)).ended
      await ask(world.postgres.adminUrl, `DROP SCHEMA IF EXISTS moved_${nth} CASCADE`)
      return isWell
    },
  },
  {
    name: 'a full disk of PostgreSQL',
    cause: async ({ disk }) => {
      disk.resize(disk.usedMegabytes() + 1)
      fill(join(disk.folder, 'filler'))
      await sleep(STALL)
    },
    mend: async ({ disk, postgres }) => {
      rmSync(join(disk.folder, 'filler'), { force: true })
      disk.resize(4_000)
      if (!isAlive(postgres.pid)) await postgres.start()
    },
  },
  {
    name: `a replica that lags by ${LAG / 1_000} s`,
    cause: async ({ replica }) => {
      await replica.admin('SELECT pg_wal_replay_pause()')
      await sleep(LAG)
    },
    mend: async ({ replica }) => void (await replica.admin('SELECT pg_wal_replay_resume()')),
  },
  {
    name: `a network that stalls for ${STALL / 1_000} s`,
    cause: async ({ wire }) => {
      wire.stall()
      await sleep(STALL)
    },
    mend: async ({ wire }) => wire.go(),
  },
  {
    name: 'a network that forgets all connections',
    cause: async ({ wire }) => wire.forget(),
    mend: nothing,
    // Otherwise the server would run out of connections: it hears of them much later than the next time.
    again: async ({ wire }) => {
      wire.bury()
      return true
    },
  },
  {
    // It comes last, because the replica of the other faults does not follow the new primary. The writes that the standby lacks are lost.
    name: `a standby without the last ${STALL / 1_000} s is promoted`,
    cause: (world) => world.failOver(STALL),
    mend: nothing,
  },
]

export interface FaultsWanted {
  readonly repository: string
  readonly scratch: string
  readonly times: number
  /** Part of a name; default: all of them. */
  readonly only: string
}

/** Each so many times, under agents that write all the while. */
export async function measureFaults(
  { repository, scratch, times, only }: FaultsWanted,
  tell: { readonly say: (what: string) => void; readonly save: (measured: readonly FaultMeasured[]) => void },
): Promise<void> {
  const world = await openWorld(repository, scratch)
  const measured: FaultMeasured[] = []
  try {
    for (const fault of faults.filter(({ name }) => name.includes(only))) {
      tell.say(`${fault.name}, ${times} times`)
      const outcomes: Outcome[] = []
      let broken = 0
      for (let nth = 0; nth < times; nth++) {
        const folder = join(scratch, `${faults.indexOf(fault)}-${nth}`)
        const found = await tryOut(world, fault, { nth, folder, moment: 300 + ((nth * 157) % 1_500) })
        outcomes.push(found.outcome)
        if (!found.isWell) broken++
        rmSync(folder, { recursive: true, force: true })
      }
      measured.push({ name: fault.name, outcomes, broken })
      tell.save(measured)
    }
  } finally {
    await world.close()
  }
}

async function tryOut(
  world: World,
  fault: Fault,
  trial: Trial,
): Promise<{ readonly outcome: Outcome; readonly isWell: boolean }> {
  const agents = await startAgents(world.instances)
  await agents.more(3)
  await fault.cause(world, trial)
  const recovery = await agents.recovered(() => fault.mend(world, trial))
  const isWell = (await fault.again?.(world, trial)) ?? true
  await agents.more(3)
  return { outcome: { recovery, ...(await agents.stop()) }, isWell }
}

async function breakOff(command: ReturnType<World['command']>, after: number): Promise<void> {
  await sleep(after)
  await command.kill()
}

function writeNotes(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (let nth = 0; nth < FILES; nth++)
    writeFileSync(join(folder, `${nth}.md`), `# Note ${nth}\n\n${`The harbour of note ${nth} is deep.\n\n`.repeat(40)}`)
}

const importOf = (folder: string, nth: number): readonly string[] => [
  'add',
  folder,
  '--kind',
  'notes',
  '--name',
  `import-${nth}`,
]

const moveTo = ({ postgres }: World, nth: number): readonly string[] => [
  'migrate',
  '--to',
  postgres.url,
  '--schema',
  `moved_${nth}`,
]

/** A store of its own, in a file. */
const ofItsOwn = (folder: string): NodeJS.ProcessEnv => ({
  WUKU_HOME: join(folder, '..', `home of ${folder.split('/').at(-1)}`),
  WUKU_DATABASE_URL: '',
  WUKU_DATABASE_READ_URLS: '',
  WUKU_REDIS_URL: '',
  WUKU_BLOBS_URL: '',
})

/** As much as there is room for. */
function fill(file: string): void {
  const open = openSync(file, 'w')
  try {
    for (;;) writeSync(open, Buffer.alloc(4_096))
  } catch {
    // It is full.
  } finally {
    closeSync(open)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
