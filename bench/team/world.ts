import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Postgres, promote, replicaOf, startPostgres } from '../../test/servers/postgres.ts'
import { type Redis, startRedis } from '../../test/servers/redis.ts'
import { wireTo, type Wire } from '../../test/servers/wire.ts'
import { type Program, startWuku } from '../server/program.ts'
import { bareEnvironment } from '../speed/peer.ts'
import { teamSettings } from './places.ts'

/** Two instances of a team, and all that they need, to break it. */
export interface World {
  /** The one that may be written to now. */
  readonly postgres: Postgres
  readonly replica: Postgres
  readonly redis: Redis
  /** Between the instances and the database. */
  readonly wire: Wire
  readonly disk: Disk
  /** All that run now. */
  instances(): readonly Program[]
  killInstance(): Promise<void>
  startInstance(): Promise<void>
  /** A command of `wuku` over the store of the team, or of its own. */
  /** A standby that lacks the writes of so many milliseconds takes the place of the primary server. */
  failOver(lacking: number): Promise<void>
  command(args: readonly string[], env?: NodeJS.ProcessEnv): Command
  close(): Promise<void>
}

export interface Command {
  kill(): Promise<void>
  /** Whether it ended well. */
  readonly ended: Promise<boolean>
}

/** A disk of its own, of so many megabytes. */
export interface Disk {
  readonly folder: string
  resize(megabytes: number): void
  usedMegabytes(): number
}

const ROOM = 4_000

export async function openWorld(repository: string, scratch: string): Promise<World> {
  const disk = mountDisk(mkdtempSync(join(tmpdir(), 'wuku-disk-')), ROOM)
  const settings = { ...teamSettings, shared_buffers: '128MB' }
  let postgres = await within(disk.folder, () => startPostgres({ isDurable: true, settings }))
  const replica = await replicaOf(postgres, { settings: { shared_buffers: '128MB' } })
  const [redis, wire] = await Promise.all([startRedis(), wireTo(postgres.port)])
  const through = Object.assign(new URL(postgres.url), { port: String(wire.port) }).href
  const env = {
    WUKU_DATABASE_URL: through,
    WUKU_DATABASE_READ_URLS: replica.url,
    WUKU_REDIS_URL: redis.url,
    WUKU_BLOBS_URL: join(scratch, 'blobs'),
  }
  let made = 0
  const start = async (): Promise<Program> => {
    const home = join(scratch, `instance-${made++}`)
    mkdirSync(home, { recursive: true })
    return startWuku(repository, home, { env })
  }
  const running: Program[] = [await start(), await start()]
  const home = join(scratch, 'commands')
  mkdirSync(home, { recursive: true })
  const base = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku'), ...env }
  return {
    get postgres() {
      return postgres
    },
    failOver: async (lacking) => {
      const standby = await replicaOf(postgres, { isDurable: true, settings })
      await standby.stop()
      await sleep(lacking)
      await postgres.close()
      await standby.start()
      postgres = await promote(standby)
      wire.leadTo(postgres.port)
    },
    replica,
    redis,
    wire,
    disk,
    instances: () => running,
    killInstance: async () => running.shift()?.stop('SIGKILL'),
    startInstance: async () => void running.push(await start()),
    command: (args, own = {}) => runCommand(repository, args, { ...base, ...own }),
    close: async () => {
      await Promise.all(running.map((program) => program.stop()))
      await Promise.all([wire.close(), redis.close(), replica.close()])
      await postgres.close()
      spawnSync('umount', ['-l', disk.folder])
      rmSync(disk.folder, { recursive: true, force: true })
    },
  }
}

function runCommand(repository: string, args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const child = spawn(process.execPath, [join(repository, 'bin', 'wuku.js'), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said += String(bytes)))
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0 && code !== null) console.error(said)
    return code === 0
  })
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

/** Servers keep their data in the folder for temporary files. */
async function within<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

function mountDisk(folder: string, megabytes: number): Disk {
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder)
  return {
    folder,
    resize: (size) => mount('-o', `remount,size=${size}m`, folder),
    usedMegabytes: () => Number(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')[0]),
  }
}

function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Faults need a disk of their own, which only root can mount: ${stderr}`)
}
