import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Problem } from '@wuku/core/core-types'
import type { Engine, StorehouseKind } from '@wuku/kernel/base/engine'
import type { Dependency } from '../projects/dependency.ts'
import { dependencyOf } from '../projects/match.ts'
import { findVersion } from '../versions/find-version.ts'
import { knownLibraries, type KnownLibrary } from './known.ts'

/** A project as described by its manifests and lock files. */
export interface ReadProject {
  readonly root: string
  readonly files: readonly string[]
  readonly dependencies: readonly Dependency[]
  readonly problems: readonly Problem[]
}

/** By the name of a registered repository, by its folder, or `.` for the folder that the program was started for. */
export const readProject = async (project: string, engine: Engine): Promise<ReadProject> =>
  readFolder(await rootOf(project, engine), (root, isRelevant) => engine.workspace.readProject(root, isRelevant))

export async function readFolder(root: string, readFiles: Engine['workspace']['readProject']): Promise<ReadProject> {
  // Readers of manifests and lock files are many, and seldom asked.
  const [{ fileKindOf }, { readDependencies }] = await Promise.all([
    import('../projects/project-files.ts'),
    import('../projects/read.ts'),
  ])
  const files = await readFiles(root, (path) => fileKindOf(path) !== undefined)
  const { items: dependencies, problems } = readDependencies(files)
  return { root, files: [...files.keys()], dependencies, problems }
}

async function rootOf(project: string, engine: Engine): Promise<string> {
  if (project === '.' || project === '') {
    const folder = await engine.workspace.folder()
    if (folder === undefined) throw new WukuError('not-registered', msg('thereIsNoFolderThatCouldMean'))
    return folder
  }
  const sources = await engine.read((view) => view.sources.list())
  return sources.find(({ kind, name }) => kind === 'code' && name === project)?.root ?? project
}

/** Which version of a library a project uses, and which of those that are here answers for it. */
export interface UsedVersion {
  readonly known: KnownLibrary
  readonly dependency: Dependency
  readonly because: string
  /** The installed version, or the requested one if none is locked. */
  readonly requested: string
  /** Among those that are here; `undefined` when none fits. */
  readonly version: string | undefined
  readonly nearest: readonly string[]
}

export function versionsUsed(known: KnownLibrary, { dependencies }: ReadProject): readonly UsedVersion[] {
  const names = known.versions.map(({ version }) => version)
  return dependencyOf(known.library, dependencies).map(({ dependency, because }) => {
    const requested = dependency.locked ?? dependency.wanted
    const found = findVersion(requested, names)
    const answer =
      'found' in found
        ? { version: found.found, nearest: [] }
        : { version: sameMinor(requested, names), nearest: found.nearest }
    return { known, dependency, because, requested, ...answer }
  })
}

/** Documentation is written for `19.0` and serves `19.0.4`: within one minor version it is the same. */
function sameMinor(requested: string, names: readonly string[]): string | undefined {
  const minor = /^\D*(\d+\.\d+)(?:\.|$)/.exec(requested)?.[1]
  if (minor === undefined) return undefined
  const found = findVersion(`~${minor}.0`, names)
  return 'found' in found ? found.found : undefined
}

/** Libraries that it depends on, in the version that it uses or that the user named; their other versions give way. */
export const partOf: NonNullable<StorehouseKind['partOf']> = async (project, { view, sources, readFiles }) => {
  if (sources.length === 0) return {}
  const libraries = await knownLibraries(view)
  const read = await Promise.all(project.folders.map((folder) => readFolder(folder, readFiles)))
  const named = new Set<number>(project.sources.map(({ id }) => id))
  const used = new Set<number>()
  const others = new Set<number>()
  for (const known of libraries) {
    const versions = read.flatMap((folder) => versionsUsed(known, folder)[0]?.version ?? [])
    const own = known.versions.filter(({ version, source }) => versions.includes(version) || named.has(source))
    for (const { source } of own) used.add(source)
    if (own.length > 0) for (const { source } of known.versions) others.add(source)
  }
  return {
    sources: sources.filter(({ id }) => used.has(id)),
    inPlaceOf: sources.filter(({ id }) => others.has(id) && !used.has(id)).map(({ id }) => id),
  }
}
