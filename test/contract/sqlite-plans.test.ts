import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { createLibraryView } from '@wuku/store-sql/libraries'
import { factsOfSources, listRevisedSources, readShown } from '@wuku/store-sql/sources'
import { createRecordView } from '@wuku/store-sql/records'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import type { SqlSession } from '@wuku/store-sql/sql-session'
import { migrate } from '@wuku/store-sqlite/schema'
import type { SourceId } from '@wuku/core/core-types'
import type { Access } from '@wuku/core/ports/access'
import type { LibraryView } from '@wuku/core/ports/library-store'
import type { RecordView } from '@wuku/core/ports/record-store'
import { scratchFolder } from '../scratch.ts'

let place = ''
let db: Connection
beforeEach(() => {
  place = scratchFolder()
  db = connect(join(place, 'store.sqlite'), 0)
  migrate(db)
})
afterEach(() => db.close())

type Views = RecordView & LibraryView
const page = { limit: 10, offset: 20 }

/** How SQLite goes about whatever is asked. */
async function plansOf(ask: (views: Views) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  const explain: Connection['rows'] = (sql, values = []) => {
    plans.push(...db.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => detail))
    return db.rows(sql, values)
  }
  const explaining: Connection = { ...db, rows: explain, row: (sql, values) => explain<never>(sql, values)[0] }
  await ask({ ...createRecordView(sqliteSession(explaining)), ...createLibraryView(sqliteSession(explaining)) })
  return plans
}

const viewer: Access = { sources: { user: 'ann', groups: ['sea'] }, hidden: false }
it.each<[says: string, ask: (session: SqlSession) => Promise<unknown>]>([
  ['what a user sees', (session) => readShown(session, viewer)],
  [
    'what somebody without an account sees',
    (session) => readShown(session, { ...viewer, sources: { user: null, groups: [] } }),
  ],
  [
    'what a caller with a list of sources sees',
    (session) => readShown(session, { ...viewer, sources: new Set([1 as SourceId]) }),
  ],
  ['sources by their ids', (session) => listRevisedSources(session, undefined, { ids: [1 as SourceId] })],
  ['a source by its name', (session) => listRevisedSources(session, undefined, { kinds: ['pads'], name: 'a' })],
  ['sources at a root', (session) => listRevisedSources(session, undefined, { root: 'wuku://pushed/a' })],
  ['facts of some sources', (session) => factsOfSources(session, { sources: new Set([1 as SourceId]) })],
])('looks through no sources, libraries or documents of others for %s', async (_says, ask) => {
  const plans: string[] = []
  const explain: Connection['rows'] = (sql, values = []) => {
    plans.push(...db.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => detail))
    return db.rows(sql, values)
  }
  await ask(sqliteSession({ ...db, rows: explain, row: (sql, values) => explain<never>(sql, values)[0] }))
  expect(plans.join('\n')).toMatch(/SEARCH/)
  // Those without an owner, and hidden ones, are few.
  const looked = plans.filter((step) =>
    /^SCAN (?:sources|libraries|library_versions|documents|shares|changes)\b/.test(step),
  )
  expect(looked.filter((step) => !/USING (?:COVERING )?INDEX \w+_without_owner/.test(step))).toEqual([])
})

it.each<[says: string, ask: (views: Views) => Promise<unknown>]>([
  ['activities', (views) => views.activities(page)],
  ['activities of a task', (views) => views.activities({ ...page, task: 'a' })],
  ['activities of a library', (views) => views.activities({ ...page, library: 1 })],
  ['activities of one event', (views) => views.activities({ ...page, events: ['a'] })],
  ['activities of some events', (views) => views.activities({ ...page, events: ['a', 'b', 'c'] })],
  ['activities of all that', (views) => views.activities({ ...page, task: 'a', library: 1, events: ['a', 'b'] })],
  ['calls', (views) => views.calls(page)],
  ['a call by its number', (views) => views.calls({ ...page, id: 1 })],
  ['calls of an operation', (views) => views.calls({ ...page, operation: 'a' })],
  ['calls of a library', (views) => views.calls({ ...page, library: 1 })],
  ['calls that failed', (views) => views.calls({ ...page, failedOnly: true })],
  ['calls of an actor', (views) => views.calls({ ...page, actor: 'a' })],
  ['calls by a surface', (views) => views.calls({ ...page, surface: 'a' })],
  ['calls of a session', (views) => views.calls({ ...page, client: 'a', session: 'a', from: 1 })],
  ['calls of all that', (views) => views.calls({ ...page, operation: 'a', library: 1, failedOnly: true })],
  ['counts', (views) => views.counts({ from: '2026-11-01', to: '2026-11-30' })],
  ['counts of a library', (views) => views.counts({ from: '2026-11-01', to: '2026-11-30', metric: 'a', library: 1 })],
  ['files', (views) => views.files({ ...page, version: 1 })],
  ['files of one state', (views) => views.files({ ...page, version: 1, statuses: ['failed'] })],
  ['counts of files', (views) => views.fileCounts(1)],
  ['a file by its number', (views) => views.file(1)],
  ['files by their paths', (views) => views.filesAt(1, ['a', 'b'])],
  ['versions of a library', (views) => views.versions(1)],
])('reads off in order, and sorts nothing: %s', async (_says, ask) => {
  const plans = await plansOf(ask)
  expect(plans.join('\n')).toMatch(/^(SEARCH|SCAN)/)
  expect(plans.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})
