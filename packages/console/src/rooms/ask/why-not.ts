import { api, told, type Answer } from '../../api/client.ts'
import { LISTED, recall, type Hit, type RecallInput } from '../../ask/recall.ts'

type Opened = Answer<'/api/v1/open'>

/** Why an expected document is not in an answer. Ranks are from 1. */
export interface Verdict {
  readonly why: 'shown' | 'copy' | 'below' | 'weak' | 'filtered' | 'outranked' | 'silent'
  readonly rank: number
  /** The passage of the document that fits best, with the parts of its score. */
  readonly hit: Hit | undefined
  /** What the last hit of the list has, where there is one. */
  readonly last: number | undefined
  /** Without the lines that were named. */
  readonly citation: string
  readonly title: string
}

const EVERYTHING = { limit: 100, budget: 200_000, explain: true } as const

/** Asks again, wider each time, until the document is found or holds nothing of the question. */
export async function whyNot(name: string, input: RecallInput, signal: AbortSignal): Promise<Verdict> {
  const opened = await told(api.GET('/api/v1/open', { params: { query: { citation: name, budget: 200 } }, signal }))
  const { kind, source, path, title } = opened
  const { query, mode } = input
  const named = { citation: opened.citation.replace(/#.*$/, ''), title }
  const asked = async (next: RecallInput, more: object = EVERYTHING): Promise<readonly Hit[]> =>
    (await recall(next, more, signal)).hits

  const listed = await asked(input, { ...LISTED, explain: true })
  const last = listed.at(-1)?.score
  const place = placeIn(listed, opened)
  const verdict = (why: Verdict['why'], { rank = 0, hit }: Partial<Place> = {}): Verdict => ({
    ...named,
    why,
    rank,
    hit,
    last,
  })
  if (place) return verdict(place.isCopy ? 'copy' : 'shown', place)
  const strong = placeIn(await asked(input), opened)
  if (strong) return verdict('below', strong)
  const weak = placeIn(await asked({ ...input, weak: true }), opened)
  if (weak) return verdict('weak', weak)
  const bare = { query, ...(mode !== undefined && { mode }), weak: true } as const
  const anywhere = isFiltered(input) ? placeIn(await asked(bare), opened) : undefined
  if (anywhere) return verdict('filtered', anywhere)
  const under = kind === 'chats' || kind === 'pads' ? '' : path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const alone = { ...bare, kinds: [kind], sources: [source] }
  const best = placeIn(await asked(alone, { ...EVERYTHING, ...(under && { under }) }), opened)
  if (!best) return verdict('silent')
  return verdict(isFiltered(input) ? 'filtered' : 'outranked', best)
}

const isFiltered = ({ kinds, sources, since }: RecallInput): boolean => Boolean(kinds ?? sources ?? since)

interface Place {
  readonly rank: number
  readonly hit: Hit
  readonly isCopy: boolean
}

function placeIn(hits: readonly Hit[], { kind, source, path, citation }: Opened): Place | undefined {
  const whole = citation.replace(/#.*$/, '')
  const isOne = (hit: Hit): boolean => hit.kind === kind && hit.source === source && hit.path === path
  const isCopy = (hit: Hit): boolean => hit.also.some((other) => other.replace(/#.*$/, '') === whole)
  const at = hits.findIndex((hit) => isOne(hit) || isCopy(hit))
  const hit = hits[at]
  return hit && { rank: at + 1, hit, isCopy: !isOne(hit) }
}
