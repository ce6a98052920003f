/**
 * Makes `packages/code/grammars` from npm packages: `node scripts/grammars.ts <folder with node_modules>`. The versions below are the ones
 * that the rules in `packages/code/src/languages` were written for: with another one, types of nodes may be called otherwise.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

interface Grammar {
  readonly name: string
  readonly package: string
  readonly version: string
  /** File in the package; `tree-sitter-<name>.wasm` by default. */
  readonly file?: string
  /** The package of the grammar's authors, in the version with its licence, if another package only built it. */
  readonly of?: { readonly package: string; readonly version: string }
}

const own = (name: string, version: string): Grammar => ({ name, version, package: `tree-sitter-${name}` })
const shared = (name: string, version: string): Grammar => ({
  name,
  version,
  package: `@tree-sitter-grammars/tree-sitter-${name}`,
})
const built = (name: string, version: string): Grammar => ({
  name,
  package: '@repomix/tree-sitter-wasms',
  version: '0.1.17',
  file: `out/tree-sitter-${name}.wasm`,
  of: { package: `tree-sitter-${name}`, version },
})

const grammars: readonly Grammar[] = [
  own('bash', '0.25.1'),
  own('c', '0.24.1'),
  { ...own('c-sharp', '0.23.5'), file: 'tree-sitter-c_sharp.wasm' },
  own('cpp', '0.23.4'),
  own('css', '0.25.0'),
  built('dart', '1.0.0'),
  own('elixir', '0.3.5'),
  own('go', '0.25.0'),
  own('haskell', '0.23.1'),
  own('html', '0.23.2'),
  own('java', '0.23.5'),
  own('javascript', '0.25.0'),
  shared('kotlin', '1.1.0'),
  shared('lua', '0.4.1'),
  own('php', '0.24.2'),
  own('python', '0.25.0'),
  own('ruby', '0.23.1'),
  { name: 'runtime', package: 'web-tree-sitter', version: '0.27.1', file: 'web-tree-sitter.wasm' },
  own('rust', '0.24.0'),
  own('scala', '0.24.0'),
  built('swift', '0.7.1'),
  { ...own('typescript', '0.23.2'), name: 'tsx', file: 'tree-sitter-tsx.wasm' },
  own('typescript', '0.23.2'),
  shared('zig', '1.1.2'),
]

const folder = join('packages', 'code', 'grammars')
const given = process.argv[2]
if (given === undefined || !existsSync(join(given, 'node_modules'))) {
  console.error(`First, in a folder of its own:\n\n${installCommand()}\n\nThen: node scripts/grammars.ts <that folder>`)
  process.exitCode = 1
} else make(join(given, 'node_modules'))

function installCommand(): string {
  const wanted = grammars.flatMap((each) => [each, ...(each.of ? [each.of] : [])])
  return `npm install --ignore-scripts --legacy-peer-deps ${[...new Set(wanted.map((each) => `${each.package}@${each.version}`))].join(' ')}`
}

function make(modules: string): void {
  const rows = grammars.map((grammar) => {
    const { license } = installed(modules, grammar)
    const wasm = readFileSync(join(modules, grammar.package, grammar.file ?? `tree-sitter-${grammar.name}.wasm`))
    pack(join(folder, `${grammar.name}.wasm.br`), wasm)
    return `| ${[grammar.name, ...originOf(modules, grammar, license), sha256(wasm)].join(' | ')} |`
  })
  writeFileSync(join(folder, 'README.md'), readme(rows))
  writeFileSync(join(folder, 'LICENSES'), licences(modules))
}

function installed(modules: string, wanted: Pick<Grammar, 'package' | 'version'>): { readonly license: string } {
  const found: { version: string; license: string } = JSON.parse(
    readFileSync(join(modules, wanted.package, 'package.json'), 'utf8'),
  )
  if (found.version === wanted.version) return found
  throw new Error(`${wanted.package} is installed as ${found.version}, but ${wanted.version} is wanted`)
}

/** Compressing takes seconds each: what is there already stays. */
function pack(path: string, wasm: Buffer): void {
  if (existsSync(path) && brotliDecompressSync(readFileSync(path)).equals(wasm)) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(path, brotliCompressSync(wasm, { params }))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function originOf(modules: string, { package: name, version, of }: Grammar, license: string): readonly string[] {
  if (!of) return [name, version, license]
  return [`${name}, from ${of.package}`, version, `${license}, ${installed(modules, of).license}`]
}

function readme(rows: readonly string[]): string {
  return `# Grammars

Parsers that wuku reads code with: WebAssembly as its authors publish it on npm, compressed with brotli and not changed. \`runtime\` is the machine that
they run in. \`scripts/grammars.ts\` makes this folder; licences are in \`LICENSES\`. SQL and Markdown are read without a grammar.

| grammar | npm package | version | licence | sha256 of the wasm |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

function licences(modules: string): string {
  const wanted = grammars.flatMap((each) => [each, ...(each.of ? [each.of] : [])])
  const byName = new Map(wanted.map((each) => [each.package, each]))
  return `${[...byName.values()].map((each) => licenceOf(modules, each)).join('\n\n')}\n`
}

function licenceOf(modules: string, wanted: Pick<Grammar, 'package' | 'version'>): string {
  const { license } = installed(modules, wanted)
  const place = join(modules, wanted.package)
  const file = readdirSync(place).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file) throw new Error(`${wanted.package} has no file with its licence`)
  return `## ${wanted.package} ${wanted.version} (${license})\n\n${readFileSync(join(place, file), 'utf8').trim()}`
}
