import { isWukuError, WukuError, type ErrorCode } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/code'
import type { Source } from '@wuku/core/core-types'
import { placeFor } from '@wuku/kernel/base/access'
import type { Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { trimSlashes } from '@wuku/kernel/contexts'
import { looksLikeFolder } from '@wuku/kernel/project/members'

/** A repository that is indexed, and the part of it that a call is about. */
export interface Project {
  readonly source: Source
  /** A folder below its root, when the call named one. */
  readonly under?: string
}

/** Repositories that a call is about: one, or all where it comes from outside of every one. */
export interface AskedProjects {
  readonly projects: readonly [Project, ...Project[]]
  /** Said in the answer of several. */
  readonly outside?: string
}

/** A workspace that a call may name, whether or not it has been indexed. */
export type Place = Project | { readonly source?: undefined; readonly root: string }

/** The folder that a call is about: that of its project, and the one that it names below; empty for all of it. */
export const folderWithin = ({ under }: Pick<Project, 'under'>, below: string | undefined): string =>
  [under, below]
    .map((each) => trimSlashes(each ?? ''))
    .filter((each) => each !== '')
    .join('/')

/** Folder of a repository; to users of a server, who see none of its paths, the name that `project_path` takes as well. */
export const displayPath = (place: Place, caller: Pick<Caller, 'sees'>): string =>
  place.source ? placeFor(place.source.root, caller) || `code/${place.source.name}` : placeFor(place.root, caller)

/** The project that a call is about; a workspace that was never indexed is an error that says how to. */
export async function projectOf(path: string | undefined, engine: Engine): Promise<Project> {
  const place = await placeOf(path, engine)
  if (place.source) return place
  throw new WukuError('not-indexed', msg('hasNotBeenIndexedYet', { root: place.root, value: await otherwise(engine) }))
}

/** As `projectOf`; from outside of every repository all that are searched by default, as `recall` does it. */
export async function projectsOf(path: string | undefined, engine: Engine): Promise<AskedProjects> {
  const sources = path === undefined ? await repositories(engine) : []
  const workspace = await engine.workspace.folder()
  const isInside = workspace !== undefined && placeWithin(sources, undefined, workspace) !== undefined
  const [first, ...others] = sources.filter(({ options }) => options.searchedByDefault !== false)
  if (isInside || !first || (others.length === 0 && workspace === undefined && !engine.workspace.isShared))
    return { projects: [await projectOf(path, engine)] }
  const searched = [first, ...others].map(({ name }) => name).join(', ')
  return {
    projects: [{ source: first }, ...others.map((source) => ({ source }))],
    outside: `This call comes from outside of every indexed repository, so all were asked: ${searched}. Give project_path for one; repo_reindex with dry_run false indexes the folder of the call.`,
  }
}

/** A program that was started anywhere may be asked about a repository that is indexed. */
async function otherwise(engine: Engine): Promise<string> {
  const sources = await repositories(engine)
  return sources.length > 0 ? ` Or give project_path: ${namesOf(sources)}.` : ''
}

const repositories = async (engine: Engine): Promise<readonly Source[]> =>
  (await engine.read((view) => view.sources.list())).filter(({ kind }) => kind === 'code')

const namesOf = (sources: readonly Source[]): string =>
  sources
    .slice(0, 10)
    .map(({ name }) => `"${name}"`)
    .join(', ')

/**
 * The named folder, else the one that the program was started for; without any, the only repository there is.
 * Unregistered folders are not opened; the error does not reveal whether they exist.
 */
export async function placeOf(path: string | undefined, engine: Engine): Promise<Place> {
  const sources = await repositories(engine)
  const named = sources.find(({ name, root }) => name === path || `code/${name}` === path || root === path)
  if (named) return { source: named }
  const workspace = await engine.workspace.folder()
  // On a server the only repository may be that of somebody else.
  if (path === undefined && workspace === undefined && engine.workspace.isShared)
    throw nothingNamed('not-registered', msg('callNamesNoRepository'), sources)
  if (path === undefined) return defaultPlace(sources, workspace)
  const real = await realPath(path, workspace, engine)
  const known = real === undefined ? undefined : placeWithin(sources, workspace, real)
  if (known) return known
  throw notRegistered(path, sources)
}

/** A workspace is never answered for by another repository, however lonely that one is. */
function defaultPlace(sources: readonly Source[], workspace: string | undefined): Place {
  if (workspace !== undefined) return placeWithin(sources, undefined, workspace) ?? { root: workspace }
  const [only, ...others] = sources
  if (only && others.length === 0) return { source: only }
  throw nothingNamed('bad-input', msg('severalRepositoriesAreIndexedAndCall'), sources)
}

const nothingNamed = (code: ErrorCode, message: Text, sources: readonly Source[]): WukuError =>
  sources.length > 0
    ? new WukuError(code, message, msg('giveProjectPath', { sources: namesOf(sources) }))
    : new WukuError(code, msg('noRepositoryIsIndexedYet'), msg('runWukuAddFolder'))

/** Real paths on both sides: a link that leads out of a registered root leads out here too. */
async function realPath(path: string, workspace: string | undefined, engine: Engine): Promise<string | undefined> {
  const isRelative = !/^(?:[/\\~]|[A-Za-z]:)/.test(path)
  try {
    return await engine.workspace.resolveRoot(isRelative && workspace !== undefined ? `${workspace}/${path}` : path)
  } catch (error) {
    // To somebody on another machine a folder means nothing; what looks like a name may be wrong.
    if (isWukuError(error) && !(error.code === 'local-only' && looksLikeFolder(path))) return undefined
    throw error
  }
}

/** The innermost registered root around a path, or the workspace around it. */
function placeWithin(sources: readonly Source[], workspace: string | undefined, path: string): Place | undefined {
  const around = sources.filter(({ root }) => isWithin(root, path)).toSorted((a, b) => b.root.length - a.root.length)[0]
  if (around) {
    const under = path.slice(around.root.length).replaceAll('\\', '/').replace(/^\/+/, '')
    return under === '' ? { source: around } : { source: around, under }
  }
  return workspace !== undefined && isWithin(workspace, path) ? { root: workspace } : undefined
}

const isWithin = (root: string, path: string): boolean =>
  path === root || (path.startsWith(root) && /^[/\\]/.test(path.slice(root.replace(/[/\\]$/, '').length)))

function notRegistered(path: string, sources: readonly Source[]): WukuError {
  const remedy =
    sources.length > 0
      ? msg('giveOneThatIsOrRegisterIt', { sources: namesOf(sources) })
      : msg('registerItYourselfInTerminalWuku')
  return new WukuError('not-registered', msg('notRegisteredRepository', { path: path.slice(0, 200) }), remedy)
}
