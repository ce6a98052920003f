import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../servers/postgres.ts'
import { launcher, openHouse, type House } from './cli-house.ts'
import { runCommand } from './run-command.ts'

const PASSWORD = 'fake-horse-staple'
const USER = 'locked'

let postgres: Postgres
let house: House
/** Address of a database whose owner has a password; `shown`: the same without it. */
let address = { whole: '', shown: '' }
let count = 0

beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.admin(`CREATE ROLE ${USER} LOGIN PASSWORD '${PASSWORD}'`)
  const [row] = await postgres.admin('SHOW hba_file')
  const file = String(row?.['hba_file'])
  writeFileSync(file, `host all ${USER} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`)
  await postgres.admin('SELECT pg_reload_conf()')
})
afterAll(() => postgres.close())
beforeEach(async () => {
  house = openHouse()
  const name = `secret_${++count}`
  await postgres.database(name)
  await postgres.admin(`ALTER DATABASE ${name} OWNER TO ${USER}`)
  const at = `127.0.0.1:${postgres.port}/${name}`
  address = { whole: `postgres://${USER}:${PASSWORD}@${at}`, shown: `postgres://${USER}@${at}` }
})

const wuku = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  runCommand(args, { cwd: house.folder, env: { ...plainEnv(), ...env } })

/** Without a place of the store, in whatever way the tests were started. */
const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(house.env).filter(([name]) => !/DATABASE|BLOBS|REDIS/.test(name)))

describe('wuku connect with a store of a team', () => {
  it.each([
    ['for all projects', [], '.cursor/mcp.json'],
    ['for one project', ['--project'], '.cursor/mcp.json'],
  ])('%s writes no password into the file of the agent, which finds the store all the same', async (_, more, file) => {
    const settings = join(house.env['WUKU_HOME'] ?? '', 'settings.yaml')
    await mkdir(house.env['WUKU_HOME'] ?? '')
    await writeFile(settings, '# mine\n', { mode: 0o644 })
    const team = { DATABASE_URL: address.whole, DATABASE_SCHEMA: 'team' }
    const dry = await wuku(team, 'connect', 'cursor', '--dry-run', ...more)
    expect(dry.stdout).toContain('DATABASE_URL, DATABASE_SCHEMA would be written into')
    expect(await readFile(settings, 'utf8')).toBe('# mine\n')
    const done = await wuku(team, 'connect', 'cursor', ...more)
    expect(done.stdout).toContain(
      `DATABASE_URL, DATABASE_SCHEMA were written into ${settings}, which only you can read.`,
    )
    expect(dry.stdout + done.stdout + (await readFile(join(house.folder, file), 'utf8'))).not.toContain(PASSWORD)
    expect(await readFile(settings, 'utf8')).toContain(`# mine`)
    expect((await stat(settings)).mode & 0o777).toBe(0o600)
    const { stdout } = await wuku({}, 'doctor')
    expect(stdout).toContain('PostgreSQL at 127.0.0.1')
    expect(stdout).toContain('schema team')
    // Nothing is left to write.
    expect((await wuku(team, 'connect', 'cursor', ...more)).stdout).not.toContain('written into')
  })

  it('takes nothing from the shell where the agent reaches a server by its address', async () => {
    const { stdout } = await wuku({ DATABASE_URL: address.whole }, 'connect', 'cursor', '--url', 'https://wuku.test')
    expect(stdout).not.toContain('DATABASE_URL')
  })
})

describe('the password of a new store', () => {
  it.each<[how: string, env: () => NodeJS.ProcessEnv, args: () => readonly string[]]>([
    ['in PGPASSWORD', () => ({ PGPASSWORD: PASSWORD }), () => ['--to', address.shown]],
    ['in ~/.pgpass', () => ({}), () => ['--to', address.shown]],
    ['in a variable with the address', () => ({ NEW_STORE: address.whole }), () => ['--to-env', 'NEW_STORE']],
  ])('may be %s', async (how, env, args) => {
    if (how.includes('pgpass'))
      await writeFile(join(house.folder, '.pgpass'), `127.0.0.1:*:*:${USER}:${PASSWORD}\n`, { mode: 0o600 })
    await wuku({}, 'add', house.notes)
    expect(await wuku(env(), 'migrate', ...args())).toMatchObject({ code: 0, stderr: '' })
    expect((await wuku({}, 'backup', join(house.folder, 'kept'))).code).toBe(0)
  })

  it('is demanded, and not printed', async () => {
    await wuku({}, 'add', house.notes)
    const { code, stderr } = await wuku({}, 'migrate', '--to', address.shown)
    expect(code).toBe(1)
    expect(stderr).toContain('Check the user, the password and the database')
  })

  it.each<[args: () => readonly string[], says: string]>([
    [() => ['--to-env', 'ABSENT'], 'The variable ABSENT is not set.'],
    [() => ['--to-env', address.whole], '--to-env takes the name of a variable, not its value.'],
    [() => ['--to-env', 'ABSENT', '--to', 'x'], '--to and --to-env name two places.'],
  ])('%s is refused', async (args, says) => {
    const { code, stderr } = await wuku({}, 'migrate', ...args())
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
    expect(stderr).not.toContain(PASSWORD)
  })

  it.runIf(process.platform === 'linux')('leaves the list of processes', async () => {
    const child = spawn(process.execPath, [launcher, 'mcp', '--server', `https://me:${PASSWORD}@wuku.test`], {
      env: plainEnv(),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const listed = (): string => readFileSync(`/proc/${child.pid}/cmdline`, 'latin1')
    await expect.poll(listed).toContain('https://me:***@wuku.test')
    expect(listed()).not.toContain(PASSWORD)
    child.kill()
    await once(child, 'close')
  })
})
