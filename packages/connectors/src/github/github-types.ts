import type { Texts } from '../framework/connector.ts'

export interface Person extends Texts<'login'> {
  readonly email?: string | null
}

export interface Issue extends Texts<'title' | 'state' | 'created_at' | 'html_url'> {
  readonly number: number
  readonly body?: string | null
  readonly user?: Person | null
  readonly labels?: readonly (string | { readonly name?: string })[]
  readonly assignees?: readonly Person[]
  readonly comments?: number
  readonly updated_at: string
  readonly pull_request?: { readonly merged_at?: string | null }
}

export interface Comment extends Texts<'created_at' | 'issue_url'> {
  readonly id: number
  readonly body?: string | null
  readonly user?: Person | null
  readonly updated_at: string
}

export interface ReviewComment extends Comment, Texts<'pull_request_url' | 'path' | 'commit_id' | 'diff_hunk'> {
  readonly line?: number | null
  readonly original_line?: number | null
}

export interface Review extends Pick<Comment, 'id' | 'body' | 'user'>, Texts<'state' | 'submitted_at'> {}

export const idOf = ({ number, pull_request }: Pick<Issue, 'number' | 'pull_request'>): string =>
  `${pull_request ? 'pulls' : 'issues'}/${number}`

export const numberOf = (id: string): number => Number(id.split('/')[1])

/** The number at the end of `.../issues/123`. */
export const numberIn = (address = ''): number => Number(/\/(\d+)$/.exec(address)?.[1] ?? 0)
