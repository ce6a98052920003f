import { CANARY, type Secrets } from './attack-house.ts'

/** JSON Schema of an input, as far as questions are made from it. */
export interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly minimum?: number
  readonly pattern?: string
  readonly format?: string
}

export interface Question {
  readonly secret: Readonly<Record<string, unknown>>
  readonly missing: Readonly<Record<string, unknown>>
}

/** What an attacker asks for, and a word of the same form for something that is not there. */
export const pairsOf = (secrets: Secrets): readonly (readonly [secret: string, missing: string])[] => [
  [secrets.library, next(secrets.library)],
  [secrets.document, next(secrets.document)],
  [CANARY, 'brombaselt'],
  [`${CANARY.slice(0, -1)}f`, 'brombaself'],
  [`${CANARY.slice(0, 5)}*`, 'bromb*'],
  [`/docs/${CANARY}`, '/docs/brombaselt'],
  [secrets.slug, secrets.slug.replaceAll(CANARY, 'brombaselt')],
  [`${CANARY}-notes`, 'brombaselt-notes'],
  [`${CANARY}.md`, 'brombaselt.md'],
  [secrets.citation, secrets.citation.replaceAll(CANARY, 'brombaselt')],
  [secrets.docid, '#f0f0f0'],
  [secrets.workflow, other(secrets.workflow)],
  [secrets.workflow.slice(0, 8), other(secrets.workflow).slice(0, 8)],
  [secrets.pad, other(secrets.pad)],
  [secrets.chat, other(secrets.chat)],
  [secrets.job, other(secrets.job)],
  [secrets.making, other(secrets.making)],
  [secrets.user, other(secrets.user)],
  [secrets.key, other(secrets.key)],
]

/** Numbers of what users make are random: nothing has the next one. */
const next = (number: string): string => String(Number(number) + 1)

/** Another id of the same form. */
const other = (id: string): string => id.replaceAll(/[0-9]/g, (digit) => String((Number(digit) + 3) % 10))

/** For each key of an input and each thing that is hidden: an input that names it there, and is whole by an example otherwise. */
export function questionsFor(shape: Shape, example: Readonly<Record<string, unknown>>, secrets: Secrets): Question[] {
  const pairs = pairsOf(secrets)
  return Object.entries(shape.properties ?? {}).flatMap(([key, value]) =>
    pairs.flatMap(([secret, missing]) => {
      const [one, another] = [fill(value, secret), fill(value, missing)]
      if (one === undefined || another === undefined) return []
      const base = wholeBy(shape, example, secret)
      return [{ secret: { ...base, [key]: one }, missing: { ...wholeBy(shape, example, missing), [key]: another } }]
    }),
  )
}

function wholeBy(shape: Shape, example: Readonly<Record<string, unknown>>, word: string): Record<string, unknown> {
  const needed = (shape.required ?? []).filter((key) => !(key in example))
  return { ...example, ...Object.fromEntries(needed.map((key) => [key, fill(shape.properties?.[key], word)])) }
}

/** `undefined` where a word does not fit. */
function fill(shape: Shape | undefined, word: string): unknown {
  if (!shape || shape.enum) return shape?.enum?.[0]
  if (shape.const !== undefined) return shape.const
  if (shape.anyOf)
    return shape.anyOf.map((each) => fill(each, word)).find((value) => value !== undefined && value !== null)
  if (shape.type === 'string') return word
  if (shape.type === 'integer' || shape.type === 'number') return /^\d+$/.test(word) ? Number(word) : undefined
  if (shape.type === 'array') {
    const item = fill(shape.items, word)
    return item === undefined ? undefined : [item]
  }
  if (shape.type !== 'object' || !shape.properties) return undefined
  const own = Object.fromEntries(
    (shape.required ?? []).map((key) => [key, fill(shape.properties?.[key], word)] as const),
  )
  return Object.keys(own).length > 0 ? own : undefined
}

const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/"request_id":"[^"]*"/g, '"request_id":""'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  [/"(milliseconds|uptime|took_ms|ms|took)":[\d.]+/g, '"$1":0'],
  [/"(job_id|task_id)":"[^"]*"/g, '"$1":""'],
  [/"usage_count":\d+/g, '"usage_count":0'],
  [/"last_used_at":(?:null|"[^"]*")/g, '"last_used_at":null'],
  [/UTC\+\d\d:\d\d/g, 'UTC'],
  [/(requestStats|responseStats|stats)":\{[^{}]*\}/g, '$1":{}'],
]

/** An answer without moments, durations and ids of requests. */
export const settled = (text: string): string =>
  VOLATILE.reduce((all, [pattern, by]) => all.replaceAll(pattern, by), text)

/** The answer about what never was, as if the hidden thing had been asked for: each word of one question becomes that of the other. */
export function reworded(text: string, missing: unknown, secret: unknown): string {
  const names = [
    ['brombaselt', CANARY],
    ['bromb', CANARY.slice(0, 5)],
  ] as const
  const words = [...new Map([...names, ...wordPairs(missing, secret)])].toSorted(([a], [b]) => b.length - a.length)
  return words.reduce((all, [from, to]) => all.replaceAll(from, to), text)
}

function wordPairs(from: unknown, to: unknown): (readonly [string, string])[] {
  if (from === to) return []
  if (typeof from === 'object' && from !== null && typeof to === 'object' && to !== null)
    return Object.entries(from).flatMap(([key, value]) => wordPairs(value, (to as Record<string, unknown>)[key]))
  return formsOf(String(from)).map((form, at) => [form, formsOf(String(to))[at] ?? ''] as const)
}

const formsOf = (word: string): readonly string[] => [
  word,
  encodeURIComponent(word),
  JSON.stringify(word).slice(1, -1),
  word.toLowerCase(),
  word.replace(/^#/, ''),
]
