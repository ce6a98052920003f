import { expect } from 'vitest'
import type { StoreCase } from '../store.ts'

type Step =
  | { readonly at: number; readonly asks: string; readonly gets: boolean }
  | { readonly at: number; readonly releases: string }

/** All for one lease of 100 milliseconds. */
const check =
  (steps: readonly Step[]): StoreCase['run'] =>
  async ({ store, clock }) => {
    for (const step of steps) {
      clock.now = 1_000 + step.at
      if ('releases' in step) await store.release('index', step.releases)
      else
        expect((await store.lease('index', step.asks, 100)) === step.asks, `${step.asks} at ${step.at}`).toBe(step.gets)
    }
  }

export const leaseCases: readonly StoreCase[] = [
  {
    says: 'one owner at a time',
    run: check([
      { at: 0, asks: 'ann', gets: true },
      { at: 99, asks: 'bob', gets: false },
    ]),
  },
  {
    says: 'taken over once it has run out',
    run: check([
      { at: 0, asks: 'ann', gets: true },
      { at: 100, asks: 'bob', gets: true },
      { at: 101, asks: 'ann', gets: false },
    ]),
  },
  {
    says: 'renewed by its holder',
    run: check([
      { at: 0, asks: 'ann', gets: true },
      { at: 90, asks: 'ann', gets: true },
      { at: 150, asks: 'bob', gets: false },
      { at: 190, asks: 'bob', gets: true },
    ]),
  },
  {
    says: 'free once its holder has released it',
    run: check([
      { at: 0, asks: 'ann', gets: true },
      { at: 10, releases: 'ann' },
      { at: 11, asks: 'bob', gets: true },
    ]),
  },
  {
    says: 'released by nobody but its holder',
    run: check([
      { at: 0, asks: 'ann', gets: true },
      { at: 10, releases: 'bob' },
      { at: 11, asks: 'bob', gets: false },
    ]),
  },
  {
    says: 'of a clock that was far ahead, it counts for no longer than any other',
    run: check([
      { at: 1e12, asks: 'ann', gets: true },
      { at: 0, asks: 'bob', gets: false },
      { at: 99, asks: 'bob', gets: false },
      { at: 100, asks: 'bob', gets: true },
      { at: 101, asks: 'ann', gets: false },
    ]),
  },
  {
    says: 'renewed by its holder after a clock went back',
    run: check([
      { at: 1e12, asks: 'ann', gets: true },
      { at: 0, asks: 'bob', gets: false },
      { at: 90, asks: 'ann', gets: true },
      { at: 120, asks: 'bob', gets: false },
      { at: 190, asks: 'bob', gets: true },
    ]),
  },
  {
    says: 'one name does not hinder another',
    run: async ({ store }) => {
      expect(await store.lease('index', 'ann', 100)).toBe('ann')
      expect(await store.lease('embed', 'bob', 100)).toBe('bob')
    },
  },
]
