import { everything } from '../../ports/access.ts'
import type { Source } from '../../core/words.ts'
import type { EnginePorts } from '../engine.ts'

/**
 * A source as it is now: what was forgotten while a run waited counts for it. A source of an archive also takes over what
 * the others of its kind remember, so that one that is added later does not bring back what was forgotten before.
 */
export async function currentSource(
  source: Source,
  { store, kinds }: Pick<EnginePorts, 'store' | 'kinds'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Source> {
  const sources = await store.read(everything, (view) => view.sources())
  const current = sources.find(({ id }) => id === source.id) ?? source
  if (!kinds.find(({ kind }) => kind === source.kind)?.facts.archives) return current
  const kin = sources.filter(({ kind }) => kind === source.kind)
  const forgotten = [...new Set(kin.flatMap(({ options }) => options.forgotten ?? []))]
  if (forgotten.length === (current.options.forgotten?.length ?? 0)) return current
  const options = { ...current.options, forgotten }
  if (!dryRun) await store.changeSource(current.id, { options })
  return { ...current, options }
}
