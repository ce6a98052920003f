import { msg } from '@wuku/messages/store-postgres'
import { WukuError } from '@wuku/core/errors'
import type { Script } from '../schema.ts'
import type { Session } from '../connection/session.ts'

/** Indexes that go on until enough rows pass a filter. */
const LEAST = [0, 8]

/**
 * Comes before the first transaction, and changes nothing where the role may not: without pgvector there are no vectors, and
 * everything else works.
 */
export async function createExtension(script: Script): Promise<void> {
  const [known] = await script.query("SELECT 1 FROM pg_extension WHERE extname = 'vector'")
  if (known) return
  // Another process may make it at the same moment.
  await script.query('CREATE EXTENSION IF NOT EXISTS vector').catch(() => {})
}

/** The schema of pgvector, quoted: types and operators are named with it, as the search path names that of the store alone. */
export async function requireExtension(db: Session): Promise<string> {
  const row = await db.row<{ home: string; version: string }>(
    `SELECT quote_ident(nspname) AS home, extversion AS version
     FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'`,
  )
  if (!row) throw new WukuError('vectors-missing', msg('searchMeaningNeedsExtensionPgvector'))
  const { version } = row
  if (isOlder(version))
    throw new WukuError('vectors-missing', msg('searchMeaningNeedsPgvectorNewer', { least: LEAST.join('.'), version }))
  return row.home
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least = 0, leastMinor = 0] = LEAST
  return major < least || (major === least && minor < leastMinor)
}
