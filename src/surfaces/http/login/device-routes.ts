import type { Json } from '../../../core/words.ts'
import type { Scope } from '../../../ports/accounts.ts'
import { badInput, HttpFailure } from '../failures.ts'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from '../route.ts'
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
  const starts = new Map<string, number[]>()
  return [
    authPost('device', 'Begin the login of a terminal', {
      output: started,
      answer: async ({ id, body, caller }) => {
        if (Object.keys(body).length > 0) throw badInput('This takes no arguments.', 'Send it without a body.')
        demandRest(starts, caller.address ?? '', input.now())
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

/** Each is a request to the provider that anybody may cause; one address must not use up what all have. */
const [STARTS_PER_ADDRESS, STARTS_PER_MINUTE] = [10, 300]

function demandRest(starts: Map<string, number[]>, address: string, now: number): void {
  for (const [each, times] of starts) {
    const recent = times.filter((time) => time > now - 60_000)
    if (recent.length > 0) starts.set(each, recent)
    else starts.delete(each)
  }
  const own = starts.get(address) ?? []
  const all = starts.values().reduce((sum, { length }) => sum + length, 0)
  if (own.length >= STARTS_PER_ADDRESS || all >= STARTS_PER_MINUTE)
    throw new HttpFailure('rate-limited', 'Too many terminals began a login.', 'Try again in a minute.')
  starts.set(address, [...own, now])
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
      verification_uri_complete: start.wholePage ?? null,
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
