import { setTimeout as wait } from 'node:timers/promises'
import { cancelled, WukuError, type ErrorCode } from '@wuku/core/errors'
import { msg } from '@wuku/messages/remote'
import { commandLine } from '@wuku/text/show/shell-words'
import type { RemoteServer } from './servers-file.ts'

/** As a server shows the caller to itself. */
export interface RemoteUser {
  readonly name: string
  readonly role: string
}

export interface DeviceLogin {
  readonly url: string
  /** Widest scope that the key gets; absent: `read`. */
  readonly scope?: string | undefined
  /** Name of the key, by which its owner knows it again. */
  readonly keyName: string
  readonly signal: AbortSignal
  now(): number
  /** A person has to open a page. */
  show(prompt: { readonly page: string; readonly pageWithCode: string | null; readonly userCode: string }): void
}

/**
 * Logs in with a browser somewhere else, and has the server make a key for this terminal. A key can be revoked by itself,
 * and several programs may use it at once, which refresh tokens do not allow.
 */
export async function logInByDevice(login: DeviceLogin): Promise<RemoteServer> {
  const { url, keyName, now } = login
  const deviceStart = (await ask(url, 'auth/device', { method: 'POST' }, login.signal)) as DeviceStart
  login.show({
    page: deviceStart.verification_uri,
    pageWithCode: deviceStart.verification_uri_complete,
    userCode: deviceStart.user_code,
  })
  const { access_token: access, user } = await untilThrough(deviceStart, login)
  const made = (await ask(url, 'api-keys', {
    method: 'POST',
    credential: access,
    body: { name: keyName, scopes: [login.scope ?? 'read'] },
  })) as { readonly key: string; readonly key_id: string }
  await ask(url, 'auth/logout', { method: 'POST', credential: access }).catch(() => {})
  const since = new Date(now()).toISOString()
  return { url, credential: made.key, keyId: made.key_id, user: user.name, role: user.role, since }
}

interface DeviceStart {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string | null
  readonly expires_in: number
  readonly interval: number
}

interface Through {
  readonly access_token: string
  readonly user: RemoteUser
}

async function untilThrough(deviceStart: DeviceStart, { url, signal, now }: DeviceLogin): Promise<Through> {
  const until = now() + deviceStart.expires_in * 1_000
  let interval = deviceStart.interval
  while (now() < until) {
    await wait(interval * 1_000, undefined, { signal }).catch(() => {
      throw cancelled()
    })
    const body = { device_code: deviceStart.device_code }
    const answer = (await ask(url, 'auth/device/token', { method: 'POST', body }, signal)) as Partial<Through> & {
      readonly slower?: boolean
    }
    if (answer.access_token !== undefined && answer.user)
      return { access_token: answer.access_token, user: answer.user }
    if (answer.slower) interval += 5
  }
  throw new WukuError(
    'login-failed',
    msg('codeWasNotEnteredInTime'),
    msg('beginAgain', { command: commandLine`wuku login ${url}` }),
  )
}

/** The user of a key that was made before. */
export async function logInByKey(url: string, key: string, now: number): Promise<RemoteServer> {
  const user = (await ask(url, 'user/info', { credential: key })) as RemoteUser
  return { url, credential: key, keyId: null, user: user.name, role: user.role, since: new Date(now).toISOString() }
}

/** Revokes the key, if this program had it made. */
export async function revokeKey({ url, credential, keyId }: RemoteServer): Promise<void> {
  if (keyId !== null) await ask(url, `api-keys/${keyId}`, { method: 'DELETE', credential })
}

const TIMEOUT_MS = 30_000

interface Request {
  readonly method?: string
  readonly credential?: string
  readonly body?: object
}

async function ask(url: string, path: string, { method, credential, body }: Request, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const request: RequestInit = {
    method: method ?? 'GET',
    // A credential follows to no other place.
    redirect: 'error',
    headers: {
      accept: 'application/json',
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  const answer = await fetch(`${url}/api/v1/${path}`, request).catch((cause: unknown) => {
    if (signal?.aborted) throw cancelled()
    throw new WukuError('fetch-failed', msg('doesNotAnswer', { url }), { cause })
  })
  const answerBody: unknown = await answer.json().catch(() => ({}))
  if (answer.ok) return answerBody
  throw refusalOf(url, answer.status, answerBody)
}

function refusalOf(url: string, status: number, answerBody: unknown): WukuError {
  const { error } = Object(answerBody) as { readonly error?: { code: ErrorCode; message: string; remedy: string } }
  if (status === 404)
    return new WukuError(
      'not-found',
      msg('hasNoLoginForTerminals', { url }),
      msg('makeKeyAskAdministratorOne', { command: commandLine`wuku login ${url} --key` }),
    )
  if (error) return new WukuError(error.code, msg('text2', { url, reason: error.message }), error.remedy)
  return new WukuError('fetch-failed', msg('answeredAndNotAsWuku', { url, status }))
}
