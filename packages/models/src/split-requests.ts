import { graphemeBorder } from '@wuku/text/terms/graphemes'

/** How a server is asked about several texts at once, one answer a text. */
export interface Parts<T> {
  ask(texts: readonly string[]): Promise<readonly T[]>
  /** Message of the server if it refused the request for its size, else `undefined`. */
  tooLarge(error: unknown): string | undefined
  /** So many at once went well where twice as many were too many. */
  fits(count: number): void
}

/** A request that is too large is halved, and a text that is too long alone is cut, until the server takes them. */
export async function askInParts<T>(texts: readonly string[], how: Parts<T>): Promise<readonly T[]> {
  return (await askUnsplit(texts, how)).answers
}

interface Outcome<T> {
  readonly answers: readonly T[]
  /** At the first go. */
  readonly wasUnsplit: boolean
}

async function askUnsplit<T>(texts: readonly string[], how: Parts<T>): Promise<Outcome<T>> {
  try {
    return { answers: await how.ask(texts), wasUnsplit: true }
  } catch (error) {
    const message = how.tooLarge(error)
    if (message === undefined) throw error
    if (texts.length > 1) return askHalves(texts, how)
    const shorter = shortened(texts[0] ?? '', message)
    if (shorter === undefined) throw error
    return { ...(await askUnsplit([shorter], how)), wasUnsplit: false }
  }
}

async function askHalves<T>(texts: readonly string[], how: Parts<T>): Promise<Outcome<T>> {
  const middle = Math.ceil(texts.length / 2)
  const first = await askUnsplit(texts.slice(0, middle), how)
  const second = await askUnsplit(texts.slice(middle), how)
  // If a half was refused too, one long text may be the reason: that says nothing about other batches.
  if (first.wasUnsplit && second.wasUnsplit) how.fits(middle)
  return { answers: [...first.answers, ...second.answers], wasUnsplit: false }
}

/** Shorter than that, its length is not to blame. */
const LEAST_CHARS = 64
/** Numbers below are no limits of length. */
const LEAST_NUMBER = 32

/** By the two numbers that servers like to name, the limit and what was sent; else by half. */
function shortened(text: string, message: string): string | undefined {
  const numbers = [...message.matchAll(/\d+/g)].map(([number]) => Number(number)).filter((each) => each >= LEAST_NUMBER)
  const named = numbers.length === 2 ? (Math.min(...numbers) / Math.max(...numbers)) * 0.95 : 0.5
  const share = named > 0.05 ? named : 0.5
  const end = graphemeBorder(text, Math.floor(text.length * share))
  return end < LEAST_CHARS ? undefined : text.slice(0, end)
}

/** The message of a server that refused a request for its size, else `undefined`. */
export const sizeRefusal = (status: number | undefined, message: string): string | undefined =>
  status === 413 || ([400, 422, 500].includes(status ?? 0) && isTooLargeMessage(message)) ? message : undefined

/** Words by which servers say that there was too much of it; of those that count by the minute none is among them. */
export const isTooLargeMessage = (message: string): boolean =>
  /too (?:long|large|many (?:inputs|texts|documents|tokens))|context (?:length|size|window)|max\w*[ _](?:allowed[ _])?(?:client[ _])?(?:batch|input|token|sequence|length|number)|batch size|tokens per request|at most \d+ |less than \d+ tokens|reduce (?:the|your) (?:length|input|batch)|exceed\w* .*(?:length|tokens|batch|size)|(?:length|tokens|batch|size) .*exceed/i.test(
    message,
  ) && !/per[ -]minute|\b[TR]P[MD]\b/i.test(message)
