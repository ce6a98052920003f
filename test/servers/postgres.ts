import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Client, type QueryResult } from 'pg'
import { provisionServers, type ServerProgram } from '../../scripts/provision-servers.ts'
import { asNobody, freePort, type Place, plain, type ServerProcess, startServer } from './process.ts'

export interface Postgres extends ServerProcess {
  /** As the owner of a database, whom row-level security holds. */
  readonly url: string
  /** As the superuser, for what an administrator does. */
  readonly adminUrl: string
  /** Statements of the administrator; the rows of the last. */
  admin(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The URL of a new database of the same owner. */
  database(name: string, options?: { readonly hasVectors: boolean }): Promise<string>
}

export interface PostgresSettings {
  /** Survives `kill -9` of a machine. Slow, so that only tests of that ask for it. */
  readonly isDurable?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

const OWNER = 'wuku'

export async function startPostgres(options: PostgresSettings = {}): Promise<Postgres> {
  const { program } = await provisionServers()
  const server = await startServer({
    ...planOf(program, options),
    prepare: ({ folder }) => {
      const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8', '-E', 'UTF8']
      run(
        [program('initdb'), '-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale],
        folder,
      )
    },
  })
  const postgres = describe(server)
  await postgres.admin(`CREATE ROLE ${OWNER} LOGIN NOSUPERUSER NOBYPASSRLS`)
  await postgres.database(OWNER)
  return postgres
}

export interface BaseBackup {
  /** A server of its own with all that was written before the restore point, which may be written to. */
  restoreTo(point: string): Promise<Postgres>
}

/** For a server that keeps its log in an archive (`archiving`), as for recovery to a point in time. */
export async function backupOf(primary: Postgres): Promise<BaseBackup> {
  const { program } = await provisionServers()
  const base = join(primary.folder, 'base')
  run([program('pg_basebackup'), ...connectionTo(primary), '-X', 'stream', '-c', 'fast', '-N', '-D', base], '/tmp')
  return {
    restoreTo: async (point) => {
      const settings = {
        restore_command: `cp ${primary.folder}/archive/%f %p`,
        recovery_target_name: point,
        recovery_target_action: 'promote',
      }
      const server = await startServer({
        ...planOf(program, { settings }),
        prepare: ({ folder }) => {
          run(['cp', '-a', base, join(folder, 'data')], folder)
          run(['touch', join(folder, 'data', 'recovery.signal')], folder)
        },
      })
      return writable(describe(server))
    },
  }
}

/** Settings of a server whose log goes into an archive. */
export const archiving = { archive_mode: 'on', archive_command: 'mkdir -p ../archive && cp %p ../archive/%f' }

/** Names this moment, and answers when the archive has it. */
export async function restorePoint(primary: Postgres, name: string): Promise<void> {
  await primary.admin(`SELECT pg_create_restore_point('${name}')`)
  const [row] = await primary.admin('SELECT pg_walfile_name(pg_switch_wal()) AS file')
  const asked = `SELECT last_archived_wal >= '${String(row?.['file'])}' AS is_there FROM pg_stat_archiver`
  while (!(await primary.admin(asked))[0]?.['is_there']);
}

/** The standby has everything that was written until now. */
export async function caughtUp(primary: Postgres, standby: Postgres): Promise<void> {
  const [row] = await primary.admin("SELECT pg_create_restore_point('caught up')::text AS position")
  const asked = `SELECT coalesce(pg_last_wal_replay_lsn() >= '${String(row?.['position'])}', true) AS is_there`
  while (!(await standby.admin(asked))[0]?.['is_there']);
}

/** A standby that takes the place of its primary. */
export async function promote(standby: Postgres): Promise<Postgres> {
  await standby.admin('SELECT pg_promote()')
  return writable(standby)
}

async function writable(server: Postgres): Promise<Postgres> {
  while ((await server.admin('SELECT pg_is_in_recovery() AS recovers'))[0]?.['recovers']);
  return server
}

const connectionTo = ({ port }: Postgres): readonly string[] => [
  '-h',
  '127.0.0.1',
  '-p',
  String(port),
  '-U',
  'postgres',
]

/** A hot standby that follows the server by streaming. */
export async function replicaOf(primary: Postgres, options: PostgresSettings = {}): Promise<Postgres> {
  const { program } = await provisionServers()
  const slot = `standby_${await freePort()}`
  const copy = [...connectionTo(primary), '-R', '-X', 'stream', '-c', 'fast', '-N']
  const server = await startServer({
    ...planOf(program, options),
    prepare: ({ folder }) =>
      run([program('pg_basebackup'), ...copy, '-C', '-S', slot, '-D', join(folder, 'data')], folder),
  })
  return describe(server)
}

function planOf(program: (name: ServerProgram) => string, { isDurable = false, settings = {} }: PostgresSettings) {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    jit: 'off',
    timezone: 'UTC',
    wal_level: 'replica',
    shared_buffers: '128MB',
    max_connections: '200',
    // In its folder: what a killed server leaves in /dev/shm stays there.
    dynamic_shared_memory_type: 'mmap',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  return {
    name: 'postgres',
    program: program('postgres'),
    args: ({ folder, port }: Place) =>
      ['-D', join(folder, 'data'), '-p', String(port)].concat(
        Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ),
    isReady: ({ port }: Place) => answers(urlOf(port, 'postgres', 'postgres')),
    // Fast: it ends its connections and does not wait for their ends.
    stopSignal: 'SIGINT',
  } as const
}

function describe(server: ServerProcess): Postgres {
  const admin = (sql: string, database = 'postgres') => ask(urlOf(server.port, 'postgres', database), sql)
  return Object.defineProperties({} as Postgres, {
    ...Object.getOwnPropertyDescriptors(server),
    ...Object.getOwnPropertyDescriptors({
      url: urlOf(server.port, OWNER, OWNER),
      adminUrl: urlOf(server.port, 'postgres', OWNER),
      admin: (sql: string) => admin(sql),
      database: async (name: string, { hasVectors }: { readonly hasVectors: boolean } = { hasVectors: true }) => {
        await admin(`CREATE DATABASE ${name} OWNER ${OWNER}`)
        if (hasVectors) await admin('CREATE EXTENSION vector', name)
        return urlOf(server.port, OWNER, name)
      },
    }),
  })
}

const urlOf = (port: number, user: string, database: string): string =>
  `postgres://${user}@127.0.0.1:${port}/${database}`

async function answers(url: string): Promise<boolean> {
  return ask(url, 'SELECT 1').then(
    () => true,
    () => false,
  )
}

export async function ask(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  // Row-level security shows nothing to who says nothing.
  const options = '-c wuku.sources=all'
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, options })
  client.on('error', () => {})
  await client.connect()
  try {
    return [(await client.query(sql)) as unknown as QueryResult].flat().at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

function run(command: readonly string[], folder: string): void {
  const [program, ...args] = asNobody(command)
  execFileSync(program, args, { cwd: folder, env: plain(folder), stdio: ['ignore', 'ignore', 'inherit'] })
}
