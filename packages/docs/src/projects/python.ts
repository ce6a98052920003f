import { type Declared, lockByName, type ProjectPart } from './dependency.ts'
import { entriesAt, fieldAt, jsonOf, linesOf, listAt, packagesIn, textAt, textsOf, tomlOf } from './fields.ts'

/** Names are equal whatever their case and whichever of `-`, `_`, `.` they use. */
export const pythonKey = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** pyproject.toml of the standard, and of Poetry, PDM and uv. */
export function readPyproject(text: string): ProjectPart {
  const fields = tomlOf(text)
  const lists = [
    listAt(fields, 'project', 'dependencies'),
    ...valuesAt(fields, 'project', 'optional-dependencies'),
    ...valuesAt(fields, 'dependency-groups'),
    ...valuesAt(fields, 'tool', 'pdm', 'dev-dependencies'),
    listAt(fields, 'tool', 'uv', 'dev-dependencies'),
  ]
  const groups = entriesAt(fields, 'tool', 'poetry', 'group').map(([, group]) => group)
  const tables = [
    ...entriesAt(fields, 'tool', 'poetry', 'dependencies'),
    ...entriesAt(fields, 'tool', 'poetry', 'dev-dependencies'),
    ...groups.flatMap((group) => entriesAt(group, 'dependencies')),
  ]
  return { declared: [...lists.flatMap(textsOf).flatMap(readRequirement), ...tables.flatMap(readTableEntry)] }
}

/** Options such as `-r base.txt` and `--hash` are passed over. */
export function readRequirements(text: string): ProjectPart {
  const joined = linesOf(text).join('\n').replaceAll(/\\\n/g, ' ')
  const lines = joined.split('\n').map((line) => line.replace(/(?:^|\s)#.*$/s, '').replace(/\s--?[a-z].*$/s, ''))
  return { declared: lines.filter((line) => !/^\s*-/.test(line)).flatMap(readRequirement) }
}

export const readPipfile = (text: string): ProjectPart => {
  const fields = tomlOf(text)
  return { declared: ['packages', 'dev-packages'].flatMap((group) => entriesAt(fields, group)).flatMap(readTableEntry) }
}

export function readPipfileLock(text: string): ProjectPart {
  const fields = jsonOf(text)
  const entries = ['default', 'develop'].flatMap((group) => entriesAt(fields, group))
  const packages = entries.flatMap(([name, entry]) => {
    const version = textAt(entry, 'version')?.replace(/^===?/, '')
    return version === undefined ? [] : [{ name, version }]
  })
  return { lock: lockByName(packages, { key: pythonKey }) }
}

/** poetry.lock, uv.lock and pdm.lock: a list of packages. Packages from a folder are the project's own. */
export function readPythonLock(text: string): ProjectPart {
  const packages = listAt(tomlOf(text), 'package').filter((entry) => !isOwn(entry))
  return { lock: lockByName(packagesIn(packages), { key: pythonKey }) }
}

const OWN_SOURCES = ['editable', 'virtual', 'directory']

const isOwn = (entry: unknown): boolean => OWN_SOURCES.some((kind) => fieldAt(entry, 'source', kind) !== undefined)

const valuesAt = (fields: unknown, ...keys: readonly string[]): readonly (readonly unknown[])[] =>
  entriesAt(fields, ...keys).map(([, value]) => (Array.isArray(value) ? value : []))

/** `name[extra] >=1.0, <2; python_version > "3"`, with or without brackets around the range, or `name @ address`. */
function readRequirement(line: string): readonly Declared[] {
  const [, name, rest = ''] = /^\s*([a-z\d][\w.-]*)\s*(?:\[[^\]]*\])?(.*)$/is.exec(line) ?? []
  if (name === undefined || /^\s*[:/+]/.test(rest)) return []
  const range = /^\s*\(?([^;()@]*)/.exec(rest)?.[1]?.trim() ?? ''
  const locked = /^===?\s*([^\s,*]+)$/.exec(range)?.[1]
  return [{ name, wanted: range || undefined, locked }]
}

function readTableEntry([name, value]: readonly [string, unknown]): readonly Declared[] {
  if (name === 'python') return []
  const [first] = Array.isArray(value) ? value : [value]
  const requested = typeof first === 'string' ? first : textAt(first, 'version')
  return [{ name, wanted: requested, locked: /^===?\s*([\w.+!-]+)$/.exec(requested ?? '')?.[1] }]
}
