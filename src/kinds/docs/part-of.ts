import type { StorehouseKind } from '../../engine/kind.ts'
import { knownLibraries } from './libraries/known.ts'
import { readFolder, versionsUsed } from './libraries/which.ts'

/** Libraries that it depends on, in the version that it uses or that the user named; their other versions give way. */
export const partOf: NonNullable<StorehouseKind['partOf']> = async (project, { view, sources, readFiles }) => {
  if (sources.length === 0) return {}
  const libraries = await knownLibraries(view)
  const read = await Promise.all(project.folders.map((folder) => readFolder(folder, readFiles)))
  const named = new Set<number>(project.sources.map(({ id }) => id))
  const used = new Set<number>()
  const others = new Set<number>()
  for (const known of libraries) {
    const versions = read.flatMap((folder) =>
      versionsUsed(known, folder)
        .slice(0, 1)
        .map(({ version }) => version),
    )
    const own = known.versions.filter(({ version, source }) => versions.includes(version) || named.has(source))
    for (const { source } of own) used.add(source)
    if (own.length > 0) for (const { source } of known.versions) others.add(source)
  }
  return {
    sources: sources.filter(({ id }) => used.has(id)),
    inPlaceOf: sources.filter(({ id }) => others.has(id) && !used.has(id)).map(({ id }) => id),
  }
}
