import { expect } from 'vitest'
import { Message } from '@wuku/messages/message'

/** Tests write what a person or a program reads: a message equals its English. */
expect.addEqualityTesters([
  (one, other) => {
    if (one instanceof Message && typeof other === 'string') return String(one) === other
    return typeof one === 'string' && other instanceof Message ? one === String(other) : undefined
  },
])

/** So does a matcher of a part of a text. */
for (const matcher of [expect.stringContaining(''), expect.stringMatching('')]) {
  const shared = Object.getPrototypeOf(matcher) as { asymmetricMatch(other: unknown): boolean }
  const matches = shared.asymmetricMatch
  shared.asymmetricMatch = function (this: unknown, other: unknown): boolean {
    return matches.call(this, other instanceof Message ? String(other) : other)
  }
}
