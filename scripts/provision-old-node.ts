/** Installs a Node that is too old to run wuku, so that tests start the launcher as users of it would. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const OLD = process.platform === 'darwin' && process.arch === 'arm64' ? '20.18.1' : '20.20.2'
const shelf = join(import.meta.dirname, '..', '.cache', 'old-node')

/** The folder of its program; nothing is fetched when it is there. */
export async function provisionOldNode(): Promise<string> {
  const platform =
    process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? darwinName() : process.platform
  const name = `node-${platform}-${process.arch}`
  const place = join(shelf, OLD)
  const bin = join(place, 'node_modules', name, 'bin')
  if (existsSync(place)) return bin
  const aside = `${place}.${process.pid}`
  await mkdir(aside, { recursive: true })
  const words = ['install', '--prefix', aside, '--no-audit', '--no-fund', `${name}@${OLD}`]
  const { status } = spawnSync('npm', words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error('npm could not install an old Node. The tests of the launcher need a registry once.')
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
  return bin
}

const darwinName = (): string => (process.arch === 'arm64' ? 'bin-darwin' : 'darwin')

if (import.meta.main) console.log(await provisionOldNode())
