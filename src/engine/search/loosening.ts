import type { ParsedQuery } from './query.ts'

/** What the query asks for and the answer does not keep to, since too little was left. */
export interface Loosened {
  readonly phrases?: {
    readonly said: readonly string[]
    /** So many of what was found hold them, and stand first. */
    readonly holders: number
  }
  readonly excluded?: readonly string[]
}

/** Fewer hits that hold a phrase beside other words are too few: what the words find may matter more. */
const ENOUGH = 3

/** How many must hold what the query demands, lest it is loosened; 0 where nothing is demanded. */
export function enoughHolders(query: ParsedQuery, limit: number): number {
  if (demandedIn(query).length === 0) return 0
  return isPhrasesAlone(query) ? 1 : Math.min(ENOUGH, limit)
}

export const demandedIn = ({ phrases }: ParsedQuery): readonly string[] =>
  phrases.filter(({ force }) => force === 'demands').map(({ text }) => text)

const isPhrasesAlone = ({ words, phrases, prefixes }: ParsedQuery): boolean =>
  prefixes.length === 0 && !/[\p{L}\p{N}]/u.test(phrases.reduce((rest, { text }) => rest.replace(text, ''), words))

/** What was demanded makes a hit better. */
export const withoutDemands = (query: ParsedQuery): ParsedQuery => ({
  ...query,
  phrases: query.phrases.map((phrase) => (phrase.force === 'demands' ? { ...phrase, force: 'adds' } : phrase)),
})

/** Exclusions and beginnings are words too; what insists still does. */
export const asWords = (query: ParsedQuery): ParsedQuery => ({
  ...withoutDemands(query),
  words: [query.words, ...query.prefixes, ...query.excluded].join(' '),
  excluded: [],
  prefixes: [],
})

export const hasOperands = ({ excluded, prefixes }: ParsedQuery): boolean => excluded.length + prefixes.length > 0

/** One line each, of what was found all the same. */
export const tellLoosened = ({ phrases, excluded }: Loosened): readonly string[] => [
  ...(phrases && phrases.said.length > 0 ? [tellPhrases(phrases)] : []),
  ...(excluded && excluded.length > 0
    ? [`${quoted(excluded, ', ')}: not left out, since nothing else was found.`]
    : []),
]

function tellPhrases({ said, holders }: NonNullable<Loosened['phrases']>): string {
  const phrases = quoted(said, ' and ')
  if (holders === 0) return `${phrases} stands nowhere; these hold its words.`
  const first = holders === 1 ? 'the first holds' : `the first ${holders} hold`
  return `Only ${first} ${phrases}; the others hold words of the query. +"…" insists on a phrase.`
}

const quoted = (said: readonly string[], joint: string): string => said.map((each) => `"${each}"`).join(joint)
