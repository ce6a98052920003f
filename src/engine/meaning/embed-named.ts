import type { EmbedDone, EmbedWanted, EnginePorts } from '../engine.ts'
import { findSource } from '../sources.ts'
import { isVisible } from '../visible.ts'
import { maySend } from './catch-up.ts'
import { embedSources } from './embed-sources.ts'

/** What a user asked for by names of sources; an error of the model is the user's. */
export async function embedNamed(request: EmbedWanted, ports: EnginePorts): Promise<EmbedDone> {
  const model = ports.models.embedder().describe()
  const visible = (await ports.store.read((view) => view.sources())).filter(isVisible)
  const named = request.sources.length === 0 ? visible : request.sources.map((name) => findSource(visible, name))
  const all = visible.filter((source) => maySend(source, model))
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
