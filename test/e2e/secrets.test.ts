import { expect, it } from 'vitest'
import { measureSecrets } from '../../bench/secrets/measure.ts'
import { harmless } from '../fixtures/secrets/harmless.ts'

/** All of them: `npm run bench:secrets`. */
it('secrets of many kinds are in no answer and no byte of the data folder, and harmless texts stay', async () => {
  const calm = harmless().filter((_, at) => at % 15 === 0)
  const { leaks, touched, kinds, places, originals } = await measureSecrets(calm, 12)
  expect([leaks, touched]).toEqual([[], []])
  expect([places.length, kinds > 15]).toEqual([13, true])
  // Originals stay as they came; that they do is told where they are kept.
  expect(originals).toBe(kinds)
})
