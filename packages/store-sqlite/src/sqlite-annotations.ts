import type { SourceId } from '@wuku/core/core-types'
import {
  membersShown,
  type AnnotationTransaction,
  type AnnotationView,
  type ContextPlace,
  type NamedProject,
  type StoredContext,
} from '@wuku/core/ports/annotation-store'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Narrowing } from './index-view.ts'
import { advance } from '@wuku/store-sql/sqlite/counters'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { requireSource } from './sqlite-sources.ts'

/** In the column of the source, since a key holds no NULL; ids of sources begin at 1. */
const EVERYTHING = 0

export const createAnnotationView = (db: Connection): AnnotationView => ({
  contexts: async () => listContexts(db),
  projects: async () => listProjects(db),
})

export const narrowAnnotationView = (full: AnnotationView, { db, lookups, shown }: Narrowing): AnnotationView => ({
  contexts: async () => (await full.contexts()).filter(({ source }) => source === null || shown.sources.has(source)),
  projects: async () => {
    if (!shown.owned) return full.projects()
    const sources = lookups.sources(db).filter(({ id }) => shown.sources.has(id))
    return (await full.projects())
      .map(({ name, members }) => ({ name, members: membersShown(members, sources) }))
      .filter(({ members }) => members.length > 0)
  },
})

export const createAnnotationTransaction = (db: Connection): AnnotationTransaction => ({
  ...createAnnotationView(db),
  putContexts: async (contexts) => {
    for (const { source } of contexts) if (source !== null) requireSource(db, source)
    for (const { source, prefix, text } of contexts) {
      removeContexts(db, [{ source, prefix }])
      db.run('INSERT INTO contexts (source, prefix, text) VALUES (?, ?, ?)', [source ?? EVERYTHING, prefix, text])
    }
    advance(db, 'holdings', 1)
  },
  removeContexts: async (places) => removeContexts(db, places),
  putProjects: async (projects) => projects.forEach((project) => putProject(db, project)),
})

function removeContexts(db: Connection, places: readonly ContextPlace[]): void {
  for (const { source, prefix } of places)
    noteRemovals(db, db.run('DELETE FROM contexts WHERE source = ? AND prefix = ?', [source ?? EVERYTHING, prefix]))
  advance(db, 'holdings', 1)
}

interface ContextRow {
  readonly source: number
  readonly prefix: string
  readonly text: string
}

const listContexts = (db: Connection): readonly StoredContext[] =>
  db
    .rows<ContextRow>('SELECT source, prefix, text FROM contexts ORDER BY source, prefix')
    .map(({ source, ...rest }) => ({ source: source === EVERYTHING ? null : (source as SourceId), ...rest }))

const listProjects = (db: Connection): readonly NamedProject[] =>
  db
    .rows<{ name: string; members: string }>('SELECT name, members FROM projects ORDER BY id')
    .map(({ name, members }) => ({ name, members: parseStored<readonly string[]>(members) }))

function putProject(db: Connection, { name, members }: NamedProject): void {
  const key = name.toLowerCase()
  const before = listProjects(db).find((each) => each.name.toLowerCase() === key)?.members ?? []
  if (members.length > 0)
    db.run(
      `INSERT INTO projects (name, folded_name, members) VALUES (?, ?, ?)
       ON CONFLICT (folded_name) DO UPDATE SET members = excluded.members`,
      [name, key, JSON.stringify(members)],
    )
  else db.run('DELETE FROM projects WHERE folded_name = ?', [key])
  noteRemovals(db, before.filter((member) => !members.includes(member)).length)
}

/** For `tidy`, which writes the file again only after removals. */
function noteRemovals(db: Connection, count: number): void {
  if (count > 0) advance(db, 'removals', count)
}
