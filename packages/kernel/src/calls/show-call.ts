import { z } from 'zod'
import { isCitation, parseCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { isViewer } from '@wuku/core/ports/access'
import type { StoreView } from '@wuku/core/ports/store'
import { actorOf, reaches, type Caller } from '../base/caller.ts'
import type { Engine } from '../base/engine.ts'
import { defineOperation } from '../base/operation.ts'
import { count } from '../base/operation-shapes.ts'
import { callShape, describeCall } from './call-output.ts'

export const callId = z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Number of the call, from list-calls.')

const input = z.strictObject({ id: callId })
const output = z.strictObject({
  ...callShape.shape,
  hits: z.array(z.string()).describe('Citations, or paths, of its first results, as it answered then.'),
  hits_left_out: count.describe('Results that are kept and not shown to you.'),
  answer: z
    .string()
    .nullable()
    .describe(
      'The text that came back, secrets masked and its end cut; null: not kept, or of results not shown to you.',
    ),
})

export const showCall = defineOperation({
  name: 'show-call',
  title: 'Show one call',
  description: 'Show one call of an agent: who, tool, arguments, what came back, tokens and time taken.',
  effect: 'read',
  input,
  output,
  aliases: { call: 'id', call_id: 'id' },
  searchHint: 'show one call of an agent arguments results log 调用 详情 日志',
  route: { method: 'GET', path: '/calls/{id}' },
  examples: [{ label: 'One call', input: { id: 12 } }],
  async run({ id }, { engine, caller }) {
    const { call, hits } = await findCall(id, caller, engine)
    return {
      ...describeCall(call, seesAllCalls(caller)),
      hits: [...hits],
      hits_left_out: call.hits.length - hits.length,
      answer: call.hits.length === hits.length ? call.answer : null,
    }
  },
})

export const seesAllCalls = ({ level = 'admin' }: Caller): boolean => reaches(level, 'admin')

/** A call of the caller, or of anybody for an administrator, with its results as far as the caller sees them today. */
export async function findCall(id: number, caller: Caller, engine: Engine) {
  return engine.read(async (view) => {
    const actorFilter = seesAllCalls(caller) ? {} : { actor: actorOf(caller) }
    const [call] = (await view.records.calls({ id, ...actorFilter, limit: 1, offset: 0 })).items
    if (!call) throw new WukuError('not-found', msg('noCall', { id }))
    return { call, hits: await hitsShown(call.hits, caller, view) }
  })
}

/** Leaves out documents of sources that a user no longer sees, and paths, which name no source. */
async function hitsShown(hits: readonly string[], caller: Caller, view: StoreView): Promise<readonly string[]> {
  if (!isViewer(caller.sees)) return hits
  const shown = new Set((await view.sources.list()).map(({ kind, name }) => `${kind}/${name}`))
  return hits.filter((hit) => isCitation(hit) && shown.has(sourceOf(hit)))
}

function sourceOf(citation: string): string {
  const { kind, source } = parseCitation(citation)
  return `${kind}/${source}`
}
