import type { KnownPlace, KnownText } from '../../ports/reader.ts'
import type { Readable } from '../../ports/store.ts'

/** Folders whose files are indexed: what an archive repeats of them stands here once already. */
export async function knownText(store: Readable): Promise<KnownText> {
  const sources = await store.read((view) => view.sources())
  return {
    places: sources.flatMap(({ kind, name, root }): readonly KnownPlace[] =>
      kind === 'code' || kind === 'notes' ? [{ kind, name: `${kind}/${name}`, root }] : [],
    ),
  }
}
