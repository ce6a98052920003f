import type { Declared, ProjectPart } from './dependency.ts'
import { entriesAt, listAt, textAt, tomlOf } from './fields.ts'
import { lockByName } from './locking.ts'

const GROUPS = ['dependencies', 'dev-dependencies', 'build-dependencies']

export function readCargoToml(text: string): ProjectPart {
  const manifest = tomlOf(text)
  const holders = [manifest, ...entriesAt(manifest, 'target').map(([, target]) => target)]
  const groups = holders.flatMap((holder) => GROUPS.flatMap((group) => entriesAt(holder, group)))
  return { declared: [...groups, ...entriesAt(manifest, 'workspace', 'dependencies')].flatMap(declare) }
}

/** A crate of this workspace has a path and no version. */
function declare([key, value]: readonly [string, unknown]): readonly Declared[] {
  const wanted = typeof value === 'string' ? value : textAt(value, 'version')
  if (wanted === undefined && textAt(value, 'path') !== undefined) return []
  const name = textAt(value, 'package') ?? key
  return [{ name, wanted, ...(name !== key && { alias: key }) }]
}

/** Those without a source are crates of this workspace. */
export function readCargoLock(text: string): ProjectPart {
  const packages = listAt(tomlOf(text), 'package').flatMap((entry) => {
    const [name, version] = [textAt(entry, 'name'), textAt(entry, 'version')]
    return name && version && textAt(entry, 'source') !== undefined ? [{ name, version }] : []
  })
  return { lock: lockByName(packages, { key: (name) => name.replaceAll('_', '-'), range }) }
}

/** Cargo reads `1.2` as `^1.2`. */
const range = (wanted: string): string => (/^\d/.test(wanted) && !wanted.includes('*') ? `^${wanted}` : wanted)
