import { headEnds, secretRules } from './secret-rules.ts'

export interface MaskedText {
  readonly text: string
  /** How often each rule found something, in the order of the text. */
  readonly found: readonly { readonly rule: string; readonly count: number }[]
}

/**
 * Puts `[REDACTED:<rule>]` in the place of every secret. Line breaks within a secret stay, so that line numbers stay
 * true. One search finds the heads by which secrets are known; rules are tried only there, and each looks at a bounded
 * length, so that no text takes longer than its length explains.
 */
export function maskSecrets(text: string, isAllowed: Allowance = nothing): MaskedText {
  const first = text.search(anyHead)
  // Making the long expression anew costs more than most texts take to be searched.
  if (first < 0) return { text, found: [] }
  const parts: string[] = []
  const counts = new Map<string, number>()
  let done = 0
  const search = new RegExp(anyHead, 'g')
  search.lastIndex = first
  while (search.test(text)) {
    const secret = secretAfterHead(text, search.lastIndex)
    if (!secret || secret.start < done) continue
    const written = text.slice(secret.start, secret.end)
    if (isAllowed(written)) continue
    parts.push(text.slice(done, secret.start), redaction(secret.rule, written))
    counts.set(secret.rule, (counts.get(secret.rule) ?? 0) + 1)
    done = search.lastIndex = secret.end
  }
  const found = [...counts].map(([rule, count]) => ({ rule, count }))
  return { text: done === 0 ? text : parts.join('') + text.slice(done), found }
}

/** What looks like a secret and is known to be none, such as the examples of a handbook. */
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

const heads = new Set(secretRules.map(({ head }) => head))
const anyHead = new RegExp(`[${headEnds}](?<=${[...heads].join('|')})`)

interface Secret {
  readonly rule: string
  readonly start: number
  readonly end: number
}

const patterns = secretRules.map(({ name, head, tail, accepts }) => ({
  name,
  accepts,
  pattern: new RegExp(`(?<=(?<head>${head}))${tail}`, 'dy'),
}))

function secretAfterHead(text: string, at: number): Secret | undefined {
  for (const { name, pattern, accepts } of patterns) {
    pattern.lastIndex = at
    const { head, secret } = pattern.exec(text)?.indices?.groups ?? {}
    if (!head) continue
    const [start, end] = secret ?? [head[0], pattern.lastIndex]
    if (accepts(text.slice(start, end))) return { rule: name, start, end }
  }
  return undefined
}

const redaction = (rule: string, secret: string): string =>
  `[REDACTED:${rule}]${secret.match(/\r?\n/g)?.join('') ?? ''}`
