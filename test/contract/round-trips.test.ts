import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/adapters/sqlite/open.ts'
import { countingStore, noCost, type Cost } from './round-trips/counting-store.ts'
import { makeFiveKinds, openFiveKinds, type FiveKinds } from './round-trips/five-kinds.ts'
import { countStatements } from './round-trips/statements.ts'

let folder = ''
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-round-trips-')))
  await makeFiveKinds(folder)
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true }))

interface Spent extends Cost {
  readonly statements: number
}

/** What one call costs a process that was started for it: nothing is remembered yet. */
async function costOf(name: string, inputFor: (fixture: FiveKinds) => Promise<object>): Promise<Spent> {
  let cost = noCost()
  const fixture = await openFiveKinds(folder, async (file) => countingStore(await openSqlite(file), () => cost))
  try {
    const input = await inputFor(fixture)
    cost = noCost()
    const spent = cost
    const statements = countStatements()
    try {
      await fixture.call(name, input)
    } finally {
      statements.stop()
    }
    return { ...spent, statements: statements.count() }
  } finally {
    await fixture.engine.close()
  }
}

type Input = Readonly<Record<string, unknown>> | ((fixture: FiveKinds) => Promise<object>)
type Row = readonly [says: string, name: string, input: Input, limits: Limits]
/** At most so many. */
type Limits = readonly [calls: number, waves: number, statements: number]

const query = 'rank fusion of candidates'
const inRepository = async ({ folder: root }: FiveKinds) => ({ project_path: join(root, 'wuku'), query })
const toSomePad = async ({ engine }: FiveKinds) => {
  const { items } = await engine.read((view) => view.pads.workflows({ limit: 1, offset: 0 }))
  const [pad] = await engine.read((view) => view.pads.pads(items[0]?.id ?? ''))
  return { scratchpad_id: pad?.id, content: '## Later\n\nThe bank was busy again.\n' }
}

/**
 * What is reached. `timeline` and `conversation_stats` stay within 6 however many conversations there are. Still to come: a
 * recall over five kinds in 12 calls, and repo_context_pack in 24. Of a recall the calls that are left
 * are each of another method, or wait for what the one before found. Of an append the statements depend on the words that
 * the new chunk shares with its block.
 */
const rows: readonly Row[] = [
  ['recall over code and notes', 'recall', { query, kinds: ['code', 'notes'] }, [20, 7, 47]],
  ['recall of misspelt words', 'recall', { query: 'rnak fusoin of candidtaes' }, [27, 12, 69]],
  ['recall over five kinds', 'recall', { query }, [18, 6, 53]],
  ['query', 'query', { query: 'rank fusion' }, [7, 4, 21]],
  ['repo_context_pack', 'repo_context_pack', inRepository, [33, 22, 75]],
  ['search_conversations', 'search_conversations', { intent_query: 'rank fusion of several lists' }, [11, 6, 30]],
  ['the newest conversations', 'search_conversations', { intent_query: '*' }, [6, 4, 9]],
  ['timeline of all conversations', 'timeline', { since: '2026-10-01', until: '2026-11-20' }, [6, 5, 9]],
  ['conversation_stats of all conversations', 'conversation_stats', { group_by: ['project'] }, [5, 4, 8]],
  ['search-scratchpads', 'search-scratchpads', { query: 'fusion' }, [12, 6, 37]],
  ['get-library-docs', 'get-library-docs', { library_id: 'tide', topic: 'rank fusion' }, [14, 8, 40]],
  ['sources', 'sources', {}, [8, 2, 15]],
  ['append-scratchpad', 'append-scratchpad', toSomePad, [6, 6, 170]],
]

const told = (spent: Spent): string =>
  [...spent.byMethod]
    .toSorted((a, b) => b[1] - a[1])
    .map(([method, times]) => `${method} ${times}`)
    .join(', ')

describe('a call asks the store for little', () => {
  it.each(rows)('%s', async (_says, name, input, limits) => {
    const spent = await costOf(name, typeof input === 'function' ? input : async () => input)
    const costs = [spent.calls, spent.waves, spent.statements] as const
    if (process.env['WUKU_ROUND_TRIPS']) process.stdout.write(`${name} [${costs.join(', ')}] ${told(spent)}\n`)
    const isWithin = costs.every((cost, at) => cost <= (limits[at] ?? 0))
    expect(isWithin, `[calls, waves, statements] are [${costs.join(', ')}]: ${told(spent)}`).toBe(true)
  })
})
