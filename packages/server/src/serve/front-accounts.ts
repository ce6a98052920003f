import { UNDO_MS } from '@wuku/kernel/accounts/api-keys'
import type { Accounts } from '@wuku/core/ports/accounts'
import type { Store } from '@wuku/core/ports/store'
import type { StorePlace } from '@wuku/settings/team-open-store'
import type { Settings } from '@wuku/settings/app-settings'
import type { ServerMode } from '../http/login/access-routes.ts'

/** Users, keys and logins as the front of a server asks for them: in its own thread, since each request does. */
export interface FrontAccounts extends UseNotes, ServerMode {
  /** Opened when it is first asked for; a failure is of that request alone. */
  store(): Promise<Pick<Store, 'accounts' | 'record' | 'measures' | 'searchEngine'>>
  accounts(): Promise<Accounts>
  /** Writes what was used. */
  close(): Promise<void>
}

export interface FrontAccountsInput {
  readonly settings: Pick<Settings, 'store' | 'team' | 'auth'>
  /** Called once, when users are found by a server that began without; the request that found them waits for it. */
  began(): Promise<void>
  /** Called when that was undone: the server is in local mode again. */
  ended(): Promise<void>
  warn(message: string, error: unknown): void
}

/** The request for it may wait for others. */
const UNDO_TIMEOUT_MS = UNDO_MS + 5_000

export function openFrontAccounts({ settings, began, ended, warn }: FrontAccountsInput): FrontAccounts {
  const { adminKey, oidc } = settings.auth
  let isLocal = adminKey() === '' && oidc.issuer === ''
  let wasLocal = false
  let undoUntil = 0
  let turn: Promise<unknown> = Promise.resolve()
  let opened: Promise<Store> | undefined
  const store = async (): Promise<Store> => {
    opened ??= openStore(settings)
    try {
      return await opened
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  const accounts = async (): Promise<Accounts> => (await store()).accounts
  const notes = createUseNotes(accounts, warn)
  const isEmpty = async (): Promise<boolean> => (await (await accounts()).read((view) => view.users())).length === 0
  /** One at a time: what a request saw may be past already. */
  const change = async (): Promise<void> => {
    if ((await isEmpty()) === isLocal) return
    isLocal = !isLocal
    if (isLocal) return ended()
    if (wasLocal) undoUntil = performance.now() + UNDO_TIMEOUT_MS
    await began()
  }
  return {
    ...notes,
    store,
    accounts,
    get isLocal() {
      return isLocal
    },
    get mayUndo() {
      return !isLocal && performance.now() < undoUntil
    },
    async hasAccounts() {
      if (!isLocal && performance.now() >= undoUntil) return true
      if ((await isEmpty()) === isLocal) {
        wasLocal ||= isLocal
        return !isLocal
      }
      turn = turn.then(change, change)
      await turn
      return !isLocal
    },
    async close() {
      await notes.flush()
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

/** Loaded when the threads have opened the store: it has its format then, and the start did not wait for it. */
async function openStore(settings: StorePlace): Promise<Store> {
  const opening = await import('@wuku/settings/team-open-store')
  return opening.openStore(settings, { timeout: opening.SHORT_TIMEOUT_MS })
}

export interface Use {
  readonly user: string
  /** Absent: it was a login. */
  readonly key?: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

interface UseNotes {
  /** Never waits. */
  used(use: Use): void
  flush(): Promise<void>
}

/** Each write waits for the disk: uses are counted here, and written together. */
const FLUSH_MS = 2_000

function createUseNotes(accounts: () => Promise<Accounts>, warn: FrontAccountsInput['warn']): UseNotes {
  const keys = new Map<string, { count: number; at: number }>()
  const users = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (users.size === 0) return
    const use = {
      keys: [...keys].map(([id, used]) => ({ id, ...used })),
      users: [...users].map(([id, at]) => ({ id, at })),
    }
    keys.clear()
    users.clear()
    try {
      await (await accounts()).write((transaction) => transaction.noteUse(use))
    } catch (error) {
      warn('Uses of keys could not be written, and are missing from their counts', error)
    }
  }
  return {
    used({ user, key, at }) {
      users.set(user, at)
      if (key !== undefined) keys.set(key, { count: (keys.get(key)?.count ?? 0) + 1, at })
      timer ??= setTimeout(() => void flush(), FLUSH_MS)
    },
    flush,
  }
}
