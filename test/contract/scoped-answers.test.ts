import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { ask } from '../servers/postgres.ts'
import { runs } from '../scale.ts'
import { makeFiveKinds, openFiveKinds } from './round-trips/five-kinds.ts'
import { sharedFolder } from '../scratch.ts'

const url = inject('postgres')
const schema = `scoped_${process.pid}`

/** Common in one storehouse and rare in another, unknown here and known there, misspelt, and cut by a dictionary. */
const words = [
  'rank',
  'fusion',
  'session',
  'expiry',
  'weather',
  'forecast',
  'fuseByRank',
  'retryCharge',
  'charge',
  'bank',
  'decided',
  'store',
  'candidates',
  'zebra',
  'forcast',
  'sesion',
  'tides*',
  '会话过期',
  '天气预报',
  '潮汐',
  '数据库',
  'why does it wait',
]

const anyQuestion = fc.record({
  query: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((each) => each.join(' ')),
  sources: fc.uniqueArray(fc.constantFrom('my-notes', 'my-code', 'my-chats', 'tide'), { minLength: 1, maxLength: 3 }),
})

const folder = sharedFolder()
beforeAll(() => {
  for (let nth = 0; nth < 40; nth++) {
    write(
      `more-notes/${nth}.md`,
      `# Weather ${nth}\n\nThe zebra of the forecast: 天气预报, 数据库, rank and ${nth} banks.\n`,
    )
    write(
      `more-code/bank-${nth}.ts`,
      `export const weather${nth} = () => session('expiry', forecast, 'sesion ${nth}')\n`,
    )
  }
})
afterAll(() => ask(url, `DROP SCHEMA ${schema} CASCADE`))

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

it.each<[string, Parameters<typeof openFiveKinds>[1]]>([
  ['sqlite', ({ store }) => openSqlite(store)],
  ['postgres', () => openPostgres({ url, schema })],
])(
  'the same question of the same sources has the same answer, whatever else is indexed, in a store of %s',
  async (name, open) => {
    const home = join(folder, name)
    mkdirSync(home)
    await makeFiveKinds(home, open)
    const { engine, call } = await openFiveKinds(home, open)
    try {
      const questions = fc.sample(anyQuestion, { numRuns: runs(60), seed: 11 })
      const answers = async () => {
        const told = []
        for (const question of questions) told.push(await answerOf(call, question))
        return told
      }
      const before = await answers()
      for (const kind of ['notes', 'code'] as const)
        await engine.sources.add({ root: join(folder, `more-${kind}`), kind, name: `more-${kind}`, options: {} })
      await engine.index.update({ sources: [] })
      const after = await answers()
      for (const [at, question] of questions.entries()) expect(after[at], JSON.stringify(question)).toEqual(before[at])
      const topics = [...words, ...questions.map(({ query }) => query)].filter((each) => !each.includes('*'))
      const labels = new Set<string>()
      for (const query of topics) {
        const [recalled = '', ...ofDocs] = await labelsOf(call, query)
        expect(ofDocs, query).toEqual([recalled, recalled])
        labels.add(recalled)
      }
      expect([...labels].toSorted()).toEqual(['none', 'partial', 'strong'])
    } finally {
      await engine.close()
    }
  },
)

type Call = Awaited<ReturnType<typeof openFiveKinds>>['call']

/** Order, scores, label and notes. */
async function answerOf(call: Call, question: object): Promise<unknown> {
  const { hits, sure, notes } = (await call('recall', { ...question, limit: 20, weak: true })) as Recalled
  return { hits: hits.map(({ citation, score }) => `${citation} ${score}`), sure, notes }
}

/** Of a search of one library, by each of the tools that have one. */
async function labelsOf(call: Call, query: string): Promise<readonly string[]> {
  const answered = await Promise.all([
    call('recall', { query, sources: ['tide'] }),
    call('get-library-docs', { library_id: 'tide', topic: query }),
    call('query-docs', { libraryId: 'tide', query }),
  ])
  return answered.map((each) => (each as Recalled).sure)
}

interface Recalled {
  readonly hits: readonly { readonly citation: string; readonly score: number }[]
  readonly sure: string
  readonly notes: readonly string[]
}
