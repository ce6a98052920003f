import { expect, it } from 'vitest'
import { counted } from '../../src/base/counted.ts'

it.each([
  [0, 'file', '0 files'],
  [1, 'library', '1 library'],
  [2, 'library', '2 libraries'],
  [2, 'day', '2 days'],
  [2_345, 'document', '2,345 documents'],
])('%i %s', (count, noun, said) => expect(counted(count, noun)).toBe(said))
