import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { unauthorized } from '@wuku/http-kit/guards'
import { readJsonBody } from '@wuku/http-kit/read-body'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import type { Operation } from '@wuku/kernel/base/operation'
import { anonymousCaller, isSameSecret } from './identify.ts'
import { answerLong, requireOperation } from './long.ts'

type Sign = (secret: string, body: Uint8Array, headers: HttpRequest['headers']) => string

const hmac: Sign = (secret, body) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** How services sign, by the header that holds it: GitHub, Confluence, Notion, GitLab (the plain secret), Feishu and Lark. */
const SIGNS: Readonly<Record<string, Sign>> = {
  'x-hub-signature-256': hmac,
  'x-hub-signature': hmac,
  'x-notion-signature': hmac,
  'x-gitlab-token': (secret) => secret,
  'x-lark-signature': (secret, body, { 'x-lark-request-timestamp': at = '', 'x-lark-request-nonce': nonce = '' }) =>
    createHash('sha256').update(`${at}${nonce}${secret}`).update(body).digest('hex'),
}

/** Messages come in bursts. One that is sent again does no harm: it wakes, and nothing that it says is believed. */
const BURST_MS = 3_000
const LIMITS = { maxBytes: 25 * 1024 * 1024, idleMilliseconds: 10_000 }

/** A signed message of a service starts a pass over its source at once. `secrets`: `source=secret`. */
export function webhookRoutes(secrets: readonly string[], operations: readonly Operation[]): readonly Route[] {
  const known = new Map(secrets.map((each) => [each.split('=', 1)[0], each.slice(each.indexOf('=') + 1)]))
  const waiting = new Set<string>()
  async function wake(source: string, request: HttpRequest, context: RouteContext): Promise<void> {
    waiting.add(source)
    await sleep(BURST_MS, undefined, { ref: false })
    waiting.delete(source)
    const caller = { ...anonymousCaller, actor: 'webhook', level: 'admin', mayWrite: true, sees: 'all' } as const
    const own = { headers: { prefer: 'respond-async' }, signal: AbortSignal.timeout(60_000), caller }
    const work = { operation: requireOperation('index', operations), input: { sources: [`notes/${source}`] } }
    await answerLong(work, { ...request, ...own }, context)
  }
  const description = { tag: 'sources', title: 'Message of a service that something changed', status: 202 }
  const row = { method: 'POST', level: 'open', changes: true, body: 'raw', description } as const
  return [
    {
      ...row,
      path: '/api/v1/webhooks/{source}',
      async answer(request, context) {
        const { params, raw, headers } = request
        const { source = '' } = params
        const secret = known.get(source)
        if (!secret) throw unauthorized()
        const { value, bytes } = await readJsonBody(raw, headers, LIMITS)
        const challenge = challengeIn(String(value['encrypt'] ?? ''), secret)
        if (challenge !== undefined) return { body: { challenge } }
        const isSigned = Object.entries(SIGNS).some(([header, sign]) =>
          isSameSecret(headers[header] ?? '', sign(secret, bytes, headers)),
        )
        if (!isSigned) throw unauthorized()
        if (!waiting.has(source)) void wake(source, request, context).catch(() => {})
        return { status: 202, body: {} }
      },
    },
  ]
}

/** Feishu asks in encrypted form whether its key is known, and wants the answer to it. */
function challengeIn(encrypted: string, secret: string): unknown {
  try {
    const bytes = Buffer.from(encrypted, 'base64')
    const key = createHash('sha256').update(secret).digest()
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16))
    return JSON.parse(`${decipher.update(bytes.subarray(16), undefined, 'utf8')}${decipher.final('utf8')}`).challenge
  } catch {
    return undefined
  }
}
