import { mkdir, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { run } from './cli-house.ts'
import { openHome } from './mcp-home.ts'
import { serve, type Served } from './serve/server-house.ts'
import { sharedFolder } from '../scratch.ts'

const repository = join(import.meta.dirname, '../..')
const folder = sharedFolder()
const home = openHome(sharedFolder())
/** Tarballs of two versions, of which the second has no part in common with the first. */
let versions: { readonly old: string; readonly new: string }
beforeAll(async () => {
  const packed = await run(['npm', 'pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: repository,
    env: process.env,
  })
  expect(packed.code).toBe(0)
  const old = join(folder, 'wuku-0.1.0.tgz')
  versions = { old, new: await nextVersion(old) }
})

/** Another build of the program, as an upgrade brings it: each part has another name. */
async function nextVersion(tarball: string): Promise<string> {
  const place = join(folder, 'next')
  await mkdir(place)
  expect((await run(['tar', 'xzf', tarball, '-C', place], { cwd: folder, env: process.env })).code).toBe(0)
  const app = join(place, 'package/dist/app')
  const names = await readdir(app)
  const renamed = new Map(
    names
      .filter((name) => /-[\w-]{8}\.js$/.test(name))
      .map((name) => [name, name.replace(/.{8}\.js$/, (end) => `${end.slice(4, 8)}${end.slice(0, 4)}.js`)]),
  )
  for (const name of names) {
    const text = await readFile(join(app, name), 'utf8')
    const mended = text.replaceAll(/[\w.-]+-[\w-]{8}\.js/g, (each) => renamed.get(each) ?? each)
    await writeFile(join(app, name), mended)
    await rename(join(app, name), join(app, renamed.get(name) ?? name))
  }
  const manifest = join(place, 'package/package.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"version": "0.1.0"', '"version": "0.2.0"'))
  const packing = ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder]
  expect((await run(packing, { cwd: join(place, 'package'), env: process.env })).code).toBe(0)
  return join(folder, 'wuku-0.2.0.tgz')
}

interface Installed {
  readonly launcher: string
  install(tarball: string): Promise<void>
  version(): Promise<string>
}

async function installOld(): Promise<Installed> {
  const place = await mkdtemp(join(folder, 'app-'))
  await writeFile(join(place, 'package.json'), '{}')
  const launcher = join(place, 'node_modules/wuku/bin/wuku.js')
  const install = async (tarball: string): Promise<void> => {
    const ended = await run(['npm', 'install', '--no-audit', '--no-fund', '--offline', tarball], {
      cwd: place,
      env: process.env,
    })
    expect(ended).toMatchObject({ code: 0 })
  }
  await install(versions.old)
  const version = async (): Promise<string> => {
    const { stdout } = await run([process.execPath, launcher, '--version'], { cwd: place, env: home.env })
    return stdout.trim()
  }
  return { launcher, install, version }
}

/** Each needs parts of the program that the questions before it did not. */
const questions: readonly (readonly [name: string, given: Record<string, unknown>])[] = [
  ['search', { query: 'harbour' }],
  ['recall', { query: 'when does Saltmarsh run dry' }],
  ['create-workflow', { name: 'After the upgrade', project_scope: '/work' }],
  ['list-workflows', {}],
  ['recall', { query: '涨潮', kinds: ['notes'], mode: 'lexical', explain: true }],
  ['list-tags', {}],
  ['search-libraries', { query: 'none' }],
  ['status', {}],
]

it('an agent goes on to be answered when the package is replaced under its wuku mcp', async () => {
  const { launcher, install, version } = await installOld()
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const args = [launcher, 'mcp', '--tools', 'all']
  const env = Object.fromEntries(Object.entries(home.env).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  onTestFinished(() => client.close())
  await client.listTools()
  await install(versions.new)
  expect(await version()).toBe('0.2.0')
  for (const [name, given] of questions) {
    const { content, isError } = await client.callTool({ name, arguments: given })
    expect({ name, content, isError: isError ?? false }).toMatchObject({ isError: false })
  }
})

it('a server goes on to answer, index and convert when the package is replaced under it', async () => {
  const { launcher, install, version } = await installOld()
  const server = await serve({ ...home, launcher })
  expect((await server.ask('/api/v1/user/info')).status).toBe(200)
  await install(versions.new)
  expect(await version()).toBe('0.2.0')
  expect(await post(server, 'recall', { query: 'Saltmarsh' })).toMatchObject({ status: 200 })
  expect(await post(server, 'create-library', { name: 'Handbook' })).toMatchObject({ status: 200 })
  // A page of HTML goes through the process that converts, which begins only now.
  const documents = [{ path: 'page.html', text: '<h1>Quays</h1><p>The quay of Saltmarsh is made of oak.</p>' }]
  const added = await post(server, 'add-documents', { library: 'Handbook', version: '1.0.0', documents })
  expect(added).toMatchObject({ status: 200 })
  expect((await post(server, 'recall', { query: 'quay of oak' })).text).toContain('page.html')
  expect((await fetch(server.url)).status).toBe(200)
  // The program that agents are told to start is the one that is installed, not the copy that this server runs from.
  const { text } = await post(server, 'connect-clients', { client: 'cursor' })
  expect(text).toContain(launcher)
})

async function post(server: Served, operation: string, given: object): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await server.ask(`/api/v1/operations/${operation}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(given),
  })
  return { status: answer.status, text: await answer.text() }
}
