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
  const test = comparisons[sign]?.(bound, requested)
  return test && ((version) => version.numbers.length > 0 && test(version))
}

function closedPart(numbers: readonly number[]): readonly number[] {
  const open = numbers.indexOf(Infinity)
  return open < 0 ? numbers : numbers.slice(0, open)
}

type Comparison = (bound: ParsedVersion, requested: readonly number[]) => VersionTest

/** Below an upper bound lies no version that only prepares it: `<4` does not mean `4.0.0-rc.1`. */
const comparisons: Readonly<Record<string, Comparison>> = {
  '': (bound, requested) => equals(bound, requested),
  '=': (bound, requested) => equals(bound, requested),
  '==': (bound, requested) => equals(bound, requested),
  '===': (bound, requested) => equals(bound, requested),
  '!=': (bound, requested) => (version) => !equals(bound, requested)(version),
  '>=': (bound, requested) => atLeast(bound, requested),
  '>': (bound, requested) => (version) => atLeast(bound, requested)(version) && !equals(bound, requested)(version),
  '<': (_, requested) => below(requested),
  '<=': (bound, requested) => (version) => below(requested)(version) || equals(bound, requested)(version),
  '^': (bound, requested) => between(bound, requested, caretEnd(requested)),
  '~': (bound, requested) => between(bound, requested, raised(requested.slice(0, 2))),
  '~>': (bound, requested) => between(bound, requested, raised(requested.slice(0, Math.max(1, requested.length - 1)))),
  '~=': (bound, requested) => between(bound, requested, raised(requested.slice(0, Math.max(1, requested.length - 1)))),
}

/** Three numbers are one version, fewer are all that begin with them. */
function equals(bound: ParsedVersion, requested: readonly number[]): VersionTest {
  const isPartial = bound.numbers.includes(Infinity) || (requested.length < 3 && bound.stage === 0)
  return isPartial ? beginsWith(requested) : (version) => compareParsed(version, bound) === 0
}

const beginsWith =
  (requested: readonly number[]): VersionTest =>
  ({ numbers }) =>
    requested.every((number, at) => (numbers[at] === Infinity ? true : (numbers[at] ?? 0) === number))

/** A prerelease of the first version of a range is in it only when the range names a prerelease itself. */
const atLeast =
  (bound: ParsedVersion, requested: readonly number[]): VersionTest =>
  (version) =>
    compareNumbers(version.numbers, requested) > 0 || compareParsed(version, { ...bound, numbers: requested }) >= 0

const below =
  (end: readonly number[]): VersionTest =>
  ({ numbers }) =>
    compareNumbers(numbers, end) < 0

const between =
  (bound: ParsedVersion, requested: readonly number[], end: readonly number[]): VersionTest =>
  (version) =>
    atLeast(bound, requested)(version) && below(end)(version)

/** The first number that is not 0 must stay. */
function caretEnd(requested: readonly number[]): readonly number[] {
  const first = requested.findIndex((number) => number > 0)
  return raised(first < 0 ? requested : requested.slice(0, first + 1))
}

const raised = (numbers: readonly number[]): readonly number[] => [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1]
