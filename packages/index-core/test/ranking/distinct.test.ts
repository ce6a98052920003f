import { expect, it } from 'vitest'
import { estimateOwners, type Drawn } from '../../src/ranking/hybrid.ts'

it.each<[says: string, drawn: Drawn, least: number, most: number]>([
  ['all are drawn', { drawn: 12, owners: 5, among: 12 }, 5, 5],
  ['each belongs to another', { drawn: 200, owners: 200, among: 5_000 }, 4_900, 5_000],
  ['some belong to the same', { drawn: 200, owners: 150, among: 800 }, 300, 380],
  ['all belong to one', { drawn: 200, owners: 1, among: 5_000 }, 1, 2],
  ['nothing is drawn', { drawn: 0, owners: 0, among: 5 }, 0, 5],
])('owners, when %s', (_, drawn, least, most) => {
  const owners = estimateOwners(drawn)
  expect(owners).toBeGreaterThanOrEqual(least)
  expect(owners).toBeLessThanOrEqual(most)
})
