import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { billOfMaterials } from '../../scripts/release.ts'
import { parts } from '@wuku/core/parts/part'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { runtimes, integrities }: Launcher = await import(join(root, 'bin/runtime.js'))
interface Launcher {
  readonly runtimes: Readonly<Record<string, string>>
  readonly integrities: Readonly<Record<string, string>>
}

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
}

/** Entries of a lockfile that are fetched from a registry, and have no hash. */
const withoutHash = (packages: Readonly<Record<string, Locked>>): readonly string[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path)

describe('what is installed', () => {
  it.each([
    { of: 'the repository', lock: JSON.parse(read('package-lock.json')) },
    ...Object.values(parts).map(({ name, lock }) => ({ of: `the optional part ${name}`, lock })),
  ])('the lockfile of $of names every package with a hash of its bytes', ({ lock }) => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(5)
    expect(withoutHash(lock.packages)).toEqual([])
  })

  it.each(Object.values(parts))('the lock of the part $name is of the version that the program asks for', (part) => {
    expect(part.lock.packages[''].dependencies).toEqual({ [part.package]: part.version })
  })

  it.each(Object.entries(runtimes))('the Node for %s, %s, has a hash of its own in the launcher', (_, wanted) => {
    expect(integrities[wanted]).toMatch(/^sha512-[\w+/]{86}==$/)
  })

  it('a Node in the lockfile has the same hash in the launcher', () => {
    const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(read('package-lock.json'))
    const inBoth = Object.values(runtimes).flatMap((wanted) => {
      const [name = '', version] = wanted.split('@')
      const locked = packages[`node_modules/${name}`]
      return locked?.version === version ? [[wanted, locked?.integrity]] : []
    })
    expect(inBoth.length).toBeGreaterThan(2)
    expect(inBoth).toEqual(inBoth.map(([wanted = '']) => [wanted, integrities[wanted]]))
  })
})

it('no package that is installed asks for a newer Node than the README names', () => {
  const [, major = 0, minor = 0] = (/Node (\d+)\.(\d+) or newer and npm/.exec(read('README.md')) ?? []).map(Number)
  const { packages }: { packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>> } =
    JSON.parse(read('package-lock.json'))
  const tooNew = Object.entries(packages).flatMap(([path, { engines }]) => {
    // ">= 22.22", "^20.19.0 || >=22.12.0": the README's Node is in one of them.
    const ranges = engines?.node?.split('||') ?? ['*']
    const admits = ranges.some((range) => {
      const [, sign = '>=', from = 0, minorFrom = 0] = /([<>=^~]*)\s*v?(\d+)(?:\.(\d+))?/.exec(range) ?? []
      if (sign.startsWith('<')) return true
      const isAbove = major > Number(from) || (major === Number(from) && minor >= Number(minorFrom))
      return sign === '>=' || sign === '>' ? isAbove : isAbove && major === Number(from)
    })
    return admits ? [] : [`${path}: ${engines?.node}`]
  })
  expect(major).toBeGreaterThan(21)
  expect(tooNew).toEqual([])
})

describe('what builds a release', () => {
  const workflows = readdirSync(join(root, '.github/workflows'))

  it.each(workflows)('%s pins each action by its commit', (name) => {
    const used = [...read(`.github/workflows/${name}`).matchAll(/uses: *(.+)$/gm)].map(([, action]) => action)
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([])
  })

  it.each([...workflows.map((name) => `.github/workflows/${name}`), 'Dockerfile', '.ci/run'])(
    '%s installs what the lockfile names and nothing else',
    (path) => expect(read(path)).not.toMatch(/npm (?:i|install|update)\b/),
  )

  it('the release publishes without a token that could be stolen', () => {
    const { jobs } = parse(read('.github/workflows/release.yml'))
    expect(read('.github/workflows/release.yml')).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/)
    expect(jobs.npm.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
  })

  it('the bill of materials lists every grammar with the hash of its bytes', () => {
    const files = readdirSync(join(root, 'packages/code/grammars')).filter((name) => name.endsWith('.wasm.br'))
    const listed = billOfMaterials().components.flatMap((component) => {
      const [hash] = (component['hashes'] as readonly { readonly alg: string; readonly content: string }[]) ?? []
      const [property] = (component['properties'] as readonly { readonly value: string }[]) ?? []
      return hash?.alg === 'SHA-256' && property ? [property.value] : []
    })
    expect(listed.toSorted()).toEqual(files.map((name) => `dist/grammars/${name}`).toSorted())
  })

  it('the package holds nothing that differs from one build to the next', () => {
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    const [{ files }] = JSON.parse(stdout) as [{ files: readonly { readonly path: string }[] }]
    expect(files.map(({ path }) => path).filter((path) => path.includes('made-from'))).toEqual([])
  })
})
