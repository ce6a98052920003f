import { WukuError } from '@wuku/core/errors'
import { isViewer } from '@wuku/core/ports/access'
import type { Accounts } from '@wuku/core/ports/accounts'
import { msg } from '@wuku/messages/kernel'
import { userOf } from './access.ts'
import type { Caller } from './caller.ts'

/** By the day, and held at once. */
export type QuotaKey = 'callsPerDay' | 'uploadBytesPerDay' | 'sources' | 'documentBytes'

export interface Quota {
  readonly key: QuotaKey
  /** `user:ann` by name or id, `group:research`, or empty: of everybody. */
  readonly of: string
  /** 0: none. */
  readonly limit: number
}

const FORM = /^(?:((?:user|group):.*\S)\s+)?(callsPerDay|uploadBytesPerDay|sources|documentBytes)=(\d{1,15})$/

export function parseQuota(written: string): Quota | undefined {
  const [, of = '', key, limit] = FORM.exec(written.trim()) ?? []
  return key === undefined ? undefined : { key: key as QuotaKey, of, limit: Number(limit) }
}

type Holder = Pick<Caller, 'actor' | 'actorName' | 'sees'>

/** Quotas of a user come before those of its groups, of which the highest counts, and these before those of everybody. */
export function quotaOf(quotas: readonly Quota[], key: QuotaKey, holder: Holder, byDefault = 0): number {
  const { actor, actorName, sees } = holder
  const groups = isViewer(sees) ? sees.groups.map((group) => `group:${group}`) : []
  const limits = [[`user:${actor}`, `user:${actorName}`], groups, ['']]
    .map((names) => quotas.filter((each) => each.key === key && names.includes(each.of)).map(({ limit }) => limit))
    .find((found) => found.length > 0)
  if (!limits) return byDefault
  return limits.includes(0) ? 0 : Math.max(...limits)
}

/** Refuses who holds as much as it may: what it has stays, and so does the right to remove. */
export async function requireRoom(
  key: 'sources' | 'documentBytes',
  holder: Holder,
  accounts: Pick<Accounts, 'read'> & { readonly quotas: readonly Quota[] },
): Promise<void> {
  const [user, quota] = [userOf(holder), quotaOf(accounts.quotas, key, holder)]
  if (user === undefined || quota === 0) return
  const { [key]: used } = await accounts.read((view) => view.holdings(user))
  if (used >= quota)
    throw new WukuError('quota', msg(key === 'sources' ? 'holdsSources' : 'holdsBytes', { used, quota }))
}
