import { expect, it } from 'vitest'
import { displayAddress } from '../../src/libraries/known.ts'

it.each([
  ['https://example.com/docs?api_key=not-a-key&page=2', 'https://example.com/docs?api_key=…&page=2'],
  ['https://example.com/a.pdf?X-Amz-Signature=00ff&v=1#潮', 'https://example.com/a.pdf?X-Amz-Signature=…&v=1#潮'],
  ['https://example.com/?ACCESS_TOKEN=', 'https://example.com/?ACCESS_TOKEN=…'],
  ['https://example.com/token=a?q=key&monkeys=3', 'https://example.com/token=a?q=key&monkeys=3'],
])('%s is told as %s', (address, told) => expect(displayAddress(address)).toBe(told))
