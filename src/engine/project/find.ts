import { isWukuError, WukuError } from '../../core/errors.ts'
import type { Source, SourceId } from '../../core/words.ts'
import type { Repository } from '../../ports/history.ts'
import type { EnginePorts } from '../engine.ts'
import { lastSegment, liesIn, type Project } from './project.ts'

export type ProjectPorts = Pick<
  EnginePorts,
  'kinds' | 'openHistory' | 'readProject' | 'resolveRoot' | 'store' | 'workspace'
>

/**
 * The project that a caller means by `.`, a folder or a name. Only folders that are registered, and the one that the
 * program was started for, are looked at; any other is a word, by which conversations and workflows may still be known.
 */
export async function findProject(written: string, sources: readonly Source[], ports: ProjectPorts): Promise<Project> {
  const workspace = await ports.workspace()
  if (written === '.' && workspace === undefined) throw noWorkspace()
  const named = sources.find(isCalled(written))
  const folder = written === '.' ? workspace : (named?.root ?? (await folderOf(written, workspace, ports)))
  if (folder === undefined) return { name: written, folders: [], names: new Set([written.toLowerCase()]) }
  const isKnown = liesIn([...roots(sources), ...(workspace === undefined ? [] : [workspace])])(folder)
  const repository = isKnown ? await repositoryAt(folder, ports) : undefined
  const top = repository?.top ?? folder
  const trees = repository ? await sameRepository(repository, sources, ports) : []
  const folders = [...new Set([top, ...trees])]
  const own = sources.filter(({ root }) => liesIn(folders)(root))
  const name = own.find(({ kind }) => kind === 'code')?.name ?? lastSegment(top)
  return { name, folders, names: new Set([name, ...folders.map(lastSegment)].map((each) => each.toLowerCase())) }
}

const isCalled =
  (written: string) =>
  ({ kind, name }: Source): boolean =>
    (kind === 'code' || kind === 'notes') && (name === written || `${kind}/${name}` === written)

const roots = (sources: readonly Source[]): readonly string[] =>
  sources.filter(({ kind }) => kind === 'code' || kind === 'notes').map(({ root }) => root)

/** Absolute, or `undefined` for what is a name. Whether a folder is there is nobody's business who does not have it registered. */
async function folderOf(
  written: string,
  workspace: string | undefined,
  { resolveRoot }: ProjectPorts,
): Promise<string | undefined> {
  if (!/[\\/]|^~|^\.\.?$/.test(written)) return undefined
  const isRelative = !/^(?:[\\/~]|[A-Za-z]:)/.test(written)
  if (isRelative && workspace === undefined) return undefined
  const path = isRelative ? `${workspace}/${written}` : written
  return resolveRoot(path).catch((error: unknown) => {
    if (isWukuError(error)) return path
    throw error
  })
}

async function repositoryAt(folder: string, { openHistory }: ProjectPorts): Promise<Repository | undefined> {
  const place: Source = { id: 0 as SourceId, kind: 'code', name: '', root: folder, options: {}, indexedAt: null }
  const found = await openHistory(place).repository()
  return 'top' in found ? found : undefined
}

/** Tops of other registered work trees and clones: they share its objects, or are fetched from the same place. */
async function sameRepository(
  { top, common, remotes }: Repository,
  sources: readonly Source[],
  ports: ProjectPorts,
): Promise<readonly string[]> {
  const others = sources.filter(({ kind, root }) => kind === 'code' && !liesIn([top])(root))
  const found = await Promise.all(others.map(({ root }) => repositoryAt(root, ports)))
  return found.flatMap((each) =>
    each && (each.common === common || each.remotes.some((remote) => remotes.includes(remote))) ? [each.top] : [],
  )
}

const noWorkspace = (): WukuError =>
  new WukuError(
    'bad-input',
    'The program was started in no folder that could be a project.',
    'Name the project: a folder, or the name of a repository that `sources` lists.',
  )
