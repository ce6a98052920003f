import type { RecalledHit } from '@wuku/kernel/operations/recall/shape'
import type { PushRecord } from './pushes-file.ts'

/** The fields of a hit that a merge compares. */
export type Mergeable = Pick<
  RecalledHit,
  'kind' | 'docid' | 'source' | 'path' | 'title' | 'snippet' | 'turns' | 'score' | 'citation' | 'also'
>

export interface Merging<Hit> {
  /** Sources that were pushed from here to the server. */
  readonly pushes: readonly PushRecord[]
  /** A hit of the server, as it is called here. */
  relabel(hit: Hit): Hit
}

/**
 * One list of both, each in its own order, by score: scores of both are shares of the same information. A hit of both
 * appears once, opened here, and names its other place too.
 */
export function mergeHits<Hit extends Mergeable>(
  own: readonly Hit[],
  remote: readonly Hit[],
  { pushes, relabel }: Merging<Hit>,
): readonly Hit[] {
  const duplicates = new Map<Hit, Hit>()
  const others = remote.filter((hit) => {
    const duplicate = own.find((each) => !duplicates.has(each) && isSame(each, hit, pushes))
    if (duplicate) duplicates.set(duplicate, relabel(hit))
    return !duplicate
  })
  const folded = own.map((hit) => {
    const duplicate = duplicates.get(hit)
    return duplicate
      ? {
          ...hit,
          score: Math.max(hit.score, duplicate.score),
          also: [...hit.also, duplicate.citation, ...duplicate.also],
        }
      : hit
  })
  return inOrder(folded, others.map(relabel))
}

const isSame = (own: Mergeable, their: Mergeable, pushes: readonly PushRecord[]): boolean =>
  own.kind === their.kind &&
  (own.docid === their.docid || isPushed(own, their, pushes) || (textOf(own) !== '' && textOf(own) === textOf(their)))

const isPushed = (own: Mergeable, their: Mergeable, pushes: readonly PushRecord[]): boolean =>
  own.path === their.path &&
  pushes.some(({ here, there }) => here === `${own.kind}/${own.source}` && there === `${their.kind}/${their.source}`)

/** The same words under the same title, wherever they stand. */
const textOf = ({ title, snippet, turns = [] }: Mergeable): string =>
  snippet === '' && turns.length === 0
    ? ''
    : JSON.stringify([title, snippet, turns.map(({ who, text }) => [who, text])])

function inOrder<Hit extends Mergeable>(own: readonly Hit[], remote: readonly Hit[]): readonly Hit[] {
  const merged: Hit[] = []
  let [here, there] = [0, 0]
  for (;;) {
    const [mine, other] = [own[here], remote[there]]
    if (!mine && !other) return merged
    if (mine && (!other || mine.score >= other.score)) {
      merged.push(mine)
      here++
    } else if (other) {
      merged.push(other)
      there++
    }
  }
}
