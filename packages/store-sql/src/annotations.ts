import type { Source, SourceId } from '@wuku/core/core-types'
import {
  type AnnotationTransaction,
  type AnnotationView,
  type ContextPlace,
  membersShown,
  type NamedProject,
  type StoredContext,
} from '@wuku/core/ports/annotation-store'
import { unknownSource } from './sources.ts'
import type { SqlSession } from './sql-session.ts'
import { conditionsFor } from './tables.ts'
import type { Shown } from './visible-rows.ts'

/** In the column of the source, since a key holds no NULL; ids of sources begin at 1. */
const EVERYTHING = 0

interface AnnotationsShown {
  readonly shown: Pick<Shown, 'sources' | 'owned'>
  list(): Promise<readonly Source[]>
}

export const createAnnotationView = (db: SqlSession, limits?: AnnotationsShown): AnnotationView => ({
  contexts: () => listContexts(db, limits?.shown),
  projects: async () => {
    const projects = await listProjects(db)
    if (!limits?.shown.owned) return projects
    const sources = await limits.list()
    return projects
      .map(({ name, members }) => ({ name, members: membersShown(members, sources) }))
      .filter(({ members }) => members.length > 0)
  },
})

export const createAnnotationTransaction = (db: SqlSession): AnnotationTransaction => ({
  ...createAnnotationView(db),
  putContexts: (contexts) => putContexts(db, contexts),
  removeContexts: (places) => deleteContexts(db, places),
  putProjects: (projects) => putProjects(db, projects),
})

async function listContexts(db: SqlSession, shown: Pick<Shown, 'sources'> | undefined) {
  const where = conditionsFor(db)
  if (shown) where.isIn('source', [EVERYTHING, ...shown.sources])
  const rows = await db.rows<{ readonly source: number; readonly prefix: string; readonly text: string }>(
    `SELECT source, prefix, text FROM contexts WHERE ${where.sql} ORDER BY source, prefix`,
    where.values,
  )
  return rows.map(({ source, ...rest }) => ({ source: source === EVERYTHING ? null : (source as SourceId), ...rest }))
}

async function listProjects(db: SqlSession): Promise<readonly NamedProject[]> {
  const rows = await db.rows<{ name: string; members: string }>('SELECT name, members FROM projects ORDER BY id')
  return rows.map(({ name, members }) => ({ name, members: db.dialect.parse<readonly string[]>(members) }))
}

/** The last of several of one place counts. */
async function putContexts(db: SqlSession, contexts: readonly StoredContext[]): Promise<void> {
  const rows = contexts.map(({ source, prefix, text }) => ({ source: source ?? EVERYTHING, prefix, text }))
  const sources = contexts.flatMap(({ source }) => source ?? [])
  await requireSources(db, sources)
  await deleteContexts(db, contexts)
  const places = new Map(rows.map((row) => [`${row.source} ${row.prefix}`, row]))
  await db.insert('contexts', [...places.values()])
}

/** They stay until the end of the transaction. */
async function requireSources(db: SqlSession, ids: readonly SourceId[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db.rows<{ id: SourceId }>(
    `SELECT id FROM sources WHERE ${db.dialect.isIn('id', '$1')} ORDER BY id ${db.dialect.lock('KEY SHARE')}`,
    [ids],
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw unknownSource(missing)
}

async function deleteContexts(db: SqlSession, places: readonly ContextPlace[]): Promise<void> {
  const { sql, values } = db.dialect.given(
    { source: 'integer', prefix: 'text' },
    places.map(({ source, prefix }) => ({ source: source ?? EVERYTHING, prefix })),
  )
  const removed = await db.run(
    `DELETE FROM contexts WHERE EXISTS (SELECT 1 FROM ${sql}
       WHERE given.source = contexts.source AND given.prefix = contexts.prefix)`,
    values,
  )
  await db.dialect.noteRemovals(db, removed)
}

/** A project keeps the case and the place of its first name; the last of several of one name counts. */
async function putProjects(db: SqlSession, projects: readonly NamedProject[]): Promise<void> {
  const given = [...Map.groupBy(projects, ({ name }) => name.toLowerCase())].map(([key, own]) => ({
    name: own[0]?.name ?? key,
    folded_name: key,
    members: own.at(-1)?.members ?? [],
  }))
  const before = new Map((await listProjects(db)).map(({ name, members }) => [name.toLowerCase(), members]))
  const removed = given.flatMap(({ folded_name: key, members }) =>
    (before.get(key) ?? []).filter((member) => !members.includes(member)),
  )
  await db.insert(
    'projects',
    given.filter(({ members }) => members.length > 0).map((row) => ({ ...row, members: JSON.stringify(row.members) })),
    'ON CONFLICT (folded_name) DO UPDATE SET members = excluded.members',
  )
  const gone = given.flatMap(({ folded_name: key, members }) => (members.length > 0 ? [] : [key]))
  if (gone.length > 0) await db.run(`DELETE FROM projects WHERE ${db.dialect.isIn('folded_name', '$1')}`, [gone])
  await db.dialect.noteRemovals(db, removed.length)
}
