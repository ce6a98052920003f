import { tellingTerms } from '@wuku/kernel/search/word-places'
import { queryWordWeights } from '@wuku/kernel/query/stated-words'
import {
  certainty,
  JUDGED_PASSAGES,
  judgeInPlace,
  weighWords,
  type Evidence,
  type Judgement,
} from '@wuku/index-core/ranking/confidence'
import { termsOf } from '@wuku/text/terms/terms'
import { rememberWords, type Word } from '@wuku/text/terms/word-terms'
import type { Aspect, AspectWord } from './aspects.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import type { NearMessages } from './near.ts'
import type { AnsweringPlace, ShownChat } from './shown-chat.ts'

interface Judging {
  readonly resolvedQuery: Pick<ResolvedQuery, 'aspects'>
  /** Number of passages in the store. */
  readonly passages: number
  readonly near: NearMessages
}

/** How sure it is that one of the conversations is meant: each speaks by its best message. */
export function judgeChats(shown: readonly ShownChat[], judging: Judging): Judgement {
  const wordOf = rememberWords()
  return judgeInPlace(
    shown.map((chat, at) => ({
      score: chat.score,
      ...(at < JUDGED_PASSAGES && { evidence: evidenceOf(chat, judging, wordOf) }),
    })),
  )
}

/** Evidence for the aspect that the conversation answers best. */
function evidenceOf(chat: ShownChat, judging: Judging, wordOf: (raw: string) => Word): Evidence | undefined {
  const all = judging.resolvedQuery.aspects.flatMap((aspect, at) => {
    const place = chat.places.find(({ match }) => match.aspect === at)
    return place ? [weighPlace({ chat, place, aspect }, judging, wordOf)] : []
  })
  return all.toSorted((a, b) => certainty(b) - certainty(a))[0]
}

interface WeighInput {
  readonly chat: ShownChat
  readonly place: AnsweringPlace
  readonly aspect: Aspect
}

/** A message says what it says under the title of its conversation. */
function weighPlace(
  { chat, place: { match, passage }, aspect }: WeighInput,
  { passages, near }: Judging,
  wordOf: (raw: string) => Word,
): Evidence {
  const textTerms = new Set(termsOf(`${chat.entry.title}\n${passage.text}`, wordOf).flatMap(({ terms }) => terms))
  const queryWords = queryWordWeights(aspect.words, {
    isMatched: (word) => isMatched(word as AspectWord, textTerms, chat),
    passages,
  })
  const evidence = weighWords(queryWords, match.score)
  const meaning = near.get(aspect.text)?.find(({ chunk }) => chunk === passage.chunk)?.meaning ?? 0
  return meaning > 0
    ? { ...evidence, share: Math.max(match.score, evidence.share), nats: evidence.nats + meaning }
    : evidence
}

/** By itself, by what stands in for it, or misspelt. */
const isMatched = (word: AspectWord, textTerms: ReadonlySet<string>, { slips }: ShownChat): boolean =>
  tellingTerms(word).some((term) => textTerms.has(term)) ||
  word.alternatives.some(({ way: { terms } }) => terms.length > 0 && terms.every((term) => textTerms.has(term))) ||
  slips.some(([written]) => written.includes(word.raw))
