/** Fetches the programs that the tests let talk to wuku. Nobody here wrote them, which is the point. */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Clients {
  /** The MCP Inspector; run with `--cli`. */
  readonly inspector: string
  /** A coding agent for the terminal. Its model is a script of ours on the loopback. */
  readonly agent: string
}

const wanted = {
  inspector: { name: '@modelcontextprotocol/inspector', version: '2.12.0', starts: 'clients/launcher/build/index.js' },
  agent: { name: '@google/gemini-cli', version: '0.61.0', starts: 'bundle/gemini.js' },
} as const

/** Generators of clients for REST, with the TypeScript that they need, and a validator of OpenAPI. */
const restTools = {
  '@hey-api/openapi-ts': '0.99.0',
  '@seriousme/openapi-schema-validator': '2.11.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
} as const

type Wanted = (typeof wanted)[keyof typeof wanted]

const shelf = join(import.meta.dirname, '..', '.cache', 'clients')

/** Scripts that Node runs; nothing is fetched when they are there. */
export async function provisionClients(): Promise<Clients> {
  return { inspector: await provision(wanted.inspector), agent: await provision(wanted.agent) }
}

/** The folder that they are installed in. */
export function provisionRestTools(): Promise<string> {
  const packages = Object.entries(restTools).map(([name, version]) => `${name}@${version}`)
  return provisionPackages(`rest-tools-${hash('sha256', packages.join()).slice(0, 12)}`, packages)
}

async function provision(client: Wanted): Promise<string> {
  const { name, version, starts } = client
  const folder = `${name.replaceAll(/[@/]+/g, '-').slice(1)}-${version}`
  return join(await provisionPackages(folder, [`${name}@${version}`]), 'node_modules', name, starts)
}

/** Installed aside and then renamed: what stands on the shelf is complete, also when two test runs fetch it at once. */
async function provisionPackages(folder: string, packages: readonly string[]): Promise<string> {
  const place = join(shelf, folder)
  if (!existsSync(place)) {
    const aside = `${place}.${process.pid}`
    await mkdir(aside, { recursive: true })
    await writeFile(join(aside, 'package.json'), '{ "private": true }\n')
    install(packages, aside)
    await rename(aside, place).catch(() => rm(aside, { recursive: true }))
  }
  return place
}

/** No scripts of strangers run, and nothing is compiled: the optional parts are for terminals and key rings. */
function install(packages: readonly string[], folder: string): void {
  const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...flags, ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`npm could not install ${packages.join(' ')}. The tests with real clients need a registry once.`)
}

if (import.meta.main) console.log(await provisionClients(), await provisionRestTools())
