import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'
import type { SharedNotes } from '@wuku/core/ports/instances'
import type { Clock } from '@wuku/core/ports/clock'
import type { ServerRole } from '@wuku/settings/team-settings-table'
import type { DatabaseSettings } from '@wuku/settings/team-settings'

/** A killed instance counts as running for so long. */
const LIFE_MS = 30_000
const RENEW_MS = 10_000

export interface PresenceInput {
  /** Absent: the store is a file, and its folder says who serves it. */
  notes(): Promise<SharedNotes | undefined>
  readonly role: ServerRole
  readonly clock: Pick<Clock, 'every'>
  warn(message: string, error: unknown): void
}

/**
 * Shows in the store of a team that this process works on it, for those who would replace it. Returns how to stop showing it.
 */
export function announcePresence({ notes, role, clock, warn }: PresenceInput): () => Promise<void> {
  const key = `${PRESENCE}${randomUUID()}`
  const text = `the role ${role} on ${hostname()}, process ${process.pid}`
  let putting: Promise<void> | undefined
  const put = async (): Promise<void> => (await notes())?.put(key, text, LIFE_MS)
  const remove = async (): Promise<void> => (await notes())?.remove(key)
  const warning = (message: string) => (error: unknown) => warn(message, error)
  const tried = (): Promise<void> => put().catch(warning('For now others do not see that this instance runs'))
  const renew = (): void => void (putting ??= tried().finally(() => (putting = undefined)))
  renew()
  const stop = clock.every(RENEW_MS, renew)
  return async () => {
    stop()
    await putting
    await remove().catch(warning('Others see this instance for another half a minute'))
  }
}

const PRESENCE = 'instance '

/** Refuses while instances or index runs are at work on the store: what they wrote meanwhile would be lost. */
export async function requireUnusedDatabase({ url, schema }: Pick<DatabaseSettings, 'url' | 'schema'>): Promise<void> {
  const { findUsers } = await import('@wuku/store-postgres/examine')
  const { notes, leases } = await findUsers(url(), schema, PRESENCE)
  if (notes.length > 0)
    throw new WukuError(
      'store-busy',
      msg('thisStoreIsInUseByWhat', { notes: notes.length, notes2: notes.slice(0, 5).join('; ') }),
    )
  if (leases.length > 0)
    throw new WukuError('store-busy', msg('thisStoreIsInUseByAnother', { leases: leases.slice(0, 5).join(', ') }))
}
