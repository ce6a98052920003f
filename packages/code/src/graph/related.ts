import { roleOf, type Role, roleOrder } from '../roles.ts'
import type { CodeFile, Importing, ResolvedImport, CodePlace } from './import-links.ts'
import { fileAt, importersOf, importsOf, outlinesAt } from './import-links.ts'

export interface RelatedLimits {
  /** Files at most, the seeds among them. */
  readonly files: number
  /** Steps from a seed. 0: the seeds alone. */
  readonly depth: number
  /** Imports and importers that are followed of each file. */
  readonly items: number
}

export interface RelatedRequest {
  readonly seeds: readonly string[]
  readonly limits: RelatedLimits
  /** Names that matter: imports that bring one come before the others. */
  readonly used?: ReadonlySet<string>
  /** Files that nothing leads to any more. */
  readonly gone?: ReadonlySet<string>
  /** Files that were read before, by path. */
  readonly known?: ReadonlyMap<string, CodeFile>
}

export interface RelatedFile {
  readonly file: CodeFile
  readonly role: Role
  readonly depth: number
  /** `seed`, or its link to the file that is named, named by what that one does: `imports src/a.ts`, `imported by src/b.ts`. */
  readonly via: string
  readonly imports: readonly ResolvedImport[]
  readonly importedBy: readonly Importing[]
}

/**
 * Files around some others, by imports in both directions: breadth first, sources before tests, in the order in which
 * they were met.
 */
export const relatedFiles = async (place: CodePlace, request: RelatedRequest): Promise<readonly RelatedFile[]> =>
  filesAround(await linkedSeeds(place, request), place, request)

export function linkedSeeds(place: CodePlace, request: RelatedRequest): Promise<readonly RelatedFile[]> {
  const steps = request.seeds.map((path) => stepTo(path, 0, 'seed'))
  return firstFiles(steps, request.limits.files, createReach(place, request))
}

export async function filesAround(seeds: readonly RelatedFile[], place: CodePlace, request: RelatedRequest) {
  const { limits } = request
  const reach = createReach(place, request)
  const met = new Set(request.seeds)
  const stepsFromAll = (reached: readonly RelatedFile[]): readonly Step[] =>
    reached.flatMap((each) => (each.depth < limits.depth ? stepsFrom(each, met) : []))
  const related = [...seeds]
  let steps = stepsFromAll(seeds)
  while (steps.length > 0 && related.length < limits.files) {
    const reached = await firstFiles(steps, limits.files - related.length, reach)
    related.push(...reached)
    steps = stepsFromAll(reached)
  }
  return related
}

const createReach =
  (place: CodePlace, { limits, used = new Set(), gone = new Set(), known = new Map() }: RelatedRequest) =>
  async ({ path, role, depth, via }: Step): Promise<RelatedFile | undefined> => {
    const file = known.get(path) ?? (await fileAt(place, path))
    if (!file) return undefined
    const { items } = limits
    const importsThere = async (): Promise<readonly ResolvedImport[]> => {
      const all = withoutGone({ imports: await importsOf(place, file), importedBy: [] }, gone).imports
      const within = all.filter(({ paths }) => paths.length > 0)
      const imports = within
        .toSorted((a, b) => Number(usesImport(b, used)) - Number(usesImport(a, used)))
        .slice(0, items)
      // The next step goes on with these: the view remembers them, and the importers are looked up meanwhile.
      if (depth < limits.depth) await outlinesAt(place, imports.flatMap(pathsOfStep))
      return imports
    }
    const [importers, imports] = await Promise.all([
      importersOf(place, { file, limit: items + gone.size }),
      importsThere(),
    ])
    const { importedBy } = withoutGone({ imports: [], importedBy: importers }, gone)
    return { file, role, depth, via, imports, importedBy: importedBy.slice(0, items) }
  }

/** The first that are there, sources before tests, looked at side by side. */
async function firstFiles(
  all: readonly Step[],
  limit: number,
  reach: (step: Step) => Promise<RelatedFile | undefined>,
): Promise<readonly RelatedFile[]> {
  const steps = all.toSorted((one, other) => roleOrder(one.role) - roleOrder(other.role))
  const reached: RelatedFile[] = []
  for (let at = 0; at < steps.length && reached.length < limit;) {
    const some = steps.slice(at, at + limit - reached.length)
    at += some.length
    reached.push(...(await Promise.all(some.map(reach))).filter((each) => each !== undefined))
  }
  return reached
}

interface Step extends Pick<RelatedFile, 'role' | 'depth' | 'via'> {
  readonly path: string
}

const stepTo = (path: string, depth: number, via: string): Step => ({ path, role: roleOf(path), depth, via })

type Links = Pick<RelatedFile, 'imports' | 'importedBy'>

/** Imports of missing files stay in the list, but lead nowhere. */
export const withoutGone = ({ imports, importedBy }: Links, gone: ReadonlySet<string>): Links => ({
  imports: imports.map((each) => ({ ...each, paths: each.paths.filter((path) => !gone.has(path)) })),
  importedBy: importedBy.filter(({ path }) => !gone.has(path)),
})

/** By one of its names, or as a whole by the name of its file. */
const usesImport = ({ names, specifier }: ResolvedImport, used: ReadonlySet<string>): boolean =>
  names.some((name) => used.has(name)) || used.has(specifier.match(LAST_NAME)?.[1] ?? '')

const LAST_NAME = /([\p{L}\p{N}_$-]+)(?:\.\p{L}+)?$/u

/** In turns: importers of a file matter to its change as much as its imports. */
function stepsFrom({ file, depth, imports, importedBy }: RelatedFile, met: Set<string>): readonly Step[] {
  const steps = Array.from({ length: Math.max(imports.length, importedBy.length) }, (_, at) => [
    ...imports
      .slice(at, at + 1)
      .flatMap(pathsOfStep)
      .map((path) => ({ path, via: `imported by ${file.path}` })),
    ...importedBy.slice(at, at + 1).map(({ path }) => ({ path, via: `imports ${file.path}` })),
  ]).flat()
  const fresh = steps.filter(({ path }) => !met.has(path) && met.add(path))
  return fresh.map(({ path, via }) => stepTo(path, depth + 1, via))
}

/** One import of a whole package must not fill the answer. */
const MAX_PER_PACKAGE = 3

const pathsOfStep = ({ paths }: ResolvedImport): readonly string[] => paths.slice(0, MAX_PER_PACKAGE)
