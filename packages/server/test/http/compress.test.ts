import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressed } from '../../src/http/compress.ts'
import { isKnown, isMatch, prepareAnswer } from '@wuku/http-kit/http-answer'
import type { HttpAnswer } from '@wuku/http-kit/route'

const long = { words: 'the tide comes in '.repeat(100) }
const text = JSON.stringify(long)
const valueOf = (headers: readonly string[], name: string): string | undefined => {
  const at = headers.indexOf(name)
  return at < 0 ? undefined : headers[at + 1]
}

async function sent(answer: HttpAnswer, accepted: string | undefined) {
  const { headers, body } = await compressed(prepareAnswer(answer, { requestId: 'r' }), accepted)
  return { coding: valueOf(headers, 'Content-Encoding'), length: valueOf(headers, 'Content-Length'), headers, body }
}

describe('an answer for a client that takes gzip', () => {
  it('is compressed, with its length and a validator of its own', async () => {
    const { coding, length, body, headers } = await sent({ body: long, etag: 'v1' }, 'gzip, deflate, br')
    expect(coding).toBe('gzip')
    expect(Number(length)).toBe((body as Uint8Array).length)
    expect(Number(length)).toBeLessThan(text.length / 5)
    expect(gunzipSync(body as Uint8Array).toString()).toBe(text)
    expect(valueOf(headers, 'ETag')).toBe('"v1+gzip"')
    expect(valueOf(headers, 'Vary')).toBe('Accept-Encoding')
  })

  it.each<readonly [string, HttpAnswer, string | undefined]>([
    ['a client that does not say so', { body: long }, undefined],
    ['a client that refuses it', { body: long }, 'gzip;q=0'],
    ['a short answer', { body: { ok: true } }, 'gzip'],
    ['bytes', { body: new Uint8Array(5_000) }, 'gzip'],
    ['a stream', { body: (async function* () {})() }, 'gzip'],
    ['what was made, which may be a key', { body: long, status: 201 }, 'gzip'],
    ['a login, which sets a cookie', { body: long, cookies: ['session=1'] }, 'gzip'],
    ['what is compressed already', { body: text, headers: { 'Content-Encoding': 'br' } }, 'gzip'],
    ['a picture', { body: text, headers: { 'Content-Type': 'image/svg+xml' } }, 'gzip'],
  ])('%s goes as it is', async (_, answer, accepted) => {
    const { coding, body } = await sent(answer, accepted)
    expect(coding).not.toBe('gzip')
    expect(body).toEqual(
      typeof answer.body === 'object' && 'words' in answer.body ? text : (await sent(answer, '')).body,
    )
  })

  it('is known by either validator, and may be changed by either', () => {
    for (const tag of ['"v1"', '"v1+gzip"']) expect([isKnown('v1', tag), isMatch('v1', tag)]).toEqual([true, true])
    expect(isMatch('v1', '"v2+gzip"')).toBe(false)
  })
})
