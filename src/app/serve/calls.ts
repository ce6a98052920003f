import { cancelled } from '../../core/errors.ts'
import type { McpExchange, McpReply, OperationAnswer, OperationCall, Original } from '../../surfaces/http/backend.ts'
import type { OriginalRequest, SightAnswer, SightRequest } from '../../surfaces/http/backend.ts'
import type { Look, LookRequest } from '../../surfaces/http/live/look.ts'
import { fromPlainError, type Call, type Chunk, type OfCall, type WholeReply } from './messages.ts'

/** A call that a thread answers: it is heard of there, and waited for here. */
export interface ThreadCall<Answer = unknown> {
  readonly call: Call
  /** Rejects at once with `cancelled` when its caller goes away, whatever the thread does then. */
  readonly answer: Promise<Answer>
  /** Nobody waits for it any more. */
  readonly isOver: boolean
  /** It was given to a thread, which hears `cancel` and `taken` by `say`. */
  begin(say: Say): void
  hear(said: OfCall): void
  fail(error: Error): void
}

type Say = (type: 'cancel' | 'taken') => void

export const runCall = ({ signal, progress, ...call }: OperationCall): ThreadCall<OperationAnswer> =>
  createCall({
    call: { type: 'run', call, hasProgress: progress !== undefined },
    signal,
    hear: (said, settle) => {
      if (said.type === 'progress') progress?.(said.step)
      else if (said.type === 'done') settle(said.value as OperationAnswer)
    },
  })

export const originalCall = ({ signal, ...request }: OriginalRequest): ThreadCall<Original> =>
  createCall({
    call: { type: 'original', request },
    signal,
    hear: (said, settle) => {
      if (said.type === 'done') settle(said.value as Original)
    },
  })

export const sightCall = ({ signal, ...request }: SightRequest): ThreadCall<SightAnswer> =>
  createCall({
    call: { type: 'sight', request },
    signal,
    hear: (said, settle) => {
      if (said.type === 'done') settle(said.value as SightAnswer)
    },
  })

export const lookCall = ({ signal, ...request }: LookRequest): ThreadCall<Look> =>
  createCall({
    call: { type: 'look', request },
    signal,
    hear: (said, settle) => {
      if (said.type === 'done') settle(said.value as Look)
    },
  })

export function mcpCall({ signal, ...exchange }: McpExchange): ThreadCall<McpReply> {
  const body = openBody()
  return createCall({
    call: { type: 'mcp', exchange },
    signal,
    hear: (said, settle, say) => {
      if (said.type === 'done') settle(replyOf(said.value as WholeReply))
      else if (said.type === 'reply') settle({ ...said.head, body: body.read(say) })
      else if (said.type === 'chunk') body.push(said.chunk)
      else if (said.type === 'end') body.end()
    },
    failed: (error) => body.end(error),
    aborted: () => body.end(),
  })
}

const replyOf = ({ chunks, ...head }: WholeReply): McpReply => ({ ...head, body: inTurn(chunks) })

interface CallOptions<Answer> {
  readonly call: Call
  readonly signal: AbortSignal
  hear(said: OfCall, settle: (answer: Answer) => void, say: Say): void
  failed?(error: Error): void
  aborted?(): void
}

function createCall<Answer>(options: CallOptions<Answer>): ThreadCall<Answer> {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
  let isOver = false
  let say: Say = noThread
  const fail = (error: Error): void => {
    end()
    reject(error)
    options.failed?.(error)
  }
  const abort = (): void => {
    end()
    reject(cancelled())
    options.aborted?.()
    say('cancel')
  }
  const end = (): void => {
    isOver = true
    options.signal.removeEventListener('abort', abort)
  }
  if (options.signal.aborted) abort()
  else options.signal.addEventListener('abort', abort, { once: true })
  return {
    call: options.call,
    answer,
    get isOver() {
      return isOver
    },
    begin: (given) => void (say = given),
    hear(said) {
      if (isOver) return
      if (said.type === 'failed') return fail(fromPlainError(said.error))
      if (said.type === 'done' || said.type === 'end') end()
      options.hear(said, resolve, say)
    },
    fail: (error) => {
      if (!isOver) fail(error)
    },
  }
}

const noThread: Say = () => {}

interface Body {
  push(chunk: Chunk): void
  end(error?: Error): void
  read(say: Say): AsyncIterable<Chunk>
}

/** Chunks between the thread that makes them and the connection that takes them: the thread waits where nobody does. */
function openBody(): Body {
  const chunks: Chunk[] = []
  let ending: { readonly error: Error | undefined } | undefined
  let changed: (() => void) | undefined
  return {
    push(chunk) {
      chunks.push(chunk)
      changed?.()
    },
    end(error) {
      ending ??= { error }
      changed?.()
    },
    async *read(say) {
      try {
        for (;;) {
          const chunk = chunks.shift()
          if (chunk !== undefined) {
            say('taken')
            yield chunk
          } else if (ending?.error) throw ending.error
          else if (ending) return
          else await new Promise<void>((resolve) => void (changed = resolve))
        }
      } finally {
        if (!ending) say('cancel')
      }
    },
  }
}

async function* inTurn(chunks: readonly Chunk[]): AsyncIterable<Chunk> {
  yield* chunks
}
