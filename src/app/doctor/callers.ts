import type { Engine } from '../../engine/engine.ts'
import { ok, type Finding } from './finding.ts'

const RECENT_DAYS = 30

/** Agents of other machines, and of other users of this one, have their settings elsewhere: they show by their calls. */
export async function examineCallers(open: () => Promise<Engine>): Promise<readonly Finding[]> {
  try {
    const engine = await open()
    const request = { surface: 'mcp', from: engine.now() - RECENT_DAYS * 86_400_000, limit: 1, offset: 0 } as const
    const { items } = await engine.read((view) => view.records.calls(request))
    return items.map(({ client }) => ok('agent', `${client} has called in the last ${RECENT_DAYS} days.`))
  } catch {
    // That the store cannot be opened is a finding of its own.
    return []
  }
}
