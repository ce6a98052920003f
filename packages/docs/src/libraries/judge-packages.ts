import type { ClaimedProject, DatedClaim, FoundVerdict } from '@wuku/kernel/base/engine'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import { holds } from '@wuku/text/claims/judged'
import { readFolder } from './which.ts'
import type { Dependency } from '../projects/dependency.ts'

/** For as long as the source has not changed. */
const dependenciesOf: CacheTopic<readonly Dependency[]> = { capacity: 8 }

/** The versions of packages that a text names, against those that the project has locked. */
export async function judgePackages(claims: readonly DatedClaim[], { source, engine }: ClaimedProject) {
  const named = claims.filter(({ kind }) => kind === 'package')
  if (named.length === 0) return new Map()
  const read = async (): Promise<readonly Dependency[]> =>
    // A folder of another machine has no files here, which proves nothing.
    (await readFolder(source.root, engine.workspace.readProject).catch(() => undefined))?.dependencies ?? []
  const known = await engine.read((view) =>
    engine.sources.cache.ofSource(dependenciesOf, { view, source: source.id }, read),
  )
  return new Map(named.flatMap((claim) => verdictOn(claim, known).map((verdict) => [claim, verdict] as const)))
}

function verdictOn({ value, version = '' }: DatedClaim, known: readonly Dependency[]): readonly FoundVerdict[] {
  const own = known.filter(({ name }) => name.toLowerCase() === value.toLowerCase())
  const versions = new Map(own.flatMap((each) => exactOf(each).map((exact) => [exact, each] as const)))
  if ([...versions.keys()].some((exact) => exact === version || exact.startsWith(`${version}.`))) return [holds]
  const asked = [...versions].filter(([, { isDirect }]) => isDirect)
  const [only] = asked
  return only && asked.length === 1 ? [{ state: 'changed', now: `${value}@${only[0]}`, file: only[1].from }] : []
}

/** A range proves no version. */
const exactOf = ({ locked, wanted }: Dependency): readonly string[] => {
  const exact = locked ?? (/^=?=?v?\d+(?:\.\d+){2,}[-+.\w]*$/.test(wanted) ? wanted : undefined)
  return exact === undefined ? [] : [exact.replace(/^=*v?/, '')]
}
