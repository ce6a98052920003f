import { expect } from 'vitest'
import { Message } from '@wuku/messages/message'

/** Tests write what a person or a program reads: a message equals its English. */
expect.addEqualityTesters([
  (one, other) => {
    if (one instanceof Message && typeof other === 'string') return String(one) === other
    return typeof one === 'string' && other instanceof Message ? one === String(other) : undefined
  },
])
