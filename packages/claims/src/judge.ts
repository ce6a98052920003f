import type { DatedClaim, FoundVerdict, StorehouseClaims } from '@wuku/kernel/base/engine'
import { dayOf } from '@wuku/kernel/day'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { holds, isNews, type Verdict } from '@wuku/text/claims/judged'
import { newestCommits, touching, type Look } from './commits-of.ts'
import { judgeNames } from './names.ts'
import { judgePaths } from './paths.ts'
import { judgeLines } from './lines.ts'

/** Verdicts of the index, the files and git on claims about a repository. */
export const judge: NonNullable<StorehouseClaims['judge']> = async (claims, about) => {
  const of = (...kinds: readonly DatedClaim['kind'][]) => claims.filter(({ kind }) => kinds.includes(kind))
  const { paths, others } = await about.engine.read(async (view) => ({
    paths: await judgePaths(of('path'), { view, about }),
    others: [
      ...(await judgeNames(of('symbol', 'flag', 'environment', 'script'), { view, about })),
      ...(await judgeCommits(of('commit'), { view, about })),
    ],
  }))
  const verdicts = new Map<DatedClaim, Verdict>([...(await judgeLines(paths, about)), ...others])
  const news = [...verdicts].filter(([claim, verdict]) => isNewer(verdict, claim))
  return new Map(news.map(([claim, { date, ...verdict }]) => [claim, { ...verdict, ...(verdict.commit && { date }) }]))
}

/** An author knew what happened before. */
const isNewer = (verdict: Verdict, { since }: DatedClaim): boolean =>
  !isNews(verdict) || since === undefined || verdict.date === undefined || verdict.date >= dayOf(since)

/** One that is not there was rewritten, or never fetched: that proves nothing. */
async function judgeCommits(claims: readonly DatedClaim[], { view, about }: Look) {
  if (claims.length === 0) return []
  const marks = claims.map(({ value }) => markTerm('sha', value))
  const known = await view.terms.vocabulary(marks, 2, [about.source.id])
  return claims.flatMap((claim, at) => (known[at]?.length === 1 ? [[claim, holds] as const] : []))
}

/** The version of a package is in the line of the manifest that names the package. */
export const trace: NonNullable<StorehouseClaims['trace']> = async (found, about) => {
  const open = [...found].filter(([, { file, now }]) => file !== undefined && now !== undefined)
  const touches = open.map(([, { file = '' }]) => touching(file))
  const commits = await about.engine.read((view) => newestCommits({ view, about }, touches))
  return new Map(open.map(([claim, verdict], at) => [claim, withCommit(verdict, claim, commits[at] ?? [])]))
}

function withCommit(
  { state, now }: FoundVerdict,
  { value, since }: DatedClaim,
  commits: Awaited<ReturnType<typeof newestCommits>>[number],
): Verdict {
  const version = now?.split('@').at(-1) ?? ''
  const made = commits.find(({ changes }) =>
    changes.some((line) => line.startsWith('+ ') && line.includes(value) && line.includes(version)),
  )
  const dated = { state, ...(now !== undefined && { now }), ...(made && { commit: made.sha, date: made.day }) }
  return isNewer(dated, { since } as DatedClaim) ? dated : { state: 'unknown' }
}
