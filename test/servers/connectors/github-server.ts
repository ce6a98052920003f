import { createHash } from 'node:crypto'
import { pageOf, seeded, serve, type Asked, type FakeServer, type Reply } from './faults.ts'

export interface FakeIssue {
  number: number
  title: string
  body: string
  user: string
  state: 'open' | 'closed'
  labels: string[]
  assignees: string[]
  isPull: boolean
  mergedAt?: string
  createdAt: number
  updatedAt: number
  /** Gone at the service; kept to be restored. */
  isDeleted?: boolean
  comments: FakeComment[]
  reviewComments: FakeReviewComment[]
  reviews: FakeReview[]
}

export interface FakeComment {
  id: number
  body: string
  user: string
  createdAt: number
  updatedAt: number
}

export interface FakeReviewComment extends FakeComment {
  path: string
  line: number
  commit: string
}

export interface FakeReview {
  id: number
  body: string
  user: string
  state: string
  submittedAt: number
}

export interface FakeRepository {
  name: string
  visibility: 'public' | 'private' | 'internal'
  issues: Map<number, FakeIssue>
  readers: Set<string>
}

export interface FakeGitHub extends FakeServer {
  readonly repository: FakeRepository
  /** E-mail addresses by login. */
  readonly people: Map<string, string>
  /** A moment later than all before, by the clock of the service. */
  tick(): number
}

const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

/** The part of GitHub's REST API that is read, with one repository. `skew`: milliseconds that its clock is ahead. */
export async function startGitHub(name = 'acme/shop', seed = 1, skew = 0): Promise<FakeGitHub> {
  const repository: FakeRepository = { name, visibility: 'private', issues: new Map(), readers: new Set() }
  const people = new Map<string, string>()
  let now = Date.parse('2026-01-01T00:00:00Z') + skew
  const random = seeded(seed)
  const server: FakeServer = await serve(seed, (asked) => reply(asked))
  const there = (): FakeIssue[] => [...repository.issues.values()].filter(({ isDeleted }) => !isDeleted)

  function reply({ url }: Asked): Reply {
    const path = url.pathname.replace(/^\/api\/v3/, '')
    const user = /^\/users\/(.+)$/.exec(path)
    if (user) return { body: { login: user[1], email: people.get(String(user[1])) ?? null } }
    const [, own, rest = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? []
    if (own !== name) return missing
    if (rest === '')
      return {
        body: { full_name: name, private: repository.visibility !== 'public', visibility: repository.visibility },
      }
    if (rest === '/collaborators') return list([...repository.readers], url, (login) => ({ login }))
    if (rest === '/issues') return list(bySorting(there().filter(since(url)), url), url, issueJson)
    if (rest === '/issues/comments')
      return list(ofAll('comments', url), url, ([each, issue]) => commentJson(each, issue))
    if (rest === '/pulls/comments')
      return list(ofAll('reviewComments', url), url, ([each, issue]) => reviewCommentJson(each, issue))
    const [, what, number, of] = /^\/(issues|pulls)\/(\d+)(?:\/(comments|reviews))?$/.exec(rest) ?? []
    const issue = repository.issues.get(Number(number))
    if (!issue || (what === 'pulls' && !issue.isPull)) return missing
    if (issue.isDeleted) return { status: 410, body: { message: 'This issue was deleted' } }
    if (of === undefined) return { body: issueJson(issue) }
    if (of === 'reviews') return list(issue.reviews, url, reviewJson)
    return what === 'pulls'
      ? list(issue.reviewComments, url, (each) => reviewCommentJson(each, issue))
      : list(issue.comments, url, (each) => commentJson(each, issue))
  }

  /** Comments of all issues that changed since the moment asked for, each with its issue, oldest change first. */
  function ofAll<Of extends 'comments' | 'reviewComments'>(of: Of, url: URL): [FakeIssue[Of][number], FakeIssue][] {
    const isSince = since(url)
    return there()
      .flatMap((issue) => issue[of].filter(isSince).map((each): [FakeIssue[Of][number], FakeIssue] => [each, issue]))
      .toSorted(([a], [b]) => byChange(a, b))
  }

  function list<Entry>(all: readonly Entry[], url: URL, toJson: (entry: Entry) => unknown): Reply {
    const { entries: shown, page, hasNext } = pageOf(all, url, server.faults, random)
    const entries = shown.map(toJson)
    const next = new URL(url.pathname + url.search, server.url)
    next.searchParams.set('page', String(page + 1))
    const etag = `"${createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 20)}"`
    return { body: entries, headers: { etag, ...(hasNext && { link: `<${next}>; rel="next"` }) } }
  }

  const issueJson = (issue: FakeIssue) => ({
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    user: { login: issue.user },
    labels: issue.labels.map((label) => ({ name: label })),
    assignees: issue.assignees.map((login) => ({ login })),
    comments: issue.comments.length,
    created_at: iso(issue.createdAt),
    updated_at: iso(issue.updatedAt),
    html_url: `https://github.com/${name}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}`,
    ...(issue.isPull && { pull_request: { merged_at: issue.mergedAt ?? null } }),
  })
  const commentJson = ({ id, body, user, createdAt, updatedAt }: FakeComment, issue: FakeIssue) => ({
    id,
    body,
    user: { login: user },
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    issue_url: `${server.url}/repos/${name}/issues/${issue.number}`,
  })
  const reviewCommentJson = (comment: FakeReviewComment, issue: FakeIssue) => ({
    ...commentJson(comment, issue),
    issue_url: undefined,
    pull_request_url: `${server.url}/repos/${name}/pulls/${issue.number}`,
    path: comment.path,
    line: comment.line,
    commit_id: comment.commit,
    diff_hunk: '@@ -1,2 +1,3 @@\n context\n+added line',
  })
  const reviewJson = ({ id, body, user, state, submittedAt }: FakeReview) => ({
    id,
    body,
    user: { login: user },
    state,
    submitted_at: iso(submittedAt),
  })
  return Object.assign(server, {
    repository,
    people,
    tick: () => (now += 1_000),
  })
}

const missing: Reply = { status: 404, body: { message: 'Not Found' } }

const byChange = (a: { updatedAt: number }, b: { updatedAt: number }): number => a.updatedAt - b.updatedAt

const since = (url: URL) => {
  const from = Date.parse(url.searchParams.get('since') ?? '') || 0
  return ({ updatedAt }: { updatedAt: number }): boolean => Math.floor(updatedAt / 1000) * 1000 >= from
}

const bySorting = (issues: FakeIssue[], url: URL): FakeIssue[] =>
  url.searchParams.get('sort') === 'updated'
    ? issues.toSorted(byChange)
    : issues.toSorted((a, b) => a.number - b.number)

/** A repository of so many issues, a third of them pull requests. */
export function fillGitHub(server: FakeGitHub, count: number, seed = 2): void {
  const random = seeded(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  for (let number = 1; number <= count; number++)
    addIssue(server, { number, isPull: random() < 0.3, comments: Math.floor(random() * 3), word: pick(WORDS) })
}

const WORDS = [
  'checkout',
  'refund',
  'invoice',
  '库存',
  '退款',
  'latency',
  'tax rounding',
  '登录',
  'cart',
  'webhook',
] as const
const LOGINS = ['mia', 'lee', 'wang', 'ann', 'bob'] as const

let lastId = 1_000

export function addIssue(
  { repository, tick }: FakeGitHub,
  {
    number,
    isPull = false,
    comments = 0,
    word = 'checkout',
  }: { number: number; isPull?: boolean; comments?: number; word?: string },
): FakeIssue {
  const at = tick()
  const issue: FakeIssue = {
    number,
    title: `${word} problem ${number}`,
    body: `The ${word} fails in case ${number}.\n\n- step one\n- step two\n\n\`\`\`ts\nconst n = ${number}\n\`\`\``,
    user: LOGINS[number % LOGINS.length] ?? 'mia',
    state: number % 3 === 0 ? 'closed' : 'open',
    labels: number % 2 === 0 ? ['bug', word] : [],
    assignees: number % 5 === 0 ? ['ann'] : [],
    isPull,
    createdAt: at,
    updatedAt: at,
    comments: [],
    reviewComments: [],
    reviews: isPull
      ? [{ id: ++lastId, body: `Looks right ${number}`, user: 'lee', state: 'APPROVED', submittedAt: at }]
      : [],
  }
  repository.issues.set(number, issue)
  for (let each = 0; each < comments; each++)
    addComment({ repository, tick }, issue, `Comment ${each} about ${word} ${number}`)
  if (isPull)
    issue.reviewComments.push({
      id: ++lastId,
      body: `Why not round ${number}?`,
      user: 'wang',
      createdAt: at,
      updatedAt: at,
      path: 'src/tax.ts',
      line: 12,
      commit: 'abc1234def5678',
    })
  return issue
}

export function addComment({ tick }: Pick<FakeGitHub, 'tick' | 'repository'>, issue: FakeIssue, body: string) {
  const at = tick()
  const comment = { id: ++lastId, body, user: 'lee', createdAt: at, updatedAt: at }
  issue.comments.push(comment)
  issue.updatedAt = at
  return comment
}
