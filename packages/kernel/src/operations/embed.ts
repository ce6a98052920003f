import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import { modelNamed } from '../base/set-key.ts'
import { defineOperation } from '../base/operation.ts'
import { count, problem, sourceName, sourceNames } from '../base/operation-shapes.ts'
import type { EmbedDone } from '../base/parts/engine-search.ts'

const input = z.strictObject({
  sources: sourceNames('Only these sources, by name. Default: all.').default([]),
  dryRun: z.boolean().default(false).describe('Show what would be sent, where, and the cost; send nothing.'),
  rebuild: z
    .boolean()
    .default(false)
    .describe('Make all vectors again, for example after a model changed under the same name.'),
})

const output = z.strictObject({
  model: z.string().describe('Provider and model.'),
  sentTo: z.string().nullable().describe('Where texts are sent; null: nothing leaves this process.'),
  missing: count.describe('Chunks without a vector at the start.'),
  tokens: count.describe('Tokens in their texts, estimated.'),
  dollars: z.number().nullable().describe('Estimated cost; null: no price is known (models.embedder.price).'),
  embedded: count.describe('Chunks that got a vector.'),
  remaining: count.describe('Chunks of all sources that still lack a vector.'),
  active: z.boolean().describe('Whether searches use these vectors.'),
  withheld: z.array(sourceName).describe("Sources whose text is not sent, by the user's setting."),
  problems: z.array(problem).describe('Chunks for which the model returned no vector.'),
  seconds: z.number().min(0).describe('Time taken.'),
  dryRun: z.boolean().describe('true: nothing was sent, and nothing changed.'),
})

type Output = z.output<typeof output>

export const embed = defineOperation({
  name: 'embed',
  title: 'Make vectors',
  description:
    'Makes the vectors for search by meaning, with the configured embedding model. Once there are vectors, ' +
    'every index run adds those of new text.',
  effect: 'write',
  level: 'admin',
  long: 'embed',
  idempotent: true,
  input,
  output,
  aliases: { source: 'sources', force: 'rebuild' },
  searchHint: 'embed vectors embeddings semantic meaning model 向量 嵌入 语义',
  command: { name: 'embed', positional: ['sources...'] },
  route: { method: 'POST', path: '/embed' },
  examples: [
    { label: 'What would be sent, where, and the cost', input: { dryRun: true } },
    { label: 'Everything', input: {} },
  ],
  async run(request, { engine, progress, signal }) {
    return answerOf(await engine.models.embed({ ...request, progress, signal }), request)
  },
  allFailed: ({ embedded, problems }) => embedded === 0 && problems.length > 0,
  render: (answer) => renderEmbedded(answer),
})

const answerOf = (done: EmbedDone, { dryRun }: z.output<typeof input>): Output => ({
  model: modelNamed({ ...done.model }),
  sentTo: done.model.isLocal ? null : new URL(done.model.endpoint).host,
  missing: done.cost.chunks,
  tokens: done.cost.tokens,
  dollars: done.cost.dollars,
  embedded: done.embedded,
  remaining: done.remaining,
  active: done.isActive,
  withheld: done.withheld.map(({ name }) => name),
  problems: [...done.problems],
  seconds: Math.round(done.seconds * 1000) / 1000,
  dryRun,
})

function renderEmbedded(done: Output): string {
  const where = done.sentTo === null ? tr('on this machine') : tr(msg('sent', { sentTo: done.sentTo }))
  const price =
    done.dollars === null
      ? tr('price unknown')
      : tr(msg('aboutDollars', { dollars: done.dollars.toFixed(done.dollars < 0.1 ? 4 : 2) }))
  const cost = tr(msg('aboutTokens', { chunks: done.missing, value: done.tokens.toLocaleString('en'), price }))
  const lines = done.dryRun
    ? [tr(msg('would', { model: done.model, where, cost }))]
    : [
        tr(msg('vectorsNow', { model: done.model, chunks: done.embedded, missing: done.missing, where })),
        done.remaining === 0
          ? tr('Everything that can be searched by meaning has vectors.')
          : tr(msg('otherSourcesNoVectorsYet', { chunks: done.remaining })),
        ...(done.active ? [] : [tr('Searches use the former vectors until these are complete.')]),
      ]
  return [
    ...lines,
    ...(done.withheld.length > 0 ? [tr(msg('notSent', { withheld: done.withheld.join(', ') }))] : []),
    ...done.problems
      .slice(0, SHOWN)
      .map(({ path, said: message, remedy }) => `  ${path}: ${tr(message)} ${tr(remedy)}`),
  ].join('\n')
}

const SHOWN = 20
