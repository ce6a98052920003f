import { policy } from '@wuku/core/policy'
import { everything } from '@wuku/core/ports/access'
import { lexicalIn } from '../../../test/contract/one-of-store.ts'
import { expect, it } from 'vitest'
import { rememberReading } from '../../kernel/src/search/search-context.ts'
import { readFileMatches, rankFiles } from '../src/search/file-ranking.ts'
import { planSearch } from '@wuku/kernel/query/plan'
import { parseQuery } from '@wuku/kernel/query/query'
import { indexed } from './graph/indexed.ts'

const { k1, files: weights } = policy.ofCode
type Weight = 'topic' | 'tested'

/** Source files, best first, with a weight or without it. */
async function ranked(query: string, texts: Readonly<Record<string, string>>, without?: Weight) {
  // The whole name of a file would speak for it beside its topic.
  const files = { ...weights, fullName: 0, ...(without && { [without]: 0 }) }
  const { store, source } = await indexed(texts)
  return store.read(everything, async (view) => {
    const reading = rememberReading()
    const plan = await planSearch(parseQuery(query), { view, wordOf: reading.wordOf })
    const probe = { terms: plan.terms, required: [], excluded: [], k1, depth: 100 }
    const found = await lexicalIn(view, probe)
    const shares = found.map((each) => ({ ...each, score: each.score / plan.ideal }))
    const asked = { plan, files, view, reading, probe, sources: [source.id], roles: [] }
    const ranking = await rankFiles(shares, await readFileMatches(asked), asked)
    const documents = await view.documents.byId(ranking.map(({ document }) => document))
    return documents.filter(({ meta }) => meta['role'] === 'source').map(({ path }) => path)
  })
}

it.each<[says: string, weight: Weight, query: string, texts: Record<string, string>, first: string]>([
  [
    'the topic that a message opens with is its name',
    'topic',
    'gauge: metres of the harbour',
    {
      'src/gauge.ts': '// metres\n',
      'src/boats.ts': '// metres of the harbour, of the gauge and of the harbour\n',
    },
    'src/gauge.ts',
  ],
  [
    'the topic is its folder',
    'topic',
    'fix(harbour): tides are late',
    { 'src/harbour/clock.ts': '// tides\n', 'src/clock.ts': '// tides are late, and late tides are no tides\n' },
    'src/harbour/clock.ts',
  ],
  [
    'its test says what is asked',
    'tested',
    'boats wait for deep water',
    {
      'src/lock.ts': '// water\n',
      'src/pump.ts': '// deep water\n',
      'test/lock.test.ts': "it('lets boats wait for deep water', () => {})\n",
    },
    'src/lock.ts',
  ],
])('what speaks for a file of code: %s', async (...row) => {
  const [, weight, query, texts, first] = row
  expect((await ranked(query, texts))[0]).toBe(first)
  expect((await ranked(query, texts, weight))[0]).not.toBe(first)
})
