import { api, told, type Answer, type Body } from '../../api/client.ts'
import type { SharedThing } from '../../sharing/shared-thing.ts'

export type Library = Answer<'/api/v1/libraries'>['list'][number]
export type Version = Library['versions'][number]
export type LibraryDocument = Answer<'/api/v1/documents'>['list'][number]
export type OneDocument = Answer<'/api/v1/documents/{id}'>
export type Chunk = Answer<'/api/v1/documents/chunks/{mode}/{library}'>['list'][number]
export type Difference = Answer<'/api/v1/libraries/diff'>
export type Found = Answer<'/api/v1/search', 'post'>
export type Activity = Answer<'/api/v1/activity-logs'>['list'][number]
export type Releases = Answer<'/api/v1/libraries/releases'>

export const statuses = ['active', 'archived', 'deleted', 'all'] as const
export const sorts = ['name', 'recent', 'size'] as const
/** What is new is made public afterwards: that asks for its name. */
export const firstVisibilities = ['private', 'team'] as const
export const documentStatuses = ['completed', 'failed', 'pending', 'processing'] as const

/** What of a library may change; what is left out stays. */
export type LibraryChange = Body<'/api/v1/libraries/{library}', 'put'>

export const showLibrary = async (library: string, signal: AbortSignal): Promise<Library> =>
  told(api.GET('/api/v1/libraries/{library}', { params: { path: { library } }, signal }))

export const changeLibrary = async (library: number, body: LibraryChange): Promise<Library> =>
  told(api.PUT('/api/v1/libraries/{library}', { params: { path: { library: String(library) } }, body }))

export const deleteLibrary = async (library: number): Promise<{ readonly restorable_days: number }> =>
  told(api.DELETE('/api/v1/libraries/{library}', { params: { path: { library: String(library) } } }))

export const deleteVersion = async (library: number, version: string): Promise<{ readonly restorable_days: number }> =>
  told(
    api.DELETE('/api/v1/libraries/{library}/versions/{version}', {
      params: { path: { library: String(library), version } },
    }),
  )

export const showDocument = async (id: string, signal: AbortSignal): Promise<OneDocument> =>
  told(api.GET('/api/v1/documents/{id}', { params: { path: { id } }, signal }))

export const deleteDocument = async (id: number): Promise<unknown> =>
  told(api.DELETE('/api/v1/documents/{id}', { params: { path: { id: String(id) } } }))

export const contentPath = (id: number): string => `/api/v1/documents/${id}/content`

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const mayManage = ({ may }: Pick<Library, 'may'>): boolean => may.includes('manage')
export const mayWrite = ({ may }: Pick<Library, 'may'>): boolean => may.includes('write')

/** When the newest of its versions was indexed. */
export const indexedAt = ({ versions }: Pick<Library, 'versions'>): string | null =>
  versions
    .map(({ indexed_at: at }) => at)
    .filter((at) => at !== null)
    .toSorted()
    .at(-1) ?? null

export const sharedLibrary = ({ library_id: id, name, documents: count, ...library }: Library): SharedThing => {
  const { owner, visibility, may, shared_with } = library
  return { type: 'library', what: String(id), name, kind: 'docs', count, owner, visibility, may, shared_with }
}
