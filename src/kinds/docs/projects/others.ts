import { type Declared, isExact, lockByName, type LockedPackage, type ProjectPart } from './dependency.ts'
import { entriesAt, jsonOf, linesOf, listAt, textAt } from './fields.ts'
import { readIndented } from './indented.ts'

/** Gemfile.lock: four spaces before what is locked, six before what that needs, and last what the Gemfile asks for. */
export function readGemfileLock(text: string): ProjectPart {
  const packages: LockedPackage[] = []
  const declared: Declared[] = []
  let section = ''
  for (const line of linesOf(text)) {
    if (/^[A-Z]/.test(line)) section = line.trim()
    const [, name, version] = /^ {4}(\S+) \(([^)]+)\)$/.exec(line) ?? []
    if (name && version && /^(?:GEM|GIT)$/.test(section)) packages.push({ name, version: withoutPlatform(version) })
    const [, asked, wanted] = /^ {2}([^\s!]+)!?(?: \(([^)]+)\))?!?$/.exec(line) ?? []
    if (asked && section === 'DEPENDENCIES') declared.push({ name: asked, wanted })
  }
  return { declared, lock: lockByName(packages) }
}

/** `1.15.0-x86_64-linux` */
const withoutPlatform = (version: string): string => version.split('-', 1)[0] ?? version

const COMPOSER_GROUPS = ['require', 'require-dev']

/** `php` and `ext-json` are no packages: they have no owner. */
export function readComposerJson(text: string): ProjectPart {
  const fields = jsonOf(text)
  const entries = COMPOSER_GROUPS.flatMap((group) => entriesAt(fields, group)).filter(([name]) => name.includes('/'))
  return {
    declared: entries.map(([name, wanted]) => ({ name, wanted: typeof wanted === 'string' ? wanted : undefined })),
  }
}

export function readComposerLock(text: string): ProjectPart {
  const fields = jsonOf(text)
  const packages = ['packages', 'packages-dev']
    .flatMap((group) => listAt(fields, group))
    .flatMap((entry) => {
      const [name, version] = [textAt(entry, 'name'), textAt(entry, 'version')]
      return name && version ? [{ name, version }] : []
    })
  return { lock: lockByName(packages, { key: (name) => name.toLowerCase() }) }
}

/** pubspec.lock says itself which packages the project asks for. */
export function readPubspecLock(text: string): ProjectPart {
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
