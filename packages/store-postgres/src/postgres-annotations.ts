import type { SourceId } from '@wuku/core/core-types'
import {
  type AnnotationTransaction,
  type AnnotationView,
  type ContextPlace,
  membersShown,
  type NamedProject,
  type StoredContext,
} from '@wuku/core/ports/annotation-store'
import type { ReadContext } from './read-context.ts'
import { sourcesShown } from './read-context.ts'
import { parseStored } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session } from '@wuku/store-sql/postgres/session'
import { listSources, noteHoldings, unknownSource } from './postgres-sources.ts'

/** In the column of the source, since a key holds no NULL; ids of sources begin at 1. */
const EVERYTHING = 0

export const createAnnotationView = (context: ReadContext): AnnotationView => ({
  contexts: () => listContexts(context),
  projects: () => listProjects(context),
})

export const createAnnotationTransaction = (context: ReadContext): AnnotationTransaction => ({
  ...createAnnotationView(context),
  putContexts: (contexts) => putContexts(context.db, contexts),
  removeContexts: (places) => removeContexts(context.db, places),
  putProjects: (projects) => putProjects(context.db, projects),
})

interface ContextRow {
  readonly source: number
  readonly prefix: string
  readonly text: string
}

async function listContexts(context: ReadContext): Promise<readonly StoredContext[]> {
  const rows = await context.db.rows<ContextRow>(
    `SELECT source, prefix, text FROM contexts WHERE $1::int[] IS NULL OR source = 0 OR source = ANY($1)
     ORDER BY source, prefix`,
    [sourcesShown(context)],
  )
  return rows.map(({ source, ...rest }) => ({ source: source === EVERYTHING ? null : (source as SourceId), ...rest }))
}

async function listProjects(context: ReadContext): Promise<readonly NamedProject[]> {
  const rows = await context.db.rows<{ name: string; members: string }>(
    'SELECT name, members FROM projects ORDER BY id',
  )
  const projects = rows.map(({ name, members }) => ({ name, members: parseStored<readonly string[]>(members) }))
  if (!context.shown?.owned) return projects
  const sources = await listSources(context)
  return projects
    .map(({ name, members }) => ({ name, members: membersShown(members, sources) }))
    .filter(({ members }) => members.length > 0)
}

/** The last of several of one place counts. */
async function putContexts(db: Session, contexts: readonly StoredContext[]): Promise<void> {
  const rows = contexts.map(({ source, prefix, text }) => ({ source: source ?? EVERYTHING, prefix, text }))
  await requireSources(
    db,
    rows.flatMap(({ source }) => (source === EVERYTHING ? [] : [source as SourceId])),
  )
  const places = new Map(rows.map((row) => [`${row.source} ${row.prefix}`, row]))
  await db.insert('contexts', [...places.values()], 'ON CONFLICT (source, prefix) DO UPDATE SET text = excluded.text')
  await noteHoldings(db)
}

/** They stay until the end of the transaction. */
async function requireSources(db: Session, ids: readonly SourceId[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db.rows<{ id: SourceId }>(
    'SELECT id FROM sources WHERE id = ANY($1::int[]) ORDER BY id FOR KEY SHARE',
    [ids],
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw unknownSource(missing)
}

async function removeContexts(db: Session, places: readonly ContextPlace[]): Promise<void> {
  await db.run(
    `DELETE FROM contexts USING unnest($1::int[], $2::text[]) AS gone (source, prefix)
     WHERE contexts.source = gone.source AND contexts.prefix = gone.prefix`,
    [places.map(({ source }) => source ?? EVERYTHING), places.map(({ prefix }) => prefix)],
  )
  await noteHoldings(db)
}

/** A project keeps the case and the place of its first name; the last of several of one name counts. */
async function putProjects(db: Session, projects: readonly NamedProject[]): Promise<void> {
  const given = [...Map.groupBy(projects, ({ name }) => name.toLowerCase())].map(([key, own]) => ({
    name: own[0]?.name ?? key,
    folded_name: key,
    members: own.at(-1)?.members ?? [],
  }))
  const [retained, gone] = [
    given.filter(({ members }) => members.length > 0),
    given.filter(({ members }) => members.length === 0),
  ]
  await db.insert(
    'projects',
    retained.map((row) => ({ ...row, members: JSON.stringify(row.members) })),
    'ON CONFLICT (folded_name) DO UPDATE SET members = excluded.members',
  )
  if (gone.length > 0)
    await db.run('DELETE FROM projects WHERE folded_name = ANY($1::text[])', [gone.map(({ folded_name: key }) => key)])
}
