import type { BlamedLines } from '../../ports/history.ts'
import { inLine, momentOf, textOf } from './commits.ts'

export const blameArguments: readonly string[] = ['--porcelain', '-w', '--no-show-email', '--encoding=UTF-8']

type Blamed = NonNullable<BlamedLines['commit']>

/** The output of `git blame --porcelain`: neighbouring lines of one commit become one span. */
export function readBlame(output: Buffer): readonly BlamedLines[] {
  const known = new Map<string, Blamed>()
  const spans: BlamedLines[] = []
  let sha = ''
  for (const line of linesOf(output)) {
    const heading = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(line)
    if (heading) {
      sha = heading[1] ?? ''
      addLine(spans, Number(heading[2]), sha)
    } else if (!line.startsWith('\t')) note(known, sha, line)
  }
  return spans.map((span) => ({ ...span, commit: span.commit && (known.get(span.commit.sha) ?? span.commit) }))
}

function addLine(spans: BlamedLines[], line: number, sha: string): void {
  const last = spans.at(-1)
  const commit = isUncommitted(sha) ? null : { sha, author: '', at: 0, subject: '' }
  if (last?.to === line - 1 && last.commit?.sha === commit?.sha) spans[spans.length - 1] = { ...last, to: line }
  else spans.push({ from: line, to: line, commit })
}

/** Said once for each commit. */
function note(known: Map<string, Blamed>, sha: string, line: string): void {
  const cut = line.indexOf(' ')
  const [key, value] = [line.slice(0, cut), inLine(line.slice(cut + 1))]
  const before = known.get(sha) ?? { sha, author: '', at: 0, subject: '' }
  if (key === 'author') known.set(sha, { ...before, author: value })
  if (key === 'author-time') known.set(sha, { ...before, at: momentOf(value) })
  if (key === 'summary') known.set(sha, { ...before, subject: value })
}

const isUncommitted = (sha: string): boolean => /^0+$/.test(sha)

function linesOf(output: Buffer): readonly string[] {
  const lines: string[] = []
  let start = 0
  for (let end = output.indexOf(10); end >= 0; end = output.indexOf(10, start)) {
    lines.push(textOf(output.subarray(start, end)))
    start = end + 1
  }
  return lines
}
