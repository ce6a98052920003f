import { accessToken, renewToken } from '../session/token.ts'
import { languageHeader } from './client.ts'

export interface StreamEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

export interface StreamInput {
  readonly path: string
  readonly signal: AbortSignal
  /** Events after this one are sent first. */
  readonly after?: string
  onEvent(event: StreamEvent): void
  onState?(state: 'open' | 'lost'): void
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000

/**
 * Follows a stream of events until the signal aborts, and takes it up again after the last event that came. `EventSource`
 * cannot send a token, so the stream is read by hand. Ends when the server refuses for good.
 */
export async function followStream(input: StreamInput): Promise<void> {
  let last = input.after ?? ''
  let wait = FIRST_WAIT
  while (!input.signal.aborted) {
    try {
      const answer = await open(input, last)
      if (isRefused(answer)) return
      if (answer.ok && answer.body) {
        input.onState?.('open')
        wait = FIRST_WAIT
        for await (const event of eventsOf(answer.body)) {
          if (event.id) last = event.id
          input.onEvent(event)
        }
      }
    } catch {
      // The connection went: the next round opens another.
    }
    if (input.signal.aborted) return
    input.onState?.('lost')
    await pause(wait, input.signal)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
}

/** A login that ended is waited for: another tab may bring a new one. */
const isRefused = ({ status }: Response): boolean => status >= 400 && status < 500 && status !== 401 && status !== 429

async function open({ path, signal }: StreamInput, last: string): Promise<Response> {
  const send = async (token: string | undefined): Promise<Response> =>
    fetch(path, {
      signal,
      cache: 'no-store',
      headers: {
        Accept: 'text/event-stream',
        ...languageHeader(),
        ...(last && { 'Last-Event-ID': last }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    })
  const token = accessToken()
  const answer = await send(token)
  if (answer.status !== 401) return answer
  return send(await renewToken(token))
}

export async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventIn(block)
      if (event) yield event
    }
  }
}

/** A comment, as a heartbeat is one, is no event. */
function eventIn(block: string): StreamEvent | undefined {
  const found = { id: '', event: 'message', data: [] as string[] }
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([a-z]+):? ?(.*)$/.exec(line) ?? []
    if (name === 'data') found.data.push(value)
    else if (name === 'id' || name === 'event') found[name] = value
  }
  return found.data.length > 0 ? { ...found, data: found.data.join('\n') } : undefined
}

const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
