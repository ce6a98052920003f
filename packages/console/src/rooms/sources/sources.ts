import { api, runOperation, told, type Answer } from '../../api/client.ts'
import type { Source } from '../../files/files.ts'

export type Folders = Answer<'/api/v1/folders'>
export type FoundSource = Folders['found'][number]
export type Plan = Answer<'/api/v1/sources/plan', 'post'>

/** Storehouses that folders are added to; the others are filled by agents and by imports. */
export const addedKinds = ['notes', 'code', 'chats'] as const
export const kinds = ['code', 'notes', 'chats', 'docs', 'pads'] as const

export const keyOf = ({ kind, name }: Pick<Source, 'kind' | 'name'>): string => `${kind}/${name}`

export const pageOfSource = ({ kind, name }: Pick<Source, 'kind' | 'name'>): string =>
  `/sources/${kind}/${encodeURIComponent(name)}`

/** One source, with all of the problems that are kept. */
export const showSource = async (source: string, signal: AbortSignal): Promise<Source | undefined> =>
  (await told(api.GET('/api/v1/sources', { params: { query: { source } }, signal }))).sources[0]

export const listFolders = async (folder: string, signal: AbortSignal): Promise<Folders> =>
  told(api.GET('/api/v1/folders', { params: { query: folder === '' ? {} : { folder } }, signal }))

export const findSources = async (signal: AbortSignal): Promise<readonly FoundSource[]> =>
  (await told(api.GET('/api/v1/folders', { params: { query: { find: true } }, signal }))).found

export const planSource = async (body: object, signal: AbortSignal): Promise<Plan> =>
  told(api.POST('/api/v1/sources/plan', { body: body as never, signal }))

/** Its files stay as they are; a running server looks at them no more, or does again. */
export const pauseSource = async ({ kind, name }: Source, watch: boolean): Promise<unknown> =>
  runOperation('add', { kind, name, watch, noIndex: true })

/** What would be read of a service: with its spaces, books or repositories where it has more than one. */
export interface ServicePlan {
  readonly added: number
  readonly planned?: readonly string[]
  readonly requests?: number
  readonly containers?: readonly { readonly id: string; readonly items: number }[]
}

/** What an index run did, or would do. */
export interface Report {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly dryRun?: boolean
  readonly skipped: readonly { readonly path: string; readonly why: string }[]
  readonly registered?: readonly { readonly kind: Source['kind']; readonly name: string }[]
  readonly sources?: readonly { readonly kind: Source['kind']; readonly source: string }[]
  readonly problems: readonly { readonly path: string; readonly said: string; readonly remedy: string }[]
}
