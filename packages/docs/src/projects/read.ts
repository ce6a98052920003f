import { msg } from '@wuku/messages/docs'
import type { Parsed, Problem } from '@wuku/core/core-types'
import {
  type Declared,
  type Dependency,
  type Ecosystem,
  ecosystems,
  type Lock,
  type ProjectPart,
} from './dependency.ts'
import { reasonOf } from '@wuku/text/yaml'
import { fileKindOf } from './project-files.ts'

/**
 * Dependencies of a project, from the texts of its files by path. Direct ones first, in the order of the files, each
 * with the version from the nearest lockfile; then the ones that are only locked. A broken file becomes a problem.
 */
export function readDependencies(files: ReadonlyMap<string, string>): Parsed<Dependency> {
  const problems: Problem[] = []
  const parts = [...files].flatMap(([path, text]) => {
    const part = readPart(path, text, files)
    if (part && 'said' in part) problems.push(part)
    return part && 'ecosystem' in part ? [part] : []
  })
  const byEcosystem = Map.groupBy(parts, ({ ecosystem }) => ecosystem)
  return { items: ecosystems.flatMap((ecosystem) => join(ecosystem, byEcosystem.get(ecosystem) ?? [])), problems }
}

interface ReadPart extends ProjectPart {
  readonly path: string
  readonly ecosystem: Ecosystem
}

function readPart(path: string, text: string, files: ReadonlyMap<string, string>): ReadPart | Problem | undefined {
  const kind = fileKindOf(path)
  if (!kind) return undefined
  try {
    return { path, ecosystem: kind.ecosystem, ...kind.read(text, path, files) }
  } catch (error) {
    const said = msg('projectUnreadable', { path, reason: reasonOf(error) })
    return { path, said, remedy: said.remedy }
  }
}

function join(ecosystem: Ecosystem, parts: readonly ReadPart[]): readonly Dependency[] {
  const locks = parts.flatMap(({ path, lock }) => (lock ? [{ path, folder: folderOf(path), lock }] : []))
  const locksByDepth = locks.toSorted((a, b) => b.folder.length - a.folder.length)
  const declaredDependencies = parts.flatMap(({ path, declared = [] }) =>
    declared.map((each): Dependency => {
      const { name, wanted: requested = '', isDirect = true } = each
      const locked = each.locked ?? lockedBy(locksByDepth, path, each)
      return { ecosystem, name, wanted: requested, locked, isDirect, from: path }
    }),
  )
  const seen = new Set(declaredDependencies.map(({ name, locked }) => `${name}\n${locked}`))
  const onlyLocked = locks.flatMap(({ path, lock }) =>
    lock.packages.flatMap(({ name, version }): readonly Dependency[] => {
      const key = `${name}\n${version}`
      if (seen.has(key)) return []
      seen.add(key)
      return [{ ecosystem, name, wanted: '', locked: version, isDirect: false, from: path }]
    }),
  )
  return [...declaredDependencies, ...onlyLocked]
}

/** A lockfile speaks for its folder and all below it. */
function lockedBy(locks: readonly { folder: string; lock: Lock }[], path: string, declared: Declared) {
  const folder = folderOf(path)
  for (const each of locks) {
    if (each.folder !== '' && folder !== each.folder && !folder.startsWith(`${each.folder}/`)) continue
    const found = each.lock.find(declared, each.folder === '' ? folder : folder.slice(each.folder.length + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
