import { compareTexts } from '@wuku/core/list-helpers'
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
export const newestOf = (versions: Iterable<string>): string | undefined => newestFirst(versions)[0]

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

/** The comparable parts of a version, in any notation. */
export interface ParsedVersion {
  /** `[19, 0, 1]`; a part `x` is Infinity, so that the branch `19.x` is ahead of every release of it. Empty: a word such as `main`. */
  readonly numbers: readonly number[]
  /** -1 before the release of these numbers, 0 that release, 1 a correction of it. */
  readonly stage: -1 | 0 | 1
  /** The suffix after the numbers, as far as it has an order. */
  readonly suffix: readonly (number | string)[]
  /** In lower case, without what stands before the numbers. */
  readonly bare: string
}

export function parseVersion(version: string): ParsedVersion {
  const text = version.trim().toLowerCase()
  const last = afterName(text)
  const bare = (DIRECT.exec(last) ?? NAMED.exec(last))?.groups?.['bare']
  if (bare === undefined || bare.length > LONGEST) return { numbers: [], stage: 0, suffix: [], bare: text }
  const numbers = (CALENDAR.exec(bare) ?? NUMBERS.exec(bare))?.[0] ?? ''
  return { numbers: numbers.split(/[._-]/).map(toNumber), ...readSuffix(bare.slice(numbers.length)), bare }
}

export const isPrerelease = (version: string): boolean => parseVersion(version).stage === -1

/** A longer one is text that somebody put in the wrong place. */
const LONGEST = 200

const DIRECT = /^v?\.? ?(?<bare>\d.*)$/s

/** Tags of repositories with many packages carry a name: `log4j-2.17.0`, `docs-v3`, `go1.21.3`. A branch `issue-12` is no version. */
const NAMED = /^(?:(?:[a-z][a-z0-9]*[-_ ]){1,8}|[a-z]{1,30})\.?(?=v\d|\d+[._]\d)v?(?<bare>\d.*)$/s

const CALENDAR = /^\d{4}-\d\d(?:-\d\d)?(?![\da-z])/

const NUMBERS = /^\d+(?:[._](?:\d+|[x*](?![a-z])))*/

/** `@vue/core@3.4.0` and `packages/core/v3.4.0`, but not a branch such as `issue/12`. */
function afterName(text: string): string {
  const name = Math.max(text.lastIndexOf('@'), text.lastIndexOf('/'))
  const last = text.slice(name + 1)
  return name < 0 || /^v\d|^\d+[._]\d/.test(last) ? last : text
}

const toNumber = (digits: string): number => (digits === 'x' || digits === '*' ? Infinity : Number(digits))

function readSuffix(rest: string): Pick<ParsedVersion, 'stage' | 'suffix'> {
  const parts = (rest.split('+', 1)[0] ?? '').match(/\d+|[^\d.\-_~ ]+/g) ?? []
  const [word = ''] = parts
  if (parts.length === 0 || RELEASED.test(word)) return { stage: 0, suffix: [] }
  const suffix = parts.map((part) => (/^\d/.test(part) ? Number(part) : (STAGES.get(part) ?? part)))
  return { stage: CORRECTED.test(word) ? 1 : PLATFORM.test(word) ? 0 : -1, suffix }
}

const RELEASED = /^(?:final|ga|release|released|stable|lts)$/

const PLATFORM = /^(?:jre|jdk|java|android)$/

const CORRECTED = /^(?:post|patch|hotfix|sp|p)$/

/** Different words for one stage. Daily builds come before the first stage that has a name. */
const STAGES: ReadonlyMap<string, string> = new Map([
  ['dev', ''],
  ['snapshot', ''],
  ['nightly', ''],
  ['canary', ''],
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
  ['c', 'rc'],
  ['cr', 'rc'],
  ['pre', 'rc'],
  ['preview', 'rc'],
])
