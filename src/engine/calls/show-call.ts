import { z } from 'zod'
import { asJson } from '../answer.ts'
import { defineOperation } from '../operation.ts'
import { count } from '../operations/shapes.ts'
import { findCall, seesAllCalls } from './one-call.ts'
import { callShape, tellCall } from './tell-call.ts'

export const callId = z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Number of the call, from list-calls.')

const input = z.strictObject({ id: callId })
const output = z.strictObject({
  ...callShape.shape,
  hits: z.array(z.string()).describe('Citations, or paths, of its first results, as it answered then.'),
  hits_left_out: count.describe('Results that are kept and not shown to you.'),
})

export const showCall = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'show-call',
  group: 'admin',
  title: 'Show one call',
  description: 'Show one call of an agent: who, tool, arguments, what came back, tokens and time taken.',
  effect: 'read',
  input,
  output,
  aliases: { call: 'id', call_id: 'id' },
  searchHint: 'show one call of an agent arguments results log 调用 详情 日志',
  route: { method: 'GET', path: '/calls/{id}' },
  examples: [{ says: 'One call', input: { id: 12 } }],
  async run({ id }, { engine, caller }) {
    const { call, hits } = await findCall(id, caller, engine)
    return { ...tellCall(call, seesAllCalls(caller)), hits: [...hits], hits_left_out: call.hits.length - hits.length }
  },
  render: asJson,
})
