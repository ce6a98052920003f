/**
 * Makes what a release holds, in `release/` or `--to`: the package of npm, its list of parts (CycloneDX) and checksums. `--publish` hands the
 * package to npm with its provenance, which only a runner of the pipeline can sign.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

export const root: string = dirname(dirname(fileURLToPath(import.meta.url)))

export const manifest: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

export function run(command: string, args: readonly string[], cwd = root): string {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed.`, { cause: error })
  return stdout
}

/** The package as users install it. */
export function packNpm(folder: string): string {
  const [made] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])) as [
    { filename: string },
  ]
  return join(folder, made.filename)
}

interface Component {
  readonly name: string
  readonly version: string
  readonly 'bom-ref': string
  readonly [more: string]: unknown
}

interface Bom {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
  readonly metadata: { readonly component: Component }
}

/** All packages that the bundles are made of, and none that only builds them. */
export function billOfMaterials(): Bom {
  const bom = JSON.parse(
    run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--legacy-peer-deps']),
  ) as Bom
  const bundled = bundledPackages()
  const components = [
    ...bom.components.filter(({ name, version }) => bundled.has(`${name} ${version}`)),
    ...grammarComponents(),
  ]
  const kept = new Set([...components, bom.metadata.component].map((each) => each['bom-ref']))
  const own = { ref: bom.metadata.component['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }
  const others = bom.dependencies.filter(({ ref }) => kept.has(ref) && ref !== own.ref)
  const between = others.map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: dependsOn.filter((each) => kept.has(each)),
  }))
  // npm calls the component by its folder.
  const metadata = { ...bom.metadata, component: { ...bom.metadata.component, name: manifest.name } }
  return { ...bom, metadata, components, dependencies: [own, ...between] }
}

/** WebAssembly in `packages/code/grammars`, which no lockfile names: each row of its table, with the hash of its bytes. */
function grammarComponents(): readonly Component[] {
  const table = readFileSync(join(root, 'packages/code/grammars/README.md'), 'utf8')
  const rows = table.matchAll(/^\| (\S+) \| ([^|]+?) \| (\S+) \| ([^|]+?) \| ([0-9a-f]{64}) \|$/gm)
  return [...rows].map(([, grammar = '', from = '', version = '', licence = '', sha256 = '']) => {
    // "tree-sitter-x, from y": y built what x wrote.
    const name = from.split(', from ')[0] ?? from
    return {
      type: 'library',
      'bom-ref': `grammar/${grammar}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
      licenses: [{ expression: licence.split(', ').join(' AND ') }],
      hashes: [{ alg: 'SHA-256', content: sha256 }],
      properties: [{ name: 'wuku:file', value: `dist/grammars/${grammar}.wasm.br` }],
    }
  })
}

/** `name version`, as the licences in the package list them. */
export function bundledPackages(): ReadonlySet<string> {
  const files = ['dist/THIRD-PARTY-LICENSES', 'dist/console/THIRD-PARTY-LICENSES.txt']
  const heads = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^## (\S+ \d\S*) \(/gm)])
  return new Set(heads.map(([, package_ = '']) => package_))
}

export function writeChecksums(folder: string): void {
  const lines = globSync('*', { cwd: folder })
    .filter((name) => name !== 'SHA256SUMS')
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

function makeRelease(folder: string): void {
  run('node', ['scripts/build.ts'])
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const tarball = packNpm(folder)
  const bill = join(folder, `${manifest.name}-${manifest.version}.cdx.json`)
  writeFileSync(bill, `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
  writeChecksums(folder)
  console.log(`${basename(tarball)} and its bill of materials lie in ${folder}`)
  if (values.publish) run('npm', ['publish', tarball, '--provenance', '--access', 'public'])
}

const { values } = parseArgs({
  options: { to: { type: 'string', default: join(root, 'release') }, publish: { type: 'boolean', default: false } },
  strict: import.meta.main,
})
if (import.meta.main) makeRelease(resolve(String(values.to)))
