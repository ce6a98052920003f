/** Makes the console from `packages/console`: what `wuku serve` sends to browsers, and compressed copies of it. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { licencesOf } from './licences.ts'

export interface ConsolePlaces {
  /** The repository. */
  readonly root: string
  /** The new folder of the console. */
  readonly folder: string
}

/** Its files; none where it is not here, or its packages are not installed, as after `npm install --omit=dev`. */
export function consoleSources(root: string): readonly string[] {
  const web = join(root, 'packages/console')
  if (!existsSync(join(web, 'vite.config.ts')) || !areInstalled(web, root)) return []
  return readdirSync(web)
    .filter((name) => name !== 'node_modules')
    .map((name) => join('packages/console', name))
}

function areInstalled(web: string, root: string): boolean {
  const {
    devDependencies = {},
    dependencies = {},
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'))
  return Object.keys({ ...devDependencies, ...dependencies }).every((name) =>
    [web, root].some((place) => existsSync(join(place, 'node_modules', name))),
  )
}

export async function buildConsole({ root, folder }: ConsolePlaces): Promise<void> {
  // Tests name another: libraries would bring what they say to developers, and twice the weight.
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite')
  const built = await build({
    root: join(root, 'packages/console'),
    configFile: join(root, 'packages/console/vite.config.ts'),
    // A machine that is busy is no news.
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { checks: { bundlerTimings: false } } },
    logLevel: 'warn',
  })
  const modules = [built].flat().flatMap((each) => ('output' in each ? modulesOf(each, root) : []))
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(modules))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) compress(join(folder, name))
}

/** Fonts are of a package too, and in no module. */
const modulesOf = ({ output }: Rolldown.RolldownOutput, root: string): readonly string[] =>
  output.flatMap((part) =>
    part.type === 'chunk'
      ? part.moduleIds
      : part.originalFileNames.map((name) => resolve(root, 'packages/console', name)),
  )

/** Pictures and fonts are compressed already. */
const compressible: ReadonlySet<string> = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])
/** A shorter file takes one block of a disk as it is, and a copy takes another. */
const SHORTEST = 4_096
/** A file takes whole blocks of a disk: Brotli is kept where it saves more than one. */
const BLOCK = 4_096

function compress(path: string): void {
  if (!compressible.has(extname(path)) || statSync(path).size < SHORTEST) return
  const bytes = readFileSync(path)
  const { BROTLI_PARAM_SIZE_HINT: size, BROTLI_PARAM_QUALITY: quality } = constants
  const params = { [size]: bytes.length, [quality]: constants.BROTLI_MAX_QUALITY }
  const [brotli, gzip] = [brotliCompressSync(bytes, { params }), gzipSync(bytes, { level: 9 })]
  writeFileSync(`${path}.gz`, gzip)
  if (gzip.length - brotli.length > BLOCK) writeFileSync(`${path}.br`, brotli)
}
