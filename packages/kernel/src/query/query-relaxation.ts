import { msg, type Text } from '@wuku/messages/kernel'
import type { ParsedQuery } from './query.ts'

/** Demands of the query that the answer does not meet, since too little was left. */
export interface Relaxations {
  /** Taken for exclusions, and written as options where they stand. */
  readonly options?: readonly string[]
  readonly phrases?: {
    readonly said: readonly string[]
    /** So many hold them. */
    readonly holders: number
  }
  readonly excluded?: readonly string[]
}

/** How many must hold what the query demands, lest it is loosened; 0 where nothing is demanded. */
export function enoughMatches(query: ParsedQuery, limit: number): number {
  if (demandedIn(query).length === 0) return 0
  // Beside other words what these find may matter more, as long as there is room for it.
  return isPhrasesOnly(query) ? 1 : limit
}

export const demandedIn = ({ phrases }: ParsedQuery): readonly string[] =>
  phrases.filter(({ force }) => force === 'demands').map(({ text }) => text)

/** Whether the query consists of phrases only. */
export const isPhrasesOnly = ({ words, phrases, prefixes }: ParsedQuery): boolean =>
  prefixes.length === 0 && !/[\p{L}\p{N}]/u.test(phrases.reduce((rest, { text }) => rest.replace(text, ''), words))

/** Turns required phrases into phrases that only improve a hit. */
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

/** Some of what is excluded is searched. */
export const withWords = (query: ParsedQuery, operands: readonly string[]): ParsedQuery => ({
  ...query,
  words: [query.words, ...operands].join(' '),
  excluded: query.excluded.filter((operand) => !operands.includes(operand)),
})

export const hasOperands = ({ excluded, prefixes }: ParsedQuery): boolean => excluded.length + prefixes.length > 0

/** One line each, of what was found all the same. */
export const describeRelaxations = ({ options, phrases, excluded }: Relaxations): readonly Text[] => [
  ...(options && options.length > 0
    ? [msg('optionsAsWords', { options: options.map((each) => `-${each}`).join(', ') })]
    : []),
  ...(phrases && phrases.said.length > 0 ? [describePhrases(phrases)] : []),
  ...(excluded && excluded.length > 0 ? [msg('notExcluded', { words: quoted(excluded, ', ') })] : []),
]

function describePhrases({ said: texts, holders: matchCount }: NonNullable<Relaxations['phrases']>): Text {
  const phrases = quoted(texts, ' and ')
  if (matchCount === 0) return msg('phraseNowhere', { phrases })
  return matchCount === 1 ? msg('phraseOnce', { phrases }) : msg('phraseSeldom', { count: matchCount, phrases })
}

const quoted = (texts: readonly string[], joint: string): string => texts.map((each) => `"${each}"`).join(joint)
