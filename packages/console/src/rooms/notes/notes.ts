import { api, told, type Answer, type Body } from '../../api/client.ts'

export type FoundNotes = Answer<'/api/v1/notes/search'>
export type FoundNote = FoundNotes['results'][number]
export type RelatedNotes = Answer<'/api/v1/notes/related'>
export type KeptVersion = Answer<'/api/v1/notes/history'>['versions'][number]
export type SavedNote = Answer<'/api/v1/notes/document', 'put'>
export type NoteText = Answer<'/api/v1/notes/document'>
export type Tag = Answer<'/api/v1/notes/tags'>['tags'][number]

const MOST_ROWS = 100
const BUDGET = 60_000
/** A note is edited whole. */
const WHOLE = 1_000_000

/** Words of a question and a tag, as one query: the same that an agent may write. */
export const queryOf = (words: string, tag: string): string =>
  [...(words ? [words] : []), ...(tag ? [/\s/.test(tag) ? `tag:"${tag}"` : `tag:${tag}`] : [])].join(' ')

export const searchNotes = async (collection: string, query: string, signal: AbortSignal): Promise<FoundNotes> =>
  told(api.GET('/api/v1/notes/search', { params: { query: { collection, query, limit: MOST_ROWS } }, signal }))

export const listTags = async (source: string, signal: AbortSignal): Promise<readonly Tag[]> =>
  (await told(api.GET('/api/v1/notes/tags', { params: { query: { source, limit: 1_000 } }, signal }))).tags

export const relatedNotes = async (path: string, signal: AbortSignal): Promise<RelatedNotes> =>
  told(api.GET('/api/v1/notes/related', { params: { query: { path, limit: MOST_ROWS, budget: BUDGET } }, signal }))

export const versionsOf = async (path: string, signal: AbortSignal): Promise<readonly KeptVersion[]> =>
  (await told(api.GET('/api/v1/notes/history', { params: { query: { path } }, signal }))).versions

export const readNote = async (file: string, signal?: AbortSignal): Promise<NoteText> =>
  told(api.GET('/api/v1/notes/document', { params: { query: { file, budget: WHOLE } }, ...(signal && { signal }) }))

export type NoteWritten = Body<'/api/v1/notes/document', 'put'>

export const writeNote = async (body: NoteWritten): Promise<SavedNote> =>
  told(api.PUT('/api/v1/notes/document', { body }))

export const restoreNote = async (path: string, restore: string): Promise<SavedNote> =>
  told(api.PATCH('/api/v1/notes/document', { body: { path, restore } }))

export const forgetNote = async (citation: string): Promise<unknown> =>
  told(api.POST('/api/v1/forget', { body: { citation } }))
