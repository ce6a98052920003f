import {
  type Declared,
  type Ecosystem,
  isExact,
  lockByName,
  type LockedPackage,
  type ProjectPart,
} from './dependency.ts'
import { entriesAt, jsonOf, linesOf, listAt, packagesIn, textAt, tomlOf } from './fields.ts'
import { readCatalog, readGradle, readGradleLock } from './gradle.ts'
import { readPom } from './maven.ts'
import { readPackageJson, readPackageLock, readPnpmLock, splitAlias } from './npm.ts'
import { readPipfile, readPipfileLock, readPyproject, readPythonLock, readRequirements } from './python.ts'
import { readIndented } from './indented.ts'

/** go.mod names exact versions; `replace` may put another version, another module or a folder in the place of one. */
function readGoMod(text: string): ProjectPart {
  const required: Declared[] = []
  const replaced = new Map<string, string>()
  for (const { verb, words, comment } of directivesOf(text)) {
    const [module, version] = words
    if (module === undefined || version === undefined) continue
    if (verb === 'require') required.push({ name: module, wanted: version, isDirect: !/^indirect\b/.test(comment) })
    if (verb === 'replace') readReplacement(words, replaced)
  }
  return { declared: required.map((declared) => ({ ...declared, locked: lockedOf(declared, replaced) })) }
}

function* directivesOf(text: string) {
  let block = ''
  for (const line of linesOf(text)) {
    const [code = '', ...comments] = line.split('//')
    const words = code.trim().split(/\s+/).map(unquoted).filter(Boolean)
    if (words[1] === '(') block = words[0] ?? ''
    else if (words[0] === ')') block = ''
    else if (words.length > 0)
      yield {
        ...(block ? { verb: block, words } : { verb: words[0] ?? '', words: words.slice(1) }),
        comment: comments.join('//').trim(),
      }
  }
}

const unquoted = (word: string): string => word.replaceAll(/^["`]|["`]$/g, '')

/** Under `module` or `module@version`: the version that stands in its place, empty for a folder. */
function readReplacement(words: readonly string[], replaced: Map<string, string>): void {
  const arrow = words.indexOf('=>')
  if (arrow < 1) return
  const [module = '', version] = words.slice(0, arrow)
  replaced.set(version ? `${module}@${version}` : module, words[arrow + 2] ?? '')
}

const lockedOf = ({ name, wanted: requested = '' }: Declared, replaced: ReadonlyMap<string, string>) =>
  (replaced.get(`${name}@${requested}`) ?? replaced.get(name) ?? requested) || undefined

/** bun.lock, the one in text: JSON with trailing commas, an entry `"react": ["react@18.2.0", ...]` a package. */
function readBunLock(text: string): ProjectPart {
  const fields = jsonOf(withoutTrailingCommas(text))
  const packages = entriesAt(fields, 'packages').flatMap(([, entry]) =>
    lockedIn(Array.isArray(entry) ? entry[0] : undefined),
  )
  return { lock: lockByName(packages) }
}

function lockedIn(ident: unknown): readonly LockedPackage[] {
  if (typeof ident !== 'string') return []
  const at = ident.indexOf('@', 1)
  const version = ident.slice(at + 1)
  return at > 0 && isExact(version) ? [{ name: ident.slice(0, at), version }] : []
}

/** In one pass over strings and what stands between them. */
function withoutTrailingCommas(text: string): string {
  const parts: string[] = []
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    parts.push(text.slice(at, end).replaceAll(/,(?=\s*[}\]])/g, ''))
    at = quote < 0 ? text.length : endOfString(text, quote)
    parts.push(text.slice(end, at))
  }
  return parts.join('')
}

function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

/** yarn.lock, also of Yarn 2 and later. An entry names the ranges that it answers: `react@^18.0.0, react@npm:^18.2.0:`. */
function readYarnLock(text: string): ProjectPart {
  const packages: LockedPackage[] = []
  const answers = new Map<string, string>()
  let specifiers: readonly string[] = []
  for (const line of linesOf(text)) {
    if (/^[^\s#].*:$/.test(line)) specifiers = specifiersOf(line.slice(0, -1))
    const version = /^ {2}version:? "?([^"\s]+)"?$/.exec(line)?.[1]
    if (!isExact(version) || specifiers.length === 0) continue
    for (const specifier of specifiers) answers.set(specifier, version)
    packages.push({ name: nameOf(specifiers[0] ?? ''), version })
    specifiers = []
  }
  const byName = lockByName(packages)
  const find: typeof byName.find = (declared, folder) => {
    const { name, alias = name, wanted: requested = '' } = declared
    const requirement = declared.alias === undefined ? requested : `npm:${name}@${requested}`
    return (
      answers.get(`${alias}@${requirement}`) ??
      answers.get(`${alias}@npm:${requirement}`) ??
      byName.find(declared, folder)
    )
  }
  return { lock: { packages, find } }
}

const specifiersOf = (head: string): readonly string[] =>
  head
    .replaceAll('"', '')
    .split(', ')
    .filter((specifier) => specifier.indexOf('@', 1) > 0 && !/@(?:workspace|patch|link|file|portal):/.test(specifier))

function nameOf(specifier: string): string {
  const at = specifier.indexOf('@', 1)
  return splitAlias(specifier.slice(at + 1))?.name ?? specifier.slice(0, at)
}

const GROUPS = ['dependencies', 'dev-dependencies', 'build-dependencies']

function readCargoToml(text: string): ProjectPart {
  const manifest = tomlOf(text)
  const manifestParts = [manifest, ...entriesAt(manifest, 'target').map(([, target]) => target)]
  const groups = manifestParts.flatMap((manifestPart) => GROUPS.flatMap((group) => entriesAt(manifestPart, group)))
  return { declared: [...groups, ...entriesAt(manifest, 'workspace', 'dependencies')].flatMap(declare) }
}

/** A crate of this workspace has a path and no version. */
function declare([key, value]: readonly [string, unknown]): readonly Declared[] {
  const requested = typeof value === 'string' ? value : textAt(value, 'version')
  if (requested === undefined && textAt(value, 'path') !== undefined) return []
  const name = textAt(value, 'package') ?? key
  return [{ name, wanted: requested, ...(name !== key && { alias: key }) }]
}

/** Packages without a source are crates of this workspace. */
function readCargoLock(text: string): ProjectPart {
  const packages = listAt(tomlOf(text), 'package').filter((entry) => textAt(entry, 'source') !== undefined)
  return { lock: lockByName(packagesIn(packages), { key: (name) => name.replaceAll('_', '-'), range }) }
}

/** Cargo reads `1.2` as `^1.2`. */
const range = (requested: string) => (/^\d/.test(requested) && !requested.includes('*') ? `^${requested}` : requested)

export interface FileKind {
  readonly ecosystem: Ecosystem
  /** Ends of paths; `*` stands for anything within a segment. */
  readonly names: readonly string[]
  /** Throws where the file is broken. */
  read(text: string, path: string, files: ReadonlyMap<string, string>): ProjectPart
}

export const fileKinds: readonly FileKind[] = [
  { ecosystem: 'npm', names: ['package.json'], read: readPackageJson },
  { ecosystem: 'npm', names: ['package-lock.json', 'npm-shrinkwrap.json'], read: readPackageLock },
  { ecosystem: 'npm', names: ['yarn.lock'], read: readYarnLock },
  { ecosystem: 'npm', names: ['pnpm-lock.yaml'], read: readPnpmLock },
  { ecosystem: 'npm', names: ['bun.lock'], read: readBunLock },
  { ecosystem: 'pypi', names: ['pyproject.toml'], read: readPyproject },
  {
    ecosystem: 'pypi',
    names: ['requirements.txt', 'requirements-dev.txt', 'requirements*.txt', 'requirements/*.txt'],
    read: readRequirements,
  },
  { ecosystem: 'pypi', names: ['Pipfile'], read: readPipfile },
  { ecosystem: 'pypi', names: ['Pipfile.lock'], read: readPipfileLock },
  { ecosystem: 'pypi', names: ['poetry.lock', 'uv.lock', 'pdm.lock'], read: readPythonLock },
  { ecosystem: 'go', names: ['go.mod'], read: readGoMod },
  { ecosystem: 'cargo', names: ['Cargo.toml'], read: readCargoToml },
  { ecosystem: 'cargo', names: ['Cargo.lock'], read: readCargoLock },
  { ecosystem: 'maven', names: ['pom.xml'], read: readPom },
  { ecosystem: 'maven', names: ['build.gradle', 'build.gradle.kts'], read: readGradle },
  { ecosystem: 'maven', names: ['gradle/libs.versions.toml'], read: readCatalog },
  { ecosystem: 'maven', names: ['gradle.lockfile'], read: readGradleLock },
  { ecosystem: 'gem', names: ['Gemfile.lock'], read: readGemfileLock },
  { ecosystem: 'composer', names: ['composer.json'], read: readComposerJson },
  { ecosystem: 'composer', names: ['composer.lock'], read: readComposerLock },
  { ecosystem: 'pub', names: ['pubspec.lock'], read: readPubspecLock },
]

/** `undefined`: it says nothing of what this project uses. */
export const fileKindOf = (path: string): FileKind | undefined =>
  FOREIGN.test(path) ? undefined : patterns.find(({ pattern }) => pattern.test(path))?.kind

/** Folders that hold what others wrote, or what was built. */
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|site-packages|\.?venv|target|\.git)\//

const asPattern = (name: string): string => name.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')

const patterns = fileKinds.map((kind) => ({
  kind,
  pattern: new RegExp(`(?:^|/)(?:${kind.names.map(asPattern).join('|')})$`),
}))

/** Gemfile.lock: four spaces before what is locked, six before what that needs, and last what the Gemfile asks for. */
function readGemfileLock(text: string): ProjectPart {
  const packages: LockedPackage[] = []
  const declared: Declared[] = []
  let section = ''
  for (const line of linesOf(text)) {
    if (/^[A-Z]/.test(line)) section = line.trim()
    const [, name, version] = /^ {4}(\S+) \(([^)]+)\)$/.exec(line) ?? []
    if (name && version && /^(?:GEM|GIT)$/.test(section)) packages.push({ name, version: withoutPlatform(version) })
    const [, requirement, requested] = /^ {2}([^\s!]+)!?(?: \(([^)]+)\))?!?$/.exec(line) ?? []
    if (requirement && section === 'DEPENDENCIES') declared.push({ name: requirement, wanted: requested })
  }
  return { declared, lock: lockByName(packages) }
}

/** `1.15.0-x86_64-linux` */
const withoutPlatform = (version: string): string => version.split('-', 1)[0] ?? version

const COMPOSER_GROUPS = ['require', 'require-dev']

/** `php` and `ext-json` are no packages: they have no owner. */
function readComposerJson(text: string): ProjectPart {
  const fields = jsonOf(text)
  const entries = COMPOSER_GROUPS.flatMap((group) => entriesAt(fields, group)).filter(([name]) => name.includes('/'))
  return { declared: entries.map(([name, value]) => ({ name, wanted: typeof value === 'string' ? value : undefined })) }
}

function readComposerLock(text: string): ProjectPart {
  const fields = jsonOf(text)
  const packages = ['packages', 'packages-dev'].flatMap((group) => listAt(fields, group))
  return { lock: lockByName(packagesIn(packages), { key: (name) => name.toLowerCase() }) }
}

/** pubspec.lock says itself which packages the project asks for. */
function readPubspecLock(text: string): ProjectPart {
  const found = new Map<string, { version?: string; isDirect?: boolean }>()
  for (const { keys, value } of readIndented(text)) {
    const [section, name = '', field] = keys
    if (section !== 'packages' || keys.length !== 3) continue
    const entry = found.get(name) ?? {}
    if (field === 'version') found.set(name, { ...entry, version: value })
    if (field === 'dependency') found.set(name, { ...entry, isDirect: value.startsWith('direct') })
  }
  const packages = [...found].flatMap(([name, { version, isDirect = false }]) =>
    isExact(version) ? [{ name, wanted: undefined, locked: version, isDirect }] : [],
  )
  return { declared: packages }
}
