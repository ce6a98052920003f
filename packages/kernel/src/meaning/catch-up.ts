import { msg } from '@wuku/messages/kernel'
import { ownersAccess } from '../base/access.ts'
import { everything } from '@wuku/core/ports/access'
import { isWukuError } from '@wuku/core/errors'
import type { Problem, Source } from '@wuku/core/core-types'
import type { EmbedderFacts } from '@wuku/core/ports/embedder'
import type { EnginePorts } from '../base/ports.ts'
import { embedSources } from './embed-sources.ts'
import { keyOf } from '../base/set-key.ts'
import type { CatchUpRequest } from '../base/parts/engine-search.ts'

/** The text of a source that its user lets out of this process. */
export const maySend = ({ options }: Source, { isLocal }: Pick<EmbedderFacts, 'isLocal'>): boolean =>
  isLocal || options.offline !== true

/**
 * Makes the vectors of new text. Only if a first set was asked for once (`wuku embed`) and the same model
 * is still configured: nobody's text is sent anywhere because it was indexed. Errors are reported and break nothing.
 */
export async function catchUp(request: CatchUpRequest, ports: EnginePorts): Promise<readonly Problem[]> {
  const facts = await activeModel(ports)
  if (!facts) return []
  const all = (await ports.store.read(ownersAccess, (view) => view.sources.list())).filter((source) =>
    maySend(source, facts),
  )
  const named = request.sources && new Set(request.sources.map(({ id }) => id))
  const sources = named ? all.filter(({ id }) => named.has(id)) : all
  const { signal, progress = () => {} } = request
  try {
    const { problems } = await embedSources({ sources, all, dryRun: false, rebuild: false, signal, progress }, ports)
    return problems
  } catch (error) {
    if (signal.aborted || !isWukuError(error)) throw error
    return [{ path: '', said: msg('vectorsMissing', { message: error.texts.message }), remedy: error.texts.remedy }]
  }
}

/** The model that is set up, when it has made vectors before. */
async function activeModel({ store, models }: EnginePorts): Promise<EmbedderFacts | undefined> {
  const sets = await store.read(everything, ({ vectors }) => vectors.embeddingSets())
  if (sets.length === 0) return undefined
  try {
    const facts = models.embedder().describe()
    return sets.some(({ key }) => key === keyOf(facts)) ? facts : undefined
  } catch {
    // None is set up any more, or nothing may be sent: what there is stays as it is.
    return undefined
  }
}

/** A server looks so often whether something waits. */
const EVERY_MS = 10_000

/** Text written through this server or another gets its vectors soon, until the signal. */
export async function keepVectors(signal: AbortSignal, ports: EnginePorts): Promise<void> {
  while (!signal.aborted) {
    await ports.clock.sleep(EVERY_MS, signal)
    // A model that is away now is asked again the next time.
    await catchUp({ signal }, ports).catch(() => [])
  }
}
