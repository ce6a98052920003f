import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import type { CallRecord } from '@wuku/core/ports/record-store'
import { isoTime } from '../day.ts'

/** A row of the log of calls, as its readers see it. */

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>

export const callShape = z.strictObject({
  id: z.number().int().describe('Pass it to show-call and replay-call.'),
  at: z.string().nullable(),
  actor: z.string().describe('Id of the user; "local": the owner of the data folder.'),
  actor_name: z.string(),
  client: z.string(),
  surface: z.string(),
  func_name: z.string().describe('What was asked for: the tool, the operation, or the method of MCP.'),
  operation: z.string().nullable().describe('The operation that ran, if any.'),
  library_id: z.number().int().nullable(),
  input: json.describe('The arguments, secrets masked and long texts cut.'),
  is_whole: z.boolean().describe('true: nothing of the input is masked or cut, so the call can be made again.'),
  results: z.number().int().nullable(),
  milliseconds: z.number(),
  tokens: z.number().int().nullable().describe('Of the text of the answer, as an agent got it; null: not counted.'),
  status: z.enum(['success', 'error']),
  error: z.string().nullable().describe('Code of the error.'),
  request_id: z.string().nullable(),
  session: z.string().nullable().describe('The connection; null: each request of the client stands for itself.'),
})

export type CallOutput = z.output<typeof callShape>

/** A fault of ours may name files of the server: only its admins read how it reads. */
export const errorFor = (error: string | null, seesAll: boolean): string | null =>
  error === null || seesAll || /^-?[\da-z][\da-z-]{0,40}$/.test(error) ? error : 'internal'

export const describeCall = (
  { id = 0, at, actorName, funcName, requestId, library, error, ...call }: CallRecord,
  seesAll: boolean,
): CallOutput => ({
  id,
  at: isoTime(at),
  actor: call.actor,
  actor_name: actorName,
  client: call.client,
  surface: call.surface,
  func_name: funcName,
  operation: call.operation,
  library_id: library,
  input: call.input,
  is_whole: call.isWhole,
  results: call.results,
  milliseconds: call.milliseconds,
  tokens: call.tokens,
  status: error === null ? ('success' as const) : ('error' as const),
  error: errorFor(error, seesAll),
  request_id: requestId,
  session: call.session,
})
