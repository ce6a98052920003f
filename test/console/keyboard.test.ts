import { afterAll, expect, it } from 'vitest'
import { openWebSite } from '../fixtures/docs/web-site.ts'
import { useHouse } from './house.ts'
import { handsOn, sitePages, tasksOf } from './keyboard-tasks.ts'

const house = useHouse({ settings: { WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1' } })
const team = useHouse({ withAccounts: true })

const site = await openWebSite(sitePages)
afterAll(async () => site[Symbol.asyncDispose]())
const tasks = tasksOf({ alone: house, team, site: site.url })

it.each(tasks)('without a mouse, and with few keys: $name', async ({ at, isOfTeam, most, before, work }) => {
  await before?.()
  const page = await (isOfTeam ? team : house).open(at, { expects: [/401|404|400/] })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const hands = handsOn(page)
  await work(hands)
  expect(hands.pressed()).toBeLessThanOrEqual(most)
})
