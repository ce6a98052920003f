import { createKeywordScan, isHidden } from './keyword-scan.ts'
import type { SecretRule } from './rule.ts'
import { compileNamed, type NamedPattern } from './shared-names.ts'
import { secretRules } from './rules.ts'

export interface MaskedText {
  readonly text: string
  /** How often each rule found something, in the order of the text. */
  readonly found: readonly { readonly rule: string; readonly count: number }[]
}

/**
 * Puts `[REDACTED:<rule>]` in the place of every secret. Line breaks within a secret stay, so that line numbers stay
 * true. One pass finds the keywords of all rules; a rule is tried only there, and looks at a bounded length, so that no
 * text takes longer than its length explains.
 */
export function maskSecrets(text: string, isAllowed: Allowance = nothing): MaskedText {
  const secrets = findSecrets(text, isAllowed)
  if (secrets.length === 0) return { text, found: [] }
  const parts: string[] = []
  const counts = new Map<string, number>()
  let done = 0
  for (const { rule, start, end } of secrets) {
    parts.push(text.slice(done, start), redaction(rule, text.slice(start, end)))
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
    done = end
  }
  const found = [...counts].map(([rule, count]) => ({ rule, count }))
  return { text: parts.join('') + text.slice(done), found }
}

/** How many of which kinds there are, and never one of them: `3 secrets (github-token, jwt)`. */
export function tellSecrets(found: MaskedText['found']): string {
  const count = found.reduce((sum, each) => sum + each.count, 0)
  return `${count} ${count === 1 ? 'secret' : 'secrets'} (${[...new Set(found.map(({ rule }) => rule))].toSorted().join(', ')})`
}

/** A value as it stands under its name in data: `{ password: 'swordfish' }`. A name alone makes a secret of a weak word. */
export function maskNamed(name: string, value: string, isAllowed: Allowance = nothing): string {
  const alone = maskSecrets(value, isAllowed).text
  if (alone !== value || /["\n]/.test(value)) return alone
  const [found] = findSecrets(`${name}="${value}"`, isAllowed)
  return found?.start === name.length + 2 && found.end === name.length + 2 + value.length
    ? redaction(found.rule, value)
    : value
}

/** Strings that look like secrets but are known to be harmless, such as the examples of a manual. */
export type Allowance = (secret: string) => boolean

const nothing: Allowance = () => false

/** By texts in which `*` stands for any number of characters. */
export function allowSecrets(patterns: readonly string[]): Allowance {
  if (patterns.length === 0) return nothing
  const allowed = patterns.map((pattern) => pattern.split('*'))
  return (secret) => allowed.some((pieces) => isMadeOf(secret, pieces))
}

/** The first piece begins it, the last ends it, and the others stand between in their order. */
function isMadeOf(secret: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return secret === first
  if (!secret.startsWith(first)) return false
  let at = first.length
  for (const piece of others) {
    const found = secret.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return secret.length - last.length >= at && secret.endsWith(last)
}

interface Secret {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/** A zero-width space or a soft hyphen within a key does not save it: the text is looked at without such characters. */
function findSecrets(text: string, isAllowed: Allowance): readonly Secret[] {
  const { secrets, hasHidden } = searchIn(text, isAllowed)
  if (!hasHidden) return secrets
  const visible = withoutHidden(text)
  return searchIn(visible.text, isAllowed).secrets.map(({ rule, start, end }) => ({
    rule,
    start: visible.placeOf(start),
    end: visible.placeOf(end - 1) + 1,
  }))
}

function searchIn(
  text: string,
  isAllowed: Allowance,
): { readonly secrets: readonly Secret[]; readonly hasHidden: boolean } {
  const secrets: Secret[] = []
  let done = 0
  const { hasHidden } = scan(text, (rule, at) => {
    const secret = secretAt(text, at, rule)
    if (!secret || secret.start < done || isAllowed(text.slice(secret.start, secret.end))) return 0
    secrets.push(rule.isNamedByValue ? betterNamed(secret, text) : secret)
    return (done = secret.end)
  })
  return { secrets, hasHidden }
}

/** `api_key = "sk-..."` was assigned; that it is a key of OpenAI says more. */
function betterNamed(secret: Secret, text: string): Secret {
  const [inside] = searchIn(text.slice(secret.start, secret.end), nothing).secrets
  const isWhole = inside?.start === 0 && inside.end === secret.end - secret.start
  return isWhole ? { ...secret, rule: inside.rule } : secret
}

interface ReadyRule extends SecretRule {
  readonly compiled: NamedPattern
}

const scan = createKeywordScan<ReadyRule>(
  secretRules.flatMap((rule) => {
    const ready = { ...rule, compiled: compileNamed(rule.pattern, 'dy') }
    return rule.keywords.map((keyword) => [keyword, ready] as const)
  }),
)

function secretAt(text: string, at: number, { name, compiled, accepts }: ReadyRule): Secret | undefined {
  const { expression } = compiled
  expression.lastIndex = at
  const found = expression.exec(text)
  if (!found) return undefined
  const before = compiled.placeOf(found, 'before')?.[0] ?? at
  const [start, end] = compiled.placeOf(found, 'secret') ?? [before, expression.lastIndex]
  const isSecret = accepts({ text, at, start, end, secret: text.slice(start, end), groups: compiled.groupsOf(found) })
  return isSecret ? { rule: name, start, end } : undefined
}

const redaction = (rule: string, secret: string): string =>
  `[REDACTED:${rule}]${secret.match(/\r?\n/g)?.join('') ?? ''}`

/** A text without the characters that nobody sees, and where each of the others stood. */
interface Visible {
  readonly text: string
  /** The place in the whole text of a place in this one. */
  readonly placeOf: (at: number) => number
}

function withoutHidden(text: string): Visible {
  const parts: string[] = []
  const starts: number[] = []
  const places: number[] = []
  let length = 0
  for (let at = 0, start = 0; at <= text.length; at++) {
    if (at < text.length && !isHidden(text.charCodeAt(at))) continue
    if (at > start) {
      parts.push(text.slice(start, at))
      starts.push(length)
      places.push(start)
      length += at - start
    }
    start = at + 1
  }
  const placeOf = (at: number): number => {
    const part = lastUpTo(starts, at)
    return at - (starts[part] ?? 0) + (places[part] ?? 0)
  }
  return { text: parts.join(''), placeOf }
}

/** Index of the last number that is not above `most`, by binary search. */
function lastUpTo(rising: readonly number[], most: number): number {
  let [low, high] = [0, rising.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((rising[middle] ?? 0) <= most) low = middle
    else high = middle - 1
  }
  return low
}
