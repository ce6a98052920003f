import { parseVersion, type ParsedVersion } from './parse.ts'

/** Below zero: `a` is older. A total order: zero is only the same text. Words such as `latest` and `main` come before all numbers. */
export const compareVersions = (a: string, b: string): number =>
  compareParsed(parseVersion(a), parseVersion(b)) || compareTexts(a, b)

/** As `compareVersions`, but `1.2`, `v1.2.0` and `1.2.0+build` are equal. */
export const compareParsed = (a: ParsedVersion, b: ParsedVersion): number =>
  Math.min(a.numbers.length, 1) - Math.min(b.numbers.length, 1) ||
  compareNumbers(a.numbers, b.numbers) ||
  a.stage - b.stage ||
  compareSuffixes(a.suffix, b.suffix) ||
  (a.numbers.length === 0 ? rankOf(a) - rankOf(b) : 0)

/** A number that is not there counts as 0. */
export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one = 0, other = 0] = [a[at], b[at]]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

/** The newest release; where there is none, the newest that is being prepared; else the best word. */
export function newestOf(versions: Iterable<string>): string | undefined {
  return newestFirst(versions)[0]
}

/** Releases, then what is being prepared, then words. */
export function newestFirst(versions: Iterable<string>): readonly string[] {
  return [...versions]
    .map((version) => ({ version, parsed: parseVersion(version) }))
    .toSorted(
      (a, b) =>
        reliability(b.parsed) - reliability(a.parsed) ||
        compareParsed(b.parsed, a.parsed) ||
        compareTexts(b.version, a.version),
    )
    .map(({ version }) => version)
}

const reliability = ({ numbers, stage }: ParsedVersion): number => (numbers.length === 0 ? 0 : stage === -1 ? 1 : 2)

/** As semantic versioning has it: numbers before words, the longer of two that begin alike after the shorter. */
function compareSuffixes(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one, other] = [a[at], b[at]]
    if (one === other) continue
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
    return one < other ? -1 : 1
  }
  return 0
}

/** From the surest word to the least sure; all others are between. */
const rankOf = ({ bare }: ParsedVersion): number => {
  if (/^(?:latest|current)$/.test(bare)) return 3
  if (/^(?:stable|lts|release)$/.test(bare)) return 2
  if (/^(?:main|master|trunk|head)$/.test(bare)) return 0
  return /^(?:next|dev|develop|nightly|canary|edge)$/.test(bare) ? -1 : 1
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
