import type { DocumentFacts, Skipped, SourceId } from '../../core/words.ts'
import type { ManifestEntry, StoreView } from '../../ports/store.ts'
import { GONE } from './diff.ts'

/** Which of several documents that go by one path is kept. */
export interface Settled {
  /** Of those that came, by identity. */
  readonly dropped: ReadonlySet<DocumentFacts>
  /** Items of those that were there. */
  readonly remove: readonly string[]
  readonly skipped: readonly Skipped[]
}

interface Rivalry {
  readonly source: SourceId
  readonly manifest: ReadonlyMap<string, ManifestEntry>
  /** Items whose documents the same batch replaces. */
  readonly replaced: ReadonlySet<string>
  /** Items that this run takes out at its end. */
  readonly leaving: ReadonlySet<string>
}

/**
 * A conversation may lie in an archive twice, as a copy or with other words at its end: the one that was written to last
 * stays. Between equals it is the one that was there, unless its item is gone.
 */
export async function settlePaths(
  incoming: readonly DocumentFacts[],
  view: Pick<StoreView, 'documents'>,
  { source, manifest, replaced, leaving }: Rivalry,
): Promise<Settled> {
  const paths = [...new Set(incoming.map(({ path }) => path))]
  const there = (await view.documents({ sources: [source], paths })).filter(({ item }) => !replaced.has(item))
  const came = new Set(incoming)
  // An item of several documents cannot give up one of them.
  const canGo = ({ item }: DocumentFacts): boolean => (manifest.get(item)?.documents.length ?? 1) === 1
  const yields = (best: DocumentFacts, other: DocumentFacts): boolean =>
    came.has(best)
      ? isNewer(other, best)
      : leaving.has(best.item) || (canGo(best) && (isNewer(other, best) || isLost(other, best)))
  const dropped = new Set<DocumentFacts>()
  const remove = new Set<string>()
  const skipped: Skipped[] = []
  for (const rivals of Map.groupBy([...there, ...incoming], ({ path }) => path).values()) {
    const kept = rivals.reduce((best, other) => (yields(best, other) ? other : best))
    for (const other of rivals) {
      if (other === kept) continue
      if (came.has(other)) dropped.add(other)
      else remove.add(other.item)
      skipped.push({ path: other.item, why: `a copy of ${kept.item}, which is kept`, rule: 'a copy of what is kept' })
    }
  }
  return { dropped, remove: [...remove], skipped }
}

const isNewer = (other: DocumentFacts, best: DocumentFacts): boolean => other.modifiedAt > best.modifiedAt

const isLost = (other: DocumentFacts, best: DocumentFacts): boolean =>
  other.modifiedAt === best.modifiedAt && best.stamp === GONE
