import { allOf, type Client } from '../http/client.ts'
import { numberIn, type Comment, type Issue, type Review, type ReviewComment } from './github-types.ts'

/** Everything that people wrote about one issue. */
export interface Thread {
  readonly comments: readonly Comment[]
  readonly reviewComments: readonly ReviewComment[]
  readonly reviews: readonly Review[]
}

/**
 * Comments of issues. A first pass has listed all of the repository already, a hundred with a request: then no issue is
 * asked for its own.
 */
export interface Threads {
  /** All comments there are, by the number of their issue. */
  allComments(comments: readonly Comment[]): void
  allReviewComments(comments: readonly ReviewComment[]): void
  of(issue: Issue): Promise<Thread>
  /** For a census: what a version says about the review comments of each pull request. */
  reviewVersions(): Promise<ReadonlyMap<number, string>>
}

export function openThreads(client: Client, base: string): Threads {
  let comments: ReadonlyMap<number, readonly Comment[]> | undefined
  let reviewComments: ReadonlyMap<number, readonly ReviewComment[]> | undefined
  const list = async <Entry>(path: string): Promise<readonly Entry[]> =>
    once(await allOf(client.pages<Entry>(`${base}/${path}per_page=100`)))
  return {
    allComments: (all) => void (comments = byNumber(all, ({ issue_url }) => issue_url)),
    allReviewComments: (all) => void (reviewComments = byNumber(all, ({ pull_request_url }) => pull_request_url)),
    async of({ number, comments: count = 1, pull_request: pull }) {
      const own = comments?.get(number) ?? (comments || count === 0 ? [] : undefined)
      const inCode = reviewComments?.get(number) ?? (reviewComments || !pull ? [] : undefined)
      return {
        comments: own ?? (await list(`issues/${number}/comments?`)),
        reviewComments: inCode ?? (await list(`pulls/${number}/comments?`)),
        reviews: pull ? await list(`pulls/${number}/reviews?`) : [],
      }
    },
    async reviewVersions() {
      const all = await list<ReviewComment>('pulls/comments?sort=created&direction=asc&')
      const grouped = byNumber(all, ({ pull_request_url }) => pull_request_url)
      return new Map([...grouped].map(([number, own]) => [number, reviewVersionOf(own)]))
    },
  }
}

const byNumber = <Entry extends { readonly id: number }>(
  all: readonly Entry[],
  addressOf: (entry: Entry) => string | undefined,
): ReadonlyMap<number, readonly Entry[]> => Map.groupBy(once(all), (entry) => numberIn(addressOf(entry)))

/** Lists that shift while they are read name an entry twice; the later one is newer. */
const once = <Entry>(all: readonly Entry[]): readonly Entry[] => [
  ...new Map(all.map((entry) => [(entry as { readonly id?: number }).id, entry])).values(),
]

/** How many comments on its code a pull request has, and the last change of them: its own time does not say it. */
export function reviewVersionOf(comments: readonly Pick<ReviewComment, 'updated_at'>[]): string {
  if (comments.length === 0) return ''
  const newest = comments
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1)
  return `+${comments.length}@${newest}`
}
