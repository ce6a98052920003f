import type { Json } from '../../core/words.ts'
import type { DraftChunk, DraftDocument } from '../../ports/reader.ts'
import type { Masked } from '../../ports/workshop.ts'
import { maskSecrets, type MaskedText } from '../../text/secrets.ts'

/** Secrets go before anything is cut, counted or stored; `into` hears which there were. */
export function maskDraft(draft: DraftDocument, into: Masked[] = []): DraftDocument {
  const { text, cuts, found } = draft.cuts ? maskBetween(draft.text, draft.cuts) : maskWhole(draft.text)
  for (const { rule, count } of found) into.push({ path: draft.path, rule, count })
  return {
    ...draft,
    text,
    ...(cuts && { cuts }),
    title: masked(draft.title),
    meta: maskStrings(draft.meta) as DraftDocument['meta'],
  }
}

interface MaskedStretches extends MaskedText {
  readonly cuts?: readonly number[]
}

const maskWhole = (text: string): MaskedStretches => maskSecrets(text)

/** Each stretch by itself: a secret never reaches over a cut, and cuts move with what is masked before them. */
function maskBetween(text: string, cuts: readonly number[]): MaskedStretches {
  const stretches = [0, ...cuts].map((start, at) => text.slice(start, cuts[at]))
  if (isClean(stretches)) return { text, cuts, found: [] }
  const parts = stretches.map(maskSecrets)
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
const masked = (text: string): string => maskSecrets(text).text

/** Its strings, and not the names of its parts. */
export function maskStrings(value: Json): Json {
  if (typeof value === 'string') return masked(value)
  return isClean(stringsIn(value)) ? value : maskEach(value)
}

function maskEach(value: Json): Json {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map(maskEach)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskEach(each)]))
}

function stringsIn(value: Json, into: string[] = []): readonly string[] {
  if (typeof value === 'string') into.push(value)
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) stringsIn(each, into)
  return into
}

/** Mostly there is nothing to mask, and one look at all of them is enough. */
const isClean = (texts: readonly string[]): boolean => maskSecrets(texts.join('\n')).found.length === 0

/** Headings are masked; a mark that holds a secret goes, since what is left of it would mark nothing. */
export function maskChunks(chunks: readonly DraftChunk[]): readonly DraftChunk[] {
  const said = new Set<string>()
  for (const { headings, marks = [] } of chunks) {
    for (const heading of headings) said.add(heading)
    for (const { value } of marks) said.add(value)
  }
  return isClean([...said]) ? chunks : chunks.map(maskChunk)
}

const maskChunk = ({ headings, marks, ...facts }: DraftChunk): DraftChunk => ({
  ...facts,
  headings: headings.map(masked),
  ...(marks && { marks: marks.filter(({ value }) => masked(value) === value) }),
})
