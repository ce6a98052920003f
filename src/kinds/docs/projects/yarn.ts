import type { LockedPackage, ProjectPart } from './dependency.ts'
import { linesOf } from './fields.ts'
import { isExact, lockByName } from './locking.ts'
import { splitAlias } from './npm.ts'

/** yarn.lock, also of Yarn 2 and later. An entry names the ranges that it answers: `react@^18.0.0, react@npm:^18.2.0:`. */
export function readYarnLock(text: string): ProjectPart {
  const packages: LockedPackage[] = []
  const answers = new Map<string, string>()
  let wishes: readonly string[] = []
  for (const line of linesOf(text)) {
    if (/^[^\s#].*:$/.test(line)) wishes = wishesOf(line.slice(0, -1))
    const version = /^ {2}version:? "?([^"\s]+)"?$/.exec(line)?.[1]
    if (!isExact(version) || wishes.length === 0) continue
    for (const wish of wishes) answers.set(wish, version)
    packages.push({ name: nameOf(wishes[0] ?? ''), version })
    wishes = []
  }
  const byName = lockByName(packages)
  const find: typeof byName.find = (declared, folder) => {
    const { name, alias = name, wanted = '' } = declared
    const asked = declared.alias === undefined ? wanted : `npm:${name}@${wanted}`
    return answers.get(`${alias}@${asked}`) ?? answers.get(`${alias}@npm:${asked}`) ?? byName.find(declared, folder)
  }
  return { lock: { packages, find } }
}

const wishesOf = (head: string): readonly string[] =>
  head
    .replaceAll('"', '')
    .split(', ')
    .filter((wish) => wish.indexOf('@', 1) > 0 && !/@(?:workspace|patch|link|file|portal):/.test(wish))

function nameOf(wish: string): string {
  const at = wish.indexOf('@', 1)
  return splitAlias(wish.slice(at + 1))?.name ?? wish.slice(0, at)
}
