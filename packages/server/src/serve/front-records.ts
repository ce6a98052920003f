import { createRecorder } from '@wuku/kernel/recording'
import type { AuditEntry } from '@wuku/core/ports/accounts'
import type { Sample } from '@wuku/core/ports/record-store'
import { createQuotas, type Quotas } from '../http/limits/quotas.ts'
import type { Settings } from '@wuku/settings/app-settings'
import { systemClock } from '@wuku/settings/this-process'
import type { FrontAccounts } from './front-accounts.ts'

/** Records of the front of a server itself: refusals and logins for the audit, and how much users used of their quotas. */
export interface FrontRecords {
  readonly quotas: Quotas
  /** Written soon, with others. */
  audit(entry: AuditEntry): void
  samples(samples: readonly Sample[]): void
  /** Writes what still waits. */
  close(): Promise<void>
}

export interface FrontRecordsInput {
  readonly settings: Settings
  readonly accounts: FrontAccounts
  warn(message: string, error: unknown): void
}

export function openFrontRecords({ settings, accounts, warn }: FrontRecordsInput): FrontRecords {
  const recorder = createRecorder(
    { record: async (records) => (await accounts.store()).record(records) },
    systemClock,
    {
      recordDays: settings.docs.recordDays,
      failed: (error) => warn('The audit could not be written; it is tried again', error),
    },
  )
  const quotas = createQuotas({
    ...settings.server.limits,
    clock: systemClock,
    usage: async (user, day) => (await accounts.accounts()).read((view) => view.usage(user, day)),
    note: async (usage) => (await accounts.accounts()).write((transaction) => transaction.noteUse({ usage })),
    failed: (error) => warn('The use of quotas could not be written; it is tried again', error),
  })
  return {
    quotas,
    audit: (entry) => recorder.add({ audit: [entry] }),
    samples: (samples) => recorder.add({ samples }),
    close: async () => void (await Promise.all([recorder.flush(), quotas.flush()])),
  }
}
