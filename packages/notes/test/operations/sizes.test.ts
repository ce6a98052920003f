import { expect, it } from 'vitest'
import { tooLarge } from '../../src/operations/multi-get.ts'

it.each([
  [15_360, 10_240, '15KB > 10KB'],
  [10_300, 10_240, '10300 bytes > 10240 bytes'],
  [2_048, 1_024, '2.0KB > 1.0KB'],
  [20, 10, '20 bytes > 10 bytes'],
  [12_000, 9_000, '12KB > 8.8KB'],
])('%i bytes against %i', (bytes, maxBytes, sizes) =>
  expect(tooLarge('n/a.md', bytes, maxBytes)).toBe(
    `[SKIPPED: n/a.md - File too large (${sizes}). Use 'get' with file="n/a.md" to retrieve.]`,
  ),
)
