import { type Declared, isExact, lockByName, type LockedPackage, type ProjectPart } from './dependency.ts'
import { entriesAt, linesOf, textAt, tomlOf } from './fields.ts'

/** build.gradle and build.gradle.kts, as far as they name coordinates: `"group:name:1.0"`, also with a variable for its version. */
export function readGradle(text: string): ProjectPart {
  const values = new Map([...text.matchAll(ASSIGNMENT)].map(([, name = '', value = '']) => [name, value]))
  const fill = (version: string): string =>
    version.replaceAll(
      /\$\{?([\w.]+)\}?/g,
      (placeholder, name: string) => values.get(name.split('.').at(-1) ?? '') ?? placeholder,
    )
  const short = [...text.matchAll(COORDINATES)].map(([, name = '', version]) => declare(name, version && fill(version)))
  const long = [...text.matchAll(NAMED)].map(([, group, name, version]) =>
    declare(`${group}:${name}`, version && fill(version)),
  )
  return { declared: [...short, ...long] }
}

/** `val ktor = "2.3.0"`, `def ktor = '2.3.0'`, `ext.ktor = '2.3.0'` */
const ASSIGNMENT = /\b(\w{1,100})\s?=\s?["']([^"'\n]{1,100})["']/g
const COORDINATES = /["']([\w.-]{1,200}:[\w.-]{1,200})(?::([^"'@:\s]{1,100}))?(?:[@:][^"'\s]{1,100})?["']/g
const NAMED =
  /\bgroup\s?[:=]\s?["']([\w.-]{1,200})["'],\s{0,20}name\s?[:=]\s?["']([\w.-]{1,200})["'](?:,\s{0,20}version\s?[:=]\s?["']([^"'\n]{1,100})["'])?/g

function declare(name: string, requested: string | undefined): Declared {
  return { name, wanted: requested, locked: isExact(requested) && /^[\w.-]+$/.test(requested) ? requested : undefined }
}

/** libs.versions.toml: versions by name, and libraries that refer to them. */
export function readCatalog(text: string): ProjectPart {
  const catalog = tomlOf(text)
  const versions = new Map(entriesAt(catalog, 'versions').map(([name, value]) => [name, versionIn(value)]))
  return {
    declared: entriesAt(catalog, 'libraries').flatMap(([, entry]) => {
      const [group, artifact, short] = (typeof entry === 'string' ? entry : (textAt(entry, 'module') ?? '')).split(':')
      const name = artifact ? `${group}:${artifact}` : `${textAt(entry, 'group') ?? ''}:${textAt(entry, 'name') ?? ''}`
      const reference = textAt(entry, 'version', 'ref')
      const requested = reference === undefined ? (short ?? versionIn(entryVersion(entry))) : versions.get(reference)
      return name.length > 1 ? [declare(name, requested)] : []
    }),
  }
}

const entryVersion = (entry: unknown): unknown => textAt(entry, 'version') ?? entriesAt(entry, 'version')

/** `"1.0"`, or a table that says `strictly`, `require` or `prefer`. */
const versionIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : (textAt(value, 'strictly') ?? textAt(value, 'require') ?? textAt(value, 'prefer'))

/** gradle.lockfile: `group:name:1.0=configuration,...` */
export function readGradleLock(text: string): ProjectPart {
  const packages = linesOf(text).flatMap((line): readonly LockedPackage[] => {
    const [, name, version] = /^([\w.-]+:[\w.-]+):([\w.+-]+)=/.exec(line) ?? []
    return name && version ? [{ name, version }] : []
  })
  return { lock: lockByName(packages) }
}
