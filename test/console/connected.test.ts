import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { addWikiPage, startConfluence } from '../servers/connectors/confluence-server.ts'
import { addIssue, fillGitHub, startGitHub } from '../servers/connectors/github-server.ts'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ settings: { SHOP_TOKEN: 'ghp_of_the_shop', WIKI_TOKEN: 'mia@acme.example:secret' } })

async function test(page: Page, address: string, api: string, variable: string): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByLabel('Address of the API').fill(api)
  await page.getByLabel('Variable with the token').fill(variable)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
}

it('a service is tested, connected, read again and counted', async () => {
  const server = await startGitHub()
  onTestFinished(() => server.close())
  fillGitHub(server, 20)
  server.faults.tokens.push('ghp_of_the_shop')
  const page = await house.open('/sources/add')
  await test(page, 'https://github.com/acme/shop/issues', server.url, 'SHOP_TOKEN')
  await page.getByText(/20 items would be read/).waitFor()
  await expectAccessible(page)
  // A token that was taken back in between: the form says so, and is there for the next try.
  server.faults.tokens.splice(0, 1, 'ghp_of_somebody_else')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('alert').getByText(/token/).waitFor()
  await expectAccessible(page)
  server.faults.tokens.splice(0, 1, 'ghp_of_the_shop')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL(/\/sources\/notes\//)
  await page.getByText('Last pass').waitFor()
  await expectAccessible(page)
  const documents = async (): Promise<number | undefined> => {
    const { sources } = await house.ask<{ sources: { host?: string; documents: number }[] }>('GET', '/sources')
    return sources.find(({ host }) => host === 'github')?.documents
  }
  await expect.poll(documents).toBe(20)
  const { checks } = await house.ask<{ checks: { name: string; status: string }[] }>('GET', '/checks')
  expect(checks.filter(({ name, status }) => name.startsWith('notes/') && status !== 'ok')).toEqual([])
  const added = addIssue(server, { number: 41 })
  await page.getByRole('button', { name: 'Pass now' }).click()
  await expect.poll(documents).toBe(21)
  added.isDeleted = true
  await page.getByRole('button', { name: 'Census', exact: true }).click()
  await expect.poll(documents).toBe(20)
})

it('of a place with several spaces those that are chosen are connected', async () => {
  const server = await startConfluence('cloud')
  onTestFinished(() => server.close())
  server.spaces.push('OPS', '运维')
  for (const [id, space] of [
    [1, 'ENG'],
    [2, 'OPS'],
    [3, '运维'],
    [4, '运维'],
  ] as const)
    addWikiPage(server, id, { space })
  const page = await house.open('/sources/add')
  await test(page, 'https://acme.atlassian.net/wiki', server.url, 'WIKI_TOKEN')
  await page.getByText('4 items would be read').waitFor()
  const [all, ops] = [page.getByLabel('All'), page.getByLabel('OPS')]
  const connect = page.getByRole('button', { name: 'Connect', exact: true })
  await all.click()
  await page.getByText('0 of 3 chosen').waitFor()
  expect(await connect.isDisabled()).toBe(true)
  await all.click()
  await ops.press('Space')
  await page.getByText('2 of 3 chosen · 3 items').waitFor()
  await expectAccessible(page)
  await connect.click()
  await page.waitForURL(/\/sources\/notes\//)
  const { sources } = await house.ask<{ sources: { host?: string; documents: number }[] }>('GET', '/sources')
  expect(sources.find(({ host }) => host === 'confluence')?.documents).toBe(3)
})
