import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { once } from '@wuku/core/once'
import { provisionNode, type Release } from '../../../scripts/provision-old-node.ts'
import { pdfOf } from '../../../packages/formats/test/converter/pdf-making.ts'
import { run, type Ended } from '../cli-house.ts'
import { writeFiles } from '../../scratch.ts'

const repository = join(import.meta.dirname, '../../..')

/** A person whose home is empty, and whose PATH holds Node, npm and nothing else. */
export interface Newcomer {
  readonly folder: string
  readonly home: string
  readonly installed: Ended
  readonly package: string
  readonly env: NodeJS.ProcessEnv
  npm(...words: readonly string[]): Promise<Ended>
  wuku(...words: readonly string[]): Promise<Ended>
  leave(): Promise<void>
}

export async function newcomerWith(release: Release): Promise<Newcomer> {
  const folder = await mkdtemp(join(tmpdir(), 'wuku-newcomer-'))
  const [bin, home, prefix] = [join(folder, 'bin'), join(folder, 'home'), join(folder, 'prefix')]
  for (const place of [bin, home, prefix]) await mkdir(place)
  await symlink(join(await provisionNode(release), 'node'), join(bin, 'node'))
  await symlink(await realpath(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), join(bin, 'npm'))
  await furnish(folder)
  const env: NodeJS.ProcessEnv = {
    PATH: bin,
    HOME: home,
    NO_COLOR: '1',
    npm_config_prefix: prefix,
    npm_config_cache: join(repository, '.cache', 'npm'),
    npm_config_prefer_offline: 'true',
    // What this machine needs to reach a registry at all.
    NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
  }
  const place = { cwd: folder, env }
  const npm = (...words: readonly string[]): Promise<Ended> => run([join(bin, 'npm'), ...words], place)
  return {
    folder,
    home,
    env,
    npm,
    installed: await npm('install', '--global', await packed()),
    package: join(prefix, 'lib/node_modules/wuku'),
    wuku: (...words) => run([join(prefix, 'bin/wuku'), ...words], place),
    leave: () => rm(folder, { recursive: true, force: true }),
  }
}

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const packed = once(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wuku-package-'))
  folders.push(folder)
  const words = ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder]
  const { code, stdout, stderr } = await run(words, { cwd: repository, env: process.env })
  if (code !== 0) throw new Error(stderr)
  return join(folder, stdout.trim())
})

const things: Readonly<Record<string, string | Uint8Array>> = {
  'notes/tides.md': '# Tides\n\nThe harbour of Saltmarsh runs dry twice a day.\n',
  'papers/barge.pdf': pdfOf({ pages: [[{ text: 'Manual of the quokka barge', x: 72, y: 700, size: 20 }]] }),
  'papers/list.md': '# Papers\n\nOne manual.\n',
  'code/ferry.ts': 'export function departFrom(pier: string): string {\n  return pier\n}\n',
}

async function furnish(folder: string): Promise<void> {
  writeFiles(folder, things)
}
