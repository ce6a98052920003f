import { once } from '@wuku/core/once'
import { createKeywordScan, isHidden } from './keyword-scan.ts'
import type { SecretRule } from './rule.ts'
import { isScrambled } from './randomness.ts'
import { secretRules } from './rules.ts'
import { countWhile } from '@wuku/core/binary-search'

export interface MaskedText {
  readonly text: string
  /** How often each rule found something, in the order of the text. */
  readonly found: readonly { readonly rule: string; readonly count: number }[]
}

/** Alternatives of one pattern may give their groups the same name. Node 22 refuses that, so each gets a name of its own. */
interface NamedPattern {
  readonly expression: RegExp
  groupsOf(found: RegExpExecArray): Readonly<Record<string, string | undefined>>
  /** Start and end of the group of this name that took part; needs the flag `d`. */
  placeOf(found: RegExpExecArray, name: string): readonly [start: number, end: number] | undefined
}

/**
 * Puts `[REDACTED:<rule>]` in the place of every secret. Line breaks within a secret stay, so that line numbers stay
 * true. One pass finds the keywords of all rules; a rule is tried only there, and looks at a bounded length, so that no
 * text takes longer than its length explains.
 */
export const masked = (text: string): string => maskSecrets(text).text

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
export function describeSecrets(found: MaskedText['found']): string {
  const count = found.reduce((sum, each) => sum + each.count, 0)
  return `${count} ${count === 1 ? 'secret' : 'secrets'} (${[...new Set(found.map(({ rule }) => rule))].toSorted().join(', ')})`
}

/** A value as it stands under its name in data: `{ password: 'swordfish' }`. A name alone makes a secret of a weak word. */
export function maskNamed(name: string, value: string, isAllowed: Allowance = nothing): string {
  const maskedValue = maskSecrets(value, isAllowed).text
  if (maskedValue !== value || /["\n]/.test(value)) return maskedValue
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
  return (secret) => allowed.some((parts) => isMadeOf(secret, parts))
}

/** The first piece begins it, the last ends it, and the others stand between in their order. */
function isMadeOf(secret: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return secret === first
  if (!secret.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = secret.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return secret.length - last.length >= at && secret.endsWith(last)
}

interface Secret {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/**
 * Hidden characters within a key do not save it, nor do escapes in its label: such a text is looked at as it would be shown.
 */
function findSecrets(text: string, isAllowed: Allowance): readonly Secret[] {
  const { secrets, hasHidden } = searchIn(text, isAllowed)
  if (!hasHidden && !(text.includes('\\u') && ESCAPED.test(text))) return secrets
  const shown = rewrite(text, UNSEEN, visibleOf)
  return searchIn(shown.text, isAllowed).secrets.map((secret) => ({
    rule: secret.rule,
    start: shown.startOf(secret),
    end: shown.endOf(secret),
  }))
}

/** Chinese, Japanese, Korean and hidden characters, as JSON of many programs writes them. */
const ESCAPED = /\\u(?:[2-9a-f][0-9a-f]{3}|00ad)/i

const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\\{1,7}u(?:[2-9a-f][0-9a-f]{3}|00ad)/gi

function visibleOf(written: string): string {
  const code = written.length === 1 ? written.charCodeAt(0) : Number.parseInt(written.slice(-4), 16)
  return isHidden(code) ? '' : String.fromCharCode(code)
}

function searchIn(text: string, isAllowed: Allowance) {
  const secrets: Secret[] = []
  let done = 0
  const { hasHidden } = scan()(text, (rule, at) => {
    const secret = secretAt(text, at, rule)
    if (!secret || secret.start < done || isAllowed(text.slice(secret.start, secret.end))) return 0
    const namedSecret = rule.isNamedByValue ? betterNamed(unbroken(secret, text), text) : secret
    secrets.push(namedSecret)
    return (done = namedSecret.end)
  })
  return { secrets, hasHidden }
}

/** A password is short enough for one line, and has few characters that another line could continue. */
const unbroken = (secret: Secret, text: string): Secret =>
  secret.end - secret.start < 12 ? secret : { ...secret, end: brokenEnd(text, secret.start, secret.end) || secret.end }

/** `api_key = "sk-..."` was assigned; that it is a key of OpenAI says more. */
function betterNamed(secret: Secret, text: string): Secret {
  const [inside] = searchIn(text.slice(secret.start, secret.end), nothing).secrets
  const isEntireSecret = inside?.start === 0 && inside.end === secret.end - secret.start
  return isEntireSecret ? { ...secret, rule: inside.rule } : secret
}

interface ReadyRule extends SecretRule {
  readonly compiled: NamedPattern
}

/** Rules are compiled for the first text: many commands mask none. */
const scan = once(() =>
  createKeywordScan<ReadyRule>(
    secretRules().flatMap((rule) => {
      const ready = { ...rule, compiled: compileNamed(rule.pattern, 'dy') }
      return rule.keywords.map((keyword) => [keyword, ready] as const)
    }),
  ),
)

const secretAt = (text: string, at: number, rule: ReadyRule): Secret | undefined =>
  (rule.isNamedByValue ? undefined : brokenSecretAt(text, at, rule)) ?? matchAt(text, at, rule)

function matchAt(text: string, at: number, { name, compiled, accepts }: ReadyRule): Secret | undefined {
  const { expression } = compiled
  expression.lastIndex = at
  const found = expression.exec(text)
  if (!found) return undefined
  const before = compiled.placeOf(found, 'before')?.[0] ?? at
  const [start, end] = compiled.placeOf(found, 'secret') ?? [before, expression.lastIndex]
  const isSecret = accepts({ text, at, start, end, secret: text.slice(start, end), groups: compiled.groupsOf(found) })
  return isSecret ? { rule: name, start, end } : undefined
}

/** Bounded, as patterns are: no terminal is wider. */
const RUN = /[\w.=+/~-]{6,240}(?=\r?\n)/y

const NEXT_LINE = /\r?\n[ \t>|]{0,12}([\w.=+/~-]{4,240})(?![^\s"'`,;|)\]])/y

const BREAK = /\r?\n[ \t>|]{0,12}/g

const MAX_LINES = 8

/** As far as patterns look back. */
const LOOKBEHIND_CHARS = 64

/** Terminals and mails break long keys: the lines behind a run of their characters belong to it where they look drawn. */
function brokenSecretAt(text: string, at: number, rule: ReadyRule): Secret | undefined {
  const end = brokenEnd(text, at)
  if (end === 0) return undefined
  const from = Math.max(0, at - LOOKBEHIND_CHARS)
  const joined = rewrite(text.slice(from, end), BREAK, (found, place) => (from + place < at ? found : ''))
  const secret = matchAt(joined.text, at - from, rule)
  return secret && { rule: secret.rule, start: from + joined.startOf(secret), end: from + joined.endOf(secret) }
}

/** The end of the last line of a broken key; 0 if nothing is broken, or if the run does not end at `upTo`. */
function brokenEnd(text: string, at: number, upTo?: number): number {
  RUN.lastIndex = at
  if (!RUN.test(text) || (upTo !== undefined && RUN.lastIndex !== upTo)) return 0
  let end = 0
  for (let lines = 0, next = RUN.lastIndex; next > 0 && lines <= MAX_LINES; lines++) {
    if (lines > 0) end = next
    next = nextLine(text, next)
  }
  return end
}

/** The end of the next line if it belongs to a key and holds none of its own; 0 otherwise. */
function nextLine(text: string, at: number): number {
  NEXT_LINE.lastIndex = at
  const [, line = ''] = NEXT_LINE.exec(text) ?? []
  const end = NEXT_LINE.lastIndex
  const isOfKey = /\d/.test(line) && !/=[^=]/.test(line) && isScrambled(line)
  return isOfKey && searchIn(line, nothing).secrets.length === 0 ? end : 0
}

const redaction = (rule: string, secret: string): string =>
  `[REDACTED:${rule}]${secret.match(/\r?\n/g)?.join('') ?? ''}`

/** A text in which parts were replaced, and where a secret of it stands in the original. */
function rewrite(text: string, pattern: RegExp, replace: (found: string, at: number) => string) {
  const parts: string[] = []
  const starts: number[] = []
  /** Place of each part in the original, and the width there of one that was replaced. */
  const places: { readonly at: number; readonly width?: number }[] = []
  let [length, done] = [0, 0]
  const add = (part: string, place: { readonly at: number; readonly width?: number }): void => {
    if (part === '') return
    parts.push(part)
    starts.push(length)
    places.push(place)
    length += part.length
  }
  for (const { 0: found, index } of text.matchAll(pattern)) {
    add(text.slice(done, index), { at: done })
    add(replace(found, index), { at: index, width: found.length })
    done = index + found.length
  }
  add(text.slice(done), { at: done })
  const placeOf = (at: number, isEnd: 0 | 1): number => {
    const part = lastUpTo(starts, at)
    const { at: place, width } = places[part] ?? { at: 0 }
    return place + (width === undefined ? at - (starts[part] ?? 0) + isEnd : width * isEnd)
  }
  const startOf = ({ start }: Secret): number => placeOf(start, 0)
  const endOf = ({ end }: Secret): number => placeOf(end - 1, 1)
  return { text: parts.join(''), startOf, endOf }
}

/** Index of the last number that is not above `limit`, by binary search. */
const lastUpTo = (rising: readonly number[], limit: number): number =>
  Math.max(0, countWhile(rising.length, (at) => (rising[at] ?? 0) <= limit) - 1)

export function compileNamed(pattern: string, flags: string): NamedPattern {
  const own = new Map<string, string[]>()
  // A reference means the latest group of that name: the one of its own alternative.
  const renamed = pattern.replaceAll(
    /\(\?<([A-Za-z]\w*)>|\\k<(\w+)>/g,
    (written, name?: string, referenceName?: string) => {
      if (name === undefined) return `\\k<${own.get(referenceName ?? '')?.at(-1) ?? referenceName}>`
      const names = own.get(name) ?? []
      own.set(name, names)
      names.push(names.length === 0 ? name : `${name}${names.length + 1}`)
      return written.replace(name, names.at(-1) ?? name)
    },
  )
  return {
    expression: new RegExp(renamed, flags),
    groupsOf: ({ groups = {} }) =>
      Object.fromEntries(
        [...own].map(([name, names]) => [name, groups[names.find((each) => groups[each] !== undefined) ?? name]]),
      ),
    placeOf: ({ indices }, name) =>
      own
        .get(name)
        ?.map((each) => indices?.groups?.[each])
        .find((place) => place !== undefined),
  }
}
