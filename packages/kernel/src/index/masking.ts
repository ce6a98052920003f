import type { Json } from '@wuku/core/core-types'
import type { DraftChunk, DraftDocument } from '@wuku/core/ports/source-reader'
import type { Masked } from '@wuku/core/ports/worker-pool'
import { maskNamed, maskSecrets, type Allowance, type MaskedText } from '@wuku/text/secrets/secrets'

/** Secrets go before anything is cut, counted or stored; `into` hears which there were. */
export function maskDraft(draft: DraftDocument, into: Masked[] = [], isAllowed?: Allowance): DraftDocument {
  const { text, cuts, found } = maskBetween(draft.text, draft.cuts, isAllowed)
  for (const { rule, count } of found) into.push({ path: draft.path, rule, count })
  return {
    ...draft,
    text,
    ...(cuts && { cuts }),
    title: masked(draft.title, isAllowed),
    meta: maskStrings(draft.meta, isAllowed) as DraftDocument['meta'],
  }
}

interface MaskedStretches extends MaskedText {
  readonly cuts?: readonly number[]
}

/** Each stretch by itself: a secret never reaches over a cut, and cuts move with what is masked before them. */
function maskBetween(text: string, cuts: readonly number[] | undefined, isAllowed?: Allowance): MaskedStretches {
  if (!cuts) return maskSecrets(text, isAllowed)
  const stretches = [0, ...cuts].map((start, at) => text.slice(start, cuts[at]))
  if (isClean(stretches, isAllowed) && !hasKeyEnd(text)) return { text, cuts, found: [] }
  const parts = stretches.map((range) => maskKeyEnd(maskSecrets(range, isAllowed)))
  const counts = new Map<string, number>()
  for (const { rule, count } of parts.flatMap(({ found }) => found)) counts.set(rule, (counts.get(rule) ?? 0) + count)
  let end = 0
  return {
    text: parts.map((part) => part.text).join(''),
    cuts: parts.slice(0, -1).map((part) => (end += part.text.length)),
    found: [...counts].map(([rule, count]) => ({ rule, count })),
  }
}

/** A reader undoes escapes and markup: what was no secret in the text may be one in a title, a heading or a tag. */
const masked = (text: string, isAllowed?: Allowance): string => maskSecrets(text, isAllowed).text

/** Its strings, each under the name of its part; the names stay. */
export function maskStrings(value: Json, isAllowed?: Allowance): Json {
  if (typeof value === 'string') return masked(value, isAllowed)
  return isClean(linesOf(value), isAllowed) ? value : maskEach(value, isAllowed)
}

function maskEach(value: Json, isAllowed?: Allowance, name = ''): Json {
  if (typeof value === 'string') return maskNamed(name, value, isAllowed)
  if (Array.isArray(value)) return value.map((each: Json) => maskEach(each, isAllowed, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskEach(each as Json, isAllowed, key)]))
}

/** All that `maskEach` will look at, as lines of settings. */
function linesOf(value: Json, into: string[] = [], name = ''): readonly string[] {
  if (typeof value === 'string')
    into.push(value, ...(name === '' || value.includes('\n') ? [] : [`${name}="${value}"`]))
  else if (Array.isArray(value)) for (const each of value as readonly Json[]) linesOf(each, into, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) linesOf(each as Json, into, key)
  return into
}

/** Mostly there is nothing to mask, and one look at all of them is enough. */
const isClean = (texts: readonly string[], isAllowed?: Allowance): boolean =>
  maskSecrets(texts.join('\n'), isAllowed).found.length === 0

/** Headings and anchors are masked; a mark that holds a secret goes, since what is left of it would mark nothing. */
export function maskChunks(chunks: readonly DraftChunk[], isAllowed?: Allowance): readonly DraftChunk[] {
  const texts = new Set<string>()
  for (const { headings, anchor = '', marks = [] } of chunks) {
    texts.add(anchor)
    for (const heading of headings) texts.add(heading)
    for (const { value } of marks) texts.add(value)
  }
  return isClean([...texts], isAllowed) ? chunks : chunks.map((chunk) => maskChunk(chunk, isAllowed))
}

const maskChunk = ({ headings, anchor, marks, ...facts }: DraftChunk, isAllowed?: Allowance): DraftChunk => ({
  ...facts,
  ...(anchor !== undefined && { anchor: masked(anchor, isAllowed) }),
  headings: headings.map((heading) => masked(heading, isAllowed)),
  ...(marks && { marks: marks.filter(({ value }) => masked(value, isAllowed) === value) }),
})

/** Whether a private key ends anywhere in it. */
const hasKeyEnd = (text: string): boolean => endBefore(text, text.length) !== undefined

/**
 * Masks the rest of a private key that is split in two: the lines before its end, if its beginning is in another
 * stretch. Ends are searched backwards, so that the time stays linear in the length of the text.
 */
export function maskKeyEnd(given: MaskedText): MaskedText {
  const { text, found } = given
  const parts: string[] = []
  let done = text.length
  for (let end = endBefore(text, done); end !== undefined; end = endBefore(text, end)) {
    const lines = text.slice(startOfLines(text, end), end)
    if (!SOME_KEY.test(lines)) continue
    parts.push(text.slice(end, done), redactionOf(lines))
    done = end - lines.length
  }
  if (parts.length === 0) return given
  return {
    text: text.slice(0, done) + parts.toReversed().join(''),
    found: [...found, { rule: RULE, count: parts.length / 2 }],
  }
}

const RULE = 'private-key'
const END = '-----END '
const FULL_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const SOME_KEY = /[A-Za-z0-9+/]{24}/

/** Start of the last key end that begins before `before`. */
function endBefore(text: string, before: number): number | undefined {
  for (let next = before; next > 0;) {
    const at = text.lastIndexOf(END, next - 1)
    if (at < 0) return undefined
    FULL_END.lastIndex = at
    if (FULL_END.test(text)) return at
    next = at
  }
  return undefined
}

/** Lines of a key are long, but for the last. */
const KEY_LINE = /^[ \t]*[A-Za-z0-9+/=]{16,}\s*$/
const LAST_LINE = /^[ \t]*[A-Za-z0-9+/=]+\s*$/
const MAX_LINE_CHARS = 100
const MAX_LINES = 400

/** The first of the lines before `end` that are certainly of a key. */
function startOfLines(text: string, end: number): number {
  let start = end
  for (let count = 0; count < MAX_LINES && start > 0; count++) {
    const line = start > 1 ? text.lastIndexOf('\n', start - 2) + 1 : 0
    const isOfKey = count === 0 ? LAST_LINE : KEY_LINE
    if (start - line > MAX_LINE_CHARS || !isOfKey.test(text.slice(line, start))) break
    start = line
  }
  return start
}

/** Line breaks stay, so that line numbers stay true. */
const redactionOf = (lines: string): string => `[REDACTED:${RULE}]${'\n'.repeat(lines.split('\n').length - 1)}`
