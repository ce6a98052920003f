import type { Text } from '@wuku/messages/message'
import type { Json } from '../core-types.ts'
import type { AuditEntry, AuditRequest } from './accounts.ts'
import type { Page } from './pads.ts'

/** Log of actions: what was done, who asked for what, and how often. Written after the fact; searches never read it. */
export interface RecordView {
  /** Newest first. */
  activities(request: ActivitiesRequest): Promise<Page<Activity>>
  /** Newest first. */
  calls(request: CallsRequest): Promise<Page<CallRecord>>
  /** By day, then metric, then library. */
  counts(request: CountsRequest): Promise<readonly DailyCount[]>
  /** Newest first. Empty unless the caller sees everything. */
  audit(request: AuditRequest): Promise<Page<AuditEntry>>
  /** Statistics of calls since a moment. */
  summary(request: CallSummaryRequest): Promise<CallSummary>
  /** Operations that one actor called, as far as their calls are kept; by day, then metric, then library. */
  countsOf(request: ActorCountsRequest): Promise<readonly DailyCount[]>
  /** Calls of one client that belong together, latest first. */
  sessions(request: SessionsRequest): Promise<Page<CallSession>>
  /** Calls of each stretch of `step` milliseconds from `from` on; none where nobody called. */
  series(request: SeriesRequest): Promise<readonly StretchOfCalls[]>
  /** Measures of the server, averaged over such steps. */
  samples(request: Pick<SeriesRequest, 'from' | 'to' | 'step'>): Promise<readonly StretchOfSamples[]>
}

/** One step of a piece of work; those of one piece share its task, and the last one says how it ended. */
export interface Activity {
  readonly at: number
  readonly task: string
  /** `document.parse`, `github.import.complete`, ... */
  readonly event: string
  readonly status: 'start' | 'info' | 'success' | 'warning' | 'error' | 'cancelled'
  readonly message: Text
  /** Program or person that started it. */
  readonly actor: string
  readonly library: number | null
  readonly version: string | null
  /** Its subject, such as a path. */
  readonly target: string | null
  readonly facts: { readonly [key: string]: Json }
}

export interface ActivitiesRequest {
  readonly task?: string
  readonly library?: number
  readonly events?: readonly string[]
  readonly limit: number
  readonly offset: number
}

/** One request of a client, by any door. */
export interface CallRecord {
  /** As the store numbers it, once it is there. */
  readonly id?: number
  readonly at: number
  /** Id of the user, or `local`. */
  readonly actor: string
  readonly actorName: string
  /** Name that the client asked for, as `resources_list` or `get_library_docs`. */
  readonly funcName: string
  /** `null` where a request ran none, as for lists of the protocol. */
  readonly operation: string | null
  /** Name of the client program. */
  readonly client: string
  readonly surface: string
  readonly library: number | null
  /** The arguments, secrets masked and long texts cut. */
  readonly input: Json
  /** Nothing of the arguments is masked or cut: the call may be made again. */
  readonly isWhole: boolean
  /** Citations, or paths, of the first results; none where they are not kept. */
  readonly hits: readonly string[]
  /** How many results came back; `null` where that means nothing. */
  readonly results: number | null
  readonly milliseconds: number
  /** Tokens of the answer's text; `null` if they were not counted. */
  readonly tokens: number | null
  /** Code of the error; `null` when it went well. */
  readonly error: string | null
  /** As the answer named it; `null` where answers name none. */
  readonly requestId: string | null
  /** The connection it came by; `null` where each request stands for itself. */
  readonly session: string | null
  /** The text that came back, secrets masked and its end cut; `null` where none is kept. A list of calls is without. */
  readonly answer: string | null
}

export interface CallsRequest {
  readonly id?: number | undefined
  readonly operation?: string | undefined
  readonly library?: number | undefined
  readonly failedOnly?: boolean
  /** Only calls that found nothing, without an error. */
  readonly emptyOnly?: boolean
  readonly actor?: string | undefined
  readonly client?: string | undefined
  /** Calls of this client program do not count. */
  readonly withoutClient?: string | undefined
  readonly surface?: string | undefined
  readonly session?: string | null | undefined
  /** From this moment on, and before that one. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
  readonly offset: number
}

/** Sessions that have such a call; with `call` only the one that has this. */
export interface SessionsRequest extends CallsRequest {
  readonly call?: CallRecord | undefined
}

/** Calls of one connection; without one, of one user and client with no pause of half an hour. */
export interface CallSession extends Calls, Pick<CallRecord, 'actor' | 'actorName' | 'client' | 'surface' | 'session'> {
  readonly call: number
  /** Times of its first and last call. */
  readonly from: number
  readonly to: number
  readonly tokens: number
  readonly milliseconds: number
  /** Different ones. */
  readonly tools: number
  /** The first that were asked. */
  readonly questions: readonly string[]
}

interface CountedCalls extends Pick<CallsRequest, 'actor' | 'library' | 'withoutClient' | 'surface' | 'to'> {
  readonly from: number
}

export interface CallSummaryRequest extends CountedCalls {
  /** Maximum length of the list of what was not found. */
  readonly maxNotFound: number
}

export interface SeriesRequest extends CountedCalls {
  readonly step: number
}

export interface StretchOfCalls extends Omit<ToolCalls, 'operation'> {
  readonly at: number
}

/** A measure of the server, such as `memory`. */
export interface Sample {
  readonly at: number
  readonly metric: string
  readonly value: number
}

export interface StretchOfSamples extends Omit<Sample, 'value'> {
  readonly mean: number
  readonly top: number
}

/** Statistics of calls that ran an operation. `empty`: answered with no results. */
export interface CallSummary {
  readonly byTool: readonly ToolCalls[]
  readonly byClient: readonly ClientCalls[]
  /** Oldest first; days in UTC. */
  readonly byDay: readonly DayCalls[]
  /** Most often asked first. */
  readonly notFound: readonly NotFound[]
}

interface Calls {
  readonly calls: number
  readonly failed: number
  readonly empty: number
}

/** Most called first. Milliseconds: of the median call, and of the one that 95 of 100 are no slower than. */
export interface ToolCalls extends Calls {
  readonly operation: string
  readonly p50: number
  readonly p95: number
  readonly tokens: number
}

export interface ClientCalls extends Calls {
  readonly client: string
  readonly lastAt: number
}

export interface DayCalls extends Calls {
  readonly day: string
}

/** A question that was answered with nothing. */
export interface NotFound {
  readonly query: string
  readonly operation: string
  readonly times: number
  /** How many users asked, the name of one, and a client. */
  readonly actors: number
  readonly actorName: string
  readonly client: string
  readonly lastAt: number
}

export interface DailyCount {
  /** `2026-11-22`, in UTC. */
  readonly day: string
  /** `call.get-library-docs`, `import.documents`, ... */
  readonly metric: string
  /** 0: of none. */
  readonly library: number
  readonly count: number
  /** Sum of what was measured, such as milliseconds. */
  readonly sum: number
}

export interface CountsRequest {
  /** Days from this one on, and up to that one with it. */
  readonly from: string
  readonly to: string
  /** Metrics that begin so. */
  readonly metric?: string | undefined
  readonly library?: number | undefined
}

export interface ActorCountsRequest {
  readonly actor: string
  /** Days from this one on. */
  readonly from: string
}

/** Counts are added to those of the day. */
export interface NewRecords {
  readonly activities?: readonly Activity[]
  readonly calls?: readonly CallRecord[]
  readonly counts?: readonly DailyCount[]
  readonly audit?: readonly AuditEntry[]
  readonly samples?: readonly Sample[]
  /** Removes everything older than this, except counts; of the use of accounts each earlier day. */
  readonly forgetBefore?: number
  readonly forgetNaming?: Forgetting
}

/** Calls that were given or answered with one of these texts, as a citation, stay without what that was. */
export interface Forgetting {
  readonly texts: readonly string[]
  /**
   * Calls are recorded in groups, also by other processes: a call that began by then, and is recorded after this, stays
   * without what it was given and what was found, whatever it names.
   */
  readonly at: number
}

/** A call whose names are forgotten. */
export const withoutNames = (call: CallRecord): CallRecord => ({
  ...call,
  input: null,
  isWhole: false,
  hits: [],
  answer: null,
})
