import type { Scope, User } from '../../../ports/accounts.ts'
import type { Asking } from '../identify.ts'

/** Credentials that are no keys: access tokens of our logins, and at `/mcp` those of the issuer. */
export interface LoginTokens {
  /**
   * The user whom a token stands for at this moment: its login has not ended, its user is active. Throws the 401 of any
   * unknown credential.
   */
  callerOf(token: string, asking: Pick<Asking, 'route' | 'publicUrl'>): Promise<TokenHolder>
}

export interface TokenHolder {
  readonly user: User
  /** The widest that the token has; `null`: as far as the role of the user reaches. */
  readonly scope: Scope | null
  /** Same for all requests of one login: key of rate limits and of stored answers. */
  readonly credential: string
}
