/** What can be compared of a version, however its project writes it. */
export interface ParsedVersion {
  /** `[19, 0, 1]`; a part `x` is Infinity, so that the branch `19.x` is ahead of every release of it. Empty: a word such as `main`. */
  readonly numbers: readonly number[]
  /** -1 before the release of these numbers, 0 that release, 1 a correction of it. */
  readonly stage: -1 | 0 | 1
  /** What follows the numbers, as far as it has an order. */
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

/** Different words for one stage. What is built every day comes before the first stage that has a name. */
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
