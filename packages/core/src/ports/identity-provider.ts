/** A provider of OpenID Connect, at which people log in. It is asked when somebody does, and may be down at other times. */
export interface IdentityProvider {
  /** As the settings have it, and as its tokens must say. */
  readonly issuer: string
  /** Address of the page on which a person logs in. Throws `fetch-failed`, as all others do, when the provider does not answer. */
  loginPage(attempt: LoginAttempt & { readonly redirectUri: string }): Promise<string>
  /**
   * Exchanges the code of a callback. `callback`: its whole address. Throws `login-failed` for anything wrong with it, or
   * with the ID token.
   */
  finishLogin(callback: string, attempt: LoginAttempt): Promise<Claims>
  /** For a terminal without a browser. Throws `not-found` when the provider has no such flow. */
  startDevice(): Promise<DeviceStart>
  /** Whether the person is through: asked every few seconds. Throws `login-failed` when nothing more will come of it. */
  finishDevice(deviceCode: string): Promise<Claims | 'pending' | 'slow-down'>
  /** Claims of an access token that the provider made for this audience; `undefined` for any other text. */
  claimsOf(token: string, audience: string): Promise<Claims | undefined>
}

/** Secrets of one login: they bind the answer of the provider to the browser that asked. */
export interface LoginAttempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface DeviceStart {
  readonly deviceCode: string
  /** A person types it at the address. */
  readonly userCode: string
  readonly page: string
  /** With the code in it. */
  readonly fullPage: string | undefined
  readonly expiresInSeconds: number
  readonly intervalSeconds: number
}

/** As the provider signed them, or answered them itself. */
export interface Claims {
  readonly sub: string
  readonly [claim: string]: unknown
}
