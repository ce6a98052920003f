import { expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })

async function keyOf(name: string): Promise<string> {
  const { user_id: user } = await house.ask<{ user_id: string }>('POST', '/users', { name, role: 'reader' })
  const body = { name: `${name}'s key`, user_id: user, scopes: ['read'] }
  return (await house.ask<{ key: string }>('POST', '/api-keys', body)).key
}

it('a reader of a team connects an agent with a key of their own, and is offered nothing that cannot work', async () => {
  const key = await keyOf('Rita')
  const page = await house.open('/sources/start', { key })
  await page.getByRole('button', { name: 'Make a key for my agent' }).click()
  await page.getByText(/^wuku_[\w-]{43}$/).waitFor()
  await page.locator('pre').filter({ hasText: '/mcp' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.waitForURL(/agents\/connect\?way=http/)
  for (const room of ['/', '/sources', '/code', '/notes']) {
    await page.goto(`${house.url}${room}`)
    await page.locator('main h1').waitFor()
    expect(await page.getByRole('link', { name: 'Add a source' }).count(), room).toBe(0)
    expect(await page.getByText(/wuku (?:start|add)/).count(), room).toBe(0)
  }
})

it('an administrator of a team is shown no folder of the machine', async () => {
  const page = await house.open('/sources/add')
  await page.getByText("Folders of this server's machine are added there").waitFor()
  await page.goto(`${house.url}/sources`)
  await page.getByRole('link', { name: 'handbook', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for handbook' }).click()
  await page.getByRole('menuitem', { name: 'Remove from the index' }).waitFor()
  for (const name of ['Pause', 'Move to another folder'])
    expect(await page.getByRole('menuitem', { name }).count()).toBe(0)
})
