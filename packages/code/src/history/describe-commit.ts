import { z } from 'zod'
import { issueShape, type NamedIssue } from '@wuku/kernel/connected-issues'
import { count, freshness } from '@wuku/kernel/base/operation-shapes'
import type { BlamedLines } from '@wuku/core/ports/history'
import { dayOf } from './live.ts'
import { briefCode } from '../pack/brief.ts'
import type { FoundCommit } from './commit-search.ts'

/** Commits, and authors of lines, as answers show them. */

export const commitSchema = z.strictObject({
  sha: z.string().describe('First 12 characters.'),
  date: z.string(),
  author: z.string(),
  subject: z.string(),
  body: z.string().optional().describe('Its first lines.'),
  files: z.array(z.string()).describe('At most 10.'),
  moreFiles: count,
  matchReason: z.string(),
  freshness,
  citation: z.string().nullable().describe('Pass it to `open`; null for a commit that is not indexed.'),
  issues: z.array(issueShape).optional().describe('Issues and pull requests that its message names.'),
})

export const blameSchema = z.strictObject({
  startLine: count,
  endLine: count,
  sha: z.string().nullable(),
  date: z.string(),
  author: z.string(),
  subject: z.string(),
})

export const describeBlame = ({ from, to, commit }: BlamedLines): z.output<typeof blameSchema> => ({
  startLine: from,
  endLine: to,
  sha: commit?.sha.slice(0, SHA_CHARS) ?? null,
  date: commit ? dayOf(commit.at) : '',
  author: commit?.author ?? '',
  subject: commit?.subject ?? 'not committed yet',
})

/** `#123 "Rounding" (closed) wuku://notes/shop/issues/123`. */
export const issueLine = ({ ref, title, state, citation }: NamedIssue): string =>
  `${ref} "${title}"${state === '' ? '' : ` (${state})`} ${citation}`

const SHA_CHARS = 12
const MAX_FILES = 10
const BODY_LINES = 4
const BODY_CHARS = 400

export const describeCommit = ({ body, files, ...commit }: FoundCommit): z.output<typeof commitSchema> => ({
  sha: commit.sha.slice(0, SHA_CHARS),
  date: commit.day,
  author: commit.author,
  subject: commit.subject,
  ...(body !== '' && { body: beginningOf(body) }),
  files: files.slice(0, MAX_FILES),
  moreFiles: commit.moreFiles + Math.max(0, files.length - MAX_FILES),
  matchReason: commit.why,
  freshness: commit.freshness,
  citation: commit.citation,
})

function beginningOf(body: string): string {
  const lines = body.split('\n').slice(0, BODY_LINES).join('\n')
  return lines.length <= BODY_CHARS ? lines : `${[...lines].slice(0, BODY_CHARS).join('')}…`
}

/** Commits and lines by what `recall` calls them: hash, day and author, then the subject. */
export const briefHistory = <
  Answer extends {
    readonly commits: readonly z.output<typeof commitSchema>[]
    readonly blame?: readonly z.output<typeof blameSchema>[] | undefined
  },
>({
  commits,
  blame = [],
  ...answer
}: Answer): unknown =>
  briefCode({
    ...answer,
    commits: commits.map(({ sha, date, author, subject, files, moreFiles, body, issues = [], ...commit }) => ({
      about: `commit ${sha} · ${date} · ${author}`,
      title: subject,
      body,
      ...(issues.length > 0 && { issues: issues.map(issueLine) }),
      files: moreFiles > 0 ? [...files, `and ${moreFiles} more`] : files,
      ...commit,
    })),
    blame: blame.map(({ startLine, endLine, sha, date, author, subject }) =>
      [`${startLine}-${endLine}`, sha?.slice(0, 7), date, author, subject].filter(Boolean).join(' · '),
    ),
  })
