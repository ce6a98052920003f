import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { provisionOldNode } from '../../scripts/provision-old-node.ts'
import { run, type Ended } from './cli-house.ts'
import { sharedFolder } from '../scratch.ts'

/** Fetches some 45 MB where npm's cache is cold. */
const repository = join(import.meta.dirname, '../..')

const folder = sharedFolder()
let env: NodeJS.ProcessEnv
/** A folder into which the tarball was installed under Node 20 by somebody whose home was empty. */
const inApp = (words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  run(words, { cwd: join(folder, 'app'), env: { ...env, ...more } })
const wuku = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  inApp(['node', join(folder, 'app/node_modules/wuku/bin/wuku.js'), ...args], more)
const withoutCache = async (): Promise<NodeJS.ProcessEnv> => ({ XDG_CACHE_HOME: await mkdtemp(join(folder, 'cache-')) })

let installed: Ended
beforeAll(async () => {
  env = {
    PATH: [await provisionOldNode(), process.env['PATH']].join(delimiter),
    HOME: join(folder, 'home'),
    npm_config_cache: join(repository, '.cache', 'npm'),
    // What this machine needs to reach a registry at all.
    NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
    NO_COLOR: '1',
  }
  for (const name of ['home', 'app', 'notes']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'app/package.json'), '{}')
  await writeFile(join(folder, 'notes/tides.md'), '# Tides\n\nThe harbour of Saltmarsh runs dry twice a day.\n')
  const packed = await run(['npm', 'pack', '--ignore-scripts', '--pack-destination', folder], { cwd: repository, env })
  expect(packed).toMatchObject({ code: 0 })
  installed = await inApp(['npm', 'install', '--no-audit', '--no-fund', join(folder, 'wuku-0.1.0.tgz')])
})

describe('the package of npm under Node 20', () => {
  it('is installed without a warning about the engine', () => {
    expect(installed.stderr).not.toContain('EBADENGINE')
    expect(installed.code).toBe(0)
  })

  it('fetches a Node once, and says so on standard error', async () => {
    expect((await inApp(['node', '--version'])).stdout).toMatch(/^v20\./)
    const first = await inApp(['npx', 'wuku', '--version'])
    expect(first).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: expect.stringContaining('wuku fetches node-') })
    expect(await wuku(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  it('starts, adds, recalls and speaks MCP', async () => {
    const started = await inApp(['npx', 'wuku', 'start', join(folder, 'notes')])
    expect(started).toMatchObject({ code: 0, stdout: expect.stringContaining('npx wuku recall') })
    expect(started.stdout).not.toContain(join(folder, 'home/.cache'))
    expect(await wuku(['add', join(folder, 'notes')])).toMatchObject({ code: 0 })
    expect((await wuku(['recall', 'Saltmarsh'])).stdout).toContain('tides.md')
    expect(await wuku(['mcp'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('is fetched by two at once, and neither breaks the other', async () => {
    const cache = await withoutCache()
    const both = await Promise.all([wuku(['--version'], cache), wuku(['--version'], cache)])
    for (const ended of both) expect(ended).toMatchObject({ code: 0, stdout: '0.1.0\n' })
    expect(await readdir(join(cache['XDG_CACHE_HOME'] ?? '', 'wuku'))).toHaveLength(1)
  })

  it('offline says what to run, and then runs', async () => {
    const offline = { ...(await withoutCache()), WUKU_OFFLINE: '1' }
    const refused = await wuku(['--version'], offline)
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('WUKU_OFFLINE is set') })
    const remedy = /npm install .*/.exec(refused.stderr)?.[0] ?? ''
    expect(await inApp(['bash', '-c', remedy], offline)).toMatchObject({ code: 0 })
    expect(await wuku(['--version'], offline)).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  it('without npm says where a Node is', async () => {
    const bare = { ...(await withoutCache()), PATH: await provisionOldNode() }
    const refused = await wuku(['--version'], bare)
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('https://nodejs.org') })
    expect(refused.stderr).toContain('npm, which would fetch one, is not there')
  })

  it('run by npx alone is started by npx again', async () => {
    const line = ['npx', '-y', '--package', join(folder, 'wuku-0.1.0.tgz'), 'wuku', 'start', join(folder, 'notes')]
    const { code, stdout } = await run(line, { cwd: join(folder, 'notes'), env })
    expect(stdout).toContain('-- npx -y wuku mcp')
    expect(stdout).not.toContain('_npx')
    expect(code).toBe(0)
  })
})

it('a Node whose bytes differ from the hash of the launcher is not installed', async () => {
  const launcher = await import(join(repository, 'bin/runtime.js'))
  const wanted: string = launcher.runtimes['linux-x64']
  const place = await mkdtemp(join(folder, 'pinned-'))
  launcher.writeLock(place, wanted, launcher.integrities[wanted].replace(/-..../, '-AAAA'))
  const { code, stderr } = await run(['npm', 'ci', '--prefix', place, '--force', '--ignore-scripts'], {
    cwd: place,
    env,
  })
  expect(stderr).toContain('EINTEGRITY')
  expect(code).not.toBe(0)
  expect(await readdir(place)).not.toContain('node_modules')
})

it('a clone brings the same Node as the launcher fetches', async () => {
  const brought: { optionalDependencies: Record<string, string> } = JSON.parse(
    await readFile(join(repository, 'scripts/runtime/package.json'), 'utf8'),
  )
  const { runtimes }: { runtimes: Record<string, string> } = await import(join(repository, 'bin/runtime.js'))
  const names = Object.entries(brought.optionalDependencies).map(([name, version]) => `${name}@${version}`)
  expect(Object.values(runtimes)).toEqual(expect.arrayContaining(names))
})
