import type { Source, SourceId } from '../../core/words.ts'
import type { Repository } from '../../ports/history.ts'
import type { EnginePorts } from '../engine.ts'
import { lastSegment, liesIn, type Project } from './project.ts'

/** The project that is recognised at a folder: the repository around it, its other work trees and its clones. */
export type Survey = (folder: string) => Promise<Project>

export interface SurveyPlace extends Pick<EnginePorts, 'openHistory'> {
  readonly sources: readonly Source[]
  readonly workspace: string | undefined
}

/**
 * Only folders that are registered, and the one that the program was started for, are looked at; any other is a word, by
 * which conversations and workflows may still be known. Each is looked at once, however many folders are asked about.
 */
export function createSurvey({ sources, workspace, openHistory }: SurveyPlace): Survey {
  const started = workspace === undefined ? [] : [workspace]
  const isKnown = liesIn([...rootsOf(sources, ['code', 'notes']), ...started])
  const clones = [...rootsOf(sources, ['code']), ...started]
  const repositoryAt = rememberRepositories(openHistory)
  return async (folder) => {
    const repository = isKnown(folder) ? await repositoryAt(folder) : undefined
    const top = repository?.top ?? folder
    const others = repository ? await Promise.all(clones.filter((root) => !liesIn([top])(root)).map(repositoryAt)) : []
    const trees = others.flatMap((each) => (each && repository && isSame(each, repository) ? [each.top] : []))
    const folders = [...new Set([top, ...trees])]
    const own = sources.filter(({ root }) => liesIn(folders)(root))
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

function rememberRepositories(
  openHistory: EnginePorts['openHistory'],
): (folder: string) => Promise<Repository | undefined> {
  const known = new Map<string, Promise<Repository | undefined>>()
  const look = async (folder: string): Promise<Repository | undefined> => {
    const place: Source = { id: 0 as SourceId, kind: 'code', name: '', root: folder, options: {}, indexedAt: null }
    const found = await openHistory(place).repository()
    return 'top' in found ? found : undefined
  }
  return (folder) => {
    const found = known.get(folder) ?? look(folder)
    known.set(folder, found)
    return found
  }
}
