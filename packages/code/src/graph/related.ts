import type { StoreView } from '@wuku/core/ports/store'
import { roleOf, type Role, roleOrder } from '../roles.ts'
import {
  fileAt,
  importersOf,
  importsOf,
  outlinesAt,
  type CodeFile,
  type Importing,
  type ResolvedImport,
  type CodeContext,
} from './import-links.ts'

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

/** A file that was reached, and how. */
export interface RelatedFile {
  readonly file: CodeFile
  readonly role: Role
  readonly depth: number
  readonly via: Via
  /** Imports that resolve to files of the source. */
  readonly imports: readonly ResolvedImport[]
  readonly importedBy: readonly Importing[]
}

/** `imports`: the file at `path` imports it; `importedBy`: it imports the file at `path`. */
export type Via = { readonly how: 'seed' } | { readonly how: 'imports' | 'importedBy'; readonly path: string }

/**
 * Files around some others, by imports in both directions: breadth first, sources before tests, in the order in which
 * they were met.
 */
export async function relatedFiles(
  view: StoreView,
  context: CodeContext,
  request: RelatedRequest,
): Promise<readonly RelatedFile[]> {
  return filesAround(await linkedSeeds(view, context, request), view, context, request)
}

/** The seeds that are there, with their links. */
export const linkedSeeds = (
  view: StoreView,
  context: CodeContext,
  request: RelatedRequest,
): Promise<readonly RelatedFile[]> => {
  const steps = request.seeds.map((path) => stepTo(path, 0, { how: 'seed' }))
  return firstFiles(steps.toSorted(byRole), request.limits.files, createReach(view, context, request))
}

/** The seeds and the files around them. */
export async function filesAround(
  seeds: readonly RelatedFile[],
  view: StoreView,
  context: CodeContext,
  request: RelatedRequest,
): Promise<readonly RelatedFile[]> {
  const { limits } = request
  const met = new Set(request.seeds)
  const stepsFromAll = (reached: readonly RelatedFile[]): readonly Step[] =>
    reached.flatMap((each) => (each.depth < limits.depth ? stepsFrom(each, met) : []))
  const related = [...seeds]
  let steps = stepsFromAll(seeds)
  while (steps.length > 0 && related.length < limits.files) {
    const reached = await firstFiles(
      steps.toSorted(byRole),
      limits.files - related.length,
      createReach(view, context, request),
    )
    related.push(...reached)
    steps = stepsFromAll(reached)
  }
  return related
}

const createReach =
  (
    view: StoreView,
    context: CodeContext,
    { limits, used = new Set(), gone = new Set(), known = new Map() }: RelatedRequest,
  ) =>
  async ({ path, role, depth, via }: Step): Promise<RelatedFile | undefined> => {
    const file = known.get(path) ?? (await fileAt(view, context, path))
    if (!file) return undefined
    const linksRequest = { file, items: limits.items, used, gone, goesOn: depth < limits.depth }
    return { file, role, depth, via, ...(await linksOf(view, context, linksRequest)) }
  }

/** The first that are there, looked at side by side. */
async function firstFiles(
  steps: readonly Step[],
  limit: number,
  reach: (step: Step) => Promise<RelatedFile | undefined>,
): Promise<readonly RelatedFile[]> {
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

const stepTo = (path: string, depth: number, via: Via): Step => ({ path, role: roleOf(path), depth, via })

const byRole = (one: Step, other: Step): number => roleOrder(one.role) - roleOrder(other.role)

type Links = Pick<RelatedFile, 'imports' | 'importedBy'>

async function linksOf(
  view: StoreView,
  context: CodeContext,
  { file, items, used, gone, goesOn: isFollowed }: LinksRequest,
): Promise<Links> {
  const importsThere = async (): Promise<readonly ResolvedImport[]> => {
    const all = withoutGone({ imports: await importsOf(view, context, file), importedBy: [] }, gone).imports
    const within = all.filter(({ paths }) => paths.length > 0)
    const imports = within.toSorted((a, b) => Number(usesImport(b, used)) - Number(usesImport(a, used))).slice(0, items)
    // The next step goes on with these: the view remembers them, and the importers are looked up meanwhile.
    if (isFollowed) await outlinesAt(view, context, imports.flatMap(pathsOfStep))
    return imports
  }
  const [importers, imports] = await Promise.all([
    importersOf(view, context, { file, limit: items + gone.size }),
    importsThere(),
  ])
  return { imports, importedBy: withoutGone({ imports: [], importedBy: importers }, gone).importedBy.slice(0, items) }
}

interface LinksRequest {
  readonly file: CodeFile
  readonly items: number
  readonly used: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
  /** The files behind the links are asked for next. */
  readonly goesOn: boolean
}

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
      .map((path) => ({ path, how: 'imports' as const })),
    ...importedBy.slice(at, at + 1).map(({ path }) => ({ path, how: 'importedBy' as const })),
  ]).flat()
  const fresh = steps.filter(({ path }) => !met.has(path) && met.add(path))
  return fresh.map(({ path, how }) => stepTo(path, depth + 1, { how, path: file.path }))
}

/** One import of a whole package must not fill the answer. */
const MAX_PER_PACKAGE = 3

const pathsOfStep = ({ paths }: ResolvedImport): readonly string[] => paths.slice(0, MAX_PER_PACKAGE)
