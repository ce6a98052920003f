import { z } from 'zod'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { CallRecord } from '@wuku/core/ports/record-store'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { hitsOf, resultsIn } from '../call-log.ts'
import { isoTime } from '../day.ts'
import type { OperationContext } from '../base/engine.ts'
import { defineOperation, type Block, type Operation } from '../base/operation.ts'
import { count } from '../base/operation-shapes.ts'
import { callId, findCall, seesAllCalls } from './show-call.ts'
import { errorFor } from './call-output.ts'

const input = z.strictObject({ id: callId })

const outcome = z.strictObject({
  at: z.string().nullable(),
  citations: z.array(z.string()).describe('Of the first results, in order.'),
  results: count.nullable(),
  tokens: count.nullable().describe('Of the text of the answer; null: not counted.'),
  ms: z.number(),
  error: z.string().nullable().describe('Code of the error.'),
})

const output = z.strictObject({
  id: z.number().int(),
  operation: z.string(),
  before: outcome,
  now: outcome,
  gained: z.array(z.string()).describe('Among the first results now, and not before.'),
  lost: z.array(z.string()),
  moved: z.array(
    z.strictObject({
      citation: z.string(),
      from: count.describe('Rank before, from 1.'),
      to: count.describe('Rank now.'),
    }),
  ),
})

/** Asks an operation again, by the door that every call goes through. */
export type AskAgain = (
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
) => Promise<{ readonly input: unknown; readonly output: unknown }>

/** Compares the results of a call with those of the same question today. Nothing of it is kept. */
export const createReplayCall = (operations: readonly Operation[], ask: AskAgain): Operation =>
  defineOperation({
    name: 'replay-call',
    title: 'Ask a call again',
    description:
      'Run a call of an agent again with the same arguments, on the index of today, and compare its results with those ' +
      'of then. Only calls that read, and whose arguments are kept whole.',
    effect: 'read',
    openWorld: true,
    input,
    output,
    aliases: { call: 'id', call_id: 'id' },
    searchHint: 'replay repeat a call again compare results before now 重放 调用 对比 结果',
    route: { method: 'POST', path: '/calls/{id}/replay' },
    examples: [{ label: 'One call', input: { id: 12 } }],
    async run({ id }, context) {
      const { call, hits } = await findCall(id, context.caller, context.engine)
      const operation = repeatable(call, operations)
      const { at, results, tokens, milliseconds: ms } = call
      const error = errorFor(call.error, seesAllCalls(context.caller))
      const before = { at: isoTime(at), citations: [...hits], results, tokens, ms, error }
      const now = await askNow(operation, call, { ...context, ask })
      return { id, operation: operation.name, before, now, ...compare(before.citations, now.citations) }
    },
  })

function repeatable(
  { id = 0, operation: name, isWhole: isComplete, input: given }: CallRecord,
  operations: readonly Operation[],
): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation || operation.effect !== 'read' || operation.isUnlogged || operation.long)
    throw cannotRepeat(id, 'it ran no operation that only reads')
  if (!isComplete || given === null)
    throw cannotRepeat(id, 'its arguments are not kept whole: something in them was masked, cut or forgotten')
  return operation
}

const cannotRepeat = (id: number, why: string): WukuError =>
  new WukuError('bad-input', msg('cannotRepeat', { id, why }))

async function askNow(
  operation: Operation,
  { input: given }: CallRecord,
  { ask, ...context }: OperationContext & { readonly ask: AskAgain },
): Promise<z.output<typeof outcome>> {
  const startedAt = performance.now()
  const at = isoTime(context.engine.now())
  const ms = (): number => Math.round((performance.now() - startedAt) * 10) / 10
  try {
    const answered = await ask(operation, Object(given) as Readonly<Record<string, unknown>>, context)
    const took = ms()
    const tokens = tokensIn(operation.render(answered.output, answered.input))
    const [citations, results] = [[...hitsOf(answered.output)], resultsIn(answered.output)]
    return { at, citations, results, tokens, ms: took, error: null }
  } catch (thrown) {
    if (!isWukuError(thrown) || context.signal.aborted) throw thrown
    return { at, citations: [], results: null, tokens: null, ms: ms(), error: thrown.code }
  }
}

const tokensIn = (blocks: readonly Block[]): number => blocks.reduce((sum, { text }) => sum + estimateTokens(text), 0)

/** Results of which one text is cited twice count once, by the first. */
function compare(before: readonly string[], now: readonly string[]) {
  const [old, current] = [[...new Set(before)], [...new Set(now)]]
  return {
    gained: current.filter((each) => !old.includes(each)),
    lost: old.filter((each) => !current.includes(each)),
    moved: current.flatMap((citation, at) => {
      const from = old.indexOf(citation)
      return from < 0 || from === at ? [] : [{ citation, from: from + 1, to: at + 1 }]
    }),
  }
}
