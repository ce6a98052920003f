import type { Page, Section, ServiceToOpen } from '../framework/connector.ts'
import { linksAs } from '../framework/markdown-links.ts'
import { fenced } from '../framework/markdown-parts.ts'
import { timeOf } from '../framework/since-list.ts'
import { idOf, type Comment, type Issue, type Review, type ReviewComment } from './github-types.ts'
import type { Thread } from './threads.ts'

type RenderContext = Pick<Page, 'version'> & Pick<ServiceToOpen, 'root' | 'cite'>

/** The texts are Markdown already; links to issues of the same repository become citations. */
export function pageOf(issue: Issue, { comments, reviewComments, reviews }: Thread, context: RenderContext): Page {
  const text = linkedAs(context)
  const sections = [
    ...comments.map((comment) => commentSection(comment, text)),
    ...reviews.flatMap((review) => reviewSection(review, text)),
    ...reviewComments.map((comment) => reviewCommentSection(comment, text)),
  ].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const id = idOf(issue)
  return {
    id,
    path: id,
    title: `${issue.title ?? ''} (#${issue.number})`.trim(),
    url: issue.html_url ?? `${context.root.replace(/\/(?:issues|pulls)$/, '')}/${id.replace('pulls', 'pull')}`,
    version: context.version,
    updatedAt: timeOf(issue.updated_at),
    createdAt: timeOf(issue.created_at),
    ...(issue.user?.login !== undefined && { author: issue.user.login }),
    state: issue.pull_request?.merged_at ? 'merged' : (issue.state ?? 'open'),
    labels: (issue.labels ?? [])
      .map((label) => (typeof label === 'string' ? label : (label.name ?? '')))
      .filter(Boolean),
    assignees: (issue.assignees ?? []).flatMap(({ login }) => login ?? []),
    sections: [{ markdown: text(issue.body) }, ...sections],
  }
}

type Text = (markdown: string | null | undefined) => string

const commentSection = ({ id, user, created_at, body }: Comment, text: Text): Section => ({
  anchor: `comment-${id}`,
  author: user?.login ?? 'ghost',
  at: timeOf(created_at),
  markdown: text(body),
})

function reviewSection({ id, user, submitted_at, state = '', body }: Review, text: Text): readonly Section[] {
  const verdict = state.toLowerCase().replaceAll('_', ' ')
  // One that says nothing itself is there for its comments on code.
  if (!body && (verdict === 'commented' || verdict === 'pending')) return []
  const about = `review, ${verdict}`
  return [
    { anchor: `review-${id}`, author: user?.login ?? 'ghost', at: timeOf(submitted_at), about, markdown: text(body) },
  ]
}

function reviewCommentSection(comment: ReviewComment, text: Text): Section {
  const { id, user, created_at, body, path = '', line, original_line, commit_id = '', diff_hunk } = comment
  const at = line ?? original_line
  const place = `${path}${at ? `:${at}` : ''}${commit_id ? ` at ${commit_id.slice(0, 7)}` : ''}`
  const hunk = diff_hunk ? `${fenced(lastLines(diff_hunk), 'diff')}\n\n` : ''
  return {
    anchor: `review-comment-${id}`,
    author: user?.login ?? 'ghost',
    at: timeOf(created_at),
    about: place,
    markdown: `${hunk}${text(body)}`,
  }
}

/** The lines that are spoken about are the last of a hunk. */
const lastLines = (hunk: string): string => hunk.split('\n').slice(-4).join('\n')

function linkedAs({ root, cite }: RenderContext): Text {
  const base = root.replace(/\/(?:issues|pulls)$/, '')
  return (markdown) =>
    linksAs((markdown ?? '').replaceAll('\r\n', '\n'), (address) => {
      if (!address.startsWith(`${base}/`)) return undefined
      const found = /^\/(issues|pull)\/(\d+)(?:#issuecomment-(\d+))?$/.exec(address.slice(base.length))
      if (!found) return undefined
      const [, what, number, comment] = found
      return cite(`${what === 'pull' ? 'pulls' : 'issues'}/${number}`, comment && `comment-${comment}`)
    })
}
