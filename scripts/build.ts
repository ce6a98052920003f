/** Makes `dist` from `src`: one bundle, since reading hundreds of small files is what makes a start slow. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputChunk, RolldownOutput } from 'rolldown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
/** Holds the stamp of the sources that `dist` was made from. */
const stampFile = join(dist, 'made-from')

const stamp = stampOf(['src', 'scripts/build.ts', 'package-lock.json'])
if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) console.log('dist is up to date')
else await build()

/** Paths, sizes and times of the sources: no file is read. */
function stampOf(places: readonly string[]): string {
  const hash = createHash('sha256').update(process.versions.node)
  for (const path of places.flatMap((place) => filesIn(join(root, place)))) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

function filesIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Built beside and then renamed: nobody ever starts half a program. */
async function build(): Promise<void> {
  const started = performance.now()
  const draft = `${dist}.${randomUUID()}`
  try {
    const bundle = await bundleInto(join(draft, 'app'))
    if (!bundle) return
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'THIRD-PARTY-LICENSES'), licencesOf(bundle))
    writeFileSync(join(draft, 'made-from'), stamp)
    const old = `${draft}.old`
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(draft, dist)
    rmSync(old, { recursive: true, force: true })
    console.log(`dist made in ${Math.round(performance.now() - started)} ms`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Without the bundler, as after `npm install --omit=dev`, wuku runs its sources; it only starts more slowly. */
async function bundleInto(folder: string): Promise<RolldownOutput | undefined> {
  const rolldown = await import('rolldown').catch(() => undefined)
  if (!rolldown) return void console.log('no bundler installed: wuku will run its sources')
  return rolldown.build({
    cwd: root,
    input: {
      main: 'src/app/main.ts',
      worker: 'src/app/worker.ts',
      'engine-thread': 'src/app/serve/engine-thread.ts',
      convert: 'src/adapters/formats/child.ts',
      onnx: 'src/adapters/models/onnx/worker.ts',
    },
    // Native: it finds its library beside itself.
    external: ['@llamaindex/liteparse'],
    platform: 'node',
    // What Node finds of it asks for its parts in a way that no bundler follows.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    // What Emscripten put into web-tree-sitter evaluates only what a grammar brings for it; ours bring nothing.
    checks: { eval: false },
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      comments: { legal: true },
    },
    logLevel: 'warn',
  })
}

/** What is bundled is passed on, so its licences are too. */
function licencesOf({ output }: RolldownOutput): string {
  const chunks = output.filter((part): part is OutputChunk => part.type === 'chunk')
  const folders = new Set(chunks.flatMap(({ moduleIds }) => moduleIds).flatMap(packageFolderOf))
  return [...folders].toSorted().map(licenceOf).join('\n\n')
}

function packageFolderOf(module: string): readonly string[] {
  const at = module.lastIndexOf(`${sep}node_modules${sep}`)
  if (at < 0) return []
  const [first = '', second = ''] = module.slice(at + 14).split(sep)
  return [join(module.slice(0, at), 'node_modules', first.startsWith('@') ? join(first, second) : first)]
}

function licenceOf(folder: string): string {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `## ${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}`
}
