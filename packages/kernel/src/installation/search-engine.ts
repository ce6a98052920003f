import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import type { EngineControl } from '@wuku/core/search-engine'
import { defineOperation } from '../base/operation.ts'
import { count } from '../base/operation-shapes.ts'

const actions = ['status', 'feed', 'rebuild', 'check', 'drop', 'keep'] as const

const input = z.strictObject({
  action: z
    .enum(actions)
    .default('status')
    .describe(
      'status; feed: give it all that it lacks; rebuild: fill new tables; check: compare both sides and mend; drop: keep no postings in the store that the engine has had for a day; keep: take those back, and keep all.',
    ),
  using: z
    .enum(['engine', 'store'])
    .default('engine')
    .describe('For rebuild: copy the tables of the engine, or take the postings of the store.'),
})

const server = z.strictObject({
  address: z.string().describe('Address, without a password.'),
  shard: z.number().nullable().describe('Shard that it says it is of; null: it never said.'),
  state: z.enum(['ready', 'empty', 'foreign', 'away']).describe('Whether it can be asked.'),
  version: z.string().describe('Version of its program.'),
  said: z.string().describe('Why it cannot be asked.'),
  rows: count.describe('Rows of postings.'),
  gone: count.describe('Chunks that left and wait to be taken out.'),
  seconds: z.number().describe('That it took to answer.'),
  secondsAhead: z.number().describe('How far its clock is ahead.'),
})

/** For monitors. */
export const engineShape = z.strictObject({
  isFed: z.boolean().describe('False: the store is too small for it, and PostgreSQL answers alone.'),
  generation: count.describe('Names its tables.'),
  shards: count.describe('Shards that hold a part of the postings.'),
  shardsAnswering: count.describe('Shards of which a server can be asked.'),
  chunks: count.describe('Chunks that it has.'),
  unfed: count.describe('Chunks that it lacks; they are searched in PostgreSQL.'),
  unfedSeconds: z.number().describe('For how long the oldest of them waits.'),
  goneShare: z.number().describe('Share of its chunks that left and wait to be taken out, 0 to 1.'),
  dropped: count.describe('Chunks whose postings it alone has.'),
  asked: z
    .strictObject({
      questions: count.describe('Questions of one thread to it.'),
      partial: count.describe('Those that a shard did not answer.'),
      seconds: z.number().describe('What they took together.'),
    })
    .describe('By the thread that answers this.'),
})

const output = z.strictObject({
  ...engineShape.shape,
  failed: z.string().describe('Why nothing could be given to it at last; empty: it could.'),
  servers: z.array(server).describe('In the order of the setting.'),
  check: z
    .strictObject({
      strangers: count.describe('Batches that the store did not know: they were taken out.'),
      lost: count.describe('Batches that the engine had lost: they are sent again.'),
      irrecoverable: count.describe('Of those, batches that the store has no postings of: index their sources anew.'),
    })
    .optional()
    .describe('What a check found.'),
})

export const searchEngine = defineOperation({
  name: 'search-engine',
  title: 'Search engine',
  description:
    'Shows the search engine of a large store, feeds it, rebuilds its tables, and compares it with the store.',
  effect: 'write',
  level: 'admin',
  idempotent: true,
  input,
  output,
  searchHint: 'search engine clickhouse status feed rebuild check shards 搜索引擎 状态 分片',
  command: { name: 'engine', positional: ['action'] },
  route: { method: 'POST', path: '/search-engine' },
  examples: [{ label: 'How it is', input: { action: 'status' } }],
  async run({ action, using }, { engine }) {
    const desk = engine.searchEngine
    if (!desk) throw new WukuError('bad-input', msg('noSearchEngine'))
    const found = await done(desk, action, using)
    const { servers, ...status } = await desk.status()
    return { ...status, servers: servers.map((each) => ({ ...each })), ...(found && { check: { ...found } }) }
  },
  render: rendered,
})

async function done(desk: EngineControl, action: (typeof actions)[number], using: 'engine' | 'store') {
  if (action === 'feed') await desk.feed()
  if (action === 'rebuild') await desk.rebuild(using)
  if (action === 'drop') await desk.dropPostings()
  if (action === 'keep') await desk.keepPostings()
  return action === 'check' ? desk.check() : undefined
}

function rendered(answer: z.output<typeof output>): string {
  const { servers, check, failed } = answer
  return [
    answer.isFed ? tr(msg('engineHas', answer)) : tr(msg('engineNotFed')),
    ...servers.map(({ address, shard, state, version, said, rows }) =>
      [
        `- ${address}: ${shard === null ? '' : `${tr(msg('engineShard', { shard }))}, `}${tr(msg(STATES[state]))}`,
        version,
        `${rows}`,
        said,
      ]
        .filter((part) => part !== '')
        .join(', '),
    ),
    ...(failed === '' ? [] : [tr(msg('engineFailed', { failed }))]),
    ...(check ? [tr(msg('engineChecked', check))] : []),
  ].join('\n')
}

const STATES = {
  ready: 'engineReady',
  empty: 'engineEmpty',
  foreign: 'engineForeign',
  away: 'engineAway',
} as const
