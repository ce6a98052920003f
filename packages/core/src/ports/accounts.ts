import type { Json } from '../core-types.ts'
import type { SharedNotes } from './instances.ts'
import type { Page } from './pads.ts'

/**
 * Users of a server, their keys and their logins. They lie in the same database as the store and in no view of it: no
 * search and no operation of a storehouse can reach them. Secrets are kept as hashes.
 */
export interface Accounts {
  read<T>(work: (view: AccountView) => Promise<T>): Promise<T>
  /** All of it or nothing; durable when it answers. `work` may be run again. */
  write<T>(work: (transaction: AccountTransaction) => Promise<T>): Promise<T>
  /** Known to all servers of the store; absent where it has one alone. */
  readonly notes?: SharedNotes
}

export interface AccountView {
  /** Disabled ones too, in the order in which they were added. */
  users(): Promise<readonly User[]>
  user(id: string): Promise<User | undefined>
  /** Newest first; of all users when `user` is absent. */
  keys(request: KeysRequest): Promise<Page<ApiKey>>
  key(id: string): Promise<ApiKey | undefined>
  /** The key with this hash, also an expired or revoked one, with its user. One lookup: each request asks it. */
  keyWithHash(hash: string): Promise<KnownKey | undefined>
  /** One lookup, as well. */
  login(id: string): Promise<KnownLogin | undefined>
  /** Use of a user on a day; zeros for none. */
  usage(user: string, day: string): Promise<Usage>
  holdings(user: string): Promise<UserHoldings>
}

export interface AccountWrites {
  /** Id and name must be new; case does not count in names. */
  addUser(user: User): Promise<void>
  /** With its keys, logins and use, as if it had never been there. */
  removeUser(id: string): Promise<void>
  /** Only what is named changes. */
  changeUser(id: string, change: Partial<Omit<User, 'id' | 'createdAt'>>): Promise<User>
  addKey(key: ApiKey): Promise<void>
  changeKey(id: string, change: Partial<Pick<ApiKey, 'revokedAt'>>): Promise<ApiKey>
  addLogin(login: Login): Promise<void>
  changeLogin(id: string, change: Partial<Omit<Login, 'id' | 'user' | 'createdAt'>>): Promise<Login>
  /** All of a user that have not ended. */
  endLogins(user: string, at: number): Promise<void>
  /** Logins that ended or expired before then. */
  removeLogins(before: number): Promise<void>
  /** Adds to what was used, and notes when. Ids that nobody has are passed over. */
  noteUse(use: AccountUse): Promise<void>
}

/** Within `Store.write`: reads show what was written before in it. */
export type AccountTransaction = AccountView & AccountWrites

export const roles = ['reader', 'writer', 'admin'] as const
export type Role = (typeof roles)[number]

export interface User {
  readonly id: string
  /** 1 to 100 characters. */
  readonly name: string
  readonly email: string | null
  /** The login provider called it verified, or an administrator gave it: only then does it name the user. */
  readonly emailVerified: boolean
  readonly role: Role
  readonly status: 'active' | 'disabled'
  /** Issuer that vouches for the user at a login, and the id there; `null` until the first one. */
  readonly issuer: string | null
  readonly subject: string | null
  /** Names of groups that an administrator put the user in, and of those that the last login claimed. */
  readonly groups: readonly string[]
  readonly claimedGroups: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly lastSeenAt: number | null
}

export const scopes = ['read', 'write', 'admin'] as const
/** Each includes those before it. */
export type Scope = (typeof scopes)[number]

export interface ApiKey {
  readonly id: string
  readonly user: string
  readonly name: string
  /** SHA-256 of the key, in hex. */
  readonly hash: string
  /** Last four characters. */
  readonly suffix: string
  /** None: it is the code of an invitation, which makes one login and is no credential. */
  readonly scopes: readonly Scope[]
  /** Requests a minute; `null`: as the settings say. */
  readonly rateLimit: number | null
  readonly createdAt: number
  /** `null`: never. */
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly usageCount: number
  readonly lastUsedAt: number | null
}

export interface KnownKey {
  readonly key: ApiKey
  readonly user: User
}

/** A session of a person: access tokens name it, and end with it. */
export interface Login {
  /** A ULID: the `sid` of access tokens. */
  readonly id: string
  readonly user: string
  /** SHA-256 of the refresh token that counts now, in hex. */
  readonly refreshHash: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly endedAt: number | null
}

export interface KnownLogin {
  readonly login: Login
  readonly user: User
}

export interface KeysRequest {
  readonly user?: string
  /** By default both. */
  readonly kind?: 'key' | 'invitation'
  readonly limit: number
  readonly offset: number
}

export interface Usage {
  readonly calls: number
  readonly uploadBytes: number
}

export interface UserHoldings {
  /** Libraries, and sources that are neither versions of one nor workflows. */
  readonly sources: number
  /** Bytes of all texts in them, and in workflows. */
  readonly documentBytes: number
}

export interface AccountUse {
  readonly keys?: readonly { readonly id: string; readonly count: number; readonly at: number }[]
  readonly users?: readonly { readonly id: string; readonly at: number }[]
  /** `day`: `2026-11-22`, in UTC. */
  readonly usage?: readonly ({ readonly user: string; readonly day: string } & Usage)[]
}

/** One row of the audit: nothing changes it, and only age removes it (`NewRecords.forgetBefore`). */
export interface AuditEntry {
  readonly at: number
  readonly actor: string
  readonly actorName: string
  /** Address that the request came from; `null` for commands of this machine. */
  readonly address: string | null
  /** `key.create`, `library.visibility`, `auth.denied`, ... */
  readonly action: string
  /** Id of what it was done to. */
  readonly target: string | null
  readonly outcome: 'done' | 'denied'
  readonly requestId: string | null
  readonly facts: { readonly [key: string]: Json }
}

export interface AuditRequest {
  readonly actor?: string | undefined
  readonly actions?: readonly string[] | undefined
  readonly target?: string | undefined
  readonly outcome?: AuditEntry['outcome'] | undefined
  /** From this moment on, and before that one. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
  readonly offset: number
}
