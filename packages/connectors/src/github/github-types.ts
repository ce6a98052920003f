/** Fields of the answers that are used; other servers may leave out any of them. */
export interface Person {
  readonly login?: string
  readonly email?: string | null
}

export interface Issue {
  readonly number: number
  readonly title?: string
  readonly body?: string | null
  readonly state?: string
  readonly user?: Person | null
  readonly labels?: readonly (string | { readonly name?: string })[]
  readonly assignees?: readonly Person[]
  readonly comments?: number
  readonly created_at?: string
  readonly updated_at: string
  readonly html_url?: string
  readonly pull_request?: { readonly merged_at?: string | null }
}

export interface Comment {
  readonly id: number
  readonly body?: string | null
  readonly user?: Person | null
  readonly created_at?: string
  readonly updated_at: string
  readonly issue_url?: string
}

export interface ReviewComment extends Comment {
  readonly pull_request_url?: string
  readonly path?: string
  readonly line?: number | null
  readonly original_line?: number | null
  readonly commit_id?: string
  readonly diff_hunk?: string
}

export interface Review {
  readonly id: number
  readonly body?: string | null
  readonly user?: Person | null
  readonly state?: string
  readonly submitted_at?: string
  readonly commit_id?: string
}

export const idOf = ({ number, pull_request }: Pick<Issue, 'number' | 'pull_request'>): string =>
  `${pull_request ? 'pulls' : 'issues'}/${number}`

export const numberOf = (id: string): number => Number(id.split('/')[1])

/** The number at the end of `.../issues/123`. */
export const numberIn = (address = ''): number => Number(/\/(\d+)$/.exec(address)?.[1] ?? 0)
