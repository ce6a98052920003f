import { isWithin, type ProjectScope, type Project, type ProjectPart, lastSegment } from '../resolve-project.ts'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { onceFor } from '@wuku/core/once'
import type { Source, SourceId } from '@wuku/core/core-types'
import type { NamedProject } from '@wuku/core/ports/annotation-store'
import { readableFor } from '@wuku/core/ports/store'
import { isProject, readProjects } from '../stored-annotations.ts'
import { withPartsOnce } from '../shown-sources.ts'
import type { CallerPorts, EnginePorts } from '../base/ports.ts'
import { localOnly } from '../guard.ts'
import { looksLikeFolder, readMembers, type Members } from './members.ts'
import type { Repository } from '@wuku/core/ports/history'

/** Sources that are listed by name; a project with more states only their number. */
const MAX_NAMED = 8

/** All that belongs to a project: what lies in its folders, and what each storehouse knows to be about it. */
export async function resolveProjectScope(written: string, ports: ProjectPorts): Promise<ProjectScope> {
  const named = await readProjects(ports, readableFor(ports.store, ports.access))
  const { sources } = named
  const project = await findProject(written, named, ports)
  const isInside = isWithin(project.folders)
  const known = isWithin([...sources.map(({ root }) => root), ...[(await ports.workspace.folder()) ?? []].flat()])
  const parts = await ports.store.read(ports.access, (view) =>
    Promise.all(
      ports.kinds.map(async ({ kind, partOf }) =>
        partOf?.(project, {
          view,
          sources: sources.filter((source) => source.kind === kind),
          readFiles: async (folder, isIncluded) =>
            known(folder) ? ports.workspace.readProject(folder, isIncluded) : new Map(),
        }),
      ),
    ),
  )
  return unite(project, [
    { sources: sources.filter((source) => isInside(source.root) || project.sources.includes(source)) },
    ...parts.flatMap((part) => part ?? []),
  ])
}

function unite({ name }: Project, parts: readonly ProjectPart[]): ProjectScope {
  const sources = new Map(parts.flatMap((part) => part.sources ?? []).map((source) => [source.id, source]))
  const names = withPartsOnce([...sources.values()]).map(({ kind, name: called }) => `${kind}/${called}`)
  const shown = names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} more`] : names
  const summaries = [...shown, ...parts.flatMap(({ summary }) => summary ?? [])]
  return {
    name,
    sources: new Set(sources.keys()),
    inPlaceOf: new Set(parts.flatMap(({ inPlaceOf }) => inPlaceOf ?? []).filter((id) => !sources.has(id))),
    holds: (document) => parts.some((part) => part.holds?.(document) ?? false),
    summary:
      summaries.length === 0
        ? `No source belongs to the project ${name}; \`sources\` lists what is indexed.`
        : `Project ${name}, ranked first: ${summaries.join(', ')}.`,
  }
}

type ProjectPorts = Pick<CallerPorts, 'access' | 'declared' | 'kinds' | 'store'> & FindPorts

interface FindPorts {
  readonly open: Pick<CallerPorts['open'], 'history'>
  readonly workspace: Pick<CallerPorts['workspace'], 'readProject' | 'resolveRoot' | 'folder'>
  readonly caller?: Pick<CallerPorts['caller'], 'isRemote'>
}

/**
 * The project that a caller means by `.`, a folder or a name. One that the user named goes before what is recognised: by
 * its own name, and by whatever else means a place of it.
 */
export async function findProject(
  written: string,
  { sources, projects }: { readonly sources: readonly Source[]; readonly projects: readonly NamedProject[] },
  ports: FindPorts,
): Promise<Project> {
  const workspace = await ports.workspace.folder()
  const survey = createSurvey({ sources, workspace, open: ports.open })
  const read = async (project: NamedProject) => ({ project, members: await readMembers(project, sources, ports) })
  const called = projects.find(isProject(written))
  if (called) return gather(await read(called), survey)
  const recognised = await recognise(written, { sources, workspace, survey, ports })
  const around = (await Promise.all(projects.map(read))).find(({ members }) =>
    overlap(members.folders, recognised.folders),
  )
  return around ? gather(around, survey) : recognised
}

/** All that its members are, and what is recognised around each of its folders. */
async function gather(
  { project: { name }, members }: { readonly project: NamedProject; readonly members: Members },
  survey: Survey,
): Promise<Project> {
  const found = await Promise.all(members.folders.map(survey))
  return {
    name,
    folders: [...new Set(found.flatMap(({ folders }) => folders))],
    names: new Set([name.toLowerCase(), ...found.flatMap(({ names }) => [...names])]),
    sources: members.sources,
  }
}

const overlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(isWithin(others)) || others.some(isWithin(some))

interface Recognising {
  readonly sources: readonly Source[]
  readonly workspace: string | undefined
  readonly survey: Survey
  readonly ports: FindPorts
}

async function recognise(written: string, { sources, workspace, survey, ports }: Recognising): Promise<Project> {
  if (written === '.' && workspace === undefined) throw new WukuError('bad-input', msg('noWorkspace'))
  const named = sources.find(isCalled(written))
  const folder = written === '.' ? workspace : (named?.root ?? (await folderOf(written, workspace, ports)))
  if (folder !== undefined) return survey(folder)
  return { name: written, folders: [], names: new Set([written.toLowerCase()]), sources: [] }
}

const isCalled =
  (written: string) =>
  ({ kind, name }: Source): boolean =>
    (kind === 'code' || kind === 'notes') && (name === written || `${kind}/${name}` === written)

/** Absolute, or `undefined` for what is a name. Whether a folder is there is nobody's business who does not have it registered. */
async function folderOf(
  written: string,
  workspace: string | undefined,
  { workspace: { resolveRoot }, caller }: FindPorts,
): Promise<string | undefined> {
  if (!/[\\/]|^~|^\.\.?$/.test(written)) return undefined
  if (caller?.isRemote && looksLikeFolder(written)) throw localOnly(written)
  const isRelative = !/^(?:[\\/~]|[A-Za-z]:)/.test(written)
  if (isRelative && workspace === undefined) return undefined
  const path = isRelative ? `${workspace}/${written}` : written
  return resolveRoot(path).catch((error: unknown) => {
    if (isWukuError(error)) return path
    throw error
  })
}

/** The project that is recognised at a folder: the repository around it, its other work trees and its clones. */
type Survey = (folder: string) => Promise<Project>

interface SurveyPlace {
  readonly open: Pick<EnginePorts['open'], 'history'>
  readonly sources: readonly Source[]
  readonly workspace: string | undefined
}

/**
 * Only folders that are registered, and the one that the program was started for, are looked at; any other is a word, by
 * which conversations and workflows may still be known. Each is looked at once, however many folders are asked about.
 */
function createSurvey({ sources, workspace, open }: SurveyPlace): Survey {
  const started = workspace === undefined ? [] : [workspace]
  const isKnown = isWithin([...rootsOf(sources, ['code', 'notes']), ...started])
  const clones = [...rootsOf(sources, ['code']), ...started]
  const repositoryAt = onceFor((folder: string) => findRepository(folder, open))
  return async (folder) => {
    const repository = isKnown(folder) ? await repositoryAt(folder) : undefined
    const top = repository?.top ?? folder
    const others = repository
      ? await Promise.all(clones.filter((root) => !isWithin([top])(root)).map(repositoryAt))
      : []
    const trees = others.flatMap((each) => (each && repository && isSame(each, repository) ? [each.top] : []))
    const folders = [...new Set([top, ...trees])]
    const own = sources.filter(({ root }) => isWithin(folders)(root))
    const name = own.find(({ kind }) => kind === 'code')?.name ?? lastSegment(top)
    const names = new Set([name, ...folders.map(lastSegment)].map((each) => each.toLowerCase()))
    return { name, folders, names, sources: [] }
  }
}

const rootsOf = (sources: readonly Source[], kinds: readonly string[]): readonly string[] =>
  sources.filter(({ kind }) => kinds.includes(kind)).map(({ root }) => root)

/** Work trees share its objects; clones are fetched from the same place. */
const isSame = (one: Repository, { common, remotes }: Repository): boolean =>
  one.common === common || one.remotes.some((remote) => remotes.includes(remote))

async function findRepository(folder: string, open: SurveyPlace['open']): Promise<Repository | undefined> {
  const place: Source = { id: 0 as SourceId, kind: 'code', name: '', root: folder, options: {}, indexedAt: null }
  const found = await (await open.history(place)).repository()
  return 'top' in found ? found : undefined
}
