import { expect, it } from 'vitest'
import { maskDraft, maskKeyEnd } from '../../src/index/masking.ts'
import type { Masked } from '@wuku/core/ports/worker-pool'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'

/** Nobody's key. */
const begin = '-----BEGIN RSA PRIVATE KEY-----'
const first = 'FAKEfakeFAKEfake0123456789FAKEfakeFAKEfake0123456789'
const last = 'fakeFAKE98fakeFAKE98fakeFAKE98fakeFAKE98fakeFAKE98'
const end = '-----END RSA PRIVATE KEY-----'

it.each<[text: string, masked: string, count: number]>([
  [`${last}\n${end}\nebb`, `[REDACTED:private-key]\n${end}\nebb`, 1],
  [`潮汐：\n${first}\n${last}\nAb1=\n${end}`, `潮汐：\n[REDACTED:private-key]\n\n\n${end}`, 1],
  [`${first}\r\n${last}\r\n${end}`, `[REDACTED:private-key]\n\n${end}`, 1],
  [`${last}\n${end}\n${first}\n${end}`, `[REDACTED:private-key]\n${end}\n[REDACTED:private-key]\n${end}`, 2],
  [`the end looks like\n${end}`, `the end looks like\n${end}`, 0],
  [end, end, 0],
  ['-----END CERTIFICATE-----', '-----END CERTIFICATE-----', 0],
  [`${first}\n-----END CERTIFICATE-----`, `${first}\n-----END CERTIFICATE-----`, 0],
  ['', '', 0],
])('%j becomes %j', (text, masked, count) =>
  expect(maskKeyEnd({ text, found: [] })).toEqual({
    text: masked,
    found: count === 0 ? [] : [{ rule: 'private-key', count }],
  }),
)

it.each([
  ['both halves in one document', `${begin}\n${first}\n`, `${last}\n${end}\n`, 2],
  ['the end alone', 'ebb\n', `${last}\n${end}\n`, 1],
])('leaves nothing of a key between cuts: %s', (_says, one, other, count) => {
  const text = `# t\n${one}${other}flow`
  const cuts = [4, 4 + one.length, 4 + one.length + other.length]
  const into: Masked[] = []
  const masked = maskDraft({ path: 'p', title: 't', text, meta: {}, cuts }, into)
  expect(masked.text).not.toMatch(/fakeFAKE|FAKEfake/)
  expect(masked.text.slice(masked.cuts?.[2])).toBe('flow')
  expect(into.reduce((sum, each) => sum + each.count, 0)).toBe(count)
})

it.each([
  ['-----END ', ''],
  [`${last}\n${end}\n`, ''],
  ['A\n', end],
])('takes time in proportion to a text full of %j before %j', (piece, after) => {
  const time = timed((size) => maskKeyEnd({ text: repeated(piece, size) + after, found: [] }))
  expect(whySlow(time, 300_000)).toBeUndefined()
})
