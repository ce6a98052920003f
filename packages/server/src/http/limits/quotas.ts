import { msg } from '@wuku/messages/server'
import { parseObject } from '@wuku/core/lenient-parsing'
import { quotaOf, type Quota } from '@wuku/kernel/base/quotas'
import { dayOf } from '@wuku/kernel/day'
import type { Caller } from '@wuku/kernel/base/caller'
import { isViewer } from '@wuku/core/ports/access'
import type { AccountUse, Usage } from '@wuku/core/ports/accounts'
import type { Clock } from '@wuku/core/ports/clock'
import type { Backend, McpExchange, OperationCall } from '@wuku/http-kit/backend'
import { refusal, type HttpFailure } from '@wuku/http-kit/http-failures'

export interface QuotasInput {
  /** Operations of a user in a day, by any door; 0: no limit. */
  readonly callsPerDay: number
  /** Limit of uploaded bytes of a user in a day; 0: none. */
  readonly uploadBytesPerDay: number
  /** Quotas of users and groups, before those of everybody. */
  readonly quotas?: readonly Quota[]
  readonly clock: Pick<Clock, 'now' | 'every'>
  /** Reads what a user used, by whichever instance. */
  usage(user: string, day: string): Promise<Usage>
  note(use: NonNullable<AccountUse['usage']>): Promise<void>
  failed?(error: unknown): void
}

/** Quotas of users, by the day in UTC. The local user and visitors without an account have none. */
export interface Quotas {
  /** Refuses once the calls of the day are used up; counts nothing. */
  requireCallQuota(caller: Caller): Promise<void>
  /** Counts a call that begins; throws `quota` where there were too many before. */
  countCall(caller: Caller): Promise<void>
  /** Refuses an upload of so many bytes that would be too much; counts nothing. */
  requireUploadQuota(caller: Caller, bytes: number): Promise<void>
  /** Counts bytes that arrived; throws `quota` where they are too many, and counts none of them. */
  countUpload(caller: Caller, bytes: number): Promise<void>
  flush(): Promise<void>
}

/** Each write waits for the disk, so that many uses are written at once; a process that is killed forgets no more than these. */
const EVERY_MS = 1_000
const MAX_UNWRITTEN = 32

type Used = { -readonly [Key in keyof Usage]: number }

interface UserDay {
  readonly user: string
  readonly day: string
  /** All of the day. */
  readonly used: Used
  readonly unwritten: Used
}

export function createQuotas(input: QuotasInput): Quotas {
  const { quotas = [], clock } = input
  const days = new Map<string, Promise<UserDay>>()
  const writer = createWriter(input)
  const today = (user: string): Promise<UserDay> => {
    const day = dayOf(clock.now())
    const key = `${day} ${user}`
    const known = days.get(key)
    if (known) return known
    for (const other of days.keys()) if (!other.startsWith(day)) days.delete(other)
    const opened = openDay(user, day, input)
    days.set(key, opened)
    opened.catch(() => days.delete(key))
    return opened
  }
  /** Nothing may come between the look and the count: calls that arrive at once would all see what was left before. */
  const use = async (caller: Caller, what: keyof Usage, amount: number, isCounted: boolean): Promise<void> => {
    const key = what === 'calls' ? 'callsPerDay' : 'uploadBytesPerDay'
    const quota = quotaOf(quotas, key, caller, input[key])
    const user = userOf(caller)
    if (quota === 0 || user === undefined) return
    const of = await today(user)
    if (of.used[what] + amount > quota) throw usedUp(what, quota, clock.now())
    if (isCounted) writer.add(of, what, amount)
  }
  return {
    requireCallQuota: (caller) => use(caller, 'calls', 1, false),
    countCall: (caller) => use(caller, 'calls', 1, true),
    requireUploadQuota: (caller, bytes) => use(caller, 'uploadBytes', bytes, false),
    countUpload: (caller, bytes) => use(caller, 'uploadBytes', bytes, true),
    flush: writer.flush,
  }
}

const userOf = ({ actor, sees, via }: Caller): string | undefined =>
  actor === undefined || actor === 'local' || via === 'local' || (isViewer(sees) && sees.user === null)
    ? undefined
    : actor

async function openDay(user: string, day: string, { usage }: QuotasInput): Promise<UserDay> {
  const used = { ...(await usage(user, day)) }
  return { user, day, used, unwritten: { calls: 0, uploadBytes: 0 } }
}

function createWriter({ note, usage, clock, failed }: QuotasInput) {
  const waiting = new Set<UserDay>()
  let count = 0
  let stop: (() => void) | undefined
  let writing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    const batch = [...waiting].map((of) => ({ of, use: { user: of.user, day: of.day, ...of.unwritten } }))
    waiting.clear()
    if (batch.length === 0) return
    for (const { of, use } of batch) addTo(of.unwritten, use, -1)
    try {
      await note(batch.map(({ use }) => use))
    } catch (error) {
      for (const { of, use } of batch) {
        addTo(of.unwritten, use, 1)
        waiting.add(of)
      }
      stop ??= clock.every(EVERY_MS, () => void flush())
      failed?.(error)
      return
    }
    await Promise.all(batch.map(({ of }) => refresh(of))).catch((error: unknown) => failed?.(error))
  }
  /** Other instances write too. */
  const refresh = async (of: UserDay): Promise<void> => {
    Object.assign(of.used, await usage(of.user, of.day))
    addTo(of.used, of.unwritten, 1)
  }
  const flush = (): Promise<void> => {
    stop?.()
    stop = undefined
    count = 0
    return (writing = writing.then(write))
  }
  return {
    flush,
    add(of: UserDay, what: keyof Usage, amount: number): void {
      of.used[what] += amount
      of.unwritten[what] += amount
      waiting.add(of)
      if (++count >= MAX_UNWRITTEN) void flush()
      else stop ??= clock.every(EVERY_MS, () => void flush())
    },
  }
}

function addTo(used: Used, { calls, uploadBytes }: Usage, times: 1 | -1): void {
  used.calls += times * calls
  used.uploadBytes += times * uploadBytes
}

const DAY_MS = 86_400_000

function usedUp(what: keyof Usage, quota: number, now: number): HttpFailure {
  const seconds = Math.max(1, Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000))
  const message = msg(what === 'calls' ? 'callsADay' : 'uploadsADay', { quota, seconds })
  return refusal('quota', message, { headers: { 'Retry-After': String(seconds) } })
}

/** Counts what is asked of the backend: operations by REST, tools by MCP, and documents within a request. */
export function withQuotas(backend: Backend, quotas: Quotas): Backend {
  return {
    ...backend,
    async run(call) {
      if (isCounted(call)) {
        await quotas.countCall(call.caller)
        await quotas.countUpload(call.caller, bytesIn(call))
      }
      return backend.run(call)
    },
    async mcp(exchange) {
      if (callsTool(exchange)) await quotas.countCall(exchange.caller)
      return backend.mcp(exchange)
    },
  }
}

/** A part looks after a request that was counted; but a job is counted as it begins. */
const isCounted = ({ operation, isPart }: OperationCall): boolean => isPart !== true || operation === 'start-job'

/** Documents and pieces of a push that are sent as texts; files of an upload are counted as they arrive. */
function bytesIn({ operation, input }: OperationCall): number {
  const operationInput = operation === 'start-job' ? Object(input['input']) : input
  const { documents, pieces: chunks } = operationInput as { readonly documents?: unknown; readonly pieces?: unknown }
  return [documents, chunks]
    .flatMap((each): readonly unknown[] => (Array.isArray(each) ? each : []))
    .reduce<number>((sum, each) => sum + bytesOf(Object(each)), 0)
}

function bytesOf({ text, base64 }: { readonly text?: unknown; readonly base64?: unknown }): number {
  const own = typeof text === 'string' ? Buffer.byteLength(text) : 0
  return own + (typeof base64 === 'string' ? Math.floor(base64.length * 0.75) : 0)
}

function callsTool({ method, headers, body }: McpExchange): boolean {
  if (method !== 'POST') return false
  const named = headers['mcp-method']
  // The header must be that of the body, or the message is refused.
  if (named !== undefined) return named === 'tools/call'
  return parseObject(body)['method'] === 'tools/call'
}
