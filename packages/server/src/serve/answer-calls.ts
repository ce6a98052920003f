import type { MessagePort } from 'node:worker_threads'
import { packed } from '@wuku/messages/message'
import type { Progress } from '@wuku/kernel/base/caller'
import type { Backend, McpReply } from '@wuku/http-kit/backend'
import {
  MAX_CHUNKS,
  toPlainError,
  type Chunk,
  type NewAgent,
  type CallReply,
  type ToThread,
} from './thread-messages.ts'

type Port = Pick<MessagePort, 'postMessage' | 'on'>

interface OpenCall {
  readonly stop: AbortController
  /** Chunks that the reader may still be sent. */
  capacity: number
  onCapacity: (() => void) | undefined
}

interface Answers {
  readonly backend: Backend
  agent?(agent: NewAgent): void
}

/** The side of a thread: answers calls that come over the port with its backend, until it hears `stop`. */
export function answerCalls(port: Port, { backend, agent }: Answers, stop: () => void): void {
  const open = new Map<number, OpenCall>()
  backend.onEvent((event) => port.postMessage({ type: 'event', event }))
  port.on('message', (message: ToThread) => {
    switch (message.type) {
      case 'cancel':
        return endCall(open.get(message.id))
      case 'taken':
        return releaseCapacity(open.get(message.id))
      case 'wake':
        return backend.wake(message.event)
      case 'agent':
        return agent?.(message.agent)
      case 'stop':
        for (const call of open.values()) endCall(call)
        return stop()
      default:
        void answerCall(message, { port, backend, open })
    }
  })
}

type NewCall = Extract<ToThread, { readonly type: 'run' | 'mcp' | 'original' | 'visibility' | 'liveSnapshot' }>

async function answerCall(
  message: NewCall,
  { port, backend, open }: { port: Port; backend: Backend; open: Map<number, OpenCall> },
): Promise<void> {
  const call: OpenCall = { stop: new AbortController(), capacity: MAX_CHUNKS, onCapacity: undefined }
  open.set(message.id, call)
  const send = (reply: CallReply, transfer: ArrayBuffer[] = []): void =>
    port.postMessage({ ...reply, id: message.id }, transfer)
  // Calls that never wait have been answered before this, and their answer says so.
  setImmediate(() => open.has(message.id) && send({ type: 'waits' }))
  try {
    await answer(message, { backend, call, send })
  } catch (error) {
    send({ type: 'failed', error: toPlainError(error) })
  } finally {
    open.delete(message.id)
  }
}

interface OneAnswer {
  readonly backend: Backend
  readonly call: OpenCall
  send(reply: CallReply, transfer?: ArrayBuffer[]): void
}

async function answer(message: NewCall, { backend, call, send }: OneAnswer): Promise<void> {
  const { signal } = call.stop
  if (message.type === 'run') {
    const progress = (step: Progress): void => send({ type: 'progress', step: { ...step, said: packed(step.said) } })
    const progressOption = message.hasProgress ? { progress } : {}
    send({ type: 'done', value: await backend.run({ ...message.call, signal, ...progressOption }) })
  } else if (message.type === 'original') {
    const { path, bytes } = await backend.original({ ...message.request, signal })
    // A part of a pool of Node's would take the pool with it.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
    send({ type: 'done', value: { path, bytes: own } }, [own.buffer as ArrayBuffer])
  } else if (message.type === 'visibility') {
    send({ type: 'done', value: await backend.visibility({ ...message.request, signal }) })
  } else if (message.type === 'liveSnapshot') {
    send({ type: 'done', value: await backend.liveSnapshot({ ...message.request, signal }) })
  } else await sendReply(await backend.mcp({ ...message.exchange, signal }), { call, send })
}

async function sendReply({ status, headers, body }: McpReply, { call, send }: Omit<OneAnswer, 'backend'>) {
  const isStream = headers['content-type']?.startsWith('text/event-stream')
  if (!isStream) {
    const chunks: Chunk[] = []
    for await (const chunk of body) chunks.push(chunk)
    return send({ type: 'done', value: { status, headers, chunks } })
  }
  send({ type: 'reply', head: { status, headers } })
  for await (const chunk of untilAborted(body, call.stop.signal)) {
    await waitForCapacity(call)
    if (call.stop.signal.aborted) break
    call.capacity--
    send({ type: 'chunk', chunk })
  }
  send({ type: 'end' })
}

/** A stream that nobody writes to ends with the signal all the same. */
async function* untilAborted(body: AsyncIterable<Chunk>, signal: AbortSignal): AsyncGenerator<Chunk> {
  const chunks = body[Symbol.asyncIterator]()
  const { promise: aborted, resolve } = Promise.withResolvers<{ readonly done: true }>()
  const stop = (): void => resolve({ done: true })
  signal.addEventListener('abort', stop, { once: true })
  try {
    while (!signal.aborted) {
      const next = await Promise.race([chunks.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // One that waits for its next chunk ends with the signal of its own.
    void chunks.return?.()?.catch(() => {})
  }
}

async function waitForCapacity(call: OpenCall): Promise<void> {
  if (call.capacity > 0 || call.stop.signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  call.onCapacity = resolve
  await promise
}

function releaseCapacity(call: OpenCall | undefined): void {
  if (!call) return
  call.capacity++
  call.onCapacity?.()
}

function endCall(call: OpenCall | undefined): void {
  call?.stop.abort()
  call?.onCapacity?.()
}
