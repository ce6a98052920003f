/** Fetches the programs that the tests let talk to wuku. Nobody here wrote them, which is the point. */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Wanted {
  readonly name: string
  readonly version: string
  /** A script for Node, or a program of this platform; `*` for a folder that is called by the platform. */
  readonly starts: string
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

const wanted = {
  /** The MCP Inspector; run with `--cli`. */
  inspector: { name: '@modelcontextprotocol/inspector', version: '2.12.0', starts: 'clients/launcher/build/index.js' },
  /** The conformance suite of the protocol. */
  conformance: { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12', starts: 'dist/index.js' },
  /** A client for the terminal. */
  mcporter: { name: 'mcporter', version: '0.9.0', starts: 'dist/cli.js' },
  /** Coding agents for the terminal. Their model is a script of ours on the loopback. */
  gemini: { name: '@google/gemini-cli', version: '0.61.0', starts: 'bundle/gemini.js' },
  claude: {
    name: `@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
    version: '2.1.328',
    starts: 'claude',
  },
  codex: {
    name: '@openai/codex',
    version: `0.169.0-${process.platform}-${process.arch}`,
    starts: 'vendor/*/bin/codex',
  },
  opencode: { name: `opencode-${platform}`, version: '1.18.33', starts: 'bin/opencode' },
  qwen: { name: '@qwen-code/qwen-code', version: '0.24.4', starts: 'cli.js' },
  copilot: { name: `@github/copilot-${process.platform}-${process.arch}`, version: '1.0.102', starts: 'copilot' },
} as const satisfies Record<string, Wanted>

/** Generators of clients for REST, with the TypeScript that they need, and a validator of OpenAPI. */
const restTools = {
  '@hey-api/openapi-ts': '0.99.0',
  '@seriousme/openapi-schema-validator': '2.11.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
} as const

export type ClientName = keyof typeof wanted

const shelf = join(import.meta.dirname, '..', '.cache', 'clients')

/** The script or program of a client; nothing is fetched when it is there. */
export async function provisionClient(client: ClientName): Promise<string> {
  const { name, version, starts } = wanted[client]
  const folder = `${name.replaceAll(/[@/]+/g, '-').replace(/^-/, '')}-${version}`
  const place = await provisionPackages(folder, [`${name}@${version}`])
  const [found] = globSync(starts, { cwd: join(place, 'node_modules', name) })
  return join(place, 'node_modules', name, found ?? starts)
}

/** The folder that they are installed in. */
export function provisionRestTools(): Promise<string> {
  const packages = Object.entries(restTools).map(([name, version]) => `${name}@${version}`)
  return provisionPackages(`rest-tools-${hash('sha256', packages.join()).slice(0, 12)}`, packages)
}

async function provisionPackages(folder: string, packages: readonly string[]): Promise<string> {
  const place = join(shelf, folder)
  if (!existsSync(place)) {
    const aside = `${place}.${process.pid}`
    await mkdir(aside, { recursive: true })
    await writeFile(join(aside, 'package.json'), '{ "private": true }\n')
    install(packages, aside)
    // Two test runs may fetch it at once: an entry on the shelf is complete, whichever was first.
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

export async function provisionClients(): Promise<void> {
  for (const client of Object.keys(wanted) as ClientName[]) await provisionClient(client)
  await provisionRestTools()
}

if (import.meta.main) await provisionClients()
