/** Fields of the answers that are used; older servers may leave out any of them. */
export interface Person {
  readonly id?: number
  readonly username?: string
  readonly state?: string
  readonly access_level?: number
  readonly email?: string | null
  readonly public_email?: string | null
}

/** An issue or a merge request. */
export interface Item {
  readonly iid: number
  readonly title?: string
  readonly description?: string | null
  readonly state?: string
  readonly author?: Person | null
  readonly labels?: readonly string[]
  readonly assignees?: readonly Person[]
  readonly confidential?: boolean
  readonly user_notes_count?: number
  readonly created_at?: string
  readonly updated_at: string
  readonly web_url?: string
  readonly source_branch?: string
  readonly target_branch?: string
}

export interface Note {
  readonly id: number
  readonly body?: string | null
  readonly author?: Person | null
  readonly system?: boolean
  readonly internal?: boolean
  /** The name of `internal` before version 15.3. */
  readonly confidential?: boolean
  readonly created_at?: string
  readonly updated_at?: string
  readonly position?: {
    readonly new_path?: string
    readonly old_path?: string
    readonly new_line?: number | null
    readonly old_line?: number | null
    readonly head_sha?: string
  } | null
}

export interface Discussion {
  readonly id: string
  readonly notes?: readonly Note[]
}

export interface Project {
  readonly visibility?: string
  readonly issues_access_level?: string
  readonly merge_requests_access_level?: string
}

export const WHATS = ['issues', 'merge_requests'] as const
export type What = (typeof WHATS)[number]

/** `issues/5`, and the notes of it that are for fewer people: `issues/5/internal`. */
export const partsOf = (id: string): { readonly what: What; readonly iid: number } => {
  const [what, iid] = id.split('/')
  return { what: what === 'merge_requests' ? 'merge_requests' : 'issues', iid: Number(iid) }
}
