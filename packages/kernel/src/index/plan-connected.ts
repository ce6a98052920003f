import { noState, type PassRequest } from '@wuku/core/services/service-connection'
import type { AddRequest, SourcePlan } from '../base/parts/engine-sources.ts'
import type { CallerPorts } from '../base/ports.ts'

const firstPass: Omit<PassRequest, 'signal'> = {
  state: noState,
  known: new Map(),
  changes: true,
  census: false,
  force: false,
  dryRun: true,
  said: () => {},
}

/** Lists what a first pass would read, and counts the requests that this takes. */
export async function planConnected(
  { root, options }: AddRequest,
  signal: AbortSignal,
  { connections, store, access }: CallerPorts,
): Promise<SourcePlan> {
  if (!connections) throw new Error('This process reads no services.')
  const sources = await store.read(access, (view) => view.sources.list())
  const source = sources.find((each) => each.root === root && each.options.connected)
  const items = new Set<string>()
  const counts = new Map<string, number>()
  let requests = 0
  for await (const { planned, container, state } of connections
    .open({ name: '', root, options })
    .pass({ ...firstPass, signal })) {
    for (const item of planned) items.add(item)
    if (container !== undefined) counts.set(container, (counts.get(container) ?? 0) + planned.length)
    requests = state.requests ?? requests
  }
  const listed = [...items].map((path) => ({ path, stamp: '', bytes: 0, modifiedAt: 0 }))
  const containers = [...counts].map(([id, count]) => ({ id, items: count }))
  const nothing = { skipped: [], problems: [], complete: true }
  const plan = { ...nothing, items: listed, kind: 'notes' as const, root, source, requests }
  return containers.length > 1 ? { ...plan, containers } : plan
}
