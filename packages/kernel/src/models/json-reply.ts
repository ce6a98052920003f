import { parseJson } from '@wuku/core/lenient-parsing'
import type { Generated, GenerateRequest, Generator } from '@wuku/core/ports/generator'
import { fenceData } from './fence.ts'

/** The required form of a reply; a schema of zod is one. */
export interface JsonShape<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly message: string } }
}

export interface JsonQuestion<T> extends Pick<GenerateRequest, 'text' | 'model' | 'effort' | 'signal'> {
  /** They ask for JSON and show its shape. */
  readonly instructions: string
  readonly shape: JsonShape<T>
  /** Number of times that the model gets the error and is asked again. Default 1. */
  readonly repairs?: 0 | 1
}

/** `undefined`: the model does not give what it was asked for, and one does without it. That it fails is thrown. */
export async function askForJson<T>(question: JsonQuestion<T>, generator: Generator): Promise<T | undefined> {
  const { shape, repairs = 1, ...prompt } = question
  const request: GenerateRequest = { ...prompt, format: 'json' }
  const first = readReply(await generator.generate(request), shape)
  if ('data' in first || repairs === 0) return dataOf(first)
  const text = `${prompt.text}\n\n${complaintOf(first)}`
  return dataOf(readReply(await generator.generate({ ...request, text }), shape))
}

interface Wrong {
  readonly wrong: string
  readonly text: string
}

type Reply<T> = { readonly data: T } | Wrong

const dataOf = <T>(reply: Reply<T>): T | undefined => ('data' in reply ? reply.data : undefined)

function readReply<T>({ text, isCut }: Generated, shape: JsonShape<T>): Reply<T> {
  let wrong = isCut ? 'The answer is cut off: give a shorter one.' : 'The answer contains no JSON.'
  for (const value of jsonIn(text)) {
    const read = shape.safeParse(value)
    if (read.success) return { data: read.data }
    wrong = read.error.message
  }
  return { wrong, text }
}

/** Enough to see what was meant. */
const LONGEST_QUOTE = 4_000
const LONGEST_COMPLAINT = 1_000

/** The reply was made of what others have written: it is fenced as that was. */
const complaintOf = ({ wrong, text }: Wrong): string =>
  [
    'You answered this already, and the answer cannot be used. Give it again as JSON in the form that the instructions ask for, and nothing else.',
    `What was wrong: ${wrong.slice(0, LONGEST_COMPLAINT).toWellFormed()}`,
    fenceData('Your answer', text.slice(0, LONGEST_QUOTE).toWellFormed()),
  ].join('\n')

/** A longer reply does not answer a question for a few words. */
const LONGEST_REPLY = 200_000
/** Openings that are tried; a model that opens more says no JSON. */
const MAX_STARTS = 50

/** All JSON that a reply may be meant to be, likeliest first: models like to think aloud, to say a sentence, to fence. */
export function* jsonIn(reply: string): IterableIterator<unknown> {
  const text = reply.slice(0, LONGEST_REPLY).replaceAll(/<think(?:ing)?>[^]*?<\/think(?:ing)?>/g, '')
  for (const part of [text, ...fenced(text), ...balanced(text)]) {
    const value = parseJson(part.trim())
    if (value !== undefined) yield value
  }
}

const fenced = (text: string): readonly string[] =>
  [...text.matchAll(/(`{3,}|~{3,})[^\n]*\n([^]*?)\n\s*\1/g)].map(([, , inner = '']) => inner)

/** From each opening bracket to the one that closes it. */
function* balanced(text: string): IterableIterator<string> {
  let starts = 0
  for (let at = 0; at < text.length && starts < MAX_STARTS; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue
    starts++
    const end = closing(text, at)
    if (end !== undefined) yield text.slice(at, end)
  }
}

function closing(text: string, start: number): number | undefined {
  let depth = 0
  // A string is one step, whatever brackets it holds.
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth === 0) return start + index + 1
  }
  return undefined
}
