import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../../src/adapters/postgres/open.ts'
import { openSqlite } from '../../src/adapters/sqlite/open.ts'
import { ask } from '../servers/postgres.ts'
import { fillFiveKinds, makeFiveKinds, openFiveKinds, sessionOf, type FiveKinds } from './round-trips/five-kinds.ts'

const url = inject('postgres')
const schema = `parity_${process.pid}`
const openTeamStore = () => openPostgres({ url, schema })

let folder = ''
let embedded: FiveKinds
let team: FiveKinds
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-parity-')))
  await makeFiveKinds(folder)
  await fillFiveKinds(folder, openTeamStore, 'team')
  embedded = await openFiveKinds(folder, ({ store }) => openSqlite(store))
  team = await openFiveKinds(folder, openTeamStore, 'team')
}, 240_000)
afterAll(async () => {
  await embedded.engine.close()
  await team.engine.close()
  await ask(url, `DROP SCHEMA ${schema} CASCADE`)
  rmSync(folder, { recursive: true })
})

const topics = [
  'rank fusion of several lists',
  '多路召回的分数融合',
  'retryCharge',
  '"a charge when the bank"',
  'virtual list -badly',
  'sesion expriy of the login',
  '会话过期',
  'migrat*',
  'cache forecast path:src',
  'What was decided about the weather in week 5?',
  'candidates documents store',
  'index',
  'fuseByRank(lists)',
  'errors are shown and why does it wait',
  'a word that nothing holds: zyxwvut',
]

const onRepository = { project_path: '<repository>' }

/** Each with what it is asked for; `query` stands for one topic after the other. */
const calls: readonly (readonly [name: string, input: Readonly<Record<string, unknown>>])[] = [
  ['recall', { query: '' }],
  ['recall', { query: '', kinds: ['code', 'notes'], limit: 30 }],
  ['search', { query: '' }],
  ['query', { query: '' }],
  ['search_conversations', { intent_query: '' }],
  ['search-workflows', { query: '' }],
  ['search-scratchpads', { query: '' }],
  ['get-library-docs', { library_id: 'tide', topic: '' }],
  ['repo_context_pack', { ...onRepository, query: '' }],
]

const asked = calls.flatMap(([name, input]) => topics.map((topic) => [name, topic, input] as const))

const others: readonly (readonly [name: string, input: Readonly<Record<string, unknown>>])[] = [
  ['timeline', { since: '2026-10-01', until: '2026-11-20' }],
  ['conversation_stats', { group_by: ['project'] }],
  ['gather_chats', { chatIds: [sessionOf(3), sessionOf(7)] }],
  ['find_symbol', { ...onRepository, name: 'fuseByRank' }],
  ['find_references', { ...onRepository, name: 'fuseByRank' }],
  ['repo_map', onRepository],
  ['file_outline', { ...onRepository, path: 'src/core/once.ts' }],
  ['related_notes', { path: 'note-3.md' }],
  ['list-workflows', {}],
  ['search-libraries', { query: 'tide' }],
]

/** Ids that are made at random, moments of the writing, and measured times. */
const settle = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-(?!4888)[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<id>')
    .replaceAll(/"(\w*(?:[aA]t|_at|updated|created|modified))": ?"?2026-[^",]*"?/g, '"$1":"<moment>"')
    .replaceAll(/"(took|milliseconds|took_ms|elapsed)": ?[\d.]+/g, '"$1":0')

async function answerOf(fixture: FiveKinds, name: string, input: object): Promise<string> {
  const given = JSON.parse(JSON.stringify(input).replaceAll('<repository>', join(folder, 'wuku'))) as object
  const output = await fixture.call(name, given).catch((thrown: unknown) => String(thrown))
  return settle(JSON.stringify(output, undefined, 1))
}

const check = async (name: string, input: object): Promise<void> =>
  expect(await answerOf(team, name, input)).toBe(await answerOf(embedded, name, input))

describe('a store on PostgreSQL answers as the embedded one, to the last digit', () => {
  it.each(asked)('%s of %s', (name, topic, input) =>
    check(name, Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value === '' ? topic : value]))),
  )
  it.each(others)('%s of %o', check)
})
