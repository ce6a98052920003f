import { cancelled } from '@wuku/core/errors'
import { unpacked } from '@wuku/messages/message'
import type { McpExchange, McpReply, OperationAnswer, OperationCall } from '@wuku/http-kit/backend'
import { fromPlainError, type Call, type Chunk, type CallReply, type FullReply } from './thread-messages.ts'

/** A call that a thread answers: it is heard of there, and waited for here. */
export interface ThreadCall<Answer = unknown> {
  readonly call: Call
  /** Rejects at once with `cancelled` when its caller goes away, whatever the thread does then. */
  readonly answer: Promise<Answer>
  /** Nobody waits for it any more. */
  readonly isOver: boolean
  /** It was given to a thread, which hears `cancel` and `taken` by `send`. */
  begin(send: SendSignal): void
  receive(reply: CallReply): void
  fail(error: Error): void
}

type SendSignal = (type: 'cancel' | 'taken') => void

export const runCall = ({ signal, progress, ...call }: OperationCall): ThreadCall<OperationAnswer> =>
  createCall({
    call: { type: 'run', call, hasProgress: progress !== undefined },
    signal,
    receive: (reply, finish) => {
      if (reply.type === 'progress') progress?.({ ...reply.step, said: unpacked(String(reply.step.said)) })
      else if (reply.type === 'done') finish(reply.value as OperationAnswer)
    },
  })

export function mcpCall({ signal, ...exchange }: McpExchange): ThreadCall<McpReply> {
  const body = openBody()
  return createCall({
    call: { type: 'mcp', exchange },
    signal,
    receive: (reply, finish, send) => {
      if (reply.type === 'done') finish(replyOf(reply.value as FullReply))
      else if (reply.type === 'reply') finish({ ...reply.head, body: body.read(send) })
      else if (reply.type === 'chunk') body.push(reply.chunk)
      else if (reply.type === 'end') body.end()
    },
    failed: (error) => body.end(error),
    aborted: () => body.end(),
  })
}

const replyOf = ({ chunks, ...head }: FullReply): McpReply => ({ ...head, body: inTurn(chunks) })

interface CallOptions<Answer> {
  readonly call: Call
  readonly signal: AbortSignal
  /** Absent: the answer comes whole. */
  receive?(reply: CallReply, finish: (answer: Answer) => void, send: SendSignal): void
  failed?(error: Error): void
  aborted?(): void
}

export function createCall<Answer>(options: CallOptions<Answer>): ThreadCall<Answer> {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
  let isOver = false
  let send: SendSignal = noThread
  const fail = (error: Error): void => {
    end()
    reject(error)
    options.failed?.(error)
  }
  const abort = (): void => {
    end()
    reject(cancelled())
    options.aborted?.()
    send('cancel')
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
    begin: (given) => void (send = given),
    receive(reply) {
      if (isOver) return
      if (reply.type === 'failed') return fail(fromPlainError(reply.error))
      if (reply.type === 'done' || reply.type === 'end') end()
      if (options.receive) options.receive(reply, resolve, send)
      else if (reply.type === 'done') resolve(reply.value as Answer)
    },
    fail: (error) => {
      if (!isOver) fail(error)
    },
  }
}

const noThread: SendSignal = () => {}

/** Chunks between the thread that makes them and the connection that takes them: the thread waits where nobody does. */
function openBody() {
  const chunks: Chunk[] = []
  let ending: { readonly error: Error | undefined } | undefined
  let changed: (() => void) | undefined
  return {
    push(chunk: Chunk): void {
      chunks.push(chunk)
      changed?.()
    },
    end(error?: Error): void {
      ending ??= { error }
      changed?.()
    },
    async *read(send: SendSignal): AsyncIterable<Chunk> {
      try {
        for (;;) {
          const chunk = chunks.shift()
          if (chunk !== undefined) {
            send('taken')
            yield chunk
          } else if (ending?.error) throw ending.error
          else if (ending) return
          else await new Promise<void>((resolve) => void (changed = resolve))
        }
      } finally {
        if (!ending) send('cancel')
      }
    },
  }
}

async function* inTurn(chunks: readonly Chunk[]): AsyncIterable<Chunk> {
  yield* chunks
}
