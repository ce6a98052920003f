import { append } from '../../../core/lists.ts'
import type { LockedPackage, ProjectPart } from './dependency.ts'
import { readIndented } from './indented.ts'
import { isExact, lockByName } from './locking.ts'

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
