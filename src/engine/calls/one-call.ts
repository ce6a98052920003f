import { isCitation, parseCitation } from '../../core/citation.ts'
import { WukuError } from '../../core/errors.ts'
import { isViewer } from '../../ports/access.ts'
import type { CallRecord } from '../../ports/records.ts'
import type { StoreView } from '../../ports/store.ts'
import { actorOf, reaches, type Caller } from '../caller.ts'
import type { Engine } from '../engine.ts'

export interface FoundCall {
  readonly call: CallRecord
  /** Its results, as far as the caller sees them today. */
  readonly hits: readonly string[]
}

export const seesAllCalls = ({ level = 'admin' }: Caller): boolean => reaches(level, 'admin')

/** A call of the caller; of anybody for an administrator. */
export async function findCall(id: number, caller: Caller, engine: Engine): Promise<FoundCall> {
  return engine.read(async (view) => {
    const whose = seesAllCalls(caller) ? {} : { actor: actorOf(caller) }
    const [call] = (await view.records.calls({ id, ...whose, limit: 1, offset: 0 })).items
    if (!call) throw noCall(id)
    return { call, hits: await hitsShown(call.hits, caller, view) }
  })
}

/** Leaves out documents of sources that a user no longer sees, and paths, which name no source. */
export async function hitsShown(hits: readonly string[], caller: Caller, view: StoreView): Promise<readonly string[]> {
  if (!isViewer(caller.sees)) return hits
  const shown = new Set((await view.sources.list()).map(({ kind, name }) => `${kind}/${name}`))
  return hits.filter((hit) => isCitation(hit) && shown.has(sourceOf(hit)))
}

function sourceOf(citation: string): string {
  const { kind, source } = parseCitation(citation)
  return `${kind}/${source}`
}

const noCall = (id: number): WukuError =>
  new WukuError('not-found', `There is no call ${id}.`, '"list-calls" lists those that are kept, with their numbers.')
