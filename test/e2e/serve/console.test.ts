import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { openHome, wuku, type Home } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { ADMIN_KEY } from './team-house.ts'
import { sharedFolder, writeFiles } from '../../scratch.ts'

const home = openHome(sharedFolder())
const team = openHome(sharedFolder())

function run(args: readonly string[], { env }: Home, more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [wuku, ...args], {
    env: { ...env, DISPLAY: '', WAYLAND_DISPLAY: '', ...more },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const loginBy = ({ url }: Served, address: string): Promise<Response> =>
  fetch(`${url}/api/v1/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URL(address).hash.replace('#code=', '') }),
  })

it('says how to start a server where none runs', () => {
  const { status, stdout, stderr } = run(['console'], home)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('wuku mcp --http --daemon')
})

it('prints an address that opens the console once', async () => {
  const server = await serve(home)
  const { status, stdout, stderr } = run(['console', '--print'], home)
  expect([status, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^http:\S+\/#code=[\w-]{43}\n$/)])
  expect([(await loginBy(server, stdout)).status, (await loginBy(server, stdout)).status]).toEqual([200, 401])
  expect(run(['console'], home).stdout).toMatch(/^Open this address in a browser: http:/)
  const told = JSON.parse(run(['console', '--json'], home).stdout) as Record<string, unknown>
  expect(told).toEqual({ url: expect.stringContaining('/#code='), mode: 'local', opened: false })
})

it('opens a browser, whose arguments hold no code', async () => {
  const server = await serve(home)
  const folder = join(home.env['WUKU_HOME'] ?? '', 'bin')
  const noted = join(folder, 'noted')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > '${noted}'\n`)
  await chmod(join(folder, 'xdg-open'), 0o755)
  const env = { DISPLAY: ':9', PATH: `${folder}:${home.env['PATH']}` }
  expect(run(['console'], home, env).stdout).toContain('opens in your browser')
  const page = await readFile(noted, 'utf8')
  expect(page).not.toContain('code=')
  expect(statSync(page).mode & 0o777).toBe(0o600)
  const address = /url=([^"]+)"/.exec(await readFile(page, 'utf8'))?.[1] ?? ''
  expect((await loginBy(server, address)).status).toBe(200)
  await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\nexit 4\n')
  expect(run(['console'], home, env).stdout).toMatch(/^Open this address/)
})

it('with accounts the address holds no code', async () => {
  const server = await serve(team, [], { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY })
  const { stdout } = run(['console', '--print'], team)
  expect(stdout).toBe(`${server.url}/\n`)
})

/** The built program in another folder, as npm installs it, with this console or with none. */
async function installed(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const root = dirname(dirname(wuku))
  await mkdir(join(folder, 'dist'), { recursive: true })
  for (const name of ['bin', 'dist/app', 'dist/grammars', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFiles(join(folder, 'dist/console'), files)
  return join(folder, 'bin/wuku.js')
}

async function urlOf(program: string, { env }: Home): Promise<string> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return (JSON.parse(line) as { readonly url: string }).url
}

it('is sent by the program as it is installed', async () => {
  const folder = join(home.env['WUKU_HOME'] ?? '', 'with')
  const files = { 'index.html': '<!doctype html><title>wuku</title>', 'assets/a-1.js': 'export {}' }
  const url = await urlOf(await installed(folder, files), home)
  const page = await fetch(`${url}/notes/handbook`)
  expect([page.status, await page.text()]).toEqual([200, files['index.html']])
  expect((await fetch(`${url}/assets/a-1.js`)).headers.get('cache-control')).toContain('immutable')
  expect((await fetch(`${url}/assets/b-1.js`)).status).toBe(404)
  expect((await fetch(`${url}/health`)).headers.get('content-type')).toContain('json')
})

it('is said to be missing where it was not built', async () => {
  const folder = join(home.env['WUKU_HOME'] ?? '', 'without')
  const url = await urlOf(await installed(folder, {}), home)
  expect(await (await fetch(`${url}/`)).text()).toContain('npm run build')
})
