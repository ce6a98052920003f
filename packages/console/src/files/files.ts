import type { RouteLocationNormalized } from 'vue-router'
import { api, told, type Answer } from '../api/client.ts'

export type Source = Answer<'/api/v1/sources'>['sources'][number]
export type FilesAnswer = Answer<'/api/v1/files'>
export type ListedFile = FilesAnswer['files'][number]
export type ListedFolder = FilesAnswer['folders'][number]
export type Rendered = Answer<'/api/v1/render', 'post'>

/** Storehouses whose sources are folders of files. */
export type FilesKind = 'code' | 'notes'

/** It has a folder of its own, whose files are listed and compared. */
export const isOfFolder = ({ kind }: Pick<Source, 'kind'>): boolean => ['code', 'notes', 'chats'].includes(kind)

/** The room that shows what it holds. */
export function roomOfSource({ kind, name }: Pick<Source, 'kind' | 'name'>): string {
  if (kind === 'pads') return '/pads'
  if (kind === 'docs') return `/libraries?q=${encodeURIComponent(name.replace(/@.*$/s, ''))}`
  const room = { code: '/code', notes: '/notes', chats: '/conversations' }[kind]
  return `${room}?source=${encodeURIComponent(name)}`
}

export interface FilesAsked {
  /** As kind/name. */
  readonly source: string
  readonly under?: string
  readonly query?: string
  readonly page: number
}

export const FILES_OF_PAGE = 200

/** One page of a folder, or of the files whose path holds the query. */
export const listFiles = async ({ page, ...asked }: FilesAsked, signal: AbortSignal): Promise<FilesAnswer> =>
  told(
    api.GET('/api/v1/files', {
      params: { query: { ...asked, limit: FILES_OF_PAGE, cursor: String(page * FILES_OF_PAGE) } },
      signal,
    }),
  )

export const showSources = async (signal: AbortSignal): Promise<readonly Source[]> =>
  (await told(api.GET('/api/v1/sources', { signal }))).sources

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The page of a file; of a folder, whose path ends with a slash: no address of the server does; or of the source. */
export function pageOf(kind: FilesKind, source: string, path = ''): string {
  const top = `/${kind}/${encodeURIComponent(source)}`
  if (path === '') return top
  return path.endsWith('/') ? `${top}?in=${encodeURIComponent(path.slice(0, -1))}` : `${top}/${encoded(path)}`
}

export const citationOf = (kind: FilesKind, source: string, path: string): string =>
  `wuku://${kind}/${encodeURIComponent(source)}/${encoded(path)}`

export const nameOf = (path: string): string => path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1)

/** Folders on the way to a path, from the top: `a/`, `a/b/`. */
export function foldersAbove(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, at) => steps.slice(0, at + 1).join('/'))
}

/** The path that an address names: a file, or a folder with a slash at its end. */
export function pathIn({ params, query }: Pick<RouteLocationNormalized, 'params' | 'query'>): string {
  const { path = '' } = params
  const file = typeof path === 'string' ? path : path.join('/')
  const folder = query['in']
  return file === '' && typeof folder === 'string' && folder !== '' ? `${folder}/` : file
}

export const LAST_LINE = 99_999_999
/** A document from a line on. */
export const citationFrom = (citation: string, line: number): string =>
  line > 1 ? `${citation}#L${line}-L${LAST_LINE}` : citation
