import type { ClaimedProject, DatedClaim } from '@wuku/kernel/base/engine'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import { dayOf } from '@wuku/kernel/day'
import { holds, unknown, type Verdict } from '@wuku/text/claims/judged'
import type { LineSpan } from '@wuku/core/written-lines'
import { newestCommits, prefixBelow, touching, type IndexedCommit } from './commits-of.ts'
import type { PathVerdict } from './paths.ts'

/** Commits whose patches are read for one claim; with more in between, nobody says where the lines went. */
const MAX_PATCHES = { quick: 2, thorough: 11 } as const

/** Verdicts on paths, of which some cite lines: what commits since the text was written did to these. */
export async function judgeLines(paths: ReadonlyMap<DatedClaim, PathVerdict>, about: ClaimedProject) {
  const verdicts = new Map<DatedClaim, Verdict>()
  const cited: (readonly [DatedClaim, Cited])[] = []
  for (const [claim, { document, ...verdict }] of paths) {
    verdicts.set(claim, verdict)
    if (claim.lines && document && verdict.state === 'holds')
      cited.push([claim, { path: document.path, lines: claim.lines, total: document.lines }])
  }
  if (cited.length === 0) return verdicts
  const touches = cited.map(([, { path }]) => touching(path))
  const commits = await about.engine.read((view) => newestCommits({ view, about }, touches))
  for (const [at, [claim, own]] of cited.entries())
    verdicts.set(claim, await judgeCited(claim, own, commits[at] ?? [], about))
  return verdicts
}

interface Cited {
  readonly path: string
  readonly lines: NonNullable<DatedClaim['lines']>
  readonly total: number
}

async function judgeCited(
  { since }: DatedClaim,
  cited: Cited,
  commits: readonly IndexedCommit[],
  about: ClaimedProject,
): Promise<Verdict> {
  const { path, lines, total } = cited
  if (since === undefined || commits.length === 0)
    return lines.to > total ? { state: 'changed', now: `${path} has ${total} lines` } : unknown
  const day = dayOf(since)
  const later = commits.filter((commit) => commit.day >= day)
  if (later.length === 0) return holds
  if (later.length > MAX_PATCHES[about.isThorough ? 'thorough' : 'quick']) return unknown
  try {
    return await follow(cited, since, later.toReversed(), about)
  } catch {
    // Without git there is no proof.
    return unknown
  }
}

async function follow(
  { path, lines }: Cited,
  since: number,
  commits: readonly IndexedCommit[],
  { source, engine }: ClaimedProject,
): Promise<Verdict> {
  const history = await engine.files.historyOf(source)
  const repository = await history.repository()
  if (!('top' in repository)) return unknown
  const times = new Map<string, number>()
  for await (const { sha, at } of history.commits({ only: commits.map(({ sha: each }) => each) })) times.set(sha, at)
  const known = engine.sources.cache.byContent(patched)
  const prefix = prefixBelow(repository.top, source)
  let span = lines
  let shifted: Verdict | undefined
  for (const { sha, day, files } of commits) {
    if ((times.get(sha) ?? 0) <= since) continue
    const before = files.find((file) => file.path === path)?.from ?? path
    const key = `${sha} ${prefix}${before}`
    const hunks = known.get(key) ?? hunksOf(`${prefix}${before}`, await history.patch(sha))
    known.set(key, hunks)
    const after = linesAfter(span, hunks)
    if (!after) return { state: 'changed', now: `${path}:${spanText(span)}`, commit: sha, date: day }
    if (after.from !== span.from) shifted ??= { state: 'moved', commit: sha, date: day }
    span = after
  }
  return shifted ? { ...shifted, now: `${path}:${spanText(span)}` } : holds
}

const spanText = ({ from, to }: Cited['lines']): string => (from === to ? String(from) : `${from}-${to}`)

/** Keyed by commit and path, since a commit never changes. */
const patched: CacheTopic<readonly Hunk[]> = { capacity: 2_000, weigh: (hunks) => 1 + hunks.length / 20 }

/** The place of some lines of a file after its hunks; `undefined` if these changed one of them. */
export function linesAfter(span: LineSpan, hunks: readonly Hunk[]): LineSpan | undefined {
  let moved = 0
  for (const { from, removed, added } of hunks) {
    // If nothing is removed, the lines are added behind the line that is named.
    const [first, last] = removed === 0 ? [from + 1, from] : [from, from + removed - 1]
    if (first > span.to) break
    if (last < span.from) moved += added - removed
    else return undefined
  }
  return { from: span.from + moved, to: span.to + moved }
}

interface Hunk {
  readonly from: number
  readonly removed: number
  readonly added: number
}

/**
 * The hunks of a file, by its path before, in a patch without context. A hunk says how many lines it has: whatever stands in
 * them, they begin neither a file nor a hunk.
 */
export function hunksOf(path: string, patch: string): readonly Hunk[] {
  const hunks: Hunk[] = []
  let isOwn = false
  let left = 0
  for (const line of patch.split('\n')) {
    if (left > 0) left -= line.startsWith('\\') ? 0 : 1
    else if (line.startsWith('diff --git ')) isOwn = false
    else if (line.startsWith('--- ')) isOwn = line.replace(/\t$/, '') === `--- a/${path}`
    else {
      const [, from, removed = '1', added = '1'] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? []
      if (from === undefined) continue
      left = Number(removed) + Number(added)
      if (isOwn) hunks.push({ from: Number(from), removed: Number(removed), added: Number(added) })
    }
  }
  return hunks
}
