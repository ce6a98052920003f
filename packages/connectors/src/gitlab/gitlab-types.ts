import type { Texts } from '../framework/connector.ts'

export interface Person extends Texts<'username' | 'state'> {
  readonly id?: number
  readonly access_level?: number
  readonly email?: string | null
  readonly public_email?: string | null
}

/** An issue or a merge request. */
export interface Item extends Texts<'title' | 'state' | 'created_at' | 'web_url' | 'source_branch' | 'target_branch'> {
  readonly iid: number
  readonly description?: string | null
  readonly author?: Person | null
  readonly labels?: readonly string[]
  readonly assignees?: readonly Person[]
  readonly confidential?: boolean
  readonly user_notes_count?: number
  readonly updated_at: string
}

export interface Note extends Texts<'created_at' | 'updated_at'> {
  readonly id: number
  readonly body?: string | null
  readonly author?: Person | null
  readonly system?: boolean
  readonly internal?: boolean
  /** The name of `internal` before version 15.3. */
  readonly confidential?: boolean
  readonly position?: Position | null
}

interface Position extends Texts<'new_path' | 'old_path' | 'head_sha'> {
  readonly new_line?: number | null
  readonly old_line?: number | null
}

export interface Discussion {
  readonly id: string
  readonly notes?: readonly Note[]
}

export type Project = Texts<'visibility' | 'issues_access_level' | 'merge_requests_access_level'>

export const WHATS = ['issues', 'merge_requests'] as const
export type What = (typeof WHATS)[number]

/** `issues/5`, and the notes of it that are for fewer people: `issues/5/internal`. */
export const partsOf = (id: string): { readonly what: What; readonly iid: number } => {
  const [what, iid] = id.split('/')
  return { what: what === 'merge_requests' ? 'merge_requests' : 'issues', iid: Number(iid) }
}
