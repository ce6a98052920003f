/** Makes `dist` from the packages: one bundle, since reading hundreds of small files is what makes a start slow. */
import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RolldownOutput } from 'rolldown'
import { buildConsole, consoleSources } from './build-console.ts'
import { createChunkName } from './chunks.ts'
import { inlineFacades } from './inline-facades.ts'
import { licencesOf } from './licences.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
/** Holds the stamp of the sources that `dist` was made from. */
const stampFile = join(dist, 'made-from')
const GRAMMARS = 'packages/code/grammars'

const program = [
  'scripts/build.ts',
  'scripts/build-console.ts',
  'scripts/chunks.ts',
  'scripts/inline-facades.ts',
  'scripts/licences.ts',
  'package-lock.json',
  GRAMMARS,
]
const web = consoleSources(root)
const sources = readdirSync(join(root, 'packages'))
  .filter((name) => name !== 'console')
  .map((name) => join('packages', name, 'src'))
const stamp = stampOf([...sources, ...program, ...web])
/** The console takes longer to make than all else, and changes less often: it has a stamp of its own. */
const consoleStamp = web.length === 0 ? undefined : stampOf([...program, ...web])
const consoleStampFile = 'console-made-from'
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

/** Built in another folder and then renamed: nobody ever starts half a program. */
async function build(): Promise<void> {
  const started = performance.now()
  const draft = `${dist}.${randomUUID()}`
  try {
    const bundle = await bundleInto(join(draft, 'app'))
    if (!bundle) return
    const entries = bundle.output.flatMap((part) => (part.type === 'chunk' && part.isEntry ? [part.fileName] : []))
    inlineFacades(join(draft, 'app'), entries)
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'THIRD-PARTY-LICENSES'), licencesOf(modulesOf(bundle)))
    cpSync(join(root, GRAMMARS), join(draft, 'grammars'), { recursive: true })
    await addConsole(draft)
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

function modulesOf({ output }: RolldownOutput): readonly string[] {
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
}

/** Without it the server says how to build it. */
async function addConsole(draft: string): Promise<void> {
  if (consoleStamp === undefined) return void console.log('the packages of the console are not installed: left out')
  const folder = join(draft, 'console')
  const known = join(dist, consoleStampFile)
  const isKnown = existsSync(known) && readFileSync(known, 'utf8') === consoleStamp
  if (isKnown) cpSync(join(dist, 'console'), folder, { recursive: true })
  else await buildConsole({ root, folder })
  writeFileSync(join(draft, consoleStampFile), consoleStamp)
}

/** All packages are those of developers, since what is built holds what it needs of them: `--omit=dev` leaves nothing to build with. */
async function bundleInto(folder: string): Promise<RolldownOutput | undefined> {
  const rolldown = await import('rolldown').catch(() => undefined)
  if (!rolldown)
    return void console.log('no bundler installed: run "npm install" without --omit=dev, then "npm run build"')
  return rolldown.build({
    cwd: root,
    plugins: [
      {
        name: 'without-examples',
        transform: {
          filter: { id: /\.en\.json$/ },
          // Examples of values are there for types alone.
          handler: (code) => JSON.stringify(JSON.parse(code, (key, value) => (key === 'with' ? undefined : value))),
        },
      },
    ],
    input: {
      main: 'packages/cli/src/main.ts',
      worker: 'packages/cli/src/worker.ts',
      'engine-thread': 'packages/cli/src/serve/engine-thread.ts',
      convert: 'packages/formats/src/converter/child.ts',
      onnx: 'packages/models/src/onnx/worker.ts',
      'yaml-parser': 'packages/settings/src/yaml-parser.ts',
    },
    platform: 'node',
    // Entries of chunks may hold what others import from them.
    preserveEntrySignatures: 'allow-extension',
    // The entry that Node finds loads its parts in a way that no bundler follows.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    // The code by Emscripten in web-tree-sitter evaluates only code that a grammar brings; ours bring none.
    checks: { eval: false },
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'starts', name: createChunkName(root) }],
      },
      comments: { legal: true },
      // A third of the weight. Names stay, for those who read a stack.
      minify: {
        compress: true,
        mangle: { keepNames: { function: true, class: true } },
        codegen: { removeWhitespace: true },
      },
    },
    logLevel: 'warn',
  })
}
