import { nearest } from '@wuku/text/edits/edit'
import { compareNumbers, compareParsed, newestFirst, newestOf, type ParsedVersion, parseVersion } from './version.ts'

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
export function findVersion(requested: string, known: readonly string[]): FoundVersion | NearestVersions {
  const text = requested.trim()
  const named = findNamed(text, known)
  if (named.length === 1) return { found: named[0] ?? '', by: 'name' }
  if (named.length > 1) return { nearest: newestFirst(named).slice(0, MAX_NEAREST) }
  const found = findInRange(text, known)
  return found === undefined ? { nearest: nearestTo(text, known) } : { found, by: 'range' }
}

/** The version used when none is named. */
export const chosenDefault = (versions: readonly string[], defaultVersion: string | null): string | undefined =>
  defaultVersion !== null && versions.includes(defaultVersion) ? defaultVersion : newestOf(versions)

const MAX_NEAREST = 5

/** By the strictest way of reading that finds any. Two tags of one number, such as `core-v1.0` and `cli-v1.0`, stay two. */
function findNamed(requested: string, known: readonly string[]): readonly string[] {
  if (known.includes(requested)) return [requested]
  for (const read of readings) {
    const target = read(requested)
    const found = target === '' ? [] : known.filter((version) => read(version) === target)
    if (found.length > 0) return found
  }
  const parsed = parseVersion(requested)
  if (parsed.numbers.length < FULL || parsed.numbers.includes(Infinity) || requested.includes('+')) return []
  return known.filter((version) => !version.includes('+') && compareParsed(parseVersion(version), parsed) === 0)
}

const readings: readonly ((version: string) => string)[] = [
  (version) => version.toLowerCase(),
  (version) => version.toLowerCase().replace(/^v(?=\d)/, ''),
  (version) => parseVersion(version).bare,
]

/** Shorter versions name a range: `19.0` is no particular version when `19.0.1` is there. */
const FULL = 3

function findInRange(requested: string, known: readonly string[]): string | undefined {
  if (/^(?:latest|newest|stable|current|)$/i.test(requested)) return newestOf(known)
  const test = isFullVersion(requested) ? undefined : parseRange(requested)
  return test && newestOf(known.filter((version) => test(parseVersion(version))))
}

const isFullVersion = (requested: string): boolean => {
  const { numbers, bare } = parseVersion(requested)
  return (
    /^v?\d[^\s,|*]*$/i.test(requested) && !bare.endsWith('+') && numbers.length >= FULL && !numbers.includes(Infinity)
  )
}

function nearestTo(requested: string, known: readonly string[]): readonly string[] {
  const numbers = numbersIn(requested)
  const alike = new Set(nearest(requested, known, { max: 2, limit: MAX_NEAREST }))
  const shared = (version: string): number => {
    const own = parseVersion(version).numbers
    const differs = numbers.findIndex((number, at) => own[at] !== number)
    return differs < 0 ? numbers.length : differs
  }
  return newestFirst(known)
    .map((version) => ({ version, near: shared(version) + (alike.has(version) ? 0.5 : 0) }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, MAX_NEAREST)
    .map(({ version }) => version)
}

/** Also of a range: those of its first version. */
const numbersIn = (requested: string): readonly number[] => parseVersion(/\d[\w.]*/.exec(requested)?.[0] ?? '').numbers

type VersionTest = (version: ParsedVersion) => boolean

/**
 * `19`, `19.x`, `^18.2`, `~5.1`, `~> 5.1`, `>=3 <4`, `1.2 - 1.4`, `[1.0,2.0)`, `a || b`, as the tools of different
 * languages write them; `undefined`: this is no range.
 */
function parseRange(text: string): VersionTest | undefined {
  const written = text.trim().replace(/^(?:npm:(?:@?[^@]+@)?|workspace:)/, '')
  if (written === '' || written.length > LONGEST) return undefined
  return both(written.split(MAVEN_LIST), some) ?? both(written.split(/\|\|?/), some, readAlternative)
}

const LONGEST = 500

/** The commas between Maven's ranges, not those within one. */
const MAVEN_LIST = /(?<=[\])]),/

type Combine = (tests: readonly VersionTest[]) => VersionTest

const some: Combine = (tests) => (version) => tests.some((test) => test(version))

const every: Combine = (tests) => (version) => tests.every((test) => test(version))

/** All parts as one test, when each of them is understood. */
function both(parts: readonly string[], combine: Combine, read = readInterval): VersionTest | undefined {
  const tests = parts.map((part) => read(part.trim())).filter((test) => test !== undefined)
  return tests.length === parts.length && tests.length > 0 ? combine(tests) : undefined
}

function readInterval(text: string): VersionTest | undefined {
  const [, open, from = '', comma, to = '', close] = /^([[(])([^,\])]*)(,?)([^,\])]*)([\])])$/.exec(text) ?? []
  if (open === undefined) return undefined
  if (comma === '') return readComparison(`=${from}`)
  const bounds = [
    from.trim() && `${open === '[' ? '>=' : '>'}${from}`,
    to.trim() && `${close === ']' ? '<=' : '<'}${to}`,
  ]
  return both(bounds.filter(Boolean), every, readComparison)
}

function readAlternative(text: string): VersionTest | undefined {
  const [, from, to] = /^(\S+)\s+-\s+(\S+)$/.exec(text) ?? []
  if (from && to) return both([`>=${from}`, `<=${to}`], every, readComparison)
  const parts = text.replaceAll(/([<>=~^!])\s+/g, '$1').split(/[\s,]+/)
  return both(parts.filter(Boolean), every, readComparison)
}

function readComparison(text: string): VersionTest | undefined {
  const [, sign = '', written = ''] = /^(\^|~>|~=|~|===?|>=|<=|!=|[<>=])?\s*(.*)$/s.exec(text.trim()) ?? []
  if (/^(?:[*x]|\+)$/i.test(written)) return ({ numbers }) => numbers.length > 0
  const bound = parseVersion(written.replace(/[.]?\+$/, '.x'))
  const requested = closedPart(bound.numbers)
  if (requested.length === 0 || !/^v?\d/i.test(written)) return undefined
  const test = comparisons[sign]
  return test && ((version) => version.numbers.length > 0 && test(version, bound, requested))
}

function closedPart(numbers: readonly number[]): readonly number[] {
  const open = numbers.indexOf(Infinity)
  return open < 0 ? numbers : numbers.slice(0, open)
}

type Comparison = (version: ParsedVersion, bound: ParsedVersion, requested: readonly number[]) => boolean

/** Below an upper bound lies no version that only prepares it: `<4` does not mean `4.0.0-rc.1`. */
const comparisons: Readonly<Record<string, Comparison>> = {
  '': equals,
  '=': equals,
  '==': equals,
  '===': equals,
  '!=': (...terms) => !equals(...terms),
  '>=': atLeast,
  '>': (...terms) => atLeast(...terms) && !equals(...terms),
  '<': isBelow,
  '<=': (...terms) => isBelow(...terms) || equals(...terms),
  // The first number that is not 0 must stay.
  '^': upTo((requested) => requested.findIndex((number) => number > 0) + 1 || requested.length),
  '~': upTo(() => 2),
  '~>': upTo(({ length }) => Math.max(1, length - 1)),
  '~=': upTo(({ length }) => Math.max(1, length - 1)),
}

/** Three numbers are one version, fewer are all that begin with them. */
function equals(version: ParsedVersion, bound: ParsedVersion, requested: readonly number[]): boolean {
  const isPartial = bound.numbers.includes(Infinity) || (requested.length < 3 && bound.stage === 0)
  if (!isPartial) return compareParsed(version, bound) === 0
  return requested.every((number, at) => version.numbers[at] === Infinity || (version.numbers[at] ?? 0) === number)
}

/** A prerelease of the first version of a range is in it only when the range names a prerelease itself. */
function atLeast(version: ParsedVersion, bound: ParsedVersion, requested: readonly number[]): boolean {
  return compareNumbers(version.numbers, requested) > 0 || compareParsed(version, { ...bound, numbers: requested }) >= 0
}

function isBelow({ numbers }: ParsedVersion, _: ParsedVersion, end: readonly number[]): boolean {
  return compareNumbers(numbers, end) < 0
}

/** From that version on, as long as so many of its numbers stay, or are at least not higher. */
function upTo(kept: (requested: readonly number[]) => number): Comparison {
  return (version, bound, requested) =>
    atLeast(version, bound, requested) && isBelow(version, bound, raised(requested.slice(0, kept(requested))))
}

const raised = (numbers: readonly number[]): readonly number[] => [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1]
