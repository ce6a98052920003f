import { fold } from '@wuku/text/terms/fold'

export interface CommitSummary {
  readonly sha: string
  /** `2024-05-01`; empty when it is not known. */
  readonly day: string
  readonly author: string
  readonly subject: string
  readonly body: string
  /** From the root of the source. */
  readonly files: readonly string[]
  /** Files that it touched beyond these. */
  readonly moreFiles: number
}

/** Reads a commit back from its text in the index; `undefined` for any other text. */
export function readCommit(text: string): CommitSummary | undefined {
  const [head = '', subject = '', ...rest] = text.split('\n')
  const [, sha, day = '', author = ''] = /^commit ([0-9a-f]{40,64}) (\S*) ?(.*)$/.exec(head) ?? []
  if (sha === undefined) return undefined
  const files = rest.flatMap((line) => /^[AMDR] (.+)$/.exec(line)?.slice(1) ?? [])
  const more = rest.map((line) => /^and (\d+) more files$/.exec(line)?.[1]).find((count) => count !== undefined)
  const body = rest.filter((line) => line === '' || line.startsWith(INDENT)).map((line) => line.slice(INDENT.length))
  return { sha, day, author, subject, body: body.join('\n').trim(), files, moreFiles: Number(more ?? 0) }
}

/** Words that stand in what a commit changed, and neither in its message nor in its paths. */
export function wordsOfChanges(words: readonly string[], text: string): readonly string[] {
  const cut = text.indexOf('\n@ ')
  if (cut < 0) return []
  const [said, changed] = [text.slice(0, cut), text.slice(cut)].map((part) => part.toLowerCase())
  return words.filter((word) => !said?.includes(word.toLowerCase()) && changed?.includes(word.toLowerCase()))
}

/** A message is set in; what was done to files is not. */
const INDENT = '    '

export interface CommitFilter {
  readonly author?: string
  /** Days, months or years: `2024-05-01`, `2024-05`, `2024`. Both included. */
  readonly since?: string
  readonly until?: string
  /** A file or folder that it touched, from the root of the source. */
  readonly path?: string
}

export const isFiltered = ({ author, since, until, path }: CommitFilter): boolean =>
  [author, since, until, path].some((each) => each !== undefined)

export function matchesFilter({ day, author, files }: CommitSummary, filter: CommitFilter): boolean {
  const { since, until, path } = filter
  if (filter.author !== undefined && !fold(author).includes(fold(filter.author))) return false
  if (since !== undefined && day.slice(0, since.length) < since) return false
  if (until !== undefined && day.slice(0, until.length) > until) return false
  return path === undefined || files.some((file) => file === path || file.startsWith(`${path}/`))
}
