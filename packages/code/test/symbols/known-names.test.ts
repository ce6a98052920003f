import { everything } from '@wuku/core/ports/access'
import { expect, it } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import { createSourceCache } from '@wuku/kernel/base/source-cache'
import { knownNames, namesContaining, namesNear } from '../../src/symbols/known-names.ts'
import { indexed } from '../graph/indexed.ts'

const names = ['getuser', 'user', 'usergroup', 'setuserbyid', 'retrywhenbusy', '获取用户', 'x']

it.each([
  ['user', ['user', 'usergroup', 'getuser', 'setuserbyid']],
  ['User', ['user', 'usergroup', 'getuser', 'setuserbyid']],
  ['set id', ['setuserbyid']],
  ['用户', ['获取用户']],
  ['  ', []],
  ['zz', []],
])('names that hold what is asked: %j', (asked, expected) =>
  expect(namesContaining(asked, names, 10)).toEqual(expected),
)

it.each([
  ['retryWhenBsuy', ['retrywhenbusy']],
  ['retry_when_busy', ['retrywhenbusy']],
  ['busyRetry', ['retrywhenbusy']],
  ['qqqqqq', []],
  ['', []],
])('names near what is asked: %j', (asked, expected) => expect(namesNear(asked, names, 10)).toEqual(expected))

it('all names are known, and new ones after a change', async () => {
  const shop = await indexed({ 'a.ts': 'export function getUser() {}' })
  const of = () => shop.ask(({ view }) => knownNames(view, shop.cache))
  const [first, again] = [await of(), await of()]
  expect([first, again === first]).toEqual([['getuser'], true])
  await shop.put({ 'b.ts': 'export const Retry_Policy = 1' })
  expect(await of()).toEqual(['getuser', 'retrypolicy'])
})

it('an empty store knows none', async () =>
  expect(await openTestStore().read(everything, (view) => knownNames(view, createSourceCache()))).toEqual([]))
