import { hash } from 'node:crypto'
import type { SharedNotes } from '@wuku/core/ports/instances'
import type { AnswerStore, Reservation, StoredAnswer } from '@wuku/http-kit/idempotency'

const RETENTION_MS = 24 * 60 * 60_000
/** A killed instance leaves its keys reserved for so long. */
const RESERVED_MS = 60_000
const RENEW_MS = 15_000
/** Every answer is a row of the database. */
const LARGEST_ANSWER = 2 ** 20

interface Note {
  readonly fingerprint: string
  /** Absent: somebody works on it. */
  readonly answer?: Omit<StoredAnswer, 'body'> & { readonly body: string; readonly isBytes: boolean }
}

/** Answers that all instances give again, whichever of them gave the first. */
export function keepAnswersIn(notes: SharedNotes): AnswerStore {
  /** Fingerprints by key, of requests that this process works on. */
  const open = new Map<string, string>()
  let renewing: NodeJS.Timeout | undefined
  const reserve = (key: string, fingerprint: string): Promise<void> =>
    notes.put(noteOf(key), JSON.stringify({ fingerprint } satisfies Note), RESERVED_MS)
  const renew = (): void => {
    // A failure is found by the request itself, at its end.
    void Promise.allSettled([...open].map(([key, fingerprint]) => reserve(key, fingerprint)))
  }
  const close = (key: string): string => {
    const fingerprint = open.get(key) ?? ''
    open.delete(key)
    if (open.size === 0) {
      clearInterval(renewing)
      renewing = undefined
    }
    return fingerprint
  }
  return {
    async begin(key, fingerprint) {
      const text = await notes.claim(noteOf(key), JSON.stringify({ fingerprint } satisfies Note), RESERVED_MS)
      if (text !== undefined) return reservationFrom(text, fingerprint)
      open.set(key, fingerprint)
      renewing ??= setInterval(renew, RENEW_MS).unref()
      return { state: 'new' }
    },
    async end(key, answer) {
      const fingerprint = close(key)
      if (!answer || answer.body.length > LARGEST_ANSWER) return notes.remove(noteOf(key))
      await notes.put(noteOf(key), written({ fingerprint, answer }), RETENTION_MS)
    },
  }
}

/** Neither a credential nor a route stands in the database. */
const noteOf = (key: string): string => `answer ${hash('sha256', key, 'base64url')}`

function written({ fingerprint, answer }: { readonly fingerprint: string; readonly answer: StoredAnswer }): string {
  const { body, ...head } = answer
  const isBytes = typeof body !== 'string'
  const text = isBytes ? Buffer.from(body).toString('base64') : body
  return JSON.stringify({ fingerprint, answer: { ...head, body: text, isBytes } } satisfies Note)
}

function reservationFrom(text: string, fingerprint: string): Reservation {
  // It was removed just now: the client sends the request again.
  if (text === '') return { state: 'running' }
  const { fingerprint: known, answer } = JSON.parse(text) as Note
  if (known !== fingerprint) return { state: 'taken' }
  if (!answer) return { state: 'running' }
  const { isBytes, body, ...head } = answer
  return { state: 'done', answer: { ...head, body: isBytes ? Buffer.from(body, 'base64') : body } }
}
