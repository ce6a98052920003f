import { append } from '@wuku/core/list-helpers'
import { type Declared, isExact, type Lock, lockByName, type LockedPackage, type ProjectPart } from './dependency.ts'
import { entriesAt, fieldAt, jsonOf, textAt } from './fields.ts'
import { readIndented } from './indented.ts'

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** The first group that names a package counts: peers are often among the development dependencies too, more exactly. */
export function readPackageJson(text: string): ProjectPart {
  const fields = jsonOf(text)
  const declared = new Map<string, Declared>()
  for (const group of GROUPS)
    for (const [key, requested] of entriesAt(fields, group))
      if (typeof requested === 'string' && !declared.has(key)) declared.set(key, declarePackage(key, requested))
  return { declared: [...declared.values()] }
}

/** `"old-react": "npm:react@^17"` is react under another name. */
export function declarePackage(key: string, requested: string): Declared {
  const aliased = splitAlias(requested)
  return aliased ? { name: aliased.name, wanted: aliased.version, alias: key } : { name: key, wanted: requested }
}

export function splitAlias(text: string): LockedPackage | undefined {
  const [, name, version = ''] = /^npm:(@?[^@]+)@(.*)$/s.exec(text) ?? []
  return name === undefined ? undefined : { name, version }
}

/** package-lock.json and npm-shrinkwrap.json, of all versions. */
export function readPackageLock(text: string): ProjectPart {
  const fields = jsonOf(text)
  const installed = new Map<string, LockedPackage>()
  if (fieldAt(fields, 'packages') !== undefined) readInstalled(fields, installed)
  else readNested(fields, installed)
  return { lock: { packages: [...installed.values()], find: findInstalled(installed) } }
}

const MODULES = 'node_modules/'

function readInstalled(fields: unknown, installed: Map<string, LockedPackage>): void {
  for (const [path, entry] of entriesAt(fields, 'packages')) {
    const from = path.lastIndexOf(MODULES)
    const version = textAt(entry, 'version')
    if (from >= 0 && isExact(version))
      installed.set(path, { name: textAt(entry, 'name') ?? path.slice(from + MODULES.length), version })
  }
}

/** The first version of the file holds packages within packages; they are given the paths that later ones write. */
function readNested(fields: unknown, installed: Map<string, LockedPackage>): void {
  const open: (readonly [folder: string, holder: unknown])[] = [['', fields]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [folder, parentEntry] = next
    for (const [name, entry] of entriesAt(parentEntry, 'dependencies')) {
      const path = `${folder}${MODULES}${name}`
      const version = textAt(entry, 'version')
      const found = splitAlias(version ?? '') ?? { name, version }
      if (isExact(found.version)) installed.set(path, { name: found.name, version: found.version })
      open.push([`${path}/`, entry])
    }
  }
}

/** As Node looks for it: in the folder of the one who asks, and then further up. */
const findInstalled =
  (installed: ReadonlyMap<string, LockedPackage>): Lock['find'] =>
  ({ name, alias = name }, folder) => {
    for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/')))) {
      const found = installed.get(`${from && `${from}/`}${MODULES}${alias}`)
      if (found || from === '') return found?.version
    }
  }

/**
 * pnpm-lock.yaml from version 5 to 9. Which version a folder uses stands below `importers`, or at the top where there is one
 * folder only: `react: 18.2.0`, later `react:` with `version: 18.2.0(peer@1)` below it.
 */
export function readPnpmLock(text: string): ProjectPart {
  const packages: LockedPackage[] = []
  const used = new Map<string, string>()
  for (const { keys, value } of readIndented(text)) {
    const [section = '', second = ''] = keys
    if (section === 'packages' && keys.length === 2) append(packages, lockedIn(second))
    const [folder, inner] = section === 'importers' ? [second, keys.slice(2)] : ['.', keys]
    const [group = '', name = '', field] = inner
    if (GROUP.test(group) && name && (inner.length === 2 || field === 'version') && value)
      used.set(`${folder}\n${name}`, plainVersion(value))
  }
  const byName = lockByName(packages)
  const find: typeof byName.find = (declared, folder) => {
    const version = used.get(`${folder || '.'}\n${declared.alias ?? declared.name}`)
    return version === undefined ? byName.find(declared, folder) : isExact(version) ? version : undefined
  }
  return { lock: { packages, find } }
}

const GROUP = /^(?:dev|optional)?dependencies$/i

/** `/react@18.2.0(peer@1)`, `react@18.2.0`, before version 6 `/react/18.2.0_peer@1`. */
function lockedIn(key: string): readonly LockedPackage[] {
  const [, name, version] = /^\/?((?:@[^/@]+\/)?[^/@]+)[@/]([^/]+)$/.exec(key.split('(', 1)[0] ?? '') ?? []
  const plain = version?.split('_', 1)[0]
  return name && isExact(plain) ? [{ name, version: plain }] : []
}

/** Without the peers, and without the name that stands before it when a package is used under another one. */
const plainVersion = (value: string): string =>
  (isExact(value) ? value.split(/[(_]/, 1)[0] : lockedIn(value)[0]?.version) ?? value
