import { ownersAccess } from '../base/access.ts'
import type { CallerPorts } from '../base/ports.ts'
import { withAllParts } from '../shown-sources.ts'
import { findSource } from '../source-registry.ts'
import { maySend } from './catch-up.ts'
import { embedSources } from './embed-sources.ts'
import type { EmbedDone, EmbedInput } from '../base/parts/engine-search.ts'

/** The sources that a user named; an error of the model is the user's. */
export async function embedNamed(request: EmbedInput, ports: CallerPorts): Promise<EmbedDone> {
  const model = ports.models.embedder().describe()
  const visible = await ports.store.read(ports.access, (view) => view.sources.list())
  const every = await ports.store.read(ownersAccess, (view) => view.sources.list())
  const named = withAllParts(
    request.sources.length === 0 ? visible : request.sources.map((name) => findSource(visible, name)),
    visible,
  )
  const all = every.filter((source) => maySend(source, model))
  const report = await embedSources(
    {
      sources: [...new Set(named)].filter((source) => maySend(source, model)),
      all,
      dryRun: request.dryRun ?? false,
      rebuild: request.rebuild ?? false,
      signal: request.signal ?? new AbortController().signal,
      progress: (step) => request.progress?.(step),
    },
    ports,
  )
  return { ...report, model, withheld: named.filter((source) => !maySend(source, model)) }
}
