import { msg } from '@wuku/messages/store-sqlite'
import { WukuError } from '@wuku/core/errors'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { accountTables, verifiedEmails } from './schema/account-tables.ts'
import { changeTables } from './schema/change-tables.ts'
import {
  annotationTables,
  folderIndex,
  indexTables,
  looseChunks,
  outlineTable,
  sharedDocuments,
  sourceDays,
  sourceHoldings,
  sourceRevisions,
  wordPairs,
} from './schema/index-tables.ts'
import { fileNumbers, libraryHoldings, libraryTables, scheduledRefresh } from './schema/library-tables.ts'
import { padTables, withoutHits, workflowSources } from './schema/pad-tables.ts'
import {
  auditTable,
  callActors,
  callAnswers,
  callHits,
  callTokens,
  jobTables,
  recordTables,
} from './schema/record-tables.ts'
import { vectorTables } from './schema/vector-tables.ts'

/**
 * Forward only: a released entry is never edited, a change is a new entry at the end. `user_version` counts the
 * entries that a file has.
 */
const migrations: readonly string[] = [
  indexTables,
  looseChunks + padTables,
  outlineTable,
  sharedDocuments,
  libraryTables + recordTables,
  vectorTables,
  wordPairs,
  sourceRevisions,
  annotationTables,
  fileNumbers,
  jobTables,
  callActors,
  scheduledRefresh,
  accountTables + auditTable + sourceHoldings + libraryHoldings + workflowSources,
  callTokens,
  callHits,
  folderIndex,
  sourceDays,
  verifiedEmails,
  withoutHits,
  callAnswers,
  changeTables,
]

export const schemaVersion = migrations.length

/** Brings a file of an older version, or an empty one, up to this version or to `targetVersion`; runs nothing on a file of that version. */
export function migrate(db: Connection, targetVersion = schemaVersion): void {
  if (versionOf(db) === targetVersion) return
  db.transaction(() => {
    // Asked again inside: another process may have migrated while this one waited.
    for (const migration of migrations.slice(versionOf(db), targetVersion)) db.script(migration)
    db.script(`PRAGMA user_version = ${targetVersion}`)
  })
}

/** For who cannot bring it up to this version. */
export function requireCurrent(db: Connection): void {
  const version = versionOf(db)
  if (version < schemaVersion)
    throw new WukuError('read-only', msg('storeFormatMustUpgradeFirst', { version, schemaVersion }))
}

export function versionOf(db: Connection): number {
  const version = db.row<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (version > schemaVersion)
    throw new WukuError('store-newer', msg('storeFormatVersionSupportsFormats', { version, schemaVersion }))
  return version
}
