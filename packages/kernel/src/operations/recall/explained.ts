import { z } from 'zod'
import { localOwnership } from '@wuku/core/core-types'
import { scoreSteps } from '@wuku/index-core/ranking/score-trace'
import { actorOf, type Caller } from '../../base/caller.ts'
import type { Hit, SearchTrace } from '../../query/types.ts'
import { count } from '../../base/operation-shapes.ts'

/** Parts of scores, for people who ask why a hit is there. No model is offered them. */

const forPeople = { 'x-for-people': true } as const

export const explain = z
  .boolean()
  .default(false)
  .describe('Say why: the parts of each score, who sees it, how rare the words are.')
  .meta(forPeople)

export const why = z
  .strictObject({
    parts: z
      .array(
        z.strictObject({
          by: z.enum(scoreSteps).describe('Step of the ranking.'),
          adds: z.number().describe('Difference that it made; below 0: it took away.'),
        }),
      )
      .describe('They add up to the score.'),
    seen: z
      .enum(['own', 'shared', 'team', 'public', 'administrator'])
      .describe(
        'Why the caller sees the source: made it, it is shared with them, with the team, with everybody; or as administrator.',
      ),
  })
  .optional()
  .describe('Set if explain was asked for.')
  .meta(forPeople)

export const explanation = z
  .strictObject({
    words: z
      .array(
        z.strictObject({
          word: z.string().describe('As asked.'),
          passages: count.describe('Passages with it.'),
          share: z.number().describe('Share of the weight of all words, by how rare it is.'),
        }),
      )
      .describe('Words of the query that were searched.'),
    passages: count.describe('Passages that may be seen.'),
    tokens: count.describe('Tokens of the answer as an agent reads it.'),
  })
  .optional()
  .describe('Set if explain was asked for.')
  .meta(forPeople)

export const whyOf = ({ why: { parts }, source }: Hit, caller: Caller): { why?: z.output<typeof why> } =>
  parts ? { why: { parts: parts.map((part) => ({ ...part })), seen: seenAs(source, caller) } } : {}

function seenAs({ kind, ownership = localOwnership(kind) }: Hit['source'], caller: Caller) {
  const { owner, visibility, sharedWith } = ownership
  if (owner === actorOf(caller)) return 'own'
  if (visibility !== 'private') return visibility
  const { sees } = caller
  const names = typeof sees === 'object' && 'groups' in sees ? sees.groups.map((group) => `group:${group}`) : []
  return [actorOf(caller), ...names].some((name) => sharedWith.includes(name)) ? 'shared' : 'administrator'
}

export function explanationOf({ weights }: SearchTrace, tokens: number) {
  if (!weights) return undefined
  const all = weights.words.reduce((sum, { ideal }) => sum + ideal, 0)
  return {
    words: weights.words.map(({ raw, chunkCount, ideal }) => ({
      word: raw,
      passages: chunkCount,
      share: all === 0 ? 0 : Math.round((ideal / all) * 1000) / 1000,
    })),
    passages: weights.passages,
    tokens,
  }
}
