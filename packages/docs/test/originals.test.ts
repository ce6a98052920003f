import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceNameOf } from '@wuku/kernel/library-names'
import { originalsOf } from '../src/originals.ts'

describe('originals of a version lie', () => {
  it.each<[name: string, version: string, taken: readonly string[], prefix: string]>([
    ['react', '19.0.1', [], 'docs/react-7/19.0.1/'],
    ['react', '19.0.1', ['docs/react-7/19.0.1/'], 'docs/react-7/19.0.1~2/'],
    ['react', '19.0.1', ['docs/react-7/19.0.1/', 'docs/react-7/19.0.1~2/'], 'docs/react-7/19.0.1~3/'],
    ['../..', '..', [], 'docs/--..-7/-/'],
    ['潮汐 手册', 'release/2.0', [], 'docs/潮汐-手册-7/release-2.0/'],
    ['@vue/core', '~3.5', [], 'docs/-vue-core-7/-3.5/'],
    ['🌊', '🌊', [], 'docs/--7/-/'],
  ])('%s %s', (name, version, taken, prefix) =>
    expect(originalsOf({ id: 7, name }, version, new Set(taken))).toBe(prefix),
  )

  it('below their library, under a whole name, whatever it is called', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '.', '/', '~', '𠮷', '🌊'), minLength: 1, maxLength: 255, size: 'max' }),
        (name) => {
          const prefix = originalsOf({ id: 7, name }, name, new Set())
          expect([prefix.isWellFormed(), sourceNameOf({ name, slug: '/docs/x' }, name).isWellFormed()]).toEqual([
            true,
            true,
          ])
          const [first, library = '', version = '', ...end] = prefix.split('/')
          expect([first, library.endsWith('-7'), end]).toEqual(['docs', true, ['']])
          expect(version).not.toMatch(/^\.|~|^$/)
        },
      ),
    ))
})
