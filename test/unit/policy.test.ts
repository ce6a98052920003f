import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { policyTable } from '@wuku/core/policy'
import { sources } from '../product-sources.ts'

const root = join(import.meta.dirname, '../..')

it.each(Object.entries(policyTable))('the numbers of %s have a page that says how they were chosen', (_, group) => {
  expect(existsSync(join(root, group.record))).toBe(true)
  expect(group.chosenOn).not.toBe('')
  if (group.chosenOn.startsWith('no set')) expect(group).toHaveProperty('requiredBy')
  if ('requiredBy' in group) expect(existsSync(join(root, group.requiredBy))).toBe(true)
})

/** Places in which numbers decide an order. */
const RANKS =
  /^packages\/(?:kernel\/src\/(?:search|query)|index-core\/src\/ranking|(?:code|notes|docs|pads|chats)\/src\/(?:index|ranking|[\w-]+-facts)\.ts)/
/** A share or a power; whole numbers bound work. */
const SHARE = /^(?:export )?const [A-Z_]+ = (?:0?\.\d|[1-9]\.\d)/m

it('no number of a ranking is set elsewhere', () => {
  const others = sources.filter(({ path }) => RANKS.test(path) && SHARE.test(readFileSync(join(root, path), 'utf8')))
  expect(others.map(({ path }) => path)).toEqual([])
})
