import type { Json } from '@wuku/core/core-types'
import type { Scope } from '@wuku/core/ports/accounts'
import { badInput, HttpFailure } from '@wuku/http-kit/http-failures'
import { networkOf } from '@wuku/http-kit/limits/client-address'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { logIn, noteFailure, type LoginRoutesInput } from './login-routes.ts'
import { authPost, objectOf, sessionAnswer, sessionSchema, textIn } from './session-routes.ts'

const PURPOSE = 'device'

export interface DeviceRoutesInput extends LoginRoutesInput {
  /** A person may be talked into confirming the code of somebody else's terminal: that one gets no more than this. */
  readonly scope: Scope
}

/**
 * The login of a terminal (RFC 8628): a person opens a page of the provider elsewhere, and types a code. The terminal asks
 * us, and we the provider, since the provider knows this server and not each terminal.
 */
export function deviceRoutes(input: DeviceRoutesInput): readonly Route[] {
  const countStart = createStartLimits(input.now)
  return [
    authPost('device', 'Begin the login of a terminal', {
      output: started,
      answer: async ({ id, body, caller }) => {
        if (Object.keys(body).length > 0) throw badInput('This takes no arguments.', 'Send it without a body.')
        countStart(networkOf(caller.address ?? ''))
        return begin(id, input)
      },
    }),
    authPost('device/token', 'Ask whether the login of a terminal is finished', {
      body: objectOf('device_code'),
      output: sessionSchema,
      others: { 202: pending },
      answer: (request, context) => finish(request, context, input),
    }),
  ]
}

/** Each is a request to the provider that anybody may cause; an address takes only a part of what all have together. */
const STARTS_OF_ADDRESS = 10
const STARTS_OF_ALL = 600

export function createStartLimits(now: () => number) {
  let starts: { readonly address: string; readonly at: number }[] = []
  return (address: string): void => {
    const at = now()
    starts = starts.filter((start) => start.at > at - 60_000)
    const own = starts.filter((start) => start.address === address).length
    if (own >= STARTS_OF_ADDRESS || starts.length >= STARTS_OF_ALL)
      throw new HttpFailure('rate-limited', 'Too many terminals began a login.', 'Try again in a minute.')
    starts.push({ address, at })
  }
}

const text = { type: 'string' } as const
const seconds = { type: 'integer' } as const

const started: Json = {
  type: 'object',
  properties: {
    device_code: text,
    user_code: text,
    verification_uri: text,
    verification_uri_complete: { type: ['string', 'null'] },
    expires_in: seconds,
    interval: seconds,
  },
}

const pending: Json = { type: 'object', properties: { status: { const: 'pending' }, slower: { type: 'boolean' } } }

async function begin(id: string, { provider, signing, failed }: LoginRoutesInput): Promise<HttpAnswer> {
  const start = await provider.startDevice().catch((error: unknown) => {
    failed(error, id)
    throw error
  })
  return {
    body: {
      device_code: await signing.seal(PURPOSE, { code: start.deviceCode }, start.expiresInSeconds),
      user_code: start.userCode,
      verification_uri: start.page,
      verification_uri_complete: start.fullPage ?? null,
      expires_in: start.expiresInSeconds,
      interval: start.intervalSeconds,
    },
  }
}

async function finish(request: HttpRequest, context: RouteContext, input: DeviceRoutesInput): Promise<HttpAnswer> {
  const claims = await input.signing.unseal(PURPOSE, textIn(request.body, 'device_code') ?? '')
  const code = claims?.['code']
  if (typeof code !== 'string')
    throw badInput('That device code is not known, or has expired.', 'Begin the login again.')
  const outcome = await input.provider.finishDevice(code).catch((error: unknown) => {
    throw noteFailure(error, undefined, request, input)
  })
  if (typeof outcome === 'string') return { status: 202, body: { status: 'pending', slower: outcome === 'slow-down' } }
  const session = await logIn(async () => outcome, request, context, input)
  // No refresh token, and no cookie: the terminal makes a key, and its tokens keep to their scope.
  const { refresh_token: _, ...body } = Object(sessionAnswer(session, context.publicUrl).body)
  return { body }
}
