import { parseObject } from '@wuku/core/lenient-parsing'

type Id = string | number

/** A message of JSON-RPC, as far as it matters who waits for what. */
interface Message {
  readonly id?: Id
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly requestId?: Id
    readonly progressToken?: Id
    readonly progress?: number
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}

interface OpenRequest {
  readonly line: Buffer
  readonly message: Message
  /** Progress that the client has heard of. */
  progress: number
  isAcknowledged: boolean
}

/** Messages between an agent and its server, as far as another server needs them to continue. */
export interface Conversation {
  /** Bytes of the agent, as they come. */
  noteRequests(bytes: Buffer): void
  /** Whole lines that the agent was given. */
  noteAnswers(lines: Buffer): void
  readonly isAnswered: boolean
  continue(mayRepeat: (tool: string) => boolean): Continuation
}

/** How another server goes on. */
export interface Continuation {
  /** Messages to replay to it first. */
  readonly replay: readonly Buffer[]
  /** Answers to what may be done already, and is not done twice. */
  readonly refused: readonly Buffer[]
  /** Whether the agent is to be given this line, and has not heard it before. */
  isNew(line: Buffer): boolean
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

export function openConversation(): Conversation {
  const open = new Map<Id, OpenRequest>()
  const lines = openLines()
  const handshake: Buffer[] = []
  let initialize: Id | undefined
  const ask = (line: Buffer): void => {
    const message = parsed(line)
    const { id, method, params } = message
    if (method === 'initialize') initialize = id
    if (method === 'initialize' || method === 'notifications/initialized') handshake.push(line)
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) open.delete(params.requestId)
    if (method && id !== undefined) open.set(id, { line, message, progress: -Infinity, isAcknowledged: false })
  }
  const noteAnswer = (line: Buffer): void => {
    const { id, method, params } = parsed(line)
    if (!method && id !== undefined) open.delete(id)
    else if (method === 'notifications/progress') noteProgress(open, params)
    else if (method === ACKNOWLEDGED) noteAcknowledged(open, params)
  }
  return {
    noteRequests: (bytes) => eachLine(lines.add(bytes), ask),
    noteAnswers: (bytes) => eachLine(bytes, noteAnswer),
    get isAnswered() {
      return open.size === 0
    },
    continue(mayRepeat) {
      const isRefused = ({ message: { method, params } }: OpenRequest): boolean =>
        method === 'tools/call' && !mayRepeat(params?.name ?? '')
      const refused = [...open.values()].filter(isRefused)
      for (const { message } of refused) if (message.id !== undefined) open.delete(message.id)
      const isGreeted = initialize !== undefined && !open.has(initialize)
      return {
        replay: [...(isGreeted ? handshake : []), ...open.values().map(({ line }) => line), lines.rest()],
        refused: refused.map(refusal),
        isNew: newLines(open, isGreeted ? initialize : undefined),
      }
    },
  }
}

/** `initialize`: the handshake that is only repeated, so that its answer is no news. */
function newLines(open: Map<Id, OpenRequest>, initialize: Id | undefined): Continuation['isNew'] {
  let repeated = initialize
  const unacknowledged = new Set([...open].filter(([, { isAcknowledged }]) => isAcknowledged).map(([id]) => id))
  return (line) => {
    if (repeated === undefined && open.size === 0) return true
    const { id, method, params } = parsed(line)
    if (!method && id !== undefined) {
      open.delete(id)
      const isRepeated = id === repeated
      if (isRepeated) repeated = undefined
      return !isRepeated
    }
    if (method === ACKNOWLEDGED) return !unacknowledged.delete(params?._meta?.[SUBSCRIPTION] as Id)
    return method !== 'notifications/progress' || noteProgress(open, params)
  }
}

/** Whether there is more of it: progress only grows. */
function noteProgress(open: ReadonlyMap<Id, OpenRequest>, params: Message['params']): boolean {
  const { progressToken, progress = 0 } = params ?? {}
  const request = open.values().find(({ message }) => message.params?._meta?.['progressToken'] === progressToken)
  if (!request) return true
  const isMore = progress > request.progress
  request.progress = Math.max(progress, request.progress)
  return isMore
}

function noteAcknowledged(open: ReadonlyMap<Id, OpenRequest>, params: Message['params']): void {
  const request = open.get(params?._meta?.[SUBSCRIPTION] as Id)
  if (request) request.isAcknowledged = true
}

const INTERNAL_ERROR = -32603

function refusal({ message: { id, params } }: OpenRequest): Buffer {
  const message = `The server ended while it worked on "${params?.name?.slice(0, 80)}". It may be done or not: look first, and ask again only for what is missing.`
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } })}\n`)
}

const NEWLINE = 0x0a

export interface Lines {
  /** The lines that are whole now; they are one piece. */
  add(bytes: Buffer): Buffer
  /** The begun line. */
  rest(): Buffer
}

export function openLines(): Lines {
  let partialLine: Buffer[] = []
  return {
    add(bytes) {
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end === 0) {
        partialLine.push(bytes)
        return Buffer.alloc(0)
      }
      const completeLines =
        partialLine.length === 0 ? bytes.subarray(0, end) : Buffer.concat([...partialLine, bytes.subarray(0, end)])
      partialLine = end < bytes.length ? [bytes.subarray(end)] : []
      return completeLines
    },
    rest: () => Buffer.concat(partialLine),
  }
}

/** With their line breaks. */
export function eachLine(lines: Buffer, onLine: (line: Buffer) => void): void {
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(NEWLINE, start) + 1
    onLine(lines.subarray(start, end))
    start = end
  }
}

/** A server says what is wrong with a line that is no message. */
const parsed = (line: Buffer): Message => parseObject(line.toString('utf8'))
