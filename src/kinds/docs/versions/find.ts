import { nearest } from '../../../text/edit.ts'
import { compareParsed, newestFirst, newestOf } from './compare.ts'
import { parseVersion } from './parse.ts'
import { parseRange } from './ranges.ts'

export interface FoundVersion {
  /** As it stands among those that are known. */
  readonly found: string
  /** `range`: what was wanted names several, and this is the newest of them; an answer must say so. */
  readonly by: 'name' | 'range'
}

/** Newest and most similar first; nothing was chosen. */
export interface NearestVersions {
  readonly nearest: readonly string[]
}

/** Verbatim, then without case, `v` and the name of a package, then as a range; never silently another version. */
export function findVersion(wanted: string, known: readonly string[]): FoundVersion | NearestVersions {
  const text = wanted.trim()
  const named = findNamed(text, known)
  if (named.length === 1) return { found: named[0] ?? '', by: 'name' }
  if (named.length > 1) return { nearest: newestFirst(named).slice(0, MOST_NEAREST) }
  const found = findInRange(text, known)
  return found === undefined ? { nearest: nearestTo(text, known) } : { found, by: 'range' }
}

/** What is used when nobody names a version. */
export const chosenDefault = (versions: readonly string[], defaultVersion: string | null): string | undefined =>
  defaultVersion !== null && versions.includes(defaultVersion) ? defaultVersion : newestOf(versions)

const MOST_NEAREST = 5

/** By the strictest way of reading that finds any. Two tags of one number, such as `core-v1.0` and `cli-v1.0`, stay two. */
function findNamed(wanted: string, known: readonly string[]): readonly string[] {
  if (known.includes(wanted)) return [wanted]
  for (const read of readings) {
    const sought = read(wanted)
    const found = sought === '' ? [] : known.filter((version) => read(version) === sought)
    if (found.length > 0) return found
  }
  const parsed = parseVersion(wanted)
  if (parsed.numbers.length < FULL || parsed.numbers.includes(Infinity) || wanted.includes('+')) return []
  return known.filter((version) => !version.includes('+') && compareParsed(parseVersion(version), parsed) === 0)
}

const readings: readonly ((version: string) => string)[] = [
  (version) => version.toLowerCase(),
  (version) => version.toLowerCase().replace(/^v(?=\d)/, ''),
  (version) => parseVersion(version).bare,
]

/** Shorter versions name a range: `19.0` is no particular version when `19.0.1` is there. */
const FULL = 3

function findInRange(wanted: string, known: readonly string[]): string | undefined {
  if (/^(?:latest|newest|stable|current|)$/i.test(wanted)) return newestOf(known)
  const test = isWhole(wanted) ? undefined : parseRange(wanted)
  return test && newestOf(known.filter((version) => test(parseVersion(version))))
}

const isWhole = (wanted: string): boolean => {
  const { numbers, bare } = parseVersion(wanted)
  return /^v?\d[^\s,|*]*$/i.test(wanted) && !bare.endsWith('+') && numbers.length >= FULL && !numbers.includes(Infinity)
}

function nearestTo(wanted: string, known: readonly string[]): readonly string[] {
  const numbers = numbersIn(wanted)
  const alike = new Set(nearest(wanted, known, { max: 2, limit: MOST_NEAREST }))
  const shared = (version: string): number => {
    const own = parseVersion(version).numbers
    const differs = numbers.findIndex((number, at) => own[at] !== number)
    return differs < 0 ? numbers.length : differs
  }
  return newestFirst(known)
    .map((version) => ({ version, near: shared(version) + (alike.has(version) ? 0.5 : 0) }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, MOST_NEAREST)
    .map(({ version }) => version)
}

/** Also of a range: those of its first version. */
const numbersIn = (wanted: string): readonly number[] => parseVersion(/\d[\w.]*/.exec(wanted)?.[0] ?? '').numbers
