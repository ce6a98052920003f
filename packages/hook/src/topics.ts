import { fold } from '@wuku/text/terms/fold'
import { keywordsOf } from '@wuku/text/terms/keywords'
import lists from './topics.json' with { type: 'json' }

type Topic = ReadonlySet<string>

/** Words that say that something is ordered, and not what. */
const ORDERING: Topic = new Set(lists.ordering.split(' '))
/** Only one of each set is in use. */
const ALTERNATIVES: readonly Topic[] = lists.alternatives.map((line) => new Set(line.split(' ')))

export function topicOf(text: string): Topic {
  const { latin, segments, cjk } = keywordsOf(fold(text).replaceAll(/['’]/g, ''))
  const words = [...latin, ...segments, ...cjk.filter(({ folded }) => folded.length <= 2)].map(({ folded }) => folded)
  const stems = words
    .filter((word) => !ORDERING.has(word))
    .map((word) => word.replace(/(?<=^[a-z]{3,})(?:ing|ed|es|s|e)$/, ''))
  return new Set(stems.filter((word) => word.length > 1 && !ORDERING.has(word)))
}

const overlap = (one: Topic, other: Topic): number => one.intersection(other).size / Math.min(one.size, other.size)

const NEGATIVE = /\b(?:never|don't|dont|do not|not ever|avoid|stop|no longer)\b|不要|别|禁止|不得|不[许准能再]|勿/
const CLAUSES = /[,;，；。]|\b(?:instead of|rather than)\b|而不是|而非/

export interface Clause {
  readonly isNegative: boolean
  readonly topic: Topic
}

export const clausesOf = (text: string): readonly Clause[] =>
  fold(text)
    .replaceAll('’', "'")
    .split(CLAUSES)
    .map((clause) => ({ isNegative: NEGATIVE.test(clause), topic: topicOf(clause) }))
    .filter(({ topic }) => topic.size > 0)

/** Whether a later order contradicts an earlier one, or says the same again. */
export const replaces = (later: readonly Clause[], earlier: readonly Clause[]): boolean =>
  later.some((one) =>
    earlier.some(({ isNegative, topic }) => {
      if (one.isNegative !== isNegative) return overlap(one.topic, topic) >= 0.6
      return one.topic.symmetricDifference(topic).size === 0 || (!isNegative && isAlternative(one.topic, topic))
    }),
  )

const isAlternative = (one: Topic, other: Topic): boolean =>
  ALTERNATIVES.some((set) => {
    const [mine, others] = [one.intersection(set), other.intersection(set)]
    if (mine.size !== 1 || others.size !== 1 || mine.isSubsetOf(others)) return false
    const [rest, before] = [one.difference(set), other.difference(set)]
    return rest.size === 0 || before.size === 0 || overlap(rest, before) >= 0.5
  })

/** The case in which an order is to be followed: "when I ask about deadlines". */
const CONDITION =
  /\b(?:whenever|when|if|every time|each time|about)\b([^,;.]+)|(?:当|每次|每当|如果|只要|关于|凡是)([^，。；]+)|([^，。；]{2,16})(?:的时候|时)[，,]/

/** Whether a prompt is about what an order names: most words of its case, or most of all its words and no fewer than two. */
export function isAbout(text: string, prompt: Topic): boolean {
  const [, ...found] = CONDITION.exec(fold(text)) ?? []
  const condition = topicOf(found.find(Boolean) ?? '')
  if (condition.size > 0) return condition.intersection(prompt).size / condition.size > 0.5
  const topic = topicOf(text)
  const shared = topic.intersection(prompt).size
  return shared >= 2 && shared / topic.size > 0.5
}
