import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { countingStore, noCost, type Cost } from './round-trips/counting-store.ts'
import { makeFiveKinds, openFiveKinds, type FiveKinds } from './round-trips/five-kinds.ts'
import { countStatements } from './round-trips/statements.ts'
import { sharedFolder } from '../scratch.ts'

const folder = sharedFolder()
beforeAll(async () => {
  await makeFiveKinds(folder)
})

interface Spent extends Cost {
  readonly statements: number
}

type Spend = (name: string, input: object) => Promise<Spent>

/** In a process that was started for it: nothing is remembered yet. */
async function inNewProcess<T>(work: (fixture: FiveKinds, spend: Spend) => Promise<T>): Promise<T> {
  let cost = noCost()
  const fixture = await openFiveKinds(folder, async ({ store }) => countingStore(await openSqlite(store), () => cost))
  const spend: Spend = async (name, input) => {
    cost = noCost()
    const statements = countStatements()
    try {
      await fixture.call(name, input)
    } finally {
      statements.stop()
    }
    return { ...cost, byMethod: new Map(cost.byMethod), statements: statements.count() }
  }
  try {
    return await work(fixture, spend)
  } finally {
    await fixture.engine.close()
  }
}

const costOf = (name: string, inputFor: (fixture: FiveKinds) => Promise<object>): Promise<Spent> =>
  inNewProcess(async (fixture, spend) => spend(name, await inputFor(fixture)))

type Input = Readonly<Record<string, unknown>> | ((fixture: FiveKinds) => Promise<object>)
type Row = readonly [says: string, name: string, input: Input, limits: Limits]
/** At most so many. */
type Limits = readonly [calls: number, waves: number, statements: number]

const query = 'rank fusion of candidates'
const inRepository =
  (input: object) =>
  async ({ folder: root }: FiveKinds) => ({ project_path: join(root, 'wuku'), ...input })
/** Always to the same pad: workflows that were made in the same moment have no order. */
const toSomePad = async ({ engine }: FiveKinds) => {
  const { items } = await engine.read((view) => view.pads.workflows({ limit: 10, offset: 0 }))
  const workflow = items.find(({ name }) => name.startsWith('Work 5'))
  const [pad] = await engine.read((view) => view.pads.pads(workflow?.id ?? ''))
  return { scratchpad_id: pad?.id, content: '## Later\n\nThe bank was busy again.\n' }
}

const manyClaims = Array.from(
  { length: 2_500 },
  (_, nth) => `packages/x${nth}.ts packages/core/y${nth}.ts \`z${nth}/a/\` \`lostThing${nth}()\` --lost-flag-${nth}`,
).join('\n')

const aboutRepository = async ({ folder: root }: FiveKinds) => ({ text: manyClaims, project: join(root, 'wuku') })

/**
 * As few as are reached. A search of conversations asks the search of all storehouses twice: which they are, and which of their
 * messages answer. Of conversations a recall asks once more what each holds as a whole. `timeline` and `conversation_stats` need the same number however many conversations there are. The
 * calls of a recall are each of another method, or wait for what the one before found; but each storehouse counts its own words,
 * once it is known which sources are searched; each set of sources that is asked about for the first time takes three statements
 * for its ranges, its chunks, and what stands among them, and none is asked about sources beside it. For notes that name files, a recall lists the repositories once. Its statements depend a little on how
 * many blocks the words of this repository fill; those of an append on the words that the new chunk shares with its block.
 */
const rows: readonly Row[] = [
  ['recall over code and notes', 'recall', { query, kinds: ['code', 'notes'] }, [14, 7, 55]],
  ['recall of misspelt words', 'recall', { query: 'rnak fusoin of candidtaes' }, [30, 14, 101]],
  ['recall over five kinds', 'recall', { query }, [18, 8, 81]],
  ['query', 'query', { query: 'rank fusion' }, [7, 5, 25]],
  ['repo_context_pack', 'repo_context_pack', inRepository({ query }), [26, 17, 84]],
  ['search_conversations', 'search_conversations', { intent_query: 'rank fusion of several lists' }, [14, 13, 45]],
  ['the newest conversations', 'search_conversations', { intent_query: '*' }, [4, 4, 10]],
  ['timeline of all conversations', 'timeline', { since: '2026-10-01', until: '2026-11-20' }, [4, 4, 10]],
  ['conversation_stats of all conversations', 'conversation_stats', { group_by: ['project'] }, [3, 3, 9]],
  ['search-scratchpads', 'search-scratchpads', { query: 'fusion' }, [12, 7, 37]],
  ['get-library-docs', 'get-library-docs', { library_id: 'tide', topic: 'rank fusion' }, [14, 9, 40]],
  ['sources', 'sources', {}, [8, 2, 15]],
  ['append-scratchpad', 'append-scratchpad', toSomePad, [6, 6, 150]],
  ['verify of ten thousand claims', 'verify', aboutRepository, [17, 17, 3_000]],
]

const told = (spent: Spent): string =>
  [...spent.byMethod]
    .toSorted((a, b) => b[1] - a[1])
    .map(([method, times]) => `${method} ${times}`)
    .join(', ')

it.each(rows)('a call asks the store for little: %s', async (_says, name, input, limits) => {
  const spent = await costOf(name, typeof input === 'function' ? input : async () => input)
  const costs = [spent.calls, spent.waves, spent.statements] as const
  if (process.env['WUKU_ROUND_TRIPS']) process.stdout.write(`${name} [${costs.join(', ')}] ${told(spent)}\n`)
  const isWithin = costs.every((cost, at) => cost <= (limits[at] ?? 0))
  expect(isWithin, `[calls, waves, statements] are [${costs.join(', ')}]: ${told(spent)}`).toBe(true)
})

/** What is asked for once, as long as nothing changes that the answer was made from. */
const remembered: readonly (readonly [says: string, name: string, input: Input, once: string])[] = [
  ['what imports what', 'recall', { query, kinds: ['code'] }, 'terms.vocabulary'],
  ['files and configuration', 'file_outline', inRepository({ path: 'packages/core/src/once.ts' }), 'documents.names'],
  ['names that are defined', 'find_symbol', inRepository({ name: 'fuseByRnak' }), 'terms.vocabulary'],
  ['all conversations', 'timeline', { since: '2026-10-01', until: '2026-11-20' }, 'documents.list'],
  ['conversations that are searched', 'search_conversations', { intent_query: '*' }, 'documents.list'],
  ['what was said, counted', 'conversation_stats', { group_by: ['project'] }, 'documents.outlines'],
  ['an answer from documentation', 'get-library-docs', { library_id: 'tide', topic: 'rank fusion' }, 'chunks.lexical'],
]

/**
 * Sources share the rows of terms, so where these stand is looked up again: once for planning, finding and looking closely; and
 * which chunks are whose.
 */
const MOST_MORE = 5

it.each(remembered)(
  'an append to a scratchpad leaves what is remembered of other sources: %s',
  (_says, name, input, once) =>
    inNewProcess(async (fixture, spend) => {
      const given = typeof input === 'function' ? await input(fixture) : input
      const [first, again] = [await spend(name, given), await spend(name, given)]
      expect(first.byMethod.get(once) ?? 0).toBeGreaterThan(again.byMethod.get(once) ?? 0)
      await fixture.call('append-scratchpad', await toSomePad(fixture))
      const after = await spend(name, given)
      expect(told(after)).toBe(told(again))
      expect(after.statements).toBeLessThanOrEqual(again.statements + MOST_MORE)
    }),
)
